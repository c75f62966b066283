/** All moves of a game from its start, one after the other, as Woods' program shows them. */

import { byId } from "./dom.js";

/** How long a move is shown, in milliseconds. */
const PACE = 1500;
const PACE_FASTER = 350;

/** A position with the move that led there. @typedef {{position: import("./board.js").PositionData, words: string}} Frame */

export class Replay {
  /** @type {Frame[]} */
  #frames = [];
  #at = 0;
  #timer = 0;
  #pace = PACE;

  /** @param {(frame: Frame, at: number, end: number) => void} show @param {() => void} ended */
  constructor(show, ended) {
    this.show = show;
    this.ended = ended;
    this.bar = byId("replay");
    this.bar.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      if (button && this.on) this.#do(button);
    });
  }

  /** Whether one is shown. */
  get on() {
    return this.#frames.length > 0;
  }

  /** @param {Frame[]} frames */
  start(frames) {
    this.#frames = frames;
    this.#pace = PACE;
    this.bar.hidden = false;
    document.body.classList.add("replaying");
    this.#go(0);
    this.#run();
  }

  end() {
    this.#pause();
    this.#frames = [];
    this.bar.hidden = true;
    document.body.classList.remove("replaying");
    this.ended();
  }

  get #last() {
    return this.#frames.length - 1;
  }

  /** @param {number} at */
  #go(at) {
    this.#at = Math.max(0, Math.min(at, this.#last));
    this.show(this.#frames[this.#at], this.#at, this.#last);
    if (this.#at === this.#last) this.#pause();
  }

  #run() {
    this.#timer = window.setInterval(() => this.#go(this.#at + 1), this.#pace);
    this.#name("Pause");
  }

  #pause() {
    window.clearInterval(this.#timer);
    this.#timer = 0;
    this.#name("Go on");
  }

  /** @param {string} words on the button that pauses */
  #name(words) {
    const button = this.bar.querySelector("[data-replay=pause]");
    if (button) button.textContent = words;
  }

  #do(/** @type {HTMLElement} */ button) {
    const what = button.dataset.replay;
    const running = this.#timer !== 0;
    if (what === "end") return this.end();
    this.#pause();
    if (what === "pause") {
      if (running) return undefined;
      if (this.#at === this.#last) this.#go(0);
      return this.#run();
    }
    if (what === "faster") {
      this.#pace = this.#pace === PACE ? PACE_FASTER : PACE;
      button.setAttribute("aria-pressed", String(this.#pace !== PACE));
      return this.#run();
    }
    const to = { first: 0, back: this.#at - 1, on: this.#at + 1, last: Infinity };
    return this.#go(to[/** @type {keyof typeof to} */ (what)]);
  }
}
