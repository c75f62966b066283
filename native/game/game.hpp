// The game and what all searches share: a tableau under any house rules and its moves, goals as numbers, requests and
// answers, limits.
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
