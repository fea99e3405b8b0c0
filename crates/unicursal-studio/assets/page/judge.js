// Finds out how good a level is: whether it can be solved, in one way only, and is well made.

import { t } from "../model/words.js";
import { at, on, say } from "./dom.js";
import { ask, solve } from "../backend/server.js";
import { asked, listen, shown } from "./shown.js";
import { duration } from "../model/time.js";
import { hear, working } from "./work.js";

// Asks about the level as it is now; an answer that comes after a change does not count.
async function judge(what, question) {
  const level = asked();
  const answer = await working(what, (signal) => question(level, signal));
  return shown.text === level.level ? answer : undefined;
}

const heard = (name, data) => name === "sketch" ? undefined : hear(name, data);

// A maze can be solved if its end can be reached, whatever its rule does.
async function runReachable() {
  const answers = await judge(t("Walking…"), async (level, signal) => [
    await solve({ ...level, method: "shortest" }, heard, signal), await solve(level, heard, signal)]);
  if (!answers) return;
  const [reached, walked] = answers.map(({ outcome }) => outcome === "solved");
  const [{ name: rule }] = shown.puzzle.methods;
  if (!reached) say(t("No: {why}", { why: answers[0].proof ?? answers[0].why }), "bad");
  else if (walked) say(t("Yes, the end can be reached, and the rule '{rule}' arrives there.", { rule }), "good");
  else say(t("Yes, the end can be reached, but the rule '{rule}' never arrives: {why}", { rule, why: answers[1].proof ?? answers[1].why }));
}

async function runSolvable() {
  if (shown.puzzle.moves === "walk") return runReachable();
  const done = await judge(t("Solving…"), (level, signal) => solve(level, heard, signal));
  if (!done) return;
  const time = duration(done.seconds);
  if (done.outcome === "solved") say(t("Yes, it can be solved: found and checked in {time}.", { time }), "good");
  else if (done.outcome === "unsolvable") say(t("No, proved in {time}: {why}", { time, why: done.proof }), "bad");
  else say(t("Not known after {time}: {why}", { time, why: `${done.why}; ${done.how_far}` }));
}

async function runUnique() {
  const count = await judge(t("Counting…"), (level, signal) => ask("count", { ...level, most: 2 }, signal));
  if (!count) return;
  if (count.found > 1) say(t("No, there is more than one solution."), "bad");
  else if (!count.complete) say(t("Not known: the limit was reached before everything was counted."));
  else if (count.found) say(t("Yes, there is exactly one solution."), "good");
  else say(t("There is no solution."), "bad");
}

// Whether it is a good level by the puzzle's own measure: for mazes, connected and without loops.
async function runPerfect() {
  const verdict = await judge(t("Checking…"), (level, signal) => ask("check", level, signal));
  if (!verdict) return;
  if (verdict.valid) say(t("Yes, it is connected and has no loops."), "good");
  else say(t("No: {why}", { why: verdict.reason }), "bad");
}

export function listenToJudge() {
  on("solvable", runSolvable);
  on("unique", runUnique);
  on("perfect", runPerfect);
  listen("puzzle", ({ abilities }) => {
    at("unique").hidden = !abilities.count;
    at("perfect").hidden = !abilities.check_level;
  });
}
