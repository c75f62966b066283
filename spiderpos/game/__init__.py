"""The game: cards, rules, positions, the rules engine and the replay of scripts."""
