"""Games that are played: sessions, save files, running text held against diagrams, suggestions."""
