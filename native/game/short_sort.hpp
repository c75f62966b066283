// Insertion sort, for short lists such as the columns of a tableau.
#pragma once
#include <cstddef>
#include <utility>

namespace spiderpos {

// Sort a list by `before`.  The sort is stable, and takes quadratic time.
template <class List, class Before>
void short_sort(List& list, Before before) {
  for (std::size_t i = 1; i < list.size(); i++)
    for (std::size_t j = i; j && before(list[j], list[j - 1]); j--) std::swap(list[j], list[j - 1]);
}
template <class List>
void short_sort(List& list) {
  short_sort(list, [](const auto& a, const auto& b) { return a < b; });
}

}  // namespace spiderpos
