/** Questions answered by choosing two cards to exchange, or a column, instead of by a move. */

import { cardsOf } from "./board.js";
import { byId, element } from "./dom.js";
import { signs } from "./faces.js";

/** @typedef {import("./board.js").PositionData} PositionData */

/**
 * Shows a form for the answer; calls `goOn` after a correct one.
 * @param {PositionData} start
 * @param {number | PositionData} answer a column, or the start with two face-up cards exchanged
 * @param {() => void} goOn
 */
export function askFor(start, answer, goOn) {
  const isColumn = typeof answer === "number";
  const choices = start.columns.flatMap(({ up }, i) =>
    isColumn
      ? new Option(`column ${i + 1}`, String(i))
      : cardsOf(up).map((card, row) => new Option(`the ${signs(card)} in column ${i + 1}`, `${i},${row}`)),
  );
  const cardAt = (/** @type {PositionData} */ { columns }, /** @type {string} */ place) => {
    const [column, row] = place.split(",").map(Number);
    return cardsOf(columns[column].up)[row];
  };
  const expected = isColumn
    ? [String(answer - 1)]
    : choices.map(({ value }) => value).filter((place) => cardAt(start, place) !== cardAt(answer, place));
  const selects = expected.map((_, i) => {
    const select = element("select", "", ...choices.map((each) => each.cloneNode(true)));
    select.ariaLabel = isColumn ? "Column" : `Card ${i + 1}`;
    return select;
  });
  const result = element("span");
  result.setAttribute("role", "status");
  const form = element("form", "row", "Answer: ", ...selects, element("button", "", "Check"), result);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const right = selects.map(({ value }) => value).sort().join(";") === expected.sort().join(";");
    const words = selects.map(({ selectedOptions }) => selectedOptions[0].text).join(" and ");
    result.textContent = right ? `Yes: ${words}. Now show that it can be done.` : `No, not ${words}.`;
    if (right) goOn();
  });
  byId("clauses").after(form);
}
