"""What may stand in a problem file: the dataclasses that its YAML is checked against.

A problem is a position, what is asked of it, lines of play with their expected outcomes, and
claims with their expected verdicts.  ``docs/catalogue-format.md`` describes the format for those
who write one; ``problems/problem.schema.json`` has the same for an editor's completion.

The dataclasses know shapes and single values: names, cards, suits.  Texts in a notation of their
own (diagrams, save lines, scripts, goals) are plain strings here and are read by
:mod:`spiderpos.catalogue.reading`.
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
            f"expected a number of cards, or the cards as in '9s ?? 10h', not {kind_of(value)}"
        )
    if not 0 <= value <= DECKS:
        raise ValueError(f"a hand has 0 to {DECKS} cards, not {value}")
    return (UNKNOWN,) * value


def _subclasses(cls: type[Exception]) -> list[type[Exception]]:
    return [cls, *(c for sub in cls.__subclasses__() for c in _subclasses(sub))]


#: The names of the reasons why a move is illegal, as ``Failure.error`` takes them.
_ERRORS: Final = sorted(
    cls.__name__ for cls in _subclasses(errors.IllegalMove) if cls.__module__ == errors.__name__
)


def _beginning(text: str) -> Beginning:
    match = _BEGINNING.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"expected a line, as in '{_EXAMPLE}', or its name alone, not '{text}'")
    own = int(match["own"]) if match["own"] else None
    if own is not None and own < 2:
        raise ValueError(f"expected 'from move 2' or a higher number, not {own}")
    return Beginning(match["line"], own)


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
        raise ValueError(f"there is no error '{value}'{did_you_mean(value, _ERRORS)}")
    return value


_NAME: Final = "[a-z0-9]+(-[a-z0-9]+)*"
_NO_NAME: Final = "'{}' is no name: expected lower-case words and numbers joined by hyphens"

_KNOWN: Final = re.compile(rf"line\s+(?P<line>{_NAME}(/{_NAME})?)|plan|certificate|open", re.ASCII)

_EXAMPLE: Final = "hearts, from move 52"
_BEGINNING: Final = re.compile(
    rf"(?P<line>{_NAME}(/{_NAME})?)(,?\s+from\s+move\s+(?P<own>[0-9]{{1,4}}))?", re.ASCII
)


class Known(NamedTuple):
    """The proof of a claim: its kind, and the line if it is one."""

    kind: Literal["line", "plan", "certificate", "open"]
    line: str | None = None


def _known(text: str) -> Known:
    match = _KNOWN.fullmatch(text.strip())
    if match is None:
        raise ValueError(
            f"expected 'line NAME', 'plan', 'certificate' or 'open', not '{text}'; "
            "'impossible' is known only by a certificate"
        )
    return Known("line" if match["line"] else text.strip(), match["line"])  # type: ignore[arg-type]


def _source_says(value: object) -> str | int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if value in ("possible", "impossible", "question"):
        return str(value)
    raise ValueError(
        f"expected 'possible', 'impossible', 'question' or a number, not {value!r:.40}"
    )


class Beginning(NamedTuple):
    """The moves of another line that a line or a plan begins with.

    ``line``: its name, or ``line/part``; ``own``: the number of the first move that isn't its
    any more, counted from the beginning of that line, or None if all are.
    """

    line: str
    own: int | None

    def __str__(self) -> str:
        return self.line if self.own is None else f"{self.line}, from move {self.own}"


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
Cards: TypeAlias = Annotated[tuple[Card, ...], Read(_cards, "cards, as in '9s ?? 10h'")]
OneCard: TypeAlias = Annotated[Card, Read(parse_card, "a card, as in '10h'")]
Hand: TypeAlias = Annotated[tuple[Card, ...], Read(_hand)]
SuitName: TypeAlias = Annotated[Suit, Read(parse_suit, "a suit")]
BeginningText: TypeAlias = Annotated[Beginning, Read(_beginning, "the name of a line")]
KnownText: TypeAlias = Annotated[Known, Read(_known, "a proof, as in 'line hearts'")]
SourceSays: TypeAlias = Annotated[str | int, Read(_source_says)]
RulesText: TypeAlias = Annotated[Rules, Read(_rules)]
ErrorName: TypeAlias = Annotated[str, Read(_error_name, "the name of an error")]


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where a problem was published."""

    text: Text
    year: Annotated[int, Range(1900, 2200)] | None = None
    place: Text | None = None
    url: Text | None = None

    def __str__(self) -> str:
        return self.text if self.year is None else f"{self.text} ({self.year})"


@dataclass(frozen=True, kw_only=True)
class PositionText:
    """A position: as a diagram, as a save line, or in another notation.

    With both a diagram and a save line the position is the line's, which knows more, and the
    diagram has to agree with it.
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
            raise ValueError("a position is either a text or a diagram or line, not both")
        if self.format is not None and self.text is None:
            raise ValueError("format says what notation 'text' is in, and there is no text")


@dataclass(frozen=True, kw_only=True)
class NamedPositionText(PositionText):
    """A further position of the problem: of its own, or made from another one."""

    id: Name
    title: Title | None = None
    start: Reference | None = field(default=None, metadata={"key": "from"})

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
    error: ErrorName
    run: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Expectation:
    """What has to be so at the end of a script, or by it."""

    diagram: Text | None = None
    turned: dict[ColumnNumber, Cards] | None = None
    removed: tuple[SuitName, ...] | None = None
    spaces: tuple[ColumnNumber, ...] | None = None
    score: int | None = None
    fails: Failure | None = None

    def __post_init__(self) -> None:
        if all(getattr(self, key.name) is None for key in fields(self)):
            raise ValueError("nothing is expected here")
        if self.fails is not None and self.diagram is not None:
            raise ValueError("a script that fails has no diagram at its end")


@dataclass(frozen=True, kw_only=True)
class PartText:
    """A stretch of a line."""

    id: Name
    script: Text
    expect: Expectation | None = None


@dataclass(frozen=True, kw_only=True)
class LineText:
    """A line of play: a script in one piece, or in parts.

    It may begin ``as`` another line, with the moves of that one.
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
            raise ValueError("a line has either a script or parts")
        if self.parts is not None and not self.parts:
            raise ValueError("a line needs at least one part")
        if self.parts is not None and self.expect is not None:
            raise ValueError("what to expect stands in the parts of this line")


@dataclass(frozen=True, kw_only=True)
class ClaimText:
    """A statement about a position: what the source says of it, and by what it is known.

    ``source``: the verdict of the source; ``question`` if it only asks; a number if it names the
    least number, and the goal asks for fewer; None if it says nothing, and the claim is ours.
    ``known``: the proof.  Without it the claim is known by its plan, by the certificate that lies
    with the problem, or it is open.
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
        """The line that proves it, if one does."""
        return self.known.line if self.known is not None else None

    def __post_init__(self) -> None:
        if self.known is not None and (self.known.kind == "plan") != (self.plan is not None):
            raise ValueError("'known: plan' and the text in 'plan' go together")
        if self.beginning is not None and self.plan is None:
            raise ValueError("'as' says how a plan begins, and there is no plan")
        if self.turning is not None and (len(self.turning) != 1 or not all(self.turning.values())):
            raise ValueError("'turning' names one column and the cards that may turn up there")
        if self.turning is not None and self.line is not None:
            raise ValueError("a claim about several cards is shown by a plan, not by a line")


@dataclass(frozen=True, kw_only=True)
class FindingText:
    """What was found out about a problem after its publication."""

    id: Name
    statement: Text
    kind: Literal["error", "shorter", "cook", "more"]
    claim: Name | None = None
    line: Reference | None = None
    by: Text | None = None


@dataclass(frozen=True, kw_only=True)
class Difficulty:
    """An estimate of how hard a problem is for a person.

    ``decisions``: the moves at which something else tempts and loses; ``naive``: how many of a
    thousand games a naive player wins.
    """

    rating: Annotated[float, Range(0, 10)]
    note: Text | None = None
    decisions: Annotated[int, Range(0)] | None = None
    naive: Annotated[int, Range(0, 1000)] | None = None


def with_source(claim: object) -> object:
    """Return the data of a claim with ``source`` and ``known``.

    Files of earlier versions have ``verdict``, ``claimed`` and ``line`` in their place.
    """
    if not isinstance(claim, dict) or "verdict" not in claim:
        return claim
    new = {key: value for key, value in claim.items() if key not in _OLD_KEYS}
    says = claim.get("claimed", claim["verdict"])
    new["source"] = "possible" if says == "solved" else says
    if "line" in claim:
        new["known"] = f"line {claim['line']}"
    return new


#: The keys of claims that earlier versions wrote.
_OLD_KEYS: Final = ("verdict", "claimed", "line")
#: The most hints of a problem, from the slightest to the plainest.
_MOST_HINTS: Final = 5


@dataclass(frozen=True, kw_only=True)
class ProblemText:
    """A problem file.

    ``answer``: what the stipulation asks for, in words, where a line alone doesn't say it.
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
            raise ValueError("a theme is named twice")
