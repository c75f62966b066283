// A player who sees only face-up cards.
//
// Includes from other folders: game, winning.  Other folders include only this file.
#pragma once
#include "skill.hpp"
