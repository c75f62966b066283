// The C interface of the searches that play positions: the one for whole games, which
// spiderpos/solver/winning/core.py asks, and brute force, which spiderpos/solver/prover/brute.py does.
#include <algorithm>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <vector>

#include "game/game.hpp"
#include "prover/prover.hpp"
#include "winning/winning.hpp"
#if !defined(__EMSCRIPTEN__)
#include "player/player.hpp"
#endif

namespace {

using namespace spiderpos;
using namespace spiderpos::winning;

// To be raised with every change of a request or a result.
const int32_t INTERFACE = 7;

// A page doesn't ask for SHORTEN, LOOK and PLAY.
enum Task { BEAM, EXHAUST, SHORTEN, LOOK, PLAY, SURE };

// A card; UNKNOWN for 0.
u8 read_card(Request& request) {
  const int card = request.next(0, CODES - 1);
  if (card && card < 4) throw std::invalid_argument("a card of no rank");
  return card ? (u8)card : UNKNOWN;
}

struct Asked {
  Rules rules;
  Tableau start;
};

// Columns, cells, rules; of each column: face-down cards, face-up cards; cells, each empty or a
// card; hand; removed.
Asked read(Request& request) {
  Asked asked;
  Rules& rules = asked.rules;
  Tableau& t = asked.start;
  std::memset(&t, 0, sizeof t);
  rules.columns = request.next(1, MOST_COLUMNS);
  rules.cells = request.next(0, MOST_CELLS);
  rules.over_spaces = (DealOver)request.next(0, 3);
  rules.short_last_deal = request.next(0, 1);
  rules.kings_on_aces = request.next(0, 1);
  rules.automatic_removal = request.next(0, 1);
  int total = 0;
  const auto count = [&]() {
    const int cards = request.next(0, MOST_CARDS - total);
    total += cards;
    return cards;
  };
  u8* at = t.cards;
  for (int i = 0; i < rules.columns; i++) {
    t.down[i] = (u8)count();
    for (int j = 0; j < t.down[i]; j++) *at++ = read_card(request);
    const int up = count();
    if (t.down[i] && !up) throw std::invalid_argument("a column without a face-up card");
    for (int j = 0; j < up; j++) *at++ = read_card(request);
    t.length[i] = (u8)(t.down[i] + up);
  }
  for (int i = 0; i < rules.cells; i++) {
    if (!request.next(0, 1)) continue;
    t.cells[i] = read_card(request);
    if (++total > MOST_CARDS) throw std::invalid_argument("a cell");
  }
  const int hand = count();
  for (int i = 0; i < hand; i++) rules.hand.push_back(read_card(request));
  t.removed = (u8)request.next(0, 8);
  return asked;
}

Aim read_aim(Request& request) {
  Aim aim;
  aim.standing = request.next(0, 8);
  aim.most_removed = request.next(0, 8);
  aim.deals = request.next(0, 1);
  aim.most_moves = request.next(0, 1 << 20);
  return aim;
}

// The goal; tableaus that are to be reached, each column as its face-down count and its cards;
// deals, in_place, most_moves, lucky; with that, how many are unseen of each card.
Question read_question(Request& request, const Rules& rules) {
  Question question;
  read_goal(request, rules.columns, question.goal);
  question.reach.resize(request.next(0, MOST_CARDS));
  for (Target& target : question.reach) {
    target.columns.resize(rules.columns);
    for (Target::Column& column : target.columns) {
      column.down = (u8)request.next(0, MOST_CARDS);
      column.cards.resize(request.next(0, MOST_CARDS));
      for (u8& card : column.cards) card = read_card(request);
    }
  }
  question.deals = request.next(0, 1);
  question.in_place = request.next(0, 1);
  question.most_moves = request.next(0, 1 << 20);
  question.lucky = request.next(0, 1);
  if (question.lucky)
    for (int card = 4; card < CODES; card++) question.unseen[card] = request.next(0, 8);
  return question;
}

#if !defined(__EMSCRIPTEN__)
std::vector<Move> read_moves(Request& request) {
  std::vector<Move> moves(request.next(0, 1 << 16));
  for (Move& move : moves) {
    move.kind = (Kind)request.next(0, FROM_CELL);
    move.from = (u8)request.next(0, MOST_COLUMNS - 1);
    move.to = (u8)request.next(0, MOST_COLUMNS - 1);
    move.count = (u8)request.next(0, MOST_CARDS);
  }
  return moves;
}
#endif

void add_moves(const std::vector<Move>& moves, std::vector<int64_t>& out) {
  out.push_back((int64_t)moves.size());
  for (const Move& m : moves) out.insert(out.end(), {m.kind, m.from, m.to, m.count});
}

#if !defined(__EMSCRIPTEN__)
// Plays moves; the tableau after them and its legal moves are the answer.
Status look(const Asked& asked, const std::vector<Move>& moves, std::vector<int64_t>& out) {
  Tableau t = asked.start;
  for (const Move& move : moves) {
    if (!is_legal(asked.rules, t, move)) return IMPOSSIBLE;
    play(asked.rules, t, move);
  }
  std::vector<Move> legal;
  legal_moves(asked.rules, t, [&](Move move) { legal.push_back(move); });
  add_moves(legal, out);
  int standing;
  out.push_back(is_won(asked.rules, t, standing));
  const u8* at = t.cards;
  for (int i = 0; i < asked.rules.columns; at += t.length[i], i++) {
    out.insert(out.end(), {t.down[i], t.length[i]});
    out.insert(out.end(), at, at + t.length[i]);
  }
  out.insert(out.end(), t.cells, t.cells + asked.rules.cells);
  out.insert(out.end(), {t.dealt, t.removed});
  return SOLVED;
}

// A position as a player sees it; how many are unseen of each card, where luck begins.  The moves
// up to the next event, or to a win; none if there is nothing to be done.
Status play_on(Request& request, const Asked& asked, Control& control, std::vector<int64_t>& out) {
  Unseen unseen;
  for (int card = 4; card < CODES; card++)
    unseen.total += unseen.count[card] = (u8)request.next(0, 8);
  const int seed = request.next(0, INT32_MAX);
  request.end();
  const Tableau& t = asked.start;
  int hidden = (int)asked.rules.hand.size();
  for (int down : t.down) hidden += down;
  const int unknown = (int)(std::count(t.cards, t.cards + t.total(), UNKNOWN) +
                            std::count(asked.rules.hand.begin(), asked.rules.hand.end(), UNKNOWN));
  if (!hidden) unseen = Unseen{};
  if (unseen.total != hidden || unknown != hidden) throw std::invalid_argument("what is hidden");
  add_moves(decide(asked.rules, t, unseen, (u64)seed, control), out);
  return SOLVED;
}
#endif

// The line, whether an unknown card came up, how deep, the digest; if they are wanted, all
// tableaus that were met: how many bytes they take (the size of each before it), eight to a number.
Status by_force(Request& request, const Asked& asked, Control& control,
                std::vector<int64_t>& out) {
  const Question question = read_question(request, asked.rules);
  const bool list = request.next(0, 1);
  request.end();
  Exhaust exhaust(asked.rules, question, control);
  std::vector<Move> line;
  const auto answer = [&] {
    add_moves(line, out);
    out.insert(out.end(), {exhaust.unknown, (int64_t)exhaust.depth, (int64_t)exhaust.digest()});
  };
  try {
    const bool found = exhaust.search(asked.start, line);
    answer();
    std::vector<u8> bytes;
    if (list)
      exhaust.met([&](const char* key, u32 size) {
        bytes.push_back((u8)size);
        bytes.insert(bytes.end(), key, key + size);
      });
    out.push_back((int64_t)bytes.size());
    bytes.resize((bytes.size() + 7) / 8 * 8);
    for (std::size_t i = 0; i < bytes.size(); i += 8) {
      int64_t word;
      std::memcpy(&word, &bytes[i], 8);
      out.push_back(word);
    }
    return found ? SOLVED : IMPOSSIBLE;
  } catch (const Stopped&) {
    out.clear();
    answer();
    out.push_back(0);
    throw;
  }
}

// A position as a player sees it, with an empty hand; the aim; how many are unseen of each card,
// where luck begins, the most work.  The entries of a plan, each as its moves, the cards that
// they move, the column in which a card turns up (from 1; 0 if none does) and for each card its number and that of an entry; then
// orders of the hidden cards that may be lost.
Status be_sure(Request& request, const Asked& asked, Control& control,
               std::vector<int64_t>& out) {
  const Aim aim = read_aim(request);
  std::vector<u8> hidden;
  for (int card = 4; card < CODES; card++)
    for (int n = request.next(0, 8); n > 0; n--) hidden.push_back((u8)card);
  const u32 seed = (u32)request.next(0, INT32_MAX);
  const int64_t most_work = request.next(0, INT32_MAX);
  request.end();
  const Tableau& t = asked.start;
  std::size_t unknown = 0;
  const u8* at = t.cards;
  for (int i = 0; i < asked.rules.columns; at += t.length[i], i++) {
    unknown += (std::size_t)std::count(at, at + t.down[i], UNKNOWN);
    if (std::find(at + t.down[i], at + t.length[i], UNKNOWN) != at + t.length[i])
      throw std::invalid_argument("a face-up card that isn't known");
  }
  if (unknown != hidden.size() || !asked.rules.hand.empty() ||
      std::find(t.cells, t.cells + MOST_CELLS, UNKNOWN) != t.cells + MOST_CELLS)
    throw std::invalid_argument("what is hidden");
  Sure sure(asked.rules, aim, t, hidden, seed, most_work, control);
  const auto tell = [&](const Policy& policy) {
    out.push_back((int64_t)policy.size());
    for (const Entry& entry : policy) {
      add_moves(entry.moves, out);
      out.push_back((int64_t)entry.cards.size());
      out.insert(out.end(), entry.cards.begin(), entry.cards.end());
      out.insert(out.end(), {entry.column + 1, (int64_t)entry.next.size()});
      for (const auto& next : entry.next) out.insert(out.end(), {next.first, next.second});
    }
    out.push_back((int64_t)sure.suspects.size());
    for (const auto& order : sure.suspects) out.insert(out.end(), order.begin(), order.end());
  };
  try {
    const bool found = sure.search();
    tell(found ? sure.policy() : Policy{});
    return found ? SOLVED : UNDECIDED;
  } catch (const Stopped&) {
    tell(Policy{});
    throw;
  }
}

void all_known(const Asked& asked) {
  const Tableau& t = asked.start;
  if (std::find(t.cards, t.cards + t.total(), UNKNOWN) != t.cards + t.total() ||
      std::find(t.cells, t.cells + MOST_CELLS, UNKNOWN) != t.cells + MOST_CELLS ||
      std::find(asked.rules.hand.begin(), asked.rules.hand.end(), UNKNOWN) !=
          asked.rules.hand.end())
    throw std::invalid_argument("an unknown card");
}

Status perform(Request& request, Control& control, std::vector<int64_t>& out) {
  const Task task = (Task)request.next(0, SURE);
  const Asked asked = read(request);
  if (task == EXHAUST) return by_force(request, asked, control, out);
  if (task == SURE) return be_sure(request, asked, control, out);
#if !defined(__EMSCRIPTEN__)
  if (task == PLAY) return play_on(request, asked, control, out);
#endif
  all_known(asked);
  std::vector<Move> line;
  switch (task) {
    case BEAM: {
      const Aim aim = read_aim(request);
      Effort effort;
      effort.width = (u32)request.next(1, 1 << 24);
      const int style = request.next(0, STYLES - 1);
      request.end();
      effort.each_space = style_of(style).each_space;
      Beam beam(asked.rules, aim, style_of(style).weights, control);
      if (!beam.search(asked.start, effort, line)) return UNDECIDED;
      add_moves(line, out);
      return SOLVED;
    }
#if !defined(__EMSCRIPTEN__)
    case SHORTEN: {
      const Aim aim = read_aim(request);
      line = read_moves(request);
      const u32 rounds = (u32)request.next(1, Shortening::MOST_EFFORT);
      request.end();
      Shortening shortening(asked.rules, aim, asked.start, control);
      if (!shortening.begin(line)) return IMPOSSIBLE;
      // Room for the line, which has to be told even where the memory runs out.
      out.reserve(1 + 4 * line.size());
      try {
        shortening.run(rounds);
      } catch (...) {
        add_moves(shortening.line(), out);
        throw;
      }
      add_moves(shortening.line(), out);
      return SOLVED;
    }
    case LOOK: {
      line = read_moves(request);
      request.end();
      return look(asked, line, out);
    }
#endif
    default:
      return BROKEN;
  }
}

}  // namespace

EXPORTED int32_t spiderpos_winning_interface() {
  return INTERFACE;
}

// The answer: how many numbers follow; work, status, reason, tableaus searched, moves tried, the
// most bytes; then what the task says.  To be freed with spiderpos_free.  Null if there's no memory for it.
EXPORTED int64_t* spiderpos_winning(const int32_t* words, int64_t length, double seconds,
                                    int64_t work, int64_t bytes, Report report) {
  try {
    Control control(seconds, (std::size_t)bytes, report, work);
    Status status = UNDECIDED;
    Reason reason = NO_REASON;
    std::vector<int64_t> found;
    try {
      Request request(words, length);
      status = perform(request, control, found);
    } catch (const Stopped& stopped) {
      reason = reason_of(stopped.why);
    } catch (const std::bad_alloc&) {
      reason = MEMORY;
    } catch (const std::exception&) {
      status = BROKEN;
    }
    std::vector<int64_t> out{0,      control.work,    status,        reason,
                             control.classes, control.steps, (int64_t)control.most};
    out.insert(out.end(), found.begin(), found.end());
    out[0] = (int64_t)out.size() - 1;
    return give(out);
  } catch (...) {
    return nullptr;
  }
}
