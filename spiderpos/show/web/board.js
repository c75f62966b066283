/**
 * Draws a position as cards on a page and animates changes.
 *
 * A board doesn't know the rules.  Its callers compute the effect of a move and pass a new position.
 *
 * The page must contain the symbols of the cards (spiderpos.show.pictures.cardart, with the prefix
 * "sp-") and board.css.  See docs/pages.md for the JSON of positions.
 */

import { counted, element } from "./dom.js";
import { cardName, smallFace, symbol, UNKNOWN } from "./faces.js";

/**
 * A position in the JSON notation (docs/notations/json.md).  Cards are names such as "10h", or "??"
 * if unknown; a number in place of a list is a number of unknown cards.
 * @typedef {object} PositionData
 * @property {{down?: string[] | number, up?: string[] | number}[]} columns from left to right, the cards from the top down
 * @property {string[] | number} [hand] the cards in the hand, the next one to be dealt first
 * @property {(string | null)[]} [removed] the suits removed, in this order, null for one that is not known
 * @property {(string | null)[]} [cells] the card of each free cell, null if it is empty
 */

/**
 * A place on a board.  Columns and cells count from 1, cards from 0 at the top.
 * @typedef {object} Place
 * @property {"column" | "hand" | "removed" | "cell"} kind
 * @property {number} [number] the column's or the cell's number
 * @property {number} [index] the card's index in its column; the number of cards in the column for a
 *   point of the column that isn't on a card
 * @property {string} [card] the card's name ("??" if it is unknown); undefined if there is none
 * @property {boolean} [faceUp]
 */

/** A card in a column. @typedef {{card: string, faceUp: boolean}} Lying */
/** The element of a card that was moved, turned up or added; `isNew` if the card wasn't in the tableau before. @typedef {{card: HTMLElement, isNew: boolean}} Arrived */

/** Duration of a card's movement, and delay between the cards of a dealt row, in milliseconds. */
const MOVING = 220;
const DEALING = 60;
/** Columns narrower than this, in pixels, show card faces with a large index. */
const SMALL = 54;

/**
 * The cards as a list; a number becomes that many unknown cards.
 * @param {string[] | number | undefined} cards
 * @returns {string[]}
 */
export function cardsOf(cards) {
  return typeof cards === "number" ? Array(cards).fill(UNKNOWN) : (cards ?? []);
}

/** The number of rows left in the hand. @param {PositionData} position */
export const rowsLeft = ({ hand, columns }) => Math.ceil(cardsOf(hand).length / Math.max(1, columns.length));

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
  #top = element("div", "board-top");
  #tableau = element("div", "tableau");
  #showDown = false;
  #motion = window.matchMedia("(prefers-reduced-motion: no-preference)");

  /** @param {HTMLElement} box */
  constructor(box) {
    this.element = box;
    box.classList.add("board");
    box.replaceChildren(this.#top, this.#tableau);
    new ResizeObserver(() => requestAnimationFrame(() => this.#fit())).observe(box);
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
   * Shows a position and clears the marks.  Cards whose place changed move there, unless `animate` is false,
   * the reader prefers reduced motion, the page is hidden, or this is the first position.
   * @param {PositionData} position
   * @param {{animate?: boolean}} [options]
   * @returns {HTMLElement[]} the cards that were moved, turned up or added
   */
  show(position, { animate = true } = {}) {
    const moving = animate && this.#motion.matches && !document.hidden && this.#position;
    this.finish();
    this.clearMarks();
    const before = new Map([...this.#allCards()].map((card) => [card, card.getBoundingClientRect()]));
    const cells = this.#fullCells();
    // Dragged cards move from where they were dropped.
    for (const card of this.#allCards()) card.style.removeProperty("translate");
    this.#position = position;
    this.#resize(position.columns.length);
    const target = position.columns.map(({ down, up }) => [
      ...cardsOf(down).map((card) => ({ card, faceUp: false })),
      ...cardsOf(up).map((card) => ({ card, faceUp: true })),
    ]);
    const arrived = this.#lay(target);
    this.#top.replaceChildren(...this.#topParts(position));
    if (moving) this.#animate(arrived, before, cells);
    return arrived.map(({ card }) => card);
  }

  /** Ends all running animations at once; the cards are then at their new places. */
  finish() {
    for (const animation of this.element.getAnimations({ subtree: true })) animation.cancel();
    for (const ghost of this.element.querySelectorAll(".ghost")) ghost.remove();
  }

  /** @returns {NodeListOf<HTMLElement>} */
  #allCards() {
    return this.#tableau.querySelectorAll(".card");
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
   * Marks an element by setting `data-mark` to `kind`, such as `moved`, `picked`, `cursor` or `target`.
   * @param {Element | null | undefined} marked
   * @param {string} kind
   */
  mark(marked, kind) {
    if (marked instanceof HTMLElement) marked.dataset.mark = kind;
  }

  /** Clears all marks, or those of one kind. @param {string} [kind] */
  clearMarks(kind) {
    for (const marked of this.element.querySelectorAll(kind ? `[data-mark="${kind}"]` : "[data-mark]")) {
      marked.removeAttribute("data-mark");
    }
  }

  /**
   * The place of an element (an event's target); null if it is not part of the board.
   * @param {EventTarget | null} target
   * @returns {Place | null}
   */
  placeOf(target) {
    if (!(target instanceof Element) || !this.element.contains(target)) return null;
    const part = target.closest(".cell, .hand, .removed, .column");
    if (!(part instanceof HTMLElement)) return null;
    if (part.matches(".hand")) return { kind: "hand" };
    if (part.matches(".removed")) return { kind: "removed" };
    if (part.matches(".cell")) return { kind: "cell", number: Number(part.dataset.cell), card: part.dataset.card };
    const number = Number(part.dataset.column);
    const cards = this.cards(number);
    const card = target.closest(".card");
    if (!(card instanceof HTMLElement)) return { kind: "column", number, index: cards.length };
    const faceUp = !card.classList.contains("down");
    return { kind: "column", number, index: cards.indexOf(card), card: card.dataset.card, faceUp };
  }

  /**
   * The place at a point of the window.  A point above or below the cards of a column belongs to
   * that column.
   * @param {number} x
   * @param {number} y
   * @returns {Place | null}
   */
  placeAt(x, y) {
    for (const node of document.elementsFromPoint(x, y)) {
      const place = this.placeOf(node);
      if (place) return place;
    }
    if (y < this.#tableau.getBoundingClientRect().top) return null;
    const number = 1 + this.#columns.findIndex((column) => {
      const { left, right } = column.getBoundingClientRect();
      return left <= x && x <= right;
    });
    return number ? { kind: "column", number, index: this.cards(number).length } : null;
  }

  // The columns

  /** @param {number} count */
  #resize(count) {
    while (this.#columns.length > count) this.#columns.pop()?.remove();
    while (this.#columns.length < count) {
      const number = String(this.#columns.length + 1);
      const label = element("span", "column-number", number);
      label.ariaHidden = "true";
      const column = element("div", "column", label, element("ol", "pile"));
      column.dataset.column = number;
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
   * @returns {Arrived[]} the cards that were moved, turned up or added
   */
  #lay(target) {
    /** Elements of cards that left their places, by card. @type {Record<string, HTMLElement[]>} */
    const loose = {};
    /** @type {Arrived[]} */
    const arrived = [];
    for (const [i, cards] of target.entries()) {
      const there = this.cards(i + 1);
      const changed = there.findIndex((card, row) => !cards[row] || !staysAt(card, cards[row]));
      for (const card of changed < 0 ? [] : there.slice(changed)) {
        (loose[card.dataset.card ?? UNKNOWN] ??= []).push(card);
        card.remove();
      }
    }
    let longest = 0;
    for (const [i, cards] of target.entries()) {
      const there = this.cards(i + 1);
      cards.forEach((lying, row) => {
        const moved = there[row] ? undefined : loose[lying.card]?.shift();
        const card = there[row] ?? moved ?? element("li", "card");
        if (!there[row]) this.#columns[i].lastElementChild?.append(card);
        if (!there[row] || (lying.faceUp && card.classList.contains("down"))) {
          arrived.push({ card, isNew: !there[row] && !moved });
        }
        this.#draw(card, lying);
      });
      longest = Math.max(longest, this.#describe(i, cards));
    }
    // Rounded up to an even number, so that the cards don't change size with every move.
    this.element.style.setProperty("--longest", String(2 * Math.ceil(longest / 2)));
    return arrived;
  }

  #draw(/** @type {HTMLElement} */ drawn, /** @type {Lying} */ { card, faceUp }) {
    const peek = !faceUp && this.#showDown && card !== UNKNOWN;
    const state = `${faceUp || peek ? card : "back"} ${faceUp}`;
    if (drawn.dataset.shown === state) return;
    Object.assign(drawn.dataset, { shown: state, card });
    drawn.classList.toggle("down", !faceUp);
    drawn.classList.toggle("peek", peek);
    const name = faceUp ? cardName(card) : `face down${peek ? `: ${cardName(card)}` : ""}`;
    const faces = faceUp || peek ? facesOf(card) : [symbol("back", "face")];
    drawn.replaceChildren(...faces, ...(peek ? [symbol("veil", "veil")] : []), element("span", "hidden-text", name));
  }

  /** Sets a column's accessible name and its height in strips of cards; returns the height. */
  #describe(/** @type {number} */ i, /** @type {Lying[]} */ cards) {
    const down = cards.filter(({ faceUp }) => !faceUp).length;
    const up = cards.length - down;
    const column = this.#columns[i];
    column.classList.toggle("space", !cards.length);
    // The number of strips above the last card; a back counts half.
    const backs = cards.slice(0, -1).filter(({ card, faceUp }) => !faceUp && !(this.#showDown && card !== UNKNOWN)).length;
    const strips = Math.max(0, cards.length - 1) - backs / 2;
    column.style.setProperty("--strips", String(strips));
    const words = [down && `${down} face down`, up && `${up} face up`].filter(Boolean).join(", ");
    column.lastElementChild?.setAttribute("aria-label", `Column ${i + 1}: ${words || "space"}`);
    return strips;
  }

  // The area above the columns

  #topParts(/** @type {PositionData} */ position) {
    const { hand, cells = [], removed = [] } = position;
    const part = (/** @type {string} */ kind, /** @type {string} */ label, /** @type {Node[]} */ children) => {
      const box = element("div", kind, ...children);
      box.role = "img";
      box.ariaLabel = label;
      return box;
    };
    const stub = (/** @type {Node[]} */ ...faces) => element("span", "stub", ...faces);
    const count = cardsOf(hand).length;
    const rows = rowsLeft(position);
    const label = count ? `${counted(count, "card")}, ${counted(rows, "row")}` : "no cards";
    const backs = Array.from({ length: Math.max(1, rows) }, () => stub(symbol(count ? "back" : "none", "face")));
    const number = element("span", "hand-count", count ? counted(count, "card") : "");
    number.ariaHidden = "true";
    const suits = removed.map((suit) => suit ?? "a suit").join(", ");
    return [
      part("hand", `Hand: ${label}`, backs),
      number,
      ...cells.map((card, i) => {
        const faces = card ? facesOf(card) : [symbol("space", "face")];
        const cell = part("cell", `Cell ${i + 1}: ${card ? cardName(card) : "empty"}`, faces);
        Object.assign(cell.dataset, { cell: i + 1, ...(card && { card }) });
        return cell;
      }),
      part("removed", `Removed: ${suits || "no suit"}`, removed.map((suit) => stub(...facesOf(suit ? `K${suit[0]}` : UNKNOWN)))),
    ];
  }

  // Movement

  /** The free cells with a card, as "1 Kd", and their places. @returns {Map<string, DOMRect>} */
  #fullCells() {
    const cells = /** @type {NodeListOf<HTMLElement>} */ (this.#top.querySelectorAll(".cell[data-card]"));
    return new Map([...cells].map((cell) => [`${cell.dataset.cell} ${cell.dataset.card}`, cell.getBoundingClientRect()]));
  }

  /**
   * Animates cards from their old places; a card that was turned up in its place unfolds.  New cards come from a
   * free cell, the hand, or the removed suits if they are more than a row.  Cards that left the tableau move to a
   * free cell, the hand (if they are face down) or the removed suits.
   * @param {Arrived[]} arrived
   * @param {Map<HTMLElement, DOMRect>} before all cards that were in the tableau, and their places
   * @param {Map<string, DOMRect>} cells the free cells that held a card
   */
  #animate(arrived, before, cells) {
    const timing = { duration: MOVING, easing: "cubic-bezier(.3,.1,.3,1)" };
    const [hand, removed] = [".hand", ".removed"].map((part) => this.#top.querySelector(part)?.getBoundingClientRect());
    if (!hand || !removed) return;
    const byCard = (/** @type {Map<string, DOMRect>} */ some, /** @type {Map<string, DOMRect>} */ others) =>
      new Map([...some].filter(([cell]) => !others.has(cell)).map(([cell, place]) => [cell.split(" ")[1], place]));
    const cellsNow = this.#fullCells();
    const [left, entered] = [byCard(cells, cellsNow), byCard(cellsNow, cells)];
    const first = !before.size;
    const dealt = first || arrived.filter(({ isNew }) => isNew).length <= this.#columns.length;
    // The initial deal is animated row by row, and faster.
    const rowOf = (/** @type {Arrived} */ { card }) => [...(card.parentElement?.children ?? [])].indexOf(card);
    if (first) arrived.sort((one, other) => rowOf(one) - rowOf(other));
    let delay = 0;
    for (const { card, isNew } of arrived) {
      const to = card.getBoundingClientRect();
      const from = isNew ? (left.get(card.dataset.card ?? "") ?? (dealt ? hand : removed)) : before.get(card);
      if (!from) continue;
      const [x, y] = [from.left - to.left, from.top - to.top];
      // A card is invisible until it is dealt.
      const frames = [
        { transform: isNew || x || y ? `translate(${x}px, ${y}px)` : "scaleX(.05)", opacity: isNew && delay ? 0 : 1 },
        { opacity: 1, offset: 0.1 },
        { transform: "none" },
      ];
      card.classList.add("moving");
      const animation = card.animate(frames, { ...timing, delay: isNew ? delay : 0, fill: "backwards" });
      // Stagger the cards of a dealt row.
      if (isNew && dealt) delay += first ? DEALING / 3 : DEALING;
      const rest = () => card.classList.toggle("moving", card.getAnimations().length > 0);
      animation.finished.then(rest, rest);
    }
    const base = this.element.getBoundingClientRect();
    for (const [ghost, from] of before) {
      if (ghost.isConnected) continue;
      const to = ghost.classList.contains("down") ? hand : (entered.get(ghost.dataset.card ?? "") ?? removed);
      ghost.classList.add("ghost");
      Object.assign(ghost.style, {
        left: `${from.left - base.left}px`,
        top: `${from.top - base.top}px`,
        width: `${from.width}px`,
        height: `${from.height}px`,
      });
      this.element.append(ghost);
      const end = `translate(${to.left - from.left}px, ${to.top - from.top}px)`;
      const rest = () => ghost.remove();
      ghost.animate([{ transform: "none" }, { transform: end }], timing).finished.then(rest, rest);
    }
  }
}

/** True if an element can keep its place: it is this card, or an unknown card was turned over. */
function staysAt(/** @type {HTMLElement} */ element, /** @type {Lying} */ lying) {
  const { card } = element.dataset;
  const turned = element.classList.contains("down") === lying.faceUp;
  return card === lying.card || (turned && (card === UNKNOWN || lying.card === UNKNOWN));
}

/** The faces of a card for all sizes. @param {string} card */
const facesOf = (card) => (card === UNKNOWN ? [symbol("unknown", "face")] : [symbol(card, "face-full"), smallFace(card)]);
