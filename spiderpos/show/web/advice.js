/**
 * The computer player, which doesn't see hidden cards (native/player.cpp): it deals games, advises on
 * moves, estimates the chance to win, and draws unknown cards.  Its module is in a separate script.
 */

import { Machine } from "./core.js";
import { Solver } from "./solver.js";

/** @typedef {import("./core.js").Move} Move */

/** The number of games that estimate the chance to win. */
const GAMES = 10;

/** @type {Promise<Player> | null} */
let opened = null;

/** Returns the player; the first call loads its script. */
export function openPlayer() {
  opened ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "player.js";
    script.onerror = () => reject(new Error("the file player.js is missing"));
    script.onload = () => {
      const bytes = Uint8Array.from(atob(/** @type {any} */ (window).spiderposPlayer), (sign) => sign.charCodeAt(0));
      Machine.open(bytes).then((machine) => resolve(new Player(bytes, machine)), reject);
    };
    document.body.append(script);
  });
  return opened;
}

export class Player {
  #solver;

  /** @param {BufferSource} bytes @param {Machine} machine */
  constructor(bytes, machine) {
    this.machine = machine;
    this.#solver = new Solver(bytes);
  }

  /** @param {string} verb @param {string} text @returns {any} */
  #call(verb, text) {
    const answer = this.machine.call(`${verb}\n${text}`);
    if (answer.error) throw new Error(answer.error);
    return answer;
  }

  /** The deal with this number, in FEN. @param {number} number @param {string} rules @returns {string} */
  deal(number, rules) {
    return this.#call(`deal ${number}`, rules).fen;
  }

  /** The facts about a position that depend on its rules. @param {string} fen @returns {import("./survey.js").Facts} */
  facts(fen) {
    return this.#call("facts 0", fen);
  }

  /** The position with its unknown cards drawn at random. @param {string} fen @returns {string} */
  draw(fen) {
    return this.#call(`draw ${crypto.getRandomValues(new Uint16Array(1))[0]}`, fen).fen;
  }

  /**
   * The player's moves from the current position up to the next card turned up, row dealt or suit
   * removed.  They are computed from the last such event, or from here if the moves since then differ from
   * the player's.  If they were computed from here after every move, the advice could undo the move just made.
   * @param {import("./core.js").Game} game
   * @returns {Move[]}
   */
  advise(game) {
    const made = game.moves.slice(0, game.made);
    const event = made.findLastIndex(({ move, say }) => move.kind === "deal" || /Turned up|are removed|go off/.test(say));
    const since = made.slice(event + 1).map(({ move }) => JSON.stringify(move));
    const line = /** @type {Move[]} */ (this.#call("advise 0", game.fork(event + 1).fen).moves);
    if (since.length < line.length && since.every((move, i) => move === JSON.stringify(line[i]))) return line.slice(since.length);
    return since.length ? this.#call("advise 0", game.fen).moves : line;
  }

  /**
   * Plays several games from here in a worker, each with new hidden cards, and counts the wins.
   * @param {import("./core.js").Game} game
   * @returns {Promise<{won: number, games: number}>}
   */
  async chance(game) {
    const counts = /** @type {any} */ (await this.#solver.ask(`chance ${GAMES}\n${game.fen}`, { seconds: 60 }));
    return { won: counts.won ?? 0, games: counts.games ?? 0 };
  }
}
