"""Sessions, save files, move trees, running text with diagrams, and the moves of any text."""
