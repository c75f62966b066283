/** The information commands of Woods' program (score, information, suits, locate, expand), and his notation of a tableau. */

import { cardsOf } from "./board.js";
import { counted } from "./dom.js";
import { RANKS, UNKNOWN } from "./faces.js";

/** @typedef {import("./board.js").PositionData} PositionData */
/** Facts about a position that depend on its rules (native/player.cpp). @typedef {{turned: number | null, scored: string, deals: number, suits: number, start: boolean, rules: string}} Facts */
/** A card, the number of its column, its row (0 at the top), and the cards that cover it. @typedef {{card: string, column: number, row: number, over: string[]}} Spot */

const SUITS = ["clubs", "diamonds", "hearts", "spades"];
const rank = (/** @type {string} */ card) => RANKS.indexOf(card.slice(0, -1)) + 1;
const suit = (/** @type {string} */ card) => card.slice(-1);

const upOf = (/** @type {PositionData} */ { columns }) => columns.map(({ up }) => cardsOf(up));
const downOf = (/** @type {PositionData} */ { columns }) => columns.map(({ down }) => cardsOf(down).length);
/** All pairs of face-up cards of which the second lies directly on the first. @param {PositionData} position */
const pairs = (position) => upOf(position).flatMap((up) => up.slice(1).map((card, i) => [up[i], card]));
const isLink = (/** @type {string[]} */ [above, card]) => suit(above) === suit(card) && rank(above) === rank(card) + 1;

/** Suit and column of each complete suit in the tableau, covered or not. @param {PositionData} position */
function complete(position) {
  return upOf(position).flatMap((up, i) =>
    up.flatMap((card, row) => {
      const run = up.slice(row, row + 13);
      const whole = rank(card) === 13 && run.length === 13 && run.every((one, n) => !n || isLink([run[n - 1], one]));
      return whole ? [{ suit: suit(card), column: i + 1 }] : [];
    }),
  );
}

/**
 * The parts of the score of a position by Woods' formula: points and the reason for them.  Except the first, parts
 * without points are left out.
 * @param {PositionData} position
 * @param {Facts} facts
 * @param {boolean} won
 * @returns {[number, string][]}
 */
export function scoreParts(position, { turned, scored }, won) {
  const standing = complete(position).length;
  const counts = won || scored !== "removed" ? standing : 0;
  const bonus = won || scored === "complete-with-bonus" ? Math.max(0, standing - 3) : 0;
  const links = pairs(position).filter(isLink).length - 12 * counts;
  const cleared = downOf(position).filter((down) => !down).length;
  const removed = (position.removed ?? []).length;
  const parts = /** @type {[number, string][]} */ ([
    [10 * (turned ?? 0), turned === null ? "cards turned up: not known" : `${counted(turned, "card")} turned up`],
    [15 * cleared, `${counted(cleared, "column")} without face-down cards`],
    [2 * links, `${counted(links, "card")} on the next higher of the suit`],
    [50 * removed, `${counted(removed, "suit")} removed`],
    [50 * counts, `${counted(counts, "complete suit")} in the tableau`],
    [2 * bonus, `${counted(bonus, "complete suit")} in the tableau after the third`],
  ]);
  return parts.filter(([points], i) => !i || points);
}

/** @param {[number, string][]} parts */
export const totalOf = (parts) => parts.reduce((sum, [points]) => sum + points, 0);

/** Microsoft's score: 500, minus 1 for each move, plus 100 for each removed suit. @param {PositionData} position @param {number} moves */
export const microsoftScore = (position, moves) => 500 - moves + 100 * (position.removed ?? []).length;

/** Statistics of a position. @param {PositionData} position @param {Facts} facts @param {number} made @param {number} undone */
export function info(position, { turned, deals, rules }, made, undone) {
  const knownPairs = pairs(position).filter((pair) => !pair.includes(UNKNOWN));
  const spaces = position.columns.flatMap(({ up }, i) => (cardsOf(up).length ? [] : [i + 1]));
  const down = downOf(position).reduce((sum, count) => sum + count, 0);
  const gaps = knownPairs.filter(([above, card]) => rank(above) !== rank(card) + 1).length;
  const removed = position.removed ?? [];
  return [
    `${counted(made, "move")} made`,
    ...(undone ? [`${undone} taken back, to be redone`] : []),
    `${counted(cardsOf(position.hand).length, "card")} in the hand, ${counted(deals, "deal")} left`,
    turned === null ? `${counted(down, "card")} face down` : `${counted(turned, "card")} turned up, ${down || "none"} face down`,
    `${counted(spaces.length, "space")}${spaces.length ? `: column ${spaces.join(", ")}` : ""}`,
    `${counted(knownPairs.filter(isLink).length, "card")} on the next higher of the suit`,
    `${gaps} ${gaps === 1 ? "discontinuity" : "discontinuities"}`,
    `${counted(removed.length, "suit")} removed${removed.length ? `: ${removed.map((name) => name ?? "one not known").join(", ")}` : ""}`,
    `rules: ${rules}`,
  ].join("\n");
}

/**
 * For each suit, a line with the ranks without a face-up card, and the columns where it is complete.
 * In a game of fewer than four suits, a suit without a face-up card is left out.
 * @param {PositionData} position @param {Facts} facts
 */
export function suitsWords(position, { suits }) {
  const seen = new Set([...upOf(position).flat(), ...(position.cells ?? [])]);
  const played = suits === 4 ? SUITS : SUITS.filter((name) => [...seen].some((card) => card && suit(card) === name[0]));
  return played
    .map((name) => {
      const missing = RANKS.toReversed().filter((one) => !seen.has(one + name[0]));
      const standing = complete(position).flatMap((one) => (one.suit === name[0] ? [one.column] : []));
      const where = standing.length ? `; complete in column ${standing.join(", ")}` : "";
      return `${name}: ${missing.length ? `no ${missing.join(" or ")} face up` : "all 13 ranks face up"}${where}`;
    })
    .join("\n");
}

/**
 * The face-up copies of a card in the columns, or the free cards of a rank: those on which no card of the next lower
 * rank lies directly.
 * @param {PositionData} position
 * @param {string} name
 * @returns {Spot[]}
 * @throws {Error} if the name is neither a card nor a rank
 */
export function locate(position, name) {
  const [, of, which] = /^\s*(10|[2-9atjqk])([cdhs]?)\s*$/i.exec(name) ?? [];
  if (!of) throw new Error(`‘${name.slice(0, 20)}’ is neither a card, as in 10h or TH, nor a rank, as in Q`);
  const rankName = of.toUpperCase().replace("T", "10");
  return position.columns.flatMap(({ down, up }, i) =>
    cardsOf(up).flatMap((card, index, cards) => {
      const over = cards.slice(index + 1);
      const free = !over.length || rank(over[0]) !== rank(card) - 1;
      const matches = which ? card === rankName + which.toLowerCase() : card.slice(0, -1) === rankName && free;
      return matches ? [{ card, column: i + 1, row: cardsOf(down).length + index, over }] : [];
    }),
  );
}

/** @param {Spot} spot */
export const spotWords = ({ card, column, over }) =>
  `${card} in column ${column}, ${over.length ? `covered by ${over.join(" ")}` : "at the bottom"}`;

/** A column from the top down, with natural runs abbreviated: "-- -- Kh 9-6s 4d". @param {PositionData} position @param {number} number */
export function expand(position, number) {
  const { down, up } = position.columns[number - 1] ?? {};
  if (!position.columns[number - 1]) throw new Error(`there is no such column: the columns are 1 to ${position.columns.length}`);
  const runs = /** @type {string[][]} */ ([]);
  for (const card of cardsOf(up)) {
    const run = runs.at(-1);
    if (run && isLink([run[run.length - 1], card])) run.push(card);
    else runs.push([card]);
  }
  const words = runs.map((run) => (run.length > 1 ? `${run[0].slice(0, -1)}-${run[run.length - 1]}` : run[0]));
  return [...cardsOf(down).map(() => "--"), ...words].join(" ") || "(sp)";
}

/** The tableau in Woods' notation, one line per row. @param {PositionData} position */
export function diagram(position) {
  const piles = position.columns.map(({ down, up }) => [...cardsOf(down).map(() => "--"), ...cardsOf(up)]);
  const rows = Math.max(1, ...piles.map((pile) => pile.length));
  const line = (/** @type {number} */ row) =>
    piles.map((pile) => (pile[row] ? pile[row].padStart(3) : row || pile.length ? "" : "(sp)")).join("\t").replace(/[ \t]+$/, "");
  return `${Array.from({ length: rows }, (_, row) => line(row)).join("\n")}\n`;
}
