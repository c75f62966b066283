/**
 * An LALR(1) parser for the tables of a Lark grammar (`tables.py`). Its contextual lexer matches only
 * terminals that the state accepts, and ignored ones. A reader computes the values of rules, like Lark's
 * Transformer.
 */

/**
 * The tables of a grammar, as `tables.py` encodes them.
 * @typedef {object} Tables
 * @property {[string, string | [string, string], number, ...number[]][]} terminals
 * @property {[number, string, number, ...number[]][]} rules
 * @property {(number[] | 0)[]} reducing
 * @property {number[][]} sets
 * @property {number} start
 */

/** A token and its place in the text: offsets, and the column in its line, from 0. @typedef {{type: string, text: string, begin: number, end: number, column: number}} Token */
/** Methods by the names of rules; the value of a rule without a method is its children. @typedef {Record<string, (children: any[]) => any>} Reader */

/** A syntax error: the unexpected token, and the terminals that are accepted there. */
export class Unexpected extends Error {
  /** @param {Token} token @param {string[]} accepts @param {any[]} open the values of the parsed symbols that aren't part of a rule yet */
  constructor(token, accepts, open) {
    super(`'${token.text}' is not expected`);
    this.open = open;
    this.token = token;
    this.accepts = accepts;
  }
}

/**
 * The transitions of each parser state, by symbol. States are numbered in the order of discovery.
 * @param {Tables["rules"]} rules
 * @param {number} start the start symbol
 * @returns {Map<number, number>[]}
 */
function statesOf(rules, start) {
  /** The kernel items of each state: a rule and a position in it. @type {[number, number][][]} */
  const kernels = [];
  const numbers = new Map();
  const stateOf = (/** @type {[number, number][]} */ kernel) => {
    const key = kernel.map(String).sort().join(" ");
    if (!numbers.has(key)) numbers.set(key, kernels.push(kernel) - 1);
    return numbers.get(key);
  };
  const all = /** @type {Tables["rules"]} */ ([...rules, [-1, "", 0, start]]);
  stateOf([[rules.length, 3]]);
  const states = [];
  for (let number = 0; number < kernels.length; number++) {
    const items = [...kernels[number]];
    /** @type {Map<number, [number, number][]>} */
    const after = new Map();
    for (let i = 0; i < items.length; i++) {
      const [rule, place] = items[i];
      const symbol = /** @type {number | undefined} */ (all[rule][place]);
      if (symbol === undefined) continue;
      if (!after.has(symbol)) {
        after.set(symbol, []);
        rules.forEach(([origin], other) => origin === symbol && items.push([other, 3]));
      }
      after.get(symbol)?.push([rule, place + 1]);
    }
    const sorted = [...after].sort(([one], [other]) => one - other);
    states.push(new Map(sorted.map(([symbol, kernel]) => [symbol, stateOf(kernel)])));
  }
  return states;
}

/**
 * Makes a parser from tables; it returns the value of the start rule, or throws Unexpected.  It is prepared at its
 * first use, which takes some time.
 * @param {Tables} tables
 * @param {Reader} reader
 * @returns {(text: string) => any}
 */
export function parser(tables, reader) {
  /** @type {((text: string) => any) | undefined} */
  let parse;
  return (text) => (parse ??= prepared(tables, reader))(text);
}

/** @param {Tables} tables @param {Reader} reader @returns {(text: string) => any} */
function prepared({ terminals, rules, reducing, sets, start }, reader) {
  const patterns = terminals.map(([, pattern]) =>
    typeof pattern === "string" ? pattern : new RegExp(pattern[0], `${pattern[1]}yu`),
  );
  // The actions of each state, by symbol: the next state, or -1 - n to reduce by `rules[n]`.
  const rows = statesOf(rules, start);
  const last = rows[0].get(start);
  rows.forEach((row, state) => {
    const reductions = reducing[state] || [];
    for (let i = 0; i < reductions.length; i += 2) {
      for (const symbol of sets[reductions[i + 1]]) row.set(symbol, -1 - reductions[i]);
    }
  });
  // The terminals that the lexer tries in each state, in order.
  const candidates = rows.map((row) =>
    [...terminals.keys()].filter((symbol) => row.has(symbol) || terminals[symbol][2] & 1),
  );
  const END = terminals.length;
  const nameOf = (/** @type {number} */ symbol) => terminals[symbol]?.[0] ?? "$END";

  /** The length of a terminal's match at an offset; -1 if it doesn't match. */
  const lengthAt = (/** @type {number} */ symbol, /** @type {string} */ text, /** @type {number} */ index) => {
    const pattern = patterns[symbol];
    if (typeof pattern === "string") return text.startsWith(pattern, index) ? pattern.length : -1;
    pattern.lastIndex = index;
    return pattern.exec(text)?.[0].length ?? -1;
  };

  return (text) => {
    const stack = [0];
    /** The offset at which the current line of the text begins. */
    let line = 0;
    /** Values of the symbols on the stack, each an array because a symbol may have several. @type {any[][]} */
    const values = [];

    /** True if the parser would shift a symbol, or accept the end, after the reductions that the symbol triggers. */
    const accepts = (/** @type {number} */ symbol) => {
      const copy = [...stack];
      for (;;) {
        const action = rows[copy[copy.length - 1]].get(symbol);
        if (action === undefined) return false;
        if (action >= 0) return true;
        const [origin, , , ...symbols] = rules[-1 - action];
        copy.length -= symbols.length;
        const next = /** @type {number} */ (rows[copy[copy.length - 1]].get(origin));
        if (symbol === END && next === last) return true;
        copy.push(next);
      }
    };
    const refuse = (/** @type {Token} */ token) => {
      const row = rows[stack[stack.length - 1]];
      const accepted = [...row.keys()].filter((symbol) => symbol <= END && accepts(symbol));
      return new Unexpected(token, accepted.map(nameOf), values.flat());
    };
    /** The next token that is not ignored, with its symbol. @returns {[number, Token]} */
    const next = (/** @type {number} */ from) => {
      const state = stack[stack.length - 1];
      const row = rows[state];
      for (let index = from; ; ) {
        if (index === text.length) return [END, { type: "$END", text: "", begin: index, end: index, column: index - line }];
        const matches = (/** @type {number} */ symbol) => lengthAt(symbol, text, index) > 0;
        const accepted = candidates[state].find(matches);
        const matched = accepted ?? [...terminals.keys()].find(matches) ?? -1;
        const words = text.slice(index, index + (matched < 0 ? 1 : lengthAt(matched, text, index)));
        const keyword = terminals.findIndex(
          ([, pattern, , ...of], each) => pattern === words && of.includes(matched) && row.has(each),
        );
        const symbol = keyword < 0 ? matched : keyword;
        const end = index + words.length;
        const token = { type: symbol < 0 ? "" : nameOf(symbol), text: words, begin: index, end, column: index - line };
        if (words.includes("\n")) line = index + words.lastIndexOf("\n") + 1;
        if (accepted === undefined) throw refuse(token);
        if (row.has(symbol)) return [symbol, token];
        index = end;
      }
    };

    let [symbol, token] = next(0);
    for (;;) {
      const action = rows[stack[stack.length - 1]].get(symbol);
      if (action === undefined) throw refuse(token);
      if (action >= 0) {
        stack.push(action);
        values.push(terminals[symbol][2] & 2 ? [] : [token]);
        [symbol, token] = next(token.end);
        continue;
      }
      const [origin, name, single, ...symbols] = rules[-1 - action];
      stack.length -= symbols.length;
      const children = values.splice(values.length - symbols.length).flat();
      const value = !name || (single && children.length === 1) ? children : [name in reader ? reader[name](children) : children];
      const state = /** @type {number} */ (rows[stack[stack.length - 1]].get(origin));
      if (symbol === END && state === last) return value[0];
      stack.push(state);
      values.push(value);
    }
  };
}
