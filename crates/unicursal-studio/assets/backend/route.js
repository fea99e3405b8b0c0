// What is shown, kept in the address after '#', so that a link shows the same thing. Long texts are
// compressed: a board of 100x100 fits. What does not fit is kept only for this tab.

import { keep, kept } from "./kept.js";

// An address should not be longer than this.
const LONGEST = 8000;
// Texts of at least this length are compressed; this mark comes before them.
const SHORT = 200, PACKED = "~";
// Browsers do not let a page change its address more than a few times a second.
const PACE = 150;
// No link of this page is longer than this, and no part of one unpacks to more.
const MOST_LETTERS = 8 * LONGEST, MOST_BYTES = 8 << 20;

let next, waiting, last, isFollowing = false;

// Sends bytes through a stream that transforms them, unless they become too many.
async function through(transform, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new Error("too long");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function pack(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return PACKED + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function unpack(word) {
  const letters = atob(word.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
}

// What the address says. A damaged part is left out, and `isDamaged` is set. An address that is too
// long to come from this page is not read: it would take memory before anybody knew what it is.
export async function read() {
  const found = Object.create(null);
  let isDamaged = false;
  if (location.hash.length > MOST_LETTERS) return { found, isDamaged, isTooLong: true };
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
    if (!value.startsWith(PACKED)) found[name] = value;
    else await unpack(value).then((text) => { found[name] = text; }, () => { isDamaged = true; });
  }
  if (found.kept) found.level = kept("level", "sessionStorage") ?? found.level;
  return { found, isDamaged, isTooLong: false };
}

// The part of an address that shows this state. `left` contains what is too long for it.
export async function link(state) {
  const params = new URLSearchParams(), left = [];
  for (const [name, value] of Object.entries(state)) {
    const text = value === undefined || value === null ? "" : String(value);
    if (text === "") continue;
    const word = text.length > SHORT || text.startsWith(PACKED) ? await pack(text) : text;
    if (word.length <= LONGEST) params.set(name, word);
    else left.push(name);
  }
  return { hash: "#" + params, left };
}

// Changes the address. Another `key` is another entry of the history and is written at once, so
// that a reload shows it again; changes within one entry are written a moment later.
export function write(state, key) {
  next = { state, key };
  if (key !== last && !isFollowing) flush();
  else waiting ??= setTimeout(flush, PACE);
}

// Returns the names of what did not fit into the address.
export async function flush() {
  clearTimeout(waiting);
  waiting = undefined;
  if (!next) return [];
  const { state, key } = next;
  next = undefined;
  const { hash, left } = await link(state);
  const isLong = left.includes("level");
  if (isLong) keep("level", state.level, "sessionStorage");
  const address = isLong ? `${hash}&kept=1` : hash;
  const isNew = !isFollowing && last !== undefined && last !== key;
  last = key;
  if (address !== location.hash) history[isNew ? "pushState" : "replaceState"](null, "", address);
  return left;
}

// Runs an action that shows what the address already says: it makes no entries in the history.
export async function following(action) {
  isFollowing = true;
  try {
    await action();
  } finally {
    await flush();
    isFollowing = false;
  }
}

addEventListener("pagehide", () => { flush(); });

// Whether a text is short enough to be edited in a field.
export const fits = (text) => text.length <= 6000;
