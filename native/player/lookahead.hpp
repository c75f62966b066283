// A player who sees only face-up cards: chooses the moves up to the next event (a card turned up, a row
// dealt, a suit removed).
//
// Moves up to the event are searched as if all cards were known, since they reveal nothing.  Each way to an event is
// rated by the average over its outcomes, weighted by their probability.  The rating of an outcome is that of the best
// tableau reachable after it: its worth, and the chance to win that a small net estimates.
#pragma once
#include <vector>

#include "../game/game.hpp"
#include "chance.hpp"
#include "worth.hpp"

namespace spiderpos::winning {

// The effort of a player.
struct Skill {
  u32 width = 96, depth = 40, idle = 12;  // of the search up to the next event
  u32 wide = 256, wide_depth = 40;        // of a second search if the first found no card to turn up
  u32 events = 200;                       // most ways to turn up a card that are judged by their outcomes
  u32 deals = 16;                         // most ways to deal that are judged by their outcomes
  u32 rows = 48;                          // random rows for each way to deal
  u32 reply_width = 1, reply_depth = 2;   // of the search after an event
  u32 cards = 0;                 // random cards for each way to turn one up; 0: all kinds
  u32 first = 6, keep = 10;      // judge all ways by `first` outcomes, then the best `keep` by all outcomes
  int proposers = 0;             // other players that propose ways
};

// Proposers judge more coarsely than the player.
constexpr Skill PROPOSER = {48, 30, 10, 256, 40, 24, 8, 12, 1, 1, 12, 4, 6};
// A proposer's weights are the player's, times exp(x); x is random with this standard deviation.
constexpr float CHANGE = 0.6f;
// If the chance to win is lower or higher than these, the game is nearly decided, so proposers would waste time.
constexpr float HOPELESS = 0.004f, SAFE = 0.985f;

// The worth of a certain win.
constexpr float CERTAIN = 1000;

class Player {
 public:
  Player(const Rules& rules, const PlayerWeights& weights, const Chance& chance,
         const Unseen& unseen, u64 seed, const Skill& skill, Control& control)
      : rules_(rules), weights_(weights), chance_(chance), unseen_(unseen), random_(seed),
        skill_(skill), control_(control) {
    for (int rows = 0; rows < STAGES; rows++) {
      worths_.emplace_back(rules, weights, unseen, rows);
      filling_.emplace_back(rules, without_spaces(weights), unseen, rows);
    }
    for (int card = 4; card < CODES; card++)
      for (int i = 0; i < unseen.count[card]; i++) deck_.push_back((u8)card);
  }

  // Return the moves up to the next event; empty if no legal move helps.  Other players, with randomly
  // changed weights, each add their favourite way to the candidates: they find preparations that this
  // player's search misses.
  std::vector<Move> decide(const Tableau& start) {
    std::vector<Way> ways = propose(start);
    const float now = skill_.proposers ? chance(start) : 0;
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
  // A tableau that can be reached without an event, by `move` from the node `from`.
  struct Node {
    Tableau tableau;
    Side sides[MOST_COLUMNS];
    u64 hash;
    float worth;
    int from;
    Move move;
  };
  struct Candidate {
    float worth;
    int from;
    u64 hash;
    Move move;
  };
  struct Event {
    float worth;
    int node;
    Move move;
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
    std::vector<Event> events, deals;
    search(start, skill_.width, skill_.depth, skill_.idle, &events, &deals);
    if (events.empty()) {
      deals.clear();
      search(start, skill_.wide, skill_.wide_depth, skill_.idle, &events, &deals);
    }
    if (events.empty() && deals.empty() && rows_left(start)) {
      worths_.swap(filling_);
      search(start, skill_.width, skill_.wide_depth, skill_.idle, &events, &deals);
      worths_.swap(filling_);
    }
    best_first(events, skill_.events);
    best_first(deals, skill_.deals);
    events.insert(events.end(), deals.begin(), deals.end());
    std::vector<Way> ways;
    for (const Event& event : events) {
      ways.push_back({line_to(event.node), nodes_[event.node].tableau});
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

  // Return a hash of the event and the tableau before it, regardless of the order of the columns.
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

  int rows_left(const Tableau& t) const {
    const int left = (int)rules_.hand.size() - t.dealt;
    const int rows = left / rules_.columns + (rules_.short_last_deal && left % rules_.columns);
    return std::min(rows, STAGES - 1);
  }

  // Return weights that fill spaces, for positions where no row may be dealt while there is a space.
  static PlayerWeights without_spaces(PlayerWeights weights) {
    for (int part : {SPACE, MORE_SPACE}) weights.base[part] = -200, weights.slope[part] = 0;
    return weights;
  }

  u64 next_random() {
    u64 z = random_ += 0x9e3779b97f4a7c15ULL;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
  }

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

  void measure(Node& node) const {
    const u8* cards = node.tableau.cards;
    const Worth& worth = worths_[rows_left(node.tableau)];
    node.hash = keys().dealt(node.tableau.dealt);
    for (int i = 0; i < rules_.columns; cards += node.tableau.length[i], i++) {
      node.sides[i] = worth.side(cards, node.tableau.length[i], node.tableau.down[i]);
      node.hash += node.sides[i].hash;
    }
    for (int i = 0; i < rules_.cells; i++) node.hash += keys().cell(node.tableau.cells[i]);
    node.worth = total(node);
  }
  float total(const Node& node) const {
    const Worth& worth = worths_[rows_left(node.tableau)];
    float sum = worth.whole(node.sides, node.tableau.removed);
    for (int i = 0; i < rules_.cells; i++)
      if (!node.tableau.cells[i]) sum += worth.part(SPACE);
    return sum;
  }

  // Fill nodes_ with the tableaus that can be reached without an event; also collect the events if
  // `events` and `deals` aren't null.
  void search(const Tableau& start, u32 width, u32 depth, u32 idle, std::vector<Event>* events,
               std::vector<Event>* deals) {
    nodes_.resize(1);
    nodes_[0].tableau = start;
    nodes_[0].from = -1;
    measure(nodes_[0]);
    clear_hashes();
    add_hash(nodes_[0].hash);
    float best = nodes_[0].worth;
    std::size_t first = 0, last = 1;
    u32 waited = 0;
    for (u32 layer = 0;; layer++) {
      candidates_.clear();
      if (!events && layer == depth) break;
      for (std::size_t i = first; i < last; i++) expand((int)i, events, deals, layer < depth);
      if (layer == depth || candidates_.empty()) break;
      best_first(candidates_, width);
      bool better = false;
      for (const Candidate& candidate : candidates_) {
        nodes_.push_back(nodes_[candidate.from]);
        Node& node = nodes_.back();
        play(rules_, node.tableau, candidate.move);
        node.from = candidate.from;
        node.move = candidate.move;
        remeasure(node, candidate);
        if (node.worth > best + 0.01f) best = node.worth, better = true;
      }
      waited = better ? 0 : waited + 1;
      first = last;
      last = nodes_.size();
      if (waited > idle) {
        if (!events) break;
        depth = layer + 1;  // one more layer to look for events
      }
    }
  }

  void remeasure(Node& node, const Candidate& candidate) const {
    if (candidate.move.kind != SHIFT || node.tableau.removed != nodes_[node.from].tableau.removed) {
      measure(node);
      return;
    }
    const Worth& worth = worths_[rows_left(node.tableau)];
    for (int i : {candidate.move.from, candidate.move.to})
      node.sides[i] = worth.side(node.tableau.cards + node.tableau.offset(i),
                                 node.tableau.length[i], node.tableau.down[i]);
    node.worth = candidate.worth;
    node.hash = candidate.hash;
  }

  void expand(int index, std::vector<Event>* events, std::vector<Event>* deals, bool moves) {
    control_.poll();
    const Tableau t = nodes_[index].tableau;
    const u8* column[MOST_COLUMNS + 1];
    column[0] = t.cards;
    int space = -1;
    for (int i = 0; i < rules_.columns; i++) {
      column[i + 1] = column[i] + t.length[i];
      if (!t.length[i] && space < 0) space = i;
    }
    if (deals && may_deal(rules_, t)) deals->push_back({nodes_[index].worth, index, {DEAL, 0, 0, 0}});
    for (int from = 0; from < rules_.columns; from++) {
      const Side a = nodes_[index].sides[from];
      if (!t.length[from]) continue;
      if (a.bottom < 4) continue;
      const u8* end = column[from + 1];
      const int up = t.length[from] - t.down[from];
      if (a.run >= SUIT_LENGTH && complete(end - up, up))
        consider(index, Move{REMOVE, (u8)from, 0, 0}, events, moves);
      const int lowest = a.bottom >> 2;
      for (int to = 0; to < rules_.columns; to++) {
        if (to == from) continue;
        if (!t.length[to]) {
          if (to != space) continue;
          for (int count = 1; count <= a.run; count++)
            if (count < t.length[from]) shift(index, t, column, from, to, count, events, moves);
          continue;
        }
        const int onto = column[to + 1][-1];
        if (onto < 4) continue;
        int count = (onto >> 2) - lowest;
        if (rules_.kings_on_aces && count < 1) count += SUIT_LENGTH;
        if (count < 1 || count > a.run) continue;
        // Moving part of a run onto a copy of the card above that part gains nothing.
        if (count < a.run && rules_.natural(onto, end[-count])) continue;
        shift(index, t, column, from, to, count, events, moves);
      }
    }
    if (!rules_.cells) return;
    legal_moves(rules_, t, [&](Move move) {
      if (move.kind == TO_CELL || move.kind == FROM_CELL) consider(index, move, events, moves);
    });
  }

  void shift(int index, const Tableau& t, const u8* const* column, int from, int to, int count,
             std::vector<Event>* events, bool moves) {
    const Move move{SHIFT, (u8)from, (u8)to, (u8)count};
    const int left = t.length[from] - count;
    if (left && left == t.down[from]) {
      if (events) consider(index, move, events, moves);
      return;
    }
    if (!moves) return;
    // A third of the tableaus are duplicates, so compute the hash before the worth.
    Node& node = nodes_[index];
    const Side old_a = node.sides[from], old_b = node.sides[to];
    const u8* moved = column[from] + left;
    u64 hash_a = old_a.cards, hash_b = old_b.cards;
    for (int i = 0; i < count; i++) {
      hash_a ^= keys().card(left + i, moved[i]);
      hash_b ^= keys().card(t.length[to] + i, moved[i]);
    }
    const u64 hash = node.hash - old_a.hash - old_b.hash +
                     (left ? keys().column(hash_a, 0) : 0) + keys().column(hash_b, 0);
    if (!add_hash(hash)) return;
    u8 cards[MOST_CARDS];
    std::memcpy(cards, column[to], t.length[to]);
    std::memcpy(cards + t.length[to], moved, count);
    const Worth& worth = worths_[rows_left(t)];
    const Side b = worth.side(cards, t.length[to] + count, t.down[to]);
    if (rules_.automatic_removal && b.run >= SUIT_LENGTH) {
      consider(index, move, events, moves);
      return;
    }
    node.sides[from] = worth.side(column[from], left, t.down[from]);
    node.sides[to] = b;
    candidates_.push_back({total(node), index, hash, move});
    node.sides[from] = old_a;
    node.sides[to] = old_b;
  }

  static int face_down(const Tableau& t) {
    int sum = 0;
    for (int down : t.down) sum += down;
    return sum;
  }

  // Play a move and add it to the events if it turns up a card, otherwise to the candidates.
  void consider(int index, Move move, std::vector<Event>* events, bool moves) {
    Node next = nodes_[index];
    play(rules_, next.tableau, move);
    measure(next);
    if (face_down(next.tableau) < face_down(nodes_[index].tableau)) {
      if (events && add_hash(next.hash)) events->push_back({next.worth, index, move});
    } else if (moves && add_hash(next.hash)) {
      candidates_.push_back({next.worth, index, next.hash, move});
    }
  }

  // Return the average rating after a move that turns up a card.
  float worth_of_card(Tableau t, Move move, std::size_t outcomes) {
    u8 down_before[MOST_COLUMNS];
    std::memcpy(down_before, t.down, sizeof down_before);
    play(rules_, t, move);
    int place = -1;
    for (int i = 0, offset = 0; i < rules_.columns; offset += t.length[i], i++)
      if (t.down[i] < down_before[i]) place = offset + t.down[i];
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < std::min(outcomes, turned_.size()); i++) {
      const auto [card, copies] = turned_[i];
      t.cards[place] = card;
      sum += copies * reply(t);
      count += copies;
    }
    return (float)(sum / count);
  }

  float worth_of_row(const Tableau& start, std::size_t outcomes) {
    outcomes = std::min(outcomes, drawn_.size());
    double sum = 0;
    for (std::size_t i = 0; i < outcomes; i++) {
      Tableau t = start;
      play(rules_, t, Move{DEAL, 0, 0, 0}, [](int) {}, drawn_[i].data());
      sum += reply(t);
    }
    return (float)(sum / (double)outcomes);
  }

  // Return the rating of an outcome: that of the best tableau that can be reached without an event.
  float reply(const Tableau& t) {
    search(t, skill_.reply_width, skill_.reply_depth, 2, nullptr, nullptr);
    const Node* best = &nodes_[0];
    for (const Node& node : nodes_)
      if (node.worth > best->worth + 0.01f) best = &node;
    return best->worth + CERTAIN * chance(best->tableau);
  }

  float chance(const Tableau& t) const {
    const int rows = rows_left(t);
    float parts[PARTS];
    worths_[rows].count(t.cards, t.length, t.down, t.removed, parts);
    return chance_.of(parts, rows);
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

  // Add the hash of a tableau; return false if this search has already met it.
  bool add_hash(u64 hash) {
    hash |= 1;
    if (table_.empty()) table_.assign(1 << 12, 0);
    std::size_t slot = hash >> 8 & (table_.size() - 1);
    while (table_[slot]) {
      if (table_[slot] == hash) return false;
      slot = (slot + 1) & (table_.size() - 1);
    }
    table_[slot] = hash;
    used_.push_back(hash);
    if (used_.size() * 2 > table_.size()) {
      table_.assign(table_.size() * 2, 0);
      for (u64 old : used_) {
        slot = old >> 8 & (table_.size() - 1);
        while (table_[slot]) slot = (slot + 1) & (table_.size() - 1);
        table_[slot] = old;
      }
    }
    return true;
  }
  void clear_hashes() {
    for (u64 hash : used_) {
      std::size_t slot = hash >> 8 & (table_.size() - 1);
      while (table_[slot] != hash && table_[slot]) slot = (slot + 1) & (table_.size() - 1);
      // Clear to the end of the cluster: a gap would hide the entries after it.
      while (table_[slot]) table_[slot] = 0, slot = (slot + 1) & (table_.size() - 1);
    }
    used_.clear();
  }

  const Rules& rules_;
  const PlayerWeights& weights_;
  const Chance& chance_;
  const Unseen& unseen_;
  u64 random_;
  const Skill skill_;
  Control& control_;
  std::vector<Worth> worths_, filling_;  // by the number of rows left
  std::vector<u8> deck_;
  std::vector<std::vector<u8>> drawn_;
  std::vector<std::pair<u8, int>> turned_;
  std::vector<Node> nodes_;
  std::vector<Candidate> candidates_;
  std::vector<u64> table_, used_;
};

}  // namespace spiderpos::winning
