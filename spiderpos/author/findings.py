"""What lint says: findings with their place, severity and code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from ..text.source import Place, printable

__all__ = ["CODES", "Finding", "Severity"]


class Severity(StrEnum):
    """How much a finding weighs."""

    #: The file says what isn't so.
    ERROR = "error"
    #: The problem is weak, or will be misunderstood.
    WARNING = "warning"
    #: Worth a look; doesn't count.
    HINT = "hint"


#: Every code, with its severity and what it stands for.
CODES: Final[Mapping[str, tuple[Severity, str]]] = MappingProxyType(
    {
        "yaml": (Severity.ERROR, "the file is no YAML, or no text"),
        "schema": (Severity.ERROR, "a key or a value that the format doesn't know"),
        "read": (Severity.ERROR, "a diagram, script, goal or name that can't be read"),
        "cards": (Severity.ERROR, "the cards don't add up"),
        "position": (Severity.ERROR, "a diagram and a save line disagree"),
        "replay": (Severity.ERROR, "a line that can't be played"),
        "outcome": (Severity.ERROR, "an expected outcome that a line doesn't have"),
        "solution": (Severity.ERROR, "a line that is said to solve the problem and doesn't"),
        "claim": (Severity.ERROR, "a claim that is false"),
        "evidence": (Severity.ERROR, "the evidence beside the file can't be read"),
        "stray": (Severity.WARNING, "a record beside the file that is about none of its claims"),
        "doubt": (Severity.HINT, "a diagram or script that may have meant something else"),
        "already": (Severity.ERROR, "a goal that is reached before the first move"),
        "impossible": (Severity.ERROR, "a goal that can't be reached"),
        "todo": (Severity.WARNING, "a text of the template that isn't filled in"),
        "no-goal": (Severity.WARNING, "nothing is asked that can be judged"),
        "no-solution": (Severity.WARNING, "no line solves the problem"),
        "shorter": (Severity.WARNING, "there is a shorter solution"),
        "cook": (Severity.WARNING, "there is another solution"),
        "after-goal": (Severity.WARNING, "a solution goes on after the goal is reached"),
        "hidden": (Severity.HINT, "a solution that needs cards which the solver doesn't see"),
        "known": (Severity.HINT, "an unknown card that can only be one"),
        "order": (Severity.HINT, "the solution's moves in another order do as well"),
        "unproved": (Severity.HINT, "a claim that wasn't decided in the time"),
        "solves": (Severity.HINT, "a line solves the problem and doesn't say so"),
        "line": (Severity.HINT, "a claim doesn't name the line that shows it"),
        "partial": (Severity.HINT, "'partial' where both decks are there"),
        "id": (Severity.HINT, "the id isn't the file's name"),
    }
)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong or weak: its code, what is so, and where.

    ``severity`` is that of the code unless ``lighter`` is given.
    """

    code: str
    text: str
    place: Place
    lighter: Severity | None = None

    @property
    def severity(self) -> Severity:
        """How much it weighs."""
        return self.lighter or CODES[self.code][0]

    @property
    def counts(self) -> bool:
        """Whether it makes a file one with findings; hints don't."""
        return self.severity is not Severity.HINT

    def __str__(self) -> str:
        first, _, rest = self.text.partition("\n")
        where = f"{printable(self.place.name)}:{max(1, self.place.line)}"
        text = f"{where}: {self.severity}: {first} [{self.code}]"
        return f"{text}\n{rest}" if rest else text
