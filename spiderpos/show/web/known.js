/**
 * What is known without a search: the lines of the page, and those that a search has found.
 *
 * A line counts only if its moves, played from where the game is, reach the goal by the core's
 * own judgement: moves made before may have broken a condition.
 */

import { changed } from "./board.js";

/** @typedef {import("./core.js").Game} CoreGame */
/** @typedef {import("./core.js").Move} Move */
/** @typedef {import("./board.js").PositionData} PositionData */

/** A line: the keys of its positions, from the first, and its moves in words. @typedef {{keys: string[], moves: string[]}} KnownLine */

/** What a position is known by. @param {PositionData} position */
export function keyOf({ columns, hand = 0, removed = [], cells = [] }) {
  const piles = columns.map(({ down = 0, up = [] }) => [
    typeof down === "number" ? down : down.length,
    typeof up === "number" ? Array(up).fill("??") : up,
  ]);
  const left = typeof hand === "number" ? hand : hand.length;
  return JSON.stringify([piles, left, removed, cells]);
}

/** The part of a goal that a game has broken for good, if one is. @param {CoreGame} game */
export function broken(game) {
  if (game.verdict() !== "fails") return undefined;
  return game.clauses().find(({ state, move }) => state === "broken" && move !== null);
}

/** Lines that reach the goal, as far as they are known. */
export class Known {
  /** Those that were found here. @type {KnownLine[]} */
  #found = [];

  /** @param {() => Iterable<KnownLine>} printed the lines of the page */
  constructor(printed) {
    this.printed = printed;
  }

  /**
   * The moves of a known line from a place of the game to the goal; null if none is known.
   * @param {CoreGame} game
   * @param {number} [at] after so many moves
   * @returns {Move[] | null}
   */
  rest(game, at = game.at) {
    const own = at === game.at ? ahead(game) : lineOf(game, 0);
    const key = at === game.at ? own.keys[0] : own.keys[at];
    return this.#rest(game, at, key, this.#lines(own));
  }

  /**
   * The last place of the game from which a known line leads to the goal; -1 if there is none.
   * @param {CoreGame} game
   * @param {number} end the last place that counts
   */
  last(game, end) {
    const own = lineOf(game, 0);
    let at = end;
    while (at >= 0 && !this.#rest(game, at, own.keys[at], this.#lines(own))) at--;
    return at;
  }

  /** All lines; the reader's own moves come first, those that were taken back too. */
  *#lines(/** @type {KnownLine} */ own) {
    yield own;
    yield* this.#found;
    yield* this.printed();
  }

  /** Keeps a line that was found. @param {CoreGame} game @param {number} at @param {Move[]} moves */
  keep(game, at, moves) {
    const line = game.fork(at);
    for (const move of moves) line.play(move);
    this.#found.push(lineOf(line, at));
  }

  /**
   * @param {CoreGame} game
   * @param {number} at
   * @param {string} key
   * @param {Iterable<KnownLine>} lines
   * @returns {Move[] | null}
   */
  #rest(game, at, key, lines) {
    for (const { keys, moves } of lines) {
      const index = keys.indexOf(key);
      if (index < 0) continue;
      const line = game.fork(at);
      const { told } = line.script(moves.slice(index).join("; "));
      // A line for cards that nobody knows is none.
      if (told) continue;
      const reached = line.reachedAt();
      if (reached === null || reached < at) continue;
      line.go(reached);
      if (line.verdict() === "holds") return line.moves.slice(at, reached).map(({ move }) => move);
    }
    return null;
  }
}

/** The moves that were taken back, from where the game is. @param {CoreGame} game @returns {KnownLine} */
function ahead(game) {
  const left = game.moves.slice(game.at);
  const positions = [game.position];
  for (const { change } of left) positions.push(changed(positions[positions.length - 1], change));
  return { keys: positions.map(keyOf), moves: left.map(({ words }) => words) };
}

/** A game's moves from a place on. @param {CoreGame} game @param {number} at @returns {KnownLine} */
export function lineOf(game, at) {
  const positions = [game.fork(0).position];
  for (const { change } of game.moves) {
    positions.push(changed(positions[positions.length - 1], change));
  }
  return {
    keys: positions.slice(at).map(keyOf),
    moves: game.moves.slice(at).map(({ words }) => words),
  };
}
