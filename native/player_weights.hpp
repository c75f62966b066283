// The weights of the player who doesn't see all, for one suit, two suits and more.
// They were tuned on deals shuffled at random (by evolution: who gets further is kept), in the order of Part.
#pragma once
#include "player_worth.hpp"

namespace spiderpos::winning {

constexpr PlayerWeights ONE_SUIT = {
    {6.25f, 1.13f, -2.16f, -2.87f, -2.06f, -1.22f, -11, 0.686f, -2.99f, 24.3f, 13.8f, 4.63f,
     -0.232f, 1.64f, 12.8f, 5.58f, 1.96f, 5.7f, 3.56f, 9.65f, 12.1f, 0.682f, 3.25f, -240, 0.05f},
    {1.95f, 0, -0.437f, -0.477f, 0, -0.421f, -1.92f, 0, -0.468f, -1.81f, 0.191f, 0, 0, 0, 0, 0,
     -0.238f, 0, 0, 0, 0.273f, 0, 0, 0, 0},
};
constexpr PlayerWeights TWO_SUITS = {
    {6.25f, 1.13f, -2.16f, -2.87f, -2.06f, -1.22f, -11, 0.686f, -2.99f, 24.3f, 13.8f, 4.63f,
     -0.232f, 1.64f, 12.8f, 5.58f, 1.96f, 5.7f, 3.56f, 9.65f, 12.1f, 0.682f, 3.25f, -240, 0.05f},
    {1.95f, 0, -0.437f, -0.477f, 0, -0.421f, -1.92f, 0, -0.468f, -1.81f, 0.191f, 0, 0, 0, 0, 0,
     -0.238f, 0, 0, 0, 0.273f, 0, 0, 0, 0},
};
constexpr PlayerWeights FOUR_SUITS = {
    {6.25f, 1.13f, -2.16f, -2.87f, -2.06f, -1.22f, -11, 0.686f, -2.99f, 24.3f, 13.8f, 4.63f,
     -0.232f, 1.64f, 12.8f, 5.58f, 1.96f, 5.7f, 3.56f, 9.65f, 12.1f, 0.682f, 3.25f, -240, 0.05f},
    {1.95f, 0, -0.437f, -0.477f, 0, -0.421f, -1.92f, 0, -0.468f, -1.81f, 0.191f, 0, 0, 0, 0, 0,
     -0.238f, 0, 0, 0, 0.273f, 0, 0, 0, 0},
};

inline const PlayerWeights& player_weights(int suits) {
  return suits == 1 ? ONE_SUIT : suits == 2 ? TWO_SUITS : FOUR_SUITS;
}

}  // namespace spiderpos::winning
