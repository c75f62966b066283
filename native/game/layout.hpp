// A position in a request.
#pragma once
#include <stdexcept>
#include <vector>

#include "interface.hpp"
#include "tableau.hpp"

namespace spiderpos::winning {

struct Layout {
  struct Column {
    std::vector<u8> down, up;
  };
  Rules rules;
  std::vector<Column> columns;
  u8 cells[MOST_CELLS] = {};  // 0 for an empty one
  int removed = 0;

  // Throws invalid_argument for more columns than a tableau has.
  Tableau tableau() const {
    if (columns.size() > MOST_COLUMNS) throw std::invalid_argument("too many columns");
    Tableau t;
    std::memset(&t, 0, sizeof t);
    u8* next = t.cards;
    for (std::size_t i = 0; i < columns.size(); i++) {
      t.down[i] = (u8)columns[i].down.size();
      t.length[i] = (u8)(columns[i].down.size() + columns[i].up.size());
      next = std::copy(columns[i].down.begin(), columns[i].down.end(), next);
      next = std::copy(columns[i].up.begin(), columns[i].up.end(), next);
    }
    std::memcpy(t.cells, cells, sizeof t.cells);
    t.removed = (u8)removed;
    return t;
  }
};

inline std::vector<Layout::Column> columns_of(const Rules& rules, const Tableau& t) {
  std::vector<Layout::Column> columns;
  const u8* column = t.cards;
  for (int i = 0; i < rules.columns; column += t.length[i], i++)
    columns.push_back({{column, column + t.down[i]}, {column + t.down[i], column + t.length[i]}});
  return columns;
}

// Read a card; 0 is UNKNOWN.
inline u8 read_card(Request& request) {
  const int card = request.next(0, CODES - 1);
  if (card && card < 4) throw std::invalid_argument("not a card");
  return card ? (u8)card : UNKNOWN;
}

// Read the section "board": the number of columns and of cells; the rules on dealing over spaces, a short last deal,
// Kings on Aces and automatic removal; for each column its face-down and its face-up cards; for each cell 0, or 1 and
// its card; the cards of the hand; the number of sets removed.  Each list of cards follows its length.
inline Layout read_layout(Request& request, int most_columns) {
  request.named("board");
  Layout layout;
  Rules& rules = layout.rules;
  rules.columns = request.next(1, most_columns);
  rules.cells = request.next(0, MOST_CELLS);
  rules.over_spaces = (DealOver)request.next(0, 3);
  rules.short_last_deal = request.next(0, 1);
  rules.kings_on_aces = request.next(0, 1);
  rules.automatic_removal = request.next(0, 1);
  int total = 0;
  const auto cards = [&] {
    std::vector<u8> read((std::size_t)request.next(0, MOST_CARDS - total));
    for (u8& card : read) card = read_card(request);
    total += (int)read.size();
    return read;
  };
  layout.columns.resize((std::size_t)rules.columns);
  for (Layout::Column& column : layout.columns) {
    column.down = cards();
    column.up = cards();
    if (!column.down.empty() && column.up.empty())
      throw std::invalid_argument("a column has no face-up card");
  }
  for (int i = 0; i < rules.cells; i++) {
    if (!request.next(0, 1)) continue;
    layout.cells[i] = read_card(request);
    if (++total > MOST_CARDS) throw std::invalid_argument("too many cards");
  }
  rules.hand = cards();
  layout.removed = request.next(0, 8);
  return layout;
}

// Read the number of moves and, for each, its kind, from, to and count.  Columns and cells are numbered from 1.
inline std::vector<Move> read_moves(Request& request) {
  std::vector<Move> moves((std::size_t)request.next(0, 1 << 16));
  for (Move& move : moves) {
    move.kind = (Kind)request.next(0, FROM_CELL);
    move.from = (u8)(request.next(1, MOST_COLUMNS) - 1);
    move.to = (u8)(request.next(1, MOST_COLUMNS) - 1);
    move.count = (u8)request.next(0, MOST_CARDS);
  }
  return moves;
}

inline void write_move(Json& json, const Move& move) {
  json.array({move.kind, move.from + 1, move.to + 1, move.count});
}

inline void write_moves(Json& json, const std::vector<Move>& moves) {
  json.rows("moves", moves, [&](const Move& move) { write_move(json, move); });
}

}  // namespace spiderpos::winning
