"""How commands read a SCRIPT: moves in any notation, a plan, or a running text."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Final

import click

from .. import scripts
from ..formats import diagram
from ..game.position import Position
from ..game.replay import Played
from ..game.script import Script
from ..games import tracing
from ..games.script_input import TextMoves, moves_of
from ..games.tracing import Way
from ..goals import plans
from ..goals.goal import Goal, parse
from ..scripts import prose
from ..scripts.words import describe
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED, complain, note
from .inputs import LARGEST, Loaded, find_line, note_assumed, read_options, read_text
from .options import PositionOptions, Proposed, options

#: The largest script that is read, in bytes: a million moves and more.
_LARGEST: Final = 64 * LARGEST


#: ``--script-from`` and ``--prose``; passed on as ``notation``, a name or None.
script_options = options(
    click.option(
        "--script-from",
        "notation",
        type=Proposed(lambda: scripts.SCRIPT_FORMATS),
        metavar="FORMAT",
        help="The notation that SCRIPT is in (default: recognised).",
    ),
    click.option(
        "--prose",
        "notation",
        flag_value="prose",
        help="Pick the moves out of running text, as --script-from prose.",
    ),
)


def asked_goal(loaded: Loaded, text: str | None, name: str) -> Goal:
    """Return the goal of the text of the argument ``name``, else the problem's own.

    Raises NotationError, or UsageError if there is none.
    """
    if text is not None:
        return parse(text, name=name, position=loaded.position)
    if loaded.problem is None or loaded.problem.goal is None:
        raise click.UsageError(
            f'{loaded.asks_nothing}: say what is asked, as {name} "get a space"'
        )
    return loaded.problem.goal


def noted(moves: TextMoves) -> TextMoves:
    """Return the same; what there is to say of its text is said."""
    for remark in moves.notes:
        note(remark)
    return moves


def read_moves(
    spec: str,
    notation: str | None = None,
    *,
    loaded: Loaded | None = None,
    explained: bool = False,
    searched: bool = False,
) -> TextMoves:
    """Read a script, or a plan, from a file, from standard input for ``-``, or a named line.

    Of a line that goes on from the position in ``loaded`` only the moves after it are returned.
    Raises UsageError if there is no such file, or as :func:`moves_of`.
    """
    if spec != "-" and not os.path.lexists(spec):
        if (line := find_line(spec)) is not None:
            if loaded is None or loaded.problem is None or loaded.problem.id != line.problem.id:
                return TextMoves(line.script)
            return TextMoves(line.script_after(loaded.reference))
        advice = f': echo "{spec}" | spiderpos ... -' if " " in spec and '"' not in spec else ""
        raise click.UsageError(
            f"there is no script file '{spec}' ('-' reads standard input{advice})"
        )
    text, name = read_text(spec, _LARGEST)
    return noted(moves_of(text, name, notation, explained=explained, searched=searched))


def read_script(
    spec: str, notation: str | None = None, *, command: str, loaded: Loaded | None = None
) -> Script:
    """Read a script as :func:`read_moves`; a plan is refused, as nothing for ``command``."""
    return script_in(read_moves(spec, notation, loaded=loaded), command)


def script_in(moves: TextMoves, command: str) -> Script:
    """Return the script of moves that were read.

    NotationError for a plan, as nothing for ``command``.
    """
    if moves.plan is not None:
        raise plans.no_plan(moves.plan, command)
    return moves.script


#: What to do about a move that a text only speaks of.
LEAVE_OUT: Final = (
    "what the text only speaks of is left out if it stands in parentheses; where a diagram in the "
    "text or --expect shows what is reached, that decides"
)


def holds_text(spec: str) -> bool:
    """Return True if POSITION names a text, which may have moves too: no problem or position."""
    return spec == "-" or (os.path.isfile(spec) and not spec.endswith((".yaml", ".yml")))


def read_running_text(
    spec: str, reading: PositionOptions, *, explained: bool, one_line: bool
) -> tuple[Loaded, TextMoves]:
    """Return the one diagram of a running text, and the moves behind it.

    If it has several, says of each from the second on whether it's reached, and exits.
    ``one_line``: what else is asked for needs one line of moves.
    """
    text, name = read_text(spec)
    options = read_options(reading)
    diagrams = diagram.find_diagrams(text, name=name, options=options)
    if not diagrams:
        raise click.UsageError(
            f"{name}: no diagram is found in this text: name a POSITION, and the text behind it"
        )
    note_assumed(dict.fromkeys(words for each in diagrams for words in each.assumed))
    last = diagrams[-1].last_line
    behind = "\n" * last + "".join(text.splitlines(keepends=True)[last:])
    if len(diagrams) == 1:
        loaded = Loaded(
            diagrams[0].position, name, format=diagram.FORMAT, assumed=diagrams[0].assumed
        )
        return loaded, noted(moves_of(behind, name, "prose", explained=explained))
    if one_line:
        raise click.UsageError(
            f"{name} has {len(diagrams)} diagrams: --steps and --expect are for one line of moves"
        )
    traced = tracing.trace(text, name=name, options=options)
    for each in traced:
        click.echo(str(each))
        if each.way is not None:
            _note_way(each.way, explained=explained)
    if rest := len(prose.loads(behind, name=name).instructions):
        note(f"whole moves behind the last diagram, which nothing checks: {rest}")
    missed = [each.way for each in traced if each.way is not None and each.origin is None]
    undecided = missed and not any(way.is_complete for way in missed)
    sys.exit(UNDECIDED if undecided else DOES_NOT_HOLD if missed else HOLDS)


def _note_way(way: Way, *, explained: bool) -> None:
    """Say what each candidate was taken for, or at least what was assumed for it."""
    for remark in way.told if explained else ():
        note(remark)
    for move in way.played or ():
        if move.assumed and not explained:
            words = move.instruction
            note(f"assumed: {words.place}: '{words.in_one_line}' {move.assumed}")


def choose(
    start: Position,
    moves: TextMoves,
    expected: Position,
    show: Callable[[Position, int], None] | None,
    *,
    explained: bool,
) -> tuple[Played, ...]:
    """Return the moves of a running text that lead to a position; complains and exits if none do.

    ``show`` is given each position and the number of the move that led to it.
    """
    way = tracing.search(start, moves.candidates, expected)
    if way.played is None:
        what = "the moves that the text names don't lead to the position expected"
        if not way.is_complete:
            what = f"undecided: gave up after {way.positions:,} positions"
        complain(f"{moves.script.name}: {what}")
        sys.exit(DOES_NOT_HOLD if way.is_complete else UNDECIDED)
    _note_way(way, explained=explained)
    if show is not None:
        for move in way.played:
            note(f"{move.number}. {describe(move.step)}")
            show(move.step.after, move.number)
    return way.played
