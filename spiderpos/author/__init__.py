"""Writing problems: templates, lint, checks, sheets, and mining for new ones."""
