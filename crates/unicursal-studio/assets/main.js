// The page: brings its parts together and shows what the address says.

import { addFiles } from "./modes/compare.js";
import { at, doing, on, say } from "./page/dom.js";
import { listenToGenerate } from "./page/generate.js";
import { greet } from "./modes/home.js";
import { listenToJudge } from "./page/judge.js";
import { listenToKeys } from "./page/keys.js";
import { listenToLadder, rungs, wordOf } from "./page/ladder.js";
import { listenToDrawer } from "./page/drawer.js";
import { keepOffline } from "./page/offline.js";
import { listenToPrint } from "./page/print.js";
import { translate } from "./page/translate.js";
import { keeps } from "./backend/kept.js";
import { setLanguage, t } from "./model/words.js";
import { listenToLevels, load, openFile } from "./page/level.js";
import { begin, listenToModes } from "./modes/modes.js";
import { chooseMode } from "./page/mode.js";
import * as route from "./backend/route.js";
import { listenToSave } from "./page/save.js";
import { connect } from "./backend/server.js";
import { dropDrawing, offer, remember, setOffer, showPuzzle, shown, view } from "./page/shown.js";
import { listenToTransport } from "./page/transport.js";
import { listenToCancel } from "./page/work.js";

// A file that is dropped anywhere is a level or, in Compare, results.
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
  on("fit", () => view.fit());
}

// A number on the ladder that an address names counts only for the level that stands there.
async function trueRung({ rung, level }) {
  const number = Number(rung);
  if (!(Number.isInteger(number) && number >= 1 && number <= rungs(shown.puzzle)) || !level) return undefined;
  return await wordOf(shown.puzzle, number) === level.trim() ? number : undefined;
}

async function follow() {
  const { found: asked, isDamaged, isTooLong } = await route.read();
  // The link replaces what was being drawn.
  dropDrawing();
  const isEmpty = !Object.keys(asked).length, isPage = ["home", "today", "compare"].includes(asked.mode);
  if (asked.embed !== undefined) document.body.dataset.embed = "yes";
  await chooseMode(isEmpty ? "home" : asked.mode ?? (asked.embed === undefined ? "watch" : "play"));
  showPuzzle(asked.puzzle ?? shown.puzzle?.name);
  document.body.dataset.ready = "yes";
  if (!isEmpty && !(isPage && !asked.level)) {
    const isShown = shown.level && shown.word === asked.level && shown.level.puzzle === shown.puzzle.name;
    if (!isShown) await (asked.level === undefined ? begin() : load(asked.level, { rung: await trueRung(asked) }));
    await shown.mode.follow?.(asked);
    remember();
  }
  if (isTooLong) throw new Error(t("this link is too long to be read; a level of that size is opened as a file"));
  if (isDamaged) throw new Error(t("this link is damaged: a part of it is missing"));
}

// The language that the browser prefers, among those that exist.
async function speak() {
  const wanted = navigator.languages.map((language) => language.slice(0, 2)).find((language) => ["en", "de"].includes(language));
  if (wanted !== "de") return;
  const { GERMAN, SENTENCES } = await import("./model/german.js");
  setLanguage("de", GERMAN, SENTENCES);
  document.documentElement.lang = "de";
  translate(document.body);
}

doing(async () => {
  if (location.hash.length < 2) greet();
  await speak();
  setOffer(await connect());
  document.body.dataset.edition = offer.isLocal ? "static" : "server";
  at("puzzle").replaceChildren(...offer.puzzles.map(({ name, title }) => new Option(t(title), name)));
  listenToLevels();
  listenToModes();
  listenToLadder();
  listenToGenerate();
  listenToJudge();
  listenToTransport();
  listenToCancel();
  listenToSave();
  listenToPrint();
  listenToDrawer();
  listenToKeys();
  listenToDrops();
  listenToZoom();
  addEventListener("popstate", doing(() => route.following(follow)));
  await route.following(follow).finally(() => { document.body.dataset.ready = "yes"; });
  warnOnce();
  await keepOffline(offer.isLocal);
})();

// If the browser keeps nothing, the page says so once.
function warnOnce() {
  if (keeps()) return;
  at("news-text").textContent = t("This browser keeps nothing for this page: what you solve is forgotten when you close it.");
  at("news-button").textContent = t("I see");
  at("news-button").onclick = () => { at("news").hidden = true; };
  at("news").hidden = false;
}

addEventListener("error", ({ message }) => say(message, "bad"));
