import assert from "node:assert/strict";
import { test } from "node:test";

import { Editor, nearestSide } from "../../assets/model/editor.js";
import { board } from "./boards.js";

// An editor on a board, and a view that shows nothing.
function editing(...rows) {
  const view = { picture: undefined, show(picture) { this.picture = picture; }, fill() {}, draw() {} };
  return new Editor(board("trail", ...rows), view, () => {});
}

const numbers = ({ sheet }) => [...sheet.cells.keys()].map((cell) => sheet.numberAt(cell) ?? 0);

// A click, as a pointer makes it.
function click(editor, x, y, across = 0.5, down = 0.5) {
  editor.tool.down({ x, y, across, down });
  editor.tool.up();
}

test("numbers are put down one after the other, and the first one is the start", () => {
  const editor = editing("...", "...");
  editor.brush = { kind: "number", number: editor.sheet.missingNumber() };
  for (const x of [0, 2, 1]) click(editor, x, 0);
  assert.deepEqual(numbers(editor), [1, 3, 2, 0, 0, 0]);
  assert.equal(editor.sheet.symbol(0), "1");
  assert.equal(editor.brush.number, 4);
  // One that is clicked is taken up, and put down elsewhere.
  click(editor, 0, 0);
  assert.equal(editor.brush.number, 1);
  click(editor, 0, 1);
  assert.deepEqual(numbers(editor), [0, 3, 2, 1, 0, 0]);
  // One that is chosen moves, and walls make room.
  editor.brush = { kind: "tile", symbol: "#", fill: "wall" };
  click(editor, 2, 1);
  editor.brush = { kind: "number", number: 3 };
  click(editor, 2, 1);
  assert.deepEqual(numbers(editor), [0, 0, 2, 1, 0, 3]);
  assert.deepEqual(editor.sheet.toJSON().numbers, [{ x: 2, y: 0, number: 2 }, { x: 2, y: 1, number: 3 }]);
});

test("all of it is taken back and done again", () => {
  const editor = editing("1..", "...");
  editor.brush = { kind: "number", number: 2 };
  click(editor, 2, 1);
  editor.brush = { kind: "thin" };
  click(editor, 1, 0, 0.9, 0.5);
  const after = JSON.stringify(editor.sheet);
  for (let i = 0; i < 2; i++) editor.undo();
  assert.deepEqual(numbers(editor), [1, 0, 0, 0, 0, 0]);
  assert.equal(editor.sheet.walls.size, 0);
  for (let i = 0; i < 2; i++) editor.redo();
  assert.equal(JSON.stringify(editor.sheet), after);
  assert.deepEqual(editor.view.picture.walls, [{ x: 1, y: 0, below: false }]);
});

test("a thin wall stands at the nearest side, a stroke goes on as it began, and the board's edge has none", () => {
  assert.deepEqual(nearestSide({ across: 0.1, down: 0.4 }).way, "L");
  assert.deepEqual(nearestSide({ across: 0.6, down: 0.95 }).way, "D");
  const editor = editing("...", "...");
  editor.brush = { kind: "thin" };
  editor.tool.down({ x: 0, y: 0, across: 0.5, down: 0.9 });
  editor.tool.over({ x: 1, y: 0 });
  editor.tool.trace({ x: 1, y: 0, across: 0.5, down: 0.9 });
  // Not near enough to any side.
  editor.tool.trace({ x: 2, y: 0, across: 0.5, down: 0.6 });
  editor.tool.up();
  assert.deepEqual(editor.sheet.thinWalls(), [{ x: 0, y: 0, below: true }, { x: 1, y: 0, below: true }]);
  assert.ok(editor.sheet.isWalled(0, 3) && editor.sheet.isWalled(4, 1) && !editor.sheet.isWalled(0, 1));
  click(editor, 1, 1, 0.5, 0.05);
  assert.equal(editor.sheet.walls.size, 1, "the same wall, from below");
  click(editor, 0, 0, 0.01, 0.5);
  assert.equal(editor.sheet.walls.size, 1, "the edge of the board");
  // One finger of two was not meant to draw.
  editor.tool.down({ x: 2, y: 0, across: 0.1, down: 0.5 });
  editor.tool.cancel();
  assert.equal(editor.sheet.walls.size, 1);
});

test("a board of one column has its thin walls below", () => {
  const editor = editing(".", ".", ".");
  editor.build({ x: 0, y: 0 }, "D");
  editor.end();
  assert.ok(editor.sheet.isWalled(0, 1) && !editor.sheet.isWalled(1, 2));
});

test("two fingers on a drawing change nothing of it, and what can be taken back or done again still can", () => {
  const editor = editing("1#.", "...");
  const wall = { kind: "tile", symbol: "#", fill: "wall" };
  editor.brush = { ...wall };
  for (const x of [1, 2]) click(editor, x, 1);
  editor.undo();
  const before = JSON.stringify(editor.sheet);
  // The first finger where nothing changes, where something does, on a number and at the side of a cell.
  for (const [brush, x] of /** @type {[any, number][]} */ ([[wall, 1], [wall, 0], [{ kind: "number", number: 7 }, 0], [{ kind: "thin" }, 2]])) {
    editor.brush = { ...brush };
    editor.tool.down({ x, y: 0, across: 0.1, down: 0.5 });
    editor.tool.cancel();
    assert.equal(JSON.stringify(editor.sheet), before, `${brush.kind} ${x}`);
    assert.equal(editor.brush.number, brush.number);
    assert.deepEqual([editor.past.length, editor.future.length], [1, 1]);
  }
  editor.redo();
  assert.equal(editor.sheet.symbol(5), "#");
});
