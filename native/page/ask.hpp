// A goal asked of the searches, as spiderpos/solver does: by classes where that core can be asked
// (spiderpos/solver/prover), or else all positions; a win by beams (solver/winning).
// "Win whatever turns up" is asked as spiderpos/solver/sure.py does.
//
// A line is played and judged before it is told.  "Impossible" is told only where the search was
// asked all of the question, or a wider one, and no unknown card can change the answer.
#pragma once
#include <memory>

#include "../game/game.hpp"
#include "request.hpp"
#include "sure.hpp"

// The searches, as native/prover.cpp and winning.cpp have them.
extern "C" {
int64_t* spiderpos_solve(const int32_t*, int64_t, double, int64_t, int64_t, spiderpos::Report,
                         void (*)(const int64_t*));
int64_t* spiderpos_winning(const int32_t*, int64_t, double, int64_t, int64_t, spiderpos::Report);
void spiderpos_free(int64_t*);
}

namespace spiderpos::page {

struct Answer {
  enum Outcome { IMPOSSIBLE, SOLVED, UNDECIDED, POSSIBLE } outcome = UNDECIDED;
  string reason;
  bool by_positions = false;
  int64_t classes = 0;
  string digest;
  vector<Move> moves;
  // Of a plan, whose first moves these are: in how many cases it was played; 0 for a line.
  double cases = 0;
  // If it is possible: these moves in words, with the cards that they turn up in one draw.
  string line;
};

class Solver {
 public:
  // `work` is what the searches by classes may do, as in spiderpos_solve; -1 for any.
  Solver(const Position& position, const Asked& asked, double seconds, int64_t bytes,
         Report report, int64_t work = -1)
      : start_{position, position},
        asked_(asked),
        root_(as_played(position, asked.whatever)),
        deadline_(now() + seconds),
        bytes_(bytes),
        report_(report),
        work_(work) {
    // Nothing can turn up that isn't known.
    asked_.whatever &= unknown_count(root_, root_.start) > 0;
  }

  Answer answer() {
    Answer held;
    if (confirm(held, {})) return held;
    const string reason = too_much();
    if (!reason.empty()) return Answer{Answer::IMPOSSIBLE, reason, false, 0, "", {}, 0, ""};
    if (asks_for_a_win()) return win();
    if (asked_.whatever && is_just_a_win(asked_) && root_.rules.hand.empty() && !unnamed(root_.start))
      return sure();
    if (root_.rules.cells || root_.rules.kings_on_aces) {
      Answer fewer = by_fewer_moves();
      if (fewer.outcome == Answer::SOLVED) return fewer;
    }
    return by_classes();
  }

 private:
  struct Reply {
    int64_t status = 2, reason = 2, classes = 0;
    uint64_t digest = 0;
    vector<Move> moves;
    bool unknown = false;
  };
  enum { TIME = 1, MEMORY = 2, CANCELLED = 3, PATH = 4 };

  double left() const { return std::max(0.0, deadline_ - now()); }

  static string ran_out(int64_t reason) {
    return reason == TIME     ? "the time ran out"
           : reason == MEMORY ? "the memory ran out"
           : reason == PATH   ? "a path of classes could neither be played nor refuted in the time"
                              : "a class has too many successors";
  }

  // Whether moves reach the goal, by what the judge says; then the answer has them.
  bool confirm(Answer& answer, const vector<Move>& moves) const {
    const Judgement judgement = Judge(asked_, start_, moves).judge();
    if (judgement.verdict() != Verdict::HOLDS || judgement.reached_at < 0) return false;
    answer.outcome = Answer::SOLVED;
    answer.moves.assign(moves.begin(), moves.begin() + judgement.reached_at);
    if (moves.empty()) answer.reason = "the goal holds already";
    return true;
  }

  // Why the cards and columns are too few, by counting them (problem.too_much).
  string too_much() const {
    const Position& p = start_.given;
    int need = 0, any = 0, most = 0, named[4] = {0, 0, 0, 0};
    for (const Clause& clause : asked_.clauses) {
      const Goal& goal = clause.goal;
      for (int q = 0; q < 4; q++) named[q] = std::max(named[q], goal.need[q]);
      any = std::max(any, goal.any);
      int down = 0;
      for (int i = 0; i < p.rules.columns; i++) {
        down += p.start.t.down[i];
        if (goal.turned_in[i] > p.start.t.down[i])
          return few(goal.turned_in[i], p.start.t.down[i], " in column " + number(i + 1));
      }
      if (goal.turned > down) return few(goal.turned, down, "");
    }
    for (int count : named) need += count;
    most = std::max(need, any);
    const int cards = p.cards_left(p.start);
    if (most * SUIT_LENGTH <= cards) return "";
    return "the goal needs " + number(most * SUIT_LENGTH) + " cards for " +
           counted(most, "suit") + ", and there are " + number(cards);
  }
  static string few(int wanted, int down, const string& where) {
    return "the goal needs " + counted(wanted, "card") + " face down" + where + ", and there " +
           (down == 1 ? "is 1" : "are " + (down ? number(down) : "none"));
  }

  // With a share of the time, and of the work, but no more work than `most`.
  Reply classes(const vector<int32_t>& words, double share = 1, int64_t most = INT64_MAX) {
    Reply reply;
    const int64_t work = work_ < 0 ? -1 : std::min(most, (int64_t)((double)work_ * share));
    int64_t* answer = spiderpos_solve(words.data(), (int64_t)words.size(), left() * share, work,
                                      bytes_, report_, nullptr);
    if (!answer) return reply;
    if (work_ >= 0) work_ = std::max<int64_t>(0, work_ - answer[1]);
    const int64_t* at = answer + 2;
    reply.status = at[0], reply.reason = at[1], reply.classes = at[3];
    reply.digest = (uint64_t)at[6];
    at += 9 + 4 * at[8];
    for (int64_t count = *at++; count > 0; count--, at += 3) {
      const int from = (int)at[0], to = (int)at[1], columns = root_.rules.columns;
      if (!to)
        reply.moves.push_back(Move{winning::REMOVE, (u8)(from - 1), 0, 0});
      else if (from <= columns && to <= columns)
        reply.moves.push_back(Move{winning::SHIFT, (u8)(from - 1), (u8)(to - 1), (u8)at[2]});
      else if (from <= columns)
        reply.moves.push_back(Move{winning::TO_CELL, (u8)(from - 1), (u8)(to - 1 - columns), 1});
      else
        reply.moves.push_back(Move{winning::FROM_CELL, (u8)(from - 1 - columns), (u8)(to - 1), 1});
    }
    spiderpos_free(answer);
    return reply;
  }

  // The core's line as it is played by the rules at hand: what goes off by itself isn't removed.
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

  // A line that wants no cell and no King on an Ace, with a part of the time.
  Answer by_fewer_moves() {
    Answer answer;
    Position narrow = root_;
    narrow.rules.cells = 0;
    narrow.rules.kings_on_aces = false;
    std::fill(narrow.start.t.cells, narrow.start.t.cells + winning::MOST_CELLS, 0);
    try {
      const Reply reply = classes(request(narrow, asked_).words, 0.25);
      answer.classes = reply.classes;
      if (reply.status == Answer::SOLVED) confirm_classes(answer, reply);
    } catch (const Unsupported&) {
    }
    return answer;
  }

  Answer by_classes() {
    Request asked;
    try {
      asked = request(root_, asked_);
    } catch (const Unsupported& unsupported) {
      return by_force("the search by classes doesn't know " + unsupported.what);
    }
    Answer answer;
    Reply reply;
    // In turns, as solver/__init__.py has it: all of it, and its suits one after the other.
    for (int64_t turn = 250000; turn < work_ && splits(); turn *= 8) {
      reply = classes(asked.words, 1, turn);
      if (reply.status != Answer::UNDECIDED || reply.reason != TIME) break;
      int64_t all = std::min(4 * turn, work_ / 2);
      if (part_by_part(answer, root_, suits_asked(), {}, 2 * turn, all)) return answer;
    }
    if (reply.status == Answer::UNDECIDED && (reply.reason == TIME || !reply.classes))
      reply = classes(asked.words);
    answer.classes = reply.classes;
    if (reply.status == Answer::SOLVED) {
      if (confirm_classes(answer, reply)) return answer;
      return by_force((asked.allowed.empty() ? "the line that was found by classes"
                                             : "there is a line if " + asked.allowed + ",") +
                      string(" breaks a condition"));
    }
    if (reply.status == Answer::IMPOSSIBLE) {
      if (asked.deals_left_out)
        return by_force(
            "the search by classes doesn't deal, and finds no line without dealing");
      if (unknown_may_matter()) {
        Answer force = by_force("");
        if (force.outcome == Answer::UNDECIDED)
          force.reason =
              "the known cards alone don't do it, but cards that aren't known might help";
        return force;
      }
      answer.outcome = Answer::IMPOSSIBLE;
      answer.digest = hex(reply.digest);
      answer.reason = "even if " + (asked.allowed.empty() ? "" : asked.allowed + " and ") +
                      "most suits are ignored, a complete search through " +
                      counted((long)reply.classes, "class", "classes") +
                      " of positions doesn't reach the goal";
      return answer;
    }
    if (reply.reason == PATH) return by_force(ran_out(PATH));
    answer.reason = ran_out(reply.reason);
    return answer;
  }

  // How many suits of each are asked for by name.
  std::array<int, 4> suits_asked() const {
    std::array<int, 4> need{};
    for (const Clause& clause : asked_.clauses)
      for (int q = 0; q < 4; q++) need[q] = std::max(need[q], clause.goal.need[q]);
    return need;
  }

  // Whether the goal is several suits by name, and nothing that hangs on the whole line.
  bool splits() const {
    int suits = 0;
    for (int count : suits_asked()) suits += count;
    if (asked_.whatever || suits < 2) return false;
    for (const Clause& clause : asked_.clauses) {
      if (!clause.in_numbers || clause.limits.moves >= 0 || clause.limits.space) return false;
      if (clause.condition) continue;
      int named = 0;
      for (int count : clause.goal.need) named += count;
      if (!named) return false;
    }
    return true;
  }

  // Each suit that may be the first, and from there the others.  Each question may do no more work
  // than `most`, and all of them no more than `all`, of which the rest is left.
  bool part_by_part(Answer& answer, const Position& from, const std::array<int, 4>& need,
                    const vector<Move>& before, int64_t most, int64_t& all) {
    for (int q = 0; q < 4; q++) {
      if (!need[q] || all <= 0) continue;
      Asked part;
      part.clauses.emplace_back();
      part.clauses[0].goal.need[q] = 1;
      for (const Clause& clause : asked_.clauses)
        if (clause.condition) part.clauses.push_back(clause);
      Reply reply;
      const int64_t had = work_;
      try {
        reply = classes(request(from, part).words, 1, std::min(most, all));
      } catch (const Unsupported&) {
        return false;
      }
      all -= had - work_;
      if (reply.status != Answer::SOLVED) continue;
      Line line(from);
      vector<Move> moves = before;
      for (const Move& move : reply.moves)
        if (line.go_on(move)) moves.push_back(move);
      if (confirm(answer, moves)) {
        answer.classes = reply.classes;
        return true;
      }
      const auto gone = ToRemove::counts(line.deeds(line.length()).removed());
      if (!gone[q]) continue;
      std::array<int, 4> left = need;
      for (int suit = 0; suit < 4; suit++) left[suit] = std::max(0, need[suit] - gone[suit]);
      Position next = from;
      next.start = line.at(line.length());
      if (part_by_part(answer, next, left, moves, most, all)) return true;
    }
    return false;
  }

  // Whether an unknown card is face up, or may come face up before the goal is reached.
  bool unknown_may_matter() {
    bool down_known = true;
    for (int i = 0; i < root_.rules.columns; i++) {
      for (u8 card : root_.start.up_cards(i))
        if (!is_known(card)) return true;
      for (u8 card : root_.start.down_cards(i)) down_known &= is_known(card);
    }
    if (down_known) return false;
    Asked turn_up;
    int objectives = 0;
    bool only_turns = true;
    for (const Clause& clause : asked_.clauses) {
      if (clause.condition) {
        if (clause.limits.turning_up) return false;
        if (clause.limits.others < 0) turn_up.clauses.push_back(clause);
      } else {
        objectives++;
        only_turns &= clause.goal.turned == 1;
      }
    }
    if (objectives == 1 && only_turns) return false;
    Clause clause;
    clause.goal.turned = 1;
    turn_up.clauses.push_back(clause);
    try {
      return classes(request(root_, turn_up).words).status != Answer::IMPOSSIBLE;
    } catch (const Unsupported&) {
      return true;
    }
  }

  // All positions.  Cards that aren't known stay so, and then may be what the player wants.
  Answer by_force(const string& why, double seconds = 1e9) const {
    Answer answer;
    answer.by_positions = true;
    try {
      const Reply reply = force(false, seconds);
      answer.classes = reply.classes;
      if (reply.status == Answer::SOLVED && confirm(answer, reply.moves)) return answer;
      if (reply.status == Answer::SOLVED) {
        answer.reason = "the line that was found depends on hidden cards";
      } else if (reply.status == Answer::IMPOSSIBLE && !reply.unknown) {
        return impossible(answer, reply, "");
      } else if (reply.status == Answer::IMPOSSIBLE) {
        const Reply lucky = force(true, seconds);
        answer.classes = lucky.classes;
        if (lucky.status == Answer::IMPOSSIBLE)
          return impossible(answer, lucky, ", whatever the cards are that aren't known");
        answer.reason = lucky.status == Answer::SOLVED
                            ? "every line was tried that the known cards allow, but some matter "
                              "that aren't known: what they are may make more possible"
                            : ran_out(lucky.reason);
      } else {
        answer.reason = ran_out(reply.reason);
      }
    } catch (const Unsupported& unsupported) {
      answer.reason = "the search of positions doesn't know " + unsupported.what;
    }
    if (!why.empty()) answer.reason += "; single positions were searched, as " + why;
    return answer;
  }
  static Answer impossible(Answer answer, const Reply& reply, const string& who) {
    answer.outcome = Answer::IMPOSSIBLE;
    answer.digest = hex(reply.digest);
    answer.reason = "every line was tried" + who + "; they lead to " +
                    counted((long)reply.classes, "position");
    return answer;
  }

  Reply force(bool lucky, double seconds) const {
    vector<int32_t> words{1};
    add_tableau(root_, words);
    add_goal(whole_goal(asked_, root_), words);
    const std::size_t count = words.size();
    words.push_back(0);
    bool named = false;
    for (const Clause& clause : asked_.clauses) {
      named |= names_a_column(clause);
      for (const Target& target : clause.reach) {
        words[count]++;
        for (const Target::Column& column : target.columns) {
          words.insert(words.end(), {column.down, (int)column.cards.size()});
          for (u8 card : column.cards) words.push_back(code(card));
        }
      }
    }
    const Limits limits = all_limits(asked_);
    words.insert(words.end(), {!limits.dealing, named,
                               limits.moves < 0 ? 1 << 20 : std::min(limits.moves, 1 << 20), lucky});
    if (lucky) {
      const Counts counts = unseen(root_, root_.start);
      const Cards kinds = hidden_kinds(root_, root_.start);
      for (int card = 4; card < winning::CODES; card++)
        words.push_back(std::find(kinds.begin(), kinds.end(), card) == kinds.end()
                            ? 0
                            : counts.of[card]);
    }
    words.push_back(0);
    return positions(words, seconds, true);
  }

  Reply positions(const vector<int32_t>& words, double seconds, bool exhaust) const {
    Reply reply;
    int64_t* answer = spiderpos_winning(words.data(), (int64_t)words.size(),
                                        std::min(seconds, left()), -1, bytes_, report_);
    if (!answer) return reply;
    const int64_t* at = answer + 2;
    reply.status = at[0], reply.reason = at[1], reply.classes = at[2];
    if (answer[0] > 6) {
      at += 5;
      for (int64_t count = *at++; count > 0; count--, at += 4)
        reply.moves.push_back(
            Move{(winning::Kind)at[0], (u8)at[1], (u8)at[2], (u8)at[3]});
      if (exhaust) reply.unknown = at[0], reply.digest = (uint64_t)at[2];
    }
    spiderpos_free(answer);
    return reply;
  }

  // A win, perhaps in so many moves, without dealing or without removing.
  bool asks_for_a_win() const {
    int wins = 0;
    for (const Clause& clause : asked_.clauses) {
      const Limits& limits = clause.limits;
      if (!clause.in_numbers || limits.turning_up || limits.space || limits.suits ||
          limits.others > 0)
        return false;
      if (!clause.condition && clause.goal.win < 0) return false;
      wins += !clause.condition;
    }
    return wins == 1 && !asked_.whatever;
  }

  Answer win() {
    Answer answer;
    answer.by_positions = true;
    const Limits limits = all_limits(asked_);
    const bool deals = root_.deals_left(root_.start) && !limits.dealing;
    if (!root_.rules.hand.empty() && !deals) {
      answer.outcome = Answer::IMPOSSIBLE;
      answer.reason = "there are cards in the hand that can't be dealt";
      return answer;
    }
    if (unknown_count(root_, root_.start)) {
      answer = by_force("");
      if (answer.outcome == Answer::UNDECIDED)
        answer.reason = "a line to a win depends on cards that aren't known";
      return answer;
    }
    const Clause& clause = *std::find_if(asked_.clauses.begin(), asked_.clauses.end(),
                                         [](const Clause& c) { return !c.condition; });
    const int removed = (int)root_.start.removed.size();
    const int suits = root_.cards_left(root_.start) / SUIT_LENGTH;
    int most = clause.none_removed ? removed : removed + suits - clause.goal.win;
    if (limits.others == 0) most = removed;
    double patience = 0.1;
    int64_t looked = 0;
    for (int width = 128, style = 0; left() > 0; width = std::min(2 * width, 1 << 22)) {
      vector<int32_t> words{0};
      add_tableau(root_, words);
      words.insert(words.end(), {clause.goal.win, std::max(0, std::min(8, most)), !limits.dealing,
                                 limits.moves < 0 ? 1 << 20 : limits.moves, width, style});
      const Reply reply = positions(words, left(), false);
      answer.classes = looked += reply.classes;
      if (reply.status == Answer::SOLVED && confirm(answer, reply.moves)) return answer;
      answer.reason = ran_out(reply.reason);
      if (reply.reason == MEMORY || reply.reason == CANCELLED) return answer;
      if (reply.classes < 5000 || !deals) {
        const Answer force = by_force("", patience);
        if (force.outcome != Answer::UNDECIDED) return force;
        patience *= 3;
      }
      style = (style + 1) % 4;
    }
    return answer;
  }

  // Searches that are longer and longer; in between, a look whether an order is lost that none won.
  Answer sure() const {
    Answer answer;
    answer.by_positions = true;
    int64_t work = 100000;
    double patience = 0.5;
    const Counts counts = unseen(root_, root_.start);
    const int suits = root_.cards_left(root_.start) / SUIT_LENGTH;
    for (int seed = 1; left() > 0; seed++, patience *= 4, work = std::min<int64_t>(4 * work, 1 << 30)) {
      vector<int32_t> words{5};
      add_tableau(root_, words);
      words.insert(words.end(),
                   {0, std::min(8, (int)root_.start.removed.size() + suits), 1, 1 << 20});
      words.insert(words.end(), counts.of + 4, counts.of + winning::CODES);
      words.insert(words.end(), {seed, (int32_t)work});
      int64_t* reply = spiderpos_winning(words.data(), (int64_t)words.size(), left(), -1, bytes_,
                                         report_);
      answer.reason = ran_out(MEMORY);
      if (!reply) return answer;
      const std::unique_ptr<int64_t, void (*)(int64_t*)> owned(reply, spiderpos_free);
      const int64_t* at = reply + 2;  // behind the work
      answer.classes += at[2];
      answer.reason = ran_out(at[1] ? at[1] : (int64_t)TIME);
      if (at[1] == MEMORY || at[1] == CANCELLED || reply[0] <= 6) return answer;
      const bool solved = at[0] == Answer::SOLVED;
      at += 5;
      SurePlan plan(at);
      if (solved) {
        answer.reason = "internal error: the plan isn't confirmed; please report it";
        if (!plan.wins(root_)) return answer;
        return Answer{Answer::SOLVED, "", true, answer.classes, "", plan.first(), plan.cases(), ""};
      }
      const int64_t orders = *at++;
      for (int64_t i = 0, places = (reply + 1 + reply[0] - at) / std::max<int64_t>(1, orders);
           i < std::min<int64_t>(orders, 3); i++, at += places) {
        string lie;
        const Position told = in_order(root_, at, lie);
        const Answer found = lost(told, std::min(patience, left() / 2));
        answer.classes += found.classes;
        if (found.outcome != Answer::IMPOSSIBLE) continue;
        answer.outcome = Answer::IMPOSSIBLE;
        answer.reason = "it can't be done " + lie + ": " + found.reason;
        return answer;
      }
    }
    return answer;
  }

  // Whether a position with all cards known is lost: a part of every win can't be done, or all
  // positions say so.
  Answer lost(const Position& told, double seconds) const {
    Answer answer;
    Clause parts[3];
    parts[0].words = "remove any suit";
    parts[0].goal.any = 1;
    int down = 0;
    for (int i = 0; i < told.rules.columns; i++) down += told.start.t.down[i];
    parts[1].words = "turn up " + counted(down, "card");
    parts[1].goal.turned = down;
    parts[2].goal.any = told.cards_left(told.start) / SUIT_LENGTH;
    parts[2].words = "remove " + counted(parts[2].goal.any, "suit");
    const double until = now() + seconds;
    for (const Clause& part : parts) {
      if (part.goal.any == 0 && part.goal.turned == 0) continue;
      const Answer found =
          Solver(told, Asked{{part}, false}, (until - now()) / 2, bytes_, report_).answer();
      answer.classes += found.classes;
      if (found.outcome != Answer::IMPOSSIBLE) continue;
      answer.outcome = Answer::IMPOSSIBLE;
      answer.reason = "a win takes '" + part.words + "', and " + found.reason;
      return answer;
    }
    const int64_t before = answer.classes;
    answer =
        Solver(told, Asked{asked_.clauses, false}, until - now(), bytes_, report_).answer();
    answer.classes += before;
    return answer;
  }

  static string hex(uint64_t value) {
    string text;
    for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[value >> shift & 15];
    return text;
  }

  Told start_;
  Asked asked_;
  Position root_;
  double deadline_;
  int64_t bytes_;
  Report report_;
  int64_t work_;
};

}  // namespace spiderpos::page
