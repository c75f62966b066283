// The set of the tableaus that a beam search has met, as hashes.
#pragma once
#include <algorithm>
#include <vector>

#include "../game/game.hpp"

namespace spiderpos::winning {

// A set of hashes, whose memory is counted by the control.
class Met {
 public:
  explicit Met(Control& control) : memory_(control) { resize(1 << 12); }

  void clear() {
    std::fill(table_.begin(), table_.end(), 0);
    count_ = 0;
  }
  // Load the memory that has() and add() read, some time before they are called.
  void prefetch(u64 hash) const { __builtin_prefetch(&table_[hash & mask_]); }
  bool has(u64 hash) const { return table_[slot_of(hash)] != 0; }
  // Return false if the set has the hash already.
  bool add(u64 hash) {
    const std::size_t slot = slot_of(hash);
    if (table_[slot]) return false;
    table_[slot] = value_of(hash);
    if (++count_ * 2 > table_.size()) grow();
    return true;
  }

 private:
  static u64 value_of(u64 hash) { return hash | (hash == 0); }  // 0 marks a free slot
  // The slot of a hash, or the free slot for it.
  std::size_t slot_of(u64 hash) const {
    std::size_t slot = value_of(hash) & mask_;
    while (table_[slot] && table_[slot] != value_of(hash)) slot = (slot + 1) & mask_;
    return slot;
  }
  void resize(std::size_t size) {
    memory_.take(size * sizeof(u64));
    table_.assign(size, 0);
    mask_ = size - 1;
  }
  void grow() {
    std::vector<u64> old;
    old.swap(table_);
    resize(old.size() * 2);
    for (u64 hash : old)
      if (hash) table_[slot_of(hash)] = hash;
    memory_.give(old.size() * sizeof(u64));
  }

  Memory memory_;
  std::vector<u64> table_;
  std::size_t mask_ = 0, count_ = 0;
};

}  // namespace spiderpos::winning
