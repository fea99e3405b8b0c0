// A sheet to print: the level that is shown and those after it, with or without their solutions.

import { ask, fetchBlob, solve } from "../backend/server.js";
import { t } from "../model/words.js";
import { at, make, on } from "./dom.js";
import { currentRung, rungs, wordOf } from "./ladder.js";
import { levelText, rule } from "./level.js";
import { shown } from "./shown.js";
import { working } from "./work.js";

// The levels of a sheet and their names: the next ones of the ladder, or others that the same
// generator makes.
async function chosen(count) {
  const { puzzle, level, word } = shown, rung = currentRung();
  const first = { text: await levelText(), name: rung ? t("level {n}", { n: rung }) : `${level.width}×${level.height}` };
  const levels = [first];
  const seeded = word.match(/^(\S+#)(\S+)$/);
  for (let i = 1; i < count; i++) {
    const number = rung ? rung + i : i;
    const next = rung ? (number <= rungs(puzzle) ? await wordOf(puzzle, number) : undefined)
      : seeded ? `${seeded[1]}${seeded[2]}-${i + 1}` : await wordOf(puzzle, number);
    if (!next) break;
    const { text, width, height } = await ask("level", { puzzle: puzzle.name, level: next });
    levels.push({ text, name: rung || !seeded ? t("level {n}", { n: number }) : `${width}×${height}, ${i + 1}` });
  }
  return levels;
}

async function figure({ text, name }, answer) {
  const blob = await fetchBlob("draw", { puzzle: shown.puzzle.name, level: text, answer, format: answer ? "svg" : "paper" });
  const image = make("img", { src: URL.createObjectURL(blob), alt: "" });
  await image.decode().catch(() => {});
  return make("figure", {}, image, make("figcaption", {}, name));
}

const sheetOf = (title, words, kind, figures) => {
  const boards = make("div", { className: `boards ${kind}` }, ...figures);
  boards.dataset.count = String(figures.length);
  return make("section", { className: "sheet" }, make("h1", {}, title), ...(words ? [make("p", {}, words)] : []), boards);
};

async function lay(count, hasSolutions) {
  const { puzzle } = shown, levels = await chosen(count);
  const title = t(puzzle.title);
  const sheets = [sheetOf(title, rule(puzzle), "", await Promise.all(levels.map((level) => figure(level))))];
  if (hasSolutions) {
    const solved = [];
    for (const level of levels) {
      const { answer } = await solve({ puzzle: puzzle.name, level: level.text }, () => {});
      if (answer) solved.push(await figure(level, answer));
    }
    sheets.push(sheetOf(`${title}: ${t("solutions")}`, "", "small", solved));
  }
  at("paper").replaceChildren(...sheets);
  document.body.dataset.paper = "sheet";
}

function clear() {
  delete document.body.dataset.paper;
  for (const image of at("paper").querySelectorAll("img")) URL.revokeObjectURL(image.src);
  at("paper").replaceChildren();
}

export function listenToPrint() {
  on("print", () => { at("print-field").hidden = !at("print-field").hidden; });
  on("print-now", async () => {
    await working(t("Drawing…"), () => lay(Number(at("print-count").value), at("print-solutions").checked), { quiet: true });
    addEventListener("afterprint", clear, { once: true });
    print();
  });
}
