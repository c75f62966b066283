/** Parse goals made of the phrases that the page defines. */

/** @typedef {import("./core.js").GameData["goal"]} GoalData */
/**
 * The core's encoding of each phrase.
 * @typedef {{objectives: Record<string, number[]>, conditions: Record<string, number[]>}} Phrases
 */

/**
 * Parses a goal: objectives joined by "and" or commas, then conditions, each group after "without".
 * @param {string} text
 * @param {Phrases} phrases
 * @returns {GoalData | undefined} null for no goal; undefined if a phrase is unknown or occurs twice
 */
export function goalOf(text, phrases) {
  const words = plain(text);
  if (!words || words === "just play" || words === "nothing") return null;
  const [what, ...rest] = words.split(/(?:,? and |, | )?\bwithout /);
  const conditions = rest.flatMap((condition) => condition.split(/, and |, | and | or /));
  const clauses = [
    ...what.split(/, and |, | and /).map((phrase) => clause("objective", phrase, phrases.objectives)),
    ...conditions.map((phrase) => clause("condition", `without ${phrase}`, phrases.conditions)),
  ];
  // A suit named twice would have to be removed twice, which no phrase can express.
  const once = new Set(clauses.map((one) => one.words)).size === clauses.length;
  return once && clauses.every(({ numbers }) => numbers) ? { words, whatever: false, clauses } : undefined;
}

/** @param {"objective" | "condition"} kind @param {string} words @param {Record<string, number[]>} phrases */
const clause = (kind, words, phrases) => ({
  words,
  kind,
  numbers: Object.hasOwn(phrases, words) ? phrases[words] : null,
});

/** Normalizes case, blanks and articles: "Remove the clubs" becomes "remove clubs". @param {string} text */
const plain = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/\b(remove|complete) (?:the|one|a set of) /g, "$1 ");
