// Play: the level by hand, with hints, and in mazes a race of two walkers.

import { keep, kept } from "../backend/kept.js";
import { ask, solve } from "../backend/server.js";
import { Ghost } from "../draw/ghost.js";
import { drawLetters, drawLit } from "../draw/lit.js";
import { Glide } from "../draw/glide.js";
import { drawPaths } from "../draw/joined.js";
import { drawWalk } from "../draw/walked.js";
import { Joining } from "../model/joining.js";
import { readGame } from "../model/records.js";
import { readRun, shareAfter, sketchOf, writeRun } from "../model/share.js";
import { sitting, Stopwatch } from "../model/stopwatch.js";
import { clock } from "../model/time.js";
import { Walker } from "../model/walker.js";
import { t } from "../model/words.js";
import { at, doing, make, on, say } from "../page/dom.js";
import { closeDrawer } from "../page/drawer.js";
import { climb, currentRung, nextRung } from "../page/ladder.js";
import { rule, sheet, size } from "../page/level.js";
import { Race } from "../page/race.js";
import { challenge, shareWin } from "../page/save.js";
import { asked, listen, remember, shown, view } from "../page/shown.js";
import { setReel, togglePlay, transportKey } from "../page/transport.js";
import { hear, working } from "../page/work.js";
import { giveHint } from "./hints.js";
import { leadsBack, learnRule, listenToManner, mazeHint, obey, ruled, rulesDisc } from "./manner.js";
import { seconds, table } from "./table.js";
import { nextToday } from "./today.js";
import { ended, hideWin, win, won } from "./win.js";

const KEYS = { ArrowLeft: "L", ArrowRight: "R", ArrowUp: "U", ArrowDown: "D" };
const AWAY = { L: [-1, 0], R: [1, 0], U: [0, -1], D: [0, 1] };
// Larger games are not kept after each move.
const MOST_KEPT = 20_000;
// Rungs on which a finger shows new players how to begin.
const SHOWN_UNTIL = 2;
// How many cells of an answer it shows; and how often it was dismissed.
const SHOWN_CELLS = 5;
let ghosts = 0;

const touched = matchMedia("(pointer: coarse)");
const glide = new Glide(view);

// The address lags a moment behind the game: after a reload, the stored game is newer.
let isReloaded = /** @type {any} */ (performance.getEntriesByType("navigation")[0])?.type === "reload";

const isWalker = () => table.game instanceof Walker;
const gameName = () => `game ${shown.puzzle.name} ${shown.word.trim().slice(0, 2000)}`;
const isHere = () => shown.mode === play;
// A race and a game that is won are pictures: nothing can be moved.
const isPlaying = () => !table.race && at("win").hidden;

function begin() {
  table.turn++;
  table.race = undefined;
  setReel(undefined);
  // Not the server's picture, which tints the blind alleys of a maze.
  const picture = sheet().picture();
  const manner = { isTouched: touched.matches };
  /** @type {any} */
  const game = shown.puzzle.moves === "join" ? new Joining(sheet(), manner) : new Walker(sheet(), manner);
  table.game = game;
  game.runs = at("runs").checked;
  game.leadsBack = leadsBack;
  const before = readGame(kept(gameName()));
  if (before.game) game.restore(before.game);
  table.watch = new Stopwatch(performance.now(), before.seconds);
  table.sitting = { since: before.since, last: before.last };
  Object.assign(table, { hints: before.hints, lit: [], wrong: undefined, log: [], rival: undefined });
  at("meter-other").removeAttribute("style");
  at("recheck").hidden = true;
  view.isGame = true;
  view.show(picture);
  if (!view.placed) view.fit();
  view.setCursor(undefined);
  view.tool = pointed(isWalker() ? walkingTool(game) : game.tool);
  view.overlay = overlay;
  view.above = (context) => drawLetters(context, table.lit);
  view.tint = (cell) => table.race ? undefined : table.game.tint(cell, glide.reach);
  view.heads = heads;
  glide.jump(game);
  hideWin();
  doing(startGhost)();
  showLegend();
  show();
  tick();
  say(`${rule(shown.puzzle)} ${game.how} ${size(shown.level)}.`);
  if (document.activeElement === document.body || at("win").contains(document.activeElement)) at("canvas").focus({ preventScroll: true });
  // A game that was finished when nobody could check it.
  if (game.isOver) doing(checkAgain)();
  doing(async () => { await learnRule(); view.draw(); })();
}

function overlay(context, scale, sight) {
  const { game, race, ghost, lit } = table;
  drawLit(context, lit);
  if (race) return race.draw(context, scale);
  if (isWalker()) drawWalk(context, game, glide.reach, { ...sight, scale });
  else drawPaths(context, game);
  ghost?.draw(context);
}

function heads() {
  if (table.race) return table.race.heads();
  return isWalker() ? [...rulesDisc(), ...glide.heads(), ...offered()] : table.game.heads();
}

// Where a mouse would start: the cell below it, until there is a start.
function offered() {
  const cell = view.hovered, { game } = table;
  if (!cell || !game.wantsCursor || !game.isOpen(cell.x, cell.y)) return [];
  return [{ ...cell, colour: "rgb(214 51 108 / 0.45)" }];
}

// New players of this puzzle are shown how an answer begins, unless they begin before it is known.
async function startGhost() {
  endGhost();
  const { game } = table, own = ghosts;
  const isFirst = (currentRung() ?? Infinity) <= SHOWN_UNTIL && !kept(`played ${shown.puzzle.name}`);
  if (!isFirst || game.stages) return;
  const { answer } = await solve(asked(), () => {});
  const cells = answer ? game.beginning(answer, SHOWN_CELLS) : [];
  if (own !== ghosts || cells.length < 2) return;
  table.ghost = new Ghost(view, cells);
  view.draw();
}

function endGhost() {
  ghosts++;
  table.ghost?.end();
  table.ghost = undefined;
}

// The special tiles of this level, with what they mean.
function showLegend() {
  const { puzzle } = shown, drawn = sheet();
  const special = drawn.tiles.filter(({ symbol, mark, single }) => mark && !single && drawn.find(symbol) >= 0);
  const items = special.map(({ symbol, fill, name }) => {
    const swatch = make("span", { className: "swatch" }, { V: "↕", H: "↔" }[symbol] ?? symbol);
    if (fill.startsWith("#")) swatch.style.background = fill;
    return make("li", {}, swatch, t(name));
  });
  if (drawn.checkpoints.size) items.push(make("li", {}, make("span", { className: "swatch" }, "■"), t("its colour must pass here")));
  at("legend").replaceChildren(...items);
  at("legend").hidden = !items.length || puzzle.moves !== "join";
}

// A walk is drawn from its head, or from wherever it is picked up; in Coil the start is chosen and
// slides are swiped.
function walkingTool(game) {
  let before = [];
  return {
    down: (cell) => {
      before = [...game.moves];
      // The first press is the start; on a board that is larger than the window it may be meant to
      // move the board.
      if (game.slides && !game.start && !view.isBeyond()) return game.choose(cell) && false;
      if (!game.takes(cell)) return false;
      game.drawTo(cell);
      return true;
    },
    over: (cell) => game.drawTo(cell),
    up: () => {},
    cancel: () => game.bring(before),
  };
}

// A game's tool; the game is shown after each part of a stroke, and letting go may end it.
function pointed({ down, over, up, cancel }) {
  const shows = (action) => (cell) => {
    endGhost();
    const taken = action(cell);
    const why = obey();
    if (why) say(why, "bad");
    if (isWalker()) glide.to(table.game);
    show();
    return taken;
  };
  const takes = shows(down);
  return { down: (cell) => isPlaying() && takes(cell), over: shows(over), cancel: shows(cancel), up: doing(() => change(up)) };
}

function show() {
  const { game, race, wrong } = table;
  at("hint").hidden = !shown.puzzle.abilities.hint && shown.puzzle.moves !== "walk";
  at("pad").hidden = !isWalker();
  at("game-text").textContent = game.status();
  at("game").hidden = Boolean(race);
  at("back-to-right").hidden = wrong === undefined;
  // Before there is an answer, nothing moves in a picture.
  at("save-gif").hidden = !shown.answer;
  at("race-end").hidden = !race;
  at("meter").style.setProperty("--share", game.share);
  // Before there is a walker, a finger moves the board.
  const isWalking = isWalker() && game.start && !race;
  view.swipe = isWalking ? (way) => doing(() => moveBy(way))() : undefined;
  view.draw();
}

// A move and, if it ends the game, what the independent checker says. Messages about earlier
// positions are removed.
async function change(move, { isPlayed = true } = {}) {
  const result = move(), { game } = table;
  if (isPlayed) table.sitting = sitting(table.sitting, Date.now());
  endGhost();
  Object.assign(table, { lit: [], wrong: undefined });
  const why = obey();
  say(why ?? "", why ? "bad" : "");
  hideWin();
  at("recheck").hidden = true;
  if (isWalker()) glide.to(game);
  else if (game.head) view.reveal(game.head);
  table.watch.resume(performance.now());
  table.log.push([1000 * seconds(), game.share]);
  show();
  const own = ++table.turn;
  if (sheet().cells.length <= MOST_KEPT) keep(gameName(), { game: game.answer(), seconds: seconds(), hints: table.hints, ...table.sitting });
  remember();
  if (!game.isOver) return result;
  keep(`played ${shown.puzzle.name}`, true);
  await judge(own);
  return result;
}

// A finished game keeps the time at which it was played.
const checkAgain = () => change(() => {}, { isPlayed: false });

// Asks the checker about a finished game. If it cannot be reached nothing is lost: the game is
// kept, and can be checked later. A player who continues before it has answered has won all the
// same.
async function judge(own) {
  const end = ended(gameName());
  try {
    const verdict = await ask("check", asked({ answer: ruled(end.answer) }));
    if (verdict.valid) await win(end, isHere);
    else if (own === table.turn) say(t("Not a solution: {why}", { why: verdict.reason }), "bad");
  } catch (error) {
    at("recheck").hidden = own !== table.turn;
    throw error;
  }
}

async function runHint() {
  if (shown.puzzle.moves !== "walk") return giveHint({ change, show });
  const { game } = table, hint = game.isOver ? undefined : await mazeHint();
  if (!hint || table.game !== game) return;
  table.hints++;
  await change(() => game.move(hint.way, { alone: true }));
  if (!game.isOver) say(hint.text);
}

async function runRace() {
  const rules = [at("race-rule").value, "shortest"];
  const { level } = shown;
  closeDrawer();
  const found = await working(t("Walking…"), (signal) =>
    Race.between(rules, { text: shown.text, sheet: sheet(), signal, heard: hear }));
  if (shown.level !== level || !isHere()) return;
  const race = table.race = found;
  setReel({
    get length() { return race.length; },
    get step() { return race.step; },
    goTo: (step) => { race.goTo(step); view.draw(); },
    text: () => race.text(),
  });
  show();
  say(t("Pink walks by the rule '{rule}', blue along a shortest path.", { rule: rules[0] }));
  togglePlay();
}

function moveBy(way, alone = false) {
  const [dx, dy] = AWAY[way], { game } = table;
  if (game.wantsCursor) {
    if (view.cursor) view.moveCursor(dx, dy);
    else view.setCursor({ x: 0, y: 0 });
    return view.onHover(view.cursor);
  }
  return change(() => {
    const moved = game.move(way, { alone });
    if (isWalker() && !moved) glide.bump(way);
    if (view.cursor && game.head) view.setCursor(game.head);
  });
}

// The clock, and how far the opponent is.
function tick() {
  if (!isHere() || !table.game || table.race) return;
  at("clock").textContent = clock(seconds());
  if (table.rival) at("meter-other").style.setProperty("--share", String(shareAfter(table.rival, 1000 * seconds())));
}

export const play = {
  name: "play",
  hint: "Arrows move; Enter chooses the cell at the cursor; U takes back; H gives a hint.",

  enter() {
    if (shown.level) begin();
    at("canvas").focus({ preventScroll: true });
  },

  leave() {
    setReel(undefined);
    table.race = undefined;
    endGhost();
    at("save-gif").hidden = false;
    at("game").hidden = true;
    hideWin();
    Object.assign(view, { isGame: false, tool: undefined, swipe: undefined, overlay: () => {}, above: () => {}, heads: () => [], tint: undefined });
    view.setCursor(undefined);
  },

  // A link contains the game so far.
  link() {
    const isGame = table.game && !table.race && at("win").hidden && sheet().cells.length <= MOST_KEPT;
    return { progress: isGame ? table.game.answer().trim() : "" };
  },

  // Shows what a link says.
  follow({ progress, run }) {
    const { game } = table;
    table.rival = readRun(run);
    if (table.rival) say(t("Somebody took {time}: the mark above the buttons shows how far they were.", { time: clock(table.rival.seconds) }));
    const isOwn = isReloaded && Boolean(readGame(kept(gameName())).game);
    isReloaded = false;
    if (!progress || isOwn || progress === game.answer().trim()) return;
    table.watch = new Stopwatch(performance.now());
    Object.assign(table, { hints: 0, sitting: { since: 0, last: 0 } });
    game.restore(progress);
    if (game.isOver) game.reset();
    glide.jump(game);
    if (game.head) view.reveal(game.head);
    show();
  },

  key(event) {
    // The first level may still be loading.
    if (!table.game) return undefined;
    if (table.race) return event.key === "Escape" ? begin : transportKey(event);
    const name = event.key.toLowerCase(), { game } = table;
    if (name === "n") return doing(next);
    if (!isPlaying()) return name === "enter" || name === " " ? doing(nextAfterWin) : undefined;
    if (KEYS[event.key]) return doing(() => moveBy(KEYS[event.key], event.shiftKey));
    if (name === "u") return doing(() => change(() => game.undo()));
    if (name === "h" && !at("hint").hidden) return doing(runHint);
    if ((name === "enter" || name === " ") && view.cursor) return doing(() => change(() => choose(view.cursor)));
    if (name === "escape" && game.held !== undefined) return doing(() => change(() => game.drop()));
    return undefined;
  },

  click: (cell) => isWalker() && isPlaying() && doing(() => change(() => choose(cell)))(),
  describe: (cell) => table.game?.describe?.(cell) ?? "",
};

// Clicks a cell; a walker that has started needs no cursor.
function choose(cell) {
  table.game.click(cell);
  if (!table.game.wantsCursor && isWalker()) view.setCursor(undefined);
}

function next() {
  return climb(nextRung(shown.puzzle, (currentRung() ?? 0) + 1));
}

// After the puzzle of a day comes the next one of that day, after a level of the ladder the next rung.
const nextAfterWin = () => won && won.level === shown.level && won.day ? nextToday(won.day) : next();

// After a win the board is a picture; a new game needs the drawing of the game again.
function again() {
  const answer = table.game.answer();
  keep(gameName(), undefined);
  begin();
  table.game.restore(answer);
  return change(() => table.game.reset());
}

export function listenToPlay() {
  on("undo", () => change(() => table.game.undo()));
  on("reset", () => at("win").hidden ? change(() => table.game.reset()) : again());
  on("hint", runHint);
  on("recheck", checkAgain);
  on("back-to-right", () => change(() => {
    const { game, wrong = 0 } = table;
    game.keep(Math.max(0, wrong));
    // It was wrong from the start.
    if (wrong < 0 && isWalker()) game.undo();
    if (wrong < 0 && !isWalker()) game.reset();
  }));
  on("win-next", nextAfterWin);
  on("win-share", () => shareWin({ sketch: sketchOf(table.game), took: at("win-text").textContent, hints: won?.figures.hints ?? 0 }));
  on("win-challenge", () => challenge(won && writeRun({ ...won.figures, log: won.log }), at("win-text").textContent));
  on("win-again", again);
  on("race", runRace, "submit");
  on("race-end", begin);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-way]"))) {
    button.addEventListener("click", doing(() => moveBy(button.dataset.way)));
  }
  listenToManner(() => { if (isHere()) { keep(gameName(), undefined); begin(); } });
  listen("puzzle", (puzzle) => {
    at("race").hidden = puzzle.moves !== "walk";
    const rules = puzzle.methods.filter(({ name }) => name !== "shortest");
    at("race-rule").replaceChildren(...rules.map(({ name, help }) => new Option(`${name}: ${t(help)}`, name)));
  });
  listen("level", () => {
    if (isHere()) begin();
  });
  setInterval(tick, 500);
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) table.watch.pause(performance.now());
    else if (at("win").hidden) table.watch.resume(performance.now());
  });
}
