// The complete search for a win: every legal move from every tableau that can be reached.
//
// Tableaus are kept and compared card by card, so that "impossible" rests on no hash.  Rounds of
// one more move each: the first line found is one of the shortest.  The order of the columns is
// forgotten only when no row can be dealt any more: all other rules treat columns alike.
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "beam.hpp"

namespace spiderpos::winning {

class Exhaust {
 public:
  Exhaust(const Rules& rules, const Aim& aim, Control& control)
      : rules_(rules), aim_(aim), control_(control) {}
  ~Exhaust() { control_.give(taken_); }
  Exhaust(const Exhaust&) = delete;
  Exhaust& operator=(const Exhaust&) = delete;

  // Whether there is a line; `line` is a shortest one.  Throws Stopped if it can't be decided.
  bool search(const Tableau& start, std::vector<Move>& line) {
    int complete_at_start;
    if (is_won(rules_, start, complete_at_start) && complete_at_start >= aim_.standing) {
      line.clear();
      return true;
    }
    resize(1 << 12);
    add(key(start), 0);
    for (std::size_t i = 0, round_end = 1, depth = 0; i < entries_.size(); i++) {
      if (i == round_end) round_end = entries_.size(), depth++;
      if ((int)depth >= aim_.most_moves) return false;
      control_.poll();
      const Tableau t = tableau(i);
      bool found = false;
      legal_moves(rules_, t, [&](Move move) {
        if (found || !allowed(t, move)) return;
        Tableau next = t;
        play(rules_, next, move);
        if (next.removed > aim_.most_removed) return;
        control_.steps++;
        if (add(key(next), (u32)i)) {
          int standing;
          found = is_won(rules_, next, standing) && standing >= aim_.standing;
        }
      });
      if (found) {
        line = line_to(start, entries_.size() - 1);
        return true;
      }
      control_.classes = (int64_t)entries_.size();
    }
    return false;
  }

 private:
  struct Entry {
    std::size_t key;  // where its key begins in keys_
    u32 before;
    u32 size;
  };

  bool allowed(const Tableau& t, Move move) const {
    if (move.kind == DEAL) return aim_.deals;
    return move.kind != REMOVE || t.removed < aim_.most_removed;
  }

  bool ordered(const Tableau& t) const {
    const int left = (int)rules_.hand.size() - t.dealt;
    return aim_.deals && left > 0 && (left >= rules_.columns || rules_.short_last_deal);
  }

  // Columns, each as its face-down count, its length and its cards; cells; dealt; removed.
  std::string key(const Tableau& t) const {
    std::vector<std::string> parts(rules_.columns);
    const u8* at = t.cards;
    for (int i = 0; i < rules_.columns; at += t.length[i], i++) {
      parts[i].push_back((char)t.down[i]);
      parts[i].push_back((char)t.length[i]);
      parts[i].append((const char*)at, t.length[i]);
    }
    if (!ordered(t)) std::sort(parts.begin(), parts.end());
    std::string whole;
    for (int i = 0; i < rules_.columns; i++) whole += parts[i];
    std::string cells((const char*)t.cells, rules_.cells);
    std::sort(cells.begin(), cells.end());
    whole += cells;
    whole.push_back((char)t.dealt);
    whole.push_back((char)t.removed);
    return whole;
  }

  Tableau tableau(std::size_t i) const {
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
    t.dealt = (u8)*at++;
    t.removed = (u8)*at;
    return t;
  }

  static std::size_t hash(const char* data, std::size_t size) {
    u64 h = 0xcbf29ce484222325ULL;
    for (std::size_t i = 0; i < size; i++) h = (h ^ (u8)data[i]) * 0x100000001b3ULL;
    return (std::size_t)(h ^ h >> 29);
  }

  bool add(const std::string& key, u32 before) {
    std::size_t at = hash(key.data(), key.size()) & mask_;
    for (; table_[at]; at = (at + 1) & mask_) {
      const Entry& entry = entries_[table_[at] - 1];
      if (entry.size == key.size() &&
          !std::memcmp(keys_.data() + entry.key, key.data(), key.size()))
        return false;
    }
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

  // The moves to an entry, as they are with the columns where the start has them.
  std::vector<Move> line_to(const Tableau& start, std::size_t end) const {
    std::vector<std::size_t> path;
    for (std::size_t i = end; i; i = entries_[i].before) path.push_back(i);
    std::vector<Move> line;
    Tableau now = start;
    for (auto i = path.rbegin(); i != path.rend(); ++i) {
      const std::string wanted(keys_.data() + entries_[*i].key, entries_[*i].size);
      bool found = false;
      Tableau next = now;
      legal_moves(rules_, now, [&](Move move) {
        if (found || !allowed(now, move)) return;
        Tableau after = now;
        play(rules_, after, move);
        if (key(after) != wanted) return;
        found = true;
        next = after;
        line.push_back(move);
      });
      now = next;
    }
    return line;
  }

  const Rules& rules_;
  const Aim aim_;
  Control& control_;
  std::vector<Entry> entries_;
  std::vector<char> keys_;
  std::vector<u32> table_;
  std::size_t mask_ = 0, taken_ = 0;
};

}  // namespace spiderpos::winning
