// Refuted paths, and small precisions that refute all of them (docs/prover.md, section 6).
//
// A precision refutes a path if the path can't be followed with it.  A higher precision is assumed to refute at least
// the same paths, which saves most tests.  It isn't always true, because normal forms differ; then only time is lost.
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "../game/game.hpp"
#include "paths.hpp"

namespace spiderpos::prover {

// Return true if no card has a higher precision in `a` than in `b`.
inline bool is_under(const Precision& a, const Precision& b) {
  for (std::size_t c = 0; c < a.size(); c++)
    if (a[c] > b[c]) return false;
  return true;
}

// Estimate the cost of a precision: the more a class records, the more classes there are.
inline long weight(const Precision& e) {
  long sum = 0;
  for (u8 level : e) sum += level == DEEP ? 30 : level == KEPT ? 11 : level == SHALLOW ? 7 : 0;
  return sum;
}

inline const Precision& lightest(const vector<Precision>& candidates) {
  return *std::min_element(candidates.begin(), candidates.end(),
                           [](const Precision& a, const Precision& b) { return weight(a) < weight(b); });
}

// Lower the precision `e`, which satisfies `refutes`, card by card as long as it still does, but not below `floor`.
// Whole ranks are tried first, since that saves tests.  The order is random, or fixed if `random` is null.
template <class Refutes>
Precision least_precision(const Problem& problem, Precision e, const Precision& floor, Refutes refutes,
                          std::mt19937* random) {
  vector<int> ranks, cards;
  for (int r = 1; r <= 13; r++) ranks.push_back(r);
  for (int c = 0; c < problem.cards; c++) cards.push_back(c);
  if (random) {
    shuffle(ranks, *random);
    shuffle(cards, *random);
  }
  const auto lower = [&](const vector<int>& set, u8 to) {
    Precision tried = e;
    for (int c : set) tried[c] = std::max(floor[c], std::min(e[c], to));
    if (tried == e) return true;
    if (!refutes(tried)) return false;
    e = tried;
    return true;
  };
  const auto lowest = [&](const vector<int>& set) {
    if (!lower(set, BLIND) && !lower(set, SHALLOW)) lower(set, KEPT);
  };
  for (int r : ranks) lowest(problem.of_rank[r]);
  for (int c : cards) lowest({c});
  return e;
}

// A path, with a cache of precisions that refute it and of others that don't.
class RefutedPath {
 public:
  // If `strict`, the path must be followed with exactly its moves to and from the table; otherwise these are free.
  RefutedPath(const Problem& given, const vector<Label>& path, bool strict, Control& control)
      : problem(given), strict_(strict), path_(path), control_(control), memory_(control) {
    memory_.take((2 * MOST + 4) * MAX_CARDS);
  }

  bool refuted_by(const Precision& e, long cap) {
    for (const Precision& entry : refuting_)
      if (is_under(entry, e)) return true;
    for (const Precision& entry : others_)
      if (is_under(e, entry)) return false;
    const bool refutes = follow(e, cap).verdict == NO;
    note(e, refutes);
    return refutes;
  }

  // Follow the path with this precision.
  Result follow(const Precision& e, long cap) const {
    return strict_ ? follow_strictly(problem, e, path_, cap / 4, control_)
                   : follow_digs(problem, e, path_, cap, control_);
  }

  // Find one way to follow the digs and removals of the path, including moves to and from the table.
  Result way(const Precision& e, long cap) const {
    return follow_digs(problem, e, path_, cap, control_, false);
  }

  // Record whether this precision refutes the path.  Entries that follow from it are dropped.
  void note(const Precision& e, bool refutes) {
    vector<Precision>& list = refutes ? refuting_ : others_;
    list.erase(std::remove_if(list.begin(), list.end(),
                              [&](const Precision& entry) {
                                return refutes ? is_under(e, entry) : is_under(entry, e);
                              }),
               list.end());
    if (list.size() == MOST) list.erase(list.begin());
    list.push_back(e);
  }

  // Lower `e`, which refutes the path, as in least_precision.
  Precision least(const Precision& e, const Precision& floor, long cap, unsigned seed) {
    std::mt19937 random(seed);
    const auto refutes = [&](const Precision& tried) { return refuted_by(tried, cap); };
    return least_precision(problem, e, floor, refutes, &random);
  }

 private:
  static constexpr std::size_t MOST = 20;  // entries of each kind in the cache

  const Problem& problem;
  bool strict_;
  vector<Label> path_;
  Control& control_;
  Memory memory_;
  vector<Precision> refuting_, others_;
};

// All paths refuted so far.  Each later precision must refute them again.
class RefutedPaths {
 public:
  void add(std::unique_ptr<RefutedPath> path) { paths_.push_back(std::move(path)); }

  // Lower the precision of each card as far as all paths stay refuted, but not below `floor`.  Cards of higher
  // precision come first, in a random order among equals.
  Precision thin(Precision e, const Precision& floor, unsigned seed) {
    std::mt19937 random(seed);
    vector<int> shuffled, cards;
    for (std::size_t c = 0; c < e.size(); c++)
      if (e[c]) shuffled.push_back((int)c);
    shuffle(shuffled, random);
    for (u8 level = DEEP; level > BLIND; level--)
      for (int c : shuffled)
        if (e[c] == level) cards.push_back(c);
    for (int c : cards)
      for (u8 to = floor[c]; to < e[c]; to++) {
        Precision tried = e;
        tried[c] = to;
        if (!all_refuted_by(tried)) continue;
        e = tried;
        break;
      }
    return e;
  }

 private:
  static constexpr long CAP = 5000;  // classes for each test
  vector<std::unique_ptr<RefutedPath>> paths_;

  bool all_refuted_by(const Precision& e) {
    for (std::size_t i = paths_.size(); i-- > 0;)
      if (!paths_[i]->refuted_by(e, CAP)) {
        // Try this path first the next time: it probably fails again.
        std::rotate(paths_.begin() + (long)i, paths_.begin() + (long)i + 1, paths_.end());
        return false;
      }
    return true;
  }
};

}  // namespace spiderpos::prover
