/** Positions in the notations that pages read: one line (fen), a save line, a tableau. */

import { readTableau } from "./tableau.js";
import { Unreadable, suitOf, visible } from "./text.js";

const QUOTED = /^(?:[ \t]*>)+ ?/gm;
const FENCE = /^[ \t>]*(?:`{3,}[ \t]*\w*|~{3,}[ \t]*\w*|<\/?pre>)[ \t\r]*$/gim;
/** What stands for one of the signs of fen. */
const SIGN = /[\xa0\u2013\u2014\u2212\u2663-\u2667]/gu;
/** The least length of the first word of a save line. */
const SHORTEST = 60;

/** A list of cards as fen has it. @param {string[]} cards */
const listed = (cards) => cards.map((card) => (card === "??" ? "x" : card)).join("") || "-";

/**
 * What the core is asked about a position, and where its text begins.
 * @param {string} given
 * @returns {{notation: string, request: string, begin: number}} throws Unreadable
 */
export function positionIn(given) {
  const text = visible(given);
  const begin = text.length - text.trimStart().length;
  const word = text.trim().split(/\s/, 1)[0];
  if (!word) throw new Unreadable("there is nothing to read", 0, 1, "a position");
  if (word.length >= SHORTEST && word.split("/").length <= 3) {
    return { notation: "line", request: `line\n${text.trimStart()}`, begin };
  }
  const blank = (/** @type {string} */ part) => " ".repeat(part.length);
  const plain = text.replace(FENCE, blank).replace(QUOTED, blank);
  if (/^\s*\S*\//.test(plain)) {
    const signs = plain.replace(SIGN, (sign) => (sign === "\xa0" ? " " : sign < "\u2660" ? "-" : suitOf(sign)));
    const below = /\n[ \t\r]*\n\s*(?=\S)/.exec(signs.trimEnd().slice(begin));
    if (!below) return { notation: "fen", request: `fen\n${signs}`, begin: 0 };
    const at = begin + below.index + below[0].length;
    throw new Unreadable("this may belong to the position above it, or to another", at, 1, "one position, in one line");
  }
  const draft = readTableau(plain);
  if (!draft) {
    const expected = "one line (fen), a save line, or a tableau as the diagram of this page; the commands read more";
    throw new Unreadable("this is in no notation that pages read", begin, word.length, expected);
  }
  const { columns, hand, removed, cells, suits = 0, assumed } = draft;
  const fields = columns.map(({ down, up }) => (down.length ? `${listed(down)}:` : "") + (up.join("") || "-")).join("/");
  const rest = `${listed(hand ?? [])} ${removed?.join("") || "-"}`;
  const held = cells ? ` cells=${cells.map((card) => card || "-").join(",")}` : "";
  const said = `${Number(hand !== undefined)} ${Number(removed !== undefined)} ${suits}`;
  return { notation: "diagram", request: [`tableau ${said}`, `${fields} ${rest}${held}`, ...assumed].join("\n"), begin };
}
