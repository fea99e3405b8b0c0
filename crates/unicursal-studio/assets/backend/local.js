// Questions to the library itself, which runs in workers as WebAssembly. There are two of them, so that a level can be
// looked at while another one is solved.

import { Queue } from "../library/queue.js";

const KINDS = { png: "image/png", apng: "image/apng", gif: "image/gif" };
// Questions that search, as the library says.
let searching = new Set();
// A level that is given by a name has to be made first.
const isLong = (name, body) => searching.has(name) || /^\s*[a-z]+:/.test(body.level ?? "");

const wasm = String(new URL("../unicursal.wasm", import.meta.url));
const quick = new Queue(wasm), thorough = new Queue(wasm);
const queue = (name, body) => isLong(name, body) ? thorough : quick;

// Levels that are known before the library has been loaded.
let known = {};

export function prime({ offer, levels = {} }) {
  searching = new Set(offer.searching);
  known = levels;
}

export function ask(name, body, signal) {
  const level = name === "level" && known[String(body.level).trim()];
  return level && level.puzzle === body.puzzle ? Promise.resolve(structuredClone(level)) : queue(name, body).ask(name, body, { signal });
}
export const solve = (body, heard, signal) => thorough.ask("solve", body, { signal, heard });

export async function fetchBlob(name, body, signal) {
  const answer = await ask(name, body, signal);
  const type = KINDS[body.format] ?? "image/svg+xml";
  return answer instanceof Uint8Array ? new Blob([/** @type {BlobPart} */ (answer)], { type }) : new Blob([JSON.stringify(answer)]);
}
