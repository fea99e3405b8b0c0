// Keeping what is shown: files and links.

import { on, say } from "./dom.js";
import * as route from "./route.js";
import { fetchBlob } from "./server.js";
import { remember, shown } from "./shown.js";

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function savePicture(format) {
  const body = { puzzle: shown.puzzle.name, level: shown.text, answer: shown.answer, format };
  save(await fetchBlob("/api/draw", body), `${shown.puzzle.name}.${format}`);
}

async function share() {
  if (!route.fits(shown.word)) throw new Error("this level is too long for a link; save it as a file");
  remember();
  route.flush();
  await navigator.clipboard.writeText(location.href);
  say("The link is copied.", "good");
}

export function listenToSave() {
  on("save-level", () => save(new Blob([shown.text]), `${shown.puzzle.name}.txt`));
  on("save-svg", () => savePicture("svg"));
  on("save-png", () => savePicture("png"));
  on("share", share);
}
