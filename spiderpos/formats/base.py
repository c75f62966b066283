"""What every notation for positions has in common.

A notation is one module of this package.  Its reader turns a text into *drafts*: what the text
says of a position, and nothing that it doesn't say.  Mostly that is one draft; a text that can be
read in several ways gives one for each.  :mod:`.completion` then holds the drafts against the two
decks and the rules of the game, and says what had to be assumed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
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

#: Blanks that don't break, suits as signs, and dashes that an editor made of hyphens, each as the
#: one character that it stands for.
PLAIN_SIGNS: Final = str.maketrans({"\xa0": " ", **SUIT_SIGNS, **dict.fromkeys("–—−", "-")})
#: The notations that hold every position.
OURS: Final = ("fen", "json")
_MARKS: Final = re.compile(r"^(?:[ \t]*>)+ ?", re.MULTILINE)
#: The lines that Markdown and HTML have around a text that stays as it is.
_FENCE: Final = re.compile(
    r"^[ \t>]*+(?:`{3,}+[ \t]*+\w*+|~{3,}+[ \t]*+\w*+|</?pre>)[ \t\r]*+$",
    re.IGNORECASE | re.MULTILINE,
)
_WORD: Final = re.compile(r"[^\s/]+")
#: What is expected where a card lies face down below one that doesn't.
DOWN_ABOVE: Final = "face-down cards above the others"
#: How much of a line is shown as what was expected.
_SHOWN: Final = 60


def without_fences(text: str) -> str:
    """Return a text with blanks for the lines that only mark where it begins and ends."""
    if "```" not in text and "~~~" not in text and "<" not in text:
        return text
    return _FENCE.sub(lambda match: " " * len(match[0]), text)


def without_marks(text: str) -> str:
    """Return a text with blanks for the marks ``>`` of quoted lines, so that all places stay."""
    if ">" not in text:
        return text
    return _MARKS.sub(lambda match: " " * len(match[0]), text)


def refuse(source: SourceText, at: int, message: str, expected: str, width: int = 1) -> NoReturn:
    """Raise NotationError for what stands at an offset of the text."""
    raise NotationError(message, source.place(at, max(1, width)), expected)


def parsed(source: SourceText, name: str, expected: str) -> Any:
    """Return the tree of a text by ``grammars/<name>.lark``.

    Raises NotationError, which says what is ``expected``.
    """
    from lark.exceptions import UnexpectedInput  # noqa: PLC0415 - most commands need no grammar

    text = f"{source.text.translate(PLAIN_SIGNS)}\n"
    try:
        return grammar(name, positions=False).parse(text)
    except UnexpectedInput as error:
        end = len(text.rstrip())
        at = end if error.pos_in_stream in (None, -1) else min(end, error.pos_in_stream or 0)
        word = _WORD.match(text, at)
        shown = word[0][:20] if word else ""
        refuse(source, at, f"cannot read '{shown}' here", expected, len(shown))


def only_read(name: str) -> Callable[[Position], NoReturn]:
    """Return a writer that raises NotWritable: the notation is only read."""

    def dumps(_: Position) -> NoReturn:
        raise NotWritable(name, "a position: its files are only read", OURS)

    return dumps


def refuse_unwritable(
    name: str, position: Position, *, tableau: bool = True, suits: bool = True
) -> None:
    """Raise NotWritable for what hardly any notation can hold but our own.

    That's cards in free cells; where ``tableau`` is, other than ten columns; where ``suits`` is,
    a removed suit that isn't known.
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
    """A position that was read, the name of its notation, and what had to be assumed.

    ``assumed`` are phrases as ``30 cards in the hand, no suits removed (the text doesn't say)``,
    ``not_read`` are lines around a tableau that are not statements: ``line 1 "My game so far"``.
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


#: Reads the drafts of a text.  Raises NotationError; checks no cards.
Drafts: TypeAlias = Callable[[SourceText, ReadOptions], Sequence[Draft]]


@dataclass(frozen=True, slots=True)
class Format:
    """A notation for positions.

    ``name`` is what commands call it, ``summary`` a phrase for the help text,
    ``example`` a short example of the notation.  ``recognises`` tells from a text whether it
    is probably in this notation; it must be quick, and never raises.  ``lossy`` names what
    the notation can't hold (empty if it holds everything).  ``unpack`` gives the text within a
    binary file of this notation, None for any other file; it must be quick, too.  Lines of a
    ``verbatim`` notation may begin with ``>``, which elsewhere is the mark of a quotation.
    One that isn't ``writable`` is only read, or holds few positions, as deals only.
    """

    name: str
    summary: str
    drafts: Drafts
    dumps: Callable[[Position], str]
    recognises: Callable[[str], bool]
    example: str = ""
    lossy: str = ""
    extensions: tuple[str, ...] = field(default=())
    unpack: Callable[[bytes], str | None] | None = None
    verbatim: bool = False
    writable: bool = True

    def read(self, text: str, *, name: str = "<text>", options: ReadOptions = DEFAULTS) -> Reading:
        """Read a position, and say what had to be assumed.

        ``name`` is what errors call the text.  Raises NotationError if it can't be read, or can be
        read in several ways; PositionError if the cards don't make a position.
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
    """Raise NotationError, at the first difference, if ``source`` isn't what is ``written``.

    ``start`` and ``stop`` are the offsets of the part that counts.  A final line end may be
    missing.
    """
    text = source.text[start:stop].removesuffix("\n")
    written = written.removesuffix("\n")
    if text == written:
        return
    pairs = zip(text, written, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(text), len(written)))
    line = written[at : at + _SHOWN].partition("\n")[0]
    expected = f"'{line}'" if line else "a line end, or nothing more"
    raise NotationError(
        "this is not how it is written strictly", source.place(start + at), expected
    )
