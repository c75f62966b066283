// Moves as scripts say them (docs/notations/scripts.md, letters.md), played as they are read:
// words ("9-6s from 7 to 3, turning up 6s"), numbers ("7 3", "7-3", "7 3 4", "7 to 3"), letters
// ("<be,bc> Js").  What leaves a move open is refused, and so are supermoves.
#pragma once
#include "script_text.hpp"

namespace spiderpos::page {

class Script : ScriptText {
 public:
  Script(const string& text, const Told& start, const vector<Move>& moves, string told)
      : ScriptText(text), start_(start), moves_(moves), told_(std::move(told)), line_(start.told) {
    for (const Move& move : moves_) line_.go_on(move);
  }

  // Plays moves until the end or the first one that can't be played; that throws Unreadable.
  void play() {
    for (;;) {
      skip_between();
      if (at_ == text_.size()) return;
      begin_ = at_;
      step();
    }
  }

  const vector<Move>& moves() const { return moves_; }
  const string& told() const { return told_; }

 private:
  // What is done

  const State& now() const { return line_.at(line_.length()); }

  void make(const Wish& wish) {
    const string why = Illegal(line_.position, now()).why(wish);
    if (!why.empty()) throw wrong(why);
    line_.go_on(to_move(wish));
    moves_.push_back(to_move(wish));
  }

  // Holds what the text says of cards turned up against the moves from one to before another.
  void reveal(const Cards& said, int first, int end) {
    struct Came {
      int move, column;
      u8 card;
    };
    vector<Came> came;
    std::size_t row = 0;
    for (int i = first; i < end; i++) {
      const Step& step = line_.steps[i];
      if (step.move.kind == winning::DEAL)
        for (; row < step.cards.size(); row++) came.push_back({i + 1, (int)row, step.cards[row]});
      for (const auto& [column, card] : step.turned) came.push_back({i + 1, column, card});
    }
    if (said.empty()) return;
    if (said.size() > came.size() || said.size() < row) {
      undo();
      throw wrong("the move turns up " + counted((long)came.size(), "card") + ", but " +
                  names(said) + (said.size() == 1 ? " is" : " are") + " announced");
    }
    for (std::size_t i = 0; i < said.size(); i++) {
      const auto [move, column, card] = came[i];
      if (!is_known(said[i])) continue;
      if (is_known(card) && card != said[i]) {
        undo();
        throw wrong("column " + number(column + 1) + " turns up the " + name(card) + ", not the " +
                    name(said[i]));
      }
      if (!is_known(card)) tell_card(move, column, said[i]);
    }
  }
  void tell_card(int move, int column, u8 card) {
    try {
      const string slot = slot_of(line_, start_.told, move, column + 1,
                                  line_.at(move).t.length[column], name(card));
      const Link told = read_link(slot);
      tell(start_.told, told.told[0].first, card);
      start_.told = by_elimination(start_.told);
      Line line(start_.told);
      for (const Move& before : moves_)
        if (!line.go_on(before)) throw Unreadable{"a move before can't be played with that card"};
      line_ = line;
      told_ += slot;
    } catch (const Unreadable& error) {
      undo();
      throw wrong(error.message);
    }
  }
  void undo() {
    line_.steps.pop_back();
    moves_.pop_back();
  }

  // In letters complete suits go off without a word, unless "keep" is said.
  void remove_complete(const Wish& wish) {
    const bool stays = keep();
    const winning::Rules& rules = line_.position.rules;
    bool completed = false;
    for (int i = 0; !rules.automatic_removal && i < rules.columns; i++) {
      const bool changed =
          wish.kind == winning::DEAL || i + 1 == wish.from || i + 1 == wish.to;
      for (; changed && line_.position.complete(now(), i); make({winning::REMOVE, i + 1, 0, 0})) {
        completed = true;
        if (stays) break;
      }
    }
    if (!stays || completed) return;
    undo();
    throw wrong("no suit is complete, King to Ace at the bottom of a column");
  }

  // What is said

  void step() {
    if (letters_) return letter_step();
    // "12. deal"
    const std::size_t before = at_;
    if (digits() >= 0 && at_ < text_.size() && (text_[at_] == '.' || text_[at_] == ')') &&
        (at_ + 1 == text_.size() || is_blank(text_[at_ + 1]))) {
      at_++;
      skip_blanks();
      begin_ = at_;
      if (at_ == text_.size()) throw wrong("the move breaks off here");
    } else {
      at_ = before;
    }
    word("we");
    if (!word("move")) word("moving");
    skip_blanks();
    if (word("deal") || word("dealing")) return deal();
    if (word("remove") || word("removing") || word("off")) return removal();
    int head = 0, tail = 0;
    const std::size_t here = at_;
    if (run(head, tail) && !(word("to") || sign("->"))) {
      const std::size_t end = at_;
      const int from = column_number();
      if (from < 0) return at_ = end, run_move(head, tail);
      return card_move(head, tail, from);
    }
    at_ = here;
    const int first = column_number();
    if (first < 0) throw not_understood();
    const std::size_t behind = at_;
    const bool counted = word("cards") || word("card") || word("from");
    at_ = behind;
    if (counted) {
      if (!word("cards")) word("card");
      const Wish wish = way(first);
      make(wish);
      return turning_up();
    }
    number_move(first);
  }

  void letter_step() {
    if (word("deal")) {
      group_ = {line_.length()};
      make({winning::DEAL, 0, 0, 0});
      remove_complete({winning::DEAL, 0, 0, 0});
      cards_after();
      group_.clear();
      return;
    }
    if (off_column() >= 0) {
      group_.push_back(line_.length());
      make({winning::REMOVE, off_column() + 1, 0, 0});
      at_ += 5;
      return cards_after();
    }
    if (is_letters()) return letter_move();
    if (text_.find('=', at_) < text_.find_first_of(", \n>", at_))
      throw wrong("a swap takes a supermove, which isn't read here: write its moves");
    throw not_understood();
  }

  void deal() {
    if (word("another") || word("a")) {
      word("new");
      if (!word("row")) word("round");
    }
    make({winning::DEAL, 0, 0, 0});
    turning_up();
  }

  void removal() {
    int suit = -1;
    word("the");
    static const char* const suits[] = {"clubs", "diamonds", "hearts", "spades"};
    for (int q = 0; q < 4 && suit < 0; q++)
      if (word(suits[q])) suit = q;
    if (suit < 0 && !word("suit")) word("set");
    const bool plain = suit < 0 && !word("from") && !word("column");
    word("from");
    int column = column_number();
    if (plain && column >= 0 && line_.position.rules.automatic_removal)
      throw wrong("complete suits go off by themselves here: say 'remove column' if one stays");
    if (column < 0) {
      vector<int> fitting;
      for (int i : line_.position.complete_columns(now()))
        if (suit < 0 || (now().bottom(i) & 3) == suit) fitting.push_back(i);
      if (fitting.empty()) throw wrong("no such suit is complete, King to Ace at the bottom of a column");
      if (fitting.size() > 1) throw wrong("this can mean " + columns_phrase(fitting, "or") + ": say which");
      column = fitting[0] + 1;
    }
    if (suit >= 0 && column >= 1 && column <= line_.position.rules.columns &&
        line_.position.complete(now(), column - 1) && (now().bottom(column - 1) & 3) != suit)
      throw wrong("the complete suit in column " + number(column) + " is " +
                  suit_name(now().bottom(column - 1) & 3) + ", not " + suit_name(suit));
    make({winning::REMOVE, column, 0, 0});
    turning_up();
  }

  // "from 7 to 3", of so many cards.
  Wish way(int count) {
    if (!word("from")) throw wrong("the columns are missing that the cards leave and go to");
    const int from = column_number();
    word("back");
    const int to = from >= 0 && arrow() ? column_number() : -1;
    if (to < 0) throw wrong("it isn't said where the cards go, as in 'from 7 to 3'");
    return {winning::SHIFT, from, to, count};
  }

  bool arrow() { return word("to") || sign("->") || sign("=>") || sign(">") || sign("-"); }

  // The rest of "6D 3-8    10": a card with what lies on it, and a score that programs write.
  void card_move(int head, int tail, int from) {
    if (head != tail) throw wrong("the columns of a run are said as in '9-6s from 7 to 3'");
    const int to = arrow() ? column_number() : -1;
    if (to < 0) throw wrong("it isn't said where the card goes, as in '6D 3-8'");
    if (!from || !to) throw wrong("column 0 may be the first or the tenth: write its number");
    digits();
    make({winning::SHIFT, from, to, taken(from, head, tail, name(head))});
    turning_up();
  }

  // The rest of "9-6s from 7 to 3".
  void run_move(int head, int tail) {
    if (!word("from")) throw wrong("the columns are missing, as in 'from 7 to 3'");
    if (is_known(head) && ((head ^ tail) & 3))
      throw wrong("this run is of two suits, which can't move as one");
    if (head < tail)
      throw wrong("this run is upside down: it is named by its highest card and then its lowest");
    const string wanted =
        head == tail ? name(head) : string(rank_name(head >> 2)) + "-" + name(tail);
    const int cell = cell_number(), from = cell < 0 ? column_number() : 0;
    if (from < 0) throw wrong("it isn't said where the cards are, as in 'from 7 to 3'");
    word("back");
    int to = 0, to_cell = -1;
    const bool into = word("into");
    if (into || word("to")) {
      to_cell = cell_number();
      if (to_cell < 0) to = column_number();
      if (to < 0 && (word("the") || word("a")) && word("space")) {
        const vector<int> spaces = line_.position.space_columns(now());
        if (spaces.empty()) throw wrong("there is no space to move into: no column is empty");
        to = spaces[0] + 1;
      }
    }
    if (to_cell < 0 && to <= 0) throw wrong("it isn't said where the cards go, as in 'to 3'");
    const winning::Rules& rules = line_.position.rules;
    if (cell >= 0) {
      if (to_cell >= 0) throw wrong("no card moves from cell to cell");
      if (cell >= 1 && cell <= rules.cells && now().t.cells[cell - 1] && is_known(head) &&
          now().t.cells[cell - 1] != head)
        throw wrong("cell " + number(cell) + " holds " + name(now().t.cells[cell - 1]) + ", not " +
                    wanted);
      make({winning::FROM_CELL, cell, to, 1});
    } else {
      const int count = taken(from, head, tail, wanted);
      if (to_cell >= 0 && count > 1) throw wrong("a cell holds one card, not a run");
      if (to_cell >= 0)
        make({winning::TO_CELL, from, to_cell, 1});
      else
        make({winning::SHIFT, from, to, count});
    }
    turning_up();
  }

  // How many cards of a column the words name.
  int taken(int from, int head, int tail, const string& wanted) const {
    if (from < 1 || from > line_.position.rules.columns) return 1;
    const Cards up = now().up_cards(from - 1);
    const std::size_t count = (std::size_t)((head >> 2) - (tail >> 2) + 1);
    if (up.empty() || !is_known(head)) return 1;
    if (up.size() >= count && up.back() == tail && up[up.size() - count] == head) return (int)count;
    const Cards run = line_.position.run(now(), from - 1);
    for (std::size_t i = 0; head == tail && i < run.size(); i++)
      if (run[i] == head) return (int)(run.size() - i);
    throw wrong("the bottom of column " + number(from) + " is " + run_name(run) + ", not " + wanted);
  }

  // The rest of "7 3", "7-3", "7 to 3", "7 3 4": as many cards as can go, or so many.
  void number_move(int from) {
    arrow();
    const int to = column_number();
    if (to < 0) throw not_understood();
    const int said = column_number();
    if (said < 0 && !at_end()) throw not_understood();
    if (!from || !to) throw wrong("column 0 may be the first or the tenth: write its number");
    const Illegal illegal(line_.position, now());
    vector<int> counts;
    const bool there = from <= line_.position.rules.columns;
    const Cards run = there ? line_.position.run(now(), from - 1) : Cards();
    for (int count = 1; said < 0 && count <= (int)run.size(); count++)
      if (illegal.why({winning::SHIFT, from, to, count}).empty()) counts.push_back(count);
    if (counts.size() > 1) {
      vector<string> options;
      for (int count : counts)
        options.push_back(counted(count, "card") + " (" +
                          moved_words(Cards(run.end() - count, run.end())) + ")");
      throw wrong("this can mean " + join(options, "or") + ": say which");
    }
    make({winning::SHIFT, from, to,
          said >= 0 ? said : counts.empty() ? asked_count(from, to) : counts[0]});
    turning_up();
  }
  bool at_end() {
    skip_blanks();
    return at_ == text_.size() || std::strchr("\n,;.!", text_[at_]);
  }

  // How many cards the ranks ask for; onto an empty column the longest natural run.
  int asked_count(int from, int to) const {
    const int columns = line_.position.rules.columns;
    if (from < 1 || to < 1 || from > columns || to > columns) return 1;
    const u8 onto = now().bottom(to - 1), lowest = now().bottom(from - 1);
    if (!onto) return std::max(1, (int)line_.position.run(now(), from - 1).size());
    if (!is_known(onto) || !is_known(lowest)) return 1;
    int count = (onto >> 2) - (lowest >> 2);
    if (count < 1 && line_.position.rules.kings_on_aces) count += 13;
    return std::max(1, count);
  }

  // "be", "ab2", and perhaps "Js" or "-> Js" after it.
  void letter_move() {
    const int from = text_[at_] - 'a' + 1, to = text_[at_ + 1] - 'a' + 1;
    at_ += 2;
    const bool said = at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9';
    const int count = said ? digits() : asked_count(from, to);
    const bool there = from <= line_.position.rules.columns;
    if (there && count > 1 && count <= now().up_count(from - 1) &&
        count > (int)line_.position.run(now(), from - 1).size())
      throw wrong("this takes a supermove, which isn't read here: write its moves");
    const Wish wish{winning::SHIFT, from, to, count};
    if (at_ < text_.size() && is_word_char(at_)) throw not_understood();
    group_.push_back(line_.length());
    make(wish);
    remove_complete(wish);
    cards_after();
  }
  // The cards that are named after a move are those that it turns up.
  void cards_after() {
    Cards said;
    while (sign("->") || sign("-->") || sign(">")) {
    }
    for (;;) {
      skip_blanks();
      std::size_t end = at_;
      // In letters a card has a capital rank.
      const bool small = at_ < text_.size() && text_[at_] >= 'a' && text_[at_] <= 'z';
      const bool unknown = text_.compare(at_, 2, "??") == 0;
      const int card = unknown ? (end += 2, UNKNOWN) : small ? 0 : read_card_name(text_, end);
      if (!card || is_word_char(end)) break;
      said.push_back((u8)card);
      at_ = end;
    }
    if (said.empty()) return;
    // They are those of the last of these moves that turns up a card.
    int end = line_.length(), first = group_.back();
    for (std::size_t i = group_.size(); i-- > 0; end = group_[i]) {
      first = group_[i];
      bool turns = false;
      for (int j = first; j < end; j++)
        turns |= !line_.steps[j].turned.empty() || line_.steps[j].move.kind == winning::DEAL;
      if (turns) break;
    }
    reveal(said, first, end);
    group_.clear();
  }

  void turning_up() {
    const std::size_t before = at_;
    skip_blanks();
    if (at_ < text_.size() && std::strchr(",;.", text_[at_])) at_++;
    while (at_ < text_.size() && is_blank(text_[at_])) at_++;
    word("and");
    if (!((word("turning") || word("turns")) && word("up"))) {
      at_ = before;
      if (!at_end() && !word("then") && !word("and")) {
        begin_ = at_;
        undo();
        throw not_understood();
      }
      return;
    }
    Cards said;
    int head = 0, tail = 0;
    for (std::size_t here = at_; run(head, tail); here = at_) {
      if (word("from")) {
        begin_ = here;
        throw wrong("a comma or a line end is missing before this move");
      }
      said.push_back((u8)head);
      skip_blanks();
    }
    if (said.empty()) throw wrong("it isn't said which card is turned up");
    reveal(said, line_.length() - 1, line_.length());
  }

  Told start_;
  vector<Move> moves_;
  string told_;
  Line line_;
  vector<int> group_;  // where each move begins that a card behind them may belong to
};

}  // namespace spiderpos::page
