// The weights of the player who doesn't see all, for one suit, two suits and more.
// They were tuned on deals shuffled at random (by evolution: who gets further is kept), in the order of Part.
#pragma once
#include "player_worth.hpp"

namespace spiderpos::winning {

constexpr PlayerWeights ONE_SUIT = {
    {8, 0.7f, -2, -6, -5, -2, -10, -0.3f, -3, 20, 15, 5, 0.5f, 2, 30, 6, 4, 5, 3, 15, 10, 0.5f, 3,
     -150, 0.05f},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
};
constexpr PlayerWeights TWO_SUITS = {
    {8, 0.7f, -2, -6, -5, -2, -10, -0.3f, -3, 20, 15, 5, 0.5f, 2, 30, 6, 4, 5, 3, 15, 10, 0.5f, 3,
     -150, 0.05f},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
};
constexpr PlayerWeights FOUR_SUITS = {
    {8, 0.7f, -2, -6, -5, -2, -10, -0.3f, -3, 20, 15, 5, 0.5f, 2, 30, 6, 4, 5, 3, 15, 10, 0.5f, 3,
     -150, 0.05f},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
};

inline const PlayerWeights& player_weights(int suits) {
  return suits == 1 ? ONE_SUIT : suits == 2 ? TWO_SUITS : FOUR_SUITS;
}

}  // namespace spiderpos::winning
