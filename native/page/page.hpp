// The requests of pages: positions, goals and moves as text, answered in JSON, if need be after a search.
//
// Includes from other folders: game, prover, winning.  Other folders include only this file.
#pragma once
#include "completion.hpp"
#include "draws.hpp"
#include "link.hpp"
#include "reason.hpp"
#include "script.hpp"
