/**
 * Draws a position as cards on a page and animates changes.
 *
 * A board doesn't know the rules.  Its callers compute the effect of a move and pass a new position,
 * or edits of columns.
 *
 * The page must contain the symbols of the cards (spiderpos.show.pictures.cardart, with the prefix
 * "sp-") and board.css.  See docs/pages.md for the JSON of positions and steps.
 */

import { cardName, html, smallFace, symbol, UNKNOWN } from "./faces.js";

/**
 * A position in the JSON notation (docs/notations/json.md).  Cards are names such as "10h", or "??"
 * if unknown; a number in place of a list is a number of unknown cards.
 * @typedef {object} PositionData
 * @property {{down?: string[] | number, up?: string[] | number}[]} columns from left to right
 * @property {string[] | number} [hand] the cards in the hand, the next one to be dealt first
 * @property {(string | null)[]} [removed] the suits removed
 * @property {(string | null)[]} [cells] the card of each free cell, null if it is empty
 */

/**
 * The changes of a step, as edits that can be applied without knowing the rules.
 * @typedef {object} ChangeData
 * @property {[number, number, ...string[]][]} set for each changed column: its number, the number
 *   of cards kept, from the top, and the face-up cards to append
 * @property {string[] | number} [hand] the new hand, if it changes
 * @property {(string | null)[]} [removed] the new removed suits, if they change
 * @property {(string | null)[]} [cells] the new free cells, if they change
 */

/**
 * A place on a board.  Columns and cells count from 1, cards from 0 at the top.
 * @typedef {object} Place
 * @property {"column" | "hand" | "removed" | "cell"} kind
 * @property {number} [number] the column's or the cell's number
 * @property {number} [index] the card's index in its column; the length of the column for the
 *   area below its cards
 * @property {string} [card] the card's name ("??" if it is unknown); undefined for a space
 * @property {boolean} [faceUp]
 */

/** A card in a column. @typedef {{card: string, faceUp: boolean}} Lying */

/** Delay between the cards of a dealt row, in milliseconds. */
const DEALING = 60;
/** Columns narrower than this, in pixels, show card faces with a large index. */
const SMALL = 54;

/** The number of cards above a card in its column. @param {HTMLElement} card */
function rowOf(card) {
  return [...(card.parentElement?.children ?? [])].indexOf(card);
}

/**
 * The cards as a list; a number becomes that many unknown cards.
 * @param {string[] | number | undefined} cards
 * @returns {string[]}
 */
export function cardsOf(cards) {
  return typeof cards === "number" ? Array(cards).fill(UNKNOWN) : (cards ?? []);
}

/**
 * Returns the position after a change, without modifying the given one.
 * @param {PositionData} position
 * @param {ChangeData} change
 * @returns {PositionData}
 */
export function changed(position, change) {
  const columns = position.columns.slice();
  for (const [number, unchanged, ...cards] of change.set) {
    const { down, up } = columns[number - 1];
    const downCards = cardsOf(down).slice(0, unchanged);
    const upCards = cardsOf(up).slice(0, Math.max(0, unchanged - cardsOf(down).length));
    columns[number - 1] = { down: downCards, up: [...upCards, ...cards] };
  }
  const { hand, removed, cells } = change;
  return {
    ...position,
    columns,
    ...(hand !== undefined && { hand }),
    ...(removed !== undefined && { removed }),
    ...(cells !== undefined && { cells }),
  };
}

/** @param {number} count  @param {string} noun */
function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Draws positions into an element, replacing its content.
 *
 * Elements for event handlers: `.column` (with `data-column`), `.card` in it (with `data-card`),
 * `.hand`, `.removed`, `.cell` (with `data-cell`); `placeOf` returns the place of one of them.  Cards
 * keep their elements while they are on the board, even in another column.  `mark` sets marks.
 *
 * The element's custom properties limit its size: `--card-most` is the greatest width of a card,
 * `--board-most` the height above which columns are squeezed (see board.css).
 */
export class Board {
  /** @type {PositionData | null} */
  #position = null;
  /** @type {HTMLElement[]} */
  #columns = [];
  #top = html("div", "board-top");
  #tableau = html("div", "tableau");
  #showDown;
  #animated;

  /**
   * @param {HTMLElement} element
   * @param {object} [options]
   * @param {boolean} [options.showDown] whether to show known face-down cards
   * @param {number} [options.duration] duration of a card's movement in milliseconds; 0 for no
   *   animation.  There is also none if the reader prefers reduced motion.
   */
  constructor(element, { showDown = false, duration = 220 } = {}) {
    this.element = element;
    this.duration = duration;
    this.#showDown = showDown;
    this.#animated = window.matchMedia("(prefers-reduced-motion: no-preference)");
    element.classList.add("board");
    element.replaceChildren(this.#top, this.#tableau);
    new ResizeObserver(() => requestAnimationFrame(() => this.#fit())).observe(element);
  }

  /** The displayed position. */
  get position() {
    return this.#position;
  }

  /** True if known face-down cards are shown. */
  get showDown() {
    return this.#showDown;
  }

  set showDown(value) {
    this.#showDown = value;
    if (this.#position) this.show(this.#position, { animate: false });
  }

  /**
   * Shows a position and clears the marks.  Cards whose place changed move there.
   * @param {PositionData} position
   * @param {{animate?: boolean}} [options]
   * @returns {HTMLElement[]} the cards that were moved or turned up
   */
  show(position, { animate = true } = {}) {
    const moving = animate && this.duration > 0 && this.#animated.matches && !document.hidden;
    this.finish();
    this.clearMarks();
    const origin = moving && this.#position ? this.#places() : null;
    // Dragged cards move from where they were dropped.
    for (const card of this.#tableau.querySelectorAll(".card")) {
      if (card instanceof HTMLElement) card.style.removeProperty("translate");
    }
    this.#position = position;
    this.#resize(position.columns.length);
    const target = position.columns.map((column) => [
      ...cardsOf(column.down).map((card) => ({ card, faceUp: false })),
      ...cardsOf(column.up).map((card) => ({ card, faceUp: true })),
    ]);
    const arrived = this.#lay(target);
    this.#drawTop(position);
    if (origin) this.#animate(arrived, origin);
    return arrived.map(({ element }) => element);
  }

  /** Finishes all running animations at once. */
  finish() {
    for (const animation of this.element.getAnimations({ subtree: true })) animation.cancel();
    for (const ghost of this.element.querySelectorAll(".ghost")) ghost.remove();
  }

  /** The cards of a column, from the top down. @param {number} number @returns {HTMLElement[]} */
  cards(number) {
    return /** @type {HTMLElement[]} */ ([...this.#columns[number - 1].querySelectorAll(".card")]);
  }

  /** The element of a column. @param {number} number */
  column(number) {
    return this.#columns[number - 1];
  }

  /**
   * Marks an element by setting `data-mark` to `kind`; board.css has styles for `moved`, `picked`,
   * `target` and `refused`.
   * @param {Element | undefined} element
   * @param {string} kind
   */
  mark(element, kind) {
    if (element instanceof HTMLElement) element.dataset.mark = kind;
  }

  /** Clears all marks, or those of one kind. @param {string} [kind] */
  clearMarks(kind) {
    const selector = kind ? `[data-mark="${kind}"]` : "[data-mark]";
    for (const element of this.element.querySelectorAll(selector)) {
      if (element instanceof HTMLElement) delete element.dataset.mark;
    }
  }

  /**
   * The place of an element (an event's target); null if it is not part of the board.
   * @param {EventTarget | null} target
   * @returns {Place | null}
   */
  placeOf(target) {
    if (!(target instanceof Element) || !this.element.contains(target)) return null;
    const cell = target.closest(".cell");
    if (cell instanceof HTMLElement) {
      return { kind: "cell", number: Number(cell.dataset.cell), card: cell.dataset.card };
    }
    if (target.closest(".hand")) return { kind: "hand" };
    if (target.closest(".removed")) return { kind: "removed" };
    const column = target.closest(".column");
    if (!(column instanceof HTMLElement)) return null;
    const number = Number(column.dataset.column);
    const cards = this.cards(number);
    const card = target.closest(".card");
    if (!(card instanceof HTMLElement)) return { kind: "column", number, index: cards.length };
    return {
      kind: "column",
      number,
      index: cards.indexOf(card),
      card: card.dataset.card,
      faceUp: !card.classList.contains("down"),
    };
  }

  /**
   * The place at a point of the window.  A point above or below the cards of a column belongs to
   * that column.
   * @param {number} x
   * @param {number} y
   * @returns {Place | null}
   */
  placeAt(x, y) {
    for (const element of document.elementsFromPoint(x, y)) {
      const place = this.placeOf(element);
      if (place) return place;
    }
    const box = this.#tableau.getBoundingClientRect();
    if (y < box.top) return null;
    for (const [i, column] of this.#columns.entries()) {
      const { left, right } = column.getBoundingClientRect();
      if (left <= x && x <= right) {
        return { kind: "column", number: i + 1, index: this.cards(i + 1).length };
      }
    }
    return null;
  }

  // The columns

  /** @param {number} count */
  #resize(count) {
    while (this.#columns.length > count) this.#columns.pop()?.remove();
    while (this.#columns.length < count) {
      const number = this.#columns.length + 1;
      const column = html("div", "column");
      column.dataset.column = String(number);
      const label = html("span", "column-number", String(number));
      label.setAttribute("aria-hidden", "true");
      column.append(label, html("ol", "pile"));
      this.#columns.push(column);
      this.#tableau.append(column);
    }
    this.element.style.setProperty("--columns", String(count));
    this.#fit();
  }

  /** Gives small cards their more legible faces. */
  #fit() {
    const small = this.element.clientWidth / Math.max(1, this.#columns.length) < SMALL;
    this.element.classList.toggle("small", small);
  }

  /**
   * Puts the cards into the columns.  Cards keep their elements, also when they move to another
   * column.
   * @param {Lying[][]} target
   * @returns {{element: HTMLElement, isNew: boolean}[]} the cards that were moved or turned up
   */
  #lay(target) {
    /** @type {Map<string, HTMLElement[]>} */
    const loose = new Map();
    /** @type {{element: HTMLElement, isNew: boolean}[]} */
    const arrived = [];
    let longest = 0;
    const reused = target.map((cards, i) => {
      const elements = this.cards(i + 1);
      let keep = 0;
      while (keep < elements.length && keep < cards.length) {
        if (!this.#stays(elements[keep], cards[keep])) break;
        keep++;
      }
      for (const element of elements.slice(keep)) {
        const card = element.dataset.card ?? UNKNOWN;
        loose.set(card, [...(loose.get(card) ?? []), element]);
        element.remove();
      }
      return elements.slice(0, keep);
    });
    target.forEach((cards, i) => {
      const pile = this.#columns[i].querySelector(".pile");
      cards.forEach((lying, index) => {
        let element = reused[i][index];
        if (element) {
          if (lying.faceUp && element.classList.contains("down")) {
            arrived.push({ element, isNew: false });
          }
        } else {
          const existing = loose.get(lying.card)?.shift();
          element = existing ?? html("li", "card");
          arrived.push({ element, isNew: !existing });
          pile?.append(element);
        }
        this.#draw(element, lying);
      });
      longest = Math.max(longest, this.#describe(i, cards));
    });
    // Rounded up to an even number, so that the cards don't change size with every move.
    this.element.style.setProperty("--longest", String(2 * Math.ceil(longest / 2)));
    return arrived;
  }

  /** True if an element can keep its place: it is this card, or an unknown card was turned over. */
  #stays(/** @type {HTMLElement} */ element, /** @type {Lying} */ lying) {
    const was = element.dataset.card;
    if (was === lying.card) return true;
    const turned = element.classList.contains("down") === lying.faceUp;
    return turned && (was === UNKNOWN || lying.card === UNKNOWN);
  }

  #draw(/** @type {HTMLElement} */ element, /** @type {Lying} */ { card, faceUp }) {
    const shown = faceUp ? card : this.#showDown && card !== UNKNOWN ? `peek ${card}` : "back";
    if (element.dataset.shown === shown) return;
    element.dataset.shown = shown;
    element.dataset.card = card;
    element.classList.toggle("down", !faceUp);
    element.classList.toggle("peek", shown.startsWith("peek"));
    const name = faceUp
      ? cardName(card)
      : `face down${shown === "back" ? "" : `: ${cardName(card)}`}`;
    const faces = [];
    if (shown === "back") faces.push(symbol("back", "face"));
    else if (card === UNKNOWN) faces.push(symbol("unknown", "face"));
    else faces.push(symbol(card, "face-full"), smallFace(card));
    if (shown.startsWith("peek")) faces.push(symbol("veil", "veil"));
    element.replaceChildren(...faces, html("span", "hidden-text", name));
  }

  /** Sets a column's height, counted in strips of cards, and its accessible name. */
  #describe(/** @type {number} */ i, /** @type {Lying[]} */ cards) {
    const down = cards.filter(({ faceUp }) => !faceUp).length;
    const up = cards.length - down;
    const column = this.#columns[i];
    column.classList.toggle("space", !cards.length);
    // The number of strips above the last card; a back counts half.
    const covered = this.cards(i + 1).slice(0, -1);
    const backs = covered.filter(({ dataset }) => dataset.shown === "back").length;
    const strips = covered.length - backs / 2;
    column.style.setProperty("--strips", String(strips));
    const what = [down && `${down} face down`, up && `${up} face up`].filter(Boolean).join(", ");
    column
      .querySelector(".pile")
      ?.setAttribute("aria-label", `Column ${i + 1}: ${what || "space"}`);
    return strips;
  }

  // The area above the columns

  #drawTop(/** @type {PositionData} */ position) {
    const parts = [];
    const hand = cardsOf(position.hand).length;
    const width = position.columns.length;
    const rows = Math.ceil(hand / Math.max(1, width));
    const handBox = html("div", "hand");
    handBox.setAttribute("role", "img");
    handBox.setAttribute(
      "aria-label",
      hand ? `Hand: ${counted(hand, "card")}, ${counted(rows, "row")}` : "Hand: no cards",
    );
    for (let i = 0; i < Math.max(1, rows); i++) {
      const card = html("span", "stub");
      card.append(symbol(hand ? "back" : "none", "face"));
      handBox.append(card);
    }
    parts.push(handBox, html("span", "hand-count", hand ? counted(hand, "card") : ""));
    parts[1].setAttribute("aria-hidden", "true");
    (position.cells ?? []).forEach((card, i) => {
      const cell = html("div", "cell");
      cell.dataset.cell = String(i + 1);
      if (card) cell.dataset.card = card;
      cell.setAttribute("role", "img");
      cell.setAttribute("aria-label", `Cell ${i + 1}: ${card ? cardName(card) : "empty"}`);
      if (!card) cell.append(symbol("space", "face"));
      else if (card === UNKNOWN) cell.append(symbol("unknown", "face"));
      else cell.append(symbol(card, "face-full"), smallFace(card));
      parts.push(cell);
    });
    const removed = position.removed ?? [];
    const pile = html("div", "removed");
    pile.setAttribute("role", "img");
    const names = removed.map((suit) => suit ?? "a suit").join(", ");
    pile.setAttribute("aria-label", `Removed: ${names || "no suit"}`);
    for (const suit of removed) {
      const card = html("span", "stub");
      if (suit) card.append(symbol(`K${suit[0]}`, "face-full"), smallFace(`K${suit[0]}`));
      else card.append(symbol("unknown", "face"));
      pile.append(card);
    }
    parts.push(pile);
    this.#top.replaceChildren(...parts);
  }

  // Movement

  /** The rectangles of all cards and of the places above the columns. */
  #places() {
    /** @type {Map<Element, DOMRect>} */
    const places = new Map();
    for (const card of this.#tableau.querySelectorAll(".card")) {
      places.set(card, card.getBoundingClientRect());
    }
    return places;
  }

  /**
   * Animates cards from their old places.  New cards come from the hand or the removed suits, and
   * cards that left the tableau move there.
   * @param {{element: HTMLElement, isNew: boolean}[]} arrived
   * @param {Map<Element, DOMRect>} origin
   */
  #animate(arrived, origin) {
    const timing = { duration: this.duration, easing: "cubic-bezier(.3,.1,.3,1)" };
    const hand = this.#top.querySelector(".hand")?.getBoundingClientRect();
    const removed = this.#top.querySelector(".removed")?.getBoundingClientRect();
    const first = !origin.size;
    const dealt = first || arrived.filter(({ isNew }) => isNew).length <= this.#columns.length;
    // The initial deal is animated row by row, and faster.
    if (first) arrived.sort((one, other) => rowOf(one.element) - rowOf(other.element));
    const pause = first ? DEALING / 3 : DEALING;
    let nth = 0;
    for (const { element, isNew } of arrived) {
      const to = element.getBoundingClientRect();
      const from = isNew ? (dealt ? hand : removed) : origin.get(element);
      if (!from) continue;
      const x = from.left - to.left;
      const y = from.top - to.top;
      const start = isNew || x || y ? `translate(${x}px, ${y}px)` : "scaleX(.05)";
      element.classList.add("moving");
      // Stagger the cards of a dealt row.
      const delay = isNew && dealt ? pause * nth++ : 0;
      // A card is invisible until it is dealt.
      const frames = [
        { transform: start, opacity: delay ? 0 : 1 },
        { opacity: 1, offset: 0.1 },
        { transform: "none" },
      ];
      const animation = element.animate(frames, { ...timing, delay, fill: "backwards" });
      const rest = () => element.classList.toggle("moving", element.getAnimations().length > 0);
      animation.finished.then(rest, rest);
    }
    const base = this.element.getBoundingClientRect();
    for (const [element, from] of origin) {
      if (element.isConnected || !removed || !hand) continue;
      const to = element.classList.contains("down") ? hand : removed;
      const ghost = element;
      ghost.classList.add("ghost");
      const style = /** @type {HTMLElement} */ (ghost).style;
      style.left = `${from.left - base.left}px`;
      style.top = `${from.top - base.top}px`;
      style.width = `${from.width}px`;
      style.height = `${from.height}px`;
      this.element.append(ghost);
      const end = `translate(${to.left - from.left}px, ${to.top - from.top}px)`;
      const animation = ghost.animate([{ transform: "none" }, { transform: end }], timing);
      const rest = () => ghost.remove();
      animation.finished.then(rest, rest);
    }
  }
}
