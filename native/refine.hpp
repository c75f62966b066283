// Abstraction and refinement: docs/prover.md, section 6.
//
// Search a relaxed game; no way to the goal is a proof.  A way is either played, which is a line,
// or refuted: some precision is found in which it isn't there, of which a least part is kept, and
// the next search is made with that.  What is found here matters for speed, never for truth.
#pragma once
#include <algorithm>
#include <cstring>
#include <functional>
#include <random>
#include <vector>

#include "classes.hpp"
#include "lines.hpp"

namespace spiderpos {

struct Effort {
  double seconds;        // for this problem; the control knows the deadline of all
  long cap;              // classes of a search
  long pathcap = 20000;  // classes of a search along one path
  int cores = 3;         // least precisions to choose from in a round
};

enum class Why { NONE, BUDGET, CAP, PATH, OVERFLOW, UNPLAYED };

struct Found {
  Verdict v = CAP;
  Why why = Why::NONE;
  u8 e[MAXN];
  u64 digest = 0;
  long states = 0;  // classes of the last search
  vector<Move> moves;
};

class Refinement {
 public:
  Refinement(const Problem& problem, Effort effort, Control& control, int level = 0,
             const u8* precision = nullptr)
      : P(problem), effort_(effort), control_(control), level_(level) {
    memset(found_.e, BLIND, MAXN);
    if (precision) memcpy(found_.e, precision, MAXN);
  }

  Found run() {
    while (!round()) {
    }
    return found_;
  }

 private:
  using Test = std::function<bool(const u8*)>;  // whether a path isn't there, in a precision

  const Problem& P;
  Effort effort_;
  Control& control_;
  int level_;  // how many problems this one is a part of
  double started_ = now();
  Found found_;

  double spent() const { return now() - started_; }

  bool end(Verdict v, Why why = Why::NONE) {
    found_.v = v;
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

  bool solved(const Result& line) {
    Board board(P);
    if (!realize(P, line, board, control_)) return end(CAP, Why::UNPLAYED);
    found_.moves = board.line;
    return end(YES);
  }

  // What is left of the problem after the moves on this board, within a part of the effort.
  bool solved_from(const Board& board, Effort effort) {
    const Problem rest = after(P, board);
    const double deadline = control_.deadline;
    const long classes = control_.classes;
    control_.deadline = std::min(deadline, now() + effort.seconds);
    Found found;
    try {
      found = Refinement(rest, effort, control_, level_ + 1).run();
    } catch (const Stopped& stopped) {
      control_.deadline = deadline;
      if (stopped.why == Stop::CANCELLED || now() > deadline) throw;
    }
    control_.deadline = deadline;
    control_.classes = classes;
    if (found.v != YES) return false;
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

  // As far as the first removal of a path; what follows is a problem of its own.
  bool milestone(const vector<Label>& path, const u8* precision) {
    size_t m = 0;
    while (m < path.size() && path[m].type != REM) m++;
    if (m + 1 >= path.size() || level_ > 6) return false;
    u8 e[MAXN];
    memcpy(e, precision, MAXN);
    const vector<Label> first(path.begin(), path.begin() + m + 1);
    Result guide = follow_strict(P, e, first, effort_.pathcap, control_, true);
    for (int turn = 0; turn < 40 && guide.v == YES; turn++) {
      vector<int> blame;
      Result deep = concretize(P, e, first, guide.states_on_path, effort_.pathcap / 10, blame,
                               control_, m + 1);
      if (deep.v == YES) {
        Board board(P);
        return realize(P, deep, board, control_) && solved_from(board, part(1.0 / 3, 0.5));
      }
      if (!deepen(e, blame)) return false;
      guide = follow_strict(P, e, first, effort_.pathcap, control_, true);
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

  // One search, and what follows from it.  Whether that was the end.
  bool round() {
    control_.rounds += level_ == 0;
    const Result r = bfs(P, found_.e, effort_.cap, control_);
    found_.states = r.states;
    if (r.v == NO) {
      found_.digest = r.digest;
      return end(NO);
    }
    if (r.v == CAP) return end(CAP, r.overflow ? Why::OVERFLOW : Why::CAP);

    // 1. The order of digs and removals, moves to and from the table left free, every card kept.
    u8 kept[MAXN], top[MAXN];
    for (int c = 0; c < MAXN; c++) kept[c] = std::max<u8>(KEPT, found_.e[c]);
    memcpy(top, kept, MAXN);
    const long pathcap = effort_.pathcap;
    Test refuted = [&](const u8* e) { return follow(P, e, r.path, pathcap, control_).v == NO; };
    if (!refuted(kept)) {
      // 2. One path with all its moves to and from the table.
      const Result whole = follow(P, found_.e, r.path, effort_.cap, control_, false);
      if (whole.v != YES) return again();
      const vector<Label> path = whole.path;
      refuted = [this, path, pathcap](const u8* e) {
        return follow_strict(P, e, path, pathcap / 4, control_).v == NO;
      };
      const Result guide = follow_strict(P, kept, path, pathcap / 4, control_);
      if (guide.v != NO) {
        bool ended = false;
        if (!trace(path, guide, kept, top, refuted, ended)) return again();
        if (ended) return true;
      }
    }
    memcpy(found_.e, choose(top, refuted, r.states).data(), MAXN);
    return false;
  }

  // Play the path, or find a precision `top` that refutes it (`refuted` may be changed for it).
  // False if neither came of it; `ended` if there's an answer.
  bool trace(const vector<Label>& path, Result guide, const u8* kept, u8* top, Test& refuted,
             bool& ended) {
    u8 e[MAXN];
    memcpy(e, kept, MAXN);
    Result furthest;
    for (int turn = 0; turn < 60 && guide.v == YES; turn++) {
      vector<int> blame;
      const Result deep =
          concretize(P, e, path, guide.states_on_path, effort_.pathcap / 10, blame, control_);
      if (deep.v == YES) return ended = solved(deep);
      if (deep.path.size() > furthest.path.size()) furthest = deep;
      if (!deepen(e, blame)) break;
      if (turn == 0 && milestone(path, kept)) return ended = true;
      guide = follow_strict(P, e, path, effort_.pathcap, control_);
    }
    if (guide.v == NO) {
      memcpy(top, e, MAXN);
      return true;
    }
    // Some ranks deep, the others kept.
    for (int length = 2; length <= 13; length++)
      for (int low = 2; low + length - 1 <= 13; low++) {
        for (int c = 0; c < P.N; c++)
          e[c] = P.rank[c] >= low && P.rank[c] < low + length ? (u8)DEEP : kept[c];
        if (refuted(e)) {
          memcpy(top, e, MAXN);
          return true;
        }
      }
    // As far as the path was played, and less far: what follows as a problem of its own.
    if (level_ < 5)
      for (int quarters = 4; quarters >= 1; quarters--) {
        Result begun = furthest;
        begun.path.resize(furthest.path.size() * quarters / 4);
        if (begun.path.empty()) break;
        begun.states_on_path.resize(begun.path.size() + 1);
        Board board(P);
        if (!realize(P, begun, board, control_)) break;
        if (solved_from(board, part(1.0 / 6, 0.3))) return ended = true;
      }
    memset(e, DEEP, MAXN);
    const Result deep = follow_strict(P, e, path, effort_.pathcap * 50, control_);
    if (deep.v == YES) return ended = solved(deep);
    if (deep.v == CAP) return false;
    memcpy(top, e, MAXN);
    const long pathcap = effort_.pathcap;
    refuted = [this, path, pathcap](const u8* t) {
      return follow_strict(P, t, path, pathcap * 2, control_).v == NO;
    };
    return true;
  }

  // A least precision under `top` that still refutes the path; cards are tried in a random order.
  vector<u8> least(const u8* top, const Test& refuted, unsigned seed) {
    vector<u8> current(top, top + MAXN);
    std::mt19937 random(seed);
    vector<int> ranks, cards;
    for (int k = 1; k <= 13; k++) ranks.push_back(k);
    for (int k = 0; k < P.N; k++) cards.push_back(k);
    if (seed) {
      std::shuffle(ranks.begin(), ranks.end(), random);
      std::shuffle(cards.begin(), cards.end(), random);
    }
    auto lower = [&](const vector<int>& set, u8 to) {
      vector<u8> tried = current;
      for (int c : set) tried[c] = std::max(found_.e[c], std::min(current[c], to));
      if (tried == current) return true;
      if (!refuted(tried.data())) return false;
      current = tried;
      return true;
    };
    auto lowest = [&](const vector<int>& set) {
      if (!lower(set, BLIND) && !lower(set, SHALLOW)) lower(set, KEPT);
    };
    for (int k : ranks) lowest(P.byrank[k]);
    for (int c : cards) lowest({c});
    return current;
  }

  // Of several least precisions the one that makes the next search smallest.
  vector<u8> choose(const u8* top, const Test& refuted, long states) {
    vector<vector<u8>> cores;
    for (unsigned seed = 0; seed < (unsigned)effort_.cores; seed++) {
      vector<u8> core = least(top, refuted, seed);
      if (std::find(cores.begin(), cores.end(), core) == cores.end()) cores.push_back(core);
      if (spent() > effort_.seconds) break;
    }
    if (cores.size() == 1) return cores[0];
    size_t pick = 0;
    long best = -1;
    for (size_t k = 0; k < cores.size(); k++) {
      const long cap = best < 0 ? std::max(20000l, std::min(effort_.cap / 4, 8 * states)) : best;
      const Result q = bfs(P, cores[k].data(), cap, control_);
      const long cost = q.v == NO ? q.states / 4 : q.v == CAP ? cap * 2 : q.states;
      if (best < 0 || cost < best) {
        best = std::max(1l, cost);
        pick = k;
      }
    }
    return cores[pick];
  }
};

}  // namespace spiderpos
