// The clauses of a goal, and their tests on a line of moves.
//
// Python has a class for each kind of clause (spiderpos/goals/objectives.py, placing_objectives.py,
// conditions.py). Here all kinds share one struct: the numbers that are set decide the kind.
#pragma once
#include "census.hpp"

namespace spiderpos::page {

using winning::Target;

// The limits of a condition, as `Limits` in spiderpos/goals/terms.py; -1 means no limit.
struct Limits {
  bool dealing = false, turning_up = false, space = false;
  int suits = 0, others = -1, moves = -1;
};

struct Clause {
  string words;
  bool condition = false;
  bool in_numbers = true;      // false if the core can't decide it
  Goal goal;                   // of an objective
  vector<Target> reach;
  CardPlace dug{0, -1};        // "dig down to" this card in this column; card 0: not requested
  bool none_removed = false;   // no suit may be removed, not even before the line
  Limits limits;               // for a condition
};

inline bool is_objective(const Clause& clause) noexcept { return !clause.condition; }

struct FullGoal {
  vector<Clause> clauses;
  bool whatever = false;

  long objectives() const noexcept { return std::count_if(clauses.begin(), clauses.end(), is_objective); }
  // The suits that must be removed: by name, and a number of any suits.
  Goal to_remove() const noexcept {
    Goal goal;
    for (const Clause& clause : clauses) {
      for (int q = 0; q < 4; q++) goal.need[q] = std::max(goal.need[q], clause.goal.need[q]);
      goal.any = std::max(goal.any, clause.goal.any);
    }
    return goal;
  }
};

// The state of a line after its first `moves` moves.
struct LineProgress {
  const Position& position;
  const State& now;
  int moves;

  const State& start() const noexcept { return position.start; }
  // The suits removed by the line, in order.
  Cards removed() const noexcept {
    return Cards(now.removed.begin() + start().removed.size(), now.removed.end());
  }
  int turned(int column) const noexcept { return start().t.down[column] - now.t.down[column]; }
  int turned() const noexcept { return start().face_down() - now.face_down(); }
};

// A position and the steps played from it.
struct Line {
  Position position;
  vector<Step> steps;

  explicit Line(Position from) : position(std::move(from)) {}
  const State& after(int moves) const noexcept {
    return moves ? steps[moves - 1].after : position.start;
  }
  LineProgress progress(int moves) const noexcept { return {position, after(moves), moves}; }
  int length() const noexcept { return (int)steps.size(); }
  Position start_at(int moves) const { return position.start_at(after(moves)); }
  // Play a move; return false if it is illegal.
  bool go_on(Move move) {
    const State& now = after(length());
    if (!winning::is_legal(position.rules, now.t, move)) return false;
    steps.push_back(play(position, State(now), move));
    return true;
  }
};

// Objectives

// The columns whose bottom card is this one.
inline vector<int> with_bottom(const LineProgress& progress, u8 card) noexcept {
  return progress.position.columns([&](int i) { return progress.now.bottom(i) == card; });
}

// The cards of the column at the start, down to the requested card; empty if the card is missing.
inline Cards dug_to(const Clause& clause, const State& start) {
  Cards cards = cards_of(start, clause.dug.column);
  const auto card = std::find(cards.begin(), cards.end(), (u8)clause.dug.card);
  cards.erase(card == cards.end() ? cards.begin() : card + 1, cards.end());
  return cards;
}

// The number of cards on the requested card; -1 if the cards down to it have changed.
inline int over_dug(const Clause& clause, const LineProgress& progress) {
  const Cards expected = dug_to(clause, progress.start()), now = cards_of(progress.now, clause.dug.column);
  const bool there = !expected.empty() && expected.size() <= now.size() &&
                     std::equal(expected.begin(), expected.end(), now.begin());
  return there ? (int)(now.size() - expected.size()) : -1;
}

// The columns that differ from a target; an unknown card of the target matches any card.  If `any`, an unknown card of
// the tableau does as well.
inline vector<int> different(const Target& target, const LineProgress& progress, bool any = false) noexcept {
  return progress.position.columns([&](int i) {
    const Target::Column& expected = target.columns[i];
    const Cards cards = cards_of(progress.now, i);
    const auto match = [&](u8 wanted, u8 card) {
      return !is_known(wanted) || (any && !is_known(card)) || wanted == card;
    };
    return expected.down != progress.now.t.down[i] ||
           !std::equal(expected.cards.begin(), expected.cards.end(), cards.begin(), cards.end(), match);
  });
}

// True if a forbidden suit was removed, or one before a suit that must go first, or if none may be removed and one was
// before the line.
inline bool wrong_removal(const Clause& clause, const LineProgress& progress) noexcept {
  int gone[4] = {0, 0, 0, 0};
  for (u8 suit : progress.removed()) {
    if (!clause.goal.may_remove(suit, gone)) return true;
    gone[suit]++;
  }
  return clause.none_removed && !progress.start().removed.empty();
}

inline bool holds(const Clause& clause, const LineProgress& progress) noexcept {
  if (!clause.in_numbers || wrong_removal(clause, progress)) return false;
  if (clause.dug.card && over_dug(clause, progress) != 0) return false;
  winning::Question question;
  question.goal = clause.goal;
  question.reach = clause.reach;
  return winning::Referee(progress.position.rules, question, progress.start().t).reached(progress.now.t);
}

// True if unknown face-up cards could make the clause hold.
inline bool may_hold(const Clause& clause, const LineProgress& progress) noexcept {
  const int columns = progress.position.rules.columns;
  for (const CardPlace& place : clause.goal.uncovered) {
    const vector<int> where = with_bottom(progress, UNKNOWN);
    const bool there = place.column < 0
                           ? !where.empty()
                           : std::find(where.begin(), where.end(), place.column) != where.end();
    if (there && can_be_hidden(progress.position, progress.now, (u8)place.card)) return true;
  }
  if (clause.goal.complete_any || sum(clause.goal.complete))
    for (int i = 0; i < columns; i++)
      if (winning::may_be_complete(progress.now.up(i), progress.now.up_count(i))) return true;
  if (clause.goal.win >= 0 && !progress.position.hand_left(progress.now)) {
    const Tableau& t = progress.now.t;
    if (!progress.now.face_down() && std::count(t.cards, t.cards + t.total(), UNKNOWN)) return true;
  }
  return std::any_of(clause.reach.begin(), clause.reach.end(),
                     [&](const Target& target) { return different(target, progress, true).empty(); });
}

// The reason why no continuation reaches the clause; empty if none is known.
inline string lost(const Clause& clause, const LineProgress& progress) noexcept {
  const Goal& goal = clause.goal;
  if (goal.win >= 0) {
    if (clause.none_removed) return progress.now.removed.empty() ? "" : "a suit is removed";
    return progress.position.cards_left(progress.now) < SUIT_LENGTH * goal.win ? "too few cards are left"
                                                                          : "";
  }
  if (!wrong_removal(clause, progress)) return "";
  for (int q = 0; q < 4; q++)
    if (goal.first[q]) return string("the ") + suit_name(q) + " go first";
  return "";
}

// Describe the state of an objective after `moves` moves, for the reader.
inline string finding_text(const Clause& clause, const Line& line, int moves) noexcept {
  const LineProgress progress = line.progress(moves);
  const Position& position = progress.position;
  const Goal& goal = clause.goal;
  vector<string> words;
  if (!clause.reach.empty()) {
    const vector<int> columns = different(clause.reach[0], progress);
    if (columns.empty()) return "the tableau is the same";
    return columns_phrase(columns) + (columns.size() == 1 ? " differs" : " differ");
  }
  if (clause.dug.card) {
    const int over = over_dug(clause, progress);
    if (over < 0)
      return "column " + number(clause.dug.column + 1) + " isn't as it was down to that card";
    return (over ? counted(over, "card") : string("no card")) + " on it in its column";
  }
  if (goal.win >= 0)
    return counted((long)progress.now.removed.size(), "suit") + " removed, " +
           number(position.complete_suits(progress.now)) + " complete in the tableau, " +
           counted(position.hand_left(progress.now), "card") + " in the hand";
  if (!goal.uncovered.empty()) {
    const string card = name(goal.uncovered[0].card);
    const vector<int> where = with_bottom(progress, (u8)goal.uncovered[0].card);
    if (where.empty()) return "no " + card + " is at the bottom of a column";
    return card + " is at the bottom of " + columns_phrase(where);
  }
  if (goal.complete_any || goal.places()) {
    if (!goal.empty.empty()) {
      const string columns = columns_phrase(position.space_columns(progress.now));
      return "empty: " + (columns.empty() ? "no column" : columns);
    }
    // List the suits in the order of their columns, from the left, and equal ones together.
    for (int i : position.complete_columns(progress.now)) {
      const string suit = suit_name(progress.now.bottom(i) & 3);
      const auto place = std::find(words.rbegin(), words.rend(), suit).base();
      words.insert(place == words.begin() ? words.end() : place, suit);
    }
    if (words.empty()) return "no suit is complete at the bottom of a column";
    return "complete at the bottom of a column: " + join(words);
  }
  if (goal.turned || sum(goal.turned_in)) {
    for (int i = 0; i < moves; i++)
      for (const auto& [column, card] : line.steps[i].turned)
        words.push_back(name(card) + " in column " + number(column + 1));
    return words.empty() ? "no card is turned up" : "turned up: " + join(words);
  }
  if (goal.any || sum(goal.need)) {
    const Cards removed = progress.removed();
    if (!removed.empty()) return "removed: " + join(worded(removed, suit_name));
    const int complete = position.complete_suits(progress.now);
    if (!complete) return "no suit is removed";
    return "no suit is removed: " + counted(complete, "complete suit") +
           (complete == 1 ? " has" : " have") + " to be removed";
  }
  const int at_start = position.spaces(progress.start());
  int most = at_start;
  for (int i = 1; i <= moves; i++) most = std::max(most, position.spaces(line.after(i)));
  return counted(position.spaces(progress.now), "space") + " at the end, " + number(most) +
         " at most on the way, " + number(at_start) + " at the start";
}

// Conditions

// True if the last of `moves` moves breaks a limit.  With `last_may` it may make a space, because it reaches the goal.
inline bool broken_by(const Limits& limits, const Goal& to_remove, const Line& line, int moves,
                      bool last_may) noexcept {
  const Step& step = line.steps[moves - 1];
  bool suits = false;
  for (const auto& removal : step.removals) suits |= limits.suits >> removal.second & 1;
  return (limits.dealing && step.move.kind == winning::DEAL) ||
         (limits.turning_up && !step.turned.empty()) || suits ||
         (limits.others >= 0 && !step.removals.empty() &&
          to_remove.others(step.after.t.gone) > limits.others) ||
         (limits.moves >= 0 && moves > limits.moves) ||
         (limits.space && !last_may &&
          line.position.spaces(step.after) > line.position.spaces(line.after(moves - 1)));
}

// A description of a line of `moves` moves; `move` is the one that breaks the condition, 0 if none.
inline string finding_text(const Limits& limits, const Goal& to_remove, const Line& line, int moves,
                    int move) noexcept {
  const string by = " by move " + number(move);
  if (limits.moves >= 0) return counted(moves, "move");
  if (limits.others > 0)
    return counted(to_remove.others(line.after(moves).t.gone), "other suit") + " removed";
  if (!move) return "";
  if (limits.dealing) return "a row is dealt" + by;
  if (limits.turning_up) return "a card is turned up" + by;
  if (limits.others == 0) return "another suit is removed" + by;
  if (limits.space) return "a space is made" + by;
  for (int q = 0; q < 4; q++)
    if (limits.suits >> q & 1) return string(suit_name(q)) + " are removed" + by;
  return "";
}

}  // namespace spiderpos::page
