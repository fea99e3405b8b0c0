// Generating levels, with the options that the puzzle has.

import { number, t } from "../model/words.js";
import { at, on } from "./dom.js";
import { options, showOptions } from "./form.js";
import { unpack } from "../model/packed.js";
import { ask } from "../backend/server.js";
import { listen, offer, showLevel, shown } from "./shown.js";
import { working } from "./work.js";

// The columns and rows that the form asks for.
export function wishedSize() {
  const [width, height] = [Number(at("width").value), Number(at("height").value)];
  if (!(Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0)) {
    throw new Error(t("columns and rows must be whole numbers from 1 on"));
  }
  if (width * height > offer.limits.cells) {
    throw new Error(t("{size} is too large: at most {n} cells", { size: `${width}x${height}`, n: number(offer.limits.cells) }));
  }
  return { width, height };
}

async function runGenerate() {
  const body = {
    puzzle: shown.puzzle.name, ...wishedSize(), seed: at("seed").value, options: options("generate-options"),
  };
  const level = await working(t("Generating…"), (signal) => ask("generate", body, signal));
  if (body.puzzle !== shown.puzzle.name) return;
  level.picture = unpack(level.picture);
  showLevel(level.id, level);
}

function anotherSeed() {
  at("seed").value = Math.random().toString(36).slice(2, 8);
  return runGenerate();
}

export function listenToGenerate() {
  // Enter in a field must not replace a drawing.
  on("generate", () => {}, "submit");
  on("generate-button", runGenerate);
  on("another", anotherSeed);
  listen("puzzle", ({ generate_options: specs, abilities }) => {
    showOptions("generate-options", specs);
    for (const id of ["seed-field", "generate-options", "generate-button", "another"]) at(id).hidden = !abilities.generate;
  });
}
