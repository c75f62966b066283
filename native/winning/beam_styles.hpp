// Sets of weights for the beam search.  They win different deals, so a search tries one after another.
#pragma once
#include <stdexcept>

#include "heuristic.hpp"

namespace spiderpos::winning {

struct Style {
  Weights weights;
  bool each_space;  // before the last deal, try moves into each space: the next row makes spaces different
};

constexpr int STYLES = 4;

inline Style style_of(int number) {
  Weights w;
  w.run = 0.5f;
  switch (number) {
    case 0:
      w.run = 0.757f, w.in_rank = -7.14f, w.down_step = -7.44f, w.down_size = 0.818f;
      w.depth = 0.02f, w.covered = 6.57f, w.space = 17.6f, w.last_space = 6.13f;
      w.king = 0.14f, w.king_run = 0.39f, w.single = 2, w.removed = 21.3f, w.move = 4;
      return {w, false};
    case 1:
      w.covered = -3, w.single = 2, w.king_run = 0.5f, w.move = 3;
      return {w, true};
    case 2:
      w.depth = 0.2f, w.single = 5, w.move = 1;
      return {w, false};
    case 3:
      w.depth = 0.2f, w.single = 5, w.in_rank = 1, w.move = 0.5f;
      return {w, false};
  }
  throw std::logic_error("unknown style");
}

}  // namespace spiderpos::winning
