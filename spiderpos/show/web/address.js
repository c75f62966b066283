/**
 * The part of an address after "#": a move of a line (`#clubs:12`), or a position with what is asked
 * of it, and perhaps a line (`#position=...&goal=...&moves=...`) or how somebody solved it
 * (`#by=10,unaided`).
 */

/**
 * What an address holds: `title` and `words` are those of a problem of one's own, `by` is how the one who
 * sent it solved it.
 * @typedef {{position: string, moves: string, goal: string, title: string, words: string, by: string}} GameAddress
 */

/** @param {string} hash @returns {GameAddress | null} */
export function gameIn(hash) {
  const told = new URLSearchParams(hash.slice(1));
  const of = (/** @type {string} */ name) => told.get(name) ?? "";
  if (!told.get("position") && !told.get("by")) return null;
  return { position: of("position"), moves: of("moves"), goal: of("goal"), title: of("title"), words: of("words"), by: of("by") };
}

/** @param {Partial<GameAddress>} game */
export function addressOf(game) {
  const told = new URLSearchParams(Object.entries(game).filter(([, value]) => value));
  // Slashes and colons may stand as they are, and make it easier to read.
  return `#${String(told).replaceAll("%2F", "/").replaceAll("%3A", ":")}`;
}

/** @param {string} hash @returns {{key: string, number: number | null}} */
export function moveIn(hash) {
  const [key, number] = hash.slice(1).split(":");
  return { key, number: number === undefined ? null : Number(number) || 0 };
}

/** How the sender of a link solved it, in words. @param {string} by as `by` of an address has it */
export function challengeWords(by) {
  const [moves, aid] = by.split(",");
  const how = aid === "unaided" ? ", unaided" : ", with help";
  return /^\d{1,4}$/.test(moves) ? `Whoever sent you this solved it in ${moves}${how}. Can you?` : "";
}

/** The game that this entry of the browser's history holds: it outlives a reload. @returns {string} */
export const heldGame = () => (typeof history.state?.game === "string" ? history.state.game : "");

/**
 * Writes an address without a new entry in the browser's history.
 * @param {string} hash
 * @param {string} [game] what the entry holds besides
 */
export function setAddress(hash, game = "") {
  try {
    history.replaceState(game ? { game } : null, "", hash || location.pathname);
  } catch {
    // Some browsers allow no changes of the address too often; it's a help and no more.
  }
}
