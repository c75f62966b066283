/** What a reader can set: how clicks are meant, and what happens on a move that isn't legal. */

import { dialog } from "./dialog.js";
import { element } from "./dom.js";
import { howTo } from "./howto.js";
import { remember, remembered, SETTINGS } from "./memory.js";

/** @typedef {import("./memory.js").Settings} Settings */

/** The settings that there are: what each is called, and what it can be. */
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

/** Shows the settings and the keys, and keeps what is chosen. @param {string[][]} more keys */
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
    const kept = /** @type {Record<string, unknown>} */ (memory.settings);
    kept[name] = /^(\d+|true|false)$/.test(value) ? JSON.parse(value) : value;
  });
  document.dispatchEvent(new Event("settings"));
}

/** What happens on a move that isn't legal, besides that it's told. @param {HTMLElement} board */
export function complain(board) {
  const { error } = { ...SETTINGS, ...remembered().settings };
  if (error === "flash" || error === "both") {
    board.classList.add("flash");
    window.setTimeout(() => board.classList.remove("flash"), 250);
  }
  if (error === "beep" || error === "both") {
    const sound = new AudioContext();
    const tone = sound.createOscillator();
    tone.frequency.value = 440;
    tone.connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.12);
    tone.addEventListener("ended", () => sound.close());
  }
}
