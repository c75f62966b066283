/**
 * An editor for positions: choose a column and add cards from a palette, which shows how many are
 * left.  It produces text, so that the usual reader checks the position.
 */

import { cardsOf } from "./board.js";
import { button, byId, element } from "./dom.js";
import { cardName, RANKS, signs, UNKNOWN } from "./faces.js";
import { columnFen } from "./reading.js";

/** The suits of a game by their number, as in the rules. @type {Record<string, string>} */
const SUITS = { 4: "shdc", 2: "sh", 1: "s" };
const COLUMNS = 10;
/** The number of cards in two decks. */
const DECKS = 104;

/** @typedef {{down: string[], up: string[]}} Pile */

/** @param {string} card */
function face(card) {
  return element("span", "hd".includes(card.slice(-1)) ? "red" : "", card === UNKNOWN ? "?" : signs(card));
}

export class Editor {
  /** @type {Pile[]} */
  #piles = [];
  #chosen = 0;
  /** A typed rank that waits for its suit. */
  #rank = "";
  #changed;
  #suits = /** @type {HTMLSelectElement} */ (byId("own-suits"));
  /** Actions by the keys and buttons that cause them. @type {Record<string, () => void>} */
  #actions = {
    arrowleft: () => this.#choose(this.#chosen - 1),
    arrowright: () => this.#choose(this.#chosen + 1),
    backspace: () => {
      const { down, up } = this.#pile;
      this.#set(up.length ? { up: up.slice(0, -1) } : { down: down.slice(0, -1) });
    },
    empty: () => this.#set({ down: [], up: [] }),
    "-": () => this.#set({ down: this.#pile.down.slice(0, -1) }),
    "+": () => this.#left(UNKNOWN) && this.#set({ down: [...this.#pile.down, UNKNOWN] }),
  };

  /** @param {(texts: string[]) => string} changed gets the candidate texts; returns a message to show */
  constructor(changed) {
    this.#changed = changed;
    for (let i = 0; i < COLUMNS; i++) byId("piles").append(button("", () => this.#choose(i), "pile"));
    this.#suits.addEventListener("change", () => this.#update());
    const editor = byId("editor");
    editor.addEventListener("click", ({ target }) => {
      const { edit, put } = target instanceof Element ? (target.closest("button")?.dataset ?? {}) : {};
      if (edit) this.#actions[edit]();
      if (put) this.#put(put);
    });
    editor.addEventListener("keydown", (event) => this.#key(event));
    this.take([]);
  }

  /** Loads the columns of a position. @param {{down?: string[] | number, up?: string[] | number}[]} columns */
  take(columns) {
    this.#piles = Array.from({ length: COLUMNS }, (_, i) => ({
      down: [...cardsOf(columns[i]?.down)],
      up: [...cardsOf(columns[i]?.up)],
    }));
    this.#show();
  }

  get #pile() {
    return this.#piles[this.#chosen];
  }

  /** The position in FEN, first as a whole game, then as a part of one; empty without cards. */
  get #texts() {
    const last = this.#piles.findLastIndex(({ down, up }) => down.length || up.length);
    if (last < 0) return [];
    const suits = this.#suits.value === "4" ? "" : ` rules=suits=${this.#suits.value}`;
    const piles = this.#piles.map(columnFen);
    return [piles.join("/") + suits, `${piles.slice(0, last + 1).join("/")} - -${suits}`];
  }

  #choose(/** @type {number} */ number) {
    this.#chosen = (number + COLUMNS) % COLUMNS;
    this.#show();
  }

  /** Updates the chosen column. @param {Partial<Pile>} pile */
  #set(pile) {
    Object.assign(this.#pile, pile);
    this.#update();
  }

  #put(/** @type {string} */ card) {
    if (this.#left(card)) this.#set({ up: [...this.#pile.up, card] });
  }

  /** The number of copies of a card that are left; for an unknown card, the number of all cards left. @param {string} card */
  #left(card) {
    const cards = this.#piles.flatMap(({ down, up }) => [...down, ...up]);
    if (card === UNKNOWN) return DECKS - cards.length;
    return Math.max(0, 8 / Number(this.#suits.value) - cards.filter((other) => other === card).length);
  }

  /** Redraws the editor and shows the message of `changed`, which isn't called while a column has only face-down cards. */
  #update() {
    this.#show();
    const bare = this.#piles.findIndex(({ down, up }) => down.length && !up.length);
    byId("editor-status").textContent = bare >= 0
      ? `Column ${bare + 1} has no card that lies face up: one does, below the others.`
      : this.#changed(this.#texts);
  }

  #show() {
    const buttons = byId("piles").children;
    for (const [i, { down, up }] of this.#piles.entries()) {
      const pile = buttons[i];
      pile.setAttribute("aria-pressed", String(i === this.#chosen));
      const cards = [down.length ? `${down.length} face down` : "", ...up.map(cardName)];
      pile.setAttribute("aria-label", `Column ${i + 1}: ${cards.filter(Boolean).join(", ") || "empty"}`);
      pile.replaceChildren(
        element("b", "", String(i + 1)),
        element("span", "hidden-cards", down.length ? `▒${down.length}` : ""),
        ...up.map(face),
      );
    }
    byId("face-down").textContent = ` ${this.#pile.down.length} `;
    const palette = byId("palette");
    const focused = palette.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement).dataset.put;
    const cards = [...SUITS[this.#suits.value]].flatMap((suit) => RANKS.map((rank) => rank + suit));
    const puts = [...cards, UNKNOWN].map((card) => {
      const isKnown = card !== UNKNOWN;
      const left = this.#left(card);
      const put = element("button", "", face(card), element("small", "", isKnown ? String(left) : ""));
      const words = isKnown ? `${cardName(card)}, ${left} left` : "a card that lies face up and isn't known";
      Object.assign(put, { type: "button", title: words, ariaLabel: `${put.textContent} ${words}`, ariaDisabled: String(!left) });
      put.dataset.put = card;
      return put;
    });
    palette.replaceChildren(...puts);
    if (focused) /** @type {HTMLElement | null} */ (palette.querySelector(`[data-put="${focused}"]`))?.focus();
  }

  /** Keys: a card's rank and suit, arrows to change the column, + and - for face-down cards, Backspace for the last card. @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === this.#suits) return;
    const key = event.key.toLowerCase();
    const rank = key === "0" || key === "t" ? "10" : key.toUpperCase();
    const typed = this.#rank;
    this.#rank = "";
    if (Object.hasOwn(this.#actions, key)) this.#actions[key]();
    else if (typed && SUITS[this.#suits.value].includes(key)) this.#put(typed + key);
    else if (RANKS.includes(rank)) this.#rank = rank;
    else if (key !== "1") return;
    event.stopPropagation();
    event.preventDefault();
  }
}
