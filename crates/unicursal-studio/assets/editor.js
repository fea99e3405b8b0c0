// Changing a sheet: brushes, strokes and taking them back. What it changes it also shows on the view.

const code = (char) => char.charCodeAt(0);

export class Editor {
  constructor(sheet, view, onStroke) {
    Object.assign(this, { sheet, view, onStroke });
    // Each stroke is a list of cells with what they were before.
    this.past = [];
    this.stroke = [];
    this.view.show(sheet.picture());
    this.tool = {
      down: (cell) => { this.paint(cell); return true; },
      over: (cell) => this.paint(cell),
      up: () => this.end(),
      cancel: () => { this.end(); this.undo(); },
    };
  }

  // Paints a cell with the brush: a tile's character, or the end or checkpoint of a colour.
  paint({ x, y }) {
    const { kind, char, single } = this.brush;
    const cell = y * this.sheet.width + x;
    if (kind === "checkpoint") {
      // Only tiles that a path passes can be checkpoints.
      if (!["empty tile", "vertical tile", "horizontal tile"].includes(this.sheet.tile(cell)?.name)) this.#put(cell, ".");
      this.#change(cell, this.sheet.cells[cell], char);
    } else {
      if (single) {
        const other = this.sheet.cells.indexOf(code(char));
        if (other >= 0 && other !== cell) this.#put(other, this.sheet.tiles[0].char);
      }
      if (kind === "end") this.#takeThird(cell, char);
      this.#put(cell, char);
    }
    this.view.picture.marks = this.sheet.marks();
    this.view.draw();
  }

  // A colour has two ends: the first one goes when a third is placed.
  #takeThird(cell, char) {
    const ends = [];
    this.sheet.cells.forEach((value, at) => { if (value === code(char) && at !== cell) ends.push(at); });
    if (ends.length > 1) this.#put(ends[0], ".");
  }

  #put(cell, char) {
    this.#change(cell, code(char), undefined);
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

  // Ends a stroke: from now on it is taken back as a whole.
  end() {
    if (!this.stroke.length) return;
    this.past.push(this.stroke);
    this.stroke = [];
    this.onStroke();
  }

  undo() {
    const stroke = this.past.pop();
    if (!stroke) return;
    for (const [cell, value, checkpoint] of stroke.reverse()) this.#set(cell, value, checkpoint);
    this.view.picture.marks = this.sheet.marks();
    this.view.draw();
    this.onStroke();
  }
}
