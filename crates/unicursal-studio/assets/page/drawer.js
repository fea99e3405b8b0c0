// The sidebar as a drawer, if the window has no room for it beside the board.

import { at, on } from "./dom.js";

const narrow = matchMedia("(max-width: 1023px)");

function set(isOpen) {
  document.body.dataset.drawer = isOpen ? "open" : "closed";
  at("more").setAttribute("aria-expanded", String(isOpen));
  at("veil").hidden = !isOpen;
  arrange();
}

// What is out of sight is out of reach of keys too.
function arrange() {
  const { drawer, mode } = document.body.dataset;
  at("side").inert = narrow.matches && mode !== "make" && drawer !== "open";
}

// Shows the side, where it is a drawer.
export function openDrawer() {
  if (narrow.matches && document.body.dataset.mode !== "make") set(true);
}

export function closeDrawer() {
  if (document.body.dataset.drawer !== "open") return;
  const hadFocus = at("side").contains(document.activeElement);
  set(false);
  if (hadFocus) at("more").focus();
}

export function listenToDrawer() {
  on("more", () => {
    set(true);
    at("less").focus();
  });
  on("less", closeDrawer);
  on("veil", closeDrawer);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeDrawer();
  });
  narrow.addEventListener("change", arrange);
  new MutationObserver(arrange).observe(document.body, { attributes: true, attributeFilter: ["data-mode"] });
  set(false);
}
