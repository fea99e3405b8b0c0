// Hints: the next move and why it is right, or which move was the wrong one.

import { ask } from "../backend/server.js";
import { told } from "../model/told.js";
import { Walker } from "../model/walker.js";
import { t } from "../model/words.js";
import { say } from "../page/dom.js";
import { asked, view } from "../page/shown.js";
import { working } from "../page/work.js";
import { table } from "./table.js";

// Gives a hint. `change` makes a move and shows it, `show` shows what else changed.
export async function giveHint({ change, show }) {
  const { game } = table;
  if (game.isOver) return;
  const hint = await working(t("Looking for a move…"), (signal) => ask("hint", asked({ answer: game.answer() }), signal));
  if (table.game !== game) return;
  if (hint.outcome === "unknown") return say(t("Not known: {why}", { why: hint.why }));
  // To learn that something is wrong is help as well.
  table.hints++;
  if (hint.outcome === "unsolvable") return findWrong(show);
  const { text, cells } = reason(hint);
  const own = table.turn + 1;
  await change(() => game.follow(hint));
  if (table.turn !== own || game.isOver) return;
  table.lit = cells;
  say(text);
  view.draw();
}

// Why a hint is right, as the library explains it for people. If it finds no reason, there is only
// the move.
function reason(hint) {
  const { game } = table;
  return hint.reason ? told(hint.reason, (name) => game.called?.(name) ?? name) : game.stepOf(hint);
}

// No solution continues from here: finds the last move after which one did, by bisection.
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
