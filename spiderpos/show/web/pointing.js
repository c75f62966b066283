/**
 * Translate a gesture into a legal move, or the reason why there is none.
 *
 * As in spiderpos.advice.pointing: pointing at a column moves as many cards as possible, and pointing
 * at a card moves it with those that cover it.  Without a target they go to the obvious place; if there
 * is none, another number of cards is tried, unless the gesture means exactly these.
 */

/** @typedef {import("./core.js").Game} Game */
/** @typedef {import("./core.js").Move} Move */
/** @typedef {import("./gestures.js").Gesture} Gesture */

/** The face-up cards of a column. @param {Game} game @param {number} column */
function faceUp(game, column) {
  const up = game.position.columns[column - 1]?.up ?? [];
  return typeof up === "number" ? Array(up).fill("??") : up;
}

/** The columns to which cards of a column can move. @param {Game} game @param {number} column */
export function takers(game, column) {
  const moves = game.legal().filter(({ kind, from }) => kind === "shift" && from === column);
  return [...new Set(moves.map(({ to }) => to))];
}

/**
 * Returns the move for a gesture.
 * @param {Game} game
 * @param {Gesture} gesture
 * @returns {{move: Move} | {why: string}}
 */
export function meant(game, { source, target, take, grip }) {
  const legal = game.legal();
  if (source === "removed") return { why: "a suit that was removed doesn't come back" };
  const from = Number(source.replace("cell ", ""));
  if (source.startsWith("cell")) return fromCell(game, legal, from, target);
  const cards = faceUp(game, from);
  const run = game.runs()[from - 1];
  const preferred = grip === "point" || take === null || take > run ? run : take;
  if (!run) return { why: `column ${from} is a space` };
  if (target === null) return obvious(game, from, preferred, grip);
  if (target === "removed") return tried(game, { kind: "remove", from, to: 0, count: 13 });
  const to = Number(target.replace("cell ", ""));
  if (target.startsWith("cell")) {
    if (grip !== "point" && take !== null && take > 1) {
      return { why: `a free cell takes one card, not ${take}` };
    }
    return tried(game, { kind: "to-cell", from, to, count: 1 });
  }
  const space = !faceUp(game, to).length;
  const most = grip === "card" && !space ? run : preferred;
  for (let count = most; count > 0; count--) {
    const move = legal.find(
      (m) => m.kind === "shift" && m.from === from && m.to === to && m.count === count,
    );
    if (move) return { move };
  }
  const head = cards[cards.length - preferred];
  const why = game.whyNot({ kind: "shift", from, to, count: preferred });
  return { why: why || `the ${head} doesn't go there` };
}

/** @param {Game} game @param {Move} move @returns {{move: Move} | {why: string}} */
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
 * @param {import("./gestures.js").Grip} grip "adjust" allows no other number
 * @returns {{move: Move} | {why: string}}
 */
function obvious(game, from, preferred, grip) {
  const cards = faceUp(game, from);
  const run = game.runs()[from - 1];
  const legal = game.legal().filter((m) => m.from === from);
  const exact = grip === "adjust";
  const off = legal.find((m) => m.kind === "remove");
  if (off && (exact ? preferred : run) >= 13) return { move: off };
  // If that number can't move, the greatest that can.
  const others = exact ? [] : Array.from({ length: run }, (_, i) => run - i);
  for (const count of [preferred, ...others]) {
    const shifts = legal.filter((m) => m.kind === "shift" && m.count === count);
    const move = best(game, shifts, cards[cards.length - count]);
    if (move) return { move };
  }
  const name = cards[cards.length - preferred];
  if (run === 1) return { why: `there is no place for the ${name}` };
  if (exact) {
    return { why: `there is no place for the ${name}${preferred > 1 ? " and what lies on it" : ""}` };
  }
  return { why: `there is no place for the ${name}, nor for another card of its run` };
}

/** @param {Game} game @param {Move[]} moves @param {string} head */
function best(game, moves, head) {
  const value = (/** @type {Move} */ { to }) => {
    const bottom = faceUp(game, to).at(-1);
    if (!bottom) return 2;
    return bottom.slice(-1) === head.slice(-1) ? 0 : 1;
  };
  return moves.toSorted((a, b) => value(a) - value(b) || a.to - b.to)[0];
}

/**
 * @param {Game} game
 * @param {Move[]} legal
 * @param {number} from
 * @param {string | null} target
 * @returns {{move: Move} | {why: string}}
 */
function fromCell(game, legal, from, target) {
  if (target?.startsWith("cell")) return { why: "no card moves from cell to cell" };
  if (target === "removed") return { why: "only a complete suit in a column can be removed" };
  if (target) return tried(game, { kind: "from-cell", from, to: Number(target), count: 1 });
  const card = game.position.cells?.[from - 1];
  if (!card) return { why: `cell ${from} is empty` };
  const move = best(
    game,
    legal.filter((m) => m.kind === "from-cell" && m.from === from),
    card,
  );
  return move ? { move } : { why: `there is no place for the ${card}` };
}
