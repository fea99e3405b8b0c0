// A finger that shows how a game begins: it presses a cell, draws a little way, and starts over. If
// motion is not wanted it stands still beside its way.

// Milliseconds for a cell of its way, and before and after it.
const CELL = 380, REST = 700;

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Ghost {
  constructor(view, cells) {
    this.cells = cells;
    this.begun = performance.now();
    this.isGone = false;
    const frame = () => {
      if (this.isGone || still.matches) return;
      view.draw();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  end() {
    this.isGone = true;
  }

  // In units of cells.
  draw(context) {
    const { cells } = this, way = (cells.length - 1) * CELL;
    const time = still.matches ? way + REST : (performance.now() - this.begun) % (way + 2 * REST);
    const reach = Math.max(0, Math.min(cells.length - 1, (time - REST) / CELL));
    const from = cells[Math.floor(reach)], to = cells[Math.ceil(reach)], share = reach % 1;
    const [x, y] = [from.x + (to.x - from.x) * share + 0.5, from.y + (to.y - from.y) * share + 0.5];
    context.save();
    context.lineCap = context.lineJoin = "round";
    // Where it begins, a ring that grows.
    const pulse = still.matches ? 0.5 : (performance.now() % 1100) / 1100;
    context.strokeStyle = `rgb(214 51 108 / ${0.8 * (1 - pulse)})`;
    context.lineWidth = 0.08;
    context.beginPath();
    context.arc(cells[0].x + 0.5, cells[0].y + 0.5, 0.38 + 0.25 * pulse, 0, 7);
    context.stroke();
    context.strokeStyle = "rgb(214 51 108 / 0.4)";
    context.lineWidth = 0.26;
    context.beginPath();
    for (let i = 0; i <= reach; i++) context.lineTo(cells[i].x + 0.5, cells[i].y + 0.5);
    context.lineTo(x, y);
    context.stroke();
    finger(context, x, y);
    context.restore();
  }
}

// A hand that points at a place from below.
function finger(context, x, y) {
  context.translate(x, y);
  context.scale(0.045, 0.045);
  context.beginPath();
  context.moveTo(-1, 0);
  context.quadraticCurveTo(1.5, -2.5, 3.5, 0.5);
  context.lineTo(3.5, 7.5);
  context.quadraticCurveTo(11, 7.5, 12.5, 11.5);
  context.lineTo(11, 20);
  context.lineTo(1, 20);
  context.lineTo(-6, 11);
  context.quadraticCurveTo(-4.5, 8.5, -1, 11);
  context.closePath();
  context.fillStyle = "#fff";
  context.fill();
  context.strokeStyle = "#14161a";
  context.lineWidth = 1.4;
  context.stroke();
}
