/**
 * An LZMA decoder for the compiled core.  Browsers don't support LZMA, but it packs a fifth better
 * than the formats that they support.  The parameters are those of `spiderpos.show.web.core`: the
 * context of a literal is the highest bit of the previous byte (lc=1), not its position (lp=pb=0).
 */

const HALF = 1024;

/** @param {number} count */
const probabilities = (count) => new Uint16Array(count).fill(HALF);

/** The range decoder. */
class Bits {
  range = 0xffffffff;
  code = 0;
  at = 1;

  /** @param {Uint8Array} packed */
  constructor(packed) {
    this.packed = packed;
    for (let i = 0; i < 4; i++) this.code = this.code * 256 + packed[this.at++];
  }

  #shift() {
    if (this.range >= 2 ** 24) return;
    this.range *= 256;
    this.code = this.code * 256 + this.packed[this.at++];
  }

  /** Decodes a bit and adapts its probability. @param {Uint16Array} table @param {number} i */
  bit(table, i) {
    const bound = (this.range >>> 11) * table[i];
    const one = this.code >= bound;
    if (one) {
      this.range -= bound;
      this.code -= bound;
      table[i] -= table[i] >> 5;
    } else {
      this.range = bound;
      table[i] += (2 * HALF - table[i]) >> 5;
    }
    this.#shift();
    return one ? 1 : 0;
  }

  /** Decodes bits of fixed probability one half. @param {number} count */
  plain(count) {
    let number = 0;
    for (let i = 0; i < count; i++) {
      this.range = Math.floor(this.range / 2);
      const one = this.code >= this.range;
      if (one) this.code -= this.range;
      number = number * 2 + (one ? 1 : 0);
      this.#shift();
    }
    return number;
  }

  /** Decodes a number, its highest bit first. @param {Uint16Array} table @param {number} from @param {number} count */
  number(table, from, count) {
    let symbol = 1;
    for (let i = 0; i < count; i++) symbol = symbol * 2 + this.bit(table, from + symbol);
    return symbol - 2 ** count;
  }

  /** Decodes a number, its lowest bit first. @param {Uint16Array} table @param {number} from @param {number} count */
  backwards(table, from, count) {
    let [tree, number] = [1, 0];
    for (let i = 0; i < count; i++) {
      const bit = this.bit(table, from + tree);
      tree = tree * 2 + bit;
      number += bit << i;
    }
    return number;
  }
}

/** Decodes the lengths of matches. */
class Length {
  #choice = probabilities(2);
  #low = probabilities(8);
  #middle = probabilities(8);
  #high = probabilities(256);

  /** @param {Bits} bits */
  read(bits) {
    if (!bits.bit(this.#choice, 0)) return 2 + bits.number(this.#low, 0, 3);
    if (!bits.bit(this.#choice, 1)) return 10 + bits.number(this.#middle, 0, 3);
    return 18 + bits.number(this.#high, 0, 8);
  }
}

/**
 * Decodes data whose unpacked size is known.
 * @param {Uint8Array} packed
 * @param {number} size
 */
export function unpack(packed, size) {
  const bits = new Bits(packed);
  const output = new Uint8Array(size);
  const [isRep, isRepG0, isRepG1, isRepG2, isRep0Long, isMatch] = Array.from({ length: 6 }, () => probabilities(12));
  const literals = probabilities(0x300 * 2);
  const slots = probabilities(4 * 64);
  const middle = probabilities(128);
  const low = probabilities(16);
  const matchLength = new Length();
  const repeatLength = new Length();
  let reps = [0, 0, 0, 0];
  let state = 0;
  let at = 0;
  const literal = () => {
    const from = 0x300 * ((output[at - 1] ?? 0) >> 7);
    let number = 1;
    if (state >= 7) {
      let other = output[at - reps[0] - 1];
      while (number < 0x100) {
        const expected = (other >> 7) & 1;
        other <<= 1;
        const bit = bits.bit(literals, from + ((1 + expected) << 8) + number);
        number = number * 2 + bit;
        if (bit !== expected) break;
      }
    }
    while (number < 0x100) number = number * 2 + bits.bit(literals, from + number);
    output[at++] = number;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };
  /** Decodes the distance of a match, less 1. @param {number} length */
  const distance = (length) => {
    const slot = bits.number(slots, 64 * Math.min(length - 2, 3), 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const far = (2 + (slot & 1)) * 2 ** count;
    if (slot < 14) return far + bits.backwards(middle, far - slot, count);
    return far + bits.plain(count - 4) * 16 + bits.backwards(low, 0, 4);
  };
  while (at < size) {
    if (!bits.bit(isMatch, state)) {
      literal();
      continue;
    }
    let length = 1;
    if (bits.bit(isRep, state)) {
      let which = 0;
      if (bits.bit(isRepG0, state)) {
        which = bits.bit(isRepG1, state) ? 2 + bits.bit(isRepG2, state) : 1;
      } else if (!bits.bit(isRep0Long, state)) which = -1;
      const [taken] = reps.splice(Math.max(which, 0), 1);
      reps.unshift(taken);
      if (which >= 0) length = repeatLength.read(bits);
      state = state < 7 ? (which < 0 ? 9 : 8) : 11;
    } else {
      length = matchLength.read(bits);
      state = state < 7 ? 7 : 10;
      reps = [distance(length), ...reps.slice(0, 3)];
    }
    for (const end = at + length; at < end; at++) output[at] = output[at - reps[0] - 1];
  }
  return output;
}

/** Decodes base64. @param {string} text */
export function bytesOf(text) {
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}

/** A module as `parts.py` splits it. @typedef {{size: number, parts: number[], numbers: [number, number, number[]][], alignments: string, packed: string}} Packed */

/**
 * Reassembles a module that `parts.py` split.
 * @param {Packed} core
 */
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
export function unpacked() {
  const { spiderposCore } = /** @type {{spiderposCore?: Packed}} */ (/** @type {unknown} */ (window));
  if (!spiderposCore) throw new Error("the core is missing");
  return joined(spiderposCore);
}
