"""A line of play as a tree: moves with comments, marks and variations, like PGN games in chess.

:class:`MoveTree` plays a script from a position; each move of its main line and of its variations
is a :class:`MoveNode`, which can be edited.  ``str(tree)`` writes the canonical notation
(``grammars/script.lark``), which parses to the same tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..game.engine import Step
from ..game.moves import Move, Moves
from ..game.position import Position
from ..game.replay import Played, ReplayError, do_move, play, replay
from ..game.script import Script, ScriptLine
from ..scripts import as_script, loads, one_move
from ..scripts.words import describe
from ..text.protocols import ANSWERS, public
from ..text.source import Place
from ..text.wording import count_phrase

#: The marks of a move.
MARKS: Final = ("!", "?", "!!", "??", "!?", "?!")
#: Outcomes that a script can claim at the end of a line, as in ``=> lost``.
OUTCOMES: Final = ("lost", "solved", "undecided")


@public("node.children are the moves that follow")
class MoveNode:
    """A move in a tree, with its remarks and the moves that follow it.

    Attributes:
        parent: The previous node; None for the root.
        step: The move as it was played; None for the root.
        mark: One of ``MARKS``, or empty.
        comment: A text without ``}``.  The root's comment comes before the first move.
        outcome: The outcome claimed at the end of the line: one of ``OUTCOMES``, or empty.
        place: The place in the source text, if there is one.
    """

    def __init__(self, parent: MoveNode | None, step: Step | None, place: Place | None) -> None:
        self.parent = parent
        self.step = step
        self.place = place
        self.mark = ""
        self.comment = ""
        self.outcome = ""
        self._children: list[MoveNode] = []
        self._start: Position | None = None

    def __repr__(self) -> str:
        move = "the start" if self.step is None else f"{self.number}. {describe(self.step)}"
        return f"<{type(self).__name__} {move}{self.mark}>"

    @property
    def children(self) -> tuple[MoveNode, ...]:
        """The next moves: the main line's first, then those of variations."""
        return tuple(self._children)

    @property
    def number(self) -> int:
        """The number of the move, from 1; 0 for the root."""
        return len(self.steps)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps from the root to this node."""
        steps = []
        node: MoveNode | None = self
        while node is not None and node.step is not None:
            steps.append(node.step)
            node = node.parent
        return tuple(reversed(steps))

    @property
    def position(self) -> Position:
        """The position after the move."""
        if self.step is not None:
            return self.step.after
        assert self._start is not None  # noqa: S101 - a node without a step is a root
        return self._start

    @property
    def end(self) -> MoveNode:
        """The last node of the line that continues from here."""
        node = self
        while node._children:
            node = node._children[0]
        return node

    def main_line(self) -> Iterator[MoveNode]:
        """Yield the nodes after this one in its line."""
        node = self
        while node._children:
            node = node._children[0]
            yield node

    def variations(self) -> Iterator[MoveNode]:
        """Yield the first node of each variation from this node on, in the order of the text."""
        stack = [self]
        while stack:
            node = stack.pop()
            if node.parent is not None and node.parent._children[0] is not node:
                yield node
            # The variations of a move are written after it and before the next move.
            stack += [*node._children[:1], *reversed(node._children[1:])]

    def add(self, move: Move | Step | str, *, mark: str = "", comment: str = "") -> MoveNode:
        """Add a move after this one, as a variation if this one has a next move already.

        Args:
            move: A move, the text of one (``9-6s from 7 to 3``), or a step played from here.
            mark: One of ``MARKS``, or empty.
            comment: A comment on the move.

        Returns:
            The new node, or the existing one with the same move.

        Raises:
            IllegalMove: The move isn't legal here.
            NotationError: The text can't be read, or isn't one move.
        """
        if isinstance(move, str):
            (step,) = replay(self.position, one_move(move)).steps
        elif isinstance(move, Step):
            step = move
        else:
            step = do_move(self.position, move)
        return self._added(step, None, mark=mark, comment=comment)

    def promote(self) -> None:
        """Make this move the main continuation after its parent.  Has no effect on the root."""
        if self.parent is not None:
            self.parent._children.remove(self)
            self.parent._children.insert(0, self)

    def remove(self) -> None:
        """Remove this move and all moves after it from the tree.  Has no effect on the root."""
        if self.parent is not None:
            self.parent._children.remove(self)
            self.parent = None

    def _added(
        self, step: Step, place: Place | None, *, mark: str = "", comment: str = ""
    ) -> MoveNode:
        for child in self._children:
            if child.step == step:
                node = child
                break
        else:
            node = MoveNode(self, step, place)
            self._children.append(node)
        node.mark = mark or node.mark
        node.comment = " ".join(filter(None, (node.comment, comment)))
        return node


@public(
    "tree.main_line() are the nodes of its moves, tree.children the first ones",
    text="str(tree) == text compares the scripts",
)
class MoveTree(MoveNode):
    """A script played from a position: the root of a tree of moves.

    Args:
        start: The first position.
        moves: A script, its text, or moves; by default the tree is empty.

    Raises:
        NotationError: The text can't be read.
        ReplayError: A move of the main line or of a variation isn't legal.
    """

    def __init__(self, start: Any, moves: Moves = ()) -> None:
        super().__init__(None, None, None)
        self._start = ANSWERS["position_of"](start, "MoveTree(position)")
        script = as_script(moves)
        if script.line is None:
            node: MoveNode = self
            for played in play(self._start, script):
                node = node._added(played.step, played.instruction.place)
        else:
            _add_line(self, script.line, ())

    @property
    def script(self) -> Script:
        """The tree as a script with its comments, marks and variations."""
        return loads(str(self))

    def __str__(self) -> str:
        """Write the tree in the canonical notation, with one move of the main line per line."""
        lines = [f"{{{_safe(self.comment)}}}"] if self.comment else []
        for node in self.main_line():
            assert node.parent is not None  # noqa: S101 - a node of the main line isn't the root
            lines.append(_move_text(node))
            others = node.parent._children[1:]
            lines += [f"   ({_line_text(other)})" for other in others]
        lines += [f"=> {self.end.outcome}"] * bool(self.end.outcome)
        return "".join(f"{line}\n" for line in lines)


def _add_line(node: MoveNode, line: ScriptLine, played: tuple[Played, ...]) -> None:
    """Add the moves of a line after ``node``; ``played`` are the moves up to it.

    Raises ReplayError.
    """
    node.comment = " ".join(filter(None, (node.comment, line.comment)))
    for move in line.moves:
        previous, played_before = node, played
        try:
            for each in play(node.position, [move.instruction]):
                played = (*played, Played(len(played) + 1, each.instruction, each.step))
                node = node._added(each.step, each.instruction.place)
        except ReplayError as error:
            raise ReplayError(error.reason, error.instruction, error.position, played) from None
        node.mark = move.mark or node.mark
        node.comment = " ".join(filter(None, (node.comment, move.comment)))
        for variation in move.variations:
            _add_line(previous, variation, played_before)
    node.outcome = line.outcome or node.outcome


def _move_text(node: MoveNode) -> str:
    assert node.step is not None  # noqa: S101 - the node isn't the root
    comment = f" {{{_safe(node.comment)}}}" if node.comment else ""
    return f"{node.number}. {describe(node.step)}{node.mark}{comment}"


def _line_text(node: MoveNode) -> str:
    """Return the text of the line from ``node`` on, with the variations on its later moves."""
    parts = [_move_text(node)]
    for each in node.main_line():
        parts.append(_move_text(each))
        assert each.parent is not None  # noqa: S101 - a child isn't the root
        parts += [f"({_line_text(other)})" for other in each.parent._children[1:]]
    parts += [f"=> {node.end.outcome}"] * bool(node.end.outcome)
    return " ".join(parts)


def _safe(comment: str) -> str:
    """Return a comment on one line, without closing braces."""
    return " ".join(comment.replace("}", ")").split())


def remarks(script: Script) -> str:
    """Count the comments, marks, variations and outcomes of a script, in words; empty for none."""
    lines = [] if script.line is None else [script.line]
    for line in lines:  # the list grows during the loop
        lines += [variation for move in line.moves for variation in move.variations]
    moves = [move for line in lines for move in line.moves]
    counts = {
        "comment": sum(bool(line.comment) for line in lines) + sum(bool(m.comment) for m in moves),
        "mark": sum(bool(move.mark) for move in moves),
        "variation": len(lines) - 1,
        "outcome": sum(bool(line.outcome) for line in lines),
    }
    return ", ".join(count_phrase(number, name) for name, number in counts.items() if number > 0)
