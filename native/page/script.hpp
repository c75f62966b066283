// The moves of a script, parsed by the page and played one after the other
// (spiderpos/scripts/instructions.py).
//
// Each move is a line: "run HEAD TAIL FROM TO EXACT", "cards COUNT FROM TO", "deal" or "remove SUIT COLUMN".
// The cards that it turns up according to the script follow, each after a tab.  FROM and TO are columns; with
// "run", each may also be a cell ("c2"), and TO the leftmost space ("s").  EXACT is "=" if no card below the
// named ones moves with them.  "-" stands for a part that the script omits.
#pragma once
#include "link.hpp"

namespace spiderpos::page {

class Script {
 public:
  Script(const Start& start, const vector<Move>& moves) : start_(start), moves_(moves), line_(start.named) {
    for (const Move& move : moves_) line_.go_on(move);
  }

  // Play a move.  Throws Unreadable if it isn't legal or doesn't turn up the given cards.
  void play(const string& line) {
    const vector<string> parts = split(line, '\t');
    const vector<string> words = split(parts[0], ' ');
    if (words[0] == "run" && words.size() == 6)
      run(words);
    else if (words[0] == "cards" && words.size() == 4)
      make({winning::SHIFT, place(words[2]), place(words[3]), place(words[1])});
    else if (words[0] == "deal")
      make({winning::DEAL, 0, 0, 0});
    else if (words[0] == "remove" && words.size() == 3)
      remove(words[1], words[2]);
    else
      throw Unreadable{"not a move"};
    Cards turned;
    for (std::size_t i = 1; i < parts.size(); i++) turned.push_back(card(parts[i]));
    reveal(turned);
  }

  const vector<Move>& moves() const { return moves_; }
  const string& named() const { return named_; }

 private:
  const State& now() const { return line_.after(line_.length()); }
  int columns() const { return line_.position.rules.columns; }
  static int place(const string& word) { return std::atoi(word.c_str()); }
  static u8 card(const string& name) {
    std::size_t index = 0;
    const int card = name == "??" ? UNKNOWN : read_card_name(name, index);
    if (!card) throw Unreadable{"'" + name + "' is not a card"};
    return (u8)card;
  }

  void make(const Wish& wish) {
    const string why = Illegal(line_.position, now()).why(wish);
    if (!why.empty()) throw Unreadable{why};
    line_.go_on(to_move(wish));
    moves_.push_back(to_move(wish));
  }

  // Cards that are named

  void run(const vector<string>& words) {
    const u8 head = card(words[1]), tail = card(words[2]);
    Cards cards{head};
    while (cards.back() > tail) cards.push_back((u8)(cards.back() - 4));
    const bool to_cell = words[4][0] == 'c', alone = to_cell || words[5] == "=";
    if (words[3][0] == 'c') {
      const int cell = place(words[3].substr(1));
      const u8 there = cell >= 1 && cell <= line_.position.rules.cells ? now().t.cells[cell - 1] : 0;
      if (there && is_known(head) && there != head)
        throw Unreadable{"cell " + number(cell) + " holds " + name(there) + ", not " + name(head)};
      return make({winning::FROM_CELL, cell, target(words[4]), 1});
    }
    const int from = place(words[3]), count = taken(from, cards, alone);
    if (to_cell) return make({winning::TO_CELL, from, place(words[4].substr(1)), 1});
    make({winning::SHIFT, from, target(words[4]), count});
  }

  int target(const string& word) const {
    if (word != "s") return place(word);
    const vector<int> spaces = line_.position.space_columns(now());
    if (spaces.empty()) throw Unreadable{"there is no space to move into: no column is empty"};
    return spaces[0] + 1;
  }

  static bool lies_at_bottom(const Cards& up, const Cards& named) {
    const std::size_t count = named.size();
    if (!is_known(named[0])) return !up.empty();
    return up.size() >= count && std::equal(named.begin(), named.end(), up.end() - (long)count);
  }

  // The cards that cover `named` in a column, at its lowest occurrence; empty if it doesn't occur.
  static Cards covering(const Cards& up, const Cards& named) {
    for (long stop = (long)up.size() - 1; stop >= (long)named.size(); stop--)
      if (std::equal(named.begin(), named.end(), up.begin() + stop - (long)named.size()))
        return Cards(up.begin() + stop, up.end());
    return {};
  }

  // The number of cards that move: unless `alone`, a single card stands for the rest of the run that begins with it.
  int taken(int from, const Cards& named, bool alone) const {
    if (from < 1 || from > columns()) return 1;
    const Cards up = now().up_cards(from - 1), run = line_.position.run(now(), from - 1);
    if (lies_at_bottom(up, named)) return (int)named.size();
    const auto heads = std::find(run.begin(), run.end(), named[0]);
    if (named.size() == 1 && !alone && heads != run.end()) return (int)(run.end() - heads);
    throw Unreadable{wrong_card(from, up, run, named)};
  }

  // The reason why the cards can't move from a column.
  string wrong_card(int from, const Cards& up, const Cards& run, const Cards& named) const {
    const vector<int> elsewhere = line_.position.columns(
        [&](int i) { return is_known(named[0]) && lies_at_bottom(now().up_cards(i), named); });
    const vector<int> covered =
        line_.position.columns([&](int i) { return !covering(now().up_cards(i), named).empty(); });
    const string column = "column " + number(from), cards = run_name(named);
    const string others =
        elsewhere.empty() ? "" : " (" + cards + " could move from " + columns_phrase(elsewhere, "or") + ")";
    if (up.empty()) return column + " is empty: there is no " + cards + " to move" + others;
    bool open = up.size() >= named.size();
    for (std::size_t i = 0; open && i < named.size(); i++) {
      const u8 there = up[up.size() - named.size() + i];
      open = there == named[i] || !is_known(there);
    }
    if (open) return Illegal::unknown_in(column);
    const Cards above = covering(up, named);
    if (!above.empty())
      return cards + " can't move from " + column + ": covered by " + names(above) +
             "; the run at its bottom is " + run_name(run) + others;
    const string text = "the bottom of " + column + " is " + run_name(run) + ", not " + cards;
    if (elsewhere.empty() && !covered.empty())
      return text + " (" + cards + " is covered in " + columns_phrase(covered) + ")";
    return text + others;
  }

  void remove(const string& suit_text, const string& column_text) {
    const int suit = suit_text == "-" ? -1 : suit_of(suit_text[0]);
    const Position& position = line_.position;
    if (column_text != "-") {
      const int column = place(column_text);
      const bool there = column >= 1 && column <= columns() && position.complete(now(), column - 1);
      if (suit >= 0 && there && (now().bottom(column - 1) & 3) != suit)
        throw Unreadable{"the complete suit in column " + number(column) + " is " +
                         suit_name(now().bottom(column - 1) & 3) + ", not " + suit_name(suit)};
      return make({winning::REMOVE, column, 0, 0});
    }
    const vector<int> complete = position.complete_columns(now());
    vector<int> fitting;
    for (int i : complete)
      if (suit < 0 || (now().bottom(i) & 3) == suit) fitting.push_back(i);
    if (fitting.size() == 1) return make({winning::REMOVE, fitting[0] + 1, 0, 0});
    if (!fitting.empty()) {
      const vector<string> options = worded(fitting, [&](int i) {
        return string("remove the ") + suit_name(now().bottom(i) & 3) + " from column " + number(i + 1);
      });
      const string words = suit < 0 ? "remove the suit" : string("remove the ") + suit_name(suit);
      throw Unreadable{"'" + words + "' can mean " + join(options, "or") + ": say which"};
    }
    const string text = suit < 0 ? "no suit is complete, King to Ace at the bottom of a column"
                                 : string("no column has complete ") + suit_name(suit) +
                                       ", King to Ace, at the bottom";
    throw Unreadable{complete.empty() ? text : text + "; another suit is, in " + columns_phrase(complete)};
  }

  // Cards that are turned up

  // Compare the cards that the script names with those that the last move turned up; name those that are unknown.
  void reveal(const Cards& named) {
    if (named.empty()) return;
    const Step& step = line_.steps.back();
    vector<std::pair<int, u8>> turned;
    if (step.move.kind == winning::DEAL)
      for (u8 card : step.cards) turned.push_back({(int)turned.size(), card});
    const std::size_t row = turned.size();
    turned.insert(turned.end(), step.turned.begin(), step.turned.end());
    if (named.size() > turned.size() || named.size() < row)
      throw Unreadable{"the move turns up " + counted((long)turned.size(), "card") + ", but " + names(named) +
                       (named.size() == 1 ? " is" : " are") + " announced"};
    for (std::size_t i = 0; i < named.size(); i++) {
      const auto [column, card] = turned[i];
      if (!is_known(named[i]) || card == named[i]) continue;
      if (is_known(card))
        throw Unreadable{"column " + number(column + 1) + " turns up the " + name(card) + ", not the " +
                         name(named[i])};
      name_card_in(column, named[i]);
    }
  }

  void name_card_in(int column, u8 card) {
    const int moves = line_.length();
    const string slot =
        slot_of(line_, start_.named, moves, column + 1, line_.after(moves).t.length[column], name(card));
    name_card(start_.named, read_link(slot).named[0].first, card);
    start_.named = by_elimination(start_.named);
    Line line(start_.named);
    for (const Move& before : moves_)
      if (!line.go_on(before)) throw Unreadable{"a move before can't be played with that card"};
    line_ = line;
    named_ += slot;
  }

  Start start_;
  vector<Move> moves_;
  string named_;
  Line line_;
};

}  // namespace spiderpos::page
