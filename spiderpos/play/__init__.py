"""Pages for playing: a folder with the book of problems and the page of games."""
