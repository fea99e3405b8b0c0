// How fast an answer is played.

// Steps in a second at the slowest: each can be followed with the eye.
const SLOWEST = 2;

/** Steps a second for a position of the speed slider, 0 to 1: in the middle the whole takes ten seconds, at the right end a tenth of a second. @param {number} length @param {number} place */
export function pace(length, place) {
  const middle = Math.max(1, length / 10), slowest = Math.min(SLOWEST, middle);
  return place <= 0.5 ? slowest * (middle / slowest) ** (2 * place) : middle * 100 ** (2 * place - 1);
}
