r"""``line``: the one-line positions of Don Woods' programs, his "line of apparent garbage".

::

    HAND/DEALT COLUMN1 COLUMN2 ... COLUMN10[ REMOVED].

Each card is one character from ``0`` to ``o``, enciphered with the card before it and its
place in the line, so the cipher runs on over the whole line.  A column is its face-down cards,
``/``, its face-up cards; without ``/`` all are face up; nothing at all is a space.  REMOVED is
one Ace for each suit removed.  HAND is the undealt cards, the next one first, and DEALT the
other cards of the deck, the last one dealt first: the two make 104.

The format is that of the X11 program (``movelog.c``, D. Lemke 1990, after Woods); see
``docs/notations/line.md`` for what is tolerated and what damage is found.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import accumulate, chain, combinations, pairwise
from operator import xor
from typing import Final

from ..cards import ACE, ALL_CARDS, KING, UNKNOWN, Card, Suit, card
from ..census import DECKS, validate
from ..errors import NotationError, NotWritable, PositionError
from ..history import contradiction, dealt_at_start
from ..position import Column, Position
from ..rules import COLUMNS, Rules
from ..source import SourceText
from ..wording import count_phrase, join_words, ordinal
from .base import DEFAULTS, Format, ReadOptions
from .strictness import refuse_unwritten

__all__ = ["ALPHABET", "FORMAT", "dump", "dumps", "load", "loads", "recognises"]

#: The characters that stand for the values 0 to 63.
ALPHABET: Final = "".join(map(chr, range(ord("0"), ord("o") + 1)))

_CARDS_WANTED: Final = "cards, from '0' to 'o', and '/', blanks and a final full stop"
# No line of a full position comes near this: 104 cards of the deck, 104 on the table.
_LONGEST: Final = 1024
_KEYS: Final = bytes(((5 * i) % 4 + 20 * i) & 63 for i in range(1, _LONGEST + 1))
_TO_VALUES: Final = bytes((code - 48) & 63 for code in range(256))
_TO_CHARACTERS: Final = bytes(ALPHABET, "ascii") + bytes(192)
# The card for each value; None for the values of no card.
_CARD_OF: Final[tuple[Card | None, ...]] = (
    UNKNOWN,
    *(None,) * 3,
    *ALL_CARDS,
    *(None,) * 8,
)
_LINE: Final = re.compile(r"[0-o]*/[0-o]*(?: (?:[0-o]+(?:/[0-o]+)?)?){10}(?: [0-o]+)?\.")
_BREAK: Final = re.compile(r"[\r\n]+")
_FOREIGN: Final = re.compile(r"[^0-o/ .\r\n]")
_QUOTE_MARKS: Final = re.compile(r"^[ \t]*(?:[>|] ?)+", re.MULTILINE)
# Of a text this much is looked at to recognise a line in it.
_LOOKED_AT: Final = 4096
_LONGEST_WORD: Final = 160
_AS_BLANKS: Final = {ord(blank): " " for blank in "\t\xa0\u2007\u202f"}
_A_LINE: Final = re.compile(r"(?<![^\s>|\"'`\u2018-\u201f])[0-o/]{50,}[0-o/ \r\n]{0,400}\.?")
# What X11's program writes for a deck that it read as unknown.
_RESAVED: Final = card(KING, Suit.SPADES)


def loads(text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS) -> Position:
    """Read a position from a save line.

    Line breaks inside are ignored, as the programs do, or taken for blanks where a text was
    wrapped at them.  The rules are those of ``options``: a line doesn't say.  Raises
    NotationError, or PositionError for a line whose cards are read but don't make a position.
    """
    try:
        position = _read(text, name, options)
    except PositionError:
        damage = _damage(text, name, options)
        if damage is None:
            raise
        raise damage from None
    if position is None:
        raise _fault(text, name, options)
    if options.strict:
        refuse_unwritten(SourceText(text, name), dumps(position) + "\n")
    return position


def dumps(position: Position) -> str:
    """Write a position as a save line, without a line end.

    Unknown cards are written as such, but the programs can't read them in the hand or in the
    tableau.  Raises NotWritable for filled free cells, other than ten columns, a removed suit
    that isn't known, and a dealt part that doesn't fit the hand.
    """
    hand, dealt = position.hand, position.dealt or dealt_at_start(position)
    if len(position.columns) != COLUMNS:
        raise NotWritable("line", f"a tableau of {count_phrase(len(position.columns), 'column')}")
    if any(held is not None for held in position.cells):
        raise NotWritable("line", "cards in free cells", ("fen", "json"))
    if None in position.removed:
        raise NotWritable("line", "a removed suit that isn't known", ("fen", "json"))
    if len(hand) > DECKS:
        raise NotWritable("line", f"a hand of {len(hand)} cards")
    if not dealt:
        dealt = (UNKNOWN,) * (DECKS - len(hand))
    elif len(hand) + len(dealt) != DECKS:
        raise NotWritable(
            "line", f"a dealt part of {len(dealt)} cards beside a hand of {len(hand)}"
        )
    elif UNKNOWN in dealt and _known_rows(dealt, position.rules) is None:
        raise NotWritable("line", "a dealt part that is known in other parts than whole rows")
    if _lone_unknown(position):
        raise NotWritable("line", "a card that isn't known, though all others are", ("fen",))
    aces = tuple(card(ACE, suit) for suit in position.removed if suit is not None)
    cards = [*hand, *dealt]
    for column in position.columns:
        cards += column.down
        cards += column.up
    cards += aces
    values = map(xor, map(xor, cards, chain((0,), cards)), _KEYS)
    text = bytes(values).translate(_TO_CHARACTERS).decode("ascii")

    at = len(hand)
    parts = [text[:at], "/", text[at:DECKS]]
    at = DECKS
    for column in position.columns:
        down, up = at + len(column.down), at + len(column)
        parts += (" ", text[at:down], "/" if down > at else "", text[down:up])
        at = up
    if aces:
        parts += (" ", text[at:])
    return "".join(parts) + "."


def recognises(text: str) -> bool:
    """Whether a text looks like a save line and nothing else, if perhaps a damaged one."""
    head, stop, rest = text[:_LOOKED_AT].partition(".")
    return looks_like(head) and not (stop and rest.strip())


def looks_like(head: str) -> bool:
    """Whether a text up to the first full stop looks like a save line."""
    plain = _QUOTE_MARKS.sub("", html.unescape(head[:_LOOKED_AT])).lstrip()
    word = _BREAK.sub("", plain).partition(" ")[0]
    # Where a text was wrapped right after the deck, a column follows it without a blank.
    return len(word) >= 80 and 0 < word.count("/") < 3 and not _FOREIGN.search(word)


def resembles(text: str) -> bool:
    """Whether somewhere in a text there is what may be a damaged save line.

    For texts in which no notation is recognised: what is wrong with a save line says more than
    that it isn't one.
    """
    plain = _QUOTE_MARKS.sub("", html.unescape(text[:_LOOKED_AT]))
    words = _BREAK.sub("", plain.translate(_AS_BLANKS)).split(" ")
    return any(
        len(word) >= 60
        and (word.count("/", 0, _LONGEST_WORD) in range(1, 9) or not _FOREIGN.search(word))
        and "/" * 3 not in word
        and len(_FOREIGN.findall(word)) <= len(word) // 20 + 2
        and len(set(word)) > 12
        for word in words
    )


def _read(text: str, name: str, options: ReadOptions) -> Position | None:
    """The position, or None if the text is no line.  Raises PositionError."""
    body = text.strip(" \t\r\n")
    if "\n" not in body and "\r" not in body:
        return _decode(body, name, options) if _LINE.fullmatch(body) else None
    failure = None
    for joined in _joined(body):
        if _LINE.fullmatch(joined):
            try:
                position = _decode(joined, name, options)
            except PositionError as error:
                failure = failure or error
            else:
                if position is not None:
                    return position
    if failure is not None:
        raise failure
    return None


def _joined(body: str) -> tuple[str, str]:
    """A wrapped line made one: with nothing for each line break, and with blanks for those
    that may have replaced one.

    The deck has no blanks: breaks in its 105 characters replaced nothing.
    """
    pieces = _BREAK.split(body)
    joined = pieces[0]
    spaced = pieces[0]
    for before, after in pairwise(pieces):
        joined += after
        in_deck = len(spaced) <= DECKS
        blank = not in_deck and not before.endswith(" ") and not after.startswith(" ")
        spaced += " " * blank + after
    return joined, spaced


def _decode(body: str, name: str, options: ReadOptions) -> Position | None:
    """The position in a line of the right form, or None if its cipher or deck is damaged."""
    values = body.encode("ascii").translate(_TO_VALUES, b"/ .")
    if len(values) > _LONGEST:
        return None
    cards = tuple(map(_CARD_OF.__getitem__, accumulate(map(xor, values, _KEYS), xor)))
    if None in cards:
        return None
    known: tuple[Card, ...] = cards  # type: ignore[assignment] # there is no None in it
    fields = body[:-1].split(" ")
    in_hand = fields[0].index("/")
    if len(fields[0]) != DECKS + 1:
        return None
    hand, dealt = known[:in_hand], known[in_hand:DECKS]
    columns = []
    at = DECKS
    for field in fields[1:11]:
        slash = field.find("/")
        if slash > 0:
            down, up = at + slash, at + len(field) - 1
            columns.append(Column(known[at:down], known[down:up]))
        else:
            up = at + len(field)
            columns.append(Column((), known[at:up]))
        at = up
    aces = known[at:]
    if any(ace >> 2 != ACE for ace in aces):
        return None
    if UNKNOWN in dealt or dealt.count(_RESAVED) > options.rules.copies:
        rows = _known_rows(dealt, options.rules)
        if rows is None:
            return None
        dealt = dealt[:rows] + (UNKNOWN,) * (len(dealt) - rows) if rows else ()
    position = Position(
        tuple(columns),
        hand,
        tuple(ace.suit for ace in aces),
        (),
        options.rules,
        dealt,
    )
    if dealt and contradiction(position) is not None:
        return None
    if UNKNOWN in known[DECKS:] and _lone_unknown(position):
        return None
    validate(position, partial=options.partial, name=name)
    return position


def _known_rows(dealt: tuple[Card, ...], rules: Rules) -> int | None:
    """How many cards of a dealt part that isn't known throughout are known: whole rows, dealt
    since the position was set up, which stand first.  None if others are known too.
    """
    unknown = UNKNOWN if UNKNOWN in dealt else _RESAVED
    rows = dealt.index(unknown)
    if dealt.count(unknown) < len(dealt) - rows:
        return None
    return rows if rows % COLUMNS == 0 or rows == len(dealt) - sum(rules.start) else None


def _lone_unknown(position: Position) -> bool:
    """Whether of a whole game's cards just one isn't known, and it lies face up.

    The others tell which it is, so no program writes it as unknown; a damage may.
    """
    columns, hand = position.columns, position.hand
    up = sum(column.up.count(UNKNOWN) for column in columns)
    if up != 1 or UNKNOWN in hand or any(UNKNOWN in column.down for column in columns):
        return False
    return len(hand) + sum(map(len, columns)) + 13 * len(position.removed) == DECKS


# Why a text is no line.  Nothing here needs to be quick.


def _fault(text: str, name: str, options: ReadOptions) -> NotationError:
    """The reason why a text that :func:`_read` refuses is no save line, with its place."""
    source = SourceText(text, name)
    start = len(text) - len(text.lstrip())
    cure = _cure(text, options)

    def error(message: str, at: int, expected: str = "") -> NotationError:
        return NotationError(message + cure, source.place(at), expected)

    if start == len(text):
        return error("there is nothing to read", 0, "a save line")
    if "of a quotation" in cure and text[start] in ">|":
        return error("the save line is quoted", start, "the line itself")
    foreign = _FOREIGN.search(text)
    stop = text.find(".")
    if foreign and (stop < 0 or foreign.start() < stop):
        found = "a tab" if foreign[0] == "\t" else f"'{foreign[0]}'"
        return error(f"{found} has no place in a save line", foreign.start(), _CARDS_WANTED)
    if stop < 0:
        end = len(text.rstrip())
        return error("the save line has no full stop at its end", end, "the rest, and '.'")
    rest = text[stop + 1 :].lstrip()
    if rest:
        at = len(text) - len(rest)
        return error("there is text after the final full stop", at, "the end of the line")
    if stop - start > 2 * _LONGEST:
        return error(
            f"{stop - start} characters are too many for a save line", start, _CARDS_WANTED
        )
    at, message = _misshapen(text, start, stop)
    if message:
        return error(message, at, "HAND/DEALT, ten columns, perhaps the removed suits' Aces")
    damage = _damage(text, name, options)
    if damage is not None:
        return damage
    # What is left is well formed and its cards are possible: the deck contradicts the table.
    body = _BREAK.sub("", text.strip())
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
    values = body.encode("ascii").translate(_TO_VALUES, b"/ .")
    return tuple(_CARD_OF[code] or UNKNOWN for code in accumulate(map(xor, values, _KEYS), xor))


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


def _damage(text: str, name: str, options: ReadOptions) -> NotationError | None:
    """The first card that can't be, in a text that has the words of a save line."""
    source = SourceText(text, name)
    limit = options.rules.copies
    in_deck: Counter[Card] = Counter()
    in_play: Counter[Card] = Counter()
    previous = word = count = deck = 0
    dealt = False
    unseen_deck = _RESAVED if _is_resaved(text) else UNKNOWN
    for at, character in enumerate(text):
        if character == ".":
            break
        if character == "/" and word == 0:
            dealt = True
        elif character == " " and at and count:
            word += 1
        if character in "/ \t\r\n":
            continue
        value = (ord(character) - 48) ^ previous ^ _KEYS[min(count, _LONGEST - 1)]
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
                message = _removes(found, in_play)
                if not message:
                    for rank in range(ACE + 1, KING + 1):
                        in_play[card(rank, found.suit)] += 1
        if message:
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
    return _odd_knowledge(source, options)


def _odd_knowledge(source: SourceText, options: ReadOptions) -> NotationError | None:
    """The card of a well-formed line that is known, or unknown, where it shouldn't be."""
    text = source.text
    body = _BREAK.sub("", text.strip())
    cards = _cards(body)
    places = [at for at, character in enumerate(text) if character not in "/ .\t\r\n"]
    hand = body.index("/")
    dealt = cards[hand:DECKS]
    known = len(dealt) - dealt.count(UNKNOWN)
    if UNKNOWN in dealt and _known_rows(dealt, options.rules) is None:
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
    if _lone_unknown(Position(columns, cards[:hand], aces, (), options.rules)):
        return NotationError(
            "this card isn't known, though all others are: a character was changed, or it "
            "changed places with the next",
            source.place(places[cards.index(UNKNOWN, DECKS)]),
        )
    return None


def _removes(found: Card, in_play: Counter[Card]) -> str:
    if found.rank != ACE:
        return f"this is the {found}, but a removed suit is written as its Ace"
    return ""


def _is_resaved(text: str) -> bool:
    body = _BREAK.sub("", text.strip())
    return set(_cards(body.partition(" ")[0])[body.find("/") :]) == {_RESAVED}


def _deck_note(text: str) -> str:
    deck = len(_BREAK.sub("", text.strip()).partition(" ")[0]) - 1
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
        lambda text: _QUOTE_MARKS.sub("", text),
    ),
    (
        "tabs and no-break spaces are made blanks",
        lambda text: text.translate(_AS_BLANKS),
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
    if len(text) > _LOOKED_AT:
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
        return _read(text, "", options) is not None
    except PositionError:
        return False


FORMAT: Final = Format(
    name="line",
    summary="Woods' save line: one line, face-down cards and hand included",
    loads=loads,
    dumps=dumps,
    recognises=recognises,
    example=(
        r"J6m\ZM^3>gU82j]`LGMFl8o0WeDimHa;d^1QcHGKQdQAZ6l;oK/QmbbBhNhiMiWe=FOH<jJ]T^1URFDdGj^_7"
        "\n"
        r"TRgK7lFY52@aDCd1==>D >Kg74/^ YoT[/6 HCcF/P \MNXm/Q EK25/k 9^0M/c KF0@W/N \JHY/: 9GLR/L"
        "\n"
        r"\W8hH/2."
    ),
    lossy="house rules, cards in free cells",
)
load = FORMAT.load
dump = FORMAT.dump
