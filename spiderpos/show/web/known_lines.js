/**
 * A cache of lines that may reach the goal: the reader's own moves, those found by searches and those of the page.
 *
 * A line is used only if the core confirms that its moves reach the goal from the current position:
 * an earlier move of the game may have broken a condition.
 */

import { answerOf } from "./solver.js";

/** @typedef {import("./core.js").Game} CoreGame */
/** @typedef {import("./core.js").Answer} Answer */
/** @typedef {import("./core.js").Move} Move */
/** A line: the FEN of each position, from its start to its end, and its moves in words. @typedef {{keys: string[], moves: string[]}} KnownLine */

/** The first clause of the goal that the game has broken, if any. @param {CoreGame} game */
export function broken(game) {
  if (game.state.verdict !== "fails") return undefined;
  return game.state.clauses.find(({ state, move }) => state === "broken" && move !== null);
}

/** Finds known lines that reach the goal. */
export class KnownLines {
  /** Lines found by searches in this page. @type {KnownLine[]} */
  #searched = [];

  /** @param {() => Iterable<KnownLine>} printed the lines of the page */
  constructor(printed) {
    this.printed = printed;
  }

  /**
   * The moves of a known line from a position of the game to the goal; null if there is none.
   * At the game's current position, one legal move that leads to a known line may come first.
   * @param {CoreGame} game
   * @param {number} [made] the number of moves before this position
   * @returns {Move[] | null}
   */
  rest(game, made = game.made) {
    const rest = this.#rest(game, made);
    if (rest || made !== game.made) return rest;
    for (const move of game.state.legal) {
      const continuation = this.#rest(game.fork(made, [move]), made + 1);
      if (continuation) return [move, ...continuation];
    }
    return null;
  }

  /**
   * The number of moves before the last position from which a known line reaches the goal; -1 if none.
   * @param {CoreGame} game
   * @param {number} end the number of moves before the last position to try
   */
  last(game, end) {
    let made = end;
    while (made >= 0 && !this.#rest(game, made)) made--;
    return made;
  }

  /** All lines, the reader's own moves first, also those undone. @param {CoreGame} game */
  *#lines(game) {
    yield lineOf(game);
    yield* this.#searched;
    yield* this.printed();
  }

  /**
   * The answer to "can the goal still be reached?": from the state of the goal, a known line, or a search.
   * @param {CoreGame} game
   * @param {(request: string) => Promise<Answer>} search
   * @returns {Promise<Answer & {clause?: import("./core.js").Clause, withoutSearch?: boolean}>} `clause` is broken;
   *   `withoutSearch` if the goal is reached, or a known line reaches it
   */
  async answer(game, search) {
    if (game.state.verdict === "holds") return { ...answerOf("solved"), withoutSearch: true };
    if (game.state.verdict === "fails") return { ...answerOf("impossible"), clause: broken(game) };
    const moves = this.rest(game);
    if (moves) return { ...answerOf("solved"), moves, withoutSearch: true };
    const { made } = game;
    const searched = await search(game.request());
    if (searched.outcome === "solved") this.keep(game, made, searched.moves);
    return searched;
  }

  /** Adds a line found by a search. @param {CoreGame} game @param {number} made @param {Move[]} moves */
  keep(game, made, moves) {
    this.#searched.push(lineOf(game.fork(made, moves)));
  }

  /** The moves of a known line from the position after `made` moves. @param {CoreGame} game @param {number} made */
  #rest(game, made) {
    const key = made ? game.moves[made - 1].fen : game.begin;
    for (const { keys, moves } of this.#lines(game)) {
      const index = keys.lastIndexOf(key);
      if (index < 0) continue;
      const line = game.fork(made);
      const { identities: assumed } = line.script(moves.slice(index).join("; "));
      // A line that assumes the identity of unknown cards proves nothing.
      if (assumed) continue;
      const reached = line.state.reachedAt;
      if (reached === null || reached < made) continue;
      line.go(reached);
      if (line.state.verdict === "holds") return line.moves.slice(made, reached).map(({ move }) => move);
    }
    return null;
  }
}

/** A game as a line, including its undone moves. @param {CoreGame} game @returns {KnownLine} */
export const lineOf = ({ begin, moves }) => ({ keys: [begin, ...moves.map(({ fen }) => fen)], moves: moves.map(({ words }) => words) });
