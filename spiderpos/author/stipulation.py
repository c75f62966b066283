"""Does the wording of a stipulation match the goals of its problem?

Only plain English phrases are known (``without dealing``, ``turn up three cards``, ``a set of
clubs``).  What the words ask for has to stand in the problem's goal; what the goal forbids should
be said in the words.  A question beside the demand ("Would the other order do?") may be about a
claim instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from ..game.cards import Suit
from ..game.position import Column, Position
from ..goals.goal import Goal
from ..goals.terms import Asked, Limits
from ..text.wording import count_phrase, join_words

__all__ = ["Mismatch", "mismatches"]

_T = TypeVar("_T", bound=int | tuple[Suit, Suit])


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A way in which words and goal differ; ``code`` as lint names it.

    ``grave``: the words ask for something else; otherwise they leave something out.
    ``at``: where in the text the words stand, 0 if it is about something that isn't there.
    """

    code: str
    text: str
    grave: bool = True
    at: int = 0


_NOT: Final = r"(?<!need )\b(?:not|don['\u2019]t|never)"
_MAY_BE: Final = r"(?: (?:may|must|can|is to) be| being)?"
_NO_NAMED_SUIT: Final = r"(?! (?:the |a set of )?(?:clubs|diamonds|hearts|spades))"
#: A condition: its name in Limits, what is said after "without", what else says it, and the
#: goal's phrase.
_CONDITIONS: Final = (
    (
        "no_dealing",
        re.compile(r"\bdeal(?:ing|s)?\b", re.IGNORECASE),
        re.compile(
            r"before (?:the (?:next|first|last)|another|a|any) (?:deal|row)\b|before dealing\b"
            r"|dealing (?:is|was) (?:not allowed|forbidden)\b"
            rf"|no (?:further |more )?deal(?:s|ing)?\b|{_NOT} deal(?:ing)?\b",
            re.IGNORECASE,
        ),
        "without dealing",
    ),
    (
        "no_turning_up",
        re.compile(r"\bturning (?:up|over|any|a)\b", re.IGNORECASE),
        re.compile(
            rf"\b(?:no card|nothing){_MAY_BE} turned up|turning up (?:no card|nothing)"
            rf"|{_NOT} turn(?:ing)? (?:up|over)\b",
            re.IGNORECASE,
        ),
        "without turning up",
    ),
    (
        "no_making_a_space",
        re.compile(r"\b(?:getting|making|having|creating) a(?:ny)? space\b", re.IGNORECASE),
        re.compile(
            rf"\bno (?:new |other )?spaces?{_MAY_BE} (?:made|got|created)\b|making no space\b"
            rf"|{_NOT} (?:get(?:ting)?|mak(?:e|ing)|creat(?:e|ing)) a(?:ny)? space\b",
            re.IGNORECASE,
        ),
        "without making a space",
    ),
    (
        "other_suits",
        re.compile(rf"\bremov(?:ing|al)\b{_NO_NAMED_SUIT}", re.IGNORECASE),
        re.compile(
            rf"(?:few|no|one|two|three|\d) other suits|\bno (?:other )?suit{_MAY_BE} removed\b"
            rf"|{_NOT} remov(?:e|ing)\b{_NO_NAMED_SUIT}",
            re.IGNORECASE,
        ),
        "without removing",
    ),
)
_CLAUSE: Final = re.compile(r"\bwithout\b[^.;:?!]*", re.IGNORECASE)
#: No more than this of a stipulation is looked at, in characters.
_LONGEST: Final = 4000
_WHATEVER: Final = re.compile(
    r"whatever (?:\w+ )*(?:turns? up|it is|comes|it may be)|whichever card|however the .*cards lie"
    r"|in any case|for certain",
    re.IGNORECASE,
)

_WORDS: Final = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
_NUMBERS: Final = {word: number for number, word in enumerate(_WORDS.split(" "), 1)} | {
    "a": 1,
    "an": 1,
    "another": 1,
}
_NUMBER: Final = (
    r"(\d{1,3}|" + "|".join(sorted(_NUMBERS, key=lambda word: (-len(word), word))) + r")"
)
_SPACES: Final = re.compile(rf"\b(?:get|gets|have|reach|make|getting) {_NUMBER} spaces?\b", re.I)
_AND_SPACES: Final = re.compile(rf"\band (?:get )?{_NUMBER} spaces\b", re.I)
_CARDS: Final = re.compile(rf"\bturn up (?:at least )?{_NUMBER} (?:more )?cards?\b", re.I)
_SUITS: Final = re.compile(rf"\bremove (?:any )?{_NUMBER} (?:of the )?(?:suits|sets)\b", re.I)
_MOVES: Final = re.compile(
    rf"\b(?:in|within)(?: at most| (?:no|not) more than| only| just)? {_NUMBER} moves?\b", re.I
)
_COLUMN: Final = re.compile(r"\bcolumn (\d{1,2})\b", re.I)
_NAMED: Final = re.compile(
    r"\b(?:remove|complete)s?\b(?P<what>[^.;:?!]*?)"
    r"(?=[.;:?!]|\bwithout\b|\bbefore\b|\band (?:get|turn)\b|$)",
    re.I,
)
_SUIT: Final = re.compile(r"\b(clubs|diamonds|hearts|spades)\b", re.I)
_BEFORE: Final = re.compile(
    r"\b(clubs|diamonds|hearts|spades) before (?:the |a set of )?"
    r"(clubs|diamonds|hearts|spades)\b",
    re.I,
)
_SENTENCE: Final = re.compile(r"[^.?!]*[.?!]*\s*", re.DOTALL)
_WIN: Final = re.compile(rf"\bwin\b{_NO_NAMED_SUIT}", re.I)
#: Goals by what they are called in messages, that of the problem first.
_Goals: TypeAlias = Mapping[str, Goal]
_THE_GOAL: Final = "the goal"


def mismatches(
    text: str, goal: Goal, claims: Mapping[str, Goal] = MappingProxyType({})
) -> Iterator[Mismatch]:
    """How a stipulation and the goal of its problem differ.

    ``claims``: the goals of the problem's claims by their ids; its questions may be about them.
    """
    text = text[:_LONGEST]
    demand, questions = _parted(text)
    goals = {_THE_GOAL: goal}
    yield from _demanded(demand, goal, goals, text)
    goals |= {f"the claim '{id}'": claim for id, claim in claims.items()}
    for found in _demanded(questions, goal, goals, text):
        if found.grave:
            yield found


def _parted(text: str) -> tuple[str, str]:
    """The text without its questions, and the questions alone; the places stay the same."""
    demand = questions = ""
    for sentence in _SENTENCE.findall(text):
        blank = " " * len(sentence)
        asks = sentence.rstrip().endswith("?")
        demand += blank if asks else sentence
        questions += sentence if asks else blank
    return (demand, questions) if demand.strip() else (questions, "")


def _demanded(text: str, goal: Goal, goals: _Goals, whole: str) -> Iterator[Mismatch]:
    """``goals`` are those that ``text``, a part of the whole, may be about."""
    if not text.strip():
        return
    yield from _conditions(text, goal, goals, whole)
    yield from _numbers(text, goals)
    yield from _suits(text, goal, goals, whole)
    yield from _order(text, goals)
    yield from _columns(text, goals)
    win = _WIN.search(text)
    if win and all(_numbers_of(g).win is None for g in goals.values()):
        message = f"the stipulation says 'win', the goal is '{goal}'"
        yield Mismatch("stipulation", message, at=win.start())


def _asked(
    goals: _Goals, of: Callable[[Goal], Iterable[_T]], words: Callable[[list[_T]], str]
) -> tuple[set[_T], str]:
    """What the goals ask for, and words for it: the goal's, or those of claims if it's none.

    ``of`` says what a goal asks for, ``words`` says so.  Empty if no goal asks for any.
    """
    asked = {name: sorted(found) for name, goal in goals.items() if (found := set(of(goal)))}
    own = {name: found for name, found in asked.items() if name == _THE_GOAL}
    said = ", ".join(f"{name} {words(found)}" for name, found in (own or asked).items())
    return set().union(*asked.values()), said


def _order(text: str, goals: _Goals) -> Iterator[Mismatch]:
    orders, asked = _asked(
        goals,
        _orders,
        lambda found: join_words((f"'remove {a} before {b}'" for a, b in found), "and"),
    )
    for found in _BEFORE.finditer(text):
        if (_suit(found[1]), _suit(found[2])) not in orders:
            message = f"the stipulation says '{' '.join(found[0].split())}', "
            message += asked or "the goal names no order"
            yield Mismatch("stipulation", message, at=found.start())


def _conditions(text: str, goal: Goal, goals: _Goals, whole: str) -> Iterator[Mismatch]:
    for name, after_without, otherwise, phrase in _CONDITIONS:
        said, at = _said(text, after_without, otherwise)
        there = any(_holds(g.limits, name) for g in goals.values())
        if said and not there:
            message = f"the stipulation says '{said}', and the goal lacks '{phrase}'"
            yield Mismatch("stipulation", message, at=at)
        elif _forbids(goal.limits, name) and not _said(whole, after_without, otherwise)[0]:
            message = f"the goal says '{phrase}', and the stipulation doesn't"
            yield Mismatch("unsaid", message, False)
    found = _WHATEVER.search(text)
    if found and not any(g.whatever for g in goals.values()):
        yield Mismatch(
            "stipulation",
            f"the stipulation says '{found[0]}', and the goal lacks 'whatever turns up'",
            at=found.start(),
        )
    elif goal.whatever and not _WHATEVER.search(whole):
        yield Mismatch(
            "unsaid", "the goal says 'whatever turns up', and the stipulation doesn't", False
        )


def _said(
    text: str, after_without: re.Pattern[str], otherwise: re.Pattern[str]
) -> tuple[str, int]:
    """The words that state a condition and where they stand; empty if there are none."""
    for clause in _CLAUSE.finditer(text):
        found = after_without.search(clause[0])
        if found:
            return f"without {found[0]}", clause.start()
    other = otherwise.search(text)
    return (" ".join(other[0].split()), other.start()) if other else ("", 0)


def _forbids(limits: Limits, name: str) -> bool:
    return limits.other_suits == 0 if name == "other_suits" else bool(getattr(limits, name))


def _holds(limits: Limits, name: str) -> bool:
    if name == "other_suits":
        return limits.other_suits is not None or bool(limits.no_removing_suits)
    return _forbids(limits, name)


def _value(word: str) -> int:
    return int(word) if word.isdecimal() else _NUMBERS[word.lower()]


def _numbers_of(goal: Goal) -> Asked:
    """What a goal asks for, in numbers; at the start there is a space that may be wanted back."""
    return goal.asked(Position((Column(),)))


def _orders(goal: Goal) -> list[tuple[Suit, Suit]]:
    """The suits of which one is to be removed before the other."""
    before = _numbers_of(goal).first
    return [(first, second) for second in Suit for first in Suit if before[second] >> first & 1]


def _counts(goal: Goal, noun: str) -> Iterator[int]:
    """How many of what a noun names a goal asks for: spaces, cards, suits or moves."""
    asked = _numbers_of(goal)
    numbers = {
        "move": [goal.limits.moves or 0],
        "space": [asked.spaces, int(bool(asked.empty))],
        "card": [asked.turned, *asked.turned_in.values()],
        "suit": [asked.any, asked.need.total()],
    }
    yield from filter(None, numbers[noun])


def _numbers(text: str, goals: _Goals) -> Iterator[Mismatch]:
    for noun, *patterns in (
        ("space", _SPACES, _AND_SPACES),
        ("card", _CARDS),
        ("suit", _SUITS),
        ("move", _MOVES),
    ):
        numbers, asked = _asked(goals, partial(_counts, noun=noun), partial(_asks, noun=noun))
        if not numbers and noun in ("space", "suit"):
            # Spaces in the past ("you have a space") are no demand.
            continue
        for found in (found for pattern in patterns for found in pattern.finditer(text)):
            if _value(found[1]) not in numbers:
                message = f"the stipulation says '{' '.join(found[0].split())}', "
                message += asked or "the goal says nothing of that"
                yield Mismatch("stipulation", message, at=found.start())


def _asks(numbers: list[int], noun: str) -> str:
    return "asks for " + join_words((count_phrase(n, noun) for n in numbers), "or")


def _goal_suits(goals: Iterable[Goal]) -> set[Suit]:
    suits: set[Suit] = set()
    for goal in goals:
        asked = _numbers_of(goal)
        suits.update(asked.need, asked.complete, goal.limits.no_removing_suits)
        suits.update(later for _, later in _orders(goal))
    return suits


def _suits(text: str, goal: Goal, goals: _Goals, whole: str) -> Iterator[Mismatch]:
    asked = _goal_suits(goals.values())
    said: dict[Suit, int] = {}
    for demand in _NAMED.finditer(text):
        for found in _SUIT.finditer(demand["what"]):
            said.setdefault(_suit(found[1]), demand.start("what") + found.start())
    for suit, at in said.items():
        if suit not in asked:
            named = join_words(sorted(_goal_suits([goal])), "and")
            yield Mismatch(
                "stipulation",
                f"the stipulation names {suit}, "
                + (f"the goal {named}" if named else f"the goal is '{goal}'"),
                at=at,
            )
    mentioned = {_suit(found[1]) for found in _SUIT.finditer(whole)}
    missing = _goal_suits([Goal(goal.objectives)]) - mentioned
    if missing and not said.keys() - asked and not _SUITS.search(whole):
        yield Mismatch(
            "unsaid",
            f"the goal names {join_words(sorted(missing))}, and the stipulation doesn't",
            bool(said),
        )


def _suit(word: str) -> Suit:
    return Suit[word.upper()]


def _columns(text: str, goals: _Goals) -> Iterator[Mismatch]:
    columns, asked = _asked(
        goals,
        lambda g: filter(None, (o.in_column for o in g.objectives)),
        lambda found: f"column {join_words(found, 'or')}",
    )
    said = {int(found[1]) for found in _COLUMN.finditer(text)}
    if not columns or said & columns:
        return
    for found in _COLUMN.finditer(text):
        message = f"the stipulation names column {found[1]}, {asked}"
        yield Mismatch("stipulation", message, at=found.start())
