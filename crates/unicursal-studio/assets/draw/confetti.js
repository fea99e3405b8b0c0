// Paper in the colours of the path that falls over the board when it is solved; none if motion is
// not wanted.

import { ramp } from "../model/colours.js";

const PIECES = 110;
// Milliseconds from the first piece to the last, and pixels per square second.
const FALL = 2200, GRAVITY = 900;

const still = matchMedia("(prefers-reduced-motion: reduce)");
let run;

// Pieces that leave from a little below the middle, upwards and to both sides.
function pieces(width, height) {
  return Array.from({ length: PIECES }, (_, i) => {
    const angle = -Math.PI / 2 + (Math.random() - 0.5) * 1.7, speed = (0.5 + Math.random()) * Math.min(620, height * 1.1);
    return {
      x: width / 2 + (Math.random() - 0.5) * width * 0.2, y: height * 0.62,
      across: Math.cos(angle) * speed * (width / height > 1 ? 1.3 : 0.9), up: Math.sin(angle) * speed,
      side: 6 + Math.random() * 6, turn: Math.random() * 7, spin: (Math.random() - 0.5) * 12, colour: ramp(i / (PIECES - 1)),
    };
  });
}

/** @param {HTMLCanvasElement} canvas */
export function celebrate(canvas) {
  if (still.matches) return;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  canvas.hidden = false;
  const { clientWidth, clientHeight } = canvas, dots = window.devicePixelRatio || 1;
  Object.assign(canvas, { width: clientWidth * dots, height: clientHeight * dots });
  const thrown = pieces(clientWidth, clientHeight), begun = performance.now();
  const own = run = {};
  const frame = (now) => {
    const time = Math.max(0, now - begun) / 1000;
    if (run !== own) return;
    if (time * 1000 > FALL) return sweep(canvas);
    context.setTransform(dots, 0, 0, dots, 0, 0);
    context.clearRect(0, 0, clientWidth, clientHeight);
    context.globalAlpha = Math.min(1, 4 * (1 - time * 1000 / FALL));
    for (const { x, y, across, up, side, turn, spin, colour } of thrown) {
      context.save();
      context.translate(x + across * time, y + up * time + GRAVITY * time * time / 2);
      context.rotate(turn + spin * time);
      // Seen from its edge now and then, as paper is.
      context.scale(1, Math.cos(turn + 2 * spin * time));
      context.fillStyle = colour;
      context.fillRect(-side / 2, -side / 3, side, side * 2 / 3);
      context.restore();
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

// Removes what is still falling.
export function sweep(canvas) {
  run = undefined;
  canvas.hidden = true;
}
