// Positions that are met, kept and compared card by card, and what moves lead to from them, for any goal
// under any rules: what the searches of single positions share.
//
// The order of the columns is forgotten only where the goal names none and no row can be dealt any more:
// all other rules treat columns alike.
#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "../game/game.hpp"

namespace spiderpos::winning {

class Positions {
 public:
  Positions(const Rules& rules, const Question& question, Control& control, bool says)
      : rules_(rules), question_(question), control_(control), says_(says) {}
  ~Positions() { control_.give(taken_); }
  Positions(const Positions&) = delete;
  Positions& operator=(const Positions&) = delete;

  bool unknown = false;  // whether a card came up, or was asked for, that isn't known
  bool wanted = false;   // the same of cards that the goal asked for and the player can't say

 protected:
  static constexpr int WORK = 2;  // of a move

  struct Kept {
    std::size_t key;  // where its key begins in keys_
    u32 before;
    u32 size;
  };
  // Null for a state in which a condition is broken.
  using Then = Call<Move, const Tableau*>;

  // Every state that one move leads to; of unknown cards that come up, with each that they may be, if the
  // player may say it.
  void each(const Tableau& from, const Then& then) {
    legal_moves(rules_, from, [&](Move move) {
      if (avoided(from, move)) return;
      if (move.kind != DEAL)
        after(from, move, nullptr, then);
      else if (question_.deals)
        rows(from, move, then);
    });
  }

  bool avoided(const Tableau& from, Move move) const {
    if (move.kind != SHIFT || question_.avoided.empty()) return false;
    const u8 onto = from.length[move.to] ? from.cards[from.offset(move.to + 1) - 1] : 0;
    const u8 card = from.cards[from.offset(move.from + 1) - move.count];
    return std::any_of(question_.avoided.begin(), question_.avoided.end(), [&](const auto& each) {
      return each.card == card && each.count == move.count && each.onto == onto;
    });
  }

  // The row that is dealt, its unknown cards said if that can be.
  void rows(const Tableau& from, Move deal, const Then& then) {
    const int left = (int)rules_.hand.size() - from.dealt;
    std::vector<u8> row(rules_.hand.begin() + from.dealt,
                        rules_.hand.begin() + from.dealt + std::min(left, rules_.columns));
    if (!question_.lucky) return after(from, deal, row.data(), then);
    int unseen[CODES];
    unseen_in(from, unseen);
    said(row.data(), row.size(), unseen, [&] { after(from, deal, row.data(), then); });
  }

  // Call `then` with each way to choose the unknown ones among some cards.
  void said(u8* cards, std::size_t count, int* unseen, const Call<>& then) {
    std::size_t i = 0;
    while (i < count && cards[i] != UNKNOWN) i++;
    if (i == count) return then();
    control_.poll();
    for (int card = 4; card < CODES; card++) {
      if (unseen[card] <= 0) continue;
      cards[i] = (u8)card;
      unseen[card]--;
      said(cards + i, count - i, unseen, then);
      unseen[card]++;
    }
    cards[i] = UNKNOWN;
  }

  void after(const Tableau& from, Move move, const u8* row, const Then& then) {
    Tableau next = from;
    if (!referee_->play(next, move, row)) return then(move, nullptr);
    if (rules_.automatic_removal && may_remove_more(rules_, from, next)) {
      unknown = true;
      return;
    }
    come_up(next, [&](const Tableau& known) {
      then(move, referee_->makes_space(from, known) && !reached(known) ? nullptr : &known);
    });
  }

  // Choose the unknown face-up cards in every way, if the player may do so.
  void come_up(const Tableau& state, const Call<const Tableau&>& then) {
    std::vector<u8*> places;
    Tableau next = state;
    u8* column = next.cards;
    for (int i = 0; i < rules_.columns; column += next.length[i], i++)
      for (int j = next.down[i]; j < next.length[i]; j++)
        if (column[j] == UNKNOWN) places.push_back(column + j);
    for (int i = 0; i < rules_.cells; i++)
      if (next.cells[i] == UNKNOWN) places.push_back(next.cells + i);
    unknown |= !places.empty();
    if (places.empty() || !question_.lucky) return then(next);
    int unseen[CODES];
    unseen_in(state, unseen);
    std::vector<u8> cards(places.size(), UNKNOWN);
    said(cards.data(), cards.size(), unseen, [&] {
      for (std::size_t i = 0; i < cards.size(); i++) *places[i] = cards[i];
      then(next);
    });
  }

  // Each known card of the columns, the cells and the hand.
  template <class Told>
  void count(const Tableau& state, const Told& told) const {
    const int total = state.total();
    for (int i = 0; i < total; i++)
      if (state.cards[i] != UNKNOWN) told(state.cards[i]);
    for (int i = 0; i < rules_.cells; i++)
      if (state.cells[i] > UNKNOWN) told(state.cells[i]);
    for (std::size_t i = state.dealt; i < rules_.hand.size(); i++)
      if (rules_.hand[i] != UNKNOWN) told(rules_.hand[i]);
  }
  void unseen_in(const Tableau& state, int* unseen) const {
    for (int card = 0; card < CODES; card++) unseen[card] = all_[card] - state.gone[card & 3];
    count(state, [&](u8 card) { unseen[card]--; });
  }

  bool reached(const Tableau& t) {
    int unseen[CODES];
    const bool lucky = says_ && question_.lucky;
    if (lucky) unseen_in(t, unseen);
    return referee_->reached(t, says_ ? unknown : wanted, lucky ? unseen : nullptr);
  }

  bool may_ever_deal(const Tableau& t) const {
    const int left = (int)rules_.hand.size() - t.dealt;
    return question_.deals && left > 0 && (left >= rules_.columns || rules_.short_last_deal);
  }
  bool ordered(const Tableau& t) const { return question_.in_place || may_ever_deal(t); }

  // Columns, each as its face-down count, its length and its cards; cells; how many cards of the
  // hand are left; the suits of each that the line has removed.
  std::string key(const Tableau& t) const {
    std::vector<std::string> parts(rules_.columns);
    const u8* at = t.cards;
    for (int i = 0; i < rules_.columns; at += t.length[i], i++) {
      parts[i].push_back((char)t.down[i]);
      parts[i].push_back((char)t.length[i]);
      parts[i].append((const char*)at, t.length[i]);
    }
    if (!ordered(t)) short_sort(parts);
    std::string whole;
    for (int i = 0; i < rules_.columns; i++) whole += parts[i];
    std::string cells((const char*)t.cells, rules_.cells);
    short_sort(cells);
    whole += cells;
    whole.push_back((char)(rules_.hand.size() - t.dealt));
    for (int suits : t.gone) whole.push_back((char)suits);
    return whole;
  }

  Tableau state(std::size_t i) const {
    Tableau t;
    std::memset(&t, 0, sizeof t);
    const char* at = keys_.data() + entries_[i].key;
    u8* cards = t.cards;
    for (int c = 0; c < rules_.columns; c++) {
      t.down[c] = (u8)*at++;
      t.length[c] = (u8)*at++;
      std::memcpy(cards, at, t.length[c]);
      cards += t.length[c], at += t.length[c];
    }
    std::memcpy(t.cells, at, rules_.cells);
    at += rules_.cells;
    t.dealt = (u8)(rules_.hand.size() - (u8)*at++);
    for (u8& suits : t.gone) t.removed = (u8)(t.removed + (suits = (u8)*at++));
    return t;
  }

  static u64 hash(const char* data, std::size_t size) {
    u64 h = 0xcbf29ce484222325ULL;
    for (std::size_t i = 0; i < size; i++) h = (h ^ (u8)data[i]) * 0x100000001b3ULL;
    return h ^ h >> 29;
  }

  // The place of a key in the table: of its entry, or the free place for it.
  std::size_t place(const std::string& key) const {
    std::size_t at = hash(key.data(), key.size()) & mask_;
    for (; table_[at]; at = (at + 1) & mask_) {
      const Kept& entry = entries_[table_[at] - 1];
      if (entry.size == key.size() &&
          !std::memcmp(keys_.data() + entry.key, key.data(), key.size()))
        break;
    }
    return at;
  }

  bool add(const std::string& key, u32 before) {
    const std::size_t at = place(key);
    if (table_[at]) return false;
    if (entries_.size() >= UINT32_MAX - 1) throw Stopped{Stop::MEMORY};
    reserve(keys_, key.size());
    reserve(entries_, 1);
    entries_.push_back({keys_.size(), before, (u32)key.size()});
    keys_.insert(keys_.end(), key.begin(), key.end());
    table_[at] = (u32)entries_.size();
    if (entries_.size() * 2 > table_.size()) resize(table_.size() * 2);
    return true;
  }

  void resize(std::size_t size) {
    take(size * sizeof(u32));
    const std::size_t old = table_.size();
    table_.assign(size, 0);
    mask_ = size - 1;
    for (std::size_t i = 0; i < entries_.size(); i++) {
      std::size_t at = hash(keys_.data() + entries_[i].key, entries_[i].size) & mask_;
      while (table_[at]) at = (at + 1) & mask_;
      table_[at] = (u32)i + 1;
    }
    give(old * sizeof(u32));
  }

  template <class Item>
  void reserve(std::vector<Item>& items, std::size_t more) {
    if (items.size() + more <= items.capacity()) return;
    const std::size_t old = items.capacity(), size = std::max(old * 2, items.size() + more + 1024);
    take(size * sizeof(Item));
    items.reserve(size);
    give(old * sizeof(Item));
  }
  void take(std::size_t bytes) {
    control_.take(bytes);
    taken_ += bytes;
  }
  void give(std::size_t bytes) {
    control_.give(bytes);
    taken_ -= bytes;
  }

  void begin(const Tableau& start) {
    start_ = start;
    std::memset(start_.gone, 0, sizeof start_.gone);
    referee_.emplace(rules_, question_, start);
    std::copy(question_.unseen, question_.unseen + CODES, all_);
    count(start_, [&](u8 card) { all_[card]++; });
    resize(1 << 12);
  }

  const Rules& rules_;
  const Question& question_;
  Control& control_;
  const bool says_;  // whether the player may say what lies face down in a tableau that is to be reached
  Tableau start_;
  std::optional<Referee> referee_;
  int all_[CODES];  // how many there are of each card, unless they are removed before the start
  std::vector<Kept> entries_;
  std::vector<char> keys_;
  std::vector<u32> table_;
  std::size_t mask_ = 0, taken_ = 0;
};

}  // namespace spiderpos::winning
