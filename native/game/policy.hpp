// A plan that branches by the card that turns up, and how an answer has it.
#pragma once
#include <utility>
#include <vector>

#include "layout.hpp"

namespace spiderpos::winning {

// An entry of a plan: moves with the cards that they move (of a suit removed its Ace), and then the
// entries for each card that the last of them turns up in a column; none if the moves win.
struct Entry {
  std::vector<Move> moves;
  std::vector<u8> cards;
  int column = -1;
  std::vector<std::pair<u8, u32>> next;

  // Adds a move that is legal in a tableau.
  void add(const Tableau& t, Move move) {
    moves.push_back(move);
    if (move.kind == DEAL) return cards.push_back(0);
    const u8* end = move.kind == FROM_CELL ? t.cells + move.from + 1
                                           : t.cards + t.offset(move.from) + t.length[move.from];
    cards.insert(cards.end(), end - (move.kind == SHIFT ? move.count : 1), end);
  }
};

// A plan: entries, each after those that it leads to; the last one is for the start.
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
