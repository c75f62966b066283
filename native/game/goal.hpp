// A goal as numbers: its objectives and limits (spiderpos/goals/terms.py).
#pragma once
#include <utility>
#include <vector>

#include "interface.hpp"

namespace spiderpos {

// Ten columns, and the free cells, which a question may treat as columns.
const int MAX_COLUMNS = 14, MAX_CARDS = 104;

// A card to uncover, as 4 * rank + suit, in this column (from 0; -1 for any).
struct CardPlace {
  int card, column;
};

struct Goal {
  int spaces = 0;                   // the number of spaces that must exist at the same time
  int need[4] = {0, 0, 0, 0};       // sets to remove, per suit
  int any = 0;                      // sets to remove, of any suits
  int turned = 0;                   // cards to turn up
  int turned_in[MAX_COLUMNS] = {};  // cards to turn up, per column
  // Requirements on the final tableau ("places"):
  std::vector<int> empty;  // columns that are spaces
  std::vector<CardPlace> uncovered;
  int complete[4] = {0, 0, 0, 0};  // complete suits at the bottom of columns, per suit
  bool complete_any = false;
  int win = -1;  // all suits complete or removed, at least this many complete; -1: not required

  int most_turned = 104;  // limit on the cards turned up
  bool no_space = false;  // no step but the last one may increase the number of spaces
  // With no_space: a step other than a removal may make a space if a removal is the next and last step.
  // Under automatic removal the two are one move.
  bool space_before_removal = false;
  int forbidden = 0;      // mask of suits that must not be removed
  int first[4] = {0, 0, 0, 0};  // per suit, a mask of the suits of which a set must be removed before it
  int most_others = 104;        // the most removed suits that the goal does not need

  bool places() const {
    return !empty.empty() || !uncovered.empty() ||
           complete[0] + complete[1] + complete[2] + complete[3] || complete_any || win >= 0;
  }

  // Return true if these counts of removed suits satisfy the goal.
  template <class Counts>
  bool enough_removed(const Counts& removed) const {
    int all = 0;
    for (int q = 0; q < 4; q++) {
      if (removed[q] < need[q]) return false;
      all += removed[q];
    }
    return all >= any;
  }

  // Return the number of removed suits that the goal requires by name.
  template <class Counts>
  int by_name(const Counts& removed) const {
    int named = 0;
    for (int q = 0; q < 4; q++) named += removed[q] < need[q] ? removed[q] : need[q];
    return named;
  }

  // Return the number of other removed suits: those that the goal requires neither by name nor by number, as in
  // spiderpos/goals/terms.py.
  template <class Counts>
  int others(const Counts& removed) const {
    const int named = by_name(removed), all = removed[0] + removed[1] + removed[2] + removed[3];
    const int by_number = all < any ? all : any;
    return all - (named > by_number ? named : by_number);
  }

  // Return true if a suit may be removed now: it isn't forbidden, and a set of each suit that must precede it is
  // removed.
  template <class Counts>
  bool may_remove(int suit, const Counts& removed) const {
    if (forbidden >> suit & 1) return false;
    for (int q = 0; q < 4; q++)
      if (first[suit] >> q & 1 && !removed[q]) return false;
    return true;
  }
};

// Read a goal from a request, which numbers columns from 1.
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
  goal.space_before_removal = request.next(0, 1);
  goal.forbidden = request.next(0, 15);
  for (int& first : goal.first) first = request.next(0, 15);
  goal.most_others = request.next(0, MAX_CARDS);
}

}  // namespace spiderpos
