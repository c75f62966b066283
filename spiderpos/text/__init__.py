"""Utilities for text: places in sources, errors, phrases for numbers and lists, and files."""
