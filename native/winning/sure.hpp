// The search for a plan: moves that reach a goal for every order of the hidden cards.
//
// It is an AND-OR search.  A state is what the player sees, together with the set of hidden cards (which cards, not
// where they lie).  The player knows nothing else when choosing a move.
//
// - OR: a *way* is a line up to the first unknown card that it turns up.  A *guess* is an order of the hidden cards; a
//   beam finds a line that wins with all cards known, and its first part is a way.
// - AND: a way succeeds if for each card that may turn up the state after it has a way.  The card that failed most
//   often is tried first, and the rest of the guess's line is the first way to be tried after it.
// - In a state with one hidden card, or with equal ones, all cards are known, so a beam decides it.  For a goal
//   other than a win, a line that turns up no unknown card is tried before any guess.
//
// The goal is tested on a tableau and the start (game/question.hpp), so a state stores nothing else for it.  Rows
// aren't dealt: a plan that needs none is still a plan.  The hidden cards include the unknown ones of the hand, so any
// of these may turn up in a column, too.
//
// The search is fast because
// - beams begin narrow, and the narrowest finds most lines
// - states that differ only in the order of their columns are the same, unless the goal names a column
// - an order for which a way failed is the next guess, and each further way is tried with it first
//
// A plan is a graph with one entry per state, since as a tree it would have one per order of the cards.  The caller
// must play every entry by the rules; nothing here is trusted.  A failure proves nothing, but gives *suspects*:
// orders for which no beam wins from the start.  If a complete search proves one of them impossible, no plan exists.
//
// Work is counted in tableaus.  The first rounds have ever more guesses and wider beams.  Ways are remembered
// from round to round, failures aren't.
#pragma once
#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../game/game.hpp"
#include "beam.hpp"

namespace spiderpos::winning {

class Sure {
 public:
  // `hidden` must have the unknown cards of the columns and the hand, sorted.  The search adds to `suspects` the orders
  // of the unknown cards, column by column from the top down, for which no beam found a line.
  Sure(const Rules& rules, const Aim& aim, const Tableau& start, std::vector<u8> hidden, u32 seed,
       int64_t most_work, Control& control, std::vector<std::vector<u8>>& suspects)
      : rules_(rules), aim_(aim), start_{start, std::move(hidden)}, random_(seed),
        most_work_(most_work), control_(control), memory_(control), suspects_(suspects) {
    for (int i = 0, sum = 0; i < MOST_COLUMNS; i++) first_[i] = sum, sum += start.down[i];
  }

  // Return true if a plan was found within `most_work`.  Throws Stopped at the limits of the control.
  bool search() {
    try {
      sample();
      for (int round = 0; round < ROUNDS; round++) {
        round_ = Round(round);
        forget_failures();
        Order bad;
        if (decide(start_, nullptr, bad) >= 0) return true;
        if (!bad.empty()) suspect(bad);
      }
    } catch (const Spent&) {
    }
    return false;
  }

  // Return the plan after a successful search.
  Policy policy() {
    Policy policy;
    std::map<std::string, u32> written;
    write(start_, policy, written);
    return policy;
  }

 private:
  struct Spent {};  // thrown when `most_work` is done

  // A state: the tableau as the player sees it, and the hidden cards, sorted.
  struct Seen {
    Tableau tableau;
    std::vector<u8> hidden;
  };
  // The hidden cards by place: an entry for each face-down card of the start, 0 if it is known in this state; or empty.
  using Order = std::vector<u8>;

  // The moves chosen in a state.
  struct Way {
    Tableau from;  // its columns are in the order that the moves use
    std::vector<Move> moves;
    int column = -1;  // where the last move turns up a card; -1: the moves reach the goal
  };

  // Widths of beams.  Below, a beam is given by its index here.
  static constexpr int WIDTHS[] = {2, 8, 32, 128, 512, 2048};
  static constexpr int WIDEST = 5, NARROW = 2, NARROW_IDLE = 25;
  static constexpr int ROUNDS = 12, SAMPLES = 16, MOST_SAMPLES = 4096;

  // The limits of a round.
  struct Round {
    explicit Round(int round = 0)
        : guesses(2 << std::min(round, 5)), widest(std::min(WIDEST, 3 + round)),
          quick(std::min(WIDEST, 2 + round / 2)) {}
    int guesses;         // per state
    int widest, quick;   // widest beam for a guess, and for an order for which another way failed
  };

  // Look for suspects among random orders, since one impossible order decides the question.  Lines to goals other than
  // a win are short, so many more orders are tried for them.
  void sample() {
    round_ = Round(1);
    const auto more = [&](int i) {
      return aim_.goal && i < MOST_SAMPLES && control_.classes < most_work_ / 4;
    };
    for (int i = 0; i < SAMPLES || more(i); i++) {
      const Order order = any_order(start_);
      std::vector<Move> line;
      if (!wins(filled(start_.tableau, order), line, 0, round_.widest, i % STYLES)) suspect(order);
    }
  }

  void suspect(const Order& order) {
    std::vector<u8> cards;
    each_hidden(start_.tableau, [&](u8, std::size_t place) { cards.push_back(order[place]); });
    if (std::find(suspects_.begin(), suspects_.end(), cards) == suspects_.end()) suspects_.push_back(cards);
  }

  // Return the index of a way for a state, or -1.  After a failure `bad` is an order for which no way worked, or empty.
  // `hint`: a line to try first, or null.
  int decide(const Seen& seen, const std::vector<Move>* hint, Order& bad) {
    bad.clear();
    const std::string key = this->key(seen);
    const auto entry = decided_.find(key);
    if (entry != decided_.end()) return entry->second;
    const int way = aim_.reached(rules_, seen.tableau) ? keep(Way{seen.tableau, {}, -1})
                    : all_known(seen)                  ? finish(seen, hint, bad)
                                                       : branch(seen, hint, bad);
    memory_.take(key.size() + 64);
    return decided_[key] = way;
  }

  static bool all_known(const Seen& seen) {
    const u8* cards = seen.tableau.cards;
    return seen.hidden.empty() || seen.hidden.front() == seen.hidden.back() ||
           !std::memchr(cards, UNKNOWN, (std::size_t)seen.tableau.total());
  }

  // Find the last way, with all cards known.
  int finish(const Seen& seen, const std::vector<Move>* hint, Order& bad) {
    const Order order = any_order(seen);
    const Tableau whole = filled(seen.tableau, order);
    std::vector<Move> line;
    Tableau after = whole;
    Way way{seen.tableau, {}, -1};
    if (hint && until_turned(after, *hint, way)) return keep(std::move(way));
    if (!wins(whole, line, 0, round_.widest, 0)) {
      bad = order;
      return -1;
    }
    return keep(Way{seen.tableau, line, -1});
  }

  // Find a way that reaches the goal without turning up a card, or succeeds for each card that it may turn up.
  int branch(const Seen& seen, const std::vector<Move>* hint, Order& bad) {
    Attempts attempts;
    if (hint) {
      const int way = attempt(seen, *hint, attempts);
      if (way >= 0) return way;
    }
    std::vector<Move> without_turning;
    if (aim_.goal && wins(seen.tableau, without_turning, 0, round_.quick, 0)) {
      const int way = attempt(seen, without_turning, attempts);
      if (way >= 0) return way;
    }
    for (int guess = 0; guess < round_.guesses; guess++) {
      const Order order = attempts.next.empty() ? any_order(seen) : attempts.next;
      attempts.next.clear();
      std::vector<Move> line;
      if (!wins(filled(seen.tableau, order), line, guess ? random(3) : 0, round_.widest, guess)) {
        bad = order;
        return -1;
      }
      const int way = attempt(seen, line, attempts);
      if (way >= 0) return way;
    }
    if (!attempts.against.empty()) bad = attempts.against.back();
    return -1;
  }

  // The attempts in a state.
  struct Attempts {
    std::set<std::string> after;           // keys of the tableaus at the end of the ways tried
    std::vector<Order> against;             // orders for which a way failed, the most useful one last
    Order next;                             // the next guess: the last failure, unless it has been one; or empty
  };

  // Try the part of a line up to the first unknown card that it turns up.  Return the index of the way if it succeeds
  // for each card, else -1.
  int attempt(const Seen& seen, const std::vector<Move>& line, Attempts& attempts) {
    Way way{seen.tableau, {}, -1};
    Tableau after = seen.tableau;
    if (!until_turned(after, line, way)) return -1;
    if (way.column < 0) return keep(std::move(way));
    if (!attempts.after.insert(key(Seen{after, seen.hidden})).second) return -1;
    const std::size_t place = (std::size_t)first_[way.column] + after.down[way.column];
    // First try the orders for which other ways failed, with narrow beams.
    for (auto order = attempts.against.rbegin(); order != attempts.against.rend(); ++order) {
      std::vector<Move> rest;
      if (!wins(filled(turned(after, way.column, (*order)[place]), *order), rest, 0, round_.quick, 0)) {
        std::rotate(attempts.against.begin(), std::prev(order.base()), order.base());
        return -1;
      }
    }
    std::vector<u8> kinds(seen.hidden);
    kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    short_sort(kinds, [&](u8 a, u8 b) { return failed_[a] > failed_[b]; });
    const std::vector<Move> rest(line.begin() + (long)way.moves.size(), line.end());
    for (u8 card : kinds) {
      Seen next{turned(after, way.column, card), seen.hidden};
      next.hidden.erase(std::find(next.hidden.begin(), next.hidden.end(), card));
      Order bad;
      if (decide(next, &rest, bad) >= 0) continue;
      failed_[card]++;
      if (bad.empty()) bad = any_order(next);
      bad[place] = card;
      attempts.against.push_back(bad);
      attempts.next = bad;
      return -1;
    }
    return keep(std::move(way));
  }

  int keep(Way way) {
    memory_.take(sizeof(Way) + way.moves.capacity() * sizeof(Move));
    ways_.push_back(std::move(way));
    return (int)ways_.size() - 1;
  }

  void forget_failures() {
    for (auto i = decided_.begin(); i != decided_.end();)
      i = i->second < 0 ? decided_.erase(i) : std::next(i);
  }

  // Return true if a beam finds a line, with widths `from` to `to` and the styles in turn.
  bool wins(const Tableau& whole, std::vector<Move>& line, int from, int to, int style) {
    line.clear();
    if (aim_.reached(rules_, whole)) return true;
    const std::string key = this->key(Seen{whole, {}});
    const auto failure = lost_.find(key);
    if (failure != lost_.end() && failure->second >= to) return false;
    for (int width = from; width <= to; width++) {
      if (control_.classes >= most_work_) throw Spent{};
      Style chosen = style_of((style + width - from) % STYLES);
      if (style >= STYLES) vary(chosen.weights);
      chosen.each_space |= aim_.in_place();
      Beam beam(rules_, aim_, chosen, control_);
      if (width <= NARROW || aim_.goal) beam.last_idle = NARROW_IDLE;
      if (beam.search(whole, (u32)WIDTHS[width], line)) return true;
    }
    if (failure == lost_.end()) memory_.take(key.size() + 64);
    int& widest = lost_[key];
    widest = std::max(widest, to);
    return false;
  }

  // Vary the weights at random, so that further guesses give other lines.
  void vary(Weights& w) {
    for (float* part : {&w.link, &w.run, &w.in_rank, &w.up_step, &w.down_step, &w.down, &w.covered,
                        &w.space, &w.last_space, &w.king, &w.king_run, &w.single, &w.removed, &w.move})
      *part *= std::exp2(1.2f * ((float)random(1024) / 1024 - 0.5f));
  }

  // Play a line until it reaches the goal or turns up an unknown card, and append the moves to `way`.  Return false if
  // it does neither, turns up two at once, or isn't legal without a deal.
  bool until_turned(Tableau& t, const std::vector<Move>& line, Way& way) const {
    for (const Move& move : line) {
      if (!step(t, move)) return false;
      way.moves.push_back(move);
      if (aim_.reached(rules_, t)) return true;
      const int count = unknown_bottoms(rules_, t, way.column);
      if (count) return count == 1;
    }
    return false;
  }

  bool step(Tableau& t, Move move) const {
    return move.kind != DEAL && is_legal(rules_, t, move) && aim_.play(rules_, t, move);
  }

  // Call `visit` for each unknown face-down card, with its index in an Order.
  template <class SomeTableau, class Visit>
  void each_hidden(SomeTableau& t, const Visit& visit) const {
    auto* column = t.cards;
    for (int i = 0; i < rules_.columns; column += t.length[i], i++)
      for (int j = 0; j < t.down[i]; j++)
        if (column[j] == UNKNOWN) visit(column[j], (std::size_t)(first_[i] + j));
  }

  // Return a random order of the hidden cards.
  Order any_order(const Seen& seen) {
    Order order(MOST_CARDS, 0);
    std::vector<u8> cards = seen.hidden;
    shuffle(cards, random_);
    std::size_t next = 0;
    each_hidden(seen.tableau, [&](u8, std::size_t place) { order[place] = cards[next++]; });
    return order;
  }

  // The tableau with its unknown face-down cards replaced by those of an order.
  Tableau filled(Tableau t, const Order& order) const {
    each_hidden(t, [&](u8& card, std::size_t place) { card = order[place]; });
    return t;
  }

  // The tableau with `card` turned up at the bottom of a column.
  static Tableau turned(Tableau t, int column, u8 card) {
    t.cards[t.offset(column) + t.length[column] - 1] = card;
    return t;
  }

  // A key for the columns (sorted unless the goal names one), the cells and the hidden cards.
  std::string key(const Seen& seen) const { return key(seen, sorted_columns(seen.tableau)); }
  std::string key(const Seen& seen, const std::vector<int>& columns) const {
    std::string whole;
    for (int i : columns) whole += column_key(seen.tableau, i);
    whole.append((const char*)seen.tableau.cells, (std::size_t)rules_.cells);
    whole.append(seen.hidden.begin(), seen.hidden.end());
    return whole;
  }
  static std::string column_key(const Tableau& t, int i) {
    std::string part{(char)t.down[i], (char)t.length[i]};
    part.append((const char*)t.cards + t.offset(i), t.length[i]);
    return part;
  }
  std::vector<int> sorted_columns(const Tableau& t) const {
    std::vector<std::pair<std::string, int>> parts;
    for (int i = 0; i < rules_.columns; i++) parts.push_back({column_key(t, i), i});
    if (!aim_.in_place()) short_sort(parts);
    std::vector<int> columns;
    for (const auto& part : parts) columns.push_back(part.second);
    return columns;
  }

  u32 random(u32 most) { return below(most, random_); }

  // Write the entry of a state after those that it leads to; return its index.
  u32 write(const Seen& seen, Policy& policy, std::map<std::string, u32>& written) {
    std::vector<int> in_order((std::size_t)rules_.columns);
    std::iota(in_order.begin(), in_order.end(), 0);
    const std::string key = this->key(seen, in_order);
    const auto there = written.find(key);
    if (there != written.end()) return there->second;
    const Way& way = ways_[(std::size_t)decided_.at(this->key(seen))];
    // The way may be from an equal state with its columns in another order.
    const std::vector<int> theirs = sorted_columns(way.from), ours = sorted_columns(seen.tableau);
    int column[MOST_COLUMNS];
    for (std::size_t i = 0; i < ours.size(); i++) column[(std::size_t)theirs[i]] = ours[i];
    Entry entry;
    Tableau after = all_known(seen) ? filled(seen.tableau, any_order(seen)) : seen.tableau;
    for (Move move : way.moves) {
      if (move.kind != FROM_CELL) move.from = (u8)column[move.from];
      if (move.kind == SHIFT || move.kind == FROM_CELL) move.to = (u8)column[move.to];
      entry.add(after, move);
      play(rules_, after, move);
    }
    if (way.column >= 0) {
      entry.column = column[way.column];
      std::vector<u8> kinds(seen.hidden);
      kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
      for (u8 card : kinds) {
        Seen next{turned(after, entry.column, card), seen.hidden};
        next.hidden.erase(std::find(next.hidden.begin(), next.hidden.end(), card));
        entry.next.push_back({card, write(next, policy, written)});
      }
    }
    memory_.take(sizeof(Entry) + entry.moves.size() * sizeof(Move) + key.size() + 64);
    policy.push_back(entry);
    return written[key] = (u32)policy.size() - 1;
  }

  const Rules& rules_;
  const Aim aim_;
  const Seen start_;
  std::mt19937 random_;
  const int64_t most_work_;
  Control& control_;
  Memory memory_;
  std::vector<std::vector<u8>>& suspects_;
  Round round_;
  int first_[MOST_COLUMNS];  // the index in an Order of each column's first card
  int failed_[CODES] = {};   // the number of ways that failed because this card could turn up
  std::vector<Way> ways_;
  std::map<std::string, int> decided_;  // by state: the index of its way, or -1
  std::map<std::string, int> lost_;     // by tableau: the widest beam that failed
};

}  // namespace spiderpos::winning
