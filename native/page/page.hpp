// What a page asks: positions, goals and moves in text, judged and told in JSON.  It asks the searches
// through their C interfaces.
//
// Includes of other rooms: game, prover, winning.  Other rooms include this file, and no other one here.
#pragma once
#include "completion.hpp"
#include "draws.hpp"
#include "link.hpp"
#include "script.hpp"
