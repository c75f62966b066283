/**
 * The page of a problem: puts together the board, the lines, the game and the prover.
 *
 * Without the core (an old browser has no WebAssembly) the lines can be stepped through all the
 * same.
 */

import { gameIn, moveIn } from "./address.js";
import { openCore } from "./core.js";
import { byId, copy } from "./dom.js";
import { Hints } from "./hints.js";
import { Known } from "./known.js";
import { Lines } from "./lines.js";
import { remembered, told } from "./memory.js";
import { tryYourOwn } from "./own.js";
import { unpacked } from "./packed.js";
import { Play } from "./game.js";
import { checkClaims, Prover, Searches } from "./prover.js";
import { settings } from "./settings.js";
import { Stage } from "./stage.js";

/** @typedef {import("./core.js").GameData} GameData */
/**
 * @typedef {object} PageData
 * @property {string} id the problem's name; "" if it's none
 * @property {Record<string, import("./lines.js").PositionData>} roots
 * @property {import("./lines.js").SegmentData[]} segments
 * @property {Record<string, GameData>} games what the core plays from each root
 * @property {Record<string, GameData["goal"]>} goals those of `Try your own`, by their words
 * @property {Record<string, {game: GameData, verdict: string, classes?: number, digest?: string}>} claims
 */

const data = /** @type {PageData} */ (JSON.parse(byId("data").textContent ?? ""));
document.body.classList.add("scripted");
// They stand there from the beginning, so that nothing moves once the core is ready.
byId("game").hidden = false;
byId("controls").hidden = false;
const stage = new Stage(data.roots.start);
const lines = new Lines(data, stage);

/** Goes where the address says. @returns {boolean} whether it says anything */
const follow = () => lines.follow(location.hash);
follow();
window.addEventListener("hashchange", follow);

const peek = /** @type {HTMLInputElement | null} */ (document.querySelector("#peek"));
if (peek?.parentElement) {
  peek.parentElement.hidden = false;
  const peeks = () => (stage.board.showDown = peek.checked);
  peek.addEventListener("change", peeks);
  peeks();
}
for (const pressed of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll("[data-copy]")
)) {
  pressed.hidden = false;
  pressed.addEventListener("click", () =>
    copy(pressed, byId(`text-${pressed.dataset.copy}`).textContent ?? ""),
  );
}
// Where a browser keeps each file's memory apart, the way back tells the index what was solved.
for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (
  document.querySelectorAll("a[data-index]")
)) {
  link.addEventListener("click", () => (link.hash = told(data.id)));
}

/** Puts the core to work. */
async function begin() {
  const bytes = unpacked();
  const core = await openCore(bytes);
  const play = new Play(stage, core.game(data.games.start), {
    id: data.id,
    past: () => lines.past,
    begin(root, words) {
      const game = core.game(data.games[root]);
      if (words) game.script(words);
      return game;
    },
  });
  const link = byId("copy-link");
  link.addEventListener("click", () => copy(link, location.href.split("#")[0] + play.address));
  const copyHere = byId("copy-here");
  copyHere.hidden = false;
  copyHere.addEventListener("click", () =>
    copy(copyHere, play.here().fen),
  );
  lines.closed = () => stage.use(play);
  lines.changed = () => play.moved();
  const searches = new Searches(bytes);
  const prover = new Prover(play, searches, new Known(() => lines.all));
  new Hints(play, searches, prover);
  checkClaims(data.claims, core, searches);
  tryYourOwn(core, play, data.goals);
  byId("settings").addEventListener("click", () => settings());

  /** Takes up a game that an address holds. @param {string} hash */
  const take = (hash) => {
    const told = gameIn(hash);
    if (!told) return false;
    const names = Object.keys(data.games);
    const name = names.find((root) => core.game(data.games[root]).fen === told.position);
    let found = data.games[name ?? "start"];
    if (!name || told.goal) {
      const read = name ? { data: found } : core.read(told.position);
      if ("error" in read) return stage.say([`The address can't be read: ${read.error}`], "", "refused");
      const goal = data.goals[told.goal] ?? data.claims[told.goal]?.game.goal ?? null;
      found = { position: read.data.position, goal };
    }
    const game = core.game(found);
    try {
      if (told.moves) game.follow(told.moves);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      stage.say([`The moves in the address can't be played: ${why}`], "", "refused");
    }
    play.begin(game, name ?? "", told.goal || (name ? "" : "nothing"));
    return true;
  };
  window.addEventListener("hashchange", () => take(location.hash));
  if (stage.track === lines) {
    play.showGoal();
    return;
  }
  const begun = data.id ? remembered().begun[data.id] : "";
  if (take(location.hash)) return;
  if (begun && !moveIn(location.hash).key && take(begun)) return;
  stage.use(play);
}

begin().catch((error) => {
  byId("game").hidden = true;
  stage.say([`Playing needs a newer browser. (${error.message})`]);
});
