/**
 * Saved games, each an item of the browser's local storage, and statistics of deals.
 *
 * Tabs share the storage; a tab with an older version of a game loads the stored one.
 */

import { decoded, remember, remembered, store, stored } from "./memory.js";

/**
 * A saved game.
 * @typedef {object} SavedGame
 * @property {string} id
 * @property {string} title
 * @property {string} words the goal in words
 * @property {import("./core.js").GameData} game the start and the goal
 * @property {string[]} moves in the words of a script, including those undone
 * @property {number} done the number of moves made
 * @property {number} seconds the time played
 * @property {number} played the time when it was last played, in milliseconds; 0 if never
 * @property {number} version the number of times it was saved
 * @property {boolean} won
 * @property {number} suits the number of suits of a whole deal; 0 for anything else
 * @property {string} [address] the address of a deal, which the page has until the first move
 * @property {string} [deal] the deal before the start, in FEN, if known
 */

const PREFIX = "spiderpos game ";

/** A hash of a text as the id of a game, so that games with the same text, such as start and goal, get the same id. @param {string} text */
export function idOf(text) {
  let sum = 2166136261;
  for (const sign of text) sum = Math.imul(sum ^ (sign.codePointAt(0) ?? 0), 16777619);
  return (sum >>> 0).toString(36);
}

/** True if the browser's storage is available. */
export const hasStorage = () => store("probe", "1", true);

/** The saved game with this id, or null. @param {string} id @returns {SavedGame | null} */
export function savedGame(id) {
  const game = decoded(stored(`game ${id}`, true));
  return typeof game?.game?.position?.fen === "string" && Array.isArray(game.moves) ? game : null;
}

/** All saved games, the last played first. @returns {SavedGame[]} */
export function savedGames() {
  const keys = hasStorage() ? Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)) : [];
  const games = keys.map((key) => savedGame(key.slice(PREFIX.length))).filter((game) => game !== null);
  return games.sort((a, b) => b.played - a.played);
}

/** Saves a game; returns false if the browser refuses. @param {SavedGame} game */
export const saveGame = (game) => store(`game ${game.id}`, JSON.stringify(game), true);

/** @param {string} id */
export function forget(id) {
  localStorage.removeItem(PREFIX + id);
}

/** Calls `act` with the id of each game that another tab saves or deletes. @param {(id: string) => void} act */
export function follow(act) {
  window.addEventListener("storage", ({ key }) => key?.startsWith(PREFIX) && act(key.slice(PREFIX.length)));
}

// Statistics of deals

/** The number of deals to keep in the statistics: the latest ones. */
const MOST = 1000;

/** Adds a deal to the statistics, or updates it there, unless it was won before. @param {SavedGame} game */
export function countDeal({ id, suits, done, seconds, won }) {
  if (!suits || !done) return;
  remember((memory) => {
    const entry = memory.deals.find((other) => other.id === id);
    if (entry?.won) return;
    const now = { id, suits, moves: done, seconds, won };
    if (entry) Object.assign(entry, now);
    else memory.deals = [...memory.deals, now].slice(-MOST);
  });
}

/**
 * The statistics of all deals, then of those with one, two and four suits; a kind without deals is left out.
 * If the last deal isn't won, it counts as still being played and doesn't end a winning streak.
 */
export function dealFacts() {
  const { deals } = remembered();
  const kinds = /** @type {[string, number][]} */ ([["all deals", 0], ["one suit", 1], ["two suits", 2], ["four suits", 4]]);
  return kinds.flatMap(([name, suits]) => {
    const some = deals.filter((deal) => !suits || deal.suits === suits);
    if (!some.length) return [];
    const won = some.filter((deal) => deal.won);
    let [row, longest] = [0, 0];
    for (const deal of some.at(-1)?.won ? some : some.slice(0, -1)) {
      row = deal.won ? row + 1 : 0;
      longest = Math.max(longest, row);
    }
    const least = (/** @type {"moves" | "seconds"} */ what) => Math.min(...won.map((deal) => deal[what]));
    return [{ name, begun: some.length, won: won.length, row, longest, moves: least("moves"), seconds: least("seconds") }];
  });
}

/** A duration as m:ss, or as h:mm:ss from one hour on. @param {number} seconds */
export function clock(seconds) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const [minutes, rest] = [Math.floor(seconds / 60), two(seconds % 60)];
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}
