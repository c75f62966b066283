/**
 * The page of a problem: connects the board, the lines, the game and the prover.
 */

import { challengeWords, gameIn, historyGame, moveIn, setAddress } from "./address.js";
import { openCore } from "./core.js";
import { askFor } from "./answer.js";
import { byId, copy } from "./dom.js";
import { goalOf } from "./goals.js";
import { Hints } from "./hints.js";
import { Known } from "./known.js";
import { Lines } from "./lines.js";
import { remembered, stored } from "./memory.js";
import { tryYourOwn } from "./own.js";
import { unpacked } from "./packed.js";
import { Play, unfoldSpoilers } from "./game.js";
import { checkClaims, Prover, Searches } from "./prover.js";
import { settings } from "./settings.js";
import { Stage } from "./stage.js";

/** @typedef {import("./core.js").GameData} GameData */
/** A problem of a book: name, title, theme, and 1 if it can be the problem of the day. @typedef {[string, string, string, number]} BookEntry */
/**
 * @typedef {object} PageData
 * @property {string} id the problem's name; "" for a page without a problem
 * @property {import("./board.js").PositionData} start
 * @property {import("./lines.js").SegmentData[]} segments
 * @property {BookEntry[]} book the problems of its book, from easy to hard
 * @property {boolean} first whether it's the first problem of its book, for beginners
 * @property {string} answer the start with two cards exchanged, if that is the answer; otherwise ""
 * @property {number} column the column that is the answer; 0 if the answer isn't a column
 * @property {boolean} byHand whether the reader removes complete suits
 * @property {Record<string, GameData>} games the game that begins at each root
 * @property {boolean} anywhere whether the page's own goal applies to any position
 * @property {import("./goals.js").Phrases} phrases the phrases for composing goals
 * @property {Record<string, {game: GameData, verdict: string}>} claims
 */

// The pages of a book share a part of their data.
const data = /** @type {PageData} */ ({
  .../** @type {any} */ (window).spiderposBook,
  ...JSON.parse(byId("data").textContent ?? ""),
});
document.body.classList.add("scripted");
// Shown from the beginning, so that the layout doesn't shift when the core is ready.
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

if (Object.hasOwn(remembered().solved, data.id)) unfoldSpoilers();

/**
 * Links to the next unsolved problems of a book: the next by difficulty, and the next of the same theme.
 * @param {PageData["book"]} book
 * @param {string} id
 */
function nextOf(book, id) {
  const { solved } = remembered();
  const shown = JSON.parse(stored("shown") || "null");
  if (Array.isArray(shown) && shown.includes(id)) book = book.filter(([name]) => shown.includes(name));
  const here = book.findIndex(([name]) => name === id);
  if (here < 0) return [];
  const others = [...book.slice(here + 1), ...book.slice(0, here)];
  const open = others.filter(([name]) => !Object.hasOwn(solved, name));
  const theme = book[here][2];
  const alike = open.find((other) => other[2] === theme);
  return [
    ...open.slice(0, 1).map((next) => ["Next unsolved: ", next]),
    ...(alike && alike !== open[0] ? [[`Of its kind (${theme}): `, alike]] : []),
  ].map(([label, [name, title]]) => ({ label: String(label), title: String(title), address: `${name}.html` }));
}

/** Loads the core and starts the game. */
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
    goal: () => data.games.start.goal?.words ?? "",
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

  /** A line from somebody else's link. @type {import("./core.js").Game | null} */
  let sent = null;
  /**
   * Starts the game in an address, or the reader's own from the browser's history (`fromHistory`).
   * Returns "" on success, an error message, or null if there is no game.
   */
  const take = (/** @type {string} */ hash, fromHistory = false) => {
    const linkedGame = gameIn(hash);
    if (!linkedGame?.position) return null;
    const names = Object.keys(data.games);
    const name = names.find((root) => game(root).fen === linkedGame.position);
    let gameData = data.games[name ?? "start"];
    if (!name || linkedGame.goal) {
      const read = name ? { data: gameData } : core.read(linkedGame.position);
      if ("error" in read) return `The position in the address can't be read: ${read.error}.`;
      const goal =
        goalOf(linkedGame.goal, own, data.phrases) ??
        (Object.hasOwn(data.claims, linkedGame.goal) ? data.claims[linkedGame.goal].game.goal : null);
      gameData = { position: read.data.position, goal };
    }
    const linked = core.game(gameData);
    try {
      if (linkedGame.moves) linked.follow(linkedGame.moves);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return `The moves in the address can't be played: ${why}.`;
    }
    // Moves in somebody else's link are only shown: they don't count as played by the reader.
    if (!fromHistory && linked.moves.length) sent = linked;
    // Such a link for the page's own problem doesn't replace the reader's game.
    if (sent === linked && name === "start" && !linkedGame.goal) return null;
    play.begin(sent === linked ? core.game(gameData) : linked, name ?? "", linkedGame.goal || (name ? "" : "nothing"));
    return "";
  };
  /** The error message for an address; empty if it is valid. */
  const fault = (/** @type {string} */ hash, /** @type {string | null} */ taken) => {
    const { key } = moveIn(hash);
    if (taken !== null || !key || gameIn(hash) || key === "new" || lines.has(key) || document.getElementById(key)) return taken ?? "";
    return `The address names a line that this page doesn't have: ‘${key.slice(0, 60)}’.`;
  };
  /** Shows the message for an address. @param {string} hash @param {string | null} taken the result of `take` */
  const say = (hash, taken) => {
    const why = fault(hash, taken);
    const by = challengeWords(gameIn(hash)?.by ?? "");
    if (why) stage.say([why], "", "refused");
    else if (by) stage.say([by]);
    if (sent) play.offerLine(sent);
    sent = null;
  };
  /** Notifies tools.js, a separate script, that the game is ready. */
  const playing = () => {
    document.dispatchEvent(new CustomEvent("playing", { detail: { play, core, bytes, phrases: data.phrases } }));
  };
  window.addEventListener("hashchange", ({ newURL }) => {
    const { hash } = new URL(newURL);
    say(hash, take(hash));
  });
  if (stage.track === lines) {
    stage.show({ animate: false });
    play.showGoal();
    return playing();
  }
  const { hash } = location;
  const fromHistory = hash ? "" : historyGame();
  if (hash === "#new") setAddress("");
  const begun = fromHistory || (data.id && hash !== "#new" ? remembered().begun[data.id] : "");
  const taken = take(hash);
  if (taken !== "" && !(begun && take(begun, true) === "")) stage.use(play);
  playing();
  if (data.first && !Object.keys(remembered().solved).length) hints.point(known.rest(play.game)?.[0]);
  say(hash, taken);
}

begin().catch((error) => {
  byId("game").hidden = true;
  const cause = "WebAssembly" in window ? "Playing doesn't work here" : "Playing needs a newer browser";
  stage.say([`${cause}: ${error.message}.`], "", "refused");
});
