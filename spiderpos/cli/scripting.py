"""How commands read a SCRIPT: moves in any notation, or a plan where a command takes one."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, NamedTuple

import click

from .. import plans, scripts, session
from ..engine import Step
from ..errors import NotationError
from ..formats import session_format
from ..formats.base import without_fences
from ..plans import Plan
from ..scripts import prose as prose_script
from ..scripts import saved, words
from ..scripts.base import Instruction, Script
from ..scripts.marks import Kind, Stretch
from ..source import Place, SourceText, printable
from ..wording import count_phrase
from .errors import note
from .inputs import read_text

__all__ = [
    "Moves",
    "read_moves",
    "read_script",
    "script_notation",
    "script_of",
    "script_of_game",
]


#: How many lines a note names, and how many characters wide it is.
_MOST_LINES: Final = 8
_WIDTH: Final = 96
_TOGETHER: Final = "\N{NO-BREAK SPACE}"


class Moves(NamedTuple):
    """A script, or a plan (the script is empty then).

    ``saved`` is the text of the save file that the script was read from, if it was.
    """

    script: Script
    saved: str | None = None
    plan: Plan | None = None


def script_notation(script_format: str | None, *, prose: bool) -> str | None:
    """The notation that --script-from and --prose name.  Raises UsageError if they disagree."""
    if prose and script_format not in (None, "prose"):
        raise click.UsageError(f"--prose and --script-from {script_format} contradict each other")
    return "prose" if prose else script_format


def read_moves(spec: str, script_format: str | None = None, *, explained: bool = False) -> Moves:
    """Read a script, or a plan, from a file, or from standard input for ``-``.

    Of a session file the moves that are done are the script.
    ``explained``: say of running text what was taken for what.  Raises UsageError if there is
    no such file, NotationError for what can't be read: also for a text of nothing but blanks, and
    for running text that no move is found in.
    """
    if spec != "-" and not os.path.lexists(spec):
        raise click.UsageError(f"there is no script file '{spec}' ('-' reads standard input)")
    text, name = read_text(spec)
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
    marked: tuple[Stretch, ...] = ()
    is_prose = format is prose_script.SCRIPT_FORMAT
    if is_prose:
        found, marked = prose_script.loads_explained(text, name=name)
    else:
        found = scripts.loads(text, script_format, name=name)
    if explained:
        for record in marked:
            note(str(record))
    if is_prose:
        _refuse_plan_as_prose(text, name)
        if not found.instructions:
            raise NotationError(
                f"{name}: no move is found in this text ('replay --prose --explain' shows how it "
                "is read)"
            )
    if not explained:
        if is_prose:
            _note_taken(marked, name)
        _note_not_taken(marked, name)
    _note_remarks(found.notes, name)
    return Moves(found, text if format is saved.SCRIPT_FORMAT else None)


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


def _note_taken(marked: Iterable[Stretch], name: str) -> None:
    """Say which moves were found in running text: only its reader can tell whether it says so."""
    moves: dict[int | None, str] = {}
    for stretch in marked:
        if stretch.kind is Kind.MOVE:
            moves[stretch.number] = stretch.reading
    for stretch in marked:
        if stretch.kind is Kind.TURNED_UP:
            again = "turning up" in moves[stretch.number]
            cards = stretch.reading.removeprefix("turning up") if again else f", {stretch.reading}"
            moves[stretch.number] += cards
    # A line ends between two moves.
    listed = "; ".join(move.replace(" ", _TOGETHER) for move in moves.values())
    said = f"{name}: read as {count_phrase(len(moves), 'move')}: {listed}"
    said = textwrap.fill(said, _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    note(said.replace(_TOGETHER, " "))


def _note_not_taken(marked: Iterable[Stretch], name: str) -> None:
    """Say where a text has what looks like a move, and wasn't taken."""
    missed = [stretch for stretch in marked if stretch.kind is Kind.NOT_TAKEN]
    if not missed:
        return
    lines = [f"line {number}" for number in dict.fromkeys(s.place.line for s in missed)]
    if len(lines) > _MOST_LINES:
        lines[_MOST_LINES:] = ["..."]
    if len(missed) == 1:
        stretches, why = "1 stretch that looks like a move was", f"{missed[0].reason}; "
    else:
        stretches, why = f"{len(missed)} stretches that look like moves were", ""
    note(
        f"{name}: {stretches} not taken ({', '.join(lines)}): {why}'replay --prose --explain' "
        f"shows {'more' if why else 'why'}"
    )


def _refuse_plan_as_prose(text: str, name: str) -> None:
    """Refuse a plan that is said to be running text."""
    if not plans.recognises(text):
        return
    try:
        plan = plans.loads(text, name=name)
    except NotationError:
        return
    raise NotationError(
        "this is a plan with branches, and no running text",
        plan.branches[0].place,
        "running text (a plan is read without --prose)",
    )
