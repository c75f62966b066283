/**
 * Translate mouse, touch and keyboard input on a board into gestures.
 *
 * As in Woods' program, pointing at a column means as many cards as possible, and pointing at a card
 * with the other button (or a modifier key) means exactly this card and those that cover it.  A click
 * sends a card to the obvious place.  Dragging with the main button takes along the cards that cover
 * the card; `pointing.js` decides which of them move.
 */

import { cardName } from "./faces.js";

/**
 * @typedef {import("./board.js").Board} Board
 * @typedef {"point" | "adjust" | "card"} Grip
 * @typedef {{source: string, target: string | null, take: number | null, grip: Grip}} Gesture
 */

/**
 * The page's handlers for gestures.
 * @typedef {object} Table
 * @property {(gesture: Gesture) => Promise<unknown>} move  settles when the board has been redrawn
 * @property {(sure: boolean) => void} deal
 * @property {() => void} suits
 * @property {(text: string) => void} say  announces a text to screen readers
 * @property {() => boolean} ready  whether the board accepts gestures now
 * @property {(column: number) => number} run  the number of cards that move from a column as a unit
 * @property {(column: number) => number[]} goes  the columns to which some of them can move
 * @property {(touch: boolean) => void} [free]  handles a click or tap on the empty table
 * @property {() => Partial<Clicks>} [clicks]  settings that replace those in `CLICKS`
 */
/**
 * Settings for clicks.
 * @typedef {object} Clicks
 * @property {number} click  longest duration of a click, in milliseconds
 * @property {number} double  longest delay before the second click on the hand, in milliseconds
 * @property {"obvious" | "select"} tap  whether a click sends cards to the obvious place, or picks
 *   them up until a click chooses the target; a second click picks up the whole run
 * @property {"card" | "all"} press  whether to move from the pressed card on, or as many as possible
 */

/** Distance in pixels after which a pointer movement is a drag. */
const DRAG = 6;
/** @type {Clicks} */
const CLICKS = { click: 700, double: 280, tap: "obvious", press: "card" };

/** Listens to pointers and keys on a board. */
export class Gestures {
  /** The current drag. @type {null | {place: any, grip: Grip, take: number | null, id: number, x: number, y: number, at: number, cards: HTMLElement[], dragging: boolean}} */
  #drag = null;
  /** The column whose number was pressed; 0 for the empty table. @type {number | null} */
  #pressed = null;
  /** Timer that waits for the second click on the hand. */
  #dealing = 0;
  /** True if the board was last used by keyboard, so that the cursor is visible. */
  #keys = false;
  /** The keyboard cursor. */
  #cursor = { column: 1, take: 0 };
  /** The cards picked up by keys or by taps on column numbers. @type {null | {source: string, take: number | null, grip: Grip}} */
  #picked = null;

  /**
   * @param {Board} board
   * @param {Table} table
   */
  constructor(board, table) {
    this.board = board;
    this.table = table;
    const element = board.element;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", () => this.#cancel());
    element.addEventListener("contextmenu", (event) => {
      const place = board.placeOf(event.target);
      if (place?.kind === "column") event.preventDefault();
    });
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("focus", () => {
      this.#keys = element.matches(":focus-visible");
      this.mark();
    });
    element.addEventListener("blur", () => board.clearMarks("cursor"));
  }

  get #clicks() {
    return { ...CLICKS, ...this.table.clicks?.() };
  }

  // Pointers

  #down(/** @type {PointerEvent} */ event) {
    if (this.#drag || !event.isPrimary || event.button > 2 || !this.table.ready()) return;
    this.#keys = false;
    this.board.clearMarks("cursor");
    this.#pressed = this.#button(event);
    if (this.#pressed !== null) return;
    const place = this.board.placeOf(event.target) ?? this.board.placeAt(event.clientX, event.clientY);
    if (!place) return;
    const other = event.button > 0 || event.shiftKey || event.ctrlKey || event.altKey;
    const below = place.kind === "column" ? this.board.cards(place.number ?? 0).length : 0;
    const all = this.#clicks.press === "all" && !other;
    const take = place.faceUp && !all ? below - (place.index ?? 0) : null;
    /** @type {Grip} */
    const grip = take === null ? "point" : other ? "adjust" : "card";
    this.#drag = {
      place,
      grip,
      take,
      id: event.pointerId,
      x: event.pageX,
      y: event.pageY,
      at: event.timeStamp,
      cards: [],
      dragging: false,
    };
  }

  #hold(/** @type {number} */ pointer) {
    try {
      this.board.element.setPointerCapture(pointer);
    } catch {
      // The pointer has been released in the meantime.
    }
  }

  #move(/** @type {PointerEvent} */ event) {
    const drag = this.#drag;
    if (!drag || drag.id !== event.pointerId) return;
    const x = event.pageX - drag.x;
    const y = event.pageY - drag.y;
    if (!drag.dragging) {
      if (Math.hypot(x, y) < DRAG || !this.#lift(drag)) return;
      drag.dragging = true;
      this.#unpick();
      this.#hold(event.pointerId);
      this.board.element.classList.add("dragging");
    }
    event.preventDefault();
    for (const card of drag.cards) card.style.translate = `${x}px ${y}px`;
    this.#show(this.board.placeAt(event.clientX, event.clientY));
  }

  /** Lifts the cards of a drag; returns false if there are none. @param {any} drag */
  #lift(drag) {
    if (drag.place.kind === "cell") {
      const cell = this.board.element.querySelector(`[data-cell="${drag.place.number}"][data-card]`);
      drag.cards = cell ? [cell] : [];
    } else if (drag.place.kind === "column") {
      const run = this.table.run(drag.place.number);
      const count = drag.take === null || drag.take > run ? run : drag.take;
      drag.cards = count ? this.board.cards(drag.place.number).slice(-count) : [];
    }
    for (const card of drag.cards) card.classList.add("lifted");
    return drag.cards.length > 0;
  }

  /** Marks the column below the pointer if the cards can move there. @param {any} place */
  #show(place) {
    const drag = this.#drag;
    this.board.clearMarks("target");
    if (!drag || place?.kind !== "column" || place.number === drag.place.number) return;
    if (drag.place.kind === "column" && this.table.goes(drag.place.number).includes(place.number)) {
      this.board.mark(this.board.column(place.number), "target");
    }
  }

  /** The column whose number was pressed; 0 for the empty table, null for anything else. */
  #button(/** @type {PointerEvent} */ { target, clientX, clientY }) {
    const label = target instanceof Element ? target.closest(".column-number") : null;
    if (label) return this.board.placeOf(label)?.number ?? null;
    return this.board.placeOf(target) ?? this.board.placeAt(clientX, clientY) ? null : 0;
  }

  #up(/** @type {PointerEvent} */ event) {
    const pressed = this.#pressed;
    this.#pressed = null;
    if (pressed !== null && pressed === this.#button(event)) {
      if (pressed) this.choose(pressed);
      else this.#free(event.pointerType === "touch");
    }
    const drag = this.#drag;
    if (!drag || drag.id !== event.pointerId) return;
    if (!drag.dragging) {
      this.#drag = null;
      if (event.timeStamp - drag.at < this.#clicks.click) this.#click(drag);
      return;
    }
    const place = this.board.placeAt(event.clientX, event.clientY);
    this.board.element.classList.remove("dragging");
    this.board.clearMarks("target");
    this.#drag = null;
    const target = placeName(place);
    const source = placeName(drag.place);
    if (!source || !target || target === source) {
      this.#back(drag.cards);
      return;
    }
    const gesture = { source, target, take: drag.take, grip: drag.grip };
    this.table.move(gesture).finally(() => this.#back(drag.cards));
  }

  #click(/** @type {any} */ { place, take, grip }) {
    if (place.kind === "hand") this.#hand();
    else if (place.kind === "removed") this.table.suits();
    else {
      const source = placeName(place);
      const empty = !place.card && (place.kind === "cell" || !place.index);
      const again = this.#clicks.tap === "select" && this.#picked?.source === source;
      if (again && place.kind === "column" && this.#less(place.number)) this.#pick();
      else if (this.#picked && source) this.#put(source);
      else if (!source || empty) return;
      else if (this.#clicks.tap === "select" && place.kind === "column") {
        this.#cursor = { column: place.number, take: 0 };
        this.#pick({ source, take: this.#unit(place.number, take), grip: "card" });
      } else this.table.move({ source, target: null, take, grip });
    }
  }

  /** Handles a click on the hand: a single click asks before dealing, a double click deals at once. */
  #hand() {
    if (this.#dealing) {
      clearTimeout(this.#dealing);
      this.#dealing = 0;
      this.table.deal(true);
      return;
    }
    this.#dealing = window.setTimeout(() => {
      this.#dealing = 0;
      this.table.deal(false);
    }, this.#clicks.double);
  }

  /** Handles a click on the empty table: puts back the picked-up cards, if any. @param {boolean} touch */
  #free(touch) {
    if (this.#picked) {
      this.#unpick();
      this.table.say("Put back.");
    } else if (this.table.ready()) this.table.free?.(touch);
  }

  /** True if the picked-up cards are only a part of the run of a column. @param {number} column */
  #less(column) {
    const take = this.#picked?.take ?? null;
    return take !== null && take < this.table.run(column);
  }

  /** The number of cards to pick up for a pressed card; null for the whole run. */
  #unit(/** @type {number} */ column, /** @type {number | null} */ take) {
    const run = this.table.run(column);
    return take !== null && take < run ? take : null;
  }

  #cancel() {
    const cards = this.#drag?.cards ?? [];
    this.#drag = null;
    this.board.element.classList.remove("dragging");
    this.board.clearMarks("target");
    this.#back(cards);
  }

  /** Animates dragged cards back to their places. @param {HTMLElement[]} cards */
  #back(cards) {
    for (const card of cards) {
      card.classList.remove("lifted");
      const from = card.style.translate;
      card.style.removeProperty("translate");
      const moves = window.matchMedia("(prefers-reduced-motion: no-preference)").matches;
      if (from && moves && card.isConnected) {
        card.animate([{ translate: from }, { translate: "0 0" }], { duration: 160, easing: "ease-out" });
      }
    }
  }

  // Keys, and taps on column numbers

  /** Marks the cursor and the picked-up cards again after the board was redrawn. */
  mark() {
    const columns = this.board.position?.columns.length ?? 0;
    this.#cursor.column = Math.min(Math.max(this.#cursor.column, 1), columns);
    this.board.clearMarks("cursor");
    if (this.#picked) this.#markRun(Number(this.#picked.source), this.#picked.take, "picked");
    if (this.#keys && document.activeElement === this.board.element) this.#markRun(this.#cursor.column, this.#taken(), "cursor");
  }

  #markRun(/** @type {number} */ column, /** @type {number | null} */ take, /** @type {string} */ kind) {
    if (!column) return;
    const count = take ?? this.table.run(column);
    const cards = this.board.cards(column);
    if (!cards.length) this.board.mark(this.board.column(column), kind);
    for (const card of count ? cards.slice(-count) : []) this.board.mark(card, kind);
  }

  /** The number of cards at the cursor: the whole run unless the reader chose fewer. */
  #taken() {
    const run = this.table.run(this.#cursor.column);
    return this.#cursor.take ? Math.min(this.#cursor.take, run) : run;
  }

  /** Picks up as many cards as possible from a column, or moves the picked-up cards to it. @param {number} column */
  choose(column) {
    if (!this.table.ready()) return;
    if (this.#picked) this.#put(String(column));
    else {
      this.#cursor = { column, take: 0 };
      this.#pick();
    }
  }

  /** Moves the picked-up cards. @param {string} target */
  #put(target) {
    const picked = this.#picked;
    this.#unpick();
    if (!picked) return;
    if (picked.source === target) {
      this.table.say("Put back.");
      this.mark();
    } else this.table.move({ ...picked, target });
  }

  /** Picks up the cards at the cursor, or other cards. @param {{source: string, take: number | null, grip: Grip}} [picked] */
  #pick(picked) {
    const { column, take } = this.#cursor;
    if (!this.table.run(column)) {
      this.table.say(`Column ${column} is a space.`);
      return;
    }
    this.#picked = picked ?? { source: String(column), take: take || null, grip: take ? "adjust" : "point" };
    this.mark();
    const count = this.#picked.take ?? this.#taken();
    this.table.say(`Picked up ${this.#words(column, count)} from column ${column}. Where to?`);
  }

  #unpick() {
    this.#picked = null;
    this.board.clearMarks("picked");
    this.mark();
  }

  #words(/** @type {number} */ column, /** @type {number} */ count) {
    const cards = this.board.cards(column).slice(-count);
    const [first, last] = [cards.at(0), cards.at(-1)].map((card) => cardName(card?.dataset.card ?? "??"));
    return cards.length > 1 ? `${first} to ${last}` : first;
  }

  #key(/** @type {KeyboardEvent} */ event) {
    if (event.target !== this.board.element || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.#drag) this.#cancel();
    this.#keys = true;
    if (!this.table.ready()) return;
    const columns = this.board.position?.columns.length ?? 0;
    const cursor = this.#cursor;
    const key = event.key;
    if (/^[0-9]$/.test(key)) {
      const column = key === "0" ? 10 : Number(key);
      if (column <= columns) this.choose(column);
    } else if (key === "ArrowLeft" || key === "ArrowRight") {
      const by = key === "ArrowLeft" ? -1 : 1;
      this.#cursor = { column: ((cursor.column - 1 + by + columns) % columns) + 1, take: 0 };
      this.#tell();
    } else if (key === "ArrowUp" || key === "ArrowDown") {
      const run = this.table.run(cursor.column);
      const take = this.#taken() + (key === "ArrowUp" ? 1 : -1);
      cursor.take = take >= run ? 0 : Math.max(1, take);
      this.#tell();
    } else if (key === "Enter" || key === " ") {
      if (!this.#picked) this.#pick();
      else if (this.#picked.source === String(cursor.column)) this.#obvious();
      else this.choose(cursor.column);
    } else if (key === "o" || key === "O") this.#obvious();
    else if (key === "Escape" && this.#picked) {
      this.#unpick();
      this.table.say("Put back.");
    } else return;
    event.preventDefault();
  }

  #obvious() {
    const { column, take } = this.#cursor;
    this.#unpick();
    this.table.move({
      source: String(column),
      target: null,
      take: take || null,
      grip: take ? "adjust" : "point",
    });
  }

  /** Announces and marks the cursor. */
  #tell() {
    this.mark();
    const { column } = this.#cursor;
    const count = this.#taken();
    const cards = this.board.cards(column);
    const down = cards.filter((card) => card.classList.contains("down")).length;
    const more = cards.length - down - count;
    const parts = [`Column ${column}: ${count ? this.#words(column, count) : "space"}`];
    if (more > 0) parts.push(`on ${cardName(cards[cards.length - count - 1].dataset.card ?? "??")}`);
    if (down) parts.push(`${down} face down`);
    this.table.say(`${parts.join(", ")}.`);
  }
}

/** The name of a place in a gesture: "3", "cell 2", "removed". @param {any} place */
function placeName(place) {
  if (place?.kind === "column") return String(place.number);
  if (place?.kind === "cell") return `cell ${place.number}`;
  return place?.kind === "removed" ? "removed" : null;
}
