/** An answer that is no move: which two cards have to change places. */

import { button, byId, element } from "./dom.js";
import { cardName } from "./faces.js";
import { keyOf } from "./known.js";

/** @typedef {import("./board.js").PositionData} PositionData */
/** A card that was clicked: its column, from 1, and its place there, from 0. @typedef {{number: number, index: number, card: string}} Place */

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
 * Takes the answer by clicks on two cards, and goes on from there if it's right.
 * @param {{start: PositionData, right: PositionData}} positions
 * @param {import("./stage.js").Stage} stage
 * @param {() => void} goOn
 */
export function askForTwo({ start, right }, stage, goOn) {
  const { board } = stage;
  /** @type {Place[] | null} */
  let chosen = null;
  const said = element("span");
  said.setAttribute("role", "status");
  const choose = button("Answer: click two cards", () => {
    stage.go(0);
    chosen = [];
    board.clearMarks();
    said.textContent = "Which two?";
  });
  byId("clauses").after(element("p", "row", choose, said));
  const decide = (/** @type {Place} */ one, /** @type {Place} */ other) => {
    chosen = null;
    board.clearMarks("picked");
    const names = `the ${cardName(one.card)} and the ${cardName(other.card)}`;
    if (keyOf(exchanged(start, one, other)) === keyOf(right)) {
      said.textContent = `Yes: ${names}. Now show that it can be done.`;
      goOn();
    } else said.textContent = `No, not ${names}.`;
  };
  board.element.addEventListener(
    "pointerdown",
    (event) => {
      const place = chosen && board.placeOf(event.target);
      if (!chosen || !place?.faceUp) return;
      event.stopPropagation();
      const { number = 0, index = 0, card } = place;
      chosen.push({ number, index, card: card ?? "" });
      board.mark(board.cards(number)[index], "picked");
      if (chosen.length === 2) decide(chosen[0], chosen[1]);
      else said.textContent = `The ${cardName(chosen[0].card)}, and?`;
    },
    { capture: true },
  );
}
