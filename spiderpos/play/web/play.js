/** The page of a game: the game as the server keeps it, and what can be asked of it besides. */

import { openCore } from "./core.js";
import { dialog, report } from "./dialog.js";
import { byId, capital, element } from "./dom.js";
import { Hints } from "./hints.js";
import { Known, lineOf } from "./known.js";
import { Kept } from "./kept.js";
import { Prover, Searches } from "./prover.js";
import { save } from "./saving.js";
import { ask, Refusal, usual } from "./server.js";
import { settings } from "./settings.js";
import { Stage } from "./stage.js";

/** How often the page looks whether the game has gone on elsewhere, in milliseconds. */
const FOLLOW = 1000;

const id = window.location.pathname.split("/").at(-1) ?? "";
const path = `games/${id}`;
const bytes = await (await fetch("/static/spiderpos.wasm")).arrayBuffer();
const { core, stage, play } = await opened().catch((error) => {
  byId("title").textContent = "This game can't be opened";
  byId("stipulation").textContent = `${capital(error.message)}.`;
  if (!(error instanceof Refusal)) throw error;
  return new Promise(() => {});
});

/** The game as it is on the disk, on the board. */
async function opened() {
  const core = await openCore(bytes);
  const state = /** @type {import("./kept.js").State} */ (await ask(path));
  const { position } = core.game(state.game);
  const stage = new Stage(position);
  // A new deal is dealt before the eyes of the player.
  const fresh = !state.moves.length && state.deals === 5;
  if (fresh) stage.board.show({ ...position, columns: position.columns.map(() => ({})) }, { animate: false });
  return { core, stage, play: new Kept(stage, core, state) };
}

const searches = new Searches(bytes);
byId("game").hidden = false;
byId("controls").hidden = false;

// Help: with a goal the prover's, else what looks best.
const hint = byId("hint");
for (const id of ["hint", "live"]) byId(id).classList.remove("needs-goal");
hint.addEventListener("click", async (event) => {
  if (play.game.clauses().length) return;
  event.stopImmediatePropagation();
  const place = byId("hint-text");
  place.textContent = "Looking…";
  try {
    const { move, reason } = await ask(`${path}/suggest`);
    if (move) hints.tell(move, reason);
    else place.textContent = `${capital(reason)}.`;
    const chance = element("span", "quiet");
    place.append(" ", chance);
    chance.textContent = (await play.page.chance?.())?.words ?? "";
  } catch (error) {
    play.complain(error);
  }
});
const prover = new Prover(play, searches, new Known(() => {
  const { solution } = play.state;
  if (!solution.length) return [];
  const game = core.game(play.state.game);
  game.script(solution.join("\n"));
  return [lineOf(game, 0)];
}));
const hints = new Hints(play, searches, prover);

// Questions on the side

/** @param {string} what @param {string} [name] */
async function look(what, name = "") {
  try {
    const { text, spots } = await ask(`${path}/look/${what}?name=${encodeURIComponent(name)}`);
    /** @type {Record<string, string>} */
    const titles = { score: "Score", info: "Information", suits: "Suits face up" };
    if (titles[what]) {
      await report(titles[what], text);
      return;
    }
    stage.board.clearMarks();
    for (const [column, row] of spots) stage.board.mark(stage.board.cards(column)[row - 1], "target");
    stage.say([text]);
  } catch (error) {
    play.complain(error);
  }
}

play.suits = () => look("suits");

/** Asks for a name, and looks for it. @param {"locate" | "expand"} what */
async function lookFor(what) {
  const input = element("input");
  input.autocomplete = "off";
  const texts = {
    locate: ["Locate", "A card (10h, TH), or a rank alone for its free cards (Q)"],
    expand: ["Expand", "The number of a column"],
  };
  const [title, words] = texts[what];
  const body = [element("label", "choice", words, input)];
  const found = await dialog(title, body, [title, "Cancel"]);
  if (found === title && input.value.trim()) await look(what, input.value.trim());
}

/** The options that can be changed in the middle of a game: what each is called, and its values. */
const OPTIONS = {
  cells: ["Free cells", ["0", "1", "2", "3", "4"]],
  automatic_removal: ["A complete suit goes off by itself", ["no", "yes"]],
  deal_over_spaces: ["A row may be dealt over spaces", ["never", "if-in-suit", "if-in-rank", "always"]],
  kings_on_aces: ["Kings on Aces", ["no", "yes"]],
};

/** Asks for other house rules, under which the game goes on. */
async function options() {
  const fields = Object.entries(OPTIONS).map(([name, [words, values]]) => {
    const select = element("select");
    for (const value of values) select.append(new Option(value));
    select.value = play.state.options[name];
    select.name = name;
    return element("label", "choice", /** @type {string} */ (words), select);
  });
  const words = "A problem is for its own rules: under others it isn't asked any more.";
  const note = play.state.game.goal ? [element("p", "quiet", words)] : [];
  const found = await dialog("Rules", [...note, ...fields], ["Go on", "Cancel"]);
  if (found !== "Go on") return;
  const selects = fields.map((field) => /** @type {HTMLSelectElement} */ (field.lastChild));
  await play.act("options", { options: Object.fromEntries(selects.map(({ name, value }) => [name, value])) });
}

// Buttons and keys

const help = () =>
  settings(
    ["S, I, L, E", "score, info, locate, expand"],
    ["N, A, Ctrl+O, Ctrl+S", "new game, start again, open, save"],
  );
/** Asks which game to deal, and goes to it. */
async function fresh() {
  const winnable = element("input");
  winnable.type = "checkbox";
  const names = { "One suit": 1, "Two suits": 2, "Four suits": 4 };
  const body = [
    element("p", "", "This game stays in the list."),
    element("label", "choice", "A deal that can be won (looked for, up to 20 seconds)", winnable),
  ];
  const found = await dialog("New game", body, [...Object.keys(names), "Other…", "Cancel"]);
  if (found === "Other…") window.location.assign("/#fresh");
  if (!(found in names)) return;
  try {
    if (winnable.checked) stage.say(["Looking for a deal that can be won…"]);
    const suits = names[/** @type {keyof names} */ (found)];
    const { id: next } = await ask("games", usual(suits, { winnable: winnable.checked }));
    window.location.assign(`/game/${next}`);
  } catch (error) {
    play.complain(error);
  }
}

/** @type {Record<string, () => unknown>} */
const ACTS = {
  new: fresh,
  over: () => stage.step(-Infinity),
  replay: () => play.replay(),
  score: () => look("score"),
  info: () => look("info"),
  suits: () => look("suits"),
  locate: () => lookFor("locate"),
  expand: () => lookFor("expand"),
  save: () => save(path, play.state.formats, (error) => play.complain(error)),
  options,
};
/** @type {Record<string, () => unknown>} */
const KEYS = {
  s: ACTS.score,
  i: ACTS.info,
  l: ACTS.locate,
  e: ACTS.expand,
  a: ACTS.over,
  n: fresh,
  "?": help,
};
/** @type {Record<string, () => unknown>} */
const CONTROL = {
  s: ACTS.save,
  o: () => window.location.assign("/#own"),
  z: () => stage.step(-1),
  y: () => stage.step(1),
};

byId("settings").addEventListener("click", help);
for (const pressed of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-act]"))) {
  pressed.addEventListener("click", () => ACTS[pressed.dataset.act ?? ""]());
}
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || document.querySelector("dialog")) return;
  if (play.replaying && event.key === "Escape") play.replay();
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey || (!control && event.target !== stage.board.element)) return;
  const act = (control ? CONTROL : KEYS)[event.key.toLowerCase()];
  const typing = event.target instanceof HTMLInputElement && "zy".includes(event.key);
  if (!act || typing) return;
  event.preventDefault();
  act();
});

// Following the game

/** Tells the other tabs of this browser that something was done. */
const others = new BroadcastChannel(`spiderpos ${id}`);
play.kept = () => others.postMessage("");
/** Why the last look at the server failed; empty if it didn't. */
let lost = "";

async function follow() {
  if (document.hidden || !play.settled) return;
  const { version } = play.state;
  try {
    const found = await ask(`${path}?version=${version}`);
    if (lost) stage.sayPlace();
    lost = "";
    // What was done here meanwhile is no news from elsewhere.
    if (found.unchanged || !play.settled || play.state.version !== version) return;
    play.take(found);
    stage.say(["The game went on in another window."]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (lost !== error.message) stage.say([error.message], "", "refused");
    lost = error.message;
  }
}

others.addEventListener("message", follow);
document.addEventListener("visibilitychange", follow);
play.take(play.state);
// What the text that the game was read from may have meant otherwise; the list of games left it.
const doubts = sessionStorage.getItem(`notes ${id}`);
if (doubts && !play.at) stage.say([`${capital(doubts)}.`]);
// Whoever plays for the first time is shown a move.
if (!play.end && !play.game.clauses().length) {
  const { games } = await ask("games");
  if (games.length === 1) hints.point((await ask(`${path}/suggest`)).move);
}
window.setInterval(follow, FOLLOW);
window.setInterval(() => document.hidden || play.tick(), 1000);
