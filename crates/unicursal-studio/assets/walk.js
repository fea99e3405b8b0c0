// The lines of a picture as one walk of steps that can be played: a step is a cell that a line enters.
//
// `mask` has, for each cell, the sides by which drawn lines leave its middle, `tone` the colour of its
// last visit as an index into `tones`, 0 for none. Going forward costs the steps gone; going back
// starts anew, which is some milliseconds for millions of steps.

export const RIGHT = 1, LEFT = 2, DOWN = 4, UP = 8;
const RAMP = 96;
// The stops of the ramp along which lines flow in all of the program's pictures.
const STOPS = [[62, 18, 110], [58, 72, 160], [24, 122, 168], [16, 160, 130], [110, 190, 60], [246, 190, 20]];

function ramp(share) {
  const place = share * (STOPS.length - 1);
  const below = Math.min(Math.floor(place), STOPS.length - 2);
  return STOPS[below].map((a, i) => Math.round(a + (STOPS[below + 1][i] - a) * (place - below)));
}

const fromHex = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

export class Walk {
  constructor(picture) {
    this.width = picture.width;
    this.tones = [[0, 0, 0]];
    for (let i = 0; i < RAMP; i++) this.tones.push(ramp(i / (RAMP - 1)));
    let total = 0;
    for (const { corners } of picture.lines) {
      total += corners.length ? 1 : 0;
      for (let i = 2; i < corners.length; i += 2) {
        total += Math.abs(corners[i] - corners[i - 2]) + Math.abs(corners[i + 1] - corners[i - 1]);
      }
    }
    this.cells = new Uint32Array(total);
    this.toneAt = new Uint8Array(total);
    // Steps at which a line begins, and those at which it turns.
    this.begins = new Set();
    this.corners = [];
    let at = 0;
    for (const line of picture.lines) at = this.#expand(line, at);
    this.mask = new Uint8Array(picture.width * picture.height);
    this.tone = new Uint8Array(picture.width * picture.height);
    this.step = 0;
  }

  #expand({ corners, stroke }, at) {
    if (!corners.length) return at;
    const first = at;
    this.begins.add(first);
    let [x, y] = corners;
    this.cells[at++] = y * this.width + x;
    for (let i = 2; i < corners.length; i += 2) {
      const dx = Math.sign(corners[i] - x), dy = Math.sign(corners[i + 1] - y);
      while (x !== corners[i] || y !== corners[i + 1]) {
        x += dx;
        y += dy;
        this.cells[at++] = y * this.width + x;
      }
      this.corners.push(at);
    }
    if (stroke === "flow") {
      const last = Math.max(1, at - first - 1);
      for (let i = first; i < at; i++) this.toneAt[i] = 1 + Math.floor((RAMP - 1) * (i - first) / last);
    } else {
      if (this.tones.length < 255) this.tones.push(fromHex(stroke));
      this.toneAt.fill(this.tones.length - 1, first, at);
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

  // The step at the next corner, or at the one before.
  corner(direction) {
    const { corners, step } = this;
    let low = 0, high = corners.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (corners[middle] < step || (direction > 0 && corners[middle] === step)) low = middle + 1;
      else high = middle;
    }
    return direction > 0 ? corners[low] ?? this.length : corners[low - 1] ?? 0;
  }
}
