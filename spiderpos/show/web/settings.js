/** The reader's settings: clicks, illegal moves, appearance, sounds. */

import { dialog } from "./dialog.js";
import { element } from "./dom.js";
import { howTo } from "./howto.js";
import { remember, remembered, SETTINGS } from "./memory.js";

/** @typedef {import("./memory.js").Settings} Settings */

/** The label of each setting, and its values with their labels. */
const CHOICES = /** @type {Record<keyof Settings, [string, Record<string, string>]>} */ ({
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
  live: [
    "After each move",
    { false: "nothing is said", true: "a sign says whether it can still be done" },
  ],
  ask: [
    "Taking back a card that turned up",
    { false: "asks first in games", true: "asks first in problems too" },
  ],
  colours: ["The suits have", { two: "two colours", four: "four colours" }],
  table: ["The table is", { plain: "plain", green: "green" }],
  backs: ["The backs of cards are", { blue: "blue", red: "red", green: "green" }],
  sounds: ["Sounds of moves", { false: "none", true: "soft" }],
  error: [
    "A move that isn't legal",
    { flash: "makes the board flash", beep: "beeps", both: "does both", none: "is only told" },
  ],
  click: [
    "A click lasts at most",
    { 300: "0.3 seconds", 500: "0.5 seconds", 700: "0.7 seconds", 1200: "1.2 seconds" },
  ],
  double: [
    "A second click on the hand, which deals at once, comes within",
    { 200: "0.2 seconds", 280: "0.28 seconds", 450: "0.45 seconds", 700: "0.7 seconds" },
  ],
});

/** Shows the settings and the keys, and stores changes. @param {string[][]} more additional keys */
export async function settings(...more) {
  const now = { ...SETTINGS, ...remembered().settings };
  const made = Object.entries(CHOICES).map(([name, [words, choices]]) => {
    const select = element("select");
    for (const [value, text] of Object.entries(choices)) select.append(new Option(text, value));
    select.value = String(now[/** @type {keyof Settings} */ (name)]);
    select.addEventListener("change", () => set(name, select.value));
    return element("label", "choice", words, select);
  });
  const keys = howTo(["O, D, U, R, H, Esc", "obvious place, deal, undo, redo, hint, put back"], ...more);
  await dialog("Settings and keys", [...made, keys], ["Close"]);
}

/** @param {string} name @param {string} value */
function set(name, value) {
  remember((memory) => {
    const values = /** @type {Record<string, unknown>} */ (memory.settings);
    values[name] = /^(\d+|true|false)$/.test(value) ? JSON.parse(value) : value;
  });
  document.dispatchEvent(new Event("settings"));
}

/** Applies the settings of appearance to the page. */
export function dress() {
  const { colours, table, backs } = { ...SETTINGS, ...remembered().settings };
  Object.assign(document.body.dataset, { colours, table, backs });
}

/** The tones for each kind of move, in hertz. */
const TONES = { shift: [196], "to-cell": [196], "from-cell": [196], deal: [147, 165, 175], remove: [262, 330], won: [262, 330, 392, 523] };

/** Plays the tones of a move or a win if sounds are on. @param {keyof typeof TONES} what */
export function sound(what) {
  if ({ ...SETTINGS, ...remembered().settings }.sounds) ring(TONES[what], 0.06);
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
  const { error } = { ...SETTINGS, ...remembered().settings };
  if (error === "flash" || error === "both") {
    board.classList.add("flash");
    window.setTimeout(() => board.classList.remove("flash"), 250);
  }
  if (error === "beep" || error === "both") ring([440], 0.5);
}
