// Changing a sheet: brushes, strokes, other sheets, and taking all of it back. What it changes it also
// shows on the view.

// So many changes can be taken back.
const MOST_PAST = 300;

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
    this.tool = {
      down: (cell) => { this.paint(cell); return true; },
      over: (cell) => this.paint(cell),
      up: () => this.end(),
      cancel: () => { this.end(); this.undo(); },
    };
  }

  // Paints a cell with the brush: a tile's symbol, or the end or checkpoint of a colour.
  paint({ x, y }) {
    const { kind, symbol, single } = this.brush;
    const { sheet } = this;
    const cell = y * sheet.width + x, [empty] = sheet.tiles;
    if (kind === "checkpoint") {
      // Only tiles that a path passes can be checkpoints.
      const tile = sheet.tile(cell);
      if (!tile || tile.fill === "wall") this.#put(cell, empty.symbol);
      this.#change(cell, sheet.cells[cell], symbol);
    } else {
      const other = single ? sheet.find(symbol) : -1;
      if (other >= 0 && other !== cell) this.#put(other, empty.symbol);
      if (kind === "end") this.#takeThird(cell, symbol);
      this.#put(cell, symbol);
    }
    this.view.picture.marks = sheet.marks();
    this.view.draw();
  }

  // A colour has two ends: the first one goes when a third is placed.
  #takeThird(cell, symbol) {
    const ends = [];
    this.sheet.cells.forEach((value, at) => { if (value === symbol.codePointAt(0) && at !== cell) ends.push(at); });
    if (ends.length > 1) this.#put(ends[0], this.sheet.tiles[0].symbol);
  }

  #put(cell, symbol) {
    this.#change(cell, symbol.codePointAt(0), undefined);
  }

  #change(cell, value, checkpoint) {
    const { cells, checkpoints } = this.sheet;
    if (cells[cell] === value && checkpoints.get(cell) === checkpoint) return;
    this.stroke.push([cell, cells[cell], checkpoints.get(cell)]);
    this.#set(cell, value, checkpoint);
  }

  #set(cell, value, checkpoint) {
    this.sheet.cells[cell] = value;
    if (checkpoint === undefined) this.sheet.checkpoints.delete(cell);
    else this.sheet.checkpoints.set(cell, checkpoint);
    this.view.fill(cell, this.sheet.fill(cell));
  }

  #keep(change) {
    this.past.push(change);
    if (this.past.length > MOST_PAST) this.past.shift();
    this.future = [];
  }

  // Ends a stroke: from now on it is taken back as a whole.
  end() {
    if (!this.stroke.length) return;
    this.#keep({ stroke: this.stroke });
    this.stroke = [];
    this.onStroke();
  }

  // Goes on with another sheet, which can be taken back too.
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
      const { cells, checkpoints } = this.sheet;
      const opposite = [];
      for (const [cell, value, checkpoint] of change.stroke.toReversed()) {
        opposite.push([cell, cells[cell], checkpoints.get(cell)]);
        this.#set(cell, value, checkpoint);
      }
      to.push({ stroke: opposite });
      this.view.picture.marks = this.sheet.marks();
      this.view.draw();
    }
    this.onStroke();
  }
}
