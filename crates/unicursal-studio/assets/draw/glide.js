// A walker's disc glides to where the walker is, and shakes when a way is blocked; it jumps if
// motion is not wanted. When the board is larger than the window, the window follows.

import { WAYS } from "../model/walker.js";

// Milliseconds for a cell of a slide, and for a whole one at most.
const CELL = 22, MOST = 260;
const SHAKE = 140;

const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Glide {
  constructor(view) {
    this.view = view;
    // Steps of the trail that are shown, which need not be a whole number.
    this.reach = 0;
  }

  // Shows the walker where it is.
  jump(game) {
    this.game = game;
    this.bumped = undefined;
    this.reach = Math.max(0, (game.trail?.length ?? 1) - 1);
  }

  to(game) {
    this.game = game;
    const goal = game.trail.length - 1;
    if (still.matches || goal <= this.reach || goal < 1) this.jump(game);
    else this.#run(Math.max(this.reach, 0), goal);
    if (game.start) this.view.reveal(game.head);
  }

  #run(from, goal) {
    const begun = performance.now(), time = Math.min(MOST, CELL * (goal - from));
    this.reach = from;
    const own = this.run = {};
    const frame = (now) => {
      if (this.run !== own || this.game.trail.length - 1 !== goal) return;
      const share = Math.max(0, Math.min(1, (now - begun) / time));
      this.reach = from + (goal - from) * share;
      this.view.draw();
      if (share < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  // A way that is blocked is felt.
  bump(way) {
    navigator.vibrate?.(15);
    if (still.matches) return;
    const begun = performance.now();
    const frame = (now) => {
      const share = (now - begun) / SHAKE;
      this.bumped = share < 1 ? { way, by: 0.16 * Math.sin(Math.PI * Math.max(0, share)) } : undefined;
      this.view.draw();
      if (share < 1) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  heads() {
    if (!this.game?.start) return [];
    const { x, y } = this.game.at(Math.min(this.reach, this.game.trail.length - 1));
    const [dx, dy] = this.bumped ? WAYS[this.bumped.way] : [0, 0];
    const by = this.bumped?.by ?? 0;
    return [{ x: x + dx * by, y: y + dy * by, colour: "#d6336c" }];
  }
}
