"""Advice for players: the next move, hints for a goal, explanations of lines, mouse moves."""
