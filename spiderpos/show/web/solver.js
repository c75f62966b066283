/**
 * Run searches of the core in a worker, so that the page stays responsive.
 *
 * The worker's script is made of the source of the code that it needs, because a page opened as a
 * local file can't load a worker from another file.
 */

import { Machine } from "./core.js";
import { button, element } from "./dom.js";

/** @typedef {import("./core.js").Answer} Answer */

/** A message from the worker. @typedef {Answer | {error: string}} Message */

/** The code that runs in the worker.  It must not use other names of this file. @param {typeof Machine} machine */
function work(machine) {
  const post = (/** @type {Message} */ message) => /** @type {any} */ (globalThis).postMessage(message);
  globalThis.onmessage = async ({ data: { bytes, request, seconds } }) => {
    try {
      const opened = await machine.open(bytes);
      post(opened.call(request, seconds));
    } catch (error) {
      post({ error: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** An answer without a line. @param {Answer["outcome"]} outcome @param {string} [reason] @returns {Answer} */
export const answerOf = (outcome, reason = "") => ({ outcome, moves: [], reason, cases: 0, line: "" });
const undecided = (/** @type {string} */ reason) => answerOf("undecided", reason);

/** Runs one search at a time. */
export class Solver {
  #bytes;
  /** Ends the current search; its promise resolves to the answer, or never if that is null. @type {(answer: Answer | null) => void} */
  #end = () => {};

  /** @param {BufferSource} core spiderpos.wasm */
  constructor(core) {
    this.#bytes = core;
  }

  /**
   * Searches for a line, or for a proof that there is none.  The core has verified a returned line by playing
   * it.  Drops the search that is still running.
   * @param {string} request see `Game.request`
   * @param {{seconds: number, place?: HTMLElement, words?: string}} options `place` shows that the search runs,
   *   described by `words`, with a button to stop it
   * @returns {Promise<Answer>}
   */
  async ask(request, { seconds, place, words = "" }) {
    this.drop();
    const text = `${Machine}\n(${work})(Machine);`;
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const worker = new Worker(address);
    const bar = element("progress");
    bar.ariaLabel = words;
    place?.replaceChildren(`${words}… `, bar, " ", button("Stop", () => this.stop()));
    return new Promise((resolve) => {
      this.#end = (answer) => {
        worker.terminate();
        URL.revokeObjectURL(address);
        this.#end = () => {};
        place?.replaceChildren();
        if (answer) resolve(answer);
      };
      worker.onmessage = ({ data }) => {
        const message = /** @type {Message} */ (data);
        this.#end("error" in message ? undecided(message.error) : message);
      };
      worker.onerror = (event) => this.#end(undecided(event.message || "the worker failed"));
      worker.postMessage({ bytes: this.#bytes, request, seconds });
    });
  }

  /** Ends the current search, if any, with an undecided answer. */
  stop() {
    this.#end(undecided("the search was stopped"));
  }

  /** Ends the current search, if any; its promise is never settled. */
  drop() {
    this.#end(null);
  }
}
