/**
 * Known lines: those of the page and those found by searches, so that they needn't be searched again.
 *
 * A line is used only if the core confirms that its moves reach the goal from the current position:
 * an earlier move of the game may have broken a condition.
 */

import { changed } from "./board.js";

/** @typedef {import("./core.js").Game} CoreGame */
/** @typedef {import("./core.js").Move} Move */
/** @typedef {import("./board.js").PositionData} PositionData */

/** A line: the keys of its positions, from the first, and its moves in words. @typedef {{keys: string[], moves: string[]}} KnownLine */

/** A string that is equal for equal positions. @param {PositionData} position */
export function keyOf({ columns, hand = 0, removed = [], cells = [] }) {
  const piles = columns.map(({ down = 0, up = [] }) => [
    typeof down === "number" ? down : down.length,
    typeof up === "number" ? Array(up).fill("??") : up,
  ]);
  const left = typeof hand === "number" ? hand : hand.length;
  return JSON.stringify([piles, left, removed, cells]);
}

/** The first clause of the goal that the game has broken, if any. @param {CoreGame} game */
export function broken(game) {
  if (game.verdict() !== "fails") return undefined;
  return game.clauses().find(({ state, move }) => state === "broken" && move !== null);
}

/** The known lines that reach the goal. */
export class Known {
  /** Lines found by searches in this page. @type {KnownLine[]} */
  #searched = [];

  /** @param {() => Iterable<KnownLine>} printed the lines of the page */
  constructor(printed) {
    this.printed = printed;
  }

  /**
   * The moves of a known line from a position of the game to the goal; null if there is none.
   * One move that leads to a known line may come first.
   * @param {CoreGame} game
   * @param {number} [made] the number of moves before this position
   * @returns {Move[] | null}
   */
  rest(game, made = game.at) {
    const own = made === game.at ? ahead(game) : lineOf(game, 0);
    const rest = this.#rest(game, made, own.keys[made === game.at ? 0 : made], own);
    if (rest || made !== game.at) return rest;
    for (const move of game.legal()) {
      const after = game.fork();
      after.play(move);
      const continuation = this.#rest(after, made + 1, keyOf(after.position), { keys: [], moves: [] });
      if (continuation) return [move, ...continuation];
    }
    return null;
  }

  /**
   * The number of moves before the last position from which a known line reaches the goal; -1 if none.
   * @param {CoreGame} game
   * @param {number} end the last position to try
   */
  last(game, end) {
    const own = lineOf(game, 0);
    let made = end;
    while (made >= 0 && !this.#rest(game, made, own.keys[made], own)) made--;
    return made;
  }

  /** All lines, the reader's own moves first. @param {KnownLine} own */
  *#lines(own) {
    yield own;
    yield* this.#searched;
    yield* this.printed();
  }

  /** Adds a line found by a search. @param {CoreGame} game @param {number} made @param {Move[]} moves */
  keep(game, made, moves) {
    const line = game.fork(made);
    for (const move of moves) line.play(move);
    this.#searched.push(lineOf(line, made));
  }

  /**
   * @param {CoreGame} game
   * @param {number} made
   * @param {string} key of the position after this number of moves
   * @param {KnownLine} own the reader's own moves, including those undone
   * @returns {Move[] | null}
   */
  #rest(game, made, key, own) {
    for (const { keys, moves } of this.#lines(own)) {
      const index = keys.indexOf(key);
      if (index < 0) continue;
      const line = game.fork(made);
      const { told: assumed } = line.script(moves.slice(index).join("; "));
      // A line that assumes the identity of unknown cards proves nothing.
      if (assumed) continue;
      const reached = line.reachedAt();
      if (reached === null || reached < made) continue;
      line.go(reached);
      if (line.verdict() === "holds") return line.moves.slice(made, reached).map(({ move }) => move);
    }
    return null;
  }
}

/** The undone moves, as a line from the current position. @param {CoreGame} game @returns {KnownLine} */
function ahead(game) {
  const left = game.moves.slice(game.at);
  const positions = [game.position];
  for (const { change } of left) positions.push(changed(positions[positions.length - 1], change));
  return { keys: positions.map(keyOf), moves: left.map(({ words }) => words) };
}

/** A game's moves after the first `made`, as a line. @param {CoreGame} game @param {number} made @returns {KnownLine} */
export function lineOf(game, made) {
  const positions = [game.fork(0).position];
  for (const { change } of game.moves) {
    positions.push(changed(positions[positions.length - 1], change));
  }
  return {
    keys: positions.slice(made).map(keyOf),
    moves: game.moves.slice(made).map(({ words }) => words),
  };
}
