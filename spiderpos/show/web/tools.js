/**
 * Tools for a game on the pages of a book: Woods' information commands, house rules, saving, opening,
 * a new game; and their keys.
 */

import { Game } from "./core.js";
import { confirmed, dialog, formOf, report } from "./dialog.js";
import { all, capital, copy, counted, download, element, messageOf } from "./dom.js";
import { gameOf, sessionText } from "./files.js";
import { idOf, savedGame, saveGame } from "./games.js";
import { openPlayer } from "./advice.js";
import { store } from "./memory.js";
import { showSettings } from "./settings.js";
import { diagram, expand, info, locate, microsoftScore, scoreParts, spotWords, suitsWords, totalOf } from "./survey.js";

/**
 * The game of a page, and the page's functions for it.
 * @typedef {object} Playing
 * @property {import("./game.js").Play} play
 * @property {import("./core.js").Machine} core
 * @property {import("./goals.js").Phrases} phrases
 * @property {(game: import("./core.js").Game, note: string) => void} [take] replaces the game by another one with the same cards
 */

/** The maximum length of a text to open in characters, and of a file in bytes: about 5000 moves. */
const LONGEST = 256 * 1024;

/** A position in FEN with other rules. @param {string} fen @param {string} rules */
const withRules = (fen, rules) => `${fen.replace(/ rules=\S+/, "")} rules=${rules}`;

export class Tools {
  /** @param {Playing} playing */
  constructor({ play, core, phrases, take }) {
    this.play = play;
    this.core = core;
    this.phrases = phrases;
    this.take = take ?? ((game, note) => {
      play.begin(game, "", "nothing");
      play.stage.say([note]);
    });
    play.suits = () => play.act(async () => this.suits());
    /** @type {Record<string, () => unknown>} */
    const acts = {
      new: () => location.assign("index.html#new"),
      open: () => this.open(),
      over: () => this.over(),
      score: () => this.score(),
      info: () => this.info(),
      suits: () => this.suits(),
      locate: () => this.lookFor("Locate", "A card (10h, TH), or a rank alone for its free cards (Q)"),
      expand: () => this.lookFor("Expand", "The number of a column"),
      save: () => this.save(),
      options: () => this.options(),
    };
    for (const pressed of all("[data-act]")) {
      const act = acts[pressed.dataset.act ?? ""];
      if (act) pressed.addEventListener("click", () => play.act(act));
    }
    Object.assign(play.keys.board, { s: acts.score, i: acts.info, l: acts.locate, e: acts.expand, a: acts.over, n: acts.new, "?": showSettings });
    Object.assign(play.keys.control, { s: acts.save, o: acts.open });
  }

  /** Goes back to the start after a confirmation; at the start, to the deal before it, if known. */
  async over() {
    const { play } = this;
    if (!play.made) return play.stage.step(-Infinity);
    const text = `This takes back ${counted(play.made, "move")}; Redo makes them again.`;
    if (!(await confirmed("Start over?", text, "Start over"))) return;
    play.go(0, true);
    play.stage.use(play);
  }

  async facts() {
    return (await openPlayer()).facts(this.play.game.fen);
  }

  async score() {
    const { game } = this.play;
    const facts = await this.facts();
    const parts = scoreParts(game.position, facts, game.state.verdict === "holds");
    const lines = [...parts, /** @type {[number, string]} */ ([totalOf(parts), "in all"])];
    const text = lines.map(([points, words]) => `${String(points).padStart(5)}  ${words}`);
    if (byMicrosoft(facts.rules)) text.push("", `${String(microsoftScore(game.position, game.made)).padStart(5)}  by Microsoft's rules: 500, minus 1 per move, plus 100 per suit removed`);
    await report("Score", text.join("\n"));
  }

  async info() {
    const { game } = this.play;
    await report("Information", info(game.position, await this.facts(), game.made, game.moves.length - game.made));
  }

  async suits() {
    await report("Suits face up", suitsWords(this.play.game.position, await this.facts()));
  }

  /** Asks for a card, rank or column and shows it. @param {"Locate" | "Expand"} what @param {string} words */
  async lookFor(what, words) {
    const input = element("input");
    input.autocomplete = "off";
    const answer = await dialog(what, [element("label", "choice", words, input)], [what, "Cancel"]);
    const name = input.value.trim();
    if (answer !== what || !name) return;
    const { stage, game } = this.play;
    const { position } = game;
    if (what === "Expand") return stage.say([`Column ${name}: ${expand(position, Number(name))}`]);
    const spots = locate(position, name);
    stage.board.clearMarks();
    for (const { column, row } of spots) stage.board.mark(stage.board.cards(column)[row], "target");
    stage.say([spots.length ? `${capital(spots.map(spotWords).join("; "))}.` : `No ${name} lies free, face up.`]);
  }

  /** Asks for other house rules and continues the game by them. */
  async options() {
    const { game } = this.play;
    const { rules } = await this.facts();
    const form = formOf("rules-form");
    const [current, note] = form.querySelectorAll("p");
    current.textContent = `The rules are: ${rules}.`;
    note.hidden = !(this.play.page.id && game.state.clauses.length);
    if ((await dialog("Rules", [form], ["Go on", "Cancel"])) !== "Go on") return;
    const chosen = [...form.querySelectorAll("select")].filter(({ value }) => value);
    if (!chosen.length) return;
    const newRules = [rules, ...chosen.map(({ name, value }) => `${name}=${value}`)].join(";");
    const here = new Game(this.core, { position: { fen: withRules(game.fen, newRules) }, goal: null });
    // Keep the moves if they lead to the same position under these rules.
    const replayed = new Game(this.core, { position: { fen: withRules(game.begin, newRules) }, goal: null });
    if (game.made) replayed.script(game.moves.slice(0, game.made).map(({ words }) => words).join("\n"));
    const same = replayed.made === game.made && replayed.fen === here.fen;
    const now = (await openPlayer()).facts(here.fen).rules;
    const lost = same || !game.made ? "" : " The moves up to here can't be taken back.";
    this.take(same ? replayed : here, `The rules are now: ${now}.${lost}`);
  }

  /** Shows the game in a notation, for copying or saving as a file. */
  async save() {
    const { play } = this;
    const { game } = play;
    const facts = await this.facts();
    const title = document.querySelector("h1")?.textContent ?? "";
    const words = document.querySelector(".stipulation")?.textContent ?? "";
    const goal = play.goal || (play.page.goal?.() ?? "");
    /** @type {Record<string, [string, () => string]>} */
    const formats = {
      session: ["json", () => sessionText({ title, words, goal: goal === "nothing" ? "" : goal, partial: facts.turned === null }, game)],
      script: ["txt", () => game.words()],
      fen: ["fen", () => `${game.fen}\n`],
      diagram: ["txt", () => diagram(game.position)],
    };
    const form = formOf("save-form");
    const [select, text] = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll("select, textarea")]);
    const [copied, saved] = form.querySelectorAll("button");
    const fill = () => (text.value = formats[select.value][1]());
    select.addEventListener("change", fill);
    fill();
    const name = `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 40) || "game"}-${game.made}`;
    copied.addEventListener("click", () => copy(copied, text.value));
    saved.addEventListener("click", () => download(`${name}.${formats[select.value][0]}`, text.value));
    await dialog("Save", [form], ["Close"]);
  }

  /** Asks for a game or a position, as a text or a file, and opens it. @param {string} [fault] @param {string} [before] @returns {Promise<void>} */
  async open(fault = "", before = "") {
    const form = formOf("open-form");
    const [text, file] = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("textarea, input")]);
    text.value = before;
    /** @type {HTMLElement} */ (form.lastElementChild).textContent = fault;
    if ((await dialog("Open", [form], ["Open", "Cancel"])) !== "Open") return;
    const chosen = file.files?.[0];
    if (chosen && chosen.size > LONGEST) return this.open(`This file has ${chosen.size} bytes; the limit is ${LONGEST}.`);
    const given = chosen ? await chosen.text() : text.value;
    if (!given.trim()) return;
    if (given.length > LONGEST) return this.open(`This text has ${given.length} characters; the limit is ${LONGEST}.`);
    try {
      const { notes, ...game } = gameOf(this.core, given, this.phrases);
      const facts = (await openPlayer()).facts(game.game.position.fen);
      const title = game.title || chosen?.name || "A position";
      let id = idOf(given);
      for (let number = 2; savedGame(id); number++) id = `${idOf(given)}-${number}`;
      saveGame({ ...game, id, title, seconds: 0, played: Date.now(), version: 0, won: false, suits: facts.start ? facts.suits : 0 });
      store(`notes ${id}`, notes.join("; "));
      location.assign(`game.html#game=${id}`);
      if (/\/game\.html$/.test(location.pathname)) location.reload();
    } catch (error) {
      await this.open(`${capital(messageOf(error))}.`, given);
    }
  }
}

/** True if Microsoft's program plays by these rules. @param {string} rules */
export const byMicrosoft = (rules) => ["modern", "two-suits", "one-suit"].includes(rules);

document.addEventListener("playing", (event) => new Tools(/** @type {CustomEvent<Playing>} */ (event).detail));
