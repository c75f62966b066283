// A player who sees only face-up cards.
//
// Includes of other rooms: game, winning.  Other rooms include this file, and no other one here.
#pragma once
#include "skill.hpp"
