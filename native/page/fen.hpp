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

// A part of a text, and its place there.
struct Part {
  string text;
  long at;
};

// Split a part at each of these characters.
inline vector<Part> parts_of(const Part& whole, const char* separators) noexcept {
  vector<Part> parts;
  std::size_t begin = 0;
  for (std::size_t stop = 0; stop != string::npos; begin = stop + 1) {
    stop = whole.text.find_first_of(separators, begin);
    parts.push_back({whole.text.substr(begin, stop - begin), whole.at + (long)begin});
  }
  return parts;
}

inline Unreadable unreadable(const string& message, const Part& part) {
  return {message, part.at, (long)part.text.size()};
}

// Read the cards of a part.  Throws Unreadable.
inline Cards fen_cards(const Part& part, bool face_up) {
  Cards cards;
  const string& text = part.text;
  if (text.empty()) throw Unreadable{"cards are missing", part.at};
  for (std::size_t index = 0; index < text.size();) {
    const long here = part.at + (long)index;
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
        throw unreadable("'" + token + "' stands for face-down cards, and these are face up", {token, here});
      const int count = digits == index ? 1 : std::stoi(token);
      if (count < 1 || count > winning::MOST_CARDS)
        throw unreadable("'" + token + "' is not 1 to 104 cards", {token, here});
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
    const string token = text.substr(index, end + 1 - index);
    const bool run = token.find('-') != string::npos;
    if (first < last + run)
      throw unreadable("'" + token + "' is not a run: a run goes from the higher rank down to the lower",
                       {token, here});
    for (int rank = first; rank >= last; rank--) cards.push_back((u8)(4 * rank + suit));
    index = end + 1;
  }
  return cards;
}

// Parse a position in one line.  Throws Unreadable.
inline Draft read_fen(const string& text) {
  Draft draft;
  vector<Part> plain;
  bool fields = false;
  for (const Part& word : parts_of({text, 0}, " \t\n\r")) {
    if (word.text.empty()) continue;
    const std::size_t equals = word.text.find('=');
    if (equals == string::npos) {
      if (fields || plain.size() == 3) throw unreadable("nothing more can stand here", word);
      plain.push_back(word);
      continue;
    }
    fields = true;
    const string key = word.text.substr(0, equals);
    const Part value{word.text.substr(equals + 1), word.at + (long)equals + 1};
    if (key == "cells") {
      for (const Part& cell : parts_of(value, ",")) {
        const Cards cards = cell.text == "-" ? Cards{0} : fen_cards(cell, true);
        if (cards.size() > 1) throw unreadable("more than one card for a free cell", cell);
        draft.cells.push_back(cards[0]);
      }
    } else if (key == "rules") {
      try {
        draft.house = house_of(value.text);
      } catch (const Unreadable& error) {
        throw unreadable(error.message, value);
      }
      draft.has_rules = true;
    } else if (key == "dealt") {
      draft.dealt = fen_cards(value, false);
      if (std::none_of(draft.dealt.begin(), draft.dealt.end(), is_known)) draft.dealt.clear();
    } else {
      throw unreadable("unknown field '" + key + "'", {key, word.at});
    }
  }
  if (plain.empty()) throw Unreadable{"not a position in one line", 0};
  for (const Part& field : parts_of(plain[0], "/")) {
    if ((int)draft.columns.size() == winning::MOST_COLUMNS) throw unreadable("there can be 1 to 10 columns", field);
    const std::size_t colon = field.text.rfind(':');
    Draft::Column column;
    if (colon != string::npos) {
      if (colon == 0 || colon + 1 == field.text.size())
        throw Unreadable{"column " + number((long)draft.columns.size() + 1) + " has cards on one side of its ':' only",
                         field.at + (long)colon};
      column.down = fen_cards({field.text.substr(0, colon), field.at}, false);
      column.up = fen_cards({field.text.substr(colon + 1), field.at + (long)colon + 1}, true);
    } else if (field.text != "-") {
      column.up = fen_cards(field, true);
    }
    draft.columns.push_back(column);
  }
  draft.has_hand = plain.size() > 1;
  draft.has_removed = plain.size() > 2;
  if (draft.has_hand && plain[1].text != "-") {
    const vector<Part> rows = parts_of(plain[1], "/");
    const std::size_t columns = draft.columns.size();
    for (std::size_t i = 0; i < rows.size(); i++) {
      const Cards row = fen_cards(rows[i], false);
      if (rows.size() > 1 && (row.size() > columns || (row.size() < columns && i + 1 < rows.size())))
        throw unreadable("row " + number((long)i + 1) + " of the hand has " + counted((long)row.size(), "card"),
                         rows[i]);
      draft.hand.insert(draft.hand.end(), row.begin(), row.end());
    }
  }
  if (draft.has_hand && !draft.has_removed)
    throw Unreadable{"the removed suits are missing", plain[1].at + (long)plain[1].text.size()};
  const string suits = draft.has_removed && plain[2].text != "-" ? plain[2].text : "";
  for (std::size_t i = 0; i < suits.size(); i++) {
    const int suit = suits[i] == '?' ? SOME_SUIT : suit_of(suits[i]);
    if (suit < 0) throw Unreadable{"'" + suits.substr(i, 1) + "' is not a suit", plain[2].at + (long)i};
    draft.removed.push_back((u8)suit);
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
  vector<string> columns, rows;
  for (int i = 0; i < position.rules.columns; i++)
    columns.push_back((now.t.down[i] ? fen_hidden(now.down_cards(i)) + ":" : "") +
                      (now.t.length[i] ? fen_runs(now.up_cards(i)) : "-"));
  // If no card of the hand is known, it is written like one row.
  const Cards hand(position.rules.hand.begin() + now.t.dealt, position.rules.hand.end());
  const std::size_t row = std::any_of(hand.begin(), hand.end(), is_known) ? columns.size() : winning::MOST_CARDS;
  for (std::size_t i = 0; i < hand.size(); i += row)
    rows.push_back(fen_hidden(Cards(hand.begin() + i, hand.begin() + std::min(hand.size(), i + row))));
  string text = joined(columns, "/") + " " + (rows.empty() ? "-" : joined(rows, "/")) + " ";
  for (u8 suit : now.removed) text += suit == SOME_SUIT ? '?' : suit_letter(suit);
  if (now.removed.empty()) text += "-";
  const Cards cells(now.t.cells, now.t.cells + position.rules.cells);
  const auto cell = [](u8 card) { return !card ? string("-") : is_known(card) ? short_name(card) : "??"; };
  if (sum(cells)) text += " cells=" + joined(worded(cells, cell), ",");
  const string rules = text_of(position.rules);
  if (rules != "woods" || leaves_suits_open(position, now)) text += " rules=" + rules;
  return text;
}

}  // namespace spiderpos::page
