"""The number of this version."""

__version__ = "1.0.0"
