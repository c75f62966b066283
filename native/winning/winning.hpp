// Winning with all cards known, or whatever turns up: beams, shorter lines, plans.
//
// Includes from other folders: game.  Other folders include only this file.
#pragma once
#include "beam.hpp"
#include "beam_styles.hpp"
#include "heuristic.hpp"
#include "shorten.hpp"
#include "sure.hpp"
