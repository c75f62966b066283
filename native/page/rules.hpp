// House rules: presets by name, and their text form (spiderpos/game/rules.py).
#pragma once
#include <array>
#include <stdexcept>

#include "words.hpp"

namespace spiderpos::page {

// A parse error: the message and its place in the text.
struct Unreadable {
  string message;
  long index = -1, length = 1;
};

// The usual suits of a game with this number of suits, as a mask; 0 for any number but 1, 2 and 4.
inline int suits_of(int number) noexcept {
  return number == 4 ? 0b1111 : number == 2 ? 0b1100 : number == 1 ? 0b1000 : 0;
}

struct House {
  int suits = suits_of(4);  // a mask
  std::array<int, 10> start{6, 5, 5, 6, 5, 5, 6, 5, 5, 6};
  int cells = 0, over_spaces = 0;
  bool short_last_deal = false, kings_on_aces = false, automatic_removal = false;
  int scored = 0;

  bool operator==(const House& o) const {
    return suits == o.suits && start == o.start && cells == o.cells &&
           over_spaces == o.over_spaces && short_last_deal == o.short_last_deal &&
           kings_on_aces == o.kings_on_aces && automatic_removal == o.automatic_removal &&
           scored == o.scored;
  }
  int suit_count() const noexcept {
    int count = 0;
    for (int suit = 0; suit < 4; suit++) count += suits >> suit & 1;
    return count;
  }
  int hand_at_start() const {
    int left = winning::MOST_CARDS;
    for (int cards : start) left -= cards;
    return left;
  }
  // Copy these rules, and keep the hand.
  void put_into(winning::Rules& rules) const {
    rules.cells = cells;
    rules.over_spaces = (winning::DealOver)over_spaces;
    rules.short_last_deal = short_last_deal;
    rules.kings_on_aces = kings_on_aces;
    rules.automatic_removal = automatic_removal;
  }
};

inline const vector<string>& over_spaces_names() noexcept {
  static const vector<string> names{"never", "if-in-suit", "if-in-rank", "always"};
  return names;
}
inline const vector<string>& scored_names() noexcept {
  static const vector<string> names{"removed", "complete", "complete-with-bonus"};
  return names;
}

inline const vector<std::pair<string, House>>& presets() noexcept {
  static const auto made = [] {
    const std::array<int, 10> first_four{6, 6, 6, 6, 5, 5, 5, 5, 5, 5};
    const House woods;
    House leftmost, xpat2, relaxed1, relaxed2, amiga, pipkin, beginner, modern;
    leftmost.start = first_four;
    xpat2.scored = 1;
    relaxed1 = relaxed2 = xpat2;
    relaxed1.over_spaces = 1;
    relaxed2.over_spaces = 2;
    amiga.scored = 2;
    pipkin.start = modern.start = first_four;
    pipkin.automatic_removal = modern.automatic_removal = pipkin.short_last_deal = true;
    beginner = pipkin;
    beginner.start.fill(4);
    beginner.cells = 4;
    beginner.kings_on_aces = true;
    beginner.over_spaces = 3;
    House relaxed = modern, two = modern, one = modern;
    relaxed.over_spaces = 3;
    two.suits = suits_of(2);
    one.suits = suits_of(1);
    return vector<std::pair<string, House>>{
        {"woods", woods},           {"woods-leftmost", leftmost}, {"xpat2", xpat2},
        {"xpat2-relaxed1", relaxed1}, {"xpat2-relaxed2", relaxed2}, {"amiga", amiga},
        {"pipkin-default", pipkin}, {"pipkin-beginner", beginner}, {"modern", modern},
        {"modern-relaxed", relaxed}, {"two-suits", two},           {"one-suit", one}};
  }();
  return made;
}

inline string start_text(const std::array<int, 10>& start) noexcept {
  if (start == House().start) return "spread";
  if (start == presets()[1].second.start) return "first-four";
  string text = number(start[0]);
  bool same = true;
  for (std::size_t i = 1; i < start.size(); i++) {
    text += "," + number(start[i]);
    same &= start[i] == start[0];
  }
  return same ? number(start[0]) : text;
}

inline const vector<string>& suit_names() noexcept {
  static const vector<string> names{"clubs", "diamonds", "hearts", "spades"};
  return names;
}

// The number of suits if they are the usual ones, else their names.
inline string suits_text(const House& house) noexcept {
  if (house.suits == suits_of(house.suit_count())) return number(house.suit_count());
  string text;
  for (int suit = 0; suit < 4; suit++)
    if (house.suits >> suit & 1) text += (text.empty() ? "" : "+") + suit_names()[suit];
  return text;
}

// The name of a preset, or the options that differ from Woods' rules.
inline string text_of(const House& house) noexcept {
  for (const auto& [name, preset] : presets())
    if (preset == house) return name;
  const House woods;
  vector<string> options;
  const auto add = [&](bool differs, const string& text) {
    if (differs) options.push_back(text);
  };
  add(house.suits != woods.suits, "suits=" + suits_text(house));
  add(house.start != woods.start, "start=" + start_text(house.start));
  add(house.cells, "cells=" + number(house.cells));
  add(house.over_spaces, "deal_over_spaces=" + over_spaces_names()[house.over_spaces]);
  add(house.short_last_deal, "short_last_deal=yes");
  add(house.kings_on_aces, "kings_on_aces=yes");
  add(house.automatic_removal, "automatic_removal=yes");
  add(house.scored, "scored_suits=" + scored_names()[house.scored]);
  string text;
  for (const string& each : options) text += (text.empty() ? "" : ";") + each;
  return text;
}

inline int place_of(const vector<string>& names, const string& text) {
  for (std::size_t i = 0; i < names.size(); i++)
    if (names[i] == text) return (int)i;
  throw std::invalid_argument(text);
}

inline bool yes_or_no(const string& text) {
  return place_of({"no", "false", "off", "yes", "true", "on"}, text) > 2;
}

inline int small_number(const string& text) {
  if (text.size() != 1 || text[0] < '0' || text[0] > '9') throw std::invalid_argument(text);
  return text[0] - '0';
}

inline int suits_mask(const string& text) {
  if (text.size() == 1 && text[0] >= '0' && text[0] <= '9') return suits_of(text[0] - '0');
  int mask = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t stop = std::min(text.find_first_of("+,", begin), text.size());
    const int suit = place_of(suit_names(), text.substr(begin, stop - begin));
    if (mask >> suit & 1) throw std::invalid_argument(text);
    mask |= 1 << suit;
    begin = stop + 1;
  }
  return mask;
}

inline std::array<int, 10> start_of(const string& text) {
  if (text == "spread") return House().start;
  if (text == "first-four") return presets()[1].second.start;
  std::array<int, 10> start;
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); i++) {
    if (text[i] == ',') continue;
    if (count == start.size()) throw std::invalid_argument(text);
    start[count++] = small_number(text.substr(i, 1));
  }
  if (count == 1) start.fill(start[0]);
  if (count != 1 && count != start.size()) throw std::invalid_argument(text);
  for (int cards : start)
    if (cards < 2 || cards > 7) throw std::invalid_argument(text);
  return start;
}

// Parse the text of `text_of`, or the name of a preset followed by options.  Throws Unreadable.
inline House house_of(const string& text) {
  House house;
  std::size_t begin = 0;
  for (bool first = true; begin <= text.size(); first = false) {
    const std::size_t stop = std::min(text.find(';', begin), text.size());
    const string part = text.substr(begin, stop - begin);
    const std::size_t equals = part.find('=');
    begin = stop + 1;
    if (first && equals == string::npos) {
      bool matched = false;
      for (const auto& [name, preset] : presets())
        if (name == part) house = preset, matched = true;
      if (!matched) throw Unreadable{"unknown rules '" + part + "'"};
      continue;
    }
    string key = part.substr(0, std::min(equals, part.size()));
    for (char& c : key)
      if (c == '-') c = '_';
    const string value = equals == string::npos ? "" : part.substr(equals + 1);
    try {
      if (key == "suits") {
        house.suits = suits_mask(value);
        if (!suits_of(house.suit_count())) throw std::out_of_range("");
      } else if (key == "start") {
        house.start = start_of(value);
      } else if (key == "cells") {
        house.cells = small_number(value);
        if (house.cells > winning::MOST_CELLS) throw std::out_of_range("");
      } else if (key == "deal_over_spaces") {
        house.over_spaces = place_of(over_spaces_names(), value);
      } else if (key == "short_last_deal") {
        house.short_last_deal = yes_or_no(value);
      } else if (key == "kings_on_aces") {
        house.kings_on_aces = yes_or_no(value);
      } else if (key == "automatic_removal") {
        house.automatic_removal = yes_or_no(value);
      } else if (key == "scored_suits") {
        house.scored = place_of(scored_names(), value);
      } else {
        throw Unreadable{"unknown rule option '" + key + "'"};
      }
    } catch (const std::logic_error&) {
      throw Unreadable{key + ": '" + value + "' is not a valid value"};
    }
  }
  if (!house.short_last_deal && house.hand_at_start() % 10)
    throw Unreadable{"start: the cards left for the hand do not divide into rows of ten"};
  return house;
}

}  // namespace spiderpos::page
