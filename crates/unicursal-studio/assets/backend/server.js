// Asks questions: of the server that sent the page, or, where there is none, of the library itself in a
// worker. Every failure becomes an Error whose message can be shown as it is, with the place in the
// text that it is about, if there is one.

import * as http from "./http.js";

let backend = http;

export const failure = ({ error, place }) => Object.assign(new Error(error), { place });

// Finds out who answers. Returns what is offered.
export async function connect() {
  const offer = await http.offer();
  if (offer) return offer;
  const local = await import("./local.js");
  const offered = await local.ask("puzzles", {}).catch(() => {
    throw new Error("the server cannot be reached; is 'unicursal studio' still running?");
  });
  backend = local;
  return { ...offered, isLocal: true };
}

export const ask = (name, body, signal) => backend.ask(name, body, signal);
export const fetchBlob = (name, body, signal) => backend.fetchBlob(name, body, signal);

// Solves a level. `heard` gets each event's name and data; the promise ends with the outcome.
export const solve = (body, heard, signal) => backend.solve(body, heard, signal);
