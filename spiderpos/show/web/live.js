/**
 * The live verdict: shows after each move whether the goal can still be reached.  It is off by
 * default; a worker searches after the move has been shown.
 */

import { button, byId } from "./dom.js";
import { broken } from "./known.js";
import { settings } from "./memory.js";
import { Solver } from "./solver.js";

/** Time limit of a search in seconds, and the delay before it in milliseconds. */
const SECONDS = 10;
const AFTER = 200;

export class Live {
  #timer = 0;

  /**
   * @param {import("./game.js").Play} play
   * @param {BufferSource} core
   * @param {import("./known.js").Known} known
   * @param {() => void} why shows the reason for a loss
   */
  constructor(play, core, known, why) {
    this.play = play;
    this.known = known;
    this.why = why;
    this.solver = new Solver(core);
    this.place = byId("live");
    play.changes.push(() => this.look());
    document.addEventListener("settings", () => this.look());
    this.look();
  }

  /** Schedules a search for the current position. */
  look() {
    window.clearTimeout(this.#timer);
    this.solver.stop();
    const { game } = this.play;
    this.place.hidden = !settings().live || !game.clauses().length || game.verdict() === "holds";
    this.place.replaceChildren("…");
    if (this.place.hidden) return;
    this.play.help.live = true;
    this.#timer = window.setTimeout(() => this.#judge(), AFTER);
  }

  async #judge() {
    const { game } = this.play;
    if (broken(game)) return this.#lost();
    if (this.known.rest(game)) return this.#say("✓ still possible");
    const request = game.request();
    if ("unsupported" in request) return this.#say("? not known");
    const at = game.at;
    const { outcome, moves, reason } = await this.solver.ask(request, { seconds: SECONDS });
    if (reason === "the search was stopped") return undefined;
    if (outcome === "impossible") return this.#lost();
    if (outcome === "solved") this.known.keep(game, at, moves);
    return this.#say(outcome === "solved" ? "✓ still possible" : "? not known");
  }

  /** @param {string} text */
  #say(text) {
    this.place.replaceChildren(text);
  }

  #lost() {
    const { at } = this.play.game;
    if (!at) return this.#say("✗ can't be done");
    const back = button("✗ lost here: take back", () => this.play.stage.step(-1), "bad");
    return this.place.replaceChildren(back, " ", button("Why?", this.why));
  }
}
