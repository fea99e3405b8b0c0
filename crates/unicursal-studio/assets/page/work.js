// Work of the server that takes long: one piece at a time, with its progress and a way to cancel it.

import { at, on, say } from "./dom.js";

// What can be cancelled, and whether someone asked for that.
let controller;

function show(isBusy) {
  at("work").hidden = !isBusy;
  at("progress").removeAttribute("value");
  for (const button of document.querySelectorAll("[data-work]")) button.disabled = isBusy;
}

// Says what a solver reports.
export function hear(name, data) {
  if (name !== "progress") {
    at("work-text").textContent = name === "queued" ? "Waiting for another solve to end…" : "Started…";
    return;
  }
  if (data.share === null) at("progress").removeAttribute("value");
  else at("progress").value = data.share;
  const figures = Object.entries(data.figures).map(([what, value]) => `${what} ${value.toLocaleString("en")}`);
  at("work-text").textContent = [`${data.seconds.toFixed(1)} s`, data.phase, ...figures].join(" · ");
}

// Gives up what runs, as what it is about is gone.
export function giveUp() {
  controller?.abort();
}

// Runs `action(signal)`, for which whatever ran before is given up: nobody waits for what belongs to an
// older question. `quiet` work is done before anybody would look at its progress.
export async function working(what, action, { quiet = false } = {}) {
  giveUp();
  const own = controller = new AbortController();
  at("work-text").textContent = what;
  say(what);
  show(!quiet);
  try {
    return await action(own.signal);
  } catch (error) {
    if (error.name === "AbortError" && own.cancelled) say("Cancelled.");
    throw error;
  } finally {
    if (at("message").textContent === what) say("");
    if (controller === own) {
      controller = undefined;
      show(false);
    }
  }
}

export function listenToCancel() {
  on("cancel", () => {
    if (controller) controller.cancelled = true;
    giveUp();
  });
}
