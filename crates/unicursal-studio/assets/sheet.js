// A level as the page itself understands it: a character for each cell, to be drawn, edited, described
// and written as text. It reads only the form in which the server writes levels.

import { distinct } from "./colours.js";

const PALETTE = ["open", "wall", "#d6e2f2", "#f4e4ce"];
const [OPEN, WALL, VERTICAL, HORIZONTAL] = [0, 1, 2, 3];
const LETTER = "#787c84", START = "#3e126e", END = "#be3c28";

// The tiles of each puzzle: how texts write them, what they are called, and how they are filled. A
// `single` tile stands on a board once. What is not listed is a colour's end.
export const TILES = {
  coil: [{ char: ".", name: "free cell", fill: OPEN }, { char: "X", name: "wall", fill: WALL }],
  connect: [
    { char: ".", name: "empty tile", fill: OPEN },
    { char: "V", name: "vertical tile", fill: VERTICAL, mark: LETTER },
    { char: "H", name: "horizontal tile", fill: HORIZONTAL, mark: LETTER },
    { char: "X", name: "blocker", fill: WALL },
  ],
  maze: [
    { char: "#", name: "path", fill: OPEN },
    { char: " ", name: "wall", fill: WALL },
    { char: "S", name: "start", fill: OPEN, single: true, mark: START, shape: "disc" },
    { char: "E", name: "end", fill: OPEN, single: true, mark: END },
  ],
  pellet: [
    { char: ".", name: "pellet", fill: OPEN },
    { char: "#", name: "wall", fill: WALL },
    { char: "S", name: "start", fill: OPEN, single: true, mark: START, shape: "disc" },
  ],
};

const code = (char) => char.charCodeAt(0);

export class Sheet {
  constructor(puzzle, width, height, cells) {
    Object.assign(this, { puzzle, width, height });
    this.tiles = TILES[puzzle];
    this.cells = cells ?? new Uint16Array(width * height).fill(code(this.tiles[0].char));
    // The colours that some cells of Connect ask for, and whether the text counts them.
    this.checkpoints = new Map();
    this.counted = true;
  }

  static parse(puzzle, text) {
    const lines = text.replace(/\n$/, "").split("\n");
    let width, height, rows = lines;
    if (puzzle === "coil") {
      const fields = new URLSearchParams(text.trim());
      [width, height, rows] = [Number(fields.get("x")), Number(fields.get("y")), [fields.get("board")]];
    } else if (puzzle === "maze") {
      [width, height] = [Math.max(...lines.map((line) => line.length)), lines.length];
    } else {
      const size = lines[0].split(" ").map(Number);
      [width, height] = puzzle === "connect" ? size.reverse() : size;
      rows = lines.slice(1, 1 + height);
    }
    const sheet = new Sheet(puzzle, width, height);
    let cell = 0;
    for (const row of rows) for (let i = 0; i < row.length; i++) sheet.cells[cell++] = row.charCodeAt(i);
    if (puzzle === "connect") {
      sheet.counted = lines.length > 1 + height;
      for (const line of lines.slice(2 + height)) {
        const [x, y, colour] = line.split(" ");
        sheet.checkpoints.set(Number(y) * width + Number(x), colour);
      }
    }
    return sheet;
  }

  print() {
    const { width, height } = this;
    const rows = Array.from({ length: height }, (_, y) => this.#row(y));
    if (this.puzzle === "coil") return `x=${width}&y=${height}&board=${rows.join("")}\n`;
    const body = rows.join("\n") + "\n";
    if (this.puzzle === "maze") return body;
    if (this.puzzle === "pellet") return `${width} ${height}\n${body}`;
    const wanted = [...this.checkpoints].map(([cell, colour]) => `${cell % width} ${Math.floor(cell / width)} ${colour}\n`);
    const count = this.counted || wanted.length ? `${wanted.length}\n` : "";
    return `${height} ${width}\n${body}${count}${wanted.join("")}`;
  }

  #row(y) {
    const cells = this.cells.subarray(y * this.width, (y + 1) * this.width);
    let row = "";
    // A call takes only so many arguments.
    for (let from = 0; from < cells.length; from += 4096) row += String.fromCharCode(...cells.subarray(from, from + 4096));
    return row;
  }

  char(cell) {
    return String.fromCharCode(this.cells[cell]);
  }

  // The tile of a cell; the end of a colour is none of the listed ones.
  tile(cell) {
    return this.tiles.find(({ char }) => code(char) === this.cells[cell]);
  }

  // The same level with other sides; what is cut off is lost.
  resized(width, height) {
    const sheet = new Sheet(this.puzzle, width, height);
    sheet.counted = this.counted;
    for (let y = 0; y < Math.min(height, this.height); y++) {
      const row = this.cells.subarray(y * this.width, y * this.width + Math.min(width, this.width));
      sheet.cells.set(row, y * width);
    }
    for (const [cell, colour] of this.checkpoints) {
      const x = cell % this.width, y = Math.floor(cell / this.width);
      if (x < width && y < height) sheet.checkpoints.set(y * width + x, colour);
    }
    return sheet;
  }

  // The names of the colours, in the order in which they stand on the board.
  colours() {
    if (this.puzzle !== "connect") return [];
    const listed = this.tiles.map(({ char }) => code(char));
    const names = new Set(this.cells);
    return [...names].filter((name) => !listed.includes(name)).map((name) => String.fromCharCode(name));
  }

  fill(cell) {
    return this.tile(cell)?.fill ?? OPEN;
  }

  marks() {
    const marks = [];
    const add = (cell, shape, colour, label) =>
      marks.push({ x: cell % this.width, y: Math.floor(cell / this.width), shape, colour, label });
    for (const { char, mark, single, shape = "square" } of this.tiles) {
      if (!mark) continue;
      let cell = this.cells.indexOf(code(char));
      while (cell >= 0) {
        if (!this.checkpoints.has(cell)) add(cell, shape, mark, char);
        cell = single ? -1 : this.cells.indexOf(code(char), cell + 1);
      }
    }
    const colour = new Map(this.colours().map((name, i) => [code(name), distinct(i)]));
    for (const [cell, name] of this.checkpoints) add(cell, "square", colour.get(code(name)) ?? LETTER, name);
    if (colour.size) {
      this.cells.forEach((value, cell) => {
        if (colour.has(value)) add(cell, "disc", colour.get(value), String.fromCharCode(value));
      });
    }
    return marks;
  }

  picture() {
    const fills = Uint8Array.from(this.cells, (_, cell) => this.fill(cell));
    return { width: this.width, height: this.height, palette: PALETTE, fills, lines: [], marks: this.marks() };
  }

  // What one wants to know about a cell.
  describe({ x, y }) {
    const cell = y * this.width + x;
    const tile = this.tile(cell);
    const parts = [`${x}, ${y}`, tile ? tile.name : `end of colour ${this.char(cell)}`];
    if (this.checkpoints.has(cell)) parts.push(`checkpoint of colour ${this.checkpoints.get(cell)}`);
    return parts.join(" · ");
  }
}
