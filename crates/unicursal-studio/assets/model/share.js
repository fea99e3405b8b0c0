// What a shared win shows: a sketch of the board in squares, coarse enough not to give the answer
// away.

// For the cells of a path from its beginning to its end; and for colours that are joined.
const FLOW = [..."🟪🟦🟩🟨"], COLOURS = [..."🟦🟧🟩🟪🟥🟫⬜🟨"], WALL = "⬛";
// A square stands for this many cells across at least, and there are this many of them in a row at most.
const LEAST = 2, MOST = 6;

/** The sketch of a board whose cells have a tone each, an index into `signs`, or none.
 * @param {{ width: number, height: number, signs: string[], tone: (cell: number) => number | undefined }} board */
export function sketch({ width, height, signs, tone }) {
  const side = Math.max(LEAST, Math.ceil(Math.max(width, height) / MOST));
  const rows = [];
  for (let top = 0; top < height; top += side) {
    let row = "";
    for (let left = 0; left < width; left += side) {
      const counts = new Map();
      for (let y = top; y < Math.min(height, top + side); y++) {
        for (let x = left; x < Math.min(width, left + side); x++) {
          const found = tone(y * width + x);
          if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
        }
      }
      const [most] = [...counts].sort(([a, n], [b, m]) => m - n || a - b);
      row += most ? signs[most[0] % signs.length] : WALL;
    }
    rows.push(row);
  }
  return rows.join("\n");
}

/** The sketch of a game that is won. @param {any} game */
export function sketchOf(game) {
  const { width } = game, { height } = game.sheet;
  if (game.names) {
    return sketch({ width, height, signs: COLOURS, tone: (cell) => game.owner.has(cell) ? game.names.indexOf(game.owner.get(cell)) : undefined });
  }
  const last = Math.max(1, game.trail.length);
  const tone = (cell) => game.visits[cell] ? Math.floor(FLOW.length * game.steps[cell] / last) : undefined;
  return sketch({ width, height, signs: FLOW, tone });
}

/** What a player needed, as it is written in a link: the seconds, and how the board filled. @param {{ seconds: number, hints: number, log: [number, number][] }} run */
export function writeRun({ seconds, hints, log }) {
  const some = log.filter((_, i) => i % Math.ceil(log.length / 60) === 0 || i === log.length - 1);
  return [seconds, hints, ...some.flatMap(([at, share]) => [Math.round(at / 100), Math.round(1000 * share)])].join(".");
}

// A game does not last for months.
const MOST_SECONDS = 10_000_000;

/** Reads such a text; undefined if it has another form. @param {unknown} text */
export function readRun(text) {
  const numbers = String(text ?? "").split(".").map(Number);
  if (numbers.length < 2 || numbers.length > 500 || numbers.some((value) => !(Number.isSafeInteger(value) && value >= 0))) return undefined;
  const [seconds, hints, ...rest] = numbers;
  if (seconds > MOST_SECONDS) return undefined;
  /** @type {[number, number][]} */
  const log = [];
  for (let i = 0; i + 1 < rest.length; i += 2) log.push([rest[i] * 100, Math.min(1, rest[i + 1] / 1000)]);
  return { seconds, hints, log };
}

/** How much of the board was filled after this many milliseconds. @param {{ seconds: number, log: [number, number][] }} run @param {number} time */
export function shareAfter({ seconds, log }, time) {
  if (time >= 1000 * seconds) return 1;
  return log.reduce((share, [at, reached]) => at <= time ? reached : share, 0);
}
