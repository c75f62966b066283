"""Moves as data: JSON or YAML, an entry a move, as programs that solve the game write them.

::

    [{"from": 3, "to": 8, "count": 2}, {"card": "7d", "from": 8, "to": 4}, {"deal": true}]

    - from: 2
      to: 7
      index: 5

``docs/notations/scripts.md`` lists the keys.  Which cards go is what is legal; columns that
may be counted from 0 or 1 are read both ways, and the position decides.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import yaml

from ..game.cards import CARDS, Card, Suit, parse_suit
from ..game.engine import Step
from ..game.moves import Deal, Remove, Shift
from ..game.script import Instruction, Script, ScriptFormat, text_source
from ..text.errors import NotationError, NotWritable
from ..text.source import Place, SourceText
from ..text.wording import did_you_mean, join_words
from .beside import notes_beside
from .instructions import DealRow, MoveCards, MoveRun, RemoveSuit, counted
from .log_readings import MoveThree, script_of

_DEALS: Final = ("deal", "draw", "talon")
#: What an entry may say; the number of the move says nothing.
_KEYS: Final = (
    *("from", "to", "count", "index", "card", "turned", "suit", "number"),
    *(*_DEALS, "remove", "off"),
)
_AN_ENTRY: Final = 'an entry such as {"from": 3, "to": 8, "count": 2} or {"deal": true}'

#: What other programs call the same, in small letters without "_"; a move of theirs may be one of
#: several things in an entry.
_NAMES: Final = {
    **dict.fromkeys(("fromcol", "fromcolumn", "source", "sourcepile", "sourceindex"), "from"),
    **dict.fromkeys(("tocol", "tocolumn", "target", "destinationpile"), "to"),
    "destinationindex": "to",
    **dict.fromkeys(("numcards", "cardcount", "bundlelength"), "count"),
    **{"startindex": "index", "fromcard": "index", "step": "number"},
}
_WITHIN: Final = "action_decoded"
#: What an entry may be by its "type", beside a deal.
_MOVES: Final = ("move", "shift")

_BEGINNING: Final = re.compile(
    r"\ufeff?(?:\s*(?:\{|\[\s*[\[{]|\[\s*+\d[^{\"]*+[{\"])"
    r"|(?:\s|#[^\n]*\n|---[ \t]*\n|moves:[ \t]*\n)*+-\s+\{?\s*\w+:)"
)
#: Up to the first entry of a list, or of JSON lines; what that opens.
_JSON_HEAD: Final = re.compile(r'\s*(\{\s*"(?:moves|steps)"\s*:\s*)?(\[(?=\s*[\[{\]]))?')
_JSON_BETWEEN: Final = re.compile(r"[\s,]*")
_DEEPEST: Final = 8
_YAML_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read a script from a JSON list, JSON lines, or a YAML list; or from ``moves`` in one.

    ``name`` is what errors call the text.  Raises NotationError with the place and what was
    expected.  *Not* checked: anything that a position is needed for.
    """
    source = text_source(text, name, longest=None)
    begins = text.lstrip("\ufeff \t\r\n")[:1]
    entries = _json(source) if begins in ("[", "{") else _yaml(source)
    numbers: list[tuple[int, int]] = []
    instructions: list[Instruction] = []
    for place, words, entry in entries:
        fields, kind = _fields(place, entry)
        if "number" in fields:
            numbers.append((_number(place, "number", fields["number"]), len(instructions)))
        instructions.append(_instruction(place, words, fields, kind))
    return script_of(instructions, name, notes_beside(False, numbers))


def _json(source: SourceText) -> Iterator[tuple[Place, str, Any]]:
    """Yield the entries of a list, each with its place and text.  Raises NotationError."""
    text = source.text
    decoder = json.JSONDecoder(object_pairs_hook=_Pairs)
    head = _JSON_HEAD.match(text, text.startswith("\ufeff"))
    at = head.end() if head else 0
    opened = head.groups() if head else ()
    tail = "".join(sign for sign, opening in zip("}]", opened, strict=False) if opening)[::-1]
    while True:
        between = _JSON_BETWEEN.match(text, at)
        at = between.end() if between else at
        if "".join(text[at:].split()) == tail:
            return
        if at == len(text):
            raise NotationError("the list has no end", source.place(at), f"'{tail}'")
        try:
            entry, stop = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            what = error.msg[:1].lower() + error.msg[1:]
            raise NotationError(f"this is not JSON: {what}", source.place(error.pos)) from None
        except (ValueError, RecursionError):
            raise NotationError("this is no move", source.place(at), _AN_ENTRY) from None
        yield source.place(at, stop - at), text[at:stop], entry
        at = stop


class _Pairs(tuple[tuple[str, Any], ...]):
    """The keys of an entry with their values; a key may stand twice."""


def _yaml(source: SourceText) -> Iterator[tuple[Place, str, Any]]:
    """Yield the entries of a list, as :func:`_json` does."""
    text = source.text
    depth = 0
    try:
        # What is nested deeply would be too much for the loader in C.
        for event in yaml.parse(text, _YAML_LOADER):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > _DEEPEST or isinstance(event, yaml.AliasEvent):
                raise NotationError("this is no list of moves", source.place(0), _AN_ENTRY)
        root = yaml.compose(text, _YAML_LOADER)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark, problem = (getattr(error, name, None) for name in ("problem_mark", "problem"))
        place = source.place(mark.index if mark else 0)
        raise NotationError(f"this is not YAML: {problem or error}", place) from None
    if isinstance(root, yaml.MappingNode):
        [(key, root), *others] = root.value or [(None, None)]
        root = root if key and key.value == "moves" and not others else None
    if not isinstance(root, yaml.SequenceNode):
        raise NotationError("this is no list of moves", source.place(0), f"a list of {_AN_ENTRY}")
    for node in root.value:
        start, stop = node.start_mark.index, node.end_mark.index
        words = text[start:stop].rstrip("- \t\r\n")
        place = source.place(start, len(words.split("\n", 1)[0]))
        yield place, words, _value(node)


def _value(node: Any) -> Any:
    """Return what a node of YAML says; a number as it is written, as 010 is 8 there."""
    if isinstance(node, yaml.MappingNode):
        return _Pairs((str(key.value), _value(value)) for key, value in node.value)
    if isinstance(node, yaml.SequenceNode):
        return [_value(each) for each in node.value]
    kind = node.tag.rpartition(":")[2]
    if kind == "bool":
        return node.value.lower() in ("true", "yes", "on")
    return None if kind == "null" else node.value


def _fields(place: Place, entry: Any) -> tuple[dict[str, Any], type[MoveCards]]:
    """Return what an entry says, by our keys; and a kind of move.  Raises NotationError."""
    kind = MoveThree if isinstance(entry, list) and len(entry) == 3 else MoveCards
    if isinstance(entry, list):
        keys = ("from", "to", "count") if entry != ["deal"] else ("deal",)
        entry = _Pairs(zip(keys, entry, strict=False)) if 0 < len(entry) <= len(keys) else None
    elif isinstance(entry, _Pairs):
        entry = next((value for key, value in entry if key == _WITHIN), entry)
    if not isinstance(entry, _Pairs):
        raise NotationError("this is no move", place, _AN_ENTRY)
    fields: dict[str, Any] = {}
    for key, value in entry:
        # "type" says which of the other keys have a value.
        plain = key.lower().replace("_", "")
        name = _NAMES.get(plain, plain)
        if name in ("type", "movetype"):
            if str(value).lower() not in (*_DEALS, *_MOVES):
                raise NotationError(f"a move of the type '{value}' isn't known", place, _AN_ENTRY)
            fields |= {} if str(value).lower() in _MOVES else {"deal": True}
        elif name not in _KEYS or name in fields:
            message = f"'{key}' can't stand in this entry"
            if name not in _KEYS:
                message += did_you_mean(key, _KEYS)
            raise NotationError(message, place, _AN_ENTRY)
        elif value is not None:
            fields[name] = value
    return fields, kind


def _instruction(
    place: Place, text: str, fields: Mapping[str, Any], kind: type[MoveCards]
) -> Instruction:
    """Read the instruction of an entry's keys.  Raises NotationError."""
    words = place, text
    reveal = tuple(_card(place, word) for word in _words(fields.get("turned", "")))
    if any(fields.get(key) in (True, "deal") for key in _DEALS):
        _only(place, fields, *_DEALS)
        return DealRow(*words, reveal)
    source, target, count, index = (
        _number(place, key, fields[key]) if key in fields else None
        for key in ("from", "to", "count", "index")
    )
    if gone := fields.get("remove") or fields.get("off"):
        _only(place, fields, "remove", "off", "from", "suit")
        named = fields.get("suit")
        if isinstance(gone, str) and not gone.isdigit():
            named, source = gone, None
        elif gone is not True:
            source = _number(place, "remove", gone)
        suit = _suit(place, named) if named else None
        return RemoveSuit(*words, suit, source, reveal, may_be_gone=True)
    if source is None or target is None:
        raise NotationError("this says no move", place, _AN_ENTRY)
    one = next((key for key in ("card", "index") if key in fields), "count")
    _only(place, fields, "from", "to", one, *(("count",) if one == "card" else ()))
    if "card" in fields:
        head = _card(place, fields["card"])
        run = MoveRun(*words, head, head, source, target, reveal)
        return run if count is None else counted(run, count)
    return kind(*words, source, target, count, reveal, None if index is None else index + 1)


def _only(place: Place, fields: Mapping[str, Any], *keys: str) -> None:
    """Raise NotationError if an entry says more of its move than these."""
    for key in fields:
        if key not in (*keys, "turned", "number") and fields[key] is not False:
            expected = join_words((f"'{key}'" for key in keys), "or")
            raise NotationError(f"'{key}' can't stand in this entry", place, expected)


def _number(place: Place, key: str, value: Any) -> int:
    if isinstance(value, str) and value.isdecimal() and len(value) < 5:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise NotationError(f"'{key}' is not a number here", place, "a number such as 3")
    return value


def _words(value: Any) -> Sequence[Any]:
    """Return the words of a text, or what is in a list."""
    return value if isinstance(value, list) else str(value).split()


def _card(place: Place, value: Any) -> Card:
    card = CARDS.get(str(value).lower())
    if card is None:
        raise NotationError(f"'{value}' is not a card", place, "a card such as 10h")
    return card


def _suit(place: Place, value: Any) -> Suit:
    try:
        return parse_suit(str(value))
    except ValueError:
        suits = join_words(Suit, "or")
        raise NotationError(f"'{value}' is not a suit", place, suits) from None


# Recognising and writing


def recognises(text: str) -> bool:
    """Return True if ``text`` begins with an entry that says a move."""
    return _BEGINNING.match(text[:2_000]) is not None


def dumps(steps: Sequence[Step]) -> str:
    """Write steps that were played as a JSON list, a line each, as :func:`loads` reads them.

    Replayed from the first step's position they give the same positions again.  Raises
    NotWritable for moves to and from free cells.
    """
    lines = ",\n ".join(json.dumps(_written(step)) for step in steps)
    return f"[{lines}]\n"


def _written(step: Step) -> dict[str, Any]:
    move = step.move
    shown = [turned.card for turned in step.turned]
    entry: dict[str, Any]
    if isinstance(move, Shift):
        entry = {"from": move.source, "to": move.target, "count": move.count}
    elif isinstance(move, Deal):
        entry = {"deal": True}
        shown = [*step.cards, *shown]
    elif isinstance(move, Remove):
        entry = {"remove": move.column}
    else:
        raise NotWritable("data", "moves to and from free cells", ("words",))
    if any(shown):
        entry["turned"] = " ".join(map(str, shown))
    return entry


SCRIPT_FORMAT: Final = ScriptFormat(
    name="data",
    summary="JSON or YAML, an entry a move, as programs that solve the game write them",
    loads=loads,
    dumps=dumps,
    recognises=recognises,
    example='[{"from": 3, "to": 8, "count": 2}]',
)
