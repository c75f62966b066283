/**
 * Elements for card faces, and card names in words.
 *
 * The page must contain the symbols of the cards (spiderpos.show.pictures.cardart, with the prefix
 * "sp-").
 */

const SVG = "http://www.w3.org/2000/svg";
export const UNKNOWN = "??";
/** The ranks, from the ace up. */
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const WORDS = /** @type {Record<string, string>} */ ({ A: "ace", J: "jack", Q: "queen", K: "king" });
const SUITS = /** @type {Record<string, string>} */ ({ c: "clubs", d: "diamonds", h: "hearts", s: "spades" });

/**
 * A card's name in words: "10 of hearts", "ace of spades", "unknown card".
 * @param {string} card
 */
export function cardName(card) {
  if (card === UNKNOWN) return "unknown card";
  const rank = card.slice(0, -1);
  return `${WORDS[rank] ?? rank} of ${SUITS[card.slice(-1)]}`;
}

/** A text of the core with the signs of suits: "K♠" for "Ks". @param {string} text */
export const signs = (text) =>
  text.replace(/\b(10|[2-9AJQK])([cdhs])\b/g, (_, rank, suit) => rank + "♣♦♥♠"["cdhs".indexOf(suit)]);

/**
 * An SVG element with attributes and children.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {SVGElement[]} children
 */
function svg(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** @param {string} name a symbol of the card art  @param {string} kind a class */
export function symbol(name, kind) {
  return svg(
    "svg",
    { viewBox: "0 0 100 140", class: kind, "aria-hidden": "true", focusable: "false" },
    svg("use", { href: `#sp-${name}` }),
  );
}

/** A face for small cards: rank and suit as large as the card allows. */
export function smallFace(/** @type {string} */ card) {
  const suit = card.slice(-1);
  const use = (/** @type {string} */ name, /** @type {string} */ transform) =>
    svg("use", { href: `#sp-${name}`, transform });
  return svg(
    "svg",
    { viewBox: "0 0 100 140", class: "face-small", "aria-hidden": "true", focusable: "false" },
    svg("use", { href: "#sp-card" }),
    svg(
      "g",
      { class: `sp-${suit}` },
      use(`r${card.slice(0, -1)}`, "translate(27 25) scale(1.7)"),
      use(suit, "translate(73 25) scale(2)"),
      use(suit, "translate(50 92) scale(3.6)"),
    ),
  );
}
