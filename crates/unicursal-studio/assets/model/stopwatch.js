// The time of a game: it stands still while nobody looks. Times are milliseconds and are given.

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
