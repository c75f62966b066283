// The game, and what all searches share: a tableau under any house rules with its moves, the numbers of a
// goal, a request and its answer, what a search may use up.
//
// Includes from other folders: none.  Other folders include only this file.
#pragma once
#include "call.hpp"
#include "control.hpp"
#include "goal.hpp"
#include "interface.hpp"
#include "layout.hpp"
#include "policy.hpp"
#include "question.hpp"
#include "short_sort.hpp"
#include "shuffle.hpp"
#include "tableau.hpp"
