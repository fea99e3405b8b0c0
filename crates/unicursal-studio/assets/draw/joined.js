// Draws the paths of Connect, in units of cells.

import { distinct } from "../model/colours.js";

export function drawPaths(context, game) {
  const { width, sheet } = game;
  // When all colours are joined, what keeps the board from being solved is shown.
  if (game.joined === game.names.length && game.left > 0 && !game.mayStayEmpty) {
    context.fillStyle = "rgb(214 51 108 / 0.35)";
    sheet.cells.forEach((_, cell) => {
      if (!game.owner.has(cell) && !sheet.isWall(cell)) context.fillRect(cell % width, Math.floor(cell / width), 1, 1);
    });
  }
  context.lineWidth = 0.34;
  context.lineCap = context.lineJoin = "round";
  for (const [name, path] of game.paths) {
    context.strokeStyle = distinct(game.names.indexOf(name));
    context.beginPath();
    for (const cell of path) context.lineTo(cell % width + 0.5, Math.floor(cell / width) + 0.5);
    context.stroke();
  }
}
