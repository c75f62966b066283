"""Why a text is no save line: the first thing amiss, its place, and what would mend it.

Only for texts that :mod:`spiderpos.formats.linewraps` refuses: nothing here needs to be quick.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from ..cards import ACE, ALL_CARDS, KING, UNKNOWN, Card, card
from ..census import DECKS, fewer_suits
from ..errors import NotationError, PositionError
from ..history import contradiction
from ..position import Column, Position
from ..rules import COLUMNS
from ..source import BLANKS, SourceText
from ..wording import count_phrase, join_words, ordinal
from .base import ReadOptions
from .linecipher import (
    KEYS,
    LINE_BREAK,
    LONGEST,
    RESAVED,
    decipher,
    known_rows,
    lone_unknown,
)
from .linewraps import lacks_blanks, read

__all__ = ["AS_BLANKS", "FOREIGN", "LOOKED_AT", "QUOTE_MARKS", "damage", "fault"]

#: What has no place in a line.
FOREIGN: Final = re.compile(r"[^0-o/ .\r\n]")
#: The marks of a quotation, in mail.
QUOTE_MARKS: Final = re.compile(r"^[ \t]*(?:[>|] ?)+", re.MULTILINE)
#: Of a text this much is looked at to find a line in it.
LOOKED_AT: Final = 4096
#: What blanks become on the way, for ``str.translate``.
AS_BLANKS: Final = {ord(blank): " " for blank in BLANKS}

_INDENT: Final = re.compile(f"^[{BLANKS}]+", re.MULTILINE)
_CARDS_WANTED: Final = "cards, from '0' to 'o', and '/', blanks and a final full stop"
_A_LINE: Final = re.compile(r"(?<![^\s>|\"'`\u2018-\u201f])[0-o/]{50,}[0-o/ \r\n]{0,400}\.?")
# The card for each value; None for the values of no card.
_CARD_OF: Final[tuple[Card | None, ...]] = (
    UNKNOWN,
    *(None,) * 3,
    *ALL_CARDS,
    *(None,) * 8,
)


def fault(text: str, name: str, options: ReadOptions) -> NotationError:
    """Why a text that :func:`linewraps.read` refuses is no save line, with the place."""
    source = SourceText(text, name)
    start = len(text) - len(text.lstrip())
    cure = _cure(text, options)

    def error(message: str, at: int, expected: str = "") -> NotationError:
        return NotationError(message + cure, source.place(at), expected)

    if start == len(text):
        return error("there is nothing to read", 0, "a save line")
    if "of a quotation" in cure and text[start] in ">|":
        return error("the save line is quoted", start, "the line itself")
    foreign = FOREIGN.search(text)
    stop = text.find(".")
    if foreign and (stop < 0 or foreign.start() < stop):
        what = "a tab" if foreign[0] == "\t" else f"'{foreign[0]}'"
        return error(f"{what} has no place in a save line", foreign.start(), _CARDS_WANTED)
    if stop < 0:
        end = len(text.rstrip())
        return error("the save line has no full stop at its end", end, "the rest, and '.'")
    rest = text[stop + 1 :].lstrip()
    if rest:
        at = len(text) - len(rest)
        return error("there is text after the final full stop", at, "the end of the line")
    if lacks_blanks(text):
        first = next(at for at, character in enumerate(text[start:], start) if character in "\r\n")
        return error(
            "this line is wrapped and may have lost blanks, and it isn't clear where",
            first,
            "the save line on one line, with all its blanks: two where a column is empty",
        )
    if stop - start > 2 * LONGEST:
        return error(
            f"{stop - start} characters are too many for a save line", start, _CARDS_WANTED
        )
    at, message = _misshapen(text, start, stop)
    if message:
        return error(message, at, "HAND/DEALT, ten columns, perhaps the removed suits' Aces")
    found = damage(text, name, options)
    if found is not None:
        return found
    # What is left is well formed and its cards are possible: the deck contradicts the table.
    body = LINE_BREAK.sub("", text.strip())
    in_hand = body.index("/")
    cards = _cards(body)
    columns = _columns(body, cards)
    position = Position(columns, cards[:in_hand], (), (), options.rules, cards[in_hand:DECKS])
    why = contradiction(position) or "its parts contradict each other"
    return error(
        f"the save line is damaged: {why} (the rules here are {options.rules})",
        text.index("/"),
    )


def _cards(body: str) -> tuple[Card, ...]:
    return tuple(_CARD_OF[code] or UNKNOWN for code in decipher(body))


def _columns(body: str, cards: tuple[Card, ...]) -> tuple[Column, ...]:
    columns = []
    at = DECKS
    for field in body[:-1].split(" ")[1:11]:
        down, slash, up = field.partition("/")
        if not slash:
            down, up = "", field
        middle = at + len(down)
        columns.append(Column(cards[at:middle], cards[middle : middle + len(up)]))
        at = middle + len(up)
    return tuple(columns)


def _misshapen(text: str, start: int, stop: int) -> tuple[int, str]:
    """The place of the first thing amiss in the words of a line, and what it is."""
    word, words = start, 0
    slash = -1
    for at in range(start, stop + 1):
        character = text[at]
        if character == "/":
            if slash >= 0:
                what = "the deck" if words == 0 else f"column {words}"
                return at, f"{what} has a second '/'"
            slash = at
            if words and at == word:
                return at, f"column {words} has no face-down card before its '/'"
        elif character in " .":
            if words == 0 and slash < 0:
                return word, "the first word has no '/' between the hand and the dealt part"
            if words and slash == at - 1:
                return at, f"column {words} has no face-up card after its '/'"
            if words == 11 and slash >= 0:
                return slash, "the removed suits have a '/'"
            words += 1
            word, slash = at + 1, -1
            if words > 12:
                return at, "there are more than ten columns and the removed suits"
    if words < 11:
        return stop, f"the line ends after {count_phrase(max(words - 1, 0), 'column')}"
    return 0, ""


def damage(text: str, name: str, options: ReadOptions) -> NotationError | None:
    """The first card that can't be, in a text that has the words of a save line."""
    source = SourceText(text, name)
    limit = options.rules.copies
    in_deck: Counter[Card] = Counter()
    in_play: Counter[Card] = Counter()
    previous = word = count = deck = 0
    dealt = False
    unseen_deck = RESAVED if _is_resaved(text) else UNKNOWN
    for at, character in enumerate(text):
        if character == ".":
            break
        if character == "/" and word == 0:
            dealt = True
        elif character == " " and at and count:
            word += 1
        if character in "/ \t\r\n":
            continue
        value = (ord(character) - 48) ^ previous ^ KEYS[min(count, LONGEST - 1)]
        count += 1
        previous = value
        deck += word == 0
        found = _CARD_OF[value & 63]
        message = ""
        if found is None:
            message = f"this stands for card number {value & 63}, and there is none"
        elif found and not (dealt and word == 0 and found == unseen_deck):
            counts = in_deck if dealt and word == 0 else in_play
            counts[found] += 1
            if not dealt:
                in_deck[found] += 1
            if counts[found] > limit:
                message = f"this is the {ordinal(counts[found])} {found}"
            elif word == 11:
                message = _removes(found)
                if not message:
                    for rank in range(ACE + 1, KING + 1):
                        in_play[card(rank, found.suit)] += 1
        if message:
            for rules, words in fewer_suits(options.rules):
                if _is_readable(text, replace(options, rules=rules)):
                    return NotationError(
                        f"{message}: {words} the line can be read", source.place(at)
                    )
            return NotationError(
                f"{message}: a character was lost, added or changed, here or before"
                + _deck_note(text)
                + _cure(text, options),
                source.place(at),
            )
    if deck != DECKS:
        return NotationError(
            f"the hand and the dealt part are {count_phrase(deck, 'card')}, not {DECKS}: "
            f"{'a character was lost' if deck < DECKS else 'there is a character too many'}",
            source.place(text.index("/")),
        )
    return _odd_knowledge(source, options) or _missing_blank(source, options)


def _missing_blank(source: SourceText, options: ReadOptions) -> NotationError | None:
    """The removed suits of a line in the place of column 10: two blanks have become one."""
    text = source.text
    body = LINE_BREAK.sub("", text.strip())
    words = body[:-1].split(" ")
    last = text.rstrip().rfind(" ") + 1
    for at in range(1, len(words)) if len(words) == COLUMNS + 1 else ():
        if _is_readable(" ".join([*words[:at], "", *words[at:]]) + ".", options):
            return NotationError(
                "these are the removed suits where column 10 should be: a blank is missing before",
                source.place(last, len(words[-1])),
                "two blanks, one after the other, where a column is empty",
            )
    return None


def _odd_knowledge(source: SourceText, options: ReadOptions) -> NotationError | None:
    """The card of a well-formed line that is known, or unknown, where it shouldn't be."""
    text = source.text
    body = LINE_BREAK.sub("", text.strip())
    cards = _cards(body)
    places = [at for at, character in enumerate(text) if character not in "/ .\t\r\n"]
    hand = body.index("/")
    dealt = cards[hand:DECKS]
    known = len(dealt) - dealt.count(UNKNOWN)
    if UNKNOWN in dealt and known_rows(dealt, options.rules) is None:
        if known > len(dealt) // 2:
            at = dealt.index(UNKNOWN)
            message = "this card of the dealt part isn't known, though others after it are"
        else:
            rows = range(0, len(dealt), COLUMNS)
            whole = next(n for n in rows if UNKNOWN in dealt[n : n + COLUMNS])
            at = next(n for n in range(whole, len(dealt)) if dealt[n])
            message = f"this is the {dealt[at]} in a dealt part that isn't known"
        return NotationError(
            f"{message}: a character was changed, or it changed places with the next",
            source.place(places[hand + at]),
        )
    columns = _columns(body, cards)
    aces = tuple(ace.suit for ace in cards[DECKS + sum(map(len, columns)) :])
    if lone_unknown(Position(columns, cards[:hand], aces, (), options.rules)):
        return NotationError(
            "this card isn't known, though all others are: a character was changed, or it "
            "changed places with the next",
            source.place(places[cards.index(UNKNOWN, DECKS)]),
        )
    return None


def _removes(found: Card) -> str:
    if found.rank != ACE:
        return f"this is the {found}, but a removed suit is written as its Ace"
    return ""


def _is_resaved(text: str) -> bool:
    body = LINE_BREAK.sub("", text.strip())
    return set(_cards(body.partition(" ")[0])[body.find("/") :]) == {RESAVED}


def _deck_note(text: str) -> str:
    deck = len(LINE_BREAK.sub("", text.strip()).partition(" ")[0]) - 1
    if deck == DECKS:
        return ""
    return f" (the hand and the dealt part are {count_phrase(deck, 'card')}, not {DECKS})"


def _only_the_line(text: str) -> str:
    """The first stretch of a text that has the form of a save line."""
    found = _A_LINE.search(text)
    return text if found is None else found[0]


#: What people and programs do to a line on its way: the words for undoing it, and the undoing.
_CURES: Final[Sequence[tuple[str, Callable[[str], str]]]] = (
    (
        "the HTML entities are undone ('&gt;' is '>', '&lt;' is '<', '&amp;' is '&')",
        html.unescape,
    ),
    (
        "the '>' marks of a quotation are taken away",
        lambda text: QUOTE_MARKS.sub("", text),
    ),
    (
        "the blanks that its lines begin with are taken away",
        lambda text: _INDENT.sub("", text),
    ),
    (
        "tabs and no-break spaces are made blanks",
        lambda text: text.translate(AS_BLANKS),
    ),
    ("each doubled '\\\\' is one '\\'", lambda text: text.replace("\\\\", "\\")),
    (
        "the quotation marks about it are taken away",
        lambda text: text.strip().strip("'\"`\u2018\u2019\u201c\u201d\u201e"),
    ),
    ("what stands before and after it is taken away", _only_the_line),
    ("the final full stop is put back", lambda text: text.rstrip() + "."),
)


def _cure(text: str, options: ReadOptions) -> str:
    """What would make a line of the text, to be added to a message; empty if nothing."""
    if len(text) > LOOKED_AT:
        return ""
    for number in (1, 2, 3):
        for cures in combinations(_CURES, number):
            cured = text
            for _, undo in cures:
                before, cured = cured, undo(cured)
                if cured == before:
                    break
            else:
                if _is_readable(cured, options):
                    return f"; it can be read if {join_words(words for words, _ in cures)}"
    return ""


def _is_readable(text: str, options: ReadOptions) -> bool:
    try:
        return read(text, "", options) is not None
    except PositionError:
        return False
