"""Tables of what comes of what: ``tests/data/*.table``, and the tests that play them.

A row has what is given, parted by ``::``, and behind ``=>`` what comes of it.  A line that begins
with blanks goes on with the row above; ``#`` begins a remark.  Escapes are Python's; ``""`` is an
empty text.  An error is its class, its place if it has one, what it says, and what was expected.

:func:`of` makes a test of a function that says what comes of a row.  ``python -m tests.tables
tests.test_engine ...`` writes the tables of these modules anew, to be looked at.
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
#: The function that is asked, by the name of its table.
ASKED = {}


class Row(NamedTuple):
    """What is given, and what comes of it."""

    given: tuple[str, ...]
    outcome: str

    def __str__(self):
        return " :: ".join(self.given)[:60]


def of(name):
    """Let a function, which says what comes of a row, be the test of a table."""

    def decorate(ask):
        ASKED[name] = ask

        @pytest.mark.parametrize("row", list(rows(name)), ids=str)
        def test(row):
            assert outcome(ask, row.given) == row.outcome

        test.__doc__ = ask.__doc__
        return test

    return decorate


def outcome(ask, given):
    """What comes of a row, errors in words too; several things are parted by semicolons."""
    try:
        found = ask(*given)
    except ReplayError as error:
        place, found = error.instruction.place, error.reason
        return f"{type(found).__name__}@{place.line}:{place.column}: {_said(found)}"
    except (SpiderError, ValueError, LookupError) as error:
        place = getattr(error, "place", None)
        at = f"@{place.line}:{place.column}" if place else ""
        return f"{type(error).__name__}{at}: {_said(error)}"
    return found if isinstance(found, str) else "; ".join(map(str, found))


def _said(error):
    """What an error says, without the line that it shows."""
    words = getattr(error, "message", None) or str(error)
    expected = getattr(error, "expected", "")
    return " ".join((f"{words} (expected {expected})" if expected else words).split())


def rows(name):
    """The rows of a table."""
    names = {}
    for line in _lines(name):
        given, sign, found = line.partition(" =>")
        if line.startswith("#") or not line:
            continue
        if sign:
            yield Row(_fields(given, names), _read(found.strip()))
        else:
            word, _, stands_for = line.partition(" = ")
            names[word] = stands_for


def _lines(name):
    """The lines of a table, those that go on joined to the ones before."""
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
    """Write what comes of each row now."""
    lines, those = [], rows(name)
    for line in _lines(name):
        given, sign, _ = line.partition(" =>")
        if sign and not line.startswith("#"):
            line = f"{given} => {_written(outcome(ASKED[name], next(those).given))}"  # noqa: PLW2901
        lines += _folded(line)
    (FOLDER / f"{name}.table").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _folded(line):
    """A row as lines that aren't too long, folded where a single blank is."""
    lines = [""]
    for word in re.split(r"(?<! ) (?! )", line):
        if lines[-1] and len(lines[-1]) + len(word) >= 99:
            lines.append(f"    {word}")
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return lines


def main(modules):
    """Write all tables of these modules; the exit code."""
    for module in modules:
        importlib.import_module(module)
    for name in ASKED:
        write(name)
    return subprocess.call(["git", "diff", "--stat", str(FOLDER)])


if __name__ == "__main__":
    # The modules know this one by another name.
    sys.exit(importlib.import_module("tests.tables").main(sys.argv[1:]))
