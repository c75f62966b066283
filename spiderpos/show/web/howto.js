/** Help for pointer and keyboard control. */

import { element } from "./dom.js";

const GESTURES = [
  ["Drag a card", "it and what covers it; onto a card as many move as fit"],
  ["Drag from below a column", "as many cards as possible"],
  ["Drag with the other button, or Shift", "this card and what covers it, never more"],
  ["Click a card", "it and what covers it, or what can, go off, onto its suit, another suit, a space"],
  ["Click two column numbers", "from there to here"],
  ["Click the hand", "deals a row, after asking; a double click deals at once"],
  ["Drag to the top", "removes a complete suit"],
  ["Click the free table", "takes the last move back (a tap: if set so)"],
  ["Arrow keys, Enter", "go to a column, take fewer cards, pick up, put down"],
  ["3 5, 0 for 10", "from column 3 to column 5"],
];

/** The help as a list. @param {string[][]} more additional entries */
export function howTo(...more) {
  const list = element("dl", "keys");
  for (const [what, does] of [...GESTURES, ...more]) {
    list.append(element("dt", "", what), element("dd", "", does));
  }
  return list;
}
