// The complete search for a strategy of a player who sees only face-up cards: does one reach the goal for every order
// of the hidden cards?
//
// A state is what the player sees; the set of hidden cards follows from it.  If the goal limits the moves, a state
// also includes the number of moves made.  The player chooses a move (an OR node), and then any hidden card may turn
// up (an AND node).  A state is *won* if the goal is reached there, or if some move leads only to won states,
// whichever card turns up.
//
// Each move *watches* one of its results that isn't won, and only watched states are searched: while that one isn't
// won, the others don't matter for the move.  When it is won, the move watches another result; if there is none, the
// state before the move is won.  In the end either the start is won, or the states that are watched from it form a
// closed set: each move from one of them may lead to another of them, or may break a condition of the goal.  So no
// strategy leaves the set, which is a proof.
//
// States with fewer moves from the start are searched first, so that strategies are short.
#pragma once
#include <algorithm>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "positions.hpp"

namespace spiderpos::winning {

class Strategy : public Positions {
 public:
  // The question must be lucky, so `question.unseen` has the number of copies of each hidden card.
  Strategy(const Rules& rules, const Question& question, Control& control)
      : Positions(rules, question, control, false) {}

  // Return true if there is a strategy.  Throws Stopped if the limits don't suffice.
  bool search(const Tableau& start) {
    begin(start);
    meet(name(start_, 0), 0);
    if (reached(start_)) win(0);
    for (std::size_t depth = 0; depth < open_.size() && !states_[0].won;) {
      if (open_[depth].empty()) {
        depth++;
        continue;
      }
      const u32 i = open_[depth].back();
      open_[depth].pop_back();
      control_.poll();
      states_[i].open = false;
      if (!is_watched(i)) continue;
      states_[i].expanded = true;
      lowest_ = open_.size();
      if (limited() && states_[i].depth >= (u32)question_.most_moves) continue;
      legal_moves(rules_, state(i), [&](Move move) {
        if (states_[i].won || (move.kind == DEAL && !question_.deals)) return;
        reserve(choices_, 1);
        choices_.push_back({i, NONE, move});
        settle((u32)choices_.size() - 1);
      });
      while (!revived_.empty() && !states_[0].won) {
        const u32 choice = revived_.back();
        revived_.pop_back();
        if (!states_[choices_[choice].state].won) settle(choice);
      }
      depth = std::min(depth, lowest_);
      control_.classes = (int64_t)entries_.size();
    }
    return states_[0].won;
  }

  // If there is no strategy: call `visit` with the key of each state of the closed set, and its number of bytes.
  template <class Visit>
  void closed(const Visit& visit) const {
    std::vector<std::vector<u32>> watched(states_.size());
    for (u32 i = 0; i < states_.size(); i++)
      for (u32 c = states_[i].watching; c != NONE; c = choices_[c].next)
        watched[choices_[c].state].push_back(i);
    std::vector<u32> met{0};
    std::vector<bool> visited(states_.size());
    visited[0] = true;
    for (std::size_t k = 0; k < met.size(); k++) {
      visit(keys_.data() + entries_[met[k]].key, entries_[met[k]].size);
      for (u32 next : watched[met[k]])
        if (!visited[next]) visited[next] = true, met.push_back(next);
    }
  }

  // If there is a strategy: write it as a plan.  Return false if it would have to branch by several cards that turn up
  // at once, or by a card of a dealt row, which a plan can't express.
  bool write(Policy& policy) {
    std::unordered_map<std::string, u32> written;
    expressible_ = true;
    write(start_, 0, policy, written);
    return expressible_;
  }

 private:
  static constexpr u32 NONE = UINT32_MAX;

  struct State {
    u32 won = 0;          // its rank in the order in which states were won, from 1; 0: not won
    u32 watching = NONE;  // the first of the choices that watch it, a linked list
    u32 depth = 0;        // moves from the start
    bool open = false, expanded = false;
  };
  // A move from a state; `next` is the next choice that watches the same result.
  struct Choice {
    u32 state, next;
    Move move;
  };

  bool limited() const { return question_.most_moves < Question().most_moves; }
  // Return the key of a tableau, with the number of moves made if the goal limits it.
  std::string name(const Tableau& t, u32 moves) const {
    std::string whole = key(t);
    if (limited()) whole.append((const char*)&moves, sizeof moves);
    return whole;
  }

  // Compute the results of a move, one for each choice of the cards that turn up; return false if one of them breaks
  // a condition of the goal, or if there is none.
  bool outcomes(const Tableau& from, Move move, std::vector<Tableau>& results) {
    results.clear();
    bool allowed = true;
    const auto then = [&](Move, const Tableau* next) {
      if (next)
        results.push_back(*next);
      else
        allowed = false;
    };
    if (move.kind == DEAL)
      rows(from, move, then);
    else
      after(from, move, nullptr, then);
    control_.work += WORK * (int64_t)results.size();
    return allowed && !results.empty();
  }

  // Let a choice watch a result that isn't won, or mark its own state as won if all are.  A result met before is
  // preferred to a new one, which would have to be searched.
  void settle(u32 choice) {
    const u32 i = choices_[choice].state;
    control_.steps++;
    if (!outcomes(state(i), choices_[choice].move, results_)) return;
    u32 watched = NONE;
    const u32 moves = states_[i].depth + 1;
    const Tableau* fresh = nullptr;
    for (const Tableau& next : results_) {
      if (reached(next)) continue;
      const u32 entry = table_[slot_of(name(next, moves))];
      if (entry && !states_[entry - 1].won) {
        watched = entry - 1;
        break;
      }
      if (!entry) fresh = &next;
    }
    if (watched == NONE && !fresh) return win(i);
    if (watched == NONE) watched = meet(name(*fresh, moves), moves);
    choices_[choice].next = states_[watched].watching;
    states_[watched].watching = choice;
    if (!states_[watched].open && !states_[watched].expanded) open(watched);
  }

  u32 meet(const std::string& key, u32 depth) {
    add(key, 0);
    reserve(states_, 1);
    states_.push_back({0, NONE, depth});
    open((u32)states_.size() - 1);
    return (u32)states_.size() - 1;
  }
  void open(u32 i) {
    const std::size_t depth = states_[i].depth;
    if (open_.size() <= depth) open_.resize(depth + 1);
    open_[depth].push_back(i);
    states_[i].open = true;
    lowest_ = std::min(lowest_, depth);
  }
  void win(u32 i) {
    states_[i].won = ++won_;
    for (u32 c = states_[i].watching; c != NONE; c = choices_[c].next) revived_.push_back(c);
    states_[i].watching = NONE;
  }
  // Return true if a move of a state that isn't won watches this one.  The start always counts as watched.
  bool is_watched(u32 i) const {
    if (states_[i].won) return false;
    for (u32 c = states_[i].watching; c != NONE; c = choices_[c].next)
      if (!states_[choices_[c].state].won) return true;
    return i == 0;
  }

  // Return true if the tableau, after this number of moves, was won before the state with this rank.  A plan that
  // only goes to such states ends.
  bool won_before(const Tableau& t, u32 moves, u32 order) {
    if (reached(t)) return true;
    const u32 entry = table_[slot_of(name(t, moves))];
    return entry && states_[entry - 1].won && states_[entry - 1].won < order;
  }

  u32 write(Tableau now, u32 moves, Policy& policy, std::unordered_map<std::string, u32>& written) {
    std::string exact = now.exact();
    if (limited()) exact.append((const char*)&moves, sizeof moves);
    const auto there = written.find(exact);
    if (there != written.end()) return there->second;
    Entry entry;
    std::vector<Tableau> next;
    while (entry.column < 0 && !reached(now)) {
      const u32 order = states_[table_[slot_of(name(now, moves++))] - 1].won;
      bool chosen = false;
      legal_moves(rules_, now, [&](Move move) {
        if (chosen || (move.kind == DEAL && !question_.deals) || !outcomes(now, move, results_)) return;
        for (const Tableau& t : results_)
          if (!won_before(t, moves, order)) return;
        chosen = true;
        next = results_;
        entry.add(now, move);
      });
      if (!chosen) throw std::logic_error("no winning move in a won state");
      const Move move = entry.moves.back();
      play(rules_, now, move);
      const int unseen = unknown_bottoms(rules_, now, entry.column);
      if (unseen > 1 || (unseen && move.kind == DEAL)) {
        expressible_ = false;
        return 0;
      }
      if (!unseen) now = next.front();
    }
    for (const Tableau& t : next)
      if (entry.column >= 0 && expressible_)
        entry.next.push_back({t.bottom(entry.column), write(t, moves, policy, written)});
    policy.push_back(entry);
    return written[exact] = (u32)policy.size() - 1;
  }

  std::vector<State> states_;  // one per entry
  std::vector<Choice> choices_;
  std::vector<std::vector<u32>> open_;  // states to search, by depth
  std::vector<u32> revived_;            // choices whose watched result has been won
  std::vector<Tableau> results_;
  std::size_t lowest_ = 0;
  u32 won_ = 0;
  bool expressible_ = true;
};

}  // namespace spiderpos::winning
