// How a game is played: whether moves continue by themselves and, in mazes, whether the player
// follows the rule or walks freely in competition with it.

import { keep, kept } from "../backend/kept.js";
import { solve } from "../backend/server.js";
import { BACK, WAYS } from "../model/walker.js";
import { number, t } from "../model/words.js";
import { at, on, say } from "../page/dom.js";
import { asked, listen, shown } from "../page/shown.js";
import { table } from "./table.js";

// The rule's own walk through the maze that is shown: the ways, and the cells.
/** @type {{ level: any, ways: string[], cells: { x: number, y: number }[] } | undefined} */
let walk;

const isMaze = () => shown.puzzle?.moves === "walk";
const rule = () => shown.puzzle.methods[0].name;

// Whether each step has to be that of the rule.
export const isStrict = () => isMaze() && walk?.level === shown.level && at("hand").value === "rule";

// The answer as the checker should see it: by the rule, if that is the game.
export const ruled = (answer) => isStrict() ? `rule=${rule()}&path=${answer}` : answer;

// The request for the rule's walk, which others can wait for.
let learning = Promise.resolve();

// Learns how the rule walks; a maze in which it never arrives is walked freely.
export function learnRule() {
  learning = learn();
  return learning;
}

async function learn() {
  walk = undefined;
  if (!isMaze() || shown.level.width * shown.level.height > 250_000) return;
  const { level } = shown;
  const done = await solve(asked({ method: rule() }), () => {});
  if (shown.level !== level || done.outcome !== "solved") return;
  const letters = new URLSearchParams(done.answer.trim()).get("path") ?? "";
  const ways = Array.from(letters, (letter) => "LRUD"["WENS".indexOf(letter)]);
  const cells = [table.game.given];
  for (const way of ways) cells.push({ x: cells.at(-1).x + WAYS[way][0], y: cells.at(-1).y + WAYS[way][1] });
  walk = { level, ways, cells };
}

// Undoes the steps that the rule would not have made. Returns why, if there were any.
export function obey() {
  const { game } = table;
  if (!isStrict() || !walk) return undefined;
  const { ways } = walk, wrong = game.moves.findIndex(({ way }, i) => way !== ways[i]);
  if (wrong < 0) return undefined;
  game.keep(wrong);
  return why(ways[wrong], game.moves.at(-1)?.way);
}

// Whether the rule leads back to where the player came from, as at a dead end: there, drawing the
// way back makes the rule's next step.
export function leadsBack() {
  const { moves } = table.game;
  return isStrict() && moves.length > 0 && walk?.ways[moves.length] === BACK[moves.at(-1).way];
}

const TURNS = { L: "D", D: "R", R: "U", U: "L" };

// Where the rule leads, relative to the way the player came.
function why(way, before) {
  if (!before) return t("The left hand begins {way}.", { way: wordOf(way) });
  if (way === TURNS[before]) return t("Keep the left hand on the wall: the way on your left is open, so it leads {way}.", { way: wordOf(way) });
  if (way === before) return t("Keep the left hand on the wall: nothing is open on your left, so it leads straight on, {way}.", { way: wordOf(way) });
  if (way === BACK[before]) return t("Keep the left hand on the wall: this is a dead end, so it leads back, {way}.", { way: wordOf(way) });
  return t("Keep the left hand on the wall: only your right is open, so it leads {way}.", { way: wordOf(way) });
}

const wordOf = (way) => ({ L: t("left"), R: t("right"), U: t("up"), D: t("down") })[way];

// The next step: the rule's, or one of a shortest way.
export async function mazeHint() {
  const { game } = table;
  await learning;
  if (isStrict() && walk) {
    const way = walk.ways[game.moves.length];
    return { way, text: why(way, game.moves.at(-1)?.way) };
  }
  const way = game.shortestStep();
  if (!way) return undefined;
  const text = t("{way} is on a shortest way.", { way: wordOf(way) });
  return { way, text: `${text[0].toUpperCase()}${text.slice(1)}` };
}

// Where the rule would be after as many steps, if it is the opponent.
export function rulesDisc() {
  if (!isMaze() || isStrict() || !walk || walk.level !== shown.level || !table.game.moves.length) return [];
  const cell = walk.cells[Math.min(table.game.moves.length, walk.cells.length - 1)];
  return [{ ...cell, colour: "rgb(18 128 156 / 0.7)" }];
}

// How a win compares with the rule.
export function besideRule() {
  if (!isMaze() || !walk || walk.level !== shown.level) return "";
  return isStrict() ? t("by the left hand") : t("the left hand takes {n} steps", { n: number(walk.ways.length) });
}

// `restart` starts the game again.
export function listenToManner(restart) {
  on("manner", () => {}, "submit");
  on("hand", () => {
    keep("hand", at("hand").value);
    return restart();
  }, "change");
  on("runs", () => {
    keep(`runs ${shown.puzzle.moves}`, at("runs").checked);
    if (table.game) table.game.runs = at("runs").checked;
    say(at("runs").checked ? t("Moves go on by themselves where there is one way.") : t("Each move is yours."));
  }, "change");
  listen("puzzle", ({ moves }) => {
    at("hand-field").hidden = moves !== "walk";
    at("manner").classList.toggle("empty", moves === "join");
    at("hand").value = kept("hand") === "free" ? "free" : "rule";
    // Corridors are run along, unless somebody wants each step.
    at("runs").checked = Boolean(kept(`runs ${moves}`) ?? moves === "walk");
  });
}
