// The clock of a game, which stops while nobody is looking. The current time, in milliseconds, is
// always an argument.

// A sitting ends where no move is made for this long.
const BREAK = 30 * 60_000;

/** A sitting: when it began, and its last move. @typedef {{ since: number, last: number }} Sitting */

/** The sitting to which a move belongs: the previous one, unless there was a break. @param {Sitting} before @param {number} now @returns {Sitting} */
export const sitting = ({ since, last }, now) => ({ since: since <= last && last <= now && now - last < BREAK ? since : now, last: now });

export class Stopwatch {
  /** @param {number} now @param {number} seconds that went by before */
  constructor(now, seconds = 0) {
    this.gone = 1000 * seconds;
    /** @type {number | undefined} */
    this.since = now;
  }

  pause(now) {
    if (this.since !== undefined) this.gone += now - this.since;
    this.since = undefined;
  }

  resume(now) {
    this.since ??= now;
  }

  seconds(now) {
    return (this.gone + (this.since === undefined ? 0 : now - this.since)) / 1000;
  }
}
