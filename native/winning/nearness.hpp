// An estimate of the distance from a tableau to a goal, for the beam search.
//
// It counts roughly the runs that must move for each objective.  It is neither a lower bound, since objectives can be
// reached together, nor an upper one, since a run may have no place to go.
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "../game/game.hpp"

namespace spiderpos::winning {

// The steps from a tableau to a goal, as a sum over all objectives.  Its columns are summarized separately, so that
// a shift changes only two of the summaries.
class Nearness {
 public:
  Nearness(const Rules& rules, const Referee& referee, const Tableau& t)
      : rules_(rules), referee_(referee), goal_(referee.question().goal), tableau_(t), turned_(referee.turned(t)) {
    const u8* cards = t.cards;
    for (int i = 0; i < rules.columns; cards += t.length[i], i++) {
      summarize(before_[i], i, cards, t.length[i], t.down[i]);
      columns_[i] = &before_[i];
    }
  }
  Nearness(const Nearness&) = delete;
  Nearness& operator=(const Nearness&) = delete;

  // The number of steps.  It isn't positive if the goal is reached.
  int steps() const {
    int sum = cheapest(&Column::runs, goal_.spaces, [](const Column&) { return 1; }) +
              cheapest(&Column::face_up, goal_.turned - turned_, [](const Column& column) { return column.down; });
    for (int i = 0; i < rules_.columns; i++) sum += columns_[i]->own;
    for (std::size_t k = 0; k < goal_.uncovered.size(); k++) {
      int least = 8;
      for (int i = 0; i < rules_.columns; i++) least = std::min(least, columns_[i]->over[k]);
      sum += least;
    }
    int left = goal_.any;
    for (int q = 0; q < 4; q++) {
      if (tableau_.gone[q] < goal_.need[q] || goal_.complete[q]) sum += SUIT_LENGTH - longest(q);
      left -= tableau_.gone[q];
    }
    if (left > 0 || goal_.complete_any)
      sum += SUIT_LENGTH - std::max(std::max(longest(0), longest(1)), std::max(longest(2), longest(3)));
    return sum;
  }

  // The number of steps after the shift of a run that completes no suit.
  int steps_after(int from, int to, int count) {
    const Column &a = before_[from], &b = before_[to];
    const int left = a.length - count, turned_up = left && left == a.down;
    if (from != from_ || count != count_) summarize(shorter_, from, a.cards, left, a.down - turned_up);
    from_ = from, count_ = count;
    lengthen(to, a.cards + left, count);
    columns_[from] = &shorter_, columns_[to] = &longer_;
    turned_ += turned_up;
    const int result = steps();
    turned_ -= turned_up;
    columns_[from] = &a, columns_[to] = &b;
    return result;
  }

 private:
  struct Column {
    const u8* cards = nullptr;
    int length = 0, down = 0;
    int runs = 0, face_up = 0;  // number of runs in the column, and in its face-up part
    int last_run = 0;           // length of the run at the bottom
    int longest[4] = {};        // longest run per suit
    int own = 0;                // steps for the objectives that name the column
    std::vector<int> over;      // per card to uncover: number of runs that cover it, or a larger number
  };

  int longest(int suit) const {
    int most = 0;
    for (int i = 0; i < rules_.columns; i++) most = std::max(most, columns_[i]->longest[suit]);
    return most;
  }

  // The cost of the cheapest columns that together give `left` spaces or turned-up cards.
  template <class Gives>
  int cheapest(int Column::*cost, int left, const Gives& gives) const {
    constexpr int NONE = 1 << 20;
    int sum = 0, keys[MOST_COLUMNS];  // the cost of a column, then its number
    for (int i = 0; i < rules_.columns && left > 0; i++)
      keys[i] = gives(*columns_[i]) ? columns_[i]->*cost << 4 | i : NONE;
    while (left > 0) {
      int best = NONE;
      for (int i = 0; i < rules_.columns; i++) best = std::min(best, keys[i]);
      if (best == NONE) break;
      const int count = std::min(left, gives(*columns_[best & 15]));
      keys[best & 15] = NONE, sum += (best >> 4) + count - 1, left -= count;
    }
    return sum;
  }

  void summarize(Column& column, int number, const u8* cards, int length, int down) const {
    column.cards = cards, column.length = length, column.down = down;
    column.face_up = column.last_run = 0;
    std::fill(column.longest, column.longest + 4, 0);
    for (int j = down; j < length; j += column.last_run, column.face_up++) {
      int run = 1;
      while (j + run < length && rules_.natural(cards[j + run - 1], cards[j + run])) run++;
      column.longest[cards[j] & 3] = std::max(column.longest[cards[j] & 3], run);
      column.last_run = run;
    }
    count_objectives(column, number, cards);
  }

  // Set longer_ to a column with a run added.
  void lengthen(int number, const u8* run, int count) {
    const Column& column = before_[number];
    u8 cards[MOST_CARDS];
    std::copy(column.cards, column.cards + column.length, cards);
    std::copy(run, run + count, cards + column.length);
    const bool joined = column.length && rules_.natural(cards[column.length - 1], run[0]);
    longer_ = column;
    longer_.length += count;
    longer_.face_up += !joined;
    longer_.last_run = count + (joined ? column.last_run : 0);
    longer_.longest[run[0] & 3] = std::max(longer_.longest[run[0] & 3], longer_.last_run);
    count_objectives(longer_, number, cards);
  }

  // Set the steps for the objectives, apart from the longest runs, from the runs and the cards.
  void count_objectives(Column& column, int number, const u8* cards) const {
    const int length = column.length, down = column.down;
    column.runs = down + column.face_up;
    column.own = 0;
    if (goal_.turned_in[number]) {
      const int left = goal_.turned_in[number] - referee_.turned_in(tableau_, number) + down - tableau_.down[number];
      if (left > 0) column.own += column.face_up + left - 1;
    }
    for (int i : goal_.empty) column.own += i == number ? column.runs : 0;
    for (const Target& target : referee_.question().reach) {
      const auto& required = target.columns[(std::size_t)number].cards;
      int same = 0;
      while (same < (int)required.size() && same < length &&
             (required[(std::size_t)same] == UNKNOWN || required[(std::size_t)same] == cards[same]))
        same++;
      column.own += (int)required.size() + length - 2 * same;
    }
    for (const Depth& depth : referee_.question().dug)
      if (depth.column == number) column.own += std::max(0, length - depth.cards);
    column.over.clear();
    for (const CardPlace& place : goal_.uncovered) {
      int least = 8;
      for (int j = length - 1, over = 0; j >= 0; j--) {
        const bool under = j + 1 < length;
        const bool joined = under && j >= down && rules_.natural(cards[j], cards[j + 1]);
        over += under && !joined;
        if (cards[j] == place.card && (place.column < 0 || place.column == number))
          least = std::min(least, over + joined);
      }
      column.over.push_back(least);
    }
  }

  const Rules& rules_;
  const Referee& referee_;
  const Goal& goal_;
  const Tableau& tableau_;
  int turned_;
  int from_ = -1, count_ = 0;  // the shift that shorter_ is for
  Column before_[MOST_COLUMNS], shorter_, longer_;
  const Column* columns_[MOST_COLUMNS];
};

}  // namespace spiderpos::winning
