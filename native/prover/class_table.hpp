// The hash table of a search by classes.
#pragma once
#include <cstring>
#include <memory>
#include <utility>

#include "classes.hpp"

namespace spiderpos::prover {

// A set of packed classes, numbered in the order in which they were added.  Each is stored with the number of its
// parent and the step from there.  Classes are stored in blocks that never move, so `bytes(i)` stays valid while
// the table grows.  All memory is counted by the control.
class Table {
 public:
  Table(int width, Control& control)
      : width_(width), stride_(width + 4 + sizeof(Label)), memory_(control) {
    memory_.take(FIRST * 4);
    slots_.assign(FIRST, 0);
  }

  static u64 hash(const u8* p, int n) {
    u64 h = 0x9E3779B97F4A7C15ull ^ n;
    u64 k;
    while (n >= 8) {
      memcpy(&k, p, 8);
      h = (h ^ k) * 0xff51afd7ed558ccdull;
      h ^= h >> 32;
      p += 8;
      n -= 8;
    }
    k = 0;
    memcpy(&k, p, n);
    h = (h ^ k) * 0xc4ceb9fe1a85ec53ull;
    h ^= h >> 29;
    h *= 0xff51afd7ed558ccdull;
    return h ^ h >> 32;
  }
  // Add a class, unless it is there.  Return its number, and true if it is new.
  std::pair<u32, bool> add(const u8* packed, u32 parent = 0, Label label = {}) {
    if ((u64)size_ * 2 >= slots_.size()) grow();
    const u64 mask = slots_.size() - 1;
    u64 h = hash(packed, width_) & mask;
    for (; slots_[h]; h = (h + 1) & mask)
      if (!memcmp(bytes(slots_[h] - 1), packed, width_)) return {slots_[h] - 1, false};
    if (size_ == blocks_.size() << BLOCK) {
      const std::size_t more = (std::size_t)stride_ << BLOCK;
      memory_.take(more);
      blocks_.emplace_back(new u8[more]);
    }
    u8* place = const_cast<u8*>(bytes(size_));
    memcpy(place, packed, width_);
    memcpy(place + width_, &parent, 4);
    memcpy(place + width_ + 4, &label, sizeof label);
    slots_[h] = ++size_;
    return {size_ - 1, true};
  }
  const u8* bytes(u32 i) const {
    return &blocks_[i >> BLOCK][(std::size_t)(i & ((1u << BLOCK) - 1)) * stride_];
  }
  u32 parent(u32 i) const {
    u32 p;
    memcpy(&p, bytes(i) + width_, 4);
    return p;
  }
  Label label(u32 i) const {
    Label l;
    memcpy(&l, bytes(i) + width_ + 4, sizeof l);
    return l;
  }
  u32 size() const { return size_; }
  // The sum of the hashes, which is the same for every order of the search.
  u64 digest() const {
    u64 sum = 0;
    for (u32 i = 0; i < size_; i++) sum += hash(bytes(i), width_);
    return sum;
  }

 private:
  static constexpr std::size_t FIRST = 64;
  static constexpr int BLOCK = 8;  // a block has 2^BLOCK classes

  void grow() {
    const std::size_t before = slots_.size() * 4, after = before * 2;
    memory_.take(after);  // the old table is freed only after the copy
    vector<u32> bigger(slots_.size() * 2, 0);
    const u64 mask = bigger.size() - 1;
    for (u32 i = 0; i < size_; i++) {
      u64 h = hash(bytes(i), width_) & mask;
      while (bigger[h]) h = (h + 1) & mask;
      bigger[h] = i + 1;
    }
    slots_.swap(bigger);
    memory_.give(before);
  }

  int width_;
  std::size_t stride_;
  Memory memory_;
  vector<std::unique_ptr<u8[]>> blocks_;
  vector<u32> slots_;
  u32 size_ = 0;
};

}  // namespace spiderpos::prover
