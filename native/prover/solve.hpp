// The prover's main function, called by door.cpp and the pages.
#pragma once
#include <new>

#include "refine.hpp"

namespace spiderpos::prover {

struct Solved {
  Status status = UNDECIDED;
  Reason reason = NO_REASON;
  Outcome outcome;
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

// Search, beginning with this precision.  If the search is stopped, the result has the relaxation of the round that
// was interrupted.  `after_round` is called with the relaxation of each further round before it begins.
inline Solved solve(const Problem& problem, const u8* precision, Control& control,
                    const Refinement::AfterRound& after_round = nullptr) {
  Solved solved;
  Outcome& outcome = solved.outcome;
  std::memcpy(outcome.precision, precision, MAX_CARDS);
  outcome.bases = problem.bases;
  try {
    // With ten columns a class takes more than 32 bytes in a table, so this limit lets a search fill the memory.
    const long cap = (long)std::min<std::size_t>(control.limit / 32, INT32_MAX);
    const Effort effort{control.whole(), cap};
    outcome = Refinement(problem, effort, control, precision, [&](const u8* next, bool bases) {
              std::memcpy(outcome.precision, next, MAX_CARDS);
              outcome.bases = bases;
              if (after_round) after_round(next, bases);
            }).run();
    solved.status = outcome.verdict == NO ? IMPOSSIBLE : outcome.verdict == YES ? SOLVED : UNDECIDED;
    solved.reason = reason_of(outcome.why);
  } catch (const Stopped& stopped) {
    solved.reason = spiderpos::reason_of(stopped.why);
  } catch (const std::bad_alloc&) {
    solved.reason = MEMORY;
  }
  return solved;
}

}  // namespace spiderpos::prover
