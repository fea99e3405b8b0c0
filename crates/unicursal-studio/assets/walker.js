// A game in which one walks: Coil by slides, pellets and mazes by steps. The rules here only guide the
// player; whether the level is solved is for the server's independent checker to say.

const WAYS = { L: [-1, 0], R: [1, 0], U: [0, -1], D: [0, 1] };
// On larger boards nobody waits for dead ends to be found after each move.
const MOST_SEARCHED = 250_000;
// How each puzzle moves, where it starts, and how its answers are written.
const KINDS = {
  coil: { slides: true, fills: true, answer: (game) => game.start ? `x=${game.start.x}&y=${game.start.y}&path=${game.letters("LRUD")}` : "" },
  pellet: { fills: true, answer: (game) => game.letters("lrud") },
  maze: { again: true, answer: (game) => game.letters("WENS") },
};

export class Walker {
  constructor(puzzle, picture) {
    this.kind = KINDS[puzzle];
    this.width = picture.width;
    this.height = picture.height;
    const wall = picture.palette.indexOf("wall");
    this.free = picture.fills.map((fill) => fill === wall ? 0 : 1);
    this.freeCount = this.free.reduce((sum, free) => sum + free, 0);
    const mark = (label) => picture.marks.find((mark) => mark.label === label);
    this.goal = mark("E");
    this.given = this.kind.slides ? undefined : mark("S") ?? picture.marks[0];
    this.reset();
  }

  reset() {
    // Where one was after each move, the letters of the moves, and how often each cell was visited.
    this.moves = [];
    this.trail = [];
    this.ends = undefined;
    this.visits = new Uint16Array(this.free.length);
    this.start = undefined;
    if (this.given) this.#begin(this.given);
  }

  #begin({ x, y }) {
    this.start = { x, y };
    this.#enter(x, y);
  }

  #enter(x, y) {
    this.ends = undefined;
    this.trail.push({ x, y });
    this.visits[y * this.width + x]++;
  }

  #isOpen(x, y) {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return false;
    const cell = y * this.width + x;
    return this.free[cell] === 1 && (this.kind.again || this.visits[cell] === 0);
  }

  // Whether the arrows move the cursor rather than the walker.
  get wantsCursor() {
    return !this.start;
  }

  // A click sets the start where one may choose it, and otherwise moves towards the cell.
  click({ x, y }) {
    if (!this.given && this.moves.length === 0) {
      if (!this.free[y * this.width + x]) return;
      this.reset();
      return this.#begin({ x, y });
    }
    const { x: atX, y: atY } = this.trail.at(-1);
    if (x === atX && y !== atY) this.move(y < atY ? "U" : "D");
    if (y === atY && x !== atX) this.move(x < atX ? "L" : "R");
  }

  move(way) {
    if (!this.start || this.isOver) return;
    const [dx, dy] = WAYS[way];
    let { x, y } = this.trail.at(-1);
    let steps = 0;
    while (this.#isOpen(x + dx, y + dy) && (steps === 0 || this.kind.slides)) {
      x += dx;
      y += dy;
      this.#enter(x, y);
      steps++;
    }
    if (steps) this.moves.push({ way, steps });
  }

  undo() {
    const move = this.moves.pop();
    if (!move) return this.given ? undefined : this.reset();
    this.ends = undefined;
    for (let i = 0; i < move.steps; i++) {
      const { x, y } = this.trail.pop();
      this.visits[y * this.width + x]--;
    }
  }

  // Makes the move of a hint, which also names a start where none is chosen yet.
  follow({ next, so_far: soFar }) {
    if (!this.start) {
      const params = new URLSearchParams(soFar.trim());
      this.#begin({ x: Number(params.get("x")), y: Number(params.get("y")) });
    }
    for (const way of next.toUpperCase()) this.move(way);
  }

  letters(names) {
    return this.moves.map(({ way }) => names["LRUD".indexOf(way)]).join("");
  }

  answer() {
    return this.kind.answer(this);
  }

  get left() {
    return this.freeCount - this.trail.length;
  }

  get isOver() {
    if (!this.start) return false;
    const { x, y } = this.trail.at(-1);
    return this.kind.fills ? this.left === 0 : x === this.goal?.x && y === this.goal?.y;
  }

  get isStuck() {
    if (!this.start || this.isOver) return false;
    const { x, y } = this.trail.at(-1);
    return Object.values(WAYS).every(([dx, dy]) => !this.#isOpen(x + dx, y + dy));
  }

  // Cells that can be entered by one side at most: only the last cell of the walk may be one.
  deadEnds() {
    if (!this.kind.fills || !this.start || this.free.length > MOST_SEARCHED) return [];
    return this.ends ??= this.#findDeadEnds();
  }

  #findDeadEnds() {
    const head = this.trail.at(-1);
    const ends = [];
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        if (!this.#isOpen(x, y)) continue;
        let sides = 0;
        for (const [dx, dy] of Object.values(WAYS)) {
          sides += this.#isOpen(x + dx, y + dy) || (x + dx === head.x && y + dy === head.y) ? 1 : 0;
        }
        if (sides < 2) ends.push({ x, y });
      }
    }
    return ends;
  }

  status() {
    if (!this.start) return "Choose a cell to start from: click it, or move there with the arrows and press Enter";
    if (this.isOver) return `Done in ${this.moves.length} moves`;
    if (!this.kind.fills) return `${this.moves.length} steps`;
    if (this.isStuck) return `Stuck: ${this.left} cells left. Take something back.`;
    const { length } = this.deadEnds();
    const warning = length > 1 ? ` · ${length} dead ends: only one can be the end` : "";
    return `${this.left} cells left${warning}`;
  }

  // Draws the walk, in units of cells.
  draw(context) {
    if (!this.start) return;
    const ends = this.deadEnds();
    context.fillStyle = "rgb(214 51 108 / 0.35)";
    if (ends.length > 1) for (const { x, y } of ends) context.fillRect(x, y, 1, 1);
    context.lineWidth = 0.34;
    context.lineCap = context.lineJoin = "round";
    context.strokeStyle = "#3a48a0";
    context.beginPath();
    for (const { x, y } of this.trail) context.lineTo(x + 0.5, y + 0.5);
    context.stroke();
  }

  heads() {
    if (!this.start) return [];
    const { x, y } = this.trail.at(-1);
    return [{ cell: y * this.width + x, colour: "#d6336c" }];
  }
}
