"""Print the comments and variations of a script."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from ..game.position import Position
from ..game.replay import Played, ReplayError
from ..game.script import Script
from ..games.tree import MoveNode, MoveTree
from ..goals.goal import Goal
from ..scripts.words import describe
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED, complain, note
from .output import print_position

if TYPE_CHECKING:
    from ..advice.outcomes import JudgedOutcome


def note_comments(script: Script, played: Sequence[Played]) -> None:
    """Print the comment on a script, and each move with a mark or a comment."""
    if script.line is None:
        return
    if script.line.comment:
        note(script.line.comment)
    for move in played:
        if any(_remarks(script, move)):
            note_move(script, move)


def note_move(script: Script, played: Played) -> None:
    """Print a move with its mark and comment."""
    mark, comment = _remarks(script, played)
    comment = f" {{{comment}}}" if comment else ""
    note(f"{played.number}. {describe(played.step)}{mark}{comment}")


def _remarks(script: Script, played: Played) -> tuple[str, str]:
    """Return the mark of a move and its comment."""
    moves = script.line.moves if script.line else ()
    # A script with a tree of moves has one instruction for each move.
    move = next((each for each in moves if each.instruction is played.instruction), None)
    return (move.mark, move.comment) if move else ("", "")


def tree_of(start: Position, script: Script) -> MoveTree:
    """Return the tree of a script; at an illegal move in a variation, report it and exit."""
    try:
        return MoveTree(start, script)
    except ReplayError as error:
        complain(f"in a variation: {error}")
        note("the position before it:")
        print_position(error.position, err=True)
        sys.exit(UNDECIDED if error.reason.undecided else DOES_NOT_HOLD)


def judged_lines(tree: MoveTree, goal: Goal) -> list[tuple[MoveNode, JudgedOutcome | None]]:
    """Judge the outcome that each variation claims, such as ``=> lost``.

    Return pairs of the variation's first node and the judgement (None without a claim).  If the
    main line claims an outcome, a pair with the root of the tree comes first.
    """
    firsts: list[MoveNode] = [tree] if tree.end.outcome else []
    firsts += tree.variations()
    from ..advice.outcomes import judge_outcome  # noqa: PLC0415 - loads the solver

    return [(first, judge_outcome(first.end, tree.position, goal)) for first in firsts]


def print_judged(first: MoveNode, judged: JudgedOutcome | None) -> None:
    """Print a line about a variation: its moves, and the judgement of its claim."""
    nodes = [*([first] if first.step else []), *first.main_line()]
    moves = ", ".join(describe(node.step) for node in nodes if node.step)
    title = "the line" if first.step is None else f"variation at move {first.number}"
    moves = "" if first.step is None else f", {moves}"
    click.echo(f"  {title}{moves}: {judged or first.end.outcome or 'legal'}")


def facts(first: MoveNode, judged: JudgedOutcome | None) -> dict[str, Any]:
    """Return a variation and its judgement as a JSON object."""
    return {
        "move": first.number,
        "moves": [describe(node.step) for node in (first, *first.main_line()) if node.step],
        "outcome": first.end.outcome or None,
        "verdict": judged and judged.verdict,
        "why": judged and judged.why,
    }


def exit_code(judged: list[tuple[MoveNode, JudgedOutcome | None]]) -> int:
    """Return the exit code of the claims: 1 if one is wrong, 3 if one is undecided."""
    from ..advice.outcomes import ClaimVerdict  # noqa: PLC0415 - loads the solver

    verdicts = {each.verdict for _, each in judged if each is not None}
    if ClaimVerdict.WRONG in verdicts:
        return DOES_NOT_HOLD
    return UNDECIDED if ClaimVerdict.NOT_FOUND in verdicts else HOLDS
