"""``spiderpos problems``: the catalogue."""
