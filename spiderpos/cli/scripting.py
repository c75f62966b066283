"""Read the argument SCRIPT: moves in any notation, a plan, or a running text."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import click

from .. import scripts
from ..game.position import Position
from ..game.replay import Played
from ..game.script import Script
from ..games.script_input import TextMoves, moves_of
from ..goals.goal import Goal, parse
from ..goals.plan_texts import no_plan
from ..scripts.words import describe
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED, complain, note
from .inputs import LARGEST, Loaded, find_line, note_assumed, read_options, read_text
from .options import Completed, PositionOptions, options

if TYPE_CHECKING:
    from ..games.tracing import Tracing

#: Maximum size of a script in bytes, enough for more than a million moves.
_LARGEST: Final = 64 * LARGEST


#: ``--script-from`` and ``--prose``; passed on as ``notation``, a name or None.
script_options = options(
    click.option(
        "--script-from",
        "notation",
        type=Completed(lambda: scripts.SCRIPT_FORMATS),
        metavar="FORMAT",
        help="Notation of SCRIPT (default: recognised).",
    ),
    click.option(
        "--prose",
        "notation",
        flag_value="prose",
        help="Find the moves in running text; short for --script-from prose.",
    ),
)


def chosen_goal(loaded: Loaded, text: str | None, name: str) -> Goal:
    """Parse the goal in ``text``, or return the problem's goal if ``text`` is None.

    ``name`` is the name of the argument.  Raises NotationError, or UsageError without a goal.
    """
    if text is not None:
        return parse(text, name=name, position=loaded.position)
    if loaded.problem is None or loaded.problem.goal is None:
        raise click.UsageError(f'{loaded.no_goal}: give a goal, as in {name} "get a space"')
    return loaded.problem.goal


def noted(moves: TextMoves) -> TextMoves:
    """Print the notes of the reader about the text of the moves, and return the moves."""
    for text in moves.notes:
        note(text)
    return moves


def read_moves(
    spec: str,
    notation: str | None = None,
    *,
    loaded: Loaded | None = None,
    explained: bool = False,
    searched: bool = False,
) -> TextMoves:
    """Read a script or plan from a file, from standard input (``-``), or from a named line.

    If the line passes through the position in ``loaded``, return only the moves after it.
    Raises UsageError if there is no such file, and the errors of :func:`moves_of`.
    """
    if spec != "-" and not os.path.lexists(spec):
        if (line := find_line(spec)) is not None:
            if loaded is None or loaded.problem is None or loaded.problem.id != line.problem.id:
                return TextMoves(line.script)
            return TextMoves(line.script_after(loaded.reference))
        advice = f': echo "{spec}" | spiderpos ... -' if " " in spec and '"' not in spec else ""
        raise click.UsageError(f"no such script file: '{spec}' ('-' reads standard input{advice})")
    text, name = read_text(spec, _LARGEST)
    return noted(moves_of(text, name, notation, explained=explained, searched=searched))


def read_script(
    spec: str, notation: str | None = None, *, command: str, loaded: Loaded | None = None
) -> Script:
    """Read a script like :func:`read_moves`; raise NotationError for a plan."""
    return script_in(read_moves(spec, notation, loaded=loaded), command)


def script_in(moves: TextMoves, command: str) -> Script:
    """Return the script; raise NotationError for a plan, which ``command`` doesn't accept."""
    if moves.plan is not None:
        raise no_plan(moves.plan, command)
    return moves.script


#: Advice after an illegal move in prose.
LEAVE_OUT: Final = (
    "if the text mentions a move that isn't played, put it in parentheses, or give the resulting "
    "position by --expect or a diagram in the text"
)


def holds_text(spec: str) -> bool:
    """Return True if the argument is standard input or a file that isn't a problem file."""
    return spec == "-" or (os.path.isfile(spec) and not spec.endswith((".yaml", ".yml")))


def read_running_text(
    spec: str, reading: PositionOptions, *, explained: bool, one_line: bool
) -> tuple[Loaded, TextMoves]:
    """Return the only diagram of a running text, and the moves after it.

    With several diagrams, print for each after the first whether the moves of the text reach it,
    and exit.  With ``one_line``, several diagrams are an error.
    """
    from ..formats import diagram  # noqa: PLC0415 - few texts are running text
    from ..games import tracing  # noqa: PLC0415
    from ..scripts import prose  # noqa: PLC0415

    text, name = read_text(spec)
    options = read_options(reading)
    diagrams = diagram.find_diagrams(text, name=name, options=options)
    if not diagrams:
        raise click.UsageError(
            f"{name}: no diagram in this text: give a POSITION, and the text as SCRIPT"
        )
    note_assumed(dict.fromkeys(text for item in diagrams for text in item.assumed))
    last = diagrams[-1].last_line
    rest_of_text = "\n" * last + "".join(text.splitlines(keepends=True)[last:])
    if len(diagrams) == 1:
        loaded = Loaded(
            diagrams[0].position, name, format=diagram.FORMAT, assumed=diagrams[0].assumed
        )
        return loaded, noted(moves_of(rest_of_text, name, "prose", explained=explained))
    if one_line:
        raise click.UsageError(
            f"--steps and --expect need a text with one diagram; {name} has {len(diagrams)}"
        )
    traced = tracing.trace(text, name=name, options=options)
    for item in traced:
        click.echo(str(item))
        if item.result is not None:
            _print_notes(item.result, explained=explained)
    if unchecked := len(prose.loads(rest_of_text, name=name).instructions):
        note(f"moves after the last diagram, which are not checked: {unchecked}")
    missed = [item.result for item in traced if item.result is not None and item.origin is None]
    undecided = missed and not any(result.is_complete for result in missed)
    sys.exit(UNDECIDED if undecided else DOES_NOT_HOLD if missed else HOLDS)


def _print_notes(result: Tracing, *, explained: bool) -> None:
    """Print how each candidate was read, or without ``explained`` only the assumptions."""
    for text in result.notes if explained else ():
        note(text)
    for move in result.played or ():
        if move.assumed and not explained:
            instruction = move.instruction
            note(f"assumed: {instruction.place}: '{instruction.in_one_line}' {move.assumed}")


def choose(
    start: Position,
    moves: TextMoves,
    expected: Position,
    show: Callable[[Position, int], None] | None,
    *,
    explained: bool,
) -> tuple[Played, ...]:
    """Return the moves of a running text that lead to a position; if none do, report it and exit.

    ``show`` is called with the position after each move and the number of the move.
    """
    from ..games import tracing  # noqa: PLC0415 - few texts are running text

    result = tracing.search(start, moves.candidates, expected)
    if result.played is None:
        reason = "the moves in the text don't lead to the expected position"
        if not result.is_complete:
            reason = f"undecided: gave up after {result.positions:,} positions"
        complain(f"{moves.script.name}: {reason}")
        sys.exit(DOES_NOT_HOLD if result.is_complete else UNDECIDED)
    _print_notes(result, explained=explained)
    if show is not None:
        for move in result.played:
            note(f"{move.number}. {describe(move.step)}")
            show(move.step.after, move.number)
    return result.played
