// The modes that there are, and the one that is chosen. A mode has a `name`, a `hint` about its keys,
// `enter`, `leave` (which may refuse by throwing), `key(event)`, and what it adds to a link.

import { t } from "../model/words.js";
import { at } from "./dom.js";
import { remember, setMode, shown } from "./shown.js";

/** @type {any[]} */
const modes = [];

export function addModes(...added) {
  modes.push(...added);
}

export const modeNames = () => modes.map(({ name }) => name);

export async function chooseMode(name) {
  const mode = modes.find((mode) => mode.name === name) ?? modes.find((mode) => mode.name === "watch");
  if (shown.mode === mode) return;
  await shown.mode?.leave();
  setMode(mode);
  for (const other of modes) at(`mode-${other.name}`).setAttribute("aria-pressed", String(other === mode));
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-modes]"))) {
    part.hidden = !part.dataset.modes?.split(" ").includes(mode.name);
  }
  at("canvas").setAttribute("aria-label", `${t("The board.")} ${t(mode.hint)}`);
  document.body.dataset.mode = mode.name;
  // Players want the ladder; other modes bring their own levels.
  at("any").open = mode.name !== "play";
  mode.enter();
  remember();
}
