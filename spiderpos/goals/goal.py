"""The goal language: what a problem asks for, as a value and as one line of words.

:func:`parse` reads a phrase such as ``remove spades without dealing, making a space`` into a
:class:`Goal`; ``str`` writes it back.  ``docs/goals.md`` says what each phrase means;
:mod:`spiderpos.goals.judge` holds a line of play against a goal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias, assert_never

from lark import Token, Transformer, UnexpectedInput
from lark.exceptions import VisitError

from ..formats import loads as load_position
from ..formats.base import ReadOptions
from ..game import census
from ..game.cards import Card, Suit, parse_card, parse_suit
from ..game.illegal import PositionError
from ..game.position import Position
from ..text.errors import NotationError
from ..text.resources import grammar
from ..text.source import SourceText, in_plain_letters
from ..text.wording import count_phrase, join_words

__all__ = [
    "Complete",
    "Conditions",
    "GetSpaces",
    "Goal",
    "Objective",
    "Reach",
    "RemoveBefore",
    "RemoveNumber",
    "RemoveSuits",
    "SpaceBack",
    "SpaceIn",
    "TurnUp",
    "Uncover",
    "Win",
    "misfit",
    "parse",
]


@dataclass(frozen=True, slots=True)
class RemoveSuits:
    """Remove these suits, in any order; a suit that is named twice, twice."""

    suits: tuple[Suit, ...]

    def __str__(self) -> str:
        return f"remove {join_words(self.suits)}"


@dataclass(frozen=True, slots=True)
class RemoveNumber:
    """Remove this many suits, whichever (1 to 8)."""

    count: int = 1

    def __str__(self) -> str:
        return "remove any suit" if self.count == 1 else f"remove {self.count} suits"


@dataclass(frozen=True, slots=True)
class RemoveBefore:
    """Remove ``first`` while ``second`` has not been removed yet."""

    first: Suit
    second: Suit

    def __str__(self) -> str:
        return f"remove {self.first} before {self.second}"


@dataclass(frozen=True, slots=True)
class GetSpaces:
    """Reach a position with at least this many spaces at once."""

    count: int = 1

    def __str__(self) -> str:
        return "get a space" if self.count == 1 else f"get {self.count} spaces"


@dataclass(frozen=True, slots=True)
class SpaceIn:
    """Empty this column (from 1)."""

    column: int

    def __str__(self) -> str:
        return f"get a space in column {self.column}"


@dataclass(frozen=True, slots=True)
class SpaceBack:
    """Have at least as many spaces as at the start."""

    def __str__(self) -> str:
        return "get the space back"


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Turn up at least this many face-down cards, in one column (from 1) or anywhere."""

    count: int = 1
    column: int | None = None

    def __str__(self) -> str:
        text = "turn up a card" if self.count == 1 else f"turn up {self.count} cards"
        return text if self.column is None else f"{text} in column {self.column}"


@dataclass(frozen=True, slots=True)
class Uncover:
    """Have this card at the bottom of a column: of this one (from 1), or of any."""

    card: Card
    column: int | None = None

    def __str__(self) -> str:
        text = f"uncover {self.card}"
        return text if self.column is None else f"{text} in column {self.column}"


@dataclass(frozen=True, slots=True)
class Complete:
    """Have these suits (any suit, if none is named) complete at the bottom of columns."""

    suits: tuple[Suit, ...] = ()

    def __str__(self) -> str:
        return f"complete {join_words(self.suits) or 'any suit'}"


@dataclass(frozen=True, slots=True)
class Reach:
    """Reach the tableau of this position; a card that isn't known there may be any.

    ``text`` is the position as the goal gave it.
    """

    position: Position
    text: str = field(compare=False)

    def __str__(self) -> str:
        return f'reach "{self.text}"'


@dataclass(frozen=True, slots=True)
class Win:
    """Win: every suit removed or complete in the tableau, nothing else left anywhere.

    ``in_tableau`` is the least number of complete suits that stay in the tableau, 0 to 8;
    None asks for all of them: nothing may be removed.
    """

    in_tableau: int | None = 0

    def __str__(self) -> str:
        if self.in_tableau is None:
            return "win with all suits in the tableau"
        if self.in_tableau:
            return f"win with {count_phrase(self.in_tableau, 'suit')} in the tableau"
        return "win"


Objective: TypeAlias = (
    RemoveSuits
    | RemoveNumber
    | RemoveBefore
    | GetSpaces
    | SpaceIn
    | SpaceBack
    | TurnUp
    | Uncover
    | Complete
    | Reach
    | Win
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What the line may not do on the way.

    ``no_dealing``, ``no_turning_up``: not even by the last move.
    ``no_removing``: no suit but those that the goal itself asks for.
    ``no_removing_suits``: none of these.
    ``no_making_a_space``: no move before the one that reaches the goal leaves more spaces than
    there were before it.
    ``other_suits``: at most this many suits beyond those that the goal asks for.
    ``moves``: at most this many moves, each shift, deal, removal by choice being one.
    """

    no_dealing: bool = False
    no_turning_up: bool = False
    no_removing: bool = False
    no_removing_suits: tuple[Suit, ...] = ()
    no_making_a_space: bool = False
    other_suits: int | None = None
    moves: int | None = None

    def __str__(self) -> str:
        acts = ["dealing"] * self.no_dealing
        acts += ["turning up"] * self.no_turning_up
        acts += ["removing"] * self.no_removing
        acts += [f"removing {suit}" for suit in self.no_removing_suits]
        acts += ["making a space"] * self.no_making_a_space
        parts = ["without " + ", ".join(acts)] if acts else []
        if self.other_suits is not None:
            suits = "suit" if self.other_suits == 1 else "suits"
            parts.append(f"removing at most {self.other_suits} other {suits}")
        if self.moves is not None:
            parts.append(f"in at most {count_phrase(self.moves, 'move')}")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Goal:
    """What is asked: all objectives at once, under the conditions.

    All suits that are to be removed are one objective, and all that are to be complete: given as
    several, they are joined, so that a suit is wanted as often as it is named.  ``whatever``:
    however the cards that aren't known turn up.
    """

    objectives: tuple[Objective, ...]
    conditions: Conditions = Conditions()
    whatever: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "objectives", _named_at_once(self.objectives))

    @property
    def names_a_column(self) -> bool:
        """Whether it makes a difference which column is which.

        Yes, unless it is known of every objective that it doesn't; no condition does.
        """
        return not all(_is_anywhere(objective) for objective in self.objectives)

    def suits_to_remove(self) -> tuple[Counter[Suit], int]:
        """The suits that clauses name to be removed, and the most that one gives by number.

        Suits that several clauses name count as often as the one that names them most.
        """
        named: Counter[Suit] = Counter()
        number = 0
        for objective in self.objectives:
            match objective:
                case RemoveSuits(suits):
                    named |= Counter(suits)
                case RemoveBefore(first, _):
                    named |= Counter([first])
                case RemoveNumber(count):
                    number = max(number, count)
                case GetSpaces() | SpaceIn() | SpaceBack() | TurnUp() | Uncover():
                    pass
                case Complete() | Reach() | Win():
                    pass
                case _:
                    assert_never(objective)
        return named, number

    def __str__(self) -> str:
        text = " and ".join(str(objective) for objective in self.objectives)
        conditions = str(self.conditions)
        if conditions:
            text += f" {conditions}"
        return text + " whatever turns up" * self.whatever


def _named_at_once(objectives: Sequence[Objective]) -> tuple[Objective, ...]:
    """The same with all suits that are to be removed in one, and all that are to be complete."""
    found: list[Objective] = []
    for objective in objectives:
        if isinstance(objective, RemoveSuits) or (
            isinstance(objective, Complete) and objective.suits
        ):
            for at, before in enumerate(found):
                if type(before) is type(objective) and before.suits:
                    found[at] = replace(before, suits=(*before.suits, *objective.suits))
                    break
            else:
                found.append(objective)
        else:
            found.append(objective)
    return tuple(found)


def _is_anywhere(objective: Objective) -> bool:
    """Whether it's all the same to an objective in which order the columns lie."""
    match objective:
        case RemoveSuits() | RemoveNumber() | RemoveBefore() | Complete() | Win():
            return True
        case GetSpaces() | SpaceBack():
            return True
        case TurnUp(_, column) | Uncover(_, column):
            return column is None
        case _:
            return False


_NUMBERS: Final = {
    word: number
    for number, word in enumerate(
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"], 1
    )
}  # fmt: skip


def misfit(objective: Objective, position: Position) -> str:
    """What an objective asks for that a position can't have, in words; empty if nothing.

    That is a column that there is not, or, for ``reach``, another number of columns or a card
    that isn't in the position so often.  *Not* checked: whether it can be reached by play.
    """
    columns = len(position.columns)
    match objective:
        case SpaceIn(column) | TurnUp(_, column) | Uncover(_, column):
            too_high = column is not None and column > columns
            return f"the position has {count_phrase(columns, 'column')}" if too_high else ""
        case Reach(wanted):
            if len(wanted.columns) != columns:
                return (
                    f"the position has {count_phrase(columns, 'column')}, and this "
                    f"{len(wanted.columns)}"
                )
            return _other_cards(wanted, position)
        case RemoveSuits() | RemoveNumber() | RemoveBefore() | Complete() | Win():
            return ""
        case GetSpaces() | SpaceBack():
            return ""
    assert_never(objective)


def _other_cards(wanted: Position, position: Position) -> str:
    """Which card of the tableau ``wanted`` isn't in ``position``, or not so often, in words."""
    there = Counter(position.known_cards())
    # What isn't known may be any card that the decks still have.
    hidden = census.unknown_count(position)
    asked = Counter(card for column in wanted.columns for card in (*column.down, *column.up))
    for card, count in asked.items():
        more = min(hidden, count - there[card]) if card else 0
        while more > 0 and not census.can_be_hidden(position, [card] * more):
            more -= 1
        have = there[card] + max(0, more)
        if card and count > have:
            return f"the position has {f'only {have}' if have else 'no'} {card}"
    return ""


def parse(
    text: str,
    *,
    name: str = "<goal>",
    options: ReadOptions | None = None,
    position: Position | None = None,
) -> Goal:
    """Read a goal.

    ``name`` is what errors call the text; ``options`` are those for the position of a ``reach``
    clause (always read as a partial one).  ``position`` is the one that the goal is for: it has
    to have the columns and cards that the goal names (see :func:`misfit`), and a ``reach`` clause
    is read under its rules if ``options`` aren't given; if it isn't given, nothing of that is
    checked.  Raises NotationError with the place and what was expected; ValueError
    never.  *Not* checked: whether the goal can be reached.
    """
    source = SourceText(text, name)
    if len(text) > _LONGEST:
        raise NotationError(
            "this is too long for a goal", source.place(_LONGEST), "a line such as 'get a space'"
        )
    if not text.strip():
        raise NotationError("the goal is empty", source.place(0), _phrases(_VERBS))
    if options is None:
        options = ReadOptions(rules=position.rules) if position is not None else ReadOptions()
    try:
        tree = grammar("goal").parse(in_plain_letters(text))
        reader = _Reader(source, options, position)
        return reader.transform(tree)  # type: ignore[no-any-return]
    except VisitError as error:
        if isinstance(error.orig_exc, NotationError):
            raise error.orig_exc from None
        raise
    except UnexpectedInput as error:
        raise _unexpected(source, error) from None


_LONGEST: Final = 4000
_A_POSITION: Final = "a position with the same columns and cards"
_VERBS: Final = ("REMOVE", "COMPLETE", "GET", "TURN_UP", "UNCOVER", "REACH", "WIN")

#: What the user may write where the grammar has a terminal.
_PHRASES: Final = {
    "REMOVE": "'remove'",
    "COMPLETE": "'complete'",
    "GET": "'get'",
    "TURN_UP": "'turn up'",
    "UNCOVER": "'uncover'",
    "REACH": "'reach'",
    "WIN": "'win'",
    "BEFORE": "'before'",
    "AND": "'and'",
    "OR": "'or'",
    "COMMA": "a comma",
    "NEXT_SUIT": "another suit",
    "SUIT": "a suit (clubs, diamonds, hearts, spades)",
    "ANY_SUIT": "'any suit'",
    "SUITS": "'suits'",
    "NUMBER": "a number",
    "CARD": "a card such as 10h",
    "A_SPACE": "'a space'",
    "SPACES": "'spaces'",
    "SPACE_BACK": "'the space back'",
    "A_CARD": "'a card'",
    "CARDS": "'cards'",
    "IN_COLUMN": "'in column'",
    "IN_THE_TABLEAU": "'in the tableau'",
    "WITH_ALL_SUITS": "'with all suits in the tableau'",
    "WITH": "'with'",
    "WITHOUT": "'without'",
    "DEALING": "'dealing'",
    "TURNING_UP": "'turning up'",
    "REMOVING": "'removing'",
    "MAKING_A_SPACE": "'making a space'",
    "AT_MOST": "'at most'",
    "MORE_THAN": "'more than'",
    "ANY_OTHER_SUITS": "'any other suit'",
    "OTHER_SUITS": "'other suits'",
    "NO_OTHER_SUITS": "'no other suits'",
    "IN_AT_MOST": "'in at most'",
    "MOVES": "'moves'",
    "WHATEVER": "'whatever turns up'",
    "STRING": "a position in double quotes",
    "$END": "the end",
}


def _phrases(terminals: Sequence[str]) -> str:
    wanted = [phrase for name, phrase in _PHRASES.items() if name in terminals]
    return join_words(wanted, "or")


def _unexpected(source: SourceText, error: UnexpectedInput) -> NotationError:
    accepts = getattr(error, "accepts", None) or getattr(error, "allowed", None) or ()
    token = getattr(error, "token", None)
    wanted = set(accepts or getattr(error, "expected", ()))
    too_soon = token is not None and token.type == "$END"
    start = len(source.text) if too_soon else error.pos_in_stream or 0
    behind_clause = "WITHOUT" in wanted and "DEALING" not in wanted
    if behind_clause and source.text[:start].rstrip().endswith(","):
        # The grammar takes the comma of ", and" together with the "and".
        wanted.add("AND")
    expected = _phrases(sorted(wanted))
    if too_soon:
        return NotationError("the goal ends too soon", source.place(start), expected)
    words = source.text[start:].split(maxsplit=1)
    word = words[0].rstrip(",.;") or words[0][:1] if words else ""
    return NotationError(
        f"'{word[:40]}' does not fit into a goal here", source.place(start, len(word)), expected
    )


class _Reader(Transformer[Token, Any]):
    """Builds the Goal from the parse tree."""

    def __init__(
        self, source: SourceText, options: ReadOptions, position: Position | None
    ) -> None:
        super().__init__()
        self.position = position
        self.source = source
        self.options = options

    def _bad(self, token: Token, message: str, expected: str) -> NotationError:
        return NotationError(
            message, self.source.place(token.start_pos or 0, len(token)), expected
        )

    def _number(self, token: Token, most: int, what: str, *, least: int = 1) -> int:
        value = _NUMBERS.get(token.lower(), 0) if token.isalpha() else int(token)
        if not least <= value <= most:
            raise self._bad(token, f"{token} {what}", f"a number from {least} to {most}")
        return value

    @staticmethod
    def _suit(token: Token) -> Suit:
        return parse_suit(token.replace(",", " ").split()[-1])

    def remove_suit(self, items: list[Token]) -> RemoveSuits:
        return RemoveSuits((self._suit(items[1]),))

    def remove_before(self, items: list[Token]) -> RemoveBefore:
        first, second = self._suit(items[1]), self._suit(items[3])
        if first is second:
            raise self._bad(items[3], "a suit can't be removed before itself", "another suit")
        return RemoveBefore(first, second)

    def remove_any(self, _items: list[Token]) -> RemoveNumber:
        return RemoveNumber(1)

    def remove_number(self, items: list[Token]) -> RemoveNumber:
        return RemoveNumber(self._number(items[1], 8, "suits can't be removed"))

    def complete_suit(self, items: list[Token]) -> Complete:
        return Complete((self._suit(items[1]),))

    def complete_any(self, _items: list[Token]) -> Complete:
        return Complete(())

    def another_suit(self, items: list[Token]) -> Token:
        return items[0]

    def get_a_space(self, _items: list[Token]) -> GetSpaces:
        return GetSpaces(1)

    def get_spaces(self, items: list[Token]) -> GetSpaces:
        return GetSpaces(self._number(items[1], 10, "spaces can't be had"))

    def space_back(self, _items: list[Token]) -> SpaceBack:
        return SpaceBack()

    def turn_up_one(self, items: list[Any]) -> TurnUp:
        return TurnUp(1, items[2] if len(items) > 2 else None)

    def turn_up_number(self, items: list[Any]) -> TurnUp:
        count = self._number(items[1], 104, "cards can't be turned up")
        return TurnUp(count, items[3] if len(items) > 3 else None)

    def get_space_in(self, items: list[Any]) -> SpaceIn:
        return SpaceIn(items[2])

    def uncover(self, items: list[Any]) -> Uncover:
        return Uncover(parse_card(items[1]), items[2] if len(items) > 2 else None)

    def in_column(self, items: list[Token]) -> int:
        column = self._number(items[1], 10, "is no column")
        if self.position is not None and (why := misfit(SpaceIn(column), self.position)):
            most = len(self.position.columns)
            raise self._bad(items[1], why, f"a number from 1 to {most}" if most > 1 else "1")
        return column

    def reach(self, items: list[Token]) -> Reach:
        text = items[1][1:-1]
        options = replace(self.options, partial=True)
        name = f"{self.source.name} (reach)"
        try:
            wanted = Reach(load_position(text, name=name, options=options), text)
        except PositionError as error:
            raise self._bad(items[1], str(PositionError(error.faults)), _A_POSITION) from None
        if self.position is not None and (why := misfit(wanted, self.position)):
            raise self._bad(items[1], why, _A_POSITION)
        return wanted

    def win_plain(self, _items: list[Token]) -> Win:
        return Win(0)

    def win_with_all(self, _items: list[Token]) -> Win:
        return Win(None)

    def win_with_number(self, items: list[Token]) -> Win:
        return Win(self._number(items[2], 8, "suits can't be in the tableau"))

    def clauses(self, items: list[Any]) -> tuple[Objective, ...]:
        objectives: list[Objective] = []
        for item in items:
            if not isinstance(item, Token):
                objectives.append(item)
            elif item.type in ("SUIT", "NEXT_SUIT"):
                last = objectives[-1] if objectives else None
                if isinstance(last, RemoveSuits):
                    objectives[-1] = RemoveSuits((*last.suits, self._suit(item)))
                elif isinstance(last, Complete) and last.suits:
                    objectives[-1] = Complete((*last.suits, self._suit(item)))
                else:
                    raise self._bad(
                        item,
                        f"'{item}' alone says nothing here",
                        _phrases(_VERBS),
                    )
        return tuple(objectives)

    def no_dealing(self, _items: list[Token]) -> dict[str, Any]:
        return {"no_dealing": True}

    def no_turning_up(self, _items: list[Token]) -> dict[str, Any]:
        return {"no_turning_up": True}

    def no_removing(self, _items: list[Token]) -> dict[str, Any]:
        return {"no_removing": True}

    def no_removing_suit(self, items: list[Token]) -> dict[str, Any]:
        return {"no_removing_suits": (self._suit(items[1]),)}

    def no_other_suit(self, items: list[Token]) -> Token:
        return items[-1]

    def no_making_a_space(self, _items: list[Token]) -> dict[str, Any]:
        return {"no_making_a_space": True}

    def at_most_others(self, items: list[Token]) -> dict[str, Any]:
        most = self._number(items[2], 8, "suits can't be removed", least=0)
        return {"other_suits": most}

    def no_others(self, _items: list[Token]) -> dict[str, Any]:
        return {"other_suits": 0}

    def at_most_moves(self, items: list[Token]) -> dict[str, Any]:
        return {"moves": self._number(items[1], 9999, "moves can't be played")}

    def without(self, items: list[Any]) -> dict[str, Any]:
        return next(item for item in items if isinstance(item, dict))

    limited = without

    def conditions(self, items: list[Any]) -> Conditions:
        facts: dict[str, Any] = {}
        item: Any = None
        for found in items:
            before, item = item, found
            if isinstance(item, Token) and item.type in ("SUIT", "NEXT_SUIT"):
                if not (isinstance(before, dict) and "no_removing_suits" in before):
                    expected = "a suit only after 'removing' and a suit"
                    raise self._bad(item, f"'{item}' alone says nothing here", expected)
                item = {"no_removing_suits": (self._suit(item),)}
            if isinstance(item, dict):
                suits = facts.get("no_removing_suits", ()) + item.get("no_removing_suits", ())
                for name in ("moves", "other_suits"):
                    # Of two limits the lower one counts.
                    if name in item and facts.get(name) is not None:
                        item = {**item, name: min(item[name], facts[name])}
                facts |= item
                if suits:
                    facts["no_removing_suits"] = tuple(sorted(set(suits)))
        return Conditions(**facts)

    def start(self, items: list[Any]) -> Goal:
        conditions = next((i for i in items if isinstance(i, Conditions)), Conditions())
        whatever = isinstance(items[-1], Token)
        return Goal(items[0], conditions, whatever)
