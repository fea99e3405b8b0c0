// A picture as images with a pixel for each cell: the board alone, and the board with the walk on it.
// Small cells are shown by scaling these; so a frame costs the same for large boards and small ones.

import { pixel } from "../model/colours.js";

export class Layers {
  constructor({ width, height, palette, fills }, walk, colours) {
    this.width = width;
    this.fills = fills;
    this.walk = walk;
    this.colours = palette.map((name) => pixel(colours[name] ?? name));
    this.tones = walk.tones.map(pixel);
    this.board = blank(width, height);
    this.walked = blank(width, height);
    for (let cell = 0; cell < fills.length; cell++) this.board.pixels[cell] = this.colours[fills[cell]];
    this.board.put(0, height);
    this.repaint(0);
  }

  // Shows what the walk has done since a step; everything if that is the first.
  repaint(from) {
    const { walk, walked, width } = this;
    const { height } = walked.image;
    let top = height, bottom = 0;
    if (from === 0) {
      for (let cell = 0; cell < this.fills.length; cell++) {
        const tone = walk.tone[cell];
        walked.pixels[cell] = tone ? this.tones[tone] : this.colours[this.fills[cell]];
      }
      [top, bottom] = [0, height];
    } else {
      for (let i = from; i < walk.step; i++) {
        const cell = walk.cells[i];
        walked.pixels[cell] = this.tones[walk.toneAt[i]];
        const y = Math.floor(cell / width);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y + 1);
      }
    }
    if (top < bottom) walked.put(top, bottom);
  }

  // Changes the fill of a cell.
  fill(cell, index) {
    this.fills[cell] = index;
    const y = Math.floor(cell / this.width);
    for (const layer of [this.board, this.walked]) {
      layer.pixels[cell] = this.colours[index];
      layer.put(y, y + 1);
    }
  }
}

function blank(width, height) {
  const image = new OffscreenCanvas(width, height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (image.getContext("2d"));
  const data = new ImageData(width, height);
  const put = (top, bottom) => context.putImageData(data, 0, 0, 0, top, width, bottom - top);
  return { image, pixels: new Uint32Array(data.data.buffer), put };
}
