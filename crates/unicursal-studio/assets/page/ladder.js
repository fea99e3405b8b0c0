// The ladder of each puzzle: its levels from easy to hard, which of them are solved, and how.
// Levels come from the pack that the puzzle calls its ladder; a puzzle without a pack has generated
// levels that grow.

import { dayIn, dayOf } from "./daily.js";
import { at, make, on } from "./dom.js";
import { keep, kept } from "../backend/kept.js";
import { load } from "./level.js";
import { ask } from "../backend/server.js";
import { listen, shown } from "./shown.js";
import { dayName } from "../model/days.js";
import { gradesOf } from "../model/grades.js";
import { inWords, isBetter, numbered, readSolved } from "../model/records.js";
import { number, t } from "../model/words.js";

// Rungs of a puzzle that has no pack, and the side of its first and last level.
const RUNGS = 200, FIRST = 5, LAST = 24;
// Solved levels around the one that is shown.
const AROUND = 12;
// The most cells of a level whose grade is asked for, and the time for that in seconds.
const MOST_GRADED = 400, GRADE_TIME = 2;

export const rungs = ({ ladder }) => ladder?.size ?? RUNGS;

// The name under which solved levels are stored: each pack has its own, and the first pack of a
// puzzle has that of the puzzle.
const record = ({ name, ladder }) => !ladder || ladder.prefix === `${name}:pack/` ? `solved ${name}` : `solved ${ladder.prefix.slice(0, -1)}`;

export const solvedOf = (puzzle) => readSolved(kept(record(puzzle)));

// How many rungs of a puzzle are solved.
export const countSolved = (puzzle) => numbered(solvedOf(puzzle));

// Records that a level is solved; the result with the fewest hints, then the shortest time, stays.
// Returns the earlier result, if there was one.
export function putDown(puzzle, word, rung, figures) {
  const solved = solvedOf(puzzle), key = rung ?? word;
  const before = solved[key];
  if (!before || isBetter(figures, before)) solved[key] = figures;
  const isKept = keep(record(puzzle), solved);
  show();
  return { before, isKept };
}

// The first rung that is not solved yet.
export function nextRung(puzzle, from = 1) {
  const solved = solvedOf(puzzle);
  for (let rung = from; rung <= rungs(puzzle); rung++) if (!solved[rung]) return rung;
  return rungs(puzzle);
}

// The name of the level of a rung.
export async function wordOf(puzzle, rung) {
  if (puzzle.ladder) return `${puzzle.ladder.prefix}${rung}`;
  const side = Math.min(LAST, FIRST + Math.floor(Math.sqrt(2 * rung)) - 1);
  const body = { puzzle: puzzle.name, width: side, height: side, seed: `ladder ${rung}` };
  return (await ask("generate", body)).id;
}

// Shows the level of a rung.
export async function climb(rung) {
  const { puzzle } = shown;
  if (!(Number.isInteger(rung) && rung >= 1 && rung <= rungs(puzzle))) {
    throw new Error(t("there is no level {rung}: they are numbered from 1 to {last}", { rung, last: number(rungs(puzzle)) }));
  }
  await load(await wordOf(puzzle, rung), { rung });
}

// The number on the ladder of a level that was named.
function rungOf(puzzle, word) {
  const name = word.trim(), { prefix } = puzzle.ladder ?? {};
  const number = prefix && name.startsWith(prefix) ? name.slice(prefix.length) : "";
  return /^\d+$/.test(number) ? Number(number) : undefined;
}

export const currentRung = () => !shown.level ? undefined : rungOf(shown.puzzle, shown.word) ?? shown.rung;

// The day whose level is shown, and how hard it is, which are known a moment later.
let day, grade = "";

// The name of the level, above the board.
function nameOf(rung) {
  const { level } = shown;
  const size = level ? `${level.width}×${level.height}` : "";
  const hard = grade && ` · ${t(grade)}`;
  if (day) return ["", dayName(day), hard];
  return rung ? [`${t("Level")} `, String(rung), ` · ${size}${hard}`] : ["", size, size && hard];
}

function show() {
  if (!shown.puzzle) return;
  const rung = currentRung(), all = rungs(shown.puzzle), solved = solvedOf(shown.puzzle);
  at("number").max = all;
  at("number").value = rung ?? "";
  at("rung-of").textContent = t("of {n}", { n: number(all) });
  const count = countSolved(shown.puzzle);
  const [before, name, after] = nameOf(rung);
  at("level-name").replaceChildren(make("span", { className: "wordy" }, before), make("b", {}, name), make("span", { className: "wordy" }, after));
  at("level-back").disabled = !(rung && rung > 1);
  at("rung-solved").textContent = count ? t("{n} solved", { n: number(count) }) : "";
  at("rung-back").disabled = !(rung && rung > 1);
  const best = shown.level && solved[rung ?? shown.word.trim()];
  at("rung-best").textContent = best ? `${t("Solved")}: ${inWords(best)}` : "";
  const from = Math.max(1, Math.min((rung ?? nextRung(shown.puzzle)) - 4, all - AROUND + 1));
  at("rungs").replaceChildren(...Array.from({ length: Math.min(AROUND, all) }, (_, i) => {
    const rungHere = from + i, done = solved[rungHere];
    const label = `${t("Level")} ${rungHere}${done ? `, ${t("solved")}: ${inWords(done)}` : ""}`;
    const button = make("button", { type: "button", "aria-label": label, title: label }, String(rungHere));
    button.dataset.rung = String(rungHere);
    if (done) button.classList.add("solved");
    if (rungHere === rung) button.setAttribute("aria-current", "true");
    return button;
  }));
}

// How hard a small level is, if the puzzle can say that within a short time.
async function gradeOf(puzzle, { text, width, height }) {
  if (!gradesOf(puzzle).length || width * height > MOST_GRADED) return "";
  const found = await ask("grade", { puzzle: puzzle.name, level: text, time_limit: GRADE_TIME }).catch(() => undefined);
  return found?.grade ?? found?.difficulty ?? "";
}

export function listenToLadder() {
  on("ladder", () => climb(Number(at("number").value)), "submit");
  const back = () => climb((currentRung() ?? 1) - 1);
  const next = () => climb(Math.min(rungs(shown.puzzle), (currentRung() ?? nextRung(shown.puzzle) - 1) + 1));
  for (const [id, action] of [["rung-back", back], ["level-back", back], ["rung-next", next], ["level-next", next]]) on(id, action);
  on("rungs", (event) => {
    const { rung } = event.target.dataset;
    return rung ? climb(Number(rung)) : undefined;
  });
  on("today", async () => load(await dayOf(shown.puzzle)));
  listen("puzzle", show);
  listen("level", async (level) => {
    const { puzzle, word } = shown;
    day = undefined;
    grade = "";
    show();
    const [foundDay, foundGrade] = await Promise.all([dayIn(puzzle, word), gradeOf(puzzle, level)]);
    if (shown.level !== level || !(foundDay || foundGrade)) return;
    day = foundDay;
    grade = foundGrade;
    show();
  });
}
