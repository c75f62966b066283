// The prover: lines and proofs that there is none, by classes of positions (docs/prover.md), and by brute
// force under any rules; strategies of a player who doesn't see all cards.
//
// Includes of other rooms: game.  Other rooms include this file, and no other one here.
#pragma once
#include "distances.hpp"
#include "exhaust.hpp"
#include "solve.hpp"
#include "strategy.hpp"
