/** Tables for the readers of a page. `tables.py` inserts the values, from the grammars of the package. */

/** @typedef {import("./lalr.js").Tables} Tables */

/**
 * For moves: the tables; the description of each terminal in error messages, and more specific terminals,
 * which replace it if they are also accepted.
 * @type {{tables: Tables, expected: [string, string, string[]][], closing: Record<string, string>}}
 */
export const SCRIPT = /** @type {any} */ (null);

/**
 * For tableaux: the tables; names of ranks from the ace up, words for numbers; the cards in the hand
 * and in the columns at the start of a game.
 * @type {{tables: Tables, ranks: string[], numbers: Record<string, number>, hand: number, starts: string[]}}
 */
export const TABLEAU = /** @type {any} */ (null);

/**
 * For every text: invisible characters, and those that don't separate words; the letters of suit symbols.
 * @type {{unseen: string, invisible: string, suits: Record<string, string>}}
 */
export const TEXT = /** @type {any} */ (null);
