// A plan that branches by the card that turns up, and its format in an answer.
#pragma once
#include <utility>
#include <vector>

#include "layout.hpp"

namespace spiderpos::winning {

// A node of a plan: moves, the last of which turns up an unknown card or reaches the goal.
struct Entry {
  std::vector<Move> moves;
  std::vector<u8> cards;                 // the cards moved, for checks: of a removed suit its Ace, 0 for a deal
  int column = -1;                       // where the last move turns up a card; -1: the goal is reached
  std::vector<std::pair<u8, u32>> next;  // for each card that may turn up, the index of the next entry

  // Append a move that is legal in this tableau.
  void add(const Tableau& t, Move move) {
    moves.push_back(move);
    if (move.kind == DEAL) return cards.push_back(0);
    const u8* end = move.kind == FROM_CELL ? t.cells + move.from + 1
                                           : t.cards + t.offset(move.from) + t.length[move.from];
    cards.insert(cards.end(), end - (move.kind == SHIFT ? move.count : 1), end);
  }
};

// A plan.  Each entry comes after those that it leads to, so the last one is for the start.
using Policy = std::vector<Entry>;

inline void write_policy(Json& json, const Policy& policy) {
  json.rows("entries", policy, [&](const Entry& entry) {
    json.text += '[';
    json.array(entry.moves, [&](const Move& move) { write_move(json, move); });
    json.text += ',';
    json.array(entry.cards);
    json.text += ',' + std::to_string(entry.column + 1) + ',';
    json.array(entry.next, [&](const auto& next) { json.array({next.first, next.second}); });
    json.text += ']';
  });
}

}  // namespace spiderpos::winning
