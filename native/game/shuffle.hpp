// Random numbers and a shuffle with the same result on every platform.  std::mt19937 gives the same numbers with every
// standard library, but the results of std::shuffle and std::uniform_int_distribution are unspecified.  (This one does
// the same as libstdc++ since GCC 11, which takes two indices from each number.)
#pragma once
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace spiderpos {

// Return a uniformly distributed number from 0 to n - 1 (Lemire, "Fast random integer generation in an interval",
// 2019).
inline uint32_t below(uint32_t n, std::mt19937& random) {
  uint64_t product;
  do product = (uint64_t)(uint32_t)random() * n;
  while ((uint32_t)product < -n % n);
  return (uint32_t)(product >> 32);
}

// Return the next random number of 64 bits (SplitMix64).
inline uint64_t splitmix(uint64_t& state) {
  uint64_t z = state += 0x9e3779b97f4a7c15ULL;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
  return z ^ z >> 31;
}

template <class Item>
void shuffle(std::vector<Item>& items, std::mt19937& random) {
  uint32_t i = 1;
  if (items.size() % 2 == 0 && !items.empty()) std::swap(items[i++], items[below(2, random)]);
  for (; i < items.size(); i += 2) {
    const uint32_t places = below((i + 1) * (i + 2), random);
    std::swap(items[i], items[places / (i + 2)]);
    std::swap(items[i + 1], items[places % (i + 2)]);
  }
}

}  // namespace spiderpos
