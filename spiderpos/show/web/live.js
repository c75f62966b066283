/**
 * The live verdict: shows after each move whether the goal can still be reached.  It is off by
 * default; a worker searches after the move has been shown.
 */

import { button, byId } from "./dom.js";
import { settings } from "./memory.js";
import { Solver } from "./solver.js";

/** Time limit of a search in seconds, and the delay before it in milliseconds. */
const [SECONDS, DELAY] = [10, 200];

/**
 * @param {import("./game.js").Play} play
 * @param {BufferSource} core
 * @param {import("./known_lines.js").KnownLines} knownLines
 * @param {() => void} why shows the reason for a loss
 */
export function showLive(play, core, knownLines, why) {
  const solver = new Solver(core);
  const place = byId("live");
  let timer = 0;

  const judge = async () => {
    const { outcome } = await knownLines.answer(play.game, (request) => solver.ask(request, { seconds: SECONDS }));
    if (outcome !== "impossible") place.textContent = outcome === "solved" ? "✓ still possible" : "? not known";
    else if (!play.made) place.textContent = "✗ can't be done";
    else {
      const back = button("✗ lost here: take back", () => play.stage.step(-1), "bad");
      place.replaceChildren(back, " ", button("Why?", why));
    }
  };
  const look = () => {
    window.clearTimeout(timer);
    solver.drop();
    const { game } = play;
    place.hidden = !settings().live || !game.state.clauses.length || game.state.verdict === "holds";
    place.textContent = "…";
    if (place.hidden) return;
    play.help.live = true;
    timer = window.setTimeout(judge, DELAY);
  };
  play.changes.push(look);
  document.addEventListener("settings", look);
  look();
}
