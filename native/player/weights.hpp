// The weights of the player with hidden cards, in the order of Part.
//
// They were tuned by evolution (sep-CMA-ES) on randomly shuffled deals of two and of four suits.
#pragma once
#include "worth.hpp"

namespace spiderpos::winning {

constexpr PlayerWeights FEW_SUITS = {
    {4.28f, 1.27f, -2.78f, -2.67f, -2.4f, -0.454f, -10.4f, 0.805f, -3.25f, 25.3f, 13.3f, 4.19f,
     0.113f, 1.1f, 13.6f, 4.97f, 3.15f, 5.66f, 3.59f, 7.34f, 12.3f, 0.579f, 3.25f, 0.05f},
    {4.53f, 0, -0.131f, -0.613f, 0, -0.882f, -2.45f, 0, 0.000515f, -3.61f, 2.37f, 0, 0, 0, 0, 0,
     -0.168f, 0, 0, 0, 1.91f, 0, 0, 0},
};
constexpr PlayerWeights FOUR_SUITS = {
    {5.86f, 1.31f, -3.38f, -1.86f, -1.47f, -0.345f, -8.7f, 1.24f, -3.12f, 17.2f, 10.6f, 3.42f,
     -0.434f, 1.42f, 15, 7.7f, 4.16f, 5.42f, 2.99f, 5.66f, 13.5f, 1.94f, 3.37f, 0.05f},
    {3.98f, 0, 0.353f, -0.613f, 0, -1.18f, -1.79f, 0, 0.571f, 6.94f, 2.51f, 0, 0, 0, 0, 0, -0.468f,
     0, 0, 0, 2.96f, 0, 0, 0},
};

inline const PlayerWeights& player_weights(int suits) {
  return suits <= 2 ? FEW_SUITS : FOUR_SUITS;
}

}  // namespace spiderpos::winning
