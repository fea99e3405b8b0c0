// The npm package as its users have it, under Node: UNICURSAL_NPM names the folder of the unpacked package.

import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";

const folder = process.env.UNICURSAL_NPM;
assert.ok(folder, "UNICURSAL_NPM names the folder of the unpacked package");
const { load } = await import(pathToFileURL(resolve(folder, "index.js")));
const unicursal = await load();
after(() => unicursal.close());

const SMALL = "x=3&y=3&board=X.......X";

// Many choices, and a corner that cannot be reached: brute force does not finish it.
function endless() {
  let cells = "";
  for (let y = 0; y < 60; y += 1) {
    for (let x = 0; x < 60; x += 1) {
      cells += x + y === 1 || (x + y > 1 && (x * 7 + y * 13 + x * y) % 11 === 0) ? "X" : ".";
    }
  }
  return `x=60&y=60&board=${cells}`;
}

test("it names the puzzles", () => {
  const names = unicursal.puzzles.map(({ name }) => name);
  for (const name of ["coil", "connect", "pellet", "trail", "maze"]) assert.ok(names.includes(name), name);
});

test("a level is solved, checked, counted, hinted and drawn", async () => {
  const level = await unicursal.level("coil", SMALL);
  assert.deepEqual([level.width, level.height], [3, 3]);
  const solved = await level.solve();
  assert.equal(solved.outcome, "solved");
  assert.deepEqual(await level.check(solved.answer), { valid: true });
  const wrong = await level.check("x=0&y=1&path=D");
  assert.equal(wrong.valid, false);
  assert.ok(wrong.reason.length > 0);
  assert.deepEqual(await level.count(), { found: 4, complete: true });
  assert.equal((await level.hint("x=0&y=1&path=DR")).next, "U");
  assert.match(await level.draw({ answer: solved.answer }), /^<svg[^]*<\/svg>\s*$/);
  const png = await level.draw({ answer: solved.answer, format: "png" });
  assert.deepEqual([...png.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
});

test("a level that is generated has its id, and the id makes it again", async () => {
  for (const puzzle of ["coil", "connect", "pellet", "trail"]) {
    const level = await unicursal.generate(puzzle, 8, 7, { seed: "spring" });
    assert.deepEqual([level.width, level.height], [8, 7], puzzle);
    assert.deepEqual(await level.check(level.answer), { valid: true }, puzzle);
    assert.equal((await unicursal.level(puzzle, level.id)).text, level.text, puzzle);
  }
});

test("long work tells how it goes and can be cancelled; then others go on", async () => {
  const level = await unicursal.level("coil", endless());
  const stop = new AbortController();
  let told;
  const work = level.solve({
    method: "brute",
    signal: stop.signal,
    onProgress(progress) {
      told ??= progress;
      stop.abort();
    },
  });
  await assert.rejects(work, { name: "AbortError" });
  assert.equal(typeof told.phase, "string");
  assert.equal(typeof told.seconds, "number");
  await assert.rejects(level.solve({ signal: AbortSignal.abort() }), { name: "AbortError" });
  const other = await unicursal.level("coil", SMALL);
  assert.equal((await other.solve()).outcome, "solved");
});

test("a time limit leaves it undecided", async () => {
  const level = await unicursal.level("coil", endless());
  assert.equal((await level.solve({ method: "brute", timeLimit: 0.2 })).outcome, "unknown");
});

test("a text that cannot be read is refused with its place", async () => {
  await assert.rejects(unicursal.level("coil", "x=3&y=3&board=X..?....X"), (refusal) => {
    assert.ok(refusal instanceof Error && refusal.message.length > 0);
    assert.ok(refusal.place, "it has a place");
    return true;
  });
  await assert.rejects(unicursal.level("chess", SMALL), Error);
});
