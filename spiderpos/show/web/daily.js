/** The page with the problem of the day, and a calendar of the past days. */

import { byId, counted, element } from "./dom.js";
import { dayNumber, dayOf, remembered, streak } from "./memory.js";

/** @typedef {import("./page.js").BookEntry} BookEntry */

/**
 * The problem of a day: the same for everybody. No problem is repeated until all others have been used.
 * @param {BookEntry[]} entries @param {string} day
 */
export function problemOf(entries, day) {
  /** @type {(a: number, b: number) => number} */
  const common = (a, b) => (b ? common(b, a % b) : a);
  let step = Math.ceil(entries.length * 0.618);
  while (common(step, entries.length) > 1) step++;
  return entries[(dayNumber(day) * step) % entries.length];
}

/** Shows a month, and the problem of today. @param {BookEntry[]} entries */
function show(entries) {
  const { solved, days } = remembered();
  const today = dayOf();
  const shown = new Date(`${today.slice(0, 7)}-15T12:00`);
  const [id, title, theme, , difficulty] = problemOf(entries, today);
  const link = element("a", "title", title);
  const picture = element("img");
  Object.assign(picture, { src: `${id}.svg`, alt: "" });
  const facts = `${theme}, difficulty ${difficulty} of 10${Object.hasOwn(solved, id) ? ", ✓ solved" : ""}`;
  link.href = `${id}.html`;
  byId("day").replaceChildren(picture, element("h2", "", link), element("p", "quiet", facts));
  const current = streak(days);
  byId("streak").textContent = current.now ? `${counted(current.now, "day")} in a row; the longest streak is ${current.most}.` : "";

  /** @param {number} number */
  const cell = (number) => {
    const date = new Date(shown.getFullYear(), shown.getMonth(), number, 12);
    const day = dayOf(date);
    if (number < 1 || date.getMonth() !== shown.getMonth()) return element("td");
    if (day > today) return element("td", "quiet", String(number));
    const [name, words] = problemOf(entries, day);
    const done = Object.hasOwn(solved, name);
    const link = element("a", done ? "done" : "", String(number), done ? " ✓" : "");
    Object.assign(link, { href: `${name}.html`, title: words });
    link.setAttribute("aria-label", `${day}: ${words}${done ? ", solved" : ""}`);
    if (day === today) link.setAttribute("aria-current", "date");
    return element("td", "", link);
  };
  const month = () => {
    byId("month").textContent = shown.toLocaleDateString("en", { month: "long", year: "numeric" });
    const last = new Date(shown.getFullYear(), shown.getMonth() + 1, 0).getDate();
    const before = (new Date(shown.getFullYear(), shown.getMonth(), 1).getDay() + 6) % 7;
    const weeks = Array.from({ length: Math.ceil((last + before) / 7) }, (_, week) => 7 * week + 1 - before);
    byId("days").replaceChildren(...weeks.map((from) => element("tr", "", ...[0, 1, 2, 3, 4, 5, 6].map((i) => cell(from + i)))));
    /** @type {HTMLButtonElement} */ (byId("later")).disabled = dayOf(shown).slice(0, 7) >= today.slice(0, 7);
  };
  for (const [button, by] of /** @type {[string, number][]} */ ([["earlier", -1], ["later", 1]])) {
    byId(button).onclick = () => {
      shown.setMonth(shown.getMonth() + by);
      month();
    };
  }
  month();
}

/** @type {BookEntry[]} */
const daily = /** @type {any} */ (globalThis).spiderposBook?.book.filter((/** @type {BookEntry} */ entry) => entry[3]) ?? [];
if (daily.length) {
  show(daily);
  // The browser may restore this page from its cache, without the problems solved since.
  globalThis.addEventListener("pageshow", ({ persisted }) => persisted && show(daily));
}
