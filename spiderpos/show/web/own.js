/** Play from a position that the reader enters as text. */

import { byId, capital, element } from "./dom.js";
import { goalOf, goalsFor, NOTHING } from "./goals.js";

/**
 * @param {import("./core.js").Core} core
 * @param {import("./game.js").Play} play
 * @param {import("./core.js").GameData["goal"] | undefined} own the page's goal, if it applies to any position
 * @param {import("./goals.js").Phrases} phrases
 */
export function tryYourOwn(core, play, own, phrases) {
  const form = /** @type {HTMLFormElement} */ (byId("own-position"));
  const field = /** @type {HTMLTextAreaElement} */ (byId("own-text"));
  const choice = /** @type {HTMLInputElement} */ (byId("own-goal"));
  const status = byId("own-said");
  form.hidden = false;
  const goals = goalsFor(own, phrases);
  choice.value = goals[0];
  byId("own-goals").append(...goals.map((words) => new Option("", words)));

  const refuse = (/** @type {string} */ words) => {
    status.className = "refused";
    status.textContent = words;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const result = core.read(field.value);
    status.className = "";
    if ("error" in result) {
      const place = field.value.slice(result.at, result.at + Math.max(1, result.length));
      const where = place.trim() ? ` At ‘${place.slice(0, 60)}’.` : "";
      refuse(`${capital(result.error)}.${where}`);
      field.setSelectionRange(result.at, result.at + result.length);
      return;
    }
    const goal = goalOf(choice.value, own, phrases);
    if (goal === undefined)
      return refuse(
        `‘${choice.value.slice(0, 60)}’ isn't a goal that this page knows: take words that it offers.`,
      );
    const words = choice.value.trim() || NOTHING;
    play.begin(core.game({ position: result.data.position, goal }), "", words);
    const assumed = result.assumed.map((text) => element("li", "", `assumed: ${text}`));
    status.replaceChildren(`Read as ${result.notation}.`, element("ul", "", ...assumed));
    play.stage.bring();
  });
}
