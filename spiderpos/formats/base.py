"""The common parts of all notations for positions.

The reader of a notation turns a text into *drafts*, which contain only what the text states.  An
ambiguous text has several.  :mod:`.completion` checks them against the two decks and the rules of
the game, fills in what is missing, and reports what it assumed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, TypeAlias

from ..game.position import Position
from ..game.rules import COLUMNS
from ..text.errors import NotationError, NotWritable
from ..text.protocols import public
from ..text.resources import grammar
from ..text.source import SUIT_SIGNS, SourceText, visible
from ..text.wording import count_phrase
from . import completion
from .completion import DEFAULTS, Draft, ReadOptions

__all__ = [
    "DEFAULTS",
    "DOWN_ABOVE",
    "OURS",
    "PLAIN_SIGNS",
    "Draft",
    "Format",
    "ReadOptions",
    "Reading",
    "only_read",
    "parsed",
    "refuse",
    "refuse_unwritable",
    "refuse_unwritten",
    "without_fences",
    "without_marks",
]

#: Maps no-break spaces, suit symbols and typographic dashes to plain characters.  Each is replaced
#: by one character, so that offsets stay the same.
PLAIN_SIGNS: Final = str.maketrans({"\xa0": " ", **SUIT_SIGNS, **dict.fromkeys("–—−", "-")})
#: The notations that can represent every position.
OURS: Final = ("fen", "json")
_MARKS: Final = re.compile(r"^(?:[ \t]*>)+ ?", re.MULTILINE)
#: Matches the lines around preformatted text in Markdown and HTML: ```` ``` ```` or ``<pre>``.
_FENCE: Final = re.compile(
    r"^[ \t>]*+(?:`{3,}+[ \t]*+\w*+|~{3,}+[ \t]*+\w*+|</?pre>)[ \t\r]*+$",
    re.IGNORECASE | re.MULTILINE,
)
_WORD: Final = re.compile(r"[^\s/]+")
#: The expectation in errors about a face-down card below a face-up one.
DOWN_ABOVE: Final = "face-down cards above the others"
#: The maximum number of characters of an expected line that an error shows.
_SHOWN: Final = 60


def without_fences(text: str) -> str:
    """Replace the lines around preformatted text in Markdown and HTML by blanks."""
    if "```" not in text and "~~~" not in text and "<" not in text:
        return text
    return _FENCE.sub(lambda match: " " * len(match[0]), text)


def without_marks(text: str) -> str:
    """Replace the marks ``>`` of quoted lines by blanks, so that offsets stay the same."""
    if ">" not in text:
        return text
    return _MARKS.sub(lambda match: " " * len(match[0]), text)


def refuse(
    source: SourceText, offset: int, message: str, expected: str, width: int = 1
) -> NoReturn:
    """Raise NotationError at an offset of the text."""
    raise NotationError(message, source.place(offset, max(1, width)), expected)


def parsed(source: SourceText, name: str, expected: str) -> Any:
    """Parse a text with ``grammars/<name>.lark``.

    Raises NotationError with what is ``expected``.
    """
    from lark.exceptions import UnexpectedInput  # noqa: PLC0415 - most commands need no grammar

    text = f"{source.text.translate(PLAIN_SIGNS)}\n"
    try:
        return grammar(name, positions=False).parse(text)
    except UnexpectedInput as error:
        end = len(text.rstrip())
        offset = end if error.pos_in_stream in (None, -1) else min(end, error.pos_in_stream or 0)
        word = _WORD.match(text, offset)
        shown = word[0][:20] if word else ""
        refuse(source, offset, f"cannot read '{shown}' here", expected, len(shown))


def only_read(name: str) -> Callable[[Position], NoReturn]:
    """Return a ``dumps`` that raises NotWritable, for a notation that can't be written."""

    def dumps(_: Position) -> NoReturn:
        raise NotWritable(name, "a position: its files are only read", OURS)

    return dumps


def refuse_unwritable(
    name: str, position: Position, *, tableau: bool = True, suits: bool = True
) -> None:
    """Raise NotWritable for a position that most notations other than ``OURS`` can't express.

    Such a position has cards in free cells; or, unless ``tableau`` is False, other than ten
    columns; or, unless ``suits`` is False, a removed suit that isn't known.
    """
    if tableau and len(position.columns) != COLUMNS:
        raise NotWritable(name, f"a tableau of {count_phrase(len(position.columns), 'column')}")
    if any(card is not None for card in position.cells):
        raise NotWritable(name, "cards in free cells", OURS)
    if suits and None in position.removed:
        raise NotWritable(name, "a removed suit that isn't known", OURS)


@public("reading.position is the position, reading.format its notation, reading.assumed the rest")
@dataclass(frozen=True, slots=True)
class Reading:
    """A position that was read from a text, the name of its notation, and the assumptions made.

    ``assumed`` are phrases such as ``30 cards in the hand, no suits removed (the text doesn't
    say)``.  ``not_read`` are lines around a tableau, or parts of them, without information about
    the position, such as ``line 1 "My game so far"``.
    """

    position: Position
    format: str
    assumed: tuple[str, ...] = ()
    not_read: tuple[str, ...] = ()

    @property
    def reports(self) -> tuple[str, ...]:
        """The assumptions, then the parts that were not read, as the command prints them."""
        assumed = [f"assumed: {words}" for words in self.assumed]
        return (*assumed, *(f"not read: {words}" for words in self.not_read))


#: A reader: returns the drafts of a text.  Raises NotationError; doesn't check the cards.
Drafts: TypeAlias = Callable[[SourceText, ReadOptions], Sequence[Draft]]


@dataclass(frozen=True, slots=True)
class Format:
    """A notation for positions.

    ``name`` is its name in commands, ``summary`` a phrase for the help text.  ``recognises``
    returns True if a text is probably in this notation; it must be fast and never raise.
    ``lossy`` names what the notation can't represent (empty if nothing).  ``unpack`` returns the
    text in a binary file of this notation, None for any other file.  Lines of a ``verbatim``
    notation may begin with ``>``, which elsewhere marks a quotation.
    """

    name: str
    summary: str
    drafts: Drafts
    dumps: Callable[[Position], str]
    recognises: Callable[[str], bool]
    lossy: str = ""
    unpack: Callable[[bytes], str | None] | None = None
    verbatim: bool = False

    def read(self, text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS) -> Reading:
        """Read a position, and report what was assumed.

        ``name`` is the name of the text in errors.  Raises NotationError if it can't be read or is
        ambiguous; PositionError if the cards don't make a position.
        """
        if not options.strict:
            text = visible(text)
        source = SourceText(text, name)
        if not text.strip():
            raise NotationError("there is nothing to read", source.place(0), "a position")
        drafts = self.drafts(source, options)
        position, assumed, not_read = completion.decide(drafts, options, source)
        if options.strict:
            try:
                written = self.dumps(position)
            except NotWritable as reason:
                expected = "another notation"
                raise NotationError(f"strictly, {reason}", source.place(0), expected) from None
            refuse_unwritten(source, written)
        return Reading(position, self.name, assumed, not_read)

    def loads(
        self, text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS
    ) -> Position:
        """Return the position that :meth:`read` reads; raises as it does."""
        return self.read(text, name=name, options=options).position


def refuse_unwritten(
    source: SourceText, written: str, start: int = 0, stop: int | None = None
) -> None:
    """Raise NotationError at the first difference between ``source`` and ``written``.

    ``start`` and ``stop`` are the offsets of the compared part.  A final line end may be missing.
    """
    text = source.text[start:stop].removesuffix("\n")
    written = written.removesuffix("\n")
    if text == written:
        return
    pairs = zip(text, written, strict=False)
    index = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(text), len(written)))
    line = written[index : index + _SHOWN].partition("\n")[0]
    expected = f"'{line}'" if line else "a line end, or nothing more"
    raise NotationError("this is not the strict form", source.place(start + index), expected)
