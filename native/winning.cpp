// The C interface of the search for whole games; spiderpos/winning/core.py asks it.
#include <cstdint>
#include <new>
#include <stdexcept>
#include <vector>

#include "exhaust.hpp"
#include "interface.hpp"
#include "shorten.hpp"

namespace {

using namespace spiderpos;
using namespace spiderpos::winning;

// To be raised with every change of a request or a result.
const int32_t INTERFACE = 3;

enum Task { BEAM, EXHAUST, SHORTEN, LOOK };

u8 read_card(Request& request) {
  return (u8)request.next(4, CODES - 1);
}

struct Asked {
  Rules rules;
  Tableau start;
  Aim aim;
};

// Columns, cells, rules; of each column: face-down cards, face-up cards; cells; hand; removed;
// the aim.
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
    t.cells[i] = (u8)request.next(0, CODES - 1);
    if (t.cells[i] && (t.cells[i] < 4 || ++total > MOST_CARDS))
      throw std::invalid_argument("a cell");
  }
  const int hand = count();
  for (int i = 0; i < hand; i++) rules.hand.push_back(read_card(request));
  t.removed = (u8)request.next(0, 8);
  asked.aim.standing = request.next(0, 8);
  asked.aim.most_removed = request.next(0, 8);
  asked.aim.deals = request.next(0, 1);
  asked.aim.most_moves = request.next(0, 1 << 20);
  return asked;
}

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

void add_moves(const std::vector<Move>& moves, std::vector<int64_t>& out) {
  out.push_back((int64_t)moves.size());
  for (const Move& m : moves) out.insert(out.end(), {m.kind, m.from, m.to, m.count});
}

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

Status perform(Request& request, Control& control, std::vector<int64_t>& out) {
  const Task task = (Task)request.next(0, LOOK);
  Asked asked = read(request);
  std::vector<Move> line;
  switch (task) {
    case BEAM: {
      Effort effort;
      effort.width = (u32)request.next(1, 1 << 24);
      const int style = request.next(0, STYLES - 1);
      request.end();
      effort.each_space = style_of(style).each_space;
      Beam beam(asked.rules, asked.aim, style_of(style).weights, control);
      if (!beam.search(asked.start, effort, line)) return UNDECIDED;
      add_moves(line, out);
      return SOLVED;
    }
    case EXHAUST: {
      request.end();
      Exhaust exhaust(asked.rules, asked.aim, control);
      if (!exhaust.search(asked.start, line)) return IMPOSSIBLE;
      add_moves(line, out);
      return SOLVED;
    }
    case SHORTEN: {
      line = read_moves(request);
      const u32 rounds = (u32)request.next(1, Shortening::MOST_EFFORT);
      request.end();
      Shortening shortening(asked.rules, asked.aim, asked.start, control);
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
  }
  return BROKEN;
}

}  // namespace

EXPORTED int32_t spiderpos_winning_interface() {
  return INTERFACE;
}

// The answer: how many numbers follow; status, reason, tableaus searched, the most bytes; then
// what the task says.  To be freed with spiderpos_free.  Null if there's no memory for it.
EXPORTED int64_t* spiderpos_winning(const int32_t* words, int64_t length, double seconds,
                                    int64_t bytes, Report report) {
  try {
    Control control(seconds, (std::size_t)bytes, report);
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
    std::vector<int64_t> out{0, status, reason, control.classes, (int64_t)control.most};
    out.insert(out.end(), found.begin(), found.end());
    out[0] = (int64_t)out.size() - 1;
    return give(out);
  } catch (...) {
    return nullptr;
  }
}
