/**
 * Run searches of the core in a worker, so that the page stays responsive.
 *
 * The worker's script is made of the source of the code that it needs, because a page opened as a
 * local file can't load a worker from another file.
 */

import { Machine } from "./core.js";

/** @typedef {import("./core.js").Answer} Answer */
/** @typedef {import("./core.js").SearchRequest} SearchRequest */

/** The message to the worker. @typedef {{bytes: BufferSource, request: SearchRequest, seconds: number}} Task */

/** A message from the worker: the answer, or an error. @typedef {{answer?: Answer, error?: string}} Message */

/**
 * The code that runs in the worker.  It must not use other names of this file.
 * @param {typeof Machine} machine
 */
function work(machine) {
  const post = (/** @type {Message} */ message) => /** @type {any} */ (globalThis).postMessage(message);
  globalThis.onmessage = async ({ data }) => {
    const { bytes, request, seconds } = /** @type {Task} */ (data);
    try {
      const opened = await machine.open(bytes);
      post({ answer: request.plain ? opened.call(request.text) : opened.ask(request, seconds) });
    } catch (error) {
      post({ error: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** An undecided answer. @param {string} reason @returns {Answer} */
const undecided = (reason) => ({ outcome: "undecided", moves: [], classes: 0, digest: "", seconds: 0, method: "classes", reason, cases: 0, line: "" });

/** Runs one search at a time. */
export class Solver {
  #bytes;
  /** @type {(() => void) | null} ends the current search */
  #end = null;

  /** @param {BufferSource} core spiderpos.wasm */
  constructor(core) {
    this.#bytes = core;
  }

  /**
   * Searches for a line, or for a proof that there is none.  The core has verified a returned line
   * by playing it.  Stops a search that is still running.
   * @param {SearchRequest | {unsupported: string}} request see `Game.request`
   * @param {{seconds: number}} options
   * @returns {Promise<Answer>}
   */
  ask(request, { seconds }) {
    this.stop();
    if ("unsupported" in request) return Promise.resolve(undecided(`it can't be searched here: ${request.unsupported}`));
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
      this.#end = () => finish(undecided("the search was stopped"));
      worker.onmessage = ({ data }) => {
        const message = /** @type {Message} */ (data);
        if (message.answer) finish(message.answer);
        if (message.error !== undefined) finish(undecided(message.error));
      };
      worker.onerror = (event) => finish(undecided(event.message || "the worker failed"));
      worker.postMessage(/** @type {Task} */ ({ bytes: this.#bytes, request, seconds }));
    });
  }

  /** Ends the current search, if any, with an undecided answer. */
  stop() {
    this.#end?.();
  }
}
