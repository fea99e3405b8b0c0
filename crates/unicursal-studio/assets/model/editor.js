// Changing a sheet: brushes, strokes, other sheets, and taking all of it back. What it changes it also
// shows on the view.

import { WAYS } from "./walker.js";

// This many changes can be taken back.
const MOST_PAST = 300;
// How near to the side of a cell, in cells, a pointer must move to draw a thin wall.
const NEAR = 0.3;

/** The side of a cell to which a point of it is nearest, and how far that is. @param {{ across: number, down: number }} point */
export function nearestSide({ across, down }) {
  const far = { L: across, R: 1 - across, U: down, D: 1 - down };
  const way = Object.keys(far).reduce((best, other) => far[other] < far[best] ? other : best);
  return { way, far: far[way] };
}

export class Editor {
  constructor(sheet, view, onStroke) {
    this.sheet = sheet;
    this.view = view;
    this.onStroke = onStroke;
    /** @type {any} */
    this.brush = undefined;
    // A change is a stroke, a list of cells with what they were before, or a whole sheet.
    this.past = [];
    this.future = [];
    this.stroke = [];
    this.view.show(sheet.picture());
    // What the stroke did to its first thin wall: built it or took it away.
    this.builds = undefined;
    let number;
    this.tool = {
      down: (cell) => {
        ({ number } = this.brush);
        this.paint(cell, cell);
        return true;
      },
      // Numbers are placed one by one, and thin walls where the pointer is.
      over: (cell) => { if (!["number", "thin"].includes(this.brush.kind)) this.paint(cell); },
      trace: (point) => { if (this.brush.kind === "thin" && nearestSide(point).far < NEAR) this.#buildAt(point); },
      up: () => this.end(),
      cancel: () => {
        this.#giveUp();
        if (this.brush.kind === "number") this.brush.number = number;
      },
    };
  }

  // Paints a cell with the brush: a tile's symbol, the end or checkpoint of a colour, a number; or a thin wall beside it, where
  // the point in the cell says at which side.
  /** @param {{ x: number, y: number }} cell @param {any} [point] */
  paint({ x, y }, point) {
    const { kind, symbol, single } = this.brush;
    const { sheet } = this;
    const cell = y * sheet.width + x, [empty] = sheet.tiles;
    if (kind === "thin") {
      if (point?.across !== undefined) this.#buildAt(point);
    } else if (kind === "number") {
      this.#number(cell);
    } else if (kind === "checkpoint") {
      // Only tiles that a path passes can be checkpoints.
      const tile = sheet.tile(cell);
      if (!tile || tile.fill === "wall") this.#put(cell, empty.symbol);
      this.#change(cell, sheet.cells[cell], { checkpoint: symbol });
    } else {
      const other = single ? sheet.find(symbol) : -1;
      if (other >= 0 && other !== cell) this.#put(other, empty.symbol);
      if (kind === "end") this.#takeThird(cell, symbol);
      this.#put(cell, symbol);
    }
    this.#show();
  }

  #show() {
    Object.assign(this.view.picture, { marks: this.sheet.marks(), walls: this.sheet.thinWalls() });
    this.view.draw();
  }

  // Puts the brush's number on a cell, wherever it was before, and continues with the next; a
  // number that is there already is picked up instead.
  #number(cell) {
    const { sheet, brush } = this, there = sheet.numberAt(cell), [empty] = sheet.tiles;
    if (there !== undefined) {
      this.#put(cell, empty.symbol);
      brush.number = there;
      return;
    }
    const before = sheet.numbered(brush.number);
    if (before >= 0) this.#put(before, empty.symbol);
    this.#setNumber(cell, brush.number);
    brush.number = sheet.missingNumber();
  }

  #setNumber(cell, number) {
    const { tiles, singles } = this.sheet;
    if (number === 1 && singles.length) this.#put(cell, singles[0].symbol);
    else this.#change(cell, tiles[0].symbol.codePointAt(0), { number });
  }

  // A thin wall at the side of the cell that is nearest to a point.
  #buildAt(point) {
    this.build(point, nearestSide(point).way);
  }

  // Builds a thin wall at a side of a cell, or takes it away; a stroke continues as it began.
  build(cell, way) {
    const wall = this.sheet.wallBeside(cell, WAYS[way]);
    if (wall === undefined) return;
    this.builds ??= !this.sheet.walls.has(wall);
    if (this.sheet.walls.has(wall) === this.builds) return;
    this.stroke.push({ wall, stood: !this.builds });
    this.#setWall(wall, this.builds);
    this.#show();
  }

  #setWall(wall, stands) {
    if (stands) this.sheet.walls.add(wall);
    else this.sheet.walls.delete(wall);
  }

  // A colour has two ends: the first one goes when a third is placed.
  #takeThird(cell, symbol) {
    const ends = [];
    this.sheet.cells.forEach((value, at) => { if (value === symbol.codePointAt(0) && at !== cell) ends.push(at); });
    if (ends.length > 1) this.#put(ends[0], this.sheet.tiles[0].symbol);
  }

  #put(cell, symbol) {
    this.#change(cell, symbol.codePointAt(0));
  }

  /** What a cell is, and what stands on it. @param {number} cell */
  #state(cell) {
    const { cells, checkpoints, numbers } = this.sheet;
    return { cell, value: cells[cell], checkpoint: checkpoints.get(cell), number: numbers.get(cell) };
  }

  /** @param {number} cell @param {number} value @param {{ checkpoint?: string, number?: number }} on */
  #change(cell, value, { checkpoint, number } = {}) {
    const before = this.#state(cell);
    if (before.value === value && before.checkpoint === checkpoint && before.number === number) return;
    this.stroke.push(before);
    this.#set({ cell, value, checkpoint, number });
  }

  #set({ cell, value, checkpoint, number }) {
    const { cells, checkpoints, numbers } = this.sheet;
    cells[cell] = value;
    if (checkpoint === undefined) checkpoints.delete(cell);
    else checkpoints.set(cell, checkpoint);
    if (number === undefined) numbers.delete(cell);
    else numbers.set(cell, number);
    this.view.fill(cell, this.sheet.fill(cell));
  }

  #keep(change) {
    this.past.push(change);
    if (this.past.length > MOST_PAST) this.past.shift();
    this.future = [];
  }

  // Ends a stroke: it can then be undone as a whole.
  end() {
    this.builds = undefined;
    if (!this.stroke.length) return;
    this.#keep({ stroke: this.stroke });
    this.stroke = [];
    this.onStroke();
  }

  // Gives up a stroke: as if it had not begun, so that everything that could be undone or redone
  // still can be.
  #giveUp() {
    this.builds = undefined;
    this.#turnBack(this.stroke);
    this.stroke = [];
  }

  // Replaces the sheet by another one; this can be undone too.
  replace(sheet) {
    this.#keep({ sheet: this.sheet });
    this.sheet = sheet;
    this.view.show(sheet.picture());
  }

  undo() {
    this.#turn(this.past, this.future);
  }

  redo() {
    this.#turn(this.future, this.past);
  }

  // Takes back the last change of one list, and puts its opposite into the other.
  #turn(from, to) {
    const change = from.pop();
    if (!change) return;
    if (change.sheet) {
      to.push({ sheet: this.sheet });
      this.sheet = change.sheet;
      this.view.show(this.sheet.picture());
    } else {
      to.push({ stroke: this.#turnBack(change.stroke) });
    }
    if (this.brush?.kind === "number") this.brush.number = this.sheet.missingNumber();
    this.onStroke();
  }

  // Makes everything as it was before a stroke. Returns the stroke that does it again.
  #turnBack(stroke) {
    const opposite = stroke.toReversed().map((before) => {
      if (before.wall !== undefined) {
        this.#setWall(before.wall, before.stood);
        return { wall: before.wall, stood: !before.stood };
      }
      const state = this.#state(before.cell);
      this.#set(before);
      return state;
    });
    this.#show();
    return opposite;
  }
}
