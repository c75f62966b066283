// Estimate the chance to win with hidden cards, from the features of worth.hpp.
#pragma once
#include "worth.hpp"

namespace spiderpos::winning {

// A neural net with one hidden layer (ReLU) and a logistic output.
struct Chance {
  static constexpr int HIDDEN = 24;
  float stage[STAGES][HIDDEN];      // the biases, by the number of rows left to deal
  float part[PARTS - 1][HIDDEN];    // the weights of all parts but MOVES
  float out[HIDDEN], bias;

  float of(const float* parts, int rows) const {
    float hidden[HIDDEN];
    std::copy(stage[rows], stage[rows] + HIDDEN, hidden);
    for (int i = 0; i < PARTS - 1; i++) {
      if (!parts[i]) continue;
      for (int j = 0; j < HIDDEN; j++) hidden[j] += parts[i] * part[i][j];
    }
    float sum = bias;
    for (int j = 0; j < HIDDEN; j++) sum += std::max(hidden[j], 0.f) * out[j];
    return 1 / (1 + std::exp(-sum));
  }
};

}  // namespace spiderpos::winning
