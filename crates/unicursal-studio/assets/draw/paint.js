// Draws a frame of a view: the board, the lines and marks on it, the head of the walk, the cursor.
// Everything is in units of cells. Where cells are small, the images of the layers are scaled; where
// they are large, only the cells in sight are drawn in detail.

import { inkOn, RAMP, ramp, TINT } from "../model/colours.js";
import { DOWN, LEFT, RIGHT, UP } from "../model/walk.js";

// Pixels of a cell from which it is drawn in detail, from which there are lines between cells, and from
// which walls have round corners.
const DETAILED = 5, RULED = 12, ROUND = 8;
// This many cells of a line get colours that flow into each other; of longer ones each has its own.
const MOST_FLOWING = 1500;
// This many cells in sight are tinted; and pixels of the board's corners.
const MOST_TINTED = 20_000, ROUNDED = 10;
// Pieces of a line reach a little over each other, so that no seam is seen between cells.
const OVERLAP = 0.02;
const SIDES = [[RIGHT, 0.5, 0], [LEFT, -0.5, 0], [DOWN, 0, 0.5], [UP, 0, -0.5]];

export function paint(view) {
  const { context: c, scale, dots, colours, layers, walk, picture } = view;
  c.setTransform(1, 0, 0, 1, 0, 0);
  c.clearRect(0, 0, view.canvas.width, view.canvas.height);
  c.setTransform(dots * scale, 0, 0, dots * scale, dots * view.left, dots * view.top);
  const detailed = scale >= DETAILED, sight = cellsInSight(view);
  paintShadow(view);
  c.save();
  c.clip(outline(view));
  // Shrunk, neighbouring cells blend into each other; enlarged, they keep their edges.
  c.imageSmoothingEnabled = scale * dots < 1;
  c.imageSmoothingQuality = "medium";
  c.drawImage(detailed ? layers.board.image : layers.walked.image, 0, 0);
  if (view.sketch) paintSketch(view);
  if (detailed) {
    if (scale >= RULED) paintRules(view, sight);
    if (scale >= ROUND) paintCorners(view, sight);
    paintTints(view, sight);
    paintSigns(view, picture.marks);
    paintLines(view, sight);
  }
  paintThinWalls(view);
  view.overlay(c, scale, sight);
  c.restore();
  paintMarks(view, picture.marks);
  if (walk.head >= 0 && walk.step < walk.length) {
    paintDisc(view, { x: walk.head % picture.width, y: Math.floor(walk.head / picture.width), colour: colours.head });
  }
  for (const head of view.heads()) paintDisc(view, head);
  view.above(c);
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

// The board lies a little above the page.
function paintShadow(view) {
  const { context: c, dots, colours } = view;
  c.save();
  Object.assign(c, { fillStyle: colours.open, shadowColor: "rgb(0 0 0 / 0.28)", shadowBlur: 18 * dots, shadowOffsetY: 4 * dots });
  c.fill(outline(view));
  c.restore();
}

// The edge of the board, with round corners.
function outline({ scale, picture: { width, height } }) {
  const path = new Path2D();
  path.roundRect(0, 0, width, height, Math.min(ROUNDED / scale, width / 8, height / 8));
  return path;
}

// The cells that a line passes take on a little of its colour, except those whose own colour has a
// meaning.
function paintTints(view, { x0, y0, x1, y1 }) {
  if ((x1 - x0) * (y1 - y0) > MOST_TINTED) return;
  const { context: c, walk, picture } = view, { width, fills, palette } = picture;
  const isOpen = opened(picture), open = palette.indexOf("open");
  const tints = new Map();
  const tint = (cell) => {
    if (fills[cell] !== open) return undefined;
    const colour = view.tint ? view.tint(cell) : walk.tones[walk.tone[cell] || -1];
    return colour && (tints.get(colour) ?? tints.set(colour, new Path2D()).get(colour));
  };
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      if (isOpen(x, y)) tint(y * width + x)?.rect(x, y, 1, 1);
      else for (const [dx, dy] of outer(isOpen, x, y)) {
        const path = tint(y * width + x + dx);
        if (path) corner(path, x, y, dx, dy);
      }
    }
  }
  c.globalAlpha = TINT;
  for (const [colour, path] of tints) {
    c.fillStyle = colour;
    c.fill(path);
  }
  c.globalAlpha = 1;
}

// The outer corners of a wall.
const outer = (isOpen, x, y) => CORNERS.filter(([dx, dy]) => isOpen(x + dx, y) && isOpen(x, y + dy) && isOpen(x + dx, y + dy));

// Lines between cells that are not walls.
function paintRules({ context: c, scale, colours, picture }, { x0, y0, x1, y1 }) {
  const isOpen = opened(picture);
  c.beginPath();
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      if (!isOpen(x, y)) continue;
      if (isOpen(x + 1, y)) c.rect(x + 1, y, 0, 1);
      if (isOpen(x, y + 1)) c.rect(x, y + 1, 1, 0);
    }
  }
  c.strokeStyle = colours.rule;
  c.lineWidth = 1 / scale;
  c.stroke();
}

// Whether a place is a cell of the board and not a wall.
function opened({ width, height, fills, palette }) {
  const wall = palette.indexOf("wall");
  return (x, y) => x >= 0 && y >= 0 && x < width && y < height && fills[y * width + x] !== wall;
}

// Rounds the corners of walls: outer ones with what is beside them, inner ones with wall.
function paintCorners({ context: c, colours, picture }, { x0, y0, x1, y1 }) {
  const isOpen = opened(picture), { width, fills, palette } = picture;
  const shapes = new Map();
  const shape = (name) => shapes.get(name) ?? shapes.set(name, new Path2D()).get(name);
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const own = isOpen(x, y);
      for (const [dx, dy] of CORNERS) {
        // The board's own corners stay as they are.
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= picture.height) continue;
        const [a, b, far] = [isOpen(x + dx, y), isOpen(x, y + dy), isOpen(x + dx, y + dy)];
        if (own === a || own === b || own === far) continue;
        corner(shape(own ? "wall" : palette[fills[y * width + x + dx]]), x, y, dx, dy);
      }
    }
  }
  for (const [name, path] of shapes) {
    c.fillStyle = colours[name] ?? name;
    c.fill(path);
  }
}

const CORNERS = [[1, 1], [1, -1], [-1, 1], [-1, -1]], RADIUS = 0.22;

// The area between a corner of a cell and an arc in it.
function corner(path, x, y, dx, dy) {
  const [atX, atY] = [x + 0.5 + dx / 2, y + 0.5 + dy / 2];
  path.moveTo(atX, atY);
  path.lineTo(atX - dx * RADIUS, atY);
  path.quadraticCurveTo(atX, atY, atX, atY - dy * RADIUS);
  path.closePath();
}

// Walls between two cells, thick enough to be seen from afar.
function paintThinWalls({ context: c, scale, colours, picture: { walls = [] } }) {
  if (!walls.length) return;
  c.beginPath();
  for (const { x, y, below } of walls) {
    c.moveTo(x + (below ? 0 : 1), y + (below ? 1 : 0));
    c.lineTo(x + 1, y + 1);
  }
  c.strokeStyle = colours.wall;
  c.lineWidth = Math.max(0.14, 2 / scale);
  c.lineCap = "round";
  c.stroke();
}

function paintLines({ context: c, walk, picture: { width } }, { x0, y0, x1, y1 }) {
  const strokes = new Map();
  const flows = (x1 - x0) * (y1 - y0) <= MOST_FLOWING;
  c.lineWidth = 0.34;
  c.lineCap = c.lineJoin = "round";
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const mask = walk.mask[y * width + x], tone = walk.tone[y * width + x];
      if (!mask) continue;
      const sides = SIDES.filter(([side]) => mask & side);
      if (flows && tone <= RAMP && sides.length <= 2) {
        paintFlow(c, walk, { x, y, width, sides });
        continue;
      }
      let path = strokes.get(tone);
      if (!path) strokes.set(tone, path = new Path2D());
      for (const [, dx, dy] of sides) {
        path.moveTo(x + 0.5, y + 0.5);
        path.lineTo(x + 0.5 + dx, y + 0.5 + dy);
      }
    }
  }
  for (const [tone, path] of strokes) {
    c.strokeStyle = walk.tones[tone];
    c.stroke(path);
  }
}

// The line within a cell, in colours that meet those of its neighbours at its sides.
function paintFlow(c, walk, { x, y, width, sides }) {
  const own = walk.tone[y * width + x];
  const ends = sides.map(([, dx, dy]) => {
    const other = walk.tone[(y + 2 * dy) * width + x + 2 * dx];
    const [farX, farY] = [dx + OVERLAP * Math.sign(dx), dy + OVERLAP * Math.sign(dy)];
    return { x: x + 0.5 + farX, y: y + 0.5 + farY, tone: other > RAMP ? own : (own + other) / 2 };
  });
  const middle = { x: x + 0.5, y: y + 0.5, tone: own };
  const [from, to = middle] = ends;
  const colours = c.createLinearGradient(from.x, from.y, to.x, to.y);
  const add = (place, { tone }) => colours.addColorStop(place, ramp((tone - 1) / (RAMP - 1)));
  add(0, from);
  if (ends[1]) add(0.5, middle);
  add(1, to);
  c.strokeStyle = colours;
  c.beginPath();
  c.moveTo(from.x, from.y);
  c.lineTo(middle.x, middle.y);
  if (ends[1]) c.lineTo(to.x, to.y);
  c.lineCap = ends[1] ? "butt" : "round";
  c.stroke();
}

const ARROWS = { V: "↕", H: "↔" };
const isSign = ({ shape, label }) => shape === "sign" || label in ARROWS;

// What stands on a tile, below the lines, so that it hides none.
function paintSigns({ context: c, scale }, marks) {
  if (scale < 10) return;
  for (const mark of marks) {
    if (!isSign(mark)) continue;
    c.fillStyle = mark.colour;
    write(c, ARROWS[mark.label] ?? mark.label, { ...mark, size: 0.62 });
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
    write(c, label, { x, y, size: half * 1.3, most: half * 1.65 });
  }
}

// A disc on a cell, large enough to be found. If it covers a mark with a label, it shows that
// label.
function paintDisc({ context: c, scale, picture }, { x, y, colour }) {
  c.beginPath();
  c.arc(x + 0.5, y + 0.5, Math.max(0.36, 5 / scale), 0, 7);
  c.fillStyle = colour;
  c.fill();
  c.strokeStyle = "#fff";
  c.lineWidth = Math.max(0.08, 1.5 / scale);
  c.stroke();
  const mark = picture.marks.find((mark) => mark.label && !isSign(mark) && Math.abs(mark.x - x) < 0.3 && Math.abs(mark.y - y) < 0.3);
  if (!mark || scale < 13) return;
  c.fillStyle = "#fff";
  write(c, mark.label, { x, y, size: 0.44, most: 0.54 });
}

// The middle of the visible part of a text, in heights of its letters: each font puts signs at
// another height.
const MEASURED = 100, middles = new Map();

function middleOf(c, text) {
  if (!middles.has(text)) {
    c.font = fontOf(MEASURED);
    const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right, actualBoundingBoxAscent: up, actualBoundingBoxDescent: down, width } = c.measureText(text);
    middles.set(text, { dx: (right - left) / 2 / MEASURED, dy: (down - up) / 2 / MEASURED, width: width / MEASURED });
  }
  return middles.get(text);
}

const fontOf = (size) => `600 ${size}px system-ui, sans-serif`;

// A text in the middle of a cell, smaller where it would be wider than `most`.
function write(c, text, { x, y, size: wished, most = 1 }) {
  c.textAlign = "left";
  c.textBaseline = "alphabetic";
  const { dx, dy, width } = middleOf(c, text), size = Math.min(wished, most / width);
  c.font = fontOf(size);
  c.fillText(text, x + 0.5 - dx * size, y + 0.5 - dy * size);
}

function paintCursor({ context: c, scale, cursor: { x, y }, colours }) {
  const inset = 1.5 / scale;
  c.strokeStyle = colours.head;
  c.lineWidth = 3 / scale;
  c.strokeRect(x + inset, y + inset, 1 - 2 * inset, 1 - 2 * inset);
}
