// Searches that find lines and prove nothing: beams for wins and other goals, shortening of lines, and plans for
// hidden cards.
//
// Includes from other folders: game.  Other folders include only this file.
#pragma once
#include "beam.hpp"
#include "beam_styles.hpp"
#include "heuristic.hpp"
#include "shorten.hpp"
#include "sure.hpp"
