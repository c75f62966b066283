/**
 * The index of a book: what's solved, filters, and which problem comes next.
 *
 * The first problems stand in the page. The others come in pieces, each a script of its own.
 */

import { byId, counted, element } from "./dom.js";
import { dayOf, learn, remembered, streak } from "./memory.js";

/** @typedef {import("./page.js").BookEntry} BookEntry */

learn(location.hash);
document.body.classList.add("scripted");
/** All problems, from easy to hard. @type {BookEntry[]} */
const book = /** @type {any} */ (window).spiderposBook.book;
const form = /** @type {HTMLFormElement} */ (byId("filter"));
form.hidden = false;
byId("today").hidden = false;

/** The problems that are in the page by now. */
const listed = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".book > li"));

/** A link to a problem. @param {BookEntry} entry */
function linkTo([id, title]) {
  const link = element("a", "", title);
  link.href = `${id}.html`;
  return link;
}

/** Marks the problems in the page that are solved or begun. */
function mark() {
  const { solved, begun, unaided } = remembered();
  for (const entry of listed()) {
    const id = entry.dataset.id ?? "";
    const state = id in solved ? "solved" : id in begun ? "begun" : "new";
    if (entry.dataset.state === state && state !== "solved") continue;
    entry.dataset.state = state;
    entry.querySelector(".state")?.remove();
    if (state === "new") continue;
    const words = state === "solved" ? `✓ solved in ${solved[id]}${id in unaided ? ", unaided" : ""}` : "begun";
    entry.querySelector("h3")?.after(element("span", `state chip ${state}`, words));
  }
}

/** Says how many problems are solved, and names the next one and the one of the day. */
function progress() {
  const { solved, begun, unaided, days, counts } = remembered();
  const open = book.filter(([id]) => !(id in solved));
  const next = open.find(([id]) => id in begun) ?? open[0];
  const done = book.length - open.length;
  byId("progress").textContent = `${done} of ${counted(book.length, "problem")} solved. `;
  const row = streak(days);
  if (row.now) byId("progress").append(`${counted(row.now, "day")} in a row (at most ${row.most}). `);
  daily(solved);
  if (done || Object.keys(counts).length) {
    const save = element("a", "", "Export");
    save.href = `data:application/json,${encodeURIComponent(JSON.stringify({ solved, unaided, counts }))}`;
    save.download = "spiderpos-solved.json";
    byId("progress").append(save, ". ");
  }
  if (next) byId("progress").append(done ? "Next: " : "Begin with ", linkTo(next));
}

/**
 * The problem of the day: each comes once before one comes again, the same for everybody.
 * @param {Record<string, number>} solved
 */
function daily(solved) {
  const short = book.filter((entry) => entry[3]);
  if (!short.length) return;
  const day = Math.round(Date.parse(`${dayOf()}T12:00Z`) / 864e5);
  /** @type {(a: number, b: number) => number} */
  const common = (a, b) => (b ? common(b, a % b) : a);
  let step = Math.ceil(short.length * 0.618);
  while (common(step, short.length) > 1) step++;
  const entry = short[(day * step) % short.length];
  const done = entry[0] in solved ? " ✓ solved" : "";
  byId("daily").replaceChildren(element("b", "", "Problem of the day: "), linkTo(entry), done);
}

/** Shows the problems that the filter lets through. */
function filter() {
  const wanted = new FormData(form);
  const author = wanted.get("author");
  const state = wanted.get("state");
  const theme = wanted.get("theme");
  const words = String(wanted.get("words")).toLowerCase();
  const [least, most] = String(wanted.get("difficulty") || "0-10").split("-").map(Number);
  let shown = 0;
  for (const entry of listed()) {
    const rating = Number(entry.dataset.difficulty) || 0;
    entry.hidden =
      (Boolean(theme) && entry.dataset.theme !== theme) ||
      (Boolean(author) && entry.dataset.author !== author) ||
      (Boolean(state) && (entry.dataset.state === "solved") !== (state === "solved")) ||
      rating < least ||
      rating > most ||
      (words !== "" && !(entry.textContent ?? "").toLowerCase().includes(words));
    if (!entry.hidden) shown++;
  }
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("main section"))) {
    part.hidden = !part.querySelector(".book > li:not([hidden])");
  }
  byId("shown").textContent = shown ? counted(shown, "problem") : "No problem is like that.";
}

/** Adds a piece of the index: HTML by the ids of its places. @param {[string, string][]} parts */
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

/** Loads the pieces from one on, each when the page has done what it was at. @param {number} number */
function load(number) {
  if (number > pieces) return;
  const script = document.createElement("script");
  script.src = `index-${number}.js`;
  script.onload = () => setTimeout(load, 50, number + 1);
  document.body.append(script);
}

/** @type {any} */ (window).spiderposPiece = add;
progress();
mark();
filter();
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
// Back from a problem the page may be as it was left.
window.addEventListener("pageshow", () => {
  progress();
  mark();
});
setTimeout(load, 0, 2);
