/**
 * Load the compiled core (native/) in a page, call it, and keep the moves of a game.
 *
 * The rules of the game are in the core (native/page.cpp), which takes text and returns JSON: it
 * decides which moves are legal, makes them, and evaluates the goal.
 */

import { readScript } from "./script.js";
import { refusalOf } from "./text.js";

/** @typedef {import("./board.js").PositionData} PositionData */

/**
 * A move.  Columns and cells count from 1; 0 if the move has none.
 * @typedef {object} Move
 * @property {"shift" | "deal" | "remove" | "to-cell" | "from-cell"} kind
 * @property {number} from
 * @property {number} to
 * @property {number} count
 */

/**
 * A move that was made: as a script writes it (`words`), as a sentence (`say`), the position after it, and for
 * each changed column its number, the number of cards that stay, from the top, and the new cards, face up.
 * @typedef {{move: Move, words: string, say: string, fen: string, set: [number, number, ...string[]][]}} Step
 */

/**
 * A clause of a goal and its state; `move` is the number, from 1, of the move that broke it, or null.
 * @typedef {object} Clause
 * @property {string} words
 * @property {"objective" | "condition"} kind
 * @property {"holds" | "open" | "broken" | "unknown"} state
 * @property {string} detail what the position has instead, or which card leaves it open
 * @property {number | null} move
 */

/** The state of a goal. @typedef {"open" | "holds" | "fails" | "undecided"} Verdict */

/**
 * The state of a game after some of its moves.
 * @typedef {object} State
 * @property {PositionData} position
 * @property {string} fen
 * @property {Move[]} legal
 * @property {number[]} runs the number of cards at the bottom of each column that move as a unit
 * @property {Step[]} steps the steps from the requested one on, including those of undone moves
 * @property {Clause[]} clauses
 * @property {Verdict} verdict
 * @property {number | null} reachedAt the number of moves after which all objectives hold; null if they never do
 */

/**
 * A position and a goal, as Python writes them into a page (`game_data` in spiderpos/goals/clauses.py).
 * @typedef {object} GameData
 * @property {{fen: string}} position
 * @property {{words: string, whatever: boolean, clauses: {words: string,
 *   kind: "objective" | "condition", numbers: number[] | null}[]} | null} goal
 */

/** A position that was read, with its notation. @typedef {{data: GameData, notation: string, assumed: string[]}} PositionRead */
/** @typedef {import("./text.js").Refusal} Refusal */

/**
 * The result of a search.
 * @typedef {object} Answer
 * @property {"solved" | "impossible" | "undecided" | "possible"} outcome
 * @property {Move[]} moves
 * @property {string} reason
 * @property {number} cases how many cases of a plan were played (`moves` has its first moves); 0 for a line
 * @property {string} line for "possible": a line in words, with the cards that it turns up in one sample of the hidden cards
 */

/**
 * The reason for a loss: a phrase, the cards that can't get free and those that they could go onto (each a
 * column from 1 and an index from 0), and the moves that get furthest.
 * @typedef {{why: string, stuck: [number, number][], targets: [number, number][], moves: Move[]}} Reason
 */

/**
 * The exports of spiderpos.wasm.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(size: number) => number} malloc
 * @property {(address: number) => void} free
 * @property {(text: number, seconds: number, bytes: number, work: number) => number} spiderpos_page
 */

/** An instance of the module.  The class must not use other names of this file: a worker gets only its source. */
export class Machine {
  /** @param {Exports} exports */
  constructor(exports) {
    this.exports = exports;
  }

  /** @param {BufferSource} bytes spiderpos.wasm @returns {Promise<Machine>} */
  static async open(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {
      env: {
        emscripten_notify_memory_growth() {},
        spiderpos_now: () => performance.now() / 1000,
      },
      wasi_snapshot_preview1: {
        proc_exit() {
          throw new Error("the core has stopped");
        },
      },
    });
    const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    exports._initialize();
    return new Machine(exports);
  }

  /**
   * Calls the core.  Class searches divide their effort by work, not by time, so that they give the same
   * result on every machine, and the same as `spiderpos solve --work`, unless the time runs out.
   * @param {string} text the request; see native/page.cpp
   * @param {number} [seconds] time limit of a search
   * @param {number} [bytes] memory limit of the tables of the class searches
   * @param {number} [work] work limit of the class searches
   * @returns {any} the decoded JSON
   */
  call(text, seconds = 0, bytes = 2 ** 30, work = Math.max(3e7, 1.5e6 * seconds)) {
    const { malloc, free, memory, spiderpos_page: page } = this.exports;
    const encoded = new TextEncoder().encode(`${text}\0`);
    const request = malloc(encoded.length);
    new Uint8Array(memory.buffer, request, encoded.length).set(encoded);
    const address = page(request, seconds, bytes, work);
    free(request);
    if (!address) throw new Error("there's no more memory");
    const whole = new Uint8Array(memory.buffer);
    const answer = new TextDecoder().decode(whole.slice(address, whole.indexOf(0, address)));
    free(address);
    return JSON.parse(answer);
  }
}

/** Matches moves in letters, numbers or JSON, which only the commands read. */
const OTHER_MOVES = /^[\s<[{("]*(?:[Mm]ove )?(?:[a-j] ?[a-j]\d*\b|[a-j]\d+ ?=|\d+[ \t]*[-,:> ]+\d|from"?:)/;
const ONLY_WORDS = "Pages read moves in words; `spiderpos convert-script` writes other notations in words";

/**
 * Reads the position of a request.
 * @param {Machine} machine
 * @param {string} request its verb is "fen" or "tableau"
 * @param {string} [notation] the notation of the reader's text
 * @returns {PositionRead | Refusal}
 */
export function positionOf(machine, request, notation = "fen") {
  const { fen, error, index, length, assumed } = machine.call(request);
  if (error !== undefined) return { error, index: Math.max(0, index), length };
  return { data: { position: { fen }, goal: null }, notation, assumed };
}

const KINDS = ["shift", "deal", "remove", "to-cell", "from-cell"];
/** Matches the identities of unknown cards at the beginning of a link. */
const IDENTITIES = /^(?:=\d+\.\w\w)*/;

/** A game: a position, an optional goal, and moves, of which the last ones may be undone. */
export class Game {
  /** The identities of unknown cards, as a link encodes them. */
  #identities = "";
  #made = 0;
  /** @type {Step[]} */
  #steps = [];
  /** @type {State} */
  #state;
  /** The start in FEN; unknown cards stay unknown when they are named later. @type {string} */
  #first;
  #machine;
  #header;
  #data;

  /** @param {Machine} machine @param {GameData} data */
  constructor(machine, data) {
    this.#machine = machine;
    this.#data = data;
    const lines = [data.position.fen];
    if (data.goal?.whatever) lines.push("w");
    for (const { kind, numbers, words } of data.goal?.clauses ?? []) {
      const encoded = numbers ? [kind[0], ...numbers].join(" ") : `u${kind[0]}`;
      lines.push(`${encoded}\t${words}`);
    }
    this.#header = `${lines.join("\n")}\n\n`;
    this.#state = this.#look(0, 0);
    this.#first = this.fen;
  }

  /** The state after the moves made. */
  get state() {
    return this.#state;
  }

  /** The current position. */
  get position() {
    return this.#state.position;
  }

  /** The current position in FEN. */
  get fen() {
    return this.#state.fen;
  }

  /** The start in FEN, as it was before any unknown card was named. */
  get begin() {
    return this.#first;
  }

  /** The number of moves made, without those undone. */
  get made() {
    return this.#made;
  }

  /** All moves, including those undone. */
  get moves() {
    return /** @type {readonly Step[]} */ (this.#steps);
  }

  /** The last move made. @returns {Step | undefined} */
  get step() {
    return this.#steps[this.#made - 1];
  }

  /** The reason why a move is illegal; empty if it is legal. @param {Move} move @returns {string} */
  whyNot({ kind, from, to, count }) {
    return this.#call(`why ${this.#made} ${KINDS.indexOf(kind)} ${from} ${to} ${count}`);
  }

  /**
   * Makes a move.  If it differs from the first undone move, all undone moves are discarded.  Throws if
   * it is illegal.
   * @param {Move} move
   * @returns {Step}
   */
  play(move) {
    const why = this.whyNot(move);
    if (why) throw new Error(why);
    const made = this.#made;
    if (linksOf(this.#steps.slice(made, made + 1)) === linkOf(move)) this.go(made + 1);
    else this.#keep(this.link() + linkOf(move), made + 1, made);
    return this.#steps[made];
  }

  /**
   * Plays the moves of a text up to the first illegal one; none if the text can't be read.  Undone moves are
   * discarded, unless the played moves repeat them and name no card.
   * @param {string} text
   * @returns {{played: number, identities: string, error?: string, index?: number, length?: number}} `identities`
   *   has the unknown cards that the text names, as a link encodes them
   */
  script(text) {
    let script;
    try {
      script = readScript(text);
    } catch (error) {
      const refusal = refusalOf(error);
      if (OTHER_MOVES.test(text)) refusal.error += `. ${ONLY_WORDS}`;
      return { played: 0, identities: "", ...refusal };
    }
    const { moves, ...result } = this.#call(`script ${this.#made}`, script.map(({ move }) => move).join("\n"));
    if (result.played) {
      const end = this.#made + moves.length;
      const played = moves.join("");
      const same = played === linksOf(this.#steps.slice(this.#made, end)) && !result.identities;
      const undone = same ? linksOf(this.#steps.slice(end)) : "";
      const link = this.#identities + result.identities + linksOf(this.#steps.slice(0, this.#made)) + played + undone;
      this.#keep(link, end, result.identities ? 0 : this.#made);
    }
    const { begin, end } = script[result.played] ?? { begin: 0, end: 0 };
    return result.error === undefined ? result : { ...result, index: begin, length: end - begin };
  }

  /** Goes to the position after this number of moves. @param {number} made */
  go(made) {
    this.#state = this.#look(made, this.#steps.length);
    this.#made = made;
  }

  /**
   * Sets the identity of an unknown card, and discards all undone moves.  Throws if it can't be this card.
   * @param {{column: number, row: number}} place from 1; rows from the top, counting face-down cards
   * @param {string} card
   */
  tell({ column, row }, card) {
    const identity = this.#call(`tell ${this.#made} ${column} ${row} ${card}`);
    this.#keep(this.#identities + identity + linksOf(this.#steps.slice(0, this.#made)), this.#made, 0);
  }

  /** The moves made, as a script.  @returns {string} */
  words() {
    return this.#call(`words ${this.#made}`);
  }

  /**
   * The identities of unknown cards, and the first moves, in the short form for an address.
   * @param {number} [count] the number of moves; by default those made
   */
  link(count = this.#made) {
    return this.#identities + linksOf(this.#steps.slice(0, count));
  }

  /** Replaces the moves, and the named cards, by those of a link.  Throws if a move is illegal. @param {string} link */
  follow(link) {
    this.#keep(link, 0, 0);
    this.go(this.#steps.length);
  }

  /**
   * Returns a copy of the game, for trying moves.
   * @param {number} [made] the number of moves to keep
   * @param {Move[]} [more] moves to add
   */
  fork(made = this.#made, more = []) {
    const copy = new Game(this.#machine, this.#data);
    const link = this.link(made) + more.map(linkOf).join("");
    if (link) copy.follow(link);
    return copy;
  }

  /**
   * The request for a search after a number of moves.  The answer is undecided, with the reason, if there is nothing
   * to search for: the goal is reached, can't be reached any more, or isn't supported.
   * @param {number} [made] the number of moves; by default those made
   */
  request(made = this.#made) {
    return this.#text(`ask ${made}`);
  }

  /**
   * The request for the reason why the goal can't be reached after this number of moves.
   * @param {number} made
   * @param {number} from the number of moves after which it could be reached
   * @param {Move[]} line the moves that reached it from there
   */
  why(made, from, line) {
    return this.#text(`lost ${made} ${from}`, line.map(linkOf).join(""));
  }

  /**
   * The request for a plan that wins whatever turns up, regardless of the game's goal.  The answer is undecided if
   * cards are left in the hand.
   */
  sure() {
    return this.#text(`sure ${this.#made}`);
  }

  /** A request to the core. @param {string} verb @param {string} [text] @param {string} [link] */
  #text(verb, text = "", link = this.link(this.#steps.length)) {
    return `${verb}\n${this.#header}${link}\n${text}`;
  }

  /** @param {string} verb @param {string} [text] @param {string} [link] */
  #call(verb, text, link) {
    const result = this.#machine.call(this.#text(verb, text, link));
    if (result.error !== undefined && result.played === undefined) throw new Error(result.error);
    return result;
  }

  /**
   * @param {number} made
   * @param {number} from the index, from 0, of the first move whose step is returned
   * @param {string} [link]
   * @returns {State}
   */
  #look(made, from, link = undefined) {
    return this.#call(`state ${made} ${from}`, "", link);
  }

  /**
   * Replaces the moves and the named cards.  Throws if a move is illegal.
   * @param {string} link
   * @param {number} made the number of moves that are not undone
   * @param {number} same the number of moves at the beginning whose steps are unchanged
   */
  #keep(link, made, same) {
    this.#state = this.#look(made, same, link);
    this.#steps = [...this.#steps.slice(0, same), ...this.#state.steps];
    this.#identities = IDENTITIES.exec(link)?.[0] ?? "";
    this.#made = made;
  }
}

/** The moves of steps in the short form. @param {readonly Step[]} steps */
const linksOf = (steps) => steps.map(({ move }) => linkOf(move)).join("");

/** @param {Move} move  @returns {string} the move in the short form of native/page/link.hpp */
export function linkOf({ kind, from, to, count }) {
  const letter = (/** @type {number} */ column) => "abcdefghij"[column - 1];
  switch (kind) {
    case "shift":
      return `${letter(from)}${letter(to)}${count > 1 ? count : ""}`;
    case "deal":
      return "D";
    case "remove":
      return `R${letter(from)}`;
    case "to-cell":
      return `T${letter(from)}${to}`;
    default:
      return `F${from}${letter(to)}`;
  }
}
