// The page without a network: registers the worker that keeps its files, and says when there is a
// newer version, which the user can then choose.

import { arrived } from "../backend/server.js";
import { t } from "../model/words.js";
import { at } from "./dom.js";

function offerNews(worker) {
  at("news-text").textContent = t("There is a new version of this page.");
  at("news-button").textContent = t("Use it");
  at("news").hidden = false;
  at("news-button").onclick = () => worker.postMessage("take over");
}

// A page with a server cannot work without it; what an edition without a server left here is
// removed.
async function forget() {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
}

export async function keepOffline(isLocal) {
  if (!navigator.serviceWorker) return;
  if (!isLocal) return forget();
  // It fetches what the page has fetched, but later, since on a slow network both at once would
  // take twice as long.
  await arrived();
  const hadOne = Boolean(navigator.serviceWorker.controller);
  const registration = await navigator.serviceWorker.register("sw.js");
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    document.body.dataset.offline = "ready";
    if (hadOne) location.reload();
  });
  if (registration.active && hadOne) document.body.dataset.offline = "ready";
  const watchFor = (worker) => worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && navigator.serviceWorker.controller) offerNews(worker);
  });
  if (registration.waiting && navigator.serviceWorker.controller) offerNews(registration.waiting);
  watchFor(registration.installing);
  registration.addEventListener("updatefound", () => watchFor(registration.installing));
}
