// Play: the level by hand, with hints where the puzzle has them, and in mazes a race of two walkers.

import { reasonForColour } from "./colour-reasons.js";
import { celebrate, sweep } from "./confetti.js";
import { dayIn, putDownDay, streak } from "./daily.js";
import { at, doing, on, say } from "./dom.js";
import { Glide } from "./glide.js";
import { Joining } from "./joining.js";
import { keep, kept } from "./kept.js";
import { climb, currentRung, inWords, isBetter, nextRung, putDown } from "./ladder.js";
import { drawAnswer, rule, sheet, size } from "./level.js";
import { Race } from "./race.js";
import { reasonFor } from "./reasons.js";
import { ask } from "./server.js";
import { asked, listen, offer, remember, shown, view } from "./shown.js";
import { setReel, togglePlay, transportKey } from "./transport.js";
import { Walker } from "./walker.js";
import { hear, working } from "./work.js";

const KEYS = { ArrowLeft: "L", ArrowRight: "R", ArrowUp: "U", ArrowDown: "D" };
const AWAY = { L: [-1, 0], R: [1, 0], U: [0, -1], D: [0, 1] };
// Larger games are not kept after each move, and on larger boards no other move is tried by the solver.
const MOST_KEPT = 20_000, MOST_TRIED = 400;
// Pixels of a cell that a finger can meet.
const FINGER = 40;

const touched = matchMedia("(pointer: coarse)"), low = matchMedia("(max-height: 560px)");

let game, race, turn = 0, begun, hints = 0, lit = [], wrong;
const glide = new Glide(view);

const gameName = () => `game ${shown.puzzle.name} ${shown.word.trim().slice(0, 2000)}`;

function begin() {
  race = undefined;
  setReel(undefined);
  // Not the server's picture, which tints the blind alleys of a maze.
  const picture = sheet().picture();
  game = shown.puzzle.moves === "join" ? new Joining(sheet()) : new Walker(sheet());
  const before = kept(gameName());
  if (typeof before?.game === "string") game.restore(before.game);
  [begun, hints, lit, wrong] = [performance.now() - 1000 * (before?.seconds ?? 0), before?.hints ?? 0, [], undefined];
  view.foot = 0;
  view.least = touched.matches ? FINGER : 0;
  view.focus = () => game.head;
  view.show(picture);
  if (!view.placed) view.fit();
  view.setCursor(undefined);
  view.tool = game.tool && pointed(game.tool);
  view.overlay = (context, scale, sight) => {
    context.fillStyle = "rgb(230 159 0 / 0.55)";
    for (const { x, y } of lit) context.fillRect(x, y, 1, 1);
    if (race) return race.draw(context, scale);
    if (game instanceof Walker) game.draw(context, glide.reach, { ...sight, scale });
    else game.draw(context);
  };
  view.tint = (cell) => race ? undefined : game.tint(cell, glide.reach);
  view.heads = () => race ? race.heads() : game instanceof Walker ? [...glide.heads(), ...offered()] : game.heads();
  glide.jump(game);
  hideWin();
  if (game.isOver) game.reset();
  show();
  say(`${rule(shown.puzzle)} ${game.how} ${size(shown.level)}.`);
}

// Where a mouse would start: the cell below it, as long as there is no start.
function offered() {
  const cell = view.hovered;
  if (!cell || !game.wantsCursor || !game.isOpen(cell.x, cell.y)) return [];
  return [{ ...cell, colour: "rgb(214 51 108 / 0.45)" }];
}

function hideWin() {
  at("win").hidden = true;
  sweep();
}

// A game's tool, after each part of which the game is shown; letting go may end it.
function pointed({ down, over, up, cancel }) {
  const shows = (action) => (cell) => {
    const taken = action(cell);
    show();
    return taken;
  };
  return { down: shows(down), over: shows(over), cancel: shows(cancel), up: doing(() => change(up)) };
}

function show() {
  at("hint").hidden = !shown.puzzle.abilities.hint;
  at("pad").hidden = !(game instanceof Walker);
  at("game-text").textContent = game.status();
  at("game").hidden = Boolean(race);
  at("back-to-right").hidden = wrong === undefined;
  at("meter").style.setProperty("--share", game.share);
  // Before there is a walker, a finger moves the board.
  const isWalking = game instanceof Walker && game.start && !race;
  view.swipe = isWalking ? (way) => doing(() => moveBy(way))() : undefined;
  view.draw();
}

const seconds = () => (performance.now() - begun) / 1000;

// A move, and what the independent checker says when it ends the game. What was said of an earlier
// position is said no longer.
async function change(move) {
  const result = move();
  [lit, wrong] = [[], undefined];
  say("");
  hideWin();
  if (game instanceof Walker) glide.to(game);
  else if (game.head) view.reveal(game.head);
  show();
  const own = ++turn;
  if (sheet().cells.length <= MOST_KEPT) keep(gameName(), { game: game.answer(), seconds: seconds(), hints });
  remember();
  if (!game.isOver) return result;
  const answer = game.answer();
  const verdict = await ask("check", asked({ answer }));
  if (own !== turn) return result;
  if (verdict.valid) await win(answer);
  else say(`Not a solution: ${verdict.reason}`, "bad");
  return result;
}

// The moment of a win: the path in all its colours, and what it took.
async function win(answer) {
  const figures = { seconds: Math.round(seconds()), moves: game.count, hints };
  shown.answer = answer;
  const before = putDown(shown.puzzle, shown.word.trim(), currentRung(), figures);
  putDownDay(shown.puzzle, shown.word);
  keep(gameName(), undefined);
  say("You solved it!", "good");
  const own = turn;
  const picture = await drawAnswer(answer);
  if (own !== turn || shown.mode !== play) return;
  Object.assign(view, { overlay: () => {}, heads: () => [], tint: undefined });
  view.show(picture);
  view.unroll();
  at("win-text").textContent = inWords(figures);
  at("win-more").textContent = besides(before, figures);
  at("win").hidden = false;
  celebrate();
  // A link to a level that is solved has no answer in it.
  remember();
  // The whole path is to be seen above the words, or beside them where the window is low.
  view.foot = low.matches ? 0 : at("win").offsetHeight + 24;
  view.fit({ whole: true });
}

// What else there is to say of a win.
function besides(before, now) {
  const days = dayIn(shown.word) ? streak(offer.puzzles) : 0;
  if (days > 1) return `${days} days in a row`;
  if (!before) return "";
  return `${isBetter(now, before) ? "Better than" : "Your best was"} ${inWords(before)}`;
}

async function runHint() {
  if (game.isOver) return;
  const before = game;
  const hint = await working("Looking for a move…", (signal) => ask("hint", asked({ answer: game.answer() }), signal));
  if (game !== before) return;
  if (hint.outcome === "unsolvable") return findWrong();
  if (hint.outcome === "unknown") return say(`Not known: ${hint.why}`);
  hints++;
  const { text, cells, others } = reason(hint);
  const own = turn + 1;
  await change(() => game.follow(hint));
  if (turn !== own || game.isOver) return;
  lit = cells;
  say(text);
  view.draw();
  const tried = await tryOthers(others);
  if (turn === own && tried) say(`${text} ${tried}`);
}

// Why a hint is right, as far as that is seen; `others` are answers that begin with other moves.
function reason(hint) {
  if (game instanceof Walker) {
    const found = reasonFor(game, hint.next.toUpperCase()[0]);
    const others = found.open.map(({ word, way }) => {
      const before = game.moves.length;
      game.move(way);
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
  const outcomes = await working("Trying the other moves…", async (signal) => {
    const found = [];
    for (const { answer } of others) found.push((await ask("hint", asked({ answer }), signal)).outcome);
    return found;
  }, { quiet: true });
  const words = (wanted) => others.filter((_, i) => outcomes[i] === wanted).map(({ word }) => word).join(" or ");
  const failing = words("unsolvable"), also = words("solved");
  return [failing && `The solver finds no solution ${failing}.`, also && `Going ${also} would work too.`].filter(Boolean).join(" ");
}

// No solution goes on from here: finds the last move from which one did, by halving.
async function findWrong() {
  say("No solution goes on from here; take something back.", "bad");
  if (!game.stages) return;
  const own = turn;
  let good = 0, bad = game.stages;
  const found = await working("Looking for where it went wrong…", async (signal) => {
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
  if (own !== turn) return;
  if (found === undefined) return say("No solution goes on from here; take something back.", "bad");
  wrong = found;
  const { name, cells } = found < 0 ? { cells: [] } : game.stage(found + 1);
  const first = game instanceof Walker && !game.given ? "No solution begins at this cell." : "There is no solution from the start.";
  say(found < 0 ? first : `No solution goes on from here: ${name} was the wrong one.`, "bad");
  lit = cells;
  show();
}

async function runRace() {
  const rules = [at("race-rule").value, "shortest"];
  const { level } = shown;
  const found = await working("Walking…", (signal) =>
    Race.between(rules, { text: shown.text, sheet: sheet(), signal, heard: hear }));
  if (shown.level !== level || shown.mode !== play) return;
  race = found;
  setReel({
    get length() { return race.length; },
    get step() { return race.step; },
    goTo: (step) => { race.goTo(step); view.draw(); },
    text: () => race.text(),
  });
  show();
  togglePlay();
}

function moveBy(way) {
  const [dx, dy] = AWAY[way];
  if (game.wantsCursor) {
    if (view.cursor) view.moveCursor(dx, dy);
    else view.setCursor({ x: 0, y: 0 });
    return view.onHover(view.cursor);
  }
  return change(() => {
    const moved = game.move(way);
    if (game instanceof Walker && !moved) glide.bump(way);
    if (view.cursor && game.head) view.setCursor(game.head);
  });
}

export const play = {
  name: "play",
  hint: "Arrows move; Enter chooses the cell at the cursor; U takes back; H gives a hint where there are hints.",

  enter() {
    if (shown.level) begin();
    at("canvas").focus({ preventScroll: true });
  },

  leave() {
    setReel(undefined);
    race = undefined;
    at("game").hidden = true;
    hideWin();
    Object.assign(view, { foot: 0, least: 0, tool: undefined, swipe: undefined, focus: () => undefined, overlay: () => {}, heads: () => [], tint: undefined });
    view.setCursor(undefined);
    if (view.isCropped) view.fit();
  },

  // A link has how far one is.
  link() {
    const isGame = game && !race && at("win").hidden && sheet().cells.length <= MOST_KEPT;
    return { progress: isGame ? game.answer().trim() : "" };
  },

  // Shows what a link says.
  follow({ progress }) {
    if (!progress || progress === game.answer().trim()) return;
    [begun, hints] = [performance.now(), 0];
    game.restore(progress);
    if (game.isOver) game.reset();
    glide.jump(game);
    if (game.head) view.reveal(game.head);
    show();
  },

  key(event) {
    if (race) return event.key === "Escape" ? begin : transportKey(event);
    if (KEYS[event.key]) return doing(() => moveBy(KEYS[event.key]));
    const name = event.key.toLowerCase();
    if (name === "u") return doing(() => change(() => game.undo()));
    if (name === "n") return doing(next);
    if (name === "h" && shown.puzzle.abilities.hint) return doing(runHint);
    if ((name === "enter" || name === " ") && view.cursor) return doing(() => change(() => choose(view.cursor)));
    if (name === "escape" && game.held !== undefined) return doing(() => change(() => game.drop()));
    return undefined;
  },

  click: (cell) => game instanceof Walker && !race && doing(() => change(() => choose(cell)))(),
  describe: (cell) => game?.describe?.(cell) ?? "",
};

// Clicks a cell; a walker that has started needs no cursor.
function choose(cell) {
  game.click(cell);
  if (!game.wantsCursor && game instanceof Walker) view.setCursor(undefined);
}

function next() {
  return climb(nextRung(shown.puzzle, (currentRung() ?? 0) + 1));
}

// After a win the board is a picture; a new game needs the game's own drawing again.
function again() {
  const answer = game.answer();
  keep(gameName(), undefined);
  begin();
  game.restore(answer);
  return change(() => game.reset());
}

export function listenToPlay() {
  on("undo", () => change(() => game.undo()));
  on("reset", () => at("win").hidden ? change(() => game.reset()) : again());
  on("hint", runHint);
  on("back-to-right", () => change(() => {
    game.keep(Math.max(0, wrong));
    // It was wrong from the start.
    if (wrong < 0 && game instanceof Walker) game.undo();
    if (wrong < 0 && !(game instanceof Walker)) game.reset();
  }));
  on("win-next", next);
  on("win-again", again);
  on("race", runRace, "submit");
  on("race-end", begin);
  for (const button of document.querySelectorAll("[data-way]")) {
    button.addEventListener("click", doing(() => moveBy(button.dataset.way)));
  }
  listen("puzzle", (puzzle) => {
    at("race").hidden = puzzle.moves !== "walk";
    const rules = puzzle.methods.filter(({ name }) => name !== "shortest");
    at("race-rule").replaceChildren(...rules.map(({ name, help }) => new Option(`${name}: ${help}`, name)));
  });
  listen("level", () => {
    if (shown.mode === play) begin();
  });
}
