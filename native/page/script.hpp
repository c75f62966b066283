// Moves as a page has read them, played one after the other (spiderpos/scripts/instructions.py).
//
// Each is a line of "run HEAD TAIL FROM TO EXACT", "cards COUNT FROM TO", "deal" or "remove SUIT COLUMN";
// then, after a tab each, the cards that it's said to turn up.  FROM and TO are columns, cells ("c2"),
// or the leftmost space ("s"); EXACT is "=" if nothing that lies on the cards goes with them; "-" is
// what isn't said.
#pragma once
#include "link.hpp"

namespace spiderpos::page {

class Script {
 public:
  Script(const Told& start, const vector<Move>& moves) : start_(start), moves_(moves), line_(start.told) {
    for (const Move& move : moves_) line_.go_on(move);
  }

  // Plays a move.  Throws Unreadable if it isn't legal; what was done is not undone then.
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
      throw Unreadable{"there is no such move"};
    Cards said;
    for (std::size_t i = 1; i < parts.size(); i++) said.push_back(card(parts[i]));
    reveal(said);
  }

  const vector<Move>& moves() const { return moves_; }
  const string& told() const { return told_; }

 private:
  const State& now() const { return line_.at(line_.length()); }
  int columns() const { return line_.position.rules.columns; }
  static int place(const string& word) { return std::atoi(word.c_str()); }
  static u8 card(const string& name) {
    std::size_t at = 0;
    const int card = name == "??" ? UNKNOWN : read_card_name(name, at);
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
    Cards wanted{head};
    while (wanted.back() > tail) wanted.push_back((u8)(wanted.back() - 4));
    const bool to_cell = words[4][0] == 'c', alone = to_cell || words[5] == "=";
    if (words[3][0] == 'c') {
      const int cell = place(words[3].substr(1));
      const u8 held = cell >= 1 && cell <= line_.position.rules.cells ? now().t.cells[cell - 1] : 0;
      if (held && is_known(head) && held != head)
        throw Unreadable{"cell " + number(cell) + " holds " + name(held) + ", not " + name(head)};
      return make({winning::FROM_CELL, cell, target(words[4]), 1});
    }
    const int from = place(words[3]), count = taken(from, wanted, alone);
    if (to_cell) return make({winning::TO_CELL, from, place(words[4].substr(1)), 1});
    make({winning::SHIFT, from, target(words[4]), count});
  }

  int target(const string& word) const {
    if (word != "s") return place(word);
    const vector<int> spaces = line_.position.space_columns(now());
    if (spaces.empty()) throw Unreadable{"there is no space to move into: no column is empty"};
    return spaces[0] + 1;
  }

  static bool lies_at_bottom(const Cards& up, const Cards& wanted) {
    const std::size_t count = wanted.size();
    if (!is_known(wanted[0])) return !up.empty();
    return up.size() >= count && std::equal(wanted.begin(), wanted.end(), up.end() - (long)count);
  }

  // The cards below the lowest place where others lie in a column; empty if nowhere.
  static Cards covering(const Cards& up, const Cards& wanted) {
    for (long stop = (long)up.size() - 1; stop >= (long)wanted.size(); stop--)
      if (std::equal(wanted.begin(), wanted.end(), up.begin() + stop - (long)wanted.size()))
        return Cards(up.begin() + stop, up.end());
    return {};
  }

  // How many cards of a column the words name: a card stands for the run that it heads.
  int taken(int from, const Cards& wanted, bool alone) const {
    if (from < 1 || from > columns()) return 1;
    const Cards up = now().up_cards(from - 1), run = line_.position.run(now(), from - 1);
    if (lies_at_bottom(up, wanted)) return (int)wanted.size();
    const auto heads = std::find(run.begin(), run.end(), wanted[0]);
    if (wanted.size() == 1 && !alone && heads != run.end()) return (int)(run.end() - heads);
    throw Unreadable{wrong_card(from, up, run, wanted)};
  }

  // Why the cards can't be picked up from a column.
  string wrong_card(int from, const Cards& up, const Cards& run, const Cards& wanted) const {
    vector<int> elsewhere, covered;
    for (int i = 0; i < columns(); i++) {
      const Cards there = now().up_cards(i);
      if (is_known(wanted[0]) && lies_at_bottom(there, wanted)) elsewhere.push_back(i);
      if (!covering(there, wanted).empty()) covered.push_back(i);
    }
    const string column = "column " + number(from), cards = run_name(wanted);
    const string others =
        elsewhere.empty() ? "" : " (" + cards + " could move from " + columns_phrase(elsewhere, "or") + ")";
    if (up.empty()) return column + " is empty: there is no " + cards + " to move" + others;
    bool open = up.size() >= wanted.size();
    for (std::size_t i = 0; open && i < wanted.size(); i++) {
      const u8 there = up[up.size() - wanted.size() + i];
      open = there == wanted[i] || !is_known(there);
    }
    if (open) return Illegal::unknown_in(column);
    const Cards above = covering(up, wanted);
    if (!above.empty()) {
      vector<string> names;
      for (u8 card : above) names.push_back(name(card));
      return cards + " can't move from " + column + ": covered by " + join(names) +
             "; the run at its bottom is " + run_name(run) + others;
    }
    const string text = "the bottom of " + column + " is " + run_name(run) + ", not " + cards;
    if (elsewhere.empty() && !covered.empty())
      return text + " (" + cards + " is covered in " + columns_phrase(covered) + ")";
    return text + others;
  }

  void remove(const string& suit_said, const string& column_said) {
    const int suit = suit_said == "-" ? -1 : suit_of(suit_said[0]);
    const Position& position = line_.position;
    if (column_said != "-") {
      const int column = place(column_said);
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
      vector<string> options;
      for (int i : fitting)
        options.push_back(string("remove the ") + suit_name(now().bottom(i) & 3) + " from column " + number(i + 1));
      const string words = suit < 0 ? "remove the suit" : string("remove the ") + suit_name(suit);
      throw Unreadable{"'" + words + "' can mean " + join(options, "or") + ": say which"};
    }
    const string text = suit < 0 ? "no suit is complete, King to Ace at the bottom of a column"
                                 : string("no column has complete ") + suit_name(suit) +
                                       ", King to Ace, at the bottom";
    throw Unreadable{complete.empty() ? text : text + "; another suit is, in " + columns_phrase(complete)};
  }

  // Cards that are turned up

  // Holds what the text says of cards turned up against the last move.
  void reveal(const Cards& said) {
    if (said.empty()) return;
    const Step& step = line_.steps.back();
    vector<std::pair<int, u8>> came;
    if (step.move.kind == winning::DEAL)
      for (u8 card : step.cards) came.push_back({(int)came.size(), card});
    const std::size_t row = came.size();
    came.insert(came.end(), step.turned.begin(), step.turned.end());
    if (said.size() > came.size() || said.size() < row) {
      vector<string> names;
      for (u8 card : said) names.push_back(name(card));
      throw Unreadable{"the move turns up " + counted((long)came.size(), "card") + ", but " + join(names) +
             (said.size() == 1 ? " is" : " are") + " announced"};
    }
    for (std::size_t i = 0; i < said.size(); i++) {
      const auto [column, card] = came[i];
      if (!is_known(said[i]) || card == said[i]) continue;
      if (is_known(card))
        throw Unreadable{"column " + number(column + 1) + " turns up the " + name(card) + ", not the " +
                         name(said[i])};
      tell_card(column, said[i]);
    }
  }

  void tell_card(int column, u8 card) {
    const int at = line_.length();
    const string slot =
        slot_of(line_, start_.told, at, column + 1, line_.at(at).t.length[column], name(card));
    tell(start_.told, read_link(slot).told[0].first, card);
    start_.told = by_elimination(start_.told);
    Line line(start_.told);
    for (const Move& before : moves_)
      if (!line.go_on(before)) throw Unreadable{"a move before can't be played with that card"};
    line_ = line;
    told_ += slot;
  }

  Told start_;
  vector<Move> moves_;
  string told_;
  Line line_;
};

}  // namespace spiderpos::page
