// A tableau under any house rules, and its legal moves.
//
// The rules are those of spiderpos/game/engine.py; tests/test_winning.py compares the two.
#pragma once
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace spiderpos::winning {

using u8 = uint8_t;
using u32 = uint32_t;
using u64 = uint64_t;

constexpr int MOST_COLUMNS = 10, MOST_CARDS = 104, MOST_CELLS = 4, SUIT_LENGTH = 13, CODES = 56;

// A card that isn't known.  It moves only into spaces and cells, and no card moves onto it.
constexpr u8 UNKNOWN = 1;
inline bool is_known(int card) {
  return card > UNKNOWN;
}

enum Kind : u8 { SHIFT, DEAL, REMOVE, TO_CELL, FROM_CELL };

// Columns and cells are numbered from 0.  play() ignores the fields that a kind doesn't need, but operator== compares
// them: legal_moves() sets `count` to 1 for a card to or from a cell, and otherwise such fields to 0.
struct Move {
  Kind kind = SHIFT;
  u8 from = 0, to = 0, count = 0;
};

inline bool operator==(const Move& a, const Move& b) {
  return a.kind == b.kind && a.from == b.from && a.to == b.to && a.count == b.count;
}

enum class DealOver { NEVER, IF_IN_SUIT, IF_IN_RANK, ALWAYS };

// The rules and the cards of the hand, which don't change during a game.
struct Rules {
  int columns = MOST_COLUMNS, cells = 0;
  DealOver over_spaces = DealOver::NEVER;
  bool short_last_deal = false, kings_on_aces = false, automatic_removal = false;
  std::vector<u8> hand;  // in the order in which the cards are dealt

  bool natural(int upper, int lower) const {
    return (upper - lower == 4 && lower != UNKNOWN) ||
           (kings_on_aces && is_ace(upper) && lower >= 52 && (upper & 3) == (lower & 3));
  }
  bool fits(int head, int onto) const {
    return ((onto >> 2) == (head >> 2) + 1 && head != UNKNOWN) ||
           (kings_on_aces && head >= 52 && is_ace(onto));
  }
  static bool is_ace(int card) { return card >> 2 == 1; }
};

struct Tableau {
  u8 cards[MOST_CARDS];  // the columns one after another, each from the top down; a card is 4 * rank + suit
  u8 length[MOST_COLUMNS], down[MOST_COLUMNS], cells[MOST_CELLS];
  u8 dealt, removed;  // the number of cards dealt from the hand, and of sets removed
  u8 gone[4];         // sets removed since the start, per suit

  int offset(int column) const {
    int sum = 0;
    for (int i = 0; i < column; i++) sum += length[i];
    return sum;
  }
  int total() const { return offset(MOST_COLUMNS); }
  // The tableau as a key, with its columns in this order.
  std::string exact() const {
    const char* const end = (const char*)(this + 1);
    return std::string((const char*)cards, (std::size_t)total()).append((const char*)length, end);
  }
  // The bottom card of a column; 0 for a space.
  u8 bottom(int column) const { return length[column] ? cards[offset(column) + length[column] - 1] : 0; }
};

// The length of the natural run at the bottom of `count` face-up cards.
inline int bottom_run(const Rules& rules, const u8* up, int count) {
  int run = count > 0;
  while (run > 0 && run < count && rules.natural(up[count - 1 - run], up[count - run])) run++;
  return run;
}

inline bool complete(const u8* up, int count) {
  if (count < SUIT_LENGTH || !Rules::is_ace(up[count - 1])) return false;
  for (int i = 1; i < SUIT_LENGTH; i++)
    if (up[count - 1 - i] != up[count - 1] + 4 * i) return false;
  return true;
}

// Return true if the thirteen bottom cards include unknown ones and may be a complete suit.
inline bool may_be_complete(const u8* up, int count) {
  if (count < SUIT_LENGTH || !std::memchr(up + count - SUIT_LENGTH, UNKNOWN, SUIT_LENGTH))
    return false;
  for (int suit = 0; suit < 4; suit++) {
    bool fits = true;
    for (int rank = 1; rank <= SUIT_LENGTH; rank++)
      fits &= up[count - rank] == UNKNOWN || up[count - rank] == 4 * rank + suit;
    if (fits) return true;
  }
  return false;
}

// Return true if a column that a move has changed may be a complete suit, depending on its unknown cards.
inline bool may_remove_more(const Rules& rules, const Tableau& was, const Tableau& now) {
  const u8 *old = was.cards, *column = now.cards;
  for (int i = 0; i < rules.columns; old += was.length[i], column += now.length[i], i++) {
    const bool same = was.length[i] == now.length[i] && was.down[i] == now.down[i] &&
                      !std::memcmp(old, column, now.length[i]);
    if (!same && may_be_complete(column + now.down[i], now.length[i] - now.down[i])) return true;
  }
  return false;
}

// Return true if only complete suits are left, at least `least` of them.
inline bool is_won(const Rules& rules, const Tableau& t, int least = 0) {
  int standing = 0;
  if (t.dealt < rules.hand.size()) return false;
  for (int i = 0; i < rules.cells; i++)
    if (t.cells[i]) return false;
  const u8* column = t.cards;
  for (int i = 0; i < rules.columns; column += t.length[i], i++) {
    if (t.down[i] || t.length[i] % SUIT_LENGTH) return false;
    for (int end = SUIT_LENGTH; end <= t.length[i]; end += SUIT_LENGTH, standing++)
      if (!complete(column, end)) return false;
  }
  return standing >= least;
}

inline int spaces(const Rules& rules, const Tableau& t) {
  int count = 0;
  for (int i = 0; i < rules.columns; i++) count += t.length[i] == 0;
  return count;
}

// Return the number of columns whose bottom card is unknown, and set `column` to the last of them.
inline int unknown_bottoms(const Rules& rules, const Tableau& t, int& column) {
  int count = 0;
  const u8* end = t.cards;
  for (int i = 0; i < rules.columns; i++) {
    end += t.length[i];
    if (t.length[i] && end[-1] == UNKNOWN) column = i, count++;
  }
  return count;
}
inline bool shows_unknown(const Rules& rules, const Tableau& t) {
  int column;
  return unknown_bottoms(rules, t, column);
}

// Call `visit` for each card of the columns, the cells and the hand, known or not.
template <class Visit>
void each_card(const Rules& rules, const Tableau& t, const Visit& visit) {
  for (int i = 0, total = t.total(); i < total; i++) visit(t.cards[i]);
  for (int i = 0; i < rules.cells; i++)
    if (t.cells[i]) visit(t.cells[i]);
  for (std::size_t i = t.dealt; i < rules.hand.size(); i++) visit(rules.hand[i]);
}
// The number of these cards.
inline int cards_left(const Rules& rules, const Tableau& t) {
  int count = 0;
  each_card(rules, t, [&](u8) { count++; });
  return count;
}

// The number of rows left to deal.
inline int rows_left(const Rules& rules, const Tableau& t) {
  const int left = (int)rules.hand.size() - t.dealt;
  return left / rules.columns + (rules.short_last_deal && left % rules.columns);
}

// Return true if a column doesn't prevent a deal over spaces: it has no face-down card, and its cards are in order.
inline bool in_order(const Rules& rules, const Tableau& t, int column) {
  if (t.down[column]) return false;
  const u8* cards = t.cards + t.offset(column);
  for (int j = 1; j < t.length[column]; j++)
    if (!(rules.over_spaces == DealOver::IF_IN_SUIT ? rules.natural(cards[j - 1], cards[j])
                                                    : rules.fits(cards[j], cards[j - 1])))
      return false;
  return true;
}

inline bool may_deal(const Rules& rules, const Tableau& t) {
  if (!rows_left(rules, t)) return false;
  if (rules.over_spaces == DealOver::ALWAYS || !spaces(rules, t)) return true;
  if (rules.over_spaces == DealOver::NEVER) return false;
  for (int i = 0; i < rules.columns; i++)
    if (!in_order(rules, t, i)) return false;
  return true;
}

namespace detail {

inline void take(Tableau& t, int column, int count, u8* cards) {
  const int end = t.offset(column) + t.length[column], total = t.total();
  std::memcpy(cards, t.cards + end - count, count);
  std::memmove(t.cards + end - count, t.cards + end, total - end);
  t.length[column] -= count;
}

inline void put(Tableau& t, int column, int count, const u8* cards) {
  const int end = t.offset(column) + t.length[column], total = t.total();
  std::memmove(t.cards + end + count, t.cards + end, total - end);
  std::memcpy(t.cards + end, cards, count);
  t.length[column] += count;
}

// Remove the thirteen bottom cards of a column.
template <class Removed>
void remove(Tableau& t, int column, const Removed& removed) {
  u8 cards[SUIT_LENGTH];
  take(t, column, SUIT_LENGTH, cards);
  const int suit = cards[0] & 3;
  removed(suit, column);
  t.removed++, t.gone[suit]++;
}

}  // namespace detail

// Play a legal move.  `removed` is called with each removed suit and its column; `row`, if given, is dealt instead of
// the cards of the hand.
template <class Removed>
void play(const Rules& rules, Tableau& t, Move move, const Removed& removed,
          const u8* row = nullptr) {
  // Remove suits that the rules remove automatically, and turn up a card.
  const auto settle = [&](int column) {
    const auto is_complete = [&] {
      return complete(t.cards + t.offset(column) + t.down[column], t.length[column] - t.down[column]);
    };
    while (rules.automatic_removal && is_complete()) detail::remove(t, column, removed);
    if (t.down[column] && t.down[column] == t.length[column]) t.down[column]--;
  };
  u8 cards[MOST_CARDS];
  switch (move.kind) {
    case SHIFT:
      detail::take(t, move.from, move.count, cards);
      detail::put(t, move.to, move.count, cards);
      settle(move.from);
      settle(move.to);
      break;
    case DEAL: {
      const int left = (int)rules.hand.size() - t.dealt;
      const int count = left < rules.columns ? left : rules.columns;
      if (!row) row = rules.hand.data() + t.dealt;
      t.dealt = (u8)(t.dealt + count);
      for (int i = 0; i < count; i++) detail::put(t, i, 1, row + i);
      for (int i = 0; i < count; i++) settle(i);
      break;
    }
    case REMOVE:
      detail::remove(t, move.from, removed);
      settle(move.from);
      break;
    case TO_CELL:
      detail::take(t, move.from, 1, &t.cells[move.to]);
      settle(move.from);
      break;
    case FROM_CELL:
      detail::put(t, move.to, 1, &t.cells[move.from]);
      t.cells[move.from] = 0;
      settle(move.to);
      break;
  }
}

inline void play(const Rules& rules, Tableau& t, Move move) {
  play(rules, t, move, [](int, int) {});
}

// Call `visit` for each legal move to or from a cell.
template <class Visit>
void cell_moves(const Rules& rules, const Tableau& t, Visit visit) {
  for (int cell = 0; cell < rules.cells; cell++)
    for (int i = 0; i < rules.columns; i++) {
      if (!t.cells[cell]) {
        if (t.length[i]) visit(Move{TO_CELL, (u8)i, (u8)cell, 1});
      } else if (!t.length[i] || rules.fits(t.cells[cell], t.bottom(i))) {
        visit(Move{FROM_CELL, (u8)cell, (u8)i, 1});
      }
    }
}

// Call `visit` for each legal move, in the order of spiderpos.game.engine.legal_moves.
template <class Visit>
void legal_moves(const Rules& rules, const Tableau& t, Visit visit) {
  const u8* column[MOST_COLUMNS + 1];
  column[0] = t.cards;
  for (int i = 0; i < rules.columns; i++) column[i + 1] = column[i] + t.length[i];
  for (int from = 0; from < rules.columns; from++) {
    if (!t.length[from]) continue;
    const u8* end = column[from + 1];
    const int up = t.length[from] - t.down[from];
    const int run = bottom_run(rules, end - up, up);
    for (int to = 0; to < rules.columns; to++) {
      if (to == from) continue;
      for (int count = 1; count <= run; count++)
        if (!t.length[to] || rules.fits(end[-count], column[to + 1][-1]))
          visit(Move{SHIFT, (u8)from, (u8)to, (u8)count});
    }
  }
  cell_moves(rules, t, visit);
  for (int i = 0; i < rules.columns; i++) {
    const int up = t.length[i] - t.down[i];
    if (complete(column[i + 1] - up, up)) visit(Move{REMOVE, (u8)i, 0, 0});
  }
  if (may_deal(rules, t)) visit(Move{DEAL, 0, 0, 0});
}

inline std::vector<Move> legal_moves(const Rules& rules, const Tableau& t) {
  std::vector<Move> moves;
  legal_moves(rules, t, [&](Move move) { moves.push_back(move); });
  return moves;
}

inline bool is_legal(const Rules& rules, const Tableau& t, Move move) {
  bool legal = false;
  legal_moves(rules, t, [&](Move other) { legal |= other == move; });
  return legal;
}

}  // namespace spiderpos::winning
