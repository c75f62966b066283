// Moves in few characters, for the end of an address: "gc4" (four cards from g to c; the 1 of a single
// card is omitted), "D" (a deal), "Rh" (the suit in h is removed), "Tg2" and "F2g" (to and from cell 2).
// Named cards come before the moves: "=37.Kh".
#pragma once
#include "census.hpp"
#include "fen.hpp"
#include "goal.hpp"
#include "illegal.hpp"

namespace spiderpos::page {

struct Link {
  vector<std::pair<int, u8>> named;  // the place of a card at the start, and the card
  vector<Move> moves;
};

inline Wish wish_of(Move move) noexcept {
  return {move.kind, move.from + 1, move.to + 1, move.count};
}

inline string link_of(Move move) noexcept {
  const char from = (char)('a' + move.from), to = (char)('a' + move.to);
  switch (move.kind) {
    case winning::SHIFT:
      return string{from, to} + (move.count == 1 ? "" : number(move.count));
    case winning::DEAL:
      return "D";
    case winning::REMOVE:
      return string{'R', from};
    case winning::TO_CELL:
      return string{'T', from} + number(move.to + 1);
    default:
      return "F" + number(move.from + 1) + to;
  }
}

// Parse a link; the moves are not checked.  Throws Unreadable.
inline Link read_link(const string& text) {
  Link link;
  std::size_t index = 0;
  const auto digits = [&](int otherwise) {
    const std::size_t begin = index;
    while (index < text.size() && index - begin < 4 && text[index] >= '0' && text[index] <= '9') index++;
    return index == begin ? otherwise : std::atoi(text.substr(begin, index - begin).c_str());
  };
  const auto letter = [&] {
    if (index == text.size() || text[index] < 'a' || text[index] > 'j')
      throw Unreadable{"not a move", (long)index};
    return (u8)(text[index++] - 'a');
  };
  const auto cell = [&] {
    const int number = digits(0);
    if (number < 1 || number > winning::MOST_CELLS) throw Unreadable{"there is no such cell", (long)index};
    return (u8)(number - 1);
  };
  while (index < text.size()) {
    Move move;
    switch (text[index++]) {
      case '=': {
        const int slot = digits(0);
        if (index < text.size() && text[index] == '.') index++;
        const int card = read_card_name(text, index);
        if (!card) throw Unreadable{"not a card", (long)index};
        link.named.push_back({slot, (u8)card});
        continue;
      }
      case 'D':
        move = {winning::DEAL, 0, 0, 0};
        break;
      case 'R':
        move = {winning::REMOVE, letter(), 0, 0};
        break;
      case 'T':
        move = {winning::TO_CELL, letter(), cell(), 1};
        break;
      case 'F':
        move = {winning::FROM_CELL, cell(), letter(), 1};
        break;
      default:
        index--;
        move = {winning::SHIFT, letter(), letter(), (u8)std::min(digits(1), 255)};
    }
    link.moves.push_back(move);
  }
  return link;
}

// Numbers of places in the initial position: the cards of the columns from 0, those of the hand from HAND, the cells
// from CELLS.
const int HAND = 200, CELLS = 400;

// The card in a place; null if there is no such place.
inline u8* card_in(Position& position, int slot) noexcept {
  if (slot >= CELLS) return slot < CELLS + position.rules.cells ? position.start.t.cells + slot - CELLS : nullptr;
  auto& hand = position.rules.hand;
  if (slot >= HAND) return slot < HAND + (int)hand.size() ? hand.data() + slot - HAND : nullptr;
  return slot < position.start.t.total() ? position.start.t.cards + slot : nullptr;
}

// Name the unknown card in a place.  Throws Unreadable if it can't be that card.
inline void name_card(Position& position, int slot, u8 card) {
  u8* const there = card_in(position, slot);
  if (!there) throw Unreadable{"there is no such place"};
  if (*there != UNKNOWN) throw Unreadable{"that card is known: it is the " + name(*there)};
  if (!can_be_hidden(position, position.start, card)) {
    if (!position.rules.plays_with(card & 3))
      throw Unreadable{"the " + name(card) + " can't be turned up: these rules play without " +
                       suit_name(card & 3)};
    const int all = position.rules.copies();
    throw Unreadable{"the " + name(card) + " can't be turned up: " +
                     (all == 2 ? "both" : all == 4 ? "all four" : "all eight") +
                     " of them are accounted for"};
  }
  *there = card;
}

// Name the card in a column and row (both from 1) after this number of moves; return its token for a link.
inline string slot_of(const Line& line, const Position& start, int moves, int column, int row,
                      const string& card_name) {
  std::size_t end = 0;
  const int card = read_card_name(card_name, end);
  if (!card || end != card_name.size()) throw Unreadable{"'" + card_name + "' is not a card"};
  // To find the place that it came from, mark the unknown card of each place in turn and replay.
  const u8 MARK = 2;
  for (int slot = 0; slot < CELLS + start.rules.cells; slot++) {
    Position marked = start;
    u8* const there = card_in(marked, slot);
    if (!there || *there != UNKNOWN) continue;
    *there = MARK;
    State now = marked.start;
    for (int i = 0; i < moves; i++) now = play(marked, now, line.steps[i].move).after;
    if (column < 1 || column > marked.rules.columns || row < 1 || row > now.t.length[column - 1])
      throw Unreadable{"there is no such card"};
    if (now.t.cards[now.t.offset(column - 1) + row - 1] != MARK) continue;
    Position named = start;
    name_card(named, slot, (u8)card);
    return "=" + number(slot) + "." + short_name((u8)card);
  }
  throw Unreadable{"that card is known"};
}

}  // namespace spiderpos::page
