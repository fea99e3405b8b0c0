// The game on the table: what the parts of Play share. A game is a `Walker` or a `Joining`.

import { Stopwatch } from "../model/stopwatch.js";

export const table = {
  /** @type {any} */ game: undefined,
  /** Two walkers at once, if they are shown instead. @type {any} */ race: undefined,
  /** Changes with each move: what is heard of an earlier position is not said. */
  turn: 0,
  watch: new Stopwatch(0),
  /** When one sat down to it. @type {import("../model/stopwatch.js").Sitting} */ sitting: { since: 0, last: 0 },
  hints: 0,
  /** The cells that a hint is about. @type {{ x: number, y: number }[]} */ lit: [],
  /** After this many stages it was still right, if that is known. @type {number | undefined} */ wrong: undefined,
  /** The finger that shows how it begins. @type {any} */ ghost: undefined,
  /** How the board filled: pairs of milliseconds and a share. @type {[number, number][]} */ log: [],
  /** What somebody else took, from a link. @type {any} */ rival: undefined,
};

export const seconds = () => table.watch.seconds(performance.now());
