// What the page shows: one puzzle, one level of it, perhaps an answer. The parts of the page change it
// through the functions here and hear of changes by `listen`.

import { at } from "./dom.js";
import * as route from "./route.js";
import { View } from "./view.js";

export const view = new View(at("canvas"));

// The level as it was asked for (`word`) and as text, or as a sheet while it is drawn; the server's
// facts and picture of it. A level of a recorded game has the answer that was given there: `recorded`,
// with its picture. `rung` is its number on the ladder, if it was reached that way.
export const shown = { puzzle: undefined, word: "", text: "", level: undefined, answer: undefined, mode: undefined, rung: undefined };
// What the server offers; filled in before anything else happens.
export const offer = { puzzles: [], limits: {} };

const listeners = { puzzle: [], level: [] };

// Calls `action` whenever another puzzle or another level is shown.
export function listen(name, action) {
  listeners[name].push(action);
}

export const puzzleNamed = (name) => offer.puzzles.find((puzzle) => puzzle.name === name);

export function showPuzzle(name) {
  shown.puzzle = puzzleNamed(name) ?? offer.puzzles[0];
  at("puzzle").value = shown.puzzle.name;
  for (const action of listeners.puzzle) action(shown.puzzle);
}

export function showLevel(word, level, rung) {
  Object.assign(shown, { word, text: level.text, level, answer: level.recorded?.answer, rung });
  for (const action of listeners.level) action(level);
  remember();
}

// The level that is shown, as a question needs it.
export const asked = (more = {}) => ({ puzzle: shown.puzzle.name, level: shown.text, ...more });

// Keeps what is shown in the address, with what the mode adds to it.
export function remember() {
  const { puzzle, word, mode, rung, level } = shown;
  if (!mode) return;
  if (mode.name === "home") return route.write({}, "home");
  if (!level) return mode.name === "compare" ? route.write({ mode: "compare" }, "compare") : undefined;
  const link = mode.name === "watch" ? "" : mode.name;
  // What is being drawn is one place in the history.
  const key = `${mode.name} ${puzzle.name} ${level.isDrawn ? "" : word}`;
  route.write({ puzzle: puzzle.name, level: word, mode: link, rung, ...mode.link?.() }, key);
}
