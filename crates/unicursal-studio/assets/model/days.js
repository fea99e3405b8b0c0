// Days, written as `2026-11-17`, and what was solved on them. Pure: today's date is an argument.

import { GRADES, gradesOf } from "./grades.js";
import { locale } from "./words.js";

// For how many days solved ones are remembered; and after how many days a missed one is forgiven.
const MOST_DAYS = 800, FREEZE = 7;

/** @typedef {{ on: string, seconds?: number, moves?: number, hints?: number }} Solved */
/** @typedef {Record<string, Solved>} Days */

// There is no 31 February: a text that a calendar would write differently is not a day.
export const isDay = (text) => typeof text === "string" && /^\d{4}-\d\d-\d\d$/.test(text) && written(dateOf(text)) === text;

/** The day of a date, in the local time zone. @param {Date} date */
export const written = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

// In the middle of the day, so that a change of clocks cannot make it another day.
const dateOf = (day) => new Date(`${day}T12:00:00`);

/** A day this many days later. @param {string} day @param {number} by */
export function after(day, by) {
  const date = dateOf(day);
  date.setDate(date.getDate() + by);
  return written(date);
}

/** From Monday, 0, to Sunday, 6. @param {string} day */
export const weekday = (day) => (dateOf(day).getDay() + 6) % 7;

/** A day in words: `17 November`. @param {string} day */
export const dayName = (day) => dateOf(day).toLocaleDateString(locale(), { day: "numeric", month: "long" });

/** A month in words: `November 2026`. @param {string} day */
export const monthName = (day) => dateOf(day).toLocaleDateString(locale(), { month: "long", year: "numeric" });

/** The names of the days of a week, short. */
export const weekdays = () => Array.from({ length: 7 }, (_, i) => dateOf(after("2026-11-16", i)).toLocaleDateString(locale(), { weekday: "short" }));

/** The days of a month, from its first. @param {string} day */
export function month(day) {
  const days = [];
  for (let next = `${day.slice(0, 8)}01`; next.slice(0, 7) === day.slice(0, 7); next = after(next, 1)) days.push(next);
  return days;
}

/** The solved days among what was stored; anything else is left out. A list of days was written by an older version.
 * @param {unknown} kept @returns {Days} */
export function readDays(kept) {
  if (Array.isArray(kept)) return Object.fromEntries(kept.filter(isDay).map((day) => [day, { on: day }]));
  if (typeof kept !== "object" || kept === null) return {};
  return Object.fromEntries(Object.entries(kept).filter(([day, solved]) => isDay(day) && isDay(solved?.on)));
}

/** The same with another one; if the day is there already, that entry stays. @param {Days} days @param {string} day @param {Solved} solved */
export function withDay(days, day, solved) {
  const all = Object.entries({ [day]: solved, ...days }).sort(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(all.slice(-MOST_DAYS));
}

export const isOnTime = (day, solved) => solved?.on === day;

/** On how many days in a row a puzzle was solved on its day: up to today or, since today is not over, to yesterday. A missed day is forgiven if none other was missed within the week after it. `frozen` says how many were.
 * @param {Set<string>} days @param {string} today */
export function streak(days, today) {
  let day = days.has(today) ? today : after(today, -1);
  let length = 0, frozen = 0, since = Infinity;
  for (;; day = after(day, -1), since++) {
    if (days.has(day)) length++;
    else if (length && since >= FREEZE && days.has(after(day, -1))) {
      frozen++;
      since = 0;
    } else return { length, frozen };
  }
}

/** The longest streak that there ever was. @param {Set<string>} days */
export const longest = (days) => [...days].reduce((most, day) => Math.max(most, streak(days, day).length), 0);

/** The requests for a day's level, of which the first that succeeds counts: unique where the puzzle can promise that, and harder towards Sunday where it has grades and the generator finds a level that hard. @param {any} puzzle @param {string} day */
export function daily(puzzle, day) {
  const isUnique = puzzle.generate_options.some(({ name, kind }) => name === "unique" && kind === "flag");
  const grades = gradesOf(puzzle), hardest = Math.floor(weekday(day) * grades.length / 7);
  const ask = (grade) => {
    const side = puzzle.moves === "walk" ? 19 : puzzle.graded_sides?.[GRADES.indexOf(grade)] ?? 9;
    const options = { ...(isUnique ? { unique: "true" } : {}), ...(grade ? { difficulty: grade } : {}) };
    return { puzzle: puzzle.name, width: side, height: side, seed: day, options };
  };
  return [...grades.slice(0, hardest + 1).reverse().map(ask), ask("")];
}
