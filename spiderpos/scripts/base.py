"""What every notation for moves has in common.

A move script is read into *instructions*: what the text says, with the place where it says it,
before any position is at hand.  An instruction is then resolved against a position into moves
of :mod:`spiderpos.moves`; :mod:`spiderpos.replay` does that step by step.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..cards import Card
from ..engine import Step
from ..moves import Move
from ..position import Position
from ..source import Place

__all__ = ["Call", "Instruction", "LoadScript", "Script", "ScriptFormat"]


@dataclass(frozen=True, slots=True)
class Call:
    """A move to play, with the cards that are said to come face up by it (or none said)."""

    move: Move
    reveal: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Instruction(ABC):
    """One step of a script as it is written: ``text``, and the ``place`` where it stands."""

    place: Place
    text: str

    @abstractmethod
    def resolve(self, position: Position) -> Sequence[Call]:
        """The moves that this means in ``position``.

        Mostly one; a supermove is several, to be played one after the other.  Raises an
        IllegalMove if the words don't fit the position (a card that isn't where they say).
        What the rules say of the move is *not* checked here, but when it is played.
        """


@dataclass(frozen=True, slots=True)
class Script:
    """A whole script: its instructions in order, and the name of the text."""

    instructions: tuple[Instruction, ...]
    name: str = "<text>"


class LoadScript(Protocol):
    """Reads a script from text."""

    def __call__(self, text: str, *, name: str = "<text>") -> Script:
        """Return the script; raise NotationError."""


@dataclass(frozen=True, slots=True)
class ScriptFormat:
    """A notation for moves; ``dumps`` writes steps that were played."""

    name: str
    summary: str
    loads: LoadScript
    dumps: Callable[[Sequence[Step]], str]
    recognises: Callable[[str], bool]
    example: str = ""
