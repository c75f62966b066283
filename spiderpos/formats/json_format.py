"""``json``: a position as a JSON document, for programs; it holds everything.

::

    {
      "spiderpos": 1,
      "rules": "woods",
      "columns": [
        {"down": 5, "up": ["10d"]},
        ...
      ],
      "hand": 50,
      "removed": []
    }

``spiderpos`` is the version of the format.  Cards are written as everywhere (``10h``), ``??`` if
not known; a number stands for so many cards that aren't.  The schema ships with the package
(:func:`schema`); ``docs/notations/json.md`` explains it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields, replace
from enum import Enum
from importlib import resources
from typing import Any, Final

from ..cards import ALL_CARDS, UNKNOWN, Card, Suit, parse_card, parse_suit
from ..census import DECKS, validate
from ..errors import PositionError
from ..history import contradiction, dealt_at_start, with_history
from ..position import Column, Position
from ..rules import PRESETS, WOODS, Rules, RulesError, parse_rules
from ..source import SourceText
from ..wording import did_you_mean, join_words
from .base import OLD_DEFAULTS, Old, Format, ReadOptions
from .completion import complete, under_its_own_rules
from .jsontext import Path, WrongValue, parse
from .strictness import refuse_unwritten

__all__ = ["FORMAT", "VERSION", "dump", "dumps", "load", "loads", "recognises", "schema"]

#: The version of the format that is written, and the only one so far.
VERSION: Final = 1

_KEYS: Final = ("spiderpos", "rules", "columns", "hand", "removed", "cells", "dealt")
_CARD_OF: Final[dict[Any, Card]] = {str(c): c for c in ALL_CARDS} | {"??": UNKNOWN}
_NAME_OF: Final = {c: text for text, c in _CARD_OF.items()}
_CARD_WANTED: Final = 'a card as in "Kd" or "10h", or "??" for one that isn\'t known'


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the documents that are written."""
    file = resources.files(__package__) / "position.schema.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def loads(text: str, *, name: str = "<text>", options: ReadOptions = OLD_DEFAULTS) -> Position:
    """Read a position from a JSON document.

    Where ``hand`` and ``removed`` are missing they are found as for a diagram; where ``rules``
    is missing they are those of ``options``.  Raises NotationError, which names the path of
    the value that is wrong and its place, or PositionError.
    """
    document = parse(text, name)
    try:
        position = _position(document, name, options)
    except WrongValue as wrong:
        raise wrong.located(text, name, {"columns": "column"}) from None
    if options.strict:
        refuse_unwritten(SourceText(text, name), dumps(position))
    return position


def _position(document: Any, name: str, options: ReadOptions) -> Position:
    if type(document) is not dict:
        raise WrongValue((), "this is not a position", 'an object, {"spiderpos": 1, ...}')
    version = document.get("spiderpos")
    if version is None:
        raise WrongValue(
            (), "the key 'spiderpos' is missing", '"spiderpos": 1, the format\'s version'
        )
    if type(version) is not int or version != VERSION:
        raise WrongValue(
            ("spiderpos",),
            f"version {json.dumps(version)[:40]} of the format can't be read",
            f"version {VERSION}",
        )
    for key in document:
        if key not in _KEYS:
            raise WrongValue(
                (key,),
                f"there is no such key{did_you_mean(key, _KEYS)}",
                join_words(_KEYS, "or"),
                key=True,
            )
    rules = _rules(document["rules"]) if "rules" in document else options.rules
    columns = _columns(document)
    cells = _cells(document.get("cells", []))
    dealt = _cards(document["dealt"], ("dealt",)) if "dealt" in document else ()
    dealt = dealt if any(dealt) else ()
    hand, removed = document.get("hand"), document.get("removed")
    try:
        if hand is None and removed is None:
            told = options if rules is options.rules else replace(options, rules=rules)
            position = replace(complete(columns, cells, told, name=name), dealt=dealt)
        else:
            for key, value in (("hand", hand), ("removed", removed)):
                if value is None:
                    raise WrongValue(
                        (), f"the key '{key}' is missing", "'hand' and 'removed', or neither"
                    )
            cards, suits = _cards(hand, ("hand",)), _removed(removed)
            position = Position(columns, cards, suits, cells, rules, dealt)
            validate(position, partial=options.partial, name=name)
    except PositionError as error:
        raise (under_its_own_rules(error, "rules: ") if "rules" in document else error) from None
    if "dealt" not in document:
        return with_history(position)
    why = contradiction(position)
    if why is not None:
        raise WrongValue(("dealt",), why)
    return position


def _rules(value: Any) -> Rules:
    try:
        if isinstance(value, str):
            return PRESETS.get(value) or parse_rules(value)
        if isinstance(value, dict):
            return parse_rules("woods", value)
    except RulesError as error:
        raise WrongValue(("rules",), str(error)) from None
    raise WrongValue(
        ("rules",), "these are no rules", "the name of rules, or an object of options"
    )


def _columns(document: dict[str, Any]) -> tuple[Column, ...]:
    value = document.get("columns")
    if value is None:
        raise WrongValue((), "the key 'columns' is missing", "the columns, from left to right")
    if type(value) is not list:
        raise WrongValue(("columns",), "these are no columns", "a list of objects")
    if len(value) > 10:
        raise WrongValue(("columns", 10), f"{len(value)} columns; there can be 1 to 10")
    columns = []
    for number, item in enumerate(value):
        path = ("columns", number)
        if type(item) is not dict:
            raise WrongValue(path, "this is no column", 'an object, {"down": [...], "up": [...]}')
        for key in item:
            if key not in ("down", "up"):
                raise WrongValue(
                    (*path, key), "a column has no such key", "'down' or 'up'", key=True
                )
        columns.append(
            Column(
                _cards(item["down"], (*path, "down")) if "down" in item else (),
                _cards(item["up"], (*path, "up")) if "up" in item else (),
            )
        )
    return tuple(columns)


def _cards(value: Any, path: Path) -> tuple[Card, ...]:
    if type(value) is list:
        try:
            return tuple([_CARD_OF[item] for item in value])
        except (KeyError, TypeError):
            if len(value) > DECKS:
                raise WrongValue(path, f"{len(value)} cards; there are {DECKS}") from None
            return tuple(_card(item, (*path, at)) for at, item in enumerate(value))
    if type(value) is int and 0 <= value <= DECKS:
        return (UNKNOWN,) * value
    raise WrongValue(
        path, "these are no cards", f"a list of cards, or a number up to {DECKS} of unknown ones"
    )


def _card(value: Any, path: Path) -> Card:
    try:
        return _CARD_OF.get(value) or (UNKNOWN if value == "??" else parse_card(value))
    except (TypeError, ValueError):
        shown = json.dumps(value)
        shown = shown if len(shown) <= 40 else shown[:40] + "..."
        raise WrongValue(path, f"{shown} is not a card", _CARD_WANTED) from None


def _cells(value: Any) -> tuple[Card | None, ...]:
    if type(value) is not list or len(value) > 104:
        raise WrongValue(("cells",), "these are no cells", "a list: a card or null for each cell")
    return tuple(
        None if item is None else _card(item, ("cells", at)) for at, item in enumerate(value)
    )


def _removed(value: Any) -> tuple[Suit | None, ...]:
    if type(value) is not list or len(value) > 8:
        raise WrongValue(
            ("removed",),
            "these are no removed suits",
            "a list of at most 8 suits, null if unknown",
        )
    suits: list[Suit | None] = []
    for at, item in enumerate(value):
        try:
            suits.append(None if item is None else parse_suit(item))
        except (AttributeError, ValueError):
            raise WrongValue(
                ("removed", at),
                f"{json.dumps(item)[:40]} is not a suit",
                '"clubs", "diamonds", "hearts", "spades", or null',
            ) from None
    return tuple(suits)


def dumps(position: Position) -> str:
    """Write a position as a JSON document that ends in a line end."""
    parts = [f'"spiderpos": {VERSION}', f'"rules": {_rules_text(position.rules)}']
    columns = ",\n    ".join(map(_column_text, position.columns))
    parts.append(f'"columns": [\n    {columns}\n  ]')
    parts.append(f'"hand": {_cards_text(position.hand)}')
    removed = (None if suit is None else suit.plural for suit in position.removed)
    parts.append(f'"removed": {json.dumps(list(removed))}')
    if position.cells:
        cells = (None if held is None else str(held) for held in position.cells)
        parts.append(f'"cells": {json.dumps(list(cells))}')
    if position.dealt and position.dealt != dealt_at_start(position):
        parts.append(f'"dealt": {_cards_text(position.dealt)}')
    return "{\n  " + ",\n  ".join(parts) + "\n}\n"


def _rules_text(rules: Rules) -> str:
    if rules.name is not None:
        return json.dumps(rules.name)
    options = {f.name: getattr(rules, f.name) for f in fields(rules)}
    changed = {key: value for key, value in options.items() if value != getattr(WOODS, key)}
    return json.dumps(
        {key: value.value if isinstance(value, Enum) else value for key, value in changed.items()}
    )


def _column_text(column: Column) -> str:
    parts = []
    if column.down:
        parts.append(f'"down": {_cards_text(column.down)}')
    if column.up:
        parts.append(f'"up": {_list_text(column.up)}')
    return "{" + ", ".join(parts) + "}"


def _cards_text(cards: Sequence[Card]) -> str:
    if cards and not any(cards):
        return str(len(cards))
    return _list_text(cards)


def _list_text(cards: Sequence[Card]) -> str:
    return '["' + '", "'.join([_NAME_OF[c] for c in cards]) + '"]' if cards else "[]"


def recognises(text: str) -> bool:
    """Whether a text looks like a position in JSON, of whatever version."""
    head = text[:65536].lstrip("\ufeff \t\r\n")
    return head.startswith("{") and '"spiderpos"' in head


FORMAT: Final = Format(
    name="json",
    summary="our own JSON, versioned, with a schema; holds everything",
    drafts=Old(loads),
    dumps=dumps,
    recognises=recognises,
    example=(
        '{"spiderpos": 1, "columns": [{"down": 4, "up": ["Kd", "9s", "8s"]}, {}],\n'
        ' "hand": 0, "removed": []}'
    ),
    extensions=("json",),
)
load = FORMAT.load
dump = FORMAT.dump
