// The puzzle of the day: the same for everybody on that day. Which days were solved is kept in the browser.

import { keep, kept } from "./kept.js";
import { ask } from "./server.js";

const SIDE = 9;
// Days of which the solved ones are remembered.
const MOST_DAYS = 400;
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

const written = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

// The id of a day's level.
export async function dayOf(puzzle, date = new Date()) {
  const side = puzzle.moves === "walk" ? 2 * SIDE + 1 : SIDE;
  return (await ask("generate", { puzzle: puzzle.name, width: side, height: side, seed: written(date) })).id;
}

// The day to which a level belongs by its id, as `2026-11-17`.
export const dayIn = (word) => word.trim().match(/^[a-z]+:\S*#(\d{4}-\d\d-\d\d)$/)?.[1];

// A day in words: `17 November`.
export function dayName(day) {
  const [, month, number] = day.split("-").map(Number);
  return `${number} ${MONTHS[month - 1] ?? ""}`;
}

const daysOf = (name) => kept(`days ${name}`) ?? [];

export const isSolvedToday = ({ name }) => daysOf(name).includes(written(new Date()));

// Puts down that the level of a day is solved.
export function putDownDay({ name }, word) {
  const day = dayIn(word), days = daysOf(name);
  if (day && !days.includes(day)) keep(`days ${name}`, [...days, day].sort().slice(-MOST_DAYS));
}

// How many days in a row a level of the day was solved, of any of the puzzles: up to today, or, as today
// is not over, to yesterday.
export function streak(puzzles, today = new Date()) {
  const days = new Set(puzzles.flatMap(({ name }) => daysOf(name)));
  const date = new Date(today.getFullYear(), today.getMonth(), today.getDate());
  if (!days.has(written(date))) date.setDate(date.getDate() - 1);
  let count = 0;
  for (; days.has(written(date)); date.setDate(date.getDate() - 1)) count++;
  return count;
}
