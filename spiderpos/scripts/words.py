"""The canonical notation of moves: a strict reader and a writer of Woods' words.

::

    1. 9-6s from 7 to 3! {the only column that can be emptied}, turning up 6s
    2. Js from 9 to 3, then As from column 10 to column 5
       (2. Jh from 9 to 3? => lost)
    3. deal turning up 6d Ah 10h 9s 9c 6c Ac 6s 9d 4c
    4. remove the clubs from column 8    # a comment

``grammars/script.lark`` defines it.  For moves in running text see
:mod:`spiderpos.scripts.prose`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..game.engine import Step
from ..game.moves import Deal, Remove
from ..game.script import Script, ScriptFormat
from ..text.wording import join_words
from .instructions import move_words, turned_words


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read a script, as :class:`ScriptFormat` describes."""
    from . import words_reader  # noqa: PLC0415 - loads a grammar

    return words_reader.read(text, name)


def recognises(text: str) -> bool:
    """Return True if ``text`` is in this notation and has a move."""
    from . import words_reader  # noqa: PLC0415 - loads a grammar

    return words_reader.recognises(text)


def describe(step: Step) -> str:
    """Return a step as in ``9-6s from 7 to 3, turning up 6s``.

    Without known cards there is no ``turning up``.
    """
    turned = [turned.card for turned in step.turned]
    if isinstance(step.move, Deal):
        turned = [*step.cards, *turned]
    return move_words(step.move, step.cards) + turned_words(
        turned, after_comma=not isinstance(step.move, Deal)
    )


def dumps(steps: Sequence[Step]) -> str:
    """Write played steps, one per line; a comment names suits that were removed automatically."""
    return "".join(f"{describe(step)}{_removal_comment(step)}\n" for step in steps)


def _removal_comment(step: Step) -> str:
    automatic = step.removals[isinstance(step.move, Remove) :]
    if not automatic:
        return ""
    suits = [f"the {removal.suit} go off from column {removal.column}" for removal in automatic]
    return f"  # {join_words(suits)}"


SCRIPT_FORMAT: Final = ScriptFormat(
    name="words",
    summary="Woods' words, read strictly",
    loads=loads,
    dumps=dumps,
    recognises=recognises,
)
