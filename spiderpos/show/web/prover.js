/**
 * The panel for questions to the prover, which runs in a worker: can the goal still be reached, which
 * move lost it, and does a claim hold?
 */

import { button, byId, capital, counted, element } from "./dom.js";
import { broken } from "./known.js";
import { Live } from "./live.js";
import { Solver } from "./solver.js";

/** @typedef {import("./core.js").Game} CoreGame */
/** @typedef {import("./core.js").SearchRequest} SearchRequest */
/** @typedef {import("./solver.js").Answer} Answer */

/** Time limits in seconds: for a question during play, and for a proof. */
const QUICK = 20;
const LONG = 3600;

/** Runs one search at a time and shows its progress. */
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
   * @param {HTMLElement} place the element that shows the progress
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
    // Screen readers announce only the start of the search, not the changing progress.
    const seen = element("span", "", `${what}…`);
    seen.ariaHidden = "true";
    const bar = element("progress");
    bar.ariaLabel = what;
    place.replaceChildren(element("span", "hidden-text", `${what}…`), seen, " ", bar, " ", button("Stop", () => this.solver.stop()));
    const progress = (/** @type {{classes: number, seconds: number}} */ { classes, seconds: s }) => {
      seen.textContent = `${what}: ${classesOf(classes)}, ${Math.round(s)} s`;
    };
    const answer = await this.solver.ask(request, { seconds, progress });
    if (dropped) return new Promise(() => {});
    this.#drop = () => {};
    place.replaceChildren();
    return answer;
  }
}

/** The number of classes in words. @param {number} count */
const classesOf = (count) => (count === 1 ? "1 class" : `${count.toLocaleString("en")} classes`);

/** A description of the completed search. @param {Answer} answer */
export function searched({ classes, digest, seconds, method }) {
  const positions = classes === 1 ? "1 position" : `${classes.toLocaleString("en")} positions`;
  const what = method === "classes" ? `${classesOf(classes)} of positions` : positions;
  const suffix = digest ? `, digest ${digest}` : "";
  return `${what} searched in ${seconds.toFixed(1)} s${suffix}`;
}

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
    new Live(play, searches.core, known);
    byId("ask-still").addEventListener("click", () => this.still());
    byId("ask-lost").addEventListener("click", () => this.lost());
    byId("ask-sure").addEventListener("click", () => this.sure());
    byId("ask-proof").addEventListener("click", () => this.prove());
    play.changes.push(() => {
      searches.drop();
      this.place.replaceChildren();
    });
  }

  /** Answers whether the goal can still be reached. */
  async still() {
    const { game } = this.play;
    this.play.help.questions++;
    const at = game.at;
    this.searches.drop();
    if (game.verdict() === "holds") return this.#say("good", "It is solved.");
    const clause = broken(game);
    if (clause) return this.sayBroken(this.place, clause);
    const line = this.known.rest(game);
    if (line) {
      return this.#yes(line, "by a line that is known");
    }
    const answer = await this.#ask(game.request(at), QUICK, "Looking whether it can still be done");
    if (answer.outcome === "solved") {
      this.known.keep(game, at, answer.moves);
      this.#yes(answer.moves);
    } else if (answer.outcome === "impossible") {
      this.#say("bad", "No: it can't be done any more from here.", searched(answer));
      if (at) this.place.append(" ", button("Where did I lose it?", () => this.lost()));
    } else this.#undecided(answer);
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
    const text = `No: “${words}” is broken by move ${number}, ${this.play.game.moves[number - 1].words}.`;
    const back = button(`Back to before move ${number}`, () => this.play.stage.go(number - 1));
    place.replaceChildren(element("strong", "bad", text), " ", back);
  }

  /** Answers whether a win can be forced from here, whatever turns up. */
  async sure() {
    const { game } = this.play;
    this.play.help.questions++;
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
    this.play.help.questions++;
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
      const words = at ? `after move ${at}` : "at the start";
      const answer = await this.#ask(game.request(at), QUICK, `Looking ${words}`);
      if (answer.reason === "the search was stopped") return this.#undecided(answer);
      answers.set(at, answer);
      if (answer.outcome === "solved") low = at;
      else if (answer.outcome === "impossible") high = at;
    }
    const named = (/** @type {number} */ at) => (at ? `after move ${at}` : "at the start");
    if (low === end) this.#say("good", "It isn't lost: it can still be done from here.");
    else if (high === 0) this.#say("bad", "It can't be done, not from the start either.");
    else if (low < 0 && high > end) this.#undecided(/** @type {Answer} */ (answers.get(end)));
    else {
      const sentences = [];
      if (low >= 0) sentences.push(`${capital(named(low))} it can still be done.`);
      if (high <= end) {
        const move = game.moves[high - 1].words;
        if (high === low + 1) sentences.push(`It was lost by move ${high}, ${move}.`);
        else sentences.push(`${capital(named(high))} it can't be done any more.`);
      }
      if (high - low > 1) {
        const from = Math.max(low + 1, 0);
        const to = Math.min(high, end + 1) - 1;
        const between = from === to ? named(from) : `after moves ${from} to ${to}`;
        sentences.push(`Undecided is ${between}.`);
      }
      this.#say(high <= end ? "bad" : "", sentences.join(" "));
      if (low >= 0) {
        this.place.append(" ", button("Play on from there", () => this.play.stage.go(low)));
      }
    }
  }

  /** Searches the start of the game for a solution or a proof of impossibility. */
  async prove() {
    const { game } = this.play;
    this.play.help.questions++;
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
    const { reason } = answer;
    this.#say("", "Undecided.", `${reason ? `${reason}; that` : "That"} says nothing either way`);
  }
}

/**
 * Adds to each claim without evidence on the page a button that checks it by a search.
 * @param {Record<string, {game: object, verdict: string}>} claims
 * @param {import("./core.js").Core} core
 * @param {Searches} searches
 */
export function checkClaims(claims, core, searches) {
  for (const [id, claim] of Object.entries(claims)) {
    const item = byId(`claim-${id}`);
    const place = element("p", "evidence checked");
    place.setAttribute("role", "status");
    const check = async () => {
      const game = core.game(/** @type {import("./core.js").GameData} */ (claim.game));
      const answer = await searches.ask(game.request(0), LONG, place, "Checking it");
      if (answer.outcome === "undecided" || answer.outcome === "possible") {
        place.replaceChildren(`Undecided: ${answer.reason}. That says nothing either way.`);
        return;
      }
      const agrees = answer.outcome === claim.verdict;
      const kind = agrees ? answer.outcome : "fails";
      const chip = element("span", `chip ${kind}`, agrees ? answer.outcome : "contradicted");
      const moves = answer.moves.length ? ` in ${counted(answer.moves.length, "move")}` : "";
      place.replaceChildren(chip, ` Checked here${moves}: ${searched(answer)}.`);
    };
    item.append(button("Check it now", check), place);
  }
}
