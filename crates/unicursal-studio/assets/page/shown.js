// What the page shows: one puzzle, one level of it, perhaps an answer. The parts of the page change
// it through the functions here and learn of changes by `listen`.

import { at } from "./dom.js";
import * as route from "../backend/route.js";
import { View } from "../draw/view.js";

export const view = new View(at("canvas"));

/**
 * What is shown. The level as it was asked for (`word`) and as text, or as a sheet while it is drawn; what is known about it. A level of a recorded game has the answer that was given there: `recorded`, with its
 * picture. `rung` is its number on the ladder, if it was reached that way. While a level of the puzzle `isAwaited`, there is none or
 * one of another puzzle.
 * @typedef {{ puzzle: any, word: string, text: any, level: any, answer: string | undefined, mode: any, rung: number | undefined, isAwaited: boolean }} Shown
 * @type {Shown}
 */
const state = { puzzle: undefined, word: "", text: "", level: undefined, answer: undefined, mode: undefined, rung: undefined, isAwaited: true };
/** What is offered; filled in before anything else happens.
 * @type {{ puzzles: any[], limits: any, isLocal: boolean }} */
const offered = { puzzles: [], limits: {}, isLocal: false };

// Everybody may read it; to change it other than by the functions below throws.
const readOnly = (object) => new Proxy(object, {
  set: (_, name) => { throw new TypeError(`'${String(name)}' is changed through the functions of shown.js only`); },
});
/** @type {Readonly<Shown>} */
export const shown = readOnly(state);
/** @type {Readonly<typeof offered>} */
export const offer = readOnly(offered);

export function setOffer(found) {
  Object.assign(offered, found);
}

export function setMode(mode) {
  state.mode = mode;
}

// An answer to the level that is shown.
export function setAnswer(answer) {
  state.answer = answer;
}

// The level as it is drawn now, which has no answer and no number.
export function setDrawn(sheet) {
  const { width, height } = sheet;
  Object.assign(state, { text: sheet.toJSON(), answer: undefined, rung: undefined });
  state.level = { ...state.level, width, height, sheet, isDrawn: true };
}

// What a drawing is called: its text.
export function setWord(word) {
  state.word = word;
}

// Drops what was drawn.
export function dropDrawing() {
  if (state.level) state.level.isDrawn = false;
}

/** @type {Record<"puzzle" | "level", ((changed: any) => void)[]>} */
const listeners = { puzzle: [], level: [] };

// Calls `action` whenever another puzzle or another level is shown.
export function listen(name, action) {
  listeners[name].push(action);
}

export const puzzleNamed = (name) => offer.puzzles.find((puzzle) => puzzle.name === name);

// Whatever needs a level can be used once there is one: the library that makes it may still be
// loading.
function setAwaited(isAwaited) {
  state.isAwaited = isAwaited;
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-level]"))) part.inert = isAwaited;
}

// The puzzle of the level that is shown.
let owner;

export function showPuzzle(name) {
  state.puzzle = puzzleNamed(name) ?? offer.puzzles[0];
  setAwaited(state.puzzle !== owner);
  at("puzzle").value = shown.puzzle.name;
  for (const action of listeners.puzzle) action(shown.puzzle);
}

export function showLevel(word, level, rung) {
  Object.assign(state, { word, text: level.text, level, answer: level.recorded?.answer, rung });
  owner = state.puzzle;
  setAwaited(false);
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
  if (mode.name === "today") return route.write({ mode: "today" }, "today");
  if (!level) return mode.name === "compare" ? route.write({ mode: "compare" }, "compare") : undefined;
  const link = mode.name === "watch" ? "" : mode.name;
  // A drawing is one entry in the history.
  const key = `${mode.name} ${puzzle.name} ${level.isDrawn ? "" : word}`;
  route.write({ puzzle: puzzle.name, level: word, mode: link, rung, ...mode.link?.() }, key);
}
