/**
 * The list of games and problems, and the ways to begin a game.
 */

import { byId, element } from "./dom.js";
import { ask, forgetToken, Refusal } from "./server.js";

/** A form with its fields by name. @typedef {HTMLElement & Record<string, any>} Fields */

/** The longest text that the server reads, in characters. */
let longest = Infinity;

/** @param {string} text @param {string} [kind] */
function say(text, kind = "") {
  byId("message").className = `message ${kind}`;
  byId("message").textContent = text;
}

/** @param {object} what */
async function begin(what) {
  const { id, notes } = await ask("games", what);
  if (notes.length) sessionStorage.setItem(`notes ${id}`, notes.join("; "));
  window.location.assign(`/game/${id}`);
}

/** @param {unknown} error */
function complain(error) {
  if (!(error instanceof Refusal)) throw error;
  say(error.message, "refused");
  byId("message").scrollIntoView({ block: "nearest" });
}

/** When a game was last played, in words. @param {number} seconds since 1970 */
function when(seconds) {
  return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(seconds * 1000),
  );
}

async function fill() {
  const home = await ask("home");
  longest = home.longest;
  byId("folder").textContent = home.folder;
  byId("going").hidden = !home.games.length;
  byId("games").replaceChildren(...home.games.map(gameItem));
  byId("problems").replaceChildren(...home.problems.map(problemItem));
  for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (
    document.querySelectorAll("select.rules")
  )) {
    const now = select.value;
    select.replaceChildren(...home.rules.map((/** @type {string} */ name) => new Option(name)));
    if (now) select.value = now;
  }
}

/** @param {any} game */
function gameItem({ id, title, moves, played, fault }) {
  const link = element("a", "title", title);
  link.setAttribute("href", `/game/${id}`);
  const facts = fault || `${moves} ${moves === 1 ? "move" : "moves"} · ${when(played)}`;
  const forget = element("button", "quiet", "Delete");
  forget.setAttribute("type", "button");
  forget.setAttribute("aria-label", `Delete ${title}`);
  forget.addEventListener("click", async () => {
    if (!forget.classList.contains("sure")) {
      forget.classList.add("sure");
      forget.textContent = "Really delete?";
      return;
    }
    try {
      await ask(`games/${id}/forget`, {});
      await fill();
    } catch (error) {
      complain(error);
    }
  });
  return element("li", "", link, element("span", "quiet", facts), forget);
}

/** @param {any} problem */
function problemItem({ id, title, stipulation, author }) {
  const button = element("button", "title", `${id}: ${title}`);
  button.setAttribute("type", "button");
  button.addEventListener("click", () => begin({ problem: id, resume: true }).catch(complain));
  const by = author ? ` (${author})` : "";
  return element("li", "", button, element("span", "", `${stipulation}${by}`));
}

byId("fresh").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  /** @type {Fields} */
  const form = byId("fresh");
  const number = form.number.value.trim();
  if (number && !/^[0-9]{1,10}$/.test(number)) {
    say("The number of a deal is a whole number of at most ten digits.", "refused");
    return;
  }
  begin({
    suits: form.suits.value ? Number(form.suits.value) : null,
    rules: form.rules.value,
    options: {
      // The hand may be no whole number of rows then.
      ...(form.start.value && { start: form.start.value, short_last_deal: "yes" }),
      ...(form.cells.value && { cells: form.cells.value }),
    },
    ...(number ? { deal: Number(number), resume: true } : { fresh: true }),
  }).catch(complain);
});

byId("own").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  /** @type {Fields} */
  const form = byId("own");
  const fault = byId("fault");
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
      suits: form.suits.value ? Number(form.suits.value) : null,
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

forgetToken();
window.addEventListener("pageshow", () => fill().catch(complain));
