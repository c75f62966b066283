// The question for the prover: the cards of each column as segments (docs/prover.md, section 1), and the goal.
//
// A segment is the longest possible part of a column whose cards are face up, with ranks that go down one by one
// (or, under Kings on Aces, from an Ace to a King), whatever their suits.  Each face-down card and each unknown card
// is a segment of its own.  The first card of a segment is its head.  Until the head moves, nothing above it in the
// column changes; so the number of segments left describes how far a column has been dug out.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "../game/game.hpp"

namespace spiderpos::prover {

using std::vector;
typedef uint8_t u8;
typedef uint64_t u64;
typedef uint32_t u32;

// The most cards of one rank: two decks hold eight.
const int MAX_OF_RANK = 8;

// Cards are numbered from 0, column by column from the top down.  An unknown card has rank 0: it moves only into
// a space.
struct Problem {
  int cards = 0, columns = 0;
  u8 rank[MAX_CARDS], suit[MAX_CARDS];
  vector<vector<int>> segments[MAX_COLUMNS];  // of each column, from the top down
  int face_down[MAX_COLUMNS];
  vector<int> down[MAX_COLUMNS], up[MAX_COLUMNS];
  vector<int> of_rank[15];  // the cards of each rank; of_rank[14] is empty, for loops over above(King)
  Goal goal;
  bool kings_on_aces = false;
  // True if a class also records the card known to be in each open column that the goal names (see Class::base).
  bool bases = false;

  // The columns in which the goal requires a space or an uncovered card, sorted.
  vector<int> named() const {
    vector<int> result = goal.empty;
    for (const CardPlace& place : goal.uncovered)
      if (place.column >= 0) result.push_back(place.column);
    short_sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }
  int value(int card) const { return 4 * rank[card] + suit[card]; }
  // The rank onto which a card of this rank can move.  No card has rank 14, the result for a King.
  int above(int r) const { return r == 13 && kings_on_aces ? 1 : r + 1; }
};

// Number the cards and cut the columns into segments.  A card is given as 4 * rank + suit (0: unknown), each
// column from the top down.  The caller sets kings_on_aces before, because the segments depend on it.
inline void build(Problem& problem, const vector<vector<int>>& down, const vector<vector<int>>& up) {
  problem.columns = (int)down.size();
  problem.cards = 0;
  const auto add = [&](int value) {
    problem.rank[problem.cards] = (u8)(value >> 2);
    problem.suit[problem.cards] = value & 3;
    return problem.cards++;
  };
  for (int i = 0; i < problem.columns; i++) {
    problem.segments[i].clear();
    problem.down[i].clear();
    problem.up[i].clear();
    for (int value : down[i]) {
      const int card = add(value);
      problem.down[i].push_back(card);
      problem.segments[i].push_back({card});
    }
    problem.face_down[i] = (int)down[i].size();
    int above = -1;
    for (int value : up[i]) {
      const int card = add(value);
      problem.up[i].push_back(card);
      if (above >= 0 && problem.rank[card] && problem.above(problem.rank[card]) == problem.rank[above])
        problem.segments[i].back().push_back(card);
      else
        problem.segments[i].push_back({card});
      above = card;
    }
  }
  for (auto& cards : problem.of_rank) cards.clear();
  for (int card = 0; card < problem.cards; card++) problem.of_rank[problem.rank[card]].push_back(card);
}

}  // namespace spiderpos::prover
