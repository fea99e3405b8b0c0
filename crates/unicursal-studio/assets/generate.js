// Generating levels, with the options that the puzzle has.

import { at, on, say } from "./dom.js";
import { options, showOptions } from "./form.js";
import { unpack } from "./packed.js";
import { ask } from "./server.js";
import { listen, showLevel, shown } from "./shown.js";
import { working } from "./work.js";

async function runGenerate() {
  const body = {
    puzzle: shown.puzzle.name, width: Number(at("width").value), height: Number(at("height").value),
    seed: at("seed").value, options: options("generate-options"),
  };
  const level = await working("Generating…", (signal) => ask("generate", body, signal));
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
