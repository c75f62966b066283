"""Variations in the scripts of lines: each becomes a line of the problem, its outcome a claim.

The name of a variation consists of the name of its line, the number of the move that it replaces
in the line's own script, and a letter: ``solution-3b`` is the second variation of move 3 of the
line ``solution``.  Variations of variations follow the same pattern: ``solution-3b-2a``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from string import ascii_lowercase
from typing import Final

from ..game.census import PositionError
from ..game.replay import ReplayError
from ..game.script import Script, ScriptLine, ScriptMove
from ..goals.remainder import GoalStatus, what_is_left
from ..text.errors import NotationError
from .history import Part
from .line import Claim, Line
from .problem import Problem
from .schema import Beginning, ClaimText

#: The expected verdicts of claims, by the outcome at the end of a variation.
_VERDICTS: Final = {"lost": "impossible", "solved": "possible"}


def with_lines(problem: Problem) -> Problem:
    """Insert a line for each variation after the line that contains it; return the new problem.

    Raises RecursionError for lines that continue each other, UnknownName for unknown names.
    """
    lines = [each for line in problem.lines.values() for each in _with_variations(problem, line)]
    return problem.having(lines={line.id: line for line in lines})


def _with_variations(problem: Problem, line: Line) -> Iterator[Line]:
    """Yield a line, then a line for each of its variations, recursively."""
    yield line
    if not any(part.script.line for part in line.parts):
        return
    problem = problem.having(lines={**problem.lines, line.id: line})
    history = problem.history(line.id)
    before = len(history.instructions) - sum(len(part.script.instructions) for part in line.parts)
    number = 0
    for part in line.parts:
        moves = part.script.line.moves if part.script.line else ()
        for move in moves or map(ScriptMove, part.script.instructions):
            number += 1
            continues = number > 1 or line.data.beginning is not None
            for index, tree in enumerate(move.variations):
                name = f"{line.id}-{number}{ascii_lowercase[index % 26] * (index // 26 + 1)}"
                if name in problem.lines:
                    message = f"a line has the name of a variation: '{name}'"
                    raise NotationError(message, tree.place)
                data = replace(
                    line.data,
                    id=name,
                    title=tree.instructions[0].in_one_line,
                    note=None,
                    start=history.root if continues else line.start,
                    beginning=Beginning(line.id, before + number) if continues else None,
                    script=tree.instructions[0].text,
                    expect=None,
                    parts=None,
                    solves=False,
                )
                script = Script(tree.instructions, part.script.name, line=tree)
                own = Part("", script, None, None, part.path)
                variation = Line(data, (own,), Script(()), line.path)
                yield from _with_variations(problem, variation)


def claims(problem: Problem) -> tuple[Claim, ...]:
    """Return a claim for each line that has the outcome ``lost`` or ``solved`` at its end.

    The claim is about the position after the line, and its goal is the part of the problem's goal
    that is still undecided there.  If the line's moves decide the goal, there is no claim.

    Raises:
        NotationError: The moves contradict the outcome or leave the goal unclear, or the problem
            has no goal.
    """
    return tuple(_claims(problem))


def _claims(problem: Problem) -> Iterator[Claim]:
    for line in problem.lines.values():
        tree = line.parts[-1].script.line
        if tree is None or tree.outcome not in _VERDICTS:
            continue
        place = tree.place or problem.document.place((*line.path, "script"))
        if problem.goal is None:
            raise NotationError("an outcome needs a problem with a goal", place)
        try:
            replay = problem.replayed(line.id)
        except (NotationError, PositionError, ReplayError):
            continue  # check_problem reports the error
        left = what_is_left(problem.goal, replay.start, replay.steps)
        lost = left.status is GoalStatus.BROKEN
        if left.goal is not None:
            data = ClaimText(
                id=line.id,
                statement=_statement(line, tree),
                goal=str(left.goal),
                position=line.id,
                source=_VERDICTS[tree.outcome],
            )
            yield Claim(data, left.goal, line.path, is_outcome=True)
        elif left.status is GoalStatus.UNCLEAR or lost != (tree.outcome == "lost"):
            raise NotationError(f"'=> {tree.outcome}' can't be right here: {left.why}", place)


def _statement(line: Line, tree: ScriptLine) -> str:
    """Return the comments of a line, joined; without any, a sentence that states the outcome."""
    comments = [tree.comment, *(move.comment for move in tree.moves)]
    can = "can" if tree.outcome == "solved" else "can't"
    return " ".join(filter(None, comments)) or f"After {line.title} the goal {can} be reached."
