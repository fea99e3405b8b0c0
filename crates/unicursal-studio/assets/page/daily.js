// The puzzle of the day: the same for everybody on that day. Which days were solved is kept in the browser.

import { keep, kept } from "../backend/kept.js";
import { ask } from "../backend/server.js";
import { daily, dailyNumber, isDay, isOnTime, longest, readDays, streak, withDay, written } from "../model/days.js";

export const today = () => written(new Date());

// The names of days' levels that were asked for.
const names = new Map();

// The id of a day's level.
export function dayOf(puzzle, day = today()) {
  const { name, graded_size: graded = 0 } = puzzle;
  if (graded > 0) return Promise.resolve(`${name}:pack2/${dailyNumber(day, graded)}`);
  const key = `${puzzle.name} ${day}`;
  if (!names.has(key)) {
    const id = ask("generate", daily(puzzle, day)).then((made) => made.id);
    // What failed may be asked for again.
    id.catch(() => names.delete(key));
    names.set(key, id);
  }
  return names.get(key);
}

// The day that a level's name has in it, as `2026-11-17`. Whether it is the level of that day is another
// question.
const namedDay = (word) => word.trim().match(/^[a-z]+:\S*#(\d{4}-\d\d-\d\d)\S*$/)?.[1];

// A level of a graded pack has no day in its name: it belongs to the one for which it was opened, in this tab.
export async function openDay(puzzle, day = today()) {
  keep(`day ${puzzle.name}`, day, "sessionStorage");
  return dayOf(puzzle, day);
}

// The day to which a level belongs: only the one that is made for it, and none that is still to come.
export async function dayIn(puzzle, word) {
  const opened = kept(`day ${puzzle.name}`, "sessionStorage");
  const day = namedDay(word) ?? (puzzle.graded_size > 0 && isDay(opened) ? opened : undefined);
  if (!day || day > today()) return undefined;
  return await dayOf(puzzle, day).catch(() => undefined) === word.trim() ? day : undefined;
}

export const daysOf = ({ name }) => readDays(kept(`days ${name}`));

// What was solved of a day, if it was.
export const solvedOn = (puzzle, day) => daysOf(puzzle)[day];

// Puts down that the level of a day is solved.
export function putDownDay(puzzle, day, figures) {
  keep(`days ${puzzle.name}`, withDay(daysOf(puzzle), day, { on: today(), ...figures }));
}

// The days on which a level was solved on its day, of any of the puzzles.
function onTime(puzzles) {
  return new Set(puzzles.flatMap((puzzle) => Object.entries(daysOf(puzzle)).filter(([day, solved]) => isOnTime(day, solved)).map(([day]) => day)));
}

export const currentStreak = (puzzles, day = today()) => streak(onTime(puzzles), day);
export const longestStreak = (puzzles) => longest(onTime(puzzles));
