// A board on a canvas that can be moved and zoomed by mouse, keyboard and touch.
//
// There are two levels of detail. The whole board is kept as an image with a pixel for each cell, and
// shown as that while cells are small; where they are large, only the cells in sight are drawn, with
// lines and marks. So a frame costs no more for a large board than for a screen full of cells.

import { DOWN, LEFT, RIGHT, UP, Walk } from "./walk.js";

// Pixels of a cell from which it is drawn in detail.
const DETAILED = 5;
const LARGEST = 96;

const fromHex = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

export class View {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.image = document.createElement("canvas");
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    // Called with a cell's column and row: when it is clicked, and when the pointer is over it.
    this.onCell = () => {};
    this.onHover = () => {};
    // Drawn above everything, in units of cells.
    this.overlay = () => {};
    this.#listen();
    new ResizeObserver(() => this.#resize()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#recolour());
  }

  // Shows a picture of the server's; the position stays if the size does.
  show(picture) {
    const kept = this.picture?.width === picture.width && this.picture?.height === picture.height;
    this.picture = picture;
    this.walk = new Walk(picture);
    this.walk.goTo(this.walk.length);
    this.#recolour();
    if (!kept) this.fit();
  }

  goTo(step) {
    const from = this.walk.goTo(step);
    this.#paint(from);
    this.draw();
  }

  fit() {
    if (!this.picture) return;
    const { width, height } = this.picture;
    const room = this.canvas.getBoundingClientRect();
    this.scale = Math.min(room.width / (width + 1), room.height / (height + 1), 48);
    this.left = (room.width - width * this.scale) / 2;
    this.top = (room.height - height * this.scale) / 2;
    this.draw();
  }

  // Zooms so that the point (x, y) of the canvas stays where it is.
  zoom(factor, x, y) {
    if (!this.picture) return;
    const room = this.canvas.getBoundingClientRect();
    x ??= room.width / 2;
    y ??= room.height / 2;
    const least = Math.min(0.5 * room.width / this.picture.width, 0.5 * room.height / this.picture.height, 8);
    const scale = Math.max(least, Math.min(LARGEST, this.scale * factor));
    this.left = x - (x - this.left) * scale / this.scale;
    this.top = y - (y - this.top) * scale / this.scale;
    this.scale = scale;
    this.draw();
  }

  move(dx, dy) {
    this.left += dx;
    this.top += dy;
    this.draw();
  }

  // Draws with the next frame, once, however often it is called.
  draw() {
    this.pending ??= requestAnimationFrame(() => {
      this.pending = undefined;
      if (this.picture) this.#draw();
    });
  }

  #colours() {
    const style = getComputedStyle(this.canvas);
    const colour = (name) => style.getPropertyValue(name).trim();
    return { open: colour("--open"), wall: colour("--wall"), back: colour("--back"), head: colour("--head") };
  }

  #recolour() {
    if (!this.picture) return;
    this.colours = this.#colours();
    this.palette = this.picture.palette.map((name) => this.colours[name] ?? name);
    const { width, height } = this.picture;
    this.image.width = width;
    this.image.height = height;
    this.pixels = new ImageData(width, height);
    this.#paint(0);
    this.draw();
  }

  // Brings the image up to date: everything, or the steps from `from` on.
  #paint(from) {
    const { width, height, fills } = this.picture;
    const data = this.pixels.data;
    const set = (cell, [r, g, b]) => {
      const at = 4 * cell;
      data[at] = r;
      data[at + 1] = g;
      data[at + 2] = b;
      data[at + 3] = 255;
    };
    const { walk } = this;
    let top = height, bottom = 0;
    if (from === 0) {
      const colours = this.palette.map(fromHex);
      for (let cell = 0; cell < width * height; cell++) {
        set(cell, walk.tone[cell] ? walk.tones[walk.tone[cell]] : colours[fills.charCodeAt(cell) - 48]);
      }
      [top, bottom] = [0, height];
    } else {
      for (let i = from; i < walk.step; i++) {
        const cell = walk.cells[i];
        set(cell, walk.tones[walk.toneAt[i]]);
        const y = Math.floor(cell / width);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
      }
    }
    if (top < bottom) {
      this.image.getContext("2d").putImageData(this.pixels, 0, 0, 0, top, width, bottom - top);
    }
  }

  #draw() {
    const { context: c, scale, picture } = this;
    const dots = this.dots ?? 1;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.fillStyle = this.colours.back;
    c.fillRect(0, 0, this.canvas.width, this.canvas.height);
    c.setTransform(dots * scale, 0, 0, dots * scale, dots * this.left, dots * this.top);
    if (scale < DETAILED) {
      // Shrunk, neighbouring cells blend into each other; enlarged, they keep their edges.
      c.imageSmoothingEnabled = scale * dots < 1;
      c.imageSmoothingQuality = "medium";
      c.drawImage(this.image, 0, 0);
    } else {
      this.#drawCells();
    }
    this.#drawMarks(picture.marks);
    const { head } = this.walk;
    if (head >= 0 && this.walk.step < this.walk.length) this.#drawHead(head);
    this.overlay(c, scale);
  }

  // The cells in sight.
  #sight() {
    const room = this.canvas.getBoundingClientRect();
    const { width, height } = this.picture;
    return {
      x0: Math.max(0, Math.floor(-this.left / this.scale)),
      y0: Math.max(0, Math.floor(-this.top / this.scale)),
      x1: Math.min(width, Math.ceil((room.width - this.left) / this.scale)),
      y1: Math.min(height, Math.ceil((room.height - this.top) / this.scale)),
    };
  }

  #drawCells() {
    const { context: c, walk, palette, scale } = this;
    const { width, fills } = this.picture;
    const { x0, y0, x1, y1 } = this.#sight();
    const areas = palette.map(() => new Path2D());
    const strokes = new Map();
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++) {
        const cell = y * width + x;
        areas[fills.charCodeAt(cell) - 48].rect(x, y, 1, 1);
        const mask = walk.mask[cell], tone = walk.tone[cell];
        if (!mask) continue;
        let path = strokes.get(tone);
        if (!path) strokes.set(tone, path = new Path2D());
        const cx = x + 0.5, cy = y + 0.5;
        for (const [side, dx, dy] of [[RIGHT, 0.5, 0], [LEFT, -0.5, 0], [DOWN, 0, 0.5], [UP, 0, -0.5]]) {
          if (mask & side) {
            path.moveTo(cx, cy);
            path.lineTo(cx + dx, cy + dy);
          }
        }
      }
    }
    areas.forEach((area, i) => {
      c.fillStyle = palette[i];
      c.fill(area);
    });
    if (scale >= 12) this.#drawGrid(x0, y0, x1, y1);
    c.lineWidth = 0.34;
    c.lineCap = "round";
    for (const [tone, path] of strokes) {
      c.strokeStyle = `rgb(${walk.tones[tone]})`;
      c.stroke(path);
    }
  }

  #drawGrid(x0, y0, x1, y1) {
    const { context: c } = this;
    c.beginPath();
    for (let x = x0; x <= x1; x++) c.rect(x, y0, 0, y1 - y0);
    for (let y = y0; y <= y1; y++) c.rect(x0, y, x1 - x0, 0);
    c.strokeStyle = "rgb(128 128 128 / 0.25)";
    c.lineWidth = 1 / this.scale;
    c.stroke();
  }

  #drawMarks(marks) {
    const { context: c } = this;
    // On a board seen from afar marks keep a size at which they can be found.
    const half = Math.max(0.38, 3 / this.scale);
    for (const { x, y, shape, colour, label } of marks) {
      c.fillStyle = colour;
      c.strokeStyle = "#fff";
      c.lineWidth = half / 5;
      c.beginPath();
      if (shape === "disc") c.arc(x + 0.5, y + 0.5, half, 0, 7);
      else c.rect(x + 0.5 - half, y + 0.5 - half, 2 * half, 2 * half);
      c.fill();
      c.stroke();
      if (label) {
        c.fillStyle = "#fff";
        c.font = `bold ${half * 1.3}px sans-serif`;
        c.textAlign = "center";
        c.textBaseline = "middle";
        c.fillText(label, x + 0.5, y + 0.54);
      }
    }
  }

  #drawHead(cell) {
    const { context: c } = this;
    const x = cell % this.picture.width, y = Math.floor(cell / this.picture.width);
    c.beginPath();
    c.arc(x + 0.5, y + 0.5, Math.max(0.36, 5 / this.scale), 0, 7);
    c.fillStyle = this.colours.head;
    c.fill();
    c.strokeStyle = "#fff";
    c.lineWidth = Math.max(0.08, 1.5 / this.scale);
    c.stroke();
  }

  #resize() {
    const room = this.canvas.getBoundingClientRect();
    const dots = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(room.width * dots), Math.round(room.height * dots)];
    if (!width || (width === this.canvas.width && height === this.canvas.height)) return;
    this.dots = dots;
    this.canvas.width = width;
    this.canvas.height = height;
    this.fit();
  }

  // The cell under a pointer, if there is one.
  #cellAt(event) {
    const x = Math.floor((event.offsetX - this.left) / this.scale);
    const y = Math.floor((event.offsetY - this.top) / this.scale);
    const inside = this.picture && x >= 0 && y >= 0 && x < this.picture.width && y < this.picture.height;
    return inside ? { x, y } : undefined;
  }

  #listen() {
    const { canvas } = this;
    const pointers = new Map();
    let moved = 0;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, event);
      moved = pointers.size > 1 ? Infinity : 0;
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return this.onHover(this.#cellAt(event));
      const others = [...pointers.values()].filter((other) => other.pointerId !== event.pointerId);
      const dx = event.offsetX - before.offsetX, dy = event.offsetY - before.offsetY;
      moved += Math.hypot(dx, dy);
      pointers.set(event.pointerId, event);
      if (others.length) {
        const distance = (a) => Math.hypot(a.offsetX - others[0].offsetX, a.offsetY - others[0].offsetY);
        const x = (event.offsetX + others[0].offsetX) / 2, y = (event.offsetY + others[0].offsetY) / 2;
        this.move(dx / 2, dy / 2);
        this.zoom(distance(event) / Math.max(1, distance(before)), x, y);
      } else if (moved > 4) {
        this.move(dx, dy);
      }
    });
    canvas.addEventListener("pointerup", (event) => {
      pointers.delete(event.pointerId);
      const cell = this.#cellAt(event);
      if (moved <= 4 && cell) this.onCell(cell);
    });
    canvas.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    }, { passive: false });
    canvas.addEventListener("dblclick", () => this.fit());
  }
}
