// The C interface of the solver's core; spiderpos/prover/native.py calls it.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <vector>

#include "refine.hpp"

#if defined(_WIN32)
#define EXPORTED extern "C" __declspec(dllexport)
#else
#define EXPORTED extern "C" __attribute__((visibility("default")))
#endif

namespace {

using namespace spiderpos;

// To be raised with every change of a request, a result, or of what the search does.
const int32_t INTERFACE = 2;

enum Status { IMPOSSIBLE, SOLVED, UNDECIDED, BROKEN };
// Why undecided.
enum Reason { NO_REASON, TIME, MEMORY, CANCELLED, PATH, OVERFLOW };

// A request is read from left to right.
class Request {
 public:
  Request(const int32_t* words, int64_t length) : at_(words), end_(words + length) {}
  int32_t next(int32_t least, int32_t most) {
    if (at_ == end_) throw std::invalid_argument("the request is too short");
    if (*at_ < least || *at_ > most) throw std::invalid_argument("a number out of range");
    return *at_++;
  }
  std::vector<int> cards() {
    std::vector<int> cards(next(0, MAX_CARDS));
    for (int& card : cards) card = next(0, 55);
    return cards;
  }
  bool ended() const { return at_ == end_; }

 private:
  const int32_t *at_, *end_;
};

void read_goal(Request& request, int columns, Goal& goal) {
  goal.spaces = request.next(0, MAX_COLUMNS);
  for (int& need : goal.need) need = request.next(0, 8);
  goal.any = request.next(0, 8);
  goal.turned = request.next(0, MAX_CARDS);
  for (int n = request.next(0, MAX_COLUMNS); n > 0; n--) {
    const int column = request.next(1, columns) - 1;
    goal.turned_in[column] = request.next(0, MAX_CARDS);
  }
  for (int n = request.next(0, MAX_COLUMNS); n > 0; n--)
    goal.empty.push_back(request.next(1, columns) - 1);
  for (int n = request.next(0, MAX_CARDS); n > 0; n--) {
    const int card = request.next(4, 55);
    goal.uncovered.push_back({card, request.next(0, columns) - 1});
  }
  for (int& complete : goal.complete) complete = request.next(0, 8);
  goal.complete_any = request.next(0, 1);
  goal.win = request.next(0, 9) - 1;
  goal.most_turned = request.next(0, MAX_CARDS);
  goal.no_space = request.next(0, 1);
  goal.forbidden = request.next(0, 15);
  for (int& first : goal.first) first = request.next(0, 15);
  goal.most_others = request.next(0, MAX_CARDS);
}

// Columns (their number; of each: face-down cards, face-up cards), then the goal: its numbers in
// the order of `Goal`, lists with their length before them.
Problem read(const int32_t* words, int64_t length) {
  Request request(words, length);
  Problem P;
  const int columns = request.next(1, MAX_COLUMNS);
  std::vector<std::vector<int>> down, up;
  int total = 0, of_rank[14] = {0};
  for (int i = 0; i < columns; i++) {
    down.push_back(request.cards());
    up.push_back(request.cards());
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
  if (!request.ended()) throw std::invalid_argument("the request is too long");
  return P;
}

void add_precision(const Problem& P, const u8* precision, std::vector<int64_t>& out) {
  int64_t count = 0;
  for (int c = 0; c < P.cards; c++) count += precision[c] != BLIND;
  out.push_back(count);
  for (int i = 0; i < P.columns; i++)
    for (const auto& segment : P.segments[i])
      for (int c : segment)
        if (precision[c] != BLIND)
          out.insert(out.end(), {4 * P.rank[c] + P.suit[c], i + 1, precision[c]});
}

Reason reason_of(Stop why) {
  return why == Stop::TIME ? TIME : why == Stop::MEMORY ? MEMORY : CANCELLED;
}

Reason reason_of(Why why) {
  switch (why) {
    case Why::CAP:
      return MEMORY;
    case Why::PATH:
    case Why::UNPLAYED:
      return PATH;
    case Why::OVERFLOW:
      return OVERFLOW;
    default:
      return NO_REASON;
  }
}

int64_t* give(const std::vector<int64_t>& words) {
  int64_t* buffer = static_cast<int64_t*>(std::malloc((words.size() + 1) * sizeof(int64_t)));
  if (!buffer) return nullptr;
  buffer[0] = (int64_t)words.size();
  std::memcpy(buffer + 1, words.data(), words.size() * sizeof(int64_t));
  return buffer;
}

}  // namespace

EXPORTED int32_t spiderpos_interface() {
  return INTERFACE;
}

// The answer: how many numbers follow; status, reason, rounds, classes, steps, the most bytes,
// digest; the precision (how many cards; of each: card, column, level); the moves (how many; of
// each: from, to, count; to is 0 if a suit is removed).  To be freed with spiderpos_free.
// Null if there's no memory for it.
EXPORTED int64_t* spiderpos_solve(const int32_t* words, int64_t length, double seconds,
                                  int64_t bytes, Report report) {
  try {
    Control control(seconds, (std::size_t)bytes, report);
    Status status = UNDECIDED;
    Reason reason = NO_REASON;
    Found found;
    std::memset(found.precision, BLIND, MAX_CARDS);
    Problem P;
    try {
      P = read(words, length);
      // The least that a class takes in a table, so that a search may fill the memory.
      const long cap = (long)std::min<int64_t>(bytes / 32, INT32_MAX);
      found = Refinement(P, Effort{seconds, cap}, control).run();
      status = found.verdict == NO ? IMPOSSIBLE : found.verdict == YES ? SOLVED : UNDECIDED;
      reason = reason_of(found.why);
    } catch (const Stopped& stopped) {
      reason = reason_of(stopped.why);
    } catch (const std::bad_alloc&) {
      reason = MEMORY;
    } catch (const std::exception&) {
      status = BROKEN;
    }
    std::vector<int64_t> out{status,
                             reason,
                             control.rounds,
                             found.classes ? found.classes : control.classes,
                             control.steps,
                             (int64_t)control.most,
                             (int64_t)found.digest};
    add_precision(P, found.precision, out);
    out.push_back((int64_t)found.moves.size());
    for (const Move& m : found.moves) out.insert(out.end(), {m.from + 1, m.to + 1, m.count});
    return give(out);
  } catch (...) {
    return nullptr;
  }
}

EXPORTED void spiderpos_free(int64_t* answer) {
  std::free(answer);
}
