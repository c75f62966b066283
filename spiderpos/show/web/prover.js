/**
 * The panel for questions to the prover, which runs in a worker: can the goal still be reached, which
 * move lost it, can a win be forced, and does a claim hold?
 */

import { Game } from "./core.js";
import { button, byId, capital, counted, element } from "./dom.js";
import { signs } from "./faces.js";
import { broken } from "./known_lines.js";
import { showLive } from "./live.js";
import { remember, settings } from "./memory.js";
import { Solver } from "./solver.js";

/** @typedef {import("./core.js").Move} Move */
/** @typedef {import("./core.js").Answer} Answer */

/** The time in milliseconds after which a search that still runs also offers to go back. */
const PATIENCE = 2000;
/** Time limits in seconds: for a question during play, for a longer search, and for a reason. */
const QUICK = 20;
const LONG = 3600;
const WHY = 10;

/** The place of a position in the game. @param {number} made the number of moves made */
const placeOf = (made) => (made ? `after move ${made}` : "at the start");

/** The panel with questions about the current game. */
export class Prover {
  /**
   * @param {import("./game.js").Play} play
   * @param {BufferSource} core
   * @param {import("./known_lines.js").KnownLines} knownLines
   */
  constructor(play, core, knownLines) {
    this.play = play;
    this.solver = new Solver(core);
    this.knownLines = knownLines;
    this.place = byId("proof");
    showLive(play, core, knownLines, () => this.sayLost(this.place));
    const questions = { still: () => this.still(), lost: () => this.lost(), sure: () => this.sure() };
    for (const [name, answer] of Object.entries(questions)) {
      byId(`ask-${name}`).addEventListener("click", () => {
        play.help.questions++;
        answer();
      });
    }
    play.changes.push(() => {
      this.solver.drop();
      this.place.replaceChildren();
    });
  }

  /**
   * Finds a line from here to the goal.  If there is none, or none is found, says so and returns null.
   * @param {HTMLElement} place the element for the answer
   * @param {string} words a description of the search
   * @param {(seconds: number) => void} again asks once more, with another time limit
   * @param {number} [seconds]
   */
  async line(place, words, again, seconds = QUICK) {
    this.solver.drop();
    const search = (/** @type {string} */ request) => this.solver.ask(request, { seconds, place, words });
    const back = () => this.knownLines.last(this.play.game, this.play.made - 1);
    const searching = this.knownLines.answer(this.play.game, search);
    const bar = place.querySelector("progress");
    window.setTimeout(() => bar?.isConnected && this.#wayBack(place, back()), PATIENCE);
    const answer = await searching;
    if (answer.outcome === "solved") return answer;
    if (answer.clause) this.#sayBroken(place, answer.clause);
    else if (answer.outcome === "impossible") await this.sayLost(place);
    else this.#undecided(place, answer, again, back());
    return null;
  }

  /** Answers whether the goal can still be reached. @param {number} [seconds] */
  async still(seconds) {
    const { game } = this.play;
    const answer = await this.line(this.place, "Checking if it can still be done", (more) => this.still(more), seconds);
    if (!answer) return;
    const { moves, withoutSearch } = answer;
    if (!moves.length) return this.#say("good", "It is solved.");
    this.#say("good", `Yes: it can still be done, in ${counted(moves.length, "move")}.`, withoutSearch ? "by a line that is known" : "");
    const show = () => {
      this.play.help.solution = true;
      this.play.showLine(game.fork(game.made, moves), game.made);
    };
    this.place.append(" ", button("Show the line", show));
  }

  /** Says that the goal can't be reached any more, how to go on, and why if the last move lost it. @param {HTMLElement} place */
  async sayLost(place) {
    const { made } = this.play.game;
    const words = made ? "It can't be done any more from here." : "It can't be done: no line from here reaches the goal.";
    place.replaceChildren(element("strong", "bad", words), " ");
    if (!made) return;
    const back = this.knownLines.last(this.play.game, made - 1);
    if (back === made - 1) await this.#sayWhy(place, made);
    else place.append(button("Where did I lose it?", () => this.lost()), " ");
    this.#wayBack(place, back);
    if (settings().live) return;
    const warn = button("Warn me at once from now on", () => {
      remember((memory) => (memory.settings.live = true));
      document.dispatchEvent(new Event("settings"));
      warn.remove();
    });
    place.append(" ", warn);
  }

  /** Offers to go back to where the goal can be reached. @param {HTMLElement} place @param {number} back the number of moves there; -1 if none is known */
  #wayBack(place, back) {
    const count = this.play.made - back;
    if (back < 0 || !count) return;
    const words = element("strong", "good", `${capital(counted(count, "move"))} back it can be done.`);
    place.append(words, " ", button(count === 1 ? "Take the move back" : "Go there", () => this.play.stage.go(back)), " ");
  }

  /**
   * Shows the reason why a move lost the goal, and marks the cards that can't get free and those that they could go onto.
   * @param {HTMLElement} place
   * @param {number} made the number of the losing move, from 1
   */
  async #sayWhy(place, made) {
    const { game, stage } = this.play;
    const line = this.knownLines.rest(game, made - 1);
    if (!line) return;
    const here = element("span");
    place.append(here, " ");
    const answer = await this.solver.ask(game.why(made, made - 1, line), { seconds: WHY, place: here, words: "Looking for the reason" });
    const { why = "", stuck = [], targets = [], moves } = /** @type {import("./core.js").Reason} */ (/** @type {unknown} */ (answer));
    if (why) here.append(`${capital(signs(why))}.`);
    if (game.made === made && stage.track === this.play) {
      stage.board.clearMarks();
      for (const [column, index] of stuck) stage.board.mark(stage.board.cards(column)[index], "picked");
      for (const [column, index] of targets) stage.board.mark(stage.board.cards(column)[index], "target");
    }
    if (moves.length) place.append(button("Show the best that is left", () => this.play.showLine(game.fork(made, moves), made)), " ");
  }

  /**
   * Shows how to go on after a search that decided nothing, or if the answer depends on hidden cards.
   * @param {HTMLElement} place
   * @param {Answer} answer
   * @param {(seconds: number) => void} again searches once more, with another time limit
   * @param {number} [back] the number of moves after which a known line reaches the goal; -1 if none is known
   */
  #undecided(place, { outcome, moves, reason, line }, again, back = -1) {
    if (outcome === "possible") {
      this.#say("", "Possible: it depends on the hidden cards.", `${reason}. That isn't sure`, place);
      const lines = element("details", "", element("summary", "", `A line of ${counted(moves.length, "move")}`), element("pre", "", line));
      place.append(" ", lines, button("Play it, with these cards", () => this.play.read(line)));
      return;
    }
    place.replaceChildren();
    this.#wayBack(place, back);
    place.append(`Not decided${back < 0 ? "" : " from here"}. ${capital(reason)}. `, button("Look longer", () => again(LONG)));
  }

  /** Shows which move broke a clause of the goal, with a button to go back before it. @param {HTMLElement} place @param {import("./core.js").Clause} clause */
  #sayBroken(place, { words, move }) {
    const number = move ?? 0;
    const text = signs(`No: “${words}” is broken by move ${number}, ${this.play.game.moves[number - 1].words}.`);
    const back = button(`Back to before move ${number}`, () => this.play.stage.go(number - 1));
    place.replaceChildren(element("strong", "bad", text), " ", back);
  }

  /** Answers whether a win can be forced from here, whatever turns up. @param {number} [seconds] */
  async sure(seconds = QUICK) {
    const { place } = this;
    const answer = await this.solver.ask(this.play.game.sure(), { seconds, place, words: "Looking for a plan whatever turns up" });
    const moves = counted(answer.moves.length, "move");
    if (answer.outcome === "impossible") this.#say("bad", "No: it depends on what turns up.", answer.reason);
    else if (answer.outcome !== "solved") this.#undecided(place, answer, (more) => this.sure(more));
    else {
      const several = answer.cases > 1;
      const cases = `a plan wins in each of ${answer.cases.toLocaleString("en")} cases, which were all played; ${moves} to the first card`;
      this.#say("good", "Yes: you can be sure to win.", several ? cases : `in ${moves}, whatever turns up`);
      const go = () => answer.moves.forEach((move) => this.play.play(move));
      if (answer.moves.length) place.append(" ", button(several ? "Play up to the card" : "Play them", go));
    }
  }

  /** Shows which move lost the goal, as far as a binary search for the last position from which it can be reached decides that. */
  async lost() {
    const { game } = this.play;
    const end = game.made;
    this.solver.drop();
    if (game.state.verdict === "holds") return this.#say("good", "It isn't lost: it is solved.");
    const clause = broken(game);
    if (clause) return this.#sayBroken(this.place, clause);
    /** @type {Map<number, Answer>} */
    const answers = new Map();
    // Known lines save searches.
    let [low, high] = [this.knownLines.last(game, end), end + 1];
    while (high - low > 1) {
      const left = Array.from({ length: high - low - 1 }, (_, i) => low + 1 + i).filter((made) => !answers.has(made));
      if (!left.length) break;
      // Try the current position first: perhaps the goal can still be reached.
      const made = answers.size ? left[left.length >> 1] : end;
      const answer = await this.solver.ask(game.request(made), { seconds: QUICK, place: this.place, words: `Searching ${placeOf(made)}` });
      if (answer.reason === "the search was stopped") break;
      answers.set(made, answer);
      if (answer.outcome === "solved") {
        low = made;
        this.knownLines.keep(game, made, answer.moves);
      } else if (answer.outcome === "impossible") high = made;
    }
    if (low === end) return this.#say("good", "It isn't lost: it can still be done from here.");
    if (high === 0) return this.#say("bad", "It can't be done, not from the start either.");
    const sentences = low >= 0 ? [`${capital(placeOf(low))} it can still be done.`] : [];
    if (high === low + 1) sentences.push(`It was lost by move ${high}, ${signs(game.moves[high - 1].words)}.`);
    else {
      if (high <= end) sentences.push(`${capital(placeOf(high))} it can't be done any more.`);
      const [first, last] = [Math.max(low + 1, 0), Math.min(high, end + 1) - 1];
      sentences.push(`Not decided: ${first === last ? placeOf(first) : `after moves ${first} to ${last}`}.`);
    }
    this.#say(high <= end ? "bad" : "", sentences.join(" "));
    this.place.append(" ");
    if (low >= 0 && high === low + 1) await this.#sayWhy(this.place, high);
    return this.#wayBack(this.place, low);
  }

  /** @param {string} kind @param {string} text @param {string} more @param {HTMLElement} [place] */
  #say(kind, text, more = "", place = this.place) {
    place.replaceChildren(element("strong", kind, text), more && ` ${capital(more)}.`);
  }
}

/**
 * Adds to each claim without evidence on the page a button that checks it by a search.
 * @param {Record<string, {game: import("./core.js").GameData, verdict: string}>} claims
 * @param {import("./core.js").Machine} core
 * @param {Solver} solver
 */
export function checkClaims(claims, core, solver) {
  for (const [id, claim] of Object.entries(claims)) {
    const place = element("p", "evidence checked");
    place.role = "status";
    const check = async () => {
      const began = performance.now();
      const options = { seconds: LONG, place, words: "Checking it" };
      const { outcome, reason, moves } = await solver.ask(new Game(core, claim.game).request(), options);
      const seconds = (performance.now() - began) / 1000;
      if (outcome === "undecided" || outcome === "possible") return place.append(`Undecided: ${reason}. That says nothing either way.`);
      const agrees = outcome === claim.verdict;
      const chip = element("span", `chip ${agrees ? outcome : "fails"}`, agrees ? outcome : "contradicted");
      return place.append(chip, ` Checked here${moves.length ? ` in ${counted(moves.length, "move")}` : ""}: by a complete search of ${seconds.toFixed(1)} s.`);
    };
    byId(`claim-${id}`).append(button("Check it now", check), place);
  }
}
