// Brute force: every legal move from every tableau that can be reached, for any goal under any rules.
//
// Tableaus are stored and compared card by card, so that "impossible" rests on no hash.  Those with the
// fewest moves are expanded first, or, if the question is `bounded`, those from which a line of the fewest
// moves may still lead to the goal (A*).  So the first line found is a shortest one.  A line that has broken
// a condition isn't continued: no later move mends it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "distances.hpp"
#include "positions.hpp"

namespace spiderpos::winning {

class Exhaust : public Positions {
 public:
  Exhaust(const Rules& rules, const Question& question, Control& control)
      : Positions(rules, question, control, true) {}

  std::size_t depth = 0;  // all lines of up to so many moves were tried

  // Return whether there is a line; `line` is a shortest one, unless the player chooses unknown cards.
  // Throws Stopped if it can't be decided.
  bool search(const Tableau& start, std::vector<Move>& line) {
    begin(start);
    if (question_.bounded) measure();
    bool found = false;
    come_up(start_, [&](const Tableau& first) {
      if (!found) found = meet(first, 0, 0) && reached(first);
    });
    while (depth < open_.size() && (int)depth < question_.most_moves) {
      for (std::size_t next = 0; !found;) {
        // The latest first if that may save work; else in the order in which they were met.
        std::vector<u32>& open = open_[depth];
        if (question_.bounded ? open.empty() : next == open.size()) break;
        const u32 i = question_.bounded ? open.back() : open[next++];
        if (question_.bounded) open.pop_back();
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
      int least = 1;
      for (const auto& bound : bounds_) least = std::max(least, (*bound)(t)), control_.work += WORK_OF_A_BOUND;
      moves_.push_back((u32)moves), before_last_.push_back((u8)(least - 1));
    } else if (bounds_.empty()) {
      return false;
    } else {
      i = table_[place(name)] - 1;
      if (moves_[i] <= (u32)moves) return false;
      moves_[i] = (u32)moves, entries_[i].before = from;
    }
    const int bucket = moves + before_last_[i];
    if (bucket > question_.most_moves || before_last_[i] == prover::Distances::NEVER - 1) return fresh;
    if (open_.size() <= (std::size_t)bucket) open_.resize((std::size_t)bucket + 1);
    reserve(open_[(std::size_t)bucket], 1);
    open_[(std::size_t)bucket].push_back(i);
    return fresh;
  }

  // Compute lower bounds if classes support the question and all cards are known.
  void measure() {
    if (question_.lucky || rules_.cells || rules_.kings_on_aces || rules_.automatic_removal || may_ever_deal(start_))
      return;
    std::vector<std::vector<int>> down, up;
    int of_rank[14] = {0};
    const u8* at = start_.cards;
    for (int i = 0; i < rules_.columns; at += start_.length[i], i++) {
      down.emplace_back(), up.emplace_back();
      for (int j = 0; j < start_.length[i]; j++) {
        // Positions that are left out could turn up an unknown card.
        if (!is_known(at[j]) || ++of_rank[at[j] >> 2] > prover::MAX_OF_RANK) return;
        (j < start_.down[i] ? down : up).back().push_back(at[j]);
      }
    }
    prover::Problem problem;
    build(problem, down, up);
    problem.goal = question_.goal;
    u8 precision[MAX_CARDS];
    for (const u8 level : {prover::DEEP, prover::BLIND}) {
      std::memset(precision, level, sizeof precision);
      bounds_.push_back(std::make_unique<prover::Distances>(problem, precision, question_.in_place, control_));
      if (bounds_.back()->search(MOST_CLASSES, control_)) break;
    }
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

  static constexpr std::size_t MOST_CLASSES = 20000;
  static constexpr int WORK_OF_A_BOUND = 8;

  std::vector<std::unique_ptr<prover::Distances>> bounds_;
  std::vector<u32> moves_;       // of each entry: moves from the start
  std::vector<u8> before_last_;  // the least number of moves to the goal, without the last one
  std::vector<std::vector<u32>> open_;  // by the least number of moves of a line, without the last one
};

}  // namespace spiderpos::winning
