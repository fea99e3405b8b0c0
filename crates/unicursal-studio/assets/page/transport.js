// Play, pause, speed and steps of anything that can be played: a reel has a `length`, a `step`,
// `goTo(step)`, a `text()` that says where it is, and perhaps `turn(direction)`, the step of the
// next or previous turn.

import { at, on } from "./dom.js";
import { pace } from "../model/pace.js";
import { t } from "../model/words.js";
import { remember } from "./shown.js";

let reel, playing;

export function setReel(next) {
  stop();
  reel = next;
  at("transport").hidden = !reel;
  if (!reel) return;
  at("step").max = reel.length;
  tell();
}

function tell() {
  at("step").value = reel.step;
  at("step-text").textContent = reel.text();
  if (!playing) remember();
}

export function goTo(step) {
  reel.goTo(Math.max(0, Math.min(reel.length, step)));
  tell();
}

function label(text, name) {
  at("play").textContent = text;
  at("play").setAttribute("aria-label", name);
}

function stop() {
  cancelAnimationFrame(playing);
  const played = playing;
  playing = undefined;
  label("▶", t("Play"));
  if (played) remember();
}

// Plays from here, or from the start when it is at the end.
export function togglePlay() {
  if (playing) return stop();
  let step = reel.step >= reel.length ? 0 : reel.step;
  let before = performance.now();
  const frame = (now) => {
    step += pace(reel.length, Number(at("speed").value) / 100) * Math.max(0, now - before) / 1000;
    before = now;
    playing = requestAnimationFrame(frame);
    goTo(Math.floor(step));
    if (reel.step >= reel.length) stop();
  };
  label("❚❚", t("Pause"));
  playing = requestAnimationFrame(frame);
}

function jump(step) {
  stop();
  goTo(step);
}

// What a key does here, if anything.
export function transportKey(event) {
  if (!reel) return undefined;
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (way) return () => jump(event.shiftKey && reel.turn ? reel.turn(way) : reel.step + way);
  if (event.key === "Home") return () => jump(0);
  if (event.key === "End") return () => jump(reel.length);
  return event.key === " " ? togglePlay : undefined;
}

export function listenToTransport() {
  on("play", togglePlay);
  on("back", () => jump(reel.step - 1));
  on("forward", () => jump(reel.step + 1));
  on("step", () => jump(Number(at("step").value)), "input");
}
