// Connect the Colours by hand: a path for each colour, drawn from one of its ends. Paths that run into
// each other are cut, so that what is shown never breaks the rules; whether it is an answer is for the
// server's independent checker to say.

import { colourName, distinct, symbolOf } from "./colours.js";
import { count, t } from "./words.js";

const WAYS = { L: [-1, 0], R: [1, 0], U: [0, -1], D: [0, 1] };
// This many drawings can be undone.
const MOST_PAST = 500;

export class Joining {
  /** Whose path is on a cell. @type {Map<number, string>} */
  owner = new Map();
  /** The other paths as they were when the path that is held was picked up. @type {Map<string, number[]>} */
  others = new Map();

  constructor(sheet, { isTouched = false } = {}) {
    this.sheet = sheet;
    this.width = sheet.width;
    this.names = sheet.colours();
    this.tiles = sheet.cells.reduce((sum, _, cell) => sum + (sheet.isWall(cell) ? 0 : 1), 0);
    this.ends = new Map(this.names.map((name) => [name, []]));
    sheet.cells.forEach((_, cell) => { if (this.#isEnd(cell)) this.ends.get(sheet.symbol(cell)).push(cell); });
    // By another rule than the usual one tiles may stay empty.
    this.mayStayEmpty = /\bblanks\b/.test(sheet.rule);
    // The paths before each drawing.
    this.past = [];
    this.#set(new Map());
    this.isTouched = isTouched;
    // Pointers draw through this.
    this.tool = {
      down: ({ x, y }) => this.take(y * this.width + x),
      over: ({ x, y }) => this.extend(y * this.width + x),
      up: () => this.drop(),
      // What was drawn before can be undone too.
      cancel: () => this.undo(),
    };
  }

  #set(paths) {
    this.paths = paths;
    this.held = undefined;
    this.owner = new Map();
    for (const [name, path] of paths) for (const cell of path) this.owner.set(cell, name);
  }

  reset() {
    if (this.paths.size) this.#keep();
    this.#set(new Map());
  }

  // How many drawings can be undone, and what one of them is called, with the path that it drew.
  get stages() {
    return this.past.length;
  }

  stage(number) {
    const before = this.past[number - 1], after = this.past[number] ?? this.paths;
    const name = [...after.keys()].find((name) => String(after.get(name)) !== String(before.get(name)));
    const place = (cell) => ({ x: cell % this.width, y: Math.floor(cell / this.width) });
    const words = name === undefined ? t("drawing {n}", { n: number }) : t("drawing {n}, the path of {colour},", { n: number, colour: this.called(name) });
    return { name: words, cells: (after.get(name) ?? []).map(place) };
  }

  // Goes back to what was there after the first n drawings.
  keep(count) {
    if (count >= this.past.length) return;
    this.#set(this.past[count]);
    this.past.length = count;
  }

  undo() {
    const before = this.past.pop();
    if (before) this.#set(before);
  }

  #keep() {
    this.past.push(new Map([...this.paths].map(([name, path]) => [name, [...path]])));
    if (this.past.length > MOST_PAST) this.past.shift();
  }

  #isEnd(cell) {
    return !this.sheet.tile(cell);
  }

  // What a hint does, if there is no reason for it: the next step of a path in words, and its cell.
  stepOf(hint) {
    const { name, begun, whole } = this.#hinted(hint), { width } = this;
    const from = whole[begun.length - 1], to = whole[begun.length];
    const away = to - from;
    const way = away === 1 ? t("right") : away === -1 ? t("left") : away > 0 ? t("down") : t("up");
    return { text: t("The path of {colour} goes {way}.", { colour: this.called(name), way }), cells: [{ x: to % width, y: Math.floor(to / width) }] };
  }

  // The name of a colour for people, and the sign on its ends.
  called(name) {
    return colourName(this.names.indexOf(name));
  }

  sign(name) {
    return symbolOf(this.names.indexOf(name));
  }

  // The path that is held at its present length, and the others as they were when it was picked up,
  // each up to where it is in the way. So a path that was cut returns when the player draws back.
  #lay(path) {
    const paths = new Map(), taken = new Set(path);
    for (const [name, whole] of this.others) {
      const met = whole.findIndex((cell) => taken.has(cell));
      const rest = met < 0 ? whole : whole.slice(0, met);
      if (rest.length > 1) paths.set(name, rest);
    }
    paths.set(this.held, path);
    const { held, others } = this;
    this.#set(paths);
    [this.held, this.others] = [held, others];
  }

  // Picks up the path at a cell: from its end, or up to the cell. Returns whether there is one.
  take(cell) {
    const name = this.#isEnd(cell) ? this.sheet.symbol(cell) : this.owner.get(cell);
    if (name === undefined) return false;
    this.#keep();
    this.#hold(name);
    const path = this.paths.get(name) ?? [];
    this.#lay(this.#isEnd(cell) ? [cell] : path.slice(0, path.indexOf(cell) + 1));
    return true;
  }

  #hold(name) {
    this.held = name;
    this.others = new Map([...this.paths].filter(([other]) => other !== name));
  }

  // Whether a path may go from one cell to another, as far as their tiles say.
  permits(from, to) {
    if (to < 0 || to >= this.sheet.cells.length) return false;
    const across = Math.abs(to - from) === 1;
    if (across && Math.floor(to / this.width) !== Math.floor(from / this.width)) return false;
    if (!across && Math.abs(to - from) !== this.width) return false;
    return [from, to].every((cell) => {
      const tile = this.sheet.tile(cell);
      return tile?.fill !== "wall" && !tile?.name.startsWith(across ? "vertical" : "horizontal");
    });
  }

  // Continues to a neighbour, or goes back to where the path came from.
  extend(cell) {
    const path = this.paths.get(this.held);
    if (!path) return;
    const last = path.at(-1), before = path.indexOf(cell);
    if (before >= 0) return this.#lay(path.slice(0, before + 1));
    const isWhole = path.length > 1 && this.#isEnd(last);
    if (isWhole || !this.permits(last, cell)) return;
    if (this.#isEnd(cell) && this.sheet.symbol(cell) !== this.held) return;
    if ((this.sheet.checkpoints.get(cell) ?? this.held) !== this.held) return;
    this.#lay([...path, cell]);
  }

  // The cells that a path may reach from a cell, as far as the tiles say.
  beside(cell) {
    return Object.values(WAYS).map(([dx, dy]) => cell + dx + dy * this.width)
      .filter((other) => other >= 0 && other < this.sheet.cells.length && this.permits(cell, other));
  }

  drop() {
    // One cell is no path.
    this.#set(new Map([...this.paths].filter(([, path]) => path.length > 1)));
    // If nothing changed, it was not a drawing.
    if (this.past.length && this.#written(this.past.at(-1)) === this.answer()) this.past.pop();
  }

  // Where a hint continues: whose path, the part that is drawn, the whole of it, and how far the
  // hint goes. A new path begins at the end that is nearer to the hint's piece; one that has begun
  // continues through the hint's piece, if that comes next, or to its next turn.
  #hinted({ next, answer }) {
    const [x, y, toX, toY, name] = next.trim().split(" "), { width } = this;
    const piece = [Number(x) + Number(y) * width, Number(toX) + Number(toY) * width];
    const there = this.paths.get(name);
    const ways = (there ? [there] : this.ends.get(name).map((end) => [end])).map((begun) => {
      const whole = this.pathIn(answer, name, begun[0]), places = piece.map((cell) => whole.indexOf(cell));
      return { name, begun, whole, from: Math.min(...places), last: Math.max(...places) };
    });
    const way = ways.reduce((best, other) => other.last < best.last ? other : best);
    if (way.from >= 0 && way.from <= way.begun.length && way.last >= way.begun.length) return way;
    if (!there && way.from > 0) return way;
    const { begun, whole } = way;
    let last = begun.length;
    while (whole[last + 1] - whole[last] === whole[last] - whole[last - 1]) last++;
    return { ...way, last };
  }

  // Goes on as a hint says.
  follow(hint) {
    if (!hint.next.trim()) return;
    const { name, begun, whole, last } = this.#hinted(hint);
    this.#keep();
    this.#hold(name);
    this.#lay([...begun]);
    for (const cell of whole.slice(begun.length, last + 1)) this.extend(cell);
    this.drop();
  }

  get wantsCursor() {
    return this.held === undefined;
  }

  // The keyboard: Enter picks up a path and puts it down, arrows draw the one that is held.
  click({ x, y }) {
    if (this.held === undefined) this.take(y * this.width + x);
    else this.drop();
  }

  move(way) {
    const path = this.paths.get(this.held);
    if (!path) return undefined;
    const [dx, dy] = WAYS[way];
    this.extend(path.at(-1) + dx + dy * this.width);
    return undefined;
  }

  // Where the path that is held ends.
  get head() {
    const last = this.paths.get(this.held)?.at(-1);
    return last === undefined ? undefined : { x: last % this.width, y: Math.floor(last / this.width) };
  }

  isJoined(name) {
    const path = this.paths.get(name);
    return path?.length > 1 && this.#isEnd(path.at(-1));
  }

  get joined() {
    return this.names.filter((name) => this.isJoined(name)).length;
  }

  // Tiles that no path uses yet.
  get left() {
    return this.tiles - this.owner.size;
  }

  // How much of the board is filled, from 0 to 1.
  get share() {
    return this.owner.size / this.tiles;
  }

  // How to play, in a sentence.
  get how() {
    return t("Drag from an end of a colour to the other.");
  }

  get isOver() {
    return this.held === undefined && this.joined === this.names.length && (this.left === 0 || (this.mayStayEmpty && !this.#missed()));
  }

  // What a win took.
  get count() {
    return this.answer().trim().split("\n").length;
  }

  // Continues from the beginning of an answer, as far as the rules allow.
  restore(answer) {
    this.#set(new Map());
    for (const name of this.names) {
      const paths = this.ends.get(name).map((end) => this.pathIn(answer, name, end));
      const [path] = paths.sort((a, b) => b.length - a.length);
      if (!path || path.length < 2) continue;
      this.take(path[0]);
      for (const cell of path.slice(1)) this.extend(cell);
      this.drop();
    }
    this.past = [];
  }

  // A checkpoint that the finished path of its colour missed.
  #missed() {
    for (const [cell, name] of this.sheet.checkpoints) {
      if (this.isJoined(name) && this.owner.get(cell) !== name) return { cell, name };
    }
    return undefined;
  }

  status() {
    if (this.isOver) return t("Done");
    const parts = this.held === undefined ? [] : [t("drawing {colour}", { colour: this.called(this.held) })];
    parts.push(count(this.names.length, "{joined} of {n} colour joined", "{joined} of {n} colours joined", { joined: this.joined }));
    parts.push(count(this.left, "{n} tile left", "{n} tiles left"));
    const missed = this.#missed();
    if (missed) parts.push(t("the path of {colour} misses its square", { colour: this.called(missed.name) }));
    return parts.join(" · ");
  }

  // The first cells of the shortest path of an answer.
  beginning(answer, count) {
    const other = new Joining(this.sheet);
    other.restore(answer);
    const [shortest = []] = [...other.paths.values()].sort((a, b) => a.length - b.length);
    return shortest.slice(0, count).map((cell) => ({ x: cell % this.width, y: Math.floor(cell / this.width) }));
  }

  answer() {
    return this.#written(this.paths);
  }

  // The answer as it was after the first n drawings.
  answerAfter(count) {
    return this.#written(this.past[count] ?? this.paths);
  }

  // The straight pieces of all paths, a line for each.
  #written(paths) {
    const place = (cell) => `${cell % this.width} ${Math.floor(cell / this.width)}`;
    const lines = [];
    for (const [name, path] of paths) {
      let from = 0;
      for (let i = 1; i < path.length; i++) {
        if (path[i + 1] - path[i] === path[i] - path[i - 1]) continue;
        lines.push(`${place(path[from])} ${place(path[i])} ${name}\n`);
        from = i;
      }
    }
    return lines.join("");
  }

  // The cells of a colour's path in an answer, from one of its ends.
  pathIn(answer, name, end) {
    const { length } = this.sheet.cells, { width } = this;
    const beside = new Map();
    const link = (a, b) => beside.set(a, [...(beside.get(a) ?? []), b]);
    for (const line of answer.trim().split("\n")) {
      const [x1, y1, x2, y2] = line.split(" ").map(Number);
      const [first, last] = [y1 * width + x1, y2 * width + x2];
      // An answer may come from a link.
      const isPiece = line.split(" ")[4] === name && (x1 === x2 || y1 === y2) && Math.max(x1, x2) < width
        && [first, last].every((cell) => Number.isInteger(cell) && cell >= 0 && cell < length);
      const step = Math.sign(x2 - x1) + width * Math.sign(y2 - y1);
      for (let cell = first; isPiece && cell !== last; cell += step) {
        link(cell, cell + step);
        link(cell + step, cell);
      }
    }
    const path = [end], seen = new Set(path);
    for (let next = beside.get(end)?.[0]; next !== undefined;) {
      path.push(next);
      seen.add(next);
      next = beside.get(next).find((cell) => !seen.has(cell));
    }
    return path;
  }

  describe({ x, y }) {
    const owner = this.owner.get(y * this.width + x);
    return owner === undefined ? "" : ` · ${t("path of {colour}", { colour: this.called(owner) })}`;
  }

  // The colour of the path on a cell.
  tint(cell) {
    const owner = this.owner.get(cell);
    return owner === undefined ? undefined : distinct(this.names.indexOf(owner));
  }

  heads() {
    const path = this.paths.get(this.held);
    return path?.length > 1 ? [{ x: path.at(-1) % this.width, y: Math.floor(path.at(-1) / this.width), colour: distinct(this.names.indexOf(this.held)) }] : [];
  }
}
