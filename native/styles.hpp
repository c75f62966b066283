// The ways of judging that the search takes turns with: what one doesn't find, another may.
#pragma once
#include "worth.hpp"

namespace spiderpos::winning {

struct Style {
  Weights weights;
  bool each_space;  // tell spaces apart while there is a row to be dealt
};

constexpr int STYLES = 3;

inline const Style& style_of(int number) {
  static const Style styles[STYLES] = {
      [] {
        Style s{Weights{}, false};
        s.weights.run = 0.5f, s.weights.covered = -3, s.weights.single = 2, s.weights.move = 3;
        return s;
      }(),
      [] {
        Style s{Weights{}, true};
        s.weights.run = 0.5f, s.weights.covered = -5, s.weights.king_run = 1;
        return s;
      }(),
      [] {
        Style s{Weights{}, false};
        s.weights.run = 0.5f, s.weights.depth = 0.2f, s.weights.single = 5;
        return s;
      }(),
  };
  return styles[number];
}

}  // namespace spiderpos::winning
