// The service worker: keeps the files of one version of the page, so that it opens without a network.
//
// The version and the list of files are filled in when the page is built. All files of a version
// are fetched before it is used, and older files are deleted when no page uses them any more: a
// page never has files of two versions. Requests to the API are not kept.

const VERSION = "VERSION", FILES = ["FILES"];
const NAME = `unicursal ${VERSION}`;

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(NAME);
    // The browser's own cache may have files of another version: the host is asked about each, and sends it if it has changed.
    await cache.addAll(["./", ...FILES].map((file) => new Request(file, { cache: "no-cache" })));
  })());
});

// The page asks for this when its user wants the new version; otherwise it waits until all pages
// are closed.
addEventListener("message", ({ data }) => { if (data === "take over") skipWaiting(); });

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("unicursal ") && name !== NAME).map((name) => caches.delete(name)));
    await clients.claim();
  })());
});

// Whether an address is the server's API, which is beside the page, wherever that is.
const isApi = ({ href }) => /^api([/?#]|$)/.test(href.slice(registration.scope.length));

addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  const isOurs = request.method === "GET" && url.origin === location.origin;
  if (!isOurs || isApi(url)) return;
  event.respondWith((async () => {
    const cache = await caches.open(NAME);
    const kept = await cache.match(request.mode === "navigate" ? "./" : request, { ignoreSearch: true });
    return kept ?? fetch(request);
  })());
});
