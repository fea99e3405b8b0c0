// Compare: results of the arena as a summary, a plot and a table that can be sorted.

import { distinct } from "../model/colours.js";
import { at, doing, make, on } from "../page/dom.js";
import { readEntries, summarise, withoutCopies } from "../model/entries.js";
import { keep, kept } from "../backend/kept.js";
import { load } from "../page/level.js";
import { chooseMode } from "../page/mode.js";
import { cactus, plot } from "../draw/plot.js";
import { ask } from "../backend/server.js";
import { puzzleNamed, showPuzzle } from "../page/shown.js";
import { duration } from "../model/time.js";
import { number, t } from "../model/words.js";
import { tryMethods } from "../page/trial.js";
import { giveUp } from "../page/work.js";

// More rows than this are no help, and slow the page down.
const MOST_ROWS = 1000;

const megabytes = (bytes) => bytes === undefined ? "" : `${(bytes / 1e6).toFixed(1)} MB`;
// The columns of the table: name, what it is sorted by, what is shown.
/** @type {[string, (entry: any) => any, (entry: any) => any][]} */
const COLUMNS = [
  ["Solver", ({ solver }) => solver, ({ solver }) => solver],
  ["Level", ({ level }) => level, ({ level }) => level],
  ["Size", ({ cells }) => cells, ({ width, height }) => `${width}×${height}`],
  ["Verdict", ({ verdict }) => verdict, ({ verdict }) => verdict],
  ["Time", ({ seconds }) => seconds, ({ seconds }) => duration(seconds)],
  ["Processor", ({ cpu_seconds: s }) => s ?? 0, ({ cpu_seconds: s }) => s === undefined ? "" : duration(s)],
  ["Memory", ({ peak_memory: bytes }) => bytes ?? 0, ({ peak_memory: bytes }) => megabytes(bytes)],
  ["Reason", ({ reason }) => reason ?? "", ({ reason }) => reason ?? ""],
];

let entries = [], order = { column: 1, down: false };

export async function addFiles(files) {
  const read = [];
  for (const file of files) read.push(...readEntries(file.name, await file.text()));
  add(read);
}

function add(read) {
  entries = withoutCopies([...entries, ...read]);
  keep("results", entries.map(({ line }) => line));
  show();
}

function show() {
  at("results").hidden = !entries.length;
  at("trial-field").hidden = entries.length > 0;
  at("entries-clear").hidden = !entries.length;
  if (!entries.length) return;
  const summary = summarise(entries);
  at("summary-rows").replaceChildren(...summary.map(summaryRow));
  const solvers = summary.map(({ solver }) => solver);
  at("plot").replaceChildren(plot(entries, solvers, pointed));
  at("cactus").replaceChildren(cactus(entries, solvers));
  showTable();
}

const words = ({ solver, level, width, height, verdict, seconds }) =>
  `\u2068${solver}\u2069 · ${t("level {n}", { n: level })}, ${width}×${height} · ${verdict} · ${duration(seconds)}`;

// A name, whichever way its letters run.
const named = (text) => make("bdi", {}, text);

// Says what a mark is; a click opens its level.
function pointed(entry, isClicked) {
  at("plot-note").textContent = entry ? words(entry) : "\u00a0";
  if (entry && isClicked) doing(() => openLevel(entry))({ target: at("entries") });
}

// Opens a level of the pack in Watch. Results of other levels have the same numbers, but seldom the
// same size.
async function openLevel({ puzzle = "coil", level, width, height }) {
  const word = `${puzzle}:pack/${level}`;
  const found = puzzleNamed(puzzle) && await ask("level", { puzzle, level: word }).catch(() => undefined);
  if (found?.width !== width || found?.height !== height) {
    throw new Error(t("level {n} of {size} is not in the pack here; open its file in Watch", { n: level, size: `${width}×${height}` }));
  }
  showPuzzle(puzzle);
  await load(word);
  await chooseMode("watch");
}

function summaryRow({ solver, runs, passed, seconds, largest, ratio }, i) {
  const dot = make("span", { className: "dot" });
  dot.style.background = distinct(i);
  const cells = [t("{n} of {all}", { n: passed, all: runs }), duration(seconds), number(largest), ratio === undefined ? "" : `× ${ratio.toPrecision(3)}`];
  return make("tr", {}, make("th", { scope: "row" }, dot, named(solver)), ...cells.map((text) => make("td", {}, text)));
}

function showTable() {
  const [, key] = COLUMNS[order.column];
  const compare = (a, b) => {
    const [x, y] = [key(a), key(b)];
    return typeof x === "string" ? x.localeCompare(y) : x - y;
  };
  const sorted = entries.toSorted((a, b) => (order.down ? -1 : 1) * compare(a, b) || a.level - b.level);
  at("head").replaceChildren(...COLUMNS.map(([name], i) => {
    const button = make("button", { type: "button" }, t(name));
    button.addEventListener("click", () => {
      order = { column: i, down: order.column === i && !order.down };
      showTable();
      at("head").children[i].firstChild.focus();
    });
    const sort = order.column !== i ? "none" : order.down ? "descending" : "ascending";
    return make("th", { scope: "col", "aria-sort": sort }, button);
  }));
  at("rows").replaceChildren(...sorted.slice(0, MOST_ROWS).map((entry) => {
    const row = make("tr", {}, ...COLUMNS.map(([name, , text]) => make("td", {}, name === "Level" ? opener(entry) : named(String(text(entry))))));
    if (entry.verdict !== "PASS") row.className = "failed";
    return row;
  }));
  const more = sorted.length - MOST_ROWS;
  at("rows-more").textContent = more > 0 ? t("and {n} more", { n: number(more) }) : "";
}

// The number of a level, which opens it.
function opener(entry) {
  const button = make("button", { type: "button", className: "link", "aria-label": t("Open level {n}", { n: entry.level }) }, String(entry.level));
  button.addEventListener("click", () => pointed(entry, true));
  return button;
}

function clear() {
  entries = [];
  keep("results", undefined);
  show();
}

export const compare = {
  name: "compare",
  hint: "",
  // What was compared before is still there.
  enter() {
    const lines = entries.length ? undefined : kept("results");
    if (!lines?.length) return;
    try {
      entries = readEntries("kept results", lines.join("\n"));
      show();
    } catch {
      keep("results", undefined);
    }
  },
  // A trial ends when nobody is looking.
  leave: giveUp,
  key: () => undefined,
};

export function listenToCompare() {
  on("entries-file", async () => {
    const files = [...at("entries-file").files];
    at("entries-file").value = "";
    await addFiles(files);
  }, "change");
  on("entries", () => {
    add(readEntries("pasted text", at("entries-text").value));
    at("entries-text").value = "";
  }, "submit");
  on("entries-clear", clear);
  on("trial", async () => add(readEntries("this page", await tryMethods())));
}
