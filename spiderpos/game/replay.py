"""Replay of scripts.

Every move is checked by the rules engine.  The first illegal move stops the replay with an error
that has the reason, the place in the script and the position before the move.

:func:`retrace` plays a line again with the cards that a first replay revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from ..text.errors import InText
from ..text.protocols import public
from ..text.source import Place
from ..text.wording import count_phrase, join_words
from . import engine
from .cards import UNKNOWN, Card
from .census import by_elimination
from .engine import Step
from .illegal import AmbiguousScript, IllegalMove
from .moves import Deal, HoldsMoves, Move
from .position import Column, Position
from .script import Call, Instruction, OtherReading, Script


@public("played.step is the step, played.instruction its text")
@dataclass(frozen=True, slots=True)
class Played:
    """One step of a replay, with its number (from 1) and the instruction in the script.

    ``assumed`` describes a choice that the text leaves open and the position decided, such as
    ``takes 7-5d``; it is empty if there was none.
    """

    number: int
    instruction: Instruction
    step: Step
    assumed: str = ""


@public(
    "replay.steps are the steps, replay.played the steps with their text",
    truth="spiderpos.replay raises an error for an illegal move; see also len(replay.steps)",
    shown=True,
)
@dataclass(frozen=True, slots=True, repr=False)
class Replay(HoldsMoves):
    """A script that was played to its end."""

    start: Position
    played: tuple[Played, ...]

    def __repr__(self) -> str:
        return f"<Replay of {count_phrase(len(self.played), 'move')}>"

    @property
    def end(self) -> Position:
        """The position after the last move."""
        return self.played[-1].step.after if self.played else self.start

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps, without their text."""
        return tuple(played.step for played in self.played)

    def steps_to_play(self) -> tuple[Step, ...]:
        """Return the steps."""
        return self.steps

    @property
    def assumed(self) -> tuple[str, ...]:
        """The choices that the text left open and the position decided; see :func:`assumed_in`."""
        return assumed_in(self.played)


class ReplayError(InText, IllegalMove):
    """An illegal move in a script, at which the replay stopped.

    ``reason`` is the IllegalMove, ``instruction`` the text with its place, ``number`` the number
    of the move (from 1), ``position`` the position before it, ``played`` the steps before it.
    """

    def __init__(
        self,
        reason: IllegalMove,
        instruction: Instruction,
        position: Position,
        played: tuple[Played, ...],
    ) -> None:
        Exception.__init__(self, reason, instruction, position, played)
        self.undecided = reason.undecided
        self.reason = reason
        self.instruction = instruction
        self.position = position
        self.played = played

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args

    @property
    def place(self) -> Place:  # type: ignore[override]
        """The place of the instruction in the script."""
        return self.instruction.place

    @property
    def number(self) -> int:
        """The number of the illegal move, from 1."""
        return len(self.played) + 1

    def __str__(self) -> str:
        words, place = self.instruction.in_one_line, self.instruction.place
        reading = f" ({self.instruction.reading})" * bool(self.instruction.reading)
        text = f"{place.prefix}move {self.number}, '{words}'{reading}: {self.reason}"
        in_text = place.line > (0 if place.prefix else 1)
        return f"{text}\n{place.excerpt()}" if in_text else text


#: A callback for unknown cards that come face up.  It receives the step, in which these cards are
#: ``UNKNOWN``, and returns the argument ``reveal`` of :func:`spiderpos.game.engine.do`: for a deal
#: the whole row, then the cards turned up.  A card may stay ``UNKNOWN``.
Ask: TypeAlias = Callable[[Step], Sequence[Card]]


def assumed_in(played: Iterable[Played]) -> tuple[str, ...]:
    """Summarise the choices that the text left open and the position decided.

    There is one phrase per kind of choice: its first move, and the number of further ones.  The
    first word of ``Played.assumed`` is the kind, such as ``takes`` in ``takes 7-5d``.
    """
    kinds: dict[str, list[Played]] = {}
    for move in played:
        if move.assumed:
            kinds.setdefault(move.assumed.partition(" ")[0], []).append(move)
    return tuple(
        f"move {moves[0].number}, '{moves[0].instruction.in_one_line}', {moves[0].assumed}"
        + (f", and {count_phrase(len(moves) - 1, 'more move')} like it" if moves[1:] else "")
        for moves in kinds.values()
    )


def play(
    position: Position, script: Script | Iterable[Instruction], *, ask: Ask | None = None
) -> Iterator[Played]:
    """Play a script from ``position``, yielding each step.

    Args:
        position: The position before the first move.
        script: The script, or its instructions.  A script with several readings is played in the
            reading that :func:`legal_reading` returns.
        ask: Called for unknown cards that come face up and are not named in the script.  Without
            it they stay ``UNKNOWN``, unless all hidden cards must be the same card.

    Raises ReplayError at the first instruction that doesn't fit the position or is illegal.
    """
    instructions: Iterable[Instruction]
    if isinstance(script, Script):
        instructions, played = legal_reading(position, script)
        if played and ask is None:
            yield from played
            return
    else:
        instructions = script
    done: list[Played] = []
    for instruction in instructions:
        try:
            for call in instruction.resolve(position):
                step = _do(position, call, ask)
                done.append(Played(len(done) + 1, instruction, step, call.assumed))
                yield done[-1]
                position = step.after
        except IllegalMove as reason:
            raise ReplayError(reason, instruction, position, tuple(done)) from None


def legal_reading(
    position: Position, script: Script
) -> tuple[Sequence[Instruction], tuple[Played, ...]]:
    """Return the reading of a script that is legal from ``position``, and its steps.

    The first reading is preferred.  If it is illegal and several others are legal and lead to
    different positions, ReplayError is raised.  If no reading is legal, the one with the most
    legal moves before the illegal one is returned, without steps.  A script with a single reading
    is returned without playing it.
    """
    if not script.others:
        return script.instructions, ()
    legal: dict[Position, tuple[OtherReading, tuple[Instruction, ...], tuple[Played, ...]]] = {}
    furthest: Sequence[Instruction] = script.instructions
    most = -1
    for reading in (OtherReading((), lambda: script.instructions), *script.others):
        instructions = tuple(reading.instructions())
        try:
            played = replay(position, instructions)
        except ReplayError as error:
            if len(error.played) > most:
                furthest, most = instructions, len(error.played)
            continue
        if not reading.points:
            return instructions, played.played
        legal.setdefault(played.end, (reading, instructions, played.played))
    if len(legal) > 1:
        reason = _ambiguous([reading for reading, _, _ in legal.values()])
        raise ReplayError(reason, script.instructions[0], position, ())
    for _, fitting, moves in legal.values():
        return fitting, moves
    return furthest, ()


def _ambiguous(readings: Sequence[OtherReading]) -> AmbiguousScript:
    """Return the error for a script with several legal readings, listing their differences."""
    points = dict.fromkeys(point for reading in readings for point in reading.points)
    open_points = [
        point for point in points if not all(point in reading.points for reading in readings)
    ]
    options = (
        join_words(
            point.text if point in reading.points else point.otherwise for point in open_points
        )
        for reading in readings
    )
    remedies = tuple(point.settled_by for point in open_points)
    return AmbiguousScript("the whole script", tuple(options), remedies)


def _do(position: Position, call: Call, ask: Ask | None) -> Step:
    step, first = do_move(position, call.move, call.reveal), 0
    # A dealt card that was asked for may complete a suit, whose removal turns up another card.
    while ask is not None and not call.reveal and UNKNOWN in face_up_by(step)[first:]:
        first = len(face_up_by(step))
        step = engine.do(position, call.move, ask(step))
    return step


def do_move(position: Position, move: Move, reveal: Sequence[Card] = ()) -> Step:
    """Play ``move`` with :func:`spiderpos.game.engine.do`.  Raises IllegalMove.

    Without ``reveal``, an unknown card that comes face up becomes known if all hidden cards must
    be copies of the same card; otherwise it stays unknown.
    """
    step = engine.do(position, move, reveal)
    if not reveal and UNKNOWN in face_up_by(step):
        return redo(position, move, by_elimination(position))
    return step


def face_up_by(step: Step) -> tuple[Card, ...]:
    """Return the cards that come face up in a step: those of a deal, then those turned up."""
    row = step.cards if isinstance(step.move, Deal) else ()
    return (*row, *(turned.card for turned in step.turned))


def replay(
    position: Position, script: Script | Iterable[Instruction], *, ask: Ask | None = None
) -> Replay:
    """Play a whole script from ``position`` with :func:`play`.  Raises ReplayError."""
    return Replay(position, tuple(play(position, script, ask=ask)))


# Replaying with the revealed cards known


def shown_by(start: Position, steps: Iterable[Step]) -> Position:
    """Return ``start`` with the cards known that come face up in ``steps``, played from there."""
    hand = list(start.hand)
    down = [list(column.down) for column in start.columns]
    for step in steps:
        if isinstance(step.move, Deal):
            dealt = len(hand) - len(step.before.hand)
            for number, card in enumerate(step.cards, dealt):
                hand[number] = card or hand[number]
        for turned in step.turned:
            column = down[turned.column - 1]
            depth = len(step.before.column(turned.column).down) - 1
            column[depth] = turned.card or column[depth]
    columns = tuple(
        Column(tuple(cards), column.up) for cards, column in zip(down, start.columns, strict=True)
    )
    return replace(start, columns=columns, hand=tuple(hand))


def retrace(position: Position, moves: Iterable[Move], revealed: Position) -> tuple[Step, ...]:
    """Play a line with :func:`redo` and return its steps.  Raises IllegalMove."""
    steps: list[Step] = []
    for move in moves:
        steps.append(redo(position, move, revealed))
        position = steps[-1].after
    return tuple(steps)


def redo(position: Position, move: Move, revealed: Position) -> Step:
    """Play ``move``, taking the unknown cards that come face up from ``revealed``.

    ``revealed`` is ``position`` or an earlier one of the same game, with more known cards, as
    returned by :func:`shown_by`.  Cards that are unknown there stay ``UNKNOWN``.  Raises
    IllegalMove.
    """
    step = engine.do(position, move)
    row: tuple[Card, ...] = ()
    if isinstance(move, Deal):
        if UNKNOWN in step.cards:
            named = revealed.hand[len(revealed.hand) - len(position.hand) :]
            row = tuple(card or other for card, other in zip(step.cards, named, strict=False))
            step = engine.do(position, move, row)
        row = step.cards
    if any(not turned.card for turned in step.turned):
        turned = tuple(
            turned.card
            or revealed.column(turned.column).down[len(position.column(turned.column).down) - 1]
            for turned in step.turned
        )
        step = engine.do(position, move, (*row, *turned))
    return step
