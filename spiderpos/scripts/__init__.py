"""The notations of scripts, by name.

:data:`SCRIPT_FORMATS` lists them.  Each is a module of this package, except the save files of
Woods' programs, which the package ``games`` reads.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ..game.engine import Step
from ..game.moves import HoldsMoves, Move, Moves
from ..game.script import Call, Instruction, Script, ScriptFormat, script_of_moves
from ..text.errors import NotationError
from ..text.registry import Registry
from ..text.source import without_invisible

__all__ = [
    "SCRIPT_FORMATS",
    "Call",
    "Instruction",
    "Script",
    "ScriptFormat",
    "as_script",
    "dumps",
    "find",
    "loads",
    "one_move",
    "recognise",
]

#: The notations by name, in the order in which :func:`recognise` tries them.
SCRIPT_FORMATS: Final = Registry[ScriptFormat](
    {
        "words": "spiderpos.scripts.words:SCRIPT_FORMAT",
        "save": "spiderpos.games.save:SCRIPT_FORMAT",
        "log": "spiderpos.scripts.log:SCRIPT_FORMAT",
        "data": "spiderpos.scripts.data:SCRIPT_FORMAT",
        "letters": "spiderpos.scripts.letters:SCRIPT_FORMAT",
        "numbers": "spiderpos.scripts.numbers:SCRIPT_FORMAT",
        "prose": "spiderpos.scripts.prose:SCRIPT_FORMAT",
    }
)


def find(name: str) -> ScriptFormat:
    """Return the notation called ``name``, ignoring case.  Raises UnknownFormat."""
    return SCRIPT_FORMATS.find(name)


def recognise(text: str) -> ScriptFormat | None:
    """Return the notation that ``text`` is probably in, or None.  Never raises.

    Running text (``prose``) is never recognised: its reader would accept any text.
    """
    text = without_invisible(text)
    return next((f for f in SCRIPT_FORMATS.values() if f.recognises(text)), None)


def loads(text: str, format: str | ScriptFormat | None = None, *, name: str = "<text>") -> Script:
    """Read a script from ``text``, in ``format`` (a notation or its name) if it is given.

    Without ``format`` the canonical notation is tried first, then the recognised one, or else
    ``numbers``.  Raises UnknownFormat, or the NotationError of the reader that got further.
    """
    if isinstance(format, str):
        format = find(format)
    if format is not None:
        return format.loads(text, name=name)
    comments, words_error = None, None
    try:
        script = SCRIPT_FORMATS["words"].loads(text, name=name)
        if script.instructions:
            return script
        comments = script
    except NotationError as error:
        words_error = error
    recognised, numbers = recognise(text), SCRIPT_FORMATS["numbers"]
    if comments is not None and recognised is None:
        return comments
    try:
        return (recognised or numbers).loads(text, name=name)
    except NotationError as error:
        if comments is not None:
            return comments  # such as the comment {0}, which looks like JSON
        # Raise the error that is further on in the text.  On the same line it is that of the
        # recognised notation; but if nothing was recognised, or if ``words`` got as far as
        # ``numbers``, it is that of ``words``, which describes the expected move better.
        (line, column), (other_line, other_column) = map(_line_and_column, (words_error, error))
        in_words = recognised is None or (recognised is numbers and column >= other_column)
        if words_error is None or line < other_line or (line == other_line and not in_words):
            raise
        raise words_error from None


def _line_and_column(error: NotationError | None) -> tuple[int, int]:
    return (error.place.line, error.place.column) if error and error.place else (0, 0)


def as_script(moves: Moves) -> Script:
    """Return moves in any form as a script.

    Raises NotationError for a text that can't be read, SpiderError for an answer without a line,
    TypeError for a value that isn't moves.
    """
    if isinstance(moves, Script):
        return moves
    if isinstance(moves, str):
        return loads(moves, name="<moves>")
    if isinstance(moves, Move | Step):
        return script_of_moves([moves])
    if isinstance(script := getattr(moves, "script", None), Script):
        return script
    if isinstance(moves, HoldsMoves):
        return script_of_moves(moves.steps_to_play())
    try:
        several: list[Any] = list(moves)
    except TypeError:
        expected = "a move, several, a script, a replay, or the text of moves"
        raise TypeError(f"expected {expected}, not {moves!r:.60}") from None
    if several and all(isinstance(move, str) for move in several):
        return loads("\n".join(several), name="<moves>")
    return Script(tuple(i for move in several for i in as_script(move).instructions), "<moves>")


def one_move(text: str) -> Script:
    """Return the script of a text with one move.  Raises NotationError for none or several."""
    script = loads(text, name="<moves>")
    if len(script.instructions) != 1:
        raise NotationError(f"expected one move: '{text:.40}' has {len(script.instructions)}")
    return script


def dumps(steps: Sequence[Step], format: str | ScriptFormat = "words") -> str:
    """Write played steps in a notation.  Raises UnknownFormat, or NotWritable."""
    return (find(format) if isinstance(format, str) else format).dumps(steps)
