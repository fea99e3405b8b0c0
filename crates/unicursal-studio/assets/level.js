// Opening levels: from the pack, by id, as text, from a file, from a recorded game.

import { at, make, on, say } from "./dom.js";
import { unpack } from "./packed.js";
import { placeOf } from "./place.js";
import { readRecording } from "./recording.js";
import * as route from "./route.js";
import { ask, fetchBlob } from "./server.js";
import { Sheet } from "./sheet.js";
import { listen, offer, showLevel, showPuzzle, shown } from "./shown.js";

// What the server knows of a level, its picture unpacked.
export async function describe(text, puzzle = shown.puzzle.name) {
  const level = await ask("/api/level", { puzzle, level: text });
  level.picture = unpack(level.picture);
  return level;
}

const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

// How large a level is, in words.
export const size = ({ width, height }) => `${counted(width, "column")}, ${counted(height, "row")}`;

let loads = 0;

// Shows a level, unless another one was asked for in the meantime.
export async function load(word) {
  if (word.length > offer.limits.bytes) {
    throw new Error(`this text is too large: ${word.length} characters, at most ${offer.limits.bytes}`);
  }
  say("Loading…");
  const turn = ++loads;
  // An id says of which puzzle it is.
  const named = offer.puzzles.find(({ name }) => word.trimStart().startsWith(`${name}:`));
  const { name } = named ?? shown.puzzle;
  const level = await describe(word, name);
  if (turn !== loads) return;
  if (name !== shown.puzzle.name) showPuzzle(name);
  showLevel(word, level);
}

// The game whose board is shown, if it was recorded.
let game;

// Shows a board of a recorded game, with the answer that was given there.
async function showRecorded(boards, index) {
  const { puzzle, level: text, answer, verdict, line } = boards[index];
  say("Loading…");
  const turn = ++loads;
  let level;
  try {
    level = await describe(text, puzzle);
    // A game that was lost at once has no answer.
    if (answer) level.recorded = { answer, picture: await drawAnswer(answer, text, puzzle) };
  } catch (error) {
    throw new Error(`line ${line}: ${error.message}`);
  }
  if (turn !== loads) return;
  if (puzzle !== shown.puzzle.name) showPuzzle(puzzle);
  showLevel(text, level);
  game = boards;
  at("recorded-field").hidden = boards.length < 2;
  at("recorded").replaceChildren(...boards.map((board, i) => new Option(`${i + 1}: ${board.verdict}`, i)));
  at("recorded").value = index;
  say(`${size(level)}, recorded: ${verdict}`);
}

// Shows a level, or the first board of a recorded game.
async function open(text) {
  const boards = readRecording(text);
  await (boards ? showRecorded(boards, 0) : load(text));
}

// The picture of an answer to a level, the one shown if no other is given.
export async function drawAnswer(answer, level = shown.text, puzzle = shown.puzzle.name) {
  const body = { puzzle, level, answer, format: "json" };
  return unpack(JSON.parse(await (await fetchBlob("/api/draw", body)).text()));
}

// The level shown, cell by cell; made when it is first needed.
export function sheet() {
  shown.level.sheet ??= Sheet.parse(shown.puzzle.name, shown.text);
  return shown.level.sheet;
}

export async function openFile(file) {
  const { bytes } = offer.limits;
  if (file.size > bytes) throw new Error(`${file.name} is too large: ${file.size} bytes, at most ${bytes}`);
  await open(await file.text());
}

// Loads what was typed, and shows where it is wrong.
async function loadTyped() {
  const field = at("text");
  if (field.dataset.whole === "no") return load(shown.word);
  try {
    await open(field.value);
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
  const term = (name) => name.replaceAll("_", " ");
  const value = (fact) => typeof fact === "object" ? JSON.stringify(fact) : String(fact);
  const rows = Object.entries(facts);
  at("facts").replaceChildren(...rows.flatMap(([name, fact]) => [make("dt", {}, term(name)), make("dd", {}, value(fact))]));
}

// Shows the text of a level in its field. A very long one is only begun, and not read back.
export function showText(word) {
  at("text").value = route.fits(word) ? word : `${word.slice(0, 200)}…`;
  at("text").dataset.whole = route.fits(word) ? "" : "no";
}

export function listenToLevels() {
  on("load", loadTyped, "submit");
  on("text", () => { at("text").dataset.whole = ""; }, "input");
  on("pick", () => load(`${shown.puzzle.name}:pack/${at("number").value}`));
  on("example", () => load(shown.puzzle.example));
  on("file", async () => {
    const [file] = at("file").files;
    at("file").value = "";
    if (file) await openFile(file);
  }, "change");
  on("recorded", () => showRecorded(game, Number(at("recorded").value)), "change");
  on("puzzle", () => {
    showPuzzle(at("puzzle").value);
    return load(shown.puzzle.example);
  }, "change");
  listen("puzzle", (puzzle) => {
    at("summary").textContent = puzzle.summary;
    at("number").max = puzzle.pack_size;
    at("number").value = 1;
    at("pack").hidden = puzzle.pack_size < 2;
  });
  listen("level", (level) => {
    for (const note of document.querySelectorAll(".note")) note.textContent = "";
    at("recorded-field").hidden = true;
    showText(shown.word);
    showFacts(level.facts);
    say(size(level));
    document.title = `${shown.puzzle.name} ${level.width}×${level.height} · unicursal studio`;
  });
}
