// The worth of a tableau for the beam search, and its hash.
//
// Both are sums with a term for each column.  So for most moves they are updated from the two columns that change,
// without playing the move.
#pragma once
#include <cmath>

#include "../game/game.hpp"

namespace spiderpos::winning {

// The defaults were tuned on deals 1001 to 1100; benchmarks/winning.py tests other deals.
struct Weights {
  float link = 8;                    // a card on the next higher one of its suit
  float run = 0;                     // added to a link for each link above it in its run
  float in_rank = -1;                // a card on the next higher one of another suit
  float up_step = -4;                // a card on one of the same or a lower rank, which it blocks
  float down_step = -4;              // a card on one at least two ranks higher
  float down_size = 0;               // deducted per rank of difference
  float depth = 0;                   // relative increase of a break for each break above it
  float down = -6;                   // a face-down card
  float covered = 0;                 // a column that has face-down cards
  float space = 15;                  // a space
  float last_space = 15;             // a space after the last deal
  float king = 5;                    // a King at the head of a column without face-down cards
  float king_run = 0;                // added for each other card of its run
  float single = 0;                  // a column that is a single run, face up and not from a King
  float cell = 15;                   // an empty cell
  float removed = 30;                // a removed suit
  float move = 1;                    // cost of a move
  float step = 10;                   // cost of a step to the goal, if it isn't a win (nearness.hpp)
};

// Precomputed parts of a column's worth.  A break is a place where a card doesn't continue the run above it.
class Tables {
 public:
  Tables(const Rules& rules, const Weights& chosen) : weights(chosen) {
    for (int n = 0; n <= MOST_CARDS; n++) {
      run_[n] =
          weights.link * (n > 1 ? n - 1 : 0) + weights.run * (n > 1 ? (n - 1) * (n - 2) / 2.f : 0);
      down_[n] = n ? weights.covered + weights.down * n : 0;
    }
    for (int upper = 4; upper < CODES; upper++)
      for (int lower = 4; lower < CODES; lower++) {
        const int step = (lower >> 2) - (upper >> 2);
        // A King on an Ace moves with it, but never makes a suit.
        break_[upper][lower] = rules.natural(upper, lower) ? 0
                               : rules.fits(lower, upper)  ? weights.in_rank
                               : step >= 0                 ? weights.up_step
                                           : weights.down_step - weights.down_size * step;
        movable_[upper][lower] = rules.natural(upper, lower);
      }
  }
  float run(int n) const { return run_[n]; }
  float down(int n) const { return down_[n]; }
  // The worth of a break between two cards.
  float at_break(int upper, int lower, int breaks_above) const {
    return break_[upper][lower] * (1 + weights.depth * breaks_above);
  }
  // Return true if the two cards move together.
  bool movable(int upper, int lower) const { return movable_[upper][lower]; }
  // Return true if the two cards are neighbours in a complete suit.
  static bool linked(int upper, int lower) { return upper - lower == 4; }

  const Weights weights;

 private:
  // An unknown card moves with no other, and a break next to it has the worth 0.
  float run_[MOST_CARDS + 1], down_[MOST_CARDS + 1], break_[CODES][CODES] = {};
  bool movable_[CODES][CODES] = {};
};

// Random numbers for Zobrist hashing, from a fixed seed: the search must be deterministic.
class Keys {
 public:
  Keys() {
    u64 state = 0x9e3779b97f4a7c15ULL;
    for (auto& place : card_)
      for (u64& key : place) key = splitmix(state);
    for (u64& key : down_) key = splitmix(state);
    for (u64& key : column_) key = splitmix(state);
    for (u64& key : cell_) key = splitmix(state);
    for (u64& key : dealt_) key = splitmix(state);
  }
  u64 card(int place, int card) const { return card_[place][card]; }
  u64 down(int count) const { return down_[count]; }
  u64 cell(int card) const { return cell_[card]; }
  u64 dealt(int count) const { return dealt_[count]; }
  // A column's part of the hash.  `number` is the column, or the same for all if their order doesn't matter.
  u64 column(u64 sum, int number) const {
    u64 x = sum ^ column_[number];
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ULL;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93ULL;
    return x ^ x >> 32;
  }

 private:
  u64 card_[MOST_CARDS][CODES], down_[MOST_CARDS + 1], column_[MOST_COLUMNS + 1], cell_[CODES],
      dealt_[MOST_CARDS + 1];
};

inline const Keys& keys() {
  static const Keys all;
  return all;
}

// A column with the hash and the worth of each of its prefixes, for moves that take cards off it.
struct View {
  const u8* cards;
  int length, down, run;     // `down`: face-down cards; `run`: length of the natural run at the bottom
  u64 hash[MOST_CARDS + 1];  // of the first n cards, without the face-down count
  float above[MOST_CARDS];   // the worth of the runs and breaks above the run of card i
  u8 in_run[MOST_CARDS];     // the place of card i in its run, from 1
  u8 breaks[MOST_CARDS];     // the number of breaks above card i

  void look(const Tables& tables, const u8* column, int count, int face_down) {
    cards = column;
    length = count;
    down = face_down;
    hash[0] = 0;
    const Keys& numbers = keys();
    for (int i = 0; i < count; i++) hash[i + 1] = hash[i] ^ numbers.card(i, column[i]);
    run = 0;
    for (int i = face_down; i < count; i++) {
      run = i > face_down && tables.movable(column[i - 1], column[i]) ? run + 1 : 1;
      if (i == face_down) {
        above[i] = 0, in_run[i] = 1, breaks[i] = 0;
      } else if (Tables::linked(column[i - 1], column[i])) {
        above[i] = above[i - 1], in_run[i] = in_run[i - 1] + 1, breaks[i] = breaks[i - 1];
      } else {
        above[i] = above[i - 1] + tables.run(in_run[i - 1]) +
                   tables.at_break(column[i - 1], column[i], breaks[i - 1]);
        in_run[i] = 1, breaks[i] = breaks[i - 1] + 1;
      }
    }
  }

  // The worth of the column if only its first `count` cards are left; the last of them is turned up if it is face down.
  float worth(const Tables& tables, int count, int face_down) const {
    if (!count) return 0;
    if (count == down) return tables.down(count - 1) + (count == 1 ? first(tables, cards[0], 1) : 0);
    return finished(tables, face_down, above[count - 1], in_run[count - 1], breaks[count - 1]);
  }

  // The worth of the column after a run of `count` cards, which begins with `head`, has moved there.
  float with(const Tables& tables, int count, int head) const {
    if (!length) return tables.run(count) + first(tables, head, count);
    const int last = length - 1;
    if (Tables::linked(cards[last], head))
      return finished(tables, down, above[last], in_run[last] + count, breaks[last]);
    const float sum =
        above[last] + tables.run(in_run[last]) + tables.at_break(cards[last], head, breaks[last]);
    const float value = sum + tables.run(count) + tables.down(down);
    return down || !is_king(cards[0]) ? value : value + first(tables, cards[0], first_run(last));
  }

 private:
  int first_run(int last) const {
    int n = 1;
    while (n <= last && in_run[n] == n + 1) n++;
    return n;
  }
  static bool is_king(int card) { return card >> 2 == SUIT_LENGTH; }
  // The worth of the first run of a column without face-down cards, which begins with this card; if that isn't a King,
  // of a single run.
  static float first(const Tables& tables, int card, int run) {
    const Weights& w = tables.weights;
    return is_king(card) ? w.king + w.king_run * (run - 1) : w.single;
  }
  float finished(const Tables& tables, int face_down, float sum, int last_run, int broken) const {
    const float value = sum + tables.run(last_run) + tables.down(face_down);
    if (face_down || (broken && !is_king(cards[0]))) return value;
    return value + first(tables, cards[0], broken ? first_run(length - 1) : last_run);
  }
};

}  // namespace spiderpos::winning
