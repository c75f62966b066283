"""Get the moves of any text: a script in any notation, a plan, a game, or running text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from .. import scripts
from ..formats import FORMATS
from ..formats.base import without_fences
from ..game.engine import Step
from ..game.position import Position
from ..game.script import Instruction, Script
from ..goals import plan_texts
from ..goals.goal import Goal
from ..goals.plan_texts import Plan
from ..scripts import words
from ..text.errors import NotationError
from ..text.source import Place, SourceText, printable
from ..text.wording import count_phrase

if TYPE_CHECKING:
    from ..scripts.prose import Candidate

#: The width of a note, in characters.
_WIDTH: Final = 96
_TOGETHER: Final = "\N{NO-BREAK SPACE}"


class TextMoves(NamedTuple):
    """The moves of a text: a script, or else a plan or candidates, with an empty script.

    ``saved`` is the text if it is a save file, else None.  ``candidates`` are the phrases of
    running text that may be moves, for a search; ``is_prose`` is True if the script consists of
    those that name a whole move.  ``notes`` are remarks about the text.
    """

    script: Script
    saved: str | None = None
    plan: Plan | None = None
    candidates: tuple[Candidate, ...] = ()
    is_prose: bool = False
    notes: tuple[str, ...] = ()


def moves_of(
    text: str,
    name: str,
    script_format: str | None = None,
    *,
    explained: bool = False,
    searched: bool = False,
) -> TextMoves:
    """Return the moves of a text in ``script_format``, or in the recognised notation.

    Undone moves of a session are omitted.

    For running text only: ``searched`` returns the candidates for a search in place of the
    script; otherwise ``explained`` returns a note on each candidate in place of a summary.

    Raises NotationError for text that can't be read, including blank text and running text
    without moves (``searched``: without candidates); UnknownFormat for ``script_format``.
    """
    if not text.strip():
        raise NotationError(
            "the script is empty",
            SourceText(text, name).place(0),
            "moves such as '9-6s from 7 to 3' (a script without moves is a line '# no move')",
        )
    if script_format in (None, "words", "prose") and plan_texts.recognises(text):
        try:
            plan = plan_texts.loads(text, name=name)
            return TextMoves(Script((), name), plan=plan, notes=_about(name, plan.notes))
        except NotationError:
            if script_format != "prose":
                raise
    if script_format is None and FORMATS["session"].recognises(bare := without_fences(text)):
        from . import session  # noqa: PLC0415 - most texts are scripts

        game = session.loads(bare, name=name)
        done = (f"a session with {count_phrase(len(game.done), 'move')} done",)
        return TextMoves(script_of_game(game.done, name), notes=_about(name, done))
    format = scripts.find(script_format) if script_format else scripts.recognise(text)
    notation = format.name if format is not None else ""
    if notation == "prose":
        return _prose_moves(text, name, explained=explained, searched=searched)
    script = scripts.loads(text, script_format, name=name)
    saved = text if notation == "save" else None
    return TextMoves(script, saved, notes=_about(name, script.notes))


def _about(name: str, remarks: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{printable(name)}: {remark}" for remark in remarks)


def script_of_game(steps: Iterable[Step], name: str) -> Script:
    """Return the moves of a game as a script.  Their places have only the file's ``name``.

    Each move is parsed on its own, because a long game may be too long for one script.
    """
    parsed: dict[str, tuple[Instruction, ...]] = {}
    instructions: list[Instruction] = []
    for step in steps:
        move = words.describe(step)
        if move not in parsed:
            parsed[move] = tuple(
                replace(instruction, place=Place(name, 0, 0))
                for instruction in words.loads(move).instructions
            )
        instructions += parsed[move]
    return Script(tuple(instructions), name)


def _prose_moves(text: str, name: str, *, explained: bool, searched: bool) -> TextMoves:
    """Return the moves that running text names completely, or the candidates for a search."""
    import textwrap  # noqa: PLC0415 - few texts are running text

    from ..scripts import prose  # noqa: PLC0415

    candidates = prose.candidates(text, name=name)
    whole = [each.instruction for each in candidates if each.is_whole]
    if not (candidates if searched else whole):
        raise NotationError(f"{name}: no move is found in this text")
    if searched:
        return TextMoves(Script((), name), candidates=tuple(candidates))
    if explained:
        notes = list(prose.explain(text, name=name))
    else:
        # Break lines only between two moves.
        moves = "; ".join(move.words().replace(" ", _TOGETHER) for move in whole)
        note = f"{name}: read as {count_phrase(len(whole), 'move')}: {moves}"
        note = textwrap.fill(note, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
        notes = [note.replace(_TOGETHER, " ")]
        if len(whole) < len(candidates):
            others = count_phrase(
                len(candidates) - len(whole),
                "other possible move",
            )
            notes.append(f"{name}: {others} not taken")
    return TextMoves(Script(tuple(whole), name), is_prose=True, notes=tuple(notes))


class PlayedGame(NamedTuple):
    """A game: its start, its steps, and its goal, or None if it has none."""

    start: Position
    steps: tuple[Step, ...]
    goal: Goal | None = None

    @property
    def end(self) -> Position:
        """The final position."""
        return self.steps[-1].after if self.steps else self.start
