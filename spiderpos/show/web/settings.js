/** Show and apply the reader's settings; the page has the form, with help for the controls, as a template. */

import { dialog, formOf } from "./dialog.js";
import { remember, settings } from "./memory.js";

/** Shows the settings and the controls, and stores changes. */
export async function showSettings() {
  const form = formOf("settings-form");
  const current = settings();
  for (const select of form.querySelectorAll("select")) {
    const name = /** @type {keyof typeof current} */ (select.name);
    select.value = String(current[name]);
    select.addEventListener("change", () => {
      const value = typeof current[name] === "string" ? select.value : JSON.parse(select.value);
      remember((memory) => (memory.settings = { ...memory.settings, [name]: value }));
      document.dispatchEvent(new Event("settings"));
    });
  }
  await dialog("Settings and keys", [form], ["Close"]);
}

/** Applies the settings of appearance to the page. */
export function applyAppearance() {
  const { colours, table, backs } = settings();
  Object.assign(document.body.dataset, { colours, table, backs });
}

/** The tones for each kind of move, and for a win, in hertz. */
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

/** Signals an illegal move by a flash, a beep, both or neither, as the reader has set. @param {HTMLElement} board */
export function signalError(board) {
  const { error } = settings();
  if (error === "flash" || error === "both") {
    board.classList.add("flash");
    window.setTimeout(() => board.classList.remove("flash"), 250);
  }
  if (error === "beep" || error === "both") ring([440], 0.5);
}
