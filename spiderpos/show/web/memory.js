/**
 * What the browser keeps between visits: problems solved and begun, and the settings.
 *
 * A browser may keep each file's memory apart, or none at all: then links carry what was solved
 * from a problem's page to the index (`told` and `learn`).
 */

/**
 * @typedef {object} Settings
 * @property {"flash" | "beep" | "both" | "none"} error what happens on a move that isn't legal
 * @property {number} click how long a click lasts at most, in milliseconds
 * @property {number} double how soon a second click on the hand has to come
 * @property {"obvious" | "select"} tap what a click on a card does
 * @property {boolean} back whether a click on the free table takes a move back
 * @property {boolean} touchBack the same of a tap
 */
/**
 * @typedef {object} Memory
 * @property {Record<string, number>} solved problems with the fewest moves that solved them
 * @property {Record<string, string>} begun problems with the moves made, as for a link
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
};

/** @returns {Memory} */
export function remembered() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    // Kept by nobody, or not to be had.
  }
  return { solved: {}, begun: {}, settings: {}, ...kept };
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

/** @param {string} id @param {number} moves */
export function solved(id, moves) {
  remember((memory) => {
    memory.solved[id] = Math.min(moves, memory.solved[id] ?? Infinity);
    delete memory.begun[id];
  });
}

/** What is known of a problem, for the address of the index. @param {string} id */
export function told(id) {
  const { solved: all } = remembered();
  return id in all ? `#solved=${id}:${all[id]}` : "";
}

/** Takes up what an address tells. @param {string} hash */
export function learn(hash) {
  const found = /^#solved=([\w.-]+):(\d+)$/.exec(hash);
  if (found) solved(found[1], Number(found[2]));
}
