// A board on a canvas that can be moved and zoomed: where it is, and what is drawn on it.

import { bytes } from "./packed.js";
import { listenToPointers } from "./gestures.js";
import { Layers } from "./layers.js";
import { paint } from "./paint.js";
import { Walk } from "./walk.js";

// Pixels of a cell: the most, and the most that is chosen by itself.
const LARGEST = 96, COMFORTABLE = 64;
// The strip above the board that is left to the zoom and to what is known of a cell.
const STRIP = 48;
const MARGIN = 14;

export class View {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.dots = 1;
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    // Whether someone chose the position; one that was not chosen follows the size of the window.
    this.placed = false;
    this.cursor = undefined;
    this.tool = undefined;
    // Called with a cell: when it is clicked, and when the pointer is over it.
    this.onCell = () => {};
    this.onHover = () => {};
    // What a mode draws above the board, in units of cells, and its discs above the marks.
    this.overlay = () => {};
    this.heads = () => [];
    listenToPointers(this);
    new ResizeObserver(() => this.#resize()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#recolour());
  }

  // Shows an unpacked picture with its whole walk; the position stays if the size does.
  show(picture) {
    const kept = this.picture?.width === picture.width && this.picture?.height === picture.height;
    this.picture = picture;
    this.sketch = undefined;
    this.walk = new Walk(picture);
    this.walk.goTo(this.walk.length);
    this.#recolour();
    if (!kept) this.fit();
  }

  goTo(step) {
    this.layers.repaint(this.walk.goTo(step));
    this.draw();
  }

  fill(cell, index) {
    this.layers.fill(cell, index);
    this.draw();
  }

  // Tints what a solver has decided so far: `decided` has a byte for each square of `side` cells.
  showSketch({ width, height, side, decided }) {
    const image = new OffscreenCanvas(width, height);
    const data = new ImageData(width, height);
    bytes(decided).forEach((share, i) => data.data.set([58, 110, 200, share * 0.75], 4 * i));
    image.getContext("2d").putImageData(data, 0, 0);
    this.sketch = { image, side };
    this.draw();
  }

  hideSketch() {
    this.sketch = undefined;
    this.draw();
  }

  fit() {
    if (!this.picture) return;
    const { width, height } = this.picture;
    const across = this.canvas.clientWidth - 2 * MARGIN;
    const down = this.canvas.clientHeight - STRIP - MARGIN;
    this.scale = Math.max(0.01, Math.min(across / width, down / height, COMFORTABLE));
    this.left = MARGIN + (across - width * this.scale) / 2;
    this.top = STRIP + (down - height * this.scale) / 2;
    this.placed = false;
    this.draw();
  }

  // Zooms so that the point (x, y) of the canvas, or its middle, stays where it is.
  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    if (!this.picture) return;
    const { clientWidth, clientHeight } = this.canvas;
    const least = Math.min(clientWidth / this.picture.width / 2, clientHeight / this.picture.height / 2, 8);
    const scale = Math.max(least, Math.min(LARGEST, this.scale * factor));
    this.left = x - (x - this.left) * scale / this.scale;
    this.top = y - (y - this.top) * scale / this.scale;
    this.scale = scale;
    this.placed = true;
    this.draw();
  }

  move(dx, dy) {
    this.placed ||= dx !== 0 || dy !== 0;
    this.left += dx;
    this.top += dy;
    this.draw();
  }

  // Marks a cell for the keyboard, and brings it into sight.
  setCursor(cell) {
    this.cursor = cell;
    if (cell) {
      const { clientWidth, clientHeight } = this.canvas;
      const room = (place, size) => place < 0 ? -place : Math.min(0, size - place - this.scale);
      this.move(room(this.left + cell.x * this.scale, clientWidth), room(this.top + cell.y * this.scale, clientHeight));
    }
    this.draw();
  }

  // The cursor moved by some cells, as far as the board goes.
  moveCursor(dx, dy) {
    const { width, height } = this.picture;
    const { x, y } = this.cursor ?? { x: 0, y: 0 };
    const within = (place, size) => Math.max(0, Math.min(size - 1, place));
    this.setCursor({ x: within(x + dx, width), y: within(y + dy, height) });
  }

  // The cell under a pointer, if there is one.
  cellAt({ offsetX, offsetY }) {
    if (!this.picture) return undefined;
    const x = Math.floor((offsetX - this.left) / this.scale);
    const y = Math.floor((offsetY - this.top) / this.scale);
    const { width, height } = this.picture;
    return x >= 0 && y >= 0 && x < width && y < height ? { x, y } : undefined;
  }

  // Draws with the next frame, once, however often it is called.
  draw() {
    this.pending ??= requestAnimationFrame(() => {
      this.pending = undefined;
      if (this.picture) paint(this);
    });
  }

  #recolour() {
    if (!this.picture) return;
    const style = getComputedStyle(this.canvas);
    const names = ["open", "wall", "back", "head", "rule"];
    this.colours = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.layers = new Layers(this.picture, this.walk, this.colours);
    this.draw();
  }

  #resize() {
    const { clientWidth, clientHeight } = this.canvas;
    const dots = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(clientWidth * dots), Math.round(clientHeight * dots)];
    if (!width || !height || (width === this.canvas.width && height === this.canvas.height)) return;
    Object.assign(this.canvas, { width, height });
    this.dots = dots;
    if (this.placed) this.draw();
    else this.fit();
  }
}
