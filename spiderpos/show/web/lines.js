/**
 * The lines of a problem: the displayed line, its moves in words, and links to its variations.
 *
 * The page (written by spiderpos.show.pages.problem) contains a tree of *segments*, sequences of
 * moves, and for each segment its moves in words, as links to "#segment:number".  A line of play is
 * the path from a root to a segment; numbers count the moves from the root.  The core plays them.
 */

import { moveIn, setAddress } from "./address.js";
import { all, byId, element } from "./dom.js";
import { lineOf } from "./known_lines.js";

/**
 * @typedef {object} SegmentData
 * @property {string} key
 * @property {string} root the name of the position from which its line begins
 * @property {number | null} before the index of the segment that it continues
 * @property {number} number the number of moves from the root to its beginning
 */

/** @typedef {import("./known_lines.js").KnownLine} KnownLine */

/** Marks the links for which `isCurrent` holds as the current ones. @param {HTMLAnchorElement[]} links @param {(link: HTMLAnchorElement) => boolean} isCurrent @param {string} kind a value of aria-current */
const markCurrent = (links, isCurrent, kind) => links.forEach((link) => (link.ariaCurrent = isCurrent(link) ? kind : null));

/** The selector of a segment's element. @param {string} key */
const within = (key) => `[data-segment="${CSS.escape(key)}"]`;

/** The name of the line of a segment, whose key is "line" or "line/part". @param {string} key */
const lineOfKey = (key) => key.split("/")[0];

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
    this.solution = /** @type {HTMLDetailsElement | null} */ (document.getElementById("solution"));
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
    const ends = [...this.segments.keys()].sort((a, b) => Number(b === solution) - Number(a === solution));
    for (const end of ends) {
      yield (this.#playedLines[end] ??= lineOf(this.#played(this.#wayTo(end))));
    }
  }

  /** A cache for `all`: the lines that it has played, by the indices of their last segments. @type {KnownLine[]} */
  #playedLines = [];

  /** The game with the moves of a path. @param {number[]} way */
  #played(way) {
    const moves = this.#linksOf(way).map((link) => link.dataset.move ?? link.textContent);
    return this.begin(this.segments[way[0]].root, moves.join("; "));
  }

  go(/** @type {number} */ number) {
    this.game.go(number);
  }

  /** Updates the page after the stage has shown the line. */
  shown() {
    const { key } = this.segments[this.#chosen];
    const { made } = this.game;
    const link = this.#links[made - 1];
    const continuations = this.#continuations();
    const heard = link?.dataset.move ? " This card is an example." : "";
    const stop = document.querySelector(`${within(key)} .stop`);
    const end = continuations.length ? " It goes on from here." : " The end of the line.";
    const atEnd = made > 0 && made === this.game.moves.length;
    this.stage.sayPlace(element("span", "hidden-text", heard, atEnd && !stop ? end : ""), (atEnd && stop?.cloneNode(true)) || "");
    markCurrent(this.#links, (each) => each === link, "step");
    this.#keepInSight(link ?? this.#links[0]);
    this.#showVariations(continuations);
    setAddress(`#${key}:${made}`);
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
    for (let s = this.segments[segment].before; s !== null; s = this.segments[s].before) way.unshift(s);
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

  /** The links of the moves of a segment. @param {number} s @returns {HTMLAnchorElement[]} */
  #own(s) {
    return all(`${within(this.segments[s].key)} li > a`);
  }

  /** Shows the moves of the chosen line and hides all others. */
  #showLine() {
    const keys = this.#way.map((s) => this.segments[s].key);
    for (const segment of all(".segment")) segment.hidden = !keys.includes(segment.dataset.segment ?? "");
    for (const line of all(".line")) line.hidden = !line.querySelector(".segment:not([hidden])");
    this.#links = this.#linksOf(this.#way);
    for (const link of this.#way.flatMap((s) => this.#own(s))) {
      if (link.parentElement) link.parentElement.hidden = !this.#links.includes(link);
    }
    const chosen = lineOfKey(keys[keys.length - 1]);
    markCurrent(/** @type {HTMLAnchorElement[]} */ (all(".lines a")), ({ hash }) => lineOfKey(moveIn(hash).key) === chosen, "true");
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

  /** Shows links to the lines that branch off at this move, or continue after the end. @param {SegmentData[]} continuations */
  #showVariations(continuations) {
    const here = byId("variations");
    here.hidden = !continuations.length;
    const links = continuations.map((segment) => {
      const link = element("a", "", this.#title(segment));
      link.href = `#${segment.key}:${this.game.made}`;
      return link;
    });
    const branches = continuations.some(({ key }) => this.#isOfLine(key));
    here.replaceChildren(
      branches ? "It branches here: " : "Other lines from here: ",
      ...links.flatMap((link, i) => (i ? [", ", link] : [link])),
    );
  }

  /** The title of a link to a segment: that of its line, or its own. */
  #title(/** @type {SegmentData} */ { key }) {
    const heading = this.#isOfLine(key) ? `${within(key)} h4` : `[data-line="${CSS.escape(lineOfKey(key))}"] h3`;
    return document.querySelector(heading)?.textContent ?? key;
  }

  /** True if a segment belongs to the same line as the chosen one. @param {string} key */
  #isOfLine(key) {
    return lineOfKey(key) === lineOfKey(this.segments[this.#chosen].key);
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
   * @returns {boolean} true if it is the address of a move or a line, so that a line is now shown
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
    return exact < 0 ? this.segments.findLastIndex((segment) => lineOfKey(segment.key) === key) : exact;
  }
}
