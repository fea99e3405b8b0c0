// Draws a frame of a view: the board, the lines and marks on it, the head of the walk, the cursor.
// Everything is in units of cells. Where cells are small, the images of the layers are scaled; where
// they are large, only the cells in sight are drawn in detail.

import { inkOn } from "./colours.js";
import { DOWN, LEFT, RIGHT, UP } from "./walk.js";

// Pixels of a cell from which it is drawn in detail, and from which there are lines between cells.
const DETAILED = 5, RULED = 12;
const SIDES = [[RIGHT, 0.5, 0], [LEFT, -0.5, 0], [DOWN, 0, 0.5], [UP, 0, -0.5]];

export function paint(view) {
  const { context: c, scale, dots, colours, layers, walk, picture } = view;
  c.setTransform(1, 0, 0, 1, 0, 0);
  c.fillStyle = colours.back;
  c.fillRect(0, 0, view.canvas.width, view.canvas.height);
  c.setTransform(dots * scale, 0, 0, dots * scale, dots * view.left, dots * view.top);
  const detailed = scale >= DETAILED;
  // Shrunk, neighbouring cells blend into each other; enlarged, they keep their edges.
  c.imageSmoothingEnabled = scale * dots < 1;
  c.imageSmoothingQuality = "medium";
  c.drawImage(detailed ? layers.board.image : layers.walked.image, 0, 0);
  if (view.sketch) paintSketch(view);
  if (detailed) {
    const sight = cellsInSight(view);
    if (scale >= RULED) paintRules(view, sight);
    paintSigns(view, picture.marks);
    paintLines(view, sight);
  }
  view.overlay(c, scale);
  paintMarks(view, picture.marks);
  if (walk.head >= 0 && walk.step < walk.length) {
    paintDisc(view, { x: walk.head % picture.width, y: Math.floor(walk.head / picture.width) }, colours.head);
  }
  for (const { x, y, colour } of view.heads()) paintDisc(view, { x, y }, colour);
  if (view.cursor) paintCursor(view);
}

function cellsInSight({ canvas, picture, left, top, scale }) {
  const { width, height } = picture;
  return {
    x0: Math.max(0, Math.floor(-left / scale)),
    y0: Math.max(0, Math.floor(-top / scale)),
    x1: Math.min(width, Math.ceil((canvas.clientWidth - left) / scale)),
    y1: Math.min(height, Math.ceil((canvas.clientHeight - top) / scale)),
  };
}

function paintSketch({ context: c, sketch }) {
  const { image, side } = sketch;
  c.imageSmoothingEnabled = false;
  c.drawImage(image, 0, 0, image.width * side, image.height * side);
}

function paintRules({ context: c, scale, colours }, { x0, y0, x1, y1 }) {
  c.beginPath();
  for (let x = x0; x <= x1; x++) c.rect(x, y0, 0, y1 - y0);
  for (let y = y0; y <= y1; y++) c.rect(x0, y, x1 - x0, 0);
  c.strokeStyle = colours.rule;
  c.lineWidth = 1 / scale;
  c.stroke();
}

function paintLines({ context: c, walk, picture: { width } }, { x0, y0, x1, y1 }) {
  const strokes = new Map();
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const mask = walk.mask[y * width + x], tone = walk.tone[y * width + x];
      if (!mask) continue;
      let path = strokes.get(tone);
      if (!path) strokes.set(tone, path = new Path2D());
      for (const [side, dx, dy] of SIDES) {
        if (!(mask & side)) continue;
        path.moveTo(x + 0.5, y + 0.5);
        path.lineTo(x + 0.5 + dx, y + 0.5 + dy);
      }
    }
  }
  c.lineWidth = 0.34;
  c.lineCap = "round";
  for (const [tone, path] of strokes) {
    c.strokeStyle = walk.tones[tone];
    c.stroke(path);
  }
}

const ARROWS = { V: "↕", H: "↔" };
const isSign = ({ shape, label }) => shape === "sign" || label in ARROWS;

// What stands on a tile, below the lines, so that it hides none.
function paintSigns({ context: c, scale }, marks) {
  if (scale < 10) return;
  c.textAlign = "center";
  c.textBaseline = "middle";
  c.font = "600 0.62px system-ui, sans-serif";
  for (const mark of marks) {
    if (!isSign(mark)) continue;
    c.fillStyle = mark.colour;
    c.fillText(ARROWS[mark.label] ?? mark.label, mark.x + 0.5, mark.y + 0.54);
  }
}

function paintMarks({ context: c, scale }, marks) {
  // On a board seen from afar marks keep a size at which they can be found.
  const half = Math.max(0.38, 3 / scale);
  for (const mark of marks) {
    if (isSign(mark)) continue;
    const { x, y, shape, colour, label } = mark;
    c.fillStyle = colour;
    c.strokeStyle = "#fff";
    c.lineWidth = half / 5;
    c.beginPath();
    if (shape === "disc") c.arc(x + 0.5, y + 0.5, half, 0, 7);
    else c.roundRect(x + 0.5 - half, y + 0.5 - half, 2 * half, 2 * half, half / 4);
    c.stroke();
    c.fill();
    if (!label || half * scale < 5) continue;
    c.fillStyle = inkOn(colour);
    c.font = `600 ${half * 1.3}px system-ui, sans-serif`;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.fillText(label, x + 0.5, y + 0.54);
  }
}

// A disc on a cell, large enough to be found.
function paintDisc({ context: c, scale }, { x, y }, colour) {
  c.beginPath();
  c.arc(x + 0.5, y + 0.5, Math.max(0.36, 5 / scale), 0, 7);
  c.fillStyle = colour;
  c.fill();
  c.strokeStyle = "#fff";
  c.lineWidth = Math.max(0.08, 1.5 / scale);
  c.stroke();
}

function paintCursor({ context: c, scale, cursor: { x, y }, colours }) {
  const inset = 1.5 / scale;
  c.strokeStyle = colours.head;
  c.lineWidth = 3 / scale;
  c.strokeRect(x + inset, y + inset, 1 - 2 * inset, 1 - 2 * inset);
}
