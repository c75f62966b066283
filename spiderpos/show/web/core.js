/**
 * The compiled core (native/) in a page: loads it, asks it, and keeps the moves of a game.
 *
 * No rule of the game is here: texts go in, JSON comes out.  Moves, legal or not, what they do, and
 * what is left of a goal, all that is said by the core (native/page.cpp).
 */

import { positionIn } from "./reading.js";
import { readScript } from "./script.js";
import { Unreadable } from "./text.js";

/** @typedef {import("./board.js").PositionData} PositionData */
/** @typedef {import("./board.js").ChangeData} ChangeData */

/**
 * A move.  Columns and cells count from 1; 0 where there is none.
 * @typedef {object} Move
 * @property {"shift" | "deal" | "remove" | "to-cell" | "from-cell"} kind
 * @property {number} from
 * @property {number} to
 * @property {number} count
 */

/**
 * A move that was made: in the words of a script, as one would say it, and what it changes.
 * @typedef {{move: Move, words: string, say: string, change: ChangeData}} Step
 */

/**
 * A part of a goal and how it stands; `move` is the one that broke it, from 1.
 * @typedef {object} Clause
 * @property {string} words
 * @property {"objective" | "condition"} kind
 * @property {"holds" | "open" | "broken" | "unknown"} state
 * @property {string} found
 * @property {number | null} move
 */

/** How the goal stands. @typedef {"open" | "holds" | "fails" | "undecided"} Verdict */

/**
 * What the core says of a game after so many moves.
 * @typedef {object} State
 * @property {PositionData} position
 * @property {string} fen
 * @property {Move[]} legal
 * @property {number[]} runs
 * @property {Step[]} steps
 * @property {Clause[]} clauses
 * @property {Verdict} verdict
 * @property {number | null} reachedAt
 * @property {string} doubt what unknown cards leave open, in words
 */

/**
 * A position and a goal, as Python writes them into a page (`game_data` in data.py).
 * @typedef {object} GameData
 * @property {{fen: string}} position
 * @property {{words: string, whatever: boolean, clauses: {words: string,
 *   kind: "objective" | "condition", numbers: number[] | null}[]} | null} goal
 */

/** Why a text can't be read, and where. @typedef {{error: string, at: number, length: number}} Refusal */

/** What the searches are asked; `plain` is a request to the player. @typedef {{text: string, plain?: boolean}} SearchRequest */

/** How far a search is. @typedef {{classes: number, steps: number, seconds: number}} Progress */

/**
 * What the searches say.
 * @typedef {object} Answer
 * @property {"solved" | "impossible" | "undecided" | "possible"} outcome
 * @property {Move[]} moves
 * @property {number} classes
 * @property {string} digest
 * @property {number} seconds
 * @property {"classes" | "positions"} method
 * @property {string} reason
 * @property {number} cases of a plan, whose first moves these are: how many were played; 0 for a line
 * @property {string} line if it is possible: a line in words, with the cards that it turns up in one draw
 */

/**
 * What spiderpos.wasm has.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(size: number) => number} malloc
 * @property {(address: number) => void} free
 * @property {(text: number) => number} spiderpos_page
 * @property {(text: number, seconds: number, bytes: number, work: number) => number} spiderpos_ask
 */

/** The module as it runs, with its memory.  It needs nothing but itself: a worker has its text. */
export class Machine {
  /** @param {Exports} exports */
  constructor(exports) {
    this.exports = exports;
  }

  /**
   * @param {BufferSource} bytes spiderpos.wasm
   * @param {(progress: Progress) => void} [progress] told a few times a second how far a search is
   * @returns {Promise<Machine>}
   */
  static async open(bytes, progress) {
    const { instance } = await WebAssembly.instantiate(bytes, {
      env: {
        emscripten_notify_memory_growth() {},
        spiderpos_now: () => performance.now() / 1000,
        spiderpos_report(
          /** @type {number} */ classes,
          /** @type {number} */ steps,
          /** @type {number} */ seconds,
        ) {
          progress?.({ classes, steps, seconds });
        },
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
   * Asks the core.
   * @param {string} text see native/page.cpp
   * @returns {any} its answer
   */
  call(text) {
    return this.#answer(text, (at) => this.exports.spiderpos_page(at));
  }

  /**
   * Asks the searches.  What those by classes share out they share out by work, so that they do the
   * same on every machine, and the same as `spiderpos solve --work`.
   * @param {SearchRequest} request
   * @param {number} seconds
   * @param {number} [bytes] what their tables may take
   * @param {number} [work] what the searches by classes may do
   * @returns {Answer}
   */
  ask(request, seconds, bytes = 2 ** 30, work = Math.max(4e7, 2e6 * seconds)) {
    const began = performance.now();
    const answer = this.#answer(request.text, (at) =>
      this.exports.spiderpos_ask(at, seconds, bytes, work),
    );
    if (answer.error) throw new Error(answer.error);
    return { ...answer, seconds: (performance.now() - began) / 1000 };
  }

  /**
   * @param {string} text
   * @param {(at: number) => number} ask
   */
  #answer(text, ask) {
    const { malloc, free, memory } = this.exports;
    const bytes = new TextEncoder().encode(text);
    const at = malloc(bytes.length + 1);
    const place = new Uint8Array(memory.buffer, at, bytes.length + 1);
    place.set(bytes);
    place[bytes.length] = 0;
    const found = ask(at);
    free(at);
    if (!found) throw new Error("there's no more memory");
    const whole = new Uint8Array(memory.buffer);
    const answer = new TextDecoder().decode(whole.slice(found, whole.indexOf(0, found)));
    free(found);
    return JSON.parse(answer);
  }
}

/** The core: games, and positions that are read from texts. */
export class Core {
  /** @param {Machine} machine */
  constructor(machine) {
    this.machine = machine;
  }

  /** @param {GameData} data */
  game(data) {
    return new Game(this.machine, data);
  }

  /**
   * A position in one of the notations of pages, or why it can't be read.
   * @param {string} text
   * @returns {{data: GameData, notation: string, assumed: string[]} | Refusal}
   */
  read(text) {
    try {
      const { notation, request, begin, assumed = [] } = positionIn(text);
      const { fen, error, at, length, assumed: more } = this.machine.call(request);
      if (error === undefined) {
        return { data: { position: { fen }, goal: null }, notation, assumed: [...assumed, ...more] };
      }
      return { error, at: begin + Math.max(0, at), length };
    } catch (error) {
      return refusal(error);
    }
  }
}

/** Why a text can't be read. @param {unknown} error @returns {Refusal} */
function refusal(error) {
  if (!(error instanceof Unreadable)) throw error;
  const { message, expected, at, length } = error;
  return { error: expected ? `${message}; expected ${expected}` : message, at, length };
}

/**
 * @param {BufferSource} bytes spiderpos.wasm
 * @returns {Promise<Core>}
 */
export async function openCore(bytes) {
  return new Core(await Machine.open(bytes));
}

const KINDS = ["shift", "deal", "remove", "to-cell", "from-cell"];

/** A game: a position, a goal or none, and the moves from there, of which some may be undone. */
export class Game {
  /** @type {string[]} */
  #moves = [];
  #told = "";
  #at = 0;
  /** @type {Step[]} */
  #steps = [];
  /** @type {State} */
  #state;
  /** The position that it begins from, in one line, without cards that were told since. @type {string} */
  #first;
  #machine;
  #header;
  #data;

  /**
   * @param {Machine} machine
   * @param {GameData} data
   */
  constructor(machine, data) {
    this.#machine = machine;
    this.#data = data;
    const lines = [data.position.fen];
    if (data.goal?.whatever) lines.push("w");
    for (const { kind, numbers, words } of data.goal?.clauses ?? []) {
      const said = numbers ? [kind[0], ...numbers].join(" ") : `u${kind[0]}`;
      lines.push(`${said}\t${words}`);
    }
    this.#header = `${lines.join("\n")}\n\n`;
    this.#state = this.#look(0);
    this.#first = this.fen;
  }

  /** The position as it stands. */
  get position() {
    return this.#state.position;
  }

  /** The position in one line. */
  get fen() {
    return this.#state.fen;
  }

  /** The position that the game begins from, in one line. */
  get begin() {
    return this.#first;
  }

  /** How many moves are made. */
  get at() {
    return this.#at;
  }

  /** All moves, those that were undone too. */
  get moves() {
    return /** @type {readonly Step[]} */ (this.#steps);
  }

  /** Every legal move. */
  legal() {
    return this.#state.legal;
  }

  /** How many cards at the bottom of each column move as a unit. */
  runs() {
    return this.#state.runs;
  }

  /** The goal, clause by clause. */
  clauses() {
    return this.#state.clauses;
  }

  verdict() {
    return this.#state.verdict;
  }

  /** What unknown cards leave open, in words; empty if nothing. */
  doubt() {
    return this.#state.doubt;
  }

  /** How many moves it took to the goal; null if it isn't reached. */
  reachedAt() {
    return this.#state.reachedAt;
  }

  /**
   * Why a move isn't legal; empty if it is.
   * @param {Move} move
   * @returns {string}
   */
  whyNot({ kind, from, to, count }) {
    return this.#call(`why ${this.#at} ${KINDS.indexOf(kind)} ${from} ${to} ${count}`);
  }

  /**
   * Makes a move; those that were undone are dropped.  Throws if it is illegal.
   * @param {Move} move
   * @returns {Step}
   */
  play(move) {
    const why = this.whyNot(move);
    if (why) throw new Error(why);
    this.#keep([...this.#moves.slice(0, this.#at), linkOf(move)], this.#at + 1, this.#at);
    return this.#steps[this.#at - 1];
  }

  /**
   * Plays the moves of a text, as far as they are legal; none, if it can't be read.
   * @param {string} text
   * @returns {{played: number, told: string, error?: string, at?: number, length?: number}} with the
   *   unknown cards that the text names
   */
  script(text) {
    let script;
    try {
      script = readScript(text);
    } catch (error) {
      return { played: 0, told: "", ...refusal(error) };
    }
    const { moves, ...found } = this.#call(`script ${this.#at}`, script.map(({ move }) => move).join("\n"));
    if (found.played) {
      const all = [...this.#moves.slice(0, this.#at), ...moves];
      this.#keep(all, all.length, found.told ? 0 : this.#at, this.#told + found.told);
    }
    const { at, end } = script[found.played] ?? { at: 0, end: 0 };
    return found.error === undefined ? found : { ...found, at, length: end - at };
  }

  /**
   * Goes to the position after so many moves.
   * @param {number} at
   */
  go(at) {
    this.#state = this.#look(at, this.#steps.length);
    this.#at = at;
  }

  /**
   * Says what an unknown card is, from now on; throws if it can't be that one.
   * @param {{column: number, row: number}} place from 1; rows from the top, face-down cards too
   * @param {string} card
   */
  tell({ column, row }, card) {
    const told = this.#call(`tell ${this.#at} ${column} ${row} ${card}`);
    this.#keep(this.#moves.slice(0, this.#at), this.#at, 0, this.#told + told);
  }

  /** The moves that are made, as a script.  @returns {string} */
  words() {
    return this.#call(`words ${this.#at}`);
  }

  /** The moves that are made, in few characters for an address. */
  link() {
    return this.#told + this.#moves.slice(0, this.#at).join("");
  }

  /**
   * Makes the moves of a link, from the beginning; throws if they can't be made.
   * @param {string} link
   */
  follow(link) {
    const text = link.match(/^(=\d+\.\w\w)*/)?.[0] ?? "";
    const moves = this.#call("link", "", link);
    this.#keep(moves, moves.length, 0, text);
  }

  /**
   * Another game with the same moves, to try things in.
   * @param {number} [at] so many of them
   */
  fork(at = this.#at) {
    const copy = new Game(this.#machine, this.#data);
    const link = this.#told + this.#moves.slice(0, at).join("");
    if (link) copy.follow(link);
    return copy;
  }

  /**
   * What a worker needs to search from here, or why nothing can be asked.
   * @param {number} [at] after so many moves
   * @returns {SearchRequest | {unsupported: string}}
   */
  request(at = this.#at) {
    return this.#call(`request ${at}`);
  }

  /**
   * The same for a win whatever turns up, whatever the game is played for.
   * @returns {SearchRequest | {unsupported: string}}
   */
  sure() {
    return this.#call(`sure ${this.#at}`);
  }

  /**
   * @param {string} verb
   * @param {string} [text]
   * @param {string} [link]
   */
  #call(verb, text = "", link = this.#told + this.#moves.join("")) {
    const found = this.#machine.call(`${verb}\n${this.#header}${link}\n${text}`);
    if (found.error !== undefined && found.played === undefined) throw new Error(found.error);
    return found;
  }

  /**
   * @param {number} at
   * @param {number} [from] the first move whose step is wanted
   * @param {string} [link]
   * @returns {State}
   */
  #look(at, from = 0, link = undefined) {
    return this.#call(`state ${at} ${from}`, "", link);
  }

  /**
   * Takes other moves than before, if they can be made.
   * @param {string[]} moves
   * @param {number} at
   * @param {number} same how many of the first moves are those that were there
   * @param {string} [told]
   */
  #keep(moves, at, same, told = this.#told) {
    const state = this.#look(at, same, told + moves.join(""));
    this.#state = state;
    this.#steps = [...this.#steps.slice(0, same), ...state.steps];
    this.#moves = moves;
    this.#told = told;
    this.#at = at;
  }
}

/** @param {Move} move  @returns {string} the move in few characters, as native/page/link.hpp has it */
function linkOf({ kind, from, to, count }) {
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
