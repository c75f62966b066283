// The interface of the player with hidden cards for pages, called by spiderpos/show/web/advice.js.
//
// A request is a line with a verb and a number, followed by a position (fen).  The answer is JSON.
//
//     advise 0  the moves up to the next event
//     chance N  the number of games won of N, each with the hidden cards drawn at random; one game if no
//               card is hidden
//     draw N    the position with its unknown cards drawn at random (seed N)
//     facts 0   the rules, and numbers such as that of the deals left
//     deal N    deal number N of the classic scheme (spiderpos/game/deals.py); the request has the
//               rules instead of a position
#include "page/page.hpp"
#include "player/player.hpp"

namespace {

using namespace spiderpos;
using namespace spiderpos::page;

const int MOST_MOVES = 1500;  // in one game

// A position with its hidden cards unknown, as a player sees it.
struct Seen {
  Position position;
  winning::Unseen unseen;

  explicit Seen(const Position& complete) : position(complete) {
    each_hidden(position, [](u8& card) { card = UNKNOWN; });
    const Counts counts = page::unseen(position, position.start);
    for (int card = 4; card < winning::CODES; card++)
      unseen.total += unseen.count[card] = (u8)counts.of[card];
    if (shows_unknown(position) || unnamed(position.start))
      throw Unreadable{"a face-up card is unknown"};
    if (unseen.total != unknown_hidden(position)) throw Unreadable{"the cards aren't those of a complete game"};
  }
};

// Return a hash of a text (FNV-1a), as a seed for random numbers.
uint32_t seed_of(const string& text) {
  uint32_t sum = 2166136261u;
  for (char c : text) sum = (sum ^ (u8)c) * 16777619u;
  return sum;
}

// Return the player's moves up to the next event.  The seed depends only on the visible cards, so that the
// advice for a position is always the same.
vector<Move> advice(const Position& position, winning::Strength strength) {
  const Seen seen(position);
  Control control(1e9, (std::size_t)1 << 29, nullptr);
  const string text = fen(seen.position, seen.position.start);
  return winning::decide(seen.position.rules, seen.position.start.t, seen.unseen, seed_of(text),
                         strength, control);
}

bool won(const Position& position) { return winning::is_won(position.rules, position.start.t); }

// Return true if the player, who doesn't see the hidden cards, wins this deal.  All cards must be known here.
bool wins(Position position) {
  vector<string> earlier;
  for (int moves = 0; !won(position) && moves < MOST_MOVES;) {
    const string current = fen(position, position.start);
    // The player always gives the same advice for a position, so a repetition never ends.
    if (std::find(earlier.begin(), earlier.end(), current) != earlier.end()) return false;
    earlier.push_back(current);
    const vector<Move> line = advice(position, winning::INSTANT);
    if (line.empty()) return false;
    for (const Move& move : line) {
      const Step step = play(position, position.start, move);
      position = position.start_at(step.after);
      moves++;
      if (!step.turned.empty() || !step.removals.empty() || move.kind == winning::DEAL) break;
    }
  }
  return won(position);
}

// Return the deck of a deal number, in the order in which it is dealt.
Cards deck_of(uint32_t number, const House& house) {
  vector<int> suits;
  for (int suit = 0; suit < 4; suit++)
    if (house.plays_with(suit)) suits.push_back(suit);
  int order[4] = {0, 3, 2, 1};  // clubs, spades, hearts, diamonds
  if (suits.size() < 4) {
    const bool first_is_black = suits.front() == 0 && (suits.back() == 1 || suits.back() == 2);
    const int black = first_is_black ? suits.front() : suits.back();
    const int red = first_is_black ? suits.back() : suits.front();
    order[0] = order[1] = black;
    order[2] = order[3] = red;
  }
  Cards left, deck;
  for (int copy = 0; copy < 2; copy++)
    for (int suit : order)
      for (int rank = 1; rank <= SUIT_LENGTH; rank++) left.push_back((u8)(4 * rank + suit));
  for (uint32_t state = number; !left.empty(); left.pop_back()) {
    state = (state * 214013u + 2531011u) & 0x7fffffffu;
    u8& picked = left[(state >> 16) % left.size()];
    deck.push_back(picked);
    picked = left.back();
  }
  return deck;
}

Position dealt(uint32_t number, const House& house) {
  const Cards deck = deck_of(number, house);
  auto next = deck.begin();
  Draft draft;
  draft.house = house;
  draft.columns.resize(house.start.size());
  for (int row = 0, most = *std::max_element(house.start.begin(), house.start.end()); row < most - 1; row++)
    for (std::size_t i = 0; i < draft.columns.size(); i++)
      if (house.start[i] - 1 > row) draft.columns[i].down.push_back(*next++);
  for (auto& column : draft.columns) column.up.push_back(*next++);
  draft.hand.assign(next, deck.end());
  return position_of(draft);
}

string facts(const Position& position) {
  const State& now = position.start;
  const House& rules = position.rules;
  const int down = now.face_down(), at_start = winning::MOST_CARDS - rules.hand_at_start() - rules.columns;
  const bool whole = position.cards_left(now) + SUIT_LENGTH * (int)now.removed.size() == winning::MOST_CARDS;
  const bool start = whole && at_start == down && now.removed.empty() &&
                     (int)rules.hand.size() == rules.hand_at_start();
  return object({{"turned", whole ? number(std::max(0, at_start - down)) : "null"},
                 {"scored", quoted(SCORED[rules.scored])},
                 {"deals", number(position.deals_left(now))},
                 {"suits", number(rules.suit_count())},
                 {"start", start ? "true" : "false"},
                 {"rules", quoted(text_of(rules))}});
}

string perform(const string& text) {
  const std::size_t stop = std::min(text.find('\n'), text.size());
  const std::size_t blank = std::min(text.find(' '), stop);
  const string verb = text.substr(0, blank);
  const int count = std::atoi(text.c_str() + blank);
  const string rest = text.substr(std::min(stop + 1, text.size()));
  if (verb == "deal") {
    const Position deal = dealt((uint32_t)count, house_of(rest));
    return object({{"fen", quoted(fen(deal, deal.start))}});
  }
  const Position position = position_of(read_fen(rest));
  if (verb == "facts") return facts(position);
  if (verb == "draw") {
    const Position whole = drawn(position, (uint32_t)count);
    return object({{"fen", quoted(fen(whole, whole.start))}});
  }
  if (verb == "advise") return object({{"moves", moves_json(advice(position, winning::POOLING))}});
  const int games = position.hand_left(position.start) || position.start.face_down() ? count : 1;
  Position hidden = position;
  each_hidden(hidden, [](u8& card) { card = UNKNOWN; });
  int games_won = 0;
  for (int game = 1; game <= games; game++) games_won += wins(drawn(hidden, (uint32_t)game));
  return object({{"won", number(games_won)}, {"games", number(games)}});
}

}  // namespace

// Answer a request, in JSON; the answer is an object with "error" if the request is invalid.
EXPORTED char* spiderpos_page(const char* text) {
  try {
    return give(perform(text));
  } catch (const Unreadable& error) {
    return give(object({{"error", quoted(error.message)}}));
  } catch (const std::exception& error) {
    return give(object({{"error", quoted(string("internal error: ") + error.what())}}));
  }
}
