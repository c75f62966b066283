// "Win whatever turns up" on a page: verify the core's plan (winning/sure.hpp) by playing every case.
#pragma once
#include <array>

#include "request.hpp"

namespace spiderpos::page {

// Verifies a plan of the core.
class SurePlan {
 public:
  SurePlan(const Position& root, const winning::Policy& entries)
      : root_(root), entries_(entries), played_(entries.size()) {}

  // The number of orders of the hidden cards that the plan distinguishes; 0 if it doesn't win in every case.  An entry
  // isn't played twice in succession from the same tableau.
  double cases() { return entries_.empty() ? 0 : cases(entries_.size() - 1, root_.start); }

 private:
  struct Played {
    double cases = 0;
    std::string from;
  };

  double cases(std::size_t number, const State& before) {
    Played& played = played_[number];
    if (played.cases && played.from == before.t.exact()) return played.cases;
    const winning::Entry& entry = entries_[number];
    Position position = root_;
    position.start = before;
    State now = by_elimination(position).start;
    int column = -1;
    for (const Move& move : entry.moves) {
      if (column >= 0 || !winning::is_legal(root_.rules, now.t, move)) return 0;
      const Step step = play(root_, now, move);
      for (const auto& [turned, card] : step.turned) {
        if (is_known(card)) continue;
        if (column >= 0) return 0;
        column = turned;
      }
      now = step.after;
    }
    if (column != entry.column) return 0;
    double sum = 0;
    if (column < 0) sum = winning::is_won(root_.rules, now.t);
    for (u8 card : column < 0 ? Cards() : hidden_kinds(root_, now)) {
      const auto next = std::find_if(entry.next.begin(), entry.next.end(),
                                     [&](const auto& pair) { return pair.first == card; });
      if (next == entry.next.end() || next->second >= number) return 0;
      State seen = now;
      seen.t.cards[seen.t.offset(column) + seen.t.length[column] - 1] = card;
      const double more = cases(next->second, seen);
      if (!more) return 0;
      sum += more;
    }
    played = {sum, before.t.exact()};
    return sum;
  }

  const Position& root_;
  const winning::Policy& entries_;
  vector<Played> played_;
};

inline bool is_just_a_win(const FullGoal& goal) noexcept {
  if (goal.clauses.size() != 1) return false;
  const Clause& clause = goal.clauses[0];
  return clause.in_numbers && !clause.condition && clause.goal.win == 0 && !clause.none_removed;
}

// Fill in the unknown face-down cards, column by column; `words` says which cards lie face down in each.
inline Position in_order(Position position, const std::vector<u8>& cards, string& words) {
  vector<string> columns;
  auto next = cards.begin();
  each_hidden(position, [&](u8& card) { card = is_known(card) ? card : *next++; });
  for (int i = 0; i < position.rules.columns; i++)
    if (position.start.t.down[i])
      columns.push_back(joined(worded(position.start.down_cards(i), name), " ") + " in column " + number(i + 1));
  words = "if the face-down " + string(position.start.face_down() == 1 ? "card is " : "cards are ") +
          joined(columns, "; ");
  return position;
}

}  // namespace spiderpos::page
