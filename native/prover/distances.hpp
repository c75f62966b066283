// Lower bounds for the number of moves to a goal, from classes of positions (docs/prover.md, section 10).
//
// A move changes the class of a position by at most one step.  So a line has at least as many moves as there are
// steps from the class of its start to a class that meets the goal.  These distances are computed once, for all
// classes, and looked up for each tableau.
#pragma once
#include <memory>
#include <string>
#include <unordered_map>

#include "exhaust.hpp"
#include "search.hpp"

namespace spiderpos::prover {

// The distances of all classes of one relaxed game to the goal.
class Distances {
 public:
  static constexpr int NEVER = winning::Exhaust::NEVER;

  // All cards must be known.  `fixed`: the columns of a tableau, as bits, that are in their place in the question; the
  // others are in any order.
  Distances(const Problem& question, const Precision& precision, int fixed, Control& control)
      : problem(question), fixed_(fixed), game_(this->problem, precision, control) {
    game_.normal_form = false;  // it takes cards off the table without counting a step
    for (int value = 0; value < 56; value++)
      for (int c : game_.tracked)
        if (this->problem.value(c) == value) tracked_.push_back(c);
  }

  // Search until there are more than this number of classes; return false then, or if a class has too many successors.
  // A class that wasn't expanded gets the distance 0, so that all distances remain lower bounds.
  bool search(std::size_t most, Control& control) {
    Table table(game_.width, control);
    vector<u8> packed(game_.width);
    vector<std::pair<u32, u32>> steps;  // (to, from); sorting puts the predecessors of a class together
    vector<u8> distance;
    const auto add = [&](const Class& s) {
      game_.pack(s, packed.data());
      return table.add(packed.data()).first;
    };
    Class s = game_.initial();
    add(s);
    vector<Successor> successors;
    u32 i = 0;
    for (; i < table.size() && table.size() <= most && !game_.overflow; i++) {
      game_.unpack(table.bytes(i), s);
      const Counts counts = game_.info(s);
      distance.push_back(game_.reached(s, counts) ? 0 : NEVER);
      successors.clear();
      game_.expand(s, successors);
      for (const Successor& next : successors) {
        if (next.goal) distance[i] = std::min<u8>(distance[i], 1);
        steps.push_back({add(next.to), i});
      }
    }
    const bool complete = i == table.size() && !game_.overflow;
    if (game_.overflow) distance.clear();
    distance.resize(table.size(), 0);
    spread(steps, distance);
    for (u32 k = 0; k < table.size(); k++) {
      game_.unpack(table.bytes(k), s);
      const auto [place, fresh] = distances_.emplace(key(s), distance[k]);
      if (!fresh) place->second = std::min(place->second, distance[k]);
    }
    return complete;
  }

  // Return a lower bound for the number of moves from a tableau to the goal, or NEVER if it can't be reached.
  int operator()(const winning::Tableau& t) const {
    Class s;
    if (!class_of(t, s)) return 0;
    const auto entry = distances_.find(key(s));
    return entry == distances_.end() ? 0 : entry->second;
  }

 private:
  const Problem problem;
  const int fixed_;
  Game game_;
  vector<int> tracked_;  // equal cards next to each other
  std::unordered_map<std::string, u8> distances_;

  // Compute the distances backwards from those that are 0 or 1, breadth-first.
  static void spread(vector<std::pair<u32, u32>>& steps, vector<u8>& distance) {
    std::sort(steps.begin(), steps.end());
    vector<u32> now, next;
    for (int steps_left = 0; steps_left < NEVER - 1; steps_left++, now.swap(next), next.clear()) {
      for (u32 i = 0; i < distance.size() && steps_left < 2; i++)
        if (distance[i] == steps_left) now.push_back(i);
      for (u32 to : now)
        for (auto step = std::lower_bound(steps.begin(), steps.end(), std::make_pair(to, 0u));
             step != steps.end() && step->first == to; ++step)
          if (distance[step->second] > steps_left + 1) {
            distance[step->second] = (u8)(steps_left + 1);
            next.push_back(step->second);
          }
    }
  }

  // Return a key that is the same for classes that differ only by an exchange of equal cards, since a tableau doesn't
  // tell such cards apart.  Other classes may share it too; then the least of their distances is stored.
  std::string key(const Class& s) const {
    std::string whole((const char*)s.left, (std::size_t)problem.columns);
    u8 removed[4] = {0, 0, 0, 0}, table[MAX_COLUMNS];
    for (int c : problem.of_rank[13]) removed[problem.suit[c]] += s.is_gone(c);
    whole.append((const char*)removed, 4);
    const auto named = [&](u8 code) { return is_card(code) ? (u8)problem.value(code) : code; };
    std::transform(s.table, s.table + s.on_table, table, named);
    std::sort(table, table + s.on_table);
    whole.append((const char*)table, s.on_table);
    for (std::size_t i = 0, end; i < tracked_.size(); i = end) {
      std::size_t begin = whole.size();
      for (end = i; end < tracked_.size() && problem.value(tracked_[end]) == problem.value(tracked_[i]); end++)
        whole.push_back((char)named(s.value[tracked_[end]]));
      std::sort(whole.begin() + (long)begin, whole.end());
    }
    return whole;
  }

  // Compute the class of a tableau; return false if it can't come from this problem.
  bool class_of(const winning::Tableau& t, Class& s) const {
    memset(&s, 0, sizeof s);
    memset(s.value, OUT, sizeof s.value);
    memset(s.base, FREE, sizeof s.base);
    int card[MAX_CARDS], head[MAX_COLUMNS], column_of[MAX_COLUMNS];
    std::fill(card, card + MAX_CARDS, -1);
    bool matched[MAX_COLUMNS] = {};
    const u8* column = t.cards;
    for (int i = 0; i < problem.columns; column += t.length[i], i++) {
      int segments = t.length[i] > 0;
      head[i] = 0;
      for (int j = 1; j < t.length[i]; j++)
        if (j <= t.down[i] || problem.above(column[j] >> 2) != column[j - 1] >> 2)
          segments++, head[i] = j;
      column_of[i] = -1;
      if (segments < 2) continue;
      for (int k = 0; k < problem.columns && column_of[i] < 0; k++) {
        const bool may_be = k == i || !((fixed_ >> i | fixed_ >> k) & 1);
        if (may_be && !matched[k] && begins(k, segments, head[i], column)) column_of[i] = k;
      }
      if (column_of[i] < 0) return false;
      matched[column_of[i]] = true;
      s.left[column_of[i]] = (u8)segments;
      for (int j = 0; j <= head[i]; j++)
        card[column - t.cards + j] = problem.segments[column_of[i]][0][0] + j;
    }
    // Number the other cards in play, which are linked or on the table; the cards left over have been removed.
    int of_value[56][MAX_OF_RANK], left[56] = {0};
    for (int k = 0; k < problem.columns; k++)
      for (std::size_t n = s.left[k] ? s.left[k] - 1u : 0u; n < problem.segments[k].size(); n++)
        for (int c : problem.segments[k][n]) {
          const int value = problem.value(c);
          const bool anchored = s.left[k] && n + 1 == s.left[k] && c == problem.segments[k][n][0];
          if (!anchored) of_value[value][left[value]++] = c;
        }
    column = t.cards;
    for (int i = 0; i < problem.columns; column += t.length[i], i++)
      for (int j = 0; j < t.length[i]; j++) {
        int& c = card[column - t.cards + j];
        if (c < 0) {
          if (!left[column[j]]) return false;
          c = of_value[column[j]][--left[column[j]]];
        }
        if (j == 0 && column_of[i] < 0) s.put_on_table(game_.code(c));
      }
    for (int value = 4; value < 56; value++)
      while (left[value]) s.remove(of_value[value][--left[value]]);
    column = t.cards;
    for (int i = 0; i < problem.columns; column += t.length[i], i++)
      for (int j = head[i]; j < t.length[i]; j++) {
        const int x = card[column - t.cards + j];
        if (!game_.precision[x]) continue;
        s.value[x] = j + 1 < t.length[i] ? game_.value_under(x, card[column - t.cards + j + 1]) : (u8)FREE;
      }
    game_.canonical(s);
    return true;
  }

  // Return true if a column of the problem begins with these cards, down to the head of its segment number
  // `segments` (from 1).
  bool begins(int column, int segments, int head, const u8* cards) const {
    const auto& all = problem.segments[column];
    if ((int)all.size() < segments) return false;
    int size = 0;
    for (int n = 0; n + 1 < segments; n++) size += (int)all[n].size();
    if (size != head) return false;
    for (int j = 0; j <= head; j++)
      if (cards[j] != problem.value(all[0][0] + j)) return false;
    return true;
  }
};

// Return a function that gives a lower bound for each tableau of a question; null if classes don't support the
// question or a card is unknown.
inline winning::Exhaust::Bound lower_bounds(const winning::Rules& rules, const winning::Question& question,
                                            const winning::Tableau& start, Control& control) {
  const std::size_t most_classes = 20000;
  const bool deals = question.deals && winning::rows_left(rules, start);
  if (question.lucky || deals || rules.cells || rules.kings_on_aces || rules.automatic_removal) return nullptr;
  Problem problem = problem_of(winning::columns_of(rules, start), false);
  // With bounds, a search omits tableaus, and an unknown card could turn up after one of them.
  if (!problem.fits() || !problem.of_rank[0].empty()) return nullptr;
  problem.goal = question.goal;
  vector<std::shared_ptr<Distances>> all;
  for (const u8 level : {DEEP, BLIND}) {
    all.push_back(std::make_shared<Distances>(problem, uniform(problem, level), question.fixed, control));
    if (all.back()->search(most_classes, control)) break;
  }
  return [all](const winning::Tableau& t) {
    int most = 0;
    for (const auto& distances : all) most = std::max(most, (*distances)(t));
    return most;
  };
}

}  // namespace spiderpos::prover
