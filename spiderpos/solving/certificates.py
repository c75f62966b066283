"""Certificates: all that it takes to check "impossible" without this program.

``docs/certificates.md`` describes the JSON, ``certificates/check.py`` checks it; neither a record
nor a digest is needed for that, nor anything of what is written here.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from .. import __version__
from ..cards import Card, Suit
from ..files import replace_file
from ..goals import (
    Complete,
    GetSpaces,
    Goal,
    Objective,
    Reach,
    RemoveBefore,
    RemoveNumber,
    RemoveSuits,
    SpaceBack,
    SpaceIn,
    TurnUp,
    Uncover,
    Win,
)
from ..judge import as_played
from ..position import Position
from ..prover import brute, native
from ..prover import precision as exact
from ..prover.answer import MIB, Answer, Budget, Outcome, Role
from ..prover.problem import request

__all__ = ["FORMAT", "NoCertificate", "certificate", "dumps", "write"]

#: The version of the format.
FORMAT: Final = 1
#: How values that are no card are written (``native/classes.hpp``).
_VALUES: Final = {255: -1, 254: -2, 253: -3, 252: -4}
_BLIND: Final = 128


class NoCertificate(Exception):  # noqa: N818 - an answer, not an error
    """Why there is none, as a clause."""


def certificate(
    position: Position, goal: Goal, answer: Answer, *, budget: Budget | None = None
) -> dict[str, Any]:
    """The certificate of an answer "impossible", as a JSON object.

    The last search is made again, within ``budget``; what it met is written down.  Raises
    NoCertificate if the answer is another, or if that search doesn't come to its end.
    """
    if answer.outcome is not Outcome.IMPOSSIBLE:
        raise NoCertificate(f"the answer is '{answer.outcome}', and only 'impossible' has one")
    made = _node(as_played(position, goal), goal, answer, budget or Budget())
    return {
        "certificate": FORMAT,
        "spiderpos": __version__,
        "words": {"goal": str(goal), "rules": str(position.rules), "proof": answer.reason},
        **made,
    }


def dumps(made: dict[str, Any]) -> str:
    """A certificate as JSON, with a line for each class or position."""
    lists = [key for key in ("classes", "positions", "case") if key in made]
    head = json.dumps({key: made[key] for key in made if key not in lists}, indent=1)
    text = head.removesuffix("\n}")
    for key in lists:
        if key == "case":
            text += f',\n "case": {dumps(made[key]).rstrip()}'
        else:
            text += f',\n "{key}": [\n' + ",\n".join(map(_in_a_line, made[key])) + "\n]"
    return text + "\n}\n"


def _in_a_line(member: object) -> str:
    return json.dumps(member, separators=(",", ":"))


def write(path: Path, made: dict[str, Any]) -> None:
    """Write a certificate, compressed if the name ends with ``.gz``.  Raises OSError."""
    data = dumps(made).encode()
    if path.name.endswith(".gz"):
        data = gzip.compress(data, mtime=0)
    replace_file(path, data)


def _node(position: Position, goal: Goal, answer: Answer, budget: Budget) -> dict[str, Any]:
    question = {
        "rules": _rules(position),
        "position": _position(position),
        "goal": _goal(goal, position),
    }
    case = answer.rests_on
    below = (
        {"case": _node(as_played(case.position, case.goal), case.goal, case.answer, budget)}
        if case is not None
        else {}
    )
    if case is not None and case.role is not Role.NO_CARD_TURNS_UP:
        return {**question, "proof": str(case.role), **below}
    match answer.searched.method:
        case "start":
            return {**question, "proof": "counting"}
        case "classes":
            return {
                **question,
                "proof": "classes",
                **below,
                **_classes(position, goal, answer, budget),
            }
        case _:
            return {**question, "proof": "positions", **_positions(position, goal, budget)}


def _rules(position: Position) -> dict[str, Any]:
    rules = position.rules
    return {
        "suits": rules.suits,
        "cells": rules.cells,
        "kings on aces": rules.kings_on_aces,
        "automatic removal": rules.automatic_removal,
        "deal over spaces": str(rules.deal_over_spaces),
        "short last deal": rules.short_last_deal,
    }


def _position(position: Position) -> dict[str, Any]:
    return {
        "columns": _columns(position),
        "hand": _cards(position.hand),
        "cells": _held(position),
        "removed": ["?" if suit is None else str(suit) for suit in position.removed],
    }


def _columns(position: Position) -> list[str]:
    return [f"{_cards(c.down)} | {_cards(c.up)}".strip() for c in position.columns]


def _held(position: Position) -> str:
    return _cards(card for card in position.cells if card is not None)


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(str(card) if card else "??" for card in cards)


def _suits(suits: Iterable[Suit]) -> list[str]:
    return [str(suit) for suit in suits]


def _goal(goal: Goal, start: Position) -> dict[str, Any]:
    c = goal.conditions
    conditions: dict[str, Any] = {
        "no dealing": c.no_dealing,
        "no turning up": c.no_turning_up,
        "no removing": _suits(c.no_removing_suits),
        "no making a space": c.no_making_a_space,
        "other suits": 0 if c.no_removing else c.other_suits,
        "moves": c.moves,
    }
    return {
        "all of": [part for objective in goal.objectives for part in _parts(objective, start)],
        "conditions": {k: v for k, v in conditions.items() if v or (v == 0 and v is not False)},
        "whatever": goal.whatever,
    }


def _parts(objective: Objective, start: Position) -> list[list[Any]]:
    """An objective as one or more lists: its verb, and what it asks for."""
    match objective:
        case RemoveSuits(suits):
            return [["remove", suit] for suit in _suits(suits)]
        case RemoveNumber(count):
            return [["remove any", count]]
        case RemoveBefore(first, second):
            return [["before", str(first), str(second)]]
        case GetSpaces(count):
            return [["spaces", count]]
        case SpaceIn(column):
            return [["space in", column]]
        case SpaceBack():
            return [["spaces", len(start.spaces)]]
        case TurnUp(count, column):
            return [["turn up", count, column]]
        case Uncover(card, column):
            return [["uncover", str(card), column]]
        case Complete(suits):
            return [["complete", suit] for suit in (_suits(suits) or (None,))]
        case Reach(position, _):
            return [["reach", _position(position)["columns"]]]
        case Win(in_tableau):
            return [["win", in_tableau]]


def _classes(position: Position, goal: Goal, answer: Answer, budget: Budget) -> dict[str, Any]:
    searched = answer.searched
    precision = exact.of_words(position, searched.precision)
    found = native.classes(
        request(position, goal).words,
        seconds=budget.seconds,
        size=budget.mebibytes * MIB,
        bases=searched.bases,
        precision=precision,
    )
    if found is None:
        raise NoCertificate("the last search could not be repeated in the time or memory")
    named = sorted(
        {o.column for o in goal.objectives if isinstance(o, SpaceIn | Uncover) and o.column}
    )
    levels = {1: "shallow", 2: "kept", 3: "deep"}
    return {
        "exact": [
            {"card": str(Card(card)), "column": column, "row": row, "level": levels[level]}
            for column, row, card, level in sorted(precision)
        ],
        "bases": named if searched.bases else [],
        "classes": list(
            _members(found, len(position.columns), len(precision), len(named) * searched.bases)
        ),
    }


def _members(
    found: Sequence[bytes], columns: int, exact_cards: int, bases: int
) -> Iterator[list[list[int]]]:
    """Each class: segments left; on the table; removed cards; bases; values (``Game::pack``)."""
    for packed in sorted(found):
        table_at, end = columns + 1, len(packed) - exact_cards
        table = packed[table_at : table_at + packed[columns]]
        gone = int.from_bytes(packed[table_at + columns : end - bases], "little")
        yield [
            list(packed[:columns]),
            [c if c < _BLIND else c - _BLIND + 200 for c in table],
            [card for card in range(gone.bit_length()) if gone >> card & 1],
            [_VALUES.get(c, c) for c in packed[end - bases : end]],
            [_VALUES.get(c, c) for c in packed[end:]],
        ]


def _positions(position: Position, goal: Goal, budget: Budget) -> dict[str, Any]:
    """What brute force meets, in its way, whichever search said so first."""
    found: list[tuple[Position, tuple[Suit, ...], int]] = []
    answer = brute.solve(position, goal, budget=budget, closed=found)
    if answer.outcome is not Outcome.IMPOSSIBLE:
        raise NoCertificate(f"the positions could not be written down: {answer.reason}")
    return {
        "positions": [
            [_columns(now), _held(now), len(now.hand), _suits(suits), depth]
            for now, suits, depth in found
        ]
    }
