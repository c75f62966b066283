// Abstraction refinement (docs/prover.md, section 6).
//
// Each round searches a relaxed game.  If it has no path to the goal, that is a proof.  A path either can be played,
// which gives a line, or is refuted: some precision is found with which it can't be followed.  That precision is
// reduced to a small one, with which the next round begins.  The choice of precisions affects only speed: a search
// with any precision gives a valid proof, and each line is played.
#pragma once
#include <algorithm>
#include <cstring>
#include <functional>
#include <new>
#include <vector>

#include "lines.hpp"
#include "refuted.hpp"

namespace spiderpos::prover {

struct Outcome {
  Status status = UNDECIDED;
  Reason reason = NO_REASON;
  // The precision, and Problem::bases, in the last search.
  Precision precision;
  bool bases;
  u64 digest = 0;
  long classes = 0;  // of the last search; 0 if it was stopped
  vector<Move> moves;
};

class Refinement {
 public:
  // Called after each round but the last one, with the precision and the bases of the next.
  using AfterRound = std::function<void(const Outcome&)>;

  // `precision` and the problem's `bases` are those of the first round, for example of an interrupted
  // search.  The precision is a lower bound for all rounds, so a search that is interrupted repeatedly still ends.
  Refinement(const Problem& given, const Precision& precision, Control& control, AfterRound after = nullptr)
      : problem(given), control_(control), after_(std::move(after)), least_(precision) {
    outcome_.precision = precision;
    outcome_.bases = problem.bases;
    // If only the last step may make a space, no move can follow to change which card is in a column that the goal
    // names, so this must be recorded.
    if (problem.goal.no_space && !problem.named().empty()) problem.bases = true;
  }

  Outcome run() {
    try {
      for (bool ended = false; !ended;) {
        ended = round();
        outcome_.bases = problem.bases;
        if (!ended && after_) after_(outcome_);
      }
    } catch (const Stopped& stopped) {
      stop(stopped.why);
    } catch (const std::bad_alloc&) {
      stop(MEMORY);
    }
    return outcome_;
  }

 private:
  Problem problem;
  Control& control_;
  const AfterRound after_;
  const Precision least_;
  const double started_ = control_.time(), seconds_ = control_.whole();
  // The most classes of a search: with ten columns one takes more than 32 bytes in a table, so this fills the memory.
  const long cap_ = (long)std::min<std::size_t>(control_.limit / 32, INT32_MAX);
  long pathcap_ = 20000;  // most classes when following one path
  RefutedPaths refuted_;
  Outcome outcome_;

  // After more than MANY_FROM steps each round tries to refute up to MANY paths at once, and takes the best of TRIES
  // precisions.  That takes more time per round, but keeps the precision, and so the number of classes, small.
  static constexpr long MANY_FROM = 200000;
  static constexpr std::size_t MANY = 60;
  static constexpr int TRIES = 3;
  static constexpr unsigned CORES = 3;  // candidates for the next precision in other rounds

  double spent() const { return control_.time() - started_; }

  bool end(Status status, Reason reason = NO_REASON) {
    outcome_.status = status;
    outcome_.reason = reason;
    return true;
  }

  void stop(Reason reason) {
    end(UNDECIDED, reason);
    outcome_.classes = 0;
  }

  // After a path that could be neither played nor refuted: repeat the round with a larger limit per path, or end.
  bool retry() {
    if (pathcap_ >= 2000000 || spent() > seconds_ / 2)
      return end(UNDECIDED, PATH);
    pathcap_ *= 10;
    return false;
  }

  // Play a path with all cards deep, or let classes have bases in the next round.  Return true if the search ends.
  bool solved(const Result& line) {
    try {
      outcome_.moves = moves_of(problem, line, control_);
      return end(SOLVED);
    } catch (const Unplayable&) {
    }
    if (problem.bases || problem.named().empty()) return end(UNDECIDED, PATH);
    problem.bases = true;
    return false;
  }

  static bool deepen(Precision& e, const vector<int>& cards) {
    bool more = false;
    for (int x : cards)
      if (e[x] < DEEP) {
        e[x] = DEEP;
        more = true;
      }
    return more;
  }

  // If all these cards are deep already, make the cards of the nearest ranks deep.
  bool widen(Precision& e, const vector<int>& cards) const {
    for (int distance = 0; distance < 12; distance++) {
      vector<int> next;
      for (int x : cards)
        for (int rank : {problem.rank[x] - distance, problem.rank[x] + distance})
          if (rank >= 2 && rank <= 13)
            next.insert(next.end(), problem.of_rank[rank].begin(), problem.of_rank[rank].end());
      if (deepen(e, next)) return true;
    }
    return false;
  }

  Precision at_least_kept(Precision e) const {
    for (int c = 0; c < problem.cards; c++) e[c] = std::max<u8>(KEPT, e[c]);
    return e;
  }

  // Search once, and play or refute the path.  Return true if the refinement ends.
  bool round() {
    control_.rounds++;
    vector<vector<Label>> paths;
    const bool many = control_.steps > MANY_FROM;
    const Result r = search_all(problem, outcome_.precision, cap_, control_, many ? &paths : nullptr, MANY);
    outcome_.classes = r.classes;
    if (r.verdict == NO) {
      outcome_.digest = r.digest;
      return end(IMPOSSIBLE);
    }
    if (r.verdict == CAP) return end(UNDECIDED, r.overflow ? TOO_MANY : MEMORY);

    if (many && refute_many(paths)) return false;

    // 1. Try to refute the order of digs and removals, with any moves to and from the table and all cards KEPT.
    Precision top = at_least_kept(outcome_.precision);  // or higher: a precision that refutes the path
    auto path = std::make_unique<RefutedPath>(problem, r.path, false, control_);
    long cap = pathcap_;  // for each test of the path
    if (path->follow(top, cap).verdict != NO) {
      // 2. Try to play or refute one path including its moves to and from the table.
      const Result whole = path->way(outcome_.precision, cap_);
      if (whole.verdict != YES) return retry();
      path = std::make_unique<RefutedPath>(problem, whole.path, true, control_);
      const Result guide = path->follow(top, cap);
      if (guide.verdict != NO) {
        bool ended = false;
        const bool bases = problem.bases;
        if (!play_or_refute(whole.path, guide, top, cap, ended)) return problem.bases == bases && retry();
        if (ended) return true;
      }
    }
    outcome_.precision = choose(top, *path, cap, r.classes);
    path->note(outcome_.precision, true);
    refuted_.add(std::move(path));
    return false;
  }

  // Choose a precision that refutes the earlier paths and as many of these as it can.  Return false if an attempt
  // refutes none of these.
  bool refute_many(const vector<vector<Label>>& paths) {
    vector<std::unique_ptr<RefutedPath>> fresh;
    for (const vector<Label>& path : paths)
      fresh.push_back(std::make_unique<RefutedPath>(problem, path, false, control_));
    vector<Precision> candidates;
    for (int turn = 0; turn < TRIES; turn++) {
      const unsigned seed = (unsigned)(control_.rounds * TRIES + turn) * 1000;
      std::mt19937 random(seed);
      vector<std::size_t> order(fresh.size());
      for (std::size_t i = 0; i < order.size(); i++) order[i] = i;
      shuffle(order, random);
      Precision e = outcome_.precision;
      for (std::size_t i : order)
        if (fresh[i] && !refute(*fresh[i], e, seed)) fresh[i].reset();
      if (e == outcome_.precision) return false;
      candidates.push_back(e);
    }
    for (auto& path : fresh)
      if (path) refuted_.add(std::move(path));
    for (std::size_t i = 0; i < candidates.size(); i++)
      candidates[i] = refuted_.thin(candidates[i], least_, (unsigned)i);
    outcome_.precision = lightest(candidates);
    return true;
  }

  // Raise the precision, for no card above KEPT, until it refutes the path.  Return false if that fails.
  bool refute(RefutedPath& path, Precision& e, unsigned seed) {
    const long cap = pathcap_;
    if (path.refuted_by(e, cap)) return true;
    vector<Precision> candidates;
    for (unsigned turn = 0; turn < 2; turn++) {
      Precision top = e;
      if (refute_ways(path, top, seed + 100 * turn)) candidates.push_back(path.least(top, e, cap, seed + turn));
    }
    if (candidates.empty()) return false;
    e = lightest(candidates);
    return true;
  }

  // Raise the precision until no way to follow the path's digs is left.  One way at a time is refuted, including its
  // moves to and from the table: that takes far fewer classes than to refute all ways at once with every card KEPT.
  bool refute_ways(RefutedPath& path, Precision& e, unsigned seed) {
    const long cap = pathcap_;
    for (unsigned turn = 0; turn < 60; turn++) {
      const Result way = path.way(e, 5 * cap);
      if (way.verdict == NO) path.note(e, true);
      if (way.verdict != YES) return way.verdict == NO;
      RefutedPath strict(problem, way.path, true, control_);
      const Precision top = at_least_kept(e);
      if (!strict.refuted_by(top, cap)) return false;
      e = strict.least(top, e, cap, seed + turn);
    }
    return false;
  }

  // Set `ended` if the search ends, mostly because the path was played.  Otherwise raise the precision `e` until it
  // refutes the path, and perhaps also `cap`, the limit of a test for that.  Return false if neither is possible, or if
  // the next round needs bases.  `guide` is the result of following the path with the precision `e`.
  bool play_or_refute(const vector<Label>& path, Result guide, Precision& e, long& cap, bool& ended) {
    for (int turn = 0; turn < 60 && guide.verdict == YES; turn++) {
      vector<int> blame;
      const Result deep = play(problem, e, path, guide.met, pathcap_ / 10, blame, control_);
      if (deep.verdict == YES) return ended = solved(deep);
      if (!deepen(e, blame) && !widen(e, blame)) break;
      guide = follow_strictly(problem, e, path, pathcap_, control_);
      if (guide.verdict == CAP)
        guide = follow_strictly(problem, e, path, pathcap_ * 10, control_);
    }
    if (guide.verdict == NO) return true;
    e = uniform(problem, DEEP);
    const Result deep = follow_strictly(problem, e, path, pathcap_ * 50, control_);
    if (deep.verdict == YES) return ended = solved(deep);
    cap *= 8;
    return deep.verdict == NO;
  }

  // Lower `top` as far as it still refutes the path, but not below the current precision, in a random order (a fixed
  // one for seed 0).
  Precision least(const Precision& top, const RefutedPath& path, long cap, unsigned seed) {
    std::mt19937 random(seed);
    const auto refutes = [&](const Precision& tried) { return path.follow(tried, cap).verdict == NO; };
    return least_precision(problem, top, outcome_.precision, refutes, seed ? &random : nullptr);
  }

  // Make several small precisions that refute the path, and return the one with which a search is smallest.
  Precision choose(const Precision& top, const RefutedPath& path, long path_cap, long states) {
    vector<Precision> cores;
    for (unsigned seed = 0; seed < CORES && (!seed || spent() <= seconds_); seed++) {
      const Precision core = least(top, path, path_cap, seed);
      if (std::find(cores.begin(), cores.end(), core) == cores.end()) cores.push_back(core);
    }
    if (cores.size() == 1) return cores[0];
    std::size_t pick = 0;
    long best = -1;
    for (std::size_t k = 0; k < cores.size(); k++) {
      const long cap = best < 0 ? std::max(20000l, std::min(cap_ / 4, 8 * states)) : best;
      const Result q = search_all(problem, cores[k], cap, control_);
      const long cost = q.verdict == NO ? q.classes / 4 : q.verdict == CAP ? cap * 2 : q.classes;
      if (best < 0 || cost < best) {
        best = std::max(1l, cost);
        pick = k;
      }
    }
    return cores[pick];
  }
};

}  // namespace spiderpos::prover
