/** What the browser keeps between visits: problems solved and begun, how deals went, and the settings. */

/**
 * @typedef {object} Settings
 * @property {"flash" | "beep" | "both" | "none"} error what happens on a move that isn't legal
 * @property {number} click how long a click lasts at most, in milliseconds
 * @property {number} double how soon a second click on the hand has to come
 * @property {"obvious" | "select"} tap what a click on a card does
 * @property {boolean} back whether a click on the free table takes a move back
 * @property {boolean} touchBack the same of a tap
 * @property {"card" | "all"} press whether the card that is pressed is meant, or as many as can
 * @property {boolean} live whether each move is followed by a verdict
 * @property {"two" | "four"} colours of the suits
 * @property {"plain" | "green"} table
 * @property {"blue" | "red" | "green"} backs
 * @property {boolean} sounds whether moves are heard
 * @property {boolean} ask whether a problem asks, too, before a card that turned up is taken back
 */
/** So many games begun, moves taken back, and hints. @typedef {Partial<Record<"tries" | "undos" | "hints", number>>} Counts */
/**
 * @typedef {object} Memory
 * @property {Record<string, number>} solved problems with the fewest moves that solved them
 * @property {Record<string, string>} begun problems with the moves made, as for a link
 * @property {Record<string, true>} unaided those that were solved without any help
 * @property {Record<string, Counts>} counts what a reader did with problems
 * @property {{id: string, suits: number, moves: number, seconds: number, won: boolean}[]} deals whole deals
 * @property {string[]} days the days on which one was solved, as 2026-11-26
 * @property {Partial<Settings>} settings
 */

const KEY = "spiderpos";

/** @type {Settings} */
export const SETTINGS = {
  error: "flash",
  click: 700,
  double: 280,
  tap: "obvious",
  back: true,
  touchBack: false,
  press: "card",
  live: false,
  colours: "two",
  table: "plain",
  backs: "blue",
  sounds: false,
  ask: false,
};

/** @returns {Memory} */
export function remembered() {
  /** @type {Memory} */
  const empty = { solved: {}, begun: {}, unaided: {}, counts: {}, days: [], deals: [], settings: {} };
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    // Kept by nobody, or not to be had.
  }
  const alike = Object.entries(kept ?? {}).filter(
    ([name, value]) => Object.hasOwn(empty, name) && value && Array.isArray(value) === Array.isArray(Reflect.get(empty, name)) && typeof value === "object",
  );
  return { ...empty, ...Object.fromEntries(alike) };
}

/** Changes what is kept. @param {(memory: Memory) => void} change */
export function remember(change) {
  const memory = remembered();
  change(memory);
  try {
    localStorage.setItem(KEY, JSON.stringify(memory));
  } catch {
    // It works without.
  }
}

/** The days that are kept. */
const DAYS = 1000;

/** A day of the reader's calendar. @param {Date} [date] */
export function dayOf(date = new Date()) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** How many days in a row one was solved, up to today or yesterday, and at most. @param {string[]} days */
export function streak(days) {
  /** @param {string} day */
  const number = (day) => Math.round(Date.parse(`${day}T12:00Z`) / 864e5);
  let [now, most, last] = [0, 0, NaN];
  for (const day of [...new Set(days)].sort().map(number)) {
    now = day === last + 1 ? now + 1 : 1;
    most = Math.max(most, now);
    last = day;
  }
  return { now: number(dayOf()) - last <= 1 ? now : 0, most };
}

/** @param {string} id @param {number} moves @param {boolean} [unaided] */
export function solved(id, moves, unaided = false) {
  remember((memory) => {
    if (!Object.hasOwn(memory.solved, id)) memory.days = [...new Set([...memory.days, dayOf()])].slice(-DAYS);
    if (unaided) memory.unaided[id] = true;
    memory.solved[id] = Math.min(moves, memory.solved[id] ?? Infinity);
    delete memory.begun[id];
  });
}

/** Counts what a reader does with a problem. @param {string} id @param {keyof Counts} what */
export function count(id, what) {
  remember(({ counts }) => {
    counts[id] = { ...counts[id], [what]: (counts[id]?.[what] ?? 0) + 1 };
  });
}

/** What this tab keeps, as the filter of the index; or `always` the browser. @param {string} name @param {boolean} [always] @returns {string} */
export function stored(name, always = false) {
  try {
    return (always ? localStorage : sessionStorage).getItem(`${KEY} ${name}`) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} name @param {string} value @param {boolean} [always] */
export function store(name, value, always = false) {
  try {
    (always ? localStorage : sessionStorage).setItem(`${KEY} ${name}`, value);
  } catch {
    // It works without.
  }
}
