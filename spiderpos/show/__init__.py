"""Pictures and HTML pages of positions and problems."""
