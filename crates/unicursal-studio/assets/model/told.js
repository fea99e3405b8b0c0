// What the library says about a step, in the language of the page, with the names of colours, and
// with letters for the cells that it names, so that they can be found on the board.

import { sentence } from "./words.js";

/** @typedef {{ x: number, y: number, letter?: string }} Lit */

/** The words of a reason, and the cells that are lit for it; those that are named have letters.
 * @param {{ text: string, tiles: [number, number][] }} reason @param {(name: string) => string} called
 * @returns {{ text: string, cells: Lit[] }} */
export function told({ text, tiles }, called = (name) => name) {
  /** @type {Map<string, string>} */
  const letters = new Map();
  const named = text.replaceAll(/\((\d+), (\d+)\)/g, (_, x, y) => {
    const place = `${x} ${y}`;
    if (!letters.has(place)) letters.set(place, letter(letters.size));
    return /** @type {string} */ (letters.get(place));
  });
  const coloured = named.replace(/\bends of (\S) could\b/, (_, name) => `ends of ${called(name)} could`).replace(/^(\S) can be joined\b/, (_, name) => `${called(name)} can be joined`);
  /** @type {Map<string, Lit>} */
  const lit = new Map(tiles.map(([x, y]) => [`${x} ${y}`, { x, y }]));
  for (const [place, letter] of letters) {
    const [x, y] = place.split(" ").map(Number);
    lit.set(place, { x, y, letter });
  }
  return { text: closed(sentence(coloured)), cells: [...lit.values()] };
}

// A, B, ... and then numbers; no reason names that many cells.
const letter = (index) => index < 26 ? String.fromCharCode(65 + index) : String(index);

// With a capital at its beginning and a full stop.
const closed = (text) => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
