"""The goal language: a goal as a value and as a line of text.

:func:`parse` parses a phrase such as ``remove spades without dealing, making a space`` into a
:class:`Goal`; ``str`` writes it back.  ``docs/goals.md`` defines each phrase;
:mod:`spiderpos.goals.judge` judges a line of play by a goal.
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
    text="write goal == spiderpos.parse_goal(text), or compare str(goal)",
)
@dataclass(frozen=True, repr=False)
class Goal:
    """A goal: all objectives must hold at once, without breaking a condition.

    Objectives to remove suits are merged into one, so that a suit named twice must be removed
    twice; the same goes for suits to be completed.  Of two limits of a kind the lower one is
    kept.  ``whatever`` requires success for every order of the unknown cards.
    """

    objectives: tuple[Objective, ...]
    conditions: tuple[Condition, ...] = ()
    whatever: bool = False

    def __post_init__(self) -> None:
        given: object = self.objectives
        if isinstance(given, str):
            raise TypeError(
                f"to parse a goal, call spiderpos.parse_goal({given!r:.80}); functions with a "
                "goal argument also accept its text"
            )
        object.__setattr__(self, "objectives", _merged(self.objectives))
        object.__setattr__(self, "conditions", in_order(self.conditions))

    def __repr__(self) -> str:
        return f"<Goal {self}>"

    def under(self, *conditions: Condition) -> Goal:
        """Return the goal with these conditions added."""
        return replace(self, conditions=self.conditions + conditions)

    def free_of(self, *kinds: type[Condition]) -> Goal:
        """Return the goal without conditions of these kinds."""
        conditions = tuple(c for c in self.conditions if not isinstance(c, kinds))
        return replace(self, conditions=conditions)

    @property
    def parts(self) -> list[Objective]:
        """The objectives, with merged ones split again: one for each suit to remove."""
        return [part for objective in self.objectives for part in objective.parts()]

    @property
    def names_a_column(self) -> bool:
        """True if the order of the columns matters to an objective.

        It never matters to a condition.
        """
        return any(objective.names_a_column for objective in self.objectives)

    @property
    def win(self) -> Win | None:
        """The objective if it is a single Win, otherwise None."""
        (first, *others) = self.objectives
        return first if isinstance(first, Win) and not others else None

    @cached_property
    def limits(self) -> Limits:
        """The limits set by the conditions, for searches."""
        limits = Limits()
        for condition in self.conditions:
            limits = condition.limit(limits)
        return limits

    def asked(self, position: Position) -> GoalNumbers:
        """Return the numeric requirements on a position.

        The limits on deals and on the number of moves are not included.
        """
        requirements = GoalNumbers()
        for objective in self.objectives:
            objective.ask(requirements, position)
        requirements.keep_to(self.limits)
        return requirements

    def suits_to_remove(self) -> ToRemove:
        """Return the suits that must be removed, by name and by number."""
        named: Counter[Suit] = Counter()
        number = 0
        for objective in self.objectives:
            suits, count = objective.removals()
            named |= suits
            number = max(number, count)
        return ToRemove(named, number)

    def mismatch(self, position: Position) -> str:
        """Describe a column or card of the goal that the position lacks; empty if none."""
        return next(filter(None, (o.mismatch(position) for o in self.objectives)), "")

    def __str__(self) -> str:
        text = " and ".join(str(objective) for objective in self.objectives)
        acts = [condition.act for condition in self.conditions if condition.act]
        limits = [str(condition) for condition in self.conditions if not condition.act]
        phrases = ["without " + ", ".join(acts)] * bool(acts) + limits
        return " ".join([text, *[", ".join(phrases)] * bool(phrases)]) + (
            " whatever turns up" * self.whatever
        )


def _merged(objectives: Iterable[Objective]) -> tuple[Objective, ...]:
    """Merge the objectives that can be merged, such as two to remove suits."""
    result: list[Objective] = []
    for objective in objectives:
        for index, earlier in enumerate(result):
            if both := earlier.merged(objective):
                result[index] = both
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
    """Parse a goal.

    Args:
        text: The goal, such as ``remove spades without dealing``.
        name: The name of the text in errors.
        options: Options for reading the position of a ``reach`` clause, which may be partial;
            by default with the rules of ``position``.
        position: The position that the goal is for.  It must have the columns and cards that the
            goal names (see :meth:`Goal.mismatch`); without it they are not checked.

    Raises NotationError with the place and the expected text.  Whether the goal can be reached is
    *not* checked.
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

#: Descriptions of the terminals whose names are not the words to write.
_PHRASES: Final = {
    "COMMA": "a comma",
    "NEXT_SUIT": "another suit",
    "SUIT": "a suit (clubs, diamonds, hearts, spades)",
    "NUMBER": "a number",
    "CARD": "a card such as 10h",
    "STRING": "a position in double quotes",
}


def _phrases(terminals: Iterable[str]) -> str:
    """Describe terminals as the user writes them, for the expected text of an error."""
    accepted = set(terminals)
    names = [terminal.name for terminal in grammar("goal").terminals if terminal.name in accepted]
    phrases = [_PHRASES.get(name) or f"'{name.lower().replace('_', ' ')}'" for name in names]
    return join_words(phrases + ["the end"] * ("$END" in accepted), "or")


def _verbs() -> str:
    return _phrases(grammar("goal").parse_interactive("").accepts())  # type: ignore[no-untyped-call]


def _unexpected(source: SourceText, error: UnexpectedInput) -> NotationError:
    accepts = getattr(error, "accepts", None) or getattr(error, "allowed", None) or ()
    token = getattr(error, "token", None)
    terminals = set(accepts or getattr(error, "expected", ()))
    too_soon = token is not None and token.type == "$END"
    start = len(source.text) if too_soon else error.pos_in_stream or 0
    after_clause = "WITHOUT" in terminals and "DEALING" not in terminals
    if after_clause and source.text[:start].rstrip().endswith(","):
        # ", and" is a single terminal of the grammar, so after a comma it does not list "and".
        terminals.add("AND")
    expected = _phrases(terminals)
    if too_soon:
        return NotationError("the goal ends too soon", source.place(start), expected)
    before = source.text.rfind(" and ", 0, start)
    for begin in (start, before + len(" and ") if before >= 0 else 0):
        phrase = meant_by(source.text[begin:])
        if phrase and _is_goal(source.text[:begin] + phrase):
            message = f"'{source.text[begin:].strip():.60}' is not a valid part of a goal"
            return NotationError(message, source.place(begin), f"'{phrase}', if that is meant")
    words = source.text[start:].split(maxsplit=1)
    word = words[0].rstrip(",.;") or words[0][:1] if words else ""
    return NotationError(
        f"'{word[:40]}' is not valid here in a goal", source.place(start, len(word)), expected
    )


def _is_goal(text: str) -> bool:
    """Return True if the grammar accepts a text."""
    try:
        grammar("goal").parse(in_plain_letters(text))
    except UnexpectedInput:
        return False
    return True


class _Reader(Transformer[Token, Goal]):
    """Builds the Goal from the parse tree; each class of clauses reads its own tokens."""

    def __init__(self, phrase: ClauseWords) -> None:
        super().__init__()
        self.phrase = phrase

    def __default__(self, data: str, children: list[Token], meta: object) -> Any:
        del meta
        phrase = replace(self.phrase, tokens=children)
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
                suits = replace(self.phrase, tokens=[item]).suits
                more = result[-1].for_another_suit(*suits)
                if more is None:
                    message = f"'{item}' needs a verb here"
                    raise self.phrase.error(item, message, _verbs())
                result.append(more)
        return result

    def act(self, items: list[Condition]) -> list[Condition]:
        return items

    def conditions(self, items: Sequence[Condition | list[Condition] | Token]) -> list[Condition]:
        result: list[Condition] = []
        last: Condition | None = None
        conjunction: Token | None = None
        # True while a "without" governs the following acts; a limit ends its scope.
        in_without = False
        for item in items:
            if isinstance(item, list):
                if conjunction and not in_without:
                    message = "'without' is missing here"
                    raise self.phrase.error(conjunction, message, "'without'")
                [last] = item
            elif isinstance(item, Condition):
                last, in_without = item, False
            elif item.type in _SUITS:
                suits = replace(self.phrase, tokens=[item]).suits
                last = last.for_another_suit(*suits) if last else None
                if last is None:
                    message = f"'{item}' needs a verb here"
                    raise self.phrase.error(
                        item, message, "a suit only after 'removing' and a suit"
                    )
            else:
                if item.type == "OR" and result and not in_without:
                    raise self.phrase.error(item, "a limit has no alternative", "'and'")
                if item.type == "WITHOUT" and conjunction and conjunction.type == "OR":
                    message = "ambiguous: 'or without' may mean one of the two or both"
                    raise self.phrase.error(
                        conjunction, message, "'or' without a second 'without'"
                    )
                in_without = in_without or item.type == "WITHOUT"
                conjunction = item
                continue
            conjunction = None
            result.append(last)
        return result

    def start(self, items: list[Any]) -> Goal:
        conditions = next((i for i in items[1:] if isinstance(i, list)), [])
        return Goal(tuple(items[0]), tuple(conditions), isinstance(items[-1], Token))


_SUITS: Final = ("SUIT", "NEXT_SUIT")
