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
from collections.abc import Iterator, Sequence
from dataclasses import fields
from enum import Enum
from importlib import resources
from typing import Any, Final

from ..game.cards import ALL_CARDS, UNKNOWN, Card, Suit, parse_card, parse_suit
from ..game.census import DECKS
from ..game.history import dealt_at_start
from ..game.position import Column, Position
from ..game.rules import COLUMNS, PRESETS, WOODS, Rules, RulesError, parse_rules
from ..text.source import SourceText
from ..text.wording import did_you_mean, join_words
from .base import Draft, Format, ReadOptions
from .jsontext import Path, WrongValue, offset, read

__all__ = ["FORMAT", "VERSION", "dumps", "loads", "recognises", "schema"]

#: The version of the format that is written, and the only one so far.
VERSION: Final = 1

_KEYS: Final = ("spiderpos", "rules", "columns", "hand", "removed", "cells", "dealt")
_CARD_OF: Final[dict[Any, Card]] = {str(c): c for c in ALL_CARDS} | {"??": UNKNOWN}
_NAME_OF: Final = {c: text for text, c in _CARD_OF.items()}


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the documents that are written."""
    file = resources.files(__package__) / "position.schema.json"
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def drafts(source: SourceText, _options: ReadOptions) -> Sequence[Draft]:
    """The position of a document; errors name the path of the value that is wrong."""
    return (read(source, lambda document: _draft(document, source.text), {"columns": "column"}),)


def _draft(document: Any, text: str) -> Draft:
    if type(document) is not dict or "spiderpos" not in document:
        raise WrongValue((), "this is not a position", 'an object, {"spiderpos": 1, ...}')
    version = document["spiderpos"]
    if type(version) is not int or version != VERSION:
        message = f"version {_shown(version)} of the format can't be read"
        raise WrongValue(("spiderpos",), message, f"version {VERSION}")
    _check_keys(document, (), _KEYS)
    columns = []
    for number, item in enumerate(_list(document.get("columns"), ("columns",), COLUMNS)):
        path = ("columns", number)
        if type(item) is not dict:
            raise WrongValue(path, "this is no column", 'an object, {"down": [...], "up": [...]}')
        _check_keys(item, path, ("down", "up"))
        down, up = (_cards(item.get(key, 0), (*path, key)) for key in ("down", "up"))
        columns.append(Column(down, up))
    hand, removed = document.get("hand"), document.get("removed")
    dealt = _cards(document.get("dealt", 0), ("dealt",))
    return Draft(
        columns=tuple(columns),
        hand=None if hand is None else _cards(hand, ("hand",)),
        removed=None if removed is None else tuple(_removed(removed)),
        cells=tuple(
            None if item is None else _card(item, ("cells", at))
            for at, item in enumerate(_list(document.get("cells", []), ("cells",), DECKS))
        ),
        rules=_rules(document["rules"]) if "rules" in document else None,
        dealt=dealt if any(dealt) else (),
        dealt_at=offset(text, ("dealt",)) if dealt else 0,
    )


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:40] + "..."


def _check_keys(value: dict[str, Any], path: Path, known: Sequence[str]) -> None:
    for key in value:
        if key not in known:
            message = f"there is no such key{did_you_mean(key, known)}"
            raise WrongValue((*path, key), message, join_words(known, "or"), key=True)


def _list(value: Any, path: Path, most: int) -> list[Any]:
    if value is None:
        raise WrongValue(path[:-1], f"the key '{path[-1]}' is missing")
    if type(value) is not list:
        raise WrongValue(path, "this is no list", "a list in square brackets")
    if len(value) > most:
        raise WrongValue((*path, most), f"{len(value)} of them; there can be {most}")
    return value


def _rules(value: Any) -> Rules:
    try:
        if isinstance(value, str):
            return PRESETS.get(value) or parse_rules(value)
        if isinstance(value, dict):
            return parse_rules("woods", value)
    except RulesError as error:
        raise WrongValue(("rules",), str(error)) from None
    wanted = "the name of rules, or an object of options"
    raise WrongValue(("rules",), "these are no rules", wanted)


def _cards(value: Any, path: Path) -> tuple[Card, ...]:
    if type(value) is int and 0 <= value <= DECKS:
        return (UNKNOWN,) * value
    if type(value) is not list:
        wanted = f"a list of cards, or a number up to {DECKS} of unknown ones"
        raise WrongValue(path, "these are no cards", wanted)
    try:
        return tuple([_CARD_OF[item] for item in value])
    except (KeyError, TypeError):
        cards = _list(value, path, DECKS)
        return tuple(_card(item, (*path, at)) for at, item in enumerate(cards))


def _card(value: Any, path: Path) -> Card:
    try:
        return UNKNOWN if value == "??" else parse_card(value)
    except (TypeError, ValueError):
        wanted = 'a card as in "Kd" or "10h", or "??" for one that isn\'t known'
        raise WrongValue(path, f"{_shown(value)} is not a card", wanted) from None


def _removed(value: Any) -> Iterator[Suit | None]:
    for at, item in enumerate(_list(value, ("removed",), 8)):
        try:
            yield None if item is None else parse_suit(item)
        except (AttributeError, ValueError):
            wanted = '"clubs", "diamonds", "hearts", "spades", or null'
            raise WrongValue(("removed", at), f"{_shown(item)} is not a suit", wanted) from None


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
    """Whether a text looks like our own JSON, of whatever version."""
    head = text[:65536].lstrip("\ufeff \t\r\n")
    return head.startswith("{") and '"spiderpos"' in head


FORMAT: Final = Format(
    name="json",
    summary="our own JSON, versioned, with a schema; holds everything",
    drafts=drafts,
    dumps=dumps,
    recognises=recognises,
    example=(
        '{"spiderpos": 1, "columns": [{"down": 4, "up": ["Kd", "9s", "8s"]}, {}],\n'
        ' "hand": 0, "removed": []}'
    ),
    extensions=("json",),
)
loads = FORMAT.loads
