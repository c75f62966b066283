// Count the cards of a position and compare them with the two decks (spiderpos/game/census.py).
#pragma once
#include <algorithm>

#include "position.hpp"

namespace spiderpos::page {

struct Counts {
  int of[winning::CODES] = {};

  // The suits that have a card, as a mask.
  int suits() const noexcept {
    int mask = 0;
    for (int c = 4; c < winning::CODES; c++) mask |= (of[c] > 0) << (c & 3);
    return mask;
  }
  Cards cards() const noexcept {
    Cards cards;
    for (int c = 4; c < winning::CODES; c++) cards.insert(cards.end(), (std::size_t)of[c], (u8)c);
    return cards;
  }
  int most() const noexcept { return *std::max_element(of + 4, of + winning::CODES); }
  int total() const noexcept { return sum(of); }
  // A card that occurs more often than the decks have it; 0 if there is none.
  int excess(const House& house) const noexcept {
    for (int c = 4; c < winning::CODES; c++)
      if (of[c] > house.copies_of(c)) return c;
    return 0;
  }
};

// The number of known copies of each card, with those of the removed suits that are known.
inline Counts accounted_for(const Position& position, const State& now) noexcept {
  Counts counts;
  winning::each_card(position.rules, now.t, [&](u8 card) { counts.of[card] += is_known(card); });
  for (u8 suit : now.removed)
    for (int rank = 1; suit != SOME_SUIT && rank <= SUIT_LENGTH; rank++)
      counts.of[4 * rank + suit]++;
  return counts;
}

inline int unknown_count(const Position& position, const State& now) noexcept {
  int count = 0;
  winning::each_card(position.rules, now.t, [&](u8 card) { count += !is_known(card); });
  return count;
}

inline int unnamed(const State& now) noexcept {
  return (int)std::count(now.removed.begin(), now.removed.end(), SOME_SUIT);
}

// For each suit, the largest number of further sets that can have been removed.
inline std::array<int, 4> suits_left(const Counts& counts, const House& house) noexcept {
  std::array<int, 4> left{};
  for (int suit = 0; suit < 4; suit++) {
    int most = 0;
    for (int rank = 1; rank <= SUIT_LENGTH; rank++)
      most = std::max(most, counts.of[4 * rank + suit]);
    left[suit] = std::max(0, house.copies_of(suit) - most);
  }
  return left;
}

// The suits of the game, deduced from the known cards; all four if they don't determine them.
inline int suits_seen(const Counts& counts) noexcept {
  const int seen = counts.suits(), number = __builtin_popcount((unsigned)seen);
  if (!number || number > 2) return suits_of(4);
  if (counts.total() >= 10 || counts.most() > 2) return seen;
  for (int fewer = 1; fewer <= 2; fewer++)
    if (!(seen & ~suits_of(fewer))) return suits_of(fewer);
  return suits_of(4);
}

// True if a card can lie in an unknown place of the position.
inline bool can_be_hidden(const Position& position, const State& now, u8 card) noexcept {
  Counts counts = accounted_for(position, now);
  counts.of[card]++;
  if (counts.excess(position.rules)) return false;
  const int open = unnamed(now);
  return !open || sum(suits_left(counts, position.rules)) >= open;
}

// The number of unseen copies of each card.
inline Counts unseen(const Position& position, const State& now) noexcept {
  Counts left = accounted_for(position, now);
  for (int c = 4; c < winning::CODES; c++)
    left.of[c] = std::max(0, position.rules.copies_of(c) - left.of[c]);
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
template <class SomePosition, class Visit>
void each_hidden(SomePosition& position, const Visit& visit) {
  auto& t = position.start.t;
  auto* column = t.cards;
  for (int i = 0; i < position.rules.columns; column += t.length[i], i++)
    for (int j = 0; j < t.down[i]; j++) visit(column[j]);
  for (auto& card : position.rules.hand) visit(card);
}

inline int unknown_hidden(const Position& position) noexcept {
  int count = 0;
  each_hidden(position, [&](u8 card) { count += !is_known(card); });
  return count;
}
inline bool shows_unknown(const Position& position) noexcept {
  return unknown_count(position, position.start) > unknown_hidden(position);
}
// True if all face-down cards of the columns are known.
inline bool knows_face_down(const Position& position) noexcept {
  const auto& hand = position.rules.hand;
  return unknown_hidden(position) == std::count(hand.begin(), hand.end(), UNKNOWN);
}

// The position with its unknown hidden cards drawn at random from the unseen ones.  Throws Unreadable if these are
// too few.
inline Position drawn(Position position, uint32_t seed) {
  Cards cards = unseen(position, position.start).cards();
  std::mt19937 random(seed);
  shuffle(cards, random);
  each_hidden(position, [&](u8& card) {
    if (is_known(card)) return;
    if (cards.empty()) throw Unreadable{"the cards aren't those of a complete game"};
    card = cards.back();
    cards.pop_back();
  });
  return position;
}

// Fill in the unknown hidden cards if all of them must be copies of one card.
inline Position by_elimination(Position position) noexcept {
  if (!unknown_hidden(position)) return position;
  const Cards kinds = hidden_kinds(position, position.start);
  if (kinds.size() != 1) return position;
  each_hidden(position, [&](u8& card) { card = is_known(card) ? card : kinds[0]; });
  return position;
}

// The position as a player knows it.  If all face-down cards are known, but the goal is to hold whatever turns up,
// they and the hand become unknown.
inline Position known_to_player(Position position, bool whatever) noexcept {
  if (whatever && knows_face_down(position)) each_hidden(position, [](u8& card) { card = UNKNOWN; });
  return by_elimination(position);
}

}  // namespace spiderpos::page
