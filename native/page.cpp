// The requests of a page to the core: text in, JSON out (spiderpos/show/web/core.js is the other end).
//
// Calls share no state.  A request about a game has these lines: the verb and its numbers; the position
// (fen); the clauses of the goal, up to an empty line; the unknown cards that were named and the moves, as
// page/link.hpp encodes them; for "script", the moves to play; for "lost", those that reached the goal.
#include <cstdlib>
#include <new>

#include "page/page.hpp"

namespace {

using namespace spiderpos;
using namespace spiderpos::page;

class Lines {
 public:
  explicit Lines(const string& text) : text_(text) {}
  string next() {
    const std::size_t stop = std::min(text_.find('\n', index_), text_.size());
    const string line = text_.substr(index_, stop - index_);
    index_ = std::min(stop + 1, text_.size());
    return line;
  }
  string rest() const { return text_.substr(index_); }

 private:
  const string& text_;
  std::size_t index_ = 0;
};

// Parse a number of at most nine digits.  Throws Unreadable.
int32_t number_of(const string& word) {
  const std::size_t sign = word[0] == '-';
  const bool digits = word.find_first_not_of("0123456789", sign) == string::npos;
  if (!digits || word.size() == sign || word.size() > sign + 9)
    throw Unreadable{"'" + word + "' is not a valid number"};
  return std::atoi(word.c_str());
}

// Parse a clause: "o" (an objective) or "c" (a condition), with "u" before it if it has no numbers; the
// numbers; a tab; the words.  Numbers that can't be read count as none.  Throws Unreadable.
Clause read_clause(const string& line, int columns) {
  Clause clause;
  const std::size_t tab = std::min(line.find('\t'), line.size());
  clause.words = line.substr(std::min(tab + 1, line.size()));
  const string numbers = line.substr(1, std::max<std::size_t>(tab, 1) - 1);
  const string kind = line.substr(0, line[0] == 'u' ? 2 : 1);
  if (kind != "o" && kind != "c" && kind != "uo" && kind != "uc")
    throw Unreadable{"not a clause"};
  clause.condition = kind.back() == 'c';
  clause.in_numbers = line[0] != 'u';
  if (!clause.in_numbers) return clause;
  try {
    spiderpos::Request request(numbers.c_str());
    if (clause.condition) {
      Limits& limits = clause.limits;
      limits.dealing = request.next(0, 1);
      limits.turning_up = request.next(0, 1);
      limits.suits = request.next(0, 15);
      limits.space = request.next(0, 1);
      limits.others = request.next(-1, 8);
      limits.moves = request.next(-1, 1 << 20);
    } else {
      read_goal(request, columns, clause.goal);
      clause.none_removed = request.next(0, 1);
      if (request.next(0, 1)) clause.reach.push_back(winning::read_target(request, columns));
      if (request.next(0, 1)) {
        clause.dug.card = request.next(4, winning::CODES - 1);
        clause.dug.column = request.next(1, columns) - 1;
      }
    }
    request.end();
  } catch (const std::invalid_argument&) {
    clause.in_numbers = false;
  }
  return clause;
}

// A game: the start, the goal, the moves made.
struct Game {
  Start start;
  FullGoal goal;
  Link link;

  explicit Game(Lines& lines) {
    start.given = position_of(read_fen(lines.next()));
    for (string line; !(line = lines.next()).empty();) {
      if (line == "w")
        goal.whatever = true;
      else
        goal.clauses.push_back(read_clause(line, start.given.rules.columns));
    }
    start.named = start.given;
    link = read_link(lines.next());
    for (const auto& [slot, card] : link.named) name_card(start.named, slot, card);
    start.named = by_elimination(start.named);
  }
  // Play all moves.  Throws Unreadable if one is illegal.
  Line line() const {
    Line line(start.named);
    for (const Move& move : link.moves)
      if (!line.go_on(move))
        throw Unreadable{"move " + number(line.length() + 1) + ": " +
                         Illegal(line.position, line.after(line.length())).why(wish_of(move))};
    return line;
  }
  vector<Move> moves(int count) const {
    return vector<Move>(link.moves.begin(), link.moves.begin() + count);
  }
};

const char* state_of(const Clause& clause, const Finding& finding, bool lost) {
  if (!clause.in_numbers || finding.verdict == Verdict::UNDECIDED) return "unknown";
  if (finding.verdict == Verdict::HOLDS) return "holds";
  return clause.condition || lost ? "broken" : "open";
}

string clause_json(const string& words, bool condition, const char* state, const string& detail, int move) {
  return object({{"words", quoted(words)},
                 {"kind", quoted(condition ? "condition" : "objective")},
                 {"state", quoted(state)},
                 {"detail", quoted(detail)},
                 {"move", move ? number(move) : "null"}});
}

string clauses_json(const Game& game, const Line& line, const Judgement& judgement) {
  const LineProgress progress = line.progress(judgement.reached_at < 0 ? line.length() : judgement.reached_at);
  vector<string> clauses;
  for (std::size_t i = 0; i < game.goal.clauses.size(); i++) {
    const Clause& clause = game.goal.clauses[i];
    const Finding& finding = judgement.findings[i];
    const bool is_lost = !clause.condition && !lost(clause, progress).empty();
    clauses.push_back(clause_json(clause.words, clause.condition, state_of(clause, finding, is_lost),
                                  finding.text, finding.move));
  }
  if (game.goal.whatever) {
    const bool holds = judgement.whatever == Verdict::HOLDS;
    const string detail = holds ? "nothing depends on which card turns up" : judgement.open;
    clauses.push_back(clause_json("whatever turns up", true, holds ? "holds" : "unknown", detail, 0));
  }
  return listed(clauses);
}

string verdict_of(const Game& game, const vector<Move>& moves, const Judgement& judgement) {
  if (judgement.verdict() == Verdict::UNDECIDED) return "undecided";
  if (judgement.verdict() == Verdict::FAILS)
    return what_is_left(game.goal, game.start, moves).standing == Left::BROKEN ? "fails" : "open";
  return game.goal.clauses.empty() ? "open" : "holds";
}

string step_json(const Position& position, const State& before, const Step& step) {
  return object({{"move", move_json(step.move)},
                 {"words", quoted(describe(step))},
                 {"say", quoted(spoken(step))},
                 {"fen", quoted(fen(position, step.after))},
                 {"set", edits_json(position, before, step.after)}});
}

// The position after `count` moves, and the steps of all moves from number `from` on, counted from 0.
string state(const Game& game, int count, int from) {
  const Line line = game.line();
  const State& now = line.after(count);
  vector<string> steps, runs;
  for (int i = 0; i < line.position.rules.columns; i++)
    runs.push_back(number((long)line.position.run(now, i).size()));
  for (int i = std::max(0, from); i < line.length(); i++)
    steps.push_back(step_json(line.position, line.after(i), line.steps[i]));
  const vector<Move> moves = game.moves(count);
  const Judge judge(game.goal, game.start, moves);
  const Judgement judgement = judge.judge();
  return object({{"position", position_json(line.position, now)},
                 {"fen", quoted(fen(line.position, now))},
                 {"legal", moves_json(winning::legal_moves(line.position.rules, now.t))},
                 {"runs", listed(runs)},
                 {"steps", listed(steps)},
                 {"clauses", clauses_json(game, judge.line(), judgement)},
                 {"verdict", quoted(verdict_of(game, moves, judgement))},
                 {"reachedAt", judgement.reached_at < 0 ? "null" : number(judgement.reached_at)}});
}

string words(const Game& game, int count) {
  const Line line = game.line();
  string text;
  for (int i = 0; i < count && i < line.length(); i++) {
    const Step& step = line.steps[i];
    text += describe(step);
    const vector<string> gone = removals_words(step);
    if (!gone.empty()) text += "  # " + join(gone);
    text += "\n";
  }
  return quoted(text);
}

string answer_json(const Answer& answer) {
  static const char* const outcomes[] = {"impossible", "solved", "undecided", "possible"};
  return object({{"outcome", quoted(outcomes[answer.outcome])},
                 {"moves", moves_json(answer.moves)},
                 {"classes", number((long)answer.classes)},
                 {"digest", quoted(answer.digest)},
                 {"reason", quoted(answer.reason)},
                 {"cases", number((long)std::min(answer.cases, 2e9))},
                 {"line", quoted(answer.line)}});
}

string unsupported(const string& why) {
  Answer answer;
  answer.reason = "it can't be searched here: " + why;
  return answer_json(answer);
}

// Solve the goal that is left after `count` moves.
string ask(const Game& game, int count, const Budget& budget) {
  const Line line = game.line();
  const Left left = what_is_left(game.goal, game.start, game.moves(count));
  if (left.standing != Left::OPEN) return unsupported(left.why);
  return answer_json(Draws(line.start_at(count), left.rest, budget).answer());
}

// Solve "win whatever turns up" after `count` moves, instead of the goal of the game.
string sure(const Game& game, int count, const Budget& budget) {
  const Line line = game.line();
  if (line.position.hand_left(line.after(count))) return unsupported("there are rows to be dealt yet");
  Clause win;
  win.words = "win";
  win.goal.win = 0;
  return answer_json(Draws(line.start_at(count), FullGoal{{win}, true}, budget).answer());
}

// Explain why the goal can't be reached any more after `count` moves (page/reason.hpp).  `moves` reached it
// after the first `from` moves; it is empty if no such line is known.  Throws Unreadable if the goal isn't open.
string lost(const Game& game, int count, int from, const string& moves, const Budget& budget) {
  const Line line = game.line();
  if (from < 0 || from > count) throw Unreadable{"there is no such move"};
  const Left left = what_is_left(game.goal, game.start, game.moves(count));
  if (left.standing != Left::OPEN) throw Unreadable{left.why};
  const Position here = line.start_at(count);
  const Move last = count ? game.link.moves[count - 1] : Move{winning::DEAL, 0, 0, 0};
  return Reasons(here, left.rest, last, budget).json(played(line.start_at(from), read_link(moves).moves));
}

// Play moves, one per line, after `count` moves.
string script(const Game& game, int count, Lines& lines) {
  Script script(game.start, game.moves(count));
  string error;
  try {
    for (string line; !(line = lines.next()).empty();) {
      Script tried = script;
      tried.play(line);
      script = tried;
    }
  } catch (const Unreadable& refused) {
    error = ",\"error\":" + quoted(refused.message);
  }
  const vector<Move> moves(script.moves().begin() + count, script.moves().end());
  return "{\"played\":" + number((long)moves.size()) +
         ",\"moves\":" + listed(worded(moves, [](Move move) { return quoted(link_of(move)); })) +
         ",\"identities\":" + quoted(script.named()) + error + "}";
}

// The position of a draft, and the assumptions that complete it.
string settled_json(Draft draft) {
  const Position position = settled(draft);
  return object({{"fen", quoted(fen(position, position.start))},
                 {"assumed", listed(worded(draft.assumed, quoted))}});
}

// The same for a tableau that the page has parsed.  Arguments: 1 if the hand is given, 1 if the removed
// suits are given, the number of suits or 0.
string tableau(const vector<string>& words, Lines& lines) {
  if (words.size() != 4) throw Unreadable{"there is no such request"};
  Draft draft = read_fen(lines.next());
  draft.has_hand = number_of(words[1]);
  draft.has_removed = number_of(words[2]);
  draft.suits = number_of(words[3]);
  return settled_json(draft);
}

// The requests about a game, with the number of their numeric arguments.  The first argument is a number of
// moves and is checked here; the others are checked by the function that answers.
const struct {
  const char* name;
  std::size_t numbers;
} VERBS[] = {{"state", 2}, {"words", 1}, {"why", 5}, {"script", 1},
             {"tell", 3},  {"ask", 1},   {"sure", 1}, {"lost", 2}};

string perform(const string& text, const Budget& budget) {
  Lines lines(text);
  vector<string> verb = split(lines.next(), ' ');
  if (verb[0] == "fen") return settled_json(read_fen(lines.rest()));
  if (verb[0] == "tableau") return tableau(verb, lines);
  const auto entry = std::find_if(std::begin(VERBS), std::end(VERBS),
                                  [&](const auto& each) { return verb[0] == each.name; });
  const string card = verb[0] == "tell" ? verb.back() : "";
  if (verb[0] == "tell") verb.pop_back();
  if (entry == std::end(VERBS) || verb.size() != entry->numbers + 1)
    throw Unreadable{"there is no such request"};
  vector<int32_t> numbers;
  for (std::size_t i = 1; i < verb.size(); i++) numbers.push_back(number_of(verb[i]));
  const Game game(lines);
  const int count = numbers[0];
  if (count < 0 || count > (int)game.link.moves.size()) throw Unreadable{"there is no such move"};
  if (verb[0] == "state") return state(game, count, numbers[1]);
  if (verb[0] == "words") return words(game, count);
  if (verb[0] == "ask") return ask(game, count, budget);
  if (verb[0] == "sure") return sure(game, count, budget);
  if (verb[0] == "lost") return lost(game, count, numbers[1], lines.next(), budget);
  if (verb[0] == "why") {
    const Line line = game.line();
    return quoted(Illegal(line.position, line.after(count))
                      .why({numbers[1], numbers[2], numbers[3], numbers[4]}));
  }
  if (verb[0] == "script") return script(game, count, lines);
  if (verb[0] == "tell")
    return quoted(slot_of(game.line(), game.start.named, count, numbers[1], numbers[2], card));
  throw Unreadable{"there is no such request"};
}

string error_json(const Unreadable& error) {
  return object({{"error", quoted(error.message)},
                 {"index", number(error.index)},
                 {"length", number(error.length)}});
}

}  // namespace

// Answer a request in JSON; an object with "error" if the request is invalid.  `seconds`, `bytes` and `work`
// limit the searches of "ask", "sure" and "lost" (see Budget).  The caller frees the result with
// spiderpos_free.  Null if out of memory.
EXPORTED char* spiderpos_page(const char* text, double seconds, double bytes, double work) {
  try {
    return give(perform(text, {now() + seconds, (int64_t)bytes, (int64_t)work}));
  } catch (const Unreadable& error) {
    return give(error_json(error));
  } catch (const std::exception& error) {
    return give(error_json({string("internal error: ") + error.what()}));
  }
}
