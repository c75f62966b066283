// Beam search for a win or another goal.
//
// A layer has the best tableaus after a number of moves, at most `width` of them; their best successors are the next
// layer.  The game is searched in parts, from one deal to the next.  Each part begins with the best of the tableaus
// after the deal, from all layers of the part before.  A tableau that was met in the same part isn't added again.
// Tableaus are recognised by a 64-bit hash: a collision can lose a line, but never gives a wrong one.
//
// A failed search proves nothing.
#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "../game/game.hpp"
#include "beam_styles.hpp"
#include "met.hpp"
#include "nearness.hpp"

namespace spiderpos::winning {

// The goal of a search, and its conditions.
struct Aim {
  int standing = 0;      // complete suits that a win must leave in the tableau
  int most_removed = 8;  // limit on removed suits, including those removed before the start
  bool deals = true;     // rows may be dealt
  int most_moves = 1 << 20;
  const Referee* goal = nullptr;  // a goal other than a win; null: a win

  bool in_place() const { return goal && goal->question().fixed; }
  bool reached(const Rules& rules, const Tableau& t) const {
    if (goal) return goal->reached(t);
    return is_won(rules, t, standing);
  }
  // Play a legal move; return false if it breaks a condition.
  bool play(const Rules& rules, Tableau& t, Move move) const {
    if (goal) {
      const Tableau was = t;
      return goal->play(t, move) && (!goal->makes_space(was, t) || goal->reached(t));
    }
    winning::play(rules, t, move);
    return t.removed <= most_removed;
  }
};

class Beam {
 public:
  // With `apart`, a layer has only a few tableaus with the same turned-up cards.  Otherwise the best tableaus after one
  // way of turning up cards can crowd out all others.
  Beam(const Rules& rules, const Aim& aim, const Style& style, Control& control, bool apart = false)
      : rules_(rules), aim_(aim), tables_(rules, style.weights), each_space_(style.each_space), apart_(apart),
        control_(control), memory_(control), met_(control) {}

  int last_idle = 60;  // end the last part if more than this number of layers in a row have no better tableau

  // Search for a line from `start`; return true if one was found.  A layer has at most `width` tableaus.
  bool search(const Tableau& start, u32 width, std::vector<Move>& line) {
    width_ = width;
    past_.assign(1, Past{0, Move{}});
    layer_.assign(1, State{start, 0, 0, 0, 0});
    measure(layer_[0]);
    account();
    while (!layer_.empty()) {
      won_ = -1;
      part();
      if (won_ >= 0) {
        line.clear();
        for (u32 i = (u32)won_; i; i = past_[i].before) line.push_back(past_[i].move);
        std::reverse(line.begin(), line.end());
        return true;
      }
      layer_.swap(dealt_);
      dealt_.clear();
    }
    return false;
  }

 private:
  struct State {
    Tableau tableau;
    u64 hash;
    float worth;
    u32 past;  // the index of its last move in past_
    int moves;
  };
  // A move, and the index of the move before it; 0 is the start.
  struct Past {
    u32 before;
    Move move;
  };
  struct Candidate {
    float worth;
    u32 from;  // index in layer_
    u64 hash;
    Move move;
  };

  // A move of the state being expanded.
  struct Pending {
    Candidate candidate;
    bool measured;   // the candidate has the worth and the hash of the tableau after the move
    bool may_reach;  // the move may reach the goal
  };

  // The layers to expand after the first: before a deal, and after the last one.
  static constexpr int LAYERS = 60, LAST_LAYERS = 250;
  // A part before a deal ends if more than this number of layers in a row add nothing to the next part.
  static constexpr int IDLE = 8;
  static constexpr int WORK = 4;  // for the expansion of a state
  static constexpr int PLAYED_PER_WORK = 2;

  // Search one part of the game: up to the next deal, or to the end.
  void part() {
    met_.clear();
    for (const State& state : layer_) met_.add(state.hash);
    dealt_.clear();
    dealt_threshold_ = -1e30f;
    const bool more = aim_.deals && rows_left(rules_, layer_[0].tableau);
    const int layers = more ? LAYERS : LAST_LAYERS;
    const int patience = more ? IDLE : last_idle;
    float best = -1e30f;
    for (int depth = 0, idle = 0; depth <= layers && idle <= patience; depth++, idle++) {
      const std::size_t before = deals_;
      candidates_.clear();
      threshold_ = -1e30f;
      for (u32 i = 0; i < layer_.size(); i++) {
        played_ = 0;
        expand(i);
        for (const Pending& move : pending_) judge(move);
        if (won_ >= 0) return;
        control_.poll(WORK + played_ / PLAYED_PER_WORK);
      }
      choose();
      if (layer_.empty()) break;
      for (const State& state : layer_) {
        if (!more && state.worth > best) best = state.worth, idle = -1;
      }
      if (deals_ > before) idle = -1;
      account();
    }
    if (more) choose_dealt();
  }

  int column_number(int i) const { return unordered_ ? MOST_COLUMNS : i; }

  u64 column_hash(int i, u64 sum, int down) const {
    return keys().column(sum ^ keys().down(down), column_number(i));
  }

  float space_worth(const Tableau& t) const {
    return t.dealt < rules_.hand.size() ? tables_.weights.space : tables_.weights.last_space;
  }

  // The penalty for a number of steps to a goal other than a win.
  float steps_worth(int steps) const { return tables_.weights.step * (float)steps; }

  // Compute the hash and the worth of a state from scratch.
  void measure(State& state) {
    const Tableau& t = state.tableau;
    unordered_ = !aim_.in_place() && (!aim_.deals || t.dealt >= rules_.hand.size());
    const u8* column = t.cards;
    float worth = tables_.weights.removed * t.removed + tables_.run(SUIT_LENGTH) * t.removed -
                  tables_.weights.move * state.moves;
    u64 hash = keys().dealt(t.dealt);
    View view;
    for (int i = 0; i < rules_.columns; column += t.length[i], i++) {
      view.look(tables_, column, t.length[i], t.down[i]);
      worth += t.length[i] ? view.worth(tables_, t.length[i], t.down[i]) : space_worth(t);
      hash += column_hash(i, view.hash[t.length[i]], t.down[i]);
    }
    for (int i = 0; i < rules_.cells; i++) {
      hash += keys().cell(t.cells[i]);
      if (!t.cells[i]) worth += tables_.weights.cell;
    }
    state.worth = worth - (aim_.goal ? steps_worth(Nearness(rules_, *aim_.goal, t).steps()) : 0);
    state.hash = hash;
  }

  // List the moves of a state in pending_, but play a deal.
  void expand(u32 index) {
    const Tableau& t = layer_[index].tableau;
    const float space = space_worth(t);
    pending_.clear();
    if (aim_.goal) steps_worth_ = steps_worth(nearness_.emplace(rules_, *aim_.goal, t).steps());
    int place = 0, first_space = -1;
    int bottom[MOST_COLUMNS];  // the bottom card of each column; -1: a space
    for (int i = 0; i < rules_.columns; place += t.length[i], i++) {
      views_[i].look(tables_, t.cards + place, t.length[i], t.down[i]);
      worths_[i] = t.length[i] ? views_[i].worth(tables_, t.length[i], t.down[i]) : space;
      hashes_[i] = column_hash(i, views_[i].hash[t.length[i]], t.down[i]);
      bottom[i] = t.length[i] ? t.cards[place + t.length[i] - 1] : -1;
      if (!t.length[i] && first_space < 0) first_space = i;
    }
    const bool same_spaces = unordered_ || !each_space_;
    if (aim_.deals && may_deal(rules_, t)) deal(index);
    for (int from = 0; from < rules_.columns; from++) {
      const View& a = views_[from];
      if (!a.length) continue;
      if (a.run >= SUIT_LENGTH && bottom[from] < 8 && t.removed < aim_.most_removed)
        consider(index, Move{REMOVE, (u8)from, 0, 0});
      for (int to = 0; to < rules_.columns; to++) {
        if (to == from) continue;
        if (bottom[to] < 0) {
          if (same_spaces && to != first_space) continue;
          for (int count = 1; count <= a.run; count++)
            if (count < a.length || (!unordered_ && each_space_))
              shift(index, from, to, count, space);
          continue;
        }
        const int onto = bottom[to];
        if (bottom[from] == UNKNOWN || onto == UNKNOWN) continue;
        int count = (onto >> 2) - (bottom[from] >> 2);
        if (rules_.kings_on_aces && count < 1) count += SUIT_LENGTH;
        for (; count >= 1 && count <= a.run; count += SUIT_LENGTH) {
          const int head = a.cards[a.length - count];
          // For a win, moving part of a run onto a copy of the card above that part gains nothing.
          if (count < a.run && tables_.movable(onto, head) && !aim_.goal) continue;
          shift(index, from, to, count, space);
        }
      }
    }
    cell_moves(rules_, t, [&](Move move) {
      const bool first = move.kind == FROM_CELL ? bottom[move.to] >= 0 || move.to == first_space
                                                : move.to == 0 || t.cells[move.to - 1];
      if (first) consider(index, move);  // of equal moves, only one
    });
  }

  // Compute the worth and hash of a shift from the two columns that it changes, without playing it if possible.
  void shift(u32 index, int from, int to, int count, float space) {
    const State& state = layer_[index];
    const View &a = views_[from], &b = views_[to];
    const int left = a.length - count, head = a.cards[left];
    const int last = a.cards[a.length - 1];
    const bool joined = b.length && tables_.movable(b.cards[b.length - 1], head);
    const int new_run = count + (joined ? b.run : 0);
    const Move move{SHIFT, (u8)from, (u8)to, (u8)count};
    const bool uncovers_suit = rules_.automatic_removal && left > a.down && a.in_run[left - 1] == SUIT_LENGTH;
    if ((new_run >= SUIT_LENGTH && last < 8) || uncovers_suit || a.in_run[a.length - 1] < count) {
      // It may complete or uncover a suit, or the cards are in several runs (with Kings on Aces): play it.
      consider(index, move);
      return;
    }
    float worth = state.worth - tables_.weights.move - worths_[from] - worths_[to] +
                  (left ? a.worth(tables_, left, a.down) : space) + b.with(tables_, count, head);
    bool may_reach = false;
    if (aim_.goal) {
      const int steps = nearness_->steps_after(from, to, count);
      may_reach = steps <= 0;
      worth = worth + steps_worth_ - steps_worth(steps);
      played_++;
    }
    if (worth <= threshold_ && !may_reach) return;
    u64 sum = b.hash[b.length];
    for (int i = 0; i < count; i++) sum ^= keys().card(b.length + i, a.cards[left + i]);
    const int down = left && left == a.down ? a.down - 1 : a.down;
    const u64 hash = state.hash - hashes_[from] - hashes_[to] +
                     column_hash(from, a.hash[left], down) + column_hash(to, sum, b.down);
    met_.prefetch(hash);
    pending_.push_back({{worth, index, hash, move}, true, may_reach});
  }

  // List a move that must be played to find its worth.
  void consider(u32 index, Move move) {
    played_++;
    pending_.push_back({{0, index, 0, move}, false, true});
  }

  // Make a move a candidate; play it if necessary.
  void judge(const Pending& pending) {
    const Candidate& candidate = pending.candidate;
    if (!pending.may_reach) {
      if (candidate.worth <= threshold_) return;
      if (!aim_.goal) return add(candidate);
      if (met_.has(candidate.hash)) return;
    }
    State next = layer_[candidate.from];
    if (!aim_.play(rules_, next.tableau, candidate.move)) return;
    next.moves++;
    if (wins(next, candidate.move)) return;
    if (aim_.goal && shows_unknown(rules_, next.tableau)) return;
    if (pending.measured)
      next.worth = candidate.worth, next.hash = candidate.hash;
    else
      measure(next);
    if (next.worth > threshold_) add(Candidate{next.worth, candidate.from, next.hash, candidate.move});
  }

  // Return true if a move has led to the goal, and record it then.
  bool wins(State& next, Move move) {
    if (next.moves > aim_.most_moves || !aim_.reached(rules_, next.tableau)) return false;
    record(next, move);
    won_ = next.past;
    return true;
  }
  void record(State& state, Move move) {
    past_.push_back({state.past, move});
    state.past = (u32)past_.size() - 1;
  }

  void add(const Candidate& candidate) {
    if (!met_.add(candidate.hash)) return;
    candidates_.push_back(candidate);
    if (candidates_.size() >= most()) {
      best_first(candidates_, choice());
      threshold_ = candidates_.back().worth;
    }
  }

  template <class Item>
  static bool better(const Item& a, const Item& b) {
    return a.worth > b.worth;
  }

  // Keep the `count` best items; if any are dropped, the worst that is kept is the last.
  template <class Item>
  static void best_first(std::vector<Item>& items, std::size_t count) {
    if (items.size() <= count) return;
    const auto last = items.begin() + (std::ptrdiff_t)(count - 1);
    std::nth_element(items.begin(), last, items.end(), better<Item>);
    items.resize(count);
  }

  // When the list has most() candidates, it is reduced to the best choice() of them.  With `apart_` more than `width`
  // are needed, because keep() drops similar ones.
  std::size_t choice() const { return (apart_ ? 8 : 1) * (std::size_t)width_; }
  std::size_t most() const { return choice() + 3 * (std::size_t)width_; }

  // Keep the `width` best items; with `apart_`, only a few with the same number from `turned`.
  template <class Item, class Turned>
  void keep(std::vector<Item>& items, Turned turned) {
    best_first(items, choice());
    if (!apart_) return;
    std::sort(items.begin(), items.end(), better<Item>);
    similar_.assign(1 << 16, 0);
    const u32 most_similar = std::max(width_ / 512, 1u);
    std::size_t count = 0;
    for (std::size_t i = 0; i < items.size() && count < width_; i++)
      if (similar_[turned(items[i]) % similar_.size()]++ < most_similar) items[count++] = items[i];
    items.resize(count);
  }

  // A hash of the cards turned up in each column and the number of removed suits.
  u64 turned(const Tableau& t) const {
    u64 number = t.removed;
    for (int i = 0; i < rules_.columns; i++) number = number * (MOST_CARDS + 1) + t.down[i];
    return number;
  }

  // Play the best candidates, which gives the next layer.
  void choose() {
    keep(candidates_, [&](const Candidate& candidate) {
      Tableau t = layer_[candidate.from].tableau;
      play(rules_, t, candidate.move);
      return turned(t);
    });
    next_.clear();
    for (const Candidate& candidate : candidates_) {
      next_.push_back(layer_[candidate.from]);
      State& state = next_.back();
      play(rules_, state.tableau, candidate.move);
      if (state.moves + 1 + least_left(state.tableau) > aim_.most_moves) {
        next_.pop_back();
        continue;
      }
      record(state, candidate.move);
      state.moves++;
      state.worth = candidate.worth;
      state.hash = candidate.hash;
    }
    control_.classes += (int64_t)next_.size();
    layer_.swap(next_);
  }

  // Return a lower bound for the moves to a win.  A win has twelve links per suit (a card on the next higher one of its
  // suit); a shift makes at most one, and a row at most one per card.
  int least_left(const Tableau& t) const {
    if (aim_.goal || aim_.most_moves > MOST_CARDS * MOST_CARDS) return 0;
    int cards = (int)rules_.hand.size() - t.dealt, links = cards, rows = 0;
    if (cards) rows = (cards + rules_.columns - 1) / rules_.columns;
    for (int i = 0; i < rules_.cells; i++) cards += t.cells[i] != 0;
    const u8* column = t.cards;
    for (int i = 0; i < rules_.columns; column += t.length[i], i++) {
      cards += t.length[i];
      for (int j = t.down[i] + 1; j < t.length[i]; j++) links += column[j - 1] - column[j] == 4;
    }
    return rows + std::max(0, cards / SUIT_LENGTH * (SUIT_LENGTH - 1) - links);
  }

  // Estimate the worth of a state after the next row.  The suits that it completes aren't counted, nor is a change
  // of the steps to a goal.
  float worth_dealt(const State& state) const {
    const int left = (int)rules_.hand.size() - state.tableau.dealt;
    const u8* row = rules_.hand.data() + state.tableau.dealt;
    float worth = state.worth - tables_.weights.move;
    for (int i = 0; i < rules_.columns && i < left; i++)
      worth += views_[i].with(tables_, 1, row[i]) - worths_[i];
    return worth;
  }

  void deal(u32 index) {
    // If the row neither removes a suit nor falls on a space, the worth of the state after it follows from the columns
    // (only nearly for a goal other than a win, since the steps to it may change).  So a state that would be dropped is
    // skipped without playing the deal.
    if (!rules_.automatic_removal && rules_.over_spaces == DealOver::NEVER &&
        worth_dealt(layer_[index]) <= dealt_threshold_)
      return;
    State next = layer_[index];
    const Move move{DEAL, 0, 0, 0};
    if (!aim_.play(rules_, next.tableau, move)) return;
    next.moves++;
    const bool unordered = unordered_;
    measure(next);
    unordered_ = unordered;
    if (next.worth <= dealt_threshold_) return;
    if (next.moves + least_left(next.tableau) > aim_.most_moves) return;
    if (wins(next, move)) return;
    if (aim_.goal && shows_unknown(rules_, next.tableau)) return;
    deals_++;
    dealt_.push_back(next);
    if (dealt_.size() >= most()) {
      best_first(dealt_, choice());
      dealt_threshold_ = dealt_.back().worth;
    }
  }

  void choose_dealt() {
    keep(dealt_, [&](const State& state) { return turned(state.tableau); });
    for (State& state : dealt_) {
      record(state, Move{DEAL, 0, 0, 0});
      measure(state);
    }
    std::sort(dealt_.begin(), dealt_.end(), better<State>);
  }

  // Report the memory of the lists to the control.
  void account() {
    memory_.set((layer_.capacity() + next_.capacity() + dealt_.capacity()) * sizeof(State) +
                candidates_.capacity() * sizeof(Candidate) + past_.capacity() * sizeof(Past));
  }

  const Rules& rules_;
  const Aim aim_;
  const Tables tables_;
  const bool each_space_, apart_;
  Control& control_;
  Memory memory_;
  Met met_;
  u32 width_ = 0;
  std::vector<State> layer_, next_, dealt_;  // `dealt_`: the first layer of the next part
  std::vector<Pending> pending_;
  std::vector<Candidate> candidates_;
  std::vector<Past> past_;
  std::optional<Nearness> nearness_;  // of the state being expanded
  std::vector<u32> similar_;  // counts by hash, for keep()
  View views_[MOST_COLUMNS];
  float worths_[MOST_COLUMNS] = {};
  u64 hashes_[MOST_COLUMNS] = {};
  float steps_worth_ = 0;  // of the state being expanded
  int played_ = 0;         // number of its moves that are played or whose steps to a goal are estimated
  float threshold_ = 0, dealt_threshold_ = 0;  // the worth that a candidate, or a tableau after a deal, must exceed
  std::size_t deals_ = 0;                      // states added to dealt_ so far
  int64_t won_ = -1;                           // index in past_ of the winning move, or -1
  bool unordered_ = false;                     // the order of the columns no longer matters
};

}  // namespace spiderpos::winning
