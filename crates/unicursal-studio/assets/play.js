// Play: the level by hand, with hints where the puzzle has them, and in mazes a race of two walkers.

import { at, doing, on, say } from "./dom.js";
import { Joining } from "./joining.js";
import { sheet } from "./level.js";
import { Race } from "./race.js";
import { ask } from "./server.js";
import { listen, shown, view } from "./shown.js";
import { setReel, togglePlay, transportKey } from "./transport.js";
import { Walker } from "./walker.js";
import { hear, working } from "./work.js";

const WAYS = { ArrowLeft: ["L", -1, 0], ArrowRight: ["R", 1, 0], ArrowUp: ["U", 0, -1], ArrowDown: ["D", 0, 1] };

let game, race, asked = 0;

function begin() {
  race = undefined;
  setReel(undefined);
  // Not the server's picture, which tints the blind alleys of a maze.
  const picture = sheet().picture();
  game = shown.puzzle.name === "connect" ? new Joining(sheet()) : new Walker(shown.puzzle.name, picture);
  view.show(picture);
  view.setCursor(undefined);
  view.tool = game.tool && pointed(game.tool);
  view.overlay = (context, scale) => (race ?? game).draw(context, scale);
  view.heads = () => (race ?? game).heads();
  show();
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
  view.draw();
}

// A move, and what the independent checker says when it ends the game.
async function change(move) {
  move();
  show();
  const turn = ++asked;
  if (!game.isOver) return;
  const verdict = await ask("/api/check", { puzzle: shown.puzzle.name, level: shown.text, answer: game.answer() });
  if (turn !== asked) return;
  if (verdict.valid) say("You solved it!", "good");
  else say(`Not a solution: ${verdict.reason}`, "bad");
}

async function runHint() {
  const before = game;
  const body = { puzzle: shown.puzzle.name, level: shown.text, answer: game.answer() };
  const hint = await working("Looking for a move…", (signal) => ask("/api/hint", body, signal));
  if (!hint || game !== before) return;
  if (hint.outcome === "unsolvable") say("No solution goes on from here; take something back.", "bad");
  else if (hint.outcome === "unknown") say(`Not known: ${hint.why}`);
  else {
    say("");
    await change(() => game.follow(hint));
  }
}

async function runRace() {
  const rules = [at("race-rule").value, "shortest"];
  const { level } = shown;
  const found = await working("Walking…", (signal) =>
    Race.between(rules, { text: shown.text, sheet: sheet(), signal, heard: hear }));
  if (!found || shown.level !== level || shown.mode !== play) return;
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

function moveBy([way, dx, dy]) {
  if (game.wantsCursor) {
    if (view.cursor) view.moveCursor(dx, dy);
    else view.setCursor({ x: 0, y: 0 });
    return view.onHover(view.cursor);
  }
  return change(() => {
    const head = game.move(way);
    if (view.cursor && head) view.setCursor(head);
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
    Object.assign(view, { tool: undefined, overlay: () => {}, heads: () => [] });
    view.setCursor(undefined);
  },

  key(event) {
    if (race) return event.key === "Escape" ? begin : transportKey(event);
    if (WAYS[event.key]) return doing(() => moveBy(WAYS[event.key]));
    const name = event.key.toLowerCase();
    if (name === "u") return doing(() => change(() => game.undo()));
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

export function listenToPlay() {
  on("undo", () => change(() => game.undo()));
  on("reset", () => change(() => game.reset()));
  on("hint", runHint);
  on("race", runRace, "submit");
  on("race-end", begin);
  for (const button of document.querySelectorAll("[data-way]")) {
    button.addEventListener("click", doing(() => moveBy(WAYS[button.dataset.way])));
  }
  listen("puzzle", (puzzle) => {
    at("race").hidden = puzzle.name !== "maze";
    const rules = puzzle.methods.filter(({ name }) => name !== "shortest");
    at("race-rule").replaceChildren(...rules.map(({ name, help }) => new Option(`${name}: ${help}`, name)));
  });
  listen("level", () => {
    if (shown.mode === play) begin();
  });
}
