// Winning with all cards known, or whatever turns up: beams, shorter lines, plans.
//
// Includes of other rooms: game.  Other rooms include this file, and no other one here.
#pragma once
#include "beam.hpp"
#include "beam_styles.hpp"
#include "heuristic.hpp"
#include "shorten.hpp"
#include "sure.hpp"
