/**
 * An editor for positions: choose a column and add cards from a palette, which shows how many are
 * left.  It produces text, so that the usual reader checks the position.
 */

import { cardsOf } from "./board.js";
import { button, element } from "./dom.js";
import { cardName, UNKNOWN } from "./faces.js";

const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const SIGNS = /** @type {Record<string, string>} */ ({ s: "♠", h: "♥", d: "♦", c: "♣" });
/** The suits of a game by their number, as in the rules. */
const SUITS = /** @type {Record<number, string>} */ ({ 4: "shdc", 2: "sh", 1: "s" });
const COLUMNS = 10;
/** The number of cards in two decks. */
const DECKS = 104;

/** @typedef {{down: string[], up: string[]}} Pile */

const shown = (/** @type {string} */ card) =>
  card === UNKNOWN ? "?" : card.slice(0, -1) + SIGNS[card.slice(-1)];
const face = (/** @type {string} */ card) =>
  element("span", "hd".includes(card.slice(-1)) ? "red" : "", shown(card));

export class Editor {
  /** @param {(texts: string[]) => string} changed gets the candidate texts; returns a message to show */
  constructor(changed) {
    /** @type {Pile[]} */
    this.piles = Array.from({ length: COLUMNS }, () => ({ down: [], up: [] }));
    this.chosen = 0;
    this.changed = changed;
    /** A typed rank that waits for its suit. */
    this.typed = "";

    this.suits = element("select", "");
    for (const [count, words] of [[4, "four suits"], [2, "two suits: spades, hearts"], [1, "spades alone"]])
      this.suits.append(new Option(String(words), String(count)));
    this.suits.addEventListener("change", () => this.show());
    this.columns = element("div", "piles");
    this.columns.setAttribute("role", "group");
    this.columns.setAttribute("aria-label", "Columns");
    for (let i = 0; i < COLUMNS; i++) this.columns.append(button("", () => this.choose(i), "pile"));
    this.palette = element("div", "palette");
    this.palette.setAttribute("role", "group");
    this.palette.setAttribute("aria-label", "Cards");
    this.count = element("output");
    const stepper = element(
      "span",
      "stepper",
      "Face down: ",
      named(button("−", () => this.hide(-1)), "One face-down card less"),
      this.count,
      named(button("+", () => this.hide(1)), "One face-down card more"),
    );
    this.status = element("p", "");
    this.status.setAttribute("role", "status");
    this.element = element(
      "div",
      "editor",
      this.columns,
      element(
        "p",
        "buttons",
        stepper,
        button("Take the last card off", () => this.pop()),
        button("Empty the column", () => this.set({ down: [], up: [] })),
      ),
      this.palette,
      element(
        "p",
        "buttons",
        element("label", "", "Played with ", this.suits),
      ),
      this.status,
    );
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.#show();
  }

  /** Loads the columns of a position. @param {{down?: string[] | number, up?: string[] | number}[]} columns */
  take(columns) {
    this.piles = Array.from({ length: COLUMNS }, (_, i) => ({
      down: [...cardsOf(columns[i]?.down)],
      up: [...cardsOf(columns[i]?.up)],
    }));
    this.#show();
  }

  /** The position in FEN, first as a whole game, then as a part of one; empty without cards. */
  get texts() {
    const last = this.piles.findLastIndex(({ down, up }) => down.length || up.length);
    if (last < 0) return [];
    const suits = this.suits.value === "4" ? "" : ` rules=suits=${this.suits.value}`;
    const piles = this.piles.map(written);
    return [piles.join("/") + suits, `${piles.slice(0, last + 1).join("/")} - -${suits}`];
  }

  /** @param {number} number */
  choose(number) {
    this.chosen = (number + COLUMNS) % COLUMNS;
    this.#show();
  }

  /** Updates the chosen column. @param {Partial<Pile>} pile */
  set(pile) {
    Object.assign(this.piles[this.chosen], pile);
    this.show();
  }

  /** @param {string} card */
  put(card) {
    if (!this.left(card)) return;
    this.set({ up: [...this.piles[this.chosen].up, card] });
  }

  pop() {
    const { down, up } = this.piles[this.chosen];
    this.set(up.length ? { up: up.slice(0, -1) } : { down: down.slice(0, -1) });
  }

  /** Adds face-down cards to the chosen column, or removes some. @param {number} by */
  hide(by) {
    const { down } = this.piles[this.chosen];
    if (by < 0) this.set({ down: down.slice(0, by) });
    else if (this.total() < DECKS) this.set({ down: [...down, UNKNOWN] });
  }

  total() {
    return this.piles.reduce((sum, { down, up }) => sum + down.length + up.length, 0);
  }

  /** The number of copies of a card that are left. @param {string} card */
  left(card) {
    if (card === UNKNOWN) return DECKS - this.total();
    const used = this.piles.flatMap(({ down, up }) => [...down, ...up]).filter((c) => c === card);
    return Math.max(0, 8 / Number(this.suits.value) - used.length);
  }

  /** Redraws the editor and calls `changed`. */
  show() {
    this.#show();
    const bare = this.piles.findIndex(({ down, up }) => down.length && !up.length);
    this.status.textContent = bare >= 0
      ? `Column ${bare + 1} has no card that lies face up: one does, below the others.`
      : this.changed(this.texts);
  }

  #show() {
    const buttons = /** @type {HTMLElement[]} */ ([...this.columns.children]);
    for (const [i, { down, up }] of this.piles.entries()) {
      const pile = buttons[i];
      pile.setAttribute("aria-pressed", String(i === this.chosen));
      const cards = [down.length ? `${down.length} face down` : "", ...up.map(cardName)];
      const words = cards.filter(Boolean).join(", ") || "empty";
      pile.setAttribute("aria-label", `Column ${i + 1}: ${words}`);
      pile.replaceChildren(
        element("b", "", String(i + 1)),
        element("span", "hidden-cards", down.length ? `▒${down.length}` : ""),
        ...up.map(face),
      );
    }
    this.count.textContent = ` ${this.piles[this.chosen].down.length} `;
    const { activeElement } = document;
    const focused = activeElement instanceof HTMLElement ? activeElement.dataset.put : undefined;
    const cards = [...SUITS[Number(this.suits.value)]].flatMap((suit) => RANKS.map((rank) => rank + suit));
    this.palette.replaceChildren(
      ...[...cards, UNKNOWN].map((card) => {
        const left = this.left(card);
        const put = button("", () => this.put(card));
        put.dataset.put = card;
        put.append(face(card), element("small", "", card === UNKNOWN ? "" : String(left)));
        put.setAttribute("aria-disabled", String(!left));
        const words = card === UNKNOWN ? "a card that lies face up and isn't known" : `${cardName(card)}, ${left} left`;
        return named(put, words);
      }),
    );
    if (focused)
      /** @type {HTMLElement | null} */ (
        this.palette.querySelector(`[data-put="${focused}"]`)
      )?.focus();
  }

  /** Keys: a card's rank and suit, arrows to change the column, + and - for face-down cards. @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === this.suits) return;
    const key = event.key.toLowerCase();
    const act = /** @type {Record<string, () => void>} */ ({
      arrowleft: () => this.choose(this.chosen - 1),
      arrowright: () => this.choose(this.chosen + 1),
      backspace: () => this.pop(),
      "+": () => this.hide(1),
      "-": () => this.hide(-1),
    })[key];
    const rank = key === "0" ? "10" : key === "t" ? "10" : key.toUpperCase();
    if (act) act();
    else if (this.typed && SUITS[Number(this.suits.value)].includes(key)) this.put(this.typed + key);
    else if (RANKS.includes(rank)) {
      this.typed = rank;
      event.stopPropagation();
      return event.preventDefault();
    } else if (!(key === "1")) return;
    this.typed = "";
    event.stopPropagation();
    event.preventDefault();
  }
}

/** Sets the accessible name of a button. @param {HTMLElement} made @param {string} name */
function named(made, name) {
  made.setAttribute("aria-label", name);
  made.title = name;
  return made;
}

/** A column in FEN. @param {Pile} pile */
function written({ down, up }) {
  const card = (/** @type {string} */ name) => name.replace("10", "T");
  const hasKnown = down.some((name) => name !== UNKNOWN);
  const above = hasKnown
    ? down.map((name) => (name === UNKNOWN ? "x" : card(name))).join("")
    : down.length
      ? `${down.length}x`
      : "";
  if (!above && !up.length) return "-";
  return (above ? `${above}:` : "") + up.map(card).join("");
}
