// Brute force: every legal move from every tableau that can be reached, for any goal under any rules.
//
// Tableaus are kept and compared card by card, so that "impossible" rests on no hash.  Rounds of
// one more move each: the first line found is one of the shortest.  A line that has broken a condition
// isn't gone on with: no later move mends it.
#pragma once
#include <string>
#include <vector>

#include "positions.hpp"

namespace spiderpos::winning {

class Exhaust : public Positions {
 public:
  Exhaust(const Rules& rules, const Question& question, Control& control)
      : Positions(rules, question, control, true) {}

  std::size_t depth = 0;  // all lines of up to so many moves were tried

  // Whether there is a line; `line` is a shortest one, if the player can't say what cards are.
  // Throws Stopped if it can't be decided.
  bool search(const Tableau& start, std::vector<Move>& line) {
    begin(start);
    bool found = false;
    come_up(start_, [&](const Tableau& first) {
      if (!found && add(key(first), 0)) found = reached(first);
    });
    for (std::size_t i = 0, round_end = entries_.size(); i < entries_.size() && !found; i++) {
      if (i == round_end) round_end = entries_.size(), depth++;
      if ((int)depth >= question_.most_moves) return false;
      control_.poll();
      each(state(i), [&](Move, const Tableau* next) {
        if (found || !next) return;
        control_.steps++;
        control_.work += WORK;
        if (add(key(*next), (u32)i)) found = reached(*next);
      });
      control_.classes = (int64_t)entries_.size();
    }
    if (found && !question_.lucky) line = line_to(entries_.size() - 1);
    return found;
  }

  // All that was met, one after the other: of each its size and its key.
  template <class Told>
  void met(Told told) const {
    for (const Kept& entry : entries_) told(keys_.data() + entry.key, entry.size);
  }
  u64 digest() const {
    u64 sum = 0;
    for (const Kept& entry : entries_) sum += hash(keys_.data() + entry.key, entry.size);
    return sum;
  }

 private:
  // The moves to an entry, as they are with the columns where the start has them.
  std::vector<Move> line_to(std::size_t end) {
    std::vector<std::size_t> path;
    for (std::size_t i = end; i; i = entries_[i].before) path.push_back(i);
    std::vector<Move> line;
    Tableau now = start_;
    for (auto i = path.rbegin(); i != path.rend(); ++i) {
      const std::string target(keys_.data() + entries_[*i].key, entries_[*i].size);
      bool found = false;
      Tableau chosen = now;
      each(now, [&](Move move, const Tableau* next) {
        if (found || !next || key(*next) != target) return;
        found = true;
        chosen = *next;
        line.push_back(move);
      });
      now = chosen;
    }
    return line;
  }
};

}  // namespace spiderpos::winning
