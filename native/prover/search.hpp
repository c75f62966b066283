// The complete search of a relaxed game: docs/prover.md, section 4.
#pragma once
#include <map>

#include "class_table.hpp"
#include "steps.hpp"

namespace spiderpos::prover {

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

// Called with each packed class of a closed set: its bytes, and their number.
using Member = void (*)(const char*, int64_t);

// All classes that can be reached, or a way to the goal: NO is a proof.  With `ways`, up to `most`
// ways to it, of classes met soon after; no more than two with the same segments left before it.
// `member` is called with each class of a proof.
inline Result search_all(const Problem& problem, const u8* precision, long cap, Control& control,
                         vector<vector<Label>>* ways = nullptr, std::size_t most = 1,
                         Member member = nullptr) {
  Game game(problem, precision, control);
  Table table(game.width, control);
  Result result;
  vector<u8> packed(game.width);
  Class s;
  game.initial(s);
  Counts counts;
  game.info(s, counts);
  if (game.reached(s, counts)) {
    result.verdict = YES;
    result.met.push_back(s);
    return result;
  }
  game.pack(s, packed.data());
  table.add(packed.data());
  vector<Successor> successors;
  std::map<vector<u8>, int> met;  // segments left before the goal
  u32 end = UINT32_MAX;
  for (u32 i = 0; i < table.size() && i < end; i++) {
    control.classes = table.size();
    game.unpack(table.at(i), s);
    successors.clear();
    game.expand(s, successors);
    for (const Successor& next : successors) {
      control.steps++;
      if (next.goal) {
        Result found;
        found.verdict = YES;
        found.path.push_back(next.label);
        found.met.push_back(next.to);
        if (ways && met[vector<u8>(s.left, s.left + problem.columns)]++ >= 2) continue;
        trace_back(game, table, i, 0, found);
        found.classes = table.size();
        if (ways) ways->push_back(found.path);
        if (result.verdict != YES) {
          result = found;
          end = 2 * table.size() + 5000;
        }
        if (!ways || ways->size() >= most) return result;
        continue;
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
  if (result.verdict == YES) return result;
  result.verdict = NO;
  result.classes = table.size();
  result.digest = table.digest();
  for (u32 i = 0; member && i < table.size(); i++) member((const char*)table.at(i), game.width);
  return result;
}

}  // namespace spiderpos::prover
