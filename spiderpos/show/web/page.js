/**
 * The page of a problem: steps through its lines.
 *
 * What the page holds (spiderpos.show.pages.problem writes it): the data, that is positions to begin
 * from and *segments*, stretches of moves that follow one another like a tree; and for each
 * segment its moves in words, as links to "#segment:number".  A line of play is the way from a
 * root to a segment; numbers count the moves from the root.
 */

import { Board, changed } from "./board.js";

/** @typedef {import("./board.js").PositionData & {fen?: string}} PositionData */
/**
 * `fen` is the position's line of text, or what the step changes in it: the number and the new text
 * of each part that changes, parts being what slashes and blanks separate, and those themselves.
 * @typedef {import("./board.js").ChangeData & {say: string, fen: string | (number | string)[]}} StepData
 */
/**
 * @typedef {object} SegmentData
 * @property {string} key
 * @property {string} root the name of the position that it goes back to
 * @property {number | null} before the segment that it goes on from
 * @property {StepData[]} steps
 */

const WAIT = 1100;

/** @template {HTMLElement} T @param {string} id @returns {T} */
const byId = (id) => /** @type {T} */ (document.getElementById(id));

/**
 * A line of text with other parts between its slashes and blanks.
 * @param {string | undefined} text
 * @param {string | (number | string)[]} change numbers, each followed by the new text; or all of it
 */
function rewritten(text, change) {
  if (typeof change === "string") return change;
  const parts = (text ?? "").split(/([ /])/);
  for (let i = 0; i < change.length; i += 2) parts[Number(change[i])] = String(change[i + 1]);
  return parts.join("");
}

/** Steps through the lines of a page. */
class Player {
  /** @type {number} the segment that the way leads to; -1 for none */
  #chosen = -1;
  /** @type {number[]} the segments of the way, from the root */
  #way = [];
  /** @type {StepData[]} */
  #steps = [];
  /** @type {PositionData[]} the positions before and after each of the steps */
  #positions = [];
  /** @type {HTMLAnchorElement[]} the moves in words */
  #links = [];
  #at = 0;
  /** @type {number | undefined} */
  #timer;

  /** @param {{roots: Record<string, PositionData>, segments: SegmentData[]}} data */
  constructor(data) {
    this.roots = data.roots;
    this.segments = data.segments;
    this.board = new Board(byId("position"));
    this.board.show(this.roots.start, { animate: false });
    this.solution = /** @type {HTMLDetailsElement | null} */ (byId("solution"));
    if (this.solution) this.#listen(this.solution);
    const peek = /** @type {HTMLInputElement | null} */ (document.querySelector("#peek"));
    if (peek?.parentElement) {
      peek.parentElement.hidden = false;
      const peeks = () => (this.board.showDown = peek.checked);
      peek.addEventListener("change", peeks);
      peeks();
    }
  }

  /** The position that is shown, in one line. */
  get fen() {
    return /** @type {PositionData} */ (this.board.position).fen ?? "";
  }

  get end() {
    return this.#steps.length;
  }

  // Where we are

  /**
   * Goes to a move of the line that leads to a segment.
   * @param {number} segment
   * @param {number} number how many moves have been made, from the root
   */
  choose(segment, number = 0) {
    this.stop();
    if (segment !== this.#chosen) {
      this.#chosen = segment;
      this.#way = [];
      for (
        let s = /** @type {number | null} */ (segment);
        s !== null;
        s = this.segments[s].before
      ) {
        this.#way.unshift(s);
      }
      this.#steps = this.#way.flatMap((s) => this.segments[s].steps);
      this.#positions = [this.roots[this.segments[segment].root]];
      for (const step of this.#steps) {
        const before = this.#positions[this.#positions.length - 1];
        this.#positions.push({ ...changed(before, step), fen: rewritten(before.fen, step.fen) });
      }
      this.#showLine();
      this.#at = -1;
    }
    this.go(number);
  }

  /** Shows the position after so many moves. @param {number} number @param {boolean} [animate] */
  go(number, animate = true) {
    const at = Math.max(0, Math.min(number, this.end));
    const arrived = at !== this.#at;
    this.#at = at;
    this.board.show(this.#positions[at], { animate });
    const step = this.#steps[at - 1];
    for (const [column, kept] of step?.set ?? []) {
      for (const card of this.board.cards(column).slice(kept)) this.board.mark(card, "moved");
    }
    if (arrived) this.#say();
    this.#showPlace();
    if (at === this.end) this.stop();
  }

  /** The steps forward (or back, if negative). @param {number} count */
  step(count) {
    this.stop();
    this.go(this.#at + count);
  }

  /** Plays the moves one after the other, or stops doing so. */
  toggle() {
    if (this.#timer !== undefined) return this.stop();
    this.go(this.#at === this.end ? 0 : this.#at + 1);
    if (this.#at === this.end) return;
    this.#timer = window.setInterval(() => this.go(this.#at + 1), WAIT);
    byId("play").setAttribute("aria-pressed", "true");
  }

  stop() {
    window.clearInterval(this.#timer);
    this.#timer = undefined;
    byId("play").setAttribute("aria-pressed", "false");
  }

  // What the page shows of it

  /** The moves of the line that is chosen, and no others. */
  #showLine() {
    const keys = this.#way.map((s) => this.segments[s].key);
    this.#links = [];
    for (const line of document.querySelectorAll(".line")) {
      let used = false;
      for (const segment of line.querySelectorAll(".segment")) {
        if (!(segment instanceof HTMLElement)) continue;
        segment.hidden = !keys.includes(segment.dataset.segment ?? "");
        used ||= !segment.hidden;
      }
      if (line instanceof HTMLElement) line.hidden = !used;
    }
    for (const key of keys) {
      const segment = document.querySelector(`[data-segment="${CSS.escape(key)}"]`);
      /** @type {NodeListOf<HTMLAnchorElement> | undefined} */
      const moves = segment?.querySelectorAll("li > a");
      this.#links.push(...(moves ?? []));
    }
    const chosen = keys[keys.length - 1].split("/")[0];
    for (const link of document.querySelectorAll(".lines a")) {
      if (link instanceof HTMLElement && link.dataset.of === chosen)
        link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    const jump = /** @type {HTMLInputElement} */ (byId("jump"));
    jump.max = String(this.end);
  }

  /** The words for where we are; in small print for eyes, in full for ears. */
  #say() {
    const step = this.#steps[this.#at - 1];
    const seen = document.createElement("span");
    const heard = document.createElement("span");
    seen.setAttribute("aria-hidden", "true");
    heard.className = "hidden-text";
    const count = `Move ${this.#at} of ${this.end}`;
    if (step) {
      const number = document.createElement("b");
      number.textContent = `${this.#at}/${this.end} `;
      seen.append(number, this.#links[this.#at - 1]?.textContent ?? "");
      heard.textContent = `${count}: ${step.say}`;
    } else {
      const moves = this.end === 1 ? "1 move" : `${this.end} moves`;
      seen.textContent = this.end ? `The start: ${moves} to come` : "The start";
      heard.textContent = seen.textContent;
    }
    const parts = [seen, heard];
    if (this.#at === this.end && this.end) {
      const { key } = this.segments[this.#chosen];
      const stop = document.querySelector(`[data-segment="${CSS.escape(key)}"] .stop`);
      const branches = this.segments.some(({ before }) => before === this.#chosen);
      if (stop) parts.push(/** @type {HTMLElement} */ (stop.cloneNode(true)));
      else heard.textContent += branches ? " It goes on from here." : " The end of the line.";
    }
    byId("status").replaceChildren(...parts);
  }

  #showPlace() {
    this.#links.forEach((link, i) => {
      if (i === this.#at - 1) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    this.#keepInSight(this.#links[this.#at - 1] ?? this.#links[0]);
    const jump = /** @type {HTMLInputElement} */ (byId("jump"));
    jump.value = String(this.#at);
    const words = this.#steps[this.#at - 1]?.say ?? "the start";
    jump.setAttribute("aria-valuetext", `${this.#at} of ${this.end}: ${words}`);
    for (const [id, off] of /** @type {const} */ ([
      ["first", this.#at === 0],
      ["back", this.#at === 0],
      ["forward", this.#at === this.end],
      ["last", this.#at === this.end],
    ])) {
      byId(id).setAttribute("aria-disabled", String(off));
    }
    this.#showVariations();
    const key = this.segments[this.#chosen].key;
    try {
      history.replaceState(null, "", `#${key}:${this.#at}`);
    } catch {
      // Some browsers allow no changes of the address too often; it's a help and no more.
    }
  }

  /** The lines that leave this one here, or go on from its end. */
  #showVariations() {
    const here = byId("variations");
    let number = 0;
    const found = [];
    for (const s of this.#way) {
      number += this.segments[s].steps.length;
      if (number !== this.#at) continue;
      this.segments.forEach((other, i) => {
        if (other.before === s && !this.#way.includes(i)) found.push(other);
      });
    }
    if (this.#at === 0) {
      const { root } = this.segments[this.#chosen];
      found.push(
        ...this.segments.filter(
          (s, i) => s.root === root && s.before === null && !this.#way.includes(i),
        ),
      );
    }
    here.hidden = !found.length;
    const links = found.map((segment) => {
      const link = document.createElement("a");
      link.href = `#${segment.key}:${this.#at}`;
      link.textContent = this.#title(segment);
      return link;
    });
    const [line] = this.segments[this.#chosen].key.split("/");
    const branches = found.some(({ key }) => key.split("/")[0] === line);
    here.replaceChildren(
      branches ? "It branches here: " : "Other lines from here: ",
      ...links.flatMap((link, i) => (i ? [", ", link] : [link])),
    );
  }

  /** What a segment is called where it leaves the way: its line's title, or its own. */
  #title(/** @type {SegmentData} */ { key }) {
    const [line] = key.split("/");
    const ours = this.segments[this.#chosen].key.split("/")[0] === line;
    const selector = ours
      ? `[data-segment="${CSS.escape(key)}"] h4`
      : `[data-line="${CSS.escape(line)}"] h3`;
    return document.querySelector(selector)?.textContent ?? key;
  }

  /** Scrolls the list of moves, not the page. @param {HTMLElement | undefined} link */
  #keepInSight(link) {
    const list = byId("moves");
    if (!link || list.scrollHeight <= list.clientHeight) return;
    const box = list.getBoundingClientRect();
    const item = link.getBoundingClientRect();
    const margin = 2.5 * item.height;
    // The list may reach below the window; what counts is the part that can be seen.
    const bottom = Math.max(Math.min(box.bottom, window.innerHeight), box.top + 2 * margin);
    if (item.bottom > bottom - margin) list.scrollTop += item.bottom - bottom + margin;
    else if (item.top < box.top + margin) list.scrollTop += item.top - box.top - margin;
  }

  // What the reader does

  /** @param {HTMLDetailsElement} solution */
  #listen(solution) {
    const to = (/** @type {string} */ id, /** @type {() => void} */ act) =>
      byId(id).addEventListener("click", act);
    to("first", () => this.step(-Infinity));
    to("back", () => this.step(-1));
    to("forward", () => this.step(1));
    to("last", () => this.step(Infinity));
    to("play", () => this.toggle());
    const jump = /** @type {HTMLInputElement} */ (byId("jump"));
    jump.addEventListener("input", () => {
      this.stop();
      this.go(Number(jump.value));
    });
    document.addEventListener("keydown", (event) => this.#key(event));
    solution.addEventListener("toggle", () => this.#open(solution.open));
    window.addEventListener("hashchange", () => this.#follow(location.hash));
    document.addEventListener("click", (event) => this.#clicked(event));
    this.#follow(location.hash);
    window.addEventListener("beforeprint", () => {
      this.stop();
      this.board.show(this.roots.start, { animate: false });
    });
    window.addEventListener("afterprint", () => {
      if (this.solution?.open && this.#chosen >= 0) this.go(this.#at, false);
    });
  }

  /** @param {boolean} open */
  #open(open) {
    if (!this.segments.length) return;
    byId("controls").hidden = !open;
    document.body.classList.toggle("solving", open);
    if (!open) {
      this.stop();
      this.board.show(this.roots.start);
    } else if (this.#chosen < 0) {
      this.choose(Math.max(0, this.#find(this.solution?.dataset.chosen)));
    } else {
      this.go(this.#at);
    }
    if (open) this.#showBoard();
  }

  /** Goes to a move without a new entry in the browser's history. @param {MouseEvent} event */
  #clicked(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    if (link && this.#follow(link.getAttribute("href") ?? "")) event.preventDefault();
  }

  /**
   * Goes where an address says: "#segment:number", or to what is folded away.
   * @param {string} address
   * @returns {boolean} whether it is the address of a move
   */
  #follow(address) {
    const [key, number] = address.slice(1).split(":");
    const target = key ? document.getElementById(key) : null;
    const folded = target?.closest("details");
    if (folded && target && number === undefined) {
      folded.open = true;
      target.scrollIntoView({ block: "nearest" });
      return false;
    }
    const segment = this.#find(key);
    if (segment < 0 || !this.solution) return false;
    const opened = !this.solution.open;
    this.solution.open = true;
    // A move of the line that is shown is shown in that line.
    const within = this.#way.includes(segment);
    this.choose(within ? this.#chosen : segment, Number(number) || 0);
    if (!opened) this.#showBoard();
    return true;
  }

  /** The number of a segment, by its key or (the last one) by its line; -1 if there is none. */
  #find(/** @type {string | undefined} */ key) {
    const exact = this.segments.findIndex((segment) => segment.key === key);
    if (exact >= 0) return exact;
    return this.segments.findLastIndex((segment) => segment.key.split("/")[0] === key);
  }

  /** Scrolls to the board, if it's out of sight. */
  #showBoard() {
    const stage = byId("position").closest(".stage");
    if (!stage) return;
    const { top, bottom } = stage.getBoundingClientRect();
    if (bottom > window.innerHeight) stage.scrollIntoView({ block: "end" });
    else if (top < 0) stage.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.solution?.open || event.defaultPrevented) return;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const target = event.target;
    if (target instanceof HTMLInputElement && target.type === "range") return;
    const inside =
      target === document.body || (target instanceof Element && target.closest(".player"));
    if (!inside || (target instanceof Element && target.closest("pre"))) return;
    const moves = /** @type {Record<string, number>} */ ({
      ArrowLeft: -1,
      ArrowRight: 1,
      Home: -Infinity,
      End: Infinity,
    });
    if (!(event.key in moves)) return;
    event.preventDefault();
    this.step(moves[event.key]);
  }
}

/**
 * Makes a button copy a text, and say so.
 * @param {HTMLElement} button
 * @param {() => string} text
 */
function copies(button, text) {
  const name = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    let done = true;
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      done = copiedByHand(text());
    }
    button.textContent = done ? "Copied" : "Can't be copied here";
    byId("copied").textContent = button.textContent;
    window.setTimeout(() => (button.textContent = name), 1500);
  });
}

/** Copies by selecting, where there is no clipboard to write to. @param {string} text */
function copiedByHand(text) {
  const box = document.createElement("textarea");
  box.value = text;
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  return done;
}

document.body.classList.add("scripted");
const player = new Player(JSON.parse(byId("data").textContent ?? ""));
copies(byId("copy-here"), () => player.fen);
for (const button of document.querySelectorAll("[data-copy]")) {
  if (!(button instanceof HTMLElement)) continue;
  copies(button, () => byId(`text-${button.dataset.copy}`).textContent ?? "");
}
