/** The index of a book: what's solved, filters, and which problem comes next. */

import { byId, counted, element } from "./dom.js";
import { learn, remembered } from "./memory.js";

learn(location.hash);
document.body.classList.add("scripted");
const entries = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".book > li")]);
const form = /** @type {HTMLFormElement} */ (byId("filter"));
form.hidden = false;

/** Marks what's solved or begun, and names the next problem. */
function mark() {
  const { solved, begun } = remembered();
  for (const entry of entries) {
    const id = entry.dataset.id ?? "";
    const state = id in solved ? "solved" : id in begun ? "begun" : "new";
    entry.dataset.state = state;
    entry.querySelector(".state")?.remove();
    if (state === "new") continue;
    const words = state === "solved" ? `✓ solved in ${solved[id]}` : "begun";
    entry.querySelector("h2")?.after(element("span", `state chip ${state}`, words));
  }
  const open = entries.filter(({ dataset }) => dataset.state !== "solved");
  const easier = (/** @type {HTMLElement} */ entry) => Number(entry.dataset.difficulty) || 11;
  const next =
    open.find(({ dataset }) => dataset.state === "begun") ??
    open.toSorted((a, b) => easier(a) - easier(b))[0];
  const done = entries.length - open.length;
  const link = next?.querySelector("a");
  byId("progress").textContent = `${done} of ${counted(entries.length, "problem")} solved. `;
  if (!link) return;
  const go = element("a", "", link.textContent ?? "");
  go.href = link.href;
  byId("progress").append(done ? "Next: " : "Begin with ", go);
}

/** Shows the problems that the filter lets through. */
function filter() {
  const wanted = new FormData(form);
  const author = wanted.get("author");
  const state = wanted.get("state");
  const words = String(wanted.get("words")).toLowerCase();
  const [least, most] = String(wanted.get("difficulty") || "0-11").split("-").map(Number);
  let shown = 0;
  for (const entry of entries) {
    const rating = Number(entry.dataset.difficulty) || 0;
    entry.hidden =
      (Boolean(author) && entry.dataset.author !== author) ||
      (Boolean(state) && (entry.dataset.state === "solved") !== (state === "solved")) ||
      rating < least ||
      rating > most ||
      !(entry.textContent ?? "").toLowerCase().includes(words);
    if (!entry.hidden) shown++;
  }
  byId("shown").textContent = shown ? counted(shown, "problem") : "No problem is like that.";
}

mark();
filter();
form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
// Back from a problem the page may be as it was left.
window.addEventListener("pageshow", mark);
