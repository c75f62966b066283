// A problem and its answer: what the door and the pages ask for.
#pragma once
#include <new>

#include "refine.hpp"

namespace spiderpos::prover {

struct Solved {
  Status status = UNDECIDED;
  Reason reason = NO_REASON;
  Found found;
};

inline Reason reason_of(Why why) {
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

// Searches from this precision on.  If the search is stopped, what the last round came to is what there
// is; `told` hears of each round but the last what the next begins with.
inline Solved solve(const Problem& problem, const u8* precision, Control& control,
                    const Refinement::AfterRound& told = nullptr) {
  Solved solved;
  Found& found = solved.found;
  std::memcpy(found.precision, precision, MAX_CARDS);
  found.bases = problem.bases;
  try {
    // The least that a class takes in a table, so that a search may fill the memory.
    const long cap = (long)std::min<std::size_t>(control.limit / 32, INT32_MAX);
    const Effort effort{control.whole(), cap};
    found = Refinement(problem, effort, control, 0, precision, [&](const u8* next, bool bases) {
              std::memcpy(found.precision, next, MAX_CARDS);
              found.bases = bases;
              if (told) told(next, bases);
            }).run();
    solved.status = found.verdict == NO ? IMPOSSIBLE : found.verdict == YES ? SOLVED : UNDECIDED;
    solved.reason = reason_of(found.why);
  } catch (const Stopped& stopped) {
    solved.reason = spiderpos::reason_of(stopped.why);
  } catch (const std::bad_alloc&) {
    solved.reason = MEMORY;
  }
  return solved;
}

}  // namespace spiderpos::prover
