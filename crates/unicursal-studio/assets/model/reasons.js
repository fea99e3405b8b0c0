// Why a hint's move is the right one, as far as one can see it on the board: what every other move would
// do, at once or after the moves that it forces.

import { WAYS } from "./walker.js";

const WORDS = { L: "Left", R: "Right", U: "Up", D: "Down" };
// On larger boards nobody waits for this; and so many cells are looked at to try a move to its end.
const MOST = 60_000, MOST_LOOKED_AT = 3_000_000;

const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

// The reason for a walker's next move: `text`, the `cells` that it is about, and the `open` other moves
// for which none is seen.
export function reasonFor(game, way) {
  if (!game.start) return { text: "A solution begins here.", cells: [], open: [] };
  if (!game.fills || game.free.length > MOST) return { text: `${WORDS[way]} is on a way that works.`, cells: [], open: [] };
  const others = possible(game).filter((other) => other !== way);
  if (!others.length) return { text: `${WORDS[way]} is the only move there is.`, cells: [], open: [] };
  const seen = others.map((other) => ({ way: other, found: consequence(game, other) }));
  const told = seen.filter(({ found }) => found);
  const reasons = told.filter(({ found }) => found.text).map(({ way: other, found }) => `${WORDS[other].toLowerCase()} ${found.text}`);
  const why = [...reasons, ...nowhere(told.filter(({ found }) => found.tried))].join(", and ");
  return {
    text: `${WORDS[way]}${why ? `, because ${why}` : ""}.`,
    cells: told.flatMap(({ found }) => found.cells),
    open: seen.filter(({ found }) => !found).map(({ way: other }) => ({ word: WORDS[other].toLowerCase(), way: other })),
  };
}

// Moves of which every way on was tried, in one breath.
function nowhere(moves) {
  if (!moves.length) return [];
  const words = moves.map(({ way }) => WORDS[way].toLowerCase()).join(" and ");
  const tried = moves.reduce((sum, { found }) => sum + found.tried, 0);
  const ways = tried === 1 ? "the one way on was tried" : `all ${tried.toLocaleString("en")} ways on were tried`;
  return [`${words} ${moves.length === 1 ? "leads" : "lead"} nowhere (${ways})`];
}

const possible = (game) => Object.keys(WAYS).filter((way) =>
  game.isOpen(game.head.x + WAYS[way][0], game.head.y + WAYS[way][1]));

// What is wrong after a move, or after those that it forces; or that each way on from it was tried.
function consequence(game, way) {
  const before = game.moves.length;
  game.move(way);
  let found = flaw(game), forced = 0;
  while (!found && !game.isOver && possible(game).length === 1) {
    game.move(possible(game)[0]);
    forced++;
    found = flaw(game);
  }
  if (found && forced) found.text = `${found.text} after ${counted(forced, "forced move")}`;
  if (!found && !game.isOver) {
    const search = { left: Math.floor(MOST_LOOKED_AT / game.free.length), tried: 0 };
    if (fails(game, search)) found = { tried: search.tried, cells: [] };
  }
  game.keep(before);
  return found;
}

// Cells that can no longer be reached, or too many dead ends.
function flaw(game) {
  if (game.isOver) return undefined;
  const lost = unreachable(game), ends = game.deadEnds();
  if (lost.length === game.left) return { text: `would get stuck with ${counted(lost.length, "cell")} left`, cells: lost };
  if (lost.length) return { text: `would cut off ${counted(lost.length, "cell")}`, cells: lost };
  if (ends.length > 1) return { text: `would leave ${ends.length} dead ends, and a path has one end`, cells: ends };
  return undefined;
}

// Whether every way on goes wrong, as far as the budget goes.
function fails(game, search) {
  const before = game.moves.length;
  const isLost = possible(game).every((way) => {
    if (search.left-- <= 0) return false;
    game.move(way);
    const isWrong = !game.isOver && (flaw(game) ? ++search.tried > 0 : fails(game, search));
    game.keep(before);
    return isWrong;
  });
  game.keep(before);
  return isLost;
}

function unreachable(game) {
  const { width, height } = game;
  const seen = new Uint8Array(width * height);
  const next = [game.head];
  while (next.length) {
    const { x, y } = next.pop();
    for (const [dx, dy] of Object.values(WAYS)) {
      const cell = (y + dy) * width + x + dx;
      if (!game.isOpen(x + dx, y + dy) || seen[cell]) continue;
      seen[cell] = 1;
      next.push({ x: x + dx, y: y + dy });
    }
  }
  const lost = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (game.isOpen(x, y) && !seen[y * width + x]) lost.push({ x, y });
  }
  return lost;
}
