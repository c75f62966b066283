/**
 * SVG elements that draw cards, and the names of cards in words.
 *
 * The page must contain the symbols of the cards (spiderpos.show.pictures.cardart, with the prefix
 * "sp-").
 */

const SVG = "http://www.w3.org/2000/svg";
export const UNKNOWN = "??";
/** The names of the ranks in cards such as "10h", from the ace up. */
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const WORDS = /** @type {Record<string, string>} */ ({ A: "ace", J: "jack", Q: "queen", K: "king" });
const SUITS = /** @type {Record<string, string>} */ ({ c: "clubs", d: "diamonds", h: "hearts", s: "spades" });

/** Returns the name of a card in words: "10 of hearts", "ace of spades", "unknown card". @param {string} card */
export function cardName(card) {
  if (card === UNKNOWN) return "unknown card";
  const rank = card.slice(0, -1);
  return `${WORDS[rank] ?? rank} of ${SUITS[card.slice(-1)]}`;
}

/** Replaces suit letters by symbols ("K♠" for "Ks") in a text of the core. @param {string} text */
export const signs = (text) =>
  text.replace(/\b(10|[2-9AJQK])([cdhs])\b/g, (_, rank, suit) => rank + "♣♦♥♠"["cdhs".indexOf(suit)]);

/**
 * Creates an SVG element with attributes and children.
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

/**
 * Creates an SVG picture of a symbol of the card art.
 * @param {string} name the symbol's name, such as "10h" or "back"
 * @param {string} kind the CSS class
 */
export const symbol = (name, kind) => picture(kind, use(name));

/** @param {string} kind @param {SVGElement[]} children */
const picture = (kind, ...children) => svg("svg", { viewBox: "0 0 100 140", class: kind, "aria-hidden": "true", focusable: "false" }, ...children);
const use = (/** @type {string} */ name, transform = "") => svg("use", { href: `#sp-${name}`, transform });

/** Draws the face of a small card: rank and suit as large as the card allows. */
export function smallFace(/** @type {string} */ card) {
  const suit = card.slice(-1);
  const parts = [
    use(`r${card.slice(0, -1)}`, "translate(27 25) scale(1.7)"),
    use(suit, "translate(73 25) scale(2)"),
    use(suit, "translate(50 92) scale(3.6)"),
  ];
  return picture("face-small", use("card"), svg("g", { class: `sp-${suit}` }, ...parts));
}
