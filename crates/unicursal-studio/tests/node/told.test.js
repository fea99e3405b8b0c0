import assert from "node:assert/strict";
import { test } from "node:test";

import { GERMAN, SENTENCES } from "../../assets/model/german.js";
import { told } from "../../assets/model/told.js";
import { sentence, setLanguage } from "../../assets/model/words.js";

test("cells that a reason names get letters, on the board and in the words", () => {
  const reason = { text: "were (3, 2) and (3, 3) joined, (4, 2) would have too few ways; so they are not joined", tiles: [[3, 2], [4, 2], [5, 5]] };
  const { text, cells } = told(reason);
  assert.equal(text, "Were A and B joined, C would have too few ways; so they are not joined.");
  assert.deepEqual(cells, [{ x: 3, y: 2, letter: "A" }, { x: 4, y: 2, letter: "C" }, { x: 5, y: 5 }, { x: 3, y: 3, letter: "B" }]);
});

test("colours are called by their names", () => {
  const called = (name) => ({ 0: "blue" })[name];
  assert.equal(told({ text: "0 can be joined only by the edge between (0, 1) and (0, 2)", tiles: [] }, called).text, "Blue can be joined only by the edge between A and B.");
  assert.equal(told({ text: "there is no solution: the ends of 0 could not be joined", tiles: [] }, called).text, "There is no solution: the ends of blue could not be joined.");
});

test("what the library says is said in the other language, part by part", () => {
  setLanguage("de", GERMAN, SENTENCES);
  const said = (text) => told({ text, tiles: [] }).text;
  try {
    assert.equal(said("up, because left would cut off 3 cells, and right leads nowhere (all 14 ways on were tried)"), "Hoch, denn links schnitte 3 Felder ab, und rechts führt nirgendwohin (alle 14 Fortgänge wurden probiert).");
    assert.equal(said("up or down, because left would leave 2 dead ends where a path has one end after 3 forced moves"), "Hoch oder runter, denn links ließe 2 Sackgassen, und ein Weg hat nur ein Ende nach 3 erzwungenen Zügen.");
    assert.equal(said("were (1, 1) and (1, 2) joined, after 4 forced tiles (5, 5) would have too few ways; so they are not joined"), "Wären A und B verbunden, dann gälte: nach 4 erzwungenen Feldern: C hätte zu wenige Zugänge; also sind sie es nicht.");
    assert.equal(said("the corner (6, 0) has two ways left, and needs both"), "Die Ecke A hat noch zwei Zugänge und braucht beide.");
    assert.equal(said("down, because left leaves dead ends at (1, 1) and (2, 1), and up leads to a dead end at (3, 3), after forced steps"), "Runter, denn links lässt Sackgassen bei A und B, und hoch führt nach erzwungenen Schritten zu einer Sackgasse bei C.");
    assert.equal(said("first, the corner (6, 0) has two ways left, and needs both; after 2 such conclusions, (0, 1) has no more ways than it needs: it is joined with (0, 2)"), "Zuerst: die Ecke A hat noch zwei Zugänge und braucht beide; nach 2 solchen Schlüssen: B hat nicht mehr Zugänge, als es braucht: es ist mit C verbunden.");
    assert.equal(sentence("every tile is used, a path may touch itself, at most 100 pieces"), "jedes Feld wird gebraucht, ein Weg darf sich berühren, höchstens 100 Stücke");
    assert.equal(sentence("tiles stay empty and no path touches itself"), "Felder bleiben leer, kein Weg berührt sich");
    assert.equal(said("something new (1, 2)"), "Something new A.");
  } finally {
    setLanguage("en");
  }
});

test("forms have the same parts in both languages", () => {
  const parts = (form) => [...form.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const [english, german] of SENTENCES) assert.deepEqual(parts(german), parts(english), english);
});
