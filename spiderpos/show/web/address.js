/**
 * Read and write the fragment of an address: a move of a line (`#clubs:12`), a position with its goal
 * and optional moves (`#position=...&goal=...&moves=...`), or the result of whoever sent the link
 * (`#by=10,unaided`).
 */

/**
 * A game in an address; what the address lacks is "".  It has a position, or only `by`.  `title` and
 * `words` belong to a problem that a reader composed; `by` is the sender's result: the number of moves,
 * and ",unaided" if no help was used.
 * @typedef {{position: string, moves: string, goal: string, title: string, words: string, by: string}} GameAddress
 */

/** @param {string} hash @returns {GameAddress | null} */
export function gameIn(hash) {
  const fields = new URLSearchParams(hash.slice(1));
  const field = (/** @type {string} */ name) => fields.get(name) ?? "";
  if (!fields.get("position") && !fields.get("by")) return null;
  return { position: field("position"), moves: field("moves"), goal: field("goal"), title: field("title"), words: field("words"), by: field("by") };
}

/** @param {Partial<GameAddress>} game */
export function addressOf(game) {
  const fields = new URLSearchParams(Object.entries(game).filter(([, value]) => value));
  // Slashes and colons are valid in a fragment; unescaped they make it easier to read.
  return `#${String(fields).replaceAll("%2F", "/").replaceAll("%3A", ":")}`;
}

/** @param {string} hash @returns {{key: string, number: number | null}} */
export function moveIn(hash) {
  const [key, number] = hash.slice(1).split(":");
  return { key, number: number === undefined ? null : Number(number) || 0 };
}

/** The sender's result as a sentence; empty if it isn't valid. @param {string} by `by` of a GameAddress */
export function challengeWords(by) {
  const [moves, aid] = by.split(",");
  const aidWords = aid === "unaided" ? ", unaided" : ", with help";
  return /^\d{1,4}$/.test(moves) ? `Whoever sent you this solved it in ${moves}${aidWords}. Can you?` : "";
}

/** The address of the game stored in the current history entry, which survives a reload; empty if there is none. @returns {string} */
export const historyGame = () => (typeof history.state?.game === "string" ? history.state.game : "");

/**
 * Replaces the fragment of the address without adding a history entry.
 * @param {string} hash the new fragment with its `#`; empty for none
 * @param {string} [game] the address of the game to store in the history entry
 */
export function setAddress(hash, game = "") {
  try {
    history.replaceState(game ? { game } : null, "", hash || location.pathname);
  } catch {
    // Some browsers limit how often the address may change.  The page works without the update.
  }
}

/** The address of the page, without a fragment. */
export const pageAddress = () => location.href.split("#")[0];
