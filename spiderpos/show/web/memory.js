/** Data stored between visits (progress with problems, statistics of deals, settings), and the storage of browser and tab. */

/**
 * @typedef {object} Memory
 * @property {Record<string, number>} solved the fewest moves of a solution, by problem
 * @property {Record<string, string>} begun the address of the game in progress (start and moves), by problem
 * @property {Record<string, true>} unaided the problems solved without help
 * @property {{id: string, suits: number, moves: number, seconds: number, won: boolean}[]} deals statistics of whole deals
 * @property {string[]} days the days on which a problem was solved, as 2026-11-26
 * @property {number[]} rating the reader's ratings, the latest last
 * @property {Partial<Settings>} settings
 */

const KEY = "spiderpos";

/** The settings before the reader changes them; the form in show/pages/settings.html describes their values. */
export const SETTINGS = {
  tap: "obvious",
  press: "card",
  back: true,
  touchBack: false,
  live: false,
  ask: false,
  colours: "two",
  table: "plain",
  backs: "blue",
  sounds: false,
  error: "flash",
  /** Longest duration of a click, and longest delay before the second click on the hand, in milliseconds. */
  click: 700,
  double: 280,
};
/** @typedef {typeof SETTINGS} Settings */

/** The reader's settings. @returns {Settings} */
export const settings = () => ({ ...SETTINGS, ...remembered().settings });

/**
 * Reads a text from the tab's storage, or with `always` from the browser's; empty if there is none.
 * @param {string} name
 * @param {boolean} [always]
 */
export function stored(name, always = false) {
  try {
    return (always ? localStorage : sessionStorage).getItem(`${KEY} ${name}`.trim()) ?? "";
  } catch {
    return "";
  }
}

/** Stores a text; returns false if the browser refuses. @param {string} name @param {string} value @param {boolean} [always] */
export function store(name, value, always = false) {
  try {
    (always ? localStorage : sessionStorage).setItem(`${KEY} ${name}`.trim(), value);
    return true;
  } catch {
    return false;
  }
}

/** The value that a stored text encodes; null if it is not valid JSON. @param {string} text @returns {any} */
export function decoded(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @returns {Memory} */
export function remembered() {
  /** @type {Memory} */
  const empty = { solved: {}, begun: {}, unaided: {}, days: [], deals: [], rating: [], settings: {} };
  const valid = Object.entries(decoded(stored("", true)) ?? {}).filter(
    ([name, value]) => Object.hasOwn(empty, name) && value && Array.isArray(value) === Array.isArray(Reflect.get(empty, name)) && typeof value === "object",
  );
  return { ...empty, ...Object.fromEntries(valid) };
}

/** Updates the stored data. @param {(memory: Memory) => void} change */
export function remember(change) {
  const memory = remembered();
  change(memory);
  store("", JSON.stringify(memory), true);
}

/** The number of days, and of ratings, to keep: the latest ones. */
const DAYS = 1000;

/** The local date, as 2026-11-26. @param {Date} [date] */
export function dayOf(date = new Date()) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The number of a day, counted from 1970-01-01. @param {string} day as 2026-11-26 */
export const dayNumber = (day) => Math.round(Date.parse(`${day}T12:00Z`) / 864e5);

/** The current streak of days with a solved problem, up to today or yesterday, and the longest. @param {string[]} days */
export function streak(days) {
  let [now, most, last] = [0, 0, NaN];
  for (const day of [...new Set(days)].sort().map(dayNumber)) {
    now = day === last + 1 ? now + 1 : 1;
    most = Math.max(most, now);
    last = day;
  }
  return { now: dayNumber(dayOf()) - last <= 1 ? now : 0, most };
}

/** The rating of a new reader. */
const BEGINNER = 1;

/**
 * A reader's rating after solving a problem: it approaches the difficulty at which they need help half of the time.
 * @param {number} rating @param {number} difficulty @param {boolean} unaided
 */
export function rated(rating, difficulty, unaided) {
  const expected = 1 / (1 + 10 ** ((difficulty - rating) / 2));
  return Math.min(10, Math.max(0, rating + (unaided ? 1 : 0) - expected));
}

/** The problems that the index last showed, or all if it had no filter. @param {import("./page.js").BookEntry[]} book */
export function queueOf(book) {
  const shown = decoded(stored("shown"));
  return Array.isArray(shown) ? book.filter(([id]) => shown.includes(id)) : book;
}

/** The unsolved problem whose difficulty is nearest to the reader's rating; the first one for a new reader. @param {import("./page.js").BookEntry[]} queue */
export function pick(queue) {
  const { solved, rating } = remembered();
  const latest = rating[rating.length - 1];
  const open = queue.filter(([id]) => !Object.hasOwn(solved, id));
  if (latest === undefined) return open[0];
  const distance = (/** @type {import("./page.js").BookEntry} */ entry) => Math.abs(entry[4] - latest);
  return open.sort((a, b) => distance(a) - distance(b))[0];
}

/** @param {string} id @param {number} moves @param {boolean} [unaided] @param {number} [difficulty] 0 if not known */
export function solved(id, moves, unaided = false, difficulty = 0) {
  remember((memory) => {
    if (!Object.hasOwn(memory.solved, id)) {
      memory.days = [...new Set([...memory.days, dayOf()])].slice(-DAYS);
      const last = memory.rating[memory.rating.length - 1] ?? BEGINNER;
      if (difficulty) memory.rating = [...memory.rating, rated(last, difficulty, unaided)].slice(-DAYS);
    }
    if (unaided) memory.unaided[id] = true;
    memory.solved[id] = Math.min(moves, memory.solved[id] ?? Infinity);
    delete memory.begun[id];
  });
}
