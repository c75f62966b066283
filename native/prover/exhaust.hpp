// Brute force: search every legal move from every reachable tableau, for any goal under any rules.
//
// Tableaus are expanded in the order of their distance from the start, or, with a lower bound for the distance to the
// goal, in the order of the sum of both (A*).  So the first line found is a shortest one.  A line that breaks a
// condition of the goal isn't continued, because no later move can repair it.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "positions.hpp"

namespace spiderpos::winning {

class Exhaust : public Positions {
 public:
  static constexpr int NEVER = 255;  // the bound of a tableau from which the goal can't be reached
  using Bound = std::function<int(const Tableau&)>;

  Exhaust(const Rules& rules, const Question& question, Control& control, Bound bound = nullptr)
      : Positions(rules, question, control, true), bound_(std::move(bound)) {}

  std::size_t depth = 0;  // all lines of at most this number of moves were tried

  // Return true if there is a line, and put a shortest one into `line` (none if the player chooses unknown cards).
  // Throws Stopped if the limits don't suffice.
  bool search(const Tableau& start, std::vector<Move>& line) {
    begin(start);
    bool solved = false;
    turn_up(start_, [&](const Tableau& first) {
      if (!solved) solved = meet(first, 0, 0) && reached(first);
    });
    control_.classes = (int64_t)entries_.size();
    while (depth < open_.size() && (int)depth < question_.most_moves) {
      for (std::size_t next = 0; !solved;) {
        // With a bound, take the newest first, since it is often the nearest to the goal; otherwise the oldest.
        std::vector<u32>& open = open_[depth];
        if (bound_ ? open.empty() : next == open.size()) break;
        const u32 i = bound_ ? open.back() : open[next++];
        if (bound_) open.pop_back();
        if (moves_[i] + before_last_[i] != depth) continue;  // a shorter line to it was found
        control_.poll();
        each(state(i), [&](Move, const Tableau* after) {
          if (solved || !after) return;
          control_.steps++;
          control_.work += WORK;
          if (meet(*after, i, (int)moves_[i] + 1)) solved = reached(*after);
        });
        control_.classes = (int64_t)entries_.size();
      }
      if (solved || depth + 1 == open_.size()) break;
      depth++;
    }
    if (solved && !question_.lucky) line = line_to(entries_.size() - 1);
    return solved;
  }

  // Call `visit` with the key of each tableau that was met, and the number of its bytes.
  template <class Visit>
  void met(Visit visit) const {
    for (const Record& entry : entries_) visit(keys_.data() + entry.key, entry.size);
  }
  u64 digest() const {
    u64 sum = 0;
    for (const Record& entry : entries_) sum += hash(keys_.data() + entry.key, entry.size);
    return sum;
  }

 private:
  // Add a tableau after this number of moves, or shorten the line to it.  Return true if it is new.
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
      i = table_[slot_of(name)] - 1;
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

  // Reconstruct the moves to an entry.  Its key may have the columns in another order, so each move is found again by
  // the key of its result, with the columns in the order of the start.
  std::vector<Move> line_to(std::size_t end) {
    std::vector<std::size_t> path;
    for (std::size_t i = end; i; i = entries_[i].before) path.push_back(i);
    std::vector<Move> line;
    Tableau now = start_;
    for (auto i = path.rbegin(); i != path.rend(); ++i) {
      const std::string target(keys_.data() + entries_[*i].key, entries_[*i].size);
      bool matched = false;
      Tableau chosen = now;
      each(now, [&](Move move, const Tableau* next) {
        if (matched || !next || key(*next) != target) return;
        matched = true;
        chosen = *next;
        line.push_back(move);
      });
      now = chosen;
    }
    return line;
  }

  static constexpr int WORK_OF_A_BOUND = 8;

  const Bound bound_;
  std::vector<u32> moves_;       // per entry: moves from the start
  std::vector<u8> before_last_;  // per entry: a lower bound for the moves to the goal, without the last one
  std::vector<std::vector<u32>> open_;  // entries by the sum of both
};

}  // namespace spiderpos::winning
