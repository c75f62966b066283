// The base of the searches of single positions (exhaust.hpp and strategy.hpp): a set of all positions met, and the
// positions that a move can lead to, for any goal under any rules.
//
// A position is stored as its key, which has every card, so that a proof doesn't rest on a hash.  If no row can be
// dealt any more, positions that differ only in the order of columns that the goal doesn't name have the same key: no
// rule but that of deals depends on the order.
#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "../game/game.hpp"

namespace spiderpos::winning {

class Positions {
 public:
  // With `chooses`, a lucky question lets the player also choose the unknown cards of a tableau that is tested for the
  // goal; see Question::lucky.
  Positions(const Rules& rules, const Question& question, Control& control, bool chooses)
      : rules_(rules), question_(question), control_(control), chooses_(chooses), memory_(control) {}

  bool unknown = false;          // an unknown card turned up, or the goal depended on one
  bool goal_is_unknown = false;  // without `chooses`: the goal depended on an unknown card

 protected:
  static constexpr int WORK = 2;  // for one move

  struct Record {
    std::size_t key;  // the start of its key in keys_
    u32 before;       // the entry from which it was reached
    u32 size;         // bytes of the key
  };
  // Receives a move and the tableau after it, or null if the move breaks a condition of the goal.
  using Then = Call<Move, const Tableau*>;

  // Call `then` for each legal move that the question allows.  If unknown cards turn up and the player chooses them,
  // call it for each choice.  A move after which an automatic removal depends on unknown cards is left out.
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
    const u8 onto = from.bottom(move.to);
    const u8 card = from.cards[from.offset(move.from + 1) - move.count];
    return std::any_of(question_.avoided.begin(), question_.avoided.end(), [&](const auto& each) {
      return each.card == card && each.count == move.count && each.onto == onto;
    });
  }

  // Deal a row, with each choice of its unknown cards if the player chooses them.
  void rows(const Tableau& from, Move deal, const Then& then) {
    const int left = (int)rules_.hand.size() - from.dealt;
    std::vector<u8> row(rules_.hand.begin() + from.dealt,
                        rules_.hand.begin() + from.dealt + std::min(left, rules_.columns));
    if (!question_.lucky) return after(from, deal, row.data(), then);
    int unseen[CODES];
    unseen_in(from, unseen);
    choose(row.data(), row.size(), unseen, [&] { after(from, deal, row.data(), then); });
  }

  // Call `then` for each choice of the unknown ones among these cards.
  void choose(u8* cards, std::size_t count, int* unseen, const Call<>& then) {
    std::size_t i = 0;
    while (i < count && cards[i] != UNKNOWN) i++;
    if (i == count) return then();
    control_.poll();
    for (int card = 4; card < CODES; card++) {
      if (unseen[card] <= 0) continue;
      cards[i] = (u8)card;
      unseen[card]--;
      choose(cards + i, count - i, unseen, then);
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
    turn_up(next, [&](const Tableau& state) {
      then(move, referee_->makes_space(from, state) && !reached(state) ? nullptr : &state);
    });
  }

  // Call `then` for each choice of the unknown face-up cards, or once if the player doesn't choose.
  void turn_up(const Tableau& state, const Call<const Tableau&>& then) {
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
    choose(cards.data(), cards.size(), unseen, [&] {
      for (std::size_t i = 0; i < cards.size(); i++) *places[i] = cards[i];
      then(next);
    });
  }

  void unseen_in(const Tableau& state, int* unseen) const {
    for (int card = 0; card < CODES; card++) unseen[card] = all_[card] - state.gone[card & 3];
    each_card(rules_, state, [&](u8 card) { unseen[card] -= is_known(card); });
  }

  bool reached(const Tableau& t) {
    int unseen[CODES];
    const bool lucky = chooses_ && question_.lucky;
    if (lucky) unseen_in(t, unseen);
    return referee_->reached(t, chooses_ ? unknown : goal_is_unknown, lucky ? unseen : nullptr);
  }

  // Pack a tableau: for each column the number of face-down cards, its length and its cards; the cells; the number of
  // cards left in the hand; the number of sets removed, per suit.
  std::string key(const Tableau& t) const {
    const int fixed = question_.deals && rows_left(rules_, t) ? ~0 : question_.fixed;
    std::vector<std::string> parts(rules_.columns), free;
    const u8* column = t.cards;
    for (int i = 0; i < rules_.columns; column += t.length[i], i++) {
      parts[i].push_back((char)t.down[i]);
      parts[i].push_back((char)t.length[i]);
      parts[i].append((const char*)column, t.length[i]);
      if (!(fixed >> i & 1)) free.push_back(parts[i]);
    }
    short_sort(free);
    std::string whole;
    for (int i = 0, next = 0; i < rules_.columns; i++)
      whole += fixed >> i & 1 ? parts[i] : free[(std::size_t)next++];
    std::string cells((const char*)t.cells, rules_.cells);
    short_sort(cells);
    whole += cells;
    whole.push_back((char)(rules_.hand.size() - t.dealt));
    for (int suits : t.gone) whole.push_back((char)suits);
    return whole;
  }

  // Unpack entry number i.
  Tableau state(std::size_t i) const {
    Tableau t;
    std::memset(&t, 0, sizeof t);
    const char* byte = keys_.data() + entries_[i].key;
    u8* cards = t.cards;
    for (int c = 0; c < rules_.columns; c++) {
      t.down[c] = (u8)*byte++;
      t.length[c] = (u8)*byte++;
      std::memcpy(cards, byte, t.length[c]);
      cards += t.length[c], byte += t.length[c];
    }
    std::memcpy(t.cells, byte, rules_.cells);
    byte += rules_.cells;
    t.dealt = (u8)(rules_.hand.size() - (u8)*byte++);
    for (u8& suits : t.gone) t.removed = (u8)(t.removed + (suits = (u8)*byte++));
    return t;
  }

  static u64 hash(const char* data, std::size_t size) {
    u64 h = 0xcbf29ce484222325ULL;
    for (std::size_t i = 0; i < size; i++) h = (h ^ (u8)data[i]) * 0x100000001b3ULL;
    return h ^ h >> 29;
  }

  // The index in table_ of a key's entry, or of the free slot for it.
  std::size_t slot_of(const std::string& key) const {
    std::size_t slot = hash(key.data(), key.size()) & mask_;
    for (; table_[slot]; slot = (slot + 1) & mask_) {
      const Record& entry = entries_[table_[slot] - 1];
      if (entry.size == key.size() &&
          !std::memcmp(keys_.data() + entry.key, key.data(), key.size()))
        break;
    }
    return slot;
  }

  // Add a key; return false if it is there already.
  bool add(const std::string& key, u32 before) {
    const std::size_t slot = slot_of(key);
    if (table_[slot]) return false;
    if (entries_.size() >= UINT32_MAX - 1) throw Stopped{MEMORY};
    reserve(keys_, key.size());
    reserve(entries_, 1);
    entries_.push_back({keys_.size(), before, (u32)key.size()});
    keys_.insert(keys_.end(), key.begin(), key.end());
    table_[slot] = (u32)entries_.size();
    if (entries_.size() * 2 > table_.size()) resize(table_.size() * 2);
    return true;
  }

  void resize(std::size_t size) {
    memory_.take(size * sizeof(u32));
    const std::size_t old = table_.size();
    table_.assign(size, 0);
    mask_ = size - 1;
    for (std::size_t i = 0; i < entries_.size(); i++) {
      std::size_t slot = hash(keys_.data() + entries_[i].key, entries_[i].size) & mask_;
      while (table_[slot]) slot = (slot + 1) & mask_;
      table_[slot] = (u32)i + 1;
    }
    memory_.give(old * sizeof(u32));
  }

  template <class Item>
  void reserve(std::vector<Item>& items, std::size_t more) {
    if (items.size() + more <= items.capacity()) return;
    const std::size_t old = items.capacity(), size = std::max(old * 2, items.size() + more + 1024);
    memory_.take(size * sizeof(Item));
    items.reserve(size);
    memory_.give(old * sizeof(Item));
  }

  void begin(const Tableau& start) {
    start_ = start;
    std::memset(start_.gone, 0, sizeof start_.gone);
    referee_.emplace(rules_, question_, start);
    std::copy(question_.unseen, question_.unseen + CODES, all_);
    each_card(rules_, start_, [&](u8 card) { all_[card] += is_known(card); });
    resize(1 << 12);
  }

  const Rules& rules_;
  const Question& question_;
  Control& control_;
  const bool chooses_;
  Memory memory_;
  Tableau start_;
  std::optional<Referee> referee_;
  int all_[CODES];  // the number of copies of each card in the game, without those removed before the start
  std::vector<Record> entries_;
  std::vector<char> keys_;
  std::vector<u32> table_;  // hash table of entry numbers, from 1; 0: free
  std::size_t mask_ = 0;
};

}  // namespace spiderpos::winning
