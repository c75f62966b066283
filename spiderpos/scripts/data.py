"""Moves as data: JSON or YAML with one entry per move, as solvers write them.

``docs/notations/scripts.md`` lists the keys.  If an entry doesn't give the number of cards, the
rules of the game determine it.
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
from .beside import script_notes
from .instructions import DealRow, MoveCards, MoveRun, RemoveSuit, with_count
from .log_readings import MoveThree, script_of

_DEALS: Final = ("deal", "draw", "talon")
#: The keys of an entry.  The number of a move is only used to report missing moves.
_KEYS: Final = (
    *("from", "to", "count", "index", "card", "turned", "suit", "number"),
    *(*_DEALS, "remove", "off"),
)
_AN_ENTRY: Final = 'an entry such as {"from": 3, "to": 8, "count": 2} or {"deal": true}'

#: The keys of this notation by those of other programs (in lower case and without "_").
_NAMES: Final = {
    **dict.fromkeys(("fromcol", "fromcolumn", "source", "sourcepile", "sourceindex"), "from"),
    **dict.fromkeys(("tocol", "tocolumn", "target", "destinationpile"), "to"),
    "destinationindex": "to",
    **dict.fromkeys(("numcards", "cardcount", "bundlelength"), "count"),
    **{"startindex": "index", "fromcard": "index", "step": "number"},
}
#: The key of the move in entries that contain other data too.
_NESTED_MOVE: Final = "action_decoded"
#: The values of "type" for a move of cards.
_MOVE_TYPES: Final = ("move", "shift")

_BEGINNING: Final = re.compile(
    r"\ufeff?(?:\s*(?:\{|\[\s*[\[{]|\[\s*+\d[^{\"]*+[{\"])"
    r"|(?:\s|#[^\n]*\n|---[ \t]*\n|moves:[ \t]*\n)*+-\s+\{?\s*\w+:)"
)
#: Matches the first blank between JSON lines.
_BETWEEN_LINES: Final = re.compile(r"(?<=[\]}])\s(?=\s*[\[{])")
_MAX_DEPTH: Final = 8
_YAML_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read a script from JSON lines, or from a JSON or YAML list, which may be under ``moves``."""
    source = text_source(text, name, longest=None)
    numbers: list[tuple[int, int]] = []
    instructions: list[Instruction] = []
    for place, words, entry in _entries(source):
        fields, kind = _fields(place, entry)
        if "number" in fields:
            numbers.append((_number(place, "number", fields["number"]), len(instructions)))
        instructions.append(_instruction(place, words, fields, kind))
    return script_of(instructions, name, script_notes(False, numbers))


def _entries(source: SourceText) -> Iterator[tuple[Place, str, Any]]:
    """Yield the entries of a list, each with its place and text.  Raises NotationError."""
    document = source.text.replace("\ufeff", " ")
    # YAML includes JSON, except for tabs and JSON lines: read these as a list.
    is_json = document.lstrip()[:1] in ("[", "{")
    if is_json:
        document = f"[{_BETWEEN_LINES.sub(',', document)}]".replace("\t", " ")
    depth = 0
    try:
        # The loader in C recurses, so deeply nested text must not get there.
        for event in yaml.parse(document, _YAML_LOADER):
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > _MAX_DEPTH or isinstance(event, yaml.AliasEvent):
                raise NotationError("this is not a list of moves", source.place(0), _AN_ENTRY)
        root: Any = yaml.compose(document, _YAML_LOADER)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark, problem = (getattr(error, name, None) for name in ("problem_mark", "problem"))
        index = mark.index if mark else 0
        if is_json:  # the place of a lost quotation mark
            try:
                json.loads(document)
            except (ValueError, RecursionError) as wrong:
                index, problem = getattr(wrong, "pos", index), getattr(wrong, "msg", problem)
        place = source.place(max(0, index - is_json))
        raise NotationError(f"this is not JSON or YAML: {problem or error}", place) from None
    entries = _list_in(root.value[0] if is_json and len(root.value) == 1 else root)
    if entries is None and not is_json:
        raise NotationError(
            "this is not a list of moves", source.place(0), f"a list of {_AN_ENTRY}"
        )
    for node in root.value if entries is None else entries:
        start, stop = node.start_mark.index - is_json, node.end_mark.index - is_json
        words = source.text[start:stop].rstrip("- \t\r\n")
        place = source.place(start, len(words.split("\n", 1)[0]))
        yield place, words, _value(node)


def _list_in(node: Any) -> list[Any] | None:
    """Return the entries of a list, or of a mapping with the only key ``moves`` or ``steps``.

    None for anything else, and for a list with a number or text in it, which is itself a move.
    """
    if isinstance(node, yaml.MappingNode) and len(node.value) == 1:
        [(key, node)] = node.value
        if key.value not in ("moves", "steps"):
            return None
    if not isinstance(node, yaml.SequenceNode):
        return None
    is_entry = any(isinstance(each, yaml.ScalarNode) for each in node.value)
    return None if is_entry else node.value


class _Pairs(tuple[tuple[str, Any], ...]):
    """The keys and values of an entry; a repeated key is kept, so that it can be reported."""


def _value(node: Any) -> Any:
    """Return the value of a YAML node.  Numbers stay text, because YAML reads 010 as 8."""
    if isinstance(node, yaml.MappingNode):
        return _Pairs((str(key.value), _value(value)) for key, value in node.value)
    if isinstance(node, yaml.SequenceNode):
        return [_value(each) for each in node.value]
    kind = node.tag.rpartition(":")[2]
    if kind == "bool":
        return node.value.lower() in ("true", "yes", "on")
    return None if kind == "null" else node.value


def _fields(place: Place, entry: Any) -> tuple[dict[str, Any], type[MoveCards]]:
    """Return the values of an entry by the keys of this notation, and the class of its move."""
    kind = MoveThree if isinstance(entry, list) and len(entry) == 3 else MoveCards
    if isinstance(entry, list):
        keys = ("from", "to", "count") if entry != ["deal"] else ("deal",)
        entry = _Pairs(zip(keys, entry, strict=False)) if 0 < len(entry) <= len(keys) else None
    elif isinstance(entry, _Pairs):
        entry = next((value for key, value in entry if key == _NESTED_MOVE), entry)
    if not isinstance(entry, _Pairs):
        raise NotationError("this is not a move", place, _AN_ENTRY)
    fields: dict[str, Any] = {}
    for key, value in entry:
        # "type" gives the kind of move; the keys of other kinds are null.
        plain = key.lower().replace("_", "")
        name = _NAMES.get(plain, plain)
        if name in ("type", "movetype"):
            if str(value).lower() not in (*_DEALS, *_MOVE_TYPES):
                raise NotationError(f"unknown move type '{value}'", place, _AN_ENTRY)
            fields |= {} if str(value).lower() in _MOVE_TYPES else {"deal": True}
        elif name not in _KEYS or name in fields:
            message = f"'{key}' is not valid in this entry"
            if name not in _KEYS:
                message += did_you_mean(key, _KEYS)
            raise NotationError(message, place, _AN_ENTRY)
        elif value is not None:
            fields[name] = value
    return fields, kind


def _instruction(
    place: Place, text: str, fields: Mapping[str, Any], kind: type[MoveCards]
) -> Instruction:
    words = place, text
    reveal = tuple(_card(place, word) for word in _words(fields.get("turned", "")))
    if any(fields.get(key) in (True, "deal") for key in _DEALS):
        _only(place, fields, *_DEALS)
        return DealRow(*words, reveal)
    source, target, count, index = (
        _number(place, key, fields[key]) if key in fields else None
        for key in ("from", "to", "count", "index")
    )
    if removed := fields.get("remove") or fields.get("off"):
        _only(place, fields, "remove", "off", "from", "suit")
        suit_name = fields.get("suit")
        if isinstance(removed, str) and not removed.isdigit():
            suit_name, source = removed, None
        elif removed is not True:
            source = _number(place, "remove", removed)
        suit = _suit(place, suit_name) if suit_name else None
        return RemoveSuit(*words, suit, source, reveal, may_be_gone=True)
    if source is None or target is None:
        raise NotationError("this is not a move", place, _AN_ENTRY)
    one = next((key for key in ("card", "index") if key in fields), "count")
    _only(place, fields, "from", "to", one, *(("count",) if one == "card" else ()))
    if "card" in fields:
        head = _card(place, fields["card"])
        run = MoveRun(*words, head, head, source, target, reveal)
        return run if count is None else with_count(run, count)
    return kind(*words, source, target, count, reveal, None if index is None else index + 1)


def _only(place: Place, fields: Mapping[str, Any], *keys: str) -> None:
    """Raise NotationError if an entry has keys for its move other than these."""
    for key in fields:
        if key not in (*keys, "turned", "number") and fields[key] is not False:
            expected = join_words((f"'{key}'" for key in keys), "or")
            raise NotationError(f"'{key}' is not valid in this entry", place, expected)


def _number(place: Place, key: str, value: Any) -> int:
    if isinstance(value, str) and value.isdecimal() and len(value) < 5:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise NotationError(f"'{key}' is not a number here", place, "a number such as 3")
    return value


def _words(value: Any) -> Sequence[Any]:
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
    """Return True if ``text`` begins with an entry of a move."""
    return _BEGINNING.match(text[:2_000]) is not None


def dumps(steps: Sequence[Step]) -> str:
    """Write played steps as a JSON list with one line per move."""
    lines = ",\n ".join(json.dumps(_entry(step)) for step in steps)
    return f"[{lines}]\n"


def _entry(step: Step) -> dict[str, Any]:
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
)
