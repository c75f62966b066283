"""Parser of the goal language (:func:`spiderpos.goals.goal.parse`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from lark import Token, Transformer, UnexpectedInput
from lark.exceptions import VisitError

from ..formats.base import ReadOptions
from ..game.position import Position
from ..text.errors import NotationError
from ..text.resources import grammar
from ..text.source import SourceText, in_plain_letters
from ..text.wording import join_words
from .conditions import Condition
from .objectives import Objective
from .phrases import meant_by
from .terms import ClauseWords

#: The objectives and conditions of a goal, and True if it ends with "whatever turns up".
GoalFields: TypeAlias = tuple[tuple[Objective, ...], tuple[Condition, ...], bool]


def read(text: str, name: str, options: ReadOptions, position: Position | None) -> GoalFields:
    """Parse a goal.  See :func:`spiderpos.goals.goal.parse`."""
    source = SourceText(text, name)
    if len(text) > _LONGEST:
        raise NotationError(
            "this is too long for a goal", source.place(_LONGEST), "a line such as 'get a space'"
        )
    if not text.strip():
        raise NotationError("the goal is empty", source.place(0), _verbs())
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

#: Descriptions of the grammar's terminals, for error messages, if the name is not what to write.
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


class _Reader(Transformer[Token, GoalFields]):
    """Converts the tree to the fields of a goal; each class of clauses reads its own tokens."""

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
                    raise self.phrase.error(item, "'or' can't follow a limit", "'and'")
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

    def start(self, items: list[Any]) -> GoalFields:
        conditions = next((i for i in items[1:] if isinstance(i, list)), [])
        return tuple(items[0]), tuple(conditions), isinstance(items[-1], Token)


_SUITS: Final = ("SUIT", "NEXT_SUIT")
