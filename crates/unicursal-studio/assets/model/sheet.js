// A level cell by cell, to be drawn, edited and described: the symbols that the server sends, and
// what the puzzle says about its tiles. A symbol that is not a tile is the end of a colour.

import { colourName, distinct, symbolOf } from "./colours.js";
import { t } from "./words.js";

const code = (symbol) => symbol.codePointAt(0);
const LETTER = "#626875", NUMBER = "#2f3542";

export class Sheet {
  /** For a level as the library describes it, or empty.
   * @param {any} puzzle @param {{ width: number, height: number, cells?: string, checkpoints?: any[], rows_only?: boolean, rule?: string,
   *   numbers?: { x: number, y: number, number: number }[], walls?: { x: number, y: number, below?: boolean }[] }} level */
  constructor(puzzle, { width, height, cells, checkpoints = [], rows_only: rowsOnly = false, rule = "", numbers = [], walls = [] }) {
    this.puzzle = puzzle;
    this.width = width;
    this.height = height;
    // The text says nothing about checkpoints, not even that there are none.
    this.rowsOnly = rowsOnly;
    // How the text names another rule than the usual one.
    this.rule = rule;
    /** @type {any[]} */
    this.tiles = puzzle.tiles;
    this.cells = new Uint32Array(width * height).fill(code(this.tiles[0].symbol));
    if (cells) {
      let at = 0;
      for (const symbol of cells) this.cells[at++] = code(symbol);
    }
    this.checkpoints = new Map(checkpoints.map(({ x, y, colour }) => [y * width + x, colour]));
    this.known = new Map(this.tiles.map((tile) => [code(tile.symbol), tile]));
    // Numbers on cells; a start is the number 1 by its tile alone.
    this.numbers = new Map(numbers.map(({ x, y, number }) => [y * width + x, number]));
    for (const cell of this.numbers.keys()) if (this.tile(cell)?.single) this.numbers.delete(cell);
    // Thin walls: twice the cell left of one or above it, and one more where the other cell is below.
    this.walls = new Set(walls.map(({ x, y, below = false }) => 2 * (y * width + x) + (below ? 1 : 0)));
    this.palette = [...new Set(["open", "wall", ...this.tiles.map(({ fill }) => fill)])];
  }

  // The form in which the server takes it.
  toJSON() {
    const { width, height } = this;
    const checkpoints = [...this.checkpoints].map(([cell, colour]) => ({ x: cell % width, y: Math.floor(cell / width), colour }));
    let cells = "";
    // A call takes a limited number of arguments.
    for (let from = 0; from < this.cells.length; from += 4096) {
      cells += String.fromCodePoint(...this.cells.subarray(from, from + 4096));
    }
    return { width, height, cells, checkpoints, rows_only: this.rowsOnly, rule: this.rule, ...this.#more() };
  }

  #place(cell) {
    return { x: cell % this.width, y: Math.floor(cell / this.width) };
  }

  // The thin walls, each with the cell left of it or above it.
  thinWalls() {
    return [...this.walls].map((wall) => ({ ...this.#place(wall >> 1), below: wall % 2 === 1 }));
  }

  // What only some puzzles have.
  #more() {
    const numbers = [...this.numbers].map(([cell, number]) => ({ ...this.#place(cell), number }));
    const walls = this.thinWalls();
    return { ...(numbers.length ? { numbers } : {}), ...(walls.length ? { walls } : {}) };
  }

  // The place of a thin wall on the way from a cell to its neighbour; undefined at the edge of the board.
  wallBeside({ x, y }, [dx, dy]) {
    const isInside = x + dx >= 0 && y + dy >= 0 && x + dx < this.width && y + dy < this.height;
    return isInside ? 2 * (Math.min(y, y + dy) * this.width + Math.min(x, x + dx)) + (dy ? 1 : 0) : undefined;
  }

  // Whether a thin wall stands between two neighbours.
  isWalled(from, to) {
    const first = Math.min(from, to);
    return this.walls.has(2 * first + (Math.abs(to - from) === 1 && this.width > 1 ? 0 : 1));
  }

  // The number of a cell, where the puzzle has numbers: a start has the first.
  numberAt(cell) {
    return this.tile(cell)?.single ? 1 : this.numbers.get(cell);
  }

  // The cell with a number; -1 if there is none.
  numbered(number) {
    if (number === 1) return this.find(this.singles[0]?.symbol);
    return [...this.numbers].find(([, other]) => other === number)?.[0] ?? -1;
  }

  // The first number that is not on the board.
  missingNumber() {
    const there = new Set(this.numbers.values());
    let number = this.numbered(1) < 0 ? 1 : 2;
    while (number > 1 && there.has(number)) number++;
    return number;
  }

  symbol(cell) {
    return String.fromCodePoint(this.cells[cell]);
  }

  // The tile of a cell; the end of a colour is not one of the puzzle's tiles.
  tile(cell) {
    return this.known.get(this.cells[cell]);
  }

  isWall(cell) {
    return this.tile(cell)?.fill === "wall";
  }

  // The cell of a tile that can be on the board only once; -1 if it is not there.
  find(symbol) {
    return symbol === undefined ? -1 : this.cells.indexOf(code(symbol));
  }

  // The tiles that are on a board once: a start, and perhaps an end.
  get singles() {
    return this.tiles.filter(({ single }) => single);
  }

  // The same level with other sides; what is cut off is lost.
  resized(width, height) {
    const sheet = new Sheet(this.puzzle, { width, height, rows_only: this.rowsOnly, rule: this.rule });
    for (let y = 0; y < Math.min(height, this.height); y++) {
      const row = this.cells.subarray(y * this.width, y * this.width + Math.min(width, this.width));
      sheet.cells.set(row, y * width);
    }
    for (const [cell, colour] of this.checkpoints) {
      const x = cell % this.width, y = Math.floor(cell / this.width);
      if (x < width && y < height) sheet.checkpoints.set(y * width + x, colour);
    }
    const { numbers = [], walls = [] } = this.#more();
    for (const { x, y, number } of numbers) if (x < width && y < height) sheet.numbers.set(y * width + x, number);
    for (const { x, y, below } of walls) {
      if (x + (below ? 0 : 1) < width && y + (below ? 1 : 0) < height) sheet.walls.add(2 * (y * width + x) + (below ? 1 : 0));
    }
    return sheet;
  }

  // The names of the colours, in the order in which they appear on the board.
  colours() {
    if (!this.puzzle.colours) return [];
    return [...new Set(this.cells)].filter((value) => !this.known.has(value)).map((value) => String.fromCodePoint(value));
  }

  fill(cell) {
    const tile = this.tile(cell);
    return tile ? this.palette.indexOf(tile.fill) : 0;
  }

  // The marks on tiles. Colours have signs instead of the letters in the text; a colour without
  // ends has its letter.
  marks() {
    const marks = [], names = this.colours();
    const sign = (name) => names.includes(name) ? symbolOf(names.indexOf(name)) : name;
    const add = (cell, shape, colour, label) =>
      marks.push({ x: cell % this.width, y: Math.floor(cell / this.width), shape, colour, label });
    this.singles.forEach(({ symbol, mark }, i) => {
      const cell = this.find(symbol);
      if (cell >= 0 && mark) add(cell, i ? "square" : "disc", mark, symbol);
    });
    for (const { symbol, mark, single } of this.tiles) {
      if (!mark || single) continue;
      for (let cell = this.find(symbol); cell >= 0; cell = this.cells.indexOf(code(symbol), cell + 1)) {
        if (!this.checkpoints.has(cell)) add(cell, "sign", mark, symbol);
      }
    }
    // The last number is the end, which is a square, as ends are in pictures of answers.
    const last = [...this.numbers.values()].reduce((most, number) => Math.max(most, number), 1);
    for (const [cell, number] of this.numbers) {
      if (!this.tile(cell)?.single) add(cell, number === last ? "square" : "disc", NUMBER, String(number));
    }
    const colour = new Map(names.map((name, i) => [code(name), distinct(i)]));
    for (const [cell, name] of this.checkpoints) add(cell, "square", colour.get(code(name)) ?? LETTER, sign(name));
    if (colour.size) {
      this.cells.forEach((value, cell) => {
        if (colour.has(value)) add(cell, "disc", colour.get(value), sign(String.fromCodePoint(value)));
      });
    }
    return marks;
  }

  picture() {
    const fills = Uint8Array.from(this.cells, (_, cell) => this.fill(cell));
    return { width: this.width, height: this.height, palette: this.palette, fills, lines: [], marks: this.marks(), walls: this.thinWalls() };
  }

  // What a user may want to know about a cell.
  describe({ x, y }) {
    const cell = y * this.width + x;
    const tile = this.tile(cell);
    const called = (name) => colourName(this.colours().indexOf(name));
    const parts = [`${x}, ${y}`, tile ? t(tile.name) : t("end of {colour}", { colour: called(this.symbol(cell)) })];
    if (this.numbers.has(cell)) parts.push(String(this.numbers.get(cell)));
    if (this.checkpoints.has(cell)) parts.push(t("checkpoint of {colour}", { colour: called(this.checkpoints.get(cell)) }));
    return parts.join(" · ");
  }
}
