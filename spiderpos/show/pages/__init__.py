"""Pages to read and publish: a problem with its lines, and a book of problems."""
