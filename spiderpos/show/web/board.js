/**
 * The tableau as cards on a page: shows a position, and how it became another one.
 *
 * A board knows nothing of the rules.  It is given positions and draws them; what a move does
 * to a position is worked out elsewhere and comes as a new position, or as edits of columns.
 *
 * The page has to hold the symbols of the cards (spiderpos.show.pictures.cardart, with the prefix
 * "sp-") and board.css.  See docs/pages.md for the JSON of positions and steps.
 */

import { cardName, html, smallFace, symbol, UNKNOWN } from "./faces.js";

/**
 * A position: spiderpos' own JSON (docs/notations/json.md).  Cards are names such as "10h",
 * "??" for one that isn't known; a number stands for so many cards that aren't.
 * @typedef {object} PositionData
 * @property {{down?: string[] | number, up?: string[] | number}[]} columns from left to right
 * @property {string[] | number} [hand] the cards not dealt, the next one first
 * @property {(string | null)[]} [removed] the suits removed
 * @property {(string | null)[]} [cells] for each free cell its card, null if it is empty
 */

/**
 * What a step changes, as edits that need no knowledge of the rules.
 * @typedef {object} ChangeData
 * @property {[number, number, ...string[]][]} set of each column that changes: its number,
 *   how many of its cards stay, from the top, and the cards that then come, face up
 * @property {string[] | number} [hand] the hand after it, if it changes
 * @property {(string | null)[]} [removed] the suits removed after it, if they change
 * @property {(string | null)[]} [cells] the free cells after it, if they change
 */

/**
 * Where something lies on a board.  Columns and cells count from 1, cards from 0 at the top.
 * @typedef {object} Place
 * @property {"column" | "hand" | "removed" | "cell"} kind
 * @property {number} [number] the column's or the cell's number
 * @property {number} [index] the card's place in its column; the length of the column for what
 *   lies below its cards
 * @property {string} [card] the card's name ("??" if it isn't known); nothing for a space
 * @property {boolean} [faceUp]
 */

/** A card as it lies in a column. @typedef {{card: string, faceUp: boolean}} Lying */

/** How soon after one card of a row the next is dealt, in milliseconds. */
const DEALING = 60;
/** The width of a column, in pixels, below which cards have faces with a large index. */
const SMALL = 54;

/** How many cards lie above one in its column. @param {HTMLElement} card */
function rowOf(card) {
  return [...(card.parentElement?.children ?? [])].indexOf(card);
}

/**
 * The cards of a list or of a number of unknown ones.
 * @param {string[] | number | undefined} cards
 * @returns {string[]}
 */
export function cardsOf(cards) {
  return typeof cards === "number" ? Array(cards).fill(UNKNOWN) : (cards ?? []);
}

/**
 * The position after a change; the one before is left as it is.
 * @param {PositionData} position
 * @param {ChangeData} change
 * @returns {PositionData}
 */
export function changed(position, change) {
  const columns = position.columns.slice();
  for (const [number, kept, ...cards] of change.set) {
    const { down, up } = columns[number - 1];
    const downCards = cardsOf(down).slice(0, kept);
    const upCards = cardsOf(up).slice(0, Math.max(0, kept - cardsOf(down).length));
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
 * Draws positions into an element, which it takes over.
 *
 * Elements to hook onto: `.column` (with `data-column`), `.card` in it (with `data-card`),
 * `.hand`, `.removed`, `.cell` (with `data-cell`); `placeOf` says what one of them is.  Cards keep
 * their elements while they are on the board, wherever they go.  Marks are set with `mark`.
 *
 * The element's custom properties say how large it is: `--card-most` the greatest width of a card,
 * `--board-most` the height from which columns are pushed together (see board.css).
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
   * @param {boolean} [options.showDown] whether face-down cards that are known are shown
   * @param {number} [options.duration] how long cards move, in milliseconds; 0 for not at all.
   *   Nothing moves either if the reader prefers reduced motion.
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

  /** The position that is shown. */
  get position() {
    return this.#position;
  }

  /** Whether face-down cards that are known are shown. */
  get showDown() {
    return this.#showDown;
  }

  set showDown(value) {
    this.#showDown = value;
    if (this.#position) this.show(this.#position, { animate: false });
  }

  /**
   * Shows a position.  Cards that it has in another place than the one before move there.
   * Marks are taken away.
   * @param {PositionData} position
   * @param {{animate?: boolean}} [options]
   * @returns {HTMLElement[]} the cards that came to another place, or face up
   */
  show(position, { animate = true } = {}) {
    const moving = animate && this.duration > 0 && this.#animated.matches && !document.hidden;
    this.finish();
    this.clearMarks();
    const origin = moving && this.#position ? this.#places() : null;
    // Cards that were dragged begin where they were let go.
    for (const card of this.#tableau.querySelectorAll(".card")) {
      if (card instanceof HTMLElement) card.style.removeProperty("translate");
    }
    this.#position = position;
    this.#resize(position.columns.length);
    const wanted = position.columns.map((column) => [
      ...cardsOf(column.down).map((card) => ({ card, faceUp: false })),
      ...cardsOf(column.up).map((card) => ({ card, faceUp: true })),
    ]);
    const arrived = this.#lay(wanted);
    this.#drawTop(position);
    if (origin) this.#animate(arrived, origin);
    return arrived.map(({ element }) => element);
  }

  /** Ends what still moves. */
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
   * Marks an element: `data-mark` is set to `kind`, which board.css knows as `moved`, `picked`,
   * `target` and `refused`.
   * @param {Element | undefined} element
   * @param {string} kind
   */
  mark(element, kind) {
    if (element instanceof HTMLElement) element.dataset.mark = kind;
  }

  /** Takes away all marks, or those of a kind. @param {string} [kind] */
  clearMarks(kind) {
    const selector = kind ? `[data-mark="${kind}"]` : "[data-mark]";
    for (const element of this.element.querySelectorAll(selector)) {
      if (element instanceof HTMLElement) delete element.dataset.mark;
    }
  }

  /**
   * What an element of the board (an event's target) is; null if it is nothing of it.
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
   * What lies at a point of the window, by columns rather than by cards: anywhere above or below
   * the cards of a column is that column.
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

  /** Gives small cards the faces that can be read. */
  #fit() {
    const small = this.element.clientWidth / Math.max(1, this.#columns.length) < SMALL;
    this.element.classList.toggle("small", small);
  }

  /**
   * Puts the cards into the columns.  Those that stay where they are keep their elements; those
   * that go elsewhere take theirs along.
   * @param {Lying[][]} wanted
   * @returns {{element: HTMLElement, isNew: boolean}[]} what came to another place or face up
   */
  #lay(wanted) {
    /** @type {Map<string, HTMLElement[]>} */
    const loose = new Map();
    /** @type {{element: HTMLElement, isNew: boolean}[]} */
    const arrived = [];
    let longest = 0;
    const kept = wanted.map((cards, i) => {
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
    wanted.forEach((cards, i) => {
      const pile = this.#columns[i].querySelector(".pile");
      cards.forEach((lying, index) => {
        let element = kept[i][index];
        if (element) {
          if (lying.faceUp && element.classList.contains("down")) {
            arrived.push({ element, isNew: false });
          }
        } else {
          const found = loose.get(lying.card)?.shift();
          element = found ?? html("li", "card");
          arrived.push({ element, isNew: !found });
          pile?.append(element);
        }
        this.#draw(element, lying);
      });
      longest = Math.max(longest, this.#describe(i, cards));
    });
    // By twos, so that the cards don't change their size with every move.
    this.element.style.setProperty("--longest", String(2 * Math.ceil(longest / 2)));
    return arrived;
  }

  /** Whether a card is the one that should lie in its place, perhaps turned over. */
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

  /** Says how high a column is, in strips, and what it is called. */
  #describe(/** @type {number} */ i, /** @type {Lying[]} */ cards) {
    const down = cards.filter(({ faceUp }) => !faceUp).length;
    const up = cards.length - down;
    const column = this.#columns[i];
    column.classList.toggle("space", !cards.length);
    // How many strips of cards show above the last one: a back has half of one.
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

  // What lies above the columns

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

  /** Where every card and the places above the columns are. */
  #places() {
    /** @type {Map<Element, DOMRect>} */
    const places = new Map();
    for (const card of this.#tableau.querySelectorAll(".card")) {
      places.set(card, card.getBoundingClientRect());
    }
    return places;
  }

  /**
   * Moves cards from where they were.  New ones come from the hand or the removed suits; those
   * that are gone go there.
   * @param {{element: HTMLElement, isNew: boolean}[]} arrived
   * @param {Map<Element, DOMRect>} origin
   */
  #animate(arrived, origin) {
    const timing = { duration: this.duration, easing: "cubic-bezier(.3,.1,.3,1)" };
    const hand = this.#top.querySelector(".hand")?.getBoundingClientRect();
    const removed = this.#top.querySelector(".removed")?.getBoundingClientRect();
    const first = !origin.size;
    const dealt = first || arrived.filter(({ isNew }) => isNew).length <= this.#columns.length;
    // The first deal is dealt row by row, and faster.
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
      // A row is dealt card by card.
      const delay = isNew && dealt ? pause * nth++ : 0;
      // A card that waits to be dealt isn't seen.
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
