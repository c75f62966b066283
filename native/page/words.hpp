// Cards and lists in words (spiderpos/game/cards.py, text/wording.py), and JSON.
#pragma once
#include <numeric>
#include <string>
#include <vector>

#include "../game/game.hpp"

namespace spiderpos::page {

using std::vector;

#define NOT_INLINE __attribute__((noinline))

// A string whose functions are never inlined, and whose `+` reuses a temporary operand: inlining and temporary strings
// would double the size of the code for pages.
struct string : std::string {
  using std::string::string;
  static constexpr std::size_t npos = std::string::npos;
  NOT_INLINE string() = default;
  NOT_INLINE string(const std::string& other) noexcept : std::string(other) {}
  NOT_INLINE string(std::string&& other) noexcept : std::string(std::move(other)) {}
  NOT_INLINE string(const string& other) noexcept : std::string(other) {}
  NOT_INLINE string(string&& other) noexcept : std::string(std::move(other)) {}
  NOT_INLINE string(const char* text) noexcept : std::string(text) {}
  NOT_INLINE ~string() = default;
  NOT_INLINE string& operator=(const string& other) = default;
  NOT_INLINE string& operator=(string&& other) = default;
  NOT_INLINE string& operator+=(const string& more) noexcept { return static_cast<string&>(append(more)); }
  NOT_INLINE string& operator+=(const char* more) noexcept { return static_cast<string&>(append(more)); }
  NOT_INLINE string& operator+=(char more) noexcept { return static_cast<string&>(append(1, more)); }
  NOT_INLINE string substr(std::size_t begin, std::size_t length = npos) const noexcept {
    return string(std::string::substr(begin, length));
  }
};
inline NOT_INLINE string&& operator+(string&& a, const string& b) noexcept { return std::move(a += b); }
inline NOT_INLINE string&& operator+(string&& a, const char* b) noexcept { return std::move(a += b); }
inline NOT_INLINE string&& operator+(string&& a, char b) noexcept { return std::move(a += b); }
inline NOT_INLINE string operator+(const string& a, const string& b) noexcept { return string(a) + b; }
inline NOT_INLINE string operator+(const string& a, const char* b) noexcept { return string(a) + b; }
inline NOT_INLINE string operator+(const char* a, const string& b) noexcept { return string(a) + b; }
using winning::is_known;
using winning::u8;
using winning::UNKNOWN;

using Cards = vector<u8>;

constexpr const char* RANK_NAMES[] = {"??", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"};
constexpr const char* SUIT_NAMES[] = {"clubs", "diamonds", "hearts", "spades"};
inline const char* rank_name(int rank) noexcept { return RANK_NAMES[rank]; }
inline const char* suit_name(int suit) noexcept { return SUIT_NAMES[suit]; }
inline char suit_letter(int suit) noexcept { return "cdhs"[suit]; }

inline string name(int card) noexcept {
  return is_known(card) ? string(rank_name(card >> 2)) + suit_letter(card & 3) : "??";
}

inline string number(long value) noexcept { return std::to_string(value); }

inline string joined(const vector<string>& parts, const char* separator) noexcept {
  string text;
  for (std::size_t i = 0; i < parts.size(); i++) text += (i ? separator : "") + parts[i];
  return text;
}

// "a", "a and b", "a, b and c".
inline string join(const vector<string>& words, const string& last = "and") noexcept {
  string text;
  for (std::size_t i = 0; i < words.size(); i++) {
    if (i) text += i + 1 == words.size() ? " " + last + " " : ", ";
    text += words[i];
  }
  return text;
}

inline vector<string> split(const string& text, char by) noexcept {
  vector<string> parts;
  std::size_t index = 0;
  for (std::size_t stop; (stop = text.find(by, index)) != string::npos; index = stop + 1)
    parts.push_back(text.substr(index, stop - index));
  parts.push_back(text.substr(index));
  return parts;
}

template <class Numbers>
int sum(const Numbers& numbers) noexcept {
  return std::accumulate(std::begin(numbers), std::end(numbers), 0);
}

// The words for each item of a list.
template <class Items, class Word>
vector<string> worded(const Items& items, const Word& word) noexcept {
  vector<string> words;
  for (const auto& item : items) words.push_back(word(item));
  return words;
}

inline vector<string> suits_in(int mask) noexcept {
  vector<string> names;
  for (int suit = 0; suit < 4; suit++)
    if (mask >> suit & 1) names.push_back(suit_name(suit));
  return names;
}

inline string names(const Cards& cards) noexcept { return join(worded(cards, name)); }

// "1 card", "3 cards", "no cards".
inline string counted(long count, const string& noun) noexcept {
  if (count == 1) return "1 " + noun;
  return (count ? number(count) : "no") + " " + noun + "s";
}

// "column 3", "columns 3 and 9"; columns from 0.
inline string columns_phrase(const vector<int>& columns, const string& last = "and") noexcept {
  if (columns.empty()) return "";
  const vector<string> numbers = worded(columns, [](int column) { return number(column + 1); });
  return (columns.size() > 1 ? "columns " : "column ") + join(numbers, last);
}

// A natural run as Woods writes it: "9-6s"; a single card: "10h"; without cards "no card".
inline string run_name(const Cards& cards) noexcept {
  if (cards.empty()) return "no card";
  if (cards.size() == 1) return name(cards[0]);
  return string(is_known(cards[0]) ? rank_name(cards[0] >> 2) : "??") + "-" + name(cards.back());
}

inline string a_rank(int rank) noexcept {
  return string(rank == 1 || rank == 8 ? "an " : "a ") + rank_name(rank);
}

inline string long_rank(int rank) noexcept {
  return rank == 1 ? "ace" : rank == 11 ? "jack" : rank == 12 ? "queen" : rank == 13 ? "king"
                                                                                     : rank_name(rank);
}
// "10 of hearts", "ace of spades", "unknown card".
inline string card_words(int card) noexcept {
  if (!is_known(card)) return "unknown card";
  return long_rank(card >> 2) + " of " + suit_name(card & 3);
}

inline string quoted(const string& text) noexcept {
  string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if ((unsigned char)c >= ' ')
      out += c;
    else
      out += string("\\u00") + (c & 16 ? '1' : '0') + "0123456789abcdef"[c & 15];
  }
  return out + "\"";
}

inline string listed(const vector<string>& items) noexcept {
  return "[" + joined(items, ",") + "]";
}

inline string card_list(const Cards& cards) noexcept {
  return listed(worded(cards, [](u8 card) { return quoted(name(card)); }));
}

// A JSON object; the values are JSON.
inline string object(std::initializer_list<std::pair<const char*, string>> members) noexcept {
  string out = "{";
  for (const auto& [key, value] : members) out += (out.size() > 1 ? ",\"" : "\"") + string(key) + "\":" + value;
  return out + "}";
}

}  // namespace spiderpos::page
