// Tableaux as people print them: rows, and a column a line behind its label.
#pragma once
#include "cells.hpp"

namespace spiderpos::page {

// A label as "Column 3:", "T3", "3.", "#3", "c)".
struct Label {
  int number = 0;  // of a letter from 1; -1 if there is none
  bool names_column = false, punctuated = false, bare = false, bullet = false;
};

inline Label column_label(const string& line, std::size_t& at) noexcept {
  Label label;
  std::size_t end = skip(line, at, " \t");
  const std::size_t begin = end;
  const bool dot = line.compare(begin, 3, "\xE2\x80\xA2") == 0;
  if (dot || (end < line.size() && std::strchr("*+-", line[end])))
    if (const std::size_t behind = end + (dot ? 3 : 1); lower(line, behind) == ' ') {
      label.bullet = true;
      end = skip(line, behind, " \t");
    }
  const std::size_t behind_bullet = end;
  const char word = entry(LABEL_WORDS, line, end);
  const bool letter = word && end == behind_bullet + 1;
  if (word && !letter) end = skip(line, end, " \t.#");
  if (letter && !is_digit(line, end)) end = behind_bullet;
  const char c = lower(line, end);
  label.number = two_digits(line, end);
  const bool lettered = label.number < 0 && c >= 'a' && c <= 'j';
  if (lettered) end++, label.number = c - 'a' + 1;
  const std::size_t sign = skip(line, end, " \t");
  label.punctuated = sign < line.size() && sign <= end + 1 && std::strchr(":.)=", line[sign]) &&
                     !(sign + 1 < line.size() && std::strchr(")]:.", line[sign + 1]));
  const bool blank = end == line.size() || std::strchr(" \t\r", line[end]);
  label.names_column = word == 'c' && end > behind_bullet + 1;
  if (label.number >= 0 && (label.punctuated || (blank && (word || !lettered)))) {
    label.bare = !label.punctuated && !word;
    at = label.punctuated ? sign + 1 : end;
    return label;
  }
  label.number = -1;
  at = behind_bullet;
  return label;
}

// What is said of the hand or the removed suits, as "Stock: 20 cards"; false if that's none.
inline bool read_status(const string& line, Draft& draft) noexcept {
  std::size_t at = skip(line, 0, " \t");
  const char what = entry(PILE_WORDS, line, at);
  const std::size_t sign = skip(line, at, " \t");
  if ((what != 'h' && what != 'g') || sign == line.size() || !std::strchr(":=", line[sign])) return false;
  at = skip(line, sign + 1, " \t");
  int number = two_digits(line, at);
  if (number < 0 || is_digit(line, at)) return false;
  at = skip(line, at, " \t(");
  if (entry(PILE_WORDS, line, at) == 'r') number *= 10;
  if (skip(line, at, " \tabcdefghijklmnopqrstuvwxyz().\r") < line.size()) return false;
  if (what == 'h') {
    draft.hand.assign(number, UNKNOWN);
    draft.hand_said = true;
    return true;
  }
  if (number >= 13 && number % 13 == 0) number /= 13;
  draft.removed.assign(number, SOME_SUIT);
  return draft.removed_said = number <= 8;
}

// How many cards of a column were dealt onto one that they don't fit.
inline int breaks(const Cards& up, const winning::Rules& rules) noexcept {
  int wrong = 0;
  for (std::size_t i = 1; i < up.size(); i++) {
    const int above = up[i - 1] >> 2, below = up[i] >> 2;
    if (is_known(up[i - 1]) && is_known(up[i]) && above - below != 1)
      wrong += !(rules.kings_on_aces && above == 1 && below == 13);
  }
  return wrong;
}

// A line of a tableau without its label, and where it stands.
struct TableLine {
  string text;
  long place;
  bool below_gap;  // an empty line stands above it
};

// Whether a line parts others, as |---|---| does.
inline bool is_ruler(const string& line) noexcept {
  return skip(line, 0, " \t\r|+-=:") == line.size() &&
         (line.find("-----") != string::npos || line.find("=====") != string::npos ||
          (line.find("---") != string::npos && line.find_first_of("|+") != string::npos));
}

// Whether a line before a tableau says what comes, as "My position:" does.
inline bool is_title(const string& line) noexcept {
  const std::size_t last = line.find_last_not_of(" \t\r");
  std::size_t at = 0;
  for (std::size_t i = 0; i < line.size(); i++)
    if (std::size_t word = i; entry(ORDER_WORDS, line, word)) return false;
  return line[last] == ':' && line.find_first_of("0123456789|#*[?") == string::npos &&
         column_label(line, at).number < 0 && line.find(' ') < last;
}

// The lines of a text that aren't empty and say nothing of the hand, which goes into a draft.
inline vector<TableLine> table_lines(const string& text, std::size_t begin, Draft& draft) {
  vector<TableLine> lines;
  long place = (long)begin;
  bool gap = false;
  for (const string& line : split(text.substr(begin), '\n')) {
    const bool empty = skip(line, 0, " \t\r") == line.size();
    if (!empty && !read_status(line, draft) && !is_ruler(line) && !(lines.empty() && is_title(line))) {
      lines.push_back({line, place, gap && !lines.empty()});
      gap = false;
    }
    gap |= empty;
    place += (long)line.size() + 1;
  }
  return lines;
}

// Return whether the lines of a text could be rows of a tableau as well: none has more cards than the
// one above, and no column has a face-down card below a face-up one, or at its bottom.
inline bool could_be_rows(const vector<Draft::Column>& lines) {
  std::size_t width = 0;
  vector<bool> up;
  for (std::size_t i = 0; i < lines.size(); i++) {
    const std::size_t down = lines[i].down.size(), length = down + lines[i].up.size();
    if (!i) up.resize(width = length);
    if (length > width) return false;
    for (std::size_t j = 0; j < width; j++) {
      if (j < length && j < down && up[j]) return false;
      if (j >= length && !up[j]) return false;
      if (j < length) up[j] = j >= down;
    }
    width = length;
  }
  for (std::size_t j = 0; j < width; j++)
    if (!up[j]) return false;
  return width || lines.size() > 1;
}

// Columns, each in a line of its own behind its label or a bullet; lists in brackets too.
inline void read_columns(vector<TableLine>& lines, Table& table) {
  bool rows = true, dashed = true, listed = true, bare = false;
  int first = 0;
  char opener = '-';
  for (TableLine& line : lines) {
    const auto refuse = [&](const string& why) -> Unreadable {
      return {why, line.place, (long)line.text.size()};
    };
    std::size_t at = 0;
    const Label label = column_label(line.text, at);
    const bool is_first = &line == &lines[0];
    if (is_first) first = label.number;
    if (first < 0) opener = line.text[skip(line.text, 0, " \t")];
    const int expected = first + (int)(&line - &lines[0]);
    if (label.number < 0 ? !label.bullet || first >= 0 : first < 0)
      throw refuse("this line has no label of its column, as others do: leave out what is no column");
    if (is_first && first > 1) throw refuse("column 1 is missing here");
    if (first >= 0 && label.number != expected)
      throw refuse(label.number > expected ? "column " + number(expected + !first) + " is missing here"
                                           : "the label " + number(label.number) + " is used twice");
    rows &= !label.names_column;
    bare |= label.bare || first < 0;
    line.text = line.text.substr(at);
    line.place += (long)at;
    at = skip(line.text, 0, " \t\r");
    dashed &= !label.punctuated && !label.bullet && lower(line.text, at) == '-' && ends_cell(line.text, at + 1);
    const std::size_t close = line.text.find(']');
    listed &= lower(line.text, at) == '[' && close != string::npos &&
              skip(line.text, close + 1, " \t\r,") == line.text.size();
  }
  if (bare && lines.size() < 10)
    throw Unreadable{"these lines can be columns and rows: write 'Column 1:' before a column", lines[0].place};
  for (TableLine& line : lines) {
    const std::size_t at = skip(line.text, 0, " \t\r");
    if (dashed) line.text[at] = ' ';
    if (listed) line.text[at] = line.text[line.text.find(']')] = ' ';
    const string again = string(" ") + opener + ' ';
    if ((dashed || first < 0) && (" " + line.text + " ").find(again) != string::npos)
      throw Unreadable{string("each line begins with ") + opener + ", which can be a card as well: leave it out there",
                       line.place};
    table.piles.emplace_back();
    table.read(line.text, line.place, table.piles.back());
  }
  table.finish(true, lines[0].place);
  if (rows && !listed && could_be_rows(table.draft().columns))
    throw Unreadable{"this can be columns and rows: write 'Column 1:' before a column", lines[0].place};
  int straight = 0, around = 0;
  bool hidden = false;
  for (const Pile& pile : table.piles) {
    hidden |= !pile.down.empty();
    straight += breaks(pile.up, winning::Rules());
    around += breaks(Cards(pile.up.rbegin(), pile.up.rend()), winning::Rules());
  }
  if (!hidden && around < straight)
    throw Unreadable{"the first card of each line may be the bottom one: write it last", lines[0].place};
  table.assumed.push_back("the last card of each line is the bottom one");
}

// Where the cells of a row stand that are parted by blanks: where each begins and ends.
inline vector<std::pair<std::size_t, std::size_t>> cell_places(const string& line) {
  vector<std::pair<std::size_t, std::size_t>> places;
  for (std::size_t at = 0; (at = skip(line, at, " \r")) < line.size();) {
    std::size_t end = std::min(line.find_first_of(" \r", at), line.size());
    if (line[at] == '[' && line.compare(at, 3, "[ ]") == 0) end = at + 3;
    places.push_back({at, end});
    at = end;
  }
  return places;
}

// Whether the cells of a row are the numbers of ten columns.
inline bool are_heads(const string& line) {
  const auto places = cell_places(line);
  int first = 0;
  for (std::size_t i = 0; i < places.size(); i++) {
    std::size_t at = places[i].first;
    if (entry(LABEL_WORDS, line, at) && at > places[i].first + 1) return false;
    const int number = two_digits(line, at);
    if (!i) first = number;
    if (number != first + (int)i || at != places[i].second) return false;
  }
  return places.size() == 10 && (first == 0 || first == 1);
}

// Rows, the cells of each below those of the first one, which has ten; or between tabs or bars.
inline void read_rows(const vector<TableLine>& lines, Table& table) {
  table.piles.resize(10);
  const string& head = lines[0].text;
  const char by = head.find('\t') != string::npos ? '\t' : head.find('|') != string::npos ? '|' : ' ';
  const auto heads = cell_places(head);
  std::size_t skipped = by == ' ' && are_heads(head);
  if (skipped && lines.size() > 1 && skip(lines[1].text, 0, " \t\r-=") == lines[1].text.size()) skipped++;
  for (std::size_t n = skipped; n < lines.size(); n++) {
    const string& line = lines[n].text;
    const long place = lines[n].place;
    vector<std::pair<std::size_t, std::size_t>> cells(10);
    const auto wrong = [&](std::size_t from, std::size_t to, const string& why) -> Unreadable {
      return {why, place + (long)from, (long)(to - from)};
    };
    if (lines[n].below_gap && n > skipped) throw wrong(0, line.size(), "there is more text below the diagram");
    if (by == ' ') {
      if (heads.size() != 10)
        throw wrong(0, line.size(), "a diagram has ten columns, and this row has " + number((long)heads.size()));
      for (const auto& [from, to] : cell_places(line)) {
        std::size_t column = 0;
        while (column < 10 && heads[column].first != from && heads[column].second != to) column++;
        if (column == 10 || cells[column].second)
          throw wrong(from, to, "this stands below no cell of the first row");
        cells[column] = {from, to};
      }
    } else {
      std::size_t from = skip(line, 0, by == '|' ? " " : "");
      const bool opened = by == '|' && from < line.size() && line[from] == '|';
      from = opened ? from + 1 : 0;
      std::size_t column = 0;
      for (; column <= 10 && from <= line.size(); column++) {
        const std::size_t to = std::min(line.find(by, from), line.size());
        if (column == 10 && skip(line, from, " \t\r") < line.size())
          throw wrong(from, line.size(), "a diagram has ten columns, and this row has more");
        if (column < 10) cells[column] = {from, to};
        from = to + 1;
      }
      if (n == 0 && column < 10)
        throw wrong(0, line.size(), "a diagram has ten columns with tabs between them, and this row has " + number((long)column));
    }
    for (std::size_t i = 0; i < 10; i++) {
      Pile& pile = table.piles[i];
      const std::size_t before = pile.down.size() + pile.up.size() + pile.open;
      const string cell = line.substr(cells[i].first, cells[i].second - cells[i].first);
      table.read(cell, place + (long)cells[i].first, pile);
      const std::size_t more = pile.down.size() + pile.up.size() + pile.open - before;
      if (more > 1) throw wrong(cells[i].first, cells[i].second, "a tab is missing between two cells");
      if (!more) pile.ended = true;
    }
  }
  table.finish(false, lines[0].place);
}

}  // namespace spiderpos::page
