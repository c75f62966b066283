"""What every notation for moves has in common.

A move script is read into *instructions*: what the text says, with the place where it says it,
before any position is at hand.  An instruction is then resolved against a position into moves
of :mod:`spiderpos.game.moves`; :mod:`spiderpos.game.replay` does that step by step.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from ..text.errors import NotationError
from ..text.protocols import public
from ..text.source import Place, SourceText, in_one_line, without_invisible
from ..text.wording import count_phrase
from .cards import Card
from .engine import Step, made_known
from .moves import Deal, HoldsMoves, Move
from .position import Position


@dataclass(frozen=True, slots=True)
class Call:
    """A move to play, with the cards that are said to come face up by it (or none said).

    ``assumed`` says what the words leave open and the position decided (``takes 7-5d``).
    """

    move: Move
    reveal: tuple[Card, ...] = ()
    assumed: str = ""


@dataclass(frozen=True, slots=True)
class Instruction(ABC):
    """One step of a script as it is written: ``text``, and the ``place`` where it stands."""

    place: Place
    text: str

    @property
    def in_one_line(self) -> str:
        """The text in one line, without the marks of quoted lines, and comments."""
        return in_one_line(self.text)

    @property
    def reading(self) -> str:
        """Words for what its script is taken for: ``counts columns from 0``; empty if as it is."""
        return ""

    @abstractmethod
    def resolve(self, position: Position) -> Sequence[Call]:
        """Return the moves that this means in ``position``.

        Mostly one; a supermove is several, to be played one after the other.  Raises an
        IllegalMove if the words don't fit the position (a card that isn't where they say).
        What the rules say of the move is *not* checked here, but when it is played.
        """


@dataclass(frozen=True, slots=True)
class GivenMove(Instruction):
    """A move that is given as a value, with the cards that it turned up when it was played."""

    move: Move
    reveal: tuple[Card, ...] = ()

    def resolve(self, position: Position) -> Sequence[Call]:
        """Return the move itself."""
        return (Call(self.move, self.reveal),)


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """Something that a script leaves open: what one reading takes it for, and what others do.

    ``settled_by`` says what to do to settle it.
    """

    text: str
    otherwise: str
    settled_by: str


@dataclass(frozen=True, slots=True)
class OtherReading:
    """Another reading of a whole script: the points in which it isn't the first, and its moves."""

    points: tuple[OpenPoint, ...]
    instructions: Callable[[], Iterable[Instruction]]


@dataclass(frozen=True, slots=True)
class ScriptMove:
    """A move of a line with its mark (``!``), its comment, and the variations that replace it."""

    instruction: Instruction
    mark: str = ""
    comment: str = ""
    variations: tuple[ScriptLine, ...] = ()

    @property
    def has_remarks(self) -> bool:
        """True if there is more than the instruction."""
        return bool(self.mark or self.comment or self.variations)


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """Moves with their remarks: a whole script, or a variation in one.

    Attributes:
        moves: The moves in order; a variation is in its move's ``variations``.
        comment: The comment before the first move.
        outcome: What the text claims of the end: ``lost``, ``solved``, ``undecided`` or nothing.
        place: The place of a variation in its text.
    """

    moves: tuple[ScriptMove, ...] = ()
    comment: str = ""
    outcome: str = ""
    place: Place | None = field(default=None, compare=False)

    @property
    def has_remarks(self) -> bool:
        """True if there is more than the moves."""
        return bool(self.comment or self.outcome) or any(m.has_remarks for m in self.moves)


@public("script.instructions are its moves; spiderpos.replay(position, script) plays them")
@dataclass(frozen=True, slots=True, repr=False)
class Script(HoldsMoves):
    """A whole script: its instructions in order, and the name of the text.

    ``notes`` says in sentences what the text lacks, if it is cut short.  ``others`` make other
    readings of the whole text: what they say is what is meant if these instructions can't be
    played to the end, and just one of the others can.  ``line`` are the moves with their remarks
    (comments, marks, variations), None if there are none.
    """

    instructions: tuple[Instruction, ...]
    name: str = "<text>"
    notes: tuple[str, ...] = ()
    others: tuple[OtherReading, ...] = field(default=(), compare=False)
    line: ScriptLine | None = None

    def __repr__(self) -> str:
        return f"<Script {self.name}: {count_phrase(len(self.instructions), 'instruction')}>"


def script_of_moves(moves: Iterable[Move | Step]) -> Script:
    """Return the script that plays these moves; steps turn up the cards that they did."""
    place = Place("<moves>", 0, 0)
    given: list[GivenMove] = []
    for item in moves:
        move, reveal = (item.move, _revealed(item)) if isinstance(item, Step) else (item, ())
        given.append(GivenMove(place, str(move), move, reveal))
    return Script(tuple(given), "<moves>")


def _revealed(step: Step) -> tuple[Card, ...]:
    """Return the cards that a step made known, as :func:`spiderpos.game.engine.do` takes them."""
    if not made_known(step):
        return ()
    row = step.cards if isinstance(step.move, Deal) else ()
    return (*row, *(turned.card for turned in step.turned))


@dataclass(frozen=True, slots=True)
class ScriptFormat:
    """A notation for moves.

    ``name`` is what the command line calls it, ``summary`` a phrase for the help text,
    ``example`` a short example.  ``loads`` reads a text, with the ``name`` that errors call it,
    and raises NotationError; ``dumps`` writes steps that were played.  ``recognises`` tells from
    a text whether it is probably in this notation, or says best what is wrong with it;
    it must be quick, and never raises.
    """

    name: str
    summary: str
    loads: Callable[..., Script]
    dumps: Callable[[Sequence[Step]], str]
    recognises: Callable[[str], bool]
    example: str = ""


#: The most characters of running text.
LONGEST: Final = 125_000


def text_source(text: str, name: str, *, longest: int | None = LONGEST) -> SourceText:
    """Return the text to read a script from, without what nobody sees in it.

    Raises NotationError if it is binary, or has more characters than ``longest``.
    """
    source = SourceText(without_invisible(text), name)
    if longest is not None and len(text) > longest:
        raise NotationError(
            f"this is too long for a script: more than {longest:,} characters",
            source.place(longest),
        )
    zero = text.find("\0")
    if zero >= 0:
        raise NotationError("this is not a text: it has zero bytes", source.place(zero))
    return source
