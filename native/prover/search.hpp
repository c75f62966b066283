// The complete search of a relaxed game (docs/prover.md, section 4).
//
// If none of its classes reaches the goal, no line does.
#pragma once
#include <map>

#include "class_table.hpp"
#include "steps.hpp"

namespace spiderpos::prover {

enum Verdict { NO, YES, CAP };  // impossible; a path to the goal; stopped at a limit

struct Result {
  Verdict verdict = CAP;
  long classes = 0;
  u64 digest = 0;
  bool overflow = false;
  vector<Label> path;
  vector<Class> met;  // the classes along the path: one more than its steps
};

// Put the path to class number i of a table before the path of `result`.  A packed class begins at `offset`.
inline void trace_back(const Game& game, const Table& table, u32 i, int offset, Result& result) {
  for (;; i = table.parent(i)) {
    Class s;
    game.unpack(table.bytes(i) + offset, s);
    result.met.push_back(s);
    if (!i) break;
    result.path.push_back(table.label(i));
  }
  std::reverse(result.path.begin(), result.path.end());
  std::reverse(result.met.begin(), result.met.end());
}

// Receives a packed class of a proof: the bytes and their number.
using Member = void (*)(const char*, int64_t);

// Search all classes breadth-first; the verdict NO is a proof.  With `paths`, the search goes on for a while after
// the first path to collect up to `most` paths, at most two for the same segments left before the goal, so that they
// differ.  `member` is called with each class of a proof.
inline Result search_all(const Problem& problem, const Precision& precision, long cap, Control& control,
                         vector<vector<Label>>* paths = nullptr, std::size_t most = 1,
                         Member member = nullptr) {
  Game game(problem, precision, control);
  Table table(game.width, control);
  Result result;
  vector<u8> packed(game.width);
  Class s = game.initial();
  if (game.reached(s, game.info(s))) return {YES, 0, 0, false, {}, {s}};
  game.pack(s, packed.data());
  table.add(packed.data());
  vector<Successor> successors;
  std::map<vector<u8>, int> met;  // the number of paths, by the segments left before the goal
  u32 end = UINT32_MAX;
  for (u32 i = 0; i < table.size() && i < end; i++) {
    control.classes = table.size();
    game.unpack(table.bytes(i), s);
    successors.clear();
    game.expand(s, successors);
    for (const Successor& next : successors) {
      control.steps++;
      if (next.goal) {
        Result solved;
        solved.verdict = YES;
        solved.path.push_back(next.label);
        solved.met.push_back(next.to);
        if (paths && met[vector<u8>(s.left, s.left + problem.columns)]++ >= 2) continue;
        trace_back(game, table, i, 0, solved);
        solved.classes = table.size();
        if (paths) paths->push_back(solved.path);
        if (result.verdict != YES) {
          result = solved;
          end = 2 * table.size() + 5000;
        }
        if (!paths || paths->size() >= most) return result;
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
  for (u32 i = 0; member && i < table.size(); i++) member((const char*)table.bytes(i), game.width);
  return result;
}

}  // namespace spiderpos::prover
