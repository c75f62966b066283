// The C interface of the searches, called by spiderpos/solver/prover/native.py.
//
// A request is text: its name, the position, the goal and further sections.  The answer is JSON.
// Columns are numbered from 1.
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

// Increase it with every change of a request or an answer.
const int32_t INTERFACE = 12;

// Called with each part of an answer that is ready before the end: bytes, and their number.
using Told = void (*)(const char*, int64_t);

// One question: the request, its limits, the receiver of early parts, and the answer.
struct Task {
  Request& request;
  Control& control;
  Told told;
  Json json{};
  Status status = UNDECIDED;
  Reason reason = NO_REASON;

  void end(Status came_to, Reason why = NO_REASON) { status = came_to, reason = why; }
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

// The position as classes know it: without a hand, and without the suits that are removed.
prover::Problem read_problem(Request& request) {
  const Layout layout = read_layout(request, MAX_COLUMNS);
  if (layout.rules.cells) throw std::invalid_argument("a cell");
  prover::Problem problem;
  problem.kings_on_aces = layout.rules.kings_on_aces;
  std::vector<std::vector<int>> down, up;
  int of_rank[14] = {0};
  const auto codes = [&](const std::vector<u8>& cards) {
    std::vector<int> result;
    for (u8 card : cards) {
      result.push_back(is_known(card) ? card : 0);
      if (is_known(card) && ++of_rank[card >> 2] > prover::MAX_OF_RANK)
        throw std::invalid_argument("too many of a rank");
    }
    return result;
  };
  for (const Layout::Column& column : layout.columns) {
    down.push_back(codes(column.down));
    up.push_back(codes(column.up));
  }
  build(problem, down, up);
  request.named("goal");
  read_goal(request, problem.columns, problem.goal);
  if (problem.kings_on_aces && problem.goal.places())
    throw std::invalid_argument("a goal with places");
  return problem;
}

// "begin": whether classes have bases; how many cards are exact; of each: column, row from the top,
// card, level.
void read_begin(Request& request, prover::Problem& problem, u8* precision) {
  request.named("begin");
  problem.bases = request.next(0, 1) && !problem.named().empty();
  std::memset(precision, prover::BLIND, MAX_CARDS);
  for (int n = request.next(0, MAX_CARDS); n > 0; n--) {
    const int column = request.next(1, problem.columns) - 1;
    const auto &down = problem.down[column], &up = problem.up[column];
    const std::size_t row = (std::size_t)request.next(1, (int)(down.size() + up.size())) - 1;
    const int card = row < down.size() ? down[row] : up[row - down.size()];
    if (request.next(4, 55) != problem.value(card)) throw std::invalid_argument("another card");
    precision[card] = (u8)request.next(prover::SHALLOW, prover::DEEP);
  }
  request.end();
}

void write_begin(Json& json, const prover::Problem& problem, const u8* precision, bool bases) {
  std::vector<std::vector<int>> exact;
  for (int i = 0; i < problem.columns; i++) {
    int row = 0;
    for (const auto& segment : problem.segments[i])
      for (int card : segment) {
        row++;
        if (precision[card] != prover::BLIND && problem.rank[card])
          exact.push_back({i + 1, row, problem.value(card), precision[card]});
      }
  }
  json.add("bases", (int64_t)bases);
  json.rows("precision", exact, [&](const auto& card) { json.array(card); });
}

// Goal, begin.  The digest, what the last round began with, moves.  Told after each round but the last:
// an answer that says what the next begins with.
void prove(Task& task) {
  prover::Problem problem = read_problem(task.request);
  u8 precision[MAX_CARDS];
  read_begin(task.request, problem, precision);
  const auto told = [&](const u8* next, bool bases) {
    if (!task.told) return;
    Task round{task.request, task.control, nullptr};
    write_begin(round.json, problem, next, bases);
    const std::string answer = round.answer();
    task.told(answer.data(), (int64_t)answer.size());
  };
  const prover::Solved solved = prover::solve(problem, precision, task.control, told);
  const prover::Found& found = solved.found;
  if (found.classes) task.control.classes = found.classes;
  task.json.add("digest", hexadecimal(found.digest));
  write_begin(task.json, problem, found.precision, found.bases);
  task.json.rows("moves", found.moves, [&](const prover::Move& move) {
    const bool removal = move.to < 0;
    write_move(task.json, removal ? Move{REMOVE, (u8)move.from, 0, 0}
                                  : Move{SHIFT, (u8)move.from, (u8)move.to, (u8)move.count});
  });
  task.end(solved.status, solved.reason);
}

// Goal, begin.  One search with these exact cards.  Told, if that is a proof: each class, packed.
void classes(Task& task) {
  prover::Problem problem = read_problem(task.request);
  u8 precision[MAX_CARDS];
  read_begin(task.request, problem, precision);
  const prover::Result found = prover::search_all(problem, precision, INT32_MAX, task.control,
                                                  nullptr, 1, task.told);
  task.end(found.verdict == prover::NO ? IMPOSSIBLE : UNDECIDED);
}

// Goal; tableaus that are to be reached, each column as its face-down count and its cards; "limits":
// whether rows may be dealt, whether the goal names a column, the most moves, whether unknown cards come
// up as any that are unseen, and then how many are of each card; whether positions are to be told, which
// is returned.
bool read_limits(Request& request, const Rules& rules, Question& question) {
  read_question(request, rules, question);
  request.named("limits");
  question.deals = request.next(0, 1);
  question.in_place = request.next(0, 1);
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

// Goal, reach, limits.  The line, whether an unknown card came up, how deep, the digest.  Told, if it is
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
    const bool found = exhaust.search(start, line);
    answer();
    if (listed && !found && task.told)
      exhaust.met([&](const char* key, u32 size) { task.told(key, size); });
    task.end(found ? SOLVED : IMPOSSIBLE);
  } catch (const Stopped&) {
    answer();
    throw;
  }
}

// Goal, reach, limits.  The entries of a plan, and whether that says the whole strategy; whether the goal
// asks for an unknown card.  Told, if there is no strategy: each position of a closed set, packed.
void strategy(Task& task) {
  const Layout layout = read_layout(task.request, MOST_COLUMNS);
  Question question;
  const bool listed = read_limits(task.request, layout.rules, question);
  Strategy strategy(layout.rules, question, task.control);
  const bool found = strategy.search(layout.tableau());
  Policy policy;
  const bool whole = found && strategy.write(policy);
  write_policy(task.json, whole ? policy : Policy{});
  task.json.add("whole", (int64_t)whole);
  task.json.add("unknown", (int64_t)strategy.wanted);
  if (listed && !found && task.told)
    strategy.closed([&](const char* key, u32 size) { task.told(key, size); });
  task.end(found ? SOLVED : IMPOSSIBLE);
}

Aim read_aim(Request& request) {
  request.named("aim");
  Aim aim;
  aim.standing = request.next(0, 8);
  aim.most_removed = request.next(0, 8);
  aim.deals = request.next(0, 1);
  aim.most_moves = request.next(0, 1 << 20);
  return aim;
}

Layout read_known(Request& request) {
  const Layout layout = read_layout(request, MOST_COLUMNS);
  const auto known = [](const auto& cards) {
    return std::find(std::begin(cards), std::end(cards), UNKNOWN) == std::end(cards);
  };
  bool all = known(layout.rules.hand) && known(layout.cells);
  for (const Layout::Column& column : layout.columns) all &= known(column.down) && known(column.up);
  if (!all) throw std::invalid_argument("an unknown card");
  return layout;
}

// True if another goal than a win is asked for; and then the goal, reach, whether it names a column.
bool read_other(Request& request, const Rules& rules, Question& question) {
  const bool other = request.next(0, 1);
  if (other) {
    read_question(request, rules, question);
    question.in_place = request.next(0, 1);
  }
  request.end();
  return other;
}

// Aim, width, style, whether tableaus are kept apart; another goal.  The line.
void beam(Task& task) {
  const Layout layout = read_layout(task.request, MOST_COLUMNS);
  Aim aim = read_aim(task.request);
  Effort effort;
  effort.width = (u32)task.request.next(1, 1 << 24);
  const int style = task.request.next(0, STYLES - 1);
  const bool apart = task.request.next(0, 1);
  Question question;
  const bool other = read_other(task.request, layout.rules, question);
  const Referee referee(layout.rules, question, layout.tableau());
  if (other) aim.goal = &referee;
  effort.each_space = style_of(style).each_space;
  std::vector<Move> line;
  const Weights& weights = style_of(style).weights;
  const bool found =
      apart ? AnyBeam<true>(layout.rules, aim, weights, task.control).search(layout.tableau(), effort, line)
            : Beam(layout.rules, aim, weights, task.control).search(layout.tableau(), effort, line);
  write_moves(task.json, line);
  task.end(found ? SOLVED : UNDECIDED);
}

// Aim, a line that reaches the goal, rounds; another goal.  The line that is left.
void shorten(Task& task) {
  const Layout layout = read_layout(task.request, MOST_COLUMNS);
  Aim aim = read_aim(task.request);
  const std::vector<Move> line = read_moves(task.request);
  const u32 rounds = (u32)task.request.next(1, Shortening::MOST_EFFORT);
  Question question;
  const bool other = read_other(task.request, layout.rules, question);
  const Referee referee(layout.rules, question, layout.tableau());
  if (other) aim.goal = &referee;
  Shortening shortening(layout.rules, aim, layout.tableau(), task.control);
  if (!shortening.begin(line)) return task.end(IMPOSSIBLE);
  // Room for the line, which must be written even if the memory runs out.
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

// Moves.  The tableau after them and its legal moves; impossible if one isn't legal.
void look(Task& task) {
  const Layout layout = read_known(task.request);
  const std::vector<Move> moves = read_moves(task.request);
  task.request.end();
  const Rules& rules = layout.rules;
  Tableau t = layout.tableau();
  for (const Move& move : moves) {
    if (!is_legal(rules, t, move)) return task.end(IMPOSSIBLE);
    play(rules, t, move);
  }
  std::vector<Move> legal;
  legal_moves(rules, t, [&](Move move) { legal.push_back(move); });
  write_moves(task.json, legal);
  int standing;
  task.json.add("won", (int64_t)is_won(rules, t, standing));
  std::vector<std::vector<int>> columns;
  const u8* at = t.cards;
  for (int i = 0; i < rules.columns; at += t.length[i], i++) {
    columns.push_back({t.down[i]});
    columns.back().insert(columns.back().end(), at, at + t.length[i]);
  }
  task.json.rows("columns", columns, [&](const auto& column) { task.json.array(column); });
  task.json.list("cells", std::vector<u8>(t.cells, t.cells + rules.cells));
  task.json.add("dealt", t.dealt);
  task.json.add("removed", t.removed);
  task.end(SOLVED);
}

// "unseen": how many of each card lie hidden; where luck begins.  The moves of a player who sees only
// this position, up to the next event or to a win; none if there is nothing to be done.
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
  if (unseen.total != hidden || unknown != hidden) throw std::invalid_argument("what is hidden");
  write_moves(task.json, decide(layout.rules, t, unseen, (u64)seed, strength, task.control));
  task.end(SOLVED);
}

// Aim; "unseen": how many of each card lie hidden, in the hand too, where luck begins, the most work,
// whether another goal than a win is asked for; and then the goal, reach, whether it names a column.
// The entries of a plan: moves, each with the cards that it moves; the column in which a card turns
// up (0 if none does); each card that it may be with the number of an entry.  Then orders of the
// hidden cards that may be lost.
void be_sure(Task& task) {
  const Layout layout = read_layout(task.request, MOST_COLUMNS);
  Aim aim = read_aim(task.request);
  task.request.named("unseen");
  std::vector<u8> hidden;
  for (int card = 4; card < CODES; card++)
    for (int n = task.request.next(0, 8); n > 0; n--) hidden.push_back((u8)card);
  const u32 seed = (u32)task.request.next(0, INT32_MAX);
  const int64_t most_work = task.request.next(0, INT32_MAX);
  Question question;
  const bool other = read_other(task.request, layout.rules, question);
  std::size_t unknown = (std::size_t)std::count(layout.rules.hand.begin(), layout.rules.hand.end(), UNKNOWN);
  for (const Layout::Column& column : layout.columns) {
    unknown += (std::size_t)std::count(column.down.begin(), column.down.end(), UNKNOWN);
    if (std::count(column.up.begin(), column.up.end(), UNKNOWN))
      throw std::invalid_argument("a face-up card that isn't known");
  }
  if (unknown != hidden.size() || (aim.deals && !layout.rules.hand.empty()) ||
      std::count(layout.cells, layout.cells + MOST_CELLS, UNKNOWN))
    throw std::invalid_argument("what is hidden");
  const Referee referee(layout.rules, question, layout.tableau());
  if (other) aim.goal = &referee;
  Sure sure(layout.rules, aim, layout.tableau(), hidden, seed, most_work, task.control);
  Json& json = task.json;
  const auto answer = [&](const Policy& policy) {
    write_policy(json, policy);
    json.rows("suspects", sure.suspects, [&](const auto& order) { json.array(order); });
  };
  try {
    const bool found = sure.search();
    answer(found ? sure.policy() : Policy{});
    task.end(found ? SOLVED : UNDECIDED);
  } catch (const Stopped&) {
    answer(Policy{});
    throw;
  }
}

// All tasks.
const struct {
  const char* name;
  void (*perform)(Task&);
} TASKS[] = {{"prove", prove}, {"classes", classes}, {"force", force}, {"beam", beam},
             {"shorten", shorten}, {"look", look}, {"play", play_on}, {"sure", be_sure},
             {"strategy", strategy}};

void perform(Task& task) {
  const std::string name = task.request.word();
  for (const auto& known : TASKS)
    if (name == known.name) return known.perform(task);
  throw std::invalid_argument("an unknown task");
}

}  // namespace

EXPORTED int32_t spiderpos_interface() {
  return INTERFACE;
}

// The answer to a request; it says at least status, reason, work, rounds, classes (or positions), steps,
// and the most bytes.  `told` may be null.  To be freed with spiderpos_free; null if there's no
// memory for it.
EXPORTED char* spiderpos_search(const char* text, double seconds, int64_t work, int64_t bytes,
                                Report report, Told told) {
  try {
    Control control(seconds, (std::size_t)bytes, report, work);
    Request request(text);
    Task task{request, control, told};
    try {
      perform(task);
    } catch (const Stopped& stopped) {
      task.end(UNDECIDED, reason_of(stopped.why));
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
