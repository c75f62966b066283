// Count the cards of a position and compare them with the two decks (spiderpos/game/census.py).
#pragma once
#include <algorithm>

#include "position.hpp"

namespace spiderpos::page {

struct Counts {
  int of[winning::CODES] = {};
};

inline bool plays_with(const House& house, int suit) noexcept {
  return house.suits >> suit & 1;
}
inline int copies(const House& house) noexcept { return 8 / house.suit_count(); }

// Call `visit` for each card of the columns, the cells and the hand, known or not.
template <class Visit>
void each_card(const Position& position, const State& now, const Visit& visit) {
  for (int i = 0; i < now.t.total(); i++) visit(now.t.cards[i]);
  for (int i = 0; i < position.rules.cells; i++)
    if (now.t.cells[i]) visit(now.t.cells[i]);
  for (std::size_t i = now.t.dealt; i < position.rules.hand.size(); i++)
    visit(position.rules.hand[i]);
}

// The number of known copies of each card, with those of the removed suits that are known.
inline Counts accounted_for(const Position& position, const State& now) noexcept {
  Counts counts;
  each_card(position, now, [&](u8 card) { counts.of[card] += is_known(card); });
  for (u8 suit : now.removed)
    for (int rank = 1; suit != SOME_SUIT && rank <= SUIT_LENGTH; rank++)
      counts.of[4 * rank + suit]++;
  return counts;
}

inline int unknown_count(const Position& position, const State& now) noexcept {
  int count = 0;
  each_card(position, now, [&](u8 card) { count += !is_known(card); });
  return count;
}

inline int unnamed(const State& now) noexcept {
  return (int)std::count(now.removed.begin(), now.removed.end(), SOME_SUIT);
}

// For each suit, the largest number of further sets that can have been removed.
inline std::array<int, 4> suits_left(const Counts& counts, const House& house) noexcept {
  std::array<int, 4> left{};
  for (int suit = 0; suit < 4; suit++) {
    if (!plays_with(house, suit)) continue;
    int most = 0;
    for (int rank = 1; rank <= SUIT_LENGTH; rank++)
      most = std::max(most, counts.of[4 * rank + suit]);
    left[suit] = std::max(0, copies(house) - most);
  }
  return left;
}
inline int sum(const std::array<int, 4>& suits) noexcept {
  return suits[0] + suits[1] + suits[2] + suits[3];
}

// The suits of the game, deduced from the known cards; all four if they don't determine them.
inline int suits_seen(const Counts& counts) noexcept {
  House seen;
  int total = 0;
  bool too_often = false;
  seen.suits = 0;
  for (int c = 4; c < winning::CODES; c++) {
    if (counts.of[c]) seen.suits |= 1 << (c & 3);
    total += counts.of[c];
    too_often |= counts.of[c] > 2;
  }
  const int fewer = seen.suit_count();
  if (!fewer || fewer > 2) return suits_of(4);
  if (total >= 10 || too_often) return seen.suits;
  for (int number = 1; number <= 2; number++)
    if (!(seen.suits & ~suits_of(number))) return suits_of(number);
  return suits_of(4);
}

// True if a card can lie in an unknown place of the position.
inline bool can_be_hidden(const Position& position, const State& now, u8 card) noexcept {
  Counts counts = accounted_for(position, now);
  counts.of[card]++;
  for (int c = 4; c < winning::CODES; c++)
    if (counts.of[c] > (plays_with(position.house, c & 3) ? copies(position.house) : 0))
      return false;
  const int open = unnamed(now);
  return !open || sum(suits_left(counts, position.house)) >= open;
}

// The number of unseen copies of each card.
inline Counts unseen(const Position& position, const State& now) noexcept {
  Counts left = accounted_for(position, now);
  for (int c = 4; c < winning::CODES; c++)
    left.of[c] = std::max(
        0, (plays_with(position.house, c & 3) ? copies(position.house) : 0) - left.of[c]);
  return left;
}

// The cards that can lie in an unknown place of the position.
inline Cards hidden_kinds(const Position& position, const State& now) noexcept {
  const Counts left = unseen(position, now);
  const bool any = unnamed(now) > 0;
  Cards kinds;
  for (int c = 4; c < winning::CODES; c++)
    if (left.of[c] && (!any || can_be_hidden(position, now, (u8)c))) kinds.push_back((u8)c);
  return kinds;
}

// Call `visit` for each hidden card: face down, or in the hand.
template <class Visit>
void each_hidden(Position& position, const Visit& visit) {
  Tableau& t = position.start.t;
  u8* column = t.cards;
  for (int i = 0; i < position.rules.columns; column += t.length[i], i++)
    for (int j = 0; j < t.down[i]; j++) visit(column[j]);
  for (u8& card : position.rules.hand) visit(card);
}

// Fill in the unknown hidden cards if all of them must be copies of one card.
inline Position by_elimination(Position position) noexcept {
  bool hides = false;
  each_hidden(position, [&](u8 card) { hides |= !is_known(card); });
  if (!hides) return position;
  const Cards kinds = hidden_kinds(position, position.start);
  if (kinds.size() != 1) return position;
  each_hidden(position, [&](u8& card) { card = is_known(card) ? card : kinds[0]; });
  return position;
}

// The position as a player knows it.  If all face-down cards are known, but the goal is to hold whatever turns up,
// they and the hand become unknown.
inline Position known_to_player(Position position, bool whatever) noexcept {
  bool all_known = true;
  for (int i = 0; i < position.rules.columns; i++)
    for (u8 card : position.start.down_cards(i)) all_known &= is_known(card);
  if (whatever && all_known) each_hidden(position, [](u8& card) { card = UNKNOWN; });
  return by_elimination(position);
}

}  // namespace spiderpos::page
