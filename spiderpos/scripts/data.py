"""``data``: moves as a YAML or JSON list, an entry for each, as bots that play Spider log them.

::

    - from: 3
      to: 8
      count: 2
    - deal: true

``docs/notations/scripts.md`` lists the keys.  If an entry doesn't give the number of cards, the
rules of the game determine it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import yaml

from ..game.cards import CARDS
from ..game.engine import Step
from ..game.moves import Deal, Remove, Shift
from ..game.script import Instruction, Script, ScriptFormat, text_source
from ..text.errors import NotationError, NotWritable
from ..text.source import Place, SourceText
from ..text.wording import did_you_mean
from .instructions import DealRow, MoveCards, RemoveSuit
from .log_readings import script_of
from .reports import script_notes

#: The keys of an entry.  ``number``, the number of the move, is only used to report gaps.
_KEYS: Final = ("from", "to", "count", "index", "deal", "remove", "turned", "number")
_AN_ENTRY: Final = 'an entry such as {"from": 3, "to": 8, "count": 2} or {"deal": true}'
_BEGINNING: Final = re.compile(
    r"\ufeff?(?:\s*(?:\[\s*)?\{\s*\"|(?:\s|#[^\n]*\n|---[ \t]*\n|moves:[ \t]*\n)*+-\s+\{?\s*\w+:)"
)
#: The collections around an entry: a list, which may be the value of ``moves``.
_LISTS: Final = ("[", "{[")
_SHAPES: Final = ("", "{", *_LISTS, "[{", "{[{")
_YAML_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def loads(text: str, *, name: str = "<text>") -> Script:
    """Read a script, as :class:`ScriptFormat` describes."""
    source = text_source(text, name, longest=None)
    numbers: list[tuple[int, int]] = []
    instructions: list[Instruction] = []
    for place, words, entry in _entries(source):
        if "number" in entry:
            numbers.append((_number(place, entry, "number"), len(instructions)))
        instructions.append(_instruction(place, words, entry))
    return script_of(instructions, name, script_notes(False, numbers))


def _entries(source: SourceText) -> Iterator[tuple[Place, str, Mapping[str, str]]]:
    """Yield the place, the text, and the keys and values of each entry.  Raises NotationError."""
    # JSON allows tabs where YAML doesn't.
    text = source.text.replace("\ufeff", " ").replace("\t", " ")
    # The open brackets; the keys and values read in the current entry (or, before the list, the
    # key "moves"); the offset of the entry.
    opened, scalars, start = "", list[str](), 0
    # Not yaml.compose(), which recurses without a limit.
    events: Iterator[Any] = yaml.parse(text, _YAML_LOADER)
    try:
        for event in events:
            index, stop = event.start_mark.index, event.end_mark.index
            if isinstance(event, yaml.CollectionStartEvent):
                if opened in _LISTS:
                    scalars, start = [], index
                opened += "{" if isinstance(event, yaml.MappingStartEvent) else "["
            elif isinstance(event, yaml.CollectionEndEvent):
                opened = opened[:-1]
                if opened in _LISTS:
                    words = text[start:stop].rstrip("- \r\n")
                    place = source.place(start, len(words.split("\n", 1)[0]))
                    yield place, words, _entry(place, scalars)
                    scalars = []
            elif isinstance(event, yaml.ScalarEvent):
                scalars.append(event.value)
            outside = opened in ("", *_LISTS) and isinstance(event, yaml.ScalarEvent)
            wrong_key = opened == "{" and scalars not in ([], ["moves"])
            if outside or wrong_key or opened not in _SHAPES or isinstance(event, yaml.AliasEvent):
                raise NotationError("this is not a list of moves", source.place(index), _AN_ENTRY)
    except yaml.MarkedYAMLError as error:
        place = source.place(error.problem_mark.index if error.problem_mark else 0)
        message = f"this is not JSON or YAML: {error.problem}"
        raise NotationError(message, place, _AN_ENTRY) from None
    except (yaml.YAMLError, UnicodeError):
        message = "this is not JSON or YAML: it has characters that are not text"
        raise NotationError(message, source.place(0), _AN_ENTRY) from None


def _entry(place: Place, scalars: Sequence[str]) -> Mapping[str, str]:
    """Return the keys and values of an entry.

    Raises NotationError for an unknown or repeated key.
    """
    entry: dict[str, str] = {}
    for key, value in zip(scalars[::2], scalars[1::2], strict=True):
        if key not in _KEYS or key in entry:
            message = f"'{key}' is not valid in this entry"
            message += "" if key in _KEYS else did_you_mean(key, _KEYS)
            raise NotationError(message, place, _AN_ENTRY)
        entry[key] = value
    return entry


def _instruction(place: Place, text: str, entry: Mapping[str, str]) -> Instruction:
    keys = entry.keys() - {"turned", "number"}
    cards = [(name, CARDS.get(name.lower())) for name in entry.get("turned", "").split()]
    wrong = next((name for name, card in cards if card is None), None)
    if wrong is not None:
        raise NotationError(f"'{wrong}' is not a card", place, "a card such as 10h")
    reveal = tuple(card for _, card in cards if card is not None)
    if keys == {"deal"} and entry["deal"] == "true":
        return DealRow(place, text, reveal)
    if keys == {"remove"}:
        column = _number(place, entry, "remove")
        return RemoveSuit(place, text, None, column, reveal, may_be_gone=True)
    if keys not in ({"from", "to"}, {"from", "to", "count"}, {"from", "to", "index"}):
        raise NotationError("this is not a move", place, _AN_ENTRY)
    source, target = _number(place, entry, "from"), _number(place, entry, "to")
    count = _number(place, entry, "count") if "count" in entry else None
    depth = _number(place, entry, "index") + 1 if "index" in entry else None
    return MoveCards(place, text, source, target, count, reveal, depth)


def _number(place: Place, entry: Mapping[str, str], key: str) -> int:
    value = entry[key]
    if not value.isdecimal() or len(value) > 4:
        raise NotationError(f"'{key}' is not a number here", place, "a number such as 3")
    return int(value)


# Recognising and writing


def recognises(text: str) -> bool:
    """Return True if ``text`` begins like a list of entries."""
    return _BEGINNING.match(text[:2_000]) is not None


def dumps(steps: Sequence[Step]) -> str:
    """Write played steps as a JSON list with one line per move."""
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
    summary="a YAML or JSON list, an entry a move, as bots log their moves",
    loads=loads,
    dumps=dumps,
    recognises=recognises,
)
