/** Goals as text, put together from the phrases that the page holds. */

/** @typedef {import("./core.js").GameData["goal"]} GoalData */
/**
 * What each phrase says in numbers.
 * @typedef {{objectives: Record<string, number[]>, conditions: Record<string, number[]>}} Phrases
 */

/** What stands for the page's own goal, and for none. */
const OWN = "what this page asks";
export const NOTHING = "just play";

/**
 * Some goals to choose from; the first is the usual one.
 * @param {GoalData | undefined} own
 * @param {Phrases} phrases
 */
export function goalsFor(own, phrases) {
  const objectives = Object.keys(phrases.objectives);
  const first = own ? OWN : objectives[0];
  const conditions = Object.keys(phrases.conditions).map((words) => `${first} ${words}`);
  return [...new Set([first, ...objectives, ...conditions, NOTHING])];
}

/**
 * The goal that a text asks for: objectives joined by "and", then conditions behind "without".
 * @param {string} text
 * @param {GoalData | undefined} own the page's, if it can be tried with any position
 * @param {Phrases} phrases
 * @returns {GoalData | undefined} null for no goal; nothing for one with a phrase that isn't known
 */
export function goalOf(text, own, phrases) {
  const words = plain(text);
  if (!words || words === NOTHING || words === "nothing") return null;
  if (words === OWN) return own;
  const [what, ...rest] = words.split(/(?:,? and |, | )?\bwithout /);
  const conditions = rest.flatMap((condition) => condition.split(/, and |, | and | or /));
  const clauses = [
    ...what.split(/, and |, | and /).map((phrase) => clause("objective", phrase, phrases.objectives)),
    ...conditions.map((phrase) => clause("condition", `without ${phrase}`, phrases.conditions)),
  ];
  // A suit named twice has to go twice, which no phrase says.
  const once = new Set(clauses.map((one) => one.words)).size === clauses.length;
  return once && clauses.every(({ numbers }) => numbers)
    ? { words, whatever: false, clauses }
    : undefined;
}

/**
 * @param {"objective" | "condition"} kind
 * @param {string} words
 * @param {Record<string, number[]>} phrases
 */
const clause = (kind, words, phrases) => ({
  words,
  kind,
  numbers: Object.hasOwn(phrases, words) ? phrases[words] : null,
});

/** Small letters, single blanks, "remove clubs" for "remove the clubs". @param {string} text */
const plain = (text) =>
  text
    .trim()
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/\b(remove|complete) (?:the|one|a set of) /g, "$1 ");
