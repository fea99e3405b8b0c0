// Keys: those of the mode, and those of the board, which every mode has.

import { shown, view } from "./shown.js";

const ZOOMS = { "+": 1.25, "=": 1.25, "-": 0.8 };
const MOVES = { w: [0, 60], s: [0, -60], a: [60, 0], d: [-60, 0] };

// The usual keys for undo and redo.
function commanded({ key, shiftKey, ctrlKey, metaKey, altKey }) {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const name = key.toLowerCase();
  return name === "z" ? { key: shiftKey ? "r" : "u" } : name === "y" ? { key: "r" } : undefined;
}

function boardKey({ key }) {
  if (ZOOMS[key]) return () => view.zoom(ZOOMS[key]);
  if (key === "0") return () => view.fit();
  const move = MOVES[key.toLowerCase()];
  return move && (() => view.move(...move));
}

export function listenToKeys() {
  document.addEventListener("pointerdown", () => { document.body.dataset.by = "pointer"; }, { capture: true });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Tab") document.body.dataset.by = "keys";
    const isCommand = event.ctrlKey || event.metaKey || event.altKey, meant = isCommand ? commanded(event) : event;
    if (!meant) return;
    // Keys in a field or on a button are meant for that.
    if (target.matches("input:not([type=range]), textarea, select")) return;
    const presses = event.key === " " || event.key === "Enter";
    if (presses && target.matches("button, summary, a, label")) return;
    if (target.matches("[type=range]") && target.id !== "step") return;
    const action = (shown.isAwaited ? undefined : shown.mode?.key(meant)) ?? boardKey(meant);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
