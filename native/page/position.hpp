// A position with its rules, the steps played from it, and their texts and JSON.
//
// tableau.hpp plays the game. The texts equal those of spiderpos/game/engine.py, scripts/words.py and
// show/web/data.py.
#pragma once
#include "rules.hpp"

namespace spiderpos::page {

using winning::Move;
using winning::SUIT_LENGTH;
using winning::Tableau;

// A removed suit of which the position doesn't say which one it is.
const u8 SOME_SUIT = 4;

struct State {
  Tableau t = {};
  Cards removed;  // suits, in the order of their removal

  int up_count(int column) const noexcept { return t.length[column] - t.down[column]; }
  // The face-up cards of a column.
  const u8* up(int column) const noexcept { return t.cards + t.offset(column) + t.down[column]; }
  Cards up_cards(int column) const noexcept { return Cards(up(column), up(column) + up_count(column)); }
  Cards down_cards(int column) const noexcept {
    const u8* begin = t.cards + t.offset(column);
    return Cards(begin, begin + t.down[column]);
  }
  u8 bottom(int column) const noexcept { return t.bottom(column); }
  int face_down() const noexcept { return sum(t.down); }
};

// All cards of a column, top card first.
inline Cards cards_of(const State& state, int column) {
  const u8* cards = state.t.cards + state.t.offset(column);
  return Cards(cards, cards + state.t.length[column]);
}

struct Position {
  House rules;  // with the hand
  State start;
  // The position after some moves, as a start.
  Position start_at(const State& now) const {
    Position later = *this;
    later.start = now;
    Tableau& t = later.start.t;
    later.rules.hand.erase(later.rules.hand.begin(), later.rules.hand.begin() + t.dealt);
    t.dealt = 0;
    std::fill(t.gone, t.gone + 4, 0);
    return later;
  }
  int hand_left(const State& now) const noexcept { return (int)rules.hand.size() - now.t.dealt; }
  int deals_left(const State& now) const noexcept { return winning::rows_left(rules, now.t); }
  int spaces(const State& now) const noexcept { return winning::spaces(rules, now.t); }
  // The columns for which a test is true.
  template <class Test>
  vector<int> columns(const Test& test) const noexcept {
    vector<int> fitting;
    for (int i = 0; i < rules.columns; i++)
      if (test(i)) fitting.push_back(i);
    return fitting;
  }
  vector<int> space_columns(const State& now) const noexcept {
    return columns([&](int i) { return !now.t.length[i]; });
  }
  Cards run(const State& now, int column) const noexcept {
    const int count = now.up_count(column);
    const int run = winning::bottom_run(rules, now.up(column), count);
    return Cards(now.up(column) + count - run, now.up(column) + count);
  }
  bool complete(const State& now, int column) const noexcept {
    return winning::complete(now.up(column), now.up_count(column));
  }
  vector<int> complete_columns(const State& now) const noexcept {
    return columns([&](int i) { return complete(now, i); });
  }
  // The complete suits in the tableau, covered or not.
  int complete_suits(const State& now) const noexcept {
    int count = 0;
    for (int i = 0; i < rules.columns; i++)
      for (int end = SUIT_LENGTH; end <= now.up_count(i); end++)
        count += winning::complete(now.up(i), end);
    return count;
  }
  int cards_left(const State& now) const noexcept { return winning::cards_left(rules, now.t); }
};

struct Step {
  Move move;
  Cards cards;  // the cards that moved, top card first
  vector<std::pair<int, u8>> turned, removals;  // column and card, column and suit
  State after;
};

// Plays a legal move.
inline Step play(const Position& position, const State& before, Move move) noexcept {
  Step step;
  step.move = move;
  step.after = before;
  const Tableau &was = before.t, &now = step.after.t;
  if (move.kind == winning::FROM_CELL) {
    step.cards = {was.cells[move.from]};
  } else if (move.kind != winning::DEAL) {
    const u8* end = before.up(move.from) + before.up_count(move.from);
    step.cards.assign(end - (move.kind == winning::REMOVE ? SUIT_LENGTH : move.count), end);
  }
  winning::play(position.rules, step.after.t, move, [&](int suit, int column) {
    step.removals.push_back({column, (u8)suit});
    step.after.removed.push_back((u8)suit);
  });
  if (move.kind == winning::DEAL)
    step.cards.assign(position.rules.hand.begin() + was.dealt, position.rules.hand.begin() + now.dealt);
  // The column that a shift leaves comes first.
  const auto add_turned = [&](int column) {
    if (now.down[column] < was.down[column]) step.turned.push_back({column, step.after.bottom(column)});
  };
  add_turned(move.from);
  for (int i = 0; i < position.rules.columns; i++)
    if (i != move.from) add_turned(i);
  return step;
}

inline bool depends_on_unknown(const Position& position, const State& before, const Step& step) noexcept {
  return position.rules.automatic_removal &&
         winning::may_remove_more(position.rules, before.t, step.after.t);
}

// Words

// The name of moved cards as a run; their number if they can't be one.
inline string moved_words(const Cards& cards) noexcept {
  const auto value = [](u8 card) { return is_known(card) ? card : 0; };
  if ((int)cards.size() <= SUIT_LENGTH && value(cards[0]) >= value(cards.back()))
    return run_name(cards);
  return counted((long)cards.size(), "card");
}

// The places that a move leads from and to; `column` comes before the number of a column.
inline string places(Move move, const string& column) noexcept {
  const string from = move.kind == winning::FROM_CELL ? "cell " : column;
  const string to = move.kind == winning::TO_CELL ? "cell " : column;
  return " from " + from + number(move.from + 1) + " to " + to + number(move.to + 1);
}

inline string move_words(Move move, const Cards& cards) noexcept {
  if (move.kind == winning::DEAL) return "deal";
  if (move.kind == winning::REMOVE)
    return string("remove the ") + suit_name(cards.back() & 3) + " from column " + number(move.from + 1);
  return moved_words(cards) + places(move, "");
}

// A step as a line of a script: "9-6s from 7 to 3, turning up 6s".
inline string describe(const Step& step) noexcept {
  const bool deal = step.move.kind == winning::DEAL;
  Cards turned = deal ? step.cards : Cards();
  for (const auto& [column, card] : step.turned) turned.push_back(card);
  string text = move_words(step.move, step.cards);
  if (std::none_of(turned.begin(), turned.end(), is_known)) return text;
  text += deal ? " turning up" : ", turning up";
  for (u8 card : turned) text += " " + name(card);
  return text;
}

// The suits that a step removes in addition to its move.
inline vector<string> removals_words(const Step& step) noexcept {
  vector<string> words;
  for (std::size_t i = step.move.kind == winning::REMOVE; i < step.removals.size(); i++)
    words.push_back(string("the ") + suit_name(step.removals[i].second) + " go off from column " +
                    number(step.removals[i].first + 1));
  return words;
}

// A step as a sentence for a screen reader.
inline string spoken(const Step& step) noexcept {
  const Move move = step.move;
  const Cards& cards = step.cards;
  string text;
  if (move.kind == winning::DEAL) {
    for (u8 card : cards) text += (text.empty() ? "a row is dealt: " : ", ") + card_words(card);
  } else if (move.kind == winning::REMOVE) {
    text = string("the ") + suit_name(cards.back() & 3) + " are removed from column " + number(move.from + 1);
  } else {
    if (cards.size() == 1)
      text = card_words(cards[0]);
    else if (is_known(cards[0]) && is_known(cards.back()))
      text = long_rank(cards[0] >> 2) + " to " + card_words(cards.back());
    else
      text = counted((long)cards.size(), "card");
    text += places(move, "column ");
  }
  vector<string> parts = removals_words(step);
  parts.insert(parts.begin(), text);
  const auto place = [](const auto& turned) {
    return card_words(turned.second) + " in column " + number(turned.first + 1);
  };
  if (!step.turned.empty() && move.kind != winning::DEAL)
    parts.push_back("turned up: " + join(worded(step.turned, place)));
  string whole;
  for (string& part : parts) {
    part[0] = part[0] >= 'a' && part[0] <= 'z' ? (char)(part[0] - 'a' + 'A') : part[0];
    whole += (whole.empty() ? "" : ". ") + part;
  }
  return whole + ".";
}

// JSON, in the format of show/web/board.js

inline string hidden_list(const Cards& cards) noexcept {
  const bool unknown = !cards.empty() && std::none_of(cards.begin(), cards.end(), is_known);
  return unknown ? number((long)cards.size()) : card_list(cards);
}

inline string removed_json(const State& now) noexcept {
  const auto json = [](u8 suit) { return suit == SOME_SUIT ? string("null") : quoted(suit_name(suit)); };
  return listed(worded(now.removed, json));
}

inline string cells_json(const Position& position, const State& now) noexcept {
  const Cards cells(now.t.cells, now.t.cells + position.rules.cells);
  return listed(worded(cells, [](u8 card) { return card ? quoted(name(card)) : string("null"); }));
}

inline string position_json(const Position& position, const State& now) noexcept {
  vector<string> columns;
  for (int i = 0; i < position.rules.columns; i++) {
    string column;
    if (now.t.down[i]) column = "\"down\":" + hidden_list(now.down_cards(i));
    if (now.up_count(i))
      column += (column.empty() ? "" : ",") + string("\"up\":") + card_list(now.up_cards(i));
    columns.push_back("{" + column + "}");
  }
  string text = "{\"columns\":" + listed(columns) + ",\"hand\":" + number(position.hand_left(now)) +
                ",\"removed\":" + removed_json(now);
  if (position.rules.cells) text += ",\"cells\":" + cells_json(position, now);
  return text + "}";
}

// For each column that differs between two states: its number, the number of cards that stay, from the top, and the
// new cards.
inline string edits_json(const Position& position, const State& before, const State& now) noexcept {
  vector<string> edits;
  for (int i = 0; i < position.rules.columns; i++) {
    const Cards old = before.up_cards(i), up = now.up_cards(i);
    const bool same_down = before.t.down[i] == now.t.down[i];
    if (same_down && old == up) continue;
    std::size_t same = 0;
    while (same_down && same < old.size() && same < up.size() && old[same] == up[same]) same++;
    vector<string> edit{number(i + 1), number(now.t.down[i] + (long)same)};
    for (std::size_t j = same; j < up.size(); j++) edit.push_back(quoted(name(up[j])));
    edits.push_back(listed(edit));
  }
  return listed(edits);
}

inline string move_json(Move move) noexcept {
  static const char* const kinds[] = {"shift", "deal", "remove", "to-cell", "from-cell"};
  const bool deal = move.kind == winning::DEAL;
  const bool two = !deal && move.kind != winning::REMOVE;
  return object({{"kind", quoted(kinds[move.kind])},
                 {"from", number(deal ? 0 : move.from + 1)},
                 {"to", number(two ? move.to + 1 : 0)},
                 {"count", number(two ? move.count : 0)}});
}
inline string moves_json(const vector<Move>& moves) noexcept { return listed(worded(moves, move_json)); }

}  // namespace spiderpos::page
