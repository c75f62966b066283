"""Reader of the canonical notation of moves: a method for each rule of its grammar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from lark import Token, Transformer
from lark.exceptions import UnexpectedInput

from ..game.cards import Suit, parse_suit
from ..game.script import Instruction, Script, ScriptLine, ScriptMove, text_source
from ..text.errors import Fault, NotationError
from ..text.resources import grammar
from ..text.source import SourceText, in_plain_letters
from .instructions import DealRow, InCell, MoveCards, MoveRun, Onto, RemoveSuit, with_count
from .reports import ends_of_run, script_notes, unexpected

#: The maximum depth of nested variations.
_MAX_DEPTH: Final = 50

# The nodes of the grammar

_SPACE: Final = Onto(None, leftmost=True)


class _Part(NamedTuple):
    """The value of a part of a move, such as a column or the ends of a run, and its range."""

    value: Any
    start: int
    stop: int


class _Step(NamedTuple):
    """A move: its class, its range in the text, and the fields of its class.

    ``cards``: the number of cards that the text states besides naming a run; else None.
    """

    kind: type[Instruction]
    start: int
    stop: int
    fields: tuple[Any, ...]
    cards: int | None = None


class _Remark(NamedTuple):
    """A move number, mark, comment, outcome or variation, and its offset (0 for a comment).

    The value of a variation is the list of its nodes; that of the others is a text.
    """

    kind: str
    value: Any
    start: int = 0


#: The terminals for the text of a comment.
_TEXTS: Final = ("BRACED", "LINE", "PARENTHESISED")


class _Reader(Transformer[Token, Any]):
    """Converts the parsed text to nodes with offsets; it has a method for each rule."""

    def start(self, children: list[Any]) -> list[Any]:
        return children[0]  # type: ignore[no-any-return]

    def line(self, children: list[Any]) -> list[Any]:
        return children

    def move(self, children: list[Any]) -> _Step:
        cards, source, target, *rest = children
        count = rest[0].value if rest and isinstance(rest[0].value, int) else None
        fields = (*cards.value, source.value, target.value)
        return _step(MoveRun, cards.start, children, fields, count)

    def cards(self, children: list[Any]) -> _Step:
        number, source, target = children[:3]
        fields = (source.value, target.value, int(number))
        return _step(MoveCards, number.start_pos, children, fields)

    def deal(self, children: list[Any]) -> _Step:
        word, *turned = children
        return _step(DealRow, word.start_pos, [_part(None, [word]), *turned], ())

    def remove(self, children: list[Any]) -> _Step:
        word, *parts = children
        suit = next((part.value for part in parts if isinstance(part.value, Suit)), None)
        column = next((part.value for part in parts if isinstance(part.value, int)), None)
        return _step(RemoveSuit, word.start_pos, parts, (suit, column))

    def card(self, signs: list[Token]) -> _Part:
        return _part(ends_of_run(signs), signs)

    run = card

    def column(self, numbers: list[Token]) -> _Part:
        return _part(int(numbers[0]), numbers)

    count = column

    def cell(self, numbers: list[Token]) -> _Part:
        return _part(InCell(int(numbers[0])), numbers)

    def space(self, words: list[Token]) -> _Part:
        return _part(_SPACE, words)

    def suit(self, words: list[Token]) -> _Part:
        return _part(parse_suit(words[0]) if words[0].type == "SUIT_NAME" else None, words)

    def turned(self, cards: list[_Part]) -> _Part:
        heads = tuple(each.value[0] for each in cards)
        return _Part(heads, cards[0].start, cards[-1].stop)

    def number(self, numbers: list[Token]) -> _Remark:
        return _Remark("number", int(numbers[0]), numbers[0].start_pos or 0)

    def mark(self, marks: list[Token]) -> _Remark:
        return _Remark("mark", marks[0], marks[0].start_pos or 0)

    def comment(self, signs: list[Token]) -> _Remark:
        text = signs[-1] if signs and signs[-1].type in _TEXTS else ""
        return _Remark("comment", " ".join(text.split()))

    def outcome(self, words: list[Token]) -> _Remark:
        return _Remark("outcome", words[0].lower(), words[0].start_pos or 0)

    def variation(self, children: list[Any]) -> _Remark:
        return _Remark("variation", children[1], children[0].start_pos)


def _part(value: Any, tokens: list[Token]) -> _Part:
    return _Part(value, tokens[0].start_pos or 0, tokens[-1].end_pos or 0)


def _step(
    kind: type[Instruction],
    start: int,
    parts: list[Any],
    fields: tuple[Any, ...],
    count: int | None = None,
) -> _Step:
    """Return a move that ends with the last of ``parts``, which may be the cards turned up."""
    last = parts[-1]
    turned = last.value if isinstance(last.value, tuple) else ()
    return _Step(kind, start, last.stop, (*fields, turned), count)


_READER: Final = _Reader()

# Reading


def read(text: str, name: str) -> Script:
    """Read a script.  See :func:`spiderpos.scripts.words.loads`."""
    source = text_source(text, name, longest=None)
    try:
        nodes = _nodes(in_plain_letters(source.text))
    except UnexpectedInput as error:
        raise unexpected(source, error, EXPECTED) from None
    except Fault as error:
        raise error.located(source) from None
    steps = [node for node in nodes if isinstance(node, _Step)]
    if len(steps) == len(nodes):
        return Script(tuple([_instruction(source, step) for step in steps]), name)
    line = _line(source, nodes)
    return Script(line.instructions, name, _notes(nodes), line=line if line.has_remarks else None)


def _nodes(text: str) -> list[Any]:
    nodes: Any = grammar("script", positions=False, transformer=_READER).parse(text)
    return list(nodes)


def _line(source: SourceText, nodes: Sequence[Any], depth: int = 0) -> ScriptLine:
    """Return the moves and remarks of ``nodes`` as a line.  Raises NotationError."""
    if depth > _MAX_DEPTH:
        message = f"more than {_MAX_DEPTH} variations lie in one another here"
        raise NotationError(message, source.place(nodes[0].start if nodes else 0))
    line = ScriptLine()
    moves: list[ScriptMove] = []
    for node in nodes:
        if isinstance(node, _Step):
            moves.append(ScriptMove(_instruction(source, node)))
        elif isinstance(node, Token):
            continue
        elif node.kind == "variation":
            place = source.place(node.start)
            if not any(isinstance(each, _Step) for each in node.value):
                raise NotationError("a variation without a move", place, "a move such as 'deal'")
            if not moves:
                expected = "the move that this variation replaces"
                raise NotationError("a variation needs a move before it", place, expected)
            inner = replace(_line(source, node.value, depth + 1), place=place)
            moves[-1] = replace(moves[-1], variations=(*moves[-1].variations, inner))
        elif node.kind == "mark":
            if not moves or moves[-1].mark:
                place = source.place(node.start, len(node.value))
                raise NotationError(f"'{node.value}' marks no move", place, "a move before it")
            moves[-1] = replace(moves[-1], mark=node.value)
        elif node.kind == "outcome":
            line = replace(line, outcome=node.value)
        elif node.kind == "comment" and node.value:
            if moves:
                comment = f"{moves[-1].comment} {node.value}".lstrip()
                moves[-1] = replace(moves[-1], comment=comment)
            else:
                line = replace(line, comment=f"{line.comment} {node.value}".lstrip())
    return replace(line, moves=tuple(moves))


def _instruction(source: SourceText, step: _Step) -> Instruction:
    start, stop = step.start, step.stop
    place = source.place(start, stop - start)
    instruction = step.kind(place, source.text[start:stop], *step.fields)
    if step.cards is not None and isinstance(instruction, MoveRun):
        return with_count(instruction, step.cards)
    return instruction


def _notes(nodes: Sequence[Any]) -> tuple[str, ...]:
    numbers: list[tuple[int, int]] = []
    moves = 0
    for node in nodes:
        moves += isinstance(node, _Step)
        if isinstance(node, _Remark) and node.kind == "number":
            numbers.append((node.value, moves))
    return script_notes(any(isinstance(node, Token) for node in nodes), numbers)


def recognises(text: str) -> bool:
    """Return True if ``text`` can be read and has a move."""
    try:
        return any(isinstance(node, _Step) for node in _nodes(in_plain_letters(text)))
    except (UnexpectedInput, Fault):
        return False


# Errors

#: Terminals, their descriptions, and the terminals whose descriptions make these superfluous.
EXPECTED: Final = (
    ("DEAL", "a move such as '9-6s from 7 to 3', 'deal' or 'remove the clubs'", ()),
    ("RANK", "a card such as 10h", ("DEAL",)),
    ("SUIT", "a card such as 10h", ()),
    ("_FROM", "'from' and a column, as in 'from 7 to 3'", ("_SEPARATOR",)),
    ("_TO", "where it goes, as in 'to 3' or 'into the space'", ()),
    ("SUIT_NAME", "a suit (clubs, diamonds, hearts, spades) or a column", ()),
    ("INT", "a column", ("DEAL", "SUIT_NAME", "_SEPARATOR")),
    ("_CARDS", "'cards' after the number of cards", ()),
    ("_SEPARATOR", "a comma or a line end before the next move", ("DEAL",)),
    ("OUTCOME", "'lost', 'solved' or 'undecided'", ()),
)
