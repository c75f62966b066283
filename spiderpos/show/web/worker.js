/** The service worker of a book: keeps its files, so that it can be used offline. */

// The name of the stored files, and the files to store at once: set when the site is written.
const STORE = "$store";
const FILES = ["$files"];

/** @typedef {{waitUntil: (done: Promise<unknown>) => void, respondWith: (answer: Promise<Response>) => void, request: Request}} WorkerEvent */
const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", (/** @type {WorkerEvent} */ event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(FILES)).then(worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {WorkerEvent} */ event) => {
  const old = (/** @type {string} */ name) => name.startsWith("spiderpos-") && name !== STORE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

worker.addEventListener("fetch", (/** @type {WorkerEvent} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

/** Fetches and stores a file; without a network, returns the stored one. @param {Request} request */
async function answer(request) {
  const store = await caches.open(STORE);
  try {
    const response = await fetch(request);
    if (response.ok) await store.put(request, response.clone());
    return response;
  } catch (error) {
    const stored = await store.match(request, { ignoreSearch: true });
    if (stored) return stored;
    throw error;
  }
}
