import assert from "node:assert/strict";
import { test } from "node:test";

import { Walker } from "../../assets/model/walker.js";
import { board } from "./boards.js";

const cells = (game) => game.trail.map(({ x, y }) => `${x}${y}`).join(" ");

test("a walk is drawn cell by cell, back along itself, and taken up where it was", () => {
  const game = new Walker(board("pellet", "S..", "..."));
  for (const [x, y] of [[1, 0], [2, 0], [2, 1]]) assert.ok(game.drawTo({ x, y }));
  assert.equal(cells(game), "00 10 20 21");
  assert.ok(game.drawTo({ x: 2, y: 0 }), "back");
  assert.equal(cells(game), "00 10 20");
  assert.ok(!game.drawTo({ x: 0, y: 1 }), "a jump is no step");
  assert.ok(game.takes({ x: 0, y: 0 }), "the walk can be taken up at its beginning");
  assert.ok(game.drawTo({ x: 0, y: 0 }));
  assert.equal(cells(game), "00");
  for (const [x, y] of [[0, 1], [1, 1], [1, 0], [2, 0], [2, 1]]) game.drawTo({ x, y });
  assert.ok(game.isOver);
  assert.equal(game.answer(), "drurd");
});

test("a walk that was cut comes back with the moves that there were", () => {
  const game = new Walker(board("pellet", "S..", "..."));
  for (const way of "RRDL") game.move(way);
  const before = [...game.moves];
  game.drawTo({ x: 1, y: 0 });
  game.drawTo({ x: 1, y: 1 });
  assert.equal(cells(game), "00 10 11");
  game.bring(before);
  assert.equal(cells(game), "00 10 20 21 11");
  game.drawTo({ x: 0, y: 1 });
  game.bring(before.slice(0, 1));
  assert.equal(cells(game), "00 10");
  // What followed by itself is still taken back with the move before it.
  const runner = new Walker(board("maze", "S###", "   E"));
  runner.runs = true;
  runner.move("R");
  const run = [...runner.moves];
  runner.keep(1);
  runner.bring(run);
  runner.undo();
  assert.equal(runner.answer(), "");
});

test("a maze may be walked to and fro by keys, and drawing back takes back", () => {
  const game = new Walker(board("maze", "S##", " # ", " #E", " ##"));
  game.move("R");
  game.move("R");
  game.move("L");
  assert.equal(game.answer(), "EEW");
  game.drawTo({ x: 2, y: 0 });
  assert.equal(game.answer(), "EE");
});

test("drawing back where the rule leads back is its next step", () => {
  const game = new Walker(board("maze", "S##", " # ", " #E", " ##"));
  game.leadsBack = () => game.answer() === "EE";
  for (const [x, y] of [[1, 0], [2, 0], [1, 0]]) game.drawTo({ x, y });
  assert.equal(game.answer(), "EEW", "it is no undo");
  game.drawTo({ x: 2, y: 0 });
  assert.equal(game.answer(), "EE", "and the way back from there is one");
});

test("a hint for a start lights it", () => {
  const game = new Walker(board("coil", "...X", "X...", "...."));
  const hint = { next: "R", so_far: "x=1&y=2&path=" };
  assert.deepEqual(game.stepOf(hint).cells, [{ x: 1, y: 2 }]);
  game.follow(hint);
  assert.deepEqual(game.start, { x: 1, y: 2 });
});

test("in a maze the meter shows how near the goal is, and says nothing of the way", () => {
  const game = new Walker(board("maze", "S##", " # ", " #E", " ##"));
  const shares = [..."RRLRDDR"].map((way) => (game.move(way), game.share));
  assert.deepEqual(shares, [0.25, 0.5, 0.25, 0.5, 0.5, 0.5, 0.5], "walls stop the walker");
  const straight = new Walker(board("maze", "#S##E"));
  assert.equal(straight.share, 0);
  straight.move("L");
  assert.equal(straight.share, 0, "away from the goal is not below nothing");
  for (const way of "RRRR") straight.move(way);
  assert.equal(straight.share, 1);
});

test("a run goes along a corridor and is taken back as one move", () => {
  const game = new Walker(board("maze", "S##", "  #", "###", "# E"));
  game.runs = true;
  game.move("R");
  assert.equal(game.answer(), "EESS", "it stops where there are two ways");
  game.undo();
  assert.equal(game.answer(), "");
  game.move("R", { alone: true });
  assert.equal(game.answer(), "E");
});

test("a slide that goes on by itself stops where there is a choice", () => {
  const game = new Walker(board("coil", "...X", "X...", "...."));
  game.runs = true;
  game.choose({ x: 0, y: 0 });
  game.move("R");
  assert.equal(game.moves.map(({ way }) => way).join(""), "RD");
  const other = new Walker(board("coil", "....", "XXX.", "...."));
  other.runs = true;
  other.choose({ x: 0, y: 0 });
  other.move("R");
  assert.ok(other.isOver, "where there is never a choice, the whole board is one move");
});

test("what was made up in a link is played by the rules", () => {
  const game = new Walker(board("pellet", "S..", "..."));
  game.restore("llll?rrrrr");
  assert.equal(game.answer(), "rr");
});

test("a shortest way through a maze is found step by step", () => {
  const game = new Walker(board("maze", "S###", "#  #", "###E"));
  for (let steps = 0; !game.isOver; steps++) {
    assert.ok(steps < 5);
    game.move(game.shortestStep(), { alone: true });
  }
  assert.equal(game.moves.length, 5);
});

test("numbers are met in their order, and thin walls stand in the way", () => {
  const sheet = board("pellet", "S..", "...");
  sheet.numbers.set(2, 2);
  sheet.numbers.set(3, 3);
  sheet.walls.add(2 * 1);
  const game = new Walker(sheet);
  assert.ok(!game.move("D"), "the third before the second");
  game.move("R");
  assert.ok(!game.move("R"), "a wall");
  game.move("D");
  game.move("R");
  game.move("U");
  assert.equal(game.met, 1);
  game.undo();
  assert.equal(game.met, 0);
  assert.deepEqual(sheet.toJSON().walls, [{ x: 1, y: 0, below: false }]);
  assert.equal(sheet.resized(2, 2).walls.size, 0);
});

test("the cells of a wrong move are known", () => {
  const game = new Walker(board("coil", "....", "...."));
  game.choose({ x: 0, y: 0 });
  game.move("R");
  game.move("D");
  assert.deepEqual(game.stage(1).cells.map(({ x }) => x), [1, 2, 3]);
  assert.deepEqual(game.stage(2).cells, [{ x: 3, y: 1 }]);
});

test("the beginning of an answer is shown without a game of one's own being touched", () => {
  const step = new Walker(board("pellet", "S..", "..."));
  assert.deepEqual(step.beginning("drurd", 3), [{ x: 0, y: 0 }, { x: 0, y: 1 }, { x: 1, y: 1 }]);
  assert.equal(step.answer(), "");
  const slide = new Walker(board("coil", "X..", "...", "..X"));
  assert.deepEqual(slide.beginning("x=0&y=1&path=DRURD", 4), [{ x: 0, y: 1 }, { x: 0, y: 2 }, { x: 1, y: 2 }, { x: 1, y: 1 }]);
  assert.deepEqual(slide.beginning("no answer", 4), []);
});
