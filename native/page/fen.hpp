// Read and write positions in one line, as spiderpos/formats/fen.py does.
#pragma once
#include "census.hpp"

namespace spiderpos::page {

// The parts of a position that a text gives: `has_hand`, `has_removed` and `has_rules` are false for an
// omitted part.
struct Draft {
  using Column = winning::Layout::Column;
  vector<Column> columns;
  Cards hand, removed, cells;  // 0 for an empty cell
  Cards dealt;                 // the part of the deck dealt so far, the last card first; empty if unknown
  bool has_hand = false, has_removed = false, has_rules = false;
  int suits = 0;  // the number of suits of the game; 0 if the text omits it
  House house;
  vector<string> assumed;
};

inline int rank_of(char c) noexcept {
  static const string ranks = " A23456789TJQK";
  const char upper = c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
  const std::size_t index = ranks.find(upper);
  return c == ' ' || index == string::npos ? 0 : (int)index;
}
inline int suit_of(char c) noexcept {
  static const string suits = "cdhsCDHS";
  const std::size_t index = suits.find(c);
  return index == string::npos ? -1 : (int)index & 3;
}

// Read a rank and advance `index`; return 0 if there is none.
inline int read_rank(const string& text, std::size_t& index) noexcept {
  if (text.compare(index, 2, "10") == 0) return index += 2, 10;
  const int rank = index < text.size() ? rank_of(text[index]) : 0;
  if (rank) index++;
  return rank;
}

// Read a card such as 10h or Th and advance `index`; return 0 if there is none.
inline int read_card_name(const string& text, std::size_t& index) noexcept {
  std::size_t end = index;
  const int rank = read_rank(text, end);
  const int suit = rank && end < text.size() ? suit_of(text[end]) : -1;
  if (suit < 0) return 0;
  index = end + 1;
  return 4 * rank + suit;
}

// Read the cards of a part that begins at `offset` in the whole text.  Throws Unreadable.
inline Cards fen_cards(const string& text, long offset, bool face_up) {
  Cards cards;
  if (text.empty()) throw Unreadable{"cards are missing", offset};
  for (std::size_t index = 0; index < text.size();) {
    const long here = offset + (long)index;
    if (text.compare(index, 2, "??") == 0) {
      if (!face_up)
        throw Unreadable{"'??' stands for face-up cards, and these are face down", here, 2};
      cards.push_back(UNKNOWN);
      index += 2;
      continue;
    }
    std::size_t digits = index;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') digits++;
    if (digits < text.size() && digits - index <= 3 && (text[digits] == 'x' || text[digits] == 'X')) {
      const string token = text.substr(index, digits + 1 - index);
      if (face_up)
        throw Unreadable{"'" + token + "' stands for face-down cards, and these are face up", here,
                         (long)token.size()};
      const int count = digits == index ? 1 : std::stoi(token);
      if (count < 1 || count > winning::MOST_CARDS)
        throw Unreadable{"'" + token + "' is not 1 to 104 cards", here, (long)token.size()};
      cards.insert(cards.end(), count, UNKNOWN);
      index = digits + 1;
      continue;
    }
    std::size_t end = index;
    const int first = read_rank(text, end);
    int last = first;
    if (first && end < text.size() && text[end] == '-') {
      end++;
      last = read_rank(text, end);
    }
    const int suit = first && last && end < text.size() ? suit_of(text[end]) : -1;
    if (suit < 0) throw Unreadable{"'" + text.substr(index, 1) + "' is not a card", here};
    const bool run = end - index > 2 && text.substr(index, end - index).find('-') != string::npos;
    if (first < last + run)
      throw Unreadable{"'" + text.substr(index, end + 1 - index) +
                           "' is not a run: a run goes from the higher rank down to the lower",
                       here, (long)(end + 1 - index)};
    for (int rank = first; rank >= last; rank--) cards.push_back((u8)(4 * rank + suit));
    index = end + 1;
  }
  return cards;
}

// Parse a position in one line.  Throws Unreadable.
inline Draft read_fen(const string& text) {
  Draft draft;
  vector<std::pair<long, string>> plain;
  std::size_t index = 0;
  bool fields = false;
  const auto blank = [&](std::size_t i) {
    return text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r';
  };
  while (index < text.size()) {
    if (blank(index)) {
      index++;
      continue;
    }
    std::size_t stop = index;
    while (stop < text.size() && !blank(stop)) stop++;
    const string word = text.substr(index, stop - index);
    const std::size_t equals = word.find('=');
    if (equals == string::npos) {
      if (fields || plain.size() == 3)
        throw Unreadable{"nothing more can stand here", (long)index, (long)word.size()};
      plain.push_back({(long)index, word});
    } else {
      fields = true;
      const string key = word.substr(0, equals), value = word.substr(equals + 1);
      const long value_at = (long)(index + equals + 1);
      if (key == "cells") {
        long cell_at = value_at;
        for (const string& cell : split(value, ',')) {
          const Cards cards = cell == "-" ? Cards{0} : fen_cards(cell, cell_at, true);
          if (cards.size() > 1)
            throw Unreadable{"more than one card for a free cell", cell_at, (long)cell.size()};
          draft.cells.push_back(cards[0]);
          cell_at += (long)cell.size() + 1;
        }
      } else if (key == "rules") {
        try {
          draft.house = house_of(value);
        } catch (Unreadable& error) {
          throw Unreadable{error.message, value_at, (long)value.size()};
        }
        draft.has_rules = true;
      } else if (key == "dealt") {
        draft.dealt = fen_cards(value, value_at, false);
        if (!std::any_of(draft.dealt.begin(), draft.dealt.end(), is_known)) draft.dealt.clear();
      } else {
        throw Unreadable{"unknown field '" + key + "'", (long)index, (long)key.size()};
      }
    }
    index = stop;
  }
  if (plain.empty()) throw Unreadable{"not a position in one line", 0};
  long column_at = plain[0].first;
  for (const string& field : split(plain[0].second, '/')) {
    if ((int)draft.columns.size() == winning::MOST_COLUMNS)
      throw Unreadable{"there can be 1 to 10 columns", column_at, (long)field.size()};
    const std::size_t colon = field.rfind(':');
    Draft::Column column;
    if (colon != string::npos) {
      if (colon == 0 || colon + 1 == field.size())
        throw Unreadable{"column " + number((long)draft.columns.size() + 1) +
                             " has cards on one side of its ':' only",
                         column_at + (long)colon};
      column.down = fen_cards(field.substr(0, colon), column_at, false);
      column.up = fen_cards(field.substr(colon + 1), column_at + (long)colon + 1, true);
    } else if (field != "-") {
      column.up = fen_cards(field, column_at, true);
    }
    draft.columns.push_back(column);
    column_at += (long)field.size() + 1;
  }
  if (plain.size() > 1) {
    draft.has_hand = true;
    const vector<string> rows = plain[1].second == "-" ? vector<string>() : split(plain[1].second, '/');
    long row_at = plain[1].first;
    for (std::size_t i = 0; i < rows.size(); i++) {
      const Cards row = fen_cards(rows[i], row_at, false);
      const std::size_t columns = draft.columns.size();
      if (rows.size() > 1 &&
          (row.size() > columns || (row.size() < columns && i + 1 < rows.size())))
        throw Unreadable{"row " + number((long)i + 1) + " of the hand has " +
                             counted((long)row.size(), "card"),
                         row_at, (long)rows[i].size()};
      draft.hand.insert(draft.hand.end(), row.begin(), row.end());
      row_at += (long)rows[i].size() + 1;
    }
  }
  if (plain.size() == 2)
    throw Unreadable{"the removed suits are missing",
                     plain[1].first + (long)plain[1].second.size()};
  if (plain.size() > 2) {
    draft.has_removed = true;
    const string& suits = plain[2].second;
    for (std::size_t i = 0; suits != "-" && i < suits.size(); i++) {
      const int suit = suits[i] == '?' ? SOME_SUIT : suit_of(suits[i]);
      if (suit < 0)
        throw Unreadable{"'" + suits.substr(i, 1) + "' is not a suit", plain[2].first + (long)i};
      draft.removed.push_back((u8)suit);
    }
  }
  return draft;
}

// The position of a complete draft.  Throws Unreadable if it doesn't fit into the core's types.
inline Position position_of(const Draft& draft) {
  Position position;
  position.rules = draft.house;
  position.rules.columns = (int)draft.columns.size();
  std::size_t total = draft.hand.size();
  for (const auto& column : draft.columns) {
    total += column.down.size() + column.up.size();
    if (!column.down.empty() && column.up.empty())
      throw Unreadable{"the bottom card of a column is face down; it would have been turned up"};
  }
  for (u8 card : draft.cells) total += card != 0;
  if (total > winning::MOST_CARDS || draft.removed.size() > 8)
    throw Unreadable{"there are more cards than two decks have"};
  if ((int)draft.cells.size() > draft.house.cells)
    throw Unreadable{counted((long)draft.cells.size(), "free cell") + "; the rules give " +
                     (draft.house.cells ? number(draft.house.cells) : "none")};
  winning::Layout layout;
  layout.columns = draft.columns;
  std::copy(draft.cells.begin(), draft.cells.end(), layout.cells);
  layout.removed = (int)draft.removed.size();
  position.start = {layout.tableau(), draft.removed};
  position.rules.hand = draft.hand;
  return position;
}

// Writing

inline string short_name(u8 card) noexcept {
  return string(1, " A23456789TJQK"[card >> 2]) + suit_letter(card & 3);
}

inline string fen_runs(const Cards& cards) noexcept {
  string text;
  for (std::size_t index = 0, begin = 0; index < cards.size(); index++) {
    if (index + 1 < cards.size() && is_known(cards[index + 1]) && cards[index] - cards[index + 1] == 4) continue;
    if (index > begin) text += string(1, " A23456789TJQK"[cards[begin] >> 2]) + "-";
    text += is_known(cards[index]) ? short_name(cards[index]) : "??";
    begin = index + 1;
  }
  return text;
}

inline string fen_hidden(const Cards& cards) noexcept {
  string text;
  for (std::size_t index = 0; index < cards.size();) {
    std::size_t end = index;
    while (end < cards.size() && !is_known(cards[end])) end++;
    if (end > index) {
      text += (end - index > 1 ? number((long)(end - index)) : "") + "x";
      index = end;
    } else {
      text += short_name(cards[index++]);
    }
  }
  return text;
}

// True if a complete position would be read with other suits if its rules were omitted.
inline bool leaves_suits_open(const Position& position, const State& now) noexcept {
  return suits_seen(accounted_for(position, now)) != position.rules.suits &&
         position.rules.columns == 10 &&
         position.cards_left(now) + SUIT_LENGTH * (int)now.removed.size() == winning::MOST_CARDS;
}

inline string fen(const Position& position, const State& now) noexcept {
  string text;
  const int columns = position.rules.columns;
  for (int i = 0; i < columns; i++) {
    if (i) text += "/";
    if (now.t.down[i]) text += fen_hidden(now.down_cards(i)) + ":";
    text += now.t.length[i] ? fen_runs(now.up_cards(i)) : "-";
  }
  const Cards hand(position.rules.hand.begin() + now.t.dealt, position.rules.hand.end());
  text += " ";
  const bool any_known = std::any_of(hand.begin(), hand.end(), is_known);
  if (hand.empty()) text += "-";
  if (!any_known) text += fen_hidden(hand);
  for (std::size_t i = 0; any_known && i < hand.size(); i += columns)
    text += (i ? "/" : "") +
            fen_hidden(Cards(hand.begin() + i, hand.begin() + std::min(hand.size(), i + columns)));
  text += " ";
  for (u8 suit : now.removed) text += suit == SOME_SUIT ? '?' : suit_letter(suit);
  if (now.removed.empty()) text += "-";
  bool any_in_cells = false;
  string cells;
  for (int i = 0; i < position.rules.cells; i++) {
    const u8 card = now.t.cells[i];
    any_in_cells |= card != 0;
    cells += (i ? "," : "") + (!card ? string("-") : is_known(card) ? short_name(card) : "??");
  }
  if (any_in_cells) text += " cells=" + cells;
  const string rules = text_of(position.rules);
  if (rules != "woods" || leaves_suits_open(position, now)) text += " rules=" + rules;
  return text;
}

}  // namespace spiderpos::page
