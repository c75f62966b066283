// The question: the cards as segments (docs/prover.md, section 1), the goal and its conditions.
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

// Cards are numbered from 0; an unknown one has rank 0: it moves only into a space.
struct Problem {
  int cards = 0, columns = 0;
  u8 rank[MAX_CARDS], suit[MAX_CARDS];
  vector<vector<int>> segments[MAX_COLUMNS];
  int face_down[MAX_COLUMNS];
  vector<int> down[MAX_COLUMNS], up[MAX_COLUMNS];
  vector<int> of_rank[15];
  Goal goal;
  bool kings_on_aces = false;
  // True if classes say which card is stuck in an open column that the goal names.
  bool bases = false;

  // The columns that the goal names a place in.
  vector<int> named() const {
    vector<int> result = goal.empty;
    for (const Wanted& w : goal.uncovered)
      if (w.column >= 0) result.push_back(w.column);
    short_sort(result);
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }
  int value(int card) const { return 4 * rank[card] + suit[card]; }
  // The rank that a card of this rank may lie on; 14, of which there is none, for a King.
  int above(int r) const { return r == 13 && kings_on_aces ? 1 : r + 1; }
};

// The cards of a problem, each as 4 * rank + suit (0: unknown), from the top of the columns down.
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
