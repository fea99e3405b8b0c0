// Which levels of a ladder were solved, and what they took. Pure; what was stored may be anything
// and is read with care.

import { isOnTime } from "./days.js";
import { clock } from "./time.js";
import { count, t } from "./words.js";

/** @typedef {{ moves: number, seconds: number, hints: number }} Figures */

const isFigures = (value) => ["moves", "seconds", "hints"].every((name) => Number.isFinite(value?.[name]) && value[name] >= 0);

/** Solved levels by their number or name; anything else is left out.
 * @param {unknown} kept @returns {Record<string, Figures>} */
export function readSolved(kept) {
  if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return {};
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => isFigures(value)));
}

/** A game that was begun. @param {any} kept */
export function readGame(kept) {
  const number = (value) => Number.isFinite(value) && value >= 0 ? value : 0;
  return { game: typeof kept?.game === "string" ? kept.game : undefined, seconds: number(kept?.seconds), hints: number(kept?.hints), since: number(kept?.since), last: number(kept?.last) };
}

/** How many of those with a number are solved. @param {Record<string, Figures>} solved */
export const numbered = (solved) => Object.keys(solved).filter((key) => /^[1-9]\d*$/.test(key)).length;

/** Fewer hints are better, then a shorter time. @param {Figures} now @param {Figures} before */
export const isBetter = (now, before) => now.hints < before.hints || (now.hints === before.hints && now.seconds < before.seconds);

/** Whether an entry from a file is better than the one that is there: a level solved with less, a day's puzzle solved on that day. @param {string} name of what both are entries of @param {string} key @param {any} brought @param {any} there */
export function isBetterEntry(name, key, brought, there) {
  if (name.startsWith("days ")) return isOnTime(key, brought) && !isOnTime(key, there);
  return name.startsWith("solved ") && isFigures(brought) && (!isFigures(there) || isBetter(brought, there));
}

/** What it took, in words. @param {Figures} figures */
export function inWords({ moves, seconds, hints }) {
  const help = hints === 0 ? t("no hints") : count(hints, "one hint", "{n} hints");
  return `${count(moves, "{n} move", "{n} moves")} · ${clock(seconds)} · ${help}`;
}
