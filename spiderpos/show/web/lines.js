/**
 * The lines of a problem: the displayed line, its moves in words, and links to its variations.
 *
 * The page (written by spiderpos.show.pages.problem) contains a tree of *segments*, sequences of
 * moves, and for each segment its moves in words, as links to "#segment:number".  A line of play is
 * the path from a root to a segment; numbers count the moves from the root.  The core plays them.
 */

import { moveIn, setAddress } from "./address.js";
import { byId, element } from "./dom.js";
import { lineOf } from "./known.js";

/**
 * @typedef {object} SegmentData
 * @property {string} key
 * @property {string} root the name of the position from which its line begins
 * @property {number | null} before the index of the segment that it continues
 * @property {number} number the number of moves from the root to its beginning
 */

/** @typedef {import("./known.js").KnownLine} KnownLine */

/** The moves of links, in words. @param {HTMLAnchorElement[]} links */
function wordsOf(links) {
  return links.map((link) => link.dataset.move ?? link.textContent ?? "");
}

/** The lines of a page; the chosen one is a track for the stage. */
export class Lines {
  /** @type {"line"} */
  kind = "line";
  /** @type {number} the last segment of the path; -1 for none */
  #chosen = -1;
  /** @type {number[]} the segments of the path, from the root */
  #way = [];
  /** @type {HTMLAnchorElement[]} the moves in words */
  #links = [];

  /**
   * @param {SegmentData[]} segments
   * @param {import("./stage.js").Stage} stage
   * @param {(root: string, words: string) => import("./core.js").Game} begin plays moves in words from a root
   */
  constructor(segments, stage, begin) {
    this.segments = segments;
    this.stage = stage;
    this.begin = begin;
    this.game = begin("start", "");
    this.solution = /** @type {HTMLDetailsElement | null} */ (
      document.getElementById("solution")
    );
    this.solution?.addEventListener("toggle", () => this.#toggled());
    document.addEventListener("click", (event) => this.#clicked(event));
    segments.forEach(({ key, number }, s) => {
      this.#own(s).forEach((link, i) => (link.href = `#${key}:${number + i + 1}`));
    });
    if (this.solution?.open) this.#toggled();
  }

  get words() {
    return this.#links[this.game.made - 1]?.textContent ?? "";
  }

  get root() {
    return this.segments[this.#chosen].root;
  }

  /** All lines, the solution first; each is played when the iterator reaches it. @returns {Iterable<KnownLine>} */
  *all() {
    const solution = this.#find(this.solution?.dataset.solves);
    const ends = this.segments.map((_, s) => s).filter((s) => s !== solution);
    for (const end of solution < 0 ? ends : [solution, ...ends]) {
      yield (this.#playedLines[end] ??= lineOf(this.#played(this.#wayTo(end))));
    }
  }

  /** The lines played so far, by their last segments. @type {KnownLine[]} */
  #playedLines = [];

  /** The game with the moves of a path. @param {number[]} way */
  #played(way) {
    return this.begin(this.segments[way[0]].root, wordsOf(this.#linksOf(way)).join("; "));
  }

  go(/** @type {number} */ number) {
    this.game.go(number);
  }

  /** Updates the page after the stage has shown the line. */
  shown() {
    const more = [];
    const { key } = this.segments[this.#chosen];
    const { made } = this.game;
    if (this.#links[made - 1]?.dataset.move) more.push(element("span", "hidden-text", " This card is an example."));
    if (made && made === this.game.moves.length) {
      const stop = document.querySelector(`[data-segment="${CSS.escape(key)}"] .stop`);
      const branches = this.#continuations().length;
      if (stop) more.push(stop.cloneNode(true));
      else {
        const end = branches ? " It goes on from here." : " The end of the line.";
        more.push(element("span", "hidden-text", end));
      }
    }
    this.stage.sayPlace(...more);
    this.#links.forEach((link, i) => {
      if (i === this.game.made - 1) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
    this.#keepInSight(this.#links[this.game.made - 1] ?? this.#links[0]);
    this.#showVariations();
    setAddress(`#${key}:${this.game.made}`);
  }

  /**
   * Chooses the line that ends with a segment, and goes to one of its moves.
   * @param {number} segment
   * @param {number} number the number of moves made, from the root
   */
  choose(segment, number = 0) {
    if (segment !== this.#chosen) {
      this.#chosen = segment;
      this.#way = this.#wayTo(segment);
      this.game = this.#played(this.#way);
      this.#showLine();
    }
    this.go(Math.max(0, Math.min(number, this.game.moves.length)));
    this.stage.use(this);
  }

  /** The path from the root to a segment. @param {number} segment */
  #wayTo(segment) {
    const way = [segment];
    for (let s = this.segments[segment].before; s !== null; s = this.segments[s].before) {
      way.unshift(s);
    }
    return way;
  }

  /** The links of the moves of a path; a segment may begin at a move within the one before it. @param {number[]} way */
  #linksOf(way) {
    /** @type {HTMLAnchorElement[]} */
    const links = [];
    for (const s of way) {
      links.length = Math.min(links.length, this.segments[s].number);
      links.push(...this.#own(s));
    }
    return links;
  }

  /** The links of the moves of a segment. @param {number} s @returns {NodeListOf<HTMLAnchorElement>} */
  #own(s) {
    const key = CSS.escape(this.segments[s].key);
    return document.querySelectorAll(`[data-segment="${key}"] li > a`);
  }

  /** Shows the moves of the chosen line and hides all others. */
  #showLine() {
    const keys = this.#way.map((s) => this.segments[s].key);
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll(".line")
    )) {
      let used = false;
      for (const segment of /** @type {NodeListOf<HTMLElement>} */ (
        line.querySelectorAll(".segment")
      )) {
        segment.hidden = !keys.includes(segment.dataset.segment ?? "");
        used ||= !segment.hidden;
      }
      line.hidden = !used;
    }
    this.#links = this.#linksOf(this.#way);
    const used = new Set(this.#links);
    for (const link of this.#way.flatMap((s) => [...this.#own(s)])) {
      if (link.parentElement) link.parentElement.hidden = !used.has(link);
    }
    const chosen = keys[keys.length - 1].split("/")[0];
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll(".lines a")
    )) {
      if (link.dataset.of === chosen) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  /** The segments that leave the path at the current move, or continue it. */
  #continuations() {
    const { root } = this;
    return this.segments.filter((segment, i) => {
      const { before } = segment;
      const follows = before === null ? segment.root === root : this.#way.includes(before);
      return follows && segment.number === this.game.made && !this.#way.includes(i);
    });
  }

  /** Shows links to the lines that branch off at this move, or continue after the end. */
  #showVariations() {
    const here = byId("variations");
    const continuations = this.#continuations();
    here.hidden = !continuations.length;
    const links = continuations.map((segment) => {
      const link = element("a", "", this.#title(segment));
      link.href = `#${segment.key}:${this.game.made}`;
      return link;
    });
    const [line] = this.segments[this.#chosen].key.split("/");
    const branches = continuations.some(({ key }) => key.split("/")[0] === line);
    here.replaceChildren(
      branches ? "It branches here: " : "Other lines from here: ",
      ...links.flatMap((link, i) => (i ? [", ", link] : [link])),
    );
  }

  /** The title of a link to a segment: that of its line, or its own. */
  #title(/** @type {SegmentData} */ { key }) {
    const [line] = key.split("/");
    const ours = this.segments[this.#chosen].key.split("/")[0] === line;
    const selector = ours
      ? `[data-segment="${CSS.escape(key)}"] h4`
      : `[data-line="${CSS.escape(line)}"] h3`;
    return document.querySelector(selector)?.textContent ?? key;
  }

  /** Makes a link visible by scrolling the list of moves only, not the page. @param {HTMLElement | undefined} link */
  #keepInSight(link) {
    const list = byId("moves");
    if (!link || list.scrollHeight <= list.clientHeight) return;
    // The list may extend below the window; only its visible part counts.
    const { top, bottom } = list.getBoundingClientRect();
    list.scrollTop += link.getBoundingClientRect().top - (top + Math.min(bottom, window.innerHeight)) / 2;
  }

  // Actions of the reader

  /** Callbacks, called when the solution is closed, and when it is opened. */
  closed = () => {};
  opened = () => {};

  #toggled() {
    if (!this.solution || !this.segments.length) return;
    if (!this.solution.open) return this.closed();
    this.opened();
    if (this.#chosen < 0) this.choose(Math.max(0, this.#find(this.solution.dataset.chosen)));
    else if (this.stage.track !== this) this.stage.use(this);
    this.stage.bring();
  }

  /** Goes to a move without adding a history entry. @param {MouseEvent} event */
  #clicked(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    if (link && this.follow(link.getAttribute("href") ?? "")) event.preventDefault();
  }

  /**
   * Goes to the move of an address "#segment:number", or unfolds the part of the page that it names.
   * @param {string} address
   * @returns {boolean} true if it is the address of a move
   */
  follow(address) {
    const { key, number } = moveIn(address);
    const target = key ? document.getElementById(key) : null;
    const folded = target?.closest("details");
    if (folded && target && number === null) {
      folded.open = true;
      target.scrollIntoView({ block: "nearest" });
      return false;
    }
    const segment = this.#find(key);
    if (segment < 0 || !this.solution) return false;
    const opened = !this.solution.open;
    // A move that is also on the displayed line is shown there.
    const within = this.#way.includes(segment);
    this.choose(within ? this.#chosen : segment, number ?? 0);
    this.solution.open = true;
    if (!opened) this.stage.bring();
    return true;
  }

  /** True if a line or a part of one has this name. @param {string} key */
  has(key) {
    return this.#find(key) >= 0;
  }

  /** The index of the segment with a key, or of the last segment of a line; -1 if there is none. */
  #find(/** @type {string | undefined} */ key) {
    const exact = this.segments.findIndex((segment) => segment.key === key);
    if (exact >= 0) return exact;
    return this.segments.findLastIndex((segment) => segment.key.split("/")[0] === key);
  }
}
