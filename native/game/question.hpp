// A question about lines of play, under any rules: requirements on the tableau, and limits on moves.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "goal.hpp"
#include "layout.hpp"
#include "tableau.hpp"

namespace spiderpos::winning {

// A tableau to reach; an unknown card in it matches any card.
struct Target {
  struct Column {
    u8 down;
    std::vector<u8> cards;
  };
  std::vector<Column> columns;
};

// A column to dig down to this number of cards, which must be those of the start.
struct Depth {
  int column, cards;
};

struct Question {
  Goal goal;
  std::vector<Target> reach;
  std::vector<Depth> dug;
  bool deals = true;      // rows may be dealt
  int fixed = 0;          // the columns whose place matters to the goal, as bits
  int most_moves = 1 << 20;
  bool bounded = false;  // omit tableaus that a lower bound shows to be too far from the goal
  // If lucky, the player chooses each unknown card when it comes face up, from `unseen` (the number of
  // each card): then "impossible" holds for every arrangement.  Otherwise unknown cards stay unknown.
  bool lucky = false;
  int unseen[CODES] = {};
  // A forbidden move: `count` cards, the first of which is `card`, onto a card (0: into a space).
  struct Avoided {
    u8 card, count, onto;
  };
  std::vector<Avoided> avoided;
};

// Read the number of face-down cards and the cards of each column.
inline Target read_target(Request& request, int columns) {
  Target target;
  target.columns.resize((std::size_t)columns);
  for (Target::Column& column : target.columns) {
    column.down = (u8)request.next(0, MOST_CARDS);
    column.cards.resize((std::size_t)request.next(0, MOST_CARDS));
    for (u8& card : column.cards) card = read_card(request);
  }
  return target;
}

// Read the sections "goal", "reach" (targets) and "dug" (columns and the number of cards to leave).
inline void read_question(Request& request, const Rules& rules, Question& question) {
  request.named("goal");
  read_goal(request, rules.columns, question.goal);
  request.named("reach");
  question.reach.resize((std::size_t)request.next(0, MOST_CARDS));
  for (Target& target : question.reach) target = read_target(request, rules.columns);
  request.named("dug");
  for (int n = request.next(0, MOST_CARDS); n > 0; n--) {
    const int column = request.next(1, rules.columns) - 1;
    question.dug.push_back({column, request.next(1, MOST_CARDS)});
  }
}

// Tests lines from a start by a question.  This needs only the tableau after the moves: it counts the removed suits,
// and the cards turned up follow from its face-down cards.
class Referee {
 public:
  Referee(const Rules& rules, const Question& question, const Tableau& start)
      : rules_(rules), question_(question), goal_(question.goal), start_(start) {}

  const Question& question() const { return question_; }

  // Play a legal move, a deal with `row` if it is given; return false if a condition is broken.  The
  // condition on spaces is left to `makes_space`, since it depends on the cards that turn up.
  bool play(Tableau& t, Move move, const u8* row = nullptr) const {
    bool broken = false;
    winning::play(rules_, t, move, [&](int suit, int) { broken |= !goal_.may_remove(suit, t.gone); }, row);
    return !broken && goal_.others(t.gone) <= goal_.most_others && turned(t) <= goal_.most_turned &&
           (goal_.win < 0 || cards_left(rules_, t) >= SUIT_LENGTH * goal_.win);
  }
  // Return true if a move makes a forbidden space, which is allowed if it also reaches the goal.
  bool makes_space(const Tableau& was, const Tableau& now) const {
    return goal_.no_space && spaces(rules_, now) > spaces(rules_, was);
  }

  // Return true if the goal is reached whatever the unknown cards are.  With `unseen` (the number of each card), the
  // unknown cards that a target or a depth compares may be chosen.  Sets `unknown` if the result depends on one.
  bool reached(const Tableau& t, bool& unknown, const int* unseen = nullptr) const {
    if (spaces(rules_, t) < goal_.spaces || turned(t) < goal_.turned ||
        !goal_.enough_removed(t.gone))
      return false;
    const u8* bottom[MOST_COLUMNS];  // the bottom card of each column, or null
    int complete_of[4] = {0, 0, 0, 0}, complete_suits = 0;
    const u8* column = t.cards;
    for (int i = 0; i < rules_.columns; column += t.length[i], i++) {
      if (goal_.turned_in[i] && start_.down[i] - t.down[i] < goal_.turned_in[i]) return false;
      bottom[i] = t.length[i] ? column + t.length[i] - 1 : nullptr;
      if (complete(column + t.down[i], t.length[i] - t.down[i]))
        complete_of[*bottom[i] & 3]++, complete_suits++;
    }
    for (int i : goal_.empty)
      if (t.length[i]) return false;
    for (const CardPlace& place : goal_.uncovered) {
      bool there = false;
      for (int i = 0; i < rules_.columns; i++)
        there |= bottom[i] && *bottom[i] == place.card && (place.column < 0 || place.column == i);
      if (!there) return false;
    }
    for (int q = 0; q < 4; q++)
      if (complete_of[q] < goal_.complete[q]) return false;
    if (goal_.complete_any && !complete_suits) return false;
    if (goal_.win >= 0 && !is_won(rules_, t, goal_.win)) return false;
    for (const Target& target : question_.reach)
      if (!same(target, t, unknown, unseen)) return false;
    for (const Depth& depth : question_.dug)
      if (!is_dug(depth, t, unknown, unseen)) return false;
    return true;
  }
  bool reached(const Tableau& t) const {
    bool unknown;
    return reached(t, unknown);
  }

  int turned(const Tableau& t) const {
    int sum = 0;
    for (int i = 0; i < rules_.columns; i++) sum += start_.down[i] - t.down[i];
    return sum;
  }
  int turned_in(const Tableau& t, int column) const { return start_.down[column] - t.down[column]; }

 private:
  // Return true if the tableau matches the target; with `unseen`, if it does for some choice of its unknown cards.
  bool same(const Target& target, const Tableau& t, bool& unknown, const int* unseen) const {
    int left[CODES];
    if (unseen) std::copy(unseen, unseen + CODES, left);
    const u8* column = t.cards;
    for (int i = 0; i < rules_.columns; column += t.length[i], i++) {
      const Target::Column& required = target.columns[(std::size_t)i];
      if (required.down != t.down[i] || required.cards.size() != t.length[i]) return false;
      for (int j = 0; j < t.length[i]; j++) {
        const u8 card = required.cards[(std::size_t)j];
        if (card == UNKNOWN || card == column[j]) continue;
        if (column[j] != UNKNOWN) return false;
        unknown = true;
        if (!unseen || left[card]-- <= 0) return false;
      }
    }
    return true;
  }

  // Return true if a column has only its first cards of the start.  An unknown card may have become another one
  // since then, so the result depends on it.
  bool is_dug(const Depth& depth, const Tableau& t, bool& unknown, const int* unseen) const {
    if (t.length[depth.column] != depth.cards) return false;
    const u8* const now = t.cards + t.offset(depth.column);
    const u8* const was = start_.cards + start_.offset(depth.column);
    bool same = true;
    for (int j = 0; j < depth.cards; j++) {
      if (now[j] == was[j]) continue;
      if (was[j] != UNKNOWN) return false;
      unknown = true, same = unseen != nullptr;
    }
    return same;
  }

  const Rules& rules_;
  const Question& question_;
  const Goal& goal_;
  const Tableau start_;
};

}  // namespace spiderpos::winning
