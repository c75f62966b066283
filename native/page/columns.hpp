// Tableaux without tabs: a column a line, with labels, and rows whose cells end below one another.
#pragma once
#include "fen.hpp"

namespace spiderpos::page {

// Where the cells of a row end that are parted by blanks.
inline vector<std::size_t> cell_ends(const string& line) {
  vector<std::size_t> ends;
  for (std::size_t i = 0; i < line.size(); i++) {
    const bool blank = line[i] == ' ' || line[i] == '\r';
    const bool last = i + 1 == line.size() || line[i + 1] == ' ' || line[i + 1] == '\r';
    if (!blank && last) ends.push_back(i + 1);
  }
  return ends;
}

// The cells of a row as a row of the diagram that has its cells end there; with no such places,
// between tabs.  Throws Unreadable.
inline vector<string> cells_of(const string& line, const vector<std::size_t>& ends, long here) {
  if (ends.empty()) return split(line, '\t');
  vector<string> cells(ends.size());
  std::size_t begin = 0;
  for (const std::size_t end : cell_ends(line)) {
    begin = line.find_first_not_of(' ', begin);
    const auto column = std::find(ends.begin(), ends.end(), end);
    if (column == ends.end())
      throw Unreadable{"this stands below no cell of the first row", here + (long)begin,
                       (long)(end - begin)};
    cells[column - ends.begin()] = line.substr(begin, end - begin);
    begin = end;
  }
  return cells;
}

// A label as "Column 3:", "T3:", "3.", "#3"; it moves on.  0 if there is none.  `says_column`: it
// has more than the number.
inline int column_label(const string& line, std::size_t& at, bool* says_column = nullptr) {
  std::size_t end = line.find_first_not_of(" \t", at);
  if (end == string::npos) return 0;
  bool named = false;
  for (const char* word : {"column", "col", "pile", "stack", "tableau", "t", "c", "#"}) {
    std::size_t i = 0;
    while (word[i] && end + i < line.size() && (line[end + i] | (word[i] == '#' ? 0 : 32)) == word[i])
      i++;
    if (word[i]) continue;
    std::size_t digit = end + i;
    while (digit < line.size() && (line[digit] == ' ' || line[digit] == '.')) digit++;
    if (digit == line.size() || line[digit] < '0' || line[digit] > '9') continue;
    end = digit, named = true;
    break;
  }
  int found = 0;
  std::size_t digits = end;
  while (digits < line.size() && digits < end + 2 && line[digits] >= '0' && line[digits] <= '9')
    found = 10 * found + line[digits++] - '0';
  if (digits == end) return 0;
  const bool sign = digits < line.size() && string(":.)").find(line[digits]) != string::npos;
  const bool blank = digits == line.size() || line[digits] == ' ' || line[digits] == '\t';
  if (!sign && !(named && blank)) return 0;
  at = digits + sign;
  if (says_column) *says_column = named;
  return found;
}

// So many face-down cards as "(2)", "[3 down]", "2x", "3 hidden"; it moves on.  -1 if none are said.
inline int hidden_count(const string& line, std::size_t& at) {
  std::size_t end = at;
  const char open = line[end];
  const bool bracket = open == '(' || open == '[';
  if (bracket) end++;
  int found = 0;
  const std::size_t first = end;
  while (end < line.size() && end < first + 2 && line[end] >= '0' && line[end] <= '9')
    found = 10 * found + line[end++] - '0';
  if (end == first) return -1;
  const std::size_t word = line.find_first_not_of(' ', end);
  bool said = false;
  for (const char* name : {"face down", "face-down", "facedown", "down", "hidden", "x"})
    if (word != string::npos && line.compare(word, std::strlen(name), name) == 0) {
      end = word + std::strlen(name);
      said = true;
      break;
    }
  if (bracket) {
    if (end >= line.size() || line[end] != (open == '(' ? ')' : ']')) return -1;
    end++;
  } else if (!said) {
    return -1;
  }
  if (end < line.size() && string(" \t\r,").find(line[end]) == string::npos) return -1;
  at = end;
  return found;
}

inline bool begins_with_label(const string& text, std::size_t begin) {
  const std::size_t stop = std::min(text.find('\n', begin), text.size());
  std::size_t at = 0;
  return column_label(text.substr(begin, stop - begin), at) > 0;
}

// Whether the lines of a text could be rows of a tableau as well: none has more cards than the
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

// Columns, each in a line of its own behind its label.  Throws Unreadable.
inline Draft read_columns(const string& text, std::size_t begin) {
  Draft draft;
  bool rows = true;  // what a line says could be cells of a row
  long here = (long)begin;
  for (const string& line : split(text.substr(begin), '\n')) {
    const long line_at = here;
    here += (long)line.size() + 1;
    if (line.find_first_not_of(" \t\r") == string::npos) continue;
    std::size_t at = 0;
    bool says_column = false;
    const int label = column_label(line, at, &says_column);
    rows &= !says_column;
    const int expected = (int)draft.columns.size() + 1;
    if (label != expected || expected > 10)
      throw Unreadable{expected > 10 ? string("there are more than ten columns")
                       : label      ? "column " + number(expected) + " is missing here"
                                    : string("each line begins with the number of its column"),
                       line_at, (long)line.size()};
    draft.columns.emplace_back();
    Draft::Column& column = draft.columns.back();
    bool empty = false;
    for (;;) {
      at = line.find_first_not_of(" \t\r,", at);
      if (at == string::npos) break;
      const std::size_t stop = std::min(line.find_first_of(" \t\r,", at), line.size());
      const string word = line.substr(at, stop - at);
      const Unreadable wrong{"'" + word + "' is not understood here", line_at + (long)at,
                             (long)word.size()};
      if (empty) throw wrong;
      std::size_t end = at;
      const int hidden = hidden_count(line, end);
      if (hidden >= 0) {
        if (!column.up.empty() || !column.down.empty() || hidden > 103) throw wrong;
        column.down.assign(hidden, UNKNOWN);
        rows = false;
        at = end;
        continue;
      }
      at = stop;
      const bool nothing = column.up.empty() && column.down.empty();
      if (word == "empty" || word == "(empty)" || word == "(sp)" || word == "-") {
        if (!nothing) throw wrong;
        empty = true;
        rows = false;
      } else if (word == "--" || word == "x" || word == "X" || word == "xx" || word == "XX") {
        if (!column.up.empty()) throw wrong;
        column.down.push_back(UNKNOWN);
      } else {
        std::size_t last = 0;
        const int card = word == "??" ? (last = 2, UNKNOWN) : read_card_name(word, last);
        if (!card || last != word.size()) throw wrong;
        column.up.push_back((u8)card);
      }
    }
  }
  if (rows && could_be_rows(draft.columns))
    throw Unreadable{"this can be columns and rows: write 'Column 1:' before a column", (long)begin};
  draft.assumed.push_back("the last card of each line is the bottom one");
  return draft;
}

}  // namespace spiderpos::page
