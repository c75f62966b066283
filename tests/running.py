"""Run commands in this process; marks and positions that many tests use."""

import pytest
from click.testing import CliRunner

from spiderpos import formats
from spiderpos.cli import main
from spiderpos.formats.base import ReadOptions
from spiderpos.solver.prover import native_core

needs_core = pytest.mark.skipif(not native_core(), reason="the compiled core is not installed")


def run(*words, text=None):
    """Run the command ``spiderpos`` with these arguments; return click's result."""
    return CliRunner().invoke(main, [str(word) for word in words], input=text)


def partial(text):
    """Parse a FEN text, which may have fewer cards than a game."""
    return formats.loads(text, "fen", options=ReadOptions(partial=True))
