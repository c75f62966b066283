"""The goal language: what a problem asks for, as a value and as one line of words.

:func:`parse` reads a phrase such as ``remove spades without dealing, making a space`` into a
:class:`Goal`; ``str`` writes it back.  ``docs/goals.md`` says what each phrase means;
:mod:`spiderpos.goals.judge` holds a line of play against a goal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

from lark import Token, Transformer, UnexpectedInput
from lark.exceptions import VisitError

from ..formats.base import ReadOptions
from ..game.cards import Suit
from ..game.position import Position
from ..text.errors import NotationError
from ..text.protocols import public
from ..text.resources import grammar
from ..text.source import SourceText, in_plain_letters
from ..text.wording import join_words
from .conditions import (
    Condition,
    Moves,
    NoDealing,
    NoMakingASpace,
    NoRemoving,
    NoTurningUp,
    OtherSuits,
    in_order,
)
from .objectives import (
    GetSpaces,
    Objective,
    RemoveBefore,
    RemoveNumber,
    RemoveSuits,
    SpaceBack,
    SpaceIn,
    TurnUp,
)
from .phrases import meant_by
from .placing_objectives import Complete, DigDown, Reach, Uncover, Win
from .terms import ClauseWords, GoalNumbers, Limits, ToRemove

__all__ = [
    "Complete",
    "Condition",
    "DigDown",
    "GetSpaces",
    "Goal",
    "Moves",
    "NoDealing",
    "NoMakingASpace",
    "NoRemoving",
    "NoTurningUp",
    "Objective",
    "OtherSuits",
    "Reach",
    "RemoveBefore",
    "RemoveNumber",
    "RemoveSuits",
    "SpaceBack",
    "SpaceIn",
    "TurnUp",
    "Uncover",
    "Win",
    "parse",
]


@public(
    "goal.objectives and goal.conditions are its parts",
    text="goal == spiderpos.parse_goal(text) compares what is read, str(goal) is a text",
)
@dataclass(frozen=True, repr=False)
class Goal:
    """What is asked: all objectives at once, under the conditions.

    All suits that are to be removed are one objective, and all that are to be complete: given as
    several, they are joined, so that a suit is wanted as often as it is named.  Of two limits the
    lower one counts.  ``whatever``: however the cards that aren't known turn up.
    """

    objectives: tuple[Objective, ...]
    conditions: tuple[Condition, ...] = ()
    whatever: bool = False

    def __post_init__(self) -> None:
        given: object = self.objectives
        if isinstance(given, str):
            raise TypeError(
                f"spiderpos.parse_goal({given!r:.80}) reads a goal; functions that take one take "
                "its text, too"
            )
        object.__setattr__(self, "objectives", _joined(self.objectives))
        object.__setattr__(self, "conditions", in_order(self.conditions))

    def __repr__(self) -> str:
        return f"<Goal {self}>"

    def under(self, *conditions: Condition) -> Goal:
        """Return the same goal with these conditions as well."""
        return replace(self, conditions=self.conditions + conditions)

    def free_of(self, *kinds: type[Condition]) -> Goal:
        """Return the same goal without conditions of these kinds."""
        kept = tuple(c for c in self.conditions if not isinstance(c, kinds))
        return replace(self, conditions=kept)

    @property
    def parts(self) -> list[Objective]:
        """The objectives that it asks for, one by one."""
        return [part for objective in self.objectives for part in objective.parts()]

    @property
    def names_a_column(self) -> bool:
        """True if it makes a difference which column is which; no condition asks that."""
        return any(objective.names_a_column for objective in self.objectives)

    @property
    def win(self) -> Win | None:
        """The win that it asks for, if it asks for nothing else."""
        (first, *others) = self.objectives
        return first if isinstance(first, Win) and not others else None

    @cached_property
    def limits(self) -> Limits:
        """The limits that the conditions set, as plain facts."""
        limits = Limits()
        for condition in self.conditions:
            limits = condition.limit(limits)
        return limits

    def asked(self, position: Position) -> GoalNumbers:
        """Return the requirements on a position, in numbers, but for deals and number of moves."""
        requirements = GoalNumbers()
        for objective in self.objectives:
            objective.ask(requirements, position)
        requirements.keep_to(self.limits)
        return requirements

    def suits_to_remove(self) -> ToRemove:
        """Return the suits that are to be removed, by name and by number."""
        named: Counter[Suit] = Counter()
        number = 0
        for objective in self.objectives:
            suits, count = objective.removals()
            named |= suits
            number = max(number, count)
        return ToRemove(named, number)

    def mismatch(self, position: Position) -> str:
        """Return the part of it that a position can't have, in words; empty if none."""
        return next(filter(None, (o.mismatch(position) for o in self.objectives)), "")

    def __str__(self) -> str:
        text = " and ".join(str(objective) for objective in self.objectives)
        acts = [condition.act for condition in self.conditions if condition.act]
        limits = [str(condition) for condition in self.conditions if not condition.act]
        phrases = ["without " + ", ".join(acts)] * bool(acts) + limits
        return " ".join([text, *[", ".join(phrases)] * bool(phrases)]) + (
            " whatever turns up" * self.whatever
        )


def _joined(objectives: Iterable[Objective]) -> tuple[Objective, ...]:
    """Return the same, with those that go together as one."""
    result: list[Objective] = []
    for objective in objectives:
        for at, before in enumerate(result):
            if both := before.joined(objective):
                result[at] = both
                break
        else:
            result.append(objective)
    return tuple(result)


def parse(
    text: str,
    *,
    name: str = "<goal>",
    options: ReadOptions | None = None,
    position: Position | None = None,
) -> Goal:
    """Read a goal.

    ``name`` is what errors call the text; ``options`` are those for the position of a ``reach``
    clause (always read as a partial one).  ``position`` is the one that the goal is for.  It has
    to have the columns and cards that the goal names (see :meth:`Goal.misfit`), and a ``reach``
    clause is read under its rules if ``options`` aren't given.  Without it nothing of that is
    checked.  Raises NotationError with the place and what was expected; ValueError
    never.  *Not* checked: whether the goal can be reached.
    """
    source = SourceText(text, name)
    if len(text) > _LONGEST:
        raise NotationError(
            "this is too long for a goal", source.place(_LONGEST), "a line such as 'get a space'"
        )
    if not text.strip():
        raise NotationError("the goal is empty", source.place(0), _verbs())
    if options is None:
        options = ReadOptions(rules=position.rules) if position is not None else ReadOptions()
    try:
        tree = grammar("goal").parse(in_plain_letters(text))
        return _Reader(ClauseWords(source, (), options, position)).transform(tree)
    except VisitError as error:
        if isinstance(error.orig_exc, NotationError):
            raise error.orig_exc from None
        raise
    except UnexpectedInput as error:
        raise _unexpected(source, error) from None


_LONGEST: Final = 4000

#: What the user may write where the grammar has a terminal that isn't named by its words.
_PHRASES: Final = {
    "COMMA": "a comma",
    "NEXT_SUIT": "another suit",
    "SUIT": "a suit (clubs, diamonds, hearts, spades)",
    "NUMBER": "a number",
    "CARD": "a card such as 10h",
    "STRING": "a position in double quotes",
}


def _phrases(terminals: Iterable[str]) -> str:
    """Return the terminals that may stand somewhere, as the user writes them."""
    there = set(terminals)
    names = [terminal.name for terminal in grammar("goal").terminals if terminal.name in there]
    phrases = [_PHRASES.get(name) or f"'{name.lower().replace('_', ' ')}'" for name in names]
    return join_words(phrases + ["the end"] * ("$END" in there), "or")


def _verbs() -> str:
    return _phrases(grammar("goal").parse_interactive("").accepts())  # type: ignore[no-untyped-call]


def _unexpected(source: SourceText, error: UnexpectedInput) -> NotationError:
    accepts = getattr(error, "accepts", None) or getattr(error, "allowed", None) or ()
    token = getattr(error, "token", None)
    terminals = set(accepts or getattr(error, "expected", ()))
    too_soon = token is not None and token.type == "$END"
    start = len(source.text) if too_soon else error.pos_in_stream or 0
    behind_clause = "WITHOUT" in terminals and "DEALING" not in terminals
    if behind_clause and source.text[:start].rstrip().endswith(","):
        # The grammar takes the comma of ", and" together with the "and".
        terminals.add("AND")
    expected = _phrases(terminals)
    if too_soon:
        return NotationError("the goal ends too soon", source.place(start), expected)
    before = source.text.rfind(" and ", 0, start)
    for begin in (start, before + len(" and ") if before >= 0 else 0):
        phrase = meant_by(source.text[begin:])
        if phrase and _is_goal(source.text[:begin] + phrase):
            message = f"'{source.text[begin:].strip():.60}' is no phrase of a goal"
            return NotationError(message, source.place(begin), f"'{phrase}', if that is meant")
    words = source.text[start:].split(maxsplit=1)
    word = words[0].rstrip(",.;") or words[0][:1] if words else ""
    return NotationError(
        f"'{word[:40]}' does not fit into a goal here", source.place(start, len(word)), expected
    )


def _is_goal(text: str) -> bool:
    """Return True if the grammar takes a text."""
    try:
        grammar("goal").parse(in_plain_letters(text))
    except UnexpectedInput:
        return False
    return True


class _Reader(Transformer[Token, Goal]):
    """Builds the Goal from the parse tree; its classes read their own clauses."""

    def __init__(self, phrase: ClauseWords) -> None:
        super().__init__()
        self.said = phrase

    def __default__(self, data: str, children: list[Token], meta: object) -> Any:
        del meta
        phrase = replace(self.said, tokens=children)
        if kind := Objective.kinds.get(data):
            return kind.read(phrase)
        return Condition.kinds[data].read(phrase)

    def column(self, items: list[Token]) -> Token:
        return Token.new_borrow_pos("COLUMN", str(items[0]), items[0])

    def clauses(self, items: Sequence[Objective | Token]) -> list[Objective]:
        result: list[Objective] = []
        for item in items:
            if isinstance(item, Objective):
                result.append(item)
            elif item.type in _SUITS:
                more = result[-1].again(*replace(self.said, tokens=[item]).suits)
                if more is None:
                    raise self.said.error(item, f"'{item}' alone says nothing here", _verbs())
                result.append(more)
        return result

    def act(self, items: list[Condition]) -> list[Condition]:
        return items

    def conditions(self, items: Sequence[Condition | list[Condition] | Token]) -> list[Condition]:
        result: list[Condition] = []
        last: Condition | None = None
        joint: Token | None = None
        # An act goes on with the "without" before it, a limit with nothing.
        goes_on = False
        for item in items:
            if isinstance(item, list):
                if joint and not goes_on:
                    raise self.said.error(joint, "'without' is missing here", "'without'")
                [last] = item
            elif isinstance(item, Condition):
                last, goes_on = item, False
            elif item.type in _SUITS:
                suits = replace(self.said, tokens=[item]).suits
                last = last.again(*suits) if last else None
                if last is None:
                    expected = "a suit only after 'removing' and a suit"
                    raise self.said.error(item, f"'{item}' alone says nothing here", expected)
            else:
                if item.type == "OR" and result and not goes_on:
                    raise self.said.error(item, "a limit has no alternative", "'and'")
                if item.type == "WITHOUT" and joint and joint.type == "OR":
                    expected = "'or' and no 'without' behind it"
                    raise self.said.error(joint, "this may be one of them or both", expected)
                goes_on = goes_on or item.type == "WITHOUT"
                joint = item
                continue
            joint = None
            result.append(last)
        return result

    def start(self, items: list[Any]) -> Goal:
        conditions = next((i for i in items[1:] if isinstance(i, list)), [])
        return Goal(tuple(items[0]), tuple(conditions), isinstance(items[-1], Token))


_SUITS: Final = ("SUIT", "NEXT_SUIT")
