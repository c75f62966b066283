// Classes of positions, and the relaxed game whose states they are (docs/prover.md, sections 1 to 3 and 5).
//
// A class stands for many positions.  It records how far each column is dug out, which cards are removed and
// which are at the top of a column, but mostly not which card lies on which.  The relaxed game allows at least
// the moves of the real one, because it ignores the suits of most cards.  So if a search of all its classes
// doesn't reach the goal, no line does.
//
// The terms are those of docs/prover.md:
// - in play: in the last segment left of its column, or of a column dug out, and not removed; no card above that
//   segment has moved
// - level r: the links between cards of rank r and the cards of rank r+1 that they lie on, its *slots*
// - fluid: a level with an uncovered slot, so that its movable cards can be rearranged; frozen: one without
// - tracked: a card for which the class records a *value*, about the card that lies on it; blind: any other card
// - movable: a card that some position of the class may be able to move; stuck: any other card in play
#pragma once
#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "../game/game.hpp"
#include "problem.hpp"

namespace spiderpos::prover {

// The value of a tracked card is the number of the tracked card that lies on it, or one of these.  "Its level" is the
// one in which it is a slot.
enum : u8 {
  FREE = 255,       // its level is fluid, and it carries no stuck card that the class knows of
  NATURAL = 254,    // its level is frozen, and the card on it may have its suit
  UNNATURAL = 253,  // its level is frozen, and the card on it has another suit
  OUT = 252,        // it isn't in play
};
// The precision of a card: the information in its value about the card that lies on it.
enum : u8 {
  BLIND,    // none: it has no value
  SHALLOW,  // only whether the suits agree, while the level is frozen
  KEPT,     // also which card it is, if that card is tracked and could never leave since their segment came into play
  DEEP,     // also which card it is, if that card is tracked and the level is frozen or the card is stuck
};
// The code of a blind card on the table is this number plus its rank; that of a tracked card is its number.
const int BLIND_CARD = 128;
inline bool is_card(u8 value) {
  return value < BLIND_CARD;
}

struct Class {
  u8 left[MAX_COLUMNS];  // segments left in each column; 0 if it is open: all its segments are in play
  u8 on_table;           // the number of cards "on the table", at the top of an open column
  u8 table[MAX_COLUMNS];  // their codes, sorted; the columns are not recorded
  u8 base[MAX_COLUMNS];   // with Problem::bases: the tracked card known to be at the top of this open column, or FREE
  u64 gone[2];            // bit set of the removed cards
  u8 value[MAX_CARDS];

  bool is_gone(int card) const { return gone[card >> 6] >> (card & 63) & 1; }
  void remove(int card) { gone[card >> 6] |= 1ull << (card & 63); }
  void put_on_table(u8 code) {
    int i = on_table++;
    for (; i > 0 && table[i - 1] > code; i--) table[i] = table[i - 1];
    table[i] = code;
  }
  void take_off_table(u8 code) {
    int i = 0;
    while (table[i] != code) i++;
    for (on_table--; i < on_table; i++) table[i] = table[i + 1];
    table[on_table] = 0;
  }
  bool lies_on_table(u8 code) const {
    return std::find(table, table + on_table, code) != table + on_table;
  }
};

enum Step : u8 { DIG_ONTO_SLOT, DIG_TO_TABLE, TO_TABLE, FROM_TABLE, REMOVE };
// A step of the relaxed game.  A dig moves the head of a column's last segment and brings the segment above it
// into play.
struct Label {
  u8 type;
  u8 a;  // the column of a dig, the suit of a removal, else the rank of the card
  u8 b;  // for a removal: the column of an anchored King, or 255
  bool operator==(const Label& o) const { return type == o.type && a == o.a && b == o.b; }
};
inline bool is_dig(int type) {
  return type == DIG_ONTO_SLOT || type == DIG_TO_TABLE;
}

enum Place : u8 {
  NOT_IN_PLAY,
  LINKED,    // on a card of the next higher rank; also a blind card on the table: the class has only its rank
  ANCHORED,  // the head of the last segment, with other segments above it
  ON_TABLE,
};

// Numbers that follow from a class.
struct Counts {
  // Cards of each rank: in play, anchored, on the table, linked, both linked and tracked.
  int in_play[15], anchored[15], on_table[15], linked[15], linked_tracked[15];
  int open[15];  // uncovered slots of each level
  u8 place[MAX_CARDS];
  bool movable[MAX_CARDS];
  int spaces;
  int removed[4];  // complete suits removed, per suit
};

struct Successor {
  Label label;
  Class to;
  bool goal;
};

// The relaxed game in which each card has the given precision.
class Game {
 public:
  const Problem& problem;
  Precision precision;
  vector<int> tracked;
  int width;  // bytes of a packed class
  bool normal_form = true;    // put blind cards back from the table where that loses nothing (section 5)
  std::size_t limit = 20000;  // the most successors of a class
  bool overflow = false;      // a class had more, so the search proves nothing
  const Label* only = nullptr;  // if set, expand generates only steps with this type and `a`
  // If all cards are deep: generate only successors that fit this class of the game with guide_precision.
  const Class* guide = nullptr;
  const Precision* guide_precision = nullptr;
  vector<int> blame;  // cards because of which no successor fitted the guide

  Game(const Problem& given, const Precision& precisions, Control& control)
      : problem(given), precision(precisions), control_(control) {
    for (int c = 0; c < problem.cards; c++) {
      if (!problem.rank[c]) precision[c] = BLIND;
      if (precision[c]) tracked.push_back(c);
    }
    for (int rank = 1; rank <= 13; rank++)
      for (int c : tracked)
        if (problem.rank[c] == rank) by_rank_.push_back(c);
    for (int c = 0; c < MAX_CARDS; c++) blind_[c] = !precision[c];
    for (int i = 0; i < problem.columns; i++) {
      Stretch stretch{};
      stretches_[i].resize(problem.segments[i].size());
      for (std::size_t k = problem.segments[i].size(); k-- > 0;) {
        for (int c : problem.segments[i][k]) stretch.of_rank[problem.rank[c]]++;
        stretch.begin = (u8)problem.segments[i][0][0];
        stretch.first = (u8)problem.segments[i][k][0];
        stretches_[i][k] = stretch;
      }
    }
    memset(keep_, 0, sizeof keep_);
    for (int c : tracked) keep_[problem.rank[c]] = keep_[problem.rank[c] - 1] = 1;
    int at_level[15] = {0};
    for (const CardPlace& place : problem.goal.uncovered) {
      const int level = (place.card >> 2) - 1;
      keep_[level] = std::max(keep_[level], ++at_level[level]);
    }
    keep_[13] = MAX_CARDS;
    if (problem.goal.no_space || problem.bases) normal_form = false;
    if (problem.bases) named_ = problem.named();
    for (int suit = 0; suit < 4; suit++) {
      int ranks = 0;
      for (int c = 0; c < problem.cards; c++)
        if (problem.suit[c] == suit) ranks |= 1 << problem.rank[c];
      if ((ranks & 0x3ffe) == 0x3ffe) may_remove_ = true;
    }
    gone_bytes_ = may_remove_ ? (problem.cards + 7) / 8 : 0;
    width = problem.columns * 2 + 1 + gone_bytes_ + (int)(tracked.size() + named_.size());
  }
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  void pack(const Class& s, u8* bytes) const {
    memcpy(bytes, s.left, problem.columns);
    bytes += problem.columns;
    *bytes++ = s.on_table;
    memset(bytes, 0, problem.columns);
    memcpy(bytes, s.table, s.on_table);
    bytes += problem.columns;
    memcpy(bytes, s.gone, gone_bytes_);
    bytes += gone_bytes_;
    for (int i : named_) *bytes++ = s.base[i];
    for (int c : tracked) *bytes++ = s.value[c];
  }
  void unpack(const u8* bytes, Class& s) const {
    memcpy(s.left, bytes, problem.columns);
    bytes += problem.columns;
    s.on_table = *bytes++;
    memset(s.table, 0, sizeof s.table);
    memcpy(s.table, bytes, s.on_table);
    bytes += problem.columns;
    s.gone[0] = s.gone[1] = 0;
    memcpy(s.gone, bytes, gone_bytes_);
    bytes += gone_bytes_;
    memset(s.base, FREE, sizeof s.base);
    for (int i : named_) s.base[i] = *bytes++;
    for (int c : tracked) s.value[c] = *bytes++;
  }
  // The class of the starting position.
  Class initial() const {
    Class s;
    memset(&s, 0, sizeof s);
    memset(s.value, OUT, sizeof s.value);
    memset(s.base, FREE, sizeof s.base);
    for (int i = 0; i < problem.columns; i++) {
      s.left[i] = (u8)(problem.segments[i].size() + 1);
      if (s.left[i] == 1)
        s.left[i] = 0;
      else
        expose(s, i);
    }
    canonical(s);
    return s;
  }
  Counts info(const Class& s) const {
    Counts counts;
    count(s, counts);
    memcpy(counts.movable, blind_, sizeof counts.movable);
    for (int x : by_rank_) counts.movable[x] = counts.place[x] && is_movable(s, counts, x);
    return counts;
  }
  // Append the successors of a class.
  void expand(const Class& from, vector<Successor>& out);
  // True if some position of the class meets the goal; perhaps also if none does.
  bool reached(const Class& s, const Counts& counts) const;
  // Append x and the cards known to lie on it that determine whether x is movable.
  void chase(const Class& s, const Counts& counts, int x, vector<int>& out) const {
    while (problem.rank[x] > 1) {
      out.push_back(x);
      const u8 value = s.value[x];
      if (!is_card(value)) break;
      if (counts.open[problem.rank[x] - 1] <= 0 && problem.suit[value] != problem.suit[x]) break;
      x = value;
    }
  }
  u8 code(int card) const { return precision[card] ? (u8)card : (u8)(BLIND_CARD + problem.rank[card]); }
  // The value of x, at a frozen level, if c lies on it.
  u8 value_under(int x, int c) const {
    if (precision[x] >= KEPT && precision[c]) return (u8)c;
    return problem.suit[c] == problem.suit[x] ? NATURAL : UNNATURAL;
  }
  // The card on which c lies, if the class records that (the card's value is c); otherwise -1.
  int names(const Class& s, const Counts& counts, int c) const {
    for (int x : problem.of_rank[problem.rank[c] + 1])
      if (precision[x] >= KEPT && counts.place[x] && s.value[x] == c) return x;
    return -1;
  }

 private:
  friend class Arrangement;
  friend class Distances;
  friend class Steps;
  Control& control_;
  int gone_bytes_ = 0;
  bool may_remove_ = false;
  // The cards of a column from one segment down, precomputed for count().
  struct Stretch {
    u8 begin, first;  // the first card of the column, and of these cards
    u8 of_rank[16];   // the number of cards per rank
  };
  vector<Stretch> stretches_[MAX_COLUMNS];
  vector<int> by_rank_;    // the tracked cards, Aces first: a card's movability depends on lower ranks
  bool blind_[MAX_CARDS];
  int keep_[15];           // k(r) of section 5: uncovered slots that the normal form leaves at each level
  vector<int> named_;      // the columns that have a base

  void count(const Class& s, Counts& counts) const {
    // Cards are numbered along each column, so the numbers of those that can be in play are consecutive.
    u8 in_play[16] = {0};
    memset(counts.anchored, 0, sizeof counts.anchored);
    memset(counts.on_table, 0, sizeof counts.on_table);
    memset(counts.linked_tracked, 0, sizeof counts.linked_tracked);
    memset(counts.place, LINKED, problem.cards);
    int open_columns = 0;
    for (int i = 0; i < problem.columns; i++) {
      const int left = s.left[i];
      open_columns += !left;
      if (problem.segments[i].empty()) continue;
      const Stretch& stretch = stretches_[i][left ? left - 1 : 0];
      memset(counts.place + stretch.begin, NOT_IN_PLAY, stretch.first - stretch.begin);
      for (int r = 0; r < 16; r++) in_play[r] += stretch.of_rank[r];
      if (left) {
        counts.place[stretch.first] = ANCHORED;
        counts.anchored[problem.rank[stretch.first]]++;
      }
    }
    for (int half = 0; half < 2; half++)
      for (u64 bits = s.gone[half]; bits; bits &= bits - 1) {
        const int c = 64 * half + __builtin_ctzll(bits);
        if (counts.place[c] == ANCHORED) counts.anchored[problem.rank[c]]--;
        in_play[problem.rank[c]] -= counts.place[c] != NOT_IN_PLAY;
        counts.place[c] = NOT_IN_PLAY;
      }
    for (int r = 0; r < 15; r++) counts.in_play[r] = in_play[r];
    counts.spaces = open_columns - s.on_table;
    for (int i = 0; i < s.on_table; i++) {
      if (is_card(s.table[i])) {
        counts.place[s.table[i]] = ON_TABLE;
        counts.on_table[problem.rank[s.table[i]]]++;
      } else {
        counts.on_table[s.table[i] - BLIND_CARD]++;
      }
    }
    for (int r = 1; r <= 13; r++) counts.linked[r] = counts.in_play[r] - counts.anchored[r] - counts.on_table[r];
    for (int r = 1; r <= 12; r++) counts.open[r] = counts.in_play[r + 1] - counts.linked[r];
    counts.open[0] = 1;
    counts.open[13] = problem.kings_on_aces ? counts.in_play[1] - counts.linked[13] : 0;
    for (int c : tracked)
      if (counts.place[c] == LINKED) counts.linked_tracked[problem.rank[c]]++;
    for (int& suits : counts.removed) suits = 0;
    if (s.gone[0] | s.gone[1])
      for (int c : problem.of_rank[13])
        if (s.is_gone(c)) counts.removed[problem.suit[c]]++;
  }

  bool is_movable(const Class& s, const Counts& counts, int x) const {
    if (!precision[x] || problem.rank[x] == 1) return true;
    // If the value at a fluid level is a card, that card is stuck, and so is x: thawing resets all other values.
    const u8 value = s.value[x];
    return value == FREE || value == NATURAL ||
           (is_card(value) && problem.suit[value] == problem.suit[x] && counts.movable[value]);
  }

  // Complete a class after a step, and return its counts: bring it to normal form, set the values of cards out of
  // play to OUT, reset values at fluid levels to FREE unless they name a stuck card (thawing), and clear bases that
  // have left the table or can move to a space.  It sets the values from the Aces up, because a value depends on
  // whether the card that it names is movable.
  Counts canonical(Class& s) const {
    Counts counts;
    count(s, counts);
    if (normal_form) {
      bool changed = false;
      for (int i = 0; i < s.on_table; i++)
        if (s.table[i] > BLIND_CARD && s.table[i] < BLIND_CARD + 13) {
          const int r = s.table[i] - BLIND_CARD;
          if (counts.open[r] > keep_[r]) {
            s.take_off_table(s.table[i]);
            counts.open[r]--;
            i--;
            changed = true;
          }
        }
      if (changed) count(s, counts);
    }
    memcpy(counts.movable, blind_, sizeof counts.movable);
    for (int x : by_rank_) {
      const int level = problem.rank[x] - 1;
      u8& value = s.value[x];
      if (!counts.place[x]) {
        value = OUT;
      } else if (counts.open[level] > 0) {  // Aces: always
        counts.movable[x] = level == 0 || !is_card(value) || counts.movable[value];
        if (counts.movable[x]) value = FREE;
      } else {
        if (value == FREE || value == OUT)
          throw std::logic_error("FREE or OUT as a value at a frozen level");
        counts.movable[x] = is_movable(s, counts, x);
      }
    }
    for (int i : named_) {
      const u8 card = s.base[i];
      if (card != FREE && (counts.place[card] != ON_TABLE || (counts.spaces > 0 && counts.movable[card])))
        s.base[i] = FREE;
    }
    return counts;
  }

  // Bring the next segment of a column into play after the last one has left.
  void expose(Class& s, int column) const {
    const int k = --s.left[column];
    if (k < 1) return;
    const vector<int>& segment = problem.segments[column][k - 1];
    for (std::size_t j = 0; j < segment.size(); j++)
      if (precision[segment[j]])
        s.value[segment[j]] = j + 1 < segment.size() ? value_under(segment[j], segment[j + 1]) : (u8)FREE;
    if (k == 1) {
      s.left[column] = 0;
      s.put_on_table(code(segment[0]));
      s.base[column] = precision[segment[0]] ? (u8)segment[0] : (u8)FREE;
    }
  }

  int turned(const Class& s, int column) const {
    return problem.face_down[column] -
           (s.left[column] ? std::min<int>(s.left[column] - 1, problem.face_down[column]) : 0);
  }
  bool counts_reached(const Class& s, const Counts& counts) const {
    const Goal& goal = problem.goal;
    int all = 0;
    for (int i = 0; i < problem.columns; i++) {
      const int here = turned(s, i);
      if (here < goal.turned_in[i]) return false;
      all += here;
    }
    return all >= goal.turned && counts.spaces >= goal.spaces && goal.enough_removed(counts.removed);
  }
  // Test arrangements of a class, and count the tries as work.
  template <class Test>
  bool arranged(const Class& s, const Counts& counts, const Test& test) const;
  static constexpr int TRIES = 32;  // tries for one unit of work
  bool excluded(int type, int a) const { return only && (only->type != type || only->a != a); }

};

}  // namespace spiderpos::prover
