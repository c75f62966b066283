/**
 * The index of a book: deals, saved games, progress, filters, and the next problem.
 *
 * The page contains the first problems; the others are loaded in several scripts.
 */

import { all, button, byId, counted, element } from "./dom.js";
import { clock, dealFacts, follow, forget, savedGames } from "./games.js";
import { dayOf, pick, queueOf, remember, remembered, store, stored, streak } from "./memory.js";

/** @typedef {import("./page.js").BookEntry} BookEntry */

document.body.classList.add("scripted");
/** All problems, from easy to hard. @type {BookEntry[]} */
const book = /** @type {any} */ (window).spiderposBook.book;
const form = /** @type {HTMLFormElement} */ (byId("filter"));

/** The problems loaded so far. */
const listed = () => all(".book > li");

/** Marks the problems that are solved or begun. */
function mark() {
  const { solved, begun, unaided } = remembered();
  for (const entry of listed()) {
    const id = entry.dataset.id ?? "";
    const state = Object.hasOwn(solved, id) ? "solved" : Object.hasOwn(begun, id) ? "begun" : "new";
    if (entry.dataset.state === state && state !== "solved") continue;
    entry.dataset.state = state;
    entry.querySelector(".state")?.remove();
    if (state === "new") continue;
    const words = state === "solved" ? `✓ solved in ${solved[id]}${Object.hasOwn(unaided, id) ? ", unaided" : ""}` : "begun";
    entry.querySelector("h3")?.after(element("span", `state chip ${state}`, words));
  }
}

/** Shows the number of solved problems, the streak, the rating, a link to export the progress, and the next problem for the reader. */
function progress() {
  const { solved, begun, unaided, days, rating } = remembered();
  const queue = queueOf(book);
  const next = queue.find(([id]) => Object.hasOwn(begun, id) && !Object.hasOwn(solved, id)) ?? pick(queue);
  const done = book.filter(([id]) => Object.hasOwn(solved, id)).length;
  byId("progress").textContent = `${done} of ${counted(book.length, "problem")} solved. `;
  const current = streak(days);
  if (current.now) byId("progress").append(`${counted(current.now, "day")} in a row (longest streak: ${current.most}). `);
  if (rating.length) byId("progress").append(`Your rating: ${rating[rating.length - 1].toFixed(1)} of 10. `);
  if (done) {
    const save = element("a", "", "Export");
    save.href = `data:application/json,${encodeURIComponent(JSON.stringify({ solved, unaided, rating }))}`;
    save.download = "spiderpos-solved.json";
    byId("progress").append(save, ". ");
  }
  if (!next) return;
  const link = element("a", "", next[1]);
  link.href = `${next[0]}.html`;
  byId("progress").append(done ? "Next for you: " : "Begin with ", link);
}

/** A text in lower case, with letters for the signs of suits, as readers type them: "kd" for "K♦". @param {string} text */
const plain = (text) => text.toLowerCase().replace(/[♣♦♥♠]/g, (sign) => "cdhs"["♣♦♥♠".indexOf(sign)]);

/** Shows the problems that match the filter, and stores their names, which the pages of the problems follow. */
function filter() {
  const fields = new FormData(form);
  const author = fields.get("author");
  const state = fields.get("state");
  const theme = fields.get("theme");
  const words = plain(String(fields.get("words")));
  const range = String(fields.get("difficulty"));
  const [least, most] = range.split("-").map(Number);
  let shown = 0;
  for (const entry of listed()) {
    // NaN for a problem without a rating, which no range contains.
    const rating = parseFloat(entry.dataset.difficulty ?? "");
    entry.hidden =
      (Boolean(theme) && entry.dataset.theme !== theme) ||
      (Boolean(author) && entry.dataset.author !== author) ||
      (Boolean(state) && (entry.dataset.state === "solved") !== (state === "solved")) ||
      (Boolean(range) && !(least <= rating && rating < most)) ||
      (Boolean(words) && !plain(entry.textContent ?? "").includes(words));
    if (!entry.hidden) shown++;
  }
  for (const part of all("#problems section")) {
    part.hidden = !part.querySelector(".book > li:not([hidden])");
  }
  const chosen = new URLSearchParams(/** @type {any} */ (fields));
  const ids = listed().filter(({ hidden }) => !hidden).map(({ dataset }) => dataset.id);
  store("filter", String(chosen));
  // Until all pieces are loaded, the list of the last visit is more complete.
  if (complete) store("shown", [...chosen.values()].some(Boolean) ? JSON.stringify(ids) : "");
  progress();
  byId("shown").textContent = shown ? counted(shown, "problem") : "No problem matches.";
}

/** Adds a part of the index. @param {[string, string][]} parts ids of elements, and the HTML to add there */
function add(parts) {
  for (const [id, html] of parts) {
    const place = byId(id);
    place.insertAdjacentHTML("beforeend", html);
    /** @type {HTMLElement} */ (place.parentElement).hidden = false;
  }
  mark();
  filter();
}

const pieces = Number(byId("problems").dataset.pieces);
let complete = pieces < 2;
const whenIdle = window.requestIdleCallback ?? ((/** @type {() => void} */ act) => setTimeout(act, 50));

/** Loads the parts from this number on, one after another while the browser is idle. @param {number} number */
function load(number) {
  complete = number > pieces;
  if (complete) return filter();
  const script = document.createElement("script");
  script.src = `index-${number}.js`;
  script.onload = () => whenIdle(() => load(number + 1));
  return document.body.append(script);
}

// Deals and saved games

/** Acts at the second click on a button, whose label asks for it after the first. @param {HTMLElement} pressed @param {() => void} act */
function atSecondClick(pressed, act) {
  if (pressed.classList.toggle("sure")) pressed.textContent = "Really delete?";
  else act();
}

/** Goes to the page of a deal. @param {Record<string, string>} parameters of its address */
function deal(parameters) {
  const { checked } = /** @type {HTMLInputElement} */ (byId("winnable"));
  const address = new URLSearchParams({ deal: "0", ...parameters, ...(checked && !parameters.deal && { winnable: "yes" }) });
  location.assign(`game.html#${address}`);
}

for (const pressed of all("[data-suits]")) {
  const { suits, day } = pressed.dataset;
  const today = day !== undefined && { deal: dayOf().replaceAll("-", ""), day: "yes" };
  pressed.addEventListener("click", () => deal({ rules: `modern;suits=${suits}`, ...today }));
}
byId("fresh").addEventListener("submit", (event) => {
  event.preventDefault();
  const fields = /** @type {Record<string, string>} */ (Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target))));
  const { rules, suits, start, cells, number } = fields;
  // With other starts the hand may not be a multiple of a row.
  const options = [suits && `suits=${suits}`, start && `start=${start};short_last_deal=yes`, cells && `cells=${cells}`];
  deal({ rules: [rules, ...options].filter(Boolean).join(";"), ...(number.trim() && { deal: number.trim() }) });
});

/** Lists the saved games and the statistics of deals. */
function games() {
  const items = savedGames().map(({ id, title, done, won }) => {
    const link = element("a", "title", title);
    link.href = `game.html#game=${id}`;
    const drop = () => {
      forget(id);
      games();
    };
    const remove = button("Delete", () => atSecondClick(remove, drop), "quiet");
    remove.setAttribute("aria-label", `Delete ${title}`);
    return element("li", "", link, element("span", "quiet", ` ${counted(done, "move")}${won ? ", won" : ""} `), remove);
  });
  byId("games").replaceChildren(...items);
  byId("going").hidden = !items.length;
  const rows = dealFacts().map(({ name, begun, won, row, longest, moves, seconds }) => {
    const head = element("th", "", name);
    head.scope = "row";
    const cells = [begun, won, row, longest, won ? moves : "–", won ? clock(seconds) : "–"];
    return element("tr", "", head, ...cells.map((cell) => element("td", "", String(cell))));
  });
  byId("statistics").hidden = !rows.length;
  document.querySelector("#statistics tbody")?.replaceChildren(...rows);
}

const clear = byId("forget-statistics");
clear.addEventListener("click", () => atSecondClick(clear, () => {
  remember((memory) => (memory.deals = []));
  games();
}));
follow(games);

/** @type {any} */ (window).spiderposPiece = add;
// The filter is kept while a problem is visited; that page's "next" link uses it.
for (const [name, value] of new URLSearchParams(stored("filter"))) {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
}
mark();
games();
filter();
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
if (location.hash === "#new") byId("choice").querySelector("button")?.focus();
// The browser may restore this page from its cache, without the problems solved since.
window.addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  progress();
  mark();
  games();
});
whenIdle(() => load(2));
if (location.protocol === "https:" && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("worker.js");
  const manifest = element("link");
  Object.assign(manifest, { rel: "manifest", href: "manifest.json" });
  document.head.append(manifest);
}
