// Why a hint's move is the right one, as far as one can see it on the board: what every other move would
// do. Where nothing is to be seen, it says so.

import { WAYS } from "./walker.js";

const WORDS = { L: "Left", R: "Right", U: "Up", D: "Down" };
// On larger boards nobody waits for this.
const MOST = 60_000;

// The reason for a walker's next move, made of `text` and the `cells` that it is about.
export function reasonFor(game, way) {
  if (!game.start) return { text: "A solution begins here.", cells: [] };
  if (!game.fills || game.free.length > MOST) return { text: `${WORDS[way]} is on a way that works.`, cells: [] };
  const others = Object.keys(WAYS).filter((other) => other !== way && isPossible(game, other));
  if (!others.length) return { text: `${WORDS[way]} is the only move there is.`, cells: [] };
  const seen = others.map((other) => consequence(game, other)).filter(Boolean);
  if (!seen.length) return { text: `${WORDS[way]}: nothing on the board says so yet; a solution was found that goes on like this.`, cells: [] };
  const rest = seen.length < others.length ? " The rest takes looking further ahead." : "";
  return { text: `${WORDS[way]}, because ${seen.map(({ text }) => text).join(", and ")}.${rest}`, cells: seen.flatMap(({ cells }) => cells) };
}

function isPossible(game, way) {
  const [dx, dy] = WAYS[way];
  return game.isOpen(game.head.x + dx, game.head.y + dy);
}

// What is wrong after a move: cells that can no longer be reached, or too many dead ends.
function consequence(game, way) {
  game.move(way);
  const lost = unreachable(game), ends = game.deadEnds();
  game.undo();
  const word = WORDS[way].toLowerCase();
  if (lost.length) return { text: `${word} would cut off ${lost.length} ${lost.length === 1 ? "cell" : "cells"}`, cells: lost };
  if (ends.length > 1) return { text: `${word} would leave ${ends.length} dead ends, and a path has one end`, cells: ends };
  return undefined;
}

function unreachable(game) {
  const { width, height } = game;
  const seen = new Uint8Array(width * height);
  const next = [game.head];
  while (next.length) {
    const { x, y } = next.pop();
    for (const [dx, dy] of Object.values(WAYS)) {
      const cell = (y + dy) * width + x + dx;
      if (!game.isOpen(x + dx, y + dy) || seen[cell]) continue;
      seen[cell] = 1;
      next.push({ x: x + dx, y: y + dy });
    }
  }
  const lost = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (game.isOpen(x, y) && !seen[y * width + x]) lost.push({ x, y });
  }
  return lost;
}

// The reason for the next piece of a colour's path.
export function reasonForColour(game, name) {
  const path = game.paths.get(name);
  const ways = path ? game.waysOn(name) : [];
  if (ways.length === 1) return { text: `The path of ${name} has one way on.`, cells: [] };
  return { text: `In a solution the path of ${name} goes on like this.`, cells: [] };
}
