// What is shown, kept in the address after '#', so that a link shows the same thing.

// Longer texts do not belong into an address.
const LONGEST = 6000;
// Browsers do not let a page change its address more often than some times a second.
const PACE = 150;

let next, waiting;

export function read() {
  return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
}

// Changes the address, now or a moment later. Values that are too long are left out.
export function write(state) {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    const text = value === undefined || value === null ? "" : String(value);
    if (text !== "" && text.length <= LONGEST) params.set(name, text);
  }
  next = "#" + params;
  waiting ??= setTimeout(flush, PACE);
}

export function flush() {
  clearTimeout(waiting);
  waiting = undefined;
  if (next !== undefined && next !== location.hash) history.replaceState(null, "", next);
}

addEventListener("pagehide", flush);

// Whether a level can be part of a link.
export const fits = (text) => text.length <= LONGEST;
