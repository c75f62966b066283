/** Helpers for the readers of positions and moves: invisible characters, cards, errors. */

/**
 * Patterns from `spiderpos/text/source.py`: terminal codes and characters without width, in a group unless they lie
 * between two cards; variation selectors, and no-break spaces at a hyphen.  The letters of suit symbols.  `tables.py`
 * inserts them.
 * @type {{unseen: string, invisible: string, suits: Record<string, string>}}
 */
const TEXT = /** @type {any} */ (null);

/** Ranks by number, in the core's format. */
export const RANKS = " A23456789TJQK";

/** An error in a text: message, place, and what was expected. */
export class Unreadable extends Error {
  /** @param {string} message @param {number} index @param {number} length @param {string} expected */
  constructor(message, index, length = 1, expected = "") {
    super(message);
    this.index = index;
    this.length = length;
    this.expected = expected;
  }
}

/** An error in a text, with its place. @typedef {{error: string, index: number, length: number}} Refusal */

/** Converts an Unreadable to a Refusal; rethrows any other error. @param {unknown} error @returns {Refusal} */
export function refusalOf(error) {
  if (!(error instanceof Unreadable)) throw error;
  const { message, expected, index, length } = error;
  return { error: expected ? `${message}; expected ${expected}` : message, index, length };
}

/** The letter of a suit. @param {string} sign its letter or symbol */
export const suitOf = (sign) => TEXT.suits[sign] ?? sign.toLowerCase();

/** A card in the core's format, "Th". @param {string} name such as "10h", "t♥" or "??" */
export function cardOf(name) {
  if (name === "??") return name;
  const rank = name.slice(0, -1).toUpperCase();
  return (rank === "10" ? "T" : rank) + suitOf(name.slice(-1));
}

/** The usual name of a card, "10h". @param {string} card in the core's format, "Th" */
export const shortName = (card) => card.replace("T", "10");

const UNSEEN = new RegExp(TEXT.unseen, "gu");
const INVISIBLE = new RegExp(TEXT.invisible, "gu");
const FOLDED = /[\u017f\u212a\u0131\u0130]/g;

/** Drops invisible characters, except between two cards, where they may have replaced a separator. @param {string} text */
export const visible = (text) => text.replace(UNSEEN, (all, unseen) => (unseen ? "" : all));

/** Normalizes a script: drops invisible characters, and replaces letters that fold to ASCII. @param {string} text */
export const plainText = (text) =>
  visible(text).replace(INVISIBLE, "").replace(FOLDED, (letter) => "skiI"["\u017f\u212a\u0131\u0130".indexOf(letter)]);
