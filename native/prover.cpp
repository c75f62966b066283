// The C interface of the solver's core; spiderpos/solver/prover/native.py calls it.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <vector>

#include "game/game.hpp"
#include "prover/prover.hpp"

namespace {

using namespace spiderpos;
using namespace spiderpos::prover;

// To be raised with every change of a request or a result.
const int32_t INTERFACE = 6;

std::vector<int> read_cards(Request& request) {
  std::vector<int> cards(request.next(0, MAX_CARDS));
  for (int& card : cards) card = request.next(0, 55);
  return cards;
}

// What to begin with: whether classes have bases; the precision as `add_precision` has it.
void read_start(Request& request, Problem& P, u8* precision) {
  P.bases = request.next(0, 1) && !P.named().empty();
  for (int n = request.next(0, MAX_CARDS); n > 0; n--) {
    const int column = request.next(1, P.columns) - 1;
    const int down = (int)P.down[column].size(), up = (int)P.up[column].size();
    const int row = request.next(1, down + up) - 1;
    const int card = row < down ? P.down[column][row] : P.up[column][row - down];
    if (request.next(4, 55) != P.value(card)) throw std::invalid_argument("another card");
    precision[card] = (u8)request.next(SHALLOW, DEEP);
  }
}

// Whether Kings go on Aces; columns (their number; of each: face-down cards, face-up cards); the
// goal, as `read_goal` takes it; what to begin with.  Where Kings go on Aces the goal has no places.
Problem read(const int32_t* words, int64_t length, u8* precision) {
  Request request(words, length);
  Problem P;
  P.kings_on_aces = request.next(0, 1);
  const int columns = request.next(1, MAX_COLUMNS);
  std::vector<std::vector<int>> down, up;
  int total = 0, of_rank[14] = {0};
  for (int i = 0; i < columns; i++) {
    down.push_back(read_cards(request));
    up.push_back(read_cards(request));
    if (up.back().empty() && !down.back().empty())
      throw std::invalid_argument("a column without a face-up card");
    total += (int)(down.back().size() + up.back().size());
    for (const auto* cards : {&down.back(), &up.back()})
      for (int card : *cards) {
        if (card && card < 4) throw std::invalid_argument("a card of no rank");
        if (card && ++of_rank[card >> 2] > MAX_OF_RANK)
          throw std::invalid_argument("too many of a rank");
      }
  }
  if (total > MAX_CARDS) throw std::invalid_argument("too many cards");
  build(P, down, up);
  read_goal(request, columns, P.goal);
  if (P.kings_on_aces && P.goal.places()) throw std::invalid_argument("a goal with places");
  read_start(request, P, precision);
  request.end();
  return P;
}

// How many cards are exact; of each: column, row from the top, card, level.
void add_precision(const Problem& P, const u8* precision, std::vector<int64_t>& out) {
  const std::size_t count = out.size();
  out.push_back(0);
  for (int i = 0; i < P.columns; i++) {
    int row = 0;
    for (const auto& segment : P.segments[i])
      for (int c : segment) {
        row++;
        if (precision[c] == BLIND || !P.rank[c]) continue;
        out[count]++;
        out.insert(out.end(), {i + 1, row, P.value(c), precision[c]});
      }
  }
}

Reason reason_of(Why why) {
  switch (why) {
    case Why::CAP:
      return MEMORY;
    case Why::PATH:
    case Why::UNPLAYED:
      return PATH;
    case Why::TOO_MANY:
      return TOO_MANY;
    default:
      return NO_REASON;
  }
}

}  // namespace

EXPORTED int32_t spiderpos_interface() {
  return INTERFACE;
}

// Called after each round that isn't the last, with an answer (undecided, no moves) that says how
// far the search has got, and what the next round begins with.
using AfterRound = void (*)(const int64_t*);

// The answer: how many numbers follow; work, status, reason, rounds, classes, steps, the most
// bytes, digest, whether classes had bases; the precision, as in the request; the moves (how many; of
// each: from, to, count; to is 0 if a suit is removed).  To be freed with spiderpos_free.
// Null if there's no memory for it.
EXPORTED int64_t* spiderpos_solve(const int32_t* words, int64_t length, double seconds,
                                  int64_t work, int64_t bytes, Report report, AfterRound after) {
  try {
    Control control(seconds, (std::size_t)bytes, report, work);
    Status status = UNDECIDED;
    Reason reason = NO_REASON;
    Found found;
    std::memset(found.precision, BLIND, MAX_CARDS);
    Problem P;
    const auto answer = [&] {
      std::vector<int64_t> out{control.work,
                               status,
                               reason,
                               control.rounds,
                               found.classes ? found.classes : control.classes,
                               control.steps,
                               (int64_t)control.most,
                               (int64_t)found.digest,
                               found.bases};
      add_precision(P, found.precision, out);
      out.push_back((int64_t)found.moves.size());
      for (const Move& m : found.moves) out.insert(out.end(), {m.from + 1, m.to + 1, m.count});
      out.insert(out.begin(), (int64_t)out.size());
      return out;
    };
    try {
      P = read(words, length, found.precision);
      found.bases = P.bases;
      // If the search is stopped, what the last round came to is what there is.
      const auto told = [&](const u8* precision, bool bases) {
        std::memcpy(found.precision, precision, MAX_CARDS);
        found.bases = bases;
        if (after) after(answer().data());
      };
      // The least that a class takes in a table, so that a search may fill the memory.
      const long cap = (long)std::min<int64_t>(bytes / 32, INT32_MAX);
      const Effort effort{control.whole(), cap};
      u8 begin[MAX_CARDS];
      std::memcpy(begin, found.precision, MAX_CARDS);
      found = Refinement(P, effort, control, 0, begin, told).run();
      status = found.verdict == NO ? IMPOSSIBLE : found.verdict == YES ? SOLVED : UNDECIDED;
      reason = reason_of(found.why);
    } catch (const Stopped& stopped) {
      reason = reason_of(stopped.why);
    } catch (const std::bad_alloc&) {
      reason = MEMORY;
    } catch (const std::exception&) {
      status = BROKEN;
    }
    return give(answer());
  } catch (...) {
    return nullptr;
  }
}

#if !defined(__EMSCRIPTEN__)
// One search, with the exact cards of the request: `member` is told each class if that is a proof,
// and the answer is work, status, reason, digest.  Null if it is none, or there isn't the time or the
// memory for it.
EXPORTED int64_t* spiderpos_classes(const int32_t* words, int64_t length, double seconds,
                                    int64_t work, int64_t bytes, Report report, Member member) {
  try {
    Control control(seconds, (std::size_t)bytes, report, work);
    u8 precision[MAX_CARDS];
    std::memset(precision, BLIND, MAX_CARDS);
    const Problem P = read(words, length, precision);
    const Result found = search_all(P, precision, INT32_MAX, control, nullptr, 1, member);
    if (found.verdict != NO) return nullptr;
    return give({4, control.work, IMPOSSIBLE, NO_REASON, (int64_t)found.digest});
  } catch (...) {
    return nullptr;
  }
}
#endif

EXPORTED void spiderpos_free(int64_t* answer) {
  std::free(answer);
}
