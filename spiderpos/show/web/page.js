/**
 * The page of a problem: connects the board, the lines, the game and the prover.
 */

import { challengeWords, gameIn, historyGame, moveIn, setAddress } from "./address.js";
import { Game, Machine, positionOf } from "./core.js";
import { askFor } from "./answer.js";
import { all, byId, copy, messageOf } from "./dom.js";
import { goalOf } from "./goals.js";
import { Hints } from "./hints.js";
import { KnownLines } from "./known_lines.js";
import { Lines } from "./lines.js";
import { pick, queueOf, remembered } from "./memory.js";
import { coreBytes } from "./unpack.js";
import { Play, unfoldSpoilers } from "./game.js";
import { checkClaims, Prover } from "./prover.js";
import { Stage } from "./stage.js";

/** @typedef {import("./core.js").GameData} GameData */
/** A problem of a book: name, title, theme, 1 if it can be the problem of the day, and its difficulty or 0. @typedef {[string, string, string, number, number]} BookEntry */
/**
 * @typedef {object} PageData
 * @property {string} id the problem's name; "" for a page without a problem
 * @property {import("./board.js").PositionData} start
 * @property {import("./lines.js").SegmentData[]} segments
 * @property {BookEntry[]} book the problems of its book, from easy to hard
 * @property {boolean} first true for the first problem of its book, which shows beginners a first move
 * @property {string} answer the name of the position with two cards exchanged, if that is the answer; otherwise ""
 * @property {number} column the column that is the answer; 0 if the answer isn't a column
 * @property {boolean} byHand true if the reader removes complete suits, false if the rules remove them automatically
 * @property {Record<string, GameData>} games the position, with its goal, by the name of each root
 * @property {import("./goals.js").Phrases} [phrases] the phrases for composing goals; only in a book and on the page to set up
 * @property {Record<string, {game: GameData, verdict: string}>} claims
 */

// The pages of a book share a part of their data.
const data = /** @type {PageData} */ ({
  .../** @type {any} */ (window).spiderposBook,
  ...JSON.parse(byId("data").textContent ?? ""),
});
// Shows the controls from the beginning, so that the layout doesn't shift when the core is ready.
document.body.classList.add("scripted");
const stage = new Stage(data.start);
document.body.classList.toggle("by-hand", data.byHand);

const peek = /** @type {HTMLInputElement | null} */ (document.querySelector("#peek"));
if (peek) {
  const showHidden = () => (stage.board.showDown = peek.checked);
  peek.addEventListener("change", showHidden);
  showHidden();
}
for (const pressed of all("[data-copy]")) {
  pressed.addEventListener("click", () => copy(pressed, byId(`text-${pressed.dataset.copy}`).textContent ?? ""));
}

if (Object.hasOwn(remembered().solved, data.id)) unfoldSpoilers();

/** The problems that the index shows if this problem is one of them, otherwise the whole book. */
function queueHere() {
  const queue = queueOf(data.book);
  return queue.some(([id]) => id === data.id) ? queue : data.book;
}

// The links to the neighbours follow the queue.
for (const link of /** @type {HTMLAnchorElement[]} */ (all("nav a[rel]"))) {
  const queue = queueHere();
  const isNext = link.rel === "next";
  const entry = queue[queue.findIndex(([id]) => id === data.id) + (isNext ? 1 : -1)];
  link.hidden = !entry;
  if (entry) Object.assign(link, { href: `${entry[0]}.html`, textContent: isNext ? `${entry[1]} →` : `← ${entry[1]}` });
}

/** Loads the core and starts the game. */
async function begin() {
  const bytes = coreBytes();
  const core = await Machine.open(bytes);
  const game = (/** @type {string} */ root, words = "") => {
    const begun = new Game(core, data.games[root]);
    if (words) begun.script(words);
    return begun;
  };
  const lines = new Lines(data.segments, stage, game);
  lines.follow(location.hash);
  window.addEventListener("hashchange", () => lines.follow(location.hash));
  /** @type {Play} */
  const play = new Play(stage, game("start"), {
    id: data.id,
    answer: data.answer,
    goal: () => data.games.start.goal?.words ?? "",
    // The unsolved problem of the queue that suits the reader best.
    next: () => {
      const next = pick(queueHere());
      return next ? [{ label: "Next for you: ", title: next[1], address: `${next[0]}.html` }] : [];
    },
    difficulty: data.book.find(([id]) => id === data.id)?.[4],
    judge: async (game) => {
      const options = { seconds: 2, place: byId("hint-text"), words: "Looking for the worst card" };
      return (await knownLines.answer(game, (request) => prover.solver.ask(request, options))).outcome;
    },
  });
  lines.closed = () => stage.use(play);
  lines.opened = () => (play.help.solution = true);
  play.help.solution = stage.track === lines;
  const knownLines = new KnownLines(() => lines.all());
  const prover = new Prover(play, bytes, knownLines);
  if (data.answer || data.column) {
    const root = data.answer || "start";
    askFor(data.start, data.column || game(root).position, () => play.begin(game(root), root));
  }
  const hints = new Hints(play, prover);
  checkClaims(data.claims, core, prover.solver);

  /** A line from somebody else's link. @type {import("./core.js").Game | null} */
  let sent = null;
  /**
   * Starts the game of an address, or with `fromHistory` the reader's own from an earlier visit.  Returns false if it
   * doesn't replace the page's game; throws if the address isn't valid.
   */
  const open = (/** @type {string} */ hash, fromHistory = false) => {
    const { position = "", goal: goalWords = "", moves = "" } = gameIn(hash) ?? {};
    const { key } = moveIn(hash);
    if (!gameIn(hash) && key && key !== "new" && !lines.has(key) && !document.getElementById(key)) {
      throw new Error(`The address names a line that this page doesn't have: ‘${key.slice(0, 60)}’`);
    }
    if (!position) return false;
    const root = Object.keys(data.games).find((name) => game(name).fen === position) ?? "";
    const read = root ? null : positionOf(core, `fen\n${position}`);
    if (read && "error" in read) throw new Error(`The position in the address can't be read: ${read.error}`);
    const goal = goalWords || !root ? ((data.phrases && goalOf(goalWords, data.phrases)) ?? null) : data.games[root].goal;
    const start = { position: read?.data.position ?? data.games[root].position, goal };
    const linked = new Game(core, start);
    try {
      if (moves) linked.follow(moves);
    } catch (error) {
      throw new Error(`The moves in the address can't be played: ${messageOf(error)}`);
    }
    // Moves in somebody else's link are only shown: they don't count as played by the reader.
    if (!fromHistory && moves) sent = linked;
    // Such a link for the page's own problem doesn't replace the reader's game.
    if (sent && root === "start" && !goalWords) return false;
    play.begin(sent ? new Game(core, start) : linked, root, goalWords || (root ? "" : "nothing"));
    return true;
  };
  /** Opens an address and shows a message about it; calls `otherwise` if that starts no game. */
  const visit = (/** @type {string} */ hash, otherwise = () => {}) => {
    let fault = "";
    try {
      if (!open(hash)) otherwise();
    } catch (error) {
      otherwise();
      fault = `${messageOf(error)}.`;
    }
    const challenge = challengeWords(gameIn(hash)?.by ?? "");
    if (fault) stage.say([fault], "", "refused");
    else if (challenge) stage.say([challenge]);
    if (sent) play.offerLine(sent);
    sent = null;
  };
  const resume = () => {
    const { hash } = location;
    const begun = (hash ? "" : historyGame()) || (data.id && hash !== "#new" ? remembered().begun[data.id] : "");
    if (hash === "#new") setAddress("");
    try {
      if (begun && open(begun, true)) return;
    } catch {
      // The game was saved by another version of the page.
    }
    stage.use(play);
  };
  window.addEventListener("hashchange", ({ newURL }) => visit(new URL(newURL).hash));
  if (stage.track === lines) {
    stage.show({ animate: false });
    play.showGoal();
  } else visit(location.hash, resume);
  // tools.js and setup.js are separate scripts.
  document.dispatchEvent(new CustomEvent("playing", { detail: { play, core, bytes, phrases: data.phrases } }));
  const isNew = data.first && !Object.keys(remembered().solved).length;
  if (isNew && stage.track === play) hints.point(knownLines.rest(play.game)?.[0]);
}

begin().catch((error) => {
  byId("game").hidden = true;
  const cause = "WebAssembly" in window ? "Playing doesn't work here" : "Playing needs a newer browser";
  stage.say([`${cause}: ${error.message}.`], "", "refused");
});
