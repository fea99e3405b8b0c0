// Long work of the server: one piece at a time, with its progress and a way to cancel it.

import { number, t } from "../model/words.js";
import { at, on, say } from "./dom.js";

// What can be cancelled, and whether someone asked for that.
/** @type {(AbortController & { cancelled?: boolean }) | undefined} */
let controller;

function show(isBusy) {
  at("work").hidden = !isBusy;
  at("progress").removeAttribute("value");
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-work]"))) button.disabled = isBusy;
}

// When the work began, and its last report: the clock continues while there is none.
let begun = 0, heard = "";

function tell() {
  const gone = ((performance.now() - begun) / 1000).toFixed(1);
  at("work-text").textContent = [`${gone} s`, heard].filter(Boolean).join(" · ");
}

// Says what a solver reports.
export function hear(name, data) {
  if (name !== "progress") {
    heard = name === "queued" ? t("Waiting for another solve to end…") : t("Started…");
  } else {
    if (data.share === null) at("progress").removeAttribute("value");
    else at("progress").value = data.share;
    const figures = Object.entries(data.figures).map(([what, value]) => `${what} ${number(value)}`);
    heard = [data.phase, ...figures].join(" · ");
  }
  tell();
}

// Ends the work that is running, because its level is gone.
export function giveUp() {
  controller?.abort();
}

// Runs `action(signal)` after ending whatever ran before: nobody waits for the answer to an older
// question. `quiet` work is too short to show its progress.
export async function working(what, action, { quiet = false } = {}) {
  giveUp();
  /** @type {AbortController & { cancelled?: boolean }} */
  const own = new AbortController();
  controller = own;
  [begun, heard] = [performance.now(), what];
  tell();
  const clock = setInterval(tell, 100);
  say(what);
  show(!quiet);
  try {
    return await action(own.signal);
  } catch (error) {
    if (error.name === "AbortError" && own.cancelled) say(t("Cancelled."));
    throw error;
  } finally {
    clearInterval(clock);
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
