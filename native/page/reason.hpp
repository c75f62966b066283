// Explain why a goal can't be reached any more: the card that can't move, and the cards on which it could go.
//
// The analysis begins with a line that reached the goal before the losing move.  Each time that this line *digs* a
// column down to some card, the dig is treated as a separate goal, under the conditions of the whole goal.  The first
// dig that a complete search refutes is the reason.  If all are possible, the reason is the clause without which the
// goal can be reached (a limit on the moves is tried before the digs), or else some digs that are impossible together.
// Without such a line, the digs are those that the goal requires.  The longest line that these searches find is the
// best defence.
#pragma once
#include "draws.hpp"

namespace spiderpos::page {

class Reasons {
 public:
  // `here` is the lost position, `rest` the goal that is left, and `last` the move that led there.
  // The work of the budget limits each search.
  Reasons(const Position& here, const FullGoal& rest, Move last, const Budget& budget)
      : here_(here), rest_(rest), last_(last), budget_(budget) {
    for (const Clause& clause : rest.clauses)
      if (clause.condition && clause.limits.moves < 0) conditions_.push_back(clause);
  }

  // The reason in JSON, for a line that reached the goal from an earlier position, or without one.
  string json(const Line& line) {
    for (std::size_t i = 0; i < rest_.clauses.size(); i++)
      if (rest_.clauses[i].limits.moves >= 0 && can_without(i)) return answer(but_not(rest_.clauses[i]));
    const vector<Dig> digs = line.steps.empty() ? goal_digs() : digs_of(line);
    for (const Dig& dig : digs)
      if (fails({dig})) return stuck(first_failing(dig));
    for (std::size_t i = 0; i < rest_.clauses.size(); i++)
      if (can_without(i)) return answer(but_not(rest_.clauses[i]));
    vector<Dig> together;
    for (const Dig& dig : digs) {
      const auto same = [&](const Dig& other) { return other.column == dig.column; };
      together.erase(std::remove_if(together.begin(), together.end(), same), together.end());
      together.push_back(dig);
      if (together.size() > 1 && fails(together)) return not_together(together);
    }
    return answer("");
  }

 private:
  // Digging a column down until this number of its cards is left.
  struct Dig {
    int column, left;
  };

  int columns() const { return here_.rules.columns; }
  Cards cards(int column) const { return cards_of(here_.start, column); }
  int down(int column) const { return here_.start.t.down[column]; }

  // The digs of a line, in their order.  Only cards that the lost position has in the same place count.
  vector<Dig> digs_of(const Line& line) const {
    int least[winning::MOST_COLUMNS];
    for (int i = 0; i < columns(); i++) least[i] = common(line.position.start, i);
    vector<Dig> digs;
    for (const Step& step : line.steps)
      for (int i = 0; i < columns(); i++)
        if (step.after.t.length[i] < least[i]) digs.push_back({i, least[i] = step.after.t.length[i]});
    return digs;
  }

  // The digs that the goal requires, those with the fewest cards to move first.  For a space, any column may be dug.
  vector<Dig> goal_digs() const {
    vector<Dig> digs;
    for (const Clause& clause : rest_.clauses) {
      for (int i : clause.goal.empty) digs.push_back({i, 0});
      for (int i = 0; i < columns(); i++) {
        if (clause.goal.turned_in[i]) digs.push_back({i, down(i) - clause.goal.turned_in[i] + 1});
        if (clause.goal.spaces > here_.spaces(here_.start) && here_.start.t.length[i]) digs.push_back({i, 0});
      }
      if (clause.dug.card) digs.push_back({clause.dug.column, (int)dug_to(clause, here_.start).size()});
      for (const CardPlace& place : clause.goal.uncovered)
        for (int i = 0; i < columns(); i++) {
          const Cards column = cards(i);
          const int row = (int)(std::find(column.begin(), column.end(), (u8)place.card) - column.begin());
          if ((place.column < 0 || place.column == i) && row + 1 < (int)column.size()) digs.push_back({i, row + 1});
        }
    }
    const auto fewer = [&](const Dig& a, const Dig& b) {
      return here_.start.t.length[a.column] - a.left < here_.start.t.length[b.column] - b.left;
    };
    vector<Dig> sorted;
    for (const Dig& dig : digs) sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), dig, fewer), dig);
    return sorted;
  }

  // The number of top cards that a column has in common with an earlier position.
  int common(const State& before, int column) const {
    const Cards now = cards(column), was = cards_of(before, column);
    std::size_t same = 0;
    while (same < now.size() && same < was.size() && now[same] == was[same]) same++;
    return (int)same;
  }

  Answer::Outcome look(const FullGoal& goal) {
    if (budget_.left() <= 0) return Answer::UNDECIDED;
    const Answer answer = Solver(here_, goal, budget_.within(budget_.left() / 2)).answer();
    if (answer.outcome == Answer::SOLVED && answer.moves.size() > defence_.size()) defence_ = answer.moves;
    return answer.outcome;
  }

  // True if the card at this index continues a natural run, so that it may move with the card above it.
  bool goes_on(const Cards& column, int down, int index) const {
    return index > down && is_known(column[index]) && column[index - 1] - column[index] == 4;
  }

  // True if a complete search shows that these digs are impossible together.  False for a dig that no
  // clause can name: to the second of two equal cards, or into a natural run.
  bool fails(const vector<Dig>& digs) {
    FullGoal goal{conditions_, false};
    for (const Dig& dig : digs) {
      const Cards column = cards(dig.column);
      const int left = dig.left;
      if (goes_on(column, down(dig.column), left) ||
          (left > down(dig.column) && std::count(column.begin(), column.begin() + left, column[left - 1]) > 1))
        return false;
      Clause clause;
      if (!left)
        clause.goal.empty = {dig.column};
      else if (left <= down(dig.column))
        clause.goal.turned_in[dig.column] = down(dig.column) - left + 1;
      else
        clause.dug = {column[left - 1], dig.column};
      goal.clauses.push_back(clause);
    }
    return look(goal) == Answer::IMPOSSIBLE;
  }

  // True if the goal without the clause of this number has an objective and can be reached.
  bool can_without(std::size_t number) {
    FullGoal goal = rest_;
    goal.clauses.erase(goal.clauses.begin() + (long)number);
    return goal.objectives() && look(goal) == Answer::SOLVED;
  }

  static string but_not(const Clause& clause) {
    if (clause.limits.moves >= 0)
      return "it takes more than the " + counted(clause.limits.moves, "move") + " that " +
             (clause.limits.moves == 1 ? "is" : "are") + " left";
    if (clause.condition) return "it can only be done by breaking “" + clause.words + "”";
    return "all but “" + clause.words + "” can still be done";
  }

  // The first run of a column that can't move, down to an impossible dig.
  Dig first_failing(const Dig& dig) {
    for (int left = here_.start.t.length[dig.column] - 1; left > dig.left; left--)
      if (fails({{dig.column, left}})) return {dig.column, left};
    return dig;
  }

  static string sign(u8 card) {
    static const char* const suits[] = {"♣", "♦", "♥", "♠"};
    return is_known(card) ? string(rank_name(card >> 2)) + suits[card & 3] : "unknown card";
  }
  string named(const Dig& dig) const {
    if (dig.left < down(dig.column)) return "a face-down card of column " + number(dig.column + 1);
    return "the " + sign(cards(dig.column)[dig.left]) + " of column " + number(dig.column + 1);
  }
  string conditions() const {
    string text;
    for (const Clause& clause : conditions_) text += (text.empty() ? " " : ", ") + clause.words;
    return text;
  }

  // The cards that a card could go onto, and what covers each; `marks` gets their places.
  string holders(const Dig& dig, vector<Dig>& marks) const {
    const int rank = (cards(dig.column)[dig.left] >> 2) + 1;
    vector<string> ways, under, free, covered;
    int hidden = 0;
    for (int i = 0; i < columns(); i++) {
      const Cards column = cards(i);
      const int end = (int)column.size();
      for (int row = 0; row < end; row++) {
        if (!is_known(column[row]) || column[row] >> 2 != rank) continue;
        if (row < down(i)) {
          hidden++;
          continue;
        }
        marks.push_back({i, row});
        const string card = "the " + sign(column[row]), where = card + " of column " + number(i + 1);
        if (i == dig.column && row < dig.left)
          under.push_back(card);
        else if (row + 1 == end)
          free.push_back(where);
        else if (last_.kind == winning::SHIFT && last_.to == i && row + 1 + last_.count == end)
          ways.push_back(where + " now has the " + sign(column[row + 1]) + " on it");
        else
          covered.push_back(where + " has the " + sign(column[row + 1]) + " on it");
      }
    }
    const bool one = free.size() == 1;
    if (!under.empty()) ways.push_back(join(under) + (under.size() == 1 ? " lies" : " lie") + " under it");
    if (!free.empty())
      ways.push_back(join(free) +
                     (one ? " is free now, but not when it is" : " are free now, but not when they are") + " wanted");
    if (covered.size() > 3)
      ways.push_back(number((long)covered.size()) + (ways.empty() ? "" : " more") + " are covered");
    else
      ways.insert(ways.end(), covered.begin(), covered.end());
    if (hidden) ways.push_back(number(hidden) + (hidden == 1 ? " is" : " are") + " face down");
    return ways.empty() ? "there is none in the columns" : join(ways);
  }

  string stuck(const Dig& dig) const {
    string text = named(dig) + " can't get free any more" + conditions();
    vector<Dig> marks;
    if (dig.left >= down(dig.column)) {
      const int rank = cards(dig.column)[dig.left] >> 2, spaces = here_.spaces(here_.start);
      text += ": it needs ";
      if (rank == 13)
        text += "a space";
      else
        text += a_rank(rank + 1) + " or a space; " + holders(dig, marks);
      if (spaces) text += spaces == 1 ? ", and the space isn't enough" : ", and the spaces aren't enough";
    }
    return answer(text, {dig}, marks);
  }

  string not_together(const vector<Dig>& digs) const {
    const vector<string> cards = worded(digs, [&](const Dig& dig) { return named(dig); });
    return answer(join(cards) + " can't get free together" + conditions() + ", though each can alone", digs);
  }

  string answer(const string& text, const vector<Dig>& stuck = {}, const vector<Dig>& holders = {}) const {
    const auto places = [](const vector<Dig>& digs) {
      const auto place = [](const Dig& dig) { return "[" + number(dig.column + 1) + "," + number(dig.left) + "]"; };
      return listed(worded(digs, place));
    };
    return object({{"why", quoted(text)},
                   {"stuck", places(stuck)},
                   {"targets", places(holders)},
                   {"moves", moves_json(defence_)}});
  }

  const Position& here_;
  const FullGoal& rest_;
  vector<Clause> conditions_;
  Move last_;
  Budget budget_;
  vector<Move> defence_;
};

}  // namespace spiderpos::page
