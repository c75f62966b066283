// The prover: lines and proofs of impossibility, by classes of positions (docs/prover.md) and by brute force under
// any rules; strategies for a player who doesn't see all cards.
//
// Includes from other folders: game.  Other folders include only this file.
#pragma once
#include "distances.hpp"
#include "exhaust.hpp"
#include "refine.hpp"
#include "strategy.hpp"
