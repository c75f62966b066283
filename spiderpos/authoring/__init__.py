"""Authoring: from a position and an idea to a problem that is proved, rated and printed."""
