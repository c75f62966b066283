"""Spider-solitaire positions and problems."""

__version__ = "0.1.0"
