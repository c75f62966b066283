/** The page of a game: a deal or an opened position, saved in this browser. */

import { addressOf, challengeWords, gameIn, pageAddress } from "./address.js";
import { openPlayer } from "./advice.js";
import { cardsOf } from "./board.js";
import { Game, Machine, positionOf } from "./core.js";
import { button, byId, capital, copy, counted, element } from "./dom.js";
import { Play } from "./game.js";
import { clock, countDeal, dealFacts, follow, hasStorage, idOf, savedGame, savedGames, saveGame } from "./games.js";
import { goalOf } from "./goals.js";
import { Hints } from "./hints.js";
import { KnownLines } from "./known_lines.js";
import { store, stored } from "./memory.js";
import { coreBytes } from "./unpack.js";
import { Prover } from "./prover.js";
import { Solver } from "./solver.js";
import { Stage } from "./stage.js";
import { microsoftScore, scoreParts, totalOf } from "./survey.js";
import { byMicrosoft, Tools } from "./tools.js";

/** @typedef {import("./games.js").SavedGame} SavedGame */
/**
 * @typedef {object} GamePage
 * @property {import("./goals.js").Phrases} phrases
 * @property {(Pick<SavedGame, "title" | "words" | "game" | "moves" | "done" | "deal"> & {notes: string[]}) | null} given
 *   the game that the page was generated for
 */

/** Time limits in seconds for finding a winnable deal: in all, and for each deal. */
const LOOKING = 20;
const EACH = 4;
/** Time limit in seconds of the search for a winning line when no card is hidden any more. */
const ENDING = 3;
/** The highest deal number. */
const HIGHEST = 2 ** 31 - 1;
/** The maximum number of attempts to draw hidden cards with which all moves can be played. */
const DRAWS = 50;

const data = /** @type {GamePage} */ ({
  .../** @type {any} */ (window).spiderposBook,
  ...JSON.parse(byId("data").textContent ?? ""),
});
const bytes = coreBytes();

/** The name of a game with this number of suits. @param {number} suits */
const suitsOf = (suits) => ({ 1: "one suit", 2: "two suits", 4: "four suits" })[suits] ?? "";

/** A new game record. @param {Partial<SavedGame> & Pick<SavedGame, "game">} game @returns {SavedGame} */
function unplayed(game) {
  const { position, goal } = game.game;
  const id = idOf(`${position.fen} ${goal?.words ?? ""}`);
  return { title: "A game", words: "", moves: [], done: 0, seconds: 0, played: 0, version: 0, won: false, suits: 0, ...game, id };
}

/** The saved version of a game, or the game itself. @param {SavedGame} game */
const begunOr = (game) => savedGame(game.id) ?? game;

/** @param {string} words */
const goalNamed = (words) => goalOf(words, data.phrases) ?? null;

/**
 * The deal with the number in an address; without a number, a random deal, or a winnable one if the address asks
 * for it.
 * @param {Machine} core
 * @param {URLSearchParams} parameters
 */
async function dealt(core, parameters) {
  const player = await openPlayer();
  const rules = parameters.get("rules") || "modern";
  const any = () => 1 + (crypto.getRandomValues(new Uint32Array(1))[0] % HIGHEST);
  const goal = goalNamed("win");
  let number = Number(parameters.get("deal"));
  if (number && !(Number.isInteger(number) && number >= 1 && number <= HIGHEST)) {
    throw new Error(`there is no deal ${parameters.get("deal")}: they go from 1 to ${HIGHEST}`);
  }
  const fresh = !number;
  const ends = performance.now() + 1000 * LOOKING;
  const search = async (/** @type {string} */ fen) => new Solver(bytes).ask(new Game(core, { position: { fen }, goal }).request(), { seconds: EACH });
  for (;;) {
    if (fresh) number = any();
    const fen = player.deal(number, rules);
    if (fresh && parameters.has("winnable") && (await search(fen)).outcome !== "solved") {
      if (performance.now() < ends) continue;
      throw new Error(`no deal was found in ${LOOKING} seconds that can be won for sure; try again, or deal any`);
    }
    const { suits } = player.facts(fen);
    const name = parameters.has("day") ? `Deal of ${String(number).replace(/(\d{4})(\d\d)(\d\d)/, "$1-$2-$3")}` : `Deal ${number}`;
    const address = `#deal=${number}&rules=${rules}${parameters.has("day") ? "&day" : ""}`;
    return unplayed({ title: `${name}, ${suitsOf(suits)}`, address, game: { position: { fen }, goal }, suits });
  }
}

/** The game that the address or the page determines; null if there is none. @param {Machine} core @returns {Promise<SavedGame | null>} */
async function chosen(core) {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const id = parameters.get("game");
  if (id) {
    const game = savedGame(id);
    if (!game) throw new Error("this browser doesn't keep that game any more");
    return game;
  }
  if (parameters.has("deal")) {
    byId("title").textContent = parameters.has("winnable") ? "Looking for a deal that can be won…" : "Dealing…";
    return begunOr(await dealt(core, parameters));
  }
  const address = gameIn(location.hash);
  if (address?.position) {
    const { position: fen, goal: words, title, words: stipulation } = address;
    const result = positionOf(core, `fen\n${fen}`);
    if ("error" in result) throw new Error(`the position in the address can't be read: ${result.error}`);
    const goal = goalNamed(words);
    return begunOr(unplayed({ title: title.slice(0, 200) || "A position", words: stipulation.slice(0, 2000), game: { ...result.data, goal } }));
  }
  if (data.given) {
    const { notes, ...given } = data.given;
    let game = unplayed(given);
    const { id } = game;
    for (let number = 2; location.hash === "#new" && savedGame(game.id); number++) game = { ...game, id: `${id}-${number}` };
    if (!savedGame(game.id)) store(`notes ${game.id}`, notes.join("; "));
    return begunOr(game);
  }
  return null;
}

/** Plays the moves of a saved game. @param {Machine} core @param {SavedGame} record */
function played(core, { game: start, moves, done }) {
  const game = new Game(core, start);
  if (moves.length) game.script(moves.join("\n"));
  if (game.moves.length !== moves.length) throw new Error("the moves of this game can't be played here");
  game.go(done);
  return game;
}

async function begin() {
  const core = await Machine.open(bytes);
  let record = await chosen(core);
  if (!record) {
    if (location.hash !== "#open") return location.replace("index.html");
    record = unplayed({ title: "No game yet", game: { position: { fen: "-/-/-/-/-/-/-/-/-/- - -" }, goal: null } });
  }
  const player = await openPlayer();
  let current = record;
  const game = played(core, record);
  const { turned, start, suits } = player.facts(game.begin);
  const whole = start ? suits : 0;
  if (!current.game.goal && turned !== null && location.hash !== "#open") {
    current = { ...current, game: { ...current.game, goal: goalNamed("win") } };
  }
  current.suits = whole;
  document.body.classList.add("scripted");
  const stage = new Stage(game.position);
  // Start a new deal with empty columns, so that dealing is animated.
  if (whole && !current.played) stage.board.show({ ...game.position, columns: game.position.columns.map(() => ({})) }, { animate: false });
  const canSave = hasStorage();
  let seconds = 0;

  /** Switches to a saved game. @param {SavedGame} next */
  const show = (next) => {
    current = next;
    seconds = 0;
    byId("title").textContent = next.title;
    byId("stipulation").textContent = next.words;
    document.title = `${next.title} · spiderpos`;
    play.begin(played(core, next), "start");
  };
  /** @type {Play} */
  const play = new Play(stage, played(core, current), {
    id: "",
    whole: true,
    goal: () => current.game.goal?.words ?? "",
    entry: () => (current.played ? `#game=${current.id}` : (current.address ?? location.hash)),
    draw: () => draw(),
    advise: async (game) => ({ moves: player.advise(game), chance: chanceWords(game) }),
    won: () => wonWords(),
    next: () => onwards(),
    ...(current.deal && { over: () => take(new Game(core, { position: { fen: current.deal ?? "" }, goal: current.game.goal }), "Started over, from the deal.") }),
  });
  /** @param {import("./core.js").Game} game */
  const chanceWords = async (game) => {
    const { won, games } = await player.chance(game);
    return games > 1 ? `It won ${won} of ${games} games from here, with the hidden cards drawn anew.` : "";
  };
  const finish = button("Finish", () => ending.forEach((move) => play.play(move)), "for-game words");
  finish.hidden = true;
  byId("deal").after(finish);

  // Display

  const facts = () => {
    const { position, made, fen } = play.game;
    const { rules, deals, ...more } = player.facts(fen);
    const won = play.game.state.verdict === "holds";
    const points = byMicrosoft(rules) ? microsoftScore(position, made) : totalOf(scoreParts(position, { rules, deals, ...more }, won));
    byId("moves").textContent = counted(made, "move");
    byId("deals").textContent = `${counted(deals, "deal")} left`;
    byId("score").textContent = `${points} points`;
    byId("time").textContent = clock(current.seconds + seconds);
    byId("first").setAttribute("aria-disabled", String(!made && !current.deal));
  };

  // Saving

  /** The saved version of the game if another tab has continued it. */
  const newer = () => {
    const saved = savedGame(current.id);
    return saved && saved.version > current.version ? saved : null;
  };
  play.changes.push(() => {
    const saved = newer();
    if (saved) {
      queueMicrotask(() => {
        show(saved);
        play.refuse("the game has gone on in another window: your move was not made, and this window now shows that game");
      });
      return;
    }
    const won = current.won || play.game.state.verdict === "holds";
    const moves = play.game.moves.map(({ words }) => words);
    const same = moves.length === current.moves.length && play.made === current.done && moves.every((words, i) => words === current.moves[i]);
    facts();
    lookForEnding();
    if (same || !(moves.length || current.played)) return;
    current = { ...current, moves, done: play.made, won, seconds: current.seconds + seconds, played: Date.now(), version: current.version + 1 };
    seconds = 0;
    if (!saveGame(current) && canSave) play.refuse("this browser has no more room for this game: save it as a file");
    countDeal(current);
  });
  follow((id) => {
    const saved = id === current.id && newer();
    if (!saved) return;
    show(saved);
    stage.say(["The game went on in another window."]);
  });
  window.setInterval(() => {
    if (document.hidden || play.replaying || current.won || !play.game.moves.length) return;
    seconds += 1;
    byId("time").textContent = clock(current.seconds + seconds);
  }, 1000);
  window.addEventListener("pagehide", () => {
    if (seconds && current.played && savedGame(current.id)?.version === current.version) saveGame({ ...current, seconds: current.seconds + seconds });
  });

  /** Replaces the game, start included, and shows a message. @param {import("./core.js").Game} game @param {string} note */
  const take = (game, note) => {
    const moves = game.moves.map(({ words }) => words);
    const next = { ...current, game: { position: { fen: game.begin }, goal: current.game.goal }, moves, done: game.made, deal: undefined, played: Date.now(), version: current.version + 1 };
    saveGame(next);
    show(next);
    stage.say([note]);
  };

  /** Draws the unknown cards so that all moves, including those undone, can still be played. */
  const draw = () => {
    const words = play.game.moves.map((step) => step.words).join("\n");
    const { made } = play;
    for (let i = 0; i < DRAWS; i++) {
      const drawn = new Game(core, { position: { fen: player.draw(play.game.fork(0).fen) }, goal: current.game.goal });
      if (words) drawn.script(words);
      if (drawn.moves.length !== play.game.moves.length) continue;
      drawn.go(made);
      return take(drawn, "The hidden cards are drawn.");
    }
    return play.refuse("no arrangement of the hidden cards was found that fits the moves made");
  };

  // The end

  /** Moves that reach the goal when no card is hidden any more. @type {import("./core.js").Move[]} */
  let ending = [];
  const ender = new Solver(bytes);
  const lookForEnding = async () => {
    ender.drop();
    finish.hidden = true;
    const { position } = play.game;
    const left = cardsOf(position.hand).length || position.columns.some(({ down }) => cardsOf(down).length);
    if (left || play.game.state.verdict !== "open") return;
    const { outcome, moves } = await ender.ask(play.game.request(), { seconds: ENDING });
    if (outcome !== "solved") return;
    ending = moves;
    finish.hidden = false;
    finish.textContent = `Finish (${counted(moves.length, "move")})`;
  };

  /** The time of a win, and the statistics of the deals with the same number of suits. */
  const wonWords = () => {
    const row = dealFacts().find(({ name }) => name === suitsOf(current.suits));
    const statistics = row ? `; ${row.won} of ${row.begun} with ${row.name} won, ${row.row} in a row, fewest moves ${row.moves}, fastest ${clock(row.seconds)}` : "";
    return `in ${clock(current.seconds + seconds)}${statistics}`;
  };
  const onwards = () => {
    const { rules } = player.facts(play.game.begin);
    const next = { label: "", title: "The next deal", address: `game.html#deal=0&rules=${rules}` };
    return [...(current.suits ? [next] : []), { label: "", title: "All games", address: "index.html" }];
  };

  // Buttons

  const copyStart = byId("copy-start");
  copyStart.addEventListener("click", () => copy(copyStart, pageAddress() + addressOf(play.about())));
  const hints = new Hints(play, new Prover(play, bytes, new KnownLines(() => [])));
  const tools = new Tools({ play, core, phrases: data.phrases, take });

  const { hash } = location;
  show(current);
  facts();
  const address = gameIn(hash);
  const notes = stored(`notes ${current.id}`);
  if (!canSave) stage.say(["This browser keeps nothing: save the game as a file before you leave."], "", "refused");
  else if (notes && !play.made) stage.say([`${capital(notes)}.`]);
  else if (address?.by) stage.say([challengeWords(address.by)]);
  if (address?.moves) {
    const sent = new Game(core, current.game);
    sent.follow(address.moves);
    play.offerLine(sent);
  }
  if (hash === "#open") tools.open();
  // Show a first move to a new player.
  else if (whole && !play.game.moves.length && !savedGames().length) hints.point(player.advise(play.game)[0]);
  window.addEventListener("hashchange", ({ newURL }) => new URL(newURL).hash !== `#game=${current.id}` && location.reload());
}

begin().catch((error) => {
  byId("title").textContent = "This game can't be opened";
  byId("stipulation").textContent = `${capital(error.message)}.`;
});
