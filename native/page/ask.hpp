// Solve a goal, as spiderpos/solver does: by classes where that search supports the goal
// (spiderpos/solver/prover), otherwise by positions; a win by beams (solver/winning); "win whatever turns
// up" as spiderpos/solver/sure.py.
//
// A class is a set of positions, and the search by classes ignores most suits (native/prover/classes.hpp).
// A question may be relaxed for it, so that it allows more than the goal does.  Each line is therefore
// played and judged before it is returned.  IMPOSSIBLE is returned only if there are too few cards, if
// the hand can't be dealt for a win, or after a complete search of the whole question, of a relaxed one or
// of one order of the hidden cards, and only if no unknown card can change the answer.
#pragma once
#include <new>

#include "../game/game.hpp"
#include "../prover/prover.hpp"
#include "../winning/winning.hpp"
#include "request.hpp"
#include "sure.hpp"

namespace spiderpos::page {

struct Answer {
  enum Outcome { IMPOSSIBLE, SOLVED, UNDECIDED, POSSIBLE } outcome = UNDECIDED;
  string reason;
  int64_t classes = 0;
  string digest;
  vector<Move> moves;
  // For a plan, whose first moves are `moves`: the number of cases that it was played in; 0 for a line.
  double cases = 0;
  // For POSSIBLE: the moves in words, with the cards that turn up in one sample.
  string line;

  // The same searches, with the result that the goal is impossible.
  Answer impossible(const string& why, const string& its_digest = "") const {
    Answer answer = *this;
    answer.outcome = IMPOSSIBLE;
    answer.reason = why;
    answer.digest = its_digest;
    return answer;
  }
};

// The limits of an answer: its end, in seconds of now(), the memory of each search in bytes, and the work of the
// searches by classes, as in Control; -1 is no limit.
struct Budget {
  double end;
  int64_t bytes, work;

  double left() const { return std::max(0.0, end - now()); }
  Budget within(double seconds) const { return {now() + seconds, bytes, work}; }
};

class Solver {
 public:
  Solver(const Position& position, const FullGoal& goal, const Budget& budget)
      : start_{position, position},
        goal_(goal),
        root_(known_to_player(position, goal.whatever)),
        budget_(budget) {
    // If all cards are known, nothing depends on what turns up.
    goal_.whatever &= unknown_count(root_, root_.start) > 0;
  }

  Answer answer() {
    Answer answer;
    if (confirm(answer, {})) return answer;
    const string reason = too_much();
    if (!reason.empty()) return answer.impossible(reason);
    if (asks_for_a_win()) return win();
    if (goal_.whatever && is_just_a_win(goal_) && root_.rules.hand.empty() && !unnamed(root_.start))
      return sure();
    if (root_.rules.cells || root_.rules.kings_on_aces) {
      Answer fewer = by_fewer_moves();
      if (fewer.outcome == Answer::SOLVED) return fewer;
    }
    return by_classes();
  }

 private:
  struct Reply {
    Status status = spiderpos::UNDECIDED;
    Reason reason = NO_REASON;
    int64_t classes = 0, work = 0;
    uint64_t digest = 0;
    vector<Move> moves;
    bool unknown = false;
  };

  static string ran_out(Reason reason) {
    return reason == TIME     ? "the time ran out"
           : reason == MEMORY ? "the memory ran out"
           : reason == PATH   ? "a line could neither be played nor refuted in the time"
                              : "the position has too many moves";
  }

  // True if the judge confirms that the moves reach the goal; then they are put into the answer.
  bool confirm(Answer& answer, const vector<Move>& moves) const {
    const Judgement judgement = Judge(goal_, start_, moves).judge();
    if (judgement.verdict() != Verdict::HOLDS || judgement.reached_at < 0) return false;
    answer.outcome = Answer::SOLVED;
    answer.moves.assign(moves.begin(), moves.begin() + judgement.reached_at);
    if (moves.empty()) answer.reason = "the goal holds already";
    return true;
  }

  // The reason why there are too few cards, or too few face down, for the goal, by counting (impossible_by_count in
  // spiderpos/goals/objectives.py).
  string too_much() const {
    const Position& p = start_.given;
    const int down = p.start.face_down();
    for (const Clause& clause : goal_.clauses) {
      for (int i = 0; i < p.rules.columns; i++)
        if (clause.goal.turned_in[i] > p.start.t.down[i])
          return few(clause.goal.turned_in[i], p.start.t.down[i], " in column " + number(i + 1));
      if (clause.goal.turned > down) return few(clause.goal.turned, down, "");
    }
    const Goal required = goal_.to_remove();
    const int most = std::max(sum(required.need), required.any);
    const int cards = p.cards_left(p.start);
    if (most * SUIT_LENGTH <= cards) return "";
    return "the goal needs " + number(most * SUIT_LENGTH) + " cards for " +
           counted(most, "suit") + ", and there are " + number(cards);
  }
  static string few(int needed, int down, const string& where) {
    return "the goal needs " + counted(needed, "card") + " face down" + where + ", and there " +
           (down == 1 ? "is 1" : "are " + (down ? number(down) : "none"));
  }

  // Run a search within these limits.  If it is stopped, the reply is UNDECIDED, with the reason.
  template <class Search>
  Reply searched(double seconds, const Search& search, int64_t work = -1) const {
    Control control(seconds, (std::size_t)budget_.bytes, nullptr, work);
    Reply reply;
    try {
      search(control, reply);
    } catch (const Stopped& stopped) {
      reply.reason = stopped.why;
    } catch (const std::bad_alloc&) {
      reply.reason = spiderpos::MEMORY;
    }
    reply.work = control.work;
    if (!reply.classes) reply.classes = control.classes;
    return reply;
  }

  // Search by classes with a share of the remaining time and work, and deduct the work done.  If work is limited,
  // the search gets at most `most` work; otherwise `most` is ignored.
  Reply classes(const prover::Problem& problem, double share = 1, int64_t most = INT64_MAX) {
    const int64_t work = budget_.work < 0 ? -1 : std::min(most, (int64_t)((double)budget_.work * share));
    const auto search = [&](Control& control, Reply& reply) {
      const prover::Precision precision = prover::uniform(problem, prover::BLIND);
      const prover::Outcome outcome = prover::Refinement(problem, precision, control).run();
      reply.status = outcome.status, reply.reason = outcome.reason;
      reply.classes = outcome.classes, reply.digest = outcome.digest;
      const int columns = root_.rules.columns;
      for (const auto [kind, from, to, count] : outcome.moves) {
        if (kind == winning::SHIFT && from >= columns)
          reply.moves.push_back({winning::FROM_CELL, (u8)(from - columns), to, 1});
        else if (to >= columns)
          reply.moves.push_back({winning::TO_CELL, from, (u8)(to - columns), 1});
        else
          reply.moves.push_back({kind, from, to, count});
      }
    };
    const Reply reply = searched(budget_.left() * share, search, work);
    if (budget_.work >= 0) budget_.work = std::max<int64_t>(0, budget_.work - reply.work);
    return reply;
  }
  // The same for a goal from a position; undecided if classes don't support it.
  Reply classes(const Position& position, const FullGoal& goal, double share = 1, int64_t most = INT64_MAX) {
    try {
      return classes(request(position, goal).problem, share, most);
    } catch (const Unsupported&) {
      return {};
    }
  }

  // Confirm the line of a search by classes, without the removals that the rules make automatically.
  bool confirm_classes(Answer& answer, const Reply& reply) const {
    Line line(root_);
    vector<Move> moves;
    for (const Move& move : reply.moves) {
      if (line.go_on(move))
        moves.push_back(move);
      else if (!root_.rules.automatic_removal || move.kind != winning::REMOVE)
        return false;
    }
    return confirm(answer, moves);
  }

  // Look for a line that needs no cell and no King on an Ace, in a part of the time.
  Answer by_fewer_moves() {
    Answer answer;
    Position narrow = root_;
    narrow.rules.cells = 0;
    narrow.rules.kings_on_aces = false;
    std::fill(narrow.start.t.cells, narrow.start.t.cells + winning::MOST_CELLS, 0);
    const Reply reply = classes(narrow, goal_, 0.25);
    answer.classes = reply.classes;
    if (reply.status == spiderpos::SOLVED) confirm_classes(answer, reply);
    return answer;
  }

  Answer by_classes() {
    Request relaxed;
    try {
      relaxed = request(root_, goal_);
    } catch (const Unsupported& unsupported) {
      return by_force("the fast search doesn't know " + unsupported.what);
    }
    Answer answer;
    Reply reply;
    // Alternate between the whole goal and its suits one after another, as solver/__init__.py does.
    for (int64_t turn = 250000; turn < budget_.work && splits(); turn *= 8) {
      reply = classes(relaxed.problem, 1, turn);
      if (reply.status != spiderpos::UNDECIDED || reply.reason != TIME) break;
      int64_t all = std::min(4 * turn, budget_.work / 2);
      if (part_by_part(answer, root_, goal_.to_remove(), {}, 2 * turn, all)) return answer;
    }
    if (reply.status == spiderpos::UNDECIDED && (reply.reason == TIME || reply.reason == NO_REASON))
      reply = classes(relaxed.problem);
    answer.classes = reply.classes;
    if (reply.status == spiderpos::SOLVED) {
      if (confirm_classes(answer, reply)) return answer;
      return by_force((relaxed.allowed.empty() ? "the line that was found"
                                             : "there is a line if " + relaxed.allowed + ",") +
                      string(" breaks a condition"));
    }
    if (reply.status == spiderpos::IMPOSSIBLE) {
      if (relaxed.deals_left_out)
        return by_force(
            "the fast search doesn't deal, and finds no line without dealing");
      if (unknown_may_matter()) {
        Answer force = by_force("");
        if (force.outcome == Answer::UNDECIDED)
          force.reason =
              "the known cards aren't enough, but unknown cards might help";
        return force;
      }
      return answer.impossible("a complete search doesn't reach the goal, even if " +
                                   (relaxed.allowed.empty() ? "" : relaxed.allowed + " and ") +
                                   "most suits are ignored",
                               hexadecimal(reply.digest));
    }
    if (reply.reason == PATH) return by_force(ran_out(PATH));
    answer.reason = ran_out(reply.reason);
    return answer;
  }

  // True if the goal is to remove several named suits, and limits neither the moves nor the spaces.
  bool splits() const {
    if (goal_.whatever || sum(goal_.to_remove().need) < 2) return false;
    for (const Clause& clause : goal_.clauses) {
      if (!clause.in_numbers || clause.limits.moves >= 0 || clause.limits.space) return false;
      if (!clause.condition && !sum(clause.goal.need)) return false;
    }
    return true;
  }

  // Try each suit that may go first, then the others from there.  Each search is limited to `most`
  // work and all of them to `all`, which is reduced by the work done.
  bool part_by_part(Answer& answer, const Position& from, const Goal& required, const vector<Move>& before,
                    int64_t most, int64_t& all) {
    for (int q = 0; q < 4; q++) {
      if (!required.need[q] || all <= 0) continue;
      FullGoal part;
      part.clauses.emplace_back();
      part.clauses[0].goal.need[q] = 1;
      for (const Clause& clause : goal_.clauses)
        if (clause.condition) part.clauses.push_back(clause);
      const int64_t had = budget_.work;
      const Reply reply = classes(from, part, 1, std::min(most, all));
      all -= had - budget_.work;
      if (reply.status != spiderpos::SOLVED) continue;
      Line line(from);
      vector<Move> moves = before;
      for (const Move& move : reply.moves)
        if (line.go_on(move)) moves.push_back(move);
      if (confirm(answer, moves)) {
        answer.classes = reply.classes;
        return true;
      }
      const auto& gone = line.after(line.length()).t.gone;
      if (!gone[q]) continue;
      Goal left = required;
      for (int suit = 0; suit < 4; suit++) left.need[suit] = std::max(0, left.need[suit] - gone[suit]);
      if (part_by_part(answer, line.start_at(line.length()), left, moves, most, all)) return true;
    }
    return false;
  }

  // True if an unknown card is face up, or may come face up before the goal is reached.
  bool unknown_may_matter() {
    if (shows_unknown(root_)) return true;
    if (knows_face_down(root_)) return false;
    FullGoal turn_up;
    bool only_turns = goal_.objectives() == 1;
    for (const Clause& clause : goal_.clauses) {
      only_turns &= clause.condition || clause.goal.turned == 1;
      if (clause.limits.turning_up) return false;
      if (clause.condition && clause.limits.others < 0) turn_up.clauses.push_back(clause);
    }
    if (only_turns) return false;
    Clause clause;
    clause.goal.turned = 1;
    turn_up.clauses.push_back(clause);
    return classes(root_, turn_up).status != spiderpos::IMPOSSIBLE;
  }

  // Search all positions.  If that finds no line but met unknown cards, search again, and let the player choose
  // each of them: a goal that is impossible even then is impossible for every arrangement.
  Answer by_force(const string& why, double seconds = 1e9) const {
    Answer answer;
    try {
      Reply reply = force(false, seconds);
      answer.classes = reply.classes;
      if (reply.status == spiderpos::SOLVED && confirm(answer, reply.moves)) return answer;
      const bool again = reply.status == spiderpos::IMPOSSIBLE && reply.unknown;
      if (again) reply = force(true, seconds);
      answer.classes = reply.classes;
      if (reply.status == spiderpos::IMPOSSIBLE)
        return answer.impossible(string("every line was tried") +
                                     (again ? ", whatever the cards are that aren't known" : "") + "; they lead to " +
                                     counted((long)reply.classes, "position"),
                                 hexadecimal(reply.digest));
      answer.reason = reply.status != spiderpos::SOLVED ? ran_out(reply.reason)
                      : again ? "every line was tried that the known cards allow, but some matter "
                                "that aren't known: what they are may make more possible"
                              : "the line that was found depends on hidden cards";
    } catch (const Unsupported& unsupported) {
      answer.reason = "the search of positions doesn't know " + unsupported.what;
    }
    if (!why.empty()) answer.reason += "; single positions were searched, as " + why;
    return answer;
  }

  Reply force(bool lucky, double seconds) const {
    check_board(root_);
    winning::Question question;
    question.goal = whole_goal(goal_, root_);
    for (const Clause& clause : goal_.clauses) {
      question.fixed |= fixed_columns(clause);
      question.reach.insert(question.reach.end(), clause.reach.begin(), clause.reach.end());
    }
    const Limits limits = all_limits(goal_);
    question.deals = !limits.dealing;
    if (limits.moves >= 0) question.most_moves = std::min(limits.moves, question.most_moves);
    question.lucky = lucky;
    if (lucky) {
      const Counts counts = unseen(root_, root_.start);
      for (u8 card : hidden_kinds(root_, root_.start)) question.unseen[card] = counts.of[card];
    }
    return searched(std::min(seconds, budget_.left()), [&](Control& control, Reply& reply) {
      winning::Exhaust exhaust(root_.rules, question, control);
      reply.status = exhaust.search(root_.start.t, reply.moves) ? SOLVED : IMPOSSIBLE;
      reply.unknown = exhaust.unknown;
      reply.digest = exhaust.digest();
    });
  }

  // True if the goal is a win, perhaps with a limit on the moves or without dealing or removing suits.
  bool asks_for_a_win() const {
    for (const Clause& clause : goal_.clauses) {
      const Limits& limits = clause.limits;
      if (!clause.in_numbers || limits.turning_up || limits.space || limits.suits ||
          limits.others > 0)
        return false;
      if (!clause.condition && clause.goal.win < 0) return false;
    }
    return goal_.objectives() == 1 && !goal_.whatever;
  }

  Answer win() {
    Answer answer;
    const Limits limits = all_limits(goal_);
    const bool deals = root_.deals_left(root_.start) && !limits.dealing;
    if (!root_.rules.hand.empty() && !deals)
      return answer.impossible("there are cards in the hand that can't be dealt");
    if (unknown_count(root_, root_.start)) {
      answer = by_force("");
      if (answer.outcome == Answer::UNDECIDED)
        answer.reason = "a line to a win depends on cards that aren't known";
      return answer;
    }
    const Clause& clause = *std::find_if(goal_.clauses.begin(), goal_.clauses.end(), is_objective);
    const int removed = (int)root_.start.removed.size();
    const int suits = root_.cards_left(root_.start) / SUIT_LENGTH;
    int most = clause.none_removed ? removed : removed + suits - clause.goal.win;
    if (limits.others == 0) most = removed;
    double patience = 0.1;
    int64_t looked = 0;
    for (int width = 128, style = 0; budget_.left() > 0; width = std::min(2 * width, 1 << 22)) {
      const Reply reply = searched(budget_.left(), [&](Control& control, Reply& out) {
        winning::Aim aim;
        aim.standing = clause.goal.win;
        aim.most_removed = std::max(0, std::min(8, most));
        aim.deals = !limits.dealing;
        if (limits.moves >= 0) aim.most_moves = limits.moves;
        winning::Beam beam(root_.rules, aim, winning::style_of(style), control);
        if (beam.search(root_.start.t, (winning::u32)width, out.moves)) out.status = SOLVED;
      });
      answer.classes = looked += reply.classes;
      if (reply.status == spiderpos::SOLVED && confirm(answer, reply.moves)) return answer;
      answer.reason = ran_out(reply.reason);
      if (reply.reason == MEMORY) return answer;
      if (reply.classes < 5000 || !deals) {
        const Answer force = by_force("", patience);
        if (force.outcome != Answer::UNDECIDED) return force;
        patience *= 3;
      }
      style = (style + 1) % 4;
    }
    return answer;
  }

  // Search for a plan with growing limits.  After each search, try to prove that an order of the hidden cards for
  // which it found no line is lost: then no plan exists.
  Answer sure() const {
    Answer answer;
    int64_t work = 100000;
    double patience = 0.5;
    const int suits = root_.cards_left(root_.start) / SUIT_LENGTH;
    const Cards hidden = unseen(root_, root_.start).cards();
    // A plan can't depend on a face-up card that isn't known.
    if ((int)hidden.size() != unknown_hidden(root_)) return answer;
    for (int seed = 1; budget_.left() > 0; seed++, patience *= 4, work = std::min<int64_t>(4 * work, 1 << 30)) {
      winning::Policy policy;
      std::vector<std::vector<u8>> suspects;
      const Reply reply = searched(budget_.left(), [&](Control& control, Reply& out) {
        winning::Aim aim;
        aim.most_removed = std::min(8, (int)root_.start.removed.size() + suits);
        winning::Sure search(root_.rules, aim, root_.start.t, hidden, (winning::u32)seed, work, control, suspects);
        if (search.search()) policy = search.policy(), out.status = SOLVED;
      });
      answer.classes += reply.classes;
      answer.reason = ran_out(reply.reason ? reply.reason : spiderpos::TIME);
      if (reply.reason == MEMORY) return answer;
      if (reply.status == SOLVED) {
        const double cases = SurePlan(root_, policy).cases();
        answer.reason = "internal error: the plan isn't confirmed; please report it";
        if (!cases) return answer;
        return Answer{Answer::SOLVED, "", answer.classes, "", policy.back().moves, cases, ""};
      }
      for (std::size_t i = 0; i < std::min<std::size_t>(suspects.size(), 3); i++) {
        string order;
        const Position named = in_order(root_, suspects[i], order);
        const Answer proof = lost(named, std::min(patience, budget_.left() / 2));
        answer.classes += proof.classes;
        if (proof.outcome == Answer::IMPOSSIBLE)
          return answer.impossible("it can't be done " + order + ": " + proof.reason);
      }
    }
    return answer;
  }

  // Try to prove that a position with all cards known is lost: that a necessary part of every win is
  // impossible, or the win itself.
  Answer lost(const Position& position, double seconds) const {
    Answer answer;
    Clause parts[3];
    parts[0].words = "remove any suit";
    parts[0].goal.any = 1;
    const int down = position.start.face_down();
    parts[1].words = "turn up " + counted(down, "card");
    parts[1].goal.turned = down;
    parts[2].goal.any = position.cards_left(position.start) / SUIT_LENGTH;
    parts[2].words = "remove " + counted(parts[2].goal.any, "suit");
    const Budget budget{now() + seconds, budget_.bytes, -1};
    for (const Clause& part : parts) {
      if (part.goal.any == 0 && part.goal.turned == 0) continue;
      const Answer proof =
          Solver(position, FullGoal{{part}, false}, budget.within(budget.left() / 2)).answer();
      answer.classes += proof.classes;
      if (proof.outcome == Answer::IMPOSSIBLE)
        return answer.impossible("a win takes '" + part.words + "', and " + proof.reason);
    }
    const int64_t before = answer.classes;
    answer = Solver(position, FullGoal{goal_.clauses, false}, budget).answer();
    answer.classes += before;
    return answer;
  }

  Start start_;
  FullGoal goal_;
  Position root_;
  Budget budget_;
};

}  // namespace spiderpos::page
