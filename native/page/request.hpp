// Translate a goal into the numbers of the searches, and into a question for the search by classes.
// That question may be relaxed, so that it allows more than the goal does; the table of
// spiderpos/goals/rewriting.py lists the cases.
#pragma once
#include "../prover/prover.hpp"
#include "judge.hpp"

namespace spiderpos::page {

// A question that the core doesn't support, as a phrase: "the goal 'win'".
struct Unsupported {
  string what;
};

// The columns whose place matters to the clause, as bits.
inline int fixed_columns(const Clause& clause) noexcept {
  if (!clause.reach.empty()) return (1 << MAX_COLUMNS) - 1;
  int fixed = clause.dug.card ? 1 << clause.dug.column : 0;
  for (int column : clause.goal.empty) fixed |= 1 << column;
  for (const CardPlace& place : clause.goal.uncovered)
    if (place.column >= 0) fixed |= 1 << place.column;
  for (int i = 0; i < MAX_COLUMNS; i++)
    if (clause.goal.turned_in[i]) fixed |= 1 << i;
  return fixed;
}

// All clauses of a goal as one set of numbers.  Throws Unsupported.
inline Goal whole_goal(const FullGoal& full, const Position& position) {
  Goal goal;
  for (const Clause& clause : full.clauses) {
    if (!clause.in_numbers || clause.dug.card) throw Unsupported{"'" + clause.words + "'"};
    if (clause.none_removed && !position.start.removed.empty())
      throw Unsupported{"a goal that is lost by a removal before it"};
    const Goal& more = clause.goal;
    const auto most = [](int& number, int other) { number = std::max(number, other); };
    most(goal.spaces, more.spaces);
    most(goal.any, more.any);
    most(goal.turned, more.turned);
    most(goal.win, more.win);
    for (int i = 0; i < MAX_COLUMNS; i++) most(goal.turned_in[i], more.turned_in[i]);
    for (int q = 0; q < 4; q++) {
      most(goal.need[q], more.need[q]);
      most(goal.complete[q], more.complete[q]);
      goal.first[q] |= more.first[q];
    }
    for (int column : more.empty)
      if (std::find(goal.empty.begin(), goal.empty.end(), column) == goal.empty.end())
        goal.empty.push_back(column);
    for (const CardPlace& place : more.uncovered) {
      const auto same = [&](const CardPlace& w) {
        return w.card == place.card && w.column == place.column;
      };
      if (std::none_of(goal.uncovered.begin(), goal.uncovered.end(), same))
        goal.uncovered.push_back(place);
    }
    goal.complete_any |= more.complete_any;
    goal.forbidden |= more.forbidden | clause.limits.suits;
    goal.no_space |= clause.limits.space;
    if (clause.limits.turning_up) goal.most_turned = 0;
    if (clause.limits.others >= 0) goal.most_others = clause.limits.others;
  }
  return goal;
}

// The limits of all conditions on deals, on other suits and on the number of moves.
inline Limits all_limits(const FullGoal& full) noexcept {
  Limits all;
  for (const Clause& clause : full.clauses) {
    all.dealing |= clause.limits.dealing;
    if (clause.limits.others >= 0) all.others = clause.limits.others;
    if (clause.limits.moves >= 0) all.moves = clause.limits.moves;
  }
  return all;
}

// Throws Unsupported for more cards of a rank than two decks have.
inline void check_board(const Position& position) {
  std::size_t of_rank[14] = {};
  winning::each_card(position.rules, position.start.t, [&](u8 card) { of_rank[card >> 2] += is_known(card); });
  if (*std::max_element(of_rank, of_rank + 14) > prover::MAX_OF_RANK)
    throw Unsupported{"more cards than two decks have"};
}

// A question for the search by classes (spiderpos/solver/prover/question.py).
struct Request {
  prover::Problem problem;
  bool deals_left_out = false;
  string allowed;  // the relaxations, in words: "cards may be turned up"
};

inline bool may_hold_a_suit(const Cards& up) noexcept {
  for (int end = SUIT_LENGTH; end <= (int)up.size(); end++)
    if (winning::complete(up.data(), end) || winning::may_be_complete(up.data(), end)) return true;
  return false;
}

// Replace a goal that only digs down to a card by one that turns up cards, unless the next card of the
// column may form a run with it.  The relaxations are added to `allowed`.
inline void turn_up_instead(Position& position, FullGoal& full, vector<string>& allowed) {
  if (full.objectives() != 1) return;
  Clause& clause = *std::find_if(full.clauses.begin(), full.clauses.end(), is_objective);
  const int column = clause.dug.column;
  if (!clause.dug.card) return;
  const Cards cards = cards_of(position.start, column);
  const int count = (int)dug_to(clause, position.start).size();
  u8& hidden = position.start.t.down[column];
  int turned = 1;
  if (count <= hidden) {
    turned = hidden - count + 1;
  } else {
    if (count == (int)cards.size() || !is_known(cards[count])) return;
    const int next = cards[count] >> 2, rank = clause.dug.card >> 2;
    if (next == rank - 1 || next == rank + 12) return;
    hidden = (u8)count;
  }
  clause.dug.card = 0;
  clause.goal.turned_in[column] = turned;
  for (Clause& each : full.clauses) {
    if (!each.limits.turning_up) continue;
    each.limits.turning_up = false;
    if (allowed.empty()) allowed.push_back("cards may be turned up");
  }
}

// Build the question for the search by classes, relaxed where that search doesn't support the goal or the rules.
// Throws Unsupported if no relaxation makes it possible.
inline Request request(Position position, FullGoal full) {
  const winning::Rules& rules = position.rules;
  const State& start = position.start;
  const bool kings = rules.kings_on_aces, automatic = rules.automatic_removal;
  Request request;
  vector<string> allowed;
  turn_up_instead(position, full, allowed);
  request.deals_left_out = position.deals_left(start) && !all_limits(full).dealing;
  if (automatic) allowed.push_back("complete suits may stay");
  if (rules.cells) allowed.push_back("each free cell is a column");
  if (kings) {
    FullGoal reduced = full;
    const auto is_place = [](const Clause& clause) {
      return clause.goal.places() || !clause.reach.empty() || clause.dug.card;
    };
    reduced.clauses.erase(std::remove_if(reduced.clauses.begin(), reduced.clauses.end(), is_place),
                       reduced.clauses.end());
    if (reduced.clauses.size() < full.clauses.size() && reduced.objectives()) {
      allowed.push_back("cards may lie anywhere in the end");
      full = reduced;
    }
  }
  Goal goal = whole_goal(full, position);
  if ((automatic || rules.cells) && goal.no_space) {
    goal.space_before_removal = !rules.cells && !kings;
    for (int i = 0; i < rules.columns; i++) goal.space_before_removal &= !may_hold_a_suit(start.up_cards(i));
    if (!goal.space_before_removal) {
      allowed.push_back("spaces may be made");
      goal.no_space = false;
    }
  }
  request.allowed = join(allowed);
  for (const Clause& clause : full.clauses) {
    if (!clause.reach.empty() || (clause.goal.win >= 0 && !position.rules.hand.empty()) ||
        (kings && clause.goal.places()))
      throw Unsupported{"'" + clause.words + "'"};
  }
  check_board(position);
  auto columns = winning::columns_of(rules, start.t);
  for (int i = 0; i < rules.cells; i++) {
    columns.emplace_back();
    if (start.t.cells[i]) columns.back().up = {start.t.cells[i]};
  }
  request.problem = prover::problem_of(columns, kings);
  request.problem.goal = goal;
  return request;
}

}  // namespace spiderpos::page
