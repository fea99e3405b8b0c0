// All modes together.

import { compare, listenToCompare } from "./compare.js";
import { at, on, say } from "../page/dom.js";
import { closeDrawer } from "../page/drawer.js";
import { home, listenToHome } from "./home.js";
import { climb, nextRung } from "../page/ladder.js";
import { load, sheet, size } from "../page/level.js";
import { listenToMake, make } from "./make.js";
import { listenToPlay, play } from "./play.js";
import { addModes, chooseMode, modeNames } from "../page/mode.js";
import { listen, showPuzzle, shown, view } from "../page/shown.js";
import { listenToToday, today } from "./today.js";
import { listenToWatch, watch } from "./watch.js";

// The first level: for players the next of their ladder, otherwise the puzzle's example.
export const begin = () => shown.mode === play ? climb(nextRung(shown.puzzle)) : load(shown.puzzle.example);

// A puzzle that has no moves cannot be played, and one without tiles cannot be drawn.
async function offerModes({ tiles, moves }) {
  at("mode-play").hidden = moves === "none";
  at("mode-make").hidden = !tiles.length;
  if ((moves === "none" && shown.mode === play) || (!tiles.length && shown.mode === make)) await chooseMode("watch");
}

// What is known about the cell under the pointer or the cursor.
function hover(cell) {
  const known = cell && shown.level && shown.puzzle.tiles.length && (shown.mode.sheet?.() ?? sheet());
  const text = known ? known.describe(cell) + (shown.mode.describe?.(cell) ?? "") : "";
  at("hover").textContent = text;
  view.hover(cell);
  // Screen readers are told about the cursor that keys move, not about every move of a mouse.
  if (cell && cell === view.cursor) at("spoken").textContent = text;
}

export function listenToModes() {
  addModes(home, today, play, watch, make, compare);
  listenToHome();
  listenToToday();
  listenToWatch();
  listenToPlay();
  listenToMake();
  listenToCompare();
  for (const name of modeNames()) {
    on(`mode-${name}`, async () => {
      closeDrawer();
      await chooseMode(name);
      if (["compare", "home", "today"].includes(name)) return;
      if (!shown.level) await begin();
      else if (name !== "play") say(size(shown.level));
    });
  }
  on("puzzle", () => {
    showPuzzle(at("puzzle").value);
    return begin();
  }, "change");
  listen("puzzle", offerModes);
  listen("level", () => {
    hover(undefined);
    closeDrawer();
  });
  view.onHover = hover;
  view.onCell = (cell) => shown.mode.click?.(cell);
}
