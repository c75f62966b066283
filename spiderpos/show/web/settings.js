/** The reader's settings: clicks, illegal moves, appearance, sounds; and help for the controls. */

import { dialog } from "./dialog.js";
import { element } from "./dom.js";
import { remember, settings } from "./memory.js";

/** The label of each setting, and its values with their labels. @type {Record<keyof import("./memory.js").Settings, [string, Record<string, string>]>} */
const CHOICES = {
  tap: [
    "A click on a card",
    { obvious: "sends it to the obvious place", select: "picks it up; the next one says where to" },
  ],
  press: [
    "Pressing a card",
    { card: "means it and what covers it", all: "means as many cards of its column as can go" },
  ],
  back: ["A click on the free table", { true: "takes a move back", false: "does nothing" }],
  touchBack: ["A tap on the free table", { true: "takes a move back", false: "does nothing" }],
  live: ["After each move", { false: "nothing is shown", true: "a sign says whether it can still be done" }],
  ask: ["Taking back a card that turned up", { false: "asks first in games", true: "asks first in problems too" }],
  colours: ["The suits have", { two: "two colours", four: "four colours" }],
  table: ["The table is", { plain: "plain", green: "green" }],
  backs: ["The backs of cards are", { blue: "blue", red: "red", green: "green" }],
  sounds: ["Sounds of moves", { false: "none", true: "soft" }],
  error: [
    "A move that isn't legal",
    { flash: "makes the board flash", beep: "beeps", both: "does both", none: "is only explained" },
  ],
  click: [
    "A click lasts at most",
    { 300: "0.3 seconds", 500: "0.5 seconds", 700: "0.7 seconds", 1200: "1.2 seconds" },
  ],
  double: [
    "A second click on the hand, which deals at once, comes within",
    { 200: "0.2 seconds", 280: "0.28 seconds", 450: "0.45 seconds", 700: "0.7 seconds" },
  ],
};
const CONTROLS = [
  ["Drag a card", "it and what covers it; onto a card as many move as fit"],
  ["Drag from below a column", "as many cards as possible"],
  ["Drag with the other button, or Shift", "this card and what covers it, never more"],
  ["Click a card", "it and what covers it, or what can, go off, onto its suit, another suit, a space"],
  ["Click two column numbers", "from there to here"],
  ["Click the hand", "deals a row, after asking; a double click deals at once"],
  ["Drag to the top", "removes a complete suit"],
  ["Click the free table", "takes the last move back (a tap: if set so)"],
  ["Arrow keys, Enter", "go to a column, take fewer cards, pick up, put down"],
  ["3 5, 0 for 10", "from column 3 to column 5"],
  ["O, D, U, R, H, Esc", "obvious place, deal, undo, redo, hint, put back"],
];
/** Keys of tools.js. */
const TOOLS = [
  ["S, I, L, E", "score, info, locate, expand"],
  ["N, A, Ctrl+O, Ctrl+S", "new game, start again, open, save"],
];

/** Shows the settings and the controls, and stores changes. */
export async function showSettings() {
  const current = Object.entries(settings());
  const choices = current.map(([name, value]) => {
    const [words, labels] = CHOICES[/** @type {keyof typeof CHOICES} */ (name)];
    const select = element("select", "", ...Object.entries(labels).map(([each, text]) => new Option(text, each)));
    select.value = String(value);
    select.addEventListener("change", () => {
      remember((memory) => {
        const text = select.value;
        memory.settings = { ...memory.settings, [name]: typeof value === "string" ? text : JSON.parse(text) };
      });
      document.dispatchEvent(new Event("settings"));
    });
    return element("label", "choice", words, select);
  });
  const hasTools = document.querySelector("[data-act=score]:not([hidden])");
  const list = element("dl", "keys");
  for (const [what, effect] of [...CONTROLS, ...(hasTools ? TOOLS : [])]) {
    list.append(element("dt", "", what), element("dd", "", effect));
  }
  await dialog("Settings and keys", [...choices, list], ["Close"]);
}

/** Applies the settings of appearance to the page. */
export function dress() {
  const { colours, table, backs } = settings();
  Object.assign(document.body.dataset, { colours, table, backs });
}

/** The tones for each kind of move, in hertz. */
const TONES = { shift: [196], "to-cell": [196], "from-cell": [196], deal: [147, 165, 175], remove: [262, 330], won: [262, 330, 392, 523] };

/** Plays the tones of a move or a win if sounds are on. @param {keyof typeof TONES} event */
export function sound(event) {
  if (settings().sounds) ring(TONES[event], 0.06);
}

/** Plays tones one after another. @param {number[]} tones @param {number} loudness */
function ring(tones, loudness) {
  const context = new AudioContext();
  const volume = new GainNode(context, { gain: loudness });
  volume.connect(context.destination);
  tones.forEach((frequency, nth) => {
    const tone = new OscillatorNode(context, { frequency, type: "triangle" });
    tone.connect(volume);
    tone.start(context.currentTime + nth * 0.12);
    tone.stop(context.currentTime + (nth + 1) * 0.12);
    if (nth === tones.length - 1) tone.addEventListener("ended", () => context.close());
  });
}

/** Signals an illegal move by a flash or a beep, as set. @param {HTMLElement} board */
export function complain(board) {
  const { error } = settings();
  if (error === "flash" || error === "both") {
    board.classList.add("flash");
    window.setTimeout(() => board.classList.remove("flash"), 250);
  }
  if (error === "beep" || error === "both") ring([440], 0.5);
}
