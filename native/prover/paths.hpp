// Following a path through another relaxed game (docs/prover.md, section 6).
//
// A path to the goal was found in a relaxed game with little precision.  If it can't be followed with more precision,
// that precision refutes it; if it can be followed with all cards deep, moves_of (lines.hpp) can nearly always play it.
#pragma once
#include <deque>

#include "search.hpp"

namespace spiderpos::prover {

// A depth-first search that takes exactly the steps of one path, choosing among the successors with the same step.
class Follower {
 public:
  Follower(const Problem& given, const Precision& precision, const vector<Label>& path, long cap,
           std::size_t limit, Control& control)
      : game(given, precision, control), path_(path), cap_(cap), packed_(game.width) {
    game.normal_form = false;
    game.limit = limit;
    for (std::size_t k = 0; k <= path.size(); k++) seen_.emplace_back(game.width, control);
    trail_.push_back(game.initial());
  }

  Game game;
  // If set (with all cards deep): the classes of the path in a game of less precision, which guide the search.
  const vector<Class>* guide = nullptr;
  // After a failure: the cards that may have stopped the longest attempt, and those for other attempts of the same
  // length.  More precision for them may lead further.
  vector<int> blame, more_blame;

  Result run() {
    Result result;
    const bool followed = path_.empty() ? game.reached(trail_[0], game.info(trail_[0])) : step(0);
    result.classes = classes_;
    if (followed) {
      result.verdict = YES;
      result.met = trail_;
      result.path.assign(path_.begin(), path_.begin() + (long)trail_.size() - 1);
      return result;
    }
    result.verdict = classes_ > cap_ || game.overflow || overflow_ ? CAP : NO;
    if (path_.empty()) blame_goal(trail_[0], blame);
    return result;
  }

 private:
  const vector<Label>& path_;
  long cap_, classes_ = 0;
  vector<u8> packed_;
  std::deque<Table> seen_;
  vector<Class> trail_, furthest_;
  bool overflow_ = false;

  bool step(std::size_t k) {
    if (classes_ > cap_) return false;
    vector<Successor> successors;
    game.only = &path_[k];
    if (guide) {
      game.guide = &(*guide)[k + 1];
      overflow_ |= game.overflow;
      game.overflow = false;
      game.blame.clear();
    }
    game.expand(Class(trail_.back()), successors);
    if (guide)
      successors.erase(std::remove_if(successors.begin(), successors.end(),
                                      [&](const Successor& next) {
                                        const Class& to = (*guide)[k + 1];
                                        return next.to.on_table != to.on_table ||
                                               memcmp(next.to.table, to.table, to.on_table);
                                      }),
                       successors.end());
    if (guide && successors.empty()) blame_step(k);
    for (const Successor& next : successors) {
      if (!(next.label == path_[k])) continue;
      if (next.goal) {
        trail_.push_back(next.to);
        return true;
      }
      if (k + 1 == path_.size()) {
        if (guide) blame_end(next.to);
        continue;
      }
      game.pack(next.to, packed_.data());
      if (!seen_[k + 1].add(packed_.data()).second) continue;
      classes_++;
      trail_.push_back(next.to);
      if (step(k + 1)) return true;
      trail_.pop_back();
      if (classes_ > cap_) return false;
    }
    return false;
  }

  // Return the list of cards to blame for an attempt that ended after this number of steps; null if another one got
  // further.
  vector<int>* blamed(std::size_t steps) {
    if (steps + 1 < furthest_.size()) return nullptr;
    if (steps + 1 == furthest_.size()) return &more_blame;
    furthest_ = trail_;
    blame.clear();
    more_blame.clear();
    return &blame;
  }
  void blame_step(std::size_t k) {
    vector<int>* const cards = blamed(k);
    if (!cards) return;
    cards->insert(cards->end(), game.blame.begin(), game.blame.end());
    const Class& s = trail_.back();
    const Label& label = path_[k];
    const Problem& problem = game.problem;
    const Counts counts = game.info(s);
    if (is_dig(label.type)) {
      game.chase(s, counts, problem.segments[label.a][s.left[label.a] - 1][0], *cards);
    } else if (label.type == REMOVE) {
      blame_suit(s, counts, label.a, *cards);
    } else {
      if (label.type == FROM_TABLE)
        for (int i = 0; i < s.on_table; i++)
          if (is_card(s.table[i]) && problem.rank[s.table[i]] == label.a)
            game.chase(s, counts, s.table[i], *cards);
      for (int x : problem.of_rank[label.a])
        if (counts.place[x] == LINKED && !counts.movable[x]) {
          game.chase(s, counts, x, *cards);
          if (label.type == FROM_TABLE) blame_carrier(s, counts, x, *cards);
        }
    }
  }
  void blame_carrier(const Class& s, const Counts& counts, int x, vector<int>& cards) {
    const int carrier = game.names(s, counts, x);
    if (carrier >= 0) cards.push_back(carrier);
  }
  void blame_suit(const Class& s, const Counts& counts, int suit, vector<int>& cards) {
    const Problem& problem = game.problem;
    for (int rank = 13; rank >= 2; rank--)
      for (int x : problem.of_rank[rank]) {
        const u8 value = s.value[x];
        if (problem.suit[x] == suit && counts.place[x] && is_card(value) &&
            (problem.suit[value] != suit || !counts.movable[value]))
          game.chase(s, counts, x, cards);
      }
  }
  void blame_end(const Class& s) {
    trail_.push_back(s);
    if (vector<int>* const cards = blamed(path_.size())) blame_goal(s, *cards);
    trail_.pop_back();
  }
  void blame_goal(const Class& s, vector<int>& cards) {
    const Problem& problem = game.problem;
    const Goal& goal = problem.goal;
    const Counts counts = game.info(s);
    for (const CardPlace& place : goal.uncovered) {
      for (int x : problem.of_rank[place.card >> 2])
        if (problem.value(x) == place.card && counts.place[x]) {
          game.chase(s, counts, x, cards);
          blame_carrier(s, counts, x, cards);
        }
      if (place.column < 0) continue;
      for (int x : hanging(s, place.column)) game.chase(s, counts, x, cards);
    }
    for (int i : goal.empty)
      for (int x : hanging(s, i)) game.chase(s, counts, x, cards);
    for (int q = 0; q < 4; q++)
      if (goal.complete[q] || goal.complete_any || goal.win >= 0) blame_suit(s, counts, q, cards);
  }
  // The cards known to be in a column, from its first card in play down.
  vector<int> hanging(const Class& s, int column) const {
    vector<int> cards;
    int x = s.left[column]           ? game.problem.segments[column][s.left[column] - 1][0]
            : s.base[column] == FREE ? -1
                                     : s.base[column];
    if (x < 0 && !s.left[column] && !game.problem.segments[column].empty())
      x = game.problem.segments[column][0][0];
    for (; x >= 0 && game.problem.rank[x] > 0; x = is_card(s.value[x]) ? s.value[x] : -1)
      cards.push_back(x);
    return cards;
  }
};

// Follow every step of a path, in order.  NO if that is impossible, so the precision refutes the path.
inline Result follow_strictly(const Problem& problem, const Precision& precision, const vector<Label>& path,
                              long cap, Control& control) {
  const auto successors = (std::size_t)std::max(2000l, cap / 20);
  Follower follower(problem, precision, path, cap, successors, control);
  return follower.run();
}

// Follow every step of a path with all cards deep, arranged as in `guide`, the classes of the path in the relaxed
// game of this precision.  A failure (CAP) proves nothing; `blame` then has the cards that should become deep.
inline Result play(const Problem& problem, const Precision& precision, const vector<Label>& path,
                   const vector<Class>& guide, long cap, vector<int>& blame, Control& control) {
  Follower follower(problem, uniform(problem, DEEP), path, cap, 300, control);
  follower.guide = &guide;
  follower.game.guide_precision = &precision;
  Result result = follower.run();
  if (result.verdict != YES) result.verdict = CAP;
  blame = follower.blame;
  const auto is_deep = [&](int c) { return precision[c] == DEEP; };
  if (std::all_of(blame.begin(), blame.end(), is_deep))
    blame.insert(blame.end(), follower.more_blame.begin(), follower.more_blame.end());
  return result;
}

// Follow the digs and removals of a path in their order, with any moves to and from the table in between; a dig may
// go onto a slot instead of to the table, or the other way round.  Classes are searched best-first, by the number of
// digs and removals already taken.
inline Result follow_digs(const Problem& problem, const Precision& precision, const vector<Label>& whole,
                          long cap, Control& control, bool normal_form = true) {
  Game game(problem, precision, control);
  if (!normal_form) game.normal_form = false;
  game.limit = 2000;
  Result result;
  vector<Label> path;
  for (const Label& label : whole)
    if (is_dig(label.type) || label.type == REMOVE) path.push_back(label);
  // The table stores a class together with the number of digs and removals taken.
  const int width = game.width + 2;
  Table table(width, control);
  vector<u8> packed(width);
  vector<vector<u32>> waiting(path.size() + 1);
  vector<std::size_t> done(path.size() + 1, 0);
  Class s = game.initial();
  if (game.reached(s, game.info(s))) return {YES, 0, 0, false, {}, {s}};
  const auto put = [&](const Class& to, std::size_t steps, u32 parent, Label label) {
    packed[0] = steps & 255;
    packed[1] = (u8)(steps >> 8);
    game.pack(to, &packed[2]);
    const auto added = table.add(packed.data(), parent, label);
    if (added.second) waiting[steps].push_back(added.first);
  };
  put(s, 0, 0, {});
  vector<Successor> successors;
  for (long k = 0;;) {
    while (k >= 0 && done[k] == waiting[k].size()) k--;
    if (k < 0) {
      result.verdict = game.overflow ? CAP : NO;
      break;
    }
    if ((long)table.size() > cap) break;
    const u32 i = waiting[k][done[k]++];
    game.unpack(table.bytes(i) + 2, s);
    successors.clear();
    game.expand(s, successors);
    long furthest = k;
    for (const Successor& next : successors) {
      control.steps++;
      if (next.goal) {
        result.verdict = YES;
        result.path.push_back(next.label);
        result.met.push_back(next.to);
        trace_back(game, table, i, 2, result);
        break;
      }
      const Label& label = next.label;
      if (label.type == TO_TABLE || label.type == FROM_TABLE) {
        put(next.to, k, i, label);
      } else if (k < (long)path.size() &&
                 (label == path[k] ||
                  (is_dig(label.type) && is_dig(path[k].type) && label.a == path[k].a))) {
        put(next.to, k + 1, i, label);
        furthest = k + 1;
      }
    }
    if (result.verdict == YES) break;
    k = furthest;
  }
  result.classes = table.size();
  return result;
}

}  // namespace spiderpos::prover
