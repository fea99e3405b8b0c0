// A game of walking: by slides, or by steps. The rules here only guide the player; whether the
// level is solved is for the independent checker to say.

import { RAMP, ramped } from "./colours.js";
import { count, number, t } from "./words.js";

export const WAYS = { L: [-1, 0], R: [1, 0], U: [0, -1], D: [0, 1] };
export const BACK = { L: "R", R: "L", U: "D", D: "U" };
// On larger boards it would take too long to find dead ends after each move.
const MOST_SEARCHED = 250_000;
// The letters of left, right, up and down in a puzzle's answers, by the way it is played.
const LETTERS = { slide: "LRUD", step: "lrud", walk: "WENS" };

export class Walker {
  // The moves, where one was after each step, and how often each cell was visited. A move that was made
  // by itself after another is `joined` to it.
  /** @type {{ way: string, steps: number, joined: boolean }[]} */
  moves = [];
  /** @type {{ x: number, y: number }[]} */
  trail = [];
  visits = new Uint16Array(0);
  // The step at which each cell was entered last.
  steps = new Uint32Array(0);
  /** @type {{ x: number, y: number } | undefined} */
  start;
  // How many numbers were met.
  met = 0;
  /** The dead ends, once they were looked for. @type {{ x: number, y: number }[] | undefined} */
  ends;
  /** The walk before everything was undone. @type {string | undefined} */
  before;

  constructor(sheet, { isTouched = false } = {}) {
    this.sheet = sheet;
    this.isTouched = isTouched;
    this.kind = sheet.puzzle.moves;
    this.slides = this.kind === "slide";
    this.fills = this.kind !== "walk";
    // Whether a move continues by itself while there is only one way.
    this.runs = false;
    // Whether the next step has to be the one back to the cell before.
    this.leadsBack = () => false;
    this.width = sheet.width;
    this.height = sheet.height;
    this.free = Uint8Array.from(sheet.cells, (_, cell) => sheet.isWall(cell) ? 0 : 1);
    this.freeCount = this.free.reduce((sum, free) => sum + free, 0);
    const [start, goal] = sheet.singles.map(({ symbol }) => this.#place(sheet.find(symbol)));
    this.given = this.slides ? undefined : start;
    this.goal = goal;
    // Numbers that are met in this order; the start has the first.
    const first = this.given && this.given.y * this.width + this.given.x;
    this.numbers = new Map([...(sheet.numbers ?? [])].filter(([cell]) => cell !== first));
    this.order = [...this.numbers.values()].sort((a, b) => a - b);
    this.#clear();
  }

  #place(cell) {
    return cell < 0 ? undefined : { x: cell % this.width, y: Math.floor(cell / this.width) };
  }

  #clear() {
    this.moves = [];
    this.trail = [];
    this.ends = undefined;
    this.visits = new Uint16Array(this.free.length);
    this.steps = new Uint32Array(this.free.length);
    this.start = undefined;
    this.met = 0;
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
    if (this.numbers.has(y * this.width + x)) this.met++;
  }

  isOpen(x, y) {
    if (x < 0 || y < 0 || x >= this.width || y >= this.height) return false;
    const cell = y * this.width + x;
    return this.free[cell] === 1 && (!this.fills || this.visits[cell] === 0);
  }

  // Whether a step to an open neighbour is legal: not through thin walls, and onto numbers only in
  // their order.
  canStep(x, y, way) {
    const [dx, dy] = WAYS[way];
    if (!this.isOpen(x + dx, y + dy)) return false;
    const from = y * this.width + x, to = from + dx + dy * this.width;
    return !this.sheet.isWalled(from, to) && (!this.numbers.has(to) || this.numbers.get(to) === this.order[this.met]);
  }

  /** Where the walk is, once it has begun. @returns {any} */
  get head() {
    return this.trail.at(-1);
  }

  // Whether the arrows move the cursor rather than the walker.
  get wantsCursor() {
    return !this.start;
  }

  // The ways that are open from here.
  ways() {
    const { head } = this;
    return head ? Object.keys(WAYS).filter((way) => this.canStep(head.x, head.y, way)) : [];
  }

  // A click moves towards a cell in line with the walker; where the start may still be chosen, a click
  // on a cell that cannot be seen from there chooses another one.
  click({ x, y }) {
    const way = this.start && this.#wayTo(x, y);
    if (way) return void this.move(way);
    this.choose({ x, y });
  }

  // Starts at a cell, if the start can still be chosen. Returns whether it could.
  choose({ x, y }) {
    if (this.given || this.moves.length || !this.free[y * this.width + x]) return false;
    this.#clear();
    this.#begin({ x, y });
    return true;
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

  // Moves, and returns whether that was possible. `alone`: the move does not continue by itself.
  move(way, { alone = false } = {}) {
    if (!this.#go(way, false)) return false;
    const begun = this.moves.length;
    while (this.runs && !alone && !this.isOver && this.moves.length - begun < this.freeCount) {
      const next = this.#onlyWay();
      if (!next || !this.#go(next, true)) break;
    }
    return true;
  }

  // The only way on; in a maze, not counting the way back.
  #onlyWay() {
    const back = this.fills ? undefined : BACK[this.moves.at(-1)?.way];
    const ways = this.ways().filter((way) => way !== back);
    return ways.length === 1 ? ways[0] : undefined;
  }

  #go(way, joined) {
    if (!this.start || this.isOver) return false;
    const [dx, dy] = WAYS[way];
    let { x, y } = this.head;
    let steps = 0;
    while ((steps === 0 || this.slides) && this.canStep(x, y, way)) {
      x += dx;
      y += dy;
      this.#enter(x, y);
      steps++;
    }
    if (!steps) return false;
    this.moves.push({ way, steps, joined });
    this.before = undefined;
    return true;
  }

  // A pointer that draws the walk is over a cell: goes there, or back along the walk, which takes steps back
  // unless the game `leadsBack` there. Returns whether anything changed.
  drawTo({ x, y }) {
    if (!this.start || this.slides) return false;
    const { head } = this, before = this.trail.at(-2);
    if (x === head.x && y === head.y) return false;
    if (before && x === before.x && y === before.y && !this.leadsBack()) return this.#pop();
    const cell = y * this.width + x;
    if (this.fills && x >= 0 && y >= 0 && x < this.width && this.visits[cell]) {
      while (this.head.x !== x || this.head.y !== y) if (!this.#pop()) break;
      return true;
    }
    if (Math.abs(x - head.x) + Math.abs(y - head.y) !== 1) return false;
    return this.#go(x < head.x ? "L" : x > head.x ? "R" : y < head.y ? "U" : "D", false);
  }

  // Whether a pointer that is pressed on a cell picks up the walk.
  takes({ x, y }) {
    if (!this.start || this.slides) return false;
    const { head } = this;
    const isNear = Math.abs(x - head.x) + Math.abs(y - head.y) <= 1 && (this.isOpen(x, y) || (x === head.x && y === head.y));
    return isNear || (this.fills && this.visits[y * this.width + x] > 0);
  }

  undo() {
    if (!this.moves.length && this.before) {
      const { before } = this;
      this.before = undefined;
      return this.restore(before);
    }
    if (!this.moves.length) return this.given ? undefined : this.#clear();
    while (this.moves.at(-1)?.joined) this.#pop();
    this.#pop();
  }

  // Takes back one move.
  #pop() {
    const move = this.moves.pop();
    if (!move) return false;
    this.ends = undefined;
    for (let i = 0; i < move.steps; i++) {
      const { x, y } = this.head;
      this.trail.pop();
      this.visits[y * this.width + x]--;
      if (this.numbers.has(y * this.width + x)) this.met--;
    }
    return true;
  }

  // Continues from the beginning of an answer, as far as the rules allow.
  restore(answer) {
    this.#clear();
    const params = new URLSearchParams(answer.trim());
    if (this.slides) {
      const [x, y] = [Number(params.get("x") ?? -1), Number(params.get("y") ?? -1)];
      if (this.isOpen(x, y)) this.#begin({ x, y });
    }
    for (const letter of this.slides ? params.get("path") ?? "" : answer.trim()) {
      const way = "LRUD"[LETTERS[this.kind].indexOf(letter)];
      if (way) this.#go(way, false);
    }
  }

  // Goes back to the first n moves.
  keep(count) {
    while (this.moves.length > count && this.#pop());
  }

  // Goes to an earlier list of moves, keeping those that are the same, even if some have been
  // undone since.
  bring(moves) {
    const other = moves.findIndex((move, i) => move !== this.moves[i]);
    this.keep(other < 0 ? moves.length : other);
    for (const { way, joined } of moves.slice(this.moves.length)) this.#go(way, joined);
  }

  // Makes the move of a hint, which also names a start where none is chosen yet.
  follow({ next, so_far: soFar }) {
    if (!this.start) this.#begin(this.#startOf(soFar));
    for (const way of next.toUpperCase()) this.move(way, { alone: true });
  }

  // The cell at which a beginning of an answer begins.
  #startOf(beginning) {
    const params = new URLSearchParams(beginning.trim());
    return { x: Number(params.get("x")), y: Number(params.get("y")) };
  }

  // What a hint does, if there is no reason for it: the move in words.
  stepOf({ next, so_far: soFar }) {
    if (!this.start) return { text: t("A solution begins here."), cells: [this.#startOf(soFar)] };
    const way = { L: t("left"), R: t("right"), U: t("up"), D: t("down") }[next.toUpperCase()[0]];
    const text = t("{way} is on a way that works.", { way });
    return { text: `${text[0].toUpperCase()}${text.slice(1)}`, cells: [] };
  }

  // The moves of a win, including those that followed by themselves.
  get count() {
    return this.moves.length;
  }

  answer() {
    return this.answerAfter(this.moves.length);
  }

  // The answer as it was after the first n moves.
  answerAfter(count) {
    const letters = this.moves.slice(0, count).map(({ way }) => LETTERS[this.kind]["LRUD".indexOf(way)]).join("");
    if (!this.slides) return letters;
    return this.start ? `x=${this.start.x}&y=${this.start.y}&path=${letters}` : "";
  }

  // How many moves can be undone one by one, and what one of them is called, with the cells it
  // entered.
  get stages() {
    return this.moves.length;
  }

  stage(number) {
    const from = this.moves.slice(0, number - 1).reduce((sum, { steps }) => sum + steps, 1);
    return { name: t("move {n}", { n: number }), cells: this.trail.slice(from, from + this.moves[number - 1].steps) };
  }

  get left() {
    return this.freeCount - this.trail.length;
  }

  // How much of the board is filled, from 0 to 1. Where nothing is filled: how near the goal is as
  // the crow flies, which everybody can see; the length of the way to it would give the way away.
  get share() {
    if (this.fills) return this.trail.length / this.freeCount;
    if (!this.start || !this.goal) return 0;
    const { goal, start } = this;
    const far = ({ x, y }) => Math.abs(x - goal.x) + Math.abs(y - goal.y);
    return Math.max(0, 1 - far(this.head) / Math.max(1, far(start)));
  }

  // How to move, in a sentence.
  get how() {
    if (this.slides) return this.isTouched ? t("Swipe to slide.") : t("Arrow keys slide.");
    return this.isTouched ? t("Draw the way with a finger.") : t("Draw the way with the mouse, or use the arrow keys.");
  }

  get isOver() {
    if (!this.start) return false;
    const { x, y } = this.head;
    return this.fills ? this.left === 0 : x === this.goal?.x && y === this.goal?.y;
  }

  get isStuck() {
    return Boolean(this.start) && !this.isOver && !this.ways().length;
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
          const isWay = this.isOpen(x + dx, y + dy) || (x + dx === head.x && y + dy === head.y);
          sides += isWay && !this.sheet.isWalled(y * this.width + x, (y + dy) * this.width + x + dx) ? 1 : 0;
        }
        if (sides < 2) ends.push({ x, y });
      }
    }
    return ends;
  }

  status() {
    if (!this.start) return this.isTouched ? t("Choose a cell to start from: tap it") : t("Choose a cell to start from: click, or arrows and Enter");
    if (this.isOver) return count(this.moves.length, "Done in one move", "Done in {n} moves");
    if (!this.fills) return count(this.moves.length, "{n} step", "{n} steps");
    if (this.isStuck) return count(this.left, "Stuck: {n} cell left. Take something back.", "Stuck: {n} cells left. Take something back.");
    const { length } = this.deadEnds();
    if (this.met < this.order.length) return `${count(this.left, "{n} cell left", "{n} cells left")} · ${t("next: {n}", { n: this.order[this.met] })}`;
    const warning = length > 1 ? ` · ${t("{n} dead ends: only one can be the end", { n: number(length) })}` : "";
    return count(this.left, "{n} cell left", "{n} cells left") + warning;
  }

  // The next step of a shortest way through a maze to its end.
  shortestStep() {
    if (!this.goal || !this.start) return undefined;
    const { width } = this, goal = this.goal.y * width + this.goal.x, from = this.head.y * width + this.head.x;
    // From the end back to the walker: the way by which it is met leads there.
    const seen = new Uint8Array(this.free.length), queue = [goal];
    seen[goal] = 1;
    for (let i = 0; i < queue.length; i++) {
      const [x, y] = [queue[i] % width, Math.floor(queue[i] / width)];
      for (const [way, [dx, dy]] of Object.entries(WAYS)) {
        const cell = queue[i] + dx + dy * width;
        if (!this.isOpen(x + dx, y + dy) || seen[cell]) continue;
        if (cell === from) return BACK[way];
        seen[cell] = 1;
        queue.push(cell);
      }
    }
    return undefined;
  }

  // The cells with which an answer begins.
  beginning(answer, count) {
    const other = new Walker(this.sheet);
    other.restore(answer);
    return other.trail.slice(0, count);
  }

  // The colour that a cell takes on when the path has passed it, `reach` steps from the start.
  tint(cell, reach) {
    const step = this.fills && this.visits[cell] ? this.steps[cell] : Infinity;
    return step <= reach ? ramped[Math.floor((RAMP - 1) * step / this.freeCount)] : undefined;
  }

  // Where the walker is after this many steps, which need not be whole.
  at(reach) {
    const from = this.trail[Math.floor(reach)], to = this.trail[Math.ceil(reach)] ?? from;
    const share = reach - Math.floor(reach);
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  }
}
