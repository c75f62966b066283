// Solve a goal for samples of the hidden cards (*draws*), if a search can't decide it (spiderpos/solver/drawing.py).
#pragma once
#include "ask.hpp"

namespace spiderpos::page {

class Draws {
 public:
  // The work of the budget limits each search.
  Draws(const Position& position, const FullGoal& goal, const Budget& budget)
      : position_(by_elimination(position)), goal_(goal), budget_(budget) {}

  // Answer by a search; if it is undecided and cards are hidden, by samples.
  Answer answer() {
    const bool draws = can_be_drawn();
    Answer answer = ask(position_, draws ? budget_.left() / 2 : budget_.left());
    if (!draws || answer.outcome != Answer::UNDECIDED) return answer;
    for (uint32_t number = 1; number <= DRAWS; number++) draws_.push_back({drawn(position_, number), {}});
    // Many short searches first, then longer ones for the samples that are still undecided.
    for (Draw& draw : draws_) look(draw, budget_.left() / 40);
    for (std::size_t i = 0; i < draws_.size(); i++) {
      const auto open = [](const Draw& draw) { return draw.answer.outcome == Answer::UNDECIDED; };
      const auto more = std::count_if(draws_.begin() + (long)i, draws_.end(), open);
      if (more) look(draws_[i], budget_.left() / (double)more);
    }
    return with_draws(answer);
  }

 private:
  static const uint32_t DRAWS = 8;

  struct Draw {
    Position position;
    Answer answer;
  };

  Answer ask(const Position& position, double seconds) const {
    return Solver(position, goal_, budget_.within(seconds)).answer();
  }

  // True if samples can help: some hidden cards are unknown, and all other cards are known.
  bool can_be_drawn() const {
    return unknown_hidden(position_) && !shows_unknown(position_) && !goal_.whatever && !unnamed(position_.start) &&
           unseen(position_, position_.start).total() >= unknown_count(position_, position_.start);
  }

  // Try to decide one sample. Lines of other samples are tried first.
  void look(Draw& draw, double seconds) {
    if (draw.answer.outcome != Answer::UNDECIDED || budget_.left() <= 0) return;
    const auto other = std::find_if(draws_.begin(), draws_.end(), [&](const Draw& each) {
      return each.answer.outcome == Answer::SOLVED && holds(draw.position, draw.position, each.answer.moves);
    });
    draw.answer = other == draws_.end() ? ask(draw.position, seconds) : other->answer;
  }

  // True if the judge confirms that the moves reach the goal in this sample.
  bool holds(const Position& position, const Position& draw, const vector<Move>& moves) const {
    const Start start{position, draw};
    const Judge judge(goal_, start, moves);
    return judge.line().length() == (int)moves.size() &&
           judge.judge().verdict() == Verdict::HOLDS;
  }

  Answer with_draws(Answer answer) const {
    int solved = 0, lost = 0;
    for (const Draw& draw : draws_) {
      solved += draw.answer.outcome == Answer::SOLVED;
      lost += draw.answer.outcome == Answer::IMPOSSIBLE;
    }
    const string all = counted(DRAWS, "draw") + " of the hidden cards";
    const auto first = std::find_if(draws_.begin(), draws_.end(), [&](const Draw& draw) {
      return draw.answer.outcome == Answer::SOLVED && holds(position_, draw.position, draw.answer.moves);
    });
    if (first == draws_.end()) {
      answer.reason += "; in none of " + all + " a line was found";
      if (lost) answer.reason += ", and in " + number(lost) + " there is none";
      return answer;
    }
    answer.outcome = Answer::POSSIBLE;
    answer.moves = first->answer.moves;
    answer.reason = "in " + number(solved) + " of " + all + " there is a line";
    if (lost) answer.reason += ", in " + number(lost) + " there is none: it depends on how they lie";
    const Line line = played(first->position, first->answer.moves);
    for (const Step& step : line.steps) answer.line += describe(step) + "\n";
    return answer;
  }

  Position position_;
  const FullGoal& goal_;
  Budget budget_;
  vector<Draw> draws_;
};

}  // namespace spiderpos::page
