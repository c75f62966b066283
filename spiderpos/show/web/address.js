/**
 * The part of an address after "#": a move of a line (`#clubs:12`), or a game, that is a position
 * and the moves made from it (`#position=...&moves=...`).  A game is played and judged anew by
 * whoever opens it.
 */

/**
 * @typedef {{position: string, moves: string, goal: string}} GameAddress
 */

/** @param {string} hash @returns {GameAddress | null} */
export function gameIn(hash) {
  const told = new URLSearchParams(hash.slice(1));
  const position = told.get("position");
  if (!position) return null;
  return { position, moves: told.get("moves") ?? "", goal: told.get("goal") ?? "" };
}

/** @param {GameAddress} game */
export function addressOf({ position, moves, goal }) {
  const told = new URLSearchParams({ position, moves });
  if (goal) told.set("goal", goal);
  // Slashes and colons may stand as they are, and make it easier to read.
  return `#${String(told).replaceAll("%2F", "/").replaceAll("%3A", ":")}`;
}

/** @param {string} hash @returns {{key: string, number: number | null}} */
export function moveIn(hash) {
  const [key, number] = hash.slice(1).split(":");
  return { key, number: number === undefined ? null : Number(number) || 0 };
}

/** Writes an address without a new entry in the browser's history. @param {string} hash */
export function setAddress(hash) {
  try {
    history.replaceState(null, "", hash || location.pathname);
  } catch {
    // Some browsers allow no changes of the address too often; it's a help and no more.
  }
}
