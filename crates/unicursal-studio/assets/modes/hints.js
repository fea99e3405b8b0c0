// Hints: the next move and why it is right, or which move was the wrong one.

import { ask } from "../backend/server.js";
import { reasonForColour } from "../model/colour-reasons.js";
import { reasonFor } from "../model/reasons.js";
import { Walker } from "../model/walker.js";
import { t } from "../model/words.js";
import { say } from "../page/dom.js";
import { sheet } from "../page/level.js";
import { asked, view } from "../page/shown.js";
import { working } from "../page/work.js";
import { table } from "./table.js";

// On larger boards no other move is tried by the solver.
const MOST_TRIED = 400;

// Gives a hint. `change` makes a move and shows it, `show` shows what else changed.
export async function giveHint({ change, show }) {
  const { game } = table;
  if (game.isOver) return;
  const hint = await working(t("Looking for a move…"), (signal) => ask("hint", asked({ answer: game.answer() }), signal));
  if (table.game !== game) return;
  if (hint.outcome === "unknown") return say(t("Not known: {why}", { why: hint.why }));
  // To be told that one is wrong is help as well.
  table.hints++;
  if (hint.outcome === "unsolvable") return findWrong(show);
  const { text, cells, others } = reason(hint);
  const own = table.turn + 1;
  await change(() => game.follow(hint));
  if (table.turn !== own || game.isOver) return;
  table.lit = cells;
  say(text);
  view.draw();
  const tried = await tryOthers(others);
  if (table.turn === own && tried) say(`${text} ${tried}`);
}

// Why a hint is right, as far as that is seen; `others` are answers that begin with other moves.
function reason(hint) {
  const { game } = table;
  // Where the library can say why, as a person would see it, that is said.
  if (hint.reason) {
    const { text, tiles } = hint.reason;
    const sentence = `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
    return { text: sentence, cells: tiles.map(([x, y]) => ({ x, y })), others: [] };
  }
  if (game instanceof Walker) {
    const found = reasonFor(game, hint.next.toUpperCase()[0]);
    const others = found.open.map(({ word, way }) => {
      const before = game.moves.length;
      game.move(way, { alone: true });
      const answer = game.answer();
      game.keep(before);
      return { word, answer };
    });
    return { ...found, others };
  }
  const name = hint.next.trim().split(" ").at(-1);
  const begun = game.paths.get(name) ?? [game.ends.get(name)[0]], from = begun.at(-1);
  const found = reasonForColour(game, name, from, game.pathIn(hint.answer, name, begun[0])[begun.length]);
  const place = (cell) => `${cell % game.width} ${Math.floor(cell / game.width)}`;
  const others = found.open.map(({ word, cell }) => ({ word, answer: `${game.answer()}${place(from)} ${place(cell)} ${name}\n` }));
  return { ...found, others };
}

// What the solver says of moves of which nothing is seen on the board.
async function tryOthers(others) {
  if (!others.length || sheet().cells.length > MOST_TRIED) return "";
  const outcomes = await working(t("Trying the other moves…"), async (signal) => {
    const found = [];
    for (const { answer } of others) found.push((await ask("hint", asked({ answer }), signal)).outcome);
    return found;
  }, { quiet: true });
  const words = (wanted) => others.filter((_, i) => outcomes[i] === wanted).map(({ word }) => word).join(` ${t("or")} `);
  const failing = words("unsolvable"), also = words("solved");
  return [
    failing && t("The solver finds no solution {ways}.", { ways: failing }),
    also && t("Going {ways} would work too.", { ways: also }),
  ].filter(Boolean).join(" ");
}

// No solution goes on from here: finds the last move from which one did, by halving.
async function findWrong(show) {
  const { game } = table;
  say(t("No solution goes on from here; take something back."), "bad");
  show();
  if (!game.stages) return;
  const own = table.turn;
  let good = 0, bad = game.stages;
  const found = await working(t("Looking for where it went wrong…"), async (signal) => {
    while (bad - good > 1) {
      const middle = Math.floor((good + bad) / 2);
      const hint = await ask("hint", asked({ answer: game.answerAfter(middle) }), signal);
      if (hint.outcome === "unknown") return undefined;
      if (hint.outcome === "unsolvable") bad = middle;
      else good = middle;
    }
    const first = good ? undefined : await ask("hint", asked({ answer: game.answerAfter(0) }), signal);
    return first?.outcome === "unsolvable" ? -1 : good;
  });
  if (own !== table.turn) return;
  if (found === undefined) return say(t("No solution goes on from here; take something back."), "bad");
  table.wrong = found;
  if (found < 0) {
    table.lit = game instanceof Walker && game.start ? [game.start] : [];
    say(game instanceof Walker && !game.given ? t("No solution begins at this cell.") : t("There is no solution from the start."), "bad");
  } else {
    const { name, cells } = game.stage(found + 1);
    table.lit = cells;
    say(t("No solution goes on from here: {move} was the wrong one.", { move: name }), "bad");
  }
  show();
}
