"""How commands read a SCRIPT: moves in any notation, or a plan where a command takes one."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

import click

from .. import scripts
from ..formats.base import without_fences
from ..game.engine import Step
from ..game.script import Instruction, Script
from ..games import save, session, session_format
from ..goals import plans
from ..goals.plans import Plan
from ..scripts import prose as prose_script
from ..scripts import words
from ..scripts.prose import Candidate
from ..text.errors import NotationError
from ..text.source import Place, SourceText, printable
from ..text.wording import count_phrase
from .errors import note
from .inputs import LARGEST, read_text

__all__ = [
    "Moves",
    "moves_of",
    "read_moves",
    "read_script",
    "script_notation",
    "script_of",
    "script_of_game",
]


#: How many characters wide a note is.
_WIDTH: Final = 96
_TOGETHER: Final = "\N{NO-BREAK SPACE}"


#: The largest script that is read, in bytes: a million moves and more.
_LARGEST: Final = 64 * LARGEST


class Moves(NamedTuple):
    """A script, or a plan (the script is empty then).

    ``saved`` is the text of the save file that the script was read from, if it was.
    ``candidates`` are those of a running text from which a search is to choose; ``is_prose`` says
    that the script holds the whole moves of one.
    """

    script: Script
    saved: str | None = None
    plan: Plan | None = None
    candidates: tuple[Candidate, ...] = ()
    is_prose: bool = False


def script_notation(script_format: str | None, *, prose: bool) -> str | None:
    """The notation that --script-from and --prose name.  Raises UsageError if they disagree."""
    if prose and script_format not in (None, "prose"):
        raise click.UsageError(f"--prose and --script-from {script_format} contradict each other")
    return "prose" if prose else script_format


def read_moves(
    spec: str,
    script_format: str | None = None,
    *,
    explained: bool = False,
    searched: bool = False,
) -> Moves:
    """Read a script, or a plan, from a file, or from standard input for ``-``.

    Of a session file the moves that are done are the script.
    ``explained``: say of running text what was taken for what; ``searched``: a search is to choose
    from what it names.  Raises UsageError if there is no such file, NotationError for what can't
    be read: also for a text of nothing but blanks, and for running text that no move is found in.
    """
    if spec != "-" and not os.path.lexists(spec):
        raise click.UsageError(f"there is no script file '{spec}' ('-' reads standard input)")
    text, name = read_text(spec, _LARGEST)
    return moves_of(text, name, script_format, explained=explained, searched=searched)


def moves_of(
    text: str,
    name: str,
    script_format: str | None = None,
    *,
    explained: bool = False,
    searched: bool = False,
) -> Moves:
    """The moves of a text, as :func:`read_moves` reads them."""
    _refuse_empty(text, name)
    if script_format in (None, "words") and plans.recognises(text):
        plan = plans.loads(text, name=name)
        _note_remarks(plan.notes, name)
        return Moves(Script((), name), plan=plan)
    if script_format is None and session_format.recognises(bare := without_fences(text)):
        game = session.loads(bare, name=name)
        note(f"{name}: a session with {count_phrase(len(game.done), 'move')} done")
        return Moves(script_of_game(game.done, name))
    format = scripts.find(script_format) if script_format else scripts.recognise(text)
    if format is prose_script.SCRIPT_FORMAT:
        return _prose_moves(text, name, explained=explained, searched=searched)
    found = scripts.loads(text, script_format, name=name)
    _note_remarks(found.notes, name)
    return Moves(found, text if format is save.SCRIPT_FORMAT else None)


def read_script(spec: str, script_format: str | None = None, *, command: str) -> Script:
    """Read a script as :func:`read_moves`; a plan is refused, as nothing for ``command``."""
    moves = read_moves(spec, script_format)
    if moves.plan is not None:
        raise plans.no_plan(moves.plan, command)
    return moves.script


def script_of(text: str, name: str, *, command: str) -> Script:
    """A script from its text, in any notation but running text, as :func:`read_script`."""
    _refuse_empty(text, name)
    if plans.recognises(text):
        raise plans.no_plan(plans.loads(text, name=name), command)
    script = scripts.loads(text, None, name=name)
    _note_remarks(script.notes, name)
    return script


def _note_remarks(remarks: Iterable[str], name: str) -> None:
    for remark in remarks:
        note(f"{printable(name)}: {remark}")


def script_of_game(steps: Iterable[Step], name: str) -> Script:
    """The moves of a game in words, each read by itself: a game is longer than a script may be.

    ``name`` is that of its file, in which the moves have no place that could be told.
    """
    read: dict[str, tuple[Instruction, ...]] = {}
    instructions: list[Instruction] = []
    for step in steps:
        move = words.describe(step)
        if move not in read:
            read[move] = tuple(
                replace(instruction, place=Place(name, 0, 0))
                for instruction in words.loads(move).instructions
            )
        instructions += read[move]
    return Script(tuple(instructions), name)


def _refuse_empty(text: str, name: str) -> None:
    """Refuse a text of nothing but blanks; a script without moves is a remark."""
    if not text.strip():
        raise NotationError(
            "the script is empty",
            SourceText(text, name).place(0),
            "moves such as '9-6s from 7 to 3' (a script without moves is a line '# no move')",
        )


def _prose_moves(text: str, name: str, *, explained: bool, searched: bool) -> Moves:
    """The whole moves of a running text, or what may be moves if a search is to choose."""
    if plans.recognises(text):
        _refuse_plan_as_prose(text, name)
    found = prose_script.candidates(text, name=name)
    whole = [each.instruction for each in found if each.is_whole]
    if not (found if searched else whole):
        raise NotationError(f"{name}: no move is found in this text")
    if searched:
        return Moves(Script((), name), candidates=tuple(found))
    lines = prose_script.explain(text, name=name)
    if explained:
        for said in lines:
            note(said)
    else:
        # A line ends between two moves.
        moves = "; ".join(move.words().replace(" ", _TOGETHER) for move in whole)
        said = f"{name}: read as {count_phrase(len(whole), 'move')}: {moves}"
        said = textwrap.fill(said, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
        note(said.replace(_TOGETHER, " "))
        if len(whole) < len(found):
            left = count_phrase(
                len(found) - len(whole), "other that may be a move", "others that may be moves"
            )
            note(f"{name}: {left} not taken: 'replay --prose --explain' lists them")
    return Moves(Script(tuple(whole), name), is_prose=True)


def _refuse_plan_as_prose(text: str, name: str) -> None:
    """Refuse a plan that is said to be running text."""
    try:
        plan = plans.loads(text, name=name)
    except NotationError:
        return
    raise NotationError(
        "this is a plan with branches, and no running text",
        plan.branches[0].place,
        "running text (a plan is read without --prose)",
    )
