// Today: the puzzles of the day, a calendar of earlier ones, the player's record, and moving that
// to another browser.

import { keeps, readAll, writeAll } from "../backend/kept.js";
import { ask } from "../backend/server.js";
import { View } from "../draw/view.js";
import { after, dayName, isOnTime, month, monthName, weekday, weekdays } from "../model/days.js";
import { inWords, isBetterEntry } from "../model/records.js";
import { Sheet } from "../model/sheet.js";
import { count, number, t } from "../model/words.js";
import { currentStreak, dayOf, daysOf, longestStreak, madeFor, solvedOn, today as thisDay } from "../page/daily.js";
import { at, doing, make, on, saveFile } from "../page/dom.js";
import { countSolved, rungs, solvedOf } from "../page/ladder.js";
import { load } from "../page/level.js";
import { chooseMode } from "../page/mode.js";
import { offer, showPuzzle, shown } from "../page/shown.js";

// The day and the month that are shown, and what today was at that time.
let day = thisDay(), shownMonth = day, now = day;

async function playDay(puzzle) {
  showPuzzle(puzzle.name);
  await load(await dayOf(puzzle, day));
  await chooseMode("play");
}

// The next puzzle of a day that is not solved yet; when all are, the page of that day.
export async function nextToday(of) {
  day = of;
  const from = offer.puzzles.findIndex(({ name }) => name === shown.puzzle.name);
  const order = [...offer.puzzles.slice(from + 1), ...offer.puzzles.slice(0, from)];
  const next = order.find((puzzle) => !solvedOn(puzzle, of));
  await (next ? playDay(next) : chooseMode("today"));
}

function card(puzzle) {
  const canvas = make("canvas", { width: 10, height: 10, "aria-hidden": "true" });
  const solved = solvedOn(puzzle, day);
  const button = make("button", { type: "button", className: solved ? "" : "main" }, solved ? t("Play again") : t("Play"));
  button.addEventListener("click", doing(() => playDay(puzzle)));
  const said = solved ? ["✓", Number.isFinite(solved.seconds) ? inWords(/** @type {any} */ (solved)) : t("solved"), isOnTime(day, solved) ? "" : t("(later)")].filter(Boolean).join(" ") : t("Loading…");
  const element = make("article", { className: `day-card ${solved ? "solved" : ""}` }, canvas, make("h2", {}, t(puzzle.title)), make("p", { className: "quiet" }, said), button);
  const of = day;
  const shows = madeFor(puzzle, day)
    .then(async ({ id, grade }) => {
      const { sheet, width, height } = await ask("level", { puzzle: puzzle.name, level: id });
      if (day !== of) return;
      if (!solved) element.querySelector("p").textContent = [`${width}×${height}`, grade && t(grade)].filter(Boolean).join(" · ");
      // Not the library's picture, which tints the blind alleys of a maze.
      new View(canvas, { isStill: true }).show(new Sheet(puzzle, sheet).picture());
    })
    .catch((error) => { element.querySelector("p").textContent = error.message; });
  return { element, shows };
}

function showDay() {
  const isToday = day === thisDay();
  at("today-title").textContent = isToday ? `${t("Today")}, ${dayName(day)}` : dayName(day);
  at("today-note").textContent = isToday ? t("The same for everybody; new ones at midnight.") : t("A past day: it counts apart, not for the streak.");
  const cards = offer.puzzles.map(card);
  at("today-list").replaceChildren(...cards.map(({ element }) => element));
}

function showCalendar() {
  at("calendar-title").textContent = monthName(shownMonth);
  at("month-next").disabled = shownMonth.slice(0, 7) >= thisDay().slice(0, 7);
  const days = month(shownMonth), empty = Array.from({ length: weekday(days[0]) }, () => make("span"));
  const cells = days.map((other) => {
    const solved = offer.puzzles.map((puzzle) => [puzzle, solvedOn(puzzle, other)]).filter(([, one]) => one);
    const isTimely = solved.some(([, one]) => isOnTime(other, one));
    const label = `${dayName(other)}${solved.length ? `, ${t("{n} of {all} solved", { n: solved.length, all: offer.puzzles.length })}` : ""}`;
    const button = make("button", { type: "button", "aria-label": label, title: label, disabled: other > thisDay(), "aria-pressed": String(other === day) }, String(Number(other.slice(8))));
    button.classList.toggle("on-time", isTimely);
    button.classList.toggle("later", solved.length > 0 && !isTimely);
    button.classList.toggle("today-cell", other === thisDay());
    button.addEventListener("click", doing(() => {
      day = other;
      show();
    }));
    return button;
  });
  at("calendar").replaceChildren(...weekdays().map((name) => make("span", {}, name)), ...empty, ...cells);
}

function showFigures() {
  const { length, frozen } = currentStreak(offer.puzzles);
  const forgiven = frozen ? ` (${t("{n} missed, forgiven", { n: frozen })})` : "";
  at("today-streak").textContent = length > 0 ? `🔥 ${length === 1 ? t("one day") : t("{n} days in a row", { n: length })}${forgiven}` : "";
  const head = [t("Puzzle"), t("Levels"), t("Days"), t("No hints")];
  const rows = offer.puzzles.map((puzzle) => {
    const all = Object.values(solvedOf(puzzle));
    const clean = all.length ? `${Math.round(100 * all.filter(({ hints }) => !hints).length / all.length)} %` : "–";
    const cells = [`${number(countSolved(puzzle))} / ${number(rungs(puzzle))}`, number(Object.keys(daysOf(puzzle)).length), clean];
    return make("tr", {}, make("th", { scope: "row" }, t(puzzle.title)), ...cells.map((text) => make("td", {}, text)));
  });
  const table = make("table", {}, make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text)))), make("tbody", {}, ...rows));
  at("figures").replaceChildren(table, make("p", { className: "quiet" }, t("Longest streak: {n}", { n: longestStreak(offer.puzzles) })));
}

function show() {
  now = thisDay();
  showDay();
  showCalendar();
  showFigures();
}

function turnMonth(by) {
  shownMonth = after(by < 0 ? month(shownMonth)[0] : month(shownMonth).at(-1) ?? shownMonth, by);
  showCalendar();
}

// The record as a file, and back again: of two entries for the same thing the better one stays.
function saveProgress() {
  const text = JSON.stringify({ unicursal: 1, saved: thisDay(), kept: readAll(/^(solved|days|played) /) }, undefined, 1);
  saveFile(new Blob([text], { type: "application/json" }), `unicursal-${thisDay()}.json`);
}

async function bringProgress() {
  const [file] = at("progress-file").files;
  at("progress-file").value = "";
  if (!file) return;
  let read;
  try {
    read = JSON.parse(await file.text());
  } catch {
    read = undefined;
  }
  if (read?.unicursal !== 1 || typeof read.kept !== "object" || !read.kept) throw new Error(t("{name} is no file of saved progress", { name: file.name }));
  const brought = writeAll(read.kept, /^(solved|days|played) [a-z]+(:pack2)?$/, isBetterEntry);
  show();
  at("progress-note").textContent = count(brought, "Brought in: {n} entry", "Brought in: {n} entries");
}

// Refreshes what is out of date: at midnight, and when another window has solved something.
function renew() {
  if (shown.mode !== today) return;
  if (day === now) day = shownMonth = thisDay();
  show();
}

export const today = {
  name: "today",
  hint: "",
  enter() {
    // The day may have changed since the page was left.
    if (day === now) day = shownMonth = thisDay();
    document.title = `${t("Today")} · unicursal`;
    if (!keeps()) at("progress-note").textContent = t("This browser keeps nothing for this page: what you solve is forgotten when you close it.");
    show();
  },
  leave() {
    // The next midnight.
    day = shownMonth = now = thisDay();
  },
  key: () => undefined,
};

export function listenToToday() {
  const atMidnight = () => { if (now !== thisDay()) renew(); };
  setInterval(atMidnight, 10_000);
  document.addEventListener("visibilitychange", atMidnight);
  addEventListener("storage", ({ key }) => { if (!key || /^unicursal (solved|days) /.test(key)) renew(); });
  on("month-back", () => turnMonth(-1));
  on("month-next", () => turnMonth(1));
  on("progress-save", saveProgress);
  on("progress-file", doing(() => bringProgress().catch((error) => { at("progress-note").textContent = error.message; })), "change");
}

