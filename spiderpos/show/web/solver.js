/**
 * The searches of the core in a worker, so that the page goes on meanwhile.
 *
 * The worker is made of the text of the classes that it needs, which is here already: that works
 * in a page that is a file, too.
 */

import { Machine } from "./core.js";

/** @typedef {import("./core.js").Answer} Answer */
/** @typedef {import("./core.js").Progress} Progress */
/** @typedef {import("./core.js").SearchRequest} SearchRequest */

/** What the worker is told. @typedef {{bytes: BufferSource, request: SearchRequest, seconds: number}} Task */

/** What it says: how far it is, the answer, or what went wrong. @typedef {{progress?: Progress, answer?: Answer, error?: string}} Message */

/**
 * What runs in the worker; it has nothing but its argument.
 * @param {typeof Machine} machine
 */
function work(machine) {
  const post = (/** @type {Message} */ message) => /** @type {any} */ (globalThis).postMessage(message);
  globalThis.onmessage = async ({ data }) => {
    const { bytes, request, seconds } = /** @type {Task} */ (data);
    try {
      const opened = await machine.open(bytes, (progress) => post({ progress }));
      post({ answer: request.plain ? opened.call(request.text) : opened.ask(request, seconds) });
    } catch (error) {
      post({ error: error instanceof Error ? error.message : String(error) });
    }
  };
}

/**
 * An answer that decides nothing.
 * @param {string} reason
 * @param {number} began
 * @returns {Answer}
 */
function undecided(reason, began) {
  const seconds = (performance.now() - began) / 1000;
  return { outcome: "undecided", moves: [], classes: 0, digest: "", seconds, method: "classes", reason, cases: 0, line: "" };
}

/** Asks the searches, one question at a time. */
export class Solver {
  #bytes;
  /** @type {(() => void) | null} ends the search that runs */
  #end = null;

  /** @param {BufferSource} core spiderpos.wasm */
  constructor(core) {
    this.#bytes = core;
  }

  /**
   * Looks for a line, or for the proof that there is none.  A line that is told was played and
   * judged by the core.  A search that still runs is stopped.
   * @param {SearchRequest} request of `Game.request`
   * @param {{seconds: number, progress?: (progress: Progress) => void}} options
   * @returns {Promise<Answer>}
   */
  ask(request, { seconds, progress }) {
    this.stop();
    const began = performance.now();
    const text = `${Machine}\n(${work})(Machine);`;
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const worker = new Worker(address);
    return new Promise((resolve) => {
      const finish = (/** @type {Answer} */ answer) => {
        worker.terminate();
        URL.revokeObjectURL(address);
        this.#end = null;
        resolve(answer);
      };
      this.#end = () => finish(undecided("the search was stopped", began));
      worker.onmessage = ({ data }) => {
        const message = /** @type {Message} */ (data);
        if (message.progress) progress?.(message.progress);
        if (message.answer) finish(message.answer);
        if (message.error !== undefined) finish(undecided(message.error, began));
      };
      worker.onerror = (event) => finish(undecided(event.message || "the worker failed", began));
      worker.postMessage(/** @type {Task} */ ({ bytes: this.#bytes, request, seconds }));
    });
  }

  /** Ends the search that runs, if one does: it is undecided. */
  stop() {
    this.#end?.();
  }
}
