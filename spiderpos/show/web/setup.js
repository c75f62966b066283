/**
 * The page for composing a problem: a draft that survives a reload, a list of goals, the analysis of
 * the problem, a link to it, and its file.
 */

import { addressOf } from "./address.js";
import { button, byId, capital, copy, counted, element } from "./dom.js";
import { Editor } from "./editor.js";
import { store, stored } from "./memory.js";
import { Solver } from "./solver.js";

/** Time limits in seconds of the search from the start, and of each search after a first move. */
const SECONDS = 20;
const EACH = 4;
const SUITS = ["clubs", "diamonds", "hearts", "spades"];
const upTo = (/** @type {number} */ from, /** @type {number} */ to) =>
  Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
/** The list of goals; `#` is replaced by one of the values. @type {[string, string[]][]} */
const GOALS = [
  ["win", []],
  ["remove any suit", []],
  ["remove #", SUITS],
  ["remove # suits", upTo(2, 8)],
  ["complete #", SUITS],
  ["get a space", []],
  ["get # spaces", upTo(2, 5)],
  ["get a space in column #", upTo(1, 10)],
  ["turn up a card", []],
  ["turn up # cards", upTo(2, 10)],
  ["turn up a card in column #", upTo(1, 10)],
];
const CONDITIONS = ["without dealing", "without turning up", "without making a space"];

/** @param {{play: import("./game.js").Play, core: import("./core.js").Core, bytes: BufferSource}} playing */
function setUp({ play, core, bytes }) {
  const form = /** @type {HTMLFormElement} */ (byId("own-position"));
  const field = /** @type {HTMLTextAreaElement} */ (byId("own-text"));
  const goal = /** @type {HTMLInputElement} */ (byId("own-goal"));
  const fields = /** @type {(HTMLInputElement | HTMLTextAreaElement)[]} */ (
    [field, goal, ...["title", "words", "author"].map((name) => byId(`own-${name}`))]
  );

  // Hide the board until there is a position to play.
  document.body.classList.toggle("setting", play.root === "start" && !play.goal);
  play.changes.push(() => document.body.classList.remove("setting"));

  // The goal

  const kind = element("select", "", new Option("choose…", ""), ...GOALS.map(([words]) => new Option(words.replace("#", "…"), words)));
  const value = element("select");
  const conditions = CONDITIONS.map((words) => {
    const box = element("input");
    box.type = "checkbox";
    box.value = words;
    return element("label", "", box, ` ${words}`);
  });
  value.setAttribute("aria-label", "Which, or how many");
  const compose = () => {
    const values = GOALS.find(([words]) => words === kind.value)?.[1] ?? [];
    if ([...value.options].map((option) => option.value).join() !== values.join()) {
      value.replaceChildren(...values.map((each) => new Option(each)));
    }
    value.hidden = !values.length;
    const chosen = conditions.map((label) => /** @type {HTMLInputElement} */ (label.firstChild)).filter(({ checked }) => checked);
    if (kind.value) goal.value = [kind.value.replace("#", value.value), ...chosen.map((box) => box.value)].join(" ");
    keep();
  };
  const choice = element("p", "row", element("label", "", "From a list: ", kind), value, ...conditions);
  goal.closest("label")?.before(choice);
  choice.addEventListener("change", compose);

  // The editor

  const editor = new Editor((texts) => {
    // Try to read a whole game first, then a part of one.
    const [whole, part] = texts.map((text) => core.read(text));
    const result = part && "error" in whole ? part : whole;
    field.value = texts[result === part ? 1 : 0] ?? "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (!field.value) return "No card lies there yet.";
    if ("error" in result) return `Not ready yet: ${result.error}.`;
    const partly = result === part && texts.length > 1 ? "A part of a game. " : "";
    return `Ready to play. ${partly}${result.assumed.map((words) => `${capital(words)}.`).join(" ")}`;
  });
  const box = /** @type {HTMLDetailsElement} */ (byId("own-editor"));
  box.append(editor.element);
  box.addEventListener("toggle", () => {
    const result = box.open && field.value.trim() ? core.read(field.value) : null;
    if (result && "data" in result) editor.take(core.game(result.data).position.columns);
  });

  // The draft

  const keep = () => store("draft", JSON.stringify(fields.map((each) => each.value)), true);
  const draft = JSON.parse(stored("draft", true) || "[]");
  fields.forEach((each, i) => typeof draft[i] === "string" && (each.value = draft[i]));
  if (field.value) byId("own-editor").dispatchEvent(new Event("toggle"));
  value.hidden = true;
  form.addEventListener("input", keep);

  // The analysis

  const place = element("div", "");
  place.setAttribute("role", "status");
  const title = () => /** @type {HTMLInputElement} */ (byId("own-title")).value.trim() || "A problem";
  const words = () => /** @type {HTMLTextAreaElement} */ (byId("own-words")).value.trim();
  const solver = new Solver(bytes);
  /** The solution as a script, with a comment on its first move. */
  let script = "";
  play.changes.push((move) => {
    if (play.at || move) return;
    script = "";
    place.replaceChildren();
  });
  const examine = async () => {
    const game = play.game.fork(0);
    const ask = (/** @type {number} */ at, /** @type {import("./core.js").Game} */ from, /** @type {number} */ seconds) => {
      const request = from.request(at);
      return "unsupported" in request ? null : solver.ask(request, { seconds });
    };
    place.textContent = "Looking…";
    const answer = await ask(0, game, SECONDS);
    if (!answer || answer.outcome !== "solved") {
      const outcome = answer?.outcome === "impossible" ? "It can't be done: every line was tried." : `Not decided. ${answer?.reason ?? ""}`;
      place.textContent = game.clauses().length ? outcome : "Nothing is asked: choose what is to be done.";
      return;
    }
    const outcomes = /** @type {Record<string, string[]>} */ ({ solved: [], fails: [], open: [] });
    for (const move of game.legal()) {
      const after = game.fork(0);
      const step = after.play(move).words.split(",")[0];
      const best = after.verdict() === "holds" ? null : await ask(1, after, EACH);
      const outcome = after.verdict() === "holds" ? "solved" : after.verdict() === "fails" ? "impossible" : best?.outcome;
      outcomes[outcome === "solved" ? "solved" : outcome === "impossible" ? "fails" : "open"].push(step);
      place.textContent = `Looking at first moves: ${step}…`;
    }
    const line = game.fork(0);
    for (const move of answer.moves) line.play(move);
    const only = outcomes.solved.length === 1 && !outcomes.open.length;
    const note = only ? "the only first move that solves it" : `first moves that solve it: ${outcomes.solved.join("; ")}`;
    const [first, ...rest] = line.words().trimEnd().split("\n");
    script = [`${first}${first.includes("#") ? ";" : "  #"} ${note}`, ...rest].join("\n");
    const list = (/** @type {string} */ name, /** @type {string[]} */ moves) => (moves.length ? [element("p", "", element("b", "", name), ` ${moves.join("; ")}`)] : []);
    place.replaceChildren(
      element("p", "", element("strong", "good", `Solved, in ${counted(answer.moves.length, "move")}.`)),
      ...list(only ? "This first move only:" : "First moves that solve it:", outcomes.solved),
      ...list("These tries fail:", outcomes.fails),
      ...list("Not decided after:", outcomes.open),
    );
  };

  /** The text of the problem file.  Strings are quoted as JSON, which is valid YAML. */
  const file = () => {
    const id = title().toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "my-problem";
    const goalWords = play.goal && play.goal !== "just play" ? play.goal : "";
    const author = /** @type {HTMLInputElement} */ (byId("own-author")).value.trim() || "Somebody";
    const { position } = play.game.fork(0);
    const cards = position.columns.flatMap(({ down = 0, up = [] }) => [down, up]).reduce((/** @type {number} */ sum, part) => sum + (typeof part === "number" ? part : part.length), 0);
    const rest = (typeof position.hand === "number" ? position.hand : 0) + 13 * (position.removed ?? []).length;
    const lines = [
      `id: ${id}`,
      `title: ${JSON.stringify(title())}`,
      `author: ${JSON.stringify(author)}`,
      ...(cards + rest < 104 ? ["partial: true"] : []),
      `stipulation: ${JSON.stringify(words() || `${goalWords || "Play it"}.`)}`,
      ...(goalWords ? [`goal: ${JSON.stringify(goalWords)}`] : []),
      "position:",
      `  text: ${JSON.stringify(play.game.begin)}`,
      "  format: fen",
      ...(script ? ["lines:", "  - id: solution", "    title: The solution", "    origin: found", "    solves: true", "    script: |"] : []),
      ...(script ? script.split("\n").map((line) => `      ${line}`) : []),
    ];
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "text/yaml" }));
    link.download = `${id}.yaml`;
    link.click();
  };
  const share = button("Copy a link to it", () => {
    const base = "spiderposBook" in window ? new URL("game.html", location.href).href : location.href.split("#")[0];
    copy(share, base + addressOf({ position: play.game.begin, goal: play.goal, title: title(), words: words() }));
  });
  const row = element("p", "row", button("What comes of it?", examine), share, button("Save problem file", file));
  row.classList.add("made");
  form.append(row, place);
}

document.addEventListener("playing", (event) => setUp(/** @type {CustomEvent} */ (event).detail));
