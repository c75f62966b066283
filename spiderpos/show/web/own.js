/** A position of the reader's own, in any notation that the core reads, to play from here. */

import { byId, capital, element } from "./dom.js";

/**
 * @param {import("./core.js").Core} core
 * @param {import("./game.js").Play} play
 * @param {Record<string, import("./core.js").GameData["goal"]>} goals by name; "own" is the page's
 */
export function tryYourOwn(core, play, goals) {
  const form = /** @type {HTMLFormElement} */ (byId("own-position"));
  const field = /** @type {HTMLTextAreaElement} */ (byId("own-text"));
  const choice = /** @type {HTMLSelectElement} */ (byId("own-goal"));
  const said = byId("own-said");
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const found = core.read(field.value);
    said.className = "";
    if ("error" in found) {
      said.className = "refused";
      const place = field.value.slice(found.at, found.at + Math.max(1, found.length));
      const where = place.trim() ? ` At ‘${place.slice(0, 60)}’.` : "";
      said.textContent = `${capital(found.error)}.${where}`;
      field.setSelectionRange(found.at, found.at + found.length);
      return;
    }
    const goal = goals[choice.value] ?? null;
    play.begin(core.game({ position: found.data.position, goal }), "", choice.value);
    const assumed = found.assumed.map((text) => element("li", "", `assumed: ${text}`));
    said.replaceChildren(`Read as ${found.notation}.`, element("ul", "", ...assumed));
    play.stage.bring();
  });
}
