/**
 * The panel for questions to the prover, which runs in a worker: can the goal still be reached, which
 * move lost it, and does a claim hold?
 */

import { button, byId, capital, counted, element } from "./dom.js";
import { signs } from "./faces.js";
import { broken } from "./known.js";
import { Live } from "./live.js";
import { remember, settings } from "./memory.js";
import { Solver } from "./solver.js";

/** @typedef {import("./core.js").Game} CoreGame */
/** @typedef {import("./core.js").SearchRequest} SearchRequest */
/** @typedef {import("./solver.js").Answer} Answer */

/** Time limits in seconds: for a question during play, for a proof, and for a reason. */
const QUICK = 20;
const LONG = 3600;
const WHY = 10;

/** Runs one search at a time and shows that it runs. */
export class Searches {
  /** Stops the current search without an answer. */
  #drop = () => {};

  /** @param {BufferSource} core */
  constructor(core) {
    this.core = core;
    this.solver = new Solver(core);
  }

  /** Stops the current search, if any, and discards its answer. */
  drop() {
    this.#drop();
  }

  /**
   * Runs a search.  The answer is undecided if the reader stops it.  If another search replaces it,
   * the promise is never settled.
   * @param {SearchRequest | {unsupported: string}} request
   * @param {number} seconds
   * @param {HTMLElement} place the element that shows it
   * @param {string} what a description of the search for the reader
   * @returns {Promise<Answer>}
   */
  async ask(request, seconds, place, what) {
    this.drop();
    let dropped = false;
    this.#drop = () => {
      dropped = true;
      this.solver.stop();
      place.replaceChildren();
    };
    const bar = element("progress");
    bar.ariaLabel = what;
    place.replaceChildren(`${what}… `, bar, " ", button("Stop", () => this.solver.stop()));
    const answer = await this.solver.ask(request, { seconds });
    if (dropped) return new Promise(() => {});
    this.#drop = () => {};
    place.replaceChildren();
    return answer;
  }
}

/** The place of a position in the game. @param {number} at the number of moves made */
const placeOf = (at) => (at ? `after move ${at}` : "at the start");

/** A description of the completed search. @param {Answer} answer */
export const searched = ({ seconds }) => `by a complete search of ${seconds.toFixed(1)} s`;

/** The panel with questions about the current game. */
export class Prover {
  /**
   * @param {import("./game.js").Play} play
   * @param {Searches} searches
   * @param {import("./known.js").Known} known
   */
  constructor(play, searches, known) {
    this.play = play;
    this.searches = searches;
    this.known = known;
    this.place = byId("proof");
    new Live(play, searches.core, known, () => this.sayLost());
    const questions = { still: () => this.still(), lost: () => this.lost(), sure: () => this.sure(), proof: () => this.prove() };
    for (const [name, answer] of Object.entries(questions)) {
      byId(`ask-${name}`).addEventListener("click", () => {
        play.help.questions++;
        answer();
      });
    }
    play.changes.push(() => {
      searches.drop();
      this.place.replaceChildren();
    });
  }

  /** Answers whether the goal can still be reached. */
  async still() {
    const { game } = this.play;
    const { at } = game;
    this.searches.drop();
    if (game.verdict() === "holds") return this.#say("good", "It is solved.");
    const clause = broken(game);
    if (clause) return this.sayBroken(this.place, clause);
    const line = this.known.rest(game);
    if (line) return this.#yes(line, "by a line that is known");
    const answer = await this.#ask(game.request(at), QUICK, "Looking whether it can still be done");
    if (answer.outcome === "solved") {
      this.known.keep(game, at, answer.moves);
      this.#yes(answer.moves);
    } else if (answer.outcome === "impossible") await this.sayLost();
    else this.#undecided(answer);
  }

  /** Says that the goal can't be reached any more, why, and how to go on. @param {HTMLElement} [place] */
  async sayLost(place = this.place) {
    const { at } = this.play.game;
    const words = at ? "It can't be done any more from here." : "It can't be done: no line from here reaches the goal.";
    place.replaceChildren(element("strong", "bad", words), " ");
    if (!at) return;
    const back = this.known.last(this.play.game, at - 1);
    if (back === at - 1) await this.#sayWhy(place, at);
    else place.append(button("Where did I lose it?", () => this.lost()), " ");
    this.wayBack(place, back);
    if (settings().live) return;
    const warn = button("Warn me at once from now on", () => {
      remember((memory) => (memory.settings.live = true));
      document.dispatchEvent(new Event("settings"));
      warn.remove();
    });
    place.append(" ", warn);
  }

  /** Offers to go back to where the goal can be reached. @param {HTMLElement} place @param {number} [back] the number of moves there; -1 if none is known */
  wayBack(place, back = this.known.last(this.play.game, this.play.game.at)) {
    const count = this.play.game.at - back;
    const words = count === 1 ? "Take the move back" : `${capital(counted(count, "move"))} back it can be done: go there`;
    if (back >= 0 && count) place.append(button(words, () => this.play.stage.go(back)));
  }

  /**
   * Shows the reason why a move lost the goal, and marks the cards that can't get free and those that they could go onto.
   * @param {HTMLElement} place
   * @param {number} at the number of moves, with the losing one
   */
  async #sayWhy(place, at) {
    const { game, stage } = this.play;
    const line = this.known.rest(game, at - 1);
    if (!line) return;
    const here = element("span");
    place.append(here, " ");
    const answer = await this.searches.ask(game.why(at, at - 1, line), WHY, here, "Looking for the reason");
    const { why = "", stuck = [], held: targets = [], moves } = /** @type {import("./core.js").Reason} */ (/** @type {unknown} */ (answer));
    if (why) here.append(`${capital(why)}.`);
    if (game.at === at && stage.track === this.play) {
      stage.board.clearMarks();
      for (const [column, index] of stuck) stage.board.mark(stage.board.cards(column)[index], "picked");
      for (const [column, index] of targets) stage.board.mark(stage.board.cards(column)[index], "target");
    }
    if (!moves.length) return;
    const show = () => {
      const line = game.fork(at);
      for (const move of moves) line.play(move);
      this.play.showLine(line, at);
    };
    place.append(button("Show the best that is left", show), " ");
  }

  /** Shows that the goal can be reached, with a button to show the line. @param {import("./core.js").Move[]} moves @param {string} [more] */
  #yes(moves, more = "") {
    const { game } = this.play;
    const show = () => {
      const line = game.fork();
      for (const move of moves) line.play(move);
      this.play.help.solution = true;
      this.play.showLine(line, game.at);
    };
    this.#say("good", `Yes: it can still be done, in ${counted(moves.length, "move")}.`, more);
    this.place.append(" ", button("Show the line", show));
  }

  /**
   * Shows a line for one draw of the hidden cards, and the number of draws with a line.
   * @param {Answer} answer @param {number} at the number of moves made when the search started
   */
  #possible({ moves, reason, line }, at) {
    this.#say("", "Possible: it depends on the hidden cards.", `${reason}. That isn't sure`);
    const lines = element("details", "", element("summary", "", `A line of ${counted(moves.length, "move")}`));
    lines.append(element("pre", "", line));
    this.place.append(lines);
    if (at !== this.play.game.at) return;
    this.place.append(button("Play it, with these cards", () => this.play.read(line)));
  }

  /**
   * Shows which move broke the goal, with a button to go back before it.
   * @param {HTMLElement} place
   * @param {import("./core.js").Clause} clause
   */
  sayBroken(place, { words, move }) {
    const number = move ?? 0;
    const text = signs(`No: “${words}” is broken by move ${number}, ${this.play.game.moves[number - 1].words}.`);
    const back = button(`Back to before move ${number}`, () => this.play.stage.go(number - 1));
    place.replaceChildren(element("strong", "bad", text), " ", back);
  }

  /** Answers whether a win can be forced from here, whatever turns up. */
  async sure() {
    const { game } = this.play;
    const answer = await this.#ask(game.sure(), QUICK, "Looking for a plan whatever turns up");
    const moves = counted(answer.moves.length, "move");
    if (answer.outcome === "solved" && answer.cases > 1) {
      const cases = answer.cases.toLocaleString("en");
      const more = `a plan wins in each of ${cases} cases, which were all played; ${moves} to the first card`;
      this.#say("good", "Yes: you can be sure to win.", more);
      this.#offer(answer, "Play up to the card");
    } else if (answer.outcome === "solved") {
      this.#say("good", `Yes: you can be sure to win, in ${moves}, whatever turns up.`);
      this.#offer(answer, "Play them");
    } else if (answer.outcome === "impossible") {
      this.#say("bad", "No: it depends on what turns up.", answer.reason);
    } else this.#undecided(answer);
    return answer;
  }

  /** Adds a button that plays the moves of an answer. @param {Answer} answer @param {string} label */
  #offer({ moves }, label) {
    const go = () => {
      for (const move of moves) this.play.play(move);
    };
    if (moves.length) this.place.append(" ", button(label, go));
  }

  /** Finds the last position of the game from which the goal can be reached, by binary search. */
  async lost() {
    const { game } = this.play;
    const end = game.at;
    this.searches.drop();
    if (game.verdict() === "holds") return this.#say("good", "It isn't lost: it is solved.");
    const clause = broken(game);
    if (clause) return this.sayBroken(this.place, clause);
    /** @type {Map<number, Answer>} */
    const answers = new Map();
    // Known lines save searches.
    let [low, high] = [this.known.last(game, end), end + 1];
    while (high - low > 1) {
      const open = Array.from({ length: high - low - 1 }, (_, i) => low + 1 + i);
      const left = open.filter((at) => !answers.has(at));
      if (!left.length) break;
      // Try the current position first: perhaps the goal can still be reached.
      const at = answers.size ? left[left.length >> 1] : end;
      const answer = await this.#ask(game.request(at), QUICK, `Looking ${placeOf(at)}`);
      if (answer.reason === "the search was stopped") return this.#undecided(answer);
      answers.set(at, answer);
      if (answer.outcome === "solved") {
        low = at;
        this.known.keep(game, at, answer.moves);
      } else if (answer.outcome === "impossible") high = at;
    }
    if (low === end) return this.#say("good", "It isn't lost: it can still be done from here.");
    if (high === 0) return this.#say("bad", "It can't be done, not from the start either.");
    if (low < 0 && high > end) return this.#undecided(/** @type {Answer} */ (answers.get(end)));
    const sentences = [];
    if (low >= 0) sentences.push(`${capital(placeOf(low))} it can still be done.`);
    if (high === low + 1) sentences.push(`It was lost by move ${high}, ${signs(game.moves[high - 1].words)}.`);
    else {
      if (high <= end) sentences.push(`${capital(placeOf(high))} it can't be done any more.`);
      const [first, last] = [Math.max(low + 1, 0), Math.min(high, end + 1) - 1];
      sentences.push(`Undecided is ${first === last ? placeOf(first) : `after moves ${first} to ${last}`}.`);
    }
    this.#say(high <= end ? "bad" : "", sentences.join(" "));
    this.place.append(" ");
    if (low >= 0 && high === low + 1) await this.#sayWhy(this.place, high);
    return this.wayBack(this.place, low);
  }

  /** Searches the start of the game for a solution or a proof of impossibility. */
  async prove() {
    const { game } = this.play;
    const answer = await this.#ask(game.request(0), LONG, "Proving it from the start");
    if (answer.outcome === "undecided" || answer.outcome === "possible") return this.#undecided(answer, 0);
    const moves = counted(answer.moves.length, "move");
    const solved = answer.outcome === "solved";
    const verdict = solved ? `Proved: it can be done, in ${moves}.` : "Proved: it can't be done.";
    this.#say(solved ? "good" : "bad", verdict, searched(answer));
    if (solved) this.place.append(" ", button("Play them", () => this.#playAll(answer.moves)));
  }

  #playAll(/** @type {import("./core.js").Move[]} */ moves) {
    const { game, stage, root, goal } = this.play;
    game.go(0);
    for (const move of moves) game.play(move);
    game.go(0);
    this.play.begin(game, root, goal);
    stage.bring();
    stage.toggle();
  }

  /** @param {SearchRequest | {unsupported: string}} request @param {number} seconds @param {string} what */
  #ask(request, seconds, what) {
    return this.searches.ask(request, seconds, this.place, what);
  }

  /** @param {string} kind @param {string} text @param {string} more */
  #say(kind, text, more = "") {
    const heading = element("strong", kind, text);
    this.place.replaceChildren(heading, more && ` ${capital(more)}.`);
  }

  /** @param {Answer} answer @param {number} at the number of moves made when the search started */
  #undecided(answer, at = this.play.game.at) {
    if (answer.outcome === "possible") return this.#possible(answer, at);
    this.#say("", "Not decided.", answer.reason);
    this.place.append(" ");
    if (at) this.wayBack(this.place);
  }
}

/**
 * Adds to each claim without evidence on the page a button that checks it by a search.
 * @param {Record<string, {game: import("./core.js").GameData, verdict: string}>} claims
 * @param {import("./core.js").Core} core
 * @param {Searches} searches
 */
export function checkClaims(claims, core, searches) {
  for (const [id, claim] of Object.entries(claims)) {
    const place = element("p", "evidence checked");
    place.role = "status";
    const check = async () => {
      const answer = await searches.ask(core.game(claim.game).request(0), LONG, place, "Checking it");
      const { outcome, reason, moves } = answer;
      if (outcome === "undecided" || outcome === "possible") {
        place.textContent = `Undecided: ${reason}. That says nothing either way.`;
        return;
      }
      const agrees = outcome === claim.verdict;
      const chip = element("span", `chip ${agrees ? outcome : "fails"}`, agrees ? outcome : "contradicted");
      place.replaceChildren(chip, ` Checked here${moves.length ? ` in ${counted(moves.length, "move")}` : ""}: ${searched(answer)}.`);
    };
    byId(`claim-${id}`).append(button("Check it now", check), place);
  }
}
