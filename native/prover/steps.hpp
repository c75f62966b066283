// The steps from a class: digs, moves to and from the table, removals (docs/prover.md, section 3).
#pragma once
#include <utility>

#include "arrangement.hpp"
#include "freezing.hpp"

namespace spiderpos::prover {

// Places of the King of a removed suit, used as the number of a column.
enum { ON_THE_TABLE = -1, ON_AN_ACE = -2 };

inline void Game::expand(const Class& from, vector<Successor>& out) {
  Counts counts;
  info(from, counts);
  control_.poll();
  int all = 0;
  for (int i = 0; i < problem.columns; i++) all += turned(from, i);
  const Expansion x{from, counts, out, all < problem.goal.most_turned};
  digs(x);
  from_table(x);
  if (counts.spaces > 0) to_table(x);
  if (may_remove_) removals(x);
}

// Add the result of a step, which isn't in canonical form yet.  `exposed` is the column in which the step brought a
// segment into play, or negative.  With bases, there is one successor for each possible choice of columns.
inline void Game::emit(const Expansion& x, Label label, Class to, int exposed) {
  control_.poll();
  Counts counts_after;
  canonical(to, counts_after);
  if (label.type == REMOVE && !problem.goal.others_allowed(counts_after.removed)) return;
  if (named_.empty()) {
    add_successor(x, label, to, counts_after);
    return;
  }
  // Find the tracked cards on the table that could be in any open column before the step, and now can't go to another.
  const auto fixed = [&](const Counts& C, int c) { return !C.movable[c] || C.spaces == 0; };
  vector<int> cards;
  int room = counts_after.spaces + to.on_table;  // open columns; below, only those not named are left
  for (int i : named_)
    if (!to.left[i] && to.base[i] != FREE) room--;
  for (int i = 0; i < to.on_table; i++) {
    const u8 c = to.table[i];
    if (!is_card(c) || !fixed(counts_after, c)) continue;
    bool placed = x.counts.place[c] == ON_TABLE && fixed(x.counts, c);
    placed |= exposed >= 0 && !to.left[exposed] && c == problem.segments[exposed][0][0];
    bool named = false;
    for (int k : named_) named |= to.base[k] == c;
    if (named) continue;
    if (placed)
      room--;  // its column isn't one of the named ones
    else
      cards.push_back(c);
  }
  for (int i : named_) room -= !to.left[i] && to.base[i] == FREE;
  locate(to, counts_after, exposed, cards, 0, room,
         [&](Class& located) { add_successor(x, label, located, counts_after); });
}

// Choose for each card, from the k-th on, a named column without a base, or another column if there is room.
template <class Next>
void Game::locate(Class& to, const Counts& counts_after, int exposed, const vector<int>& cards, std::size_t k,
                  int room, const Next& next) {
  if (overflow) return;
  if (k == cards.size()) {
    if (counts_after.spaces == 0) {  // the remaining named columns must contain blind cards
      int blind = 0;
      for (int i = 0; i < to.on_table; i++) blind += !is_card(to.table[i]);
      for (int i : named_) blind -= !to.left[i] && to.base[i] == FREE;
      if (blind < 0) return;
    }
    next(to);
    return;
  }
  if (room > 0) locate(to, counts_after, exposed, cards, k + 1, room - 1, next);
  for (int i : named_) {
    if (to.left[i] || to.base[i] != FREE || i == exposed) continue;
    to.base[i] = (u8)cards[k];
    locate(to, counts_after, exposed, cards, k + 1, room, next);
    to.base[i] = FREE;
  }
}

// Add a successor, unless the step makes a space that the goal forbids.  A step that also reaches the goal may make
// one, and so may a step other than a removal if one removal then reaches the goal (Goal::space_before_removal).
inline void Game::add_successor(const Expansion& x, Label label, Class& to, const Counts& counts_after) {
  const bool forbidden = problem.goal.no_space && counts_after.spaces > x.counts.spaces;
  bool goal;
  if (forbidden && problem.goal.places())
    goal = counts_reached(to, counts_after) &&
           (problem.goal.win < 0 || won_by_counts(problem, to, counts_after)) &&
           arranged(x.from, x.counts,
                    [&](Arrangement& arrangement) { return arrangement.met_right_after(label, to); });
  else
    goal = reached(to, counts_after);
  if (forbidden && !goal && problem.goal.space_before_removal && label.type != REMOVE) {
    vector<Successor> removed;
    goal = reached_by_removal({to, counts_after, removed, x.may_turn});
  }
  if (forbidden && !goal) return;
  if (x.out.size() >= limit) {
    overflow = true;
    return;
  }
  x.out.push_back({label, to, goal});
}

// Return true if removing one suit from a class reaches the goal.
inline bool Game::reached_by_removal(const Expansion& x) {
  const Label* const limited = only;
  only = nullptr;
  removals(x);
  only = limited;
  return std::any_of(x.out.begin(), x.out.end(), [](const Successor& next) { return next.goal; });
}

inline void Game::digs(const Expansion& x) {
  const Counts& counts = x.counts;
  for (int i = 0; i < problem.columns; i++) {
    const int left = x.from.left[i];
    if (left < 2) continue;
    const int h = problem.segments[i][left - 1][0], r = problem.rank[h];
    const bool turns = left - 2 < problem.face_down[i];
    if (!counts.movable[h] || (turns && !x.may_turn)) continue;
    if (r >= 1 && counts.open[r] > 0 && !excluded(DIG_ONTO_SLOT, i)) {
      const Label label{DIG_ONTO_SLOT, (u8)i, 0};
      const auto dug = [&](Class to) {
        expose(to, i);
        emit(x, label, to, i);
      };
      // If the exposed segment adds a slot to the level, it stays fluid.  To freeze it first would give the same
      // classes after thawing, several times.
      if (counts.open[r] == 1 && problem.rank[problem.segments[i][left - 2].back()] != problem.above(r))
        freeze(*this, counts, x.from, r, h, dug);
      else
        dug(x.from);
    }
    if (counts.spaces > 0 && !excluded(DIG_TO_TABLE, i)) {
      Class to = x.from;
      to.put_on_table(code(h));
      expose(to, i);
      emit(x, {DIG_TO_TABLE, (u8)i, 0}, to, i);
    }
  }
}

inline void Game::from_table(const Expansion& x) {
  const Counts& counts = x.counts;
  const Class& from = x.from;
  for (int k = 0; k < from.on_table; k++) {
    const u8 c = from.table[k];
    if (k && c == from.table[k - 1]) continue;
    const int h = is_card(c) ? (int)c : -1, r = is_card(c) ? problem.rank[c] : c - BLIND_CARD;
    if (r == 0 || counts.open[r] <= 0 || excluded(FROM_TABLE, r)) continue;
    if (h >= 0 && !counts.movable[h]) continue;
    const Label label{FROM_TABLE, (u8)r, 0};
    Class to = from;
    to.take_off_table(c);
    if (counts.open[r] == 1)
      freeze(*this, counts, to, r, h, [&](const Class& frozen) { emit(x, label, frozen); });
    else
      emit(x, label, to);
  }
}

inline void Game::to_table(const Expansion& x) {
  const Counts& counts = x.counts;
  for (int r = 1; r <= 13; r++) {
    if (excluded(TO_TABLE, r)) continue;
    const auto put = [&](u8 c) {
      Class to = x.from;
      to.put_on_table(c);
      emit(x, {TO_TABLE, (u8)r, 0}, to);
    };
    for (int c : problem.of_rank[r])
      if (precision[c] && counts.place[c] == LINKED && counts.movable[c]) put((u8)c);
    if (counts.linked[r] > counts.linked_tracked[r] && (!normal_form || counts.open[r] < keep_[r]))
      put((u8)(BLIND_CARD + r));
  }
}

inline void Game::removals(const Expansion& x) {
  for (int suit = 0; suit < 4; suit++) {
    if (excluded(REMOVE, suit) || !problem.goal.may_remove(suit, x.counts.removed)) continue;
    bool blind[2] = {false, false};  // a blind King on the table, or on an Ace, was tried; all are equivalent
    for (int k : problem.of_rank[13]) {
      if (problem.suit[k] != suit || !x.counts.place[k] || !x.counts.movable[k]) continue;
      if (x.counts.place[k] == ANCHORED) {
        for (int i = 0; i < problem.columns; i++) {
          const int left = x.from.left[i];
          if (left && problem.segments[i][left - 1][0] == k &&
              (x.may_turn || left < 2 || left - 2 >= problem.face_down[i]))
            remove_from(x, k, i);
        }
        continue;
      }
      const bool on_table =
          precision[k] ? x.counts.place[k] == ON_TABLE
                       : !std::exchange(blind[0], true) && x.from.lies_on_table(BLIND_CARD + 13);
      if (on_table) remove_from(x, k, ON_THE_TABLE);
      const bool on_ace = precision[k] ? x.counts.place[k] == LINKED
                                       : !std::exchange(blind[1], true) &&
                                             x.counts.linked[13] > x.counts.linked_tracked[13];
      if (on_ace) remove_from(x, k, ON_AN_ACE);
    }
  }
}

// Add the successors that remove the suit of this King.  `column` is the one in which the King is anchored, or
// ON_THE_TABLE or ON_AN_ACE.
inline void Game::remove_from(const Expansion& x, int king, int column) {
  // The Ace of the suit is uncovered, so it is an uncovered slot of level 13.
  if (problem.kings_on_aces && x.counts.open[13] <= 0 && column != ON_AN_ACE) return;
  int chain[14];
  chain[13] = king;
  chains(x, chain, 12, column);
}

// Extend the chain from the King to cards of rank r and below in every way, and add a successor without the cards of
// the chain for each one that gets complete.
inline void Game::chains(const Expansion& x, int* chain, int r, int column) {
  const Class& from = x.from;
  const Counts& counts = x.counts;
  const int king = chain[13], suit = problem.suit[king];
  if (r == 0) {
    Class to = from;
    for (int rank = 1; rank <= 13; rank++) {
      to.remove(chain[rank]);
      to.value[chain[rank]] = OUT;
    }
    if (column >= 0)
      expose(to, column);
    else if (column == ON_THE_TABLE)
      to.take_off_table(code(king));
    emit(x, {REMOVE, (u8)suit, (u8)(column >= 0 ? column : 255)}, to, column);
    return;
  }
  const int above = chain[r + 1];
  const auto go_on = [&](int c) {
    chain[r] = c;
    chains(x, chain, r - 1, column);
  };
  const bool frozen = counts.open[r] <= 0;
  const u8 value = precision[above] ? from.value[above] : (u8)FREE;
  if (is_card(value)) {
    if (problem.suit[value] == suit && counts.movable[value]) go_on(value);
    return;
  }
  if (frozen && value == UNNATURAL) return;
  if (!(frozen && precision[above] == DEEP))
    for (int c : problem.of_rank[r])
      if (precision[c] && problem.suit[c] == suit && counts.place[c] == LINKED && counts.movable[c] &&
          !(frozen && names(from, counts, c) >= 0))
        go_on(c);
  if (counts.linked[r] > counts.linked_tracked[r])
    for (int c : problem.of_rank[r])
      if (!precision[c] && problem.suit[c] == suit && counts.place[c] == LINKED) {
        go_on(c);
        break;
      }
}

}  // namespace spiderpos::prover
