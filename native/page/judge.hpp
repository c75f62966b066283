// Judge a line by a goal (spiderpos/goals/judge.py), and compute the remaining goal after it.
#pragma once
#include <optional>

#include "goal.hpp"

namespace spiderpos::page {

enum class Verdict { HOLDS, FAILS, UNDECIDED };

struct Finding {
  Verdict verdict;
  string text;
  int move = 0;  // the first move that broke it, from 1; 0 if none did
};

struct Judgement {
  vector<Finding> findings;  // one per clause
  bool unknown_cards = false;  // the verdict depends on unknown cards
  Verdict whatever = Verdict::HOLDS;
  string open;  // the undecided point, in words
  int reached_at = -1;  // the number of moves after which all objectives hold; -1 if they never do

  Verdict verdict() const noexcept {
    bool fails = false, undecided = unknown_cards;
    for (const Finding& finding : findings) {
      fails |= finding.verdict == Verdict::FAILS;
      undecided |= finding.verdict == Verdict::UNDECIDED;
    }
    undecided |= whatever == Verdict::UNDECIDED;
    return fails ? Verdict::FAILS : undecided ? Verdict::UNDECIDED : Verdict::HOLDS;
  }
};

// The initial position, and the same with the cards that were named when they came face up.
struct Start {
  Position given, named;
};

// Play moves until one is illegal.
inline Line played(const Position& position, const vector<Move>& moves) noexcept {
  Line line(position);
  for (const Move& move : moves)
    if (!line.go_on(move)) break;
  return line;
}

// Judges a line by a goal.  Cards that were named when they came face up are assumptions.  If the line depends on
// one, or if the goal is to hold whatever turns up, the moves are also played *blind*: from the position as the player
// knows it.
class Judge {
 public:
  Judge(const FullGoal& goal, const Start& start, const vector<Move>& moves)
      : goal_(goal),
        to_remove_(goal.to_remove()),
        line_(played(by_elimination(start.named), moves)) {
    reached_at_ = reached(line_);
    if (assumes(start) || goal.whatever)
      blind_ = played(known_to_player(start.given, goal.whatever),
                      vector<Move>(moves.begin(), moves.begin() + line_.length()));
  }

  const Line& line() const noexcept { return line_; }

  Judgement judge() const noexcept {
    if (!blind_) return judged(line_, reached_at_, false);
    const int blindly = reached(*blind_);
    if (blindly >= 0 && judged(*blind_, blindly, false).verdict() == Verdict::HOLDS) {
      const Judgement sure = judged(line_, blindly, goal_.whatever);
      if (sure.verdict() == Verdict::HOLDS) return sure;
    }
    return judged(line_, reached_at_, goal_.whatever);
  }

 private:
  bool all_hold(const LineProgress& progress) const noexcept {
    for (const Clause& clause : goal_.clauses)
      if (!clause.condition && !holds(clause, progress)) return false;
    return true;
  }
  int reached(const Line& line) const noexcept {
    for (int moves = 0; moves <= line.length(); moves++)
      if (all_hold(line.progress(moves))) return moves;
    return -1;
  }

  // True if a card that comes face up, up to the move that reaches the goal (or in the whole line), is known only
  // because somebody named it.
  bool assumes(const Start& start) const noexcept {
    const Position given = by_elimination(start.given);
    const int end = reached_at_ < 0 ? line_.length() : reached_at_;
    for (int i = 0; i < end; i++) {
      const Step& step = line_.steps[i];
      const int dealt = line_.after(i).t.dealt;
      for (std::size_t j = 0; step.move.kind == winning::DEAL && j < step.cards.size(); j++)
        if (is_known(step.cards[j]) && !is_known(given.rules.hand[dealt + j])) return true;
      for (const auto& [column, card] : step.turned) {
        const int row = line_.after(i).t.down[column] - 1;
        if (is_known(card) && !is_known(given.start.down_cards(column)[row])) return true;
      }
    }
    return false;
  }

  // For each clause the first move that breaks it, or 0.
  vector<int> broken_by(const Line& line, int moves, bool reached) const noexcept {
    vector<int> broken(goal_.clauses.size());
    for (int i = 1; i <= moves; i++)
      for (std::size_t c = 0; c < broken.size(); c++) {
        const Clause& clause = goal_.clauses[c];
        if (clause.condition && !broken[c] &&
            page::broken_by(clause.limits, to_remove_, line, i, reached && i == moves))
          broken[c] = i;
      }
    return broken;
  }

  Judgement judged(const Line& line, int reached_at, bool whatever) const noexcept {
    const int moves = reached_at < 0 ? line.length() : reached_at;
    Judgement judgement;
    judgement.reached_at = reached_at;
    const vector<int> broken = broken_by(line, moves, reached_at >= 0);
    for (std::size_t c = 0; c < broken.size(); c++) {
      const Clause& clause = goal_.clauses[c];
      if (!clause.in_numbers)
        judgement.findings.push_back({Verdict::UNDECIDED, "not decided on this page"});
      else if (clause.condition)
        judgement.findings.push_back({broken[c] ? Verdict::FAILS : Verdict::HOLDS,
                                      finding_text(clause.limits, to_remove_, line, moves, broken[c]),
                                      broken[c]});
      else
        judgement.findings.push_back(
            {holds(clause, line.progress(moves)) ? Verdict::HOLDS : Verdict::FAILS,
             finding_text(clause, line, moves)});
    }
    add_doubts(line, moves, judgement);
    const string doubts = whatever ? doubt(moves, reached_at) : "";
    if (doubts.empty()) return judgement;
    judgement.whatever = Verdict::UNDECIDED;
    judgement.open = doubts;
    return judgement;
  }

  // Change failures to undecided if unknown cards may matter: if they may make a position of the line reach the
  // goal, or make a move remove a suit.  Nothing changes if a condition is broken before.
  void add_doubts(const Line& line, int moves, Judgement& judgement) const noexcept {
    bool fails = false;
    for (const Finding& finding : judgement.findings) fails |= finding.verdict == Verdict::FAILS;
    for (int i = 0; i <= moves; i++) {
      const bool reached = fails && may_be_reached(line.progress(i));
      if (!reached && (i == moves ||
                       !depends_on_unknown(line.position, line.after(i), line.steps[i])))
        continue;
      for (int move : broken_by(line, i, reached))
        if (move) return;
      for (Finding& finding : judgement.findings)
        if (finding.verdict == Verdict::FAILS) finding.verdict = Verdict::UNDECIDED;
      judgement.unknown_cards = true;
      judgement.open =
          reached ? "after " + counted(i, "move") + " the goal may be reached, depending on an unknown card"
                  : "move " + number(i + 1) + MAY_REMOVE;
      return;
    }
  }
  static constexpr const char* MAY_REMOVE = " may remove a suit, depending on an unknown card";

  bool may_be_reached(const LineProgress& progress) const noexcept {
    bool any = false;
    for (const Clause& clause : goal_.clauses) {
      if (clause.condition) continue;
      const bool may = may_hold(clause, progress);
      any |= may;
      if (!may && !holds(clause, progress)) return false;
    }
    return any;
  }

  // The reason why "whatever turns up" is undecided; empty if it holds: the blind line reaches the goal too, and no
  // unknown card decides whether one of its moves removes a suit.
  string doubt(int moves, int reached_at) const noexcept {
    if (reached_at < 0) return "the line does not reach the goal";
    const int length = std::min(moves, blind_->length());
    for (int i = 0; i < length; i++)
      if (depends_on_unknown(blind_->position, blind_->after(i), blind_->steps[i]))
        return "move " + number(i + 1) + MAY_REMOVE;
    if (length < reached_at)
      return "move " + number(length + 1) + " depends on which card turned up, so this line shows one case only";
    for (int i = 0; i <= length; i++)
      if (all_hold(blind_->progress(i))) return "";
    return "whether the line reaches the goal depends on which card turned up";
  }

  const FullGoal& goal_;
  Goal to_remove_;
  Line line_;
  std::optional<Line> blind_;
  int reached_at_ = -1;
};

// The status of a goal after part of a line, and the remaining goal (spiderpos/goals/remainder.py).
struct Left {
  enum Standing { REACHED, BROKEN, OPEN, UNCLEAR } standing;
  string why;
  FullGoal rest = {};
};

// Reduce a condition to its remainder; return false if no move may follow.  Throws Unreadable if the
// remainder is unclear.
inline bool rest_of(Limits& limits, const Goal& to_remove, const LineProgress& progress) {
  if (limits.others >= 0) {
    const auto& gone = progress.now.t.gone;
    const int by_name = to_remove.by_name(gone);
    if (by_name < sum(gone) && by_name < to_remove.any && by_name < sum(to_remove.need))
      throw Unreadable{
          "it removes a suit, and later moves decide if that suit counts for the goal"};
    limits.others = std::max(0, limits.others - to_remove.others(gone));
  }
  if (limits.moves < 0) return true;
  limits.moves -= progress.moves;
  return limits.moves > 0;
}

// Reduce an objective to its remainder; return false if it holds already and stays so.
inline bool rest_of(Goal& goal, const LineProgress& progress) {
  const auto& gone = progress.now.t.gone;
  bool required = false, left = false;
  const auto less = [&](int& number, int done) {
    required |= number > 0;
    number = std::max(0, number - done);
    left |= number > 0;
  };
  for (int q = 0; q < 4; q++) less(goal.need[q], gone[q]);
  if (!left) std::fill(goal.first, goal.first + 4, 0);
  less(goal.any, sum(gone));
  less(goal.turned, progress.turned());
  for (int i = 0; i < progress.position.rules.columns; i++) less(goal.turned_in[i], progress.turned(i));
  return left || !required;
}

inline Left what_is_left(FullGoal goal, const Start& start, const vector<Move>& moves) {
  const bool whatever = goal.whatever;
  goal.whatever = false;
  const Judge judge(goal, start, moves);
  const Judgement judgement = judge.judge();
  const Line& line = judge.line();
  const string depends = "it depends on a face-up card that isn't known";
  vector<string> broken;
  bool open = false;
  for (std::size_t c = 0; c < goal.clauses.size(); c++) {
    const Clause& clause = goal.clauses[c];
    if (!clause.in_numbers) return {Left::UNCLEAR, "'" + clause.words + "'"};
    if (!clause.condition) continue;
    if (judgement.findings[c].verdict == Verdict::FAILS)
      broken.push_back(clause.words + ": " + judgement.findings[c].text);
    open |= judgement.findings[c].verdict == Verdict::UNDECIDED;
  }
  if (!broken.empty()) return {Left::BROKEN, join(broken)};
  const int end = judgement.reached_at < 0 ? line.length() : judgement.reached_at;
  for (int i = 0; i < end; i++) open |= depends_on_unknown(line.position, line.after(i), line.steps[i]);
  if (open) return {Left::UNCLEAR, depends};
  if (judgement.reached_at >= 0) return {Left::REACHED, "the goal is reached"};
  const LineProgress progress = line.progress(line.length());
  Left left{Left::OPEN, ""};
  for (const Clause& clause : goal.clauses) {
    const string why = clause.condition ? "" : lost(clause, progress);
    if (!why.empty()) return {Left::BROKEN, why};
  }
  for (Clause clause : goal.clauses) {
    if (clause.dug.card && over_dug(clause, progress) < 0)
      return {Left::UNCLEAR, "that " + name((u8)clause.dug.card) + " has left column " + number(clause.dug.column + 1)};
    if (!clause.condition) {
      if (rest_of(clause.goal, progress)) left.rest.clauses.push_back(clause);
      continue;
    }
    try {
      if (!rest_of(clause.limits, goal.to_remove(), progress)) {
        if (judgement.verdict() == Verdict::UNDECIDED) return {Left::UNCLEAR, depends};
        return {Left::BROKEN, "there is no move left"};
      }
    } catch (const Unreadable& why) {
      return {Left::UNCLEAR, why.message};
    }
    left.rest.clauses.push_back(clause);
  }
  left.rest.whatever = whatever;
  return left;
}

}  // namespace spiderpos::page
