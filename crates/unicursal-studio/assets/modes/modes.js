// The things that one can do here, one at a time. A mode has a `name`, a `hint` about its keys,
// `enter`, `leave` (which may refuse by throwing), `key(event)`, and what it adds to a link.

import { compare, listenToCompare } from "./compare.js";
import { at, on, say } from "./dom.js";
import { home, listenToHome } from "./home.js";
import { climb, nextRung } from "./ladder.js";
import { load, sheet, size } from "./level.js";
import { listenToMake, make } from "./make.js";
import { listenToPlay, play } from "./play.js";
import { listen, remember, showPuzzle, shown, view } from "./shown.js";
import { listenToWatch, watch } from "./watch.js";

// Not made at once, as some of them lead to others and so need this module first.
const modes = () => [home, watch, play, make, compare];

export async function chooseMode(name) {
  const mode = modes().find((mode) => mode.name === name) ?? watch;
  if (shown.mode === mode) return;
  await shown.mode?.leave();
  shown.mode = mode;
  for (const other of modes()) at(`mode-${other.name}`).setAttribute("aria-pressed", other === mode);
  for (const part of document.querySelectorAll("[data-modes]")) part.hidden = !part.dataset.modes.split(" ").includes(mode.name);
  at("canvas").setAttribute("aria-label", `The board. ${mode.hint}`);
  document.body.dataset.mode = mode.name;
  // Who plays wants the ladder; others bring their own levels.
  at("any").open = mode.name !== "play";
  mode.enter();
  remember();
}

// The level that one begins with: players have the next of their ladder, others the puzzle's example.
const begin = () => shown.mode === play ? climb(nextRung(shown.puzzle)) : load(shown.puzzle.example);

// A puzzle that has no moves cannot be played, and one without tiles cannot be drawn.
async function offerModes({ tiles, moves }) {
  at("mode-play").hidden = moves === "none";
  at("mode-make").hidden = !tiles.length;
  if ((moves === "none" && shown.mode === play) || (!tiles.length && shown.mode === make)) await chooseMode("watch");
}

// What is known of the cell under the pointer or the cursor.
function hover(cell) {
  const known = cell && shown.level && shown.puzzle.tiles.length && (shown.mode.sheet?.() ?? sheet());
  const text = known ? known.describe(cell) + (shown.mode.describe?.(cell) ?? "") : "";
  at("hover").textContent = text;
  view.hover(cell);
  // Screen readers hear of the cursor that keys move, not of every move of a mouse.
  if (cell && cell === view.cursor) at("spoken").textContent = text;
}

export function listenToModes() {
  listenToHome();
  listenToWatch();
  listenToPlay();
  listenToMake();
  listenToCompare();
  for (const { name } of modes()) {
    on(`mode-${name}`, async () => {
      await chooseMode(name);
      if (["compare", "home"].includes(name)) return;
      if (!shown.level) await begin();
      else if (name !== "play") say(size(shown.level));
    });
  }
  on("puzzle", () => {
    showPuzzle(at("puzzle").value);
    return begin();
  }, "change");
  listen("puzzle", offerModes);
  listen("level", () => hover(undefined));
  view.onHover = hover;
  view.onCell = (cell) => shown.mode.click?.(cell);
}
