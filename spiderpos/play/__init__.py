"""The pages to play on: a folder with the book of problems and the page of games."""
