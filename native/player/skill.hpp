// Choose the moves of the player with hidden cards, for any number of suits.
#pragma once
#include "../winning/winning.hpp"
#include "lookahead.hpp"
#include "nets.hpp"
#include "weights.hpp"

namespace spiderpos::winning {

// Strengths of the player: about a third of a second and one second per game.
enum Strength { INSTANT, POOLING, STRENGTHS };

inline Skill skill_of(Strength strength) {
  Skill skill;
  if (strength == POOLING) skill.proposers = 8;
  return skill;
}

inline int suits_in_play(const Tableau& t, const Unseen& unseen) {
  bool in_play[4] = {};
  for (int card = 4; card < CODES; card++) in_play[card & 3] |= unseen.count[card] > 0;
  for (int i = 0, end = t.total(); i < end; i++)
    if (is_known(t.cards[i])) in_play[t.cards[i] & 3] = true;
  return in_play[0] + in_play[1] + in_play[2] + in_play[3];
}

// Search for a winning line by beams of growing width; all cards must be known.
inline std::vector<Move> winning_line(const Rules& rules, const Tableau& t, Control& control) {
  std::vector<Move> line;
  for (u32 width = 64; width <= 1024 && line.empty(); width *= 4)
    for (int style = 0; style < 2 && line.empty(); style++)
      Beam(rules, Aim{}, style_of(style), control).search(t, width, line);
  return line;
}

// Return the moves up to the next event or to a win; empty if the search finds none.
inline std::vector<Move> decide(Rules rules, Tableau t, const Unseen& unseen, u64 seed,
                                Strength strength, Control& control) {
  int kinds = 0, kind = 0;
  for (int card = 4; card < CODES; card++)
    if (unseen.count[card]) kinds++, kind = card;
  if (kinds > 1) {
    const int suits = suits_in_play(t, unseen);
    return Player(rules, player_weights(suits), player_chance(suits), unseen, seed,
                  skill_of(strength), control)
        .decide(t);
  }
  // All hidden cards are copies of the same card, so nothing is unknown.
  for (int i = 0, end = t.total(); i < end; i++)
    if (!is_known(t.cards[i])) t.cards[i] = (u8)kind;
  std::fill(rules.hand.begin(), rules.hand.end(), (u8)kind);
  return winning_line(rules, t, control);
}

}  // namespace spiderpos::winning
