"""Moves in numbers, and in cards and columns, as programs log them.

::

    3 8 2
    3-8
    6D 3-8    10
    JD col 9 -> Qs col 2, reveals 6s
    5:5>10 D 4C

``docs/notations/scripts.md`` says where each comes from.  Which cards go is what is legal;
columns that may be counted from 0 or 1 are read both ways, and the position decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..game.cards import CARDS, NAMED_CARDS, RANK_WORDS, Card, Suit, parse_suit
from ..game.engine import Step
from ..game.moves import Deal, Remove, Shift
from ..game.script import Instruction, Script, ScriptFormat
from ..text.errors import NotationError, NotWritable
from ..text.source import Place, SourceText, plain, without_remarks
from .beside import LEFT_OUT, notes_beside, script_source
from .instructions import (
    DealRow,
    MoveCards,
    MoveRun,
    Onto,
    RemoveSuit,
    Target,
    counted,
    turned_words,
)
from .log_readings import LayingBare, MoveCountOrRank, MoveThree, script_of
from .prose import BadRunError, read_number, read_run, read_suit

_A_MOVE: Final = "a move such as '3 8', '3 8 2', '6D 3-8' or 'deal'"
_NEXT: Final = "a comma or a line end before the next move"
#: "(3, 8, 2)", "[3-8]", "(2 cards)", "[2]", "(1)" before a move, which are no remarks; "3,8"
#: alone in a line.
_TUPLE: Final = re.compile(
    r"[(\[]\s*+\d++(?:(?:\s*+,\s*+|[ \t]*+-{0,2}>?[ \t]*+)\d++){1,2}(?:[ \t]*x\d++)?\s*+[)\]]"
    r"|^[ \t]*\((?=\d{1,6}\))|(?P<count>(?<=[\w\])])[ \t]*[(\[]\d{1,2}[)\]])"
    r"|\(\d{1,2} cards?\)|#[ \t]*\d{1,2} cards?[ \t]*$"
    r"|(?:^|(?<=\d[.)] ))[ \t]*+\d++,[ \t]*+\d++(?:,[ \t]*+\d++)?[ \t]*+\r?$",
    re.MULTILINE,
)
_WITHOUT_SIGNS: Final = str.maketrans("(,)[]#", "      ")
_COUNT_SIGNS: Final = str.maketrans("([)]", "xx  ")
#: What a log says beside its moves.
_BESIDE: Final = re.compile(
    r"\[(?:[A-Z]-?\d+|\d+(?::\d+)+)\]|\uFEFF"
    r"|[,;][ \t]*(?:open[ \t]+cols?[ \t]*[\d-]+|cols?[ \t]*[\d-]+[ \t]+open)",
    re.IGNORECASE,
)
_BETWEEN: Final = re.compile(r"[\s,;.!]*+")
_SEPARATORS: Final = frozenset(",;.!\n")
_WORD: Final = re.compile(r"[^\s,;]+")
_REST: Final = re.compile(r"[^,;\n]*[^,;\s]|.")
_DIGITS: Final = re.compile(r"\d+")
_ALIKE: Final = "both columns written alike, as in 'from 3 to 8' or 'T3 -> T8'"
#: The ends of a move; a letter before the number of one stands before both.
_ENDS: Final = ("source", "target")
_LABEL: Final = re.compile(r"(?<!\d)\d++[.)]")
_LETTER: Final = re.compile(r"[tcp]\d", re.IGNORECASE)

_COLUMN_WORD: Final = r"(?:column|col\.?|pile|stack|tableau)"
_POINTER: Final = r"(?:[-=]*>|[\u2192\u21d2\u2794]|(?:in|on)?to\b)"
_DASH: Final = r"[-\u2010-\u2015\u2212]"
_ALONE: Final = (
    rf"({_COLUMN_WORD}[ \t]*|[tcp]|)\d{{1,4}}(?:[ \t]*(?:{_POINTER}|{_DASH}|,)[ \t]*|[ \t]+)"
    r"\%d\d{1,4}(?:[ \t]*(?:\(\d{1,4}(?: cards?)?\)|\[\d{1,4}\]|(?:x|,[ \t]*)\d{1,4})"
    r"|[ \t]+\d{1,4}(?: cards?)?)?"
)
#: A move alone in a line, "T3->T8 (2 cards)", "[3, 8, 2]", "3-8 x2": pages read its digits.
ALONE: Final = re.compile(
    rf"^[ \t]*(?:{_ALONE % 1}|\({_ALONE % 2}\)|\[{_ALONE % 3}\])[ \t\r,;.!]*$",
    re.IGNORECASE | re.MULTILINE,
)
#: The parts of steps; a ``~`` stands for blanks.
_PARTS: Final = {
    "<HEAD>": "(?:(?:the|an?)~)?(?:<RUN>|<CARD>|<NAMED>)",
    "<RUN>": r"(?:10|[2-9TJQKA])[CDHS]?[-\u2010-\u2015\u2212](?:10|[2-9TJQKA])[CDHS](?!\w)",
    "<NAMED>": rf"(?:{'|'.join(RANK_WORDS)}|10|[2-9])~of~<SUIT>s\b",
    "<CARDS>": "<CARD>(?:~<CARD>)*+",
    "<CARD>": r"(?:(?:10|[2-9TJQKA0])[CDHS](?!\w)|\?\?)",
    "<COLUMN>": rf"""(?:(?:(?:open|empty)~)?
        (?:{_COLUMN_WORD}\s*+|[tcp]))?\d{{1,4}}\b""",
    "<ARROW>": rf"(?:<POINTER>|{_DASH})",
    "<POINTER>": _POINTER,
    "<DEAL>": r"""(?:(?:stock~)?deal(?:ing)?(?:~(?:a|another|more|the~next)(?:~new)?
        ~(?:row|round|cards))?\b|(?:draw|take)\b(?:~another~talon)?)""",
    "<MOVE>": r"mov(?:e[ds]?|ing)\b",
    "<REMOVE>": r"(?:remov(?:e|ing)|off)\b",
    "<GONE>": r"S[CDHS]\d{0,4}BS\b",
    "<SUIT>": r"(?:club|diamond|heart|spade)",
    "<TURNING>": r"(?:[,;.]\s*)?turn(?:ing|s)?~up\b",
    "~": r"[^\S\n]*+",
}
_step_pattern = r"""
    (?P<before> (?: \d{1,6}(?:\)|\.(?!\d)) | \[\d{1,6}\] ) ~
      | \d{1,4}\b ~ (?=<MOVE>|<HEAD>|<DEAL>|<REMOVE>|<GONE>) )?
    (?P<move> <MOVE> :? ~ )?
    (?: (?P<placed> (?:\d{1,2}:\d{1,3}>\d{1,2}|d)\b (?: ~\d{1,2}C\b )*+ )
      | (?: (?P<deal> <DEAL> (?: ~(?: : | <TURNING> )~ (?P<row> <CARDS> ) )? )
          | (?P<gone> <GONE> )
          | (?P<remove> <REMOVE> )~ (?: (?: the~ | a~set~of~ )? (?P<suit> <SUIT>s? )\b
                  (?: ~from~ (?P<suit_column> <COLUMN> ) )?
              | (?: from~ )? (?P<off> <COLUMN> ) )
          | (?: (?P<many> \d{1,4} | a\b(?=~card) ) (?P<cards> x\b | ~cards? )?
                (?: (?<=x) | (?= \s+ from\b ) ) ~ )?
            (?: (?P<head> <HEAD> ) (?: ~\+~ (?P<tail> <CARD> )
                  | ~\+?~ (?: <SUIT>~ )? (?: run | stack )\b | \+(?=[ \t]) | : )? ~ )?
            (?: (?P<from> from~ )? (?P<source> <COLUMN> ) ~ (?: (?: (?P<to> to\b) | <ARROW> )~ )?
              | (?(head)|(?!)) <POINTER>~ )
            (?: (?: (?P<onto> <CARD> )~ )? (?P<target> <COLUMN> )
              | (?(head)|(?!)) (?: (?P<card> <HEAD> )
                  | (?: (?:the|an?)~ )? (?P<space> space | (?:open|empty)~(?:column|slot) )\b ) )
            (?: ~(?(many)(?!)) (?P<x> x )? (?P<last> \d{1,4}\b (?![.)][ \t]+\S) )
                (?P<number> ~cards?\b )? )?
            (?: ~(?(many)|(?!)) <ARROW>~ (?P<first> <CARD> )~<ARROW>~
                (?P<upon> <CARD> | empty\b ) )?
            (?: ~(?(head)|(?!)) (?: [,;.]\s* )? reveals\b~ (?P<bare> <CARD> ) )?
        )
        (?: ~<TURNING>~ (?P<turned> <CARDS> ) )?
        (?: ~ (?P<then> <GONE> ) )?
    )
    """
for _name, _part in _PARTS.items():
    _step_pattern = _step_pattern.replace(_name, _part)
_STEP: Final = re.compile(_step_pattern, re.IGNORECASE | re.VERBOSE)


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read a script; a text of remarks and blanks only is one without moves.

    ``name`` is what errors call the text.  Raises NotationError with the place and what was
    expected.  *Not* checked: anything that a position is needed for.
    """
    source = script_source(text, name)
    bare = _bare(source.text)
    numbers: list[tuple[int, int]] = []
    instructions: list[Instruction] = []
    for step in _steps(source, bare):
        if step["before"]:
            numbers.append((int(_DIGITS.findall(step["before"])[0]), len(instructions)))
        instructions += _placed(source, step) if step["placed"] else _read(source, step)
    return script_of(instructions, name, notes_beside(LEFT_OUT.search(bare) is not None, numbers))


def _bare(text: str) -> str:
    """Return the text with blanks for what says nothing."""
    text = _TUPLE.sub(
        lambda match: match[0].translate(_COUNT_SIGNS if match["count"] else _WITHOUT_SIGNS),
        plain(text),
    )
    return _BESIDE.sub(lambda match: " " * len(match[0]), without_remarks(text))


def _steps(source: SourceText, text: str) -> Iterator[re.Match[str]]:
    """Yield the steps of ``text``, which has no remarks.  Raises NotationError."""
    at = _BETWEEN.match(text).end()  # type: ignore[union-attr] # it matches all
    before: re.Match[str] | None = None
    while at < len(text):
        step = _STEP.match(text, at)
        # "5:5>10 D 4C" stand in one line.
        together = before and before["placed"] and step and step["placed"]
        # So do moves with their numbers, "1. 3-8 2. 5-9".
        together = together or (step and _LABEL.match(step["before"] or ""))
        if before and not together and _SEPARATORS.isdisjoint(text[before.end() : at]):
            raise _not_understood(source, _WORD.match(text, at), _NEXT)
        if step is None:
            raise _not_understood(source, _REST.match(text, at), _A_MOVE)
        yield step
        before = step
        at = _BETWEEN.match(text, step.end()).end()  # type: ignore[union-attr]


def _not_understood(
    source: SourceText, match: re.Match[str] | None, expected: str
) -> NotationError:
    start, stop = match.span() if match else (0, 0)
    words = source.text[start:stop]
    shown = words if len(words) <= 40 else words[:40] + "..."
    place = source.place(start, stop - start)
    return NotationError(f"'{shown}' is not understood here", place, expected)


def _read(source: SourceText, step: re.Match[str]) -> Iterator[Instruction]:
    """Yield the instruction of a step, and perhaps the removal of a suit."""
    groups = step.groupdict()
    start = max(step.start(), step.end("before"), step.end("move"))
    stop = step.start("then") if groups["then"] else step.end()
    text = source.text[start:stop].rstrip()
    if ("(" in text or "[" in text) and source.text.startswith((")", "]"), stop):
        text += source.text[stop]
    words = source.place(start, len(text)), text
    matches = [_LETTER.match(groups[end]) for end in _ENDS if groups[end]]
    letters = {match and match[0][0].lower() for match in matches}
    if len(letters) > 1 or (groups["card"] and groups["from"] and groups["to"]):
        end = "card" if groups["card"] else "target"
        place = source.place(step.start(end), len(groups[end]))
        raise NotationError(f"'{groups[end]}' is no column here", place, _ALIKE)
    reveal = _cards(groups["row"]) + _cards(groups["turned"])
    if groups["deal"]:
        yield DealRow(*words, reveal)
    elif groups["remove"] or groups["gone"]:
        suit = read_suit(groups["suit"]) if groups["suit"] else _gone(groups["gone"])
        column = groups["suit_column"] or groups["off"]
        number = read_number(column) if column else None
        yield RemoveSuit(*words, suit, number, reveal, may_be_gone=True)
    elif groups["head"] or groups["first"]:
        yield _run_moved(source, step, words, reveal)
    else:
        count = groups["many"] or groups["last"]
        columns = read_number(groups["source"]), read_number(groups["target"])
        is_open = groups["last"] and not (groups["x"] or groups["number"])
        kind: type[MoveCards] = MoveThree if is_open else MoveCards
        if groups["many"] and groups["to"] and not groups["cards"]:
            kind = MoveCountOrRank
        yield kind(*words, *columns, _count(count) if count else None, reveal)
    if groups["then"]:
        place = source.place(step.start("then"), len(groups["then"]))
        yield RemoveSuit(place, groups["then"], _gone(groups["then"]), None, may_be_gone=True)


def _run_moved(
    source: SourceText, step: re.Match[str], words: tuple[Place, str], reveal: tuple[Card, ...]
) -> Instruction:
    """Return a move of the card that is named and of what lies on it.

    A number alone behind it is a score.
    """
    groups = step.groupdict()
    head, tail = _ends(source, step, "head" if groups["head"] else "first")
    if groups["tail"]:
        tail = CARDS[groups["tail"].lower()]
    if head.suit is not tail.suit or head < tail:
        place = source.place(step.start("head"), step.end("tail") - step.start("head"))
        raise NotationError("these are not the ends of a run", place, "as 9s+6s")
    start = read_number(groups["source"]) if groups["source"] else None
    number = read_number(groups["target"]) if groups["target"] else None
    if start is None and number == head.rank + 1 and groups["target"].isdigit():
        place = source.place(step.start("target"), len(groups["target"]))
        message = f"'{number}' may be a column or a card here"
        raise NotationError(message, place, f"'column {number}', or a card such as {number}s")
    target: Target = number
    onto = next((group for group in ("onto", "card", "upon", "target") if groups[group]), "")
    if onto in ("onto", "card") or (onto and groups[onto].lower() in CARDS):
        target = Onto(_ends(source, step, onto)[1], number)
    elif number is None or groups[onto].lower().startswith(("open", "empty")):
        target = Onto(None, number, leftmost=number is None)
    kind, cards = (LayingBare, _cards(groups["bare"])) if groups["bare"] else (MoveRun, reveal)
    run = kind(*words, head, tail, start, target, cards)
    count = groups["many"] or ((groups["x"] or groups["number"]) and groups["last"])
    return counted(run, _count(count)) if count else run


def _ends(source: SourceText, step: re.Match[str], group: str) -> tuple[Card, Card]:
    """Return the highest and the lowest card of a run, or a card twice.  Raises NotationError."""
    name = re.sub(r"^(?:the|an?) ", "", " ".join(step[group].lower().split()))
    try:
        return (NAMED_CARDS[name],) * 2 if name in NAMED_CARDS else read_run(name)
    except BadRunError as bad:
        place = source.place(step.start(group), len(step[group]))
        raise NotationError(str(bad), place, bad.expected) from None


def _count(words: str) -> int:
    """Return the number of ``2`` cards, ``a`` card."""
    return 1 if words.lower() == "a" else int(words)


def _placed(source: SourceText, step: re.Match[str]) -> Iterator[Instruction]:
    """Yield ``5:5>10``, ``D``, and ``4C`` behind them: the suit in column 4 is taken off."""
    for word in _WORD.finditer(source.text, *step.span("placed")):
        words = source.place(word.start(), len(word[0])), word[0]
        numbers = [int(digits) for digits in _DIGITS.findall(word[0])]
        if len(numbers) == 3:
            yield MoveCards(*words, numbers[0], numbers[2], depth=numbers[1])
        elif numbers:
            yield RemoveSuit(*words, None, numbers[0], may_be_gone=True)
        else:
            yield DealRow(*words)


def _cards(words: str | None) -> tuple[Card, ...]:
    return tuple(CARDS[word.lower()] for word in (words or "").split())


def _gone(word: str | None) -> Suit | None:
    """Return the suit of ``SD1BS``."""
    return parse_suit(word[1]) if word else None


# Recognising and writing


def recognises(text: str) -> bool:
    """Return True if ``text``, remarks and deals aside, begins with a move in numbers."""
    bare = _bare(text[:10_000])
    at = _BETWEEN.match(bare).end()  # type: ignore[union-attr] # it matches all
    while step := _STEP.match(bare, at):
        if step["placed"] and step["placed"].lower() != "d":
            return True
        if step["source"]:
            # "9s from 7 to 3" and, if nothing stands before it, "4 cards from 7 to 3" are words.
            is_words = step["head"] or (step["cards"] and not step.start("many"))
            return not step["from"] or bool(step["many"] and not is_words)
        if not (step["deal"] or step["placed"]):
            return False
        at = _BETWEEN.match(bare, step.end()).end()  # type: ignore[union-attr]
    return False


def dumps(steps: Sequence[Step]) -> str:
    """Write steps that were played, a line each: from, to, how many; as :func:`loads` reads them.

    Replayed from the first step's position they give the same positions again.  Raises
    NotWritable for moves to and from free cells.
    """
    return "".join(f"{_line(step)}\n" for step in steps)


def _line(step: Step) -> str:
    move = step.move
    turned = [turned.card for turned in step.turned]
    if isinstance(move, Shift):
        return f"{move.source} {move.target} {move.count}{turned_words(turned)}"
    if isinstance(move, Deal):
        return f"deal{turned_words([*step.cards, *turned], after_comma=False)}"
    if isinstance(move, Remove):
        return f"remove {move.column}{turned_words(turned)}"
    raise NotWritable("numbers", "moves to and from free cells", ("words",))


SCRIPT_FORMAT: Final = ScriptFormat(
    name="numbers",
    summary="numbers of columns and cards, or a card and columns, as programs log moves",
    loads=loads,
    dumps=dumps,
    recognises=recognises,
    example="3 8 2",
)
