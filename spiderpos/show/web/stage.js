/**
 * The board with its buttons, for stepping through a line or a game.
 */

import { Board, cardsOf } from "./board.js";
import { byId, counted, element } from "./dom.js";
import { signs, symbol } from "./faces.js";
import { applyAppearance } from "./settings.js";

/**
 * A sequence of moves to step through: a line, or the reader's own game.
 * @typedef {object} Track
 * @property {"line" | "game"} kind
 * @property {import("./core.js").Game} game the moves, and how many of them are made
 * @property {string} [root] the name of the page's position from which a line begins
 * @property {string} [words] the last move in words, if they differ from the game's
 * @property {(made: number) => void} go
 * @property {(stage: Stage) => void} shown called after the stage has shown the current position
 * @property {() => void} [done] called when automatic play has reached the end of a replay
 */

/** The number of moves that a key steps forward; negative for back. @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
/** Delay between moves in automatic play, in milliseconds, as in Woods' program. */
const PACE = 1500;

/** The cards of the animation after a win. */
const FLIGHT = ["Ks", "Qh", "Jc", "10d", "9s", "8h", "7c", "6d", "5s", "4h", "3c", "2d", "As"];

/** A picture of the cards of `FLIGHT`, side by side. */
export function fan() {
  const faces = FLIGHT.map((card) => symbol(card, "face"));
  const picture = element("div", "fan", ...faces);
  picture.ariaHidden = "true";
  return picture;
}

/**
 * A track that replays the moves of a game up to its current one, without changing it.
 * @param {import("./core.js").Game} game
 * @param {() => void} done
 * @returns {Track}
 */
export function replayOf(game, done) {
  const copy = game.fork();
  copy.go(0);
  return { kind: "line", game: copy, go: (made) => copy.go(made), shown: (stage) => stage.sayPlace(), done };
}

/** The names of the buttons to go back and forward, by kind of track. */
const NAMES = { line: ["One move back", "One move forward"], game: ["Undo", "Redo"] };

export class Stage {
  /** @type {Track | null} */
  track = null;
  #timer = 0;
  /** The height of the board before it showed the current position, in pixels. */
  #height = 0;

  /** @param {import("./board.js").PositionData} position the position to show first */
  constructor(position) {
    applyAppearance();
    document.addEventListener("settings", applyAppearance);
    this.board = new Board(byId("position"));
    this.board.show(position, { animate: false });
    this.start = position;
    for (const [id, count] of Object.entries({ first: -Infinity, back: -1, forward: 1, last: Infinity })) {
      byId(id).addEventListener("click", () => this.step(count));
    }
    byId("play").addEventListener("click", () => this.toggle());
    const jump = /** @type {HTMLInputElement} */ (byId("jump"));
    jump.addEventListener("input", () => {
      this.stop();
      this.go(Number(jump.value));
    });
    document.addEventListener("keydown", (event) => this.#key(event), { capture: true });
    window.addEventListener("beforeprint", () => {
      this.stop();
      this.board.show(this.start, { animate: false });
    });
    window.addEventListener("afterprint", () => this.show({ animate: false }));
  }

  /** Switches to a track. @param {Track | null} track */
  use(track) {
    this.stop();
    this.track = track;
    document.body.dataset.track = track?.kind ?? "";
    if (!track) return this.board.show(this.start);
    NAMES[track.kind].forEach((name, i) => Object.assign(byId(i ? "forward" : "back"), { ariaLabel: name, title: name }));
    return this.show();
  }

  /** Shows the current position of the track. @param {{animate?: boolean}} [options] */
  show(options = {}) {
    const track = this.track;
    if (!track) return;
    const { made, step, position } = track.game;
    const end = track.game.moves.length;
    const { element } = this.board;
    element.style.minHeight = "";
    this.#height = element.offsetHeight;
    this.board.show(position, options);
    for (const [column, unchanged] of step?.set ?? []) {
      for (const card of this.board.cards(column).slice(unchanged)) this.board.mark(card, "moved");
    }
    const jump = /** @type {HTMLInputElement} */ (byId("jump"));
    jump.max = String(end);
    jump.value = String(made);
    jump.setAttribute("aria-valuetext", `${made} of ${end}: ${step?.say ?? "the start"}`);
    for (const id of ["first", "back"]) byId(id).ariaDisabled = String(made === 0);
    for (const id of ["forward", "last"]) byId(id).ariaDisabled = String(made === end);
    track.shown(this);
    if (made === end && !track.done) this.stop();
  }

  /** Goes to the position after this number of moves. @param {number} number */
  go(number) {
    const track = this.track;
    if (!track) return;
    track.go(Math.max(0, Math.min(number, track.game.moves.length)));
    this.show();
  }

  /** Steps forward, or back if negative. @param {number} count */
  step(count) {
    this.stop();
    this.go((this.track?.game.made ?? 0) + count);
  }

  /** Starts or stops automatic play. */
  toggle() {
    const track = this.track;
    if (!track) return;
    if (this.#timer) return this.stop();
    const { game } = track;
    const ended = () => game.made === game.moves.length;
    this.go(ended() ? 0 : game.made + 1);
    if (ended() && !track.done) return;
    this.#timer = window.setInterval(() => {
      if (!ended()) return this.go(game.made + 1);
      this.stop();
      return track.done?.();
    }, PACE);
    byId("play").ariaPressed = "true";
  }

  stop() {
    window.clearInterval(this.#timer);
    this.#timer = 0;
    byId("play").ariaPressed = "false";
  }

  /**
   * Shows a message, with signs for the suits, and with an optional longer version for screen readers.
   * @param {(string | Node)[]} seen
   * @param {string} heard the text for screen readers, if it differs
   * @param {"" | "refused" | "good"} kind
   */
  say(seen, heard = "", kind = "") {
    const status = byId("status");
    status.className = kind;
    const shown = seen.map((part) => (typeof part === "string" ? signs(part) : part));
    if (!heard) return status.replaceChildren(...shown);
    const eyes = element("span", "", ...shown);
    eyes.ariaHidden = "true";
    status.replaceChildren(eyes, element("span", "hidden-text", heard));
  }

  /** Shows the number and the words of the current move. @param {(string | Node)[]} more */
  sayPlace(...more) {
    const track = this.track;
    if (!track) return;
    const { made, step } = track.game;
    const end = track.game.moves.length;
    if (!step) return this.say([end ? `The start: ${counted(end, "move")} to come` : "The start", ...more]);
    const number = element("b", "", `${made}/${end} `);
    this.say([number, track.words ?? step.words], `Move ${made} of ${end}: ${step.say}`);
    return byId("status").append(...more);
  }

  /** Animates flying cards after a win, unless reduced motion is preferred; an empty board keeps them (page.css). */
  celebrate() {
    const { element: board, position } = this.board;
    board.style.minHeight = `${this.#height}px`;
    const columns = position?.columns ?? [];
    columns.forEach((_, index) => {
      for (const card of this.board.cards(index + 1)) card.style.setProperty("--nth", String(index));
    });
    board.querySelector(".flight")?.remove();
    const cleared = columns.every(({ up }) => !cardsOf(up).length);
    const flight = fan();
    flight.className = cleared ? "flight cleared" : "flight";
    [...flight.children].forEach((face, nth) => /** @type {SVGElement} */ (face).style.setProperty("--nth", String(nth)));
    board.append(flight);
    // Otherwise the cards would remain beyond the edge of the board.
    Promise.all(flight.getAnimations({ subtree: true }).map(({ finished }) => finished)).then(
      () => cleared || flight.remove(),
      () => flight.remove(),
    );
  }

  /** Scrolls to the board if it isn't entirely visible. */
  bring() {
    const stage = this.board.element.closest(".stage");
    if (!stage) return;
    const { top, bottom } = stage.getBoundingClientRect();
    if (bottom > window.innerHeight) stage.scrollIntoView({ block: "end" });
    else if (top < 0) stage.scrollIntoView({ block: "nearest" });
  }

  /** Steps through the track by arrow keys, Home and End; on the board of a game the arrows move the board's cursor instead. */
  #key(/** @type {KeyboardEvent} */ event) {
    const { target, key } = event;
    if (!this.track || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (!(target instanceof Element) || target.closest("input, textarea, select, pre, dialog")) return;
    if (target !== document.body && !target.closest(".player")) return;
    if (this.track.kind === "game" && target.closest("#position")) return;
    const count = STEPS[key];
    if (!count) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(count);
  }
}
