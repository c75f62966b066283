"""Find the moves that running text describes between two positions.

A text mentions moves that are made, moves that could be made, and parts of moves.  If it also
shows the position after them, that decides which moves are made: :func:`search` goes through the
candidates in their order, plays or skips each, completes parts in every legal way, and returns
the best of the choices that end in the target position.  :func:`trace` does so for each diagram of
a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise, product
from typing import Final, NamedTuple

from ..formats import diagram
from ..formats.base import DEFAULTS, ReadOptions
from ..game import engine
from ..game.cards import UNKNOWN, Card
from ..game.difference import difference
from ..game.engine import Step
from ..game.illegal import IllegalMove
from ..game.moves import Deal
from ..game.position import Position
from ..game.replay import Played, face_up_by
from ..scripts.instructions import MoveRun, move_words
from ..scripts.prose import Candidate, candidate_notes, candidates
from ..text.wording import count_phrase

#: A search gives up when it has visited more positions than this for one diagram, which takes
#: several seconds.
BUDGET: Final = 50_000
#: The cost of skipping a whole move; completing a part costs 1, and skipping one nothing.
_SKIP_COST: Final = 1000


class Tracing(NamedTuple):
    """The result of a search for the moves between two positions.

    ``played``: the moves, or None if no choice of candidates was found to lead to the target.
    ``is_complete``: False if the search was given up.  ``positions``: the number of positions
    visited.  ``notes``: a note on the interpretation of each candidate.
    """

    played: tuple[Played, ...] | None
    is_complete: bool
    positions: int
    notes: tuple[str, ...] = ()


class _Node(NamedTuple):
    """A node of the search: the cost of skipped and completed candidates, and the steps."""

    cost: int = 0
    steps: tuple[tuple[Candidate, Step], ...] = ()


def search(
    start: Position, moves: Sequence[Candidate], goal: Position, *, budget: int = BUDGET
) -> Tracing:
    """Find the moves from ``start`` to ``goal`` that skip as few whole moves as possible.

    ``moves`` are the candidates.  Only the tableau of ``goal`` is compared; its unknown cards
    match any card.  An unknown card that is turned up gets its value from the text, from a later
    move that takes it from its column, or from ``goal``.  The search gives up when it has visited
    more than ``budget`` positions.
    """
    nodes = {start: _Node()}
    visited = 1
    for index, each in enumerate(moves):
        reached: dict[Position, _Node] = {}
        for position, (cost, before) in nodes.items():
            choices = [(position, _Node(cost + _SKIP_COST * each.is_whole, before))]
            for step in _steps(position, moves[index:], goal):
                node = _Node(cost + (not each.is_whole), (*before, (each, step)))
                choices.append((step.after, node))
            visited += len(choices) - 1
            for after, node in choices:
                if after not in reached or node.cost < reached[after].cost:
                    reached[after] = node
            if visited > budget:
                return Tracing(None, False, visited)
        nodes = reached
    ends = [
        node
        for end, node in nodes.items()
        if not any(other.column for other in difference(goal, end))
    ]
    if not ends:
        return Tracing(None, True, visited)
    steps = min(ends, key=lambda node: node.cost).steps
    played = tuple(_played(number, *step) for number, step in enumerate(steps, 1))
    taken = {}
    for number, (each, step) in enumerate(steps, 1):
        taken[each.place] = f"move {number}, {move_words(step.move, step.cards)}"
    return Tracing(played, True, visited, candidate_notes(moves, taken))


def _steps(position: Position, later: Sequence[Candidate], goal: Position) -> Iterator[Step]:
    """Yield the legal moves that match the first candidate, once for each card it may turn up."""
    instruction = later[0].instruction
    try:
        if isinstance(instruction, MoveRun):
            moves = instruction.fitting(position)
        else:
            moves = [call.move for call in instruction.resolve(position)] if instruction else []
    except IllegalMove:
        return
    for move in moves:
        if engine.can(position, move):
            for reveal in product(*_possible_cards(engine.do(position, move), later, goal)):
                with suppress(IllegalMove):
                    yield engine.do(position, move, reveal if any(reveal) else ())


def _possible_cards(step: Step, later: Sequence[Candidate], goal: Position) -> list[list[Card]]:
    """Return the possible cards for each unknown card that a step turns up or deals.

    They come from the text and the target position.  A dealt card has only one possibility.
    """
    moves = [each.instruction for each in later if each.instruction is not None]
    is_deal = isinstance(step.move, Deal)
    if is_deal and moves[0].reveal:
        return [[card] for card in moves[0].reveal]
    dealt = len(step.cards) if is_deal else 0
    columns = [*range(1, dealt + 1), *(turned.column for turned in step.turned)]
    possible: list[list[Card]] = []
    for column, card in zip(columns, face_up_by(step), strict=True):
        names = [card]
        for move in moves[1:]:
            names += (move.tail, move.head) if getattr(move, "source", 0) == column else ()
        after, goal_column = step.after.column(column), goal.column(column)
        if len(after.down) == len(goal_column.down):
            names += goal_column.up[len(after.up) - 1 : len(after.up)]
        names += [card for move in moves for card in move.reveal][:2]
        names = list(dict.fromkeys(filter(None, names))) or [UNKNOWN]
        possible.append(names[:1] if card or is_deal else names)
    return possible


def _played(number: int, each: Candidate, step: Step) -> Played:
    """Return a step with a note on the parts and the cards turned up that the text omits."""
    open_words = [] if each.is_whole else [f"is {move_words(step.move, step.cards)}"]
    cards = [c for c in engine.made_known(step) if c not in each.instruction.reveal]
    open_words += [f"turns up {' '.join(map(str, cards))}"] if cards else []
    return Played(number, each.instruction, step, " and ".join(open_words))


# The diagrams of a text


class Traced(NamedTuple):
    """A diagram of a text, after the first, and the result of tracing it to an earlier one.

    ``shown``: the diagram.  ``origin``: the diagram from which moves lead to it, if any.
    ``result``: the result of the search; None if a rule (``----``) above the diagram begins
    another example.
    """

    shown: diagram.FoundDiagram
    origin: diagram.FoundDiagram | None = None
    result: Tracing | None = None

    def __str__(self) -> str:
        where = f"diagram at line {self.shown.first_line}"
        if self.result is None:
            return f"{where}: another example starts here"
        if self.origin is not None:
            moves = count_phrase(len(self.result.played or ()), "move")
            return f"{where}: reached from line {self.origin.first_line} in {moves}"
        gave_up = f": gave up after {self.result.positions:,} positions"
        return f"{where}: not reached{'' if self.result.is_complete else gave_up}"


#: A line of dashes or similar signs, after a blank line, that separates examples.
_RULE: Final = re.compile(r"^[ \t]*\n[ \t]*([=*_~-])(?:[ \t]*\1){2,}[ \t]*$", re.MULTILINE)


def trace(
    text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS, budget: int = BUDGET
) -> tuple[Traced, ...]:
    """Find for each diagram of a text the earlier one from which the text's moves lead to it.

    The nearest one in the same example is taken.  The moves are those since the last diagram, or
    else all since the earlier one.  Raises NotationError for invalid or too long text.
    """
    diagrams = diagram.find_diagrams(text, name=name, options=options)
    rows = text.split("\n")
    for each in diagrams:
        rows[each.first_line - 1 : each.last_line] = [""] * (each.last_line - each.first_line + 1)
    moves = candidates("\n".join(rows), name=name)
    example = diagrams[:1]
    traced: list[Traced] = []
    for above, shown in pairwise(diagrams):
        if _RULE.search("\n".join(rows[above.last_line : shown.first_line - 1])):
            example = []
            traced.append(Traced(shown))
        else:
            traced.append(_reached(example, shown, moves, budget))
        example.append(shown)
    return tuple(traced)


def _reached(
    origins: Sequence[diagram.FoundDiagram],
    shown: diagram.FoundDiagram,
    moves: Sequence[Candidate],
    budget: int,
) -> Traced:
    """Search for moves that lead to a diagram from one of ``origins``, the nearest first."""
    visited, is_complete = 0, True
    for origin in reversed(origins):
        for above in dict.fromkeys((origins[-1].last_line, origin.last_line)):
            between = [m for m in moves if above < m.place.line < shown.first_line]
            result = search(origin.position, between, shown.position, budget=budget - visited)
            if result.played is not None:
                return Traced(shown, origin, result)
            visited += result.positions
            is_complete = is_complete and result.is_complete
    return Traced(shown, result=Tracing(None, is_complete, visited))
