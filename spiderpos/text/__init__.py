"""Texts: their places and errors, words for numbers and lists, and files."""
