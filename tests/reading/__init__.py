"""Texts with their expected readings: the tables of ``*.cases`` files, and their test functions.

A file of cases is a list of these::

    #### a title (its source), and options --partial --rules modern --from fen
    the text, unchanged
    >>>>
    its reading

The source is a program, a post or a document; the source of a text that was written for the
test begins with ``made``.  The reading of a position is its ``fen``, then a line ``assumed: ...``
for each assumption, and ``not read: ...`` for each text that wasn't read.  The reading of a script
(with ``--start POSITION``) is its moves in words, one per line, then notes.  For a text that can't
be read it is ``error@line:column message``, with the first line of the message.
``...`` at the end of a line matches anything.  ``\\t`` at the end of the title means that ``→``
stands for a tab in the text.

``python -m tests.reading FILE`` adds the readings of cases without one, for
review.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from spiderpos import formats, scripts
from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.formats.base import ReadOptions
from spiderpos.game.cards import parse_suit
from spiderpos.game.position import Position
from spiderpos.game.replay import ReplayError, replay
from spiderpos.game.rules import parse_rules
from spiderpos.scripts.words import describe
from spiderpos.text.errors import NotationError, SpiderError

HERE = Path(__file__).parent
_CASE, _OUTCOME = "#### ", ">>>>"


class Case(NamedTuple):
    """A text to read, its options, and its expected reading."""

    title: str
    options: tuple[str, ...]
    text: str
    outcome: tuple[str, ...]
    line: int

    def __str__(self) -> str:
        return self.title


def cases(name: str) -> list[Case]:
    """Parse a file of this folder and return its cases."""
    return list(_cases((HERE / name).read_text(encoding="utf-8")))


def _cases(text: str) -> Iterator[Case]:
    lines = text.split("\n")
    starts = [n for n, line in enumerate(lines) if line.startswith(_CASE)]
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        head = lines[start].removeprefix(_CASE)
        title, dashes, result = head.removesuffix(" \\t").partition(" --")
        body = lines[start + 1 : stop]
        index = body.index(_OUTCOME)
        source = "\n".join(body[:index])
        if head.endswith(" \\t"):
            source = source.replace("→", "\t")
        outcome = tuple(line for line in body[index + 1 :] if line.strip())
        words = tuple(shlex.split(f"--{result}")) if dashes else ()
        yield Case(title.strip(), words, source, outcome, start + 1)


def _options(options: tuple[str, ...]) -> dict[str, str]:
    result: dict[str, str] = {}
    words = iter([*options, "--"])
    key = ""
    for word in words:
        if word.startswith("--"):
            key = word.removeprefix("--")
            if key:
                result[key] = ""
        else:
            result[key] = word
    return result


def read_options(options: dict[str, str]) -> ReadOptions:
    """Convert the options of a case to those of the reader of positions."""
    removed = options.get("removed")
    return ReadOptions(
        rules=parse_rules(options["rules"]) if "rules" in options else None,
        partial="partial" in options,
        strict="strict" in options,
        hand=int(options["hand"]) if "hand" in options else None,
        removed=None if removed is None else tuple(map(parse_suit, removed.split(","))),
    )


def outcome(case: Case) -> list[str]:
    """Return the reading of a case's text, as lines of the file."""
    given = _options(case.options)
    try:
        if "start" in given:
            return _moves(case.text, given)
        reading = formats.read(
            case.text, given.get("from"), name="text", options=read_options(given)
        )
    except NotationError as error:
        where = f"@{error.place.line}:{error.place.column}" if error.place else ""
        return [f"error{where} {error.message.splitlines()[0]}"]
    except ReplayError as error:
        place = error.instruction.place
        return [f"error@{place.line}:{place.column} {str(error.reason).splitlines()[0]}"]
    except SpiderError as error:
        return [f"error {str(error).splitlines()[0]}"]
    return [formats.dumps(reading.position, "fen"), *reading.reports]


def _moves(text: str, options: dict[str, str]) -> list[str]:
    script = scripts.loads(text, options.get("from"), name="text")
    done = replay(_start(options["start"]), script)
    return [
        *map(describe, done.steps),
        *(f"note: {note}" for note in (*script.notes, *done.assumed)),
    ]


def _start(spec: str) -> Position:
    if spec in problem_ids():
        return find_problem(spec).start
    return formats.loads(spec, "fen", options=ReadOptions(partial=spec.count("/") < 9))


def agree(result: list[str], expected: tuple[str, ...]) -> bool:
    """Return True if a reading matches the expected one."""
    return len(result) == len(expected) and all(
        one == other or (other.endswith("...") and one.startswith(other.removesuffix("...")))
        for one, other in zip(result, expected, strict=True)
    )


def fill(path: Path) -> None:
    """Add the readings of cases without one to a file."""
    lines = path.read_text(encoding="utf-8").split("\n")
    for case in reversed(list(_cases("\n".join(lines)))):
        if not case.outcome:
            index = lines.index(_OUTCOME, case.line)
            lines[index + 1 : index + 1] = outcome(case)
    path.write_text("\n".join(lines), encoding="utf-8")
