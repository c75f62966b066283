/**
 * The page of a game: shows its state, and sends what the player does.
 *
 * The server decides everything.  Each request says which version of the game the page shows; if
 * there is another one by now, the page gets it and nothing is done.
 */

import { Board } from "./board.js";
import { dialog, report } from "./dialog.js";
import { byId, capital, element } from "./dom.js";
import { Gestures } from "./gestures.js";
import { remembered, SETTINGS } from "./memory.js";
import { howTo } from "./howto.js";
import { Replay } from "./replay.js";
import { save } from "./saving.js";
import { ask, forgetToken, Refusal } from "./server.js";
import { complain as alarm, settings } from "./settings.js";

/** How often the page looks whether the game has gone on elsewhere, in milliseconds. */
const FOLLOW = 1000;

const id = window.location.pathname.split("/").at(-1) ?? "";
const path = `games/${id}`;
/** Tells the other tabs of this browser that something was done. */
const others = new BroadcastChannel(`spiderpos ${id}`);

/** What the text that the game was read from may have meant otherwise; the list of games left it. */
const doubts = sessionStorage.getItem(`notes ${id}`);
/** What the server says of the game. @type {any} */
let state = null;
/** Whether an answer is awaited that changes the game. */
let busy = false;

const board = new Board(byId("board"), { duration: 160 });
const gestures = new Gestures(board, {
  move: (gesture) => act("move", { ...gesture }),
  deal: (sure) => act("deal", sure ? { confirmed: true } : {}),
  suits: () => look("suits"),
  say: voice,
  ready: () => state !== null && !busy && !replay.on,
  run: (column) => state?.runs[column - 1] ?? 0,
  goes: (column) => state?.goes[column - 1] ?? [],
  free: () => state.done && chosen().back && act("undo"),
  clicks: chosen,
});

/** The settings as the player has them. */
function chosen() {
  return { ...SETTINGS, ...remembered().settings };
}

// Saying things

/**
 * @param {string} text
 * @param {"" | "refused" | "good" | "note"} [kind]
 */
function say(text, kind = "") {
  const message = byId("message");
  message.className = `message ${kind}`;
  message.textContent = text;
}

/** Says something to a screen reader alone. @param {string} text */
function voice(text) {
  byId("voice").textContent = text;
}

/** @param {unknown} error */
function complain(error) {
  if (!(error instanceof Refusal)) throw error;
  if (error.data.state) show(error.data.state);
  if (error.data.kind === "illegal") alarm(board.element);
  const [line, ...more] = error.message.split("\n");
  const first = error.data.short ?? line;
  say(`${first[0].toUpperCase()}${first.slice(1)}`, "refused");
  // A move that can't be played is named; of a text that can't be read the place has to be shown.
  if (more.length && error.data.kind !== "illegal") report("Not read", error.message);
}

// Showing the game

/**
 * @param {any} found
 * @param {{animate?: boolean, touched?: number[][]}} [options]
 */
function show(found, { animate = true, touched = [] } = {}) {
  state = found;
  if (!replay.on) {
    board.show(state.position, { animate });
    for (const [column, count] of touched) {
      for (const card of board.cards(column).slice(-count)) board.mark(card, "moved");
    }
    gestures.mark();
  }
  byId("moves").textContent = `${state.done} ${state.done === 1 ? "move" : "moves"}`;
  byId("deals").textContent = `${state.deals} ${state.deals === 1 ? "deal" : "deals"} left`;
  byId("score").textContent = `${state.score} points`;
  for (const [name, possible] of [
    ["undo", state.done > 0],
    ["over", state.done > 0 || state.from_deal],
    ["replay", state.done > 0],
    ["redo", state.done < state.moves.length],
    ["deal", state.position.hand > 0],
  ]) {
    const tool = byId("tools").querySelector(`[data-act=${name}]`);
    tool?.toggleAttribute("disabled", !possible);
  }
  showProblem();
  showMoves();
}

function showProblem() {
  const watched = state.goal || state.stipulation;
  byId("problem").hidden = !watched;
  if (!watched) return;
  byId("stipulation").textContent = state.stipulation;
  const verdict = byId("verdict");
  verdict.textContent = state.sentence;
  verdict.className = `verdict ${state.solved ? "good" : state.broken ? "refused" : ""}`;
  byId("findings").replaceChildren(
    ...state.findings.map((/** @type {any} */ { phrase, verdict: found }, /** @type {number} */ at) => {
      const open = found === "fails" && at < state.objectives && !state.reached;
      const shown = open ? "open" : found;
      /** @type {Record<string, string>} */
      const words = { open: "not yet", holds: "holds", fails: "broken", undecided: "undecided" };
      const word = element("span", "state", words[shown] ?? found);
      return element("li", `clause ${shown}`, element("b", "", phrase), " ", word);
    }),
  );
}

function showMoves() {
  const list = byId("list");
  const items = state.moves.map((/** @type {string} */ words, /** @type {number} */ at) => {
    const button = element("button", at < state.done ? "" : "undone", words);
    button.setAttribute("type", "button");
    button.dataset.number = String(at + 1);
    if (at + 1 === state.done) button.setAttribute("aria-current", "step");
    return element("li", "", button);
  });
  list.replaceChildren(...items);
  const current = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
}

// Doing things

/**
 * Asks the server to do something to the game, and shows what comes of it.
 * @param {string} what
 * @param {object} [details]
 */
async function act(what, details = {}) {
  if (busy || !state) return;
  busy = true;
  let question = null;
  try {
    const before = state;
    const answer = await ask(`${path}/${what}`, { version: state.version, ...details });
    if (answer.question) question = answer.question;
    else {
      show(answer.state, { touched: answer.touched });
      others.postMessage(state.version);
      said(answer, before);
    }
  } catch (error) {
    complain(error);
  } finally {
    busy = false;
  }
  if (question) await put(question, what, details);
}

/** Says what was done, and what the problem says to it. @param {any} answer @param {any} before */
function said(answer, before) {
  const words = `${answer.words[0].toUpperCase()}${answer.words.slice(1)}`;
  if (state.sentence && state.sentence !== before.sentence) {
    say(`${words}. ${state.sentence}`, state.solved || (state.won && !state.broken) ? "good" : "refused");
  } else say(words, "note");
  voice(`${answer.say} ${state.sentence === before.sentence ? "" : state.sentence}`);
}

/** Puts a question to the player; a yes asks again with it. @param {any} question @param {string} what @param {object} details */
async function put(question, what, details) {
  if (!question.columns.length) {
    const title = { deal: "Deal", undo: "Back up" }[what] ?? "Go back";
    const yes = await dialog(title, [element("p", "", question.text)], [title, "Cancel"]);
    if (yes === title) await act(what, { ...details, confirmed: true });
    return;
  }
  const choices = question.columns.map((/** @type {number} */ column) => {
    const select = /** @type {HTMLSelectElement} */ (element("select"));
    select.append(
      new Option("\u2013", ""),
      ...question.cards.map((/** @type {string} */ card) => new Option(cardText(card), card)),
    );
    const label = element("label", "choice", `Column ${column} `, select);
    return { select, label };
  });
  const body = [
    element("p", "", question.text),
    element("div", "choices", ...choices.map((/** @type {any} */ { label }) => label)),
    element("p", "quiet", "Or let the cards that nobody knows be drawn, all of them, once and for all."),
  ];
  const found = await dialog("A card that isn't known", body, ["That's it", "Draw them", "Leave it", "Cancel"]);
  if (found === "That's it") {
    // Nothing is taken for said that isn't.
    if (choices.some((/** @type {any} */ { select }) => !select.value)) return put(question, what, details);
    const reveal = choices.map((/** @type {any} */ { select }) => select.value);
    await act(what, { ...details, reveal });
  } else if (found === "Draw them") await act(what, { ...details, reveal: "draw" });
  else if (found === "Leave it") await act(what, { ...details, reveal: "unknown" });
}

/** A card for a list: 10♥. @param {string} card */
function cardText(card) {
  return card.slice(0, -1) + { c: "♣", d: "♦", h: "♥", s: "♠" }[card.slice(-1)];
}

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
    board.clearMarks();
    for (const [column, row] of spots) board.mark(board.cards(column)[row - 1], "target");
    say(text, "note");
  } catch (error) {
    complain(error);
  }
}

/** The element of a free cell. @param {string} name as the server says it: "cell 2" */
function cell(name) {
  return board.element.querySelector(`[data-cell="${name.slice(5)}"]`) ?? undefined;
}

/** The help that was asked for, of which version of the game, and how much of it was told. */
let hinted = { version: "", told: 0, found: /** @type {any} */ (null) };

/** Helps: for a goal in three steps, what to aim at, what to move, and where; else at once. */
async function suggest() {
  try {
    const { version } = state;
    if (hinted.version !== version) {
      say("Looking…", "note");
      const found = await ask(`${path}/suggest`);
      if (state.version !== version || replay.on) return;
      hinted = { version, told: found.aim ? 0 : 2, found };
    }
    const { found } = hinted;
    hinted.told = Math.min(hinted.told + 1, 3);
    board.clearMarks();
    if (!found.move) say(`${capital(found.reason)}.`, "note");
    else if (hinted.told === 1) say(`Aim: ${found.aim}.`, "note");
    else if (hinted.told === 2) {
      markSource(found.move);
      say(`To move: the ${found.cards.replace(/^(the|a) /, "")}.`, "note");
    } else {
      markSource(found.move);
      markTarget(found.move);
      say(`${capital(found.words)}: ${found.reason}.`, "note");
    }
  } catch (error) {
    complain(error);
  }
}

/** @param {any} move */
function markSource({ source, count }) {
  if (source === "hand") board.mark(board.element.querySelector(".hand") ?? undefined, "picked");
  else if (/^\d+$/.test(source)) {
    for (const card of board.cards(Number(source)).slice(-count)) board.mark(card, "picked");
  } else board.mark(cell(source), "picked");
}

/** @param {any} move */
function markTarget({ target }) {
  if (/^\d+$/.test(target)) {
    board.mark(board.cards(Number(target)).at(-1) ?? board.column(Number(target)), "target");
  } else if (target.startsWith("cell")) board.mark(cell(target), "target");
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
    const select = /** @type {HTMLSelectElement} */ (element("select"));
    for (const value of values) select.append(new Option(value));
    select.value = state.options[name];
    select.name = name;
    return element("label", "choice", /** @type {string} */ (words), select);
  });
  const words = "A problem is for its own rules: under others it isn't asked any more.";
  const note = state.goal ? [element("p", "quiet", words)] : [];
  const found = await dialog("Rules", [...note, ...fields], ["Go on", "Cancel"]);
  if (found !== "Go on") return;
  const selects = fields.map((field) => /** @type {HTMLSelectElement} */ (field.lastChild));
  await act("options", { options: Object.fromEntries(selects.map(({ name, value }) => [name, value])) });
}

/** Asks for a name, and looks for it. @param {"locate" | "expand"} what */
async function lookFor(what) {
  const input = /** @type {HTMLInputElement} */ (element("input"));
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

async function help() {
  const more = [
    ["O, D, U, R, H, Esc", "obvious place, deal, back up, redo, suggest, put back"],
    ["N, A, Ctrl+O, Ctrl+S", "new game, start again, open, save"],
  ];
  await dialog("How to play", [howTo(...more)], ["Close"]);
}

const replay = new Replay(
  ({ position, words }, at, end) => {
    board.show(position);
    say(`Move ${at} of ${end}: ${words}`, "note");
  },
  () => {
    show(state, { animate: false });
    say("");
  },
);

async function startReplay() {
  try {
    replay.start((await ask(`${path}/replay`)).frames);
  } catch (error) {
    complain(error);
  }
}

// Buttons and keys

const ACTS = {
  undo: () => act("undo"),
  redo: () => act("redo"),
  deal: () => act("deal"),
  over: () => act("go", { number: 0 }),
  suggest,
  replay: startReplay,
  score: () => look("score"),
  info: () => look("info"),
  suits: () => look("suits"),
  locate: () => lookFor("locate"),
  expand: () => lookFor("expand"),
  save: () => save(path, state.formats, complain),
  options,
  settings,
  help,
  fresh: () => window.location.assign("/#fresh"),
  open: () => window.location.assign("/#own"),
};
const KEYS = {
  u: "undo",
  r: "redo",
  d: "deal",
  h: "suggest",
  s: "score",
  i: "info",
  l: "locate",
  e: "expand",
  n: "fresh",
  a: "over",
  "?": "help",
};

byId("tools").addEventListener("click", (/** @type {MouseEvent} */ event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (!button) return;
  if (button.id === "more") {
    const open = byId("tools").classList.toggle("open");
    button.setAttribute("aria-expanded", String(open));
    return;
  }
  const name = button.dataset.act;
  if (name && state && !replay.on) ACTS[/** @type {keyof typeof ACTS} */ (name)]();
});

document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog") || !state) return;
  if (replay.on && event.key === "Escape") replay.end();
  const control = (event.ctrlKey || event.metaKey) && !event.altKey;
  const typing = event.target instanceof HTMLInputElement;
  if (control && !replay.on && (event.key === "s" || event.key === "o")) {
    event.preventDefault();
    ACTS[event.key === "s" ? "save" : "open"]();
    return;
  }
  if (control && !typing && !replay.on && (event.key === "z" || event.key === "y")) {
    event.preventDefault();
    act(event.key === "z" && !event.shiftKey ? "undo" : "redo");
    return;
  }
  if (event.target !== board.element || control || event.altKey || replay.on) return;
  const name = KEYS[/** @type {keyof typeof KEYS} */ (event.key.toLowerCase())];
  if (name) {
    event.preventDefault();
    ACTS[/** @type {keyof typeof ACTS} */ (name)]();
  }
});

byId("list").addEventListener("click", (/** @type {MouseEvent} */ event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (button && !replay.on) act("go", { number: Number(button.dataset.number) });
});

byId("typed").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (byId("script"));
  const before = state?.version;
  if (!input.value.trim() || replay.on) return;
  await act("script", { text: input.value });
  if (state.version !== before) input.value = "";
});

// Following the game

async function follow() {
  if (document.hidden || busy) return;
  try {
    const known = state?.version;
    const found = await ask(`${path}?version=${known ?? ""}`);
    // What was done here meanwhile is no news from elsewhere.
    if (busy || found.unchanged || state?.version !== known) {
      if (lost) say("");
    } else {
      const first = state === null;
      show(found, { animate: !first });
      if (!first) say("The game went on in another window.", "note");
      else if (state.sentence) say(state.sentence, state.solved ? "good" : "refused");
      else if (doubts && !state.done) say(`${doubts[0].toUpperCase()}${doubts.slice(1)}.`, "note");
      else say("Drag a card, or click a column for the obvious place.", "note");
    }
    lost = false;
  } catch (error) {
    lost = true;
    if (!(error instanceof Refusal)) throw error;
    say(error.message, "refused");
  }
}

/** Whether the last look at the server failed. */
let lost = false;

others.addEventListener("message", follow);
document.addEventListener("visibilitychange", follow);
forgetToken();
await follow();
window.setInterval(follow, FOLLOW);
