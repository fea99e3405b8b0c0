// Why a hint's move is the right one, as far as one can see it on the board: what every other move would
// do, at once or after the moves that it forces.

import { WAYS } from "./walker.js";
import { count, number, t } from "./words.js";

const word = (way) => ({ L: t("left"), R: t("right"), U: t("up"), D: t("down") })[way];
const begun = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
// On larger boards nobody waits for this; and so many cells are looked at to try a move to its end.
const MOST = 60_000, MOST_LOOKED_AT = 3_000_000;

// The reason for a walker's next move: `text`, the `cells` that it is about, and the `open` other moves
// for which none is seen.
export function reasonFor(game, way) {
  if (!game.start) return { text: t("A solution begins here."), cells: [], open: [] };
  if (!game.fills || game.free.length > MOST) return { text: begun(t("{way} is on a way that works.", { way: word(way) })), cells: [], open: [] };
  const others = possible(game).filter((other) => other !== way);
  if (!others.length) return { text: begun(t("{way} is the only move there is.", { way: word(way) })), cells: [], open: [] };
  const seen = others.map((other) => ({ way: other, found: consequence(game, other) }));
  const told = seen.filter(({ found }) => found);
  const reasons = told.filter(({ found }) => found.text).map(({ way: other, found }) => t("{way} would {do}", { way: word(other), do: found.text }));
  const why = [...reasons, ...nowhere(told.filter(({ found }) => found.tried))].join(t(", and "));
  return {
    text: begun(why ? t("{way}, because {why}.", { way: word(way), why }) : `${word(way)}.`),
    cells: told.flatMap(({ found }) => found.cells),
    open: seen.filter(({ found }) => !found).map(({ way: other }) => ({ word: word(other), way: other })),
  };
}

// Moves of which every way on was tried, in one breath.
function nowhere(moves) {
  if (!moves.length) return [];
  const words = moves.map(({ way }) => word(way)).join(` ${t("and")} `);
  const tried = moves.reduce((sum, { found }) => sum + found.tried, 0);
  const ways = tried === 1 ? t("the one way on was tried") : t("all {n} ways on were tried", { n: number(tried) });
  return [`${moves.length === 1 ? t("{way} leads nowhere", { way: words }) : t("{ways} lead nowhere", { ways: words })} (${ways})`];
}

const possible = (game) => game.ways();

// What is wrong after a move, or after those that it forces; or that each way on from it was tried.
function consequence(game, way) {
  const before = game.moves.length;
  game.move(way);
  /** @type {{ text?: string, tried?: number, cells: any[] } | undefined} */
  let found = flaw(game);
  let forced = 0;
  while (!found && !game.isOver && possible(game).length === 1) {
    game.move(possible(game)[0]);
    forced++;
    found = flaw(game);
  }
  if (found && forced) found.text = `${found.text} ${count(forced, "after one forced move", "after {n} forced moves")}`;
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
  if (lost.length === game.left) return { text: count(lost.length, "get stuck with one cell left", "get stuck with {n} cells left"), cells: lost };
  if (lost.length) return { text: count(lost.length, "cut off one cell", "cut off {n} cells"), cells: lost };
  if (ends.length > 1) return { text: t("leave {n} dead ends, and a path has one end", { n: ends.length }), cells: ends };
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
