"""Running text on the command line: what it tells between two positions."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, Final

import click

from ..formats import diagram
from ..game.position import Position
from ..game.replay import Played
from ..games import tracing
from ..games.moves_text import Moves, moves_of
from ..games.tracing import Way
from ..scripts import prose
from ..scripts.words import describe
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED, complain, note
from .inputs import Loaded, note_assumed, read_options, read_text
from .scripting import noted

__all__ = ["LEAVE_OUT", "choose", "holds_text", "read_running_text"]

#: What to do about a move that a text only speaks of.
LEAVE_OUT: Final = (
    "what the text only speaks of is left out if it stands in parentheses; where a diagram in the "
    "text or --expect shows what is reached, that decides"
)


def holds_text(spec: str) -> bool:
    """Whether a POSITION names a text that may hold moves, too: no problem, no position itself."""
    return spec == "-" or (os.path.isfile(spec) and not spec.endswith((".yaml", ".yml")))


def read_running_text(
    spec: str, told: dict[str, Any], *, explained: bool, one_line: bool
) -> tuple[Loaded, Moves]:
    """The one diagram of a running text, and the moves behind it.

    If it has several, says of each from the second on whether it's reached, and exits.
    ``one_line``: what else is asked for needs one line of moves.
    """
    text, name = read_text(spec)
    options = read_options(**told)
    found = diagram.find_diagrams(text, name=name, options=options)
    if not found:
        raise click.UsageError(
            f"{name}: no diagram is found in this text: name a POSITION, and the text behind it"
        )
    note_assumed(dict.fromkeys(words for each in found for words in each.assumed))
    last = found[-1].last_line
    behind = "\n" * last + "".join(text.splitlines(keepends=True)[last:])
    if len(found) == 1:
        loaded = Loaded(found[0].position, name, format=diagram.FORMAT, assumed=found[0].assumed)
        return loaded, noted(moves_of(behind, name, "prose", explained=explained))
    if one_line:
        raise click.UsageError(
            f"{name} has {len(found)} diagrams: --steps and --expect are for one line of moves"
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
    for said in way.told if explained else ():
        note(said)
    for move in way.played or ():
        if move.assumed and not explained:
            words = move.instruction
            note(f"assumed: {words.place}: '{words.in_one_line}' {move.assumed}")


def choose(
    start: Position,
    moves: Moves,
    wanted: Position,
    show: Callable[[Position, int], None] | None,
    *,
    explained: bool,
) -> tuple[Played, ...]:
    """The moves of a running text that lead to a position; complains and exits if none do.

    ``show`` is given each position and the number of the move that led to it.
    """
    way = tracing.search(start, moves.candidates, wanted)
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
