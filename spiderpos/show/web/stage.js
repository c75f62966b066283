/**
 * The board with its buttons: shows where a line or a game is, and goes forth and back in it.
 */

import { Board, changed } from "./board.js";
import { byId, element } from "./dom.js";
import { symbol } from "./faces.js";
import { dress } from "./settings.js";

/**
 * What can be stepped through: the moves of a line, or those of the reader's own game.
 * @typedef {object} Track
 * @property {"line" | "game"} kind
 * @property {number} at how many moves are made
 * @property {number} end how many there are
 * @property {import("./board.js").PositionData} position
 * @property {{say: string, set: [number, number, ...string[]][]} | undefined} step the last move
 * @property {string} words the last move in words
 * @property {(at: number) => void} go
 * @property {(stage: Stage) => void} shown called when the stage shows where it is
 * @property {() => void} [done] called when all moves were played one after the other
 */

/** How long a move is shown when they are played one after the other, in milliseconds: as in Woods' program. */
const PACE = 1500;

/** The cards that fly over a board that is won. */
const FLIGHT = ["Ks", "Qh", "Jc", "10d", "9s", "8h", "7c", "6d", "5s", "4h", "3c", "2d", "As"];

/** The same as a picture that lies still. */
export function fan() {
  const faces = FLIGHT.map((card) => symbol(card, "face"));
  const picture = element("div", "fan", ...faces);
  picture.setAttribute("aria-hidden", "true");
  return picture;
}

/** The moves of a game once more, to look at, as a track; the game stays as it is. */
export class Replay {
  /** @type {"line"} */
  kind = "line";
  at = 0;

  /**
   * @param {import("./core.js").Game} game its moves up to where it is
   * @param {() => void} [done]
   */
  constructor(game, done) {
    this.done = done;
    this.moves = game.moves.slice(0, game.at);
    this.positions = [game.fork(0).position];
    for (const { change } of this.moves) this.positions.push(changed(this.positions[this.positions.length - 1], change));
  }

  get end() {
    return this.moves.length;
  }

  get position() {
    return this.positions[this.at];
  }

  get step() {
    const move = this.moves[this.at - 1];
    return move && { say: move.say, set: move.change.set };
  }

  get words() {
    return this.moves[this.at - 1]?.words ?? "";
  }

  go(/** @type {number} */ number) {
    this.at = number;
  }

  shown(/** @type {Stage} */ stage) {
    stage.sayPlace();
  }
}

const NAMES = {
  line: { back: "One move back", forward: "One move forward" },
  game: { back: "Undo", forward: "Redo" },
};

export class Stage {
  /** @type {Track | null} */
  track = null;
  /** @type {number | undefined} */
  #timer;
  /** How high the board was before the last move, in pixels. */
  #height = 0;

  /** @param {import("./board.js").PositionData} position what is shown first */
  constructor(position) {
    dress();
    document.addEventListener("settings", dress);
    this.board = new Board(byId("position"));
    this.board.show(position, { animate: false });
    this.start = position;
    const to = (/** @type {string} */ id, /** @type {() => void} */ act) =>
      byId(id).addEventListener("click", act);
    to("first", () => this.step(-Infinity));
    to("back", () => this.step(-1));
    to("forward", () => this.step(1));
    to("last", () => this.step(Infinity));
    to("play", () => this.toggle());
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

  /** Takes up a track. @param {Track | null} track */
  use(track) {
    this.stop();
    this.track = track;
    document.body.dataset.track = track?.kind ?? "";
    if (!track) return this.board.show(this.start);
    for (const [id, name] of Object.entries(NAMES[track.kind])) {
      byId(id).setAttribute("aria-label", name);
      byId(id).title = name;
    }
    return this.show();
  }

  /** Shows where the track is. @param {{animate?: boolean}} [options] */
  show(options = {}) {
    const track = this.track;
    if (!track) return;
    const { at, end, step } = track;
    const { element } = this.board;
    element.style.minHeight = "";
    this.#height = element.offsetHeight;
    this.board.show(track.position, options);
    for (const [column, kept] of step?.set ?? []) {
      for (const card of this.board.cards(column).slice(kept)) this.board.mark(card, "moved");
    }
    const jump = /** @type {HTMLInputElement} */ (byId("jump"));
    jump.max = String(end);
    jump.value = String(at);
    jump.setAttribute("aria-valuetext", `${at} of ${end}: ${step?.say ?? "the start"}`);
    for (const id of ["first", "back"]) byId(id).setAttribute("aria-disabled", String(at === 0));
    for (const id of ["forward", "last"]) {
      byId(id).setAttribute("aria-disabled", String(at === end));
    }
    track.shown(this);
    if (at === end && !track.done) this.stop();
  }

  /** Goes to where so many moves are made. @param {number} number */
  go(number) {
    const track = this.track;
    if (!track) return;
    track.go(Math.max(0, Math.min(number, track.end)));
    this.show();
  }

  /** The steps forward (or back, if negative). @param {number} count */
  step(count) {
    this.stop();
    this.go((this.track?.at ?? 0) + count);
  }

  /** Plays the moves one after the other, or stops doing so. */
  toggle() {
    const track = this.track;
    if (!track) return;
    if (this.#timer !== undefined) return this.stop();
    this.go(track.at === track.end ? 0 : track.at + 1);
    if (track.at === track.end && !track.done) return;
    this.#timer = window.setInterval(() => {
      if (track.at < track.end) return this.go(track.at + 1);
      this.stop();
      return track.done?.();
    }, PACE);
    byId("play").setAttribute("aria-pressed", "true");
  }

  stop() {
    window.clearInterval(this.#timer);
    this.#timer = undefined;
    byId("play").setAttribute("aria-pressed", "false");
  }

  /**
   * Says what happened: in small print for eyes, in full for ears.
   * @param {(string | Node)[]} seen
   * @param {string} heard the same in words, if they are others
   * @param {"" | "refused" | "good"} kind
   */
  say(seen, heard = "", kind = "") {
    const status = byId("status");
    status.className = kind;
    if (!heard) return status.replaceChildren(...seen);
    const eyes = element("span", "", ...seen);
    eyes.setAttribute("aria-hidden", "true");
    status.replaceChildren(eyes, element("span", "hidden-text", heard));
  }

  /** Says where a track is. @param {(string | Node)[]} more */
  sayPlace(...more) {
    const track = this.track;
    if (!track) return;
    const { at, end, step, words } = track;
    const toCome = end === 1 ? "1 move" : `${end} moves`;
    if (!step) {
      this.say([end ? `The start: ${toCome} to come` : "The start", ...more]);
      return;
    }
    const number = element("b", "", `${at}/${end} `);
    this.say([number, words], `Move ${at} of ${end}: ${step.say}`);
    byId("status").append(...more);
  }

  /** Cards fly over the board, for readers who like things to move; an empty one keeps them (page.css). */
  celebrate() {
    const { element: board, position } = this.board;
    board.style.minHeight = `${this.#height}px`;
    const columns = position?.columns ?? [];
    columns.forEach((_, index) => {
      for (const card of this.board.cards(index + 1)) card.style.setProperty("--nth", String(index));
    });
    board.querySelector(".flight")?.remove();
    const cleared = columns.every(({ up }) => !(typeof up === "number" ? up : up?.length));
    const flight = element("div", cleared ? "flight cleared" : "flight");
    flight.setAttribute("aria-hidden", "true");
    for (const [nth, card] of FLIGHT.entries()) {
      const face = symbol(card, "face");
      face.style.setProperty("--nth", String(nth));
      flight.append(face);
    }
    board.append(flight);
    // What has flown past lies still beyond the edge otherwise.
    Promise.all(flight.getAnimations({ subtree: true }).map(({ finished }) => finished)).then(
      () => cleared || flight.remove(),
      () => flight.remove(),
    );
  }

  /** Scrolls to the board, if it's out of sight. */
  bring() {
    const stage = this.board.element.closest(".stage");
    if (!stage) return;
    const { top, bottom } = stage.getBoundingClientRect();
    if (bottom > window.innerHeight) stage.scrollIntoView({ block: "end" });
    else if (top < 0) stage.scrollIntoView({ block: "nearest" });
  }

  /** Arrow keys step through a line; on the board of a game they are the board's own. */
  #key(/** @type {KeyboardEvent} */ event) {
    const { target, key } = event;
    if (!this.track || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (!(target instanceof Element) || target.closest("input, textarea, select, pre, dialog")) {
      return;
    }
    if (target !== document.body && !target.closest(".player")) return;
    if (this.track.kind === "game" && target.closest("#position")) return;
    const moves = /** @type {Record<string, number>} */ ({
      ArrowLeft: -1,
      ArrowRight: 1,
      Home: -Infinity,
      End: Infinity,
    });
    if (!(key in moves)) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(moves[key]);
  }
}
