// The C interface of the searches, called by spiderpos/solver/prover/native.py.
//
// A request is text: the name of the task, the position, the goal and further sections.  The answer is
// JSON.  Columns are numbered from 1.
//
// The comment on each task lists the sections of its request after the position ("board", which each task
// reads first), its answer and, if it has any, the early parts.
#include <algorithm>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <vector>

#include "game/game.hpp"
#include "player/player.hpp"
#include "prover/prover.hpp"
#include "winning/winning.hpp"

namespace {

using namespace spiderpos;
using namespace spiderpos::winning;

// The version of the interface.  Increase it with every change of a request or an answer.
const int32_t INTERFACE = 12;

// Called with each part of an answer that is ready before the end: its bytes and their number.
using EarlyPart = void (*)(const char*, int64_t);

// A request, its limits, the receiver of early parts (null: none), and the answer.
struct Task {
  Request& request;
  Control& control;
  EarlyPart part;
  Json json{};
  Status status = UNDECIDED;
  Reason reason = NO_REASON;

  void end(Status result, Reason why = NO_REASON) { status = result, reason = why; }
  std::string answer() {
    json.add("status", status);
    json.add("reason", reason);
    json.add("work", control.work);
    json.add("rounds", control.rounds);
    json.add("classes", control.classes);
    json.add("steps", control.steps);
    json.add("bytes", (int64_t)control.most);
    return json.text + '}';
  }
};

// Read the position and the goal of a relaxed game, which has no hand and no removed suits.
prover::Problem read_problem(Request& request) {
  const Layout layout = read_layout(request, MAX_COLUMNS);
  if (layout.rules.cells) throw std::invalid_argument("free cells are not supported");
  prover::Problem problem = prover::problem_of(layout.columns, layout.rules.kings_on_aces);
  if (!problem.fits()) throw std::invalid_argument("too many cards of a rank");
  request.named("goal");
  read_goal(request, problem.columns, problem.goal);
  if (problem.kings_on_aces && problem.goal.places())
    throw std::invalid_argument("places are not supported with Kings on Aces");
  return problem;
}

// Read the section "begin", the first relaxation: 1 if classes have bases, the number of *exact* cards
// (those with a precision other than BLIND), and the column, the row from the top, the card and the
// precision of each.
prover::Precision read_begin(Request& request, prover::Problem& problem) {
  request.named("begin");
  problem.bases = request.next(0, 1) && !problem.named().empty();
  prover::Precision precision = prover::uniform(problem, prover::BLIND);
  for (int n = request.next(0, MAX_CARDS); n > 0; n--) {
    const int column = request.next(1, problem.columns) - 1;
    const std::vector<int> cards = problem.cards_of(column);
    const int card = cards[(std::size_t)request.next(1, (int)cards.size()) - 1];
    if (request.next(4, 55) != problem.value(card)) throw std::invalid_argument("expected another card in this place");
    precision[card] = (u8)request.next(prover::SHALLOW, prover::DEEP);
  }
  request.end();
  return precision;
}

void write_begin(Json& json, const prover::Problem& problem, const prover::Outcome& outcome) {
  std::vector<std::vector<int>> exact;
  for (int i = 0; i < problem.columns; i++) {
    int row = 0;
    for (int card : problem.cards_of(i)) {
      row++;
      if (outcome.precision[card] != prover::BLIND && problem.rank[card])
        exact.push_back({i + 1, row, problem.value(card), outcome.precision[card]});
    }
  }
  json.add("bases", (int64_t)outcome.bases);
  json.rows("precision", exact, [&](const auto& card) { json.array(card); });
}

// Request: goal, begin.  Answer: the digest, the relaxation of the last round, the moves.  Early parts:
// after each round but the last, an answer with the relaxation of the next round.
void prove(Task& task) {
  prover::Problem problem = read_problem(task.request);
  const prover::Precision precision = read_begin(task.request, problem);
  const auto after_round = [&](const prover::Outcome& next) {
    if (!task.part) return;
    Task round{task.request, task.control, nullptr};
    write_begin(round.json, problem, next);
    const std::string answer = round.answer();
    task.part(answer.data(), (int64_t)answer.size());
  };
  const prover::Outcome outcome = prover::Refinement(problem, precision, task.control, after_round).run();
  if (outcome.classes) task.control.classes = outcome.classes;
  task.json.add("digest", hexadecimal(outcome.digest));
  write_begin(task.json, problem, outcome);
  write_moves(task.json, outcome.moves);
  task.end(outcome.status, outcome.reason);
}

// Run one search with these exact cards.  Request: goal, begin.  Answer: the status.  Early parts, if the
// search is a proof: each class, packed.
void classes(Task& task) {
  prover::Problem problem = read_problem(task.request);
  const prover::Precision precision = read_begin(task.request, problem);
  const prover::Result result = prover::search_all(problem, precision, INT32_MAX, task.control,
                                                   nullptr, 1, task.part);
  task.end(result.verdict == prover::NO ? IMPOSSIBLE : UNDECIDED);
}

// Read the question (see read_question) and the section "limits": 1 if rows may be dealt, the columns
// whose place matters (as bits), the most moves, 1 if lower bounds prune the search, 1 if the player chooses each unknown
// card (followed by the number of unseen copies of each card), 1 if the answer lists positions, the
// avoided moves.  Return true if the answer lists positions.
bool read_limits(Request& request, const Rules& rules, Question& question) {
  read_question(request, rules, question);
  request.named("limits");
  question.deals = request.next(0, 1);
  question.fixed = request.next(0, (1 << MOST_COLUMNS) - 1);
  question.most_moves = request.next(0, 1 << 20);
  question.bounded = request.next(0, 1);
  question.lucky = request.next(0, 1);
  if (question.lucky)
    for (int card = 4; card < CODES; card++) question.unseen[card] = request.next(0, 8);
  const bool listed = request.next(0, 1);
  question.avoided.resize((std::size_t)request.next(0, MOST_CARDS));
  for (auto& move : question.avoided) {
    move.card = read_card(request);
    move.count = (u8)request.next(1, MOST_CARDS);
    move.onto = (u8)request.next(0, CODES - 1);
  }
  request.end();
  return listed;
}

// Request: goal, reach, dug, limits.  Answer: the line, 1 if an unknown card came up or mattered for the
// goal, the number of moves up to which all lines were tried, the digest.  Early parts, if asked for and the goal is
// impossible: each position that was met, packed.
void force(Task& task) {
  const Layout layout = read_layout(task.request, MOST_COLUMNS);
  Question question;
  const bool listed = read_limits(task.request, layout.rules, question);
  const Tableau start = layout.tableau();
  Exhaust::Bound bound;
  if (question.bounded) bound = prover::lower_bounds(layout.rules, question, start, task.control);
  Exhaust exhaust(layout.rules, question, task.control, bound);
  std::vector<Move> line;
  const auto answer = [&] {
    write_moves(task.json, line);
    task.json.add("unknown", (int64_t)exhaust.unknown);
    task.json.add("depth", (int64_t)exhaust.depth);
    task.json.add("digest", hexadecimal(exhaust.digest()));
  };
  try {
    const bool solved = exhaust.search(start, line);
    answer();
    if (listed && !solved && task.part)
      exhaust.met([&](const char* key, u32 size) { task.part(key, size); });
    task.end(solved ? SOLVED : IMPOSSIBLE);
  } catch (const Stopped&) {
    answer();
    throw;
  }
}

// Request: goal, reach, dug, limits.  Answer: the entries of a plan, 1 if the goal depended on an unknown card.
// Early parts, if asked for and no strategy exists: each position of a closed set, packed.
void strategy(Task& task) {
  const Layout layout = read_layout(task.request, MOST_COLUMNS);
  Question question;
  const bool listed = read_limits(task.request, layout.rules, question);
  Strategy strategy(layout.rules, question, task.control);
  const bool exists = strategy.search(layout.tableau());
  Policy policy;
  const bool whole = exists && strategy.write(policy);
  write_policy(task.json, whole ? policy : Policy{});
  task.json.add("unknown", (int64_t)strategy.goal_is_unknown);
  if (listed && !exists && task.part)
    strategy.closed([&](const char* key, u32 size) { task.part(key, size); });
  task.end(exists ? SOLVED : IMPOSSIBLE);
}

// A search for a line to a win or another goal.
struct LineSearch {
  Request& request;
  const Layout layout;
  const Tableau start;
  Aim aim;
  Question question;
  const Referee referee;

  // Read the position and the aim.
  explicit LineSearch(Request& source)
      : request(source), layout(read_layout(request, MOST_COLUMNS)), start(layout.tableau()),
        referee(layout.rules, question, start) {
    request.named("aim");
    aim.standing = request.next(0, 8);
    aim.most_removed = request.next(0, 8);
    aim.deals = request.next(0, 1);
    aim.most_moves = request.next(0, 1 << 20);
  }
  // Read "another goal": 0 if the goal is a win, else 1, a question, and the columns whose place
  // matters to it (as bits).
  void read_goal() {
    if (request.next(0, 1)) {
      read_question(request, layout.rules, question);
      question.fixed = request.next(0, (1 << MOST_COLUMNS) - 1);
      aim.goal = &referee;
    }
    request.end();
  }
};

// Request: aim, width, style, 1 if the beam limits the number of tableaus with the same turned-up cards,
// another goal.  Answer: the line.
void beam(Task& task) {
  LineSearch search(task.request);
  const u32 width = (u32)task.request.next(1, 1 << 24);
  const int style = task.request.next(0, STYLES - 1);
  const bool apart = task.request.next(0, 1);
  search.read_goal();
  std::vector<Move> line;
  Beam beam(search.layout.rules, search.aim, style_of(style), task.control, apart);
  const bool solved = beam.search(search.start, width, line);
  write_moves(task.json, line);
  task.end(solved ? SOLVED : UNDECIDED);
}

// Request: aim, a line that reaches the goal, rounds, another goal.  Answer: the shortened line;
// IMPOSSIBLE if the given one isn't legal or doesn't reach the goal.
void shorten(Task& task) {
  LineSearch search(task.request);
  const std::vector<Move> line = read_moves(task.request);
  const u32 rounds = (u32)task.request.next(1, Shortening::MOST_EFFORT);
  search.read_goal();
  Shortening shortening(search.layout.rules, search.aim, search.start, task.control);
  if (!shortening.begin(line)) return task.end(IMPOSSIBLE);
  // Reserve space for the line, which must be written even if the memory runs out.
  task.json.text.reserve(1000 + 20 * line.size());
  try {
    shortening.run(rounds);
  } catch (...) {
    write_moves(task.json, shortening.line());
    throw;
  }
  write_moves(task.json, shortening.line());
  task.end(SOLVED);
}

// Request: "unseen" (the number of hidden copies of each card), a seed, the strength.  Answer: the moves
// of a player who sees only this position, up to the next event or to a win; none if the search finds none.
void play_on(Task& task) {
  const Layout layout = read_layout(task.request, MOST_COLUMNS);
  task.request.named("unseen");
  Unseen unseen;
  for (int card = 4; card < CODES; card++)
    unseen.total += unseen.count[card] = (u8)task.request.next(0, 8);
  const int seed = task.request.next(0, INT32_MAX);
  const auto strength = (Strength)task.request.next(0, STRENGTHS - 1);
  task.request.end();
  const Tableau t = layout.tableau();
  const std::vector<u8>& hand = layout.rules.hand;
  int hidden = (int)hand.size();
  for (int down : t.down) hidden += down;
  const int unknown = (int)(std::count(t.cards, t.cards + t.total(), UNKNOWN) +
                            std::count(hand.begin(), hand.end(), UNKNOWN));
  if (!hidden) unseen = Unseen{};
  if (unseen.total != hidden || unknown != hidden) throw std::invalid_argument("the hidden cards don't fit");
  write_moves(task.json, decide(layout.rules, t, unseen, (u64)seed, strength, task.control));
  task.end(SOLVED);
}

// Request: aim, "unseen" (the number of hidden copies of each card, including the hand), a seed, the most
// work, another goal.  Answer: the entries of a plan, and orders of the hidden cards that are possibly lost.  An
// entry is a list of moves, the cards that they move, the column in which the last move turns up a card
// (0 if none) and, for each card that may turn up, the index of the next entry.
void be_sure(Task& task) {
  LineSearch search(task.request);
  const Layout& layout = search.layout;
  task.request.named("unseen");
  std::vector<u8> hidden;
  for (int card = 4; card < CODES; card++)
    for (int n = task.request.next(0, 8); n > 0; n--) hidden.push_back((u8)card);
  const u32 seed = (u32)task.request.next(0, INT32_MAX);
  const int64_t most_work = task.request.next(0, INT32_MAX);
  search.read_goal();
  std::size_t unknown = (std::size_t)std::count(layout.rules.hand.begin(), layout.rules.hand.end(), UNKNOWN);
  for (const Layout::Column& column : layout.columns) {
    unknown += (std::size_t)std::count(column.down.begin(), column.down.end(), UNKNOWN);
    if (std::count(column.up.begin(), column.up.end(), UNKNOWN))
      throw std::invalid_argument("a face-up card is unknown");
  }
  if (unknown != hidden.size() || (search.aim.deals && !layout.rules.hand.empty()) ||
      std::count(layout.cells, layout.cells + MOST_CELLS, UNKNOWN))
    throw std::invalid_argument("the hidden cards don't fit");
  std::vector<std::vector<u8>> suspects;
  Sure sure(layout.rules, search.aim, search.start, hidden, seed, most_work, task.control, suspects);
  const auto answer = [&](const Policy& policy) {
    write_policy(task.json, policy);
    task.json.rows("suspects", suspects, [&](const auto& order) { task.json.array(order); });
  };
  try {
    const bool solved = sure.search();
    answer(solved ? sure.policy() : Policy{});
    task.end(solved ? SOLVED : UNDECIDED);
  } catch (const Stopped&) {
    answer(Policy{});
    throw;
  }
}

const struct {
  const char* name;
  void (*perform)(Task&);
} TASKS[] = {{"prove", prove}, {"classes", classes}, {"force", force}, {"beam", beam},
             {"shorten", shorten}, {"play", play_on}, {"sure", be_sure}, {"strategy", strategy}};

void perform(Task& task) {
  const std::string name = task.request.word();
  for (const auto& each : TASKS)
    if (name == each.name) return each.perform(task);
  throw std::invalid_argument("unknown task");
}

}  // namespace

EXPORTED int32_t spiderpos_interface() {
  return INTERFACE;
}

// Answer a request.  Every answer has status, reason, work, rounds, classes (or positions), steps and
// bytes (the most memory used).  `part` may be null.  The caller frees the answer with spiderpos_free; it
// is null if the memory runs out.
EXPORTED char* spiderpos_search(const char* text, double seconds, int64_t work, int64_t bytes,
                                Report report, EarlyPart part) {
  try {
    Control control(seconds, (std::size_t)bytes, report, work);
    Request request(text);
    Task task{request, control, part};
    try {
      perform(task);
    } catch (const Stopped& stopped) {
      task.end(UNDECIDED, stopped.why);
    } catch (const std::bad_alloc&) {
      task.end(UNDECIDED, MEMORY);
    } catch (const std::exception&) {
      task.json = Json{};
      task.end(BROKEN);
    }
    return give(task.answer());
  } catch (...) {
    return nullptr;
  }
}
