/** Read positions in the notations that pages support (FEN, save lines, tableaux), and save files with their moves. */

import { Game, positionOf } from "./core.js";
import { readTableau } from "./tableau.js";
import { RANKS, Unreadable, refusalOf, suitOf, visible } from "./text.js";

const QUOTED = /^(?:[ \t]*>)+ ?/gm;
const FENCE = /^[ \t>]*(?:\x60{3,}[ \t]*\w*|~{3,}[ \t]*\w*|<\/?pre>)[ \t\r]*$/gim;
/** Typographic variants of the characters of FEN. */
const SIGN = /[\xa0\u2013\u2014\u2212\u2663-\u2667]/gu;
/** Minimal length of the first word of a save line. */
const SHORTEST = 60;

/** Face-up cards in FEN. @param {string[]} cards */
const faceUp = (cards) => cards.join("").replaceAll("10", "T") || "-";
/** Face-down cards, or those of the hand, in FEN. @param {string[]} cards */
const listed = (cards) => faceUp(cards).replaceAll("??", "x");
/** A column in FEN. @param {{down: string[], up: string[]}} column */
export function columnFen({ down, up }) {
  const hidden = listed(down).replace(/^x+$/, (unknown) => `${unknown.length}x`);
  return (down.length ? `${hidden}:` : "") + faceUp(up);
}
/** @type {(text: string) => string[]} */
const cardsIn = (text) => text.match(/../g) ?? [];

const SAVE_LINE = /^[0-o]*\/[0-o]*(?: (?:[0-o]+(?:\/[0-o]+)?)?){10}(?: [0-o]+)?\.$/;
const KING = "Ks";

/** A move of a log (docs/notations/save.md); ``from`` and ``to`` are 0 for a deal, ``to`` is 0 for a removed suit. @typedef {{from: number, to: number, turned: number, count: number}} LogMove */

/** A save line, and the moves of the log after it. */
const SAVE_FILE = /^(\S[^.]*\.)[ \t]*\r?\n([0-o\s]*)\./;

/**
 * Takes back the moves of a log, by changing the hand, the columns and the aces.
 * @param {LogMove[]} moves
 * @param {string[]} hand
 * @param {string[][][]} piles for each column its face-down and its face-up cards
 * @param {string[]} aces of the removed suits
 */
function takeBack(moves, hand, piles, aces) {
  for (const { from, to, turned, count } of moves.toReversed()) {
    if (!from) {
      hand.unshift(...piles.map(([, up]) => up.pop() ?? "??"));
      continue;
    }
    const ace = to ? "" : (aces.pop() ?? "??");
    const cards = to ? piles[to - 1][1].splice(-count) : [..."KQJT98765432A"].map((rank) => rank + ace[1]);
    const [down, up] = piles[from - 1];
    if (turned) down.push(...up.splice(-1));
    up.push(...cards);
  }
}

/**
 * Reads a save file with its moves; returns null if the text isn't a save line followed by a log.
 * @param {import("./core.js").Machine} core
 * @param {string} text
 * @returns {{game: import("./core.js").Game, data: import("./core.js").GameData} | null}
 * @throws {Error} if the line can't be read, a move is illegal, or the moves don't lead to the line's position
 */
export function readSaveFile(core, text) {
  const [, line, log] = SAVE_FILE.exec(visible(text).trimStart()) ?? [];
  if (!line) return null;
  const moves = (log.replace(/\s/g, "").match(/../g) ?? []).map((signs) => {
    const number = 64 * (signs.charCodeAt(0) - 48) + signs.charCodeAt(1) - 48;
    const rest = Math.floor(number / 121);
    return { from: number % 11, to: Math.floor(number / 11) % 11, turned: Math.floor(rest / 14), count: rest % 14 };
  });
  const [before, after] = [moves, []].map((each) => positionOf(core, `fen\n${fenOfSaveLine(line, 0, each).replace(/ dealt=.*/, "")}`));
  if ("error" in before || "error" in after) throw new Error("the moves of this save file can't be taken back from its position");
  const game = new Game(core, before.data);
  for (const { from, to, count } of moves) {
    game.play({ kind: to ? "shift" : from ? "remove" : "deal", from, to, count: to ? count : 0 });
  }
  if (game.fen !== after.data.position.fen) throw new Error("the moves of this save file don't lead to its position");
  return { game, data: before.data };
}

/**
 * Converts a save line to FEN (see `spiderpos/formats/line.py`).  Each card is one character, which
 * encodes the card together with the previous card and its own place in the line.
 * @param {string} text
 * @param {number} begin the offset of the line in the reader's text
 * @param {LogMove[]} [moves] moves to take back from the position
 */
function fenOfSaveLine(text, begin, moves = []) {
  const line = text.trim().replace(/[\r\n]+/g, "");
  if (!SAVE_LINE.test(line)) {
    const expected = "HAND/DEALT, ten columns, perhaps the removed suits' Aces, and a full stop";
    throw new Unreadable("this is no save line", begin, line.length, expected);
  }
  const checkIf = (/** @type {boolean} */ holds, /** @type {string} */ why) => {
    if (!holds) throw new Unreadable(`${why}: a character was lost, added or changed`, begin, line.length);
  };
  let [place, code] = [0, 0];
  const cards = line.slice(0, -1).replace(/[0-o]/g, (sign) => {
    code ^= (sign.charCodeAt(0) - 48) ^ (((5 * ++place) % 4) + 20 * place & 63);
    checkIf(!code || (code > 3 && code < 56), "not all of these are cards");
    return code ? RANKS[code >> 2] + "cdhs"[code & 3] : "??";
  });
  const [deck, ...columns] = cards.split(" ");
  const aces = cardsIn(columns[10] ?? "");
  const [hand, dealt] = deck.split("/").map(cardsIn);
  checkIf(hand.length + dealt.length === 104, "the hand and the dealt part aren't 104 cards");
  checkIf(aces.every(([rank]) => rank === "A"), "a removed suit is written as its Ace");
  // The known cards of the dealt part come first, in whole rows.  The X11 program writes Ks for each of the others.
  const resaved = dealt.filter((card) => card === KING).length > 8;
  const sign = resaved && !dealt.includes("??") ? KING : "??";
  const knownCount = dealt.includes(sign) && (resaved || sign === "??") ? dealt.indexOf(sign) : dealt.length;
  const isWhole = knownCount === dealt.length || (knownCount % 10 === 0 && dealt.slice(knownCount).every((card) => card === sign));
  checkIf(isWhole, "the dealt part is neither known nor unknown");
  const piles = columns.slice(0, 10).map((column) => (column.includes("/") ? column : `/${column}`).split("/").map(cardsIn));
  const unknown = [...hand, ...piles.flat(2)].filter((card) => card === "??").length;
  checkIf(unknown !== 1 || !piles.some(([, up]) => up.includes("??")), "one card isn't known, though all others are");
  const rest = knownCount ? ` dealt=${listed([...dealt.slice(0, knownCount), ...Array(104 - hand.length - knownCount).fill("??")])}` : "";
  takeBack(moves, hand, piles, aces);
  const tableau = piles.map(([down, up]) => columnFen({ down, up })).join("/");
  return `${tableau} ${listed(hand)} ${aces.map((ace) => ace[1]).join("") || "-"}${rest}`;
}

/**
 * Reads a position in any notation that pages support.
 * @param {import("./core.js").Machine} core
 * @param {string} text
 * @returns {import("./core.js").PositionRead | import("./text.js").Refusal}
 */
export function readPosition(core, text) {
  try {
    const { notation, request, begin, assumed = [] } = positionIn(text);
    const read = positionOf(core, request, notation);
    return "error" in read ? { ...read, index: begin + read.index } : { ...read, assumed: [...assumed, ...read.assumed] };
  } catch (error) {
    return refusalOf(error);
  }
}

/**
 * Returns the request to the core for a position, and the offset to add to the index of an error of the core.
 * @param {string} given
 * @returns {{notation: string, request: string, begin: number, assumed?: string[]}} throws Unreadable
 */
function positionIn(given) {
  const text = visible(given);
  const begin = text.length - text.trimStart().length;
  const word = text.trim().split(/\s/, 1)[0];
  if (!word) throw new Unreadable("there is nothing to read", 0, 1, "a position");
  if (word.length >= SHORTEST && word.split("/").length <= 3) {
    return { notation: "line", request: `fen\n${fenOfSaveLine(text, begin)}`, begin };
  }
  const blank = (/** @type {string} */ part) => " ".repeat(part.length);
  const plain = text.replace(FENCE, blank).replace(QUOTED, blank);
  if (/^\s*\S*\//.test(plain)) {
    const signs = plain.replace(SIGN, (sign) => (sign === "\xa0" ? " " : sign < "\u2660" ? "-" : suitOf(sign)));
    const below = /\n[ \t\r]*\n\s*(?=\S)/.exec(signs.trimEnd().slice(begin));
    if (!below) return { notation: "fen", request: `fen\n${signs}`, begin: 0 };
    const index = begin + below.index + below[0].length;
    throw new Unreadable("this may belong to the position above it, or to another", index, 1, "one position, in one line");
  }
  const draft = readTableau(plain);
  if (!draft) {
    const expected = "one line (fen), a save line or a diagram; the commands read more";
    throw new Unreadable("this is in no notation that pages read", begin, word.length, expected);
  }
  const { columns, hand, removed, cells, suits = 0, assumed } = draft;
  const fields = columns.map(columnFen).join("/");
  const rest = `${listed(hand ?? [])} ${removed?.join("") || "-"}`;
  const cellField = cells ? ` cells=${cells.map((card) => card || "-").join(",")}` : "";
  const flags = `${Number(hand !== undefined)} ${Number(removed !== undefined)} ${suits}`;
  return { notation: "diagram", request: `tableau ${flags}\n${fields} ${rest}${cellField}`, begin, assumed };
}
