"""What a running text tells between two positions: the moves that lead from one to the other.

A text speaks of moves that are made, of others that could be, and of parts of moves; where it
shows the position that is reached, that decides.  :func:`search` goes through the candidates of a
text in their order, takes each or leaves it, completes parts in every legal way, and keeps what
ends in the position wanted.  :func:`trace` does so for each diagram of a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product
from typing import Final, NamedTuple

from .. import engine
from ..cards import UNKNOWN, Card
from ..difference import ColumnDifference, difference
from ..engine import Step
from ..errors import IllegalMove
from ..formats import diagram, line
from ..formats.base import DEFAULTS, ReadOptions
from ..moves import Deal, FromCell, Move, Remove, Shift, ToCell
from ..position import Position
from ..replay import Played, face_up_by
from ..wording import count_phrase
from .instructions import DealRow, InCell, MoveCount, MoveRun, Onto, RemoveSuit, Space, move_words
from .prose import Candidate, candidates, told

__all__ = ["BUDGET", "Traced", "Way", "search", "trace"]

#: The most positions that are looked at on the way to one diagram: some seconds.
BUDGET: Final = 50_000
#: Passing over a whole move weighs more than completing any number of parts.
_PASSED: Final = 1000


class Way(NamedTuple):
    """What a search found.

    ``played`` are the moves, None if no choice of the candidates leads there, or none was found
    before the search was given up (``is_complete`` False), after so many ``positions``.  ``told``
    is a line on what each candidate was taken for.
    """

    played: tuple[Played, ...] | None
    is_complete: bool
    positions: int
    told: tuple[str, ...] = ()


class _Node(NamedTuple):
    """A way to a position: what was passed over and completed, and the last step of it."""

    cost: int
    before: _Node | None = None
    candidate: int = -1
    step: Step | None = None


def search(
    start: Position, found: Sequence[Candidate], goal: Position, *, budget: int = BUDGET
) -> Way:
    """The choice of candidates that leads from one position to another, passing over the fewest.

    Of the goal the tableau counts; cards that it doesn't know may be any.  A card that comes up
    and that nobody knows is one that the text says is turned up, that a later move takes from its
    column, or that the goal shows there.  ``budget`` is the most positions to look at.
    """
    legal = cache(lambda position: tuple(engine.legal_moves(position)))
    nodes = {start: _Node(0)}
    looked_at = 1
    for index, each in enumerate(found):
        reached: dict[Position, _Node] = {}
        for position, node in nodes.items():
            ways = [(position, node._replace(cost=node.cost + _PASSED * each.is_whole))]
            for move in legal(position):
                if _is_meant(position, move, each.instruction):
                    cost = node.cost + (not each.is_whole)
                    steps = _steps(position, move, found[index:], goal)
                    ways += ((step.after, _Node(cost, node, index, step)) for step in steps)
            looked_at += len(ways) - 1
            for after, way in ways:
                if after not in reached or way.cost < reached[after].cost:
                    reached[after] = way
            if looked_at > budget:
                return Way(None, False, looked_at)
        nodes = reached
    ends = [
        node
        for end, node in nodes.items()
        if not any(isinstance(other, ColumnDifference) for other in difference(goal, end))
    ]
    if not ends:
        return Way(None, True, looked_at)
    played = _played(min(ends, key=lambda node: node.cost), found)
    taken = {move.instruction.place: f"move {move.number}, {_words(move.step)}" for move in played}
    return Way(played, True, looked_at, told(found, taken))


def _is_meant(position: Position, move: Move, said: object) -> bool:
    """Whether the words of a candidate may mean a move."""
    match move, said:
        case Shift(source, target, count), MoveRun():
            cards = position.column(source).up[-count:]
            return (
                said.source in (None, source)
                and said.head in (cards[0], UNKNOWN)
                and (said.tail == cards[-1] or said.head == said.tail)
                and _may_be_target(position, target, said)
            )
        case Shift(), MoveCount():
            return move == Shift(said.source, said.target, said.count)
        case ToCell(column, cell), MoveRun():
            is_card = said.head == position.column(column).bottom
            return is_card and said.source in (None, column) and said.target == InCell(cell)
        case FromCell(cell, column), MoveRun():
            is_card = said.head == position.cells[cell - 1]
            return is_card and said.source == InCell(cell) and said.target in (None, column)
        case Remove(column), RemoveSuit():
            suit = position.column(column).up[-1].suit
            return said.column in (None, column) and said.suit in (None, suit)
    return isinstance(move, Deal) and isinstance(said, DealRow)


def _may_be_target(position: Position, number: int, said: MoveRun) -> bool:
    """Whether a column may be where the words say that cards go."""
    column = position.column(number)
    match said.target:
        case Onto(card, where):
            return column.bottom == card and where in (None, number)
        case Space(where):
            return column.is_space and where in (None, number)
    return said.target in (None, number)


def _steps(
    position: Position, move: Move, later: Sequence[Candidate], goal: Position
) -> Iterator[Step]:
    """The steps of a legal move, which the first candidate means: with each card that may come up.

    Of a row that the text doesn't name only one is tried.
    """
    step = engine.do(position, move)
    columns = [turned.column for turned in step.turned]
    most = 3 * len(later)
    if isinstance(move, Deal):
        columns, most = [*range(1, len(step.cards) + 1)], 1
    names = [
        [card] if card else _names(step, column, later, goal)[:most]
        for column, card in zip(columns, face_up_by(step), strict=True)
    ]
    if isinstance(move, Deal) and later[0].instruction.reveal:
        names = [[card] for card in later[0].instruction.reveal]
    for reveal in product(*names):
        try:
            yield engine.do(position, move, reveal if any(reveal) else ())
        except IllegalMove:
            continue


def _names(step: Step, number: int, later: Sequence[Candidate], goal: Position) -> list[Card]:
    """What a card may be that comes up in a column, by the text or by the goal."""
    moves = [each.instruction for each in later if each.instruction is not None]
    names: list[Card] = []
    for move in moves[1:]:
        names += (move.tail, move.head) if getattr(move, "source", 0) == number else ()
    column, wanted = step.after.column(number), goal.column(number)
    if len(column.down) == len(wanted.down):
        names += wanted.up[len(column.up) - 1 : len(column.up)]
    names += [card for move in moves for card in move.reveal][:2]
    return list(dict.fromkeys(filter(None, names))) or [UNKNOWN]


def _words(step: Step) -> str:
    return move_words(step.move, step.cards)


def _played(end: _Node, found: Sequence[Candidate]) -> tuple[Played, ...]:
    """The moves to a node, each with what the text leaves open of it."""
    nodes: list[_Node] = []
    while end.before is not None:
        nodes.insert(0, end)
        end = end.before
    played: list[Played] = []
    for number, node in enumerate(nodes, 1):
        assert node.step is not None  # noqa: S101 - only the first node has none
        each = found[node.candidate]
        open_words = [] if each.is_whole else [f"is {_words(node.step)}"]
        cards = [c for c in engine.made_known(node.step) if c not in each.instruction.reveal]
        open_words += [f"turns up {' '.join(map(str, cards))}"] if cards else []
        played.append(Played(number, each.instruction, node.step, " and ".join(open_words)))
    return tuple(played)


# The diagrams of a text


@dataclass(frozen=True, slots=True)
class Traced:
    """A diagram of a text, from its second on, and whether the text leads to it.

    ``origin`` is the diagram that it is reached from, by ``way``; both are None if it isn't
    reached.  ``is_start``: a rule or a save line stands above it, where another example begins.
    ``gave_up_after`` so many positions, if not all choices were tried.
    """

    found: diagram.FoundDiagram
    origin: diagram.FoundDiagram | None = None
    way: Way | None = None
    is_start: bool = False
    gave_up_after: int = 0

    def __str__(self) -> str:
        where = f"diagram at line {self.found.first_line}"
        if self.is_start:
            return f"{where}: another example starts here"
        if self.way is not None and self.origin is not None:
            moves = count_phrase(len(self.way.played or ()), "move")
            return f"{where}: reached from line {self.origin.first_line} in {moves}"
        gave_up = f": gave up after {self.gave_up_after:,} positions" if self.gave_up_after else ""
        return f"{where}: not reached{gave_up}"


#: A line that parts what stands above from what stands below.
_RULE: Final = re.compile(r"[ \t]*([=*_~-])(?:[ \t]*\1){2,}[ \t]*")


def trace(
    text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS, budget: int = BUDGET
) -> tuple[Traced, ...]:
    """Whether the moves of a text lead to each of its diagrams, from one before it.

    That is the nearest one of the same example from which they lead there: the moves right before
    the diagram, or else all since that one.  Raises NotationError or PositionError for a diagram
    that can't be read, NotationError for what is no text or too long.
    """
    found = diagram.find_diagrams(text, name=name, options=options)
    rows = text.split("\n")
    for each in found:
        rows[each.first_line - 1 : each.last_line] = [""] * (each.last_line - each.first_line + 1)
    moves = candidates("\n".join(rows), name=name)
    first = 0
    traced: list[Traced] = []
    for number, (above, shown) in enumerate(pairwise(found), 1):
        if _is_parted(rows[above.last_line : shown.first_line - 1]):
            first = number
            traced.append(Traced(shown, is_start=True))
        else:
            traced.append(_reached(found[first:number], shown, moves, budget))
    return tuple(traced)


def _is_parted(rows: Sequence[str]) -> bool:
    """Whether these lines have a rule, with a blank line before it, or a save line."""
    return any(
        (_RULE.fullmatch(row) and not before.strip()) or line.FORMAT.recognises(row)
        for before, row in pairwise(("", *rows))
    )


def _reached(
    origins: Sequence[diagram.FoundDiagram],
    shown: diagram.FoundDiagram,
    moves: Sequence[Candidate],
    budget: int,
) -> Traced:
    """Whether a diagram is reached from one of those before it."""
    looked_at, is_complete = 0, True
    for origin in reversed(origins):
        for above in dict.fromkeys((origins[-1].last_line, origin.last_line)):
            between = [m for m in moves if above < m.place.line < shown.first_line]
            way = search(origin.position, between, shown.position, budget=budget - looked_at)
            if way.played is not None:
                return Traced(shown, origin, way)
            looked_at += way.positions
            is_complete = is_complete and way.is_complete
    return Traced(shown, gave_up_after=0 if is_complete else looked_at)
