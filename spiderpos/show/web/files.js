/** Games in files: sessions, save files, positions. */

import { goalOf } from "./goals.js";
import { readPosition, readSaveFile } from "./reading.js";

/**
 * The text of a session file, in the format of `spiderpos session`.
 * @param {{title: string, words: string, goal: string, partial: boolean}} about
 * @param {import("./core.js").Game} game
 */
export function sessionText({ title, words, goal, partial }, game) {
  const session = {
    session: 1,
    ...(title && { title }),
    ...(words && { stipulation: words }),
    ...(goal && { goal }),
    start: game.begin,
    ...(partial && { partial }),
    moves: game.moves.map((step) => step.words),
    done: game.made,
    position: game.fen,
  };
  return `${JSON.stringify(session, null, 2)}\n`;
}

/**
 * Reads a game from a text: a session, a save file or a position.  The moves of a session are not checked.
 * @param {import("./core.js").Machine} core
 * @param {string} text
 * @param {import("./goals.js").Phrases} phrases
 * @returns {Pick<import("./games.js").SavedGame, "title" | "words" | "game" | "moves" | "done"> & {notes: string[]}}
 * @throws {Error} if it can't be read
 */
export function gameOf(core, text, phrases) {
  const notes = /** @type {string[]} */ ([]);
  if (/^\s*\{\s*"session"\s*:/.test(text)) {
    const { title = "", stipulation = "", goal: goalWords = "", start, moves = [], done = 0 } = JSON.parse(text);
    const goal = goalOf(goalWords, phrases);
    if (goal === undefined) notes.push(`this page doesn't support the goal ‘${goalWords}’, so the game has no goal here`);
    return { title, words: stipulation, game: { position: { fen: start }, goal: goal ?? null }, moves, done, notes };
  }
  const saved = readSaveFile(core, text);
  if (saved) {
    const { game, data } = saved;
    return { title: "", words: "", game: data, moves: game.moves.map((step) => step.words), done: game.made, notes };
  }
  const result = readPosition(core, text);
  if ("error" in result) throw new Error(result.error);
  notes.push(...result.assumed.map((words) => `assumed: ${words}`));
  return { title: "", words: "", game: result.data, moves: [], done: 0, notes };
}
