// Keeping what is shown, and showing it to others: files and links.

import { dayName } from "../model/days.js";
import { t } from "../model/words.js";
import { dayIn } from "./daily.js";
import { at, on, say, saveFile } from "./dom.js";
import { closeDrawer, openDrawer } from "./drawer.js";
import { currentRung } from "./ladder.js";
import { drawFile, levelText } from "./level.js";
import * as route from "../backend/route.js";
import { ask, solve } from "../backend/server.js";
import { asked, listen, remember, shown } from "./shown.js";
import { hear, working } from "./work.js";

const coarse = matchMedia("(pointer: coarse)");

async function savePicture(format) {
  saveFile(await drawFile(format), `${shown.puzzle.name}.${format}`);
}

const isHere = () => ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

// Copies a text, or, where the page may not copy, shows it to be copied by hand.
async function copy(text, said) {
  at("link-field").hidden = true;
  try {
    await navigator.clipboard.writeText(text);
    closeDrawer();
    say(isHere() ? `${said} ${t("It works on this machine only: this page is served here.")}` : said, "good");
  } catch {
    if (document.body.dataset.embed) return say(t("The page around this one does not let it copy."), "bad");
    openDrawer();
    at("link-field").hidden = false;
    at("link").value = text;
    at("link").select();
    say(t("The link is below; this page may not copy it by itself."));
  }
}

// A link to what is shown.
async function share() {
  remember();
  const left = await route.flush();
  if (left.includes("level")) throw new Error(t("this level is too long for a link; save it as a file"));
  await copy(location.href, t("The link is copied."));
}

/** A link to the level alone, to be played, perhaps against somebody's result. @param {string} [run] */
export async function playLink(run) {
  const { puzzle, rung } = shown, level = typeof shown.text === "string" ? shown.word : await levelText();
  const { hash, left } = await route.link({ puzzle: puzzle.name, level, mode: "play", rung, run });
  if (left.includes("level")) throw new Error(t("this level is too long for a link; save it as a file"));
  return location.href.split("#")[0] + hash;
}

// What people call the level: its day, its number, or its size.
async function called() {
  const { puzzle, level: { width, height }, word } = shown, rung = currentRung(), day = await dayIn(puzzle, word);
  const title = t(puzzle.title);
  return day ? `${title}, ${dayName(day)}` : rung ? `${title}, ${t("level {n}", { n: rung })}` : `${title} ${width}×${height}`;
}

/** Words and a link, shared if the system can do that, else copied. @param {string} text @param {string} url @param {string} said */
async function send(text, url, said) {
  const whole = `${text}\n${url}`.trim();
  if (!navigator.share || !coarse.matches) return copy(whole, said);
  await navigator.share({ title: "unicursal", text, url }).catch((error) => {
    if (error.name !== "AbortError") return copy(whole, said);
  });
}

/** A win is shared as a sketch, what it took, and a link to the level, not to its answer. @param {{ sketch: string, took: string, hints: number }} win */
export async function shareWin({ sketch, took, hints }) {
  const help = hints ? ` ${"💡".repeat(Math.min(hints, 10))}` : "";
  const text = `${await called()}\n${took}${help}\n${sketch}`;
  await send(text, await playLink().catch(() => ""), t("Copied: your result and a link to the level."));
}

/** Challenges somebody else to do better. @param {string} [run] @param {string} [took] */
export async function challenge(run, took) {
  const text = took ? t("{level}: I took {took}. And you?", { level: await called(), took }) : t("{level}: can you solve it?", { level: await called() });
  await send(text, await playLink(run), t("Copied: a challenge with a link to the level."));
}

// The moving picture of what is shown: shared if the system can do that, else saved. Without an
// answer nothing moves, so there has to be one.
async function shareMoving() {
  closeDrawer();
  const answer = shown.answer ?? (await working(t("Solving…"), (signal) => solve(asked(), hear, signal))).answer;
  if (!answer) throw new Error(t("there is no answer that could be drawn"));
  const blob = await working(t("Drawing…"), (signal) => drawFile("gif", signal, answer), { quiet: true });
  const file = new File([blob], `${shown.puzzle.name}.gif`, { type: "image/gif" });
  if (!coarse.matches || !navigator.canShare?.({ files: [file] })) return saveFile(blob, file.name);
  await navigator.share({ files: [file], title: "unicursal" }).catch((error) => {
    if (error.name !== "AbortError") saveFile(blob, file.name);
  });
}

export function listenToSave() {
  on("save-level", async () => saveFile(new Blob([await levelText()]), `${shown.puzzle.name}.txt`));
  on("save-svg", () => savePicture("svg"));
  on("save-png", () => savePicture("png"));
  on("save-gif", shareMoving);
  on("win-picture", shareMoving);
  on("share", share);
  on("copy-form", async () => {
    const { text } = await ask("convert", asked({ to: at("form").value }));
    await copy(text.trim(), t("Copied: the level for {program}.", { program: at("form").value }));
  });
  listen("puzzle", ({ formats = [] }) => {
    const written = formats.filter(({ writes, name }) => writes && name !== "own");
    at("form").replaceChildren(...written.map(({ name, help }) => Object.assign(new Option(name), { title: help })));
    at("export").hidden = !written.length;
  });
}
