import assert from "node:assert/strict";
import { test } from "node:test";

import { after, daily, isOnTime, longest, month, readDays, streak, weekday, withDay } from "../../assets/model/days.js";

const days = (...ends) => new Set(ends.flatMap(([from, to]) => {
  const all = [];
  for (let day = from; day <= to; day = after(day, 1)) all.push(day);
  return all;
}));

test("a streak goes to today, or to yesterday as today is not over, and ends after that", () => {
  const solved = days(["2026-11-15", "2026-11-17"]);
  assert.equal(streak(solved, "2026-11-17").length, 3);
  assert.equal(streak(solved, "2026-11-18").length, 3);
  assert.equal(streak(solved, "2026-11-20").length, 0);
});

test("one missed day in a week is forgiven, two are not", () => {
  const one = days(["2026-11-01", "2026-11-09"], ["2026-11-11", "2026-11-18"]);
  assert.deepEqual(streak(one, "2026-11-18"), { length: 17, frozen: 1 });
  const two = days(["2026-11-01", "2026-11-12"], ["2026-11-14", "2026-11-15"], ["2026-11-17", "2026-11-18"]);
  assert.deepEqual(streak(two, "2026-11-18"), { length: 4, frozen: 1 });
  const apart = days(["2026-11-01", "2026-11-10"], ["2026-11-13", "2026-11-18"]);
  assert.deepEqual(streak(apart, "2026-11-18"), { length: 6, frozen: 0 });
  assert.equal(longest(one), 17);
});

test("what is kept of days may be anything", () => {
  for (const bad of [undefined, null, 3, "x", [1, null, {}], { x: 1 }, { "2026-11-17": 5 }, { "2026-11-17": { on: 7 } }, { "2026-13-77": { on: "2026-11-17" } }, { "2026-11-17": { on: "2026-02-31" } }]) assert.deepEqual(readDays(bad), {});
  assert.deepEqual(readDays(["2026-11-17"]), { "2026-11-17": { on: "2026-11-17" } }, "an older version");
});

test("a day that is solved later counts apart, and the first time stays", () => {
  let kept = withDay({}, "2026-11-10", { on: "2026-11-17" });
  assert.ok(!isOnTime("2026-11-10", kept["2026-11-10"]));
  kept = withDay(kept, "2026-11-10", { on: "2026-11-18" });
  assert.equal(kept["2026-11-10"].on, "2026-11-17");
});

test("months and weeks", () => {
  assert.equal(month("2028-02-17").length, 29);
  assert.equal(weekday("2026-11-16"), 0);
  assert.equal(after("2026-12-31", 1), "2027-01-01");
});

test("a day's level is unique where that can be had, and harder towards Sunday where there are grades", () => {
  const option = (name, kind, choices) => ({ name, kind, choices });
  const grades = ["any", "easy", "medium", "hard", "expert"];
  const puzzle = { name: "x", moves: "join", generate_options: [option("unique", "flag"), option("difficulty", "choice", grades)] };
  const asked = (puzzle, day) => daily(puzzle, day).map(({ options }) => options);
  assert.deepEqual(asked(puzzle, "2026-11-16"), [{ unique: "true", difficulty: "easy" }, { unique: "true" }]);
  assert.deepEqual(asked(puzzle, "2026-11-22").map(({ difficulty }) => difficulty), ["expert", "hard", "medium", "easy", undefined]);
  const sized = { ...puzzle, graded_sides: [7, 8, 9, 10] };
  assert.deepEqual(daily(sized, "2026-11-20").map(({ width, height }) => [width, height]), [[9, 9], [8, 8], [7, 7], [9, 9]]);
  const written = { ...puzzle, generate_options: [{ name: "difficulty", kind: "text", placeholder: "GRADE" }] };
  assert.deepEqual(asked(written, "2026-11-20")[0], { difficulty: "hard" });
  assert.deepEqual(asked({ name: "y", moves: "walk", generate_options: [option("difficulty", "text")] }, "2026-11-16"), [{}]);
});
