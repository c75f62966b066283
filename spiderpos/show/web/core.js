/**
 * The compiled core (native/) in a page: loads it, and asks it.
 *
 * No rule of the game is here: texts and numbers go in, and come out.
 */

/**
 * @typedef {object} Exports what spiderpos.wasm has
 * @property {WebAssembly.Memory} memory
 * @property {() => void} _initialize
 * @property {(size: number) => number} malloc
 * @property {(address: number) => void} free
 * @property {(words: number, length: bigint, seconds: number, bytes: bigint, report: number,
 *   after: number) => number} spiderpos_solve
 * @property {(words: number, length: bigint, seconds: number, bytes: bigint, report: number)
 *   => number} spiderpos_winning
 */

/** How far a search is. @typedef {{classes: number, steps: number, seconds: number}} Progress */

/** The module as it runs, with its memory.  It needs nothing but itself: a worker has its text. */
export class Machine {
  /** @param {Exports} exports */
  constructor(exports) {
    this.exports = exports;
    /** @type {((progress: Progress) => void) | undefined} told how far a search is */
    this.progress = undefined;
  }

  /**
   * @param {BufferSource} bytes spiderpos.wasm
   * @returns {Promise<Machine>}
   */
  static async open(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes, {
      env: {
        emscripten_notify_memory_growth() {},
        spiderpos_now: () => performance.now() / 1000,
      },
      wasi_snapshot_preview1: {
        proc_exit() {
          throw new Error("the core has stopped");
        },
      },
    });
    const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    exports._initialize();
    return new Machine(exports);
  }

  /**
   * Asks one of the searches in numbers, as native/ takes them.
   * @param {"spiderpos_solve" | "spiderpos_winning"} entry
   * @param {number[]} words
   * @param {number} seconds
   * @param {number} bytes what its tables may take
   * @returns {bigint[]} the answer; nothing if there's no memory for it
   */
  search(entry, words, seconds, bytes) {
    const { malloc, free, memory } = this.exports;
    const at = malloc(4 * words.length);
    new Int32Array(memory.buffer, at, words.length).set(words);
    const found = this.exports[entry](at, BigInt(words.length), seconds, BigInt(bytes), 0, 0);
    free(at);
    if (!found) return [];
    const length = Number(new BigInt64Array(memory.buffer, found, 1)[0]);
    const answer = [...new BigInt64Array(memory.buffer, found + 8, length)];
    free(found);
    return answer;
  }
}
