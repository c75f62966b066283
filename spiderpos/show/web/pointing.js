/**
 * Translate a gesture into a legal move, or the reason why there is none.
 *
 * Pointing at a column means as many cards as possible, and pointing at a card means it and those that cover it,
 * but never more than the run at the bottom.  With a target, the greatest number up to this that can go there
 * moves; a card with the grip "card" (gestures.js) may also take along cards above it if the target isn't a space.
 * Without a target the cards go to the obvious place; if there is none, other numbers are tried, the greatest
 * first, unless the gesture means exactly these.  spiderpos.advice.pointing does neither of these two.
 */

import { cardsOf } from "./board.js";

/** @typedef {import("./core.js").Game} Game */
/** @typedef {import("./core.js").Move} Move */
/** @typedef {import("./gestures.js").Gesture} Gesture */
/** @typedef {{move: Move} | {why: string}} Meaning */

/** The face-up cards of a column. @param {Game} game @param {number} column */
const faceUp = (game, column) => cardsOf(game.position.columns[column - 1]?.up);

/** The columns to which cards of a column can move. @param {Game} game @param {number} column */
export function targetsOf(game, column) {
  const moves = game.state.legal.filter(({ kind, from }) => kind === "shift" && from === column);
  return [...new Set(moves.map(({ to }) => to))];
}

/** Returns the move for a gesture, or why there is none. @param {Game} game @param {Gesture} gesture @returns {Meaning} */
export function moveFor(game, { source, target, take, grip }) {
  if (source === "removed") return { why: "a suit that was removed doesn't come back" };
  const [from, to] = [source, target ?? ""].map((name) => Number(name.replace("cell ", "")));
  const toCell = target?.startsWith("cell");
  if (source.startsWith("cell")) {
    if (toCell) return { why: "no card moves from cell to cell" };
    if (target === "removed") return { why: "only a complete suit in a column can be removed" };
    return target ? tried(game, { kind: "from-cell", from, to, count: 1 }) : obviousFromCell(game, from);
  }
  const run = game.state.runs[from - 1];
  if (!run) return { why: `column ${from} is a space` };
  const preferred = grip === "point" ? run : Math.min(take ?? run, run);
  if (!target) return obvious(game, from, preferred, grip === "adjust");
  if (target === "removed") return tried(game, { kind: "remove", from, to: 0, count: 13 });
  if (toCell) {
    if (grip !== "point" && take && take > 1) return { why: `a free cell takes one card, not ${take}` };
    return tried(game, { kind: "to-cell", from, to, count: 1 });
  }
  const most = grip === "card" && faceUp(game, to).length ? run : preferred;
  const moves = game.state.legal.filter((move) => move.kind === "shift" && move.from === from && move.to === to && move.count <= most);
  if (moves.length) return { move: moves.reduce((one, other) => (one.count > other.count ? one : other)) };
  return tried(game, { kind: "shift", from, to, count: preferred });
}

/** @param {Game} game @param {Move} move @returns {Meaning} */
function tried(game, move) {
  const why = game.whyNot(move);
  return why ? { why } : { move };
}

/**
 * The obvious move: remove a complete suit, else move onto a card of the same suit, of another suit,
 * or into a space, in this order.
 * @param {Game} game
 * @param {number} from
 * @param {number} preferred the number of cards to try first
 * @param {boolean} exact true to try only this number
 * @returns {Meaning}
 */
function obvious(game, from, preferred, exact) {
  const cards = faceUp(game, from);
  const run = game.state.runs[from - 1];
  const legal = game.state.legal.filter((move) => move.from === from);
  const removal = legal.find(({ kind }) => kind === "remove");
  if (removal && (exact ? preferred : run) >= 13) return { move: removal };
  // If that number can't move, the greatest that can.
  const others = exact ? [] : Array.from({ length: run }, (_, i) => run - i);
  for (const count of [preferred, ...others]) {
    const shifts = legal.filter((move) => move.kind === "shift" && move.count === count);
    const move = best(game, shifts, cards[cards.length - count]);
    if (move) return { move };
  }
  const more = !exact ? ", nor for another card of its run" : preferred > 1 ? " and what lies on it" : "";
  return { why: `there is no place for the ${cards[cards.length - preferred]}${run > 1 ? more : ""}` };
}

/** The obvious move of the card in a cell. @param {Game} game @param {number} from @returns {Meaning} */
function obviousFromCell(game, from) {
  const card = game.position.cells?.[from - 1];
  if (!card) return { why: `cell ${from} is empty` };
  const moves = game.state.legal.filter((move) => move.kind === "from-cell" && move.from === from);
  const move = best(game, moves, card);
  return move ? { move } : { why: `there is no place for the ${card}` };
}

/** The move with the best target for a card, the leftmost of equal ones; undefined without moves. @param {Game} game @param {Move[]} moves @param {string} head */
function best(game, moves, head) {
  const value = (/** @type {Move} */ { to }) => {
    const bottom = faceUp(game, to).at(-1);
    if (!bottom) return 2;
    return bottom.slice(-1) === head.slice(-1) ? 0 : 1;
  };
  return moves.toSorted((a, b) => value(a) - value(b) || a.to - b.to)[0];
}
