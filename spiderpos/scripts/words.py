"""Move scripts in Woods' words, read strictly and written.

::

    9-6s from 7 to 3, turning up 6s
    Js from 9 to 3 (into the space), then As from column 10 to column 5
    deal turning up 6d Ah 10h 9s 9c 6c Ac 6s 9d 4c
    remove the clubs from column 8    # a remark

Every word must be understood; ``docs/notations/scripts.md`` says what is tolerated.  The grammar
is ``grammars/script.lark``.  For moves in running text see :mod:`spiderpos.scripts.prose`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import cache, lru_cache
from typing import Any, Final

from lark import Token
from lark.exceptions import UnexpectedInput, UnexpectedToken

from ..game.cards import RANK, UNKNOWN, Card, Suit, card, parse_rank, parse_suit, rank_name
from ..game.engine import Step
from ..game.moves import Deal, Remove
from ..game.script import Instruction, Script, ScriptFormat
from ..text.errors import NotationError
from ..text.resources import grammar
from ..text.source import SourceText, plain, without_remarks
from ..text.wording import did_you_mean, join_words
from .beside import notes_beside, script_source
from .instructions import (
    DealRow,
    InCell,
    MoveCards,
    MoveRun,
    Onto,
    RemoveSuit,
    Source,
    Target,
    counted,
    move_words,
    turned_words,
)

# The words of ``grammars/terms.lark`` and what they mean

_RUN: Final = re.compile(
    rf"(?:({RANK})([CDHS]?)[-\u2010-\u2015\u2212])?({RANK})([CDHS])", re.IGNORECASE
)


class BadRunError(ValueError):
    """A card or run that can't be one; ``expected`` is what it may have meant."""

    def __init__(self, message: str, expected: str) -> None:
        super().__init__(message)
        self.expected = expected


@lru_cache(maxsize=4096)
def read_run(words: str) -> tuple[Card, Card]:
    """Return the highest and the lowest card of ``9-6s``, ``9s-6s``, ``10h``, ``the Jh``, ``??``.

    Both are the same for a single card, and ``UNKNOWN`` for ``??``.  Raises BadRunError.
    """
    name = words.rsplit(maxsplit=1)[-1]
    if name == "??":
        return UNKNOWN, UNKNOWN
    match = _RUN.fullmatch(name)
    if match is None:
        raise BadRunError(f"'{name}' is not a card", "a card such as 10h or a run such as 9-6s")
    head_rank, head_suit, tail_rank, tail_suit = match.groups()
    tail = card(parse_rank(tail_rank), parse_suit(tail_suit))
    if head_rank is None:
        return tail, tail
    head = card(parse_rank(head_rank), parse_suit(head_suit or tail_suit))
    if head.suit is not tail.suit:
        raise BadRunError(f"{name} is of two suits, which can't move as one", "a run of one suit")
    if head < tail:
        raise BadRunError(
            f"{name} is upside down: a run is named by its highest card and then its lowest",
            f"{rank_name(tail.rank)}-{head}",
        )
    return head, tail


def read_number(words: str) -> int:
    """Return the number that the words end in: ``column 8`` gives 8, ``cell2`` 2, ``->9`` 9."""
    number = re.search(r"\d{1,4}$", words)
    assert number is not None  # noqa: S101 - the terminals end in one
    return int(number[0])


def read_suit(words: str) -> Suit | None:
    """Return the suit that the words end in: ``the clubs``.

    None for ``the suit``, whichever it is.
    """
    name = words.rsplit(maxsplit=1)[-1].lower()
    return None if name in ("suit", "set") else parse_suit(name)


@lru_cache(maxsize=4096)
def read_way(words: str) -> tuple[int, int]:
    """Return the columns of ``from 7 to 3``, ``from column 8 to column 9``."""
    source, target = (int(word) for word in words.split() if word.isdigit())
    return source, target


@cache
def pattern(name: str, form: str) -> re.Pattern[str]:
    """Return a pattern in which ``{RUN}`` stands for what ``grammars/<name>.lark`` means by that.

    For taking a token apart that holds several things.
    """
    terminals = grammar(name, positions=False).terminals
    return re.compile(form.format_map({t.name: f"(?:{t.pattern.to_regexp()})" for t in terminals}))


# Reading


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read a script; a text of remarks and blanks only is one without moves.

    ``name`` is what errors call the text.  Raises NotationError with the place and what was
    expected.  *Not* checked: anything that a position is needed for.
    """
    source = script_source(text, name)
    bare = without_remarks(plain(source.text))
    unclosed = bare.find("(")
    if unclosed >= 0:
        raise NotationError(
            "this remark has no end", source.place(unclosed), "a closing parenthesis"
        )
    try:
        tree = grammar("script", positions=False).parse(bare)
    except UnexpectedInput as error:
        raise _unexpected(source, bare, error) from None
    steps: list[Instruction] = []
    numbers: list[tuple[int, int]] = []
    for child in tree.children:
        if isinstance(child, Token):
            numbers.append((int(child.rstrip(".)")), len(steps)))
        else:
            steps.append(_step(source, child.data, child.children))
    return Script(tuple(steps), name, notes_beside(bare, numbers))


def _step(source: SourceText, rule: str, tokens: list[Any]) -> Instruction:
    """Return the instruction that a step of the grammar makes; ``rule`` is its name there."""
    start, stop = tokens[0].start_pos or 0, tokens[-1].end_pos or 0
    words = (source.place(start, stop - start), source.text[start:stop])
    named = {token.type: token for token in tokens}
    reveal: tuple[Card, ...] = ()
    for token in tokens[1:]:
        if token.type == "CARDS":
            reveal += _cards(source, token.value, token.start_pos or 0)
    if rule == "row_dealt":
        return DealRow(*words, reveal)
    if rule == "suit_removed":
        suit = read_suit(named["SUIT"]) if "SUIT" in named else None
        column = named.get("FROM_COLUMN") or named.get("COLUMN")
        return RemoveSuit(*words, suit, read_number(column) if column else None, reveal)
    if rule == "cards_moved":
        count = int(named["CARD_COUNT"].split()[0])
        return MoveCards(*words, *read_way(named["FROM_TO"]), count, reveal)
    run = tokens[0]
    head, tail = _run(source, run.value, run.start_pos or 0)
    if "FROM_TO" in named:
        move = MoveRun(*words, head, tail, *read_way(named["FROM_TO"]), reveal)
        remark = _COUNT_BEHIND.match(source.text, named["FROM_TO"].end_pos or 0)
        return counted(move, int(remark[1])) if remark else move
    origin: Source = _end(tokens[1])
    target: Target = _end(tokens[2])
    if isinstance(origin, InCell) and isinstance(target, InCell):
        raise _bad(source, tokens[2], "no card moves from cell to cell", "'to' and a column")
    if head != tail and (isinstance(origin, InCell) or isinstance(target, InCell)):
        raise _bad(source, run, "a cell holds one card, not a run", "a single card")
    return MoveRun(*words, head, tail, origin, target, reveal)


#: A remark that says how many cards a move takes.
_COUNT_BEHIND: Final = re.compile(
    r"[ \t]*+(?:\(|#[ \t]*+)(\d{1,2}) cards?(?:\)|[ \t]*+$)", re.MULTILINE
)


def _end(token: Token) -> Any:
    """Return the place that cards come from or go to."""
    if token.type == "INTO_SPACE":
        return Onto(None, leftmost=True)
    number = read_number(token.value)
    return InCell(number) if token.type.endswith("CELL") else number


def _run(source: SourceText, words: str, at: int) -> tuple[Card, Card]:
    try:
        return read_run(words)
    except BadRunError as bad:
        raise NotationError(str(bad), source.place(at, len(words)), bad.expected) from None


def _cards(source: SourceText, words: str, at: int) -> tuple[Card, ...]:
    """Return the cards of a CARDS token, which begins at ``at``."""
    cards = []
    for name in pattern("script", "{RUN}").finditer(words):
        head, tail = _run(source, name[0], at + name.start())
        if head != tail:
            place = source.place(at + name.start(), len(name[0]))
            raise NotationError("a run is not turned up at once", place, "single cards")
        cards.append(head)
    return tuple(cards)


def _bad(source: SourceText, token: Token, message: str, expected: str) -> NotationError:
    place = source.place(token.start_pos or 0, len(token))
    return NotationError(message, place, expected)


# What can't be read

#: What may come next: the terminal that shows it, the words for it, and the terminals that come
#: next only where other words say it better.
_EXPECTED: Final = (
    ("DEAL", "a move such as '9-6s from 7 to 3', 'deal' or 'remove the clubs'", ()),
    ("CARD_COUNT", "a card such as 10h or a run such as 9-6s", ("DEAL",)),
    ("CARDS", "a card such as 10h", ()),
    ("FROM_TO", "the columns that it leaves and goes to, as in 'from 7 to 3'", ()),
    ("TO_COLUMN", "where it goes, as in 'to 3' or 'into the space'", ()),
    ("SUIT", "a suit (clubs, diamonds, hearts, spades) or a column", ()),
    ("FROM_COLUMN", "'from' and a column", ("FROM_TO", "SUIT")),
    ("_SEPARATOR", "a comma or a line end before the next move", ("DEAL",)),
)
#: The terminals that begin a step.
_BEGINNINGS: Final = ("RUN", "CARDS", "CARD_COUNT", "DEAL", "REMOVE", "_MOVE", "MOVE_NUMBER")
_KNOWN_WORDS: Final = (
    *("move", "moving", "deal", "remove", "from", "into", "space", "column", "cell"),
    *("then", "finally", "turning", "clubs", "diamonds", "hearts", "spades"),
)
_WORD: Final = re.compile(r"(?:(?:the|from|to|into)\s+)?[^\s,;()]+|.", re.IGNORECASE | re.DOTALL)
_LIKE_A_CARD: Final = re.compile(r"(?:\w{1,3}[-\u2010-\u2015\u2212])?(?:\d{1,3}\w?|\w{1,2})")


def _unexpected(source: SourceText, bare: str, error: UnexpectedInput) -> NotationError:
    """Return the error for a text that the grammar can't go on with; ``bare`` has no remarks."""
    parser: Any = error.interactive_parser
    accepts: Set[str] = parser.accepts()
    expected = join_words(
        (
            words
            for name, words, better in _EXPECTED
            if name in accepts and not accepts & {*better}
        ),
        "or",
    )
    kind = error.token.type if isinstance(error, UnexpectedToken) else ""
    at = error.pos_in_stream or 0
    if kind in ("$END", "_SEPARATOR"):
        at = len(bare.rstrip()) if kind == "$END" else at
        return NotationError("the move breaks off here", source.place(at), expected)
    match = _WORD.match(bare, at)
    word = match[0].rstrip(".") if match else ""
    place = source.place(at, len(word))
    shown = word if len(word) <= 40 else word[:40] + "..."
    if word == ")":
        message, expected = "this parenthesis closes no remark", ""
    elif kind in _BEGINNINGS and "_SEPARATOR" in accepts:
        message = f"'{shown}' begins another move"
    elif accepts & {"RUN", "CARDS"} and _LIKE_A_CARD.fullmatch(word):
        message = f"'{word}' is not a card"
    elif "SUIT" in accepts:
        message = f"'{shown}' is not a suit"
    else:
        message = f"'{shown}' is not understood here"
        if " " not in shown and shown.lower() not in _KNOWN_WORDS:
            message += did_you_mean(shown, _KNOWN_WORDS)
    return NotationError(message, place, expected)


# Recognising and writing

_BEGINNING: Final = (
    r"[\s,;.]*(?:{MOVE_NUMBER}\s*)?"
    r"(?:(?:{_MOVE}\s+)?(?:{RUN}|{CARD_COUNT})\s+from\s|{REMOVE}\s|{DEAL}(?!\s*[#\d]))"
)


def recognises(text: str) -> bool:
    """Return True if ``text``, remarks aside, begins with a move in these words."""
    bare = without_remarks(plain(text[:10_000]))
    return pattern("script", _BEGINNING).match(bare) is not None


def describe(step: Step) -> str:
    """Return a step that was played, as a line of a script: ``9-6s from 7 to 3, turning up 6s``.

    A row dealt is named as far as it is known, and so are the cards turned up.
    """
    turned = [turned.card for turned in step.turned]
    if isinstance(step.move, Deal):
        turned = [*step.cards, *turned]
    return move_words(step.move, step.cards) + turned_words(
        turned, after_comma=not isinstance(step.move, Deal)
    )


def dumps(steps: Sequence[Step]) -> str:
    """Write steps that were played, a line each, as :func:`loads` reads them.

    Replayed from the first step's position they give the same positions again.  Suits that
    went off by themselves stand in a remark.
    """
    return "".join(f"{describe(step)}{_gone_off(step)}\n" for step in steps)


def _gone_off(step: Step) -> str:
    by_themselves = step.removals[isinstance(step.move, Remove) :]
    if not by_themselves:
        return ""
    suits = [
        f"the {removal.suit} go off from column {removal.column}" for removal in by_themselves
    ]
    return f"  # {join_words(suits)}"


SCRIPT_FORMAT: Final = ScriptFormat(
    name="words",
    summary="Woods' words, read strictly",
    loads=loads,
    dumps=dumps,
    recognises=recognises,
    example="9-6s from 7 to 3, turning up 6s",
)
