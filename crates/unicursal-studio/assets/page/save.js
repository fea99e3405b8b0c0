// Keeping what is shown, and showing it to others: files and links.

import { dayIn, dayName } from "./daily.js";
import { at, on, say } from "./dom.js";
import { currentRung } from "./ladder.js";
import { drawFile, levelText } from "./level.js";
import * as route from "./route.js";
import { remember, shown } from "./shown.js";
import { working } from "./work.js";

const coarse = matchMedia("(pointer: coarse)");

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function savePicture(format) {
  save(await drawFile(format), `${shown.puzzle.name}.${format}`);
}

// A link to what is shown. Where the page may not copy, it is shown to be copied by hand.
async function share() {
  at("link-field").hidden = true;
  remember();
  const left = await route.flush();
  if (left.includes("level")) throw new Error("this level is too long for a link; save it as a file");
  try {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied.", "good");
  } catch {
    at("link-field").hidden = false;
    at("link").value = location.href;
    at("link").select();
    say("The link is below; this page may not copy it by itself.");
  }
}

// What the level is called among people: by its day, its number, or its size.
function called() {
  const { puzzle: { title }, level: { width, height }, word } = shown, rung = currentRung(), day = dayIn(word);
  return `${title} ${day ? `of ${dayName(day)}` : rung ? `level ${rung}` : `${width}×${height}`}`;
}

// A win is shared as words and a link to the level, not to its answer.
async function shareWin() {
  remember();
  const left = await route.flush();
  const text = `🟪🟦🟩🟨 ${called()}: ${at("win-text").textContent}`, url = left.includes("level") ? "" : location.href;
  if (!navigator.share) return copyWin(text, url);
  await navigator.share({ title: "unicursal", text, url }).catch((error) => {
    if (error.name !== "AbortError") return copyWin(text, url);
  });
}

async function copyWin(text, url) {
  try {
    await navigator.clipboard.writeText(`${text}\n${url}`.trim());
    say("Copied: your result and a link to the level.", "good");
  } catch {
    await share();
  }
}

// The moving picture of what is shown: sent on where the system can do that, else saved.
async function shareMoving() {
  const blob = await working("Drawing…", (signal) => drawFile("gif", signal), { quiet: true });
  const file = new File([blob], `${shown.puzzle.name}.gif`, { type: "image/gif" });
  if (!coarse.matches || !navigator.canShare?.({ files: [file] })) return save(blob, file.name);
  await navigator.share({ files: [file], title: "unicursal" }).catch((error) => {
    if (error.name !== "AbortError") save(blob, file.name);
  });
}

export function listenToSave() {
  on("save-level", async () => save(new Blob([await levelText()]), `${shown.puzzle.name}.txt`));
  on("save-svg", () => savePicture("svg"));
  on("save-png", () => savePicture("png"));
  on("save-gif", shareMoving);
  on("win-picture", shareMoving);
  on("share", share);
  on("win-share", shareWin);
}
