// The small parts of the model: what is kept, shared, played and timed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { pace } from "../../assets/model/pace.js";
import { inWords, isBetter, isBetterEntry, numbered, readGame, readSolved } from "../../assets/model/records.js";
import { readRun, shareAfter, sketch, sketchOf, writeRun } from "../../assets/model/share.js";
import { sitting, Stopwatch } from "../../assets/model/stopwatch.js";
import { clock, duration } from "../../assets/model/time.js";
import { Walker } from "../../assets/model/walker.js";
import { board } from "./boards.js";

test("a wrong-typed entry of the storage is left out, and the others stay", () => {
  const good = { moves: 3, seconds: 4, hints: 0 };
  assert.deepEqual(readSolved({ 1: good, 2: "x", 3: null, 4: { moves: "3" }, 5: { moves: -1, seconds: 1, hints: 0 } }), { 1: good });
  for (const bad of [undefined, null, 7, "text", [good]]) assert.deepEqual(readSolved(bad), {});
  assert.deepEqual(readGame({ game: 7, seconds: "x", hints: -1 }), { game: undefined, seconds: 0, hints: 0, since: 0, last: 0 });
  assert.equal(numbered({ 1: good, "coil:3x3#1": good, "": good }), 1);
});

test("what a level took, and which of two is better", () => {
  assert.equal(inWords({ moves: 1, seconds: 61, hints: 0 }), "1 move · 1:01 · no hints");
  assert.equal(inWords({ moves: 12, seconds: 3601, hints: 1 }), "12 moves · 1:00:01 · one hint");
  assert.ok(isBetter({ moves: 1, seconds: 9, hints: 0 }, { moves: 1, seconds: 1, hints: 1 }));
  assert.equal(clock(59.9), "0:59");
  assert.equal(duration(0.0123), "12.3 ms");
});

test("of two entries for the same level or day the better one stays, whatever the other is", () => {
  const [quick, slow] = [3, 9].map((seconds) => ({ moves: 3, seconds, hints: 0 }));
  const day = "2026-11-17", [then, later] = [day, "2026-11-18"].map((on) => ({ on, ...slow }));
  for (const [name, key, better, worse] of /** @type {[string, string, any, any][]} */ ([
    ["solved coil", "7", quick, slow], ["solved connect:pack2", "7", slow, { ...quick, hints: 1 }], ["days coil", day, then, later],
    ["solved coil", "7", slow, "x"], ["solved coil", "7", slow, { moves: 1, seconds: -5, hints: 0 }], ["days coil", day, then, null],
  ])) {
    assert.ok(isBetterEntry(name, key, better, worse), name);
    assert.ok(!isBetterEntry(name, key, worse, better), name);
    assert.ok(!isBetterEntry(name, key, better, better), name);
  }
  assert.ok(!isBetterEntry("played coil", "x", true, false));
});

test("the slowest playback can be followed with the eye, however long the answer is", () => {
  for (const length of [7, 400, 670_000, 4_000_000]) {
    assert.ok(pace(length, 0) <= 2 && pace(length, 0) > 0, `${length}`);
    assert.ok(Math.abs(pace(length, 0.5) - Math.max(1, length / 10)) < 1e-6, "the middle takes ten seconds");
    assert.ok(pace(length, 1) >= length, "the fastest takes less than a second");
  }
});

test("a sketch shows less than the answer", () => {
  const game = new Walker(board("pellet", "S...", "....", "....", "...."));
  for (const way of "RRRDLLLDRRRDLLL") game.move(way);
  assert.ok(game.isOver);
  const rows = sketchOf(game).split("\n");
  assert.equal(rows.length, 2, "a square for four cells");
  assert.equal([...rows[0]].length, 2);
  assert.equal([...sketch({ width: 30, height: 3, signs: ["a"], tone: () => 0 })].length, 6, "at most six in a row");
  assert.equal(sketch({ width: 2, height: 2, signs: ["a"], tone: () => undefined }), "⬛");
});

test("a run goes through a link, and nonsense is none", () => {
  /** @type {[number, number][]} */
  const log = Array.from({ length: 200 }, (_, i) => [100 * i, i / 199]);
  const run = readRun(writeRun({ seconds: 20, hints: 1, log }));
  assert.equal(run.seconds, 20);
  assert.ok(run.log.length <= 70);
  assert.ok(Math.abs(shareAfter(run, 10_000) - 0.5) < 0.05);
  assert.equal(shareAfter(run, 20_000), 1);
  for (const bad of [undefined, "", "x", "1.-2", "1.5e9.NaN", "1", "1e99.1", "10000001.1"]) assert.equal(readRun(bad), undefined, String(bad));
});

test("a watch stands still while nobody looks", () => {
  const watch = new Stopwatch(1000, 5);
  assert.equal(watch.seconds(3000), 7);
  watch.pause(3000);
  watch.pause(3500);
  assert.equal(watch.seconds(9000), 7);
  watch.resume(10_000);
  watch.resume(11_000);
  assert.equal(watch.seconds(12_000), 9);
});

test("a sitting goes on over midnight, and ends with a break", () => {
  const minute = 60_000, begun = sitting({ since: 0, last: 0 }, 1000 * minute);
  assert.deepEqual(begun, { since: 1000 * minute, last: 1000 * minute }, "the first move begins it");
  const later = sitting(begun, 1029 * minute);
  assert.deepEqual(later, { since: 1000 * minute, last: 1029 * minute });
  assert.equal(sitting(later, 1058 * minute).since, 1000 * minute, "the break is counted from the last move");
  assert.equal(sitting(later, 1060 * minute).since, 1060 * minute);
  for (const bad of [{ since: 1010 * minute, last: 1000 * minute }, { since: 0, last: 2000 * minute }]) assert.equal(sitting(bad, 1001 * minute).since, 1001 * minute);
});
