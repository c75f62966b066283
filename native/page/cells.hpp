// The cells of tableaux as people print them.  Their signs and words are those of
// grammars/tableau.lark.
#pragma once
#include "fen.hpp"
#include "spellings.hpp"

namespace spiderpos::page {

inline char lower(const string& text, std::size_t at) noexcept {
  const char c = at < text.size() ? text[at] : '\0';
  return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}
inline bool is_digit(const string& text, std::size_t at) noexcept {
  return at < text.size() && text[at] >= '0' && text[at] <= '9';
}
inline bool ends_cell(const string& text, std::size_t at) noexcept {
  return at >= text.size() || std::strchr(" \t\r\n|,;/()[]", text[at]);
}
inline std::size_t skip(const string& text, std::size_t at, const char* signs) noexcept {
  return std::min(text.find_first_not_of(signs, at), text.size());
}

// What the longest entry of a table stands for that is at a place of a text, which moves on; 0 if
// there is none.  `whole`: the cell ends behind it.
inline char entry(const char* table, const string& text, std::size_t& at, bool whole = false) noexcept {
  while (*table) {
    const char value = *table++;
    std::size_t end = at;
    bool same = true;
    for (; *table != '\n'; table++) same = same && lower(text, end++) == *table;
    table++;
    if (same && (!whole || ends_cell(text, end))) return at = end, value;
  }
  return 0;
}

// A number of up to two digits, or -1; it moves on.
inline int two_digits(const string& text, std::size_t& at) noexcept {
  if (!is_digit(text, at)) return -1;
  int number = text[at++] - '0';
  if (is_digit(text, at)) number = 10 * number + text[at++] - '0';
  return number;
}

// So many face-down cards as "(2)", "[3 down]", "2x", "3 hidden then"; it moves on.  -1 if none are said.
// `plain`: the number says no more, and may be that of all cards of a column.
inline int hidden_count(const string& line, std::size_t& at, bool& plain) noexcept {
  std::size_t end = at;
  const bool bracket = line[end] == '(' || line[end] == '[';
  const char close = line[end] == '(' ? ')' : ']';
  if (bracket) end = skip(line, end + 1, " ");
  int number = two_digits(line, end);
  plain = false;
  if (number < 0) {
    const char word = entry(NUMBER_WORDS, line, end);
    if (!word) return -1;
    number = word - 'A';
  }
  if (!bracket && (lower(line, end) == 'x')) {
    end++;
  } else {
    end = skip(line, end, " ");
    const bool cards = line.compare(end, 4, "card") == 0;
    if (cards) end = skip(line, end + 4 + (lower(line, end + 4) == 's'), " ");
    const bool hidden = entry(HIDDEN_WORDS, line, end);
    if (!hidden && (!bracket || cards)) return -1;
    plain = !hidden;
    const std::size_t next = skip(line, end, " ");
    if (bracket) {
      if (lower(line, next) != close) return -1;
      end = next + 1;
    } else if (line.compare(next, 4, "then") == 0) {
      end = next + 4;
    }
    if (lower(line, end) == ':') end++;
  }
  if (!ends_cell(line, end)) return -1;
  at = end;
  return number;
}

// A column of cells, as far as it is read.
struct Pile {
  Cards down, up;
  int open = 0, doubles = 0;  // signs before the cards that may be one each; cards as "xx"
  int signs = 0;              // which signs these are
  int count = -1;             // how many cards are said to lie face down
  bool plain = false;         // by a number without a word
  bool dots = false;          // there are ".." or more
  bool ended = false;
  bool is_new() const noexcept { return down.empty() && up.empty() && !open && !ended; }
};

// The cells of a tableau, read column by column; a sign means the same in all of them.
class Table {
 public:
  vector<Pile> piles;
  vector<string> assumed;

  // Reads the cells of a text into a column, from the top down.  Throws Unreadable.
  void read(const string& text, long place, Pile& pile) {
    for (std::size_t at = 0;;) {
      at = skip(text, at, " \t\r,;");
      if (at == text.size()) return;
      const std::size_t begin = at;
      if (!cell(text, at, pile)) {
        if (text[begin] == '|') {
          at = begin + 1;
          continue;
        }
        std::size_t stop = begin + 1;
        while (!ends_cell(text, stop)) stop++;
        throw Unreadable{"'" + text.substr(begin, stop - begin) + "' is not understood here",
                         place + (long)begin, (long)(stop - begin)};
      }
    }
  }

  // Says what the signs mean.  Throws Unreadable.
  void finish(bool by_lines, long place) {
    const auto doubtful = [&](const char* why) -> Unreadable { return {why, place}; };
    int doubles = 0;
    bool plain = false, totals = true;
    for (Pile& pile : piles) {
      if (pile.count >= 0 && pile.count != (int)pile.down.size())
        throw doubtful("a column has a number of face-down cards here, and signs for them: write x for each");
      if (by_lines && pile.dots && !(pile.down.empty() && pile.up.empty()))
        throw doubtful("dots may stand for more cards: write each card, and x for one face down");
      plain |= pile.plain && pile.count;
      totals &= pile.count < 0 || (pile.plain && pile.count == (int)pile.up.size());
      if (pile.open) no_card_ |= pile.signs;
      doubles = std::max(doubles, pile.doubles);
      if (by_lines && one_x_) pile.down.insert(pile.down.end(), pile.doubles, UNKNOWN);
    }
    if (plain && totals)
      throw doubtful("these numbers can be those of all cards of a column: write x for each face-down card");
    if (hidden_ && others_) throw doubtful("face-down cards are written in two ways here");
    if (no_card_ & hidden_)
      throw doubtful("a sign here is a face-down card in one place, and no card in another");
    if (ranks_ && suits_)
      throw doubtful("some cards have a suit here, and others are ranks or numbers");
    if (small_ && large_ && !mixed_)
      throw doubtful("cards in small letters may lie face down here: write x for a face-down card");
    if (doubles && by_lines != one_x_ && (doubles == 1 || !by_lines))
      throw doubtful("'xx' can be one or two face-down cards: write x for each");
    if (!questions_ || backs_) return;
    // With nothing else for them, "??" are the face-down cards.
    for (Pile& pile : piles) {
      while (!pile.up.empty() && pile.up[0] == UNKNOWN) {
        pile.up.erase(pile.up.begin());
        pile.down.push_back(UNKNOWN);
      }
      for (u8 card : pile.up)
        if (card == UNKNOWN) throw doubtful("'??' can be a card that lies face up or face down: write x for one face down");
    }
    assumed.push_back("?? is a face-down card");
  }

  Draft draft() const {
    Draft draft;
    for (const Pile& pile : piles) draft.columns.push_back({pile.down, pile.up});
    draft.assumed = assumed;
    return draft;
  }

 private:
  static bool hide(Pile& pile, int count) {
    if (!pile.up.empty() || pile.ended) return false;
    pile.down.insert(pile.down.end(), count, UNKNOWN);
    return true;
  }
  // A cell at a place, which moves on; false if there is none, or it can't stand there.
  bool cell(const string& text, std::size_t& at, Pile& pile) {
    std::size_t end = at;
    if (pile.is_new()) {
      bool plain;
      const int count = hidden_count(text, end, plain);
      if (count >= 0) {
        pile.count = count;
        pile.plain = plain;
        at = end;
        return hide(pile, count);
      }
    }
    // "xxx", "xx7d".
    const char sign = lower(text, at);
    std::size_t stop = at;
    while (lower(text, stop) == sign) stop++;
    const int count = (int)(stop - at);
    Cards next;
    end = stop;
    if ((sign == 'x' || sign == '#' || sign == '*') && count < 8 &&
        (ends_cell(text, stop) ? count > 2 : sign == 'x' && cards(text, end, next))) {
      backs_ = others_ = true;
      one_x_ |= sign == 'x';
      at = stop;
      return settle(pile) && hide(pile, count);
    }
    end = at;
    if (const char meaning = entry(SIGNS, text, end, true)) {
      pile.dots |= text.compare(at, 2, "..") == 0;
      at = end;
      if (meaning == 'D') {
        backs_ = others_ = true;
        one_x_ |= sign == 'x' && count == 1;
        pile.doubles += sign == 'x' && count == 2;
        return settle(pile) && hide(pile, 1);
      }
      if (meaning == 'Q') {
        questions_ = true;
        pile.up.push_back(UNKNOWN);
        return settle(pile) && !pile.ended;
      }
      if (meaning == 'N') return pile.ended = true;
      const int bit = 1 << (meaning - 'a');
      if (pile.up.empty() && pile.down.empty() && !pile.ended) {
        pile.open++;
        pile.signs |= bit;
        return true;
      }
      if (pile.up.empty() && !pile.ended) {  // below another face-down card
        hidden_ |= bit;
        backs_ = true;
        return hide(pile, 1);
      }
      no_card_ |= bit;
      return pile.ended = true;
    }
    if (!cards(text, end = at, next) || pile.ended) return false;
    at = end;
    pile.up.insert(pile.up.end(), next.begin(), next.end());
    return settle(pile);
  }
  // Signs before a card are face-down cards.
  bool settle(Pile& pile) {
    if (pile.open) {
      hidden_ |= pile.signs;
      backs_ = true;
      pile.down.insert(pile.down.begin(), pile.open, UNKNOWN);
      pile.open = 0;
    }
    return true;
  }
  // Face-up cards without a blank between them, a run, one in words, a rank; it moves on.
  bool cards(const string& text, std::size_t& at, Cards& up) {
    std::size_t end = at;
    if (const char rank = entry(RANK_WORDS, text, end)) {
      const std::size_t of = skip(text, end, " ");
      std::size_t suit = skip(text, of + 2, " ");
      if (of > end && text.compare(of, 2, "of") == 0)
        if (const char letter = entry(SUIT_WORDS, text, suit, true)) {
          suits_ = true;
          mixed_ = true;
          up.push_back((u8)(4 * (rank - 'A') + suit_of(letter)));
          at = suit;
          return true;
        }
    }
    for (end = at; !ends_cell(text, end);) {
      const std::size_t begin = end;
      const auto a_rank = [&] { return lower(text, end) == '0' ? (end++, 10) : read_rank(text, end); };
      const int first = a_rank();
      int last = first;
      const bool run = first && lower(text, end) == '-';
      if (run) end++, last = a_rank();
      int suit = end < text.size() ? suit_of(text[end]) : -1;
      bool bare = false;
      if (first && last && suit >= 0) {
        end++;
        if (run && (begin > at || last >= first || !ends_cell(text, end))) return false;
      } else if (first && !run && begin == at && ends_cell(text, end)) {
        bare = true;
        suit = 3;
      } else {
        end = begin;
        suit = suit_of(text[end++]);
        last = suit < 0 ? 0 : a_rank();
        if (!last || (end < text.size() && suit_of(text[end]) >= 0)) return false;
      }
      (bare ? ranks_ : suits_) = true;
      bool small = false, large = false;
      for (std::size_t i = begin; i < end; i++) {
        small |= text[i] >= 'a' && text[i] <= 'z';
        large |= text[i] >= 'A' && text[i] <= 'Z';
      }
      (small == large ? mixed_ : small ? small_ : large_) = true;
      for (int rank = run ? first : last; rank >= last; rank--) up.push_back((u8)(4 * rank + suit));
    }
    if (end == at) return false;
    at = end;
    return true;
  }

  bool backs_ = false, others_ = false, questions_ = false, one_x_ = false;
  bool ranks_ = false, suits_ = false, small_ = false, large_ = false, mixed_ = false;
  int hidden_ = 0, no_card_ = 0;
};

}  // namespace spiderpos::page
