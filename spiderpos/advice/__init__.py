"""Advice: the next move, hints for a goal, a line in words, what pointing at columns means."""
