// Positions in other notations, as far as they are plain: a save line, a diagram as Woods prints
// it, columns a line, letters.  What a text doesn't say is worked out where it follows, and said
// (spiderpos/formats/completion.py); what is doubtful is refused.
#pragma once
#include "columns.hpp"

namespace spiderpos::page {

struct Reading {
  string notation;
  Draft draft;
  long place = 0;  // where the tableau begins
};

inline bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// A save line (formats/line.py): all its cards enciphered, each with the one before it.
inline Draft read_save_line(const string& text, std::size_t begin) {
  const auto damaged = [](std::size_t at, const char* why) -> Unreadable {
    return {string(why) + ": a character was lost, added or changed, here or before", (long)at};
  };
  Cards cards;
  vector<std::size_t> field_ends{0}, slashes, places;  // in cards
  int key = 0;
  u8 before = 0;
  std::size_t at = begin;
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
    if (slash % 16 > 11) throw damaged(begin, "there is another '/'");
  if (field_ends.size() < 11 || field_ends.size() > 12)
    throw Unreadable{"this is no save line: it has a deck, ten columns, perhaps removed suits",
                     (long)begin};
  const auto slash_of = [&](std::size_t field) {
    std::size_t found = string::npos;
    for (const std::size_t slash : slashes)
      if (slash % 16 == field + 1) {
        if (found != string::npos) throw damaged(begin, "there is another '/'");
        found = slash / 16;
      }
    return found;
  };
  Draft draft;
  const std::size_t deck = field_ends[0], hand = slash_of(0);
  if (hand == string::npos || deck != (std::size_t)winning::MOST_CARDS)
    throw damaged(begin, "the hand and the dealt part aren't 104 cards");
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
    if (!is_blank(text[at])) throw Unreadable{"there is text after the final full stop", (long)at};
  return draft;
}

// Letters: "xxxx6d/-/xxTd9d", then perhaps "Checksum: (5 + 0 + 4) + 2*10 + 0*13 = 104".
inline Draft read_letters(const string& text, std::size_t begin) {
  Draft draft;
  std::size_t at = begin;
  draft.columns.emplace_back();
  std::size_t dashes = 0;
  for (; at < text.size(); at++) {
    Draft::Column& column = draft.columns.back();
    const char c = text[at];
    if (is_blank(c)) continue;
    if (c == '/') {
      if (draft.columns.size() == 10) throw Unreadable{"there are more than ten columns", (long)at};
      draft.columns.emplace_back();
      dashes = 0;
    } else if (c == '-' && column.down.empty() && column.up.empty() && dashes < 2) {
      dashes++;
    } else if ((c == 'x' || c == 'X') && !dashes) {
      if (!column.up.empty()) throw Unreadable{"a face-down card below one that is face up", (long)at};
      column.down.push_back(UNKNOWN);
    } else if (text.compare(at, 2, "??") == 0 && !dashes) {
      column.up.push_back(UNKNOWN);
      at++;
    } else {
      string name = text;
      if (c == '0') name[at] = 'T';
      std::size_t end = at;
      const int card = dashes ? 0 : read_card_name(name, end);
      if (!card) break;
      column.up.push_back((u8)card);
      at = end - 1;
    }
  }
  if (at == text.size()) return draft;
  const auto wrong = [&](std::size_t place, const char* why) -> Unreadable {
    return {why, (long)place, 1};
  };
  if (draft.columns.size() == 1 || (text.compare(at, 8, "Checksum") && text.compare(at, 8, "checksum")))
    throw wrong(at, "this is not understood here");
  vector<int> numbers;
  bool digit = false;
  for (std::size_t i = at + 8; i < text.size(); digit = text[i] >= '0' && text[i] <= '9', i++) {
    if (text[i] >= '0' && text[i] <= '9') {
      if (!digit) numbers.push_back(0);
      numbers.back() = std::min(100000, 10 * numbers.back() + text[i] - '0');
    } else if (!is_blank(text[i]) && string(":()+*=.").find(text[i]) == string::npos) {
      throw wrong(i, "this checksum can't be read");
    }
  }
  const std::size_t columns = draft.columns.size();
  if (numbers.size() != columns + 5 || numbers[columns + 1] != 10 || numbers[columns + 3] != 13)
    throw wrong(at, "this checksum can't be read");
  int total = 10 * numbers[columns] + 13 * numbers[columns + 2];
  for (std::size_t i = 0; i < columns; i++) {
    const int cards = (int)(draft.columns[i].down.size() + draft.columns[i].up.size());
    if (numbers[i] != cards)
      throw Unreadable{"column " + number((long)i + 1) + " has " + counted(cards, "card") +
                           ", not " + number(numbers[i]),
                       (long)at};
    total += cards;
  }
  if (total != numbers[columns + 4] || total != winning::MOST_CARDS)
    throw wrong(at, "the checksum doesn't come to 104");
  draft.hand.assign(10 * numbers[columns], UNKNOWN);
  draft.hand_said = true;
  return draft;
}

inline Reading read_position(const string& text) {
  std::size_t begin = 0;
  while (begin < text.size() && is_blank(text[begin])) begin++;
  if (begin == text.size()) throw Unreadable{"there is no position here", 0};
  const std::size_t word_end = std::min(text.find_first_of(" \t\r\n", begin), text.size());
  const string word = text.substr(begin, word_end - begin);
  if (word.size() >= 60 && std::count(word.begin(), word.end(), '/') <= 2)
    return {"line", read_save_line(text, begin), (long)begin};
  if (word.find('/') == string::npos || word == "\\/") {
    // What stands before the columns of a diagram belongs to its first cell.
    const std::size_t line = text.rfind('\n', begin) == string::npos ? 0 : text.rfind('\n', begin) + 1;
    Draft said;
    Table table;
    vector<TableLine> lines = table_lines(text, line, said);
    std::size_t at = 0;
    if (lines.empty()) throw Unreadable{"there is no position here", (long)begin};
    const Label label = column_label(lines[0].text, at);
    const string& top = lines[0].text;
    const bool tabs = top.find('\t') != string::npos;
    const bool columns = label.names_column || ((label.number >= 0 || label.bullet) && !tabs && !are_heads(top));
    if (!columns && !tabs && top.find('|') == string::npos && cell_places(top).size() != 10)
      throw Unreadable{"this notation isn't read here: a line of ours (fen), a save line, a printed "
                       "diagram, a column a line with its number before it, or letters",
                       (long)begin, (long)word.size()};
    columns ? read_columns(lines, table) : read_rows(lines, table);
    Draft draft = table.draft();
    if (said.hand_said) draft.hand = said.hand;
    draft.hand_said = said.hand_said;
    draft.removed = said.removed;
    draft.removed_said = said.removed_said;
    return {columns ? "columns" : "diagram", draft, (long)line};
  }
  const std::size_t second = text.find_first_not_of(" \t\r\n", word_end);
  const bool letters = word.find(':') == string::npos &&
                       (second == string::npos || text.find("hecksum") != string::npos ||
                        word.back() == '/' || text[second] == '/');
  if (letters) return {"letters", read_letters(text, begin), (long)begin};
  const std::size_t gap = text.find("\n\n", begin), below = gap == string::npos ? gap : skip(text, gap, " \t\r\n");
  if (below < text.size())
    throw Unreadable{"this may belong to the position above it, or to another", (long)below};
  return {"fen", read_fen(text), (long)begin};
}

// Settling

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

// Why the cards can't stand; empty if they can.
inline string fault(const Position& position) noexcept {
  const State& now = position.start;
  if (position.rules.columns != 10)
    return counted(position.rules.columns, "column") + "; a tableau has 10";
  const Counts counts = accounted_for(position, now);
  const int most = copies(position.house);
  int total = unknown_count(position, now) + SUIT_LENGTH * unnamed(now), known = 0;
  for (int c = 4; c < winning::CODES; c++) {
    known += counts.of[c];
    if (counts.of[c] && !plays_with(position.house, c & 3))
      return string("there are ") + suit_name(c & 3) + ", but the rules play without them";
    if (counts.of[c] > most)
      return "there are " + number(counts.of[c]) + " " + name(c) + ", and the decks have " +
             number(most);
  }
  total += known;
  if (total != winning::MOST_CARDS)
    return counted(total, "card") + " in the tableau, the hand and the removed suits: " +
           number(std::abs(total - winning::MOST_CARDS)) +
           (total > winning::MOST_CARDS ? " too many for 104" : " too few for 104");
  if (unnamed(now) > sum(suits_left(counts, position.house)))
    return "with the cards that are known, so many suits can't have been removed";
  return "";
}

// How the dealt part contradicts the rest of a position (spiderpos/game/history.py).
inline string contradiction(const Position& position, const Cards& dealt) noexcept {
  const Cards& hand = position.rules.hand;
  if (dealt.empty()) return "";
  Counts deck;
  for (const Cards* cards : {&hand, &dealt})
    for (u8 card : *cards) deck.of[card]++;
  for (int c = 4; c < winning::CODES; c++)
    if (deck.of[c] > copies(position.house))
      return "the " + name(c) + " is in the deck " + number(deck.of[c]) + " times";
  const bool known = !deck.of[UNKNOWN];
  const int rows = ((int)dealt.size() - (winning::MOST_CARDS - position.house.hand_at_start())) / 10;
  int at = (int)dealt.size();
  for (int i = 0; i < position.rules.columns; i++) {
    const Cards down = position.start.down_cards(i), up = position.start.up_cards(i);
    const string column = "column " + number(i + 1);
    bool all = true;
    for (const Cards* cards : {&down, &up})
      for (u8 card : *cards) all &= is_known(card);
    if (known && !all) return "a card of " + column + " isn't known, but the whole deck is";
    const int count = position.house.start[i], first = std::max(0, at - count);
    if ((int)down.size() >= count)
      return down.empty() ? "" : column + " has more face-down cards than it was dealt";
    for (int j = 0; j < (int)down.size() && first + j < at; j++)
      if (is_known(dealt[first + j]) && is_known(down[j]) && dealt[first + j] != down[j])
        return "by the dealt part another card lies face down in " + column;
    at -= count;
    if (known && (int)up.size() > rows + 1 && breaks(up, position.rules) > rows)
      return column + " has more breaks in its order than rows were dealt";
  }
  return "";
}

// The position of a draft that has fewer than ten columns: what isn't said isn't there.
inline Position settled_part(Draft& draft, long place) {
  string said = "a part of a position: " + counted((long)draft.columns.size(), "column");
  if (!draft.hand_said) said += ", no cards in the hand";
  if (!draft.removed_said) said += ", no suits removed";
  draft.assumed.push_back(said + (draft.hand_said && draft.removed_said ? "" : " (the text doesn't say)"));
  const Position position = position_of(draft);
  const Counts counts = accounted_for(position, position.start);
  for (int c = 4; c < winning::CODES; c++)
    if (counts.of[c] > (plays_with(position.house, c & 3) ? copies(position.house) : 0))
      throw Unreadable{"not a position: there are " + number(counts.of[c]) + " " + name(c), place};
  return position;
}

// The position of a draft, checked, with what had to be assumed for it.  Throws Unreadable.
inline Position settled(Draft& draft, long place) {
  if (draft.columns.size() < 10) return settled_part(draft, place);
  Position bare = position_of(draft);
  const auto refuse = [&](const string& why) -> Unreadable { return {why, place}; };
  if (!draft.rules_said) {
    draft.house.suits = suits_seen(accounted_for(bare, bare.start));
    bare.set_house(draft.house);
  }
  int gone = (int)draft.removed.size(), size = (int)draft.hand.size();
  if (!draft.hand_said || !draft.removed_said) {
    int shown = bare.start.t.total();
    for (u8 held : draft.cells) shown += held != 0;
    const int rest = winning::MOST_CARDS - shown;
    vector<std::pair<int, int>> fitting;
    for (const int hand : draft.hand_said ? vector<int>{size} : hand_sizes(draft.house))
      if (rest >= hand && (rest - hand) % 13 == 0 && (rest - hand) / 13 <= 8)
        fitting.push_back({hand, (rest - hand) / 13});
    if (fitting.size() > 1) throw refuse("the text doesn't say how many cards are in the hand");
    if (fitting.empty())
      throw refuse(counted(shown, "card") + " shown, so " + number(rest) +
                   " are elsewhere, which can't be right: removed suits have 13 each, and the "
                   "hand is of whole rows");
    size = fitting[0].first, gone = fitting[0].second;
    if (!draft.hand_said) {
      draft.hand.assign(size, UNKNOWN);
      draft.assumed.push_back(counted(size, "card") + " in the hand" +
                              (draft.removed_said ? string() : ", " + removed_words(gone)) +
                              " (the text doesn't say)");
    }
  }
  if (!draft.rules_said && draft.house.suits != suits_of(4)) {
    const Counts counts = accounted_for(bare, bare.start);
    int most = 0, mask = 0;
    for (int c = 4; c < winning::CODES; c++) {
      most = std::max(most, counts.of[c]);
      if (counts.of[c]) mask |= 1 << (c & 3);
    }
    const auto names = [](int suits) {
      vector<string> named;
      for (int suit = 0; suit < 4; suit++)
        if (suits >> suit & 1) named.push_back(suit_name(suit));
      return join(named);
    };
    string said;
    if (gone >= 4 && most <= 2) {
      said = "four suits, though only " + names(mask) + " are seen";
      draft.house.suits = suits_of(4);
    } else {
      if (gone && draft.house.suits == 0b0100 && most <= 4) draft.house.suits = suits_of(2);
      said = (draft.house.suit_count() == 2 ? "two suits, " : "one suit, ") +
             names(draft.house.suits) + ": only they are seen";
    }
    draft.assumed.insert(draft.assumed.begin(), said);
  }
  if (!draft.removed_said && gone) {
    // Those that must be among them, and then others.
    const auto left = suits_left(accounted_for(bare, bare.start), draft.house);
    const int all = sum(left);
    for (int suit = 0; all >= gone && suit < 4; suit++)
      for (int i = 0; i < gone - (all - left[suit]); i++) draft.removed.push_back((u8)suit);
    draft.removed.resize(gone, SOME_SUIT);
  }
  const bool hand_said = draft.hand_said;
  const Position position = position_of(draft);
  const string why = fault(position);
  if (!why.empty()) throw refuse("not a position: " + why);
  const string history = contradiction(position, draft.dealt);
  if (!history.empty()) throw refuse(history);
  if (!hand_said) {
    const int rows = (draft.house.hand_at_start() - size) / 10;
    const string dealt = rows ? counted(rows, "row") : string("no row");
    const int most_down = *std::max_element(draft.house.start.begin(), draft.house.start.end()) - 1;
    for (int i = 0; i < 10; i++) {
      if ((int)position.start.down_cards(i).size() > most_down)
        throw refuse("column " + number(i + 1) + " has more face-down cards than any begins with");
      const int more = breaks(position.start.up_cards(i), position.rules);
      if (more <= rows) continue;
      const string remark = "column " + number(i + 1) + " has " + counted(more, "break") +
                            " in its order, each of which takes a deal, but by the cards in the hand " + dealt +
                            " can have been dealt: a row or a card may be missing";
      if (size) throw refuse("not a position: " + remark);
      draft.assumed.push_back(remark);
    }
  }
  return position;
}

}  // namespace spiderpos::page
