/** What the readers of a page read by. The values are put in by `tables.py`, from the grammars of the package. */

/** @typedef {import("./lalr.js").Tables} Tables */

/**
 * Of moves: the tables; what is said of terminals that may come next, each with those that say more.
 * @type {{tables: Tables, expected: [string, string, string[]][]}}
 */
export const SCRIPT = /** @type {any} */ (null);

/**
 * Of tableaux: the tables; names of ranks from the Ace on, words for numbers; the cards in the hand
 * and in the columns at the start of a game.
 * @type {{tables: Tables, ranks: string[], numbers: Record<string, number>, hand: number, starts: string[]}}
 */
export const TABLEAU = /** @type {any} */ (null);

/**
 * Of every text: what is not seen, and what parts no word; the letters of suits' signs.
 * @type {{unseen: string, invisible: string, suits: Record<string, string>}}
 */
export const TEXT = /** @type {any} */ (null);
