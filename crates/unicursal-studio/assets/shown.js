// What the page shows: one puzzle, one level of it, perhaps an answer. The parts of the page change it
// through the functions here and hear of changes by `listen`.

import { at } from "./dom.js";
import * as route from "./route.js";
import { View } from "./view.js";

export const view = new View(at("canvas"));

// The level as it was asked for (`word`) and as text, the server's facts and picture of it.
export const shown = { puzzle: undefined, word: "", text: "", level: undefined, answer: undefined, mode: undefined };
// A level of a recorded game has the answer that was given there: `recorded`, with its picture.
// What the server offers; filled in before anything else happens.
export const offer = { puzzles: [], limits: {} };

const listeners = { puzzle: [], level: [] };

// Calls `action` whenever another puzzle or another level is shown.
export function listen(name, action) {
  listeners[name].push(action);
}

export function showPuzzle(name) {
  shown.puzzle = offer.puzzles.find((puzzle) => puzzle.name === name) ?? offer.puzzles[0];
  at("puzzle").value = shown.puzzle.name;
  for (const action of listeners.puzzle) action(shown.puzzle);
}

export function showLevel(word, level) {
  Object.assign(shown, { word, text: level.text, level, answer: level.recorded?.answer });
  for (const action of listeners.level) action(level);
  remember();
}

// Keeps what is shown in the address, with what the mode adds to it.
export function remember() {
  if (!shown.mode || !shown.level) return;
  const { puzzle, word, mode } = shown;
  const link = mode.name === "watch" ? "" : mode.name;
  route.write({ puzzle: puzzle.name, level: word, mode: link, ...mode.link?.() });
}
