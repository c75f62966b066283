"""The schema of problem files, as dataclasses.

A problem has a position, a goal, lines of play with expected outcomes, and claims with expected
verdicts.  ``docs/catalogue-format.md`` describes the format for authors;
``problems/problem.schema.json`` is the same schema for completion in editors.

The dataclasses validate structure and single values (names, cards, suits).  Diagrams, save lines,
scripts and goals are plain strings here; :mod:`spiderpos.catalogue.reading` parses them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from ..game import illegal as errors
from ..game.cards import UNKNOWN, Card, Suit, parse_card, parse_suit
from ..game.census import DECKS
from ..game.rules import COLUMNS, Rules, RulesError, parse_rules
from ..text.wording import did_you_mean
from .themes import Theme
from .validation import Pattern, Range, Read, kind_of


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(UNKNOWN if word in ("??", "--") else parse_card(word) for word in text.split())


def _hand(value: object) -> tuple[Card, ...]:
    if isinstance(value, str):
        return _cards(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(
            f"expected a number of cards, or cards such as '9s ?? 10h', not {kind_of(value)}"
        )
    if not 0 <= value <= DECKS:
        raise ValueError(f"a hand has 0 to {DECKS} cards, not {value}")
    return (UNKNOWN,) * value


def _subclasses(cls: type[Exception]) -> list[type[Exception]]:
    return [cls, *(c for sub in cls.__subclasses__() for c in _subclasses(sub))]


#: Names of IllegalMove and its subclasses in its module: the valid values of ``Failure.error``.
_ERRORS: Final = sorted(
    cls.__name__ for cls in _subclasses(errors.IllegalMove) if cls.__module__ == errors.__name__
)


def _beginning(text: str) -> Beginning:
    match = _BEGINNING.fullmatch(text.strip())
    if match is None:
        raise ValueError(
            f"expected the name of a line, or a line as in '{_EXAMPLE}', not '{text}'"
        )
    first_own = int(match["own"]) if match["own"] else None
    if first_own is not None and first_own < 2:
        raise ValueError(f"expected 'from move 2' or a higher number, not {first_own}")
    return Beginning(match["line"], first_own)


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


def _error_name(value: str) -> str:
    if value not in _ERRORS:
        raise ValueError(f"unknown error '{value}'{did_you_mean(value, _ERRORS)}")
    return value


_NAME: Final = "[a-z0-9]+(-[a-z0-9]+)*"
_NOT_A_NAME: Final = (
    "'{}' is not a valid name: expected lower-case words and numbers joined by hyphens"
)

_KNOWN: Final = re.compile(rf"line\s+(?P<line>{_NAME}(/{_NAME})?)|plan|certificate|open", re.ASCII)

_EXAMPLE: Final = "hearts, from move 52"
_BEGINNING: Final = re.compile(
    rf"(?P<line>{_NAME}(/{_NAME})?)(,?\s+from\s+move\s+(?P<own>[0-9]{{1,4}}))?", re.ASCII
)


class Known(NamedTuple):
    """The proof of a claim: its kind, and the name of the line for ``line``."""

    kind: Literal["line", "plan", "certificate", "open"]
    line: str | None = None


def _proof(text: str) -> Known:
    match = _KNOWN.fullmatch(text.strip())
    if match is None:
        raise ValueError(
            f"expected 'line NAME', 'plan', 'certificate' or 'open', not '{text}'; "
            "only a certificate proves 'impossible'"
        )
    return Known("line" if match["line"] else text.strip(), match["line"])  # type: ignore[arg-type]


def _source_verdict(value: object) -> str | int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if value in ("possible", "impossible", "question"):
        return str(value)
    raise ValueError(
        f"expected 'possible', 'impossible', 'question' or a number, not {value!r:.40}"
    )


class Beginning(NamedTuple):
    """The value of ``as``: another line with which a line or plan shares its first moves.

    ``line`` is the other line's name, or ``line/part``.  ``own`` is the number of the first move
    that isn't shared, counted from 1 at the other line's root; None if all its moves are shared.
    """

    line: str
    own: int | None

    def __str__(self) -> str:
        return self.line if self.own is None else f"{self.line}, from move {self.own}"


#: A name: lower-case words and numbers joined by hyphens.
Name: TypeAlias = Annotated[str, Pattern(rf"^{_NAME}$", _NOT_A_NAME, 60)]
#: The name of a position: ``start``, a named position, a line (its end), or ``line/part``.
Reference: TypeAlias = Annotated[str, Pattern(rf"^{_NAME}(/{_NAME})?$", _NOT_A_NAME, 121)]
#: Text that isn't blank.
Text: TypeAlias = Annotated[str, Pattern(r"\S")]
#: A title in one line.  The length limit reveals an unclosed quote, which makes titles very long.
Title: TypeAlias = Annotated[
    str, Pattern(r"^[^\n]*\S[^\n]*$", "expected a title of one line", 200)
]
ColumnNumber: TypeAlias = Annotated[int, Range(1, COLUMNS)]
Cards: TypeAlias = Annotated[tuple[Card, ...], Read(_cards, "cards such as '9s ?? 10h'")]
OneCard: TypeAlias = Annotated[Card, Read(parse_card, "a card such as '10h'")]
Hand: TypeAlias = Annotated[tuple[Card, ...], Read(_hand)]
SuitName: TypeAlias = Annotated[Suit, Read(parse_suit, "a suit")]
BeginningText: TypeAlias = Annotated[Beginning, Read(_beginning, "the name of a line")]
KnownText: TypeAlias = Annotated[Known, Read(_proof, "a proof such as 'line hearts'")]
SourceSays: TypeAlias = Annotated[str | int, Read(_source_verdict)]
RulesText: TypeAlias = Annotated[Rules, Read(_rules)]
ErrorName: TypeAlias = Annotated[str, Read(_error_name, "the name of an error")]


@dataclass(frozen=True, kw_only=True)
class Source:
    """The publication in which a problem appeared."""

    text: Text
    year: Annotated[int, Range(1900, 2200)] | None = None
    place: Text | None = None
    url: Text | None = None

    def __str__(self) -> str:
        return self.text if self.year is None else f"{self.text} ({self.year})"


@dataclass(frozen=True, kw_only=True)
class PositionText:
    """A position, as a diagram, a save line, or a text in another notation.

    If there are both a diagram and a save line, the position is that of the save line, which also
    has the hidden cards and the hand; the diagram must agree with it.
    """

    diagram: Text | None = None
    line: Text | None = None
    text: Text | None = None
    format: Text | None = None
    hide: bool = False
    face_down: dict[ColumnNumber, Cards] | None = None
    next: dict[ColumnNumber, OneCard] | None = None
    hand: Hand | None = None
    removed: tuple[SuitName, ...] | None = None

    def _bases(self) -> list[str]:
        return [key for key in ("diagram", "line", "text") if getattr(self, key) is not None]

    def __post_init__(self) -> None:
        bases = self._bases()
        if not bases:
            raise ValueError("a position needs a diagram, a line or a text")
        if "text" in bases and len(bases) > 1:
            raise ValueError("'text' can't be combined with 'diagram' or 'line'")
        if self.format is not None and self.text is None:
            raise ValueError("'format' is the notation of 'text', but there is no 'text'")


@dataclass(frozen=True, kw_only=True)
class NamedPositionText(PositionText):
    """A named position: stated in full, or derived from another one."""

    id: Name
    title: Title | None = None
    start: Reference | None = field(default=None, metadata={"key": "from"})

    def _bases(self) -> list[str]:
        return super()._bases() if self.start is None else ["from"]

    def __post_init__(self) -> None:
        if self.start is not None and super()._bases():
            raise ValueError("'from' can't be combined with 'diagram', 'line' or 'text'")
        super().__post_init__()


@dataclass(frozen=True, kw_only=True)
class Failure:
    """An illegal move at which a line is expected to stop."""

    move: Annotated[int, Range(1)]
    error: ErrorName
    run: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Expectation:
    """Expected outcomes of a script."""

    diagram: Text | None = None
    turned: dict[ColumnNumber, Cards] | None = None
    removed: tuple[SuitName, ...] | None = None
    spaces: tuple[ColumnNumber, ...] | None = None
    score: int | None = None
    fails: Failure | None = None

    def __post_init__(self) -> None:
        if all(getattr(self, key.name) is None for key in fields(self)):
            raise ValueError("'expect' needs at least one key")
        if self.fails is not None and self.diagram is not None:
            raise ValueError("'fails' can't be combined with 'diagram'")


@dataclass(frozen=True, kw_only=True)
class PartText:
    """A part of a line, as problem files list it under ``parts``."""

    id: Name
    script: Text
    expect: Expectation | None = None


@dataclass(frozen=True, kw_only=True)
class LineText:
    """A line of play: a single script, or several parts.

    With ``as`` it begins with the moves of another line.
    """

    id: Name
    title: Title | None = None
    note: Text | None = None
    origin: Literal["printed", "described", "found"] = "found"
    by: Text | None = None
    start: Reference = field(default="start", metadata={"key": "from"})
    beginning: BeginningText | None = field(default=None, metadata={"key": "as"})
    script: Text | None = None
    expect: Expectation | None = None
    parts: tuple[PartText, ...] | None = None
    solves: bool = False

    def __post_init__(self) -> None:
        if (self.script is None) == (self.parts is None):
            raise ValueError("a line needs either 'script' or 'parts'")
        if self.parts is not None and not self.parts:
            raise ValueError("a line needs at least one part")
        if self.parts is not None and self.expect is not None:
            raise ValueError("a line with 'parts' has 'expect' in its parts")


@dataclass(frozen=True, kw_only=True)
class ClaimText:
    """A statement about a position, with the verdict of the source and the proof.

    ``source`` is the verdict of the publication: ``question`` if it only asks the question; a
    number if it gives a minimum number of moves, in which case ``goal`` asks for fewer; None if
    the claim isn't from the publication.  ``known`` is the proof.  If it is missing, the proof is
    ``plan`` or the problem's certificate file for this claim; otherwise the claim is open.
    """

    id: Name
    statement: Text
    goal: Text
    position: Reference = "start"
    turning: dict[ColumnNumber, Cards] | None = None
    source: SourceSays | None = None
    known: KnownText | None = None
    beginning: BeginningText | None = field(default=None, metadata={"key": "as"})
    plan: Text | None = None
    argument: Text | None = None
    by: Text | None = None

    @property
    def line(self) -> str | None:
        """The name of the line that proves the claim, or None."""
        return self.known.line if self.known is not None else None

    def __post_init__(self) -> None:
        if self.known is not None and (self.known.kind == "plan") != (self.plan is not None):
            raise ValueError("'known: plan' requires 'plan', and vice versa")
        if self.beginning is not None and self.plan is None:
            raise ValueError("'as' in a claim requires 'plan'")
        if self.turning is not None and (len(self.turning) != 1 or not all(self.turning.values())):
            raise ValueError("'turning' needs one column and the cards that may turn up there")
        if self.turning is not None and self.line is not None:
            raise ValueError("a claim with 'turning' needs a plan as its proof, not a line")


@dataclass(frozen=True, kw_only=True)
class FindingText:
    """A discovery about a problem after its publication."""

    id: Name
    statement: Text
    kind: Literal["error", "shorter", "cook", "more"]
    claim: Name | None = None
    line: Reference | None = None
    by: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Difficulty:
    """The rating of a problem's difficulty for a person, and its components.

    ``effort`` is the effort of finding the solution, by the formula of ``solver/difficulty.py``;
    ``decisions`` is the number of its moves with a tempting alternative that loses; ``naive`` is
    the number of games, out of 1,000, in which a naive player reaches the goal.  If the problem
    asks which two cards to exchange, ``exchanges`` is the number of exchanges to choose from.
    """

    rating: Annotated[float, Range(0, 10)]
    note: Text | None = None
    effort: Annotated[int, Range(0)] | None = None
    decisions: Annotated[int, Range(0)] | None = None
    naive: Annotated[int, Range(0, 1000)] | None = None
    exchanges: Annotated[int, Range(0)] | None = None


def with_source(claim: object) -> object:
    """Convert a claim from the keys of earlier versions to ``source`` and ``known``.

    Earlier versions had ``verdict``, ``claimed`` and ``line`` instead.
    """
    if not isinstance(claim, dict) or "verdict" not in claim:
        return claim
    new = {key: value for key, value in claim.items() if key not in _OLD_KEYS}
    source = claim.get("claimed", claim["verdict"])
    new["source"] = "possible" if source == "solved" else source
    if "line" in claim:
        new["known"] = f"line {claim['line']}"
    return new


#: Keys of claims that only files of earlier versions have.
_OLD_KEYS: Final = ("verdict", "claimed", "line")
#: Maximum number of hints of a problem; the first is vague, the last explicit.
_MOST_HINTS: Final = 5


@dataclass(frozen=True, kw_only=True)
class ProblemText:
    """A problem file.

    ``answer`` is the solution in words, for tasks that a line of moves alone doesn't answer.
    """

    id: Name
    title: Title | None = None
    author: Text
    source: Source | None = None
    rules: RulesText | None = None
    partial: bool = False
    stipulation: Text
    goal: Text | None = None
    answer: Text | None = None
    hints: tuple[Text, ...] = ()
    themes: tuple[Theme, ...] = ()
    position: PositionText
    positions: tuple[NamedPositionText, ...] = ()
    lines: tuple[LineText, ...] = ()
    claims: tuple[ClaimText, ...] = ()
    findings: tuple[FindingText, ...] = ()
    difficulty: Difficulty | None = None
    notes: Text | None = None

    def __post_init__(self) -> None:
        if len(self.hints) > _MOST_HINTS:
            raise ValueError(f"a problem has at most {_MOST_HINTS} hints, not {len(self.hints)}")
        if len(set(self.themes)) < len(self.themes):
            raise ValueError("duplicate theme")
