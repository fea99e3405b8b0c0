// The first thing one sees: a level whose path is being drawn, the rule, and the puzzles.

import { at, doing, make, on } from "./dom.js";
import { HERO, SOLVED } from "./hero.js";
import { climb, dayOf, nextRung } from "./ladder.js";
import { load, rule } from "./level.js";
import { chooseMode } from "./modes.js";
import { unpack } from "./packed.js";
import { solve } from "./server.js";
import { offer, showPuzzle, shown } from "./shown.js";
import { View } from "./view.js";

// Levels to look at: small enough to be solved at once, large enough to be a picture.
const THUMBS = { coil: "coil:9x7/original#spring", pellet: "pellet:9x7#spring", maze: "maze:17x13/dfs#spring" };
// Milliseconds in which a path is drawn, and for which it is then looked at.
const DRAWN = 7000, LOOKED_AT = 2500;

const still = matchMedia("(prefers-reduced-motion: reduce)");
let isThere = false, isBuilt = false;

// Draws a walk again and again, while the page is here; at once where motion is not wanted.
function perform(view) {
  const begun = performance.now();
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
  return unpack(done.picture);
}

let hero;

function showHero() {
  isThere = true;
  hero ??= new View(at("hero"), { isStill: true });
  if (!hero.picture) hero.show(unpack(SOLVED));
  perform(hero);
}

// What can be seen before anything is known of the puzzles.
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
  const row = make("div", { className: "row" },
    button("Play", () => playNext(name), "main"), button("Today’s", () => playDay(name)), button("Watch", () => watchOne(name)));
  const view = new View(thumb, { isStill: true });
  const shows = picture(name, THUMBS[name] ?? puzzle.example).then((drawn) => view.show(drawn));
  return { shows, element: make("article", { className: "puzzle" }, thumb, make("h2", {}, title), make("p", { className: "quiet" }, rule(puzzle)), row) };
}

async function build() {
  isBuilt = true;
  const [coil] = offer.puzzles;
  at("rule").textContent = rule(coil);
  const cards = offer.puzzles.map(card);
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
  at("solve").requestSubmit();
}

export const home = {
  name: "home",
  hint: "",
  enter() {
    document.title = "unicursal: one line, every cell";
    if (!isThere) showHero();
    if (!isBuilt) doing(build)();
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
