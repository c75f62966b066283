// Brute force: every legal move from every tableau that can be reached, for any goal under any rules.
//
// Tableaus are stored and compared card by card, so that "impossible" rests on no hash.  Those with the
// fewest moves are expanded first, or, with lower bounds for the moves that are left, those from which a line
// of the fewest moves may still lead to the goal (A*).  So the first line found is a shortest one.  A line
// that has broken a condition isn't continued: no later move mends it.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "positions.hpp"

namespace spiderpos::winning {

class Exhaust : public Positions {
 public:
  static constexpr int NEVER = 255;  // the bound of a tableau from which no line leads to the goal
  using Bound = std::function<int(const Tableau&)>;

  Exhaust(const Rules& rules, const Question& question, Control& control, Bound bound = nullptr)
      : Positions(rules, question, control, true), bound_(std::move(bound)) {}

  std::size_t depth = 0;  // all lines of up to so many moves were tried

  // Return whether there is a line; `line` is a shortest one, unless the player chooses unknown cards.
  // Throws Stopped if it can't be decided.
  bool search(const Tableau& start, std::vector<Move>& line) {
    begin(start);
    bool found = false;
    come_up(start_, [&](const Tableau& first) {
      if (!found) found = meet(first, 0, 0) && reached(first);
    });
    while (depth < open_.size() && (int)depth < question_.most_moves) {
      for (std::size_t next = 0; !found;) {
        // The latest first if that may save work; else in the order in which they were met.
        std::vector<u32>& open = open_[depth];
        if (bound_ ? open.empty() : next == open.size()) break;
        const u32 i = bound_ ? open.back() : open[next++];
        if (bound_) open.pop_back();
        if (moves_[i] + before_last_[i] != depth) continue;  // a shorter way to it was found
        control_.poll();
        each(state(i), [&](Move, const Tableau* after) {
          if (found || !after) return;
          control_.steps++;
          control_.work += WORK;
          if (meet(*after, i, (int)moves_[i] + 1)) found = reached(*after);
        });
        control_.classes = (int64_t)entries_.size();
      }
      if (found || depth + 1 == open_.size()) break;
      depth++;
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
  // Add a tableau after this number of moves; return false if it was met before.
  bool meet(const Tableau& t, u32 from, int moves) {
    const std::string name = key(t);
    const bool fresh = add(name, from);
    u32 i = (u32)entries_.size() - 1;
    if (fresh) {
      reserve(moves_, 1), reserve(before_last_, 1);
      if (bound_) control_.work += WORK_OF_A_BOUND;
      const int least = bound_ ? std::max(1, bound_(t)) : 1;
      moves_.push_back((u32)moves), before_last_.push_back((u8)(least - 1));
    } else if (!bound_) {
      return false;
    } else {
      i = table_[place(name)] - 1;
      if (moves_[i] <= (u32)moves) return false;
      moves_[i] = (u32)moves, entries_[i].before = from;
    }
    const int bucket = moves + before_last_[i];
    if (bucket > question_.most_moves || before_last_[i] == NEVER - 1) return fresh;
    if (open_.size() <= (std::size_t)bucket) open_.resize((std::size_t)bucket + 1);
    reserve(open_[(std::size_t)bucket], 1);
    open_[(std::size_t)bucket].push_back(i);
    return fresh;
  }

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

  static constexpr int WORK_OF_A_BOUND = 8;

  const Bound bound_;
  std::vector<u32> moves_;       // of each entry: moves from the start
  std::vector<u8> before_last_;  // the least number of moves to the goal, without the last one
  std::vector<std::vector<u32>> open_;  // by the least number of moves of a line, without the last one
};

}  // namespace spiderpos::winning
