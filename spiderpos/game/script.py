"""Move scripts: the types that all notations for moves share.

A script is parsed into *instructions*, each with its text and its place, without a position.
:mod:`spiderpos.game.replay` then resolves each instruction against the current position into
moves of :mod:`spiderpos.game.moves` and plays them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from ..text.errors import NotationError
from ..text.protocols import public
from ..text.source import Place, SourceText, in_one_line, without_invisible
from ..text.wording import count_phrase
from .cards import Card
from .engine import Step, made_known
from .moves import Deal, HoldsMoves, Move
from .position import Position


class Call(NamedTuple):
    """A move to play, with the cards that come face up according to the script, if it names any.

    ``assumed`` describes a choice that the text leaves open and the position decided
    (``takes 7-5d``).
    """

    move: Move
    reveal: tuple[Card, ...] = ()
    assumed: str = ""


@dataclass(frozen=True, slots=True)
class Instruction(ABC):
    """A statement of a script, for one or more moves, with its ``text`` and ``place``."""

    place: Place
    text: str

    @property
    def in_one_line(self) -> str:
        """The text in one line, without comments and the quotation marks of e-mail lines."""
        return in_one_line(self.text)

    @property
    def reading(self) -> str:
        """The assumption about the notation, as ``counts columns from 0``; empty without one."""
        return ""

    @abstractmethod
    def resolve(self, position: Position) -> Sequence[Call]:
        """Return the moves of the instruction in ``position``.

        There is usually one; a supermove consists of several, to be played in order.  Raises
        IllegalMove if the text doesn't fit the position, as when it misplaces a card.
        Whether the move is legal is *not* checked here, but when it is played.
        """


@dataclass(frozen=True, slots=True)
class GivenMove(Instruction):
    """A move given as a value, with ``reveal``, the argument of the engine's ``do``."""

    move: Move
    reveal: tuple[Card, ...] = ()

    def resolve(self, position: Position) -> Sequence[Call]:
        """Return the given move, whatever the position."""
        return (Call(self.move, self.reveal),)


class OpenPoint(NamedTuple):
    """An ambiguity of a script.

    ``text`` is the meaning in this reading, ``otherwise`` the one in the other readings, and
    ``settled_by`` the change or option that resolves the ambiguity.
    """

    text: str
    otherwise: str
    settled_by: str


class OtherReading(NamedTuple):
    """Another reading of a script: the points in which it differs from the first, and its moves.

    The moves are parsed when ``instructions`` is called.
    """

    points: tuple[OpenPoint, ...]
    instructions: Callable[[], Iterable[Instruction]]


@dataclass(frozen=True, slots=True)
class ScriptMove:
    """A move of a line with its mark (``!``), its comment and the variations on it."""

    instruction: Instruction
    mark: str = ""
    comment: str = ""
    variations: tuple[ScriptLine, ...] = ()

    @property
    def has_remarks(self) -> bool:
        """True if the move has a mark, a comment or variations."""
        return bool(self.mark or self.comment or self.variations)


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """Moves with comments, marks and variations: a whole script, or a variation.

    Attributes:
        moves: The moves in order.  Variations are attached to the move that they replace.
        comment: The comment before the first move.
        outcome: The outcome that the text claims: ``lost``, ``solved``, ``undecided`` or empty.
        place: The place of a variation in its text.
    """

    moves: tuple[ScriptMove, ...] = ()
    comment: str = ""
    outcome: str = ""
    place: Place | None = field(default=None, compare=False)

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """The instructions of the line's moves, without those of variations."""
        return tuple([move.instruction for move in self.moves])

    def placed(self, change: Callable[[Place], Place]) -> ScriptLine:
        """Return the line with changed places of its moves and variations."""
        moves = (
            replace(
                move,
                instruction=replace(move.instruction, place=change(move.instruction.place)),
                variations=tuple(each.placed(change) for each in move.variations),
            )
            for move in self.moves
        )
        return replace(self, moves=tuple(moves), place=self.place and change(self.place))

    @property
    def has_remarks(self) -> bool:
        """True if the line has a comment, an outcome, marks or variations."""
        return bool(self.comment or self.outcome) or any(m.has_remarks for m in self.moves)


@public("script.instructions are its moves; spiderpos.replay(position, script) plays them")
@dataclass(frozen=True, slots=True, repr=False)
class Script(HoldsMoves):
    """A whole script: its instructions in order, and the name of the text.

    ``notes`` are sentences about missing parts of a text that was cut short.  ``others`` are
    other readings of the whole text, for the case that the instructions can't be played to the
    end (see :func:`spiderpos.game.replay.legal_reading`).  ``line`` has the moves with comments,
    marks and variations; None if the text has none of these.
    """

    instructions: tuple[Instruction, ...]
    name: str = "<text>"
    notes: tuple[str, ...] = ()
    others: tuple[OtherReading, ...] = field(default=(), compare=False)
    line: ScriptLine | None = None

    def __repr__(self) -> str:
        return f"<Script {self.name}: {count_phrase(len(self.instructions), 'instruction')}>"


def script_of_moves(moves: Iterable[Move | Step]) -> Script:
    """Return a script of these moves; for steps it also has the cards that they made known."""
    place = Place("<moves>", 0, 0)
    given: list[GivenMove] = []
    for item in moves:
        move, reveal = (item.move, _revealed(item)) if isinstance(item, Step) else (item, ())
        given.append(GivenMove(place, str(move), move, reveal))
    return Script(tuple(given), "<moves>")


def _revealed(step: Step) -> tuple[Card, ...]:
    """Return ``reveal`` for the engine's ``do``; empty if the step made no card known."""
    if not made_known(step):
        return ()
    row = step.cards if isinstance(step.move, Deal) else ()
    return (*row, *(turned.card for turned in step.turned))


class ScriptFormat(NamedTuple):
    """A notation for moves.

    ``name`` is its name on the command line, ``summary`` a phrase for the help text.

    ``loads`` reads a script, which may have no moves.  The ``name`` of the text is used in errors.
    It raises NotationError with the place and the expected text, and checks nothing that requires
    a position.

    ``dumps`` writes played steps.  Replaying them from the first step's position gives the same
    positions.  It raises NotWritable for moves that the notation can't represent.

    ``recognises`` returns True if a text is probably in this notation, or if this notation gives
    the best error message for it; it must be fast and must not raise.
    """

    name: str
    summary: str
    loads: Callable[..., Script]
    dumps: Callable[[Sequence[Step]], str]
    recognises: Callable[[str], bool]


#: The maximum length of a script in running text, in characters.
LONGEST: Final = 125_000


def text_source(text: str, name: str, *, longest: int | None = LONGEST) -> SourceText:
    """Return the source of a script, without invisible characters.

    Raises NotationError if the text is binary, or has more characters than ``longest``.
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
