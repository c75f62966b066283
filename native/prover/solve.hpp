// The prover's main function, called by door.cpp and the pages.
#pragma once
#include <new>

#include "refine.hpp"

namespace spiderpos::prover {

// Search, beginning with this precision.  If the search is stopped, the result has the relaxation of the round that
// was interrupted.  `after_round` is called with the relaxation of each further round before it begins.
inline Outcome solve(const Problem& problem, const u8* precision, Control& control,
                     const Refinement::AfterRound& after_round = nullptr) {
  Outcome outcome;
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
  } catch (const Stopped& stopped) {
    outcome.reason = stopped.why;
  } catch (const std::bad_alloc&) {
    outcome.reason = MEMORY;
  }
  return outcome;
}

}  // namespace spiderpos::prover
