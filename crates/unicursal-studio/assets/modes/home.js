// The first page: a level whose path is being drawn, the rule, and the puzzles.

import { number, t } from "../model/words.js";
import { currentStreak, dayOf, solvedOn, today } from "../page/daily.js";
import { at, doing, make, on } from "../page/dom.js";
import { HERO, SOLVED } from "../model/hero.js";
import { climb, countSolved, nextRung, rungs } from "../page/ladder.js";
import { load, rule } from "../page/level.js";
import { chooseMode } from "../page/mode.js";
import { symbolOf } from "../model/colours.js";
import { unpack } from "../model/packed.js";
import { solve } from "../backend/server.js";
import { offer, puzzleNamed, showPuzzle, shown } from "../page/shown.js";
import { View } from "../draw/view.js";
import { solveAndPlay } from "./watch.js";

// Levels to look at: small enough to be solved at once, large enough to make a picture.
const THUMBS = {
  coil: "coil:14x8/original#7", connect: "connect:9x5/c4-d0-b0-k0#1", maze: "maze:29x17/dfs#spring", pellet: "pellet:16x9#autumn",
  trail: "trail:8x5/easy#4",
};
// Milliseconds in which a path is drawn, and for which it then stays.
const DRAWN = 7000, LOOKED_AT = 2500;
// How much of the path is there at first: enough to be recognised.
const BEGUN = 0.3;

const still = matchMedia("(prefers-reduced-motion: reduce)");
let isThere = false, cards = [];

// Draws a walk again and again while the page is visible; at once if motion is not wanted.
function perform(view) {
  const begun = performance.now() - BEGUN * DRAWN;
  const frame = (now) => {
    if (!isThere) return;
    const share = Math.min(1, ((now - begun) % (DRAWN + LOOKED_AT)) / DRAWN);
    const step = Math.round(share * view.walk.length);
    if (step !== view.walk.step) view.goTo(step);
    requestAnimationFrame(frame);
  };
  if (still.matches) view.goTo(view.walk.length);
  else requestAnimationFrame(frame);
}

async function picture(puzzle, level) {
  const done = await solve({ puzzle, level }, () => {});
  const drawn = unpack(done.picture);
  if (!puzzleNamed(puzzle)?.colours) return drawn;
  // Signs instead of the letters of its colours.
  const names = [...new Set(drawn.marks.map(({ label }) => label))];
  return { ...drawn, marks: drawn.marks.map((mark) => ({ ...mark, label: symbolOf(names.indexOf(mark.label)) })) };
}

let hero;

function showHero() {
  isThere = true;
  hero ??= new View(at("hero"), { isStill: true });
  if (!hero.picture) hero.show(unpack(SOLVED));
  perform(hero);
}

// What is shown before anything is known about the puzzles.
export function greet() {
  at("home").hidden = false;
  showHero();
}

function card(puzzle) {
  const { name, title } = puzzle;
  const thumb = make("canvas", { className: "thumb", width: 10, height: 10, "aria-hidden": "true" });
  const button = (text, action, kind = "") => {
    const made = make("button", { type: "button", className: kind }, text);
    made.addEventListener("click", doing(action));
    return made;
  };
  const play = button(t("Play"), () => playNext(name), "main"), daily = button(t("Today’s"), () => playDay(name));
  const row = make("div", { className: "row" }, play, daily, button(t("Watch"), () => watchOne(name)));
  const solved = make("span", { className: "quiet" });
  const view = new View(thumb, { isStill: true });
  const shows = picture(name, THUMBS[name] ?? puzzle.example).then((drawn) => view.show(drawn));
  // Levels may have been solved since the page was left.
  const refresh = () => {
    const count = countSolved(puzzle), all = number(rungs(puzzle));
    play.textContent = count ? t("Level {n}", { n: nextRung(puzzle) }) : t("Play");
    daily.textContent = solvedOn(puzzle, today()) ? `${t("Today’s")} ✓` : t("Today’s");
    solved.textContent = count ? t("{n} of {all} solved", { n: number(count), all }) : t("{n} levels", { n: all });
  };
  const head = make("div", { className: "title" }, make("h2", {}, t(title)), solved);
  return { shows, refresh, element: make("article", { className: "puzzle" }, thumb, head, make("p", { className: "quiet rule" }, rule(puzzle)), row) };
}

// What the browser knows about the player.
function refresh() {
  for (const card of cards) card.refresh();
  const { length } = currentStreak(offer.puzzles);
  at("streak").textContent = length > 1 ? t("A puzzle of the day solved on {n} days in a row", { n: length }) : "";
}

async function build() {
  const [coil] = offer.puzzles;
  at("rule").textContent = rule(coil);
  for (const id of ["play-easy", "watch-one"]) at(id).disabled = false;
  cards = offer.puzzles.map(card);
  refresh();
  at("puzzles").replaceChildren(...cards.map(({ element }) => element));
  await Promise.all(cards.map(({ shows }) => shows));
  document.body.dataset.home = "ready";
}

async function playNext(name) {
  showPuzzle(name);
  await climb(nextRung(shown.puzzle));
  await chooseMode("play");
}

async function playDay(name) {
  showPuzzle(name);
  await load(await dayOf(shown.puzzle));
  await chooseMode("play");
}

async function watchOne(name) {
  showPuzzle(name);
  await load(name === "coil" ? HERO : THUMBS[name] ?? shown.puzzle.example);
  await chooseMode("watch");
  await solveAndPlay();
}

export const home = {
  name: "home",
  hint: "",
  enter() {
    document.title = t("unicursal: one line, every cell");
    if (!isThere) showHero();
    if (!cards.length) doing(build)();
    else refresh();
  },
  leave() {
    isThere = false;
  },
  key: () => undefined,
};

export function listenToHome() {
  on("play-easy", () => playNext("coil"));
  on("watch-one", () => watchOne("coil"));
}
