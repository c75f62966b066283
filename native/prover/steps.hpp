// The steps from a class: digs, moves to and from the table, removals (docs/prover.md, section 3).
#pragma once
#include <utility>

#include "arrangement.hpp"
#include "freezing.hpp"

namespace spiderpos::prover {

// Places of the King of a removed suit, used as the number of a column.
enum { ON_THE_TABLE = -1, ON_AN_ACE = -2 };

// Appends the successors of one class.
class Steps {
 public:
  // `may_turn`: another card may be turned up.
  Steps(Game& game, const Class& from, const Counts& counts, vector<Successor>& out, bool may_turn)
      : game_(game), problem(game.problem), from_(from), counts_(counts), out_(out), may_turn_(may_turn) {}

  void add_all() {
    digs();
    from_table();
    if (counts_.spaces > 0) to_table();
    if (game_.may_remove_) removals();
  }

  // Return true if removing one suit reaches the goal.
  bool reach_by_removal() {
    const Label* const limited = game_.only;
    game_.only = nullptr;
    removals();
    game_.only = limited;
    return std::any_of(out_.begin(), out_.end(), [](const Successor& next) { return next.goal; });
  }

 private:
  // Add the result of a step, which isn't in canonical form yet.  `exposed` is the column in which the step brought a
  // segment into play, or negative.  With bases, there is one successor for each possible choice of columns.
  void emit(Label label, Class to, int exposed = -1) {
    game_.control_.poll();
    const Counts counts_after = game_.canonical(to);
    if (label.type == REMOVE && problem.goal.others(counts_after.removed) > problem.goal.most_others) return;
    if (game_.named_.empty()) return add_successor(label, to, counts_after);
    // Find the tracked cards on the table that could be in any open column before the step, and now can't go to
    // another.
    const auto fixed = [&](const Counts& C, int c) { return !C.movable[c] || C.spaces == 0; };
    vector<int> cards;
    int room = counts_after.spaces + to.on_table;  // open columns; below, only those not named are left
    for (int i : game_.named_)
      if (!to.left[i] && to.base[i] != FREE) room--;
    for (int i = 0; i < to.on_table; i++) {
      const u8 c = to.table[i];
      if (!is_card(c) || !fixed(counts_after, c)) continue;
      bool placed = counts_.place[c] == ON_TABLE && fixed(counts_, c);
      placed |= exposed >= 0 && !to.left[exposed] && c == problem.segments[exposed][0][0];
      bool named = false;
      for (int k : game_.named_) named |= to.base[k] == c;
      if (named) continue;
      if (placed)
        room--;  // its column isn't one of the named ones
      else
        cards.push_back(c);
    }
    for (int i : game_.named_) room -= !to.left[i] && to.base[i] == FREE;
    locate(label, to, counts_after, exposed, cards, 0, room);
  }

  // Choose for each card, from the k-th on, a named column without a base, or another column if there is room.
  void locate(Label label, Class& to, const Counts& counts_after, int exposed, const vector<int>& cards,
              std::size_t k, int room) {
    if (game_.overflow) return;
    if (k == cards.size()) {
      if (counts_after.spaces == 0) {  // the remaining named columns must contain blind cards
        int blind = 0;
        for (int i = 0; i < to.on_table; i++) blind += !is_card(to.table[i]);
        for (int i : game_.named_) blind -= !to.left[i] && to.base[i] == FREE;
        if (blind < 0) return;
      }
      return add_successor(label, to, counts_after);
    }
    if (room > 0) locate(label, to, counts_after, exposed, cards, k + 1, room - 1);
    for (int i : game_.named_) {
      if (to.left[i] || to.base[i] != FREE || i == exposed) continue;
      to.base[i] = (u8)cards[k];
      locate(label, to, counts_after, exposed, cards, k + 1, room);
      to.base[i] = FREE;
    }
  }

  // Add a successor, unless the step makes a space that the goal forbids.  A step that also reaches the goal may make
  // one, and so may a step other than a removal if one removal then reaches the goal (Goal::space_before_removal).
  void add_successor(Label label, Class& to, const Counts& counts_after) {
    const bool forbidden = problem.goal.no_space && counts_after.spaces > counts_.spaces;
    bool goal;
    if (forbidden && problem.goal.places())
      goal = game_.counts_reached(to, counts_after) &&
             (problem.goal.win < 0 || won_by_counts(problem, to, counts_after)) &&
             game_.arranged(from_, counts_,
                            [&](Arrangement& arrangement) { return arrangement.met_right_after(label, to); });
    else
      goal = game_.reached(to, counts_after);
    if (forbidden && !goal && problem.goal.space_before_removal && label.type != REMOVE) {
      vector<Successor> removed;
      goal = Steps(game_, to, counts_after, removed, may_turn_).reach_by_removal();
    }
    if (forbidden && !goal) return;
    if (out_.size() >= game_.limit) {
      game_.overflow = true;
      return;
    }
    out_.push_back({label, to, goal});
  }

  void digs() {
    for (int i = 0; i < problem.columns; i++) {
      const int left = from_.left[i];
      if (left < 2) continue;
      const int h = problem.segments[i][left - 1][0], r = problem.rank[h];
      const bool turns = left - 2 < problem.face_down[i];
      if (!counts_.movable[h] || (turns && !may_turn_)) continue;
      if (r >= 1 && counts_.open[r] > 0 && !game_.excluded(DIG_ONTO_SLOT, i)) {
        const Label label{DIG_ONTO_SLOT, (u8)i, 0};
        const auto dug = [&](Class to) {
          game_.expose(to, i);
          emit(label, to, i);
        };
        // If the exposed segment adds a slot to the level, it stays fluid.  To freeze it first would give the same
        // classes after thawing, several times.
        if (counts_.open[r] == 1 && problem.rank[problem.segments[i][left - 2].back()] != problem.above(r))
          Freezing(game_, counts_, dug).freeze(from_, r, h);
        else
          dug(from_);
      }
      if (counts_.spaces > 0 && !game_.excluded(DIG_TO_TABLE, i)) {
        Class to = from_;
        to.put_on_table(game_.code(h));
        game_.expose(to, i);
        emit({DIG_TO_TABLE, (u8)i, 0}, to, i);
      }
    }
  }

  void from_table() {
    for (int k = 0; k < from_.on_table; k++) {
      const u8 c = from_.table[k];
      if (k && c == from_.table[k - 1]) continue;
      const int h = is_card(c) ? (int)c : -1, r = is_card(c) ? problem.rank[c] : c - BLIND_CARD;
      if (r == 0 || counts_.open[r] <= 0 || game_.excluded(FROM_TABLE, r)) continue;
      if (h >= 0 && !counts_.movable[h]) continue;
      const Label label{FROM_TABLE, (u8)r, 0};
      Class to = from_;
      to.take_off_table(c);
      if (counts_.open[r] == 1)
        Freezing(game_, counts_, [&](const Class& frozen) { emit(label, frozen); }).freeze(to, r, h);
      else
        emit(label, to);
    }
  }

  void to_table() {
    for (int r = 1; r <= 13; r++) {
      if (game_.excluded(TO_TABLE, r)) continue;
      const auto put = [&](u8 c) {
        Class to = from_;
        to.put_on_table(c);
        emit({TO_TABLE, (u8)r, 0}, to);
      };
      for (int c : problem.of_rank[r])
        if (game_.precision[c] && counts_.place[c] == LINKED && counts_.movable[c]) put((u8)c);
      if (counts_.linked[r] > counts_.linked_tracked[r] && (!game_.normal_form || counts_.open[r] < game_.keep_[r]))
        put((u8)(BLIND_CARD + r));
    }
  }

  void removals() {
    for (int suit = 0; suit < 4; suit++) {
      if (game_.excluded(REMOVE, suit) || !problem.goal.may_remove(suit, counts_.removed)) continue;
      bool blind[2] = {false, false};  // a blind King on the table, or on an Ace, was tried; all are equivalent
      for (int k : problem.of_rank[13]) {
        if (problem.suit[k] != suit || !counts_.place[k] || !counts_.movable[k]) continue;
        if (counts_.place[k] == ANCHORED) {
          for (int i = 0; i < problem.columns; i++) {
            const int left = from_.left[i];
            if (left && problem.segments[i][left - 1][0] == k &&
                (may_turn_ || left < 2 || left - 2 >= problem.face_down[i]))
              remove_from(k, i);
          }
          continue;
        }
        const bool on_table =
            game_.precision[k] ? counts_.place[k] == ON_TABLE
                               : !std::exchange(blind[0], true) && from_.lies_on_table(BLIND_CARD + 13);
        if (on_table) remove_from(k, ON_THE_TABLE);
        const bool on_ace = game_.precision[k] ? counts_.place[k] == LINKED
                                               : !std::exchange(blind[1], true) &&
                                                     counts_.linked[13] > counts_.linked_tracked[13];
        if (on_ace) remove_from(k, ON_AN_ACE);
      }
    }
  }

  // Add the successors that remove the suit of this King.  `column` is the one in which the King is anchored, or
  // ON_THE_TABLE or ON_AN_ACE.
  void remove_from(int king, int column) {
    // The Ace of the suit is uncovered, so it is an uncovered slot of level 13.
    if (problem.kings_on_aces && counts_.open[13] <= 0 && column != ON_AN_ACE) return;
    int chain[14];
    chain[13] = king;
    chains(chain, 12, column);
  }

  // Extend the chain from the King to cards of rank r and below in every way, and add a successor without the cards of
  // the chain for each one that gets complete.
  void chains(int* chain, int r, int column) {
    const int king = chain[13], suit = problem.suit[king];
    if (r == 0) {
      Class to = from_;
      for (int rank = 1; rank <= 13; rank++) {
        to.remove(chain[rank]);
        to.value[chain[rank]] = OUT;
      }
      if (column >= 0)
        game_.expose(to, column);
      else if (column == ON_THE_TABLE)
        to.take_off_table(game_.code(king));
      emit({REMOVE, (u8)suit, (u8)(column >= 0 ? column : 255)}, to, column);
      return;
    }
    const int above = chain[r + 1];
    const auto go_on = [&](int c) {
      chain[r] = c;
      chains(chain, r - 1, column);
    };
    const bool frozen = counts_.open[r] <= 0;
    const u8 value = game_.precision[above] ? from_.value[above] : (u8)FREE;
    if (is_card(value)) {
      if (problem.suit[value] == suit && counts_.movable[value]) go_on(value);
      return;
    }
    if (frozen && value == UNNATURAL) return;
    if (!(frozen && game_.precision[above] == DEEP))
      for (int c : problem.of_rank[r])
        if (game_.precision[c] && problem.suit[c] == suit && counts_.place[c] == LINKED && counts_.movable[c] &&
            !(frozen && game_.names(from_, counts_, c) >= 0))
          go_on(c);
    if (counts_.linked[r] > counts_.linked_tracked[r])
      for (int c : problem.of_rank[r])
        if (!game_.precision[c] && problem.suit[c] == suit && counts_.place[c] == LINKED) {
          go_on(c);
          break;
        }
  }

  Game& game_;
  const Problem& problem;
  const Class& from_;
  const Counts& counts_;
  vector<Successor>& out_;
  const bool may_turn_;
};

inline void Game::expand(const Class& from, vector<Successor>& out) {
  const Counts counts = info(from);
  control_.poll();
  int all = 0;
  for (int i = 0; i < problem.columns; i++) all += turned(from, i);
  Steps(*this, from, counts, out, all < problem.goal.most_turned).add_all();
}

}  // namespace spiderpos::prover
