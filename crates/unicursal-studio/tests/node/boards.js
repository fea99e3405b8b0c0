// Boards for tests, as the library describes its puzzles.

import { Sheet } from "../../assets/model/sheet.js";

const tile = (symbol, name, fill, more = {}) => ({ symbol, name, fill, single: false, ...more });

const PUZZLES = {
  coil: { name: "coil", moves: "slide", colours: false, tiles: [tile(".", "free cell", "open"), tile("X", "wall", "wall")] },
  pellet: {
    name: "pellet", moves: "step", colours: false,
    tiles: [tile(".", "pellet", "open"), tile("#", "wall", "wall"), tile("S", "start", "open", { single: true, mark: "#3e126e" })],
  },
  trail: {
    name: "trail", moves: "step", colours: false, numbers: true, thin_walls: true,
    tiles: [tile(".", "cell", "open"), tile("#", "blocked cell", "wall"), tile("1", "start", "open", { single: true, mark: "#3e126e" })],
  },
  maze: {
    name: "maze", moves: "walk", colours: false,
    tiles: [tile("#", "path", "open"), tile(" ", "wall", "wall"), tile("S", "start", "open", { single: true, mark: "#1" }), tile("E", "end", "open", { single: true, mark: "#2" })],
  },
  connect: {
    name: "connect", moves: "join", colours: true,
    tiles: [tile(".", "empty tile", "open"), tile("V", "vertical tile", "#d6e2f2", { mark: "#1" }), tile("H", "horizontal tile", "#f4e4ce", { mark: "#1" }), tile("X", "blocker", "wall")],
  },
};

// A board whose rows are given.
export function board(name, ...rows) {
  return new Sheet(PUZZLES[name], { width: rows[0].length, height: rows.length, cells: rows.join("") });
}
