// A board on a canvas that can be moved and zoomed: where it is, and what is drawn on it.

import { bytes } from "../model/packed.js";
import { listenToPointers } from "./gestures.js";
import { Layers } from "./layers.js";
import { paint } from "./paint.js";
import { Walk } from "../model/walk.js";

// Pixels of a cell: the most, and the most that is chosen by itself.
const LARGEST = 120, COMFORTABLE = 96;
const MARGIN = 14;
// Around a picture.
const RIM = 14;
// Milliseconds in which the path of a win is drawn, and in which the board follows a head.
const UNROLLED = 1200, FOLLOWED = 220;

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class View {
  // A view that `isStill` is a picture: it has no strip above it, and pointers pass over it.
  constructor(canvas, { isStill = false } = {}) {
    this.isStill = isStill;
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.dots = 1;
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    // Whether someone chose the position; one that was not chosen follows the size of the window.
    this.placed = false;
    // Whether pointers are meant for a game rather than for the board's place.
    this.isGame = false;
    this.cursor = undefined;
    // The cell below the pointer.
    this.hovered = undefined;
    this.tool = undefined;
    // Called with the way of a swipe, where a finger moves the player and not the board.
    this.swipe = undefined;
    // Called with a cell: when it is clicked, and when the pointer is over it.
    /** @type {(cell: any) => void} */
    this.onCell = () => {};
    /** @type {(cell: any) => void} */
    this.onHover = () => {};
    // What a mode draws above the board, in units of cells, with those in sight; and its discs above
    // the marks.
    /** @type {(context: any, scale: number, sight: any) => void} */
    this.overlay = () => {};
    /** What a mode draws above the marks. @type {(context: any) => void} */
    this.above = () => {};
    /** @type {() => any[]} */
    this.heads = () => [];
    // The colour with which a cell is tinted, if any; without this function, that of the walk.
    this.tint = undefined;
    if (!isStill) listenToPointers(this);
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
    if (this.walk) this.layers?.repaint(this.walk.goTo(step));
    this.draw();
  }

  fill(cell, index) {
    this.layers?.fill(cell, index);
    this.draw();
  }

  // Tints what a solver has decided so far: `decided` has a byte for each square of `side` cells.
  showSketch({ width, height, side, decided }) {
    const image = new OffscreenCanvas(width, height);
    const data = new ImageData(width, height);
    bytes(decided).forEach((share, i) => data.data.set([58, 110, 200, share * 0.75], 4 * i));
    image.getContext("2d")?.putImageData(data, 0, 0);
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
    // If a strip lies over the top of the board, it is left to the zoom and to the description of a
    // cell.
    const margin = this.isStill ? RIM : MARGIN, strip = this.isStill ? RIM : Number(getComputedStyle(this.canvas).getPropertyValue("--strip")) || MARGIN;
    const across = this.canvas.clientWidth - 2 * margin;
    const down = Math.max(50, this.canvas.clientHeight - strip - margin);
    this.scale = Math.max(0.01, Math.min(across / width, down / height, COMFORTABLE));
    this.left = margin + (across - width * this.scale) / 2;
    this.top = strip + (down - height * this.scale) / 2;
    this.placed = false;
    this.following = undefined;
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
    this.following = undefined;
    this.draw();
  }

  move(dx, dy) {
    this.placed ||= dx !== 0 || dy !== 0;
    this.following = undefined;
    this.left += dx;
    this.top += dy;
    this.draw();
  }

  // Whether a part of the board is out of sight.
  isBeyond() {
    if (!this.picture) return false;
    const { clientWidth, clientHeight } = this.canvas, { width, height } = this.picture;
    return this.left < 0 || this.top < 0 || this.left + width * this.scale > clientWidth || this.top + height * this.scale > clientHeight;
  }

  // Whether a pointer that draws nothing moves the board: not if it could have been meant for a
  // game.
  mayPan({ pointerType, buttons }) {
    return !this.isGame || this.isBeyond() || (pointerType === "mouse" && buttons !== 1);
  }

  // How far the board has to move for a pointer at its edge, where there is more of it.
  edgeRoom(x, y, edge, most) {
    if (!this.picture) return [0, 0];
    const { clientWidth, clientHeight } = this.canvas, { width, height } = this.picture;
    const room = (place, size, from, length) => {
      if (place < edge && from < 0) return Math.min(most * (edge - place) / edge, most, -from);
      const over = from + length - size;
      return place > size - edge && over > 0 ? -Math.min(most * (place - size + edge) / edge, most, over) : 0;
    };
    return [room(x, clientWidth, this.left, width * this.scale), room(y, clientHeight, this.top, height * this.scale)];
  }

  // Moves the board, if it was moved or zoomed before, so that a cell and some around it are in sight.
  reveal({ x, y }) {
    if (!this.placed) return;
    const { clientWidth, clientHeight } = this.canvas;
    const edge = Math.min(3 * this.scale, clientWidth / 4, clientHeight / 4);
    const room = (place, size) => place < edge ? edge - place : Math.min(0, size - edge - place - this.scale);
    const across = room(this.left + x * this.scale, clientWidth), down = room(this.top + y * this.scale, clientHeight);
    if (across || down) this.#follow(across, down);
  }

  // Moves the board by this much, gradually if motion is wanted. Another move ends it.
  #follow(across, down) {
    const { left, top } = this, begun = performance.now();
    const own = this.following = {};
    const frame = (now) => {
      if (this.following !== own) return;
      const share = still.matches ? 1 : Math.max(0, Math.min(1, (now - begun) / FOLLOWED));
      this.left = left + across * share;
      this.top = top + down * share;
      this.draw();
      if (share < 1) requestAnimationFrame(frame);
    };
    frame(begun);
  }

  // Draws the walk again from its start, unless motion is not wanted.
  unroll() {
    const { picture, walk } = this;
    if (still.matches || !walk) return;
    const begun = performance.now();
    const frame = (now) => {
      if (this.picture !== picture) return;
      const share = Math.max(0, Math.min(1, (now - begun) / UNROLLED));
      this.goTo(share * walk.length);
      if (share < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
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

  // Keeps the cell below the pointer, for what a mode shows there; a tool may use the place within
  // the cell.
  hover(cell) {
    const isSame = cell?.x === this.hovered?.x && cell?.y === this.hovered?.y;
    this.hovered = cell;
    if (!isSame || this.tool?.trace) this.draw();
  }

  // The cursor moved by some cells, as far as the board goes.
  moveCursor(dx, dy) {
    const { width, height } = this.picture;
    const { x, y } = this.cursor ?? { x: 0, y: 0 };
    const within = (place, size) => Math.max(0, Math.min(size - 1, place));
    this.setCursor({ x: within(x + dx, width), y: within(y + dy, height) });
  }

  // The cell under a pointer, if there is one, and how far across it and down it the pointer is, from 0 to 1.
  cellAt({ offsetX, offsetY }) {
    if (!this.picture) return undefined;
    const placeX = (offsetX - this.left) / this.scale, placeY = (offsetY - this.top) / this.scale;
    const x = Math.floor(placeX), y = Math.floor(placeY);
    const { width, height } = this.picture;
    return x >= 0 && y >= 0 && x < width && y < height ? { x, y, across: placeX - x, down: placeY - y } : undefined;
  }

  // Draws with the next frame, once, however often it is called.
  draw() {
    this.pending ??= requestAnimationFrame(() => this.#paint());
  }

  #paint() {
    if (this.pending !== undefined) cancelAnimationFrame(this.pending);
    this.pending = undefined;
    if (this.picture) paint(this);
  }

  #recolour() {
    if (!this.picture) return;
    const style = getComputedStyle(this.canvas);
    const names = ["open", "wall", "back", "head", "rule", "edge"];
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
    if (!this.placed) this.fit();
    // A canvas of another size is empty: it is painted before it is shown.
    this.#paint();
  }
}
