// The values after a level freezes (docs/prover.md, section 3, "Freezing" and "Getting stuck").
//
// A level freezes when a card covers its last slot.  Until then its movable cards could lie on any of its slots; while
// it is frozen, none of them can change its slot.  The class before the step doesn't record which card lies where, so
// there is one successor for each arrangement that the values of the slots can record.
#pragma once
#include "classes.hpp"

namespace spiderpos::prover {

// Enumerates the ways in which a level can freeze, and calls `then` with the class of each.  The search sets
// values in one shared class and restores them, so `then` must copy the class to keep or change it.
class Freezing {
 public:
  using Then = Call<const Class&>;
  Freezing(Game& game, const Counts& before, const Then& then)
      : game_(game), problem(game.problem), old_(before), then_(then) {}

  // Freeze level r because h, of rank r, lands on it (-1 for a blind card from the table).  In `s` h has left its
  // old place.
  void freeze(Class s, int r, int h) {
    Level level;
    level.r = r;
    for (int x : problem.of_rank[r + 1])
      if (old_.place[x]) {
        level.slots.push_back(x);
        if (game_.precision[x] == DEEP) {
          if (s.value[x] == FREE) level.deep.push_back(x);
        } else if (game_.precision[x] && !is_card(s.value[x])) {
          level.shallow.push_back(x);
        }
      }
    // A frozen level has as many cards as slots.  Of its plain slots (not deep, and naming no card) `room` can carry
    // a card that isn't stuck.
    int room = old_.linked[r] + 1 - (int)level.deep.size();
    for (int c : problem.of_rank[r]) {
      if (old_.place[c] != LINKED && c != h) continue;
      if (!game_.precision[c]) {  // a blind h that comes from the table counts as linked already
        level.blind[problem.suit[c]]++;
        continue;
      }
      if (old_.movable[c]) {
        level.cards.push_back(c);
      } else {
        room--;  // a stuck card stays on its slot
        if (game_.names(s, old_, c) < 0) level.unnamed[problem.suit[c]]++;
      }
    }
    if (game_.guide)
      guided(s, level);
    else
      settle(s, level, 0, room);
  }

 private:
  struct Level {
    int r;
    vector<int> slots;
    vector<int> deep;     // the deep slots with value FREE
    vector<int> shallow;  // the tracked slots that aren't deep and name no card
    vector<int> cards;    // the movable tracked cards of the level, and h: any slot may carry them
    int blind[4] = {0, 0, 0, 0};    // u in docs/prover.md: blind cards of the level, per suit
    int unnamed[4] = {0, 0, 0, 0};  // w there: linked tracked cards that no slot names, per suit
  };

  // The cards of a rank that the step has made stuck, and the deep slots that may carry them.
  struct Stuck {
    explicit Stuck(int of_rank) : rank(of_rank) {}
    int rank, count = 0, cards[MAX_OF_RANK];
    vector<int> deep;
  };

  // Choose a deep slot or "some plain slot" for each tracked card.
  void settle(Class& s, Level& level, std::size_t k, int room) {
    if (game_.overflow) return;
    if (k == level.cards.size()) return naturals(s, level);
    const int c = level.cards[k];
    for (const bool natural : {true, false})
      for (int x : level.deep)
        if (s.value[x] == FREE && (problem.suit[x] == problem.suit[c]) == natural) {
          s.value[x] = (u8)c;
          settle(s, level, k + 1, room);
          s.value[x] = FREE;
        }
    if (room > 0) {
      level.unnamed[problem.suit[c]]++;
      settle(s, level, k + 1, room - 1);
      level.unnamed[problem.suit[c]]--;
    }
  }

  // Choose NATURAL or UNNATURAL for the slots that name no card.  NATURAL allows more, so for each suit only the
  // largest possible sets of NATURAL slots are tried.
  void naturals(Class& s, Level& level) {
    int members[4][MAX_OF_RANK], size[4] = {0, 0, 0, 0}, deep[4];
    for (int x : level.deep)
      if (s.value[x] == FREE) members[problem.suit[x]][size[problem.suit[x]]++] = x;
    std::copy(size, size + 4, deep);
    for (int x : level.shallow) members[problem.suit[x]][size[problem.suit[x]]++] = x;
    vector<int> choices[4];
    for (int q = 0; q < 4; q++) {
      const int u = level.blind[q], shallow = size[q] - deep[q];
      const int largest = std::min(std::min(deep[q], u) + shallow, u + level.unnamed[q]);
      for (int set = 0; set < 1 << size[q]; set++)
        if (__builtin_popcount(set) == largest &&
            __builtin_popcount(set & ((1 << deep[q]) - 1)) <= u)
          choices[q].push_back(set);
    }
    std::size_t choice[4] = {0, 0, 0, 0};
    for (int q = 0; q < 4 && !game_.overflow;) {
      for (int p = 0; p < 4; p++)
        for (int k = 0; k < size[p]; k++)
          s.value[members[p][k]] = choices[p][choice[p]] >> k & 1 ? NATURAL : UNNATURAL;
      carry_on(s, level);
      for (q = 0; q < 4 && ++choice[q] == choices[q].size(); q++) choice[q] = 0;
    }
    for (int q = 0; q < 4; q++)
      for (int k = 0; k < size[q]; k++) s.value[members[q][k]] = FREE;
  }

  // Compute which cards of the frozen level are movable now, and go on with the ranks above.  Only stuck cards there
  // get a slot: the place of a movable one at a fluid level would be reset by thawing.
  void carry_on(Class& s, const Level& level) {
    memcpy(movable_, old_.movable, sizeof movable_);
    for (int x : level.slots) {
      if (!game_.precision[x]) continue;
      const u8 value = s.value[x];
      movable_[x] =
          value == NATURAL || (is_card(value) && problem.suit[value] == problem.suit[x] && old_.movable[value]);
    }
    stick(level.r + 1, s);
  }

  // For this rank and those above it: record the slots of the cards that the step has made stuck.
  void stick(int rank, Class& s) {
    if (game_.overflow) return;
    Stuck stuck{rank};
    bool any = false;
    if (rank < 13)
      for (int x : problem.of_rank[rank])
        if (game_.precision[x] && old_.place[x] && old_.movable[x] && !movable_[x]) {
          any = true;
          if (old_.place[x] == LINKED) stuck.cards[stuck.count++] = x;
        }
    if (!any) return then_(s);
    if (old_.open[rank] > 0) {
      int room = 0;
      for (int x : problem.of_rank[rank + 1])
        if (old_.place[x]) {
          if (game_.precision[x] == DEEP) {
            if (s.value[x] == FREE) stuck.deep.push_back(x);
          } else if (game_.precision[x] < KEPT || !is_card(s.value[x])) {
            room++;
          }
        }
      for (int c : problem.of_rank[rank])  // cards stuck before the step occupy plain slots
        if (game_.precision[c] && old_.place[c] == LINKED && !old_.movable[c] && game_.names(s, old_, c) < 0)
          room--;
      place_stuck(s, stuck, 0, room);
    } else {
      int changed[MAX_OF_RANK], changes = 0;
      for (int x : problem.of_rank[rank + 1])
        if (game_.precision[x] >= KEPT && old_.place[x] && is_card(s.value[x]) && movable_[x] &&
            !movable_[s.value[x]]) {
          movable_[x] = false;
          changed[changes++] = x;
        }
      stick(rank + 1, s);
      while (changes) movable_[changed[--changes]] = true;
    }
  }

  // Choose a plain slot, if there is room, or a deep slot for each stuck card from the k-th on.
  void place_stuck(Class& s, const Stuck& stuck, int k, int room) {
    if (k == stuck.count) return stick(stuck.rank + 1, s);
    if (room > 0) place_stuck(s, stuck, k + 1, room - 1);
    const int card = stuck.cards[k];
    const Class* guide = game_.guide;
    int must = -1;
    if (guide)
      for (int x : stuck.deep)
        if (guide->value[x] == card) must = x;
    for (int x : stuck.deep) {
      if (s.value[x] != FREE) continue;
      if (must >= 0 ? x != must
                    : guide && (*game_.guide_precision)[x] == DEEP && guide->value[x] != card &&
                          guide->value[x] != FREE)
        continue;
      s.value[x] = (u8)card;
      movable_[x] = false;
      place_stuck(s, stuck, k + 1, room);
      s.value[x] = FREE;
      movable_[x] = true;
    }
  }

  // If all cards are deep, try only the arrangements that fit the guide.  Cards whose slot the guide leaves open are
  // arranged in one way only, so a failure isn't a proof.
  void guided(Class& s, Level& level) {
    if (level.r == 13) return carry_on(s, level);
    if (level.deep.size() != level.cards.size()) return;
    const Class& guide = *game_.guide;
    vector<int> slots;
    bool bad = false;
    for (int x : level.deep)
      if (is_card(guide.value[x])) {
        if (std::find(level.cards.begin(), level.cards.end(), guide.value[x]) != level.cards.end()) {
          slots.push_back(x);
        } else {
          game_.chase(s, old_, guide.value[x], game_.blame);
          bad = true;
        }
      }
    if (bad) return;
    for (int x : level.deep)
      if (guide.value[x] == NATURAL) slots.push_back(x);
    vector<int> left = level.cards;
    guided(s, level, slots, 0, left);
  }

  void guided(Class& s, Level& level, const vector<int>& slots, std::size_t k, vector<int>& left) {
    if (game_.overflow) return;
    if (k == slots.size()) {
      vector<int> rest = left, filled;
      for (const bool natural : {true, false})
        for (int x : level.deep)
          if (s.value[x] == FREE) {
            const auto card = std::find_if(
                rest.begin(), rest.end(), [&](int c) { return !natural || problem.suit[c] == problem.suit[x]; });
            if (card == rest.end()) continue;
            s.value[x] = (u8)*card;
            rest.erase(card);
            filled.push_back(x);
          }
      carry_on(s, level);
      for (int x : filled) s.value[x] = FREE;
      return;
    }
    const int x = slots[k];
    const u8 value = game_.guide->value[x];
    bool any = false;
    for (std::size_t j = 0; j < left.size(); j++) {
      const int c = left[j];
      if (is_card(value) ? c != value : problem.suit[c] != problem.suit[x]) continue;
      any = true;
      left.erase(left.begin() + (long)j);
      s.value[x] = (u8)c;
      guided(s, level, slots, k + 1, left);
      s.value[x] = FREE;
      left.insert(left.begin() + (long)j, c);
    }
    if (any) return;
    for (int c : problem.of_rank[level.r])
      if (problem.suit[c] == problem.suit[x] && old_.place[c] == LINKED && !old_.movable[c])
        game_.chase(s, old_, c, game_.blame);
  }

  Game& game_;
  const Problem& problem;
  const Counts& old_;  // before the step
  const Then& then_;
  bool movable_[MAX_CARDS];  // after the step, for the ranks done so far
};

}  // namespace spiderpos::prover
