/**
 * The page for composing a problem: a position as text or by hand, a draft that survives a reload, a
 * list of goals, the analysis of the problem, a link to it, and its file.
 */

import { addressOf, pageAddress } from "./address.js";
import { cardsOf } from "./board.js";
import { Game } from "./core.js";
import { byId, capital, copy, counted, download, element } from "./dom.js";
import { Editor } from "./editor.js";
import { goalOf } from "./goals.js";
import { KnownLines } from "./known_lines.js";
import { decoded, store, stored } from "./memory.js";
import { readPosition } from "./reading.js";
import { Solver } from "./solver.js";

/** Time limits in seconds of the search from the start, and of each search after a first move. */
const SECONDS = 20;
const EACH = 4;
const SUITS = ["clubs", "diamonds", "hearts", "spades"];
const upTo = (/** @type {number} */ from, /** @type {number} */ to) =>
  Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
/** The list of goals; `#` is replaced by one of the values. @type {Record<string, string[]>} */
const GOALS = {
  win: [],
  "remove any suit": [],
  "remove #": SUITS,
  "remove # suits": upTo(2, 8),
  "complete #": SUITS,
  "get a space": [],
  "get # spaces": upTo(2, 5),
  "get a space in column #": upTo(1, 10),
  "turn up a card": [],
  "turn up # cards": upTo(2, 10),
  "turn up a card in column #": upTo(1, 10),
};

/** @param {import("./tools.js").Playing & {bytes: BufferSource}} playing */
function setUp({ play, core, bytes, phrases }) {
  const form = /** @type {HTMLFormElement} */ (byId("own-position"));
  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (byId(`own-${name}`));
  const drafted = ["text", "goal", "title", "words", "author"].map(field);
  const [text, goal] = drafted;
  const title = () => field("title").value.trim() || "A problem";
  const words = () => field("words").value.trim();

  // Hide the board until there is a position to play.
  document.body.classList.toggle("setting", play.root === "start" && !play.goal);
  play.changes.push(() => document.body.classList.remove("setting"));

  // The goal

  const [kind, value] = [field("kind"), /** @type {HTMLSelectElement} */ (byId("own-value"))];
  kind.append(...Object.keys(GOALS).map((name) => new Option(name.replace("#", "…"), name)));
  byId("own-choice").addEventListener("change", () => {
    const values = GOALS[kind.value] ?? [];
    if ([...value.options].map((option) => option.value).join() !== values.join()) {
      value.replaceChildren(...values.map((each) => new Option(each)));
    }
    value.hidden = !values.length;
    const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (byId("own-choice").querySelectorAll("input:checked"));
    if (kind.value) goal.value = [kind.value.replace("#", value.value), ...[...boxes].map((box) => box.value)].join(" ");
    keepDraft();
  });

  // The editor and the draft

  const keepDraft = () => store("draft", JSON.stringify(drafted.map((each) => each.value)), true);
  const editor = new Editor((texts) => {
    // Try to read a whole game first, then a part of one.
    const [whole, part] = texts.map((each) => readPosition(core, each));
    const isPart = Boolean(part) && "error" in whole;
    const result = isPart ? part : whole;
    text.value = texts[Number(isPart)] ?? "";
    keepDraft();
    if (!text.value) return "There are no cards yet.";
    if ("error" in result) return `Not ready yet: ${result.error}.`;
    return `Ready to play. ${isPart ? "A part of a game. " : ""}${result.assumed.map((each) => `${capital(each)}.`).join(" ")}`;
  });
  const fillEditor = () => {
    const result = text.value.trim() ? readPosition(core, text.value) : null;
    if (result && "data" in result) editor.take(new Game(core, result.data).position.columns);
  };
  const box = /** @type {HTMLDetailsElement} */ (byId("own-editor"));
  box.addEventListener("toggle", () => box.open && fillEditor());
  const draft = decoded(stored("draft", true)) ?? [];
  drafted.forEach((each, i) => typeof draft[i] === "string" && (each.value = draft[i]));
  fillEditor();
  form.addEventListener("input", keepDraft);

  // Playing it

  const result = byId("own-result");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const read = readPosition(core, text.value);
    const parsedGoal = goalOf(goal.value, phrases);
    const fault = "error" in read
      ? `${capital(read.error)}. ${quoted(text.value.slice(read.index, read.index + read.length))}`
      : parsedGoal === undefined ? `‘${goal.value.slice(0, 60)}’ isn't a goal that this page knows: choose one from the list.` : "";
    result.className = fault && "refused";
    result.textContent = fault;
    if ("error" in read) text.setSelectionRange(read.index, read.index + read.length);
    if (fault || "error" in read || parsedGoal === undefined) return;
    play.begin(new Game(core, { position: read.data.position, goal: parsedGoal }), "", parsedGoal ? goal.value.trim() : "nothing");
    const assumed = read.assumed.map((each) => element("li", "", `assumed: ${each}`));
    result.replaceChildren(`Read as ${read.notation}.`, element("ul", "", ...assumed));
    play.stage.bring();
  });

  // The analysis

  const place = byId("own-analysis");
  const solver = new Solver(bytes);
  /** The solution as a script, with a comment on its first move. */
  let script = "";
  play.changes.push((move) => {
    if (play.made || move) return;
    solver.drop();
    script = "";
    place.replaceChildren();
  });
  const knownLines = new KnownLines(() => []);
  const answerOf = (/** @type {import("./core.js").Game} */ game, /** @type {number} */ seconds) =>
    knownLines.answer(game, (request) => solver.ask(request, { seconds }));
  byId("own-examine").addEventListener("click", async () => {
    const game = play.game.fork(0);
    place.textContent = "Looking…";
    const answer = game.state.clauses.length ? await answerOf(game, SECONDS) : null;
    if (answer?.outcome !== "solved") {
      const outcome = answer?.outcome === "impossible" ? "It can't be done: every line was tried." : `Not decided. ${answer?.reason ?? ""}`;
      place.textContent = game.state.clauses.length ? outcome : "There is no goal yet: choose one.";
      return;
    }
    /** @type {Record<"solved" | "impossible" | "undecided", string[]>} */
    const steps = { solved: [], impossible: [], undecided: [] };
    for (const move of game.state.legal) {
      const after = game.fork();
      const step = after.play(move).words.split(",")[0];
      const { outcome } = await answerOf(after, EACH);
      steps[outcome === "solved" || outcome === "impossible" ? outcome : "undecided"].push(step);
      place.textContent = `Looking at first moves: ${step}…`;
    }
    const { solved: solves, impossible: fails, undecided } = steps;
    const only = solves.length === 1 && !undecided.length;
    const note = only ? "the only first move that solves it" : `first moves that solve it: ${solves.join("; ")}`;
    for (const move of answer.moves) game.play(move);
    const [first, ...rest] = game.words().trimEnd().split("\n");
    script = [`${first}${first.includes("#") ? ";" : "  #"} ${note}`, ...rest].join("\n");
    const list = (/** @type {string} */ name, /** @type {string[]} */ moves) =>
      moves.length ? element("p", "", element("b", "", name), ` ${moves.join("; ")}`) : "";
    place.replaceChildren(
      element("p", "", element("strong", "good", `Solved, in ${counted(answer.moves.length, "move")}.`)),
      list(only ? "This first move only:" : "First moves that solve it:", solves),
      list("These tries fail:", fails),
      list("Not decided after:", undecided),
    );
  });

  // Passing it on

  const share = byId("own-link");
  share.addEventListener("click", () => {
    const base = "spiderposBook" in window ? new URL("game.html", location.href).href : pageAddress();
    copy(share, base + addressOf({ position: play.game.begin, goal: play.goal, title: title(), words: words() }));
  });
  // Strings in the file are quoted as in JSON, which is valid YAML.
  byId("own-file").addEventListener("click", () => {
    const id = title().toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "my-problem";
    const goalWords = play.goal === "nothing" ? "" : play.goal;
    const { columns, hand, removed = [] } = play.game.fork(0).position;
    const cards = columns.flatMap(({ down, up }) => [...cardsOf(down), ...cardsOf(up)]).length + cardsOf(hand).length;
    download(`${id}.yaml`, [
      `id: ${id}`,
      `title: ${JSON.stringify(title())}`,
      `author: ${JSON.stringify(field("author").value.trim() || "Somebody")}`,
      ...(cards + 13 * removed.length < 104 ? ["partial: true"] : []),
      `stipulation: ${JSON.stringify(words() || `${goalWords || "Play it"}.`)}`,
      ...(goalWords ? [`goal: ${JSON.stringify(goalWords)}`] : []),
      "position:",
      `  text: ${JSON.stringify(play.game.begin)}`,
      "  format: fen",
      ...(script ? ["lines:", "  - id: solution", "    title: The solution", "    origin: found", "    solves: true", "    script: |"] : []),
      ...(script ? script.split("\n").map((line) => `      ${line}`) : []),
      "",
    ].join("\n"));
  });
}

/** The place of an error, quoted; empty if it is blank. @param {string} place */
const quoted = (place) => (place.trim() ? `At ‘${place.slice(0, 60)}’.` : "");

document.addEventListener("playing", (event) => setUp(/** @type {CustomEvent} */ (event).detail));
