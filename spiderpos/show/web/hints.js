/**
 * Hints: those of the problem's author; then, in three steps, a goal to aim at, the card, and the move.
 *
 * The steps come from a known line or from the prover's, so that no hint breaks a condition of the goal.  On the page
 * of a game without a known line, the computer player gives the move and its purpose at once.
 */

import { linkOf } from "./core.js";
import { cardsOf } from "./board.js";
import { button, byId, capital, counted, element, messageOf } from "./dom.js";
import { signs } from "./faces.js";
import { moveFor } from "./pointing.js";

/** @typedef {import("./core.js").Move} Move */

export class Hints {
  /** The author's hints that weren't given yet; the page lists them for readers without scripts. */
  #written = [...document.querySelectorAll("#hints .hint p")].map(({ textContent }) => textContent ?? "");
  /** The rest of the line from here. @type {Move[]} */
  #line = [];
  #level = 0;

  /** @param {import("./game.js").Play} play @param {import("./prover.js").Prover} prover */
  constructor(play, prover) {
    this.play = play;
    this.prover = prover;
    this.place = byId("hint-text");
    byId("hint").addEventListener("click", () => this.hint());
    play.changes.push((move) => this.#moved(move));
  }

  /** Keeps the rest of the line if the reader's move is its next one; clears the hint. */
  #moved(/** @type {Move | undefined} */ move) {
    const follows = move && this.#line.length && linkOf(move) === linkOf(this.#line[0]);
    this.#line = follows ? this.#line.slice(1) : [];
    this.#level = 0;
    this.place.replaceChildren();
  }

  /** @param {number} [seconds] time limit of the search for a line */
  async hint(seconds) {
    const { game, stage, page } = this.play;
    if (stage.track !== this.play) stage.use(this.play);
    const written = game.made ? undefined : this.#written.shift();
    if (written) {
      this.play.help.hints++;
      return this.#say(written);
    }
    if (!this.#line.length) {
      if (page.advise && game.state.verdict === "open" && !this.prover.knownLines.rest(game)) return this.#advise(page.advise);
      const answer = await this.prover.line(this.place, "Looking for a way", (more) => this.hint(more), seconds);
      if (!answer) return undefined;
      if (!answer.moves.length) return this.#say("It is solved.");
      this.#line = answer.moves;
      this.#level = 0;
    }
    if (this.#level < 3) this.play.help.hints++;
    this.#level = Math.min(this.#level + 1, 3);
    const move = this.#line[0];
    if (this.#level === 1) this.#say(aimOf(game, this.#line));
    else if (this.#level === 2) this.#say(this.#card(move));
    else this.tell(move);
    return undefined;
  }

  /**
   * A hint by the computer player: the next move of its line, and the purpose of the line.
   * @param {NonNullable<import("./game.js").PageGame["advise"]>} advise
   */
  async #advise(advise) {
    const { game } = this.play;
    this.#say("Looking…");
    try {
      const { moves, chance } = await advise(game);
      if (game !== this.play.game || this.place.textContent !== "Looking…") return;
      if (!moves.length) return this.#say("The computer player, which sees no more than you, finds no move.");
      this.play.help.hints++;
      this.#line = moves;
      this.#level = 3;
      this.tell(moves[0], aimOf(game, moves).replace("Aim at", "this is for").replace(/\.$/, ""));
      const note = element("span", "quiet", " …");
      this.place.append(note);
      const words = await chance;
      note.textContent = words && ` ${words}`;
    } catch (error) {
      this.#say(`${capital(messageOf(error))}.`);
    }
  }

  /** @param {string} text */
  #say(text) {
    this.place.replaceChildren(text);
  }

  #card(/** @type {Move} */ move) {
    const { board } = this.play.stage;
    board.clearMarks();
    if (move.kind === "deal") {
      board.mark(board.element.querySelector(".hand") ?? undefined, "picked");
      return "Look at the hand.";
    }
    if (move.kind === "from-cell") return `Look at the card in cell ${move.from}.`;
    const cards = board.cards(move.from).slice(-move.count);
    for (const card of cards) board.mark(card, "picked");
    const name = signs(cards[0]?.dataset.card ?? "card");
    return `Look at the ${name} in column ${move.from}.`;
  }

  /** Marks the cards of a move, and its target in a column; returns a sentence such as "Look at the 9♠". @param {Move} move */
  #mark(move) {
    const { board } = this.play.stage;
    const words = this.#card(move);
    if (move.to && move.kind !== "to-cell") {
      board.mark(board.cards(move.to).at(-1) ?? board.column(move.to), "target");
    }
    return words;
  }

  /** Shows a first move to a new player. @param {Move | null | undefined} move */
  point(move) {
    const { game } = this.play;
    if (move?.kind !== "shift" || game.moves.length) return;
    const gesture = { source: String(move.from), target: null, take: move.count, grip: /** @type {const} */ ("card") };
    const clicked = moveFor(game, gesture);
    const click = "move" in clicked && clicked.move.to === move.to && clicked.move.count === move.count;
    const words = this.#mark(move);
    this.#say(`Begin here. ${words} ${click ? "Click it, or drag it," : "Drag it"} to column ${move.to}.`);
  }

  /** Shows a move, with a reason for it. @param {Move} move @param {string} [reason] */
  tell(move, reason = "") {
    this.#mark(move);
    const { game } = this.play;
    const { words } = game.fork().play(move);
    // A hint must not reveal the card that the move turns up.
    const [shown] = words.split(/,? turning up/);
    this.place.replaceChildren(element("b", "", signs(capital(shown))), reason && `: ${reason}`, ". ");
    this.place.append(button("Play it", () => this.play.play(move)));
  }
}

/**
 * A sentence on the next milestone of a line: a suit removed, a row dealt, a card turned up or a space; if it has
 * none, on the goal.
 * @param {import("./core.js").Game} game at the start of the line
 * @param {Move[]} moves the line
 */
export function aimOf(game, moves) {
  const line = game.fork();
  for (const [index, move] of moves.entries()) {
    const before = line.position;
    const { say } = line.play(move);
    const aim = milestone(before, line.position, move, say);
    if (aim) return `Aim at ${aim}: ${counted(index + 1, "move")} from here.`;
  }
  return `Aim at the goal itself: ${counted(moves.length, "move")} from here.`;
}

/**
 * The milestone that a move reaches, in words; empty if there is none.
 * @param {import("./board.js").PositionData} before
 * @param {import("./board.js").PositionData} after
 * @param {Move} move
 * @param {string} say
 */
function milestone(before, after, move, say) {
  const suits = (after.removed ?? []).slice((before.removed ?? []).length);
  if (suits.length) return `removing the ${suits.map((suit) => suit ?? "suit").join(" and the ")}`;
  if (move.kind === "deal") return "dealing a row";
  const turned = /Turned up: .* in column (\d+)/.exec(say);
  if (turned) return `turning up the card in column ${turned[1]}`;
  const space = after.columns.findIndex(({ up }, i) => !cardsOf(up).length && cardsOf(before.columns[i].up).length);
  return space < 0 ? "" : `a space in column ${space + 1}`;
}
