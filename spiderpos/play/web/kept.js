/**
 * A game that the server keeps on the disk: played here, and told to the server after each change.
 *
 * What the page shows is what is on the disk, or is about to be: what can't be kept is taken back.
 * Each request says which version of the game it goes on from; if there is another one by now,
 * nothing is done, and the page gets that one.
 */

import { dialog } from "./dialog.js";
import { byId, capital, counted, element } from "./dom.js";
import { Play } from "./game.js";
import { ask, clock, Refusal } from "./server.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./core.js").Step} Step */

/**
 * What the server says of a game (`state` in spiderpos/play/view.py).
 * @typedef {object} State
 * @property {string} id
 * @property {string} title
 * @property {string} stipulation
 * @property {string} version
 * @property {import("./core.js").GameData} game
 * @property {string[]} moves in words, those that were taken back too
 * @property {number} done
 * @property {string[]} solution the catalogue's, if it has one
 * @property {string[]} hidden the cards that nobody knows, each once
 * @property {number} score
 * @property {number} seconds how long it was played
 * @property {number} deals
 * @property {boolean} won
 * @property {boolean} from_deal whether it can go back to a deal before its start
 * @property {Record<string, string>} options
 * @property {Record<string, string>} formats
 */

/** What a move showed that wasn't seen before, in words; empty if nothing. @param {Step} step */
function shownBy({ move, say }) {
  if (move.kind === "deal") return "a row that was dealt";
  const turned = /Turned up: (.*)\.$/.exec(say);
  return turned ? `what came up: ${turned[1]}` : "";
}

export class Kept extends Play {
  /** Whether the server is asked to do something. */
  #acting = false;
  /** The seconds played that the server hasn't been told. */
  #seconds = 0;
  /** Settled when the server has been told of all moves. @type {Promise<void> | null} */
  #keeping = null;
  /** Called when the game is on the disk as it is here. */
  kept = () => {};

  /**
   * @param {import("./stage.js").Stage} stage
   * @param {Core} core
   * @param {State} state
   */
  constructor(stage, core, state) {
    const game = played(core, state);
    const page = { id: "", past: () => ({ root: "start", words: "" }), begin: () => this.game };
    const hidden = () => this.state.hidden;
    super(stage, game, { ...page, hidden, draw: () => this.act("draw"), chance: () => this.#chance() });
    this.core = core;
    this.state = state;
    this.changes.push(() => {
      this.#keeping ??= this.#keep().finally(() => (this.#keeping = null));
    });
  }

  /** Counts a second that the game is looked at. */
  tick() {
    if (this.replaying || this.state.won) return;
    this.#seconds += 1;
    this.#time();
  }

  #time() {
    byId("time").textContent = clock(this.state.seconds + this.#seconds);
  }

  get ready() {
    return !this.replaying && !this.#acting;
  }

  /** Whether the server has the game as it is here. */
  get settled() {
    return this.ready && !this.#keeping;
  }

  /** How often the best player wins from here; no games if that can't be told. */
  async #chance() {
    await this.#keeping;
    const { id, version, won } = this.state;
    if (won) return { won: 0, games: 0, words: "" };
    // A browser asks the same address once at a time.
    return ask(`games/${id}/chance?version=${version}`).catch(() => ({ won: 0, games: 0, words: "" }));
  }

  get address() {
    return "";
  }

  here() {
    return this.game;
  }

  play(/** @type {import("./core.js").Move} */ move) {
    if (this.ready) super.play(move);
  }

  // Back and forth

  go(/** @type {number} */ number) {
    if (!number && !this.at && this.state.from_deal) {
      this.#ask("This goes back to the deal, and the position is forgotten.", () => this.act("over"));
    } else {
      const back = this.game.moves.slice(number, this.at);
      const seen = back.map(shownBy).filter(Boolean);
      const what = back.length > 1 ? `${counted(back.length, "move")}, ${seen.length} of which showed new cards` : seen[0];
      if (seen.length) this.#ask(`This takes back ${what}.`, () => this.#goes(number));
      else super.go(number);
    }
  }

  #goes(/** @type {number} */ number) {
    super.go(number);
    this.stage.show();
  }

  /** @param {string} text @param {() => void} act */
  async #ask(text, act) {
    if ((await dialog("Go back?", [element("p", "", text)], ["Go back", "Cancel"])) === "Go back") act();
  }

  shown() {
    super.shown();
    this.#facts();
  }

  /** Shows what the server says of the game. */
  #facts() {
    const { state, at } = this;
    byId("stipulation").textContent = state.stipulation;
    byId("title").textContent = state.title;
    document.title = `${state.title} · spiderpos`;
    byId("moves").textContent = counted(state.done, "move");
    byId("deals").textContent = `${counted(state.deals, "deal")} left`;
    byId("score").textContent = `${state.score} points`;
    this.#time();
    byId("first").setAttribute("aria-disabled", String(!at && !state.from_deal));
    if (state.won && !this.game.clauses().length) {
      byId("verdict").textContent = "The game is won.";
      if (at === state.done) this.stage.say([`Solved by move ${at}.`], "", "good");
      document.body.classList.add("won");
    }
  }

  // What the server does

  /** Plays moves in any notation, all or none. @param {string} text */
  async read(text) {
    try {
      await this.#asked("script", { text });
      return { played: 0 };
    } catch (error) {
      const { data, message } = this.#refusal(error);
      return { played: 0, error: data.short ?? message, at: data.at, length: data.length };
    }
  }

  /**
   * Has the server do something to the game, and takes it as it is then.
   * @param {string} what
   * @param {object} [details]
   */
  async act(what, details) {
    try {
      await this.#asked(what, details);
    } catch (error) {
      this.complain(error);
    }
  }

  async #asked(/** @type {string} */ what, /** @type {object | undefined} */ details) {
    if (this.#acting) return;
    if (this.replaying) this.stage.use(this);
    this.#acting = true;
    try {
      await this.#keeping;
      const { version, id } = this.state;
      const { words, state } = await ask(`games/${id}/${what}`, { version, ...details });
      this.take(state);
      this.stage.say([`${capital(words)}.`]);
      this.kept();
    } finally {
      this.#acting = false;
    }
  }

  /** Takes the game as the server has it. @param {State} state */
  take(state) {
    const game = played(this.core, state);
    this.state = state;
    this.begin(game, "start");
  }

  begin(/** @type {import("./core.js").Game} */ game, /** @type {string} */ root) {
    this.kind = "game";
    super.begin(game, root);
  }

  /** Says why the server doesn't do something. @param {unknown} error */
  complain(error) {
    this.refuse(this.#refusal(error).message);
  }

  /** A refusal of the server; what it tells of the game is taken. @param {unknown} error */
  #refusal(error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.data.state) this.take(error.data.state);
    return error;
  }

  /** Tells the server the game as it is here, until it has it. */
  async #keep() {
    try {
      for (let told = this.#news(); told; told = this.#news()) {
        this.state = (await ask(`games/${this.state.id}/keep`, told)).state;
        this.#facts();
        this.kept();
      }
    } catch (error) {
      this.take(this.state);
      this.complain(error);
    }
  }

  /** What the server doesn't know of the game yet; null if nothing. */
  #news() {
    const moves = this.game.moves.map(({ words }) => words);
    const { version, moves: old, done } = this.state;
    const differs = moves.findIndex((words, i) => words !== old[i]);
    const same = differs < 0 ? moves.length : differs;
    if (same === old.length && same === moves.length && done === this.at) return null;
    const seconds = this.#seconds;
    this.#seconds = 0;
    return { version, same, moves: moves.slice(same), done: this.at, seconds };
  }
}

/** The game that the server tells. @param {Core} core @param {State} state */
function played(core, { game: data, moves, done }) {
  const game = core.game(data);
  if (moves.length) game.script(moves.join("\n"));
  // A card that can only be one is told here.
  const same = moves.every((words, i) => game.moves[i]?.words.startsWith(words));
  if (!same || game.moves.length !== moves.length) {
    throw new Error("this game can't be played here");
  }
  game.go(done);
  return game;
}
