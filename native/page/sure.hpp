// "Win whatever turns up" on a page: verify the core's plan (winning/sure.hpp) by playing every case.
#pragma once
#include <array>

#include "request.hpp"

namespace spiderpos::page {

// A plan of the core and its verification.
class SurePlan {
 public:
  explicit SurePlan(const winning::Policy& policy) : entries_(policy) {}

  bool empty() const { return entries_.empty(); }
  // The moves up to the one that turns up the first unknown card.
  vector<Move> first() const { return entries_.back().moves; }

  // True if the plan wins in every case.  An entry isn't played twice in succession from the same tableau.
  bool wins(const Position& root) {
    played_.assign(entries_.size(), Played{});
    return !empty() && wins(root, entries_.size() - 1, root.start);
  }
  // The number of orders of the hidden cards that the plan distinguishes.
  double cases() const { return played_.empty() ? 0 : played_.back().cases; }

 private:
  using Entry = winning::Entry;
  struct Played {
    double cases = 0;
    Tableau from;
  };

  static bool same(const Tableau& a, const Tableau& b) {
    return !std::memcmp(a.length, b.length, sizeof a.length) &&
           !std::memcmp(a.down, b.down, sizeof a.down) &&
           !std::memcmp(a.cells, b.cells, sizeof a.cells) &&
           !std::memcmp(a.cards, b.cards, (std::size_t)a.total());
  }

  bool wins(const Position& root, std::size_t number, const State& before) {
    Played& played = played_[number];
    if (played.cases && same(played.from, before.t)) return true;
    const Entry& entry = entries_[number];
    Position position = root;
    position.start = before;
    State now = by_elimination(position).start;
    int column = -1;
    for (const Move& move : entry.moves) {
      if (column >= 0 || !winning::is_legal(root.rules, now.t, move)) return false;
      const Step step = play(root, now, move);
      for (const auto& [turned, card] : step.turned) {
        if (is_known(card)) continue;
        if (column >= 0) return false;
        column = turned;
      }
      now = step.after;
    }
    double cases = 1;
    int standing;
    if (column != entry.column) return false;
    if (column < 0) {
      if (!winning::is_won(root.rules, now.t, standing)) return false;
    } else {
      cases = 0;
      for (u8 card : hidden_kinds(root, now)) {
        const auto next = std::find_if(entry.next.begin(), entry.next.end(),
                                       [&](const auto& pair) { return pair.first == card; });
        if (next == entry.next.end() || next->second >= number) return false;
        State seen = now;
        seen.t.cards[seen.t.offset(column) + seen.t.length[column] - 1] = card;
        if (!wins(root, next->second, seen)) return false;
        cases += played_[next->second].cases;
      }
    }
    played.cases = cases;
    played.from = before.t;
    return true;
  }

  winning::Policy entries_;
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
  u8* card = position.start.t.cards;
  int count = 0;
  std::size_t next = 0;
  for (int i = 0; i < position.rules.columns; card += position.start.t.length[i], i++) {
    string column;
    for (int j = 0; j < position.start.t.down[i]; j++, count++) {
      if (!is_known(card[j])) card[j] = cards[next++];
      column += name(card[j]) + " ";
    }
    if (!column.empty()) columns.push_back(column + "in column " + number(i + 1));
  }
  words = "if the face-down " + string(count == 1 ? "card is " : "cards are ");
  for (std::size_t i = 0; i < columns.size(); i++) words += (i ? "; " : "") + columns[i];
  return position;
}

}  // namespace spiderpos::page
