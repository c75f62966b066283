/** Goals as text, put together from the phrases that the page holds. */

/** @typedef {import("./core.js").GameData["goal"]} GoalData */
/**
 * What each phrase says in numbers.
 * @typedef {{objectives: Record<string, number[]>, conditions: Record<string, number[]>}} Phrases
 */

/** What stands for no goal. */
export const NOTHING = "just play";

/**
 * The goal that a text asks for: objectives joined by "and", then conditions behind "without".
 * @param {string} text
 * @param {Record<string, GoalData>} goals those that have a name
 * @param {Phrases} phrases
 * @returns {GoalData | undefined} null for no goal; nothing for one with a phrase that isn't known
 */
export function goalOf(text, goals, phrases) {
  const words = plain(text);
  if (!words || words === NOTHING || words === "nothing") return null;
  if (words === "what this page asks") return goals.own ?? undefined;
  if (Object.hasOwn(goals, words)) return goals[words];
  const [what, ...rest] = words.split(/(?:,? and |, | or | )?\bwithout /);
  const conditions = rest.flatMap((condition) => condition.split(/, and |, | and | or /));
  const clauses = [
    ...what.split(/, and |, | and /).map((phrase) => clause("objective", phrase, phrases.objectives)),
    ...conditions.map((phrase) => clause("condition", `without ${phrase}`, phrases.conditions)),
  ];
  return clauses.every(({ numbers }) => numbers)
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
