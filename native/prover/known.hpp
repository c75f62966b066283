// Paths that are known, and precisions that refute all of them: docs/prover.md, section 6.
//
// A path is refuted by a precision in which it can't be followed.  More precision refutes more: so
// much needn't be tried.  Where that isn't so (normal forms differ), only speed is lost.
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "../game/game.hpp"
#include "paths.hpp"

namespace spiderpos::prover {

typedef vector<u8> Precision;  // of each card

inline bool is_under(const Precision& a, const Precision& b) {
  for (std::size_t c = 0; c < a.size(); c++)
    if (a[c] > b[c]) return false;
  return true;
}

// An estimate of the cost of a precision; shallow cards cost less.
inline long weight(const Precision& e) {
  long sum = 0;
  for (u8 level : e) sum += level == DEEP ? 30 : level == KEPT ? 11 : level == SHALLOW ? 7 : 0;
  return sum;
}

// A least precision between `floor` and `e` of which `refutes` holds, as it does of `e`; ranks and
// then cards are tried in a random order, or as they come.
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

// One path, with precisions that refute it and others that don't.
class KnownPath {
 public:
  // `strict`: with its moves to and from the table; otherwise these are left free.
  KnownPath(const Problem& given, const vector<Label>& path, bool strict, Control& control)
      : problem(given), strict_(strict), path_(path), control_(control) {
    control.take(BYTES);
  }
  ~KnownPath() { control_.give(BYTES); }
  KnownPath(const KnownPath&) = delete;
  KnownPath& operator=(const KnownPath&) = delete;

  bool refuted_by(const Precision& e, long cap) {
    for (const Precision& known : refuting_)
      if (is_under(known, e)) return true;
    for (const Precision& known : others_)
      if (is_under(e, known)) return false;
    const Result r = strict_ ? follow_strictly(problem, e.data(), path_, cap / 4, control_)
                             : follow_digs(problem, e.data(), path_, cap, control_);
    note(e, r.verdict == NO);
    return r.verdict == NO;
  }

  // A way to follow the digs and removals of the path, with all its moves to and from the table.
  Result way(const Precision& e, long cap) const {
    return follow_digs(problem, e.data(), path_, cap, control_, false);
  }

  // It was found that this precision refutes the path, or doesn't.
  void note(const Precision& e, bool refutes) {
    vector<Precision>& list = refutes ? refuting_ : others_;
    list.erase(std::remove_if(list.begin(), list.end(),
                              [&](const Precision& known) {
                                return refutes ? is_under(e, known) : is_under(known, e);
                              }),
               list.end());
    if (list.size() == MOST) list.erase(list.begin());
    list.push_back(e);
  }

  // A least precision between `floor` and `e`, which refutes the path; cards are tried in a random
  // order.
  Precision least(const Precision& e, const Precision& floor, long cap, unsigned seed) {
    std::mt19937 random(seed);
    const auto refutes = [&](const Precision& tried) { return refuted_by(tried, cap); };
    return least_precision(problem, e, floor, refutes, &random);
  }

 private:
  static constexpr std::size_t MOST = 20;  // precisions that are remembered of each kind
  static constexpr std::size_t BYTES = (2 * MOST + 4) * MAX_CARDS;

  const Problem& problem;
  bool strict_;
  vector<Label> path_;
  Control& control_;
  vector<Precision> refuting_, others_;
};

// All paths that were refuted so far.
class KnownPaths {
 public:
  void add(std::unique_ptr<KnownPath> path) { paths_.push_back(std::move(path)); }

  // Cards that aren't needed any more to refute all paths are lowered, in a random order, but not
  // below `floor`.
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
  static constexpr long CAP = 5000;  // classes along a path that is followed again
  vector<std::unique_ptr<KnownPath>> paths_;

  bool all_refuted_by(const Precision& e) {
    for (std::size_t i = paths_.size(); i-- > 0;)
      if (!paths_[i]->refuted_by(e, CAP)) {
        // The one that failed is tried first the next time.
        std::rotate(paths_.begin() + (long)i, paths_.begin() + (long)i + 1, paths_.end());
        return false;
      }
    return true;
  }
};

}  // namespace spiderpos::prover
