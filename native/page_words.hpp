// Cards and lists in words (spiderpos/game/cards.py, text/wording.py), and JSON.
#pragma once
#include <string>
#include <vector>

#include "tableau.hpp"

namespace spiderpos::page {

using std::string;
using std::vector;
using winning::is_known;
using winning::u8;
using winning::UNKNOWN;

using Cards = vector<u8>;

inline const char* rank_name(int rank) {
  static const char* const names[] = {"??", "A", "2", "3",  "4", "5", "6",
                                      "7",  "8", "9", "10", "J", "Q", "K"};
  return names[rank];
}
inline const char* suit_name(int suit) {
  static const char* const names[] = {"clubs", "diamonds", "hearts", "spades"};
  return names[suit];
}
inline char suit_letter(int suit) { return "cdhs"[suit]; }

inline string name(int card) {
  return is_known(card) ? string(rank_name(card >> 2)) + suit_letter(card & 3) : "??";
}

inline string number(long value) { return std::to_string(value); }

inline string join(const vector<string>& words, const string& last = "and",
                   const string& comma = ", ") {
  string text;
  for (std::size_t i = 0; i < words.size(); i++) {
    if (i) text += i + 1 == words.size() ? " " + last + " " : comma;
    text += words[i];
  }
  return text;
}

inline string names(const Cards& cards) {
  vector<string> words;
  for (u8 card : cards) words.push_back(name(card));
  return join(words);
}

// "1 card", "3 cards", "no cards".
inline string counted(long count, const string& noun, const string& plural = "") {
  if (count == 1) return "1 " + noun;
  return (count ? number(count) : "no") + " " + (plural.empty() ? noun + "s" : plural);
}

// "column 3", "columns 3 and 9"; columns from 0.
inline string columns_phrase(const vector<int>& columns, const string& last = "and") {
  if (columns.empty()) return "";
  vector<string> words;
  for (int column : columns) words.push_back(number(column + 1));
  return (columns.size() > 1 ? "columns " : "column ") + join(words, last);
}

// A natural run as Woods writes it: "9-6s".
inline string run_name(const Cards& cards) {
  if (cards.empty()) return "no card";
  if (cards.size() == 1) return name(cards[0]);
  return string(is_known(cards[0]) ? rank_name(cards[0] >> 2) : "??") + "-" + name(cards.back());
}

inline string a_rank(int rank) {
  return string(rank == 1 || rank == 8 ? "an " : "a ") + rank_name(rank);
}

// "10 of hearts", "ace of spades", "unknown card".
inline string long_rank(int rank) {
  return rank == 1 ? "ace" : rank == 11 ? "jack" : rank == 12 ? "queen" : rank == 13 ? "king"
                                                                                     : rank_name(rank);
}
inline string card_words(int card) {
  if (!is_known(card)) return "unknown card";
  return long_rank(card >> 2) + " of " + suit_name(card & 3);
}

inline string quoted(const string& text) {
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

inline string listed(const vector<string>& items) {
  string out = "[";
  for (std::size_t i = 0; i < items.size(); i++) out += (i ? "," : "") + items[i];
  return out + "]";
}

template <class Range>
string card_list(const Range& cards) {
  vector<string> items;
  for (u8 card : cards) items.push_back(quoted(name(card)));
  return listed(items);
}

}  // namespace spiderpos::page
