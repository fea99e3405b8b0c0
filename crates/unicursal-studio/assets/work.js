// Work of the server that takes long: one piece at a time, with its progress and a way to cancel it.

import { at, on, say } from "./dom.js";
import { listen } from "./shown.js";

// What can be cancelled, and whether someone asked for that.
let controller, asked;

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

// Runs `action(signal)` unless something runs already.
export async function working(what, action) {
  if (controller) return undefined;
  controller = new AbortController();
  asked = false;
  at("work-text").textContent = what;
  show(true);
  try {
    return await action(controller.signal);
  } catch (error) {
    if (error.name === "AbortError" && asked) say("Cancelled.");
    throw error;
  } finally {
    controller = undefined;
    show(false);
  }
}

export function listenToCancel() {
  on("cancel", () => {
    asked = true;
    controller?.abort();
  });
  // Nobody waits for what belongs to a level that is gone.
  listen("level", () => controller?.abort());
}
