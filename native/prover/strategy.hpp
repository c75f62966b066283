// All play of a player who sees only the cards that have come up: is there a strategy that reaches the
// goal whatever turns up?
//
// A state is a position and the unknown cards that are left, which are known as a set: all that isn't
// seen.  The player chooses a move (OR); then any card may come up that is left (AND).  A state is *won*
// if the goal is reached there, or if some move leads to won states only, whatever comes up.
//
// Each move of a state *watches* one state that it may lead to and that isn't won; only that one is
// searched.  When it is won, the move watches another one; if there is none, the state is won.  At the
// end of the search the start is won, or the states that are watched from it are closed: each move from
// one of them may lead to another of them, or may break a condition.  So no strategy leaves them.
//
// States are taken by the number of moves from the start, so that "won" is found by short lines first.
#pragma once
#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "positions.hpp"

namespace spiderpos::winning {

class Strategy : public Positions {
 public:
  // `question` has the number of each unseen card.
  Strategy(const Rules& rules, const Question& question, Control& control)
      : Positions(rules, question, control, false) {}

  // True if there is a strategy.  Throws Stopped if it can't be decided.
  bool search(const Tableau& start) {
    begin(start);
    meet(key(start_), 0);
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
      if (!is_wanted(i)) continue;
      states_[i].expanded = true;
      lowest_ = open_.size();
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

  // If there is no strategy: the states that none leaves, of each its size and its key.
  template <class Told>
  void closed(const Told& told) const {
    std::vector<std::vector<u32>> watched(states_.size());
    for (u32 i = 0; i < states_.size(); i++)
      for (u32 c = states_[i].watching; c != NONE; c = choices_[c].next)
        watched[choices_[c].state].push_back(i);
    std::vector<u32> met{0};
    std::vector<bool> known(states_.size());
    known[0] = true;
    for (std::size_t k = 0; k < met.size(); k++) {
      told(keys_.data() + entries_[met[k]].key, entries_[met[k]].size);
      for (u32 next : watched[met[k]])
        if (!known[next]) known[next] = true, met.push_back(next);
    }
  }

  // If there is one: a plan.  False if it would have to branch by several cards that come up at once.
  bool write(Policy& policy) {
    std::unordered_map<std::string, u32> written;
    sayable_ = true;
    write(start_, policy, written);
    return sayable_;
  }

 private:
  static constexpr u32 NONE = UINT32_MAX;

  struct State {
    u32 won = 0;          // after how many others it was found to be won, from 1; 0 if it isn't
    u32 watching = NONE;  // the first choice that watches it
    u32 depth = 0;        // moves from the start
    bool open = false, expanded = false;
  };
  // A move of a state, and the next choice that watches the same state.
  struct Choice {
    u32 state, next;
    Move move;
  };

  // Compute the results of a move, one tableau for each way in which cards may come up; false if a condition
  // is broken in one of them.
  bool outcomes(const Tableau& from, Move move, std::vector<Tableau>& found) {
    found.clear();
    bool kept = true;
    const auto then = [&](Move, const Tableau* next) {
      if (next)
        found.push_back(*next);
      else
        kept = false;
    };
    if (move.kind == DEAL)
      rows(from, move, then);
    else
      after(from, move, nullptr, then);
    control_.work += WORK * (int64_t)found.size();
    return kept && !found.empty();
  }

  // Lets a choice watch a state that isn't won, of those that were met rather than a new one; if there
  // is none, its own state is won.
  void settle(u32 choice) {
    const u32 i = choices_[choice].state;
    control_.steps++;
    if (!outcomes(state(i), choices_[choice].move, found_)) return;
    u32 watched = NONE;
    const Tableau* fresh = nullptr;
    for (const Tableau& next : found_) {
      if (reached(next)) continue;
      const u32 at = table_[place(key(next))];
      if (at && !states_[at - 1].won) {
        watched = at - 1;
        break;
      }
      if (!at) fresh = &next;
    }
    if (watched == NONE && !fresh) return win(i);
    if (watched == NONE) watched = meet(key(*fresh), states_[i].depth + 1);
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
  bool is_wanted(u32 i) const {
    if (states_[i].won) return false;
    for (u32 c = states_[i].watching; c != NONE; c = choices_[c].next)
      if (!states_[choices_[c].state].won) return true;
    return i == 0;
  }

  // True if it is won, and was found to be so before another state.
  bool won_before(const Tableau& t, u32 order) {
    if (reached(t)) return true;
    const u32 at = table_[place(key(t))];
    return at && states_[at - 1].won && states_[at - 1].won < order;
  }

  u32 write(Tableau now, Policy& policy, std::unordered_map<std::string, u32>& written) {
    std::string name((const char*)now.cards, (std::size_t)now.total());
    name.append((const char*)&now + offsetof(Tableau, length), sizeof now - offsetof(Tableau, length));
    const auto there = written.find(name);
    if (there != written.end()) return there->second;
    Entry entry;
    std::vector<Tableau> next;
    while (entry.column < 0 && !reached(now)) {
      const u32 order = states_[table_[place(key(now))] - 1].won;
      bool found = false;
      legal_moves(rules_, now, [&](Move move) {
        if (found || (move.kind == DEAL && !question_.deals) || !outcomes(now, move, found_)) return;
        for (const Tableau& t : found_)
          if (!won_before(t, order)) return;
        found = true;
        next = found_;
        entry.add(now, move);
      });
      if (!found) throw std::logic_error("a state that isn't won");
      const Move move = entry.moves.back();
      play(rules_, now, move);
      int unseen = 0;
      const u8* at = now.cards;
      for (int i = 0; i < rules_.columns; at += now.length[i], i++)
        if (now.length[i] && at[now.length[i] - 1] == UNKNOWN) entry.column = i, unseen++;
      if (unseen > 1 || (unseen && move.kind == DEAL)) {
        sayable_ = false;
        return 0;
      }
      if (!unseen) now = next.front();
    }
    for (const Tableau& t : next)
      if (entry.column >= 0 && sayable_) {
        const u8 card = t.cards[t.offset(entry.column) + t.length[entry.column] - 1];
        entry.next.push_back({card, write(t, policy, written)});
      }
    policy.push_back(entry);
    return written[name] = (u32)policy.size() - 1;
  }

  std::vector<State> states_;  // of each entry
  std::vector<Choice> choices_;
  std::vector<std::vector<u32>> open_;  // by depth
  std::vector<u32> revived_;            // choices whose watched state was won
  std::vector<Tableau> found_;
  std::size_t lowest_ = 0;
  u32 won_ = 0;
  bool sayable_ = true;
};

}  // namespace spiderpos::winning
