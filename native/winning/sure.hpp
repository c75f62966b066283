// "Win whatever turns up", and other goals: a plan that reaches them however the face-down cards lie.
//
// A search over AND and OR.  A state is what a player sees, with the cards that are still hidden
// (which cards, not where): no more is known when the next move is chosen.
//
// - OR: a way is a line up to the first unknown card that turns up.  For a *guess* (an order of the
//   hidden cards) a beam looks for a line that wins with all cards known; its first part is a way.
//   Later rounds also list the ways that a best-first search meets without a guess.
// - AND: a way serves if for each card that may turn up there is a way on.  The card that failed
//   most often is tried first, and the rest of the guess's line is the first guess there.
// - A state is decided by a beam where all that is hidden is known: one card, or equal ones; and where
//   the goal holds already, whatever is still hidden.  Of a goal that isn't a win a beam that turns up no
//   unknown card is asked first.
//
// A goal is a test on a tableau (game/question.hpp): with the start beside it a tableau says which cards
// were turned up and which suits went off, so nothing of the goal belongs to a state.  No row is dealt: a
// plan that needs none is a plan.  The cards of the hand are hidden too, and may lie in any column.
//
// What makes it quick: beams begin narrow, and most lines are found by the narrowest; states that
// differ by the order of their columns are one (unless the goal names one); an order
// for which a way failed is the next guess, and is tried on each further way before anything else.
//
// What it says: a plan is a graph, an entry for each state that can come up, keyed by what is seen
// (as a tree it would have an entry for each order of the cards).  Nothing here is trusted: whoever
// asked plays every entry by the rules.  "No plan" says nothing: beams prove nothing.  What comes
// along then are *suspects*, orders for which no beam wins from the start; a complete search may
// prove one of them lost, and then no plan is there.
//
// Work is counted in tableaus kept by beams and met by the listing of ways.  Rounds are repeated
// with more guesses, wider beams and longer lists; ways that were found are kept, failures aren't.
#pragma once
#include <algorithm>
#include <queue>
#include <random>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "../game/game.hpp"
#include "beam.hpp"
#include "beam_styles.hpp"

namespace spiderpos::winning {

class Sure {
 public:
  // The cards of the columns and the hand that aren't known are `hidden`, sorted.
  Sure(const Rules& rules, const Aim& aim, const Tableau& start, std::vector<u8> hidden, u32 seed,
       int64_t most_work, Control& control)
      : rules_(rules), aim_(aim), start_{start, std::move(hidden)}, random_(seed),
        most_work_(most_work), control_(control), listing_(rules, style_of(LISTING_STYLE).weights) {
    for (int i = 0, sum = 0; i < MOST_COLUMNS; i++) first_[i] = sum, sum += start.down[i];
  }
  ~Sure() { control_.give(taken_); }
  Sure(const Sure&) = delete;
  Sure& operator=(const Sure&) = delete;

  // Orders of the unknown cards, in the columns' order from the top down, that no beam won.
  std::vector<std::vector<u8>> suspects;

  // Looks for a plan; false if none was found within the work.  Throws Stopped.
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

  // The plan that was found.
  Policy policy() {
    Policy policy;
    std::unordered_map<std::string, u32> written;
    write(start_, policy, written);
    return policy;
  }

 private:
  struct Spent {};

  struct Seen {
    Tableau tableau;
    std::vector<u8> hidden;  // sorted
  };
  // The cards in the places of the start's face-down cards; empty if unknown.
  using Order = std::vector<u8>;

  // The way on that was found for a state.
  struct Way {
    Tableau from;  // with the columns in the order in which the moves name them
    std::vector<Move> moves;
    int column = -1;  // where a card turns up; -1: the moves win
  };

  static constexpr int WIDTHS[] = {2, 8, 32, 128, 512, 2048};
  static constexpr int WIDEST = 5, NARROW = 2, NARROW_IDLE = 25;
  static constexpr int ROUNDS = 12, SAMPLES = 16, MOST_SAMPLES = 4096, LISTING_STYLE = 1;

  // The limits of a round.
  struct Round {
    explicit Round(int round = 0)
        : guesses(2 << std::min(round, 5)), widest(std::min(WIDEST, 3 + round)),
          quick(std::min(WIDEST, 2 + round / 2)), ways(40 << std::min(round, 8)),
          listed(round ? (std::size_t)200 << 2 * std::min(round, 6) : 0) {}
    int guesses;         // for a state
    int widest, quick;   // beams: for a guess, and for an order that failed before
    int ways;            // of those that are listed
    std::size_t listed;  // tableaus that the listing may meet
  };

  // Before all else: is there an order that nobody could win?  Lines to other goals are short: many orders
  // are tried.
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
    const u8* at = start_.tableau.cards;
    for (int i = 0; i < rules_.columns; at += start_.tableau.length[i], i++)
      for (int j = 0; j < start_.tableau.down[i]; j++)
        if (at[j] == UNKNOWN) cards.push_back(order[first_[i] + j]);
    if (std::find(suspects.begin(), suspects.end(), cards) == suspects.end())
      suspects.push_back(cards);
  }

  // The way on from a state: its number, or -1 if none is found; then `bad` may be an order for
  // which none was.  `hint`: moves that may be one, or null.
  int decide(const Seen& seen, const std::vector<Move>* hint, Order& bad) {
    bad.clear();
    const std::string key = this->key(seen);
    const auto known = decided_.find(key);
    if (known != decided_.end()) return known->second;
    const int way = aim_.reached(rules_, seen.tableau) ? keep(Way{seen.tableau, {}, -1})
                    : all_known(seen)                  ? finish(seen, hint, bad)
                                                       : branch(seen, hint, bad);
    take(key.size() + 64);
    return decided_[key] = way;
  }

  static bool all_known(const Seen& seen) {
    const u8* cards = seen.tableau.cards;
    return seen.hidden.empty() || seen.hidden.front() == seen.hidden.back() ||
           !std::memchr(cards, UNKNOWN, (std::size_t)seen.tableau.total());
  }

  // A win where all cards are known.
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

  // A way to turn up a card after which there is a way on for each that it may be.
  int branch(const Seen& seen, const std::vector<Move>* hint, Order& bad) {
    Attempts attempts;
    if (hint) {
      const int way = attempt(seen, *hint, attempts);
      if (way >= 0) return way;
    }
    std::vector<Move> unseeing;
    if (aim_.goal && wins(seen.tableau, unseeing, 0, round_.quick, 0)) {
      const int way = attempt(seen, unseeing, attempts);
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
    if (round_.listed) {
      for (const Listed& listed : list_ways(seen)) {
        const int way = attempt(seen, listed.moves, attempts);
        if (way >= 0) return way;
      }
    }
    if (!attempts.against.empty()) bad = attempts.against.back();
    return -1;
  }

  // The attempts in a state.
  struct Attempts {
    std::unordered_set<std::string> after;  // states before the card is seen
    std::vector<Order> against;             // orders for which a way failed
    Order next;                             // the last of them, unless it was the guess already
  };

  // True if a line is a way that serves, as far as the first unknown card that it turns up: the
  // number of the way, or -1.
  int attempt(const Seen& seen, const std::vector<Move>& line, Attempts& attempts) {
    Way way{seen.tableau, {}, -1};
    Tableau after = seen.tableau;
    if (!until_turned(after, line, way)) return -1;
    if (way.column < 0) return keep(std::move(way));
    if (!attempts.after.insert(key(Seen{after, seen.hidden})).second) return -1;
    const std::size_t place = (std::size_t)first_[way.column] + after.down[way.column];
    // Orders that defeated other ways.
    for (auto order = attempts.against.rbegin(); order != attempts.against.rend(); ++order) {
      std::vector<Move> found;
      if (!wins(filled(turned(after, way.column, (*order)[place]), *order), found, 0, round_.quick,
                0)) {
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
    take(sizeof(Way) + way.moves.capacity() * sizeof(Move));
    ways_.push_back(std::move(way));
    return (int)ways_.size() - 1;
  }

  void forget_failures() {
    for (auto i = decided_.begin(); i != decided_.end();)
      i = i->second < 0 ? decided_.erase(i) : std::next(i);
  }

  // Lines

  // True if a beam wins with all cards known: of widths `from` to `to`, the styles in turn.
  bool wins(const Tableau& whole, std::vector<Move>& line, int from, int to, int style) {
    line.clear();
    if (aim_.reached(rules_, whole)) return true;
    const std::string key = this->key(Seen{whole, {}});
    const auto known = lost_.find(key);
    if (known != lost_.end() && known->second >= to) return false;
    for (int width = from; width <= to; width++) {
      if (control_.classes >= most_work_) throw Spent{};
      const Style& chosen = style_of((style + width - from) % STYLES);
      Beam beam(rules_, aim_, style < STYLES ? chosen.weights : varied(chosen.weights), control_);
      Effort effort;
      effort.width = (u32)WIDTHS[width];
      effort.each_space = chosen.each_space || aim_.in_place();
      if (width <= NARROW || aim_.goal) effort.last_idle = NARROW_IDLE;
      if (beam.search(whole, effort, line)) return true;
    }
    if (known == lost_.end()) take(key.size() + 64);
    int& widest = lost_[key];
    widest = std::max(widest, to);
    return false;
  }

  // Judging that differs a little, for guesses after the first ones.
  Weights varied(Weights w) {
    for (float* part : {&w.link, &w.run, &w.in_rank, &w.up_step, &w.down_step, &w.down, &w.covered,
                        &w.space, &w.last_space, &w.king, &w.king_run, &w.single, &w.removed, &w.move})
      *part *= std::exp2(1.2f * ((float)random(1024) / 1024 - 0.5f));
    return w;
  }

  // Plays a line until it reaches the goal or turns up a card that isn't known; false if it does neither,
  // turns up two at once, or isn't legal.
  bool until_turned(Tableau& t, const std::vector<Move>& line, Way& way) const {
    for (const Move& move : line) {
      if (!step(t, move)) return false;
      way.moves.push_back(move);
      if (aim_.reached(rules_, t)) return true;
      int count = 0;
      const u8* at = t.cards;
      for (int i = 0; i < rules_.columns; at += t.length[i], i++)
        if (t.length[i] && at[t.length[i] - 1] == UNKNOWN) way.column = i, count++;
      if (count) return count == 1;
    }
    return false;
  }

  bool step(Tableau& t, Move move) const {
    return move.kind != DEAL && is_legal(rules_, t, move) && aim_.play(rules_, t, move);
  }

  // Ways without a guess: the tidiest first, as a search meets them that turns up no unknown card.
  struct Listed {
    std::vector<Move> moves;
    float worth;
  };
  std::vector<Listed> list_ways(const Seen& seen) {
    struct Node {
      Tableau tableau;
      u32 before;
      Move move;
      int moves;
    };
    std::vector<Listed> found;
    std::vector<Node> met{{seen.tableau, 0, Move{}, 0}};
    std::priority_queue<std::pair<float, u32>> open;
    open.push({tidiness(seen.tableau), 0});
    std::unordered_set<std::string> keys{key(Seen{seen.tableau, {}})};
    const auto line_to = [&](u32 i, Move last) {
      std::vector<Move> line{last};
      for (; i; i = met[i].before) line.push_back(met[i].move);
      std::reverse(line.begin(), line.end());
      return line;
    };
    while (!open.empty() && met.size() < round_.listed) {
      const u32 i = open.top().second;
      open.pop();
      control_.poll();
      std::vector<Move> moves;
      legal_moves(rules_, met[i].tableau, [&](Move move) {
        if (move.kind != DEAL) moves.push_back(move);
      });
      for (const Move& move : moves) {
        Tableau next = met[i].tableau;
        if (!aim_.play(rules_, next, move) || !keys.insert(key(Seen{next, {}})).second) continue;
        Way way;
        Tableau after = met[i].tableau;
        const float cost = PRICE * (float)(met[i].moves + 1);
        if (until_turned(after, {move}, way)) {
          float worth = way.column < 0 ? BEST : 0;
          if (way.column >= 0)
            for (u8 card : seen.hidden)
              worth += tidiness(turned(after, way.column, card)) / (float)seen.hidden.size();
          Listed listed{line_to(i, move), worth - cost};
          const auto place =
              std::upper_bound(found.begin(), found.end(), listed,
                               [](const Listed& a, const Listed& b) { return a.worth > b.worth; });
          found.insert(place, std::move(listed));
          if (found.size() > (std::size_t)round_.ways) found.pop_back();
        } else if (!shows_unknown(rules_, next)) {
          open.push({tidiness(next) - cost, (u32)met.size()});
          met.push_back({next, i, move, met[i].moves + 1});
        }
      }
    }
    control_.classes += (int64_t)met.size();
    if (control_.classes >= most_work_) throw Spent{};
    return found;
  }
  static constexpr float PRICE = 0.5f, BEST = 1e9f;

  float tidiness(const Tableau& t) const {
    float worth = (listing_.weights.removed + listing_.run(SUIT_LENGTH)) * (float)t.removed;
    View view;
    const u8* at = t.cards;
    for (int i = 0; i < rules_.columns; at += t.length[i], i++) {
      if (!t.length[i]) {
        worth += listing_.weights.last_space;
        continue;
      }
      view.look(listing_, at, t.length[i], t.down[i]);
      worth += view.worth(listing_, t.length[i], t.down[i]);
    }
    if (aim_.goal) worth -= listing_.weights.step * steps_to(rules_, *aim_.goal, t);
    return worth;
  }

  // States

  Order any_order(const Seen& seen) {
    Order order(MOST_CARDS, 0);
    std::vector<u8> cards = seen.hidden;
    shuffle(cards, random_);
    std::size_t next = 0;
    const u8* at = seen.tableau.cards;
    for (int i = 0; i < rules_.columns; at += seen.tableau.length[i], i++)
      for (int j = 0; j < seen.tableau.down[i]; j++)
        if (at[j] == UNKNOWN) order[(std::size_t)(first_[i] + j)] = cards[next++];
    return order;
  }

  Tableau filled(Tableau t, const Order& order) const {
    u8* at = t.cards;
    for (int i = 0; i < rules_.columns; at += t.length[i], i++)
      for (int j = 0; j < t.down[i]; j++)
        if (at[j] == UNKNOWN) at[j] = order[(std::size_t)(first_[i] + j)];
    return t;
  }

  static Tableau turned(Tableau t, int column, u8 card) {
    t.cards[t.offset(column) + t.length[column] - 1] = card;
    return t;
  }

  // Columns in an order of their own, the cells, and what is hidden.
  std::string key(const Seen& seen) const {
    std::string whole;
    for (int i : sorted_columns(seen.tableau)) whole += column_key(seen.tableau, i);
    whole.append((const char*)seen.tableau.cells, (std::size_t)rules_.cells);
    whole.append(seen.hidden.begin(), seen.hidden.end());
    return whole;
  }
  std::string exact_key(const Seen& seen) const {
    std::string whole;
    for (int i = 0; i < rules_.columns; i++) whole += column_key(seen.tableau, i);
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

  // Writing

  u32 write(const Seen& seen, Policy& policy, std::unordered_map<std::string, u32>& written) {
    const std::string key = exact_key(seen);
    const auto there = written.find(key);
    if (there != written.end()) return there->second;
    const Way& way = ways_[(std::size_t)decided_.at(this->key(seen))];
    // The way may have been found with the columns in another order.
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
    take(sizeof(Entry) + entry.moves.size() * sizeof(Move) + key.size() + 64);
    policy.push_back(entry);
    return written[key] = (u32)policy.size() - 1;
  }

  void take(std::size_t bytes) {
    control_.take(bytes);
    taken_ += bytes;
  }

  const Rules& rules_;
  const Aim aim_;
  const Seen start_;
  std::mt19937 random_;
  const int64_t most_work_;
  Control& control_;
  const Tables listing_;
  Round round_;
  int first_[MOST_COLUMNS];  // the place in an order of each column's first card
  int failed_[CODES] = {};   // how often there was no way on for a card
  std::vector<Way> ways_;
  std::unordered_map<std::string, int> decided_;  // by state: the number of a way, or -1
  std::unordered_map<std::string, int> lost_;     // by known tableau: the widest beam without a line
  std::size_t taken_ = 0;
};

}  // namespace spiderpos::winning
