/**
 * The list of games and problems, and the ways to begin a game.
 */

import { button, byId, element } from "./dom.js";
import { ask, clock, Refusal, usual } from "./server.js";

/** A form with its fields by name. @typedef {HTMLElement & Record<string, any>} Fields */

/** @param {object} what */
async function begin(what) {
  const { id, notes } = await ask("games", what);
  if (notes.length) sessionStorage.setItem(`notes ${id}`, notes.join("; "));
  window.location.assign(`/game/${id}`);
}

for (const pressed of document.querySelectorAll("#choice button, #day button")) {
  if (!(pressed instanceof HTMLButtonElement)) continue;
  pressed.addEventListener("click", () => {
    const day = pressed.closest("#day") !== null;
    const { checked } = /** @type {HTMLInputElement} */ (byId("winnable"));
    byId("message").textContent = checked && !day ? "Looking for a deal that can be won…" : "";
    begin(usual(Number(pressed.dataset.suits), { day, winnable: checked && !day })).catch(complain);
  });
}

/** @param {unknown} error */
function complain(error) {
  if (!(error instanceof Refusal)) throw error;
  byId("message").textContent = error.message;
  byId("message").scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", ({ target }) => {
  const pressed = target instanceof Element ? target.closest("button") : null;
  const { problem, forget } = pressed?.dataset ?? {};
  if (problem) begin({ problem, resume: true }).catch(complain);
  if (!pressed || !forget) return;
  if (pressed.classList.contains("sure")) {
    ask(`games/${forget}/forget`, {}).then(() => pressed.closest("li")?.remove(), complain);
  }
  pressed.classList.add("sure");
  pressed.textContent = "Really delete?";
});

byId("fresh").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  /** @type {Fields} */
  const form = byId("fresh");
  const number = form.number.value.trim();
  begin({
    suits: Number(form.suits.value) || form.suits.value || null,
    rules: form.rules.value,
    options: {
      // The hand may be no whole number of rows then.
      ...(form.start.value && { start: form.start.value, short_last_deal: "yes" }),
      ...(form.cells.value && { cells: form.cells.value }),
    },
    ...(number && { deal: Number(number), resume: true }),
  }).catch(complain);
});

byId("own").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  /** @type {Fields} */
  const form = byId("own");
  const fault = byId("fault");
  const longest = Number(form.dataset.longest);
  const file = form.file.files[0];
  fault.hidden = true;
  try {
    if (file && file.size > 4 * longest) {
      throw new Refusal(413, `this file has ${file.size} bytes; it can't be a game`);
    }
    const text = file ? await file.text() : form.text.value;
    if (text.length > longest) {
      throw new Refusal(413, `this text has ${text.length} characters; ${longest} are the most that are read`);
    }
    await begin({
      text,
      name: file ? file.name.slice(0, 100) : "",
      suits: Number(form.suits.value) || form.suits.value || null,
      rules: form.rules.value,
      partial: form.partial.checked,
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    fault.textContent = error.message;
    fault.hidden = false;
    fault.focus();
  }
});

/** Lists the games. */
async function list() {
  const { games, folder } = await ask("games");
  byId("games").replaceChildren(...games.map(item));
  byId("going").hidden = !games.length;
  const place = byId("folder");
  place.hidden = false;
  /** @type {HTMLElement} */ (place.querySelector("code")).textContent = folder;
}

/** @param {{id: string, title: string, facts: string}} game */
function item({ id, title, facts }) {
  const link = element("a", "title", title);
  link.href = `/game/${id}`;
  const forget = button("Delete", () => {}, "quiet");
  forget.dataset.forget = id;
  forget.setAttribute("aria-label", `Delete ${title}`);
  return element("li", "", link, element("span", "quiet", facts), forget);
}

/** Shows how many games were won. */
async function statistics() {
  const { rows, fault } = await ask("statistics");
  byId("statistics").hidden = !fault && !rows[0].begun;
  const lines = rows.map((/** @type {import("./server.js").Facts} */ row) => {
    const { games, begun, won, share, streak, longest, fewest_moves: moves, fastest } = row;
    const facts = [begun, won, `${share} %`, streak, longest, moves ?? "–", fastest === null ? "–" : clock(fastest)];
    const head = element("th", "", games);
    head.scope = "row";
    return element("tr", "", head, ...facts.map((fact) => element("td", "", String(fact))));
  });
  document.querySelector("#statistics tbody")?.replaceChildren(...lines);
  if (fault) byId("message").textContent = fault;
}

const forget = byId("forget-statistics");
forget.addEventListener("click", () => {
  if (!forget.classList.contains("sure")) {
    forget.classList.add("sure");
    forget.textContent = "Really delete?";
    return;
  }
  ask("statistics/forget", {}).then(statistics).catch(complain);
});

list().catch(complain);
statistics().catch(complain);
// Back from a game the list may be as it was left.
window.addEventListener("pageshow", ({ persisted }) => persisted && window.location.reload());
