// The reason why a move isn't legal, worded as in spiderpos/game/illegal.py.  tableau.hpp decides which
// moves are legal.
#pragma once
#include "position.hpp"

namespace spiderpos::page {

// A requested move, which may be invalid.  Columns and cells are numbered from 1.
struct Wish {
  int kind = 0, from = 0, to = 0, count = 0;
};

inline Move to_move(const Wish& wish) noexcept {
  const bool shift = wish.kind == winning::SHIFT, deal = wish.kind == winning::DEAL;
  const bool two = shift || wish.kind == winning::TO_CELL || wish.kind == winning::FROM_CELL;
  return Move{(winning::Kind)wish.kind, (u8)(deal ? 0 : wish.from - 1), (u8)(two ? wish.to - 1 : 0),
              (u8)(shift ? wish.count : two)};
}

class Illegal {
 public:
  Illegal(const Position& position, const State& now) : p_(position), now_(now) {}

  // Empty if the move is legal.
  string why(const Wish& wish) const noexcept {
    switch (wish.kind) {
      case winning::SHIFT:
        return shift(wish);
      case winning::DEAL:
        return deal();
      case winning::REMOVE:
        return no_place(wish.from) + (is_place(wish.from) ? removal(wish.from - 1) : "");
      case winning::TO_CELL:
        return to_cell(wish);
      default:
        return from_cell(wish);
    }
  }

  static string unknown_in(const string& column) {
    return "the move depends on a card of " + column + " that is not known" + NAME_IT;
  }

 private:
  bool is_place(int column) const noexcept { return column > 0 && column <= p_.rules.columns; }
  string no_place(int column) const noexcept {
    if (is_place(column)) return "";
    return "there is no column " + number(column) + ": the columns are 1 to " +
           number(p_.rules.columns);
  }
  string no_cell(int cell) const noexcept {
    const int cells = p_.rules.cells;
    if (cell > 0 && cell <= cells) return "";
    const string text = "there is no cell " + number(cell) + ": ";
    if (!cells) return text + "these rules have no free cells";
    if (cells == 1) return text + "the rules give one, cell 1";
    return text + "the cells are 1 to " + number(cells);
  }
  static string empty(const string& place) {
    return place + " is empty: there is no card to move";
  }
  static string column(int i) { return "column " + number(i + 1); }

  string shift(const Wish& wish) const noexcept {
    for (int place : {wish.from, wish.to})
      if (!is_place(place)) return no_place(place);
    const int from = wish.from - 1, to = wish.to - 1, count = wish.count;
    if (from == to)
      return "the move goes from " + column(from) + " to " + column(from) + " itself";
    const Cards up = now_.up_cards(from);
    const int face_up = (int)up.size();
    if (!face_up) return empty(column(from));
    if (count < 1) return "a move takes at least one card, not " + number(count);
    if (count > face_up) {
      if (now_.t.down[from])
        return column(from) + " has only " + counted(face_up, "card") + " face up, so " +
               number(count) + " can't move";
      return column(from) + " has only " + counted(face_up, "card") + ", not " + number(count);
    }
    for (int i = face_up - 1; i > face_up - count; i--) {
      const u8 upper = up[i - 1], lower = up[i];
      if (!is_known(upper) || !is_known(lower)) return unknown_in(column(from));
      if (p_.rules.natural(upper, lower)) continue;
      const string why = (upper >> 2) == (lower >> 2) + 1
                             ? "the " + name(lower) + " is not of the " + name(upper) + "'s suit"
                             : "the " + name(lower) + " does not follow the " + name(upper);
      return "these cards of " + column(from) + " can't move as a unit: " + why +
             "; the run that can move is " + run_name(p_.run(now_, from));
    }
    return target(up[face_up - count], to, from, "");
  }

  // The reason why a card of a column or cell can't go onto column `to`; empty if it can.
  string target(u8 head, int to, int from, const string& cell) const noexcept {
    const u8 onto = now_.bottom(to);
    if (!onto) return "";
    if (!is_known(head))
      return cell.empty()
                 ? unknown_in(column(from))
                 : "the move depends on the card in " + cell + ", which is not known" + NAME_IT;
    if (!is_known(onto))
      return "the bottom card of " + column(to) +
             " is not known, so the " + name(head) + " may not fit on it" + NAME_IT;
    if (p_.rules.fits(head, onto)) return "";
    const vector<int> accepting = p_.columns([&](int i) {
      const u8 there = now_.bottom(i);
      return i != from && (!there || (is_known(there) && p_.rules.fits(head, there)));
    });
    string why;
    const bool king = head >> 2 == 13;
    if (king && p_.rules.kings_on_aces)
      why = "it needs an Ace or a space";
    else if (king)
      why = string("a King can go only into a space") +
            (onto >> 2 == 1 ? " (kings_on_aces is off)" : "");
    else
      why = "it needs " + a_rank((head >> 2) + 1) + " or a space";
    const string columns = columns_phrase(accepting);
    const string instead = columns.empty()
                               ? "no column takes the " + name(head) + " now"
                               : columns + (accepting.size() > 1 ? " would take it" : " takes it");
    return "the " + name(head) + " can't go onto the " + name(onto) + " at the bottom of " +
           column(to) + ": " + why + "; " + instead;
  }

  string deal() const noexcept {
    const int hand = p_.hand_left(now_), columns = p_.rules.columns;
    if (!hand) return "the hand is empty: there is no row to deal";
    if (hand < columns && !p_.rules.short_last_deal)
      return "the hand has " + counted(hand, "card") + ", too few for a row of " +
             number(columns) + " (rule short_last_deal is off)";
    if (winning::may_deal(p_.rules, now_.t)) return "";
    const vector<int> spaces = p_.space_columns(now_);
    const string text = "no row may be dealt while " + columns_phrase(spaces) +
                        (spaces.size() > 1 ? " are empty" : " is empty");
    if (p_.rules.over_spaces == winning::DealOver::NEVER) return text;
    const bool in_suit = p_.rules.over_spaces == winning::DealOver::IF_IN_SUIT;
    const vector<int> unordered = p_.columns([&](int i) { return !winning::in_order(p_.rules, now_.t, i); });
    return text + " unless every other column is in order of rank" +
           (in_suit ? " and suit" : "") + ": " + columns_phrase(unordered) +
           (unordered.size() > 1 ? " are not" : " is not");
  }

  string removal(int from) const noexcept {
    if (p_.complete(now_, from)) return "";
    const Cards run = p_.run(now_, from);
    const string text = "no complete suit, King to Ace, is at the bottom of " + column(from) +
                        ": it is " + (run.empty() ? "empty" : run_name(run));
    const string others = columns_phrase(p_.complete_columns(now_));
    return others.empty() ? text : text + "; " + others + " could be removed from";
  }

  string to_cell(const Wish& wish) const noexcept {
    if (!is_place(wish.from)) return no_place(wish.from);
    const string fault = no_cell(wish.to);
    if (!fault.empty()) return fault;
    if (!now_.up_count(wish.from - 1)) return empty(column(wish.from - 1));
    const u8 card = now_.t.cells[wish.to - 1];
    if (!card) return "";
    vector<string> free;
    for (int i = 0; i < p_.rules.cells; i++)
      if (!now_.t.cells[i]) free.push_back(number(i + 1));
    return "cell " + number(wish.to) + " holds the " + name(card) + ": " +
           (free.empty() ? "no cell is empty" : "cell " + join(free, "or") + " is empty");
  }

  string from_cell(const Wish& wish) const noexcept {
    if (!is_place(wish.to)) return no_place(wish.to);
    const string fault = no_cell(wish.from);
    if (!fault.empty()) return fault;
    const string cell = "cell " + number(wish.from);
    const u8 card = now_.t.cells[wish.from - 1];
    return card ? target(card, wish.to - 1, -1, cell) : empty(cell);
  }

  static constexpr const char* NAME_IT =
      ": name the card in the move that turns it up ('turning up Kh')";

  const Position& p_;
  const State& now_;
};

}  // namespace spiderpos::page
