/**
 * A parser by the tables of a Lark grammar (`tables.py`): LALR(1), with a lexer that looks for the
 * terminals that the state accepts. A reader makes the value of each rule, as Lark's Transformer does.
 */

/**
 * @typedef {object} Tables
 * @property {[string, string | [string, string], number, ...number[]][]} terminals
 * @property {[number, string, number, ...number[]][]} rules
 * @property {(number[] | 0)[]} reducing
 * @property {number[][]} sets
 * @property {number} start
 */

/** A terminal of the text and its place; its column is counted from 0. @typedef {{type: string, text: string, at: number, end: number, column: number}} Token */
/** A method for each rule of the grammar that has a value; a rule without one is its children. @typedef {Record<string, (children: any[]) => any>} Reader */

/** A text that the grammar does not have: the place, the token that came, and those that may. */
export class Unexpected extends Error {
  /** @param {Token} token @param {string[]} accepts */
  constructor(token, accepts) {
    super(`'${token.text}' is not expected`);
    this.token = token;
    this.accepts = accepts;
  }
}

/**
 * The states of the parser, in the order in which they are met: actions by symbol, a state to go to.
 * @param {Tables["rules"]} rules
 * @param {number} start the symbol that a text is
 * @returns {Map<number, number>[]}
 */
function statesOf(rules, start) {
  /** Items, as a rule and a place in it, by their states. @type {[number, number][][]} */
  const kernels = [];
  const known = new Map();
  const stateOf = (/** @type {[number, number][]} */ kernel) => {
    const key = kernel.map(String).sort().join(" ");
    if (!known.has(key)) known.set(key, kernels.push(kernel) - 1);
    return known.get(key);
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
 * A parser by these tables; it returns the value of the start rule, or throws Unexpected.
 * @param {Tables} tables
 * @param {Reader} reader
 * @returns {(text: string) => any}
 */
export function parser({ terminals, rules, reducing, sets, start }, reader) {
  const patterns = terminals.map(([, pattern]) =>
    typeof pattern === "string" ? pattern : new RegExp(pattern[0], `${pattern[1]}yu`),
  );
  // Actions by symbol: a state to go to, or -1 - n to reduce by expansion n.
  const rows = statesOf(rules, start);
  const last = rows[0].get(start);
  rows.forEach((row, state) => {
    const reductions = reducing[state] || [];
    for (let i = 0; i < reductions.length; i += 2) {
      for (const symbol of sets[reductions[i + 1]]) row.set(symbol, -1 - reductions[i]);
    }
  });
  // The terminals that the lexer looks for in each state, in the order in which it tries them.
  const wanted = rows.map((row) =>
    [...terminals.keys()].filter((symbol) => row.has(symbol) || terminals[symbol][2] & 1),
  );
  const END = terminals.length;
  const nameOf = (/** @type {number} */ symbol) => terminals[symbol]?.[0] ?? "$END";

  /** The length of a terminal at a place; -1 if it is not there. */
  const lengthAt = (/** @type {number} */ symbol, /** @type {string} */ text, /** @type {number} */ at) => {
    const pattern = patterns[symbol];
    if (typeof pattern === "string") return text.startsWith(pattern, at) ? pattern.length : -1;
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0].length ?? -1;
  };

  return (text) => {
    const stack = [0];
    /** The beginning of the line that is read. */
    let line = 0;
    /** Values of symbols; an array in place of one is several. @type {any[][]} */
    const values = [];

    /** Whether the parser would shift a symbol after the reductions that it asks for. */
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
      return new Unexpected(token, accepted.map(nameOf));
    };
    /** The next token that is not ignored: its symbol, and itself. @returns {[number, Token]} */
    const next = (/** @type {number} */ from) => {
      const state = stack[stack.length - 1];
      const row = rows[state];
      for (let at = from; ; ) {
        if (at === text.length) return [END, { type: "$END", text: "", at, end: at, column: at - line }];
        const is = (/** @type {number} */ symbol) => lengthAt(symbol, text, at) > 0;
        const there = wanted[state].find(is);
        const found = there ?? [...terminals.keys()].find(is) ?? -1;
        const words = text.slice(at, at + (found < 0 ? 1 : lengthAt(found, text, at)));
        const own = terminals.findIndex(
          ([, pattern, , ...of], each) => pattern === words && of.includes(found) && row.has(each),
        );
        const symbol = own < 0 ? found : own;
        const end = at + words.length;
        const token = { type: symbol < 0 ? "" : nameOf(symbol), text: words, at, end, column: at - line };
        if (words.includes("\n")) line = at + words.lastIndexOf("\n") + 1;
        if (there === undefined) throw refuse(token);
        if (row.has(symbol)) return [symbol, token];
        at = end;
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
