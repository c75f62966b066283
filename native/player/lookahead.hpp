// A player who sees only face-up cards: chooses the moves up to the next event (a card turned up or a row
// dealt).
//
// Moves up to the event are searched as if all cards were known, since they reveal nothing.  Each way to an event is
// rated by the average over its outcomes, weighted by their probability.  The rating of an outcome is that of the best
// tableau met in a few greedy moves after it: its worth, and the chance to win that a small net estimates.
#pragma once
#include <vector>

#include "../game/game.hpp"
#include "chance.hpp"
#include "worth.hpp"

namespace spiderpos::winning {

// The effort of a player.
struct Skill {
  u32 width = 96, depth = 40, idle = 12;  // of the search up to the next event
  u32 events = 200;                       // most ways to turn up a card that are judged by their outcomes
  u32 deals = 16;                         // most ways to deal that are judged by their outcomes
  u32 rows = 48;                          // random rows for each way to deal
  u32 replies = 2;               // most moves that are played after each outcome to judge it
  u32 cards = 0;                 // random cards for each way to turn one up; 0: all kinds
  u32 first = 6, keep = 10;      // judge all ways by `first` outcomes, then the best `keep` by all outcomes
  int proposers = 0;             // other players that propose ways
};

// The width and depth of a second search if the first found no card to turn up.
constexpr u32 WIDE = 256, WIDE_DEPTH = 40;
// Proposers search less than the player, and judge by fewer outcomes.
constexpr Skill PROPOSER = {48, 30, 10, 24, 8, 12, 1, 12, 4, 6};
// A proposer's weights are the player's, times exp(x); x is random with this standard deviation.
constexpr float CHANGE = 0.6f;
// If the chance to win is lower than HOPELESS or higher than SAFE, the game is nearly decided, so proposers would waste
// time.
constexpr float HOPELESS = 0.004f, SAFE = 0.985f;

// The worth of a certain win.
constexpr float CERTAIN = 1000;
// A smaller difference of worth is no improvement.
constexpr float GAIN = 0.01f;

class Player {
 public:
  Player(const Rules& rules, const PlayerWeights& weights, const Chance& chance,
         const Unseen& unseen, u64 seed, const Skill& skill, Control& control)
      : rules_(rules), weights_(weights), chance_(chance), unseen_(unseen), random_(seed),
        skill_(skill), control_(control), met_(control) {
    for (int rows = 0; rows < STAGES; rows++) {
      worths_.emplace_back(rules, weights, unseen, rows);
      filling_.emplace_back(rules, without_spaces(weights), unseen, rows);
    }
    for (int card = 4; card < CODES; card++)
      for (int i = 0; i < unseen.count[card]; i++) deck_.push_back((u8)card);
  }

  // Return the moves up to and including the next event; empty if the search finds none.  Unless the game is
  // nearly decided, other players, with randomly changed weights, each add their favourite way to this
  // player's: they find preparations that its search misses.
  std::vector<Move> decide(const Tableau& start) {
    std::vector<Way> ways = propose(start);
    Node node;
    begin(node, start);
    const float now = skill_.proposers ? chance(node) : 0;
    if (now > HOPELESS && now < SAFE) {
      std::vector<u64> hashes;
      for (const Way& way : ways) hashes.push_back(identity(way));
      for (int i = 0; i < skill_.proposers; i++) {
        const PlayerWeights weights = changed_weights();
        Player proposer(rules_, weights, chance_, unseen_, next_random(), PROPOSER, control_);
        std::vector<Way> proposals = proposer.propose(start);
        const Way* favourite = proposer.best_of(proposals);
        if (!favourite) continue;
        const u64 hash = identity(*favourite);
        if (std::find(hashes.begin(), hashes.end(), hash) != hashes.end()) continue;
        hashes.push_back(hash);
        ways.push_back(*favourite);
      }
    }
    const Way* best = best_of(ways);
    return best ? best->moves : std::vector<Move>();
  }

 private:
  // A move from the node `from`; the worth and hash of the tableau after it, or for a deal the worth before it.
  struct Candidate {
    float worth;
    int from;
    u64 hash;
    Move move;
  };
  // A tableau that can be reached without an event, with the last move.
  struct Node : Candidate {
    Tableau tableau;
    Side sides[MOST_COLUMNS];
  };
  // The moves up to and including an event, and the tableau before the event.
  struct Way {
    std::vector<Move> moves;
    Tableau before;
  };

  struct Judged {
    float worth;
    const Way* way;
  };
  static constexpr std::size_t ALL = -1;  // as a number of outcomes: all of them

  // Search for ways to the next event.
  std::vector<Way> propose(const Tableau& start) {
    events_.clear();
    search(start, skill_.width, skill_.depth);
    if (events_.empty()) search(start, WIDE, WIDE_DEPTH);
    if (events_.empty() && deals_.empty() && stage_of(start)) {
      worths_.swap(filling_);
      search(start, skill_.width, WIDE_DEPTH);
      worths_.swap(filling_);
    }
    best_first(events_, skill_.events);
    best_first(deals_, skill_.deals);
    events_.insert(events_.end(), deals_.begin(), deals_.end());
    std::vector<Way> ways;
    for (const Candidate& event : events_) {
      ways.push_back({line_to(event.from), nodes_[event.from].tableau});
      ways.back().moves.push_back(event.move);
    }
    return ways;
  }

  // Return the way with the best average over its outcomes, or null for an empty list.
  const Way* best_of(const std::vector<Way>& ways) {
    draw();
    std::vector<Judged> judged;
    for (const Way& way : ways) judged.push_back({worth_of(way, skill_.first), &way});
    best_first(judged, skill_.keep);
    const Way* best = nullptr;
    float most = -1e30f;
    for (const Judged& one : judged) {
      const float worth = worth_of(*one.way, ALL);
      if (worth > most) most = worth, best = one.way;
    }
    return best;
  }

  float worth_of(const Way& way, std::size_t outcomes) {
    const Move event = way.moves.back();
    return (event.kind == DEAL ? worth_of_row(way.before, outcomes)
                               : worth_of_card(way.before, event, outcomes)) -
           worths_[0].part(MOVES) * (float)(way.moves.size() - 1);
  }

  // Return a hash of the tableau after the way (before the row, if its event is a deal), regardless of the order of the
  // columns, and of whether a row is dealt.
  u64 identity(const Way& way) const {
    Node after;
    after.tableau = way.before;
    const bool deal = way.moves.back().kind == DEAL;
    if (!deal) play(rules_, after.tableau, way.moves.back());
    measure(after);
    return after.hash + deal;
  }

  PlayerWeights changed_weights() {
    PlayerWeights weights = weights_;
    for (float* list : {weights.base, weights.slope})
      for (int part = 0; part < PARTS; part++) {
        // Nearly a normal distribution, and the same on every machine.
        float sum = -6;
        for (int i = 0; i < 12; i++) sum += (float)(next_random() >> 40) * 0x1p-24f;
        list[part] *= std::exp(CHANGE * sum);
      }
    return weights;
  }

  int stage_of(const Tableau& t) const { return std::min(rows_left(rules_, t), STAGES - 1); }

  // Return weights that fill spaces, for positions where no row may be dealt while there is a space.
  static PlayerWeights without_spaces(PlayerWeights weights) {
    for (int part : {SPACE, MORE_SPACE}) weights.base[part] = -200, weights.slope[part] = 0;
    return weights;
  }

  u64 next_random() { return splitmix(random_); }

  // Draw a sample of rows to deal and of cards to turn up; all ways are judged by the same sample.
  void draw() {
    drawn_.clear();
    turned_.clear();
    for (u32 n = 0; n < skill_.rows; n++) {
      std::vector<u8> row = deck_;
      const int count = std::min<int>(rules_.columns, (int)row.size());
      for (int i = 0; i < count; i++) std::swap(row[i], row[i + next_random() % (row.size() - i)]);
      row.resize(count);
      drawn_.push_back(row);
    }
    for (u32 n = 0; n < skill_.cards; n++)
      turned_.push_back({deck_[next_random() % deck_.size()], 1});
    for (int card = 4; card < CODES && !skill_.cards; card++)
      if (unseen_.count[card]) turned_.push_back({(u8)card, unseen_.count[card]});
    for (std::size_t i = 0; i < turned_.size(); i++)
      std::swap(turned_[i], turned_[i + next_random() % (turned_.size() - i)]);
  }

  // Set the node to a tableau, and `stage_` for all nodes until the next call: no row is dealt in between.
  void begin(Node& node, const Tableau& t) { begin(node, t, stage_of(t)); }
  void begin(Node& node, const Tableau& t, int rows) {
    stage_ = &worths_[rows];
    node.tableau = t;
    node.from = -1;
    measure(node);
  }

  void measure(Node& node) const {
    const Tableau& t = node.tableau;
    const u8* cards = t.cards;
    for (int i = 0; i < rules_.columns; cards += t.length[i], i++)
      node.sides[i] = stage_->side(cards, t.length[i], t.down[i]);
    sum_up(node);
  }
  void sum_up(Node& node) const {
    node.hash = keys().dealt(node.tableau.dealt);
    for (int i = 0; i < rules_.columns; i++) node.hash += node.sides[i].hash;
    for (int i = 0; i < rules_.cells; i++) node.hash += keys().cell(node.tableau.cells[i]);
    node.worth = worth_of(node.tableau, all(node.sides));
  }
  float worth_of(const Tableau& t, const Sides& sides) const {
    float sum = stage_->whole(sides, t.removed);
    for (int i = 0; i < rules_.cells; i++)
      if (!t.cells[i]) sum += stage_->part(SPACE);
    return sum;
  }

  // Fill nodes_ with the tableaus that can be reached without an event, and events_ and deals_ with the events.
  void search(const Tableau& start, u32 width, u32 depth) {
    deals_.clear();
    nodes_.resize(1);
    begin(nodes_[0], start);
    met_.clear();
    met_.add(nodes_[0].hash);
    float best = nodes_[0].worth;
    u32 waited = 0;
    for (std::size_t layer = 0, first = 0, last = 1;; layer++) {
      candidates_.clear();
      for (std::size_t i = first; i < last; i++) expand((int)i, true, layer < depth);
      if (layer == depth || candidates_.empty()) break;
      best_first(candidates_, width);
      bool better = false;
      for (const Candidate& candidate : candidates_) {
        nodes_.push_back(nodes_[candidate.from]);
        Node& node = nodes_.back();
        follow(node, candidate);
        if (node.worth > best + GAIN) best = node.worth, better = true;
      }
      waited = better ? 0 : waited + 1;
      first = last;
      last = nodes_.size();
      if (waited > skill_.idle) depth = (u32)layer + 1;  // one more layer to look for events
    }
  }

  // Play the move of a candidate on a copy of its node.
  void follow(Node& node, const Candidate& candidate) const {
    make(node, candidate.move);
    static_cast<Candidate&>(node) = candidate;
  }

  // Play a move, or deal `row`, and measure the columns that change; sum_up() measures the rest.
  void make(Node& node, Move move, const u8* row = nullptr) const {
    const Tableau before = node.tableau;
    Tableau& t = node.tableau;
    play(rules_, t, move, [](int, int) {}, row);
    const u8* cards = t.cards;
    for (int i = 0; i < rules_.columns; cards += t.length[i], i++) {
      const bool same_down = t.down[i] == before.down[i];
      if (same_down && t.length[i] == before.length[i]) continue;
      Side& s = node.sides[i];
      if (!same_down || t.length[i] < before.length[i]) s = Worth::face_down(t.down[i]);
      stage_->extend(s, cards, t.length[i]);
    }
  }

  // Add the events that are possible in a node to events_ and deals_, and its other moves to candidates_.
  void expand(int index, bool events, bool moves) {
    control_.poll();
    const Node& node = nodes_[index];
    const Tableau& t = node.tableau;
    if (events && may_deal(rules_, t)) deals_.push_back({node.worth, index, 0, {DEAL, 0, 0, 0}});
    u32 space = 0, on_rank[SUIT_LENGTH + 1] = {};  // the first space; the columns by the rank of their bottom card
    for (int i = rules_.columns - 1; i >= 0; i--) {
      const u8 bottom = node.sides[i].bottom;
      if (!bottom) space = 1u << i;
      if (is_known(bottom)) on_rank[bottom >> 2] |= 1u << i;
    }
    Sides sides = all(node.sides);
    const u8* cards = t.cards;
    for (int from = 0; from < rules_.columns; cards += t.length[from], from++) {
      const Side& a = node.sides[from];
      if (!is_known(a.bottom)) continue;
      const int up = a.length - a.down, lowest = a.bottom >> 2;
      if (a.run >= SUIT_LENGTH && complete(cards + a.down, up))
        consider(index, Move{REMOVE, (u8)from, 0, 0}, events, moves);
      u32 targets = space;
      for (int i = 0; i < std::min<int>(a.run, SUIT_LENGTH); i++)
        if (lowest + i < SUIT_LENGTH || rules_.kings_on_aces)
          targets |= on_rank[(lowest + i) % SUIT_LENGTH + 1];
      targets &= ~(1u << from);
      if (!targets) continue;
      Side left[MOST_CARDS + 1];  // left[n]: the column without its last n cards
      Side rest = Worth::face_down(a.down);
      for (int n = up; n > 0; n--) {
        if (n <= a.run) stage_->finish(left[n] = rest);
        stage_->place(rest, cards[a.length - n]);
      }
      for (; targets; targets &= targets - 1) {
        const int to = __builtin_ctz(targets);
        const u8 onto = node.sides[to].bottom;
        const int fitting = ((onto >> 2) - lowest + SUIT_LENGTH - 1) % SUIT_LENGTH + 1;
        const int least = onto ? fitting : 1, most = onto ? fitting : std::min<int>(a.run, a.length - 1);
        for (int n = least; n <= most; n++) {
          // Moving part of a run onto a copy of the card above that part gains nothing.
          if (onto && n < a.run && rules_.natural(onto, cards[a.length - n])) continue;
          shift(index, {SHIFT, (u8)from, (u8)to, (u8)n}, sides, cards, left[n], events, moves);
        }
      }
    }
    cell_moves(rules_, t, [&](Move move) { consider(index, move, events, moves); });
  }

  // Consider a move from the column `cards`, of which `left` stays.
  void shift(int index, Move move, Sides& sides, const u8* cards, const Side& left, bool events, bool moves) {
    if (left.length && left.length == left.down) {
      if (events) consider(index, move, events, moves);
      return;
    }
    if (!moves) return;
    const Node& node = nodes_[index];
    const Side &from = node.sides[move.from], &to = node.sides[move.to];
    Side joined = to;
    for (int i = 0; i < move.count; i++) stage_->place(joined, cards[left.length + i]);
    stage_->finish(joined);
    const u64 hash = node.hash - from.hash - to.hash + left.hash + joined.hash;
    // A third of the tableaus are duplicates.
    if (events && !met_.add(hash)) return;
    if (rules_.automatic_removal && joined.run >= SUIT_LENGTH) {
      consider(index, move, events, moves);
      return;
    }
    sides[move.from] = &left;
    sides[move.to] = &joined;
    candidates_.push_back({worth_of(node.tableau, sides), index, hash, move});
    sides[move.from] = &from;
    sides[move.to] = &to;
  }

  // Play a move and add it to the events if it turns up a card, otherwise to the candidates.
  void consider(int index, Move move, bool events, bool moves) {
    Node next = nodes_[index];
    make(next, move);
    sum_up(next);
    const bool turns_up = std::memcmp(next.tableau.down, nodes_[index].tableau.down, MOST_COLUMNS);
    if (!(turns_up ? events : moves) || (events && !met_.add(next.hash))) return;
    (turns_up ? events_ : candidates_).push_back({next.worth, index, next.hash, move});
  }

  // Return the average rating after a move that turns up a card.
  float worth_of_card(const Tableau& start, Move move, std::size_t outcomes) {
    Node after;
    begin(after, start);
    make(after, move);
    Tableau& t = after.tableau;
    int column = 0;
    while (t.down[column] == start.down[column]) column++;
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < std::min(outcomes, turned_.size()); i++) {
      const auto [card, copies] = turned_[i];
      t.cards[t.offset(column) + t.down[column]] = card;
      after.sides[column] = stage_->side(t.cards + t.offset(column), t.length[column], t.down[column]);
      sum += copies * reply(after);
      count += copies;
    }
    return (float)(sum / count);
  }

  float worth_of_row(const Tableau& start, std::size_t outcomes) {
    outcomes = std::min(outcomes, drawn_.size());
    Tableau dealt = start;
    play(rules_, dealt, Move{DEAL, 0, 0, 0});
    Node before;
    begin(before, start, stage_of(dealt));
    double sum = 0;
    for (std::size_t i = 0; i < outcomes; i++) {
      Node after = before;
      make(after, Move{DEAL, 0, 0, 0}, drawn_[i].data());
      sum += reply(after);
    }
    return (float)(sum / (double)outcomes);
  }

  // Return the rating of an outcome: that of the best tableau on the line of moves of which each leads to the
  // tableau of the highest worth.
  float reply(Node outcome) {
    sum_up(outcome);
    nodes_.assign(1, outcome);
    Node& best = outcome;
    for (u32 move = 0; move < skill_.replies; move++) {
      candidates_.clear();
      expand(0, false, true);
      if (candidates_.empty()) break;
      best_first(candidates_, 1);
      follow(nodes_[0], candidates_[0]);
      if (nodes_[0].worth > best.worth + GAIN) best = nodes_[0];
    }
    return best.worth + CERTAIN * chance(best);
  }

  float chance(const Node& node) const {
    float parts[PARTS];
    stage_->count(all(node.sides), node.tableau.removed, parts);
    return chance_.of(parts, stage_of(node.tableau));
  }

  std::vector<Move> line_to(int node) const {
    std::vector<Move> line;
    for (; nodes_[node].from >= 0; node = nodes_[node].from) line.push_back(nodes_[node].move);
    std::reverse(line.begin(), line.end());
    return line;
  }

  template <class Item>
  static void best_first(std::vector<Item>& items, u32 width) {
    const auto better = [](const Item& a, const Item& b) { return a.worth > b.worth; };
    if (items.size() > width) {
      std::nth_element(items.begin(), items.begin() + width, items.end(), better);
      items.resize(width);
    }
  }

  const Rules& rules_;
  const PlayerWeights& weights_;
  const Chance& chance_;
  const Unseen& unseen_;
  u64 random_;
  const Skill skill_;
  Control& control_;
  std::vector<Worth> worths_, filling_;  // by the number of rows left
  const Worth* stage_ = &worths_[0];     // for the tableaus of the current search
  std::vector<u8> deck_;
  std::vector<std::vector<u8>> drawn_;
  std::vector<std::pair<u8, int>> turned_;
  std::vector<Node> nodes_;
  std::vector<Candidate> candidates_, events_, deals_;
  Met met_;  // the tableaus of the current search
};

}  // namespace spiderpos::winning
