// Sends requests to the server that sent the page or, if there is none, to the library itself in a
// worker. Every failure becomes an Error whose message can be shown as it is, with the place in the
// text that it is about, if there is one.

import { gone } from "./failure.js";
import * as http from "./http.js";

/** @type {{ ask: typeof http.ask, fetchBlob: typeof http.fetchBlob, solve: typeof http.solve }} */
let backend = http;

/** @type {Promise<any>} */
let loaded = Promise.resolve();

// When the back end has been loaded: then the network is free for other things.
export const arrived = () => loaded.catch(() => {});

// Finds out which back end answers. Returns what it offers.
export async function connect() {
  // The edition without a server says so itself, so that no request is needed.
  const isStatic = document.querySelector("meta[name=edition][content=static]");
  const offer = isStatic ? undefined : await http.offer();
  if (offer) return offer;
  const local = await import("./local.js");
  // What is available before the library: the puzzles, and their first levels.
  const first = await http.file("first.json");
  loaded = local.ask("puzzles", {}).catch(() => { throw gone(); });
  const offered = first ? first.offer : await loaded;
  // The next request will report that it could not be loaded.
  loaded.catch(() => {});
  local.prime(first ?? { offer: offered });
  backend = local;
  return { ...offered, isLocal: true };
}

export const ask = (name, body, signal) => backend.ask(name, body, signal);
export const fetchBlob = (name, body, signal) => backend.fetchBlob(name, body, signal);

// Solves a level. `heard` gets each event's name and data; the promise ends with the outcome.
export const solve = (body, heard, signal) => backend.solve(body, heard, signal);
