/** Questions answered by choosing two cards to exchange, or a column, instead of by a move. */

import { button, byId, element } from "./dom.js";
import { cardName } from "./faces.js";
import { keyOf } from "./known.js";

/** @typedef {import("./board.js").PositionData} PositionData */
/** A card or a space: its column, from 1, and its index in it, from 0. @typedef {{number: number, index: number, card: string}} Place */

/**
 * The correct answer: `column`, or `right`, the position with two cards exchanged.
 * @typedef {{start: PositionData, right?: PositionData, column: number}} Question
 */

/**
 * The position with two face-up cards exchanged.
 * @param {PositionData} position
 * @param {Place} one
 * @param {Place} other
 * @returns {PositionData}
 */
function exchanged(position, one, other) {
  const columns = position.columns.map(({ down = 0, up = [] }) => ({
    down,
    up: typeof up === "number" ? Array(up).fill("??") : [...up],
  }));
  const put = (/** @type {Place} */ { number, index }, /** @type {string} */ card) => {
    const { down, up } = columns[number - 1];
    up[index - (typeof down === "number" ? down : down.length)] = card;
  };
  put(one, other.card);
  put(other, one.card);
  return { ...position, columns };
}

/**
 * Lets the reader answer by clicks or keys; calls `goOn` after a correct answer.
 * @param {Question} question
 * @param {import("./stage.js").Stage} stage
 * @param {() => void} goOn
 */
export function askFor({ start, right, column }, stage, goOn) {
  const { board } = stage;
  /** @type {Place[] | null} */
  let chosen = null;
  let cursor = { number: 1, index: Infinity };
  const status = element("span");
  status.setAttribute("role", "status");
  const choose = button(`Answer: choose ${column ? "a column" : "two cards"}`, () => {
    stage.go(0);
    chosen = [];
    board.clearMarks();
    status.textContent = column ? "Which one?" : "Which two?";
    board.element.focus({ preventScroll: true });
  });
  byId("clauses").after(element("p", "row", choose, status));

  const decide = (/** @type {Place[]} */ places) => {
    const [one, other] = places;
    chosen = null;
    board.clearMarks();
    const names = column
      ? `column ${one.number}`
      : `the ${cardName(one.card)} and the ${cardName(other.card)}`;
    const holds = column
      ? one.number === column
      : keyOf(exchanged(start, one, other)) === keyOf(/** @type {PositionData} */ (right));
    status.textContent = holds ? `Yes: ${names}. Now show that it can be done.` : `No, not ${names}.`;
    if (holds) goOn();
  };
  const take = (/** @type {Place} */ place) => {
    if (!chosen) return;
    chosen.push(place);
    board.mark(board.cards(place.number)[place.index], "picked");
    if (column || chosen.length === 2) decide(chosen);
    else status.textContent = `The ${cardName(place.card)}, and?`;
  };
  const placeOf = (/** @type {EventTarget | null | undefined} */ target) => {
    const place = board.placeOf(target ?? null);
    if (place?.kind !== "column" || !(column || place.faceUp)) return null;
    return { number: place.number ?? 0, index: place.index ?? 0, card: place.card ?? "" };
  };
  /** Moves the cursor to another card or space and announces it. @param {number} across @param {number} up */
  const point = (across, up) => {
    const count = board.position?.columns.length ?? 1;
    const number = ((cursor.number - 1 + across + count) % count) + 1;
    const cards = board.cards(number);
    const least = cards.findIndex((card) => !card.classList.contains("down"));
    const last = across ? cards.length - 1 : Math.min(cursor.index, cards.length - 1) - up;
    cursor = { number, index: Math.min(Math.max(last, least), cards.length - 1) };
    board.clearMarks("cursor");
    const card = cards[cursor.index];
    board.mark(card ?? board.column(number), "cursor");
    byId("voice").textContent = `Column ${number}: ${card ? cardName(card.dataset.card ?? "??") : "space"}.`;
  };
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => point(-1, 0),
    ArrowRight: () => point(1, 0),
    ArrowUp: () => point(0, 1),
    ArrowDown: () => point(0, -1),
    Enter() {
      const place = placeOf(board.cards(cursor.number)[cursor.index] ?? board.column(cursor.number));
      if (place) take(place);
    },
    Escape() {
      chosen = null;
      board.clearMarks();
      status.textContent = "";
    },
  };
  keys[" "] = keys.Enter;
  const on = (/** @type {"pointerdown" | "keydown"} */ kind, /** @type {(event: any) => void} */ act) =>
    board.element.addEventListener(kind, act, { capture: true });
  on("pointerdown", (event) => {
    const place = chosen && placeOf(event.target);
    if (!place) return;
    event.stopPropagation();
    take(place);
  });
  on("keydown", (event) => {
    if (!chosen || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  });
}
