/**
 * Parse positions by `grammars/tableau.lark` into a draft, as `spiderpos/formats/tableau.py` does.
 * A text that matches the grammar can still be in another notation, by its contents or its layout.
 */

import { parser, Unexpected } from "./lalr.js";
import { RANKS, Unreadable, cardOf, suitOf } from "./text.js";

/** @typedef {import("./lalr.js").Token} Token */
/**
 * The tables of the grammar; the names of ranks from the ace up; the numbers by their words; the number of cards in
 * the hand at the start of a game, and for each kind of game those in the columns ("6,6,6,6,5,..."). `tables.py`
 * inserts them.
 * @type {{tables: import("./lalr.js").Tables, ranks: string[], numbers: Record<string, number>, hand: number, starts: string[]}}
 */
const TABLEAU = /** @type {any} */ (null);
/** @typedef {{down: string[], up: string[]}} Column */
/** A card, or "" for a space, and the text columns from `start` to before `stop` that it fills. @typedef {{card: string, start: number, stop: number, down?: boolean}} Cell */
/** A line for one column; `counted`: its face-down cards are given as a number. @typedef {Column & {label: number, counted: boolean}} Line */
/** Statements next to a tableau; a removed suit that is not named is "?". @typedef {{hand?: string[], removed?: string[], cells?: string[], suits?: number}} Status */
/** The columns; `turns`: the text would also be valid with rows and columns exchanged. @typedef {{columns: Column[], assumed: string[], turns?: boolean}} Board */
/** The parsed text of a position. @typedef {Board & Status} Draft */

const FIELD = 8;
const AFTER_MARKS = 5;
const COLUMNS = 10;
const SUIT_LENGTH = 13;
const NOT_SAID = "(the text doesn't say)";
const BOTTOM = "the last card of each line is the bottom one";

/** Thrown if a text that matches the grammar is in another notation. */
class OtherLayout extends Error {}

/** @param {unknown} wrong */
const refuseIf = (wrong) => {
  if (wrong) throw new OtherLayout();
};
/** @param {number} count @returns {string[]} */
const unknown = (count) => Array(count).fill("??");
/** @param {string} card */
const rankOf = (card) => RANKS.indexOf(card[0]);
/** Counts the places where a known card lies on a known one that isn't of the next higher rank. @param {string[]} cards */
const breaks = (cards) =>
  cards.filter((card, i) => i && card !== "??" && cards[i - 1] !== "??" && rankOf(cards[i - 1]) !== rankOf(card) + 1).length;
/** True if the numbers never increase. @param {number[]} numbers */
const falls = (numbers) => numbers.every((number, i) => !i || number <= numbers[i - 1]);
/** @param {number[]} numbers */
const countOn = (numbers) => refuseIf(numbers.some((number, i) => number !== i + 1));
/** The cards of cells and runs, without spaces. @param {(Cell | Cell[])[]} parts */
const cardsOf = (parts) => parts.flat().flatMap(({ card }) => card || []);
/** @param {Token} first @param {string} card @param {Token} [last] @returns {Cell} */
const cellOf = (first, card, last = first) => ({
  card,
  start: first.column,
  stop: last.column + last.text.length,
});
/** @param {string} message @param {Token} token @param {string} expected */
const wrong = (message, token, expected) => new Unreadable(message, token.begin, token.text.length, expected);

/** A method for each rule with a value. @type {import("./lalr.js").Reader} */
const READER = {
  position(parts) {
    const board = parts.find((part) => part.columns);
    return { ...board, ...merged(parts.filter((part) => part !== board)) };
  },

  heads(/** @type {Token[]} */ numbers) {
    countOn(numbers.map(({ text }) => Number(text)));
    return numbers.length;
  },
  rows: ([first, ...rows]) => (typeof first === "number" ? boardOfRows(rows, first) : boardOfRows([first, ...rows], 0)),
  marked([cell]) {
    refuseIf(cell.stop % FIELD !== AFTER_MARKS);
    return cell;
  },
  card: ([rank, suit]) => cellOf(rank, cardOf(rank.text + suit.text), suit),
  down: ([sign]) => ({ ...cellOf(sign, "??"), down: true }),
  hidden: ([cell]) => ({ ...cell, down: true }),
  unknown: ([sign]) => cellOf(sign, "??"),
  space: ([sign]) => cellOf(sign, ""),

  columns(/** @type {Line[]} */ lines) {
    countOn(lines.map(({ label }) => label));
    return boardOfLines(lines);
  },
  column([label, ...parts]) {
    const counted = typeof parts[0] === "number";
    const cells = parts.slice(Number(counted)).flat();
    const hidden = cells.filter((cell) => cell.down).length;
    const down = counted ? unknown(parts[0]) : cardsOf(cells.slice(0, hidden));
    return { label: Number(label.text), down, up: cardsOf(cells.slice(hidden)), counted };
  },
  count: ([number]) => Number(number.text),
  run([high, low, suit]) {
    const [top, bottom] = [rankOf(cardOf(high.text + suit.text)), rankOf(cardOf(low.text + suit.text))];
    refuseIf(top <= bottom);
    const ranks = [...RANKS.slice(bottom, top + 1)].reverse();
    return ranks.map((rank) => ({ card: rank + suitOf(suit.text), start: 0, stop: 0 }));
  },

  piles: (/** @type {[Token, Column][]} */ piles) => boardInWords(piles),
  pile([label, count, ...rest]) {
    const up = rest.find(Array.isArray) ?? [];
    const down = unknown(typeof rest[0] === "number" ? rest[0] : 0);
    const cards = down.length + up.length;
    if (cards !== count) {
      throw wrong(`this column has ${cards} cards, not ${count}`, label, "as many cards as it says");
    }
    return [label, { down, up }];
  },
  cards(/** @type {{label: Token, place: number, card?: string}[]} */ placed) {
    /** @type {[Token, Column][]} */
    const piles = [];
    for (const { label, place, card } of placed) {
      if (Number(piles[piles.length - 1]?.[0].text) !== Number(label.text)) piles.push([label, { down: [], up: [] }]);
      const { down, up } = piles[piles.length - 1][1];
      const row = down.length + up.length + 1;
      if (place && place !== row) {
        throw wrong(`this card has the number ${place}, but its place is ${row}`, label, "the cards of a column from the top down");
      }
      if (!card && up.length) throw wrong("a face-down card below one face up", label, "the top one first");
      (card ? up : down).push(card ?? "??");
    }
    return boardInWords(piles);
  },
  placed([label, ...parts]) {
    const place = Number(parts.find(({ type }) => type === "NUMBER")?.text ?? 0);
    return { label, place, card: parts.find((part) => typeof part === "string") };
  },
  named([rank, suit]) {
    const number = TABLEAU.ranks.indexOf(rank.text.toLowerCase()) + 1 || Number(rank.text);
    return RANKS[number] + suit.text[0].toLowerCase();
  },

  status: (/** @type {Status[]} */ statements) => merged(statements),
  hand(parts) {
    if (typeof parts[0] === "number") return { hand: unknown(parts[0]) };
    refuseIf(parts.length < COLUMNS);
    return { hand: cardsOf(parts) };
  },
  deals(parts) {
    const [deals, cards = COLUMNS * deals] = parts.flat().filter((/** @type {any} */ part) => typeof part === "number");
    refuseIf(Math.ceil(cards / COLUMNS) !== deals && Math.floor(cards / COLUMNS) !== deals);
    return { hand: unknown(cards) };
  },
  dealt: ([deals]) => ({ hand: unknown(Math.max(0, TABLEAU.hand - COLUMNS * deals)) }),
  removed(parts) {
    const named = parts.find(Array.isArray);
    let count = parts.find((part) => typeof part === "number") ?? NaN;
    if (count >= SUIT_LENGTH && count % SUIT_LENGTH === 0) count /= SUIT_LENGTH;
    const removed = named ?? unknown(count || 0).map(() => "?");
    refuseIf((named && count >= 0 && count !== removed.length) || removed.length > 8);
    return { removed };
  },
  suits: (/** @type {Token[]} */ tokens) => tokens.map(({ text }) => suitOf(text)[0]),
  cells: (/** @type {Cell[]} */ cells) => ({ cells: cells.map(({ card }) => card) }),
  game: ([suits]) => ({ suits }),
  amount([token]) {
    const word = token.text.toLowerCase();
    return TABLEAU.numbers[word] ?? Number(word);
  },
};

/** Merges the statements. @param {Status[]} statements */
function merged(statements) {
  /** @type {Record<string, any>} */
  const status = {};
  for (const [name, value] of statements.flatMap((statement) => Object.entries(statement))) {
    const earlier = status[name] ?? value;
    const names = (/** @type {any} */ all) => Array.isArray(all) && all.some((one) => one && !"??".startsWith(one));
    const differ = JSON.stringify(earlier) !== JSON.stringify(value);
    refuseIf(differ && (typeof value === "number" || earlier.length !== value.length || (names(earlier) && names(value))));
    status[name] = names(value) ? value : earlier;
  }
  return status;
}

/** The columns of a tableau printed in rows, below `heads` column numbers; the first row has a cell for each column. @param {Cell[][]} rows @param {number} heads @returns {Board} */
function boardOfRows(rows, heads) {
  refuseIf(heads > 0 && heads !== rows[0].length);
  const columns = rows[0].map(() => /** @type {Column} */ ({ down: [], up: [] }));
  const heights = columns.map(() => 0);
  rows.forEach((row, number) =>
    row.forEach(({ card, start, stop, down }, i) => {
      const field = Math.floor(start / FIELD);
      const column = columns[field];
      refuseIf(!column || field !== Math.floor((stop - 1) / FIELD) || (!number && field !== i));
      refuseIf(heights[field] !== number || (!card && number) || (down && column.up.length));
      if (!card) return;
      (down ? column.down : column.up).push(card);
      heights[field]++;
    }),
  );
  // If every row begins at the left edge, the blank before its first card was lost.  "(sp)" has no such blank.
  refuseIf(!heads && rows[0][0].card && rows.every(([first]) => first.start === 0));
  return { columns, assumed: [], turns: !heads && falls(heights) };
}

/** The columns of a tableau with one line per column, from the top card on. @param {Line[]} lines @returns {Board} */
function boardOfLines(lines) {
  const counted = lines.filter((line) => line.counted);
  const counts = String(counted.map(({ down }) => down.length));
  const all = [lines.map((_, i) => i + 1), counted.map(({ up }) => up.length)];
  refuseIf(counted.length === lines.length && all.some((numbers) => String(numbers) === counts));
  const total = (/** @type {(cards: string[]) => number} */ of) => lines.reduce((sum, { up }) => sum + of(up), 0);
  const turned = total((cards) => breaks([...cards].reverse())) < total(breaks);
  const shown = lines.some((line) => line.down.length && !line.counted);
  refuseIf(!shown && turned && !counted.length);
  return {
    columns: lines.map(({ down, up }) => ({ down, up })),
    assumed: !shown && (!counted.length || turned) ? [BOTTOM] : [],
    turns: !counted.length && falls(lines.map(({ down, up }) => down.length + up.length || 1)),
  };
}

/** The columns of a list in words; columns that it doesn't mention are empty. @param {[Token, Column][]} piles @returns {Board} */
function boardInWords(piles) {
  const numbers = piles.map(([{ text }]) => Number(text));
  if (numbers.some((number, i) => i && number <= numbers[i - 1])) {
    throw wrong("a column occurs twice, or out of order", piles[0][0], "columns from 1 to 10");
  }
  const last = numbers[numbers.length - 1];
  if (last > COLUMNS || numbers[0] < 1) {
    throw wrong(`there is no column ${last}`, piles[0][0], `columns from 1 to ${COLUMNS}`);
  }
  /** @type {Column[]} */
  const columns = Array.from({ length: last }, () => ({ down: [], up: [] }));
  piles.forEach(([, column], i) => (columns[numbers[i] - 1] = column));
  const empty = columns.flatMap((_, i) => (numbers.includes(i + 1) ? [] : i + 1)).map(String);
  const listed = [empty.slice(0, -1).join(", "), ...empty.slice(-1)].filter(Boolean).join(" and ");
  const assumed = `column${empty.length > 1 ? "s" : ""} ${listed} ${empty.length > 1 ? "are" : "is"} empty ${NOT_SAID}`;
  return { columns, assumed: empty.length ? [assumed] : [] };
}

const parse = parser(TABLEAU.tables, READER);

/** Expands tabs. @param {string} text */
const expanded = (text) =>
  text.replace(/[^\r\n]+/g, (line) =>
    line.split("\t").reduce((before, part) => before.padEnd(before.length + FIELD - (before.length % FIELD)) + part),
  );

/**
 * Parses a text; returns null if it is in another notation.
 * @param {string} text
 * @returns {Draft | null} @throws {Unreadable} for an invalid list in words
 */
export function readTableau(text) {
  try {
    const draft = /** @type {Draft} */ (parse(`${expanded(text)}\n`));
    const { columns, turns } = draft;
    const few = columns.length < COLUMNS;
    const hidden = columns.some(({ down }) => down.length);
    refuseIf(columns.length > COLUMNS);
    refuseIf(turns && !text.includes("\t") && (few || columns[0].down.length + columns[0].up.length === COLUMNS));
    refuseIf(columns.some(({ down, up }) => down.length && !up.length));
    refuseIf(!hidden && TABLEAU.starts.includes(String(columns.map(({ up }) => up.length))));
    refuseIf(!hidden && columns.some(({ up }) => up.includes("??")));
    return draft;
  } catch (error) {
    if (error instanceof Unexpected || error instanceof OtherLayout) return null;
    throw error;
  }
}
