// Why a hint of Connect is right, as far as one can see it on the board: a tile that only this path can
// still pass, or what every other way on would do to the tiles and the colours around.

import { count, t } from "./words.js";

const wordFor = (dx, dy) => dx ? (dx > 0 ? t("right") : t("left")) : dy > 0 ? t("down") : t("up");

// What is free and where paths end, of a game whose path of `name` has gone on to `tip`.
class Position {
  constructor(game, name, tip) {
    this.game = game;
    // Both ends of each path that is still to be drawn.
    this.tips = new Map();
    for (const other of game.names) {
      const [a, b] = game.ends.get(other), path = game.paths.get(other);
      if (game.isJoined(other) || b === undefined) continue;
      const far = path?.[0] === b ? a : b;
      const near = other === name && tip !== undefined ? tip : path?.at(-1) ?? a;
      if (near !== far) this.tips.set(other, [near, far]);
    }
    this.tip = tip;
    this.colourAt = new Map();
    for (const [other, ends] of this.tips) for (const end of ends) this.colourAt.set(end, other);
  }

  isFree(cell) {
    const { game } = this;
    return cell !== this.tip && !game.owner.has(cell) && game.sheet.tile(cell) !== undefined && !game.sheet.isWall(cell);
  }

  // The sides by which a path could still come to a free tile.
  sides(cell) {
    const needed = this.game.sheet.checkpoints.get(cell);
    return this.game.beside(cell).filter((other) => this.isFree(other)
      || (this.colourAt.has(other) && (needed ?? this.colourAt.get(other)) === this.colourAt.get(other)));
  }

  *free() {
    for (let cell = 0; cell < this.game.sheet.cells.length; cell++) if (this.isFree(cell)) yield cell;
  }

  // The free tiles that hang together with a cell.
  #region(from) {
    const seen = new Set([from]), next = [from];
    while (next.length) {
      for (const cell of this.game.beside(next.pop())) {
        if (seen.has(cell) || !this.isFree(cell)) continue;
        seen.add(cell);
        next.push(cell);
      }
    }
    return seen;
  }

  // What no path can put right any more, if there is such a thing: words, and the cells that they mean.
  flaw() {
    for (const cell of this.free()) {
      const { length } = this.sides(cell);
      if (length < 2) return { text: length ? t("leave a tile with one way, so that no path could pass it") : t("leave a tile with no way, so that no path could pass it"), cells: [cell] };
    }
    for (const [name, [near, far]] of this.tips) {
      const reached = this.#region(near);
      const meets = this.game.beside(far).some((cell) => reached.has(cell));
      if (!meets) return { text: t("part the ends of {colour} from each other", { colour: this.game.called(name) }), cells: [near, far] };
    }
    const served = new Set();
    for (const [near] of this.tips.values()) for (const cell of this.#region(near)) served.add(cell);
    const lost = [...this.free()].filter((cell) => !served.has(cell));
    return lost.length ? { text: count(lost.length, "cut off one tile from every colour", "cut off {n} tiles from every colour"), cells: lost } : undefined;
  }
}

// The reason for a step of a colour's path from a cell to the next: `text`, the `cells` that it is about,
// and the `open` other steps for which none is seen.
export function reasonForColour(game, name, from, next) {
  const { width } = game;
  const place = (cell) => ({ x: cell % width, y: Math.floor(cell / width) });
  const word = (to) => wordFor(to % width - from % width, Math.floor(to / width) - Math.floor(from / width));
  const colour = game.called(name);
  const now = new Position(game, name);
  const others = game.beside(from).filter((cell) => cell !== next
    && (now.isFree(cell) ? (game.sheet.checkpoints.get(cell) ?? name) === name : now.tips.get(name)?.[1] === cell));
  if (!others.length) return { text: t("The path of {colour} has one way on: {way}.", { colour, way: word(next) }), cells: [place(next)], open: [] };
  if (now.isFree(next) && now.sides(next).length === 2) {
    return { text: t("The path of {colour} goes {way}: this tile has two ways left, so a path must pass here, and from {colour}.", { colour, way: word(next) }), cells: [place(next)], open: [] };
  }
  const seen = others.map((cell) => ({ cell, flaw: new Position(game, name, cell).flaw() }));
  const told = seen.filter(({ flaw }) => flaw);
  const why = told.map(({ cell, flaw }) => t("{way} would {do}", { way: word(cell), do: flaw.text })).join(t(", and "));
  return {
    text: why ? t("The path of {colour} goes {way}, because {why}.", { colour, way: word(next), why }) : t("The path of {colour} goes {way}.", { colour, way: word(next) }),
    cells: told.flatMap(({ flaw }) => flaw.cells).map(place),
    open: seen.filter(({ flaw }) => !flaw).map(({ cell }) => ({ word: word(cell), cell })),
  };
}
