"""Games: sessions, save files, running text with diagrams, and the moves of any text."""
