// Opening levels: from the pack, by id, as text, from a file.

import { at, make, on, say } from "./dom.js";
import { unpack } from "./packed.js";
import { placeOf } from "./place.js";
import * as route from "./route.js";
import { ask, fetchBlob } from "./server.js";
import { Sheet } from "./sheet.js";
import { listen, offer, showLevel, showPuzzle, shown } from "./shown.js";

// What the server knows of a level, its picture unpacked.
export async function describe(text) {
  const level = await ask("/api/level", { puzzle: shown.puzzle.name, level: text });
  level.picture = unpack(level.picture);
  return level;
}

let loads = 0;

// Shows a level, unless another one was asked for in the meantime.
export async function load(word) {
  if (word.length > offer.limits.bytes) {
    throw new Error(`this text is too large: ${word.length} characters, at most ${offer.limits.bytes}`);
  }
  say("Loading…");
  const turn = ++loads;
  const level = await describe(word);
  if (turn === loads) showLevel(word, level);
}

// The picture of an answer to the level shown.
export async function drawAnswer(answer) {
  const body = { puzzle: shown.puzzle.name, level: shown.text, answer, format: "json" };
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
  await load(await file.text());
}

// Loads what was typed, and shows where it is wrong.
async function loadTyped() {
  const field = at("text");
  if (field.dataset.whole === "no") return load(shown.word);
  try {
    await load(field.value);
  } catch (error) {
    const place = placeOf(error.message, field.value);
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
    showText(shown.word);
    showFacts(level.facts);
    say(`${level.width} columns, ${level.height} rows`);
    document.title = `${shown.puzzle.name} ${level.width}×${level.height} · unicursal studio`;
  });
}
