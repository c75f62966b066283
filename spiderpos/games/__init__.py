"""Games: sessions, save files, running text held against diagrams, the moves of any text."""
