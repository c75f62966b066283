/**
 * Translate mouse, touch and keyboard input on a board into gestures.
 *
 * As in Woods' program, pointing at a column means as many cards as possible (grip "point"), and pointing
 * at a card with the other button (or a modifier key) means exactly this card and those that cover it
 * ("adjust").  Pressing a card with the main button ("card", unless the settings make it "point") also means
 * those that cover it, but `pointing.js` may move another number of cards.  A click sends the cards to the
 * obvious place, or picks them up if the settings say so.
 */

import { cardName } from "./faces.js";
import { settings } from "./memory.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {import("./board.js").Place} Place
 * @typedef {"point" | "adjust" | "card"} Grip
 * @typedef {{source: string, take: number | null, grip: Grip}} Picked
 * @typedef {Picked & {target: string | null}} Gesture
 */

/**
 * A pressed pointer; `place` is null on the empty table.
 * @typedef {object} Press
 * @property {Place | null} place
 * @property {boolean} label true if a column's number is pressed
 * @property {Grip} grip
 * @property {number | null} take the number of cards from the pressed one to the bottom; null for as many as possible
 * @property {number} id
 * @property {number} x
 * @property {number} y
 * @property {number} time
 * @property {HTMLElement[]} cards the dragged cards; empty until the movement is a drag
 */

/**
 * The page's handlers for gestures.
 * @typedef {object} Table
 * @property {(gesture: Gesture) => void} move
 * @property {(sure: boolean) => void} deal
 * @property {() => void} suits handles a click on the removed suits
 * @property {(touch: boolean) => void} free handles a click or tap on the empty table
 * @property {(text: string) => void} say announces a text to screen readers
 * @property {() => boolean} ready true if the board accepts gestures now
 * @property {(column: number) => number} run the number of cards that move from a column as a unit
 * @property {(column: number) => number[]} targets the columns to which some of them can move
 */

/** Distance in pixels after which a pointer movement is a drag. */
const DRAG = 6;

/** Listens to pointers and keys on a board. */
export class Gestures {
  /** @type {Press | null} */
  #press = null;
  /** Timer that waits for the second click on the hand. */
  #dealing = 0;
  /** True if the board was last used by keyboard, so that the cursor is visible. */
  #keys = false;
  /** The keyboard cursor; `take` is 0 for the whole run. */
  #cursor = { column: 1, take: 0 };
  /** The cards picked up by keys or clicks. @type {Picked | null} */
  #picked = null;

  /** @param {Board} board @param {Table} table */
  constructor(board, table) {
    this.board = board;
    this.table = table;
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", () => this.#release());
    element.addEventListener("contextmenu", (event) => {
      if (board.placeOf(event.target)?.kind === "column") event.preventDefault();
    });
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("focus", () => {
      this.#keys = element.matches(":focus-visible");
      this.mark();
    });
    element.addEventListener("blur", () => board.clearMarks("cursor"));
  }

  // Pointers

  #down(/** @type {PointerEvent} */ event) {
    if (this.#press || !event.isPrimary || event.button > 2 || !this.table.ready()) return;
    this.#keys = false;
    this.board.clearMarks("cursor");
    const place = this.board.placeOf(event.target) ?? this.board.placeAt(event.clientX, event.clientY);
    const other = event.button > 0 || event.shiftKey || event.ctrlKey || event.altKey;
    const exact = place?.faceUp && (other || settings().press === "card");
    const take = exact ? this.board.cards(place.number ?? 0).length - (place.index ?? 0) : null;
    this.#press = {
      place,
      label: event.target instanceof Element && event.target.closest(".column-number") !== null,
      grip: take === null ? "point" : other ? "adjust" : "card",
      take,
      id: event.pointerId,
      x: event.pageX,
      y: event.pageY,
      time: event.timeStamp,
      cards: [],
    };
  }

  #move(/** @type {PointerEvent} */ event) {
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    const [x, y] = [event.pageX - press.x, event.pageY - press.y];
    if (!press.cards.length) {
      if (Math.hypot(x, y) < DRAG || !this.#lift(press)) return;
      this.#putBack(false);
      this.board.element.classList.add("dragging");
      try {
        this.board.element.setPointerCapture(event.pointerId);
      } catch {
        // The pointer has been released in the meantime.
      }
    }
    event.preventDefault();
    for (const card of press.cards) card.style.translate = `${x}px ${y}px`;
    const [from, to] = [press.place, this.board.placeAt(event.clientX, event.clientY)];
    this.board.clearMarks("target");
    if (from?.kind !== "column" || to?.kind !== "column" || from.number === to.number) return;
    if (this.table.targets(from.number ?? 0).includes(to.number ?? 0)) this.board.mark(this.board.column(to.number ?? 0), "target");
  }

  /** Lifts the cards to drag; returns false if there are none. @param {Press} press */
  #lift(press) {
    const { place, take } = press;
    if (place?.kind === "cell") {
      press.cards = [...this.board.element.querySelectorAll(`[data-cell="${place.number}"][data-card]`)].filter((cell) => cell instanceof HTMLElement);
    } else if (place?.kind === "column") {
      const run = this.table.run(place.number ?? 0);
      const count = Math.min(take ?? run, run);
      press.cards = count ? this.board.cards(place.number ?? 0).slice(-count) : [];
    }
    for (const card of press.cards) card.classList.add("lifted");
    return press.cards.length > 0;
  }

  #up(/** @type {PointerEvent} */ event) {
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    const place = this.board.placeAt(event.clientX, event.clientY);
    const [source, target] = [nameOf(press.place), nameOf(place)];
    if (!press.cards.length) {
      this.#press = null;
      if (event.timeStamp - press.time < settings().click && (press.place || !place)) {
        this.#click(press, event.pointerType === "touch");
      }
    } else {
      if (source && target && target !== source) this.table.move({ source, target, take: press.take, grip: press.grip });
      this.#release();
    }
  }

  #click(/** @type {Press} */ { place, label, take, grip }, /** @type {boolean} */ touch) {
    const number = place?.number ?? 0;
    const source = nameOf(place);
    if (!place && this.#picked) this.#putBack();
    else if (!place) this.table.free(touch);
    else if (place.kind === "hand") this.#clickHand();
    else if (place.kind === "removed") this.table.suits();
    else if (label) this.choose(number);
    else {
      const select = settings().tap === "select" && place.kind === "column";
      const run = this.table.run(number);
      const isPart = this.#picked?.take && this.#picked.take < run;
      if (select && isPart && this.#picked?.source === source) this.#pick(number);
      else if (this.#picked) this.#put(source);
      else if (!place.card && (place.kind === "cell" || !place.index)) return;
      else if (select) this.#pick(number, { source, take: take && take < run ? take : null, grip: "card" });
      else this.table.move({ source, target: null, take, grip });
    }
  }

  /** Handles a click on the hand: a single click asks before dealing, a double click deals at once. */
  #clickHand() {
    const second = this.#dealing > 0;
    clearTimeout(this.#dealing);
    this.#dealing = 0;
    if (second) return this.table.deal(true);
    this.#dealing = window.setTimeout(() => {
      this.#dealing = 0;
      this.table.deal(false);
    }, settings().double);
    return undefined;
  }

  /** Ends a press, and animates dragged cards back to their places, if they are still there. */
  #release() {
    const { cards } = this.#press ?? { cards: [] };
    this.#press = null;
    this.board.element.classList.remove("dragging");
    this.board.clearMarks("target");
    const moves = window.matchMedia("(prefers-reduced-motion: no-preference)").matches;
    for (const card of cards) {
      card.classList.remove("lifted");
      const from = card.style.translate;
      card.style.removeProperty("translate");
      if (from && moves && card.isConnected) {
        card.animate([{ translate: from }, { translate: "0 0" }], { duration: 160, easing: "ease-out" });
      }
    }
  }

  // Picked-up cards

  /** Marks the cursor and the picked-up cards again after the board was redrawn. */
  mark() {
    const columns = this.board.position?.columns.length ?? 0;
    this.#cursor.column = Math.min(Math.max(this.#cursor.column, 1), columns);
    this.board.clearMarks("cursor");
    if (this.#picked) this.#markRun(Number(this.#picked.source), this.#picked.take, "picked");
    if (this.#keys && document.activeElement === this.board.element) this.#markRun(this.#cursor.column, this.#count, "cursor");
  }

  #markRun(/** @type {number} */ column, /** @type {number | null} */ take, /** @type {string} */ kind) {
    if (!column) return;
    const count = take ?? this.table.run(column);
    const cards = this.board.cards(column);
    if (!cards.length) this.board.mark(this.board.column(column), kind);
    for (const card of count ? cards.slice(-count) : []) this.board.mark(card, kind);
  }

  /** The number of cards at the cursor: the whole run unless the reader chose fewer. */
  get #count() {
    const run = this.table.run(this.#cursor.column);
    return this.#cursor.take ? Math.min(this.#cursor.take, run) : run;
  }

  /** Picks up as many cards as possible from a column, or moves the picked-up cards to it. @param {number} column */
  choose(column) {
    if (this.#picked) this.#put(String(column));
    else this.#pick(column);
  }

  /** Moves the picked-up cards, or puts them back if they come from the target. @param {string} target */
  #put(target) {
    const picked = this.#picked;
    this.#putBack(picked?.source === target);
    if (picked && picked.source !== target) this.table.move({ ...picked, target });
  }

  /** Picks up cards of a column, as many as possible by default. @param {number} column @param {Picked} [picked] */
  #pick(column, picked = { source: String(column), take: null, grip: "point" }) {
    this.#cursor = { column, take: picked.grip === "adjust" ? (picked.take ?? 0) : 0 };
    if (!this.table.run(column)) return this.table.say(`Column ${column} is a space.`);
    this.#picked = picked;
    this.mark();
    return this.table.say(`Picked up ${this.#words(column, picked.take ?? this.#count)} from column ${column}. Where to?`);
  }

  #putBack(announce = true) {
    if (this.#picked && announce) this.table.say("Put back.");
    this.#picked = null;
    this.board.clearMarks("picked");
    this.mark();
  }

  #words(/** @type {number} */ column, /** @type {number} */ count) {
    const cards = this.board.cards(column).slice(-count);
    const [first, last] = [cards.at(0), cards.at(-1)].map((card) => cardName(card?.dataset.card ?? "??"));
    return cards.length > 1 ? `${first} to ${last}` : first;
  }

  // Keys

  #key(/** @type {KeyboardEvent} */ event) {
    if (event.target !== this.board.element || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.#press) this.#release();
    this.#keys = true;
    if (!this.table.ready()) return;
    const columns = this.board.position?.columns.length ?? 0;
    const cursor = this.#cursor;
    const source = String(cursor.column);
    /** @type {Picked} */
    const atCursor = cursor.take ? { source, take: cursor.take, grip: "adjust" } : { source, take: null, grip: "point" };
    const obvious = () => {
      this.#putBack(false);
      this.table.move({ ...atCursor, target: null });
    };
    const walk = (/** @type {number} */ by) => {
      this.#cursor = { column: ((cursor.column - 1 + by + columns) % columns) + 1, take: 0 };
      this.#announce();
    };
    const adjust = (/** @type {number} */ by) => {
      const take = this.#count + by;
      cursor.take = take >= this.table.run(cursor.column) ? 0 : Math.max(1, take);
      this.#announce();
    };
    const enter = () => {
      if (!this.#picked) this.#pick(cursor.column, atCursor);
      else if (this.#picked.source === source) obvious();
      else this.#put(source);
    };
    const digit = /^[0-9]$/.test(event.key) && (Number(event.key) || 10);
    const action = digit && digit <= columns ? () => this.choose(digit) : /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => walk(-1),
      ArrowRight: () => walk(1),
      ArrowUp: () => adjust(1),
      ArrowDown: () => adjust(-1),
      Enter: enter,
      " ": enter,
      o: obvious,
      O: obvious,
      ...(this.#picked && { Escape: () => this.#putBack() }),
    })[event.key];
    if (!action) return;
    action();
    event.preventDefault();
  }

  /** Announces and marks the cursor. */
  #announce() {
    this.mark();
    const { column } = this.#cursor;
    const count = this.#count;
    const cards = this.board.cards(column);
    const down = cards.filter((card) => card.classList.contains("down")).length;
    const more = cards.length - down - count;
    const parts = [`Column ${column}: ${count ? this.#words(column, count) : "space"}`];
    if (more > 0) parts.push(`on ${cardName(cards[cards.length - count - 1].dataset.card ?? "??")}`);
    if (down) parts.push(`${down} face down`);
    this.table.say(`${parts.join(", ")}.`);
  }
}

/** The name of a place in a gesture: "3", "cell 2", "removed"; empty for others. @param {Place | null} place */
function nameOf(place) {
  if (place?.kind === "column") return String(place.number);
  if (place?.kind === "cell") return `cell ${place.number}`;
  return place?.kind === "removed" ? "removed" : "";
}
