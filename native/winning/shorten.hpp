// Shortening a line that wins or reaches another goal.
//
// A line is converted to steps that name cards ("the 9s onto the 10h") instead of columns, so that the rest of it can
// still be played after a change.  These changes are tried repeatedly; if the goal isn't a win, random changes come
// first:
// - leave out a step, or insert other moves before it; later steps that have become impossible are skipped
// - search around each position of the line for a shorter way to a later one
// - search by a beam for another end of the line, or another whole line, with fewer moves
// A changed line replaces the line only if it is legal, reaches the goal and is shorter (in random changes: not
// longer).
#pragma once
#include <random>
#include <unordered_map>
#include <vector>

#include "beam.hpp"

namespace spiderpos::winning {

class Shortening {
 public:
  static constexpr u32 MOST_EFFORT = 8;

  Shortening(const Rules& rules, const Aim& aim, const Tableau& start, Control& control)
      : rules_(rules), aim_(aim), start_(start), control_(control) {}

  // Set the line; return false if it isn't legal or doesn't reach the goal.
  bool begin(const std::vector<Move>& line) {
    Tableau t = start_;
    for (const Move& move : line)
      if (!is_legal(rules_, t, move) || !aim_.play(rules_, t, move)) return false;
    return wins(t) && (take(line), true);
  }

  const std::vector<Move>& line() const { return line_; }

  // Shorten the line for this number of rounds; a later round that helped is repeated.  If it throws Stopped, `line` is
  // the shortest line found so far.
  void run(u32 rounds = MOST_EFFORT) {
    for (u32 effort = 0; effort < std::min(rounds, MOST_EFFORT); effort++) {
      const std::size_t before = line_.size();
      if (aim_.goal) {
        change_steps(1);
        wander(WANDERINGS << effort);
        if (!effort) continue;
      }
      search_whole(effort);
      change_steps(effort > 1 ? 2 : 1);
      search_rest(effort);
      shorter_ways(500u << effort);
      if (effort > 2 && line_.size() < before) effort--;  // repeat a round that helped
    }
  }

 private:
  // A move with the card that it begins with and the card that it goes onto (0: a space).
  struct Step {
    Move move;
    u8 head, onto;
  };

  bool wins(const Tableau& t) const {
    return (aim_.goal || t.dealt == rules_.hand.size()) && aim_.reached(rules_, t);
  }

  // Replace the line, and compute its steps, tableaus and hashes.
  void take(const std::vector<Move>& line) {
    line_ = line;
    tableaus_.assign(1, start_);
    steps_.clear();
    for (const Move& m : line_) {
      const Tableau& t = tableaus_.back();
      Step step{m, 0, 0};
      if (m.kind == SHIFT || m.kind == TO_CELL || m.kind == REMOVE) {
        const int count = m.kind == SHIFT ? m.count : 1;
        step.head = t.cards[t.offset(m.from) + t.length[m.from] - count];
      }
      if (m.kind == FROM_CELL) step.head = t.cells[m.from];
      if (m.kind == SHIFT || m.kind == FROM_CELL) step.onto = t.bottom(m.to);
      steps_.push_back(step);
      Tableau next = t;
      play(rules_, next, m);
      tableaus_.push_back(next);
    }
    hashes_.clear();
    for (std::size_t i = 0; i < tableaus_.size(); i++) hashes_[hash(tableaus_[i])] = i;
  }

  // Hash a tableau, without the order of its columns: steps name cards, so they apply in any order.
  u64 hash(const Tableau& t) const {
    u64 sum = keys().dealt(t.dealt);
    const u8* column = t.cards;
    for (int i = 0; i < rules_.columns; column += t.length[i], i++) {
      u64 key = keys().down(t.down[i]);
      for (int j = 0; j < t.length[i]; j++) key ^= keys().card(j, column[j]);
      sum += keys().column(key, MOST_COLUMNS);
    }
    for (int i = 0; i < rules_.cells; i++) sum += keys().cell(t.cells[i]);
    return sum;
  }

  // Find the move that plays a step in this tableau, in its original columns if possible.  Return false if there is
  // none.
  bool find(const Tableau& t, const Step& step, Move& move) const {
    move = step.move;
    switch (step.move.kind) {
      case DEAL:
        return may_deal(rules_, t);
      case REMOVE:
        return source(t, step.move.from, [&](int column, int) {
          const int up = t.length[column] - t.down[column];
          move.from = (u8)column;
          return t.bottom(column) == step.head &&
                 complete(t.cards + t.offset(column) + t.down[column], up);
        });
      case SHIFT:
        return source(t, step.move.from, [&](int column, int run) {
          const u8* end = t.cards + t.offset(column) + t.length[column];
          for (int count = 1; count <= run; count++) {
            if (end[-count] != step.head) continue;
            move.from = (u8)column;
            move.count = (u8)count;
            return target(t, step, column, count, move);
          }
          return false;
        });
      case TO_CELL:
        move.to = cell_with(t, 0);
        return move.to < rules_.cells && source(t, step.move.from, [&](int column, int) {
                 move.from = (u8)column;
                 return t.bottom(column) == step.head;
               });
      case FROM_CELL:
        move.from = cell_with(t, step.head);
        return move.from < rules_.cells && target(t, step, -1, 1, move);
    }
    return false;
  }

  // The first cell with this card (0: the first empty one), or the number of cells.
  u8 cell_with(const Tableau& t, u8 card) const {
    return (u8)(std::find(t.cells, t.cells + rules_.cells, card) - t.cells);
  }

  // Call `fits` with each column that isn't a space and the length of its run, `first` before the others, until it
  // returns true.  Return false if it never does.
  template <class Fits>
  bool source(const Tableau& t, int first, Fits fits) const {
    for (int i = -1; i < rules_.columns; i++) {
      const int column = i < 0 ? first : i;
      if (i == first || column >= rules_.columns || !t.length[column]) continue;
      const int up = t.length[column] - t.down[column];
      if (fits(column, bottom_run(rules_, t.cards + t.offset(column) + t.down[column], up)))
        return true;
    }
    return false;
  }

  // Set the column to which a step goes; return false if there is none.
  bool target(const Tableau& t, const Step& step, int from, int count, Move& move) const {
    for (int i = -1; i < rules_.columns; i++) {
      const int column = i < 0 ? step.move.to : i;
      if (i == step.move.to || column == from || t.bottom(column) != step.onto) continue;
      // Moving a whole column into a space is useless.
      if (!step.onto && from >= 0 && count == t.length[from]) return false;
      move.to = (u8)column;
      return true;
    }
    return false;
  }

  static constexpr std::size_t WANDERINGS = 20000;
  static constexpr int WORK = 4;  // for a line that is tried
  static constexpr std::size_t STEPS_PER_WORK = 3;

  // Append to `line` each step from number `i` on that is possible after those before it, and skip the others; but fail
  // if a deal is impossible.  Return true if the line reaches the goal in fewer than `limit` moves.
  bool finish(Tableau t, std::size_t i, std::vector<Move>& line, std::size_t limit) {
    control_.steps++;
    control_.poll(WORK + (int)((steps_.size() - i) / STEPS_PER_WORK));
    for (; i < steps_.size() && line.size() < limit; i++) {
      Move move;
      if (i == left_out_) continue;
      if (!find(t, steps_[i], move)) {
        if (steps_[i].move.kind == DEAL) return false;
        continue;
      }
      if (!aim_.play(rules_, t, move)) return false;
      line.push_back(move);
      if (wins(t)) return line.size() < limit;
    }
    return line.size() < limit && wins(t);
  }

  std::vector<Move> until(std::size_t i) const { return {line_.begin(), line_.begin() + i}; }

  // Replace the line if it is shorter with these moves, which lead to `t`, in place of the steps from number `i` to
  // number `j`.
  bool shortened(std::size_t i, const std::vector<Move>& moves, const Tableau& t, std::size_t j) {
    std::vector<Move> line = until(i);
    line.insert(line.end(), moves.begin(), moves.end());
    return finish(t, j, line, line_.size()) && (take(line), true);
  }

  // Try random changes (leave out up to two steps, insert up to two moves) until `patience` of them in a row don't
  // make the line shorter.  A line of equal length is accepted, since other changes apply to it.
  void wander(std::size_t patience) {
    for (std::size_t idle = 0; idle < patience && line_.size() > 1; idle++) {
      const std::size_t before = line_.size(), i = some(before);
      std::vector<Move> line = until(i);
      Tableau t = tableaus_[i];
      if (!play_some(t, line, some(3))) continue;
      left_out_ = some(2) ? i + some(before - i) : NONE;
      if (finish(t, i + some(2), line, before + 1)) take(line);
      left_out_ = NONE;
      if (line_.size() < before) idle = 0;
    }
  }

  std::size_t some(std::size_t n) { return below((u32)n, random_); }

  // The legal moves but a deal, which is the last of them.
  std::vector<Move> shifts(const Tableau& t) const {
    std::vector<Move> moves = legal_moves(rules_, t);
    if (!moves.empty() && moves.back().kind == DEAL) moves.pop_back();
    return moves;
  }

  // Play this number of random moves, but no deal.
  bool play_some(Tableau& t, std::vector<Move>& line, std::size_t moves) {
    for (; moves; moves--) {
      const std::vector<Move> legal = shifts(t);
      if (legal.empty()) return false;
      line.push_back(legal[some(legal.size())]);
      if (!aim_.play(rules_, t, line.back())) return false;
    }
    return true;
  }

  // Leave out each step, or insert up to `depth` other moves before it, as long as that makes the line shorter.
  void change_steps(int depth) {
    for (std::size_t i = 0; i < line_.size(); i++)
      while (i < line_.size() && change_step(i, depth)) continue;
  }

  bool change_step(std::size_t i, int depth) {
    if (line_[i].kind != DEAL && shortened(i, {}, tableaus_[i], i + 1)) return true;
    std::vector<Move> others;
    return with_others(tableaus_[i], i, depth, others);
  }

  bool with_others(const Tableau& t, std::size_t i, int depth, std::vector<Move>& others) {
    for (const Move& move : shifts(t)) {
      Tableau next = t;
      if (!aim_.play(rules_, next, move)) continue;
      others.push_back(move);
      if (shortened(i, others, next, i)) return true;
      if (depth > 1 && with_others(next, i, depth - 1, others)) return true;
      others.pop_back();
    }
    return false;
  }

  // Search breadth-first from each position of the line for a shorter way to a later one.  Each search expands new
  // positions until it has met `most` of them.
  void shorter_ways(std::size_t most) {
    for (std::size_t i = 0; i + 2 < tableaus_.size(); i++)
      while (i + 2 < tableaus_.size() && shorter_way(i, most)) continue;
  }

  bool shorter_way(std::size_t i, std::size_t most) {
    struct Node {
      Tableau tableau;
      std::size_t before;
      Move move;
      u32 depth;
    };
    std::vector<Node> nodes{{tableaus_[i], 0, Move{}, 0}};
    std::unordered_map<u64, bool> met{{hash(tableaus_[i]), true}};
    for (std::size_t n = 0; n < nodes.size() && nodes.size() < most; n++) {
      control_.poll();
      for (const Move& move : legal_moves(rules_, nodes[n].tableau)) {
        if (move.kind == DEAL && !aim_.deals) continue;
        Node next{nodes[n].tableau, n, move, nodes[n].depth + 1};
        if (!aim_.play(rules_, next.tableau, move)) continue;
        const u64 key = hash(next.tableau);
        if (!met.emplace(key, true).second) continue;
        nodes.push_back(next);
        const auto hit = hashes_.find(key);
        if (hit == hashes_.end() || hit->second <= i + next.depth) continue;
        std::vector<Move> way;
        for (std::size_t k = nodes.size() - 1; k; k = nodes[k].before)
          way.push_back(nodes[k].move);
        std::reverse(way.begin(), way.end());
        if (shortened(i, way, next.tableau, hit->second)) return true;
      }
    }
    return false;
  }

  // Search for another line from the start, with several costs of a move: the higher it is, the shorter the lines, but
  // the fewer are found.
  void search_whole(u32 effort) {
    for (float price : {16.f, 13.f, 11.f, 9.f, 7.f, 5.f})
      for (int style : {0, 1}) search_from(0, effort, price, style);
  }

  // Search for another end of the line, from every eighth position, the last ones first.
  void search_rest(u32 effort) {
    const std::size_t step = 8;
    for (std::size_t i = line_.size(); i > step;) {
      i -= step;
      if (search_from(i, effort, 5)) i = std::min(line_.size(), i + 2 * step);
    }
  }

  bool search_from(std::size_t i, u32 effort, float price, int number = 0) {
    Aim aim = aim_;
    aim.most_moves = (int)(line_.size() - i) - 1;
    Style style = style_of(number);
    style.weights.move = price;
    std::vector<Move> rest;
    if (!Beam(rules_, aim, style, control_).search(tableaus_[i], (i ? 64u : 256u) << effort, rest)) return false;
    std::vector<Move> line = until(i);
    line.insert(line.end(), rest.begin(), rest.end());
    take(line);
    return true;
  }

  const Rules& rules_;
  const Aim aim_;
  const Tableau start_;
  Control& control_;
  std::vector<Move> line_;
  std::vector<Step> steps_;        // of line_
  std::vector<Tableau> tableaus_;  // before each move of line_, and after the last one
  static constexpr std::size_t NONE = SIZE_MAX;
  std::size_t left_out_ = NONE;  // a step that `finish` doesn't play
  std::mt19937 random_{1};
  std::unordered_map<u64, std::size_t> hashes_;  // by hash: the index of the last such tableau in tableaus_
};

}  // namespace spiderpos::winning
