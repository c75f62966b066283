/** What the readers of positions and moves share: a text without what nobody sees, cards, errors. */

import { TEXT } from "./grammars.js";

/** Ranks by their numbers, as the core writes them. */
export const RANKS = " A23456789TJQK";

/** Why a text cannot be read, where, and what was expected. */
export class Unreadable extends Error {
  /** @param {string} message @param {number} at @param {number} length @param {string} expected */
  constructor(message, at, length = 1, expected = "") {
    super(message);
    this.at = at;
    this.length = length;
    this.expected = expected;
  }
}

/** A suit's letter. @param {string} sign */
export const suitOf = (sign) => TEXT.suits[sign] ?? sign.toLowerCase();

/** A card as the core writes it, "Th". @param {string} name as in "10h", "t♥" or "??" */
export function cardOf(name) {
  if (name === "??") return name;
  const rank = name.slice(0, -1).toUpperCase();
  return (rank === "10" ? "T" : rank) + suitOf(name.slice(-1));
}

/** A card as people write it, "10h". @param {string} card */
export const cardName = (card) => card.replace("T", "10");

const UNSEEN = new RegExp(TEXT.unseen, "gu");
const INVISIBLE = new RegExp(TEXT.invisible, "gu");
const FOLDED = /[\u017f\u212a\u0131\u0130]/g;

/** A text without characters that nobody sees. @param {string} text */
export const visible = (text) => text.replace(UNSEEN, (all, unseen) => (unseen ? "" : all));

/** A text in which "9-6s" is one word, as the grammar of moves sees it. @param {string} text */
export const plainText = (text) =>
  visible(text).replace(INVISIBLE, "").replace(FOLDED, (letter) => "skiI"["\u017f\u212a\u0131\u0130".indexOf(letter)]);
