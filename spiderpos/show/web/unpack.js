/**
 * An LZMA decoder for the compiled core.  Browsers don't support LZMA, but it packs a fifth better
 * than the formats that they support.  The parameters are those of `spiderpos.show.web.core`: the
 * context of a literal is the highest bit of the previous byte (lc=1), and no context depends on the
 * position (lp=pb=0).
 */

const HALF = 1024;

/** @param {number} count */
const probabilities = (count) => new Uint16Array(count).fill(HALF);

/** Decodes data whose unpacked size is known. @param {Uint8Array} packed @param {number} size */
export function unpack(packed, size) {
  // The range decoder
  let [range, code, from] = [0xffffffff, 0, 1];
  for (let i = 0; i < 4; i++) code = code * 256 + packed[from++];
  const shift = () => {
    if (range >= 2 ** 24) return;
    range *= 256;
    code = code * 256 + packed[from++];
  };
  /** Decodes a bit and adapts its probability. @param {Uint16Array} table @param {number} i */
  const bit = (table, i) => {
    const bound = (range >>> 11) * table[i];
    const one = Number(code >= bound);
    if (one) {
      range -= bound;
      code -= bound;
      table[i] -= table[i] >> 5;
    } else {
      range = bound;
      table[i] += (2 * HALF - table[i]) >> 5;
    }
    shift();
    return one;
  };
  /** Decodes bits of fixed probability one half. @param {number} count */
  const plain = (count) => {
    let number = 0;
    for (let i = 0; i < count; i++) {
      range = Math.floor(range / 2);
      const one = Number(code >= range);
      if (one) code -= range;
      number = number * 2 + one;
      shift();
    }
    return number;
  };
  /** Decodes a number by a tree of adaptive bits, its highest bit first. @param {Uint16Array} table @param {number} count @param {number} [first] */
  const number = (table, count, first = 0) => {
    let symbol = 1;
    for (let i = 0; i < count; i++) symbol = symbol * 2 + bit(table, first + symbol);
    return symbol - 2 ** count;
  };
  /** The same, its lowest bit first. @param {Uint16Array} table @param {number} count @param {number} [first] */
  const reversed = (table, count, first = 0) => {
    let [tree, sum] = [1, 0];
    for (let i = 0; i < count; i++) {
      const one = bit(table, first + tree);
      tree = tree * 2 + one;
      sum += one << i;
    }
    return sum;
  };
  /** Returns a decoder of the lengths of matches. */
  const lengths = () => {
    const [choice, low, middle, high] = [2, 8, 8, 256].map(probabilities);
    return () => {
      if (!bit(choice, 0)) return 2 + number(low, 3);
      return bit(choice, 1) ? 18 + number(high, 8) : 10 + number(middle, 3);
    };
  };

  // The sliding window
  const output = new Uint8Array(size);
  const [isRep, isRepG0, isRepG1, isRepG2, isRep0Long, isMatch] = Array.from({ length: 6 }, () => probabilities(12));
  const [literals, slots, middle, low] = [0x300 * 2, 4 * 64, 128, 16].map(probabilities);
  const [matchLength, repeatLength] = [lengths(), lengths()];
  let reps = [0, 0, 0, 0];
  let [state, filled] = [0, 0];
  const literal = () => {
    const first = 0x300 * ((output[filled - 1] ?? 0) >> 7);
    let symbol = 1;
    if (state >= 7) {
      let other = output[filled - reps[0] - 1];
      while (symbol < 0x100) {
        const expected = (other >> 7) & 1;
        other <<= 1;
        const one = bit(literals, first + ((1 + expected) << 8) + symbol);
        symbol = symbol * 2 + one;
        if (one !== expected) break;
      }
    }
    while (symbol < 0x100) symbol = symbol * 2 + bit(literals, first + symbol);
    output[filled++] = symbol;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };
  /** Decodes the distance of a match, less 1. @param {number} length */
  const distance = (length) => {
    const slot = number(slots, 6, 64 * Math.min(length - 2, 3));
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const far = (2 + (slot & 1)) * 2 ** count;
    if (slot < 14) return far + reversed(middle, count, far - slot);
    return far + plain(count - 4) * 16 + reversed(low, 4);
  };
  while (filled < size) {
    if (!bit(isMatch, state)) {
      literal();
      continue;
    }
    let length = 1;
    if (bit(isRep, state)) {
      let which = 0;
      if (bit(isRepG0, state)) which = bit(isRepG1, state) ? 2 + bit(isRepG2, state) : 1;
      else if (!bit(isRep0Long, state)) which = -1;
      reps.unshift(...reps.splice(Math.max(which, 0), 1));
      if (which >= 0) length = repeatLength();
      state = state < 7 ? (which < 0 ? 9 : 8) : 11;
    } else {
      length = matchLength();
      state = state < 7 ? 7 : 10;
      reps = [distance(length), ...reps.slice(0, 3)];
    }
    for (const end = filled + length; filled < end; filled++) output[filled] = output[filled - reps[0] - 1];
  }
  return output;
}

/** Decodes base64. @param {string} text */
export function bytesOf(text) {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

/** A module as `parts.py` splits it. @typedef {{size: number, parts: number[], numbers: [number, number, number[]][], alignments: string, packed: string}} Packed */

/** Reassembles a module that `parts.py` split. @param {Packed} core */
function joined({ size, parts: lengths, numbers, alignments, packed }) {
  const bytes = unpack(bytesOf(packed), lengths.reduce((sum, length) => sum + length));
  let begin = 0;
  const parts = lengths.map((length) => bytes.subarray(begin, (begin += length)));
  const places = lengths.map(() => 0);
  /** @type {number[][]} */
  const following = [];
  for (const [low, high, kinds] of numbers) {
    for (let opcode = low; opcode <= high; opcode++) following[opcode] = kinds;
  }
  const locals = Uint8Array.from({ length: 128 }, (_, local) => local);
  const module = new Uint8Array(size);
  module.set(parts[2]);
  let end = parts[2].length;
  const next = (/** @type {number} */ part) => parts[part][places[part]++];
  const take = (/** @type {number} */ part) => {
    let [number, shift, byte] = [0, 0, 0];
    do {
      module[end++] = byte = next(part);
      number += (byte & 127) << shift;
      shift += 7;
    } while (byte > 127);
    return number;
  };
  while (places[0] < parts[0].length) {
    // The size of a function precedes it, in at most three bytes.
    const head = end;
    const body = (end += 3);
    for (let left = 2 * take(1); left; left--) take(1);
    const recent = locals.slice();
    for (let depth = 1; depth; ) {
      const opcode = (module[end++] = next(0));
      if (opcode === 0x0b || opcode === 0x18) depth--;
      else if (opcode > 1 && opcode < 7 && opcode !== 5) depth++;
      for (const part of following[opcode]) {
        if (part > 7 && part < 11) {
          const place = next(part);
          const local = recent[place];
          recent.copyWithin(1, 0, place);
          module[end++] = recent[0] = local;
        } else if (part === 12) module[end++] = next(part) ^ Number(alignments[opcode - 0x28]);
        else if (!part) module[end++] = next(part);
        else {
          const number = take(part === 16 ? part + (parts[0][places[0]] >> 4) : part);
          for (let left = opcode === 0x0e ? number + 1 : 0; left; left--) take(part);
        }
      }
    }
    const written = [];
    for (let left = end - body; left; left >>= 7) written.push(left > 127 ? (left & 127) | 128 : left);
    module.copyWithin(head + written.length, body, end);
    module.set(written, head);
    end += head + written.length - body;
  }
  module.set(parts[15], end);
  return module;
}

/** The core, from the variable that its script has set. */
export function coreBytes() {
  const { spiderposCore } = /** @type {{spiderposCore?: Packed}} */ (/** @type {unknown} */ (window));
  if (!spiderposCore) throw new Error("the core is missing");
  return joined(spiderposCore);
}
