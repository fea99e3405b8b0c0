import assert from "node:assert/strict";
import { test } from "node:test";

import { Joining } from "../../assets/model/joining.js";
import { board } from "./boards.js";

const at = (x, y) => y * 3 + x;
const draw = (game, ...cells) => {
  game.take(at(...cells[0]));
  for (const cell of cells.slice(1)) game.extend(at(...cell));
};

test("a path that is cut comes back when one draws back, and stays cut when one lets go", () => {
  const game = new Joining(board("connect", "0.1", "...", "0.1"));
  draw(game, [0, 0], [0, 1], [0, 2]);
  game.drop();
  assert.equal(game.joined, 1);
  draw(game, [2, 0], [2, 1], [1, 1], [0, 1]);
  assert.equal(game.joined, 0, "cut");
  assert.equal(game.paths.get("0"), undefined, "what is left of it is one cell");
  game.extend(at(1, 1));
  assert.equal(game.joined, 1, "restored");
  assert.deepEqual(game.paths.get("0"), [at(0, 0), at(0, 1), at(0, 2)]);
  game.extend(at(0, 1));
  game.drop();
  assert.equal(game.joined, 0);
  game.undo();
  assert.equal(game.joined, 1);
});

test("two fingers on a board take nothing back, wherever the first of them was", () => {
  const game = new Joining(board("connect", "0.1", "...", "0.1"));
  draw(game, [0, 0], [0, 1], [0, 2]);
  game.drop();
  const before = game.answer();
  for (const [x, y] of [[2, 0], [0, 0], [0, 1], [0, 2]]) {
    assert.ok(game.tool.down({ x, y }));
    game.tool.over({ x: 1, y: 1 });
    game.tool.cancel();
    assert.equal(game.answer(), before, `${x} ${y}`);
    assert.equal(game.stages, 1);
  }
});

test("a path that leaves the board goes nowhere", () => {
  const game = new Joining(board("connect", "0.1", "...", "0.1"));
  game.take(0);
  for (const way of "ULUL") game.move(way);
  assert.deepEqual(game.paths.get("0"), [0]);
  game.drop();
  assert.equal(game.stages, 0, "what changed nothing was no drawing");
});

test("tiles with one direction are crossed in that direction", () => {
  const game = new Joining(board("connect", "0H.", ".V.", "..0"));
  assert.ok(game.permits(at(0, 0), at(1, 0)));
  assert.ok(!game.permits(at(1, 0), at(1, 1)), "from a horizontal tile downwards");
  assert.ok(!game.permits(at(0, 1), at(1, 1)), "across a vertical tile");
  assert.ok(!game.permits(at(2, 0), at(0, 1)), "around the edge of the board");
});

test("where the rule lets tiles stay empty a game is over when all colours are joined", () => {
  const sheet = board("connect", "0.1", "...", "0.1");
  sheet.rule = "blanks, turns 40";
  const game = new Joining(sheet);
  draw(game, [0, 0], [0, 1], [0, 2]);
  game.drop();
  assert.ok(!game.isOver);
  draw(game, [2, 0], [2, 1], [2, 2]);
  game.drop();
  assert.ok(game.isOver && game.left === 3);
});

test("colours are called by their names", () => {
  const game = new Joining(board("connect", "0.1", "...", "0.1"));
  draw(game, [2, 0], [2, 1]);
  assert.equal(game.status(), "drawing orange · 0 of 2 colours joined · 7 tiles left");
});

test("an answer from a link is read with care", () => {
  const game = new Joining(board("connect", "0.1", "...", "0.1"));
  game.restore("9 99 -1 0 0\n0 0 1e9 0 0\nNaN\n0 0 0 2 0");
  assert.equal(game.joined, 1);
  assert.equal(game.answer(), "0 0 0 2 0\n");
});

test("a hint draws the piece that it is about, from the nearer end", () => {
  const answer = "0 0 2 0 0\n2 0 2 2 0\n", game = () => new Joining(board("connect", "0..", "XX.", "XX0"));
  const near = game();
  near.follow({ next: "2 1 2 2 0", answer });
  assert.deepEqual(near.paths.get("0"), [8, 5]);
  const far = game();
  far.follow({ next: "0 0 1 0 0", answer });
  assert.deepEqual(far.paths.get("0"), [0, 1]);
  // What is begun goes on where it is.
  far.follow({ next: "2 1 2 2 0", answer });
  assert.deepEqual(far.paths.get("0"), [0, 1, 2]);
  assert.match(game().stepOf({ next: "2 1 2 2 0", answer }).text, /goes up/);
});

test("the beginning of an answer is that of its shortest path", () => {
  const game = new Joining(board("connect", "0.1", "...", "0.1"));
  assert.deepEqual(game.beginning("0 0 0 2 0\n2 0 1 0 1\n1 0 1 2 1\n1 2 2 2 1\n", 2), [{ x: 0, y: 0 }, { x: 0, y: 1 }]);
  assert.equal(game.stages, 0);
  assert.deepEqual(game.beginning("no answer", 2), []);
});
