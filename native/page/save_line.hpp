// Save lines (spiderpos/formats/line.py), read.
#pragma once
#include "fen.hpp"

namespace spiderpos::page {

// A save line (formats/line.py): all its cards enciphered, each with the one before it.
inline Draft read_save_line(const string& text) {
  const auto damaged = [](std::size_t at, const char* why) -> Unreadable {
    return {string(why) + ": a character was lost, added or changed, here or before", (long)at};
  };
  Cards cards;
  vector<std::size_t> field_ends{0}, slashes, places;  // in cards
  int key = 0;
  u8 before = 0;
  std::size_t at = 0;
  for (; at < text.size() && text[at] != '.'; at++) {
    const char c = text[at];
    if (c == '\n' || c == '\r') continue;
    if (c == ' ') {
      field_ends.back() = cards.size();
      field_ends.push_back(0);
    } else if (c == '/') {
      slashes.push_back(cards.size() * 16 + field_ends.size());
    } else {
      if (c < '0' || c > 'o')
        throw Unreadable{"'" + string(1, c) + "' has no place in a save line", (long)at};
      key++;
      before = (u8)(before ^ (c - '0') ^ (((5 * key) % 4 + 20 * key) & 63));
      if ((before && before < 4) || before >= winning::CODES)
        throw damaged(at, "this is no card");
      cards.push_back(before ? before : UNKNOWN);
      places.push_back(at);
    }
  }
  field_ends.back() = cards.size();
  if (at == text.size()) throw Unreadable{"the save line has no full stop at its end", (long)at};
  for (const std::size_t slash : slashes)
    if (slash % 16 > 11) throw damaged(0, "there is another '/'");
  if (field_ends.size() < 11 || field_ends.size() > 12)
    throw Unreadable{"this is no save line: it has a deck, ten columns, perhaps removed suits",
                     0};
  const auto slash_of = [&](std::size_t field) {
    std::size_t found = string::npos;
    for (const std::size_t slash : slashes)
      if (slash % 16 == field + 1) {
        if (found != string::npos) throw damaged(0, "there is another '/'");
        found = slash / 16;
      }
    return found;
  };
  Draft draft;
  const std::size_t deck = field_ends[0], hand = slash_of(0);
  if (hand == string::npos || deck != (std::size_t)winning::MOST_CARDS)
    throw damaged(0, "the hand and the dealt part aren't 104 cards");
  draft.hand.assign(cards.begin(), cards.begin() + hand);
  draft.dealt.assign(cards.begin() + hand, cards.begin() + deck);
  // The dealt part is known, or unknown, whole, but for rows that were dealt since.
  const u8 king = 55;
  const auto dealt = cards.begin() + hand, dealt_end = cards.begin() + deck;
  const bool resaved = std::count(dealt, dealt_end, king) > 8;
  const u8 sign = resaved && !std::count(dealt, dealt_end, UNKNOWN) ? king : UNKNOWN;
  if (resaved || std::count(dealt, dealt_end, UNKNOWN)) {
    const auto known = std::find(dealt, dealt_end, sign) - dealt;
    if (known % 10 || std::count(dealt, dealt_end, sign) != dealt_end - dealt - known)
      throw damaged(places[hand], "the dealt part is neither known nor unknown");
    std::fill(draft.dealt.begin() + known, draft.dealt.end(), UNKNOWN);
    if (!known) draft.dealt.clear();
  }
  int unknown = (int)std::count(draft.hand.begin(), draft.hand.end(), UNKNOWN), up_unknown = 0;
  for (std::size_t i = 1; i <= 10; i++) {
    const std::size_t down = slash_of(i), from = field_ends[i - 1], to = field_ends[i];
    Draft::Column column;
    if (down != string::npos)
      column.down.assign(cards.begin() + from, cards.begin() + down);
    column.up.assign(cards.begin() + (down == string::npos ? from : down), cards.begin() + to);
    unknown += (int)std::count(column.down.begin(), column.down.end(), UNKNOWN);
    up_unknown += (int)std::count(column.up.begin(), column.up.end(), UNKNOWN);
    draft.columns.push_back(column);
  }
  if (up_unknown == 1 && !unknown) throw damaged(at, "one card isn't known, though all others are");
  for (std::size_t i = field_ends[10]; i < cards.size(); i++) {
    if (cards[i] >> 2 != 1) throw damaged(places[i], "a removed suit is written as its Ace");
    draft.removed.push_back(cards[i] & 3);
  }
  draft.hand_said = draft.removed_said = true;
  for (at++; at < text.size(); at++)
    if (!std::strchr(" \t\r\n", text[at])) throw Unreadable{"there is text after the final full stop", (long)at};
  return draft;
}

}  // namespace spiderpos::page
