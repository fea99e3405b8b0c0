// Make: drawing a level, by mouse, touch and keys.

import { colourName, distinct, inkOn, symbolOf } from "../model/colours.js";
import { drawPellets, eats } from "../draw/walked.js";
import { at, doing, make as element, on, say } from "../page/dom.js";
import { Editor, nearestSide } from "../model/editor.js";
import { gradesOf } from "../model/grades.js";
import { wishedSize } from "../page/generate.js";
import { describeSheet, sheet, showFacts, showText, size } from "../page/level.js";
import { ask, solve } from "../backend/server.js";
import { t } from "../model/words.js";
import { chooseMode } from "../page/mode.js";
import { challenge } from "../page/save.js";
import { Sheet } from "../model/sheet.js";
import { WAYS } from "../model/walker.js";
import { asked, listen, remember, setDrawn, setWord, showLevel, shown, view } from "../page/shown.js";

const KEYS = { ArrowLeft: "L", ArrowRight: "R", ArrowUp: "U", ArrowDown: "D" };
// What brushes do that do not paint a cell.
const HELP = {
  number: () => t("Click a cell to put the number there; click a number to take it up. The first one is the start."),
  thin: () => t("Click near the side of a cell, or draw along it; again, and the wall goes. Keys: Shift and an arrow."),
};
// Larger levels are not sent after each stroke, and those of a badge are small.
const MOST_JUDGED = 100_000, MOST_BADGE = 900;
// Seconds for the badge, and milliseconds without a stroke before it is asked for.
const BADGE_TIME = 3, BADGE_WAIT = 300;
const COLOURS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGIJKLMNOPQRSTUWYZ";

let editor, brushes = [], chosen = 0, drafts, isTaking = false;

// Edits another sheet; what was drawn before can be brought back as long as the puzzle stays.
function edit(sheet) {
  if (editor?.sheet.puzzle === sheet.puzzle) {
    if (editor.sheet !== sheet) editor.replace(sheet);
    else view.show(sheet.picture());
  } else {
    editor = new Editor(sheet, view, doing(changed));
  }
  chooseBrush(chosen);
  view.tool = editor.tool;
  view.overlay = overlay;
  showSize();
  showSwatches();
}

function overlay(context, scale, sight) {
  const { sheet } = editor;
  if (eats(sheet.puzzle)) drawPellets(context, (x, y) => !sheet.isWall(y * sheet.width + x) && !sheet.tile(y * sheet.width + x)?.single, { ...sight, scale });
  offerWall(context);
}

// The thin wall that a click would build or take away.
function offerWall(context) {
  const cell = view.hovered, { brush, sheet } = editor;
  if (brush?.kind !== "thin" || cell?.across === undefined) return;
  const { way } = nearestSide(cell), [dx, dy] = WAYS[way];
  if (sheet.wallBeside(cell, [dx, dy]) === undefined) return;
  const [x, y] = [cell.x + 0.5 + dx / 2, cell.y + 0.5 + dy / 2];
  Object.assign(context, { strokeStyle: "rgb(214 51 108 / 0.8)", lineWidth: 0.14, lineCap: "round" });
  context.beginPath();
  context.moveTo(x - dy / 2, y - dx / 2);
  context.lineTo(x + dy / 2, y + dx / 2);
  context.stroke();
}

function showSize() {
  at("width").value = editor.sheet.width;
  at("height").value = editor.sheet.height;
}

// Accepts what was drawn, and shows what the server says about it.
async function changed() {
  const drawn = editor.sheet, { width, height } = drawn;
  drafts?.abort();
  drafts = new AbortController();
  const { signal } = drafts;
  setDrawn(drawn);
  showSize();
  showSwatches();
  showNumber();
  badge("");
  at("draw-note").textContent = "";
  // At once, so that later requests about the level win.
  say(size({ width, height }));
  if (width * height > MOST_JUDGED) return;
  const draft = await ask("draft", asked(), signal);
  if (signal.aborted) return;
  setWord(draft.text);
  showText(draft.text);
  remember();
  if (draft.error) at("draw-note").textContent = t("Not a level yet: {why}", { why: draft.error });
  else {
    showFacts(draft.facts);
    await judge(signal);
  }
}

const badge = (text, kind = "") => Object.assign(at("badge"), { textContent: text, className: `badge ${kind}` });

// The badge of a level that was not drawn here.
const review = doing(() => {
  badge("");
  drafts?.abort();
  drafts = new AbortController();
  return judge(drafts.signal);
});

// Says while the user draws whether the level can be solved, and in one way only.
async function judge(signal) {
  const isWalk = shown.puzzle.moves === "walk";
  if (editor.sheet.cells.length > MOST_BADGE || !(isWalk || shown.puzzle.abilities.count)) return;
  await new Promise((done) => setTimeout(done, BADGE_WAIT));
  if (signal.aborted) return;
  if (isWalk) return judgeWalk(signal);
  const count = await ask("count", asked({ most: 2, time_limit: BADGE_TIME }), signal).catch(() => undefined);
  if (signal.aborted || !count) return;
  if (count.found > 1) badge(t("solvable, not unique"));
  else if (!count.complete) badge(count.found ? t("solvable") : t("not known"));
  else if (count.found) {
    badge(t("solvable, unique"), "good");
    await grade(signal);
  }
  else badge(t("no solution"), "bad");
}

// Whether the end of a maze can be reached, and whether its rule arrives there.
async function judgeWalk(signal) {
  const [{ name: rule }] = shown.puzzle.methods, found = [];
  for (const method of ["shortest", rule]) {
    const done = await solve(asked({ method, time_limit: BADGE_TIME }), () => {}, signal).catch(() => undefined);
    if (signal.aborted || !done) return;
    found.push(done.outcome === "solved");
  }
  const [isReached, isWalked] = found;
  if (!isReached) badge(t("the end is out of reach"), "bad");
  else if (isWalked) badge(t("the left hand arrives"), "good");
  else badge(t("the left hand never arrives"));
}

// How hard it is for a person, where the puzzle can say that.
async function grade(signal) {
  if (!gradesOf(shown.puzzle).length) return;
  const found = await ask("grade", asked({ time_limit: BADGE_TIME }), signal).catch(() => undefined);
  const word = found?.grade ?? found?.difficulty;
  if (!signal.aborted && word) badge(`${t("solvable, unique")} · ${t(word)}`, "good");
}

// The brushes of a puzzle: its tiles, and where it has colours their ends and checkpoints; numbers, the first of which is the
// start, and thin walls.
function showBrushes({ tiles, colours, numbers, thin_walls: walls }) {
  brushes = tiles.filter(({ single }) => !(numbers && single)).map((tile) => ({ ...tile, kind: "tile" }));
  if (colours) brushes.push({ kind: "end", name: "end of a colour" }, { kind: "checkpoint", name: "checkpoint" });
  if (numbers) brushes.push({ kind: "number", name: "number" });
  if (walls) brushes.push({ kind: "thin", name: "thin wall" });
  at("colour-field").hidden = !colours;
  at("brushes").replaceChildren(...brushes.map(({ name, fill, mark, symbol, kind }, i) => {
    const swatch = element("span", { className: `swatch ${kind} ${fill === "wall" ? "wall" : ""}` }, mark ? symbol : "");
    if (fill?.startsWith("#")) swatch.style.background = fill;
    if (kind === "number") swatch.append("2");
    const button = element("button", { type: "button", title: t("Key {n}", { n: i + 1 }) }, swatch, t(name));
    button.addEventListener("click", doing(() => {
      chooseBrush(i);
      // What comes next happens on the board.
      at("canvas").focus({ preventScroll: true });
    }));
    return button;
  }));
  // People mostly draw what an empty board does not have.
  chosen = brushes.findIndex(({ fill }) => fill === "wall");
  if (colours) chosen = brushes.findIndex(({ kind }) => kind === "end");
  if (numbers) chosen = brushes.findIndex(({ kind }) => kind === "number");
}

function chooseBrush(index) {
  chosen = index;
  [...at("brushes").children].forEach((button, i) => button.setAttribute("aria-pressed", i === index));
  const brush = brushes[index];
  at("number-field").hidden = brush?.kind !== "number";
  at("brush-help").textContent = HELP[brush?.kind]?.() ?? "";
  if (!editor || !brush) return;
  const isOfColour = brush.kind === "end" || brush.kind === "checkpoint";
  editor.brush = isOfColour ? { ...brush, symbol: colour() ?? "0" } : { ...brush, number: editor.sheet.missingNumber() };
  showNumber();
}

// The number that is placed next.
function showNumber() {
  if (editor.brush?.kind === "number") at("numeral").value = editor.brush.number;
}

function chooseNumber() {
  const number = Number(at("numeral").value);
  if (editor.brush?.kind === "number" && Number.isInteger(number) && number >= 1) editor.brush.number = number;
}

// A swatch for each colour on the board, and for one more.
function showSwatches() {
  if (!shown.puzzle.colours) return;
  const used = editor.sheet.colours();
  const more = [...COLOURS].find((name) => !used.includes(name) && !isTile(name));
  const offered = [...used, more].filter(Boolean);
  at("swatches").replaceChildren(...offered.map((name, i) => {
    // As on the board, not the letter that it has in the text of the level.
    const label = t("Colour {name}", { name: colourName(i) });
    const button = element("button", { type: "button", title: label, "aria-label": label, "aria-pressed": name === at("colour").value }, symbolOf(i));
    const fill = distinct(i);
    Object.assign(button.style, { background: fill, borderColor: fill, color: inkOn(fill) });
    button.addEventListener("click", doing(() => {
      at("colour").value = name;
      chooseColour();
    }));
    return button;
  }));
  // The brushes that paint with a colour show which.
  const fill = distinct(Math.max(0, offered.indexOf(at("colour").value)));
  for (const swatch of at("brushes").querySelectorAll(".swatch.end, .swatch.checkpoint")) swatch.style.background = fill;
}

const isTile = (name) => shown.puzzle.tiles.some(({ symbol }) => symbol === name);

// The colour that was chosen, unless it means a tile.
function colour() {
  const typed = at("colour").value.trim();
  return typed && !isTile(typed) ? typed : undefined;
}

function chooseColour() {
  const isOfColour = ["end", "checkpoint"].includes(brushes[chosen].kind);
  chooseBrush(!isOfColour ? brushes.findIndex(({ kind }) => kind === "end") : chosen);
  if (at("colour").value && !colour()) throw new Error(t("'{name}' is a tile, not a colour", { name: at("colour").value }));
  showSwatches();
}

function resize(fresh) {
  const { width, height } = wishedSize();
  edit(fresh ? new Sheet(shown.puzzle, { width, height, rows_only: editor.sheet.rowsOnly, rule: editor.sheet.rule }) : editor.sheet.resized(width, height));
  return changed();
}

// Moves the cursor, and paints where it arrives; a thin wall is built on the side to which it would
// go, and the cursor stays.
function moveBrush(way, paints) {
  const [dx, dy] = WAYS[way];
  if (!view.cursor) return view.setCursor({ x: 0, y: 0 });
  if (paints && editor.brush.kind === "thin") {
    editor.build(view.cursor, way);
    return editor.end();
  }
  view.moveCursor(dx, dy);
  view.onHover(view.cursor);
  if (paints) paintAtCursor();
}

function paintAtCursor() {
  editor.paint(view.cursor);
  editor.end();
}

export const make = {
  name: "make",
  hint: "Arrows move the cursor, Enter paints, Shift and arrows paint a line, digits choose a brush, U takes back.",

  enter() {
    if (!shown.level) return;
    edit(sheet());
    review();
  },

  // What was drawn must be a level before it can be watched or played.
  async leave() {
    if (shown.level?.isDrawn) {
      const level = await describeSheet(shown.text).catch((error) => {
        throw error.isGone ? error : new Error(t("This is not a level yet: {why}", { why: error.message }));
      });
      isTaking = true;
      showLevel(level.text, { ...level, sheet: editor.sheet });
      isTaking = false;
    }
    drafts?.abort();
    Object.assign(view, { tool: undefined, overlay: () => {} });
    view.setCursor(undefined);
  },

  key(event) {
    if (KEYS[event.key]) return () => moveBrush(KEYS[event.key], event.shiftKey);
    if ((event.key === "Enter" || event.key === " ") && view.cursor) return paintAtCursor;
    const name = event.key.toLowerCase();
    if (name === "u") return () => editor.undo();
    if (name === "r") return () => editor.redo();
    const brush = Number(event.key) - 1;
    return brushes[brush] ? () => chooseBrush(brush) : undefined;
  },

  // The sheet under the brush, which hovering describes.
  sheet: () => editor?.sheet,
};

export function listenToMake() {
  on("play-it", () => chooseMode("play"));
  on("challenge", () => challenge());
  on("resize", () => resize(false));
  on("clear", () => resize(true));
  on("draw", () => {}, "submit");
  on("judge", () => {}, "submit");
  on("draw-undo", () => editor.undo());
  on("draw-redo", () => editor.redo());
  on("colour", chooseColour, "input");
  on("numeral", chooseNumber, "input");
  listen("puzzle", showBrushes);
  listen("level", () => {
    badge("");
    if (shown.mode !== make || isTaking) return;
    edit(sheet());
    review();
  });
  // Warns before the loss of something that is kept nowhere else.
  addEventListener("beforeunload", (event) => {
    if (shown.level?.isDrawn && editor?.sheet.cells.length > MOST_JUDGED) event.preventDefault();
  });
}
