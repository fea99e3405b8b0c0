// The four things that one can do here, one at a time. A mode has a `name`, a `hint` about its keys,
// `enter`, `leave` (which may refuse by throwing), `key(event)`, and what it adds to a link.

import { compare, listenToCompare } from "./compare.js";
import { at, on, say } from "./dom.js";
import { sheet } from "./level.js";
import { listenToMake, make } from "./make.js";
import { listenToPlay, play } from "./play.js";
import { listen, remember, shown, view } from "./shown.js";
import { TILES } from "./sheet.js";
import { listenToWatch, watch } from "./watch.js";

const MODES = { watch, play, make, compare };

export async function chooseMode(name) {
  const mode = MODES[name] ?? watch;
  if (shown.mode === mode) return;
  await shown.mode?.leave();
  shown.mode = mode;
  for (const other of Object.keys(MODES)) at(`mode-${other}`).setAttribute("aria-pressed", other === mode.name);
  for (const part of document.querySelectorAll("[data-modes]")) part.hidden = !part.dataset.modes.includes(mode.name);
  at("canvas").setAttribute("aria-label", `The board. ${mode.hint}`);
  document.body.dataset.mode = mode.name;
  mode.enter();
  remember();
}

// A puzzle whose tiles the page does not know can be watched, but neither played nor drawn.
async function offerModes({ name }) {
  const isKnown = name in TILES;
  at("mode-play").hidden = at("mode-make").hidden = !isKnown;
  if (!isKnown && (shown.mode === play || shown.mode === make)) await chooseMode("watch");
}

// What is known of the cell under the pointer or the cursor.
function hover(cell) {
  const isKnown = shown.level && shown.puzzle.name in TILES;
  const known = isKnown && (shown.mode.sheet?.() ?? sheet());
  at("hover").textContent = cell && known ? known.describe(cell) + (shown.mode.describe?.(cell) ?? "") : "";
}

export function listenToModes() {
  listenToWatch();
  listenToPlay();
  listenToMake();
  listenToCompare();
  for (const name of Object.keys(MODES)) {
    on(`mode-${name}`, async () => {
      await chooseMode(name);
      if (shown.level && name !== "compare") say(`${shown.level.width} columns, ${shown.level.height} rows`);
    });
  }
  listen("puzzle", offerModes);
  listen("level", () => hover(undefined));
  view.onHover = hover;
  view.onCell = (cell) => shown.mode.click?.(cell);
}
