"""Writing problems: templates, lint, checks, composing, and mining for new ones."""
