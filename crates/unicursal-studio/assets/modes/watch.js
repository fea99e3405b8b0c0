// Watch: solving the level, seeing what the solver decides, and playing its answer.

import { drawPellets, eats } from "../draw/walked.js";
import { symbolOf } from "../model/colours.js";
import { number, t } from "../model/words.js";
import { at, on, say } from "../page/dom.js";
import { closeDrawer } from "../page/drawer.js";
import { options, showOptions } from "../page/form.js";
import { drawAnswer, sheet } from "../page/level.js";
import { unpack } from "../model/packed.js";
import { ask, solve } from "../backend/server.js";
import { asked, listen, setAnswer, shown, view } from "../page/shown.js";
import { duration } from "../model/time.js";
import { goTo, setReel, togglePlay, transportKey } from "../page/transport.js";
import { hear, working } from "../page/work.js";

const reel = {
  get length() { return view.walk?.length ?? 0; },
  get step() { return view.walk?.step ?? 0; },
  goTo: (step) => {
    view.goTo(step);
    if (!view.walk) return;
    const { head, step: at, length } = view.walk, { width } = view.picture;
    if (head >= 0 && at < length) view.reveal({ x: head % width, y: Math.floor(head / width) });
  },
  turn: (way) => view.walk?.turn(way) ?? 0,
  text: () => `${number(view.walk?.step ?? 0)} / ${number(view.walk?.length ?? 0)}`,
};

// The picture of the level, and of its answer if there is one.
let solved;

function show() {
  view.show(signed(solved ?? shown.level.picture));
  view.overlay = overlay;
  setReel(solved ? reel : undefined);
  at("unsolved").hidden = Boolean(solved);
}

// What the walk that is shown has not eaten yet.
function overlay(context, scale, sight) {
  const { walk } = view;
  if (!walk || !eats(shown.puzzle)) return;
  const { width, fills, palette, marks } = view.picture, open = palette.indexOf("open");
  const start = marks[0] ? marks[0].y * width + marks[0].x : walk.cells[0];
  drawPellets(context, (x, y) => {
    const cell = y * width + x;
    return fills[cell] === open && cell !== start && !walk.mask[cell];
  }, { ...sight, scale });
}

// A picture with the signs of its tiles, such as those that a path may cross in one direction only, and of
// its colours.
export function signed(picture) {
  if (!shown.puzzle.colours) return picture;
  const names = sheet().colours();
  const named = picture.marks.map((mark) => names.includes(mark.label) ? { ...mark, label: symbolOf(names.indexOf(mark.label)) } : mark);
  const isSigned = (mark) => picture.marks.some(({ x, y }) => x === mark.x && y === mark.y);
  const signs = sheet().marks().filter((mark) => mark.shape === "sign" && !isSigned(mark));
  return { ...picture, marks: [...named, ...signs] };
}

function showAnswer(answer, picture) {
  setAnswer(answer);
  solved = picture;
  if (shown.mode === watch) show();
}

async function runSolve() {
  const body = asked({ method: at("method").value, options: options("options") });
  // Another level may be shown before this one is solved.
  const { level } = shown;
  const isCurrent = () => shown.level === level;
  const heard = (name, data) => {
    if (name !== "sketch") hear(name, data);
    else if (isCurrent() && shown.mode === watch) view.showSketch(data);
  };
  try {
    const done = await working(t("Solving…"), (signal) => solve(body, heard, signal));
    if (!isCurrent()) return;
    const time = duration(done.seconds);
    if (done.outcome === "solved") {
      showAnswer(done.answer, unpack(done.picture));
      say(t("Solved in {time}; the answer is checked.", { time }), "good");
    } else if (done.outcome === "unsolvable") {
      say(t("There is no solution, proved in {time}: {why}", { time, why: done.proof }), "bad");
    } else {
      say(t("Not known after {time}: {why}", { time, why: `${done.why}; ${done.how_far}` }));
    }
  } finally {
    view.hideSketch();
  }
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

// Solves the level and draws its answer from the start, or at once if motion is not wanted.
export async function solveAndPlay() {
  await runSolve();
  if (!solved || shown.mode !== watch || still.matches) return;
  goTo(0);
  togglePlay();
}

export const watch = {
  name: "watch",
  hint: "Move the board with W A S D or by dragging, zoom with plus and minus, show all with 0.",

  enter() {
    if (shown.level) show();
  },

  leave() {
    at("unsolved").hidden = true;
    view.overlay = () => {};
    setReel(undefined);
  },

  key: transportKey,

  link() {
    return { method: at("method").value, answer: shown.answer?.trim(), step: solved ? view.walk?.step : "" };
  },

  // Shows what a link says: an answer, or a step of the answer that the solver finds.
  async follow({ method, answer, step }) {
    if (shown.puzzle.methods.some(({ name }) => name === method)) at("method").value = method;
    if (answer) {
      showAnswer(answer, await drawAnswer(answer));
      const verdict = await ask("check", asked({ answer }));
      if (verdict.valid) say(t("The answer in this link is right; it was checked."), "good");
      else say(t("The answer in this link is not right: {why}", { why: verdict.reason }), "bad");
    } else if (step !== undefined) await runSolve();
    if (step !== undefined && solved) goTo(Number(step) || 0);
  },
};

export function listenToWatch() {
  on("solve", () => {
    closeDrawer();
    return runSolve();
  }, "submit");
  on("solve-now", solveAndPlay);
  listen("puzzle", (puzzle) => {
    at("method-word").textContent = t(puzzle.method_word[0].toUpperCase() + puzzle.method_word.slice(1));
    at("method").replaceChildren(...puzzle.methods.map(({ name, help }) => new Option(`${name}: ${t(help)}`, name)));
    showOptions("options", puzzle.solve_options);
  });
  listen("level", ({ recorded }) => {
    solved = recorded?.picture;
    if (shown.mode === watch) show();
  });
}
