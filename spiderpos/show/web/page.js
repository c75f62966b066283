/**
 * The page of a problem: puts together the board, the lines, the game and the prover.
 */

import { gameIn, moveIn } from "./address.js";
import { openCore } from "./core.js";
import { askFor } from "./answer.js";
import { byId, copy } from "./dom.js";
import { goalOf } from "./goals.js";
import { Hints } from "./hints.js";
import { Known } from "./known.js";
import { Lines } from "./lines.js";
import { remembered, told } from "./memory.js";
import { tryYourOwn } from "./own.js";
import { unpacked } from "./packed.js";
import { Play, unfoldSpoilers } from "./game.js";
import { checkClaims, Prover, Searches } from "./prover.js";
import { settings } from "./settings.js";
import { Stage } from "./stage.js";

/** @typedef {import("./core.js").GameData} GameData */
/** A problem of a book: its name, title and theme; 1 if it can be the problem of the day. @typedef {[string, string, string, number]} BookEntry */
/**
 * @typedef {object} PageData
 * @property {string} id the problem's name; "" if it's none
 * @property {import("./board.js").PositionData} start
 * @property {import("./lines.js").SegmentData[]} segments
 * @property {BookEntry[]} book the problems of its book, from easy to hard
 * @property {boolean} first whether it's the first problem of its book, for beginners
 * @property {string} answer the position with two cards exchanged that it asks for; "" if it doesn't
 * @property {number} column the column that it asks for; 0 if it doesn't
 * @property {boolean} byHand whether complete suits are removed by the reader
 * @property {Record<string, GameData>} games what the core plays from each root
 * @property {boolean} anywhere whether the page's own goal can be tried with any position
 * @property {import("./goals.js").Phrases} phrases what other goals are put together from
 * @property {Record<string, {game: GameData, verdict: string}>} claims
 */

// The pages of a book share a part of their data.
const data = /** @type {PageData} */ ({
  .../** @type {any} */ (window).spiderposBook,
  ...JSON.parse(byId("data").textContent ?? ""),
});
document.body.classList.add("scripted");
// They stand there from the beginning, so that nothing moves once the core is ready.
byId("game").hidden = false;
byId("controls").hidden = false;
const stage = new Stage(data.start);
document.body.classList.toggle("by-hand", data.byHand);

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

if (data.id in remembered().solved) unfoldSpoilers();

/**
 * The next problems of a book that aren't solved: by difficulty, and the next one of the same theme.
 * @param {PageData["book"]} book
 * @param {string} id
 */
function nextOf(book, id) {
  const { solved } = remembered();
  const here = book.findIndex(([name]) => name === id);
  if (here < 0) return [];
  const others = [...book.slice(here + 1), ...book.slice(0, here)];
  const open = others.filter(([name]) => !(name in solved));
  const theme = book[here][2];
  const alike = open.find((other) => other[2] === theme);
  return [
    ...open.slice(0, 1).map((next) => ["Next unsolved: ", next]),
    ...(alike && alike !== open[0] ? [[`Of its kind (${theme}): `, alike]] : []),
  ].map(([label, [name, title]]) => ({ label: String(label), title: String(title), address: `${name}.html` }));
}

/** Puts the core to work. */
async function begin() {
  const bytes = unpacked();
  const core = await openCore(bytes);
  const game = (/** @type {string} */ root, words = "") => {
    const begun = core.game(data.games[root]);
    if (words) begun.script(words);
    return begun;
  };
  const lines = new Lines(data.segments, stage, game);
  lines.follow(location.hash);
  window.addEventListener("hashchange", () => lines.follow(location.hash));
  const play = new Play(stage, game("start"), {
    id: data.id,
    past: () => lines.past,
    answer: data.answer,
    next: () => nextOf(data.book, data.id),
    judge: async (game) =>
      known.rest(game)
        ? "solved"
        : (await searches.ask(game.request(), 2, byId("hint-text"), "Looking for the worst card")).outcome,
    begin: game,
  });
  const link = byId("copy-link");
  link.addEventListener("click", () => copy(link, location.href.split("#")[0] + play.address));
  const copyHere = byId("copy-here");
  copyHere.hidden = false;
  copyHere.addEventListener("click", () =>
    copy(copyHere, play.here().fen),
  );
  const again = /** @type {HTMLElement} */ (document.querySelector("[data-act=replay]"));
  again.hidden = false;
  again.addEventListener("click", () => play.replay());
  lines.closed = () => stage.use(play);
  lines.opened = () => (play.help.solution = true);
  play.help.solution = stage.track === lines;
  lines.changed = () => play.moved();
  const searches = new Searches(bytes);
  const known = new Known(() => lines.all());
  const prover = new Prover(play, searches, known);
  if (data.answer || data.column) {
    const root = data.answer || "start";
    const question = { start: data.start, right: game(root).position, column: data.column };
    askFor(question, stage, () => play.begin(game(root), root));
  }
  const hints = new Hints(play, searches, prover);
  checkClaims(data.claims, core, searches);
  const own = data.anywhere ? data.games.start.goal : undefined;
  tryYourOwn(core, play, own, data.phrases);
  byId("settings").addEventListener("click", () => settings());

  /**
   * Takes up the game that an address holds, if it holds one.
   * @param {string} hash
   * @returns {string | null} empty if it's played, else why it can't be; null for no game
   */
  const take = (hash) => {
    const told = gameIn(hash);
    if (!told) return null;
    const names = Object.keys(data.games);
    const name = names.find((root) => game(root).fen === told.position);
    let found = data.games[name ?? "start"];
    if (!name || told.goal) {
      const read = name ? { data: found } : core.read(told.position);
      if ("error" in read) return `The position in the address can't be read: ${read.error}.`;
      const goal =
        goalOf(told.goal, own, data.phrases) ?? data.claims[told.goal]?.game.goal ?? null;
      found = { position: read.data.position, goal };
    }
    const linked = core.game(found);
    try {
      if (told.moves) linked.follow(told.moves);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return `The moves in the address can't be played: ${why}.`;
    }
    play.begin(linked, name ?? "", told.goal || (name ? "" : "nothing"));
    return "";
  };
  /** What is wrong with an address that leads nowhere; empty if nothing is. */
  const fault = (/** @type {string} */ hash, /** @type {string | null} */ taken) => {
    const { key } = moveIn(hash);
    if (taken !== null || !key || lines.has(key) || document.getElementById(key)) return taken ?? "";
    return `The address names a line that this page doesn't have: ‘${key.slice(0, 60)}’.`;
  };
  const refuse = (/** @type {string} */ why) => why && stage.say([why], "", "refused");
  window.addEventListener("hashchange", () => refuse(fault(location.hash, take(location.hash))));
  if (stage.track === lines) {
    stage.show({ animate: false });
    play.showGoal();
    return;
  }
  const begun = data.id ? remembered().begun[data.id] : "";
  const { hash } = location;
  const taken = take(hash);
  if (taken === "") return;
  const why = fault(hash, taken);
  const back = begun && (why || !moveIn(hash).key);
  if (!back || take(begun) !== "") stage.use(play);
  if (data.first && !Object.keys(remembered().solved).length) hints.point(known.rest(play.game)?.[0]);
  refuse(why);
}

begin().catch((error) => {
  byId("game").hidden = true;
  const cause = "WebAssembly" in window ? "Playing doesn't work here" : "Playing needs a newer browser";
  stage.say([`${cause}: ${error.message}.`], "", "refused");
});
