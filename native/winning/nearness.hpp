// An estimate of the distance from a tableau to a goal, for the beam search.
//
// It counts roughly the runs that must move for each objective.  It is neither a lower bound, since objectives can be
// reached together, nor an upper one, since a run may have no place to go.
#pragma once
#include <algorithm>

#include "../game/game.hpp"

namespace spiderpos::winning {

// Return the sum of the estimates for all objectives of the goal.
inline float steps_to(const Rules& rules, const Referee& referee, const Tableau& t) {
  const Goal& goal = referee.question().goal;
  int runs[MOST_COLUMNS], face_up[MOST_COLUMNS];  // number of runs in a column, and in its face-up part
  int longest[4] = {0, 0, 0, 0};                  // longest run per suit
  const u8* columns[MOST_COLUMNS];
  const u8* column = t.cards;
  for (int i = 0; i < rules.columns; column += t.length[i], i++) {
    columns[i] = column;
    face_up[i] = 0;
    for (int j = t.down[i], run = 0; j < t.length[i]; j++) {
      run = j > t.down[i] && rules.natural(column[j - 1], column[j]) ? run + 1 : 1;
      face_up[i] += run == 1;
      longest[column[j] & 3] = std::max(longest[column[j] & 3], run);
    }
    runs[i] = t.down[i] + face_up[i];
  }
  int steps = 0;
  // Add the cost of the cheapest columns that together give `left` spaces or turned-up cards.
  const auto add_cheapest = [&](const int* cost, int left, const auto& gives) {
    bool used[MOST_COLUMNS] = {};
    while (left > 0) {
      int best = -1;
      for (int i = 0; i < rules.columns; i++)
        if (!used[i] && gives(i) && (best < 0 || cost[i] < cost[best])) best = i;
      if (best < 0) break;
      const int count = std::min(left, gives(best));
      used[best] = true, steps += cost[best] + count - 1, left -= count;
    }
  };
  add_cheapest(runs, goal.spaces, [](int) { return 1; });
  add_cheapest(face_up, goal.turned - referee.turned(t), [&](int i) { return (int)t.down[i]; });
  for (int i = 0; i < rules.columns; i++) {
    const int left = goal.turned_in[i] ? goal.turned_in[i] - referee.turned_in(t, i) : 0;
    if (left > 0) steps += face_up[i] + left - 1;
  }
  for (int i : goal.empty) steps += runs[i];
  for (const CardPlace& place : goal.uncovered) {
    int least = 8;
    for (int i = 0; i < rules.columns; i++)
      for (int j = t.length[i] - 1, over = 0; j >= 0; j--) {
        const bool under = j + 1 < t.length[i];
        const bool joined = under && j >= t.down[i] && rules.natural(columns[i][j], columns[i][j + 1]);
        over += under && !joined;
        if (columns[i][j] == place.card && (place.column < 0 || place.column == i))
          least = std::min(least, over + joined);
      }
    steps += least;
  }
  int left = goal.any;
  for (int q = 0; q < 4; q++) {
    if (t.gone[q] < goal.need[q] || goal.complete[q]) steps += SUIT_LENGTH - longest[q];
    left -= t.gone[q];
  }
  if (left > 0 || goal.complete_any) steps += SUIT_LENGTH - *std::max_element(longest, longest + 4);
  for (const Target& target : referee.question().reach)
    for (int i = 0; i < rules.columns; i++) {
      const auto& cards = target.columns[(std::size_t)i].cards;
      std::size_t same = 0;
      while (same < cards.size() && same < t.length[i] &&
             (cards[same] == UNKNOWN || cards[same] == columns[i][same]))
        same++;
      steps += (int)(cards.size() + t.length[i] - 2 * same);
    }
  for (const Depth& depth : referee.question().dug) steps += std::max(0, t.length[depth.column] - depth.cards);
  return (float)steps;
}

}  // namespace spiderpos::winning
