"""``fen``: a position in one short line that people can read and type, as FEN is for chess.

::

    4x:6d/K-9s2h/-/... 50x -

The columns from left to right, separated by ``/``: face-down cards, ``:``, face-up cards, each
from the top down; ``-`` is a space.  Then the hand, the next card first, and the removed suits;
``-`` is none.  Then what there is of ``cells=``, ``rules=`` and ``dealt=``.  ``K-9s`` is a
natural run, ``4x`` four face-down or undealt cards that aren't known, ``??`` a face-up one.

This is the package's own notation; ``docs/notations/fen.md`` specifies it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from operator import itemgetter
from typing import Final

from ..cards import ACE, ALL_CARDS, KING, UNKNOWN, Card, Suit, card, from_pairs
from ..census import DECKS, validate
from ..errors import NotationError, PositionError, SpiderError
from ..history import contradiction, dealt_at_start, with_history
from ..position import Column, Position
from ..rules import COLUMNS, WOODS, Rules, RulesError, parse_rules
from ..source import SourceText
from ..wording import count_phrase, did_you_mean, join_words
from .base import OLD_DEFAULTS, Old, PLAIN_SIGNS, Format, ReadOptions
from .completion import complete, under_its_own_rules
from .fenlayout import Unfolded, another, line_ends, unfolded
from .strictness import refuse_unwritten

__all__ = ["FORMAT", "dump", "dumps", "load", "loads", "recognises", "resembles"]

# Two decks, all known, three times over stay far below this.
_LONGEST: Final = 4096
_KEYS: Final = ("cells", "rules", "dealt")

_RANKS: Final = " A23456789TJQK"
_TOKEN: Final = re.compile(
    r"(?:10|[2-9TJQK])-(?:10|[A2-9TJQ])[CDHS]|(?:10|[A2-9TJQK])[CDHS]|\?\?|\d{0,3}X",
    re.IGNORECASE | re.ASCII,
)
_WRITTEN_RUN: Final = re.compile(r"[2-9TJQK]-[A2-9TJQ][cdhs]")
_WRITTEN_COUNT: Final = re.compile(r"\d{0,3}x", re.ASCII)
_WORD: Final = re.compile(r"\S+")
_TABLEAU: Final = re.compile(r"[0-9ATJQKXCDHS?:/-]+", re.IGNORECASE)
_HAND: Final = re.compile(r"-|[0-9ATJQKXCDHS?/]+", re.IGNORECASE)
_REMOVED: Final = re.compile(r"-|[CDHS?]+", re.IGNORECASE)
_FOREIGN: Final = re.compile(r"[^0-9ATJQKXCDHS?:/-]", re.IGNORECASE)
_NO_RUN: Final = re.compile(r"(?:10|[A2-9TJQK])-(?:10|[A2-9TJQK])([CDHS]?)", re.IGNORECASE)
_RUN_HINT: Final = re.compile(r"[0-9TJQK]-[0-9ATJQ]", re.IGNORECASE)
#: Blanks, line ends and marks of a quotation.
_NO_TEXT: Final = "> \t\r\n\xa0"
_OURS: Final = re.compile(rf":|\dX|{_RUN_HINT.pattern}", re.IGNORECASE)
_SUITS: Final[dict[str, Suit | None]] = {suit.letter: suit for suit in Suit} | {"?": None}


def _name(c: Card) -> str:
    return _RANKS[c.rank] + c.suit.letter


_NAMES: Final = {c: _name(c) for c in ALL_CARDS} | {UNKNOWN: "??"}


def _all_tokens() -> dict[str, tuple[Card, ...]]:
    tokens: dict[str, tuple[Card, ...]] = {_name(c): (c,) for c in ALL_CARDS}
    for suit in Suit:
        for high in range(ACE + 1, KING + 1):
            for low in range(ACE, high):
                run = tuple(card(rank, suit) for rank in range(high, low - 1, -1))
                tokens[f"{_RANKS[high]}-{_RANKS[low]}{suit.letter}"] = run
    for count in range(1, DECKS + 1):
        tokens[f"{count}x"] = (UNKNOWN,) * count
    return tokens | {"x": (UNKNOWN,), "??": (UNKNOWN,)}


# The cards of every token as it is written; others (capitals, 10) are brought to this form.
_CARDS_OF: Final = _all_tokens()
_HIDDEN_OF: Final = {key: cards for key, cards in _CARDS_OF.items() if key != "??"}
# The same spelt out, two characters a card, for what can be more than one.
_SPELT: Final = {
    key: "".join(map(_NAMES.__getitem__, cards))
    for key, cards in _CARDS_OF.items()
    if "-" in key or "x" in key
}


_IN_ONE_LINE: Final = "a position in one line, and an empty line between it and other text"


class _Unreadable(Exception):  # noqa: N818 - not seen outside this module
    """Somewhere the text is wrong; :func:`_fault` finds out where."""


def loads(text: str, *, name: str = "<text>", options: ReadOptions = OLD_DEFAULTS) -> Position:
    """Read a position from a line of this notation.

    It may be quoted, wrapped, or stand between other text (see :mod:`.fenlayout`).
    Where the hand and the removed suits are left out they are found as for a diagram.  The
    rules are those of ``options`` where the line doesn't say.  ``dealt`` is filled in if the
    line has it, or if it follows.  Raises NotationError or PositionError.
    """
    try:
        position = _read(text, name, options)
    except _Unreadable:
        position = _read_pasted(text, name, options)
    if options.strict:
        refuse_unwritten(SourceText(text, name), dumps(position) + "\n")
    return position


def _read_pasted(text: str, name: str, options: ReadOptions) -> Position:
    """Read a line that isn't as it is written.  Raises as :func:`loads`."""
    start, lines = unfolded(text)
    found: list[Position] = []
    incomplete: list[Position] = []
    faults: list[tuple[int, SpiderError]] = []
    for line in lines:
        try:
            position = _read(line.text, name, options)
        except _Unreadable:
            with suppress(_Unreadable, NotationError, PositionError):
                incomplete.append(_read(line.text, name, options, without_removed=True))
        except (NotationError, PositionError) as error:
            faults.append((0, error))
        else:
            found += [position] * (position not in found)
    source = SourceText(text, name)
    if len(found) > 1 or (found and any(position not in found for position in incomplete)):
        raise NotationError(
            "this line is wrapped so that it can be read in two ways",
            source.place(start),
            "the whole position in one line",
        )
    if found:
        if len(found[0].columns) < COLUMNS:
            _refuse_several(source, start, options)
        second = another(text, start, max(line.offsets[-1] for line in lines))
        if second is not None:
            first, stop = second
            raise NotationError(
                f"another position stands here, and one in line {source.place(start).line}",
                source.place(first, stop - first),
                "one position",
            )
        return found[0]
    if not faults:
        if not any(line.text.split() != text.split() for line in lines):
            fault = _fault(text, name)
            raise NotationError(fault.message, fault.place, _advice(fault, source))
        faults = [_placed(_fault(line.text, name), line, source) for line in lines]
    raise max(faults, key=itemgetter(0))[1]


def _refuse_several(source: SourceText, start: int, options: ReadOptions) -> None:
    """Raise NotationError if what stands above a line end, and below it, are positions, too.

    Ten columns are rather one position than two.
    """
    for line_end in line_ends(source.text, start):
        parts = source.text[start:line_end], source.text[line_end:]
        if all(_is_position(part, options) for part in parts):
            below = line_end + len(parts[1]) - len(parts[1].lstrip())
            raise NotationError(
                "this can be two positions, or one that is wrapped",
                source.place(below),
                "one position, in one line",
            )


def _is_position(text: str, options: ReadOptions) -> bool:
    start, lines = unfolded(text)
    if text[:start].strip(_NO_TEXT):
        return False
    for line in lines:
        with suppress(_Unreadable, NotationError, PositionError):
            _read(line.text, "", options)
            return True
    return False


def _placed(error: NotationError, line: Unfolded, source: SourceText) -> tuple[int, NotationError]:
    """How far a line could be read, and its fault with the place in the text."""
    assert error.place is not None  # noqa: S101 - every fault has one
    at = min(error.place.column, len(line.offsets)) - 1
    first, *rest = line.offsets[at : at + max(1, error.place.width)]
    place = source.place(first, (rest or [first])[-1] - first + 1)
    return at, NotationError(error.message, place, _advice(error, source))


def _advice(error: NotationError, source: SourceText) -> str:
    """What an error expects; in a text of several lines, what helps against lost line ends too."""
    several = "\n" in source.text.strip()
    return "; ".join(filter(None, (error.expected, _IN_ONE_LINE * several)))


def _read(
    text: str, name: str, options: ReadOptions, *, without_removed: bool = False
) -> Position:
    """Read a line whose fields are put together; ``without_removed`` one of columns and hand."""
    words = text.split() if len(text) <= _LONGEST else []
    fields = {}
    while words and "=" in words[-1]:
        key, _, value = words.pop().partition("=")
        if key not in _KEYS or key in fields:
            raise _Unreadable
        fields[key] = value
    if len(words) not in ((2,) if without_removed else (1, 3)):
        raise _Unreadable
    rules = _rules(fields["rules"]) if "rules" in fields else options.rules
    columns = _written_columns(words[0]) or tuple(map(_column, words[0].split("/")))
    if len(columns) > COLUMNS:
        raise _Unreadable
    cells: tuple[Card | None, ...] = ()
    if "cells" in fields:
        cells = tuple(map(_cell, fields["cells"].split(",")))
    dealt = _cards(fields["dealt"], face_up=False) if "dealt" in fields else ()
    if not any(dealt):
        dealt = ()
    try:
        if len(words) == 3:
            hand, removed = _hand(words[1], len(columns)), _removed(words[2])
            position = Position(columns, hand, removed, cells, rules, dealt)
            validate(position, partial=options.partial, name=name)
        else:
            told = options if rules is options.rules else replace(options, rules=rules)
            known = _hand(words[1], len(columns)) if without_removed else None
            if known is not None and (not known or len(known) not in rules.hand_sizes):
                raise _Unreadable
            position = complete(columns, cells, told, name=name, hand=known)
            if dealt:
                position = replace(position, dealt=dealt)
    except PositionError as error:
        raise (under_its_own_rules(error, "rules=") if "rules" in fields else error) from None
    why = contradiction(position)
    if why is not None:
        raise NotationError(why, SourceText(text, name).place(text.index("dealt=")))
    return with_history(position)


def _rules(text: str) -> Rules:
    try:
        return parse_rules(text)
    except RulesError:
        raise _Unreadable from None


def _written_columns(text: str) -> tuple[Column, ...] | None:
    """The columns if they are as :func:`dumps` writes them, otherwise None.

    All cards are read at once, runs and counts having been spelt out: ``K-Js`` is ``KsQsJs``,
    ``2x`` is ``????``.  What it takes means the same to :func:`_column`.
    """
    hidden = "x" in text
    if hidden and "?" in text:
        return None
    try:
        if hidden:
            text = _WRITTEN_COUNT.sub(_spelt_out, text)
        if "-" in text:
            text = _WRITTEN_RUN.sub(_spelt_out, text)
    except KeyError:
        return None
    pieces: list[str] = []
    for field in text.split("/"):
        if field == "-":
            pieces += ("", "")
            continue
        down, colon, up = field.rpartition(":")
        if not up or (colon and not down) or "?" in (up if hidden else down):
            return None
        pieces += (down, up)
    whole = "".join(pieces)
    try:
        cards = from_pairs(whole)
    except ValueError:
        return None
    columns = []
    at = 0
    for down, up in zip(pieces[::2], pieces[1::2], strict=True):
        middle = at + len(down) // 2
        stop = middle + len(up) // 2
        columns.append(Column(cards[at:middle], cards[middle:stop]))
        at = stop
    if 2 * at != len(whole):
        return None  # half a card in some column
    return tuple(columns)


def _spelt_out(match: re.Match[str]) -> str:
    return _SPELT[match[0]]


def _column(text: str) -> Column:
    if text == "-":
        return Column()
    down, colon, up = text.partition(":")
    if colon:
        return Column(_cards(down, face_up=False), _cards(up))
    return Column((), _cards(text))


def _cards(text: str, *, face_up: bool = True) -> tuple[Card, ...]:
    if not face_up:
        try:
            return _HIDDEN_OF.get(text) or _known_cards(text)
        except ValueError:
            pass
    tokens = _TOKEN.findall(text)
    if "".join(tokens) != text or not text or ("x" if face_up else "?") in text:
        raise _Unreadable
    try:
        return tuple(chain.from_iterable([_CARDS_OF[token] for token in tokens]))
    except KeyError:
        pass
    tokens = list(map(_as_written, tokens))
    if face_up and any("x" in token for token in tokens):
        raise _Unreadable
    try:
        return tuple(chain.from_iterable([_CARDS_OF[token] for token in tokens]))
    except KeyError:
        raise _Unreadable from None


def _known_cards(text: str) -> tuple[Card, ...]:
    """Cards all of which are known, as :func:`dumps` writes them.  Raises ValueError."""
    if "?" in text or not text:
        raise ValueError
    return from_pairs(text)


def _as_written(token: str) -> str:
    """A token with its capitals right: ``10H`` is ``Th``, ``k-9S`` is ``K-9s``."""
    token = token.upper()
    if token.endswith("X"):
        return f"{int(token[:-1] or 1)}x"
    return token[:-1].replace("10", "T") + token[-1].lower()


def _hand(text: str, columns: int) -> tuple[Card, ...]:
    if text == "-":
        return ()
    if "/" not in text:
        return _cards(text, face_up=False)
    rows = text.split("/")
    if all(len(row) == 2 * columns for row in rows[:-1]) and len(rows[-1]) <= 2 * columns:
        try:
            return _known_cards("".join(rows) if rows[-1] else "")
        except ValueError:
            pass
    hand = [_cards(row, face_up=False) for row in rows]
    if any(len(row) != columns for row in hand[:-1]) or len(hand[-1]) > columns:
        raise _Unreadable
    return tuple(chain.from_iterable(hand))


def _removed(text: str) -> tuple[Suit | None, ...]:
    if text == "-":
        return ()
    try:
        return tuple(_SUITS[letter] for letter in text.lower())
    except KeyError:
        raise _Unreadable from None


def _cell(text: str) -> Card | None:
    if text == "-":
        return None
    cards = _cards(text)
    if len(cards) != 1:
        raise _Unreadable
    return cards[0]


def dumps(position: Position) -> str:
    """Write a position in this notation, without a line end.  It can hold every position.

    ``rules`` is left out if they are Woods', ``cells`` if all are empty, ``dealt`` if it isn't
    known or follows from the position.
    """
    fields = [
        "/".join(map(_column_text, position.columns)),
        _hand_text(position.hand, len(position.columns)),
        "".join("?" if suit is None else suit.letter for suit in position.removed) or "-",
    ]
    if any(held is not None for held in position.cells):
        cells = ("-" if held is None else _NAMES[held] for held in position.cells)
        fields.append("cells=" + ",".join(cells))
    if position.rules != WOODS:
        fields.append(f"rules={position.rules}")
    if position.dealt and position.dealt != dealt_at_start(position):
        fields.append("dealt=" + _cards_text(position.dealt))
    return " ".join(fields)


def _column_text(column: Column) -> str:
    if column.is_space:
        return "-"
    up = _runs_text(column.up)
    return f"{_cards_text(column.down)}:{up}" if column.down else up


def _runs_text(cards: Sequence[Card]) -> str:
    """Face-up cards, natural runs drawn together."""
    parts = []
    start = 0
    for at, c in enumerate(cards):
        if at + 1 < len(cards) and c and cards[at + 1] and c - cards[at + 1] == 4:
            continue
        if at > start:
            parts.append(f"{_RANKS[cards[start].rank]}-{_NAMES[c]}")
        else:
            parts.append(_NAMES[c])
        start = at + 1
    return "".join(parts)


def _cards_text(cards: Iterable[Card]) -> str:
    """Face-down or undealt cards, unknown ones counted."""
    parts = []
    unknown = 0
    for c in chain(cards, (None,)):
        if c is not None and not c:
            unknown += 1
            continue
        if unknown:
            parts.append("x" if unknown == 1 else f"{unknown}x")
            unknown = 0
        if c is not None:
            parts.append(_NAMES[c])
    return "".join(parts)


def _hand_text(hand: tuple[Card, ...], columns: int) -> str:
    if not hand:
        return "-"
    if not any(hand) or not columns:
        return _cards_text(hand)
    return "/".join(_cards_text(hand[at : at + columns]) for at in range(0, len(hand), columns))


def recognises(text: str) -> bool:
    """Whether a text looks like a position in this notation, perhaps quoted or wrapped."""
    if _is_line(text.translate(PLAIN_SIGNS)):
        return True
    start, lines = unfolded(text)
    return not text[:start].strip(_NO_TEXT) and any(map(_is_surely_line, lines))


def resembles(text: str) -> bool:
    """Whether a text that is in no notation has a line of this one below other text."""
    return any(map(_is_surely_line, unfolded(text)[1]))


def _is_surely_line(line: Unfolded) -> bool:
    """Whether a line has what no other notation's columns have between slashes."""
    return bool(_OURS.search(line.text)) and _is_line(line.text)


def _is_line(text: str) -> bool:
    words = text[:_LONGEST].split(maxsplit=8)
    plain = [word for word in words if "=" not in word]
    if not plain:
        return False
    if len(plain) == 3 and _has_a_slip(*plain):
        return True
    if not _TABLEAU.fullmatch(plain[0]):
        return False
    # A field too many is for the reader to complain of.
    if len(plain) == 3 or (len(plain) > 3 and "/" in plain[0]):
        return bool(_HAND.fullmatch(plain[1]) and _REMOVED.fullmatch(plain[2]))
    told = any(word.partition("=")[0] in _KEYS for word in words)
    return "/" in plain[0] and (told or ":" in plain[0] or bool(_RUN_HINT.search(plain[0])))


def _has_a_slip(columns: str, hand: str, removed: str) -> bool:
    """Whether three words can be nothing else, though a character or two fit nowhere."""
    foreign = len(_FOREIGN.findall(columns + hand + removed))
    alike = columns.count("/") > 2 and (":" in columns or bool(_RUN_HINT.search(columns)))
    return alike and foreign <= 2 and len(removed) <= COLUMNS


# Why a line can't be read.  Nothing here needs to be quick.

_CARD_WANTED: Final = "a card as in Kd or Th, a natural run as in K-9s"
_FORM: Final = "the columns, the hand, the removed suits ('-' for none)"


def _fault(text: str, name: str) -> NotationError:
    """The reason why a text that :func:`_read` can't read is wrong, with its place."""
    source = SourceText(text, name)
    if len(text) > _LONGEST:
        return NotationError(
            f"{len(text)} characters are too many for one position", source.place(0), _FORM
        )
    found = list(_WORD.finditer(text))
    plain = [word for word in found if "=" not in word[0]]
    if not found:
        return NotationError("there is nothing to read", source.place(0), _FORM)
    fault = _field_fault(source, found)
    if fault is not None:
        return fault
    if not plain:
        return NotationError("the columns are missing", source.place(found[0].start()), _FORM)
    columns = plain[0][0].count("/") + 1
    fault = _tableau_fault(source, plain[0].start(), plain[0][0])
    if fault is not None:
        return fault
    fault = _hand_fault(source, plain[1].start(), plain[1][0], columns)
    if fault is not None:
        return fault
    if len(plain) == 2:
        return NotationError(
            "the removed suits are missing", source.place(plain[1].end()), "their letters, or '-'"
        )
    fault = _removed_fault(source, plain[2].start(), plain[2][0])
    if fault is not None:
        return fault
    at = plain[3].start() if len(plain) > 3 else len(text)
    width = len(plain[3][0]) if len(plain) > 3 else 1
    return NotationError(
        "nothing more can stand here", source.place(at, width), "cells=, rules= or dealt="
    )


def _field_fault(source: SourceText, words: list[re.Match[str]]) -> NotationError | None:
    """What is wrong with the words that have a ``=``."""
    seen: set[str] = set()
    for number, word in enumerate(words):
        key, equals, value = word[0].partition("=")
        if not equals:
            continue
        place = source.place(word.start(), max(1, len(key)))
        start = word.start() + len(key) + 1
        if key not in _KEYS:
            unknown = f"no field is called '{key}'{did_you_mean(key, _KEYS)}"
            return NotationError(
                unknown if key else "'=' has no name of a field before it",
                place,
                join_words((f"{known}=" for known in _KEYS), "or"),
            )
        if key in seen:
            return NotationError(f"a second '{key}='", place, f"'{key}=' once")
        seen.add(key)
        if any("=" not in later[0] for later in words[number:]):
            return NotationError(
                f"'{key}=' stands too early", place, f"it after the others: {_FORM}"
            )
        if key == "rules":
            try:
                parse_rules(value)
            except RulesError as error:
                return NotationError(str(error), source.place(start, max(1, len(value))))
        elif key == "dealt":
            fault = _cards_fault(source, start, value, face_up=False)
            if fault is not None:
                return fault
        else:
            for cell in value.split(","):
                if cell != "-":
                    fault = _cards_fault(source, start, cell, face_up=True)
                    if fault is None and len(_cards(cell)) != 1:
                        fault = NotationError(
                            "more than one card for a free cell",
                            source.place(start, len(cell)),
                            "one card or '-' for each cell, with commas between",
                        )
                    if fault is not None:
                        return fault
                start += len(cell) + 1
    return None


def _tableau_fault(source: SourceText, start: int, text: str) -> NotationError | None:
    for number, column in enumerate(text.split("/"), 1):
        if number > COLUMNS:
            return NotationError(
                f"{text.count('/') + 1} columns; there can be 1 to {COLUMNS}",
                source.place(start, max(1, len(column))),
                "the hand, after a blank",
            )
        if not column:
            return NotationError(
                f"column {number} is empty", source.place(start), "'-' for a space"
            )
        fault = _column_fault(source, start, column, number) if column != "-" else None
        if fault is not None:
            return fault
        start += len(column) + 1
    return None


def _column_fault(source: SourceText, start: int, text: str, number: int) -> NotationError | None:
    down, colon, up = text.partition(":")
    if not colon:
        down, up = "", text
    elif not down:
        return NotationError(
            f"column {number} has no face-down card before its ':'",
            source.place(start),
            "the face-down cards, or no ':'",
        )
    elif not up:
        return NotationError(
            f"column {number} has no face-up card after its ':'",
            source.place(start + len(text) - 1),
            _CARD_WANTED,
        )
    up_start = start + len(text) - len(up)
    if ":" in up:
        return NotationError(
            f"column {number} has a second ':'", source.place(up_start + up.index(":"))
        )
    fault = _cards_fault(source, start, down, face_up=False) if down else None
    return fault or _cards_fault(source, up_start, up, face_up=True)


def _hand_fault(source: SourceText, start: int, text: str, columns: int) -> NotationError | None:
    rows = text.split("/") if text != "-" else []
    for number, row in enumerate(rows, 1):
        fault = _cards_fault(source, start, row, face_up=False)
        if fault is not None:
            return fault
        count = len(_cards(row, face_up=False))
        if len(rows) > 1 and (count > columns or (count < columns and number < len(rows))):
            return NotationError(
                f"row {number} of the hand has {count_phrase(count, 'card')}",
                source.place(start, len(row)),
                f"a row of {columns}, one card for each column",
            )
        start += len(row) + 1
    return None


def _removed_fault(source: SourceText, start: int, text: str) -> NotationError | None:
    if text == "-":
        return None
    for at, letter in enumerate(text.lower(), start):
        if letter not in _SUITS:
            return NotationError(
                f"'{source.text[at]}' is not a suit",
                source.place(at),
                "the removed suits, each c, d, h or s, or '?' if not known; '-' for none",
            )
    return None


def _cards_fault(
    source: SourceText, start: int, text: str, *, face_up: bool
) -> NotationError | None:
    """What is wrong with a row of cards."""
    if not text:
        return NotationError("cards are missing", source.place(start), _CARD_WANTED)
    wanted = _CARD_WANTED + ("" if face_up else ", or 4x for four that aren't known")
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        place = source.place(start + at, len(token[0]) if token else 1)
        if token is None:
            return NotationError(_why_no_card(text, at), place, wanted)
        if token[0][-1] in "xX" and face_up:
            return NotationError(
                f"'{token[0]}' stands for face-down cards, and these are face up",
                place,
                "':' after the face-down cards; a face-up card that isn't known is '??'",
            )
        if token[0] == "??" and not face_up:
            return NotationError("'??' stands for a face-up card", place, "'x' for one face down")
        if _as_written(token[0]) not in _CARDS_OF:
            return NotationError(_why_no_token(token[0]), place, wanted)
        at = token.end()
    return None


def _why_no_card(text: str, at: int) -> str:
    run = _NO_RUN.match(text, at)
    if run:
        return _why_no_token(run[0]) if run[1] else f"the run '{run[0]}' has no suit"
    rest = text[at : at + 3].upper()
    if rest[0] == "?":
        return "one '?' is no card"
    if rest[0] == "-":
        return "'-' has no place here: a run is two ranks and a suit, and a space stands alone"
    if rest[0] in _RANKS or rest[0] in "01":
        rank = 2 if rest.startswith("10") else 1
        return f"'{text[at : at + rank]}' has no suit"
    if rest[0] in "CDHS":
        return f"'{text[at]}' has no rank before it"
    return f"'{text[at]}' has no place here"


def _why_no_token(token: str) -> str:
    if token[-1] in "xX":
        return f"'{token}': not a number of cards from 1 to {DECKS}"
    return f"'{token}' is no run: it goes down, from the higher rank to the lower"


FORMAT: Final = Format(
    name="fen",
    summary="our own, one short line to read, type and quote; holds everything",
    drafts=Old(loads),
    dumps=dumps,
    recognises=recognises,
    example="5x:Td/4x:9s/4x:Kd/5x:Jd/4x:4s/4x:8h/5x:Qh/4x:Qd/4x:7s/5x:9d 50x -",
)
load = FORMAT.load
dump = FORMAT.dump
