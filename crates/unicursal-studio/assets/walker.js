// A game in which one walks: by slides, or by steps. The rules here only guide the player; whether the
// level is solved is for the independent checker to say.

export const WAYS = { L: [-1, 0], R: [1, 0], U: [0, -1], D: [0, 1] };
// On larger boards nobody waits for dead ends to be found after each move.
const MOST_SEARCHED = 250_000;
// How a puzzle's answers are written, by the way it is played.
const ANSWERS = {
  slide: (game) => game.start ? `x=${game.start.x}&y=${game.start.y}&path=${game.letters("LRUD")}` : "",
  step: (game) => game.letters("lrud"),
  walk: (game) => game.letters("WENS"),
};

export class Walker {
  constructor(sheet) {
    this.sheet = sheet;
    this.kind = sheet.puzzle.moves;
    this.slides = this.kind === "slide";
    this.fills = this.kind !== "walk";
    this.width = sheet.width;
    this.height = sheet.height;
    this.free = Uint8Array.from(sheet.cells, (_, cell) => sheet.isWall(cell) ? 0 : 1);
    this.freeCount = this.free.reduce((sum, free) => sum + free, 0);
    const [start, goal] = sheet.singles.map(({ symbol }) => this.#place(sheet.find(symbol)));
    this.given = this.slides ? undefined : start;
    this.goal = goal;
    this.#clear();
  }

  #place(cell) {
    return cell < 0 ? undefined : { x: cell % this.width, y: Math.floor(cell / this.width) };
  }

  #clear() {
    // Where one was after each step, the letters of the moves, and how often each cell was visited.
    this.moves = [];
    this.trail = [];
    this.ends = undefined;
    this.visits = new Uint16Array(this.free.length);
    this.start = undefined;
    if (this.given) this.#begin(this.given);
  }

  // Goes back to the start; undo brings everything back.
  reset() {
    if (this.moves.length) this.before = this.state();
    this.#clear();
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

  isOpen(x, y) {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return false;
    const cell = y * this.width + x;
    return this.free[cell] === 1 && (!this.fills || this.visits[cell] === 0);
  }

  get head() {
    return this.trail.at(-1);
  }

  // Whether the arrows move the cursor rather than the walker.
  get wantsCursor() {
    return !this.start;
  }

  // A click sets the start where one may choose it, and otherwise moves towards the cell.
  click({ x, y }) {
    if (!this.given && this.moves.length === 0) {
      if (!this.free[y * this.width + x]) return;
      this.#clear();
      return this.#begin({ x, y });
    }
    const { x: atX, y: atY } = this.head;
    if (x === atX && y !== atY) this.move(y < atY ? "U" : "D");
    if (y === atY && x !== atX) this.move(x < atX ? "L" : "R");
  }

  // Moves, and returns whether that was possible.
  move(way) {
    if (!this.start || this.isOver) return false;
    const [dx, dy] = WAYS[way];
    let { x, y } = this.head;
    let steps = 0;
    while (this.isOpen(x + dx, y + dy) && (steps === 0 || this.slides)) {
      x += dx;
      y += dy;
      this.#enter(x, y);
      steps++;
    }
    if (!steps) return false;
    this.moves.push({ way, steps });
    this.before = undefined;
    return true;
  }

  undo() {
    if (!this.moves.length && this.before) {
      const { before } = this;
      this.before = undefined;
      return this.restore(before);
    }
    const move = this.moves.pop();
    if (!move) return this.given ? undefined : this.#clear();
    this.ends = undefined;
    for (let i = 0; i < move.steps; i++) {
      const { x, y } = this.trail.pop();
      this.visits[y * this.width + x]--;
    }
  }

  // What is needed to go on later.
  state() {
    return this.start && { start: this.start, ways: this.letters("LRUD") };
  }

  restore(state) {
    this.#clear();
    if (!state?.start) return;
    const { x, y } = state.start;
    if (!this.given && this.free[y * this.width + x]) this.#begin({ x, y });
    for (const way of state.ways) if (WAYS[way]) this.move(way);
  }

  // Goes back to the first so many moves.
  keep(count) {
    while (this.moves.length > count) this.undo();
  }

  // Makes the move of a hint, which also names a start where none is chosen yet.
  follow({ next, so_far: soFar }) {
    if (!this.start) {
      const params = new URLSearchParams(soFar.trim());
      this.#begin({ x: Number(params.get("x")), y: Number(params.get("y")) });
    }
    for (const way of next.toUpperCase()) this.move(way);
  }

  // Letters for the first so many moves.
  letters(names, count = this.moves.length) {
    return this.moves.slice(0, count).map(({ way }) => names["LRUD".indexOf(way)]).join("");
  }

  // What a win took.
  get count() {
    return this.moves.length;
  }

  answer() {
    return ANSWERS[this.kind](this);
  }

  // The answer as it was after the first so many moves.
  answerAfter(count) {
    const early = { start: this.start, letters: (names) => this.letters(names, count) };
    return ANSWERS[this.kind](early);
  }

  get left() {
    return this.freeCount - this.trail.length;
  }

  get isOver() {
    if (!this.start) return false;
    const { x, y } = this.head;
    return this.fills ? this.left === 0 : x === this.goal?.x && y === this.goal?.y;
  }

  get isStuck() {
    if (!this.start || this.isOver) return false;
    const { x, y } = this.head;
    return Object.values(WAYS).every(([dx, dy]) => !this.isOpen(x + dx, y + dy));
  }

  // Cells that can be entered by one side at most: only the last cell of the walk may be one.
  deadEnds() {
    if (!this.fills || !this.start || this.free.length > MOST_SEARCHED) return [];
    return this.ends ??= this.#findDeadEnds();
  }

  #findDeadEnds() {
    const { head } = this;
    const ends = [];
    for (let y = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++) {
        if (!this.isOpen(x, y)) continue;
        let sides = 0;
        for (const [dx, dy] of Object.values(WAYS)) {
          sides += this.isOpen(x + dx, y + dy) || (x + dx === head.x && y + dy === head.y) ? 1 : 0;
        }
        if (sides < 2) ends.push({ x, y });
      }
    }
    return ends;
  }

  status() {
    if (!this.start) return "Choose a cell to start from: click it, or move there with the arrows and press Enter";
    if (this.isOver) return `Done in ${this.moves.length} moves`;
    if (!this.fills) return `${this.moves.length} steps`;
    if (this.isStuck) return `Stuck: ${this.left} cells left. Take something back.`;
    const { length } = this.deadEnds();
    const warning = length > 1 ? ` · ${length} dead ends: only one can be the end` : "";
    return `${this.left} cells left${warning}`;
  }

  // Draws the walk as far as `reach` steps, which need not be whole, in units of cells.
  draw(context, reach = this.trail.length - 1) {
    if (!this.start) return;
    const ends = this.deadEnds();
    context.fillStyle = "rgb(214 51 108 / 0.35)";
    if (ends.length > 1) for (const { x, y } of ends) context.fillRect(x, y, 1, 1);
    context.lineWidth = 0.34;
    context.lineCap = context.lineJoin = "round";
    context.strokeStyle = "#3a48a0";
    context.beginPath();
    for (const { x, y } of this.trail.slice(0, Math.floor(reach) + 1)) context.lineTo(x + 0.5, y + 0.5);
    const { x, y } = this.at(reach);
    context.lineTo(x + 0.5, y + 0.5);
    context.stroke();
  }

  // Where the walker is after so many steps, which need not be whole.
  at(reach) {
    const from = this.trail[Math.floor(reach)], to = this.trail[Math.ceil(reach)] ?? from;
    const share = reach - Math.floor(reach);
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  }
}
