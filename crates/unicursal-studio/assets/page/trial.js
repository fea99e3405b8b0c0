// A small comparison without files: two methods of Coil on some levels of its pack, timed here. On
// the larger ones the plain search does not finish in time.

import { t } from "../model/words.js";
import { at } from "./dom.js";
import { ask, solve } from "../backend/server.js";
import { hear, working } from "./work.js";

const METHODS = ["engine", "brute"], LEVELS = [1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55];
// Seconds for each.
const LIMIT = 1;

// Runs them and returns lines as the arena writes them.
export async function tryMethods() {
  const lines = [];
  await working(t("Comparing…"), async (signal) => {
    for (const level of LEVELS) {
      const { text, width, height } = await ask("level", { puzzle: "coil", level: `coil:pack/${level}` }, signal);
      for (const method of METHODS) {
        at("trial-note").textContent = `${t("Level")} ${level}, ${width}×${height}: ${method}`;
        const done = await solve({ puzzle: "coil", level: text, method, time_limit: LIMIT }, hear, signal);
        const verdict = done.outcome === "solved" ? "PASS" : "TIMEOUT";
        lines.push(JSON.stringify({ puzzle: "coil", solver: method, level, width, height, verdict, seconds: done.seconds }));
      }
    }
  }, { quiet: true }).finally(() => { at("trial-note").textContent = ""; });
  return lines.join("\n");
}
