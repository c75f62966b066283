// The search for an arrangement of the cards of a class that meets the goal (docs/prover.md, section 4, "Places").
//
// A goal may require places of cards, such as an uncovered card.  A class doesn't record where all its cards lie, so
// it meets such a goal if one of the arrangements that it allows does.  The search chooses card by card which slot or
// open column carries it, and which slots and columns stay empty, and backtracks.  It may accept an arrangement that
// no position has, which only makes a class meet more goals, but never rejects one that a position of the class has.
#pragma once
#include "classes.hpp"

namespace spiderpos::prover {

class Arrangement {
 public:
  enum : int { ANY = -1, NOTHING = -2 };
  int below[MAX_CARDS];   // the card on each slot; NOTHING if it stays empty, ANY if not chosen yet
  int base[MAX_COLUMNS];  // the first card of each open column, in the same way
  int arriving = -1;      // the card that the last step moves onto an empty slot
  int leaving = -1;       // the card that leaves the table with the last step
  bool closed = false;    // the arrangement is the one before the last step: see met_right_after

  Arrangement(const Game& game, const Class& s, const Counts& counts)
      : game_(game), problem(game.problem), s_(s), I_(counts), columns_(counts.spaces) {
    std::fill(below, below + MAX_CARDS, ANY);
    std::fill(base, base + MAX_COLUMNS, ANY);
  }

  // Return true if an arrangement of the class itself meets the goal (with the choices made so far).
  bool met() { return empties(0); }
  int tries() const { return tries_; }

  // Return true if an arrangement of the class meets the goal right after the step `label` to `after`, which makes
  // a space.  The goal forbids spaces before the last step, so no move can follow to rearrange cards.
  bool met_right_after(const Label& label, const Class& after) {
    closed = true;
    if (label.type == REMOVE) {
      int chain[14] = {0};
      for (int c = 0; c < problem.cards; c++)
        if (after.is_gone(c) && !s_.is_gone(c)) chain[problem.rank[c]] = c;
      leaving = chain[13];
      leaving_code_ = game_.code(leaving);
      for (int rank = 13; rank > 1; rank--)
        if (!lay(chain[rank], chain[rank - 1])) return false;
      for (int rank = 1; rank <= 13; rank++) used_[chain[rank]] = gone_[chain[rank]] = true;
      columns_++;
      return met();
    }
    // The step moves a card from the table: the code that `after` lacks.
    int i = 0;
    while (i < after.on_table && after.table[i] == s_.table[i]) i++;
    leaving_code_ = s_.table[i];
    const int rank =
        is_card((u8)leaving_code_) ? problem.rank[leaving_code_] : leaving_code_ - BLIND_CARD;
    columns_++;
    for (int card : problem.of_rank[rank]) {
      if (is_card((u8)leaving_code_) ? card != leaving_code_
                                     : game_.precision[card] || I_.place[card] != LINKED)
        continue;
      arriving = leaving = card;
      used_[card] = true;
      for (int slot : problem.of_rank[rank + 1]) {
        if (!lay_empty(slot)) continue;
        below[slot] = card;
        if (lifted(card)) return true;
        below[slot] = NOTHING;
        take_empty(slot);
        if (exhausted()) return true;
      }
      used_[card] = false;
    }
    return false;
  }

 private:
  const Game& game_;
  const Problem& problem;
  const Class& s_;
  const Counts& I_;
  bool used_[MAX_CARDS] = {};  // cards whose place is chosen
  bool king_[MAX_CARDS] = {};  // Kings of complete suits
  bool gone_[MAX_CARDS] = {};  // cards that the last step removes
  int empty_[15] = {};         // slots chosen to stay empty, per level
  int columns_;                // spaces not yet chosen as empty columns
  int leaving_code_ = -1;      // the code of `leaving` in the class
  int tries_ = 0;
  bool failed_[MAX_CARDS];     // cards below which the last requirement can't be met

  // After this number of tries the goal counts as met, which is safe: it only allows more.
  bool exhausted() const { return tries_ > 20000; }

  bool allows(int x, int c) {
    tries_++;
    if (I_.place[c] != LINKED || !I_.place[x] || used_[c]) return false;
    const int r = problem.rank[c];
    if (!game_.precision[c] && I_.linked[r] <= I_.linked_tracked[r]) return false;
    const int carrier = game_.names(s_, I_, c);
    if (carrier >= 0) return carrier == x;
    if (!game_.precision[x]) return true;
    const u8 value = s_.value[x];
    if (is_card(value)) return false;
    const bool deep = game_.precision[x] == DEEP;
    if (I_.open[r] > 0) return !deep || I_.movable[c];
    if (value == UNNATURAL && problem.suit[c] == problem.suit[x]) return false;
    return !deep || !game_.precision[c];
  }
  bool lay(int x, int c) {
    if (below[x] != ANY) return below[x] == c;
    if (!allows(x, c)) return false;
    below[x] = c;
    used_[c] = true;
    return true;
  }
  void take(int x, int c) {
    below[x] = ANY;
    used_[c] = false;
  }
  bool lay_empty(int x) {
    tries_++;
    if (!I_.place[x] || gone_[x] || below[x] != ANY) return false;
    const int r = problem.rank[x] - 1;
    if (r > 0) {
      if (I_.open[r] <= empty_[r] || (game_.precision[x] && s_.value[x] != FREE)) return false;
      empty_[r]++;
    }
    below[x] = NOTHING;
    return true;
  }
  void take_empty(int x) {
    if (problem.rank[x] > 1) empty_[problem.rank[x] - 1]--;
    below[x] = ANY;
  }

  // Choose the cards on x so that x can be picked up (nothing or a natural run on it), and then the rest.
  bool lifted(int x) {
    if (!game_.precision[x] || below[x] == NOTHING) return met();
    if (below[x] >= 0) return problem.suit[below[x]] == problem.suit[x] && lifted(below[x]);
    if (lay_empty(x)) {
      if (met()) return true;
      take_empty(x);
    }
    if (problem.rank[x] > 1)
      for (int c : problem.of_rank[problem.rank[x] - 1])
        if (problem.suit[c] == problem.suit[x] && lay(x, c)) {
          if (lifted(c)) return true;
          take(x, c);
        }
    return exhausted();
  }

  // Meet the requirements of the goal, one after another: empty columns, complete suits, uncovered cards.  Each
  // function tries its choices and calls the next one for the rest.
  bool empties(std::size_t k) {
    const vector<int>& columns = problem.goal.empty;
    for (; k < columns.size(); k++) {
      const int i = columns[k];
      if (base[i] == NOTHING) continue;
      if (!may_be_empty(i)) return false;
      base[i] = NOTHING;
      columns_--;
    }
    return complete(0, 0);
  }
  bool may_be_empty(int i) const {
    if (s_.left[i] || columns_ <= 0) return false;
    if (!problem.bases) return true;
    if (closed && I_.spaces == 0) {
      if (s_.base[i] != FREE) return s_.base[i] == leaving_code_;
      return !is_card((u8)leaving_code_);
    }
    return s_.base[i] == FREE;
  }

  bool complete(int suit, int done) {
    const Goal& goal = problem.goal;
    for (; suit < 4; suit++, done = 0) {
      int required = goal.complete[suit];
      if (goal.win >= 0) required = std::max(required, suits_in_play(suit));
      if (done < required) return chain(suit, [&] { return complete(suit, done + 1); });
    }
    if (goal.complete_any && !any_complete()) {
      for (int q = 0; q < 4; q++)
        if (chain(q, [&] { return uncovered(0); })) return true;
      return exhausted();
    }
    return uncovered(0);
  }
  int suits_in_play(int suit) const {
    int kings = 0;
    for (int k : problem.of_rank[13]) kings += problem.suit[k] == suit && I_.place[k] && !gone_[k];
    return kings;
  }
  bool any_complete() const {
    for (int n : problem.goal.complete)
      if (n) return true;
    return problem.goal.win >= 0 && I_.in_play[13] > 0;
  }
  // Choose a complete suit from King to Ace, and call `next`; try all choices until `next` succeeds.
  template <class Next>
  bool chain(int suit, const Next& next) {
    for (int k : problem.of_rank[13]) {
      if (problem.suit[k] != suit || !I_.place[k] || gone_[k] || king_[k] || !I_.movable[k]) continue;
      if (I_.place[k] == LINKED && !blind_king_on_table()) continue;
      king_[k] = true;
      if (link(k, next)) return true;
      king_[k] = false;
      if (exhausted()) return true;
    }
    return false;
  }
  bool blind_king_on_table() const { return s_.lies_on_table(BLIND_CARD + 13); }
  template <class Next>
  bool link(int x, const Next& next) {
    if (problem.rank[x] == 1) {
      const int before = below[x];
      if (before != ANY && before != NOTHING) return false;
      return next();
    }
    if (below[x] >= 0) {
      const int c = below[x];
      return problem.suit[c] == problem.suit[x] && I_.movable[c] && link(c, next);
    }
    for (int c : problem.of_rank[problem.rank[x] - 1])
      if (problem.suit[c] == problem.suit[x] && I_.movable[c] && below[x] == ANY && lay(x, c)) {
        if (link(c, next)) return true;
        take(x, c);
        if (exhausted()) return true;
      }
    return false;
  }

  bool uncovered(std::size_t k) {
    if (k == problem.goal.uncovered.size()) return true;
    const CardPlace place = problem.goal.uncovered[k];
    if (place.column >= 0) return in_column(place, k);
    for (int x : problem.of_rank[place.card >> 2]) {
      if (problem.value(x) != place.card || gone_[x]) continue;
      if (below[x] == NOTHING) {
        if (uncovered(k + 1)) return true;
      } else if (lay_empty(x)) {
        if (uncovered(k + 1)) return true;
        take_empty(x);
      }
      if (exhausted()) return true;
    }
    return false;
  }
  bool in_column(const CardPlace& place, std::size_t k) {
    const int i = place.column;
    if (k + 1 == problem.goal.uncovered.size()) std::fill(failed_, failed_ + MAX_CARDS, false);
    if (s_.left[i]) return down_to(problem.segments[i][s_.left[i] - 1][0], place, k);
    if (base[i] == NOTHING) return false;
    if (base[i] >= 0) return down_to(base[i], place, k);
    for (int c = 0; c < problem.cards; c++) {
      if (problem.rank[c] < (place.card >> 2) || gone_[c] || !may_be_base(i, c)) continue;
      const bool linked = I_.place[c] == LINKED;
      base[i] = c;
      if (linked) used_[c] = true;
      if (down_to(c, place, k)) return true;
      base[i] = ANY;
      if (linked) used_[c] = false;
      if (exhausted()) return true;
    }
    return false;
  }
  // Return true if c can be the first card of the open column i.
  bool may_be_base(int i, int c) const {
    for (int other : base)
      if (other == c) return false;
    if (!game_.precision[c]) {
      if (I_.place[c] != LINKED || used_[c]) return false;
      if (problem.bases && s_.base[i] != FREE) return false;
      return s_.lies_on_table((u8)(BLIND_CARD + problem.rank[c])) ||
             (game_.normal_form && I_.spaces > 0 &&
              I_.linked[problem.rank[c]] > I_.linked_tracked[problem.rank[c]]);
    }
    if (I_.place[c] != ON_TABLE || c == leaving_code_) return false;
    if (!problem.bases || s_.base[i] == c) return true;
    return s_.base[i] == FREE && I_.movable[c] && I_.spaces > 0;
  }
  // With x in the column of the place: choose the cards below x down to the card to uncover, and none on that card.
  bool down_to(int x, const CardPlace& place, std::size_t k) {
    if (problem.value(x) == place.card) {
      if (below[x] == NOTHING) return uncovered(k + 1);
      if (lay_empty(x)) {
        if (uncovered(k + 1)) return true;
        take_empty(x);
      }
      return exhausted();
    }
    if (problem.rank[x] <= (place.card >> 2) || below[x] == NOTHING) return false;
    if (below[x] >= 0) return down_to(below[x], place, k);
    // For the last requirement the result below x doesn't depend on the cards above x: remember failures.
    const bool last = k + 1 == problem.goal.uncovered.size();
    if (last && failed_[x]) return false;
    for (int c : problem.of_rank[problem.rank[x] - 1])
      if (lay(x, c)) {
        if (down_to(c, place, k)) return true;
        take(x, c);
        if (exhausted()) return true;
      }
    if (last) failed_[x] = true;
    return false;
  }
};

// Return true if the counts allow that only complete suits are left, and as many as the goal requires.
inline bool won_by_counts(const Problem& problem, const Class& s, const Counts& counts) {
  int suits = 0;
  for (int i = 0; i < problem.columns; i++)
    for (int k = 0; k + 1 < s.left[i]; k++) {
      const vector<int>& segment = problem.segments[i][k];
      if (segment.size() != 13 || k < problem.face_down[i]) return false;
      for (int c : segment)
        if (problem.suit[c] != problem.suit[segment[0]]) return false;
      suits++;
    }
  for (int r = 1; r <= 12; r++)
    if (counts.in_play[r] != counts.in_play[13]) return false;
  if (counts.in_play[0]) return false;
  return suits + counts.in_play[13] >= problem.goal.win;
}

inline bool Game::reached(const Class& s, const Counts& counts) const {
  if (!counts_reached(s, counts)) return false;
  if (!problem.goal.places()) return true;
  if (problem.goal.win >= 0 && !won_by_counts(problem, s, counts)) return false;
  return arranged(s, counts, [](Arrangement& arrangement) { return arrangement.met(); });
}

template <class Test>
bool Game::arranged(const Class& s, const Counts& counts, const Test& test) const {
  Arrangement arrangement(*this, s, counts);
  const bool met = test(arrangement);
  control_.poll(arrangement.tries() / TRIES);
  return met;
}

}  // namespace spiderpos::prover
