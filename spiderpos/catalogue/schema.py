"""What may stand in a problem file: the dataclasses that its YAML is checked against.

A problem is a position, what is asked of it, lines of play with their expected outcomes, and
claims with their expected verdicts.  ``docs/catalogue-format.md`` describes the format for those
who write one; :func:`json_schema` is the same for an editor's completion, and ships as
``problems/problem.schema.json``.

The dataclasses know shapes and single values: names, cards, suits.  Texts in a notation of their
own (diagrams, save lines, scripts, goals) are plain strings here and are read by
:mod:`spiderpos.catalogue.reading`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Final, Literal, TypeAlias

from ..game import illegal as errors
from ..game.cards import UNKNOWN, Card, Suit, parse_card, parse_suit
from ..game.census import DECKS
from ..game.rules import COLUMNS, PRESETS, Rules, RulesError, parse_rules
from ..text.wording import did_you_mean
from .shapes import Pattern, Range, Read, kind_of, schema_of

__all__ = [
    "Cards",
    "ClaimText",
    "Difficulty",
    "Expectation",
    "Failure",
    "FindingText",
    "Hand",
    "LineText",
    "NamedPositionText",
    "PartText",
    "PositionText",
    "ProblemText",
    "Reference",
    "Source",
    "json_schema",
    "schema_text",
]


def _cards(value: object) -> tuple[Card, ...]:
    if not isinstance(value, str):
        raise ValueError(f"expected cards, as in '9s ?? 10h', not {kind_of(value)}")
    return tuple(UNKNOWN if word in ("??", "--") else parse_card(word) for word in value.split())


def _hand(value: object) -> tuple[Card, ...]:
    if isinstance(value, str):
        return _cards(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(
            f"expected a number of cards, or the cards as in '9s ?? 10h', not {kind_of(value)}"
        )
    if not 0 <= value <= DECKS:
        raise ValueError(f"a hand has 0 to {DECKS} cards, not {value}")
    return (UNKNOWN,) * value


def _suit(value: object) -> Suit:
    if not isinstance(value, str):
        raise ValueError(f"expected a suit, not {kind_of(value)}")
    return parse_suit(value)


def _subclasses(cls: type[Exception]) -> list[type[Exception]]:
    return [cls, *(c for sub in cls.__subclasses__() for c in _subclasses(sub))]


#: The names of the reasons why a move is illegal, as ``Failure.error`` takes them.
_ERRORS: Final = sorted(
    cls.__name__ for cls in _subclasses(errors.IllegalMove) if cls.__module__ == errors.__name__
)


def _rules(value: object) -> Rules:
    try:
        if isinstance(value, str):
            return parse_rules(value)
        if isinstance(value, dict):
            changes = {str(key): option for key, option in value.items() if key != "preset"}
            return parse_rules(str(value.get("preset", "woods")), changes)
    except RulesError as error:
        raise ValueError(str(error)) from None
    raise ValueError(f"expected the name of rules, or a group of options, not {kind_of(value)}")


def _error_name(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected the name of an error, not {kind_of(value)}")
    if value not in _ERRORS:
        raise ValueError(f"there is no error '{value}'{did_you_mean(value, _ERRORS)}")
    return value


_NAME: Final = "[a-z0-9]+(-[a-z0-9]+)*"
_NO_NAME: Final = "'{}' is no name: expected lower-case words and numbers joined by hyphens"

#: A name: lower-case words and numbers joined by hyphens.
Name: TypeAlias = Annotated[str, Pattern(rf"^{_NAME}$", _NO_NAME, 60)]
#: The name of a position: ``start``, a named position, a line (its end), or ``line/part``.
Reference: TypeAlias = Annotated[str, Pattern(rf"^{_NAME}(/{_NAME})?$", _NO_NAME, 121)]
#: Text with something in it.
Text: TypeAlias = Annotated[str, Pattern(r"\S")]
#: What stands above something, in one line.  So long a text is no title: a quote may be missing.
Title: TypeAlias = Annotated[
    str, Pattern(r"^[^\n]*\S[^\n]*$", "expected a title of one line", 200)
]
ColumnNumber: TypeAlias = Annotated[int, Range(1, COLUMNS)]
Cards: TypeAlias = Annotated[
    tuple[Card, ...], Read(_cards, {"type": "string", "examples": ["9s ?? 10h"]})
]
Hand: TypeAlias = Annotated[
    tuple[Card, ...],
    Read(
        _hand,
        {"anyOf": [{"type": "integer", "minimum": 0, "maximum": DECKS}, {"type": "string"}]},
    ),
]
SuitName: TypeAlias = Annotated[
    Suit, Read(_suit, {"type": "string", "enum": [str(suit) for suit in Suit]})
]
RulesText: TypeAlias = Annotated[
    Rules,
    Read(
        _rules,
        {
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "properties": {
                        "preset": {"enum": list(PRESETS)},
                        **{option.name: {} for option in fields(Rules)},
                    },
                    "additionalProperties": False,
                },
            ]
        },
    ),
]
ErrorName: TypeAlias = Annotated[str, Read(_error_name, {"type": "string", "enum": _ERRORS})]


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where a problem was published."""

    text: Text
    """The text that it stands in."""
    year: Annotated[int, Range(1900, 2200)]
    """The year of that text."""
    place: Text | None = None
    """Where in the text."""
    url: Text | None = None
    """An address where the text can be read."""


@dataclass(frozen=True, kw_only=True)
class PositionText:
    """A position: as a diagram, as a save line, or in another notation.

    With both a diagram and a save line the position is the line's, which knows more, and the
    diagram has to agree with it.
    """

    diagram: Text | None = None
    """The tableau as it is printed."""
    line: Text | None = None
    """A save line of Woods' program."""
    text: Text | None = None
    """The position in any other notation."""
    format: Text | None = None
    """The notation of 'text', if it isn't to be recognised."""
    hide: bool = False
    """Forget which cards are face down or in the hand, as a player doesn't know them."""
    face_down: dict[ColumnNumber, Cards] | None = None
    """The face-down cards of columns, from the top down; ?? for one that isn't known."""
    hand: Hand | None = None
    """The hand: how many cards, or the cards, next to be dealt first."""
    removed: tuple[SuitName, ...] | None = None
    """The suits that have been removed."""

    def _bases(self) -> list[str]:
        return [key for key in ("diagram", "line", "text") if getattr(self, key) is not None]

    def __post_init__(self) -> None:
        bases = self._bases()
        if not bases:
            raise ValueError("a position needs a diagram, a line or a text")
        if "text" in bases and len(bases) > 1:
            raise ValueError("a position is either a text or a diagram or line, not both")
        if self.format is not None and self.text is None:
            raise ValueError("format says what notation 'text' is in, and there is no text")


@dataclass(frozen=True, kw_only=True)
class NamedPositionText(PositionText):
    """A further position of the problem: of its own, or made from another one."""

    id: Name
    """The name by which lines and claims refer to it."""
    title: Title | None = None
    """What it shows."""
    start: Reference | None = field(default=None, metadata={"key": "from"})
    """The position that it is made from by the other keys."""

    def _bases(self) -> list[str]:
        return super()._bases() if self.start is None else ["from"]

    def __post_init__(self) -> None:
        if self.start is not None and super()._bases():
            raise ValueError("a position is made either from another one or from a text, not both")
        super().__post_init__()


@dataclass(frozen=True, kw_only=True)
class Failure:
    """That a line stops at an illegal move."""

    move: Annotated[int, Range(1)]
    """The number of the illegal move, from 1, counted in this script."""
    error: ErrorName
    """Why it is illegal: the name of the error, or of a group of errors."""
    run: Text | None = None
    """The run that is found in place of the one that the script names, as in 8-4c."""


@dataclass(frozen=True, kw_only=True)
class Expectation:
    """What has to be so at the end of a script, or by it."""

    diagram: Text | None = None
    """The tableau."""
    turned: dict[ColumnNumber, Cards] | None = None
    """The cards turned up by the script: by column, in order.  No others are."""
    removed: tuple[SuitName, ...] | None = None
    """The suits removed by the script, in order.  No others are."""
    spaces: tuple[ColumnNumber, ...] | None = None
    """The empty columns."""
    score: int | None = None
    """The score of the position, by the problem's rules."""
    fails: Failure | None = None
    """The script stops at an illegal move: a known slip of the source."""

    def __post_init__(self) -> None:
        if all(getattr(self, key.name) is None for key in fields(self)):
            raise ValueError("nothing is expected here")
        if self.fails is not None and self.diagram is not None:
            raise ValueError("a script that fails has no diagram at its end")


@dataclass(frozen=True, kw_only=True)
class PartText:
    """A stretch of a line."""

    id: Name
    """Its name within the line: 'line/part' is the position at its end."""
    script: Text
    """The moves, in strict words."""
    expect: Expectation | None = None
    """What has to be so at its end."""


@dataclass(frozen=True, kw_only=True)
class LineText:
    """A line of play: a script in one piece, or in parts."""

    id: Name
    """The name by which others refer to it."""
    title: Title
    """What it does."""
    note: Text | None = None
    """A remark."""
    origin: Literal["printed", "described", "found"]
    """printed: the source gives the moves; described: it says in words what to do; found:
    neither."""
    by: Text | None = None
    """Who made it, if it isn't the problem's author."""
    start: Reference = field(default="start", metadata={"key": "from"})
    """Where it begins."""
    script: Text | None = None
    """The moves, in strict words."""
    expect: Expectation | None = None
    """What has to be so at its end."""
    parts: tuple[PartText, ...] | None = None
    """Instead of a script: the stretches of the line, each with what to expect."""
    solves: bool = False
    """The line, with those that it continues, solves the problem."""

    def __post_init__(self) -> None:
        if (self.script is None) == (self.parts is None):
            raise ValueError("a line has either a script or parts")
        if self.parts is not None and not self.parts:
            raise ValueError("a line needs at least one part")
        if self.parts is not None and self.expect is not None:
            raise ValueError("what to expect stands in the parts of this line")


@dataclass(frozen=True, kw_only=True)
class ClaimText:
    """A statement about a position, with the verdict that is expected."""

    id: Name
    """The name by which others refer to it."""
    statement: Text
    """The claim in words."""
    goal: Text
    """The claim as a goal."""
    position: Reference = "start"
    """The position that it is about."""
    verdict: Literal["solved", "impossible"]
    """Whether the goal can be reached."""
    claimed: Literal["solved", "impossible"] | None = None
    """What the source says, where it is wrong."""
    line: Reference | None = None
    """A line, or a part of one, that shows it: played on from the claim's position."""
    plan: Text | None = None
    """A plan that shows it: moves that branch by the card that turns up."""
    argument: Text | None = None
    """How the source argues."""
    by: Text | None = None
    """Who claims it, if it isn't the problem's author."""

    def __post_init__(self) -> None:
        if self.plan is not None and (self.line is not None or self.verdict == "impossible"):
            raise ValueError("a plan shows a claim that is solved and has no line")


@dataclass(frozen=True, kw_only=True)
class FindingText:
    """What was found out about a problem after its publication."""

    id: Name
    """Its name."""
    statement: Text
    """The finding in words."""
    kind: Literal["error", "shorter", "cook", "more"]
    """error: the source is wrong; shorter: a shorter line; cook: another solution; more: a
    further fact."""
    claim: Name | None = None
    """The claim that it is about."""
    line: Reference | None = None
    """The line that shows it."""
    by: Text | None = None
    """Who found it."""


@dataclass(frozen=True, kw_only=True)
class Difficulty:
    """An estimate of how hard a problem is for a person."""

    rating: Annotated[float, Range(0, 10)]
    """From 0 (at a glance) to 10."""
    note: Text | None = None
    """What the rating rests on."""


@dataclass(frozen=True, kw_only=True)
class ProblemText:
    """A problem file."""

    id: Name
    """The problem's name, by which commands call it."""
    title: Title
    author: Text
    source: Source
    rules: RulesText | None = None
    """A preset's name, perhaps changed ('woods;cells=1'); or options by name, and 'preset'.

    If left out, those that the position's text says, otherwise Woods'.
    """
    partial: bool = False
    """Fewer cards than two decks, or fewer columns than ten."""
    stipulation: Text
    """What is asked, in words."""
    goal: Text | None = None
    """What is asked, as a goal."""
    position: PositionText
    positions: tuple[NamedPositionText, ...] = ()
    """Further positions that lines and claims begin from."""
    lines: tuple[LineText, ...] = ()
    claims: tuple[ClaimText, ...] = ()
    findings: tuple[FindingText, ...] = ()
    difficulty: Difficulty | None = None
    notes: Text | None = None
    """Anything else worth knowing."""


def json_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a problem file."""
    models: dict[str, Any] = {}
    schema_of(ProblemText, models)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A problem for spiderpos",
        **models.pop("ProblemText"),
        "$defs": models,
    }


def schema_text() -> str:
    """The JSON Schema as it ships, in ``problems/problem.schema.json``."""
    return json.dumps(json_schema(), indent=2) + "\n"
