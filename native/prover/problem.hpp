// The question for the prover: the cards of each column as segments (docs/prover.md, section 1), and the goal.
//
// A segment is the longest possible part of a column whose cards are face up, with ranks that go down one by one
// (or, under Kings on Aces, from an Ace to a King), whatever their suits.  Each face-down card and each unknown card
// is a segment of its own.  The first card of a segment is its head.  Until the head moves, nothing above it in the
// column changes; so the number of segments left describes how far a column has been dug out.
#pragma once
#include <algorithm>
#include <array>
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
const std::size_t MAX_OF_RANK = 8;

// Cards are numbered from 0, column by column from the top down.  An unknown card has rank 0: it moves only into
// a space.
struct Problem {
  int cards = 0, columns = 0;
  u8 rank[MAX_CARDS], suit[MAX_CARDS];
  vector<vector<int>> segments[MAX_COLUMNS];  // of each column, from the top down
  int face_down[MAX_COLUMNS];
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
  // The cards of a column, from the top down.
  vector<int> cards_of(int column) const {
    vector<int> result;
    for (const auto& segment : segments[column]) result.insert(result.end(), segment.begin(), segment.end());
    return result;
  }
  // Return true if no rank has more cards than two decks have.
  bool fits() const {
    return std::all_of(of_rank + 1, of_rank + 14, [](const auto& each) { return each.size() <= MAX_OF_RANK; });
  }
  int value(int card) const { return 4 * rank[card] + suit[card]; }
  // The rank onto which a card of this rank can move.  No card has rank 14, the result for a King.
  int above(int r) const { return r == 13 && kings_on_aces ? 1 : r + 1; }
};

// Number the cards of these columns and cut the columns into segments.
inline Problem problem_of(const vector<winning::Layout::Column>& columns, bool kings_on_aces) {
  Problem problem;
  problem.columns = (int)columns.size();
  problem.kings_on_aces = kings_on_aces;
  for (int i = 0; i < problem.columns; i++) {
    auto& segments = problem.segments[i];
    const auto add = [&](u8 value, bool face_up) {
      const int card = problem.cards++, rank = value >> 2;
      problem.rank[card] = (u8)rank;
      problem.suit[card] = rank ? value & 3 : 0;
      problem.of_rank[rank].push_back(card);
      if (face_up && rank && problem.above(rank) == problem.rank[card - 1])
        segments.back().push_back(card);
      else
        segments.push_back({card});
    };
    bool below = false;
    for (u8 value : columns[i].down) add(value, false);
    for (u8 value : columns[i].up) add(value, below), below = true;
    problem.face_down[i] = (int)columns[i].down.size();
  }
  return problem;
}

// The precision of each card (classes.hpp); 0, the lowest, beyond the cards of the problem.
typedef std::array<u8, MAX_CARDS> Precision;

// The same precision for all cards.
inline Precision uniform(const Problem& problem, u8 level) {
  Precision e{};
  std::fill_n(e.begin(), problem.cards, level);
  return e;
}

}  // namespace spiderpos::prover
