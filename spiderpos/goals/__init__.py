"""What a problem asks for, and whether a line of play does it."""
