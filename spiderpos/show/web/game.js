/**
 * The reader's own game: moves by pointer, keyboard or text field, the state of the goal, and links.
 */

import { addressOf, pageAddress, setAddress } from "./address.js";
import { rowsLeft } from "./board.js";
import { confirmed, dialog } from "./dialog.js";
import { all, button, byId, capital, copy, counted, element, messageOf } from "./dom.js";
import { RANKS, signs } from "./faces.js";
import { Gestures } from "./gestures.js";
import { remember, settings, solved } from "./memory.js";
import { moveFor, targetsOf } from "./pointing.js";
import { signalError, showSettings, sound } from "./settings.js";
import { fan, replayOf } from "./stage.js";

/** @typedef {import("./core.js").Game} CoreGame */
/** @typedef {import("./core.js").Move} Move */
/** @typedef {import("./core.js").Clause} Clause */

/**
 * The data and functions of a page for its game.
 * @typedef {object} PageGame
 * @property {string} id the problem's name; "" for a game without a problem
 * @property {() => string} goal the page's own goal in words
 * @property {() => {label: string, title: string, address: string}[]} [next] links to continue after a win
 * @property {number} [difficulty] the problem's difficulty, from 0 to 10
 * @property {string} [answer] the name of the position that replaces the start once the problem's question is answered
 * @property {(game: CoreGame) => Promise<string>} [judge] the outcome of a search for a solution of a game
 * @property {(game: CoreGame) => Promise<{moves: Move[], chance: Promise<string>}>} [advise] the moves of
 *   the computer player, and its chance to win, in words
 * @property {() => void} [draw] draws the unknown cards
 * @property {boolean} [whole] true for a game, false for a problem; in a game, taking back a move that revealed a card always asks first
 * @property {() => string} [entry] the address of the game, independent of its moves
 * @property {() => void} [over] goes back to the deal before the start, if it is known
 * @property {() => string} [won] more about a win, in words
 */

const STATES = {
  objective: { holds: "done", open: "not yet", broken: "missed", unknown: "unknown" },
  condition: { holds: "kept", open: "open", broken: "broken", unknown: "unknown" },
};

/** The current game, as a track for the stage. */
export class Play {
  /** @type {"game" | "line"} */
  kind = "game";
  /** Listeners called after every change, with the move if one was made. @type {((move?: Move) => void)[]} */
  changes = [];
  #rewarded = false;
  /** The help used: hints, questions, the live verdict, a look at the solution. */
  help = { hints: 0, questions: 0, live: false, solution: false };

  /** @param {import("./stage.js").Stage} stage @param {CoreGame} game @param {PageGame} page */
  constructor(stage, game, page) {
    this.stage = stage;
    this.game = game;
    this.page = page;
    this.root = "start";
    this.goal = "";
    this.gestures = new Gestures(stage.board, {
      move: (gesture) => this.#gesture(gesture),
      deal: (sure) => this.deal(sure),
      suits: () => this.suits(),
      say: (text) => (byId("voice").textContent = text),
      ready: () => !this.replaying,
      run: (column) => this.here().state.runs[column - 1],
      targets: (column) => targetsOf(this.here(), column),
      free: (touch) => {
        const { back, touchBack } = settings();
        if ((touch ? touchBack : back) && stage.track === this) stage.step(-1);
      },
    });
    document.addEventListener("keydown", (event) => this.#key(event));
    byId("typed").addEventListener("submit", (event) => this.#typed(event));
    const clicked = (/** @type {string} */ id, /** @type {(pressed: HTMLElement) => void} */ act) => {
      const pressed = byId(id);
      pressed.addEventListener("click", () => act(pressed));
    };
    clicked("deal", () => this.deal(false));
    clicked("settings", showSettings);
    clicked("copy-link", (pressed) => copy(pressed, pageAddress() + this.address));
    clicked("copy-here", (pressed) => copy(pressed, this.here().fen));
    clicked("replay", () => this.replay());
  }

  /** Handles a click on the place of the removed suits. */
  suits() {
    this.stage.say(["Drag a complete suit here, or click its column, to remove it."]);
  }

  get made() {
    return this.game.made;
  }

  /** The address of the page at the current move. */
  get address() {
    return addressOf({ ...this.about(), moves: this.game.link() });
  }

  /**
   * Goes to the position after a number of moves.  If that takes back a move that revealed cards, asks first, unless
   * `sure`; on the page of a problem only if the reader's settings say so.  At the start, 0 goes back to the deal before it,
   * after asking, if the page knows that deal.
   * @param {number} number
   * @param {boolean} [sure]
   */
  go(number, sure = false) {
    const { over, whole } = this.page;
    if (!number && !this.made && over) {
      return void this.#askBack("This goes back to the deal, and the position is forgotten.", over);
    }
    const back = this.game.moves.slice(number, this.made);
    const seen = back.map(shownBy).filter(Boolean);
    const takenBack = back.length > 1 ? `${counted(back.length, "move")}, ${seen.length} of which showed new cards` : seen[0];
    const asks = whole || settings().ask;
    if (!seen.length || !asks || sure) return this.#goes(number);
    return void this.#askBack(`This takes back ${takenBack}.`, () => {
      this.#goes(number);
      this.stage.show();
    });
  }

  #goes(/** @type {number} */ number) {
    this.game.go(number);
    this.#changed();
  }

  /** @param {string} text @param {() => void} act */
  async #askBack(text, act) {
    if (await confirmed("Go back?", text, "Go back")) act();
  }

  /**
   * Replaces the game.
   * @param {CoreGame} game
   * @param {string} root the name of the page's position from which it begins; "" for another position
   * @param {string} goal the goal in words; "" for the page's own goal
   */
  begin(game, root, goal = "") {
    this.game = game;
    this.root = root;
    this.goal = goal;
    this.#rewarded = false;
    this.help = { ...this.help, hints: 0, questions: 0 };
    this.stage.use(this);
    this.#changed();
  }

  /** True if a replay of the moves is shown. */
  get replaying() {
    return Boolean(this.stage.track?.done);
  }

  /** Starts a replay of the moves up to here, or ends it and returns to the game. */
  async replay() {
    if (this.replaying) return void this.stage.use(this);
    const text = `${counted(this.made, "move")}, from the start up to here.`;
    if (!this.made || !(await confirmed("Replay the game?", text, "Play them"))) return;
    this.showLine(this.game);
    this.stage.toggle();
  }

  /** Shows a line to step through, from the position after `made` moves; doesn't change the game. @param {CoreGame} line @param {number} [made] */
  showLine(line, made = 0) {
    const replay = replayOf(line, () => this.stage.use(this));
    replay.go(made);
    this.stage.use(replay);
    this.#labelReplay();
    this.stage.bring();
  }

  /** Asks before showing a line from a link, since it may give the solution away. @param {CoreGame} line */
  async offerLine(line) {
    const text = element("p", "", `The link holds a line of ${counted(line.moves.length, "move")}. It may give the solution away.`);
    const choice = await dialog("A line was sent to you", [text], ["Try it yourself", "Show the line"]);
    if (choice === "Show the line") this.showLine(line);
  }

  #labelReplay() {
    byId("replay").textContent = this.replaying ? "Back to the game" : "Replay";
  }

  /** The game that the next move continues: the line of the page that is displayed; otherwise, and during a replay, the reader's game. */
  here() {
    const { track } = this.stage;
    return !track || this.replaying ? this.game : track.game;
  }

  /** If a line of the page is displayed, replaces the game by a copy of that line up to its current move. */
  #take() {
    const { track } = this.stage;
    if (!track || track === this || this.replaying) return;
    this.game = track.game.fork();
    this.root = track.root ?? "";
    this.goal = "";
  }

  /** Updates the page after the stage has shown the game. */
  shown() {
    this.#labelReplay();
    this.gestures.mark();
    this.stage.sayPlace();
    this.#showMoves();
    this.showGoal();
    this.#showVerdict();
    const left = rowsLeft(this.game.position);
    byId("deal").textContent = left ? `Deal (${left} left)` : "Deal";
    /** @type {HTMLButtonElement} */ (byId("deal")).disabled = !left;
    byId("deal").hidden = !left && !this.game.moves.some(({ move }) => move.kind === "deal");
    const { entry } = this.page;
    if (entry) setAddress(entry());
    else setAddress("", this.made || this.goal ? this.address : "");
  }

  /** Shows the clauses of the goal after the moves of the reader's game, even if the stage shows a line. */
  showGoal() {
    const clauses = this.game.state.clauses;
    document.body.classList.toggle("goalless", !clauses.length);
    this.#showClauses(clauses);
    byId("ask-sure").hidden = !clauses.some(({ words }) => words.startsWith("win"));
  }

  // Actions of the reader

  #gesture(/** @type {import("./gestures.js").Gesture} */ gesture) {
    const result = moveFor(this.here(), gesture);
    if ("why" in result) this.refuse(result.why);
    else this.play(result.move);
  }

  /** Makes a move in the game or the displayed line (see `here`), or shows why it is illegal. @param {Move} move */
  play(move) {
    this.#take();
    let step;
    try {
      step = this.game.play(move);
    } catch (error) {
      return this.refuse(messageOf(error));
    }
    this.#changed(move);
    this.stage.use(this);
    if (this.game.state.verdict !== "holds") sound(move.kind);
    byId("voice").textContent = step.say;
    this.ask();
  }

  /** @param {boolean} sure */
  async deal(sure) {
    const game = this.here();
    /** @type {Move} */
    const move = { kind: "deal", from: 0, to: 0, count: 0 };
    const why = game.whyNot(move);
    if (why) return this.refuse(why);
    const left = rowsLeft(game.position);
    const condition = game.state.clauses.find(({ words }) => words.includes("without dealing"));
    const warning = condition?.state === "holds" ? " The problem is to be solved without it." : "";
    if (!sure && !(await confirmed("Deal a row?", `${counted(left, "row")} left.${warning}`, "Deal"))) return;
    this.play(move);
  }

  /**
   * Plays the moves of a text up to the first illegal one.
   * @param {string} text
   * @returns {{played: number, error?: string, index?: number, length?: number}}
   */
  read(text) {
    const result = this.game.script(text);
    this.#changed();
    this.stage.use(this);
    return result;
  }

  #typed(/** @type {SubmitEvent} */ event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (byId("moves-field"));
    const text = field.value;
    if (!text.trim()) return;
    this.#take();
    const { played, error, index = 0, length = 1 } = this.read(text);
    if (!error) {
      field.value = "";
      return void this.ask();
    }
    const before = played ? `${counted(played, "move")} played. ` : "";
    this.refuse(`${before}${capital(error)}`);
    const line = text.slice(index, index + length) || text;
    byId("typed-error").textContent = `‘${line}’: ${error}`;
    field.setSelectionRange(index, index + length);
    return field.focus();
  }

  /** Shows why something can't be done. @param {string} why */
  refuse(why) {
    this.stage.say([`${capital(why)}${/[.!?]$/.test(why) ? "" : "."}`], "", "refused");
    signalError(this.stage.board.element);
  }

  /** Actions by keys on the board, and by keys with Ctrl. @type {Record<"board" | "control", Record<string, () => unknown>>} */
  keys = {
    board: { u: () => this.stage.step(-1), r: () => this.stage.step(1), d: () => this.deal(false), h: () => byId("hint").click() },
    control: { z: () => this.stage.step(-1), y: () => this.stage.step(1) },
  };

  #key(/** @type {KeyboardEvent} */ event) {
    if (event.defaultPrevented || event.altKey || document.querySelector("dialog[open]")) return;
    if (this.replaying && event.key === "Escape") this.replay();
    const control = event.ctrlKey || event.metaKey;
    if (!control && event.target !== this.stage.board.element) return;
    const typing = event.target instanceof HTMLInputElement && "zy".includes(event.key);
    const act = this.keys[control ? "control" : "board"][event.key.toLowerCase()];
    if (!act || typing) return;
    event.preventDefault();
    this.act(act);
  }

  /** Performs an action; if it throws, shows the reason. @param {() => unknown} act */
  async act(act) {
    try {
      await act();
    } catch (error) {
      this.refuse(messageOf(error));
    }
  }

  #changed(/** @type {Move | undefined} */ move = undefined) {
    byId("typed-error").textContent = "";
    for (const change of this.changes) change(move);
    const { id } = this.page;
    if (!id) return;
    remember((memory) => {
      if (this.game.moves.length && this.#ownProblem) memory.begun[id] = this.address;
      else delete memory.begun[id];
    });
  }

  // Display

  /** The moves in the displayed list. @type {import("./core.js").Step[]} */
  #listed = [];

  #showMoves() {
    const list = byId("own-moves");
    const { moves, made } = this.game;
    // Only new items are made: in a long game, making all of them would take too long.
    let same = 0;
    while (same < this.#listed.length && this.#listed[same] === moves[same]) same++;
    while (list.children.length > same) list.lastChild?.remove();
    for (let i = same; i < moves.length; i++) {
      list.append(element("li", "", button(signs(moves[i].words), () => this.stage.go(i + 1))));
    }
    this.#listed = [...moves];
    list.querySelectorAll("button").forEach((link, i) => {
      link.classList.toggle("undone", i >= made);
      link.ariaCurrent = i + 1 === made ? "step" : null;
      if (i + 1 === made) list.scrollTop = link.offsetTop - list.clientHeight / 2;
    });
    list.hidden = !moves.length;
  }

  /** @param {Clause[]} clauses */
  #showClauses(clauses) {
    byId("clauses").replaceChildren(
      ...clauses.map(({ words, kind, state, detail, move }) => {
        const where = move && state === "broken" ? ` by move ${move}` : "";
        const chip = element("li", `clause ${state}`, element("b", "", signs(words)), " ");
        chip.append(element("span", "state", `${STATES[kind][state]}${where}`));
        if (detail) chip.title = detail;
        // Only a broken clause shows its detail: longer text can move the board.
        if (detail && state === "broken") chip.append(element("span", "detail", ` ${detail}`));
        return chip;
      }),
    );
  }

  #showVerdict() {
    const verdict = this.game.state.verdict;
    const reached = this.game.state.reachedAt;
    const box = byId("verdict");
    box.className = `verdict ${verdict}`;
    box.textContent = "";
    if (verdict === "holds") {
      box.append(element("strong", "", reached ? `solved by move ${reached}` : "the goal holds at the start"));
      const { printed, line = "" } = byId("game").dataset;
      if (reached) box.append(this.#helped.length ? `, with ${this.#helped.join(", ")}` : ", unaided");
      if (reached && printed && this.#ownProblem) box.append(`; ${line} ${compared(reached, Number(printed))}`);
      if (reached && this.page.won) box.append(`; ${this.page.won()}`);
    } else if (verdict === "fails") {
      box.textContent = "A condition is broken: take back the move, or go on without it.";
    } else if (verdict === "undecided" && reached !== null) {
      box.textContent = "The goal is reached, but this may depend on unknown cards.";
    }
    const won = verdict === "holds" && Boolean(reached) && this.made >= (reached ?? 0);
    document.body.classList.toggle("won", won);
    for (const id of ["hint", "ask-still", "ask-sure", "ask-lost"]) {
      /** @type {HTMLButtonElement} */ (byId(id)).disabled = won;
    }
    if (!won) byId("reward").hidden = true;
    else if (!this.#rewarded) {
      this.stage.celebrate();
      sound("won");
      if (this.page.id && this.#ownProblem) {
        solved(this.page.id, reached ?? 0, !this.#helped.length, this.page.difficulty);
        unfoldSpoilers();
      }
      this.#showReward(reached ?? 0);
    }
    this.#rewarded = won;
  }

  /** The help used, in words. */
  get #helped() {
    const { hints, questions, live, solution } = this.help;
    return [
      hints ? counted(hints, "hint") : "",
      questions ? counted(questions, "question") : "",
      live ? "the sign after each move" : "",
      solution ? "a look at the solution" : "",
    ].filter(Boolean);
  }

  /** Shows that the game is won, with links to continue. @param {number} reached */
  #showReward(reached) {
    const own = this.#ownProblem;
    const box = byId("reward");
    const next = ((own || this.page.whole) && this.page.next?.()) || [];
    const onwards = next.map(({ label, title, address }) => {
      const go = element("a", "", title);
      go.href = address;
      return element("p", "", label, go);
    });
    const close = button("×", () => (box.hidden = true), "close");
    close.ariaLabel = "Close";
    const challenge = button("Challenge somebody", () => copy(challenge, this.#challenge(reached)));
    box.replaceChildren(
      close,
      fan(),
      element("p", "", element("strong", "good", "Well played.")),
      ...onwards,
      element("p", "", challenge, " copies a link to the start, without your moves"),
    );
    box.hidden = false;
    box.scrollIntoView({ block: "nearest" });
  }

  /** A link to the start with the reader's result, but without moves. @param {number} reached */
  #challenge(reached) {
    const by = `${reached},${this.#helped.length ? "helped" : "unaided"}`;
    return pageAddress() + addressOf(this.page.id && this.#ownProblem ? { by } : { ...this.about(), by });
  }

  /** The game's start and goal, for a link; on the page of a game also its title and stipulation. */
  about() {
    const position = this.game.begin;
    if (!this.page.whole) return { position, goal: this.goal };
    const [title, words] = ["title", "stipulation"].map((id) => byId(id).textContent ?? "");
    return { position, goal: this.goal || this.page.goal(), title, words };
  }

  /** True if the game plays the page's own problem, from its start or from the position of the answer. */
  get #ownProblem() {
    return (this.root === "start" || this.root === this.page.answer) && !this.goal;
  }

  /**
   * Asks which unknown cards the last move turned up, if any.  If it turned up only one, and the goal has "whatever
   * turns up", chooses the worst card instead of asking.
   * @param {string} fault the error in the last answer
   */
  async ask(fault = "") {
    const places = (this.game.step?.set ?? []).flatMap(([number, unchanged, ...cards]) =>
      cards.flatMap((card, i) => (card === "??" ? [{ column: number, row: unchanged + i + 1 }] : [])),
    );
    if (!places.length) return;
    const cards = [..."shdc"].flatMap((suit) => RANKS.toReversed().map((rank) => rank + suit));
    const kinds = cards.filter((card) => this.#with(places[0], card));
    const whatever = this.game.state.clauses.some(({ words }) => words === "whatever turns up");
    if (!fault && places.length === 1 && whatever) return void this.#turnUpWorst(places[0], kinds);
    const selects = places.map(({ column }) => {
      const options = kinds.map((card) => new Option(signs(card), card));
      const select = element("select", "", new Option("not known", "??"), ...options);
      return element("label", "choice", `The card in column ${column}`, select);
    });
    const why = element("p", fault && "refused", fault || "Which card comes up isn't known.");
    const [sure, draw, cancel] = ["That's it", "Draw all hidden cards", "Cancel"];
    const buttons = [sure, ...(this.page.draw ? [draw] : []), cancel];
    const choice = await dialog("A card comes up", [why, ...selects], buttons);
    if (choice === draw) this.page.draw?.();
    if (choice === cancel) this.stage.step(-1);
    if (choice !== sure) return;
    try {
      selects.forEach((label, i) => {
        const { value } = /** @type {HTMLSelectElement} */ (label.lastChild);
        if (value !== "??") this.game.tell(places[i], value);
      });
    } catch (error) {
      fault = `${capital(messageOf(error))}.`;
    }
    this.#changed();
    this.stage.show();
    if (fault) await this.ask(fault);
  }

  /**
   * A copy of the game in which an unknown card is this one; null if that is impossible.
   * @param {{column: number, row: number}} place
   * @param {string} card
   */
  #with(place, card) {
    const game = this.game.fork();
    try {
      game.tell(place, card);
    } catch {
      return null;
    }
    return game;
  }

  /** Turns up a card that makes the goal impossible, if a search finds one; otherwise one that it leaves undecided, or any. @param {{column: number, row: number}} place @param {string[]} kinds */
  async #turnUpWorst(place, kinds) {
    const until = performance.now() + WORST;
    let [worst, open] = ["", kinds[0]];
    for (const card of kinds) {
      const game = this.#with(place, card);
      if (!game || game.state.verdict === "holds") continue;
      if (worst || performance.now() > until) break;
      const outcome = await this.page.judge?.(game);
      if (outcome === "undecided") open = card;
      if (outcome === "impossible") worst = card;
    }
    this.game.tell(place, worst || open);
    this.#changed();
    this.stage.show();
    const more = worst ? ": nothing worse could come" : ", one of those that could come";
    this.stage.say([`The ${worst || open} turns up${more}.`]);
  }
}

/** The cards that a move revealed, in words; empty if none. @param {import("./core.js").Step} step */
function shownBy({ move, words }) {
  if (move.kind === "deal") return "a row that was dealt";
  const turned = /turning up (.*)$/.exec(words);
  return turned ? `what came up: ${signs(turned[1])}` : "";
}

/** Time after which no more cards are tried in the search for the worst one, in milliseconds. */
const WORST = 5000;

/** Unfolds the parts of the page that may give the solution away. */
export function unfoldSpoilers() {
  for (const details of /** @type {HTMLDetailsElement[]} */ (all("details.spoiler"))) details.open = true;
}

/** @param {number} ours @param {number} theirs */
function compared(ours, theirs) {
  if (ours === theirs) return `takes ${theirs} too`;
  const by = counted(Math.abs(ours - theirs), "move");
  return `takes ${theirs}, ${by} ${ours < theirs ? "more than yours" : "fewer than yours"}`;
}
