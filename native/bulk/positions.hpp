// Positions that are written as they are here, and what is told of them.
#pragma once
#include <cstdlib>
#include <cstring>

#include "../interface.hpp"
#include "../page_goal.hpp"
#include "../page_read.hpp"

namespace {

using namespace spiderpos;
using namespace spiderpos::page;

// All cards of two decks twice take less.
const std::size_t LONGEST = 2000;
// In an answer: the end of a text's answer, of a part, of face-down cards; an empty cell.
const char END = (char)255, PART = (char)254, UP = (char)253, EMPTY = (char)252;

// The cards of a position under Woods' rules, as far as they are told, and of what was dealt.
struct Found {
  Position position;
  Cards dealt;
  vector<string> assumed;
};

bool all_known(const Cards& cards) { return std::all_of(cards.begin(), cards.end(), is_known); }

// The dealt part of a position where nothing was done yet, if all of it is known.
Cards dealt_at_start(const Position& position) {
  const State& now = position.start;
  Cards cards;
  if ((int)position.rules.hand.size() != position.house.hand_at_start() || !now.removed.empty())
    return {};
  for (int i = 0; i < position.rules.cells; i++)
    if (now.t.cells[i]) return {};
  for (int i = position.rules.columns - 1; i >= 0; i--) {
    if (now.t.length[i] != position.house.start[i] || now.up_count(i) != 1) return {};
    const u8* column = now.t.cards + now.t.offset(i);
    cards.insert(cards.end(), column, column + now.t.length[i]);
  }
  return all_known(cards) ? cards : Cards();
}

// Throws Unreadable for what is left to Python.
Found settled_as_written(Draft draft) {
  const std::size_t rows = draft.dealt.size() + draft.house.hand_at_start();
  if (!draft.dealt.empty() &&
      (draft.hand.size() + draft.dealt.size() != winning::MOST_CARDS ||
       rows < (std::size_t)winning::MOST_CARDS || (rows - winning::MOST_CARDS) % 10))
    throw Unreadable{"the dealt part doesn't fit the hand"};
  Found found;
  found.position = settled(draft, 0);
  found.dealt = draft.dealt.empty() ? dealt_at_start(found.position) : draft.dealt;
  found.assumed = draft.assumed;
  return found;
}

Unreadable other() { return {"not as it is written"}; }

// Ranks and suits as they are written: a capital or digit, a small letter; 0 or -1 for another.
struct Letters {
  signed char rank[256] = {}, suit[256];
  Letters() {
    std::memset(suit, -1, sizeof suit);
    for (int i = 1; i <= SUIT_LENGTH; i++) rank[(u8) " A23456789TJQK"[i]] = (signed char)i;
    for (int i = 0; i < 4; i++) suit[(u8) "cdhs"[i]] = (signed char)i;
  }
};
const Letters letters;

// A text from left to right; behind its end there are zeros.
class Reader {
 public:
  explicit Reader(const char* text) : at_(text) {}
  bool over() const { return !*at_; }
  bool blank() const { return *at_ == ' '; }
  bool sign(char wanted) {
    if (*at_ != wanted) return false;
    at_++;
    return true;
  }
  bool word(const char* wanted) {
    const std::size_t length = std::strlen(wanted);
    if (std::strncmp(at_, wanted, length)) return false;
    at_ += length;
    return true;
  }
  // "-" and nothing more in this place.
  bool dash() {
    if (*at_ != '-' || (at_[1] && !std::strchr("/ ,", at_[1]))) return false;
    at_++;
    return true;
  }
  string up_to_blank() {
    const char* begin = at_;
    while (*at_ && *at_ != ' ') at_++;
    string text;
    text.assign(begin, at_);
    return text;
  }
  int suit() {
    const int suit = *at_ == '?' ? SOME_SUIT : letters.suit[(u8)*at_];
    if (suit < 0) throw other();
    at_++;
    return suit;
  }
  // An empty cell of a diagram.
  bool blank_cell() const { return *at_ == '\t' || *at_ == '\n'; }
  // A card of a diagram, in three characters, where a ten is 10.
  u8 printed() {
    const bool ten = at_[0] == '1' && at_[1] == '0';
    const int rank = ten ? 10 : at_[0] == ' ' ? letters.rank[(u8)at_[1]] : 0;
    const int suit = rank ? letters.suit[(u8)at_[2]] : -1;
    if (suit < 0 || (rank == 10 && !ten)) throw other();
    at_ += 3;
    return (u8)(4 * rank + suit);
  }

  // The cards up to another sign; at least one.  Hidden ones may be "4x", others "??".
  Cards cards(bool face_down) {
    Cards found;
    bool hidden = false, shown = false;
    read(found, hidden, shown);
    if (found.empty() || (face_down ? shown : hidden)) throw other();
    return found;
  }
  // "4x:Kd", "Kd" or "-".
  Draft::Column column() {
    Draft::Column column;
    if (dash()) return column;
    bool hidden = false, shown = false;
    read(column.up, hidden, shown);
    if (sign(':')) {
      if (shown || column.up.empty()) throw other();
      column.down.swap(column.up);
      column.up = cards(false);
    } else if (hidden || column.up.empty()) {
      throw other();
    }
    return column;
  }

 private:
  void read(Cards& found, bool& hidden, bool& shown) {
    for (;;) {
      const int first = letters.rank[(u8)*at_], suit = letters.suit[(u8)at_[!!*at_]];
      if (first && suit >= 0) {
        found.push_back((u8)(4 * first + suit));
        at_ += 2;
      } else if (at_[0] == '?' && at_[1] == '?') {
        shown = true;
        found.push_back(UNKNOWN);
        at_ += 2;
      } else if (*at_ == 'x' || (*at_ >= '1' && *at_ <= '9' && count())) {
        hidden = true;
        int many = 0;
        for (; *at_ != 'x'; at_++) many = 10 * many + *at_ - '0';
        if (many > winning::MOST_CARDS) throw other();
        found.insert(found.end(), many ? many : 1, UNKNOWN);
        at_++;
      } else if (first && at_[1] == '-') {
        const int last = letters.rank[(u8)at_[2]], of = last ? letters.suit[(u8)at_[3]] : -1;
        if (of < 0 || last >= first) throw other();
        for (int rank = first; rank >= last; rank--) found.push_back((u8)(4 * rank + of));
        at_ += 4;
      } else {
        return;
      }
    }
  }
  // Whether these digits, three at most, belong to an "x".
  bool count() const {
    const char* end = at_ + 1;
    while (end < at_ + 3 && *end >= '0' && *end <= '9') end++;
    return *end == 'x';
  }

  const char* at_;
};

Found from_fen(const string& text) {
  Reader reader(text.c_str());
  Draft draft;
  draft.hand_said = draft.removed_said = true;
  do {
    if (draft.columns.size() == 10) throw other();
    draft.columns.push_back(reader.column());
  } while (reader.sign('/'));
  const std::size_t columns = draft.columns.size();
  if (!reader.sign(' ')) throw other();
  if (!reader.dash()) {
    bool first = true;
    for (bool more = true; more; first = false) {
      const Cards row = reader.cards(true);
      more = reader.sign('/');
      if ((more || !first) && (row.size() > columns || (more && row.size() < columns)))
        throw other();
      draft.hand.insert(draft.hand.end(), row.begin(), row.end());
    }
  }
  if (!reader.sign(' ')) throw other();
  if (!reader.dash()) do {
      draft.removed.push_back((u8)reader.suit());
    } while (!reader.over() && !reader.blank());
  if (reader.word(" cells=")) do {
      const Cards held = reader.dash() ? Cards{0} : reader.cards(false);
      if (held.size() > 1) throw other();
      draft.cells.push_back(held[0]);
    } while (reader.sign(','));
  if (reader.word(" rules=")) {
    const string said = reader.up_to_blank();
    draft.house = house_of(said);
    draft.rules_said = true;
    if (text_of(draft.house) != said) throw other();
  }
  if (reader.word(" dealt=")) {
    draft.dealt = reader.cards(true);
    if (std::none_of(draft.dealt.begin(), draft.dealt.end(), is_known)) throw other();
  }
  if (!reader.over()) throw other();
  return settled_as_written(draft);
}

Found from_save_line(const string& text) {
  // A column has cards before a '/' and behind it.
  const auto spaces = std::count(text.begin(), text.end(), ' ');
  const std::size_t size = text.size();
  if (text.find_first_of("\r\n") != string::npos || text.find(" /") != string::npos ||
      text.find("/ ") != string::npos || size < 2 || text[size - 1] != '.' ||
      text[size - 2] == '/' || spaces < 10 || spaces > 11 ||
      (spaces == 11 && text[size - 2] == ' '))
    throw other();
  return settled_as_written(read_save_line(text, 0));
}

string joined(const vector<string>& parts, const char* between) {
  string text;
  for (const string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

Found from_letters(const string& text) {
  // Few columns may look like the deck of a save line.
  const auto deck = text.begin() + (long)std::min<std::size_t>(text.size(), 105);
  if (std::count(text.begin(), deck, '/') < 3) throw other();
  Found found = settled_as_written(read_letters(text, 0));
  const State& now = found.position.start;
  string columns;
  vector<string> counts;
  int total = 0;
  for (int i = 0; i < found.position.rules.columns; i++) {
    if (i) columns += "/";
    columns += string(now.t.down[i], 'x');
    for (u8 card : now.up_cards(i)) columns += is_known(card) ? short_name(card) : "??";
    counts.push_back(number(now.t.length[i]));
    total += now.t.length[i];
  }
  const long rows = (long)found.position.rules.hand.size() / 10, gone = (long)now.removed.size();
  total += (int)(10 * rows + 13 * gone);
  const string written = columns + "\nChecksum: (" + joined(counts, " + ") + ") + " +
                         number(rows) + "*10 + " + number(gone) + "*13 = " + number(total);
  if (written != text) throw other();
  return found;
}

// A diagram as Woods prints it.
Found from_diagram(const string& text) {
  Reader reader(text.c_str());
  Draft draft;
  draft.columns.resize(10);
  bool ended[10] = {};
  for (bool first = true; !reader.over(); first = false) {
    int filled = -1, i = 0;
    do {
      if (i == 10) throw other();
      if (reader.blank_cell()) {
        ended[i] = true;
        continue;
      }
      filled = i;
      Draft::Column& column = draft.columns[i];
      if (reader.word("(sp)")) {
        if (!first) throw other();
        ended[i] = true;
        continue;
      }
      if (ended[i]) throw other();
      if (reader.word(" --")) {
        if (!column.up.empty()) throw other();
        column.down.push_back(UNKNOWN);
      } else {
        column.up.push_back(reader.word(" ??") ? UNKNOWN : reader.printed());
      }
    } while (reader.sign('\t') && ++i);
    if (filled != i || (first && i != 9) || !(reader.sign('\n') || reader.over())) throw other();
    for (i++; i < 10; i++) ended[i] = true;
  }
  // All cards and nothing else may be a list of them.
  int shown = 0;
  for (const Draft::Column& column : draft.columns)
    shown += (int)std::count_if(column.up.begin(), column.up.end(), is_known);
  if (shown == winning::MOST_CARDS) throw other();
  return settled_as_written(draft);
}

void put(string& answer, const Cards& cards) {
  for (u8 card : cards) answer += (char)(is_known(card) ? card : 0);
}

void put(string& answer, const Position& position, const State& now, const Cards& dealt) {
  for (int i = 0; i < position.rules.columns; i++) {
    put(answer, now.down_cards(i));
    answer += UP;
    put(answer, now.up_cards(i));
    answer += PART;
  }
  const Cards& hand = position.rules.hand;
  put(answer, Cards(hand.begin() + now.t.dealt, hand.end()));
  answer += PART;
  for (u8 suit : now.removed) answer += (char)suit;
  answer += PART;
  for (int i = 0; i < position.rules.cells; i++)
    answer += !now.t.cells[i] ? EMPTY : is_known(now.t.cells[i]) ? (char)now.t.cells[i] : (char)0;
  answer += PART;
  put(answer, dealt);
  answer += PART;
  answer += text_of(position.house);
}

string read_one(const string& text) {
  const auto told = [](const char* notation, const Found& found) {
    string answer = string(notation) + PART;
    put(answer, found.position, found.position.start, found.dealt);
    answer += PART;
    answer += joined(found.assumed, "\n");
    return answer;
  };
  if (text.find('\t') != string::npos) return told("diagram", from_diagram(text));
  if (text.back() == '.') return told("line", from_save_line(text));
  if (text.find('\n') != string::npos) return told("letters", from_letters(text));
  return told("fen", from_fen(text));
}

}  // namespace
