// Abstraction and refinement: docs/prover.md, section 6.
//
// Search a relaxed game; no way to the goal is a proof.  A way is either played, which is a line,
// or refuted: some precision is found in which it isn't there, of which a least part is kept, and
// the next search is made with that.  What is found here matters for speed, never for truth.
#pragma once
#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

#include "known.hpp"
#include "lines.hpp"

namespace spiderpos::prover {

struct Effort {
  double seconds;        // for this problem; the control knows the deadline of all
  long cap;              // classes of a search
  long pathcap = 20000;  // classes of a search along one path
  int cores = 3;         // least precisions to choose from in a round
};

enum class Why { NONE, CAP, PATH, TOO_MANY, UNPLAYED };

struct Found {
  Verdict verdict = CAP;
  Why why = Why::NONE;
  u8 precision[MAX_CARDS];
  bool bases = false;  // whether classes said what is stuck in the columns that the goal names
  u64 digest = 0;
  long classes = 0;  // of the last search
  vector<Move> moves;
};

class Refinement {
 public:
  // Told what the next round begins with: the precision, and whether classes have bases.
  using AfterRound = std::function<void(const u8*, bool)>;

  // `precision` and the problem's `bases`: what to begin with, such as an earlier search had got.
  // It's never gone below: so a question that is interrupted again and again ends all the same.
  Refinement(const Problem& given, Effort effort, Control& control, int level = 0,
             const u8* precision = nullptr, AfterRound after = nullptr)
      : problem(given), effort_(effort), control_(control), level_(level), after_(std::move(after)) {
    memset(least_, BLIND, MAX_CARDS);
    if (precision) memcpy(least_, precision, MAX_CARDS);
    memcpy(found_.precision, least_, MAX_CARDS);
    // With this condition the last step itself must empty the column that is asked for.
    if (problem.goal.no_space && !problem.named().empty()) problem.bases = true;
  }

  Found run() {
    while (!round())
      if (after_) after_(found_.precision, problem.bases);
    found_.bases = problem.bases;
    return found_;
  }

 private:
  // Follows a path in a precision, with at most this number of classes.
  using Test = std::function<Result(const u8*, long)>;

  Problem problem;
  Effort effort_;
  Control& control_;
  int level_;  // how many problems this one is a part of
  AfterRound after_;
  u8 least_[MAX_CARDS];
  double started_ = control_.time();
  KnownPaths known_;  // all paths that were refuted
  Found found_;

  // After MANY_FROM steps, up to MANY paths are refuted in each round; the best of TRIES ways is kept.
  static constexpr long MANY_FROM = 200000;
  static constexpr std::size_t MANY = 60;
  static constexpr int TRIES = 3;

  double spent() const { return control_.time() - started_; }

  bool end(Verdict v, Why why = Why::NONE) {
    found_.verdict = v;
    found_.why = why;
    return true;
  }

  // A path that could neither be played nor refuted: once more, with larger searches along paths.
  bool again() {
    if (level_ > 1 || effort_.pathcap >= 2000000 || spent() > effort_.seconds / 2)
      return end(CAP, Why::PATH);
    effort_.pathcap *= 10;
    return false;
  }

  // The line is played, or the next round tells columns apart.  Whether that was the end.
  bool solved(const Result& line) {
    const Board board = moves_of(problem, line, control_, true);
    if (!board.bad) {
      found_.moves = board.line;
      return end(YES);
    }
    if (problem.bases || problem.named().empty()) return end(CAP, Why::UNPLAYED);
    problem.bases = true;
    return false;
  }

  // Solve the rest of the problem after the moves on this board, with a part of the effort.
  bool solved_from(const Board& board, Effort effort) {
    // If suits are required by name and by number, the number of others that may be removed is unknown.
    const Goal& goal = problem.goal;
    if (goal.any && goal.need[0] + goal.need[1] + goal.need[2] + goal.need[3]) return false;
    const Problem rest = board.rest();
    const double deadline = control_.deadline;
    const long classes = control_.classes;
    control_.deadline = std::min(deadline, control_.time() + effort.seconds);
    Found found;
    try {
      found = Refinement(rest, effort, control_, level_ + 1).run();
    } catch (const Stopped& stopped) {
      control_.deadline = deadline;
      if (stopped.why == Stop::CANCELLED || control_.over()) throw;
    }
    control_.deadline = deadline;
    control_.classes = classes;
    if (found.verdict != YES) return false;
    found_.moves = board.line;
    found_.moves.insert(found_.moves.end(), found.moves.begin(), found.moves.end());
    return end(YES);
  }

  Effort part(double share, double least) const {
    Effort effort = effort_;
    effort.seconds = std::max(least, (effort_.seconds - spent()) * share);
    effort.cap = std::max(20000l, effort_.cap / 8);
    return effort;
  }

  // Play a path up to its first removal, and solve the rest as a separate problem.
  bool milestone(const vector<Label>& path, const u8* precision) {
    std::size_t steps = 1;
    while (steps < path.size() && path[steps - 1].type != REMOVE) steps++;
    if (steps >= path.size() || level_ > 6) return false;
    u8 e[MAX_CARDS];
    memcpy(e, precision, MAX_CARDS);
    const vector<Label> first(path.begin(), path.begin() + (long)steps);
    const auto follow = [&] {
      return follow_strictly(problem, e, first, effort_.pathcap, control_, steps);
    };
    Result guide = follow();
    for (int turn = 0; turn < 40 && guide.verdict == YES; turn++) {
      vector<int> blame;
      const Result deep =
          play(problem, e, first, guide.met, effort_.pathcap / 10, blame, control_, steps);
      if (deep.verdict == YES) {
        const Board board = moves_of(problem, deep, control_, false);
        return !board.bad && solved_from(board, part(1.0 / 3, 0.5));
      }
      if (!deepen(e, blame)) return false;
      guide = follow();
    }
    return false;
  }

  static bool deepen(u8* e, const vector<int>& cards) {
    bool more = false;
    for (int x : cards)
      if (e[x] < DEEP) {
        e[x] = DEEP;
        more = true;
      }
    return more;
  }

  // The same where all these cards are deep already: the nearest ranks that have others.
  bool widen(u8* e, const vector<int>& cards) const {
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

  // One search, and what follows from it.  Whether that was the end.
  bool round() {
    control_.rounds += level_ == 0;
    vector<vector<Label>> paths;
    const bool many = level_ == 0 && control_.steps > MANY_FROM;
    const Result r =
        search_all(problem, found_.precision, effort_.cap, control_, many ? &paths : nullptr, MANY);
    found_.classes = r.classes;
    if (r.verdict == NO) {
      found_.digest = r.digest;
      return end(NO);
    }
    if (r.verdict == CAP) return end(CAP, r.overflow ? Why::TOO_MANY : Why::CAP);

    if (many && refuted(paths)) return false;

    // 1. The order of digs and removals, moves to and from the table left free, every card kept.
    u8 kept[MAX_CARDS], top[MAX_CARDS];
    for (int c = 0; c < MAX_CARDS; c++) kept[c] = std::max<u8>(KEPT, found_.precision[c]);
    memcpy(top, kept, MAX_CARDS);
    const long pathcap = effort_.pathcap;
    Test follow = [this, path = r.path](const u8* e, long cap) {
      return follow_digs(problem, e, path, cap, control_);
    };
    auto known = std::make_unique<KnownPath>(problem, r.path, false, control_);
    if (follow(kept, pathcap).verdict != NO) {
      // 2. One path with all its moves to and from the table.
      const Result whole = follow_digs(problem, found_.precision, r.path, effort_.cap, control_, false);
      if (whole.verdict != YES) return again();
      const vector<Label> path = whole.path;
      follow = [this, path](const u8* e, long cap) {
        return follow_strictly(problem, e, path, cap / 4, control_);
      };
      known = std::make_unique<KnownPath>(problem, path, true, control_);
      const Result guide = follow_strictly(problem, kept, path, pathcap / 4, control_);
      if (guide.verdict != NO) {
        bool ended = false;
        const bool bases = problem.bases;
        if (!trace(path, guide, kept, top, follow, ended)) return problem.bases == bases && again();
        if (ended) return true;
      }
    }
    memcpy(found_.precision, choose(top, follow, r.classes).data(), MAX_CARDS);
    known->note(precision(), true);
    known_.add(std::move(known));
    return false;
  }

  Precision precision() const {
    Precision e(found_.precision, found_.precision + problem.cards);
    e.resize(MAX_CARDS, BLIND);
    return e;
  }

  // A precision is chosen that refutes paths, as many as it can be found for, and all known ones.
  // False if there is none.
  bool refuted(const vector<vector<Label>>& paths) {
    const Precision before = precision();
    vector<std::unique_ptr<KnownPath>> fresh;
    for (const vector<Label>& path : paths)
      fresh.push_back(std::make_unique<KnownPath>(problem, path, false, control_));
    vector<Precision> found;
    for (int turn = 0; turn < TRIES; turn++) {
      const unsigned seed = (unsigned)(control_.rounds * TRIES + turn) * 1000;
      std::mt19937 random(seed);
      vector<std::size_t> order(fresh.size());
      for (std::size_t i = 0; i < order.size(); i++) order[i] = i;
      shuffle(order, random);
      Precision e = before;
      for (std::size_t i : order)
        if (fresh[i] && !refute(*fresh[i], e, seed)) fresh[i].reset();
      if (e == before) return false;
      found.push_back(e);
    }
    for (auto& path : fresh)
      if (path) known_.add(std::move(path));
    const Precision floor(least_, least_ + MAX_CARDS);
    Precision best;
    for (std::size_t i = 0; i < found.size(); i++) {
      const Precision e = known_.thin(found[i], floor, (unsigned)i);
      if (best.empty() || weight(e) < weight(best)) best = e;
    }
    memcpy(found_.precision, best.data(), MAX_CARDS);
    return true;
  }

  // Raises the precision until it refutes the path.  False if that can't be done so.
  bool refute(KnownPath& path, Precision& e, unsigned seed) {
    const long cap = effort_.pathcap;
    if (path.refuted_by(e, cap)) return true;
    Precision best;
    for (unsigned turn = 0; turn < 2; turn++) {
      Precision top = e;
      if (!refute_ways(path, top, seed + 100 * turn)) continue;
      const Precision least = path.least(top, e, cap, seed + turn);
      if (best.empty() || weight(least) < weight(best)) best = least;
    }
    if (best.empty()) return false;
    e = best;
    return true;
  }

  // The ways to follow the digs of a path are refuted one after the other, each with all its moves
  // to and from the table: that takes far fewer classes than all of them with every card kept.
  bool refute_ways(KnownPath& path, Precision& e, unsigned seed) {
    const long cap = effort_.pathcap;
    for (unsigned turn = 0; turn < 60; turn++) {
      const Result way = path.way(e, 5 * cap);
      if (way.verdict == NO) path.note(e, true);
      if (way.verdict != YES) return way.verdict == NO;
      KnownPath strict(problem, way.path, true, control_);
      Precision top = e;
      for (int c = 0; c < problem.cards; c++) top[c] = std::max<u8>(KEPT, e[c]);
      if (!strict.refuted_by(top, cap)) return false;
      e = strict.least(top, e, cap, seed + turn);
    }
    return false;
  }

  // Play the path, or find a precision `top` that refutes it (`follow` may be changed for it).
  // False if neither is possible; `ended` if there's an answer.
  bool trace(const vector<Label>& path, Result guide, const u8* kept, u8* top, Test& follow,
             bool& ended) {
    u8 e[MAX_CARDS];
    memcpy(e, kept, MAX_CARDS);
    Result furthest;
    for (int turn = 0; turn < 60 && guide.verdict == YES; turn++) {
      vector<int> blame;
      const Result deep = play(problem, e, path, guide.met, effort_.pathcap / 10, blame, control_);
      if (deep.verdict == YES) return ended = solved(deep);
      if (deep.path.size() > furthest.path.size()) furthest = deep;
      if (!deepen(e, blame) && !widen(e, blame)) break;
      if (turn == 0 && milestone(path, kept)) return ended = true;
      guide = follow_strictly(problem, e, path, effort_.pathcap, control_);
      if (guide.verdict == CAP)
        guide = follow_strictly(problem, e, path, effort_.pathcap * 10, control_);
    }
    if (guide.verdict == NO) {
      memcpy(top, e, MAX_CARDS);
      return true;
    }
    // Some ranks deep, the others kept.
    for (int length = 2; length <= 13; length++)
      for (int low = 2; low + length - 1 <= 13; low++) {
        for (int c = 0; c < problem.cards; c++)
          e[c] = problem.rank[c] >= low && problem.rank[c] < low + length ? (u8)DEEP : kept[c];
        if (follow(e, effort_.pathcap).verdict == NO) {
          memcpy(top, e, MAX_CARDS);
          return true;
        }
      }
    // Solve the rest as a separate problem, after all that was played of the path or less.
    if (level_ < 5)
      for (int quarters = 4; quarters >= 1; quarters--) {
        Result begun = furthest;
        begun.path.resize(furthest.path.size() * quarters / 4);
        if (begun.path.empty()) break;
        begun.met.resize(begun.path.size() + 1);
        const Board board = moves_of(problem, begun, control_, false);
        if (board.bad) break;
        if (solved_from(board, part(1.0 / 6, 0.3))) return ended = true;
      }
    memset(e, DEEP, MAX_CARDS);
    const Result deep = follow_strictly(problem, e, path, effort_.pathcap * 50, control_);
    if (deep.verdict == YES) return ended = solved(deep);
    if (deep.verdict == CAP) return false;
    memcpy(top, e, MAX_CARDS);
    follow = [this, path](const u8* t, long cap) {
      return follow_strictly(problem, t, path, cap * 2, control_);
    };
    return true;
  }

  // A least precision under `top` that still refutes the path; cards are tried in a random order.
  Precision least(const u8* top, const Test& follow, unsigned seed) {
    std::mt19937 random(seed);
    const auto refutes = [&](const Precision& tried) {
      return follow(tried.data(), effort_.pathcap).verdict == NO;
    };
    const Precision floor(found_.precision, found_.precision + MAX_CARDS);
    return least_precision(problem, Precision(top, top + MAX_CARDS), floor, refutes,
                           seed ? &random : nullptr);
  }

  // Of several least precisions the one that makes the next search smallest.
  vector<u8> choose(const u8* top, const Test& follow, long states) {
    vector<vector<u8>> cores;
    const auto add = [&](const vector<u8>& core) {
      if (std::find(cores.begin(), cores.end(), core) == cores.end()) cores.push_back(core);
    };
    for (unsigned seed = 0; seed < (unsigned)effort_.cores; seed++) {
      add(least(top, follow, seed));
      if (spent() > effort_.seconds) break;
    }
    if (cores.size() == 1) return cores[0];
    std::size_t pick = 0;
    long best = -1;
    for (std::size_t k = 0; k < cores.size(); k++) {
      const long cap = best < 0 ? std::max(20000l, std::min(effort_.cap / 4, 8 * states)) : best;
      const Result q = search_all(problem, cores[k].data(), cap, control_);
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
