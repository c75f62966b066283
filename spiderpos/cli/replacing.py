"""Which files a command may replace: those of the kind that it writes, and no others."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from ..formats.base import Format, ReadOptions
from ..game.engine import Step
from ..game.position import Position
from ..game.rules import PRESETS, WOODS, Rules
from ..show.pictures import Picture
from ..text.errors import NotationError, SpiderError
from ..text.files import read_head, replace_file, resolved

__all__ = ["check_file", "check_parent", "check_writable", "is_like", "is_within", "replace_ours"]

#: A longer text is no position.
_LONGEST: Final = 1024 * 1024
#: A longer text isn't tried under one set of rules after the other.
_LONGEST_TRIED: Final = 64 * 1024
_A_LINE: Final = r"\s*[0-o/]{60}[0-o/\s]*\."
#: Save lines that have no other text around them, with a diagram or without, but without moves.
#: What they hold can't be read without the rules that they don't say.
_LINES: Final = {
    "line": re.compile(_A_LINE + r"\s*"),
    "save": re.compile(
        _A_LINE + r"\s*\.\s*(?:(?:(?:10|[2-9AJQK])[cdhs]|--|\(sp\)|\?\?|cells:)\s*)*"
    ),
}


def check_file(path: Path, is_ours: Callable[[Path], bool], what: str) -> None:
    """Raise UsageError if a file that is there may not be replaced; OSError if it can't be read.

    It may if ``is_ours`` says so, or if it is empty, and if it isn't write-protected; ``what`` is
    the kind of file that would be written ("a page of spiderpos").  Pipes and devices are written
    to.
    """
    if path.is_dir():
        raise click.UsageError(f"'{path}' is a folder; name a file to write")
    if path.is_file() and not os.access(path, os.W_OK):
        raise click.UsageError(f"'{path}' is write-protected")
    if path.is_file() and path.stat().st_size and not is_ours(path):
        raise click.UsageError(f"'{path}' is there already, and is not {what}")


def check_parent(path: Path) -> None:
    """Raise UsageError if the folder isn't there that a file is to be written to, or protected."""
    folder = resolved(path).parent
    for needed in (path.parent, folder):
        # A link may lead to where no folder is.
        if not needed.is_dir():
            raise click.UsageError(f"'{path}' can't be written: there is no folder '{needed}'")
    # Pipes and devices are written to as they are, files are put beside and take the name.
    if (path.is_file() or not path.exists()) and not os.access(folder, os.W_OK | os.X_OK):
        raise click.UsageError(f"'{path}' can't be written: '{folder}' is write-protected")


def check_writable(folder: Path) -> None:
    """Raise UsageError if no file can be written to a folder, which is made if it isn't there."""
    there = next(path for path in (folder, *folder.parents) if os.path.lexists(path))
    if not there.is_dir():
        raise click.UsageError(f"'{folder}' can't be written to: '{there}' is no folder")
    if not os.access(there, os.W_OK | os.X_OK):
        raise click.UsageError(f"'{folder}' can't be written to: '{there}' is write-protected")


def replace_ours(path: Path, data: bytes, check: Callable[[], object]) -> None:
    """Put a file that the user named in place, if ``check`` lets it at the last moment.

    ``check`` looks as :func:`check_file` does, which was asked before the work began: what is
    there then may be somebody's else.  Raises OSError, or NotationError for what ``check`` finds.
    """
    try:
        replace_file(path, data, follow=True, check=check)
    except (click.UsageError, NotationError) as error:
        said = error.message if isinstance(error, click.UsageError) else str(error)
        raise NotationError(f"{said}; it is left as it is") from None


def is_like(path: Path, format: Format | Picture) -> bool:
    """Whether a file holds such a picture, or a position in this notation, and nothing else.

    Moves are something else, and so is what a game is about.
    """
    if isinstance(format, Picture):
        return format.is_ours(path)
    text = _text(path)
    if text is None:
        return False
    if format.name in _LINES and _LINES[format.name].fullmatch(text) is not None:
        return format.recognises(text)
    tried = _rules() if len(text) <= _LONGEST_TRIED else (WOODS,)
    return any(_is_whole(text, format, rules) for rules in tried)


def is_within(path: Path, start: Position, steps: Sequence[Step]) -> bool:
    """Whether no move is lost if a game is written over a save file.

    It holds this game or its beginning, or a position alone, and nothing else.
    """
    from ..games import save  # noqa: PLC0415 - most commands write no game

    text = _text(path)
    if text is None:
        return False
    words = text.split()
    if words == save.dumps_game(start, steps).split() or is_like(path, save.FORMAT):
        return True
    try:
        game = save.load_game(text, options=ReadOptions(rules=start.rules, partial=True))
        whole = save.dumps_game(game.start, game.steps).split() == words
    except SpiderError:
        return False
    known = zip(game.steps, steps, strict=False)
    return (
        whole
        and game.start == start
        and len(game.steps) <= len(steps)
        and all(ours.move == theirs.move for ours, theirs in known)
    )


def _text(path: Path) -> str | None:
    """The text of a file that may be a position; None if it is too long, or no text."""
    data = read_head(path, _LONGEST + 1)
    if len(data) > _LONGEST:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _rules() -> Iterator[Rules]:
    """Those that a file may have been written under, as most notations don't say which."""
    yield WOODS
    yield from PRESETS.values()
    for suits in (4, 2, 1):
        for cells in range(5):
            yield Rules(suits=suits, cells=cells, short_last_deal=True)


def _is_whole(text: str, format: Format, rules: Rules) -> bool:
    """Whether a text is what the notation would write, or that with other white space.

    Only then nothing is lost with it: readers find positions between other text too, and take
    games for the position that they stand at.
    """
    try:
        position = format.loads(text, options=ReadOptions(rules=rules, partial=True))
        return format.dumps(position).split() == text.split()
    except SpiderError:
        return False
