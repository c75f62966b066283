// Converting a path of classes with all cards deep to a line of moves (docs/prover.md, section 6).
//
// A step of the path requires some arrangement of the movable cards at fluid levels.  The board makes it with further
// moves, as in the proof of the Fluid Lemma: cards that lie in the way step aside to an uncovered slot of their level.
#pragma once
#include "paths.hpp"

namespace spiderpos::prover {

using winning::Move;

// Thrown if the path can't be played.
struct Unplayable {};
inline void require(bool condition) {
  if (!condition) throw Unplayable{};
}

// A position, and the moves played to it.  Its functions throw Unplayable.
class Board {
 public:
  vector<Move> line;

  explicit Board(const Problem& given) : problem(given) {
    for (int i = 0; i < problem.columns; i++) {
      columns_[i] = problem.cards_of(i);
      face_down_[i] = problem.face_down[i];
    }
    for (int i : problem.named()) named_[i] = true;
  }

  // Play the step from class a to class b, whose counts are A and B.  `last`: the arrangement to make before the last
  // step, if no move may follow it.
  void step(const Label& label, const Class& a, const Class& b, const Counts& A, const Counts& B,
            const Arrangement* last = nullptr) {
    if (last) arrange(*last);
    seat_ = -1;
    if (label.type == REMOVE) return remove(a, b);
    int h = -1;
    if (is_dig(label.type)) {
      h = problem.segments[label.a][a.left[label.a] - 1][0];
    } else {
      const Class &more = label.type == TO_TABLE ? b : a, &fewer = label.type == TO_TABLE ? a : b;
      for (int i = 0; i < more.on_table; i++)
        if (!fewer.lies_on_table(more.table[i])) h = more.table[i];
    }
    if (problem.bases && !last) seat(h, a, b, B);
    if (label.type == DIG_TO_TABLE || label.type == TO_TABLE) return to_space(h, seat_);
    const int r = problem.rank[h];
    int slot = -1;
    const bool exposes_slot =
        is_dig(label.type) &&
        problem.rank[problem.segments[label.a][a.left[label.a] - 2].back()] == problem.above(r);
    if (last) {
      for (int x : problem.of_rank[r + 1])
        if (last->below[x] == h) slot = x;
    } else if (A.open[r] == 1 && !exposes_slot) {
      freeze(r, h, a, b, A);
      for (int x : problem.of_rank[r + 1])
        if (A.place[x] && b.value[x] == h) slot = x;
    }
    if (slot < 0) slot = uncovered(problem.above(r), h, problem.suit[h]);
    place(h, slot);
  }

  // Move the cards to the places that an arrangement requires.
  void arrange(const Arrangement& arrangement) {
    for (int i = 0; i < problem.columns; i++) {
      const int card = arrangement.base[i];
      if (card < 0 || begins_with(i, card)) continue;
      if (!columns_[i].empty()) to_space(columns_[i][0]);
      to_space(card, i);
    }
    for (int i = 0; i < problem.columns; i++) {
      if (arrangement.base[i] != Arrangement::NOTHING || columns_[i].empty()) continue;
      if (columns_[i][0] == arrangement.leaving) continue;
      int target = -1;
      for (int j = 0; j < problem.columns; j++)
        if (columns_[j].empty() && arrangement.base[j] != Arrangement::NOTHING) target = j;
      require(target >= 0);
      to_space(columns_[i][0], target);
    }
    for (int rank = 13; rank >= 2; rank--) {
      // Cards that must stay uncovered, including the slot of the last step.
      const auto stays_empty = [&](int x) {
        const int card = arrangement.below[x];
        return card == Arrangement::NOTHING || (card >= 0 && card == arrangement.arriving);
      };
      for (int x : problem.of_rank[rank])
        if (arrangement.below[x] >= 0 && !stays_empty(x)) settle(x, arrangement.below[x]);
      for (int x : problem.of_rank[rank]) {
        if (!stays_empty(x) || child(x) < 0) continue;
        int target = -1;
        for (const vector<int>& column : columns_)
          if (!column.empty() && column.back() != x && problem.rank[column.back()] == rank &&
              !stays_empty(column.back()))
            target = column.back();
        place(child(x), target);
      }
    }
  }

 private:
  const Problem& problem;
  vector<int> columns_[MAX_COLUMNS];
  int face_down_[MAX_COLUMNS];
  bool named_[MAX_COLUMNS] = {};  // true if the goal names the column
  int seat_ = -1;                 // the column for the card that goes to the table; -1: any

  bool begins_with(int i, int x) const { return !columns_[i].empty() && columns_[i][0] == x; }
  // The column and index of a face-up card.
  std::pair<int, int> find(int x) const {
    for (int i = 0; i < problem.columns; i++)
      for (int j = face_down_[i]; j < (int)columns_[i].size(); j++)
        if (columns_[i][j] == x) return {i, j};
    throw Unplayable{};
  }
  int child(int x) const {
    const auto [i, j] = find(x);
    return j + 1 < (int)columns_[i].size() ? columns_[i][j + 1] : -1;
  }
  // An uncovered card of this rank other than `not_this`, preferably of the suit; -1 if there is none.
  int uncovered(int rank, int not_this, int suit) const {
    int card = -1;
    for (int i = 0; i < problem.columns; i++) {
      if (columns_[i].empty()) continue;
      const int x = columns_[i].back();
      if (problem.rank[x] == rank && x != not_this && (card < 0 || problem.suit[x] == suit)) card = x;
    }
    return card;
  }
  // Return true if a card, in the order of ranks, may lie on another one.
  bool fits(int upper, int lower) const { return problem.rank[upper] == problem.above(problem.rank[lower]); }
  void shift(int x, int to) {
    const auto [from, index] = find(x);
    vector<int> &run = columns_[from], &target = columns_[to];
    require(from != to && (target.empty() || fits(target.back(), x)));
    for (std::size_t j = index; j + 1 < run.size(); j++)
      require(problem.suit[run[j]] == problem.suit[run[j + 1]] && fits(run[j], run[j + 1]));
    line.push_back({winning::SHIFT, (u8)from, (u8)to, (u8)(run.size() - index)});
    target.insert(target.end(), run.begin() + index, run.end());
    run.resize(index);
    turn_up(from);
  }
  void turn_up(int i) {
    if (face_down_[i] && face_down_[i] == (int)columns_[i].size()) face_down_[i]--;
  }
  // Make x and the cards on it a natural run, by moving aside the first card of another suit.
  void lift(int x) {
    for (int c = child(x); c >= 0; x = c, c = child(x)) {
      require(fits(x, c));
      if (problem.suit[c] != problem.suit[x]) return move_aside(c, x);
    }
  }
  // Move c, which lies on x, onto another card of that rank.
  void move_aside(int c, int x) { place(c, uncovered(problem.rank[x], x, problem.suit[c])); }
  // Move x onto an uncovered card; -1 if there is none.
  void place(int x, int slot) {
    require(slot >= 0);
    lift(x);
    require(child(slot) < 0);
    shift(x, find(slot).first);
  }
  // Move x into this space, or into any if it is -1.
  void to_space(int x, int column = -1) {
    for (int i = 0; i < problem.columns && column < 0; i++)
      if (columns_[i].empty()) column = i;
    lift(x);
    require(column >= 0);
    shift(x, column);
  }
  // Before the step that moves h: make the open columns that the goal names agree with the bases of b.  A card that
  // becomes the base of a column moves there.  If the base is FREE, a card there moves to another column, unless it
  // can still go to a space after the step.  Also choose the column for h: the one whose base it becomes, or a space.
  void seat(int h, const Class& a, const Class& b, const Counts& B) {
    const vector<int> named = problem.named();
    for (int i : named) {
      const u8 card = b.base[i];
      if (!is_card(card) || a.left[i] || b.left[i] || a.base[i] == card || begins_with(i, card)) continue;
      if (!columns_[i].empty()) to_other_space(columns_[i][0], i);
      if (card == h)
        seat_ = i;
      else
        to_space(card, i);
    }
    for (int i : named) {
      if (b.base[i] != FREE || a.left[i] || b.left[i] || columns_[i].empty()) continue;
      const int card = columns_[i][0];
      if (problem.rank[card] && card != h && B.place[card] == ON_TABLE &&
          (B.spaces == 0 || !B.movable[card]))
        to_other_space(card, i);
    }
    if (seat_ >= 0 || b.on_table < a.on_table) return;
    // Prefer a column that the goal doesn't name.
    for (int i = 0; i < problem.columns; i++)
      if (columns_[i].empty() && !named_[i]) seat_ = i;
  }
  void to_other_space(int x, int not_this) {
    int column = -1;
    for (int i = 0; i < problem.columns; i++)
      if (columns_[i].empty() && i != not_this && (column < 0 || !named_[i])) column = i;
    require(column >= 0);
    to_space(x, column);
  }
  // Move c onto x, after moving the card that lies there aside.
  void settle(int x, int c) {
    const int there = child(x);
    if (there == c) return;
    if (there >= 0) move_aside(there, x);
    place(c, x);
  }
  void remove(const Class& a, const Class& b) {
    int chain[14] = {0};
    for (int c = 0; c < problem.cards; c++)
      if (b.is_gone(c) && !a.is_gone(c)) chain[problem.rank[c]] = c;
    for (int rank = 12; rank >= 1; rank--) settle(chain[rank + 1], chain[rank]);
    const auto [i, j] = find(chain[13]);
    require((int)columns_[i].size() - j == 13);
    columns_[i].resize(j);
    turn_up(i);
    line.push_back({winning::REMOVE, (u8)i, 0, 0});
  }
  // Before h lands on level r and freezes it: move the cards onto the slots on which b has them, at this level and
  // at those above where cards get stuck.
  void freeze(int r, int h, const Class& a, const Class& b, const Counts& A) {
    for (int rank = 12; rank >= r; rank--) {
      if (A.open[rank] <= 0) continue;
      for (int x : problem.of_rank[rank + 1]) {
        const u8 c = b.value[x];
        if (!A.place[x] || !is_card(c) || (rank == r && c == h)) continue;
        // Cards above r that were stuck before, or have just come into play, are there already.
        if (rank > r && (a.value[x] == c || A.place[c] != LINKED)) continue;
        settle(x, c);
      }
    }
  }
};

// Play a path to the goal whose classes have all cards deep, and arrange the places that the goal requires.  Return the
// moves.  Throws Unplayable.
inline vector<Move> moves_of(const Problem& problem, const Result& line, Control& control) {
  Game game(problem, uniform(problem, DEEP), control);
  game.normal_form = false;
  Board board(problem);
  const bool places = problem.goal.places();
  const std::size_t steps = line.path.size();
  Counts A, B = game.info(line.met[0]);
  for (std::size_t i = 0; i < steps; i++) {
    const Class &a = line.met[i], &b = line.met[i + 1];
    A = B;
    B = game.info(b);
    if (places && i + 1 == steps && problem.goal.no_space && B.spaces > A.spaces) {
      Arrangement last(game, a, A);
      require(last.met_right_after(line.path[i], b));
      board.step(line.path[i], a, b, A, B, &last);
      return board.line;
    }
    board.step(line.path[i], a, b, A, B);
  }
  if (places) {
    Arrangement end(game, line.met.back(), B);
    require(end.met());
    board.arrange(end);
  }
  return board.line;
}

}  // namespace spiderpos::prover
