"""Goals of problems: the goal language, and judging lines and plans by a goal."""
