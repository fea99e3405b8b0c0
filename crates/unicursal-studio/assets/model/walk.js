// The lines of a picture as one walk of steps that can be played: a step is a cell that a line enters.
//
// `mask` has, for each cell, the sides by which drawn lines leave its middle, `tone` the colour of
// its last visit as an index into `tones`, 0 for none. Going forward costs as much as the steps it
// takes; going back starts over, which takes some milliseconds for millions of steps.

import { RAMP, ramped } from "./colours.js";

export const RIGHT = 1, DOWN = 2, LEFT = 4, UP = 8;
const AWAY = [[1, 0], [0, 1], [-1, 0], [0, -1]];

export class Walk {
  constructor({ width, height, lines }) {
    this.width = width;
    this.tones = ["#000000", ...ramped];
    let total = 0;
    for (const { moves } of lines) total += moves.reduce((sum, move) => sum + (move >> 2), 1);
    this.cells = new Uint32Array(total);
    this.toneAt = new Uint8Array(total);
    // Steps at which a line begins, and those after which it turns.
    this.begins = new Set();
    this.turns = [];
    let at = 0;
    for (const line of lines) at = this.#expand(line, at);
    this.mask = new Uint8Array(width * height);
    this.tone = new Uint8Array(width * height);
    this.step = 0;
  }

  #expand({ start: [x, y], moves, stroke }, at) {
    const first = at;
    this.begins.add(first);
    let cell = y * this.width + x;
    this.cells[at++] = cell;
    moves.forEach((move, i) => {
      const [dx, dy] = AWAY[move & 3];
      const away = dx + dy * this.width;
      for (let left = move >> 2; left > 0; left--) this.cells[at++] = cell += away;
      if (moves[i + 1] === undefined || (moves[i + 1] & 3) !== (move & 3)) this.turns.push(at);
    });
    if (stroke === "flow") {
      const last = Math.max(1, at - first - 1);
      for (let i = first; i < at; i++) this.toneAt[i] = 1 + Math.floor((RAMP - 1) * (i - first) / last);
    } else {
      let tone = this.tones.indexOf(stroke);
      if (tone < 0) tone = this.tones.length < 256 ? this.tones.push(stroke) - 1 : 1;
      this.toneAt.fill(tone, first, at);
    }
    return at;
  }

  get length() {
    return this.cells.length;
  }

  // The cell of the last step taken, or -1.
  get head() {
    return this.step > 0 ? this.cells[this.step - 1] : -1;
  }

  // Shows this many steps. Returns the first step that changed, or 0 if everything did.
  goTo(step) {
    step = Math.max(0, Math.min(this.length, Math.round(step)));
    const from = step < this.step ? 0 : this.step;
    if (from === 0) {
      this.mask.fill(0);
      this.tone.fill(0);
    }
    for (let i = from; i < step; i++) {
      const cell = this.cells[i];
      this.tone[cell] = this.toneAt[i];
      if (this.begins.has(i)) continue;
      const before = this.cells[i - 1];
      const [out, into] = cell === before + 1 ? [RIGHT, LEFT]
        : cell === before - 1 ? [LEFT, RIGHT]
        : cell > before ? [DOWN, UP] : [UP, DOWN];
      this.mask[before] |= out;
      this.mask[cell] |= into;
    }
    this.step = step;
    return from;
  }

  // The step at the next turn, or at the one before.
  turn(direction) {
    const { turns, step } = this;
    let low = 0, high = turns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (turns[middle] < step || (direction > 0 && turns[middle] === step)) low = middle + 1;
      else high = middle;
    }
    return direction > 0 ? turns[low] ?? this.length : turns[low - 1] ?? 0;
  }
}
