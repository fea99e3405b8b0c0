// The puzzle of the day: the same for everybody on that day. Which days were solved is kept in the browser.

import { keep, kept } from "../backend/kept.js";
import { ask } from "../backend/server.js";
import { daily, isOnTime, longest, readDays, streak, withDay, written } from "../model/days.js";

export const today = () => written(new Date());

// The names of days' levels that were asked for.
const names = new Map();

/** Makes the first level that can be made, and returns its id, and how hard it is where that was asked for.
 * @param {any[]} questions @returns {Promise<{ id: string, grade?: string }>} */
async function make([question, ...others]) {
  try {
    return { id: (await ask("generate", question)).id, grade: question.options.difficulty };
  } catch (error) {
    if (error.isGone || !others.length) throw error;
    return make(others);
  }
}

/** The level of a day: its id, and perhaps how hard it is. @param {any} puzzle @returns {Promise<{ id: string, grade?: string }>} */
export function madeFor(puzzle, day = today()) {
  const key = `${puzzle.name} ${day}`;
  if (!names.has(key)) {
    const made = make(daily(puzzle, day));
    // What failed may be tried again.
    made.catch(() => names.delete(key));
    names.set(key, made);
  }
  return names.get(key);
}

export const dayOf = async (puzzle, day = today()) => (await madeFor(puzzle, day)).id;

// The day in a level's name, as `2026-11-17`, whether or not it is the level of that day.
const namedDay = (word) => word.trim().match(/^[a-z]+:\S*#(\d{4}-\d\d-\d\d)\S*$/)?.[1];

// The day to which a level belongs: only if it is the level made for that day, and never a future
// day.
export async function dayIn(puzzle, word) {
  const day = namedDay(word);
  if (!day || day > today()) return undefined;
  return await dayOf(puzzle, day).catch(() => undefined) === word.trim() ? day : undefined;
}

export const daysOf = ({ name }) => readDays(kept(`days ${name}`));

// The record of a day, if its level was solved.
export const solvedOn = (puzzle, day) => daysOf(puzzle)[day];

// Records that the level of a day is solved, and returns whether that could be stored. A game over
// midnight counts for the day on which the player sat down to it.
/** @param {any} puzzle @param {string} day @param {any} figures @param {number} since */
export function putDownDay(puzzle, day, figures, since) {
  const on = written(new Date(since)) === day ? day : today();
  return keep(`days ${puzzle.name}`, withDay(daysOf(puzzle), day, { on, ...figures }));
}

// The days on which a level was solved on its day, of any of the puzzles.
function onTime(puzzles) {
  return new Set(puzzles.flatMap((puzzle) => Object.entries(daysOf(puzzle)).filter(([day, solved]) => isOnTime(day, solved)).map(([day]) => day)));
}

export const currentStreak = (puzzles, day = today()) => streak(onTime(puzzles), day);
export const longestStreak = (puzzles) => longest(onTime(puzzles));
