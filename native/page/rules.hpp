// House rules: presets by name, and their text form (spiderpos/game/rules.py).
#pragma once
#include <algorithm>
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

// The rules of play, and those of the deck, the deal and the score.
struct House : winning::Rules {
  int suits = suits_of(4);  // a mask
  std::array<int, 10> start{6, 5, 5, 6, 5, 5, 6, 5, 5, 6};
  int scored = 0;

  int suit_count() const noexcept { return __builtin_popcount((unsigned)suits); }
  bool plays_with(int suit) const noexcept { return suits >> suit & 1; }
  // The number of copies of each card.
  int copies() const noexcept { return 8 / suit_count(); }
  int copies_of(int card) const noexcept { return plays_with(card & 3) ? copies() : 0; }
  int hand_at_start() const noexcept { return winning::MOST_CARDS - sum(start); }
};

// The values of options, in the order of their numbers.
constexpr const char* OVER_SPACES[] = {"never", "if-in-suit", "if-in-rank", "always"};
constexpr const char* SCORED[] = {"removed", "complete", "complete-with-bonus"};
constexpr const char* NO_OR_YES[] = {"no", "false", "off", "yes", "true", "on"};

inline const vector<std::pair<string, House>>& presets() noexcept {
  using winning::DealOver;
  static const auto made = [] {
    const std::array<int, 10> first_four{6, 6, 6, 6, 5, 5, 5, 5, 5, 5};
    const House woods;
    House leftmost, xpat2, relaxed1, relaxed2, amiga, pipkin, beginner, modern;
    leftmost.start = first_four;
    xpat2.scored = 1;
    relaxed1 = relaxed2 = xpat2;
    relaxed1.over_spaces = DealOver::IF_IN_SUIT;
    relaxed2.over_spaces = DealOver::IF_IN_RANK;
    amiga.scored = 2;
    pipkin.start = modern.start = first_four;
    pipkin.automatic_removal = modern.automatic_removal = pipkin.short_last_deal = true;
    beginner = pipkin;
    beginner.start.fill(4);
    beginner.cells = 4;
    beginner.kings_on_aces = true;
    beginner.over_spaces = DealOver::ALWAYS;
    House relaxed = modern, two = modern, one = modern;
    relaxed.over_spaces = DealOver::ALWAYS;
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
  const bool same = std::count(start.begin(), start.end(), start[0]) == (long)start.size();
  return same ? number(start[0]) : joined(worded(start, number), ",");
}

// The number of suits if they are the usual ones, else their names.
inline string suits_text(const House& house) noexcept {
  if (house.suits == suits_of(house.suit_count())) return number(house.suit_count());
  return joined(suits_in(house.suits), "+");
}

template <std::size_t count>
int place_of(const char* const (&names)[count], const string& text) {
  const auto name = std::find(names, names + count, text);
  if (name == names + count) throw std::invalid_argument(text);
  return (int)(name - names);
}

inline int small_number(const string& text) {
  if (text.size() != 1 || text[0] < '0' || text[0] > '9') throw std::invalid_argument(text);
  return text[0] - '0';
}

inline int suits_mask(const string& text) {
  if (text.size() == 1 && text[0] >= '0' && text[0] <= '9') return suits_of(text[0] - '0');
  string names = text;
  std::replace(names.begin(), names.end(), ',', '+');
  int mask = 0;
  for (const string& name : split(names, '+')) {
    const int suit = place_of(SUIT_NAMES, name);
    if (mask >> suit & 1) throw std::invalid_argument(text);
    mask |= 1 << suit;
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

// An option of the rules, and its text; `read` throws a logic_error for a text that isn't valid.
struct Option {
  const char* key;
  string (*text)(const House&);
  void (*read)(House&, const string&);
};

using Flag = bool winning::Rules::*;
template <Flag flag>
string flag_text(const House& house) {
  return house.*flag ? "yes" : "no";
}
template <Flag flag>
void read_flag(House& house, const string& text) {
  house.*flag = place_of(NO_OR_YES, text) > 2;
}

inline const vector<Option>& options() noexcept {
  static const vector<Option> made{
      {"suits", suits_text,
       [](House& house, const string& text) {
         house.suits = suits_mask(text);
         if (!suits_of(house.suit_count())) throw std::out_of_range("");
       }},
      {"start", [](const House& house) { return start_text(house.start); },
       [](House& house, const string& text) { house.start = start_of(text); }},
      {"cells", [](const House& house) { return number(house.cells); },
       [](House& house, const string& text) {
         house.cells = small_number(text);
         if (house.cells > winning::MOST_CELLS) throw std::out_of_range("");
       }},
      {"deal_over_spaces", [](const House& house) { return string(OVER_SPACES[(std::size_t)house.over_spaces]); },
       [](House& house, const string& text) {
         house.over_spaces = (winning::DealOver)place_of(OVER_SPACES, text);
       }},
      {"short_last_deal", flag_text<&House::short_last_deal>, read_flag<&House::short_last_deal>},
      {"kings_on_aces", flag_text<&House::kings_on_aces>, read_flag<&House::kings_on_aces>},
      {"automatic_removal", flag_text<&House::automatic_removal>, read_flag<&House::automatic_removal>},
      {"scored_suits", [](const House& house) { return string(SCORED[house.scored]); },
       [](House& house, const string& text) { house.scored = place_of(SCORED, text); }}};
  return made;
}

// The options that differ from other rules.
inline string differences(const House& house, const House& other) noexcept {
  vector<string> parts;
  for (const Option& option : options())
    if (option.text(house) != option.text(other)) parts.push_back(string(option.key) + "=" + option.text(house));
  return joined(parts, ";");
}

// The name of a preset, or the options that differ from Woods' rules.
inline string text_of(const House& house) noexcept {
  for (const auto& [name, preset] : presets())
    if (differences(preset, house).empty()) return name;
  return differences(house, House());
}

// Parse the text of `text_of`, or the name of a preset followed by options.  Throws Unreadable.
inline House house_of(const string& text) {
  House house;
  vector<string> parts = split(text, ';');
  if (parts[0].find('=') == string::npos) {
    const auto named = std::find_if(presets().begin(), presets().end(),
                                    [&](const auto& preset) { return preset.first == parts[0]; });
    if (named == presets().end()) throw Unreadable{"unknown rules '" + parts[0] + "'"};
    house = named->second;
    parts.erase(parts.begin());
  }
  for (const string& part : parts) {
    const std::size_t equals = std::min(part.find('='), part.size());
    string key = part.substr(0, equals);
    std::replace(key.begin(), key.end(), '-', '_');
    const string value = part.substr(std::min(equals + 1, part.size()));
    const auto option = std::find_if(options().begin(), options().end(),
                                     [&](const Option& other) { return key == other.key; });
    if (option == options().end()) throw Unreadable{"unknown rule option '" + key + "'"};
    try {
      option->read(house, value);
    } catch (const std::logic_error&) {
      throw Unreadable{key + ": '" + value + "' is not a valid value"};
    }
  }
  if (!house.short_last_deal && house.hand_at_start() % 10)
    throw Unreadable{"start: the cards left for the hand do not divide into rows of ten"};
  return house;
}

}  // namespace spiderpos::page
