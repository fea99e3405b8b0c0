// The page: brings its parts together and shows what the address says.

import { addFiles } from "./compare.js";
import { at, doing, on, say } from "./dom.js";
import { listenToGenerate } from "./generate.js";
import { greet } from "./home.js";
import { listenToJudge } from "./judge.js";
import { listenToKeys } from "./keys.js";
import { listenToLadder } from "./ladder.js";
import { listenToLevels, load, openFile } from "./level.js";
import { chooseMode, listenToModes } from "./modes.js";
import * as route from "./route.js";
import { listenToSave } from "./save.js";
import { connect } from "./server.js";
import { offer, remember, showPuzzle, shown, view } from "./shown.js";
import { listenToTransport } from "./transport.js";
import { listenToCancel } from "./work.js";

// A file that is dropped anywhere is a level, or results where these are compared.
function listenToDrops() {
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  document.addEventListener("drop", doing(async (event) => {
    document.body.classList.remove("dropping");
    const files = [...event.dataTransfer.files];
    if (!files.length) return;
    if (shown.mode.name === "compare") return addFiles(files);
    await openFile(files[0]);
    if (shown.mode.name === "home") await chooseMode("watch");
  }));
}

function listenToZoom() {
  on("zoom-in", () => view.zoom(1.4));
  on("zoom-out", () => view.zoom(1 / 1.4));
  on("fit", () => view.fit({ whole: true }));
}

async function follow() {
  const asked = await route.read();
  // What was being drawn is given up for what the link says.
  if (shown.level) shown.level.isDrawn = false;
  const isEmpty = !Object.keys(asked).length;
  await chooseMode(isEmpty ? "home" : asked.mode ?? "watch");
  showPuzzle(asked.puzzle ?? shown.puzzle?.name);
  if (isEmpty) return;
  const isShown = shown.level && shown.word === asked.level && shown.level.puzzle === shown.puzzle.name;
  if (!isShown) await load(asked.level ?? shown.puzzle.example, { rung: Number(asked.rung) || undefined });
  await shown.mode.follow?.(asked);
  remember();
}

doing(async () => {
  if (location.hash.length < 2) greet();
  Object.assign(offer, await connect());
  document.body.dataset.edition = offer.isLocal ? "static" : "server";
  at("puzzle").replaceChildren(...offer.puzzles.map(({ name, title }) => new Option(title, name)));
  listenToLevels();
  listenToModes();
  listenToLadder();
  listenToGenerate();
  listenToJudge();
  listenToTransport();
  listenToCancel();
  listenToSave();
  listenToKeys();
  listenToDrops();
  listenToZoom();
  addEventListener("popstate", doing(() => route.following(follow)));
  await route.following(follow);
})();

addEventListener("error", ({ message }) => say(message, "bad"));
