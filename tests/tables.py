"""Tables of inputs and outcomes (``tests/data/*.table``), and the tests that check them.

A row has its inputs, separated by ``::``, and its outcome after ``=>``.  A line that begins with
blanks continues the row above; a line that begins with ``#`` is a comment.  A line ``NAME = TEXT``
defines a name; an input ``NAME`` in a later row stands for the text.  Escapes are
Python's; ``""`` is an empty text.  The outcome of an error is its class, its place if it has one,
its message, and what was expected.

:func:`of` turns a function from inputs to an outcome into a test.  ``python -m tests.tables
tests.test_engine ...`` rewrites the tables of these modules, for review.
"""

import codecs
import importlib
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from spiderpos.game.replay import ReplayError
from spiderpos.text.errors import SpiderError

FOLDER = Path(__file__).parent / "data"
#: The function under test, by the name of its table.
FUNCTIONS = {}


class Row(NamedTuple):
    """A row of a table: the inputs of a function and its expected outcome."""

    given: tuple[str, ...]
    outcome: str

    def __str__(self):
        return " :: ".join(self.given)[:60]


def of(name):
    """Return a decorator that turns a function of inputs into a test of all rows of a table."""

    def decorate(function):
        FUNCTIONS[name] = function

        @pytest.mark.parametrize("row", list(rows(name)), ids=str)
        def test(row):
            assert outcome(function, row.given) == row.outcome

        test.__doc__ = function.__doc__
        return test

    return decorate


def outcome(function, given):
    """Call a function with a row's inputs; return its result or error as text.

    Several results are joined by semicolons.
    """
    try:
        result = function(*given)
    except ReplayError as error:
        place, reason = error.instruction.place, error.reason
        return f"{type(reason).__name__}@{place.line}:{place.column}: {_message(reason)}"
    except (SpiderError, ValueError, LookupError) as error:
        place = getattr(error, "place", None)
        where = f"@{place.line}:{place.column}" if place else ""
        return f"{type(error).__name__}{where}: {_message(error)}"
    return result if isinstance(result, str) else "; ".join(map(str, result))


def _message(error):
    """Return the message of an error, without the source line that it quotes."""
    words = getattr(error, "message", None) or str(error)
    expected = getattr(error, "expected", "")
    return " ".join((f"{words} (expected {expected})" if expected else words).split())


def rows(name):
    """Yield the rows of a table, with the names that it defines replaced by their texts."""
    names = {}
    for line in _lines(name):
        given, sign, result = line.partition(" =>")
        if line.startswith("#") or not line:
            continue
        if sign:
            yield Row(_fields(given, names), _read(result.strip()))
        else:
            word, _, text = line.partition(" = ")
            names[word] = text


def _lines(name):
    """Return the lines of a table's file, with continuation lines joined."""
    text = (FOLDER / f"{name}.table").read_text(encoding="utf-8")
    return re.sub(r"\n +", " ", text).splitlines()


def _fields(given, names):
    return tuple(_read(names.get(field, field)) for field in given.split(" :: "))


def _read(field):
    if field == '""':
        return ""
    if "\\" not in field:
        return field
    return codecs.decode(field.encode("latin-1", "backslashreplace"), "unicode_escape")


def _written(text):
    plain = text.replace("\\", "\\\\")
    plain = "".join(c if c.isprintable() else repr(c)[1:-1] for c in plain)
    return re.sub("^ | $", r"\\x20", plain) or '""'


def write(name):
    """Rewrite a table with the current outcomes."""
    lines, current = [], rows(name)
    for line in _lines(name):
        given, sign, _ = line.partition(" =>")
        if sign and not line.startswith("#"):
            new = _written(outcome(FUNCTIONS[name], next(current).given))
            line = f"{given} => {new}"  # noqa: PLW2901
        lines += _folded(line)
    (FOLDER / f"{name}.table").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _folded(line):
    """Break a row into lines of limited width, at single blanks."""
    lines = [""]
    for word in re.split(r"(?<! ) (?! )", line):
        if lines[-1] and len(lines[-1]) + len(word) >= 99:
            lines.append(f"    {word}")
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return lines


def main(modules):
    """Rewrite all tables of these modules; return the exit code."""
    for module in modules:
        importlib.import_module(module)
    for name in FUNCTIONS:
        write(name)
    return subprocess.call(["git", "diff", "--stat", str(FOLDER)])


if __name__ == "__main__":
    # The modules import this one as tests.tables, not as __main__.
    sys.exit(importlib.import_module("tests.tables").main(sys.argv[1:]))
