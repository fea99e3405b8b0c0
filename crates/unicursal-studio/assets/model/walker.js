// A game in which one walks: by slides, or by steps. The rules here only guide the player; whether the
// level is solved is for the independent checker to say.

import { RAMP, ramp, ramped } from "./colours.js";

export const WAYS = { L: [-1, 0], R: [1, 0], U: [0, -1], D: [0, 1] };
// On larger boards nobody waits for dead ends to be found after each move.
const MOST_SEARCHED = 250_000;
// Steps of a walk whose colours flow into each other.
const MOST_FLOWING = 2000;
const touched = matchMedia("(pointer: coarse)");
// The letters of left, right, up and down in a puzzle's answers, by the way it is played.
const LETTERS = { slide: "LRUD", step: "lrud", walk: "WENS" };

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
    // The step at which each cell was entered last.
    this.steps = new Uint32Array(this.free.length);
    this.start = undefined;
    if (this.given) this.#begin(this.given);
  }

  // Goes back to the start; undo brings everything back.
  reset() {
    if (this.moves.length) this.before = this.answer();
    this.#clear();
  }

  #begin({ x, y }) {
    this.start = { x, y };
    this.#enter(x, y);
  }

  #enter(x, y) {
    this.ends = undefined;
    this.steps[y * this.width + x] = this.trail.length;
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

  // A click moves towards a cell in line with the walker; where the start may still be chosen, a click
  // on a cell that cannot be seen from there chooses another one.
  click({ x, y }) {
    const way = this.start && this.#wayTo(x, y);
    if (way) return void this.move(way);
    if (this.given || this.moves.length || !this.free[y * this.width + x]) return;
    this.#clear();
    this.#begin({ x, y });
  }

  #wayTo(x, y) {
    const { x: atX, y: atY } = this.head;
    if ((x === atX) === (y === atY)) return undefined;
    const way = x === atX ? (y < atY ? "U" : "D") : x < atX ? "L" : "R";
    if (this.given || this.moves.length) return way;
    const [dx, dy] = WAYS[way];
    for (let [nextX, nextY] = [atX + dx, atY + dy]; this.isOpen(nextX, nextY); nextX += dx, nextY += dy) {
      if (nextX === x && nextY === y) return way;
    }
    return undefined;
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

  // Goes on from the beginning of an answer, as far as the rules let it.
  restore(answer) {
    this.#clear();
    const params = new URLSearchParams(answer.trim());
    if (this.slides) {
      const [x, y] = [Number(params.get("x") ?? -1), Number(params.get("y") ?? -1)];
      if (this.isOpen(x, y)) this.#begin({ x, y });
    }
    for (const letter of this.slides ? params.get("path") ?? "" : answer.trim()) {
      const way = "LRUD"[LETTERS[this.kind].indexOf(letter)];
      if (way) this.move(way);
    }
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

  // What a win took.
  get count() {
    return this.moves.length;
  }

  answer() {
    return this.answerAfter(this.moves.length);
  }

  // The answer as it was after the first so many moves.
  answerAfter(count) {
    const letters = this.moves.slice(0, count).map(({ way }) => LETTERS[this.kind]["LRUD".indexOf(way)]).join("");
    if (!this.slides) return letters;
    return this.start ? `x=${this.start.x}&y=${this.start.y}&path=${letters}` : "";
  }

  // How many moves can be taken back one by one, and what one of them is called.
  get stages() {
    return this.moves.length;
  }

  stage(number) {
    return { name: `move ${number}`, cells: [] };
  }

  get left() {
    return this.freeCount - this.trail.length;
  }

  // How much of the board is filled, from 0 to 1.
  get share() {
    return this.fills ? this.trail.length / this.freeCount : 0;
  }

  // How one moves, in a sentence.
  get how() {
    const verb = this.slides ? "slide" : "step";
    return touched.matches ? `Swipe to ${verb}.` : `Arrow keys ${verb}.`;
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
    if (!this.start) return `Choose a cell to start from: ${touched.matches ? "tap it" : "click it, or move there with the arrows and press Enter"}`;
    if (this.isOver) return `Done in ${this.moves.length} moves`;
    if (!this.fills) return `${this.moves.length} steps`;
    if (this.isStuck) return `Stuck: ${this.left} cells left. Take something back.`;
    const { length } = this.deadEnds();
    const warning = length > 1 ? ` · ${length} dead ends: only one can be the end` : "";
    return `${this.left} cells left${warning}`;
  }

  // Draws the walk as far as `reach` steps, which need not be whole, in units of cells; and what is left
  // to eat among the cells in sight.
  draw(context, reach, sight) {
    if (!this.start) return;
    if (this.kind === "step") this.#drawPellets(context, sight);
    const ends = this.deadEnds();
    context.fillStyle = "rgb(214 51 108 / 0.35)";
    if (ends.length > 1) for (const { x, y } of ends) context.fillRect(x, y, 1, 1);
    context.lineWidth = 0.34;
    context.lineCap = context.lineJoin = "round";
    // The colours of the whole answer, so that one sees how much there is still to go. A long walk has
    // its colours in pieces, a short one flows.
    const whole = this.fills ? this.freeCount : Math.max(40, this.trail.length);
    const piece = this.trail.length > MOST_FLOWING ? Math.ceil(whole / RAMP) : 1;
    for (let from = 0; from < reach; from += piece) {
      const to = Math.min(from + piece, reach), { x, y } = this.at(to), start = this.trail[from];
      const colours = context.createLinearGradient(start.x + 0.5, start.y + 0.5, x + 0.5, y + 0.5);
      colours.addColorStop(0, ramp(from / whole));
      if (piece === 1) colours.addColorStop(1, ramp(to / whole));
      context.strokeStyle = colours;
      context.beginPath();
      for (let step = from; step < to; step++) context.lineTo(this.trail[step].x + 0.5, this.trail[step].y + 0.5);
      context.lineTo(x + 0.5, y + 0.5);
      context.stroke();
    }
  }

  // The colour that a cell takes on when the path has passed it, `reach` steps from the start.
  tint(cell, reach) {
    const step = this.fills && this.visits[cell] ? this.steps[cell] : Infinity;
    return step <= reach ? ramped[Math.floor((RAMP - 1) * step / this.freeCount)] : undefined;
  }

  #drawPellets(context, { x0, y0, x1, y1, scale }) {
    if (scale < 6) return;
    context.fillStyle = "#c07a00";
    context.beginPath();
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++) {
        if (!this.isOpen(x, y)) continue;
        context.moveTo(x + 0.63, y + 0.5);
        context.arc(x + 0.5, y + 0.5, 0.13, 0, 7);
      }
    }
    context.fill();
  }

  // Where the walker is after so many steps, which need not be whole.
  at(reach) {
    const from = this.trail[Math.floor(reach)], to = this.trail[Math.ceil(reach)] ?? from;
    const share = reach - Math.floor(reach);
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  }
}
