// The page: what the controls do. The state is `shown`; the address has what a link needs.

import { Game } from "./play.js";
import * as route from "./route.js";
import { ask, fetchBlob, solve } from "./server.js";
import { View } from "./view.js";

const at = (id) => document.getElementById(id);
const view = new View(at("canvas"));
// The puzzle; the level as it was asked for and as text; the answer; how to solve.
const shown = { puzzle: undefined, word: "", text: "", answer: undefined, mode: "watch" };
let puzzles = [], limits = {}, working, playing, game;

function say(text, kind = "") {
  at("message").textContent = text;
  at("message").className = kind;
}

// Runs what a control does; what goes wrong is shown.
function doing(action) {
  return async (event) => {
    event?.preventDefault?.();
    try {
      await action(event);
    } catch (error) {
      if (error.name !== "AbortError") say(error.message, "bad");
    }
  };
}

function remember() {
  const { puzzle, word, answer, mode } = shown;
  route.write({
    puzzle: puzzle.name, level: word, mode: mode === "watch" ? "" : mode,
    method: at("method").value, answer: mode === "watch" ? answer?.trim() : "",
    step: mode === "watch" && answer ? view.walk.step : "",
  });
}

function choosePuzzle(name) {
  shown.puzzle = puzzles.find((puzzle) => puzzle.name === name) ?? puzzles[0];
  const { puzzle } = shown;
  at("puzzle").value = puzzle.name;
  at("summary").textContent = puzzle.summary;
  at("number").max = puzzle.pack_size;
  at("method-word").textContent = puzzle.method_word[0].toUpperCase() + puzzle.method_word.slice(1);
  at("method").replaceChildren(...puzzle.methods.map(({ name, help }) => new Option(`${name}: ${help}`, name)));
  at("options").replaceChildren(...puzzle.solve_options.map(field));
  at("generate-options").replaceChildren(...puzzle.generate_options.map(field));
  at("generate").hidden = !puzzle.abilities.generate;
  at("unique").hidden = !puzzle.abilities.count;
  at("mode-play").hidden = !Game.knows(puzzle.name);
  if (at("mode-play").hidden) chooseMode("watch");
}

// A labelled control for an option of the puzzle.
function field({ name, help, kind, choices, default: usual, placeholder }) {
  const label = document.createElement("label");
  const input = document.createElement(kind === "choice" ? "select" : "input");
  if (kind === "choice") input.append(...choices.map((choice) => new Option(choice)));
  if (kind === "flag") input.type = "checkbox";
  if (kind === "text") Object.assign(input, { value: usual, placeholder });
  input.dataset.option = name;
  label.title = help;
  label.append(name + " ", input);
  return label;
}

function options(id) {
  const inputs = [...at(id).querySelectorAll("[data-option]")];
  const value = (input) => input.type === "checkbox" ? (input.checked ? "true" : "") : input.value;
  return Object.fromEntries(inputs.map((input) => [input.dataset.option, value(input)]));
}

async function load(word, answer) {
  stop();
  if (word.length > limits.bytes) {
    throw new Error(`this text is too large: ${word.length} characters, at most ${limits.bytes}`);
  }
  say("Loading…");
  const level = await ask("/api/level", { puzzle: shown.puzzle.name, level: word });
  open(word, level);
  if (answer) {
    const body = { puzzle: shown.puzzle.name, level: level.text, answer, format: "json" };
    showAnswer(answer, await (await fetchBlob("/api/draw", body)).text().then(JSON.parse));
  }
}

// Shows a level that the server described.
function open(word, level) {
  Object.assign(shown, { word, text: level.text, answer: undefined });
  at("text").value = route.fits(word) ? word : `${word.slice(0, 200)}…`;
  at("text").dataset.whole = route.fits(word) ? "" : "no";
  at("facts").replaceChildren(...Object.entries(level.facts).flatMap(([name, value]) => {
    const [dt, dd] = [document.createElement("dt"), document.createElement("dd")];
    dt.textContent = name.replaceAll("_", " ");
    dd.textContent = typeof value === "object" ? JSON.stringify(value) : value;
    return [dt, dd];
  }));
  view.show(level.picture);
  at("transport").hidden = true;
  at("progress-text").textContent = "";
  game = new Game(shown.puzzle.name, level.picture);
  say(`${level.width} columns, ${level.height} rows`);
  drawGame();
  remember();
}

function showAnswer(answer, picture) {
  shown.answer = answer;
  view.show(picture);
  at("transport").hidden = shown.mode !== "watch";
  at("step").max = view.walk.length;
  goTo(view.walk.length);
}

function goTo(step) {
  view.goTo(step);
  at("step").value = view.walk.step;
  at("step-text").textContent = `${view.walk.step} / ${view.walk.length}`;
  if (!playing) remember();
}

function stop() {
  cancelAnimationFrame(playing);
  if (playing) {
    playing = undefined;
    remember();
  }
  at("play").textContent = "▶";
  at("play").setAttribute("aria-label", "Play");
}

// Plays from here, or from the start when it is at the end. The middle of the speed takes ten seconds.
function togglePlay() {
  if (playing) return stop();
  const { walk } = view;
  let step = walk.step === walk.length ? 0 : walk.step;
  let before = performance.now();
  const frame = (now) => {
    const speed = (walk.length / 10) * 10 ** ((at("speed").value - 50) / 25);
    step += Math.max(speed, 1) * (now - before) / 1000;
    before = now;
    playing = requestAnimationFrame(frame);
    goTo(Math.floor(step));
    if (walk.step === walk.length) stop();
  };
  at("play").textContent = "❚❚";
  at("play").setAttribute("aria-label", "Pause");
  playing = requestAnimationFrame(frame);
}

function busy(controller) {
  working = controller;
  at("solve-button").disabled = at("unique").disabled = Boolean(controller);
  at("cancel").disabled = !controller;
  at("progress").hidden = !controller;
  at("progress").removeAttribute("value");
}

async function runSolve() {
  stop();
  chooseMode("watch");
  const controller = new AbortController();
  busy(controller);
  say("");
  try {
    const body = {
      puzzle: shown.puzzle.name, level: shown.text,
      method: at("method").value, options: options("options"),
    };
    const done = await solve(body, hear, controller.signal);
    at("progress-text").textContent = `${done.seconds.toFixed(3)} s`;
    if (done.outcome === "solved") {
      showAnswer(done.answer, done.picture);
      say("Solved; the answer is checked.", "good");
    } else if (done.outcome === "unsolvable") {
      say(`There is no solution: ${done.proof}`, "bad");
    } else {
      say(`Not known: ${done.why}; ${done.how_far}`);
    }
  } catch (error) {
    if (error.name === "AbortError") say("Cancelled.");
    throw error;
  } finally {
    busy(undefined);
  }
}

function hear(name, data) {
  if (name !== "progress") {
    at("progress-text").textContent = name === "queued" ? "Waiting for another solve to end…" : "Started…";
    return;
  }
  if (data.share === null) at("progress").removeAttribute("value");
  else at("progress").value = data.share;
  const figures = Object.entries(data.figures).map(([what, value]) => `${what} ${value.toLocaleString("en")}`);
  at("progress-text").textContent = [`${data.seconds.toFixed(1)} s`, data.phase, ...figures].join(" · ");
}

async function runUnique() {
  const controller = new AbortController();
  busy(controller);
  try {
    const body = { puzzle: shown.puzzle.name, level: shown.text, most: 2 };
    const { found, complete } = await ask("/api/count", body, controller.signal);
    if (found > 1) say("There is more than one solution.");
    else if (!complete) say("Not known: the limit was reached before everything was counted.");
    else say(found ? "There is exactly one solution." : "There is no solution.", found ? "good" : "bad");
  } finally {
    busy(undefined);
  }
}

async function runGenerate() {
  stop();
  say("Generating…");
  const level = await ask("/api/generate", {
    puzzle: shown.puzzle.name, width: Number(at("width").value), height: Number(at("height").value),
    seed: at("seed").value, options: options("generate-options"),
  });
  open(level.id, level);
}

function chooseMode(mode) {
  shown.mode = mode;
  for (const name of ["watch", "play"]) at(`mode-${name}`).setAttribute("aria-pressed", name === mode);
  at("game").hidden = mode !== "play";
  at("transport").hidden = mode !== "watch" || !shown.answer;
  if (game) {
    if (mode === "play") stop();
    view.overlay = mode === "play" ? (context) => game.draw(context) : () => {};
    if (view.picture) view.goTo(mode === "play" ? 0 : view.walk.length);
    drawGame();
  }
}

function drawGame() {
  if (shown.mode !== "play" || !game) return;
  view.overlay = (context) => game.draw(context);
  at("hint").hidden = !shown.puzzle.abilities.hint;
  at("game-text").textContent = game.status();
  view.draw();
}

// A move, and what the independent checker says when it ends the game.
async function makeMove(change) {
  change();
  drawGame();
  if (!game.isOver) return;
  const body = { puzzle: shown.puzzle.name, level: shown.text, answer: game.answer() };
  const verdict = await ask("/api/check", body);
  if (verdict.valid) say("You solved it!", "good");
  else say(`Not a solution: ${verdict.reason}`, "bad");
}

async function runHint() {
  say("Looking for a move…");
  const body = { puzzle: shown.puzzle.name, level: shown.text, answer: game.answer() };
  const hint = await ask("/api/hint", body);
  if (hint.outcome === "unsolvable") say("No solution goes on from here; take something back.", "bad");
  else if (hint.outcome === "unknown") say(`Not known: ${hint.why}`);
  else {
    say("");
    await makeMove(() => game.follow(hint.so_far));
  }
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function savePicture(format) {
  const body = { puzzle: shown.puzzle.name, level: shown.text, answer: shown.answer, format };
  save(await fetchBlob("/api/draw", body), `${shown.puzzle.name}.${format}`);
}

async function share() {
  if (!route.fits(shown.word)) throw new Error("this level is too long for a link; save it as a file");
  remember();
  await navigator.clipboard.writeText(location.href);
  say("The link is copied.", "good");
}

async function openFile(file) {
  if (file.size > limits.bytes) throw new Error(`${file.name} is too large: at most ${limits.bytes} bytes`);
  await load(await file.text());
}

function key(event) {
  if (event.target.matches("input:not([type=range]), textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const ways = { ArrowLeft: "L", ArrowRight: "R", ArrowUp: "U", ArrowDown: "D" };
  const zooms = { "+": () => view.zoom(1.25), "=": () => view.zoom(1.25), "-": () => view.zoom(0.8), 0: () => view.fit() };
  const moves = { w: [0, 60], s: [0, -60], a: [60, 0], d: [-60, 0] };
  let action = zooms[event.key];
  if (moves[event.key.toLowerCase()]) action = () => view.move(...moves[event.key.toLowerCase()]);
  if (shown.mode === "play" && game) {
    if (ways[event.key]) action = doing(() => makeMove(() => game.move(ways[event.key])));
    if (event.key.toLowerCase() === "u") action = doing(() => makeMove(() => game.undo()));
    if (event.key.toLowerCase() === "h" && shown.puzzle.abilities.hint) action = doing(runHint);
  } else if (shown.answer) {
    const { walk } = view;
    const turn = (way) => goTo(event.shiftKey ? walk.corner(way) : walk.step + way);
    const steps = { ArrowLeft: () => turn(-1), ArrowRight: () => turn(1), Home: () => goTo(0), End: () => goTo(walk.length) };
    if (steps[event.key]) action = () => { stop(); steps[event.key](); };
    if (event.key === " " && !event.target.matches("button, summary, a")) action = togglePlay;
  }
  if (!action) return;
  event.preventDefault();
  action();
}

function listen() {
  const on = (id, action, kind = "click") => at(id).addEventListener(kind, doing(action));
  on("load", () => at("text").dataset.whole === "no" ? load(shown.word) : load(at("text").value), "submit");
  on("text", () => { at("text").dataset.whole = ""; }, "input");
  on("solve", runSolve, "submit");
  on("generate", runGenerate, "submit");
  on("cancel", () => working?.abort());
  on("unique", runUnique);
  on("pick", () => load(`${shown.puzzle.name}:pack/${at("number").value}`));
  on("example", () => load(shown.puzzle.example));
  on("file", async () => {
    const [file] = at("file").files;
    at("file").value = "";
    if (file) await openFile(file);
  }, "change");
  on("puzzle", () => { choosePuzzle(at("puzzle").value); return load(shown.puzzle.example); }, "change");
  on("play", togglePlay);
  on("back", () => { stop(); goTo(view.walk.step - 1); });
  on("forward", () => { stop(); goTo(view.walk.step + 1); });
  on("step", () => { stop(); goTo(Number(at("step").value)); }, "input");
  on("zoom-in", () => view.zoom(1.4));
  on("zoom-out", () => view.zoom(1 / 1.4));
  on("fit", () => view.fit());
  on("mode-watch", () => { chooseMode("watch"); remember(); });
  on("mode-play", () => { chooseMode("play"); remember(); at("canvas").focus(); });
  on("undo", () => makeMove(() => game.undo()));
  on("reset", () => makeMove(() => game.reset()));
  on("hint", runHint);
  on("save-level", () => save(new Blob([shown.text]), `${shown.puzzle.name}.txt`));
  on("save-svg", () => savePicture("svg"));
  on("save-png", () => savePicture("png"));
  on("share", share);
  for (const button of document.querySelectorAll("[data-way]")) {
    button.addEventListener("click", doing(() => makeMove(() => game.move(button.dataset.way))));
  }
  view.onHover = (cell) => { at("hover").textContent = cell ? `${cell.x}, ${cell.y}` : ""; };
  view.onCell = (cell) => { if (shown.mode === "play") doing(() => makeMove(() => game.click(cell)))(); };
  document.addEventListener("keydown", key);
  document.addEventListener("dragover", (event) => { event.preventDefault(); document.body.classList.add("dropping"); });
  document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  document.addEventListener("drop", doing(async (event) => {
    document.body.classList.remove("dropping");
    const [file] = event.dataTransfer.files;
    if (file) await openFile(file);
  }));
  addEventListener("hashchange", doing(follow));
}

// Shows what the address says.
async function follow() {
  const { puzzle, level, method, answer, step, mode } = route.read();
  chooseMode("watch");
  choosePuzzle(puzzle);
  await load(level ?? shown.puzzle.example, answer);
  if (method && shown.puzzle.methods.some(({ name }) => name === method)) at("method").value = method;
  if (step !== undefined && !shown.answer) await runSolve();
  if (step !== undefined && shown.answer) goTo(Number(step) || 0);
  if (mode === "play" && Game.knows(shown.puzzle.name)) chooseMode("play");
  remember();
}

doing(async () => {
  ({ puzzles, limits } = await ask("/api/puzzles"));
  at("puzzle").replaceChildren(...puzzles.map(({ name }) => new Option(name)));
  listen();
  await follow();
})();
