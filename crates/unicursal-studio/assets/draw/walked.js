// Draws a walker's walk on its board, in units of cells.

import { RAMP, ramp } from "../model/colours.js";

// Steps of a walk whose colours flow into each other.
const MOST_FLOWING = 2000;

// The first `reach` steps of the walk, which need not be a whole number; and what is left to eat
// among the cells in sight.
export function drawWalk(context, game, reach, sight) {
  if (!game.start) return;
  if (game.kind === "step") drawPellets(context, (x, y) => game.isOpen(x, y), sight);
  const ends = game.deadEnds();
  context.fillStyle = "rgb(214 51 108 / 0.35)";
  if (ends.length > 1) for (const { x, y } of ends) context.fillRect(x, y, 1, 1);
  context.lineWidth = 0.34;
  context.lineCap = context.lineJoin = "round";
  // The colours of the whole answer, so that they show how much is left. A long walk has its
  // colours in pieces, a short one flows.
  const { trail } = game, whole = game.fills ? game.freeCount : Math.max(40, trail.length);
  const piece = trail.length > MOST_FLOWING ? Math.ceil(whole / RAMP) : 1;
  for (let from = 0; from < reach && from < trail.length; from += piece) {
    const to = Math.min(from + piece, reach), { x, y } = game.at(to), start = trail[from];
    const colours = context.createLinearGradient(start.x + 0.5, start.y + 0.5, x + 0.5, y + 0.5);
    colours.addColorStop(0, ramp(from / whole));
    if (piece === 1) colours.addColorStop(1, ramp(to / whole));
    context.strokeStyle = colours;
    context.beginPath();
    for (let step = from; step < to; step++) context.lineTo(trail[step].x + 0.5, trail[step].y + 0.5);
    context.lineTo(x + 0.5, y + 0.5);
    context.stroke();
  }
}

// Whether there is something to eat on the cells of a puzzle, even if nobody is playing.
export const eats = ({ moves, numbers }) => moves === "step" && !numbers;

// A pellet on each cell in sight for which `isLeft` is true.
export function drawPellets(context, isLeft, { x0, y0, x1, y1, scale }) {
  if (scale < 6) return;
  context.fillStyle = "#c07a00";
  context.beginPath();
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      if (!isLeft(x, y)) continue;
      context.moveTo(x + 0.63, y + 0.5);
      context.arc(x + 0.5, y + 0.5, 0.13, 0, 7);
    }
  }
  context.fill();
}
