// Complete a draft: derive from its cards the facts that the text omits, and check the position
// (spiderpos/formats/completion.py).  An ambiguous draft is refused.
#pragma once
#include "census.hpp"
#include "fen.hpp"

namespace spiderpos::page {

// The number of cards of a column that don't fit on the card above them: each must have been dealt there.
inline int breaks(const Cards& up, const winning::Rules& rules) noexcept {
  int wrong = 0;
  for (std::size_t i = 1; i < up.size(); i++) {
    const int above = up[i - 1] >> 2, below = up[i] >> 2;
    if (is_known(up[i - 1]) && is_known(up[i]) && above - below != 1)
      wrong += !(rules.kings_on_aces && above == 1 && below == 13);
  }
  return wrong;
}

// The possible numbers of cards in the hand.
inline vector<int> hand_sizes(const House& house) {
  vector<int> sizes;
  const int most = house.hand_at_start();
  if (most % 10) sizes.push_back(0);
  for (int size = most % 10; size <= most; size += 10) sizes.push_back(size);
  return sizes;
}

inline string removed_words(int gone) noexcept {
  return (gone ? counted(gone, "suit") : string("no suits")) + " removed";
}

// The fault of a position; empty if there is none.
inline string fault(const Position& position) noexcept {
  const State& now = position.start;
  if (position.rules.columns != 10)
    return counted(position.rules.columns, "column") + "; a tableau has 10";
  const Counts counts = accounted_for(position, now);
  if (const int card = counts.excess(position.rules)) {
    if (!position.rules.plays_with(card & 3))
      return string("there are ") + suit_name(card & 3) + ", but the rules play without them";
    return "there are " + number(counts.of[card]) + " " + name(card) + ", and the decks have " +
           number(position.rules.copies());
  }
  const int total = counts.total() + unknown_count(position, now) + SUIT_LENGTH * unnamed(now);
  if (total != winning::MOST_CARDS)
    return counted(total, "card") + " in the tableau, the hand and the removed suits: " +
           number(std::abs(total - winning::MOST_CARDS)) +
           (total > winning::MOST_CARDS ? " too many for 104" : " too few for 104");
  if (unnamed(now) > sum(suits_left(counts, position.rules)))
    return "with the cards that are known, so many suits can't have been removed";
  return "";
}

// Describe a contradiction between the cards dealt so far (`dealt`, if the text gives them) and the rest of a
// position (spiderpos/game/history.py).
inline string contradiction(const Position& position, const Cards& dealt) noexcept {
  const Cards& hand = position.rules.hand;
  if (dealt.empty()) return "";
  const long must = winning::MOST_CARDS - (long)hand.size();
  if ((long)dealt.size() != must)
    return "the dealt part has " + counted((long)dealt.size(), "card") + ", but with " + number((long)hand.size()) +
           " in the hand it must have " + number(must);
  Counts deck;
  for (const Cards* cards : {&hand, &dealt})
    for (u8 card : *cards) deck.of[card]++;
  for (int c = 4; c < winning::CODES; c++)
    if (deck.of[c] > position.rules.copies())
      return "the " + name(c) + " is in the deck " + number(deck.of[c]) + " times";
  const bool deck_is_known = !deck.of[UNKNOWN];
  const int rows = ((int)dealt.size() - (winning::MOST_CARDS - position.rules.hand_at_start())) / 10;
  int end = (int)dealt.size();
  for (int i = 0; i < position.rules.columns; i++) {
    const Cards down = position.start.down_cards(i), up = position.start.up_cards(i);
    const string column = "column " + number(i + 1);
    const Cards cards = cards_of(position.start, i);
    if (deck_is_known && !std::all_of(cards.begin(), cards.end(), is_known))
      return "a card of " + column + " isn't known, but the whole deck is";
    const int count = position.rules.start[i], first = std::max(0, end - count);
    if ((int)down.size() >= count)
      return down.empty() ? "" : column + " has more face-down cards than it was dealt";
    for (int j = 0; j < (int)down.size() && first + j < end; j++)
      if (is_known(dealt[first + j]) && is_known(down[j]) && dealt[first + j] != down[j])
        return "by the dealt part another card lies face down in " + column;
    end -= count;
    if (deck_is_known && (int)up.size() > rows + 1 && breaks(up, position.rules) > rows)
      return column + " has more breaks in its order than rows were dealt";
  }
  return "";
}

// The position of a draft with fewer than ten columns.  Omitted parts are empty.  Assumptions are added to the draft.
// Throws Unreadable.
inline Position settled_part(Draft& draft) {
  string note = "a part of a position: " + counted((long)draft.columns.size(), "column");
  if (!draft.has_hand) note += ", no cards in the hand";
  if (!draft.has_removed) note += ", no suits removed";
  draft.assumed.push_back(note + (draft.has_hand && draft.has_removed ? "" : " (the text doesn't say)"));
  const Position position = position_of(draft);
  const Counts counts = accounted_for(position, position.start);
  if (const int card = counts.excess(position.rules))
    throw Unreadable{"not a position: there are " + number(counts.of[card]) + " " + name(card)};
  return position;
}

// The suits of a game with this number of suits, derived from the suits that are visible.
// Throws Unreadable.
inline int suits_of_number(int number, int seen) {
  for (const int suits : {suits_of(4), seen, suits_of(1), suits_of(2)})
    if (__builtin_popcount((unsigned)suits) == number && (seen & ~suits) == 0) return suits;
  throw Unreadable{"the text says " + counted(number, "suit") + ", and has " + join(suits_in(seen))};
}

// The position of a draft, checked.  Assumptions are added to the draft.  Throws Unreadable.
inline Position settled(Draft& draft) {
  if (!draft.has_rules) draft.house.cells = (int)std::min<std::size_t>(draft.cells.size(), winning::MOST_CELLS);
  if (draft.columns.size() < 10 && !draft.suits) return settled_part(draft);
  const Position bare = position_of(draft);
  const Counts counts = accounted_for(bare, bare.start);
  if (!draft.has_rules)
    draft.house.suits = draft.suits ? suits_of_number(draft.suits, counts.suits()) : suits_seen(counts);
  if (draft.columns.size() < 10) return settled_part(draft);
  int gone = (int)draft.removed.size(), size = (int)draft.hand.size();
  if (!draft.has_hand || !draft.has_removed) {
    int shown = bare.start.t.total();
    for (u8 card : draft.cells) shown += card != 0;
    const int rest = winning::MOST_CARDS - shown;
    vector<std::pair<int, int>> fitting;
    for (const int hand : draft.has_hand ? vector<int>{size} : hand_sizes(draft.house))
      if (rest >= hand && (rest - hand) % 13 == 0 && (rest - hand) / 13 <= 8)
        fitting.push_back({hand, (rest - hand) / 13});
    if (fitting.size() > 1) throw Unreadable{"the text doesn't say how many cards are in the hand"};
    if (fitting.empty())
      throw Unreadable{counted(shown, "card") + " shown, so " + number(rest) +
                       " are elsewhere, which can't be right: removed suits have 13 each, and the "
                       "hand is of whole rows"};
    size = fitting[0].first, gone = fitting[0].second;
    if (!draft.has_hand) {
      draft.hand.assign(size, UNKNOWN);
      draft.assumed.push_back(counted(size, "card") + " in the hand" +
                              (draft.has_removed ? string() : ", " + removed_words(gone)) +
                              " (the text doesn't say)");
    }
  }
  if (!draft.has_rules && !draft.suits && draft.house.suits != suits_of(4)) {
    string note;
    if (gone >= 4 && counts.most() <= 2) {
      note = "four suits, though only " + join(suits_in(counts.suits())) + " are seen";
      draft.house.suits = suits_of(4);
    } else {
      if (gone && draft.house.suits == 0b0100 && counts.most() <= 4) draft.house.suits = suits_of(2);
      note = (draft.house.suit_count() == 2 ? "two suits, " : "one suit, ") +
             join(suits_in(draft.house.suits)) + ": only they are seen";
    }
    draft.assumed.insert(draft.assumed.begin(), note);
  }
  if (!draft.has_removed && gone) {
    // Name the suits that must be among the removed ones; the others stay unknown.
    const auto left = suits_left(counts, draft.house);
    const int all = sum(left);
    for (int suit = 0; all >= gone && suit < 4; suit++)
      for (int i = 0; i < gone - (all - left[suit]); i++) draft.removed.push_back((u8)suit);
    draft.removed.resize(gone, SOME_SUIT);
  }
  const Position position = position_of(draft);
  const string why = fault(position);
  if (!why.empty()) throw Unreadable{"not a position: " + why};
  const string history = contradiction(position, draft.dealt);
  if (!history.empty()) throw Unreadable{history};
  if (!draft.has_hand) {
    const int rows = (draft.house.hand_at_start() - size) / 10;
    const string dealt = rows ? counted(rows, "row") : string("no row");
    const int most_down = *std::max_element(draft.house.start.begin(), draft.house.start.end()) - 1;
    for (int i = 0; i < 10; i++) {
      if ((int)position.start.down_cards(i).size() > most_down)
        throw Unreadable{"column " + number(i + 1) + " has more face-down cards than any begins with"};
      const int more = breaks(position.start.up_cards(i), position.rules);
      if (more <= rows) continue;
      const string remark = "column " + number(i + 1) + " has " + counted(more, "break") +
                            " in its order, each of which takes a deal, but by the cards in the hand " + dealt +
                            " can have been dealt: a row or a card may be missing";
      if (size) throw Unreadable{"not a position: " + remark};
      draft.assumed.push_back(remark);
    }
  }
  return position;
}

}  // namespace spiderpos::page
