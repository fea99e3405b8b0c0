// The cells that a hint is about, and the letters by which it names them.

/** @param {CanvasRenderingContext2D} context @param {{ x: number, y: number }[]} cells */
export function drawLit(context, cells) {
  context.fillStyle = "rgb(230 159 0 / 0.55)";
  for (const { x, y } of cells) context.fillRect(x, y, 1, 1);
}

/** In the corner of the cell, so that it hides nothing that stands there. @param {CanvasRenderingContext2D} context @param {{ x: number, y: number, letter?: string }[]} cells */
export function drawLetters(context, cells) {
  context.font = "700 0.3px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { x, y, letter } of cells) {
    if (!letter) continue;
    context.fillStyle = "#5c3b00";
    context.beginPath();
    context.roundRect(x + 0.03, y + 0.03, 0.34, 0.34, 0.08);
    context.fill();
    context.fillStyle = "#fff";
    context.fillText(letter, x + 0.2, y + 0.215);
  }
}
