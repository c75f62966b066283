/** The index of a book: what's solved, filters, and which problem comes next. */

import { byId, counted, element } from "./dom.js";
import { dayOf, learn, remembered, streak } from "./memory.js";

learn(location.hash);
document.body.classList.add("scripted");
const entries = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".book > li")]);
const form = /** @type {HTMLFormElement} */ (byId("filter"));
form.hidden = false;
byId("today").hidden = false;

/** Marks what's solved or begun, and names the next problem. */
function mark() {
  const { solved, begun, unaided, days, counts } = remembered();
  for (const entry of entries) {
    const id = entry.dataset.id ?? "";
    const state = id in solved ? "solved" : id in begun ? "begun" : "new";
    entry.dataset.state = state;
    entry.querySelector(".state")?.remove();
    if (state === "new") continue;
    const words = state === "solved" ? `✓ solved in ${solved[id]}${id in unaided ? ", unaided" : ""}` : "begun";
    entry.querySelector("h3")?.after(element("span", `state chip ${state}`, words));
  }
  const open = entries.filter(({ dataset }) => dataset.state !== "solved");
  // They stand from easy to hard.
  const next = open.find(({ dataset }) => dataset.state === "begun") ?? open[0];
  const done = entries.length - open.length;
  const link = next?.querySelector("a");
  byId("progress").textContent = `${done} of ${counted(entries.length, "problem")} solved. `;
  const row = streak(days);
  if (row.now) byId("progress").append(`${counted(row.now, "day")} in a row (at most ${row.most}). `);
  daily(solved);
  if (done || Object.keys(counts).length) {
    const save = element("a", "", "Export");
    save.href = `data:application/json,${encodeURIComponent(JSON.stringify({ solved, unaided, counts }))}`;
    save.download = "spiderpos-solved.json";
    byId("progress").append(save, ". ");
  }
  if (!link) return;
  const go = element("a", "", link.textContent ?? "");
  go.href = link.href;
  byId("progress").append(done ? "Next: " : "Begin with ", go);
}

/**
 * The problem of the day: each comes once before one comes again, the same for everybody.
 * @param {Record<string, number>} solved
 */
function daily(solved) {
  const short = entries.filter(({ dataset }) => dataset.daily !== undefined);
  if (!short.length) return;
  const day = Math.round(Date.parse(`${dayOf()}T12:00Z`) / 864e5);
  /** @type {(a: number, b: number) => number} */
  const common = (a, b) => (b ? common(b, a % b) : a);
  let step = Math.ceil(short.length * 0.618);
  while (common(step, short.length) > 1) step++;
  const entry = short[(day * step) % short.length];
  const link = entry.querySelector("a");
  const go = element("a", "", link?.textContent ?? "");
  go.href = link?.href ?? "";
  const done = (entry.dataset.id ?? "") in solved ? " ✓ solved" : "";
  byId("daily").replaceChildren(element("b", "", "Problem of the day: "), go, done);
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
  for (const entry of entries) {
    const rating = Number(entry.dataset.difficulty) || 0;
    entry.hidden =
      (Boolean(theme) && entry.dataset.theme !== theme) ||
      (Boolean(author) && entry.dataset.author !== author) ||
      (Boolean(state) && (entry.dataset.state === "solved") !== (state === "solved")) ||
      rating < least ||
      rating > most ||
      !(entry.textContent ?? "").toLowerCase().includes(words);
    if (!entry.hidden) shown++;
  }
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("main section"))) {
    part.hidden = !part.querySelector(".book > li:not([hidden])");
  }
  byId("shown").textContent = shown ? counted(shown, "problem") : "No problem is like that.";
}

mark();
filter();
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
// Back from a problem the page may be as it was left.
window.addEventListener("pageshow", mark);
