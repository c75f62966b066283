"""``json``: a position as a JSON document, for programs; it represents every position.

``docs/notations/json.md`` explains it, and :func:`schema` is its schema.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Final

from ..game.cards import UNKNOWN, Card, Suit, parse_card, parse_suit
from ..game.census import DECKS
from ..game.history import dealt_at_start
from ..game.position import Column, Position
from ..game.rules import COLUMNS, PRESETS, Rules, RulesError, parse_rules
from ..text.source import SourceText
from .base import Draft, Format, ReadOptions
from .jsontext import Value, WrongValue, offset, read

#: The version of the format that is written; readers accept no other one.
VERSION: Final = 1

_KEYS: Final = ("spiderpos", "rules", "columns", "hand", "removed", "cells", "dealt")


def schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of the documents that are written."""
    file = Path(__file__).with_name("position.schema.json")
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return data


def drafts(source: SourceText, _options: ReadOptions) -> Sequence[Draft]:
    """Parse a JSON document to a draft of the position; errors name the path of the value."""
    return (read(source, lambda document: _draft(document, source.text), {"columns": "column"}),)


def _draft(document: Value, text: str) -> Draft:
    version = document.it.get("spiderpos") if type(document.it) is dict else None
    if version not in (None, VERSION):
        message = f"version {version!r:.40} of the format can't be read"
        raise WrongValue(("spiderpos",), message, f"version {VERSION}")
    fields = document.fields(_KEYS, "position")
    if version is None or "columns" not in fields:
        missing = "spiderpos" if version is None else "columns"
        raise WrongValue((), f"this is not a position: the key '{missing}' is missing")
    hand, removed, dealt = (
        None if key not in fields or fields[key].it is None else fields[key]
        for key in ("hand", "removed", "dealt")
    )
    dealt_cards = () if dealt is None else _cards(dealt)
    return Draft(
        columns=tuple(map(_column, fields["columns"].items(COLUMNS))),
        hand=None if hand is None else _cards(hand),
        removed=None if removed is None else tuple(map(_suit, removed.items(8))),
        cells=tuple(
            None if item.it is None else _card(item)
            for item in (fields["cells"].items(DECKS) if "cells" in fields else ())
        ),
        rules=_rules(fields["rules"]) if "rules" in fields else None,
        dealt=dealt_cards if any(dealt_cards) else (),
        dealt_at=offset(text, ("dealt",)) if dealt_cards else 0,
    )


def _column(value: Value) -> Column:
    fields = value.fields(("down", "up"), "column")
    return Column(*(_cards(fields[key]) if key in fields else () for key in ("down", "up")))


def _rules(value: Value) -> Rules:
    try:
        if isinstance(value.it, str):
            return PRESETS.get(value.it) or parse_rules(value.it)
        if isinstance(value.it, dict):
            return parse_rules("woods", value.it)
    except RulesError as error:
        raise WrongValue(value.path, str(error)) from None
    raise WrongValue(
        value.path, "these are not rules", "the name of rules, or an object of options"
    )


def _cards(value: Value) -> tuple[Card, ...]:
    if type(value.it) is int and 0 <= value.it <= DECKS:
        return (UNKNOWN,) * value.it
    if type(value.it) is not list:
        expected = f"a list of cards, or a number up to {DECKS} of unknown ones"
        raise WrongValue(value.path, "these are not cards", expected)
    return tuple(map(_card, value.items(DECKS)))


def _card(value: Value) -> Card:
    try:
        return UNKNOWN if value.it == "??" else parse_card(value.it)
    except (TypeError, ValueError):
        value.refuse("a card", 'a card as in "Kd" or "10h", or "??" for one that isn\'t known')


def _suit(value: Value) -> Suit | None:
    try:
        return None if value.it is None else parse_suit(value.it)
    except (AttributeError, ValueError):
        value.refuse("a suit", '"clubs", "diamonds", "hearts", "spades", or null')


def dumps(position: Position) -> str:
    """Write a position as a JSON document that ends in a line end."""
    parts = [f'"spiderpos": {VERSION}', f'"rules": {_rules_text(position.rules)}']
    columns = ",\n    ".join(map(_column_text, position.columns))
    parts.append(f'"columns": [\n    {columns}\n  ]')
    parts.append(f'"hand": {_cards_text(position.hand)}')
    removed = (None if suit is None else suit.plural for suit in position.removed)
    parts.append(f'"removed": {json.dumps(list(removed))}')
    if position.cells:
        cells = (None if card is None else str(card) for card in position.cells)
        parts.append(f'"cells": {json.dumps(list(cells))}')
    if position.dealt and position.dealt != dealt_at_start(position):
        parts.append(f'"dealt": {_cards_text(position.dealt)}')
    return "{\n  " + ",\n  ".join(parts) + "\n}\n"


def _rules_text(rules: Rules) -> str:
    if rules.name is not None:
        return json.dumps(rules.name)
    changed: dict[str, Any] = {key: getattr(rules, key) for key in rules.describe()}
    if "suits" in changed:
        changed["suits"] = rules.suits_value
    return json.dumps(
        {key: value.value if isinstance(value, Enum) else value for key, value in changed.items()}
    )


def _column_text(column: Column) -> str:
    parts = []
    if column.down:
        parts.append(f'"down": {_cards_text(column.down)}')
    if column.up:
        parts.append(f'"up": {json.dumps(column.up)}')
    return "{" + ", ".join(parts) + "}"


def _cards_text(cards: Sequence[Card]) -> str:
    if cards and not any(cards):
        return str(len(cards))
    return json.dumps(cards)


def recognises(text: str) -> bool:
    """Return True if a text looks like our own JSON, of any version."""
    head = text[:65536].lstrip("\ufeff \t\r\n")
    return head.startswith("{") and '"spiderpos"' in head


FORMAT: Final = Format(
    name="json",
    summary="our own JSON, versioned, with a schema; holds everything",
    drafts=drafts,
    dumps=dumps,
    recognises=recognises,
)
loads = FORMAT.loads
