// Opening levels: from the pack, by id, as text, from a file, from a recorded game.

import { at, make, on, say } from "./dom.js";
import { unpack } from "../model/packed.js";
import { number, sentence, t } from "../model/words.js";
import { placeOf } from "../model/place.js";
import * as route from "../backend/route.js";
import { ask, fetchBlob } from "../backend/server.js";
import { Sheet } from "../model/sheet.js";
import { asked, listen, offer, puzzleNamed, showLevel, showPuzzle, shown } from "./shown.js";
import { working } from "./work.js";

/** What the library knows about a level, its picture unpacked. `any`: it may be of any puzzle.
 * @param {any} level @param {string} puzzle @param {{ any?: boolean, signal?: AbortSignal }} manner */
async function describe(level, puzzle, { any = false, signal } = {}) {
  const known = await ask("level", { puzzle, level, any }, signal);
  known.picture = unpack(known.picture);
  return known;
}

// How large a level is, in words.
export function size({ width, height }) {
  const columns = width === 1 ? t("{n} column", { n: width }) : t("{n} columns", { n: width });
  return `${columns}, ${height === 1 ? t("{n} row", { n: height }) : t("{n} rows", { n: height })}`;
}

// What to do, in a sentence: the summary of the puzzle without its name.
export function rule({ title, summary }) {
  const bare = summary.replace(`${title}: `, "").replace(` (${title})`, "");
  return t(`${bare[0].toUpperCase()}${bare.slice(1)}.`);
}

/** Shows a level; earlier loading and work is ended. `any`: it may be of another puzzle.
 * @param {string} word @param {{ any?: boolean, rung?: number }} manner */
export async function load(word, { any = false, rung } = {}) {
  if (word.length > offer.limits.bytes) {
    throw new Error(t("this text is too large: {n} characters, at most {most}", { n: number(word.length), most: number(offer.limits.bytes) }));
  }
  // An id names its puzzle.
  const named = offer.puzzles.find(({ name }) => word.trimStart().startsWith(`${name}:`));
  const { name } = named ?? shown.puzzle;
  const level = await working(t("Loading…"), (signal) => describe(word, name, { any, signal }), { quiet: !named });
  if (level.puzzle !== shown.puzzle.name) showPuzzle(level.puzzle);
  showLevel(word, level, rung);
}

// The game whose board is shown, if it was recorded.
let game;

// Shows a board of a recorded game, with the answer that was given there.
async function showRecorded(boards, index) {
  const { puzzle: named, level: text, answer, verdict, line } = boards[index];
  let puzzle = named ?? shown.puzzle.name;
  const level = await working(t("Loading…"), async (signal) => {
    const level = await describe(text, puzzle, { any: !named, signal });
    ({ puzzle } = level);
    // A game that was lost at once has no answer.
    if (answer) level.recorded = { answer, picture: await drawAnswer(answer, text, puzzle) };
    return level;
  }, { quiet: true }).catch((error) => {
    throw error.name === "AbortError" ? error : new Error(`line ${line}: ${error.message}`);
  });
  if (puzzle !== shown.puzzle.name) showPuzzle(puzzle);
  showLevel(text, level);
  game = boards;
  at("recorded-field").hidden = boards.length < 2;
  at("recorded").replaceChildren(...boards.map((board, i) => new Option(`${i + 1}: ${board.verdict ?? t("no verdict")}`, String(i))));
  at("recorded").value = index;
  say(t("{size}, recorded: {verdict}", { size: size(level), verdict: verdict ?? t("no verdict") }));
}

// Shows a level, or the first board of a recorded game.
async function open(text, any) {
  const mayBeGame = text.trimStart().startsWith("{");
  const boards = mayBeGame ? (await ask("recording", { text })).boards : [];
  await (boards.length ? showRecorded(boards, 0) : load(text, { any }));
}

// The picture of an answer to a level, the one shown if no other is given.
export async function drawAnswer(answer, level = shown.text, puzzle = shown.puzzle.name) {
  return unpack(await ask("draw", { puzzle, level, answer, format: "json" }));
}

// A picture of what is shown as a file.
export const drawFile = (format, signal, answer = shown.answer) => fetchBlob("draw", asked({ answer, format }), signal);

// The level shown, cell by cell; made when it is first needed.
export function sheet() {
  const { level } = shown;
  if (!(level.sheet instanceof Sheet)) level.sheet = new Sheet(puzzleNamed(level.puzzle) ?? shown.puzzle, level.sheet);
  return level.sheet;
}

// Reads a drawn sheet: a level that can be watched and played.
export const describeSheet = (drawn) => describe(drawn, shown.puzzle.name);

// The text of the level, which the server writes if it is being drawn.
export async function levelText() {
  if (typeof shown.text === "string") return shown.text;
  return (await ask("draft", asked())).text;
}

export async function openFile(file) {
  const { bytes } = offer.limits;
  if (file.size > bytes) throw new Error(t("{name} is too large: {n} bytes, at most {most}", { name: file.name, n: number(file.size), most: number(bytes) }));
  await open(await file.text(), true);
}

// Loads what was typed, and shows where it is wrong.
async function loadTyped() {
  const field = at("text");
  if (field.dataset.whole === "no") return load(shown.word);
  try {
    // The form of a text shows its puzzle, whichever is chosen.
    await open(field.value, true);
  } catch (error) {
    const place = placeOf(error, field.value);
    if (place !== undefined) {
      field.focus();
      field.setSelectionRange(place, Math.min(place + 1, field.value.length));
    }
    throw error;
  }
}

export function showFacts(facts) {
  const term = (name) => t(name.replaceAll("_", " "));
  const value = (fact) => typeof fact === "object" ? JSON.stringify(fact) : sentence(String(fact));
  const rows = Object.entries(facts);
  at("facts").replaceChildren(...rows.flatMap(([name, fact]) => [make("dt", {}, term(name)), make("dd", {}, value(fact))]));
}

// Shows the text of a level in its field. Of a very long one only the beginning is shown, and it is
// not read back.
export function showText(word) {
  at("text").value = route.fits(word) ? word : `${word.slice(0, 200)}…`;
  at("text").dataset.whole = route.fits(word) ? "" : "no";
}

export function listenToLevels() {
  on("load", loadTyped, "submit");
  on("text", () => { at("text").dataset.whole = ""; }, "input");
  on("example", () => load(shown.puzzle.example));
  on("file", async () => {
    const [file] = at("file").files;
    at("file").value = "";
    if (file) await openFile(file);
  }, "change");
  on("recorded", () => showRecorded(game, Number(at("recorded").value)), "change");
  listen("puzzle", (puzzle) => { at("summary").textContent = rule(puzzle); });
  listen("level", (level) => {
    for (const note of document.querySelectorAll(".note")) note.textContent = "";
    at("recorded-field").hidden = true;
    showText(shown.word);
    showFacts(level.facts);
    say(size(level));
    const name = `${t(shown.puzzle.title)} ${level.width}×${level.height}`;
    at("heading").textContent = name;
    document.title = `${name} · unicursal`;
  });
}
