/**
 * Parse scripts by `grammars/script.lark` into instructions, as `spiderpos/scripts/words.py` does.
 * Instructions don't depend on a position.
 */

import { parser, Unexpected } from "./lalr.js";
import { RANKS, Unreadable, shortName, cardOf, plainText } from "./text.js";

/** @typedef {import("./lalr.js").Token} Token */
/**
 * The tables of the grammar; for each terminal its name, its description in error messages, and more specific
 * terminals, which replace it if they are also accepted; for each opening terminal the character that closes it.
 * `tables.py` inserts them.
 * @type {{tables: import("./lalr.js").Tables, expected: [string, string, string[]][], closing: Record<string, string>}}
 */
const SCRIPT = /** @type {any} */ (null);
/** A run: its highest card, its lowest, and its place in the text. @typedef {{head: string, tail: string, begin: number, end: number}} Cards */
/** A part of a move: a column (a number), a cell ("c2"), the leftmost space ("s"), a suit, or the cards turned up (an array). @typedef {{value: any, end: number}} Part */

/**
 * A move in the core's format (`Script` in native/page/script.hpp), and its place in the text.
 * @typedef {{move: string, begin: number, end: number}} Instruction
 */

/** A part of a line: an instruction (`kind` "move"), a variation, a mark, a comment, a number or an outcome. @typedef {{kind: string, token?: Token, inside?: Node[], depth?: number} & Partial<Instruction>} Node */

/** The maximum depth of nested variations. */
const MOST_VARIATIONS = 50;

/** Makes an instruction that extends from `begin` to the end of its last part. @param {string[]} fields @param {number} begin @param {Part[]} parts */
function instruction(fields, begin, parts) {
  const turned = parts.find(({ value }) => Array.isArray(value))?.value ?? [];
  return { kind: "move", move: [fields.join(" "), ...turned].join("\t"), begin, end: parts[parts.length - 1].end };
}

/** The value of a part in the core's format; "-" if the script omits the part. @param {Part} [part] */
const field = (part) => (!part || Array.isArray(part.value) ? "-" : String(part.value));

/** A method for each rule with a value. @type {import("./lalr.js").Reader} */
const READER = {
  start: ([line]) => line,

  card(/** @type {Token[]} */ tokens) {
    const card = cardOf(tokens.map(({ text }) => text).join(""));
    return { head: card, tail: card, begin: tokens[0].begin, end: tokens[tokens.length - 1].end };
  },

  run(/** @type {Token[]} */ tokens) {
    const [low, suit] = tokens.slice(-2).map(({ text }) => text);
    const highSuit = tokens.length === 4 ? tokens[1].text : "";
    const [head, tail] = [cardOf(tokens[0].text + (highSuit || suit)), cardOf(low + suit)];
    const cards = { head, tail, begin: tokens[0].begin, end: tokens[tokens.length - 1].end };
    const name = `${tokens[0].text}${highSuit}-${low}${suit}`;
    if (head[1] === tail[1] && RANKS.indexOf(head[0]) >= RANKS.indexOf(tail[0])) return cards;
    const expected = "the highest card of a run, then the lowest one of its suit";
    throw new Unreadable(`${name} is not a run`, cards.begin, cards.end - cards.begin, expected);
  },

  column: ([number]) => ({ value: Number(number.text), end: number.end }),
  cell: ([number]) => ({ value: `c${Number(number.text)}`, end: number.end }),
  space: ([word]) => ({ value: "s", end: word.end }),
  suit: ([word]) => ({ value: word.type === "SUIT_NAME" ? word.text[0].toLowerCase() : "-", end: word.end }),
  count: ([number]) => ({ count: Number(number.text), end: number.end }),
  turned: (/** @type {Cards[]} */ cards) => ({ value: cards.map(({ head }) => head), end: cards[cards.length - 1].end }),

  move([cards, from, to, ...rest]) {
    const [{ count = 0 } = {}] = rest;
    const places = [field(from), field(to)];
    const move = instruction(["run", cards.head, cards.tail, ...places, "-"], cards.begin, [from, to, ...rest]);
    if (!("count" in (rest[0] ?? {}))) return move;
    const top = RANKS.indexOf(cards.head[0]);
    const lowest = top < 1 ? cards.head : `${RANKS[top - count + 1]}${cards.head[1]}`;
    if (count < 1 || count > Math.max(1, top) || (cards.head !== cards.tail && cards.tail !== lowest)) {
      const [head, tail] = [shortName(cards.head), shortName(cards.tail)];
      const name = head === tail ? head : `${head.slice(0, -1)}-${tail}`;
      throw new Unreadable(`${name} can't be ${count} card${count === 1 ? "" : "s"}`, move.begin, move.end - move.begin);
    }
    return instruction(["run", cards.head, lowest, ...places, "="], cards.begin, [from, to, ...rest]);
  },
  cards: ([number, from, to, ...rest]) =>
    instruction(["cards", number.text, field(from), field(to)], number.begin, [from, to, ...rest]),
  deal: ([word, ...rest]) => instruction(["deal"], word.begin, [word, ...rest]),
  remove([word, ...parts]) {
    const [suit, column] = ["string", "number"].map((type) => parts.find(({ value }) => typeof value === type));
    return instruction(["remove", field(suit), field(column)], word.begin, parts);
  },

  number: () => ({ kind: "number" }),
  outcome: () => ({ kind: "outcome" }),
  mark: ([token]) => ({ kind: "mark", token }),
  variation: ([token, inside]) => ({ kind: "variation", token, inside }),

  comment: () => ({ kind: "comment" }),
};

/** The instructions of a line; variations are checked but left out. @param {Node[]} nodes @param {number} [depth] */
function lineOf(nodes, depth = 0) {
  const moves = [];
  let marked = true;
  for (const node of nodes) {
    const { kind, token, inside = [] } = node;
    if (kind === "move") {
      moves.push(/** @type {Instruction} */ (node));
      marked = false;
    } else if (token && kind === "mark") {
      if (marked) throw new Unreadable(`'${token.text}' marks no move`, token.begin, token.text.length, "a move before it");
      marked = true;
    } else if (token) {
      if (!inside.some((each) => each.kind === "move")) {
        throw new Unreadable("a variation without a move", token.begin, 1, "a move such as 'deal'");
      }
      if (!moves.length) {
        throw new Unreadable("a variation needs a move before it", token.begin, 1, "the move that this variation replaces");
      }
      if (depth === MOST_VARIATIONS) {
        throw new Unreadable(`more than ${MOST_VARIATIONS} variations lie in one another here`, token.begin);
      }
      lineOf(inside, depth + 1);
    }
  }
  return moves;
}

const WORD = /[^\s,;(){}]+|[^]/uy;
const IN_A_WORD = /(?:[\p{L}\p{N}_]|(?<=[\p{L}\p{N}_])-)[\p{L}\p{N}_-]/uy;

/** @param {RegExp} pattern @param {string} text @param {number} index */
function matchAt(pattern, text, index) {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/** Converts a syntax error to a message for the reader. @param {string} text @param {Unexpected} error */
function refusal(text, { token, accepts, open }) {
  const may = new Set(accepts);
  const listed = SCRIPT.expected.filter(([name, , better]) => may.has(name) && !better.some((other) => may.has(other)));
  const words = listed.map((each) => each[1]);
  const expected = [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" or ");
  let index = token.type === "$END" ? text.length : token.begin;
  const opening = open.findLast(({ type }) => type in SCRIPT.closing);
  if (token.type === "$END" && opening) {
    const lines = text.slice(0, opening.begin).split("\n");
    const place = `line ${lines.length}, column ${lines[lines.length - 1].length + 1}`;
    return new Unreadable(`the '${opening.text}' at ${place} is not closed`, index, 1, `'${SCRIPT.closing[opening.type]}'`);
  }
  if (!text.slice(index).trim() || (token.type === "_SEPARATOR" && "\r\n,.;".includes(text[index]))) {
    return new Unreadable("the move breaks off here", Math.min(index, text.trimEnd().length), 1, expected);
  }
  while (index && matchAt(IN_A_WORD, text, index - 1)) index--;
  const [match] = matchAt(WORD, text, index) ?? [""];
  const word = match.replace(/\.+$/, "") || match;
  const shown = word.length > 40 ? `${word.slice(0, 40)}...` : word;
  return new Unreadable(`'${shown}' is not understood here`, index, word.length, expected);
}

const parse = parser(SCRIPT.tables, READER);

/**
 * Parses a script; the moves of its variations are left out.
 * @param {string} given
 * @returns {Instruction[]} @throws {Unreadable}
 */
export function readScript(given) {
  const text = plainText(given);
  try {
    return lineOf(parse(text));
  } catch (error) {
    throw error instanceof Unexpected ? refusal(text, error) : error;
  }
}
