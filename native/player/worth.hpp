// The worth of a tableau for a player who doesn't see the face-down cards and the hand.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>

#include "../winning/winning.hpp"

namespace spiderpos::winning {

// The number of unseen copies of each card.
struct Unseen {
  u8 count[CODES] = {};
  int total = 0;
};

// The features of the worth, each with a weight.
enum Part {
  LINK,         // a card on the next higher one of its suit
  LONG_RUN,     // for each link, the number of links above it in its run
  IN_RANK,      // a card on the next higher one of another suit
  UP_STEP,      // a card on one of the same or a lower rank
  DOWN_STEP,    // a card on one at least two ranks higher
  OVER_DOWN,    // each run but the first in a column with face-down cards
  DOWN,         // a face-down card
  DOWN_SQUARE,  // each ordered pair of face-down cards in a column
  COVERED,      // a column that has face-down cards
  SPACE,        // a space
  MORE_SPACE,   // each space but the first
  KING,         // a King at the head of a column without face-down cards
  KING_RUN,     // each other card of its run
  SINGLE,       // a column without face-down cards that is a single run and doesn't begin with a King
  OFF,          // a removed suit
  READY_SUIT,   // a card could be turned up by a move onto its suit
  READY_RANK,   // a card could be turned up by a move onto another suit
  FREE_SUIT,    // a column could be emptied by a move onto its suit
  FREE_RANK,    // a column could be emptied by a move onto another suit
  TAKES_SUIT,   // the share of unseen cards that fit in suit on some column
  TAKES_RANK,   // the share of unseen cards that fit on some column
  RANKS,        // a rank that some bottom card has
  LOOSE_SUIT,   // a run that could move onto a card of its suit, and has face-up cards above it
  MOVES,        // a move
  PARTS
};

// Stages of a game: the number of rows left to deal.
constexpr int STAGES = 6;

struct PlayerWeights {
  float base[PARTS];   // halfway between the first and the last stage
  float slope[PARTS];  // half of the difference between the first stage and the last
  float of(int part, int rows) const {
    const float stage = (std::min(rows, STAGES - 1) - 2.5f) / 2.5f;
    return base[part] + slope[part] * stage;
  }
};

// A summary of a column, for the features that depend on several columns.
struct Side {
  u64 cards;     // the hash of the cards, which can be updated card by card
  u64 hash;      // the final hash, computed from `cards`; 0 for a space
  float steps;   // the worth of the steps from card to card
  float worth;   // the worth of the column
  u8 length, down;  // the number of cards, and of face-down cards
  u8 bottom;     // 0: a space
  u8 head;       // the first card of the run at the bottom
  u8 run;        // the number of cards that move together
  u8 first_run;  // the length of the first face-up run, if there are others
  u8 breaks;     // the number of face-up runs but the first
  bool king;     // the first card is a King, face up
  u8 links, in_rank, up_steps, down_steps;  // the counts of LINK, IN_RANK, UP_STEP and DOWN_STEP
  uint16_t long_run;                        // the count of LONG_RUN
};

// The columns of a tableau.
using Sides = std::array<const Side*, MOST_COLUMNS>;

inline Sides all(const Side* sides) {
  Sides pointers;
  for (std::size_t i = 0; i < MOST_COLUMNS; i++) pointers[i] = sides + i;
  return pointers;
}

// The worth of tableaus with this number of rows left to deal.
class Worth {
 public:
  Worth(const Rules& rules, const PlayerWeights& weights, const Unseen& unseen, int rows)
      : rules_(rules) {
    for (int part = 0; part < PARTS; part++) w_[part] = weights.of(part, rows);
    const float share = unseen.total ? 1.f / unseen.total : 0;
    std::fill(suit_, suit_ + 64, 0.f);
    std::fill(rank_, rank_ + 16, 0.f);
    for (int card = 4; card < CODES; card++) {
      if (card + 4 < 64) suit_[card + 4] = unseen.count[card] * share;
      rank_[(card >> 2) + 1] += unseen.count[card] * share;
    }
  }

  float part(Part part) const { return w_[part]; }

  // Summarise a column of `length` cards, `down` of them face down.
  Side side(const u8* cards, int length, int down) const {
    Side s = face_down(down);
    extend(s, cards, length);
    return s;
  }
  // Add the cards of a column that the summary doesn't include yet.
  void extend(Side& s, const u8* cards, int length) const {
    while (s.length < length) place(s, cards[s.length]);
    finish(s);
  }

  // The three steps of side(): begin with the face-down cards, place the face-up cards, finish.
  static Side face_down(int count) {
    Side s{};
    s.cards = keys().down(count);
    s.length = s.down = (u8)count;
    return s;
  }
  void place(Side& s, u8 card) const {
    const int upper = s.bottom;
    s.cards ^= keys().card(s.length, card);
    s.bottom = card;
    if (s.length++ == s.down) {
      s.head = card, s.run = 1;
      s.king = !s.down && card >> 2 == SUIT_LENGTH;
    } else if (upper - card == 4 && card > UNKNOWN) {
      s.links++, s.long_run += s.run - 1;
      s.steps += w_[LINK];
      s.steps += w_[LONG_RUN] * (float)(s.run - 1);
      s.run++;
    } else if (rules_.natural(upper, card)) {
      s.run++;
    } else {
      if (!s.breaks) s.first_run = s.run;
      s.breaks++;
      s.head = card, s.run = 1;
      const int step = (card >> 2) - (upper >> 2);
      (step == -1 ? s.in_rank : step >= 0 ? s.up_steps : s.down_steps)++;
      s.steps += w_[step == -1 ? IN_RANK : step >= 0 ? UP_STEP : DOWN_STEP];
    }
  }
  void finish(Side& s) const {
    s.worth = s.steps;
    parts_of(s, [&](Part part, float times) { s.worth += w_[part] * times; });
    s.hash = s.length ? keys().column(s.cards, 0) : 0;
  }

  // Return the worth of the whole tableau, including features of several columns.
  float whole(const Sides& sides, int removed) const {
    float worth = 0;
    for (int i = 0; i < rules_.columns; i++) worth += sides[i]->worth;
    parts_between(sides, removed, [&](Part part, float times) { worth += w_[part] * times; });
    return worth;
  }

  // Count each feature.
  void count(const Sides& sides, int removed, float* parts) const {
    const auto add = [&](Part part, float times) { parts[part] += times; };
    std::fill(parts, parts + PARTS, 0.f);
    for (int i = 0; i < rules_.columns; i++) {
      const Side& s = *sides[i];
      add(LINK, s.links);
      add(LONG_RUN, s.long_run);
      add(IN_RANK, s.in_rank);
      add(UP_STEP, s.up_steps);
      add(DOWN_STEP, s.down_steps);
      parts_of(s, add);
    }
    parts_between(sides, removed, add);
  }

 private:
  // Add the features of a column as a whole.
  template <class Add>
  static void parts_of(const Side& s, Add add) {
    if (s.down) {
      add(COVERED, 1);
      add(DOWN, s.down);
      add(DOWN_SQUARE, s.down * (s.down - 1));
      add(OVER_DOWN, s.breaks);
    } else if (s.king) {
      add(KING, 1);
      add(KING_RUN, (s.breaks ? s.first_run : s.run) - 1);
    } else if (s.length && !s.breaks) {
      add(SINGLE, 1);
    }
  }

  // Add the features that depend on several columns or on the removed suits.
  template <class Add>
  void parts_between(const Sides& sides, int removed, Add add) const {
    u64 bottoms = 0;
    int spaces = 0;
    if (removed) {
      add(OFF, removed);
      add(LINK, 12 * removed);
      add(LONG_RUN, 66 * removed);
      add(KING, removed);
    }
    for (int i = 0; i < rules_.columns; i++) {
      if (sides[i]->bottom)
        bottoms |= 1ULL << sides[i]->bottom;
      else
        spaces++;
    }
    if (spaces) {
      add(SPACE, 1);
      add(MORE_SPACE, spaces - 1);
    }
    u32 ranks = 0;
    for (u64 rest = bottoms; rest; rest &= rest - 1) {
      const int card = __builtin_ctzll(rest);
      add(TAKES_SUIT, suit_[card]);
      if (ranks >> (card >> 2) & 1) continue;
      ranks |= 1u << (card >> 2);
      add(TAKES_RANK, rank_[card >> 2]);
      add(RANKS, 1);
    }
    for (int i = 0; i < rules_.columns; i++) {
      const Side& s = *sides[i];
      if (s.head < 4) continue;
      const int target = s.head + 4;
      const bool in_suit = bottoms >> target & 1, in_rank = ranks >> (target >> 2) & 1;
      if (!in_suit && (!in_rank || s.breaks)) continue;
      if (s.breaks)
        add(LOOSE_SUIT, 1);
      else if (s.down)
        add(in_suit ? READY_SUIT : READY_RANK, 1);
      else
        add(in_suit ? FREE_SUIT : FREE_RANK, 1);
    }
  }

  const Rules& rules_;
  float w_[PARTS];
  float suit_[64], rank_[16];  // the share of unseen cards that fit on a card in suit, and on a rank
};

}  // namespace spiderpos::winning
