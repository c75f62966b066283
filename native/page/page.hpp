// The requests of pages: positions, goals and moves as text, answered in JSON.  Searches are called
// through their C interfaces.
//
// Includes of other rooms: game, prover, winning.  Other rooms include this file, and no other one here.
#pragma once
#include "completion.hpp"
#include "draws.hpp"
#include "link.hpp"
#include "reason.hpp"
#include "script.hpp"
