// The ladder of each puzzle: its levels from easy to hard, which of them are solved, and how. Levels come
// from the puzzle's pack; one without a pack has generated ones that grow.

import { dayIn, dayName, dayOf } from "./daily.js";
import { at, make, on } from "./dom.js";
import { keep, kept } from "./kept.js";
import { load } from "./level.js";
import { ask } from "./server.js";
import { listen, shown } from "./shown.js";
import { clock } from "./time.js";

// Rungs of a puzzle that has no pack, and the side of its first and last level.
const RUNGS = 200, FIRST = 5, LAST = 24;
// Solved levels around the one that is shown.
const AROUND = 12;

export const rungs = (puzzle) => puzzle.pack_size > 1 ? puzzle.pack_size : RUNGS;

const solvedOf = (puzzle) => kept(`solved ${puzzle.name}`) ?? {};

// How many rungs of a puzzle are solved.
export const countSolved = (puzzle) => Object.keys(solvedOf(puzzle)).filter((key) => Number.isInteger(Number(key))).length;

// Fewer hints are better, then a shorter time.
export const isBetter = (now, before) => now.hints < before.hints || (now.hints === before.hints && now.seconds < before.seconds);

// Puts down that a level is solved; the fewest hints, then the shortest time stay. Returns what it took
// before, if it was solved before.
export function putDown(puzzle, word, rung, figures) {
  const solved = solvedOf(puzzle), key = rung ?? word;
  const before = solved[key];
  if (!before || isBetter(figures, before)) solved[key] = figures;
  keep(`solved ${puzzle.name}`, solved);
  show();
  return before;
}

// The first rung that is not solved yet.
export function nextRung(puzzle, from = 1) {
  const solved = solvedOf(puzzle);
  for (let rung = from; rung <= rungs(puzzle); rung++) if (!solved[rung]) return rung;
  return rungs(puzzle);
}

async function wordOf(puzzle, rung) {
  if (puzzle.pack_size > 1) return `${puzzle.name}:pack/${rung}`;
  const side = Math.min(LAST, FIRST + Math.floor(Math.sqrt(2 * rung)) - 1);
  const body = { puzzle: puzzle.name, width: side, height: side, seed: `ladder ${rung}` };
  return (await ask("generate", body)).id;
}

// Shows the level of a rung.
export async function climb(rung) {
  const { puzzle } = shown;
  if (!(Number.isInteger(rung) && rung >= 1 && rung <= rungs(puzzle))) {
    throw new Error(`there is no level ${rung}: they are numbered from 1 to ${rungs(puzzle).toLocaleString("en")}`);
  }
  await load(await wordOf(puzzle, rung), { rung });
}

// The number on the ladder of a level that was asked for by its name.
function rungOf(puzzle, word) {
  const found = word.trim().match(/^[a-z]+:pack\/(\d+)$/);
  return found && puzzle.pack_size > 1 ? Number(found[1]) : undefined;
}

export const currentRung = () => shown.rung ?? (shown.level ? rungOf(shown.puzzle, shown.word) : undefined);

// What it took to solve a level.
export function inWords({ moves, seconds, hints }) {
  const help = hints === 0 ? "no hints" : hints === 1 ? "one hint" : `${hints} hints`;
  return `${moves.toLocaleString("en")} ${moves === 1 ? "move" : "moves"} · ${clock(seconds)} · ${help}`;
}

// What the level above the board is called.
function nameOf(rung) {
  const { level, word } = shown, day = dayIn(word);
  const size = level ? `${level.width}×${level.height}` : "";
  if (rung) return ["Level ", String(rung), ` · ${size}`];
  return day ? ["", dayName(day), ""] : ["", size, ""];
}

function show() {
  if (!shown.puzzle) return;
  const rung = currentRung(), all = rungs(shown.puzzle), solved = solvedOf(shown.puzzle);
  at("number").max = all;
  at("number").value = rung ?? "";
  at("rung-of").textContent = `of ${all.toLocaleString("en")}`;
  const count = countSolved(shown.puzzle);
  const [before, name, after] = nameOf(rung);
  at("level-name").replaceChildren(make("span", { className: "wordy" }, before), make("b", {}, name), make("span", { className: "wordy" }, after));
  at("level-back").disabled = !(rung > 1);
  at("rung-solved").textContent = count ? `${count.toLocaleString("en")} solved` : "";
  at("rung-back").disabled = !(rung > 1);
  const best = shown.level && solved[rung ?? shown.word.trim()];
  at("rung-best").textContent = best ? `Solved: ${inWords(best)}` : "";
  const from = Math.max(1, Math.min((rung ?? nextRung(shown.puzzle)) - 4, all - AROUND + 1));
  at("rungs").replaceChildren(...Array.from({ length: Math.min(AROUND, all) }, (_, i) => {
    const number = from + i, done = solved[number];
    const label = `Level ${number}${done ? `, solved: ${inWords(done)}` : ""}`;
    const button = make("button", { type: "button", "aria-label": label, title: label }, String(number));
    button.dataset.rung = number;
    if (done) button.classList.add("solved");
    if (number === rung) button.setAttribute("aria-current", "true");
    return button;
  }));
}

export function listenToLadder() {
  on("ladder", () => climb(Number(at("number").value)), "submit");
  const back = () => climb(currentRung() - 1);
  const next = () => climb(Math.min(rungs(shown.puzzle), (currentRung() ?? nextRung(shown.puzzle) - 1) + 1));
  for (const [id, action] of [["rung-back", back], ["level-back", back], ["rung-next", next], ["level-next", next]]) on(id, action);
  on("rungs", (event) => {
    const { rung } = event.target.dataset;
    return rung ? climb(Number(rung)) : undefined;
  });
  on("today", async () => load(await dayOf(shown.puzzle)));
  listen("puzzle", show);
  listen("level", show);
}
