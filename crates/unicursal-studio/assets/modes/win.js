// The moment of a win: the path in all its colours, what it took, and what comes next.

import { keep } from "../backend/kept.js";
import { celebrate, sweep } from "../draw/confetti.js";
import { inWords, isBetter } from "../model/records.js";
import { clock } from "../model/time.js";
import { t } from "../model/words.js";
import { currentStreak, dayIn, putDownDay, today } from "../page/daily.js";
import { at, say } from "../page/dom.js";
import { currentRung, putDown } from "../page/ladder.js";
import { drawAnswer } from "../page/level.js";
import { offer, remember, setAnswer, shown, view } from "../page/shown.js";
import { besideRule } from "./manner.js";
import { seconds, table } from "./table.js";
import { signed } from "./watch.js";

// The last win, in case it is shared.
/** @type {{ level: any, figures: any, day: string | undefined, log: any[] } | undefined} */
export let won;

export function hideWin() {
  at("win").hidden = true;
  sweep(at("confetti"));
}

// A game at the moment when it ends. By the time it has been checked, another level may be shown.
export function ended(gameName) {
  const { game, hints, log, sitting, turn } = table, { puzzle, level, word } = shown;
  table.watch.pause(performance.now());
  const figures = { seconds: Math.round(seconds()), moves: game.count, hints };
  return { puzzle, level, word, rung: currentRung(), gameName, turn, since: sitting.since, log: [...log], answer: game.answer(), figures };
}

/** Records that a game was won, and shows it if the player is still there. @param {ReturnType<typeof ended>} end @param {() => boolean} isHere */
export async function win({ puzzle, level, word, rung, gameName, turn, since, log, answer, figures }, isHere) {
  const isOld = () => turn !== table.turn;
  if (!isOld()) setAnswer(answer);
  // The day first: its level is known by its name alone.
  const day = await dayIn(puzzle, word);
  // The win takes the place of the game, unless the game continues.
  if (!isOld() || level !== shown.level) keep(gameName, undefined);
  const { before, isKept } = putDown(puzzle, word.trim(), rung, figures);
  const isLost = !isKept || (day && !putDownDay(puzzle, day, figures, since));
  if (isOld()) return;
  say(t("You solved it!"), "good");
  won = { level, figures, day, log };
  const picture = await drawAnswer(answer).catch(() => undefined);
  if (isOld() || !isHere()) return;
  if (picture) {
    Object.assign(view, { overlay: () => {}, above: () => {}, heads: () => [], tint: undefined, swipe: undefined });
    view.show(signed(picture));
    view.unroll();
  }
  at("win-text").textContent = [inWords(figures), besideRule()].filter(Boolean).join(" · ");
  const more = isLost ? t("This browser has no room to keep that.") : besides(before, figures, day);
  Object.assign(at("win-more"), { textContent: more, className: "quiet" });
  at("win-next").textContent = day ? day === today() ? t("Next of today") : t("Next of this day") : t("Next level");
  at("win").hidden = false;
  at("save-gif").hidden = false;
  announce(figures);
  // Enter goes on from here.
  at("win-next").focus({ preventScroll: true });
  celebrate(at("confetti"));
  // A link to a solved level does not contain the answer.
  remember();
}

// Tells the page that contains this one in a frame.
function announce(figures) {
  if (parent === window) return;
  parent.postMessage({ type: "unicursal:solved", puzzle: shown.puzzle.name, level: shown.word, ...figures }, "*");
}

// What else there is to say about a win.
function besides(before, now, day) {
  if (table.rival) return againstRival(now);
  const days = day ? currentStreak(offer.puzzles).length : 0;
  if (days > 1) return t("{n} days in a row", { n: days });
  if (!before) return "";
  return isBetter(now, before) ? t("Better than {before}", { before: inWords(before) }) : t("Your best was {before}", { before: inWords(before) });
}

function againstRival({ seconds: mine }) {
  const { seconds: theirs } = table.rival;
  if (mine < theirs) return t("You won: the other one took {time}.", { time: clock(theirs) });
  return mine === theirs ? t("A draw: the other one took as long.") : t("The other one was faster: {time}.", { time: clock(theirs) });
}
