// The complete search of a relaxed game: docs/prover.md, section 4.
#pragma once
#include "steps.hpp"
#include "table.hpp"

namespace spiderpos {

enum Verdict { NO, YES, CAP };

struct Result {
  Verdict verdict = CAP;
  long classes = 0;
  u64 digest = 0;
  bool overflow = false;
  vector<Label> path;
  vector<Class> met;  // the classes along the path: one more than steps
};

// The way to a class of a table, from the first one; packed classes begin at `offset`.
inline void trace_back(const Game& game, const Table& table, u32 i, int offset, Result& result) {
  for (;; i = table.parent(i)) {
    Class s;
    game.unpack(table.at(i) + offset, s);
    result.met.push_back(s);
    if (!i) break;
    result.path.push_back(table.label(i));
  }
  std::reverse(result.path.begin(), result.path.end());
  std::reverse(result.met.begin(), result.met.end());
}

// All classes that can be reached, or a way to the goal: NO is a proof.
inline Result search_all(const Problem& P, const u8* precision, long cap, Control& control) {
  Game game(P, precision, control);
  Table table(game.width, control);
  Result result;
  vector<u8> packed(game.width);
  Class s;
  game.initial(s);
  Counts I;
  game.info(s, I);
  if (game.reached(s, I)) {
    result.verdict = YES;
    result.met.push_back(s);
    return result;
  }
  game.pack(s, packed.data());
  table.add(packed.data());
  vector<Successor> successors;
  for (u32 i = 0; i < table.size(); i++) {
    control.classes = table.size();
    game.unpack(table.at(i), s);
    successors.clear();
    game.expand(s, successors);
    for (const Successor& next : successors) {
      control.steps++;
      if (next.goal) {
        result.verdict = YES;
        result.path.push_back(next.label);
        result.met.push_back(next.to);
        trace_back(game, table, i, 0, result);
        result.classes = table.size();
        return result;
      }
      game.pack(next.to, packed.data());
      table.add(packed.data(), i, next.label);
    }
    if ((long)table.size() > cap || game.overflow) {
      result.classes = table.size();
      result.overflow = game.overflow;
      return result;
    }
  }
  result.verdict = NO;
  result.classes = table.size();
  result.digest = table.digest();
  return result;
}

}  // namespace spiderpos
