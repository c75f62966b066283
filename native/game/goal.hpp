// What a question asks for and forbids: the numbers that goals make of themselves (spiderpos/goals/terms.py).
#pragma once
#include <utility>
#include <vector>

#include "interface.hpp"

namespace spiderpos {

// Ten columns; a free cell may be asked as one more.
const int MAX_COLUMNS = 14, MAX_CARDS = 104;

// A card that is to be uncovered, as 4 * rank + suit; the column from 0, or -1 for any.
struct Wanted {
  int card, column;
};

struct Goal {
  int spaces = 0;                   // at least so many spaces at once
  int need[4] = {0, 0, 0, 0};       // so many suits of each removed
  int any = 0;                      // so many suits removed
  int turned = 0;                   // so many cards turned up
  int turned_in[MAX_COLUMNS] = {};  // so many of each column
  // Where cards are to lie in the end ("places"):
  std::vector<int> empty;  // these columns are spaces
  std::vector<Wanted> uncovered;
  int complete[4] = {0, 0, 0, 0};  // so many suits of each complete at the bottom of columns
  bool complete_any = false;
  int win = -1;  // all suits are complete or removed, at least so many complete; -1: not asked

  int most_turned = 104;  // no more than so many cards turned up
  bool no_space = false;  // no step may leave more spaces than before it, the last one excepted
  // With it: a step that makes a space may be the last but one, if a removal follows: the suit goes
  // off by itself, with the same move.
  bool goes_off = false;
  int forbidden = 0;      // mask of suits that may not be removed
  int first[4] = {0, 0, 0, 0};  // masks of suits that have to be removed before this one is
  int most_others = 104;        // suits removed that are not needed by the goal

  bool places() const {
    return !empty.empty() || !uncovered.empty() ||
           complete[0] + complete[1] + complete[2] + complete[3] || complete_any || win >= 0;
  }

  // Whether so many removed suits of each are those that are asked for.
  template <class Counts>
  bool enough_removed(const Counts& removed) const {
    int all = 0;
    for (int q = 0; q < 4; q++) {
      if (removed[q] < need[q]) return false;
      all += removed[q];
    }
    return all >= any;
  }

  // As spiderpos/goals/terms.py counts them: the suits asked for by name, or as many as are asked for.
  template <class Counts>
  bool others_allowed(const Counts& removed) const {
    int named = 0, all = 0;
    for (int q = 0; q < 4; q++) {
      named += removed[q] < need[q] ? removed[q] : need[q];
      all += removed[q];
    }
    const int asked_for = all < any ? all : any;
    return all - (named > asked_for ? named : asked_for) <= most_others;
  }

  // Whether a suit may go as far as the others decide it.
  template <class Counts>
  bool may_remove(int suit, const Counts& removed) const {
    if (forbidden >> suit & 1) return false;
    for (int q = 0; q < 4; q++)
      if (first[suit] >> q & 1 && !removed[q]) return false;
    return true;
  }
};

// Columns from 1.
inline void read_goal(Request& request, int columns, Goal& goal) {
  goal.spaces = request.next(0, MAX_COLUMNS);
  for (int& need : goal.need) need = request.next(0, 8);
  goal.any = request.next(0, 8);
  goal.turned = request.next(0, MAX_CARDS);
  for (int n = request.next(0, MAX_COLUMNS); n > 0; n--) {
    const int column = request.next(1, columns) - 1;
    goal.turned_in[column] = request.next(0, MAX_CARDS);
  }
  for (int n = request.next(0, MAX_COLUMNS); n > 0; n--)
    goal.empty.push_back(request.next(1, columns) - 1);
  for (int n = request.next(0, MAX_CARDS); n > 0; n--) {
    const int card = request.next(4, 55);
    goal.uncovered.push_back({card, request.next(0, columns) - 1});
  }
  for (int& complete : goal.complete) complete = request.next(0, 8);
  goal.complete_any = request.next(0, 1);
  goal.win = request.next(0, 9) - 1;
  goal.most_turned = request.next(0, MAX_CARDS);
  goal.no_space = request.next(0, 1);
  goal.goes_off = request.next(0, 1);
  goal.forbidden = request.next(0, 15);
  for (int& first : goal.first) first = request.next(0, 15);
  goal.most_others = request.next(0, MAX_CARDS);
}

}  // namespace spiderpos
