"""The game: cards, rules, positions, the engine that judges moves, and scripts played on it."""
