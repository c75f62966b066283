"""Utilities for text: places, errors, phrases for numbers and lists, and files."""
