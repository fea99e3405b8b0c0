// Make: drawing a level, by mouse, touch and keys.

import { at, doing, make as element, on, say } from "./dom.js";
import { Editor } from "./editor.js";
import { describe, sheet, showFacts, showText, size } from "./level.js";
import { Sheet, TILES } from "./sheet.js";
import { listen, offer, remember, showLevel, shown, view } from "./shown.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// Larger levels are not sent after each stroke.
const MOST_JUDGED = 100_000;

let editor, brushes = [], chosen = 0, judged = 0;

function edit(sheet) {
  editor = new Editor(sheet, view, doing(changed));
  chooseBrush(chosen);
  view.tool = editor.tool;
  at("width").value = sheet.width;
  at("height").value = sheet.height;
}

// Takes over what was drawn, and shows what the server thinks of it.
async function changed() {
  const text = editor.sheet.print();
  Object.assign(shown, { word: text, text, answer: undefined });
  shown.level = { ...shown.level, sheet: editor.sheet, isDrawn: true };
  showText(text);
  remember();
  const { width, height } = editor.sheet;
  const turn = ++judged;
  at("draw-note").textContent = "";
  // At once: what is asked of the level from now on has the last word.
  say(size({ width, height }));
  if (width * height > MOST_JUDGED) return;
  try {
    const level = await describe(text);
    if (turn === judged) showFacts(level.facts);
  } catch (error) {
    if (turn === judged) at("draw-note").textContent = `Not a level yet: ${error.message}`;
  }
}

// The brushes of a puzzle: its tiles, and for Connect the ends and checkpoints of a colour.
function showBrushes(puzzle) {
  brushes = (TILES[puzzle.name] ?? []).map((tile) => ({ ...tile, kind: "tile" }));
  const coloured = puzzle.name === "connect";
  if (coloured) brushes.push({ kind: "end", name: "end of colour" }, { kind: "checkpoint", name: "checkpoint" });
  at("colour-field").hidden = !coloured;
  at("brushes").replaceChildren(...brushes.map(({ name, fill, mark, char, kind }, i) => {
    const swatch = element("span", { className: `swatch fill-${fill ?? kind}` }, mark ? char : "");
    const button = element("button", { type: "button", title: `Key ${i + 1}` }, swatch, name);
    button.addEventListener("click", doing(() => {
      chooseBrush(i);
      // What comes next happens on the board.
      at("canvas").focus({ preventScroll: true });
    }));
    return button;
  }));
  // Walls are what one draws most.
  chosen = brushes.findIndex(({ name }) => name === (puzzle.name === "maze" ? "path" : "wall"));
  if (chosen < 0) chosen = brushes.findIndex(({ kind }) => kind === "end");
}

function chooseBrush(index) {
  chosen = index;
  [...at("brushes").children].forEach((button, i) => button.setAttribute("aria-pressed", i === index));
  const brush = brushes[index];
  if (editor) editor.brush = brush.kind === "tile" ? brush : { ...brush, char: colour() ?? "0" };
}

// The colour that was typed, unless it means a tile.
function colour() {
  const typed = at("colour").value.trim();
  return typed && !TILES.connect.some(({ char }) => char === typed) ? typed : undefined;
}

function chooseColour() {
  const isTile = brushes[chosen].kind === "tile";
  chooseBrush(isTile ? brushes.findIndex(({ kind }) => kind === "end") : chosen);
  if (at("colour").value && !colour()) throw new Error(`'${at("colour").value}' is a tile, not a colour`);
}

function resize(fresh) {
  const [width, height] = [Number(at("width").value), Number(at("height").value)];
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) {
    throw new Error("columns and rows must be whole numbers from 1 on");
  }
  if (width * height > offer.limits.cells) {
    throw new Error(`${width}x${height} is too large: at most ${offer.limits.cells.toLocaleString("en")} cells`);
  }
  const { counted } = editor.sheet;
  const next = fresh ? new Sheet(shown.puzzle.name, width, height) : editor.sheet.resized(width, height);
  next.counted = counted;
  edit(next);
  return changed();
}

function moveBrush([dx, dy], paints) {
  if (!view.cursor) return view.setCursor({ x: 0, y: 0 });
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
    if (shown.level) edit(sheet());
  },

  // What was drawn must be a level before it can be watched or played.
  async leave() {
    if (shown.level?.isDrawn) {
      const level = await describe(shown.text).catch((error) => {
        throw new Error(`This is not a level yet: ${error.message}`);
      });
      showLevel(shown.word, { ...level, sheet: editor.sheet });
    }
    view.tool = undefined;
    view.setCursor(undefined);
  },

  key(event) {
    if (WAYS[event.key]) return () => moveBrush(WAYS[event.key], event.shiftKey);
    if ((event.key === "Enter" || event.key === " ") && view.cursor) return paintAtCursor;
    if (event.key.toLowerCase() === "u") return () => editor.undo();
    const brush = Number(event.key) - 1;
    return brushes[brush] ? () => chooseBrush(brush) : undefined;
  },

  // The sheet under the brush, which hovering describes.
  sheet: () => editor?.sheet,
};

export function listenToMake() {
  on("resize", () => resize(false));
  on("clear", () => resize(true));
  on("draw-undo", () => editor.undo());
  on("colour", chooseColour, "input");
  listen("puzzle", showBrushes);
  listen("level", () => {
    if (shown.mode === make) edit(sheet());
  });
}
