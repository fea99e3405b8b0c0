// A small comparison without files: two methods of Coil on the first levels of its pack, timed here.

import { t } from "../model/words.js";
import { at } from "./dom.js";
import { ask, solve } from "../backend/server.js";
import { hear, working } from "./work.js";

const METHODS = ["engine", "brute"], LEVELS = 20;
// Seconds for each.
const LIMIT = 1;

// Runs them and returns lines as the arena writes them.
export async function tryMethods() {
  const lines = [];
  await working(t("Comparing…"), async (signal) => {
    for (let level = 1; level <= LEVELS; level++) {
      const { text, width, height } = await ask("level", { puzzle: "coil", level: `coil:pack/${level}` }, signal);
      for (const method of METHODS) {
        at("trial-note").textContent = `${t("Level {n} of {all}", { n: level, all: LEVELS })}, ${width}×${height}: ${method}`;
        const done = await solve({ puzzle: "coil", level: text, method, time_limit: LIMIT }, hear, signal);
        const verdict = done.outcome === "solved" ? "PASS" : "TIMEOUT";
        lines.push(JSON.stringify({ puzzle: "coil", solver: method, level, width, height, verdict, seconds: done.seconds }));
      }
    }
  }, { quiet: true }).finally(() => { at("trial-note").textContent = ""; });
  return lines.join("\n");
}
