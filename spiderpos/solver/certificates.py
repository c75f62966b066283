"""Certificates: proofs of "impossible" that can be checked without this program.

``docs/how-to/trust.md`` describes the JSON.  ``certificates/check.py``, which imports nothing from
the package, checks it; :mod:`spiderpos.solver.certificate_files` runs that script.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from ..game.cards import RANK_NAMES, Card, Suit
from ..game.position import Position
from ..game.rules import WOODS, Rules
from ..goals.goal import DigDown, Goal
from ..goals.judge import known_to_player
from ..version import __version__
from . import strategy
from .prover import blocked, brute, native
from .prover import exact_cards as exact
from .prover.answer import Answer, Budget, Clock, Outcome, Role, Searched
from .prover.question import Unsupported, only_bottoms, relax, request

#: The version of the format.
FORMAT: Final = 1
#: Codes of values that are not cards (``native/prover/classes.hpp``).
_VALUES: Final = {255: -1, 254: -2, 253: -3, 252: -4}
_BLIND: Final = 128
#: If a proof has more classes than this, only their number is written; the checker computes them.
_MOST_LISTED: Final = 30_000

#: The place of a card: its column from 1, or 0 for the hand, and its row from 0 at the top.
Place: TypeAlias = tuple[int, int]


class NoCertificate(Exception):  # noqa: N818 - an answer, not an error
    """Raised if a certificate can't be made; the message is the reason, as a clause."""


def certificate(
    position: Position, goal: Goal, answer: Answer, *, budget: Budget | None = None
) -> dict[str, Any]:
    """Return the certificate of an answer "impossible", as a JSON object.

    The last search is repeated within ``budget``, and the states that it visits are listed.
    Raises NoCertificate if the answer isn't "impossible", if the checker doesn't support the
    proof, or if that search isn't completed.
    """
    if answer.outcome is not Outcome.IMPOSSIBLE:
        raise NoCertificate(f"the answer is '{answer.outcome}', and only 'impossible' has one")
    last_view = shown = known_to_player(position, goal)
    last_goal, last_answer = goal, answer
    while last_answer.rests_on is not None and last_answer.rests_on.role is Role.ORDER:
        case = last_answer.rests_on
        last_view, last_goal, last_answer = (
            known_to_player(case.position, case.goal),
            case.goal,
            case.answer,
        )
    last_goal = replace(last_goal, whatever=goal.whatever)
    hidden = _places(shown) - _places(last_view)
    content = _certificate(last_view, last_goal, last_answer, budget or Budget(), hidden)
    return {
        "certificate": FORMAT,
        "spiderpos": __version__,
        "words": {"goal": str(goal), "rules": str(position.rules), "proof": answer.reason},
        **content,
    }


def _places(position: Position) -> frozenset[Place]:
    """Return the places of the unknown cards."""
    columns = [(*column.down, *column.up) for column in position.columns]
    return frozenset(
        (number, row)
        for number, cards in enumerate((position.hand, *columns))
        for row, card in enumerate(cards)
        if not card
    )


def _certificate(
    position: Position, goal: Goal, answer: Answer, budget: Budget, hidden: frozenset[Place]
) -> dict[str, Any]:
    """Return the question and the proof of the certificate, without the keys about its format.

    ``hidden`` are the places of known cards that the player doesn't see.
    """
    others = tuple(o for o in goal.objectives if not isinstance(o, DigDown))
    if unknown := replace(goal, objectives=others).requirements(position).in_words:
        raise NoCertificate(f"the checker doesn't support '{unknown[0]}'")
    if answer.searched.method == "orders":
        raise NoCertificate("each order of the hidden cards has its own proof")
    question = question_of(position, goal, hidden)
    case, searched = answer.rests_on, answer.searched
    if case is not None and case.role is Role.IMPLIED:
        part = replace(case.goal, whatever=goal.whatever)
        proof = _certificate(position, part, case.answer, budget, hidden)
        wider = {key: proof.pop(key) for key in question}
        return {**question, "wider": wider, **proof}
    if searched.method == "start":
        counted = only_bottoms(position, goal)
        if counted != goal:
            question["wider"] = question_of(position, counted, hidden)
        return {**question, "proof": "counting"}
    if searched.method == "heads":
        return {**question, "proof": "heads", **_heads(position, budget)}
    if searched.method == "strategy":
        return {**question, "proof": "strategy", **_strategy(position, goal, budget)}
    if searched.method != "classes":
        return {**question, "proof": "positions", **_positions(position, goal, budget)}
    try:
        relaxed = relax(position, goal)
    except Unsupported as why:
        raise NoCertificate(f"the search by classes doesn't support {why}") from None
    if relaxed.position.rules.kings_on_aces or _is_a_hard_win(relaxed.position, relaxed.goal):
        try:
            content = _positions(position, goal, budget)
        except NoCertificate as why:
            raise NoCertificate(f"such classes can't be certified, and {why}") from None
        return {**question, "proof": "positions", **content}
    if case is not None:
        searched = _both(relaxed.position, searched, case.answer.searched)
    if relaxed.allowed or relaxed.goal.objectives != goal.objectives:
        wider = question_of(relaxed.position, relaxed.goal, hidden)
        wider["goal"] |= {"space_before_removal": True} if relaxed.space_before_removal else {}
        question["wider"] = wider
    content = _classes(position, goal, searched, budget)
    return {**question, "proof": "classes", **content}


def _is_a_hard_win(start: Position, goal: Goal) -> bool:
    """Return True for a win with extra conditions that the checker's classes don't support."""
    limits = goal.limits
    hard = limits.no_making_a_space or limits.no_removing_suits or limits.other_suits is not None
    return bool(hard) and goal.requirements(start).win is not None


def question_of(
    position: Position, goal: Goal, hidden: frozenset[Place] = frozenset()
) -> dict[str, Any]:
    """Return the question of a certificate; cards in ``hidden`` places have a star."""
    return {
        "rules": rules_of(position.rules),
        "position": position_of(position, hidden),
        "goal": goal_of(goal, position),
    }


def _both(position: Position, one: Searched, other: Searched) -> Searched:
    """Merge the exact cards of two proofs: of the answer, and that no unknown card turns up."""
    levels: dict[tuple[int, int, int], int] = {}
    for searched in (one, other):
        for *card, level in exact.of_words(position, searched.precision):
            column, row, code = card
            levels[column, row, code] = max(level, levels.get((column, row, code), 0))
    cards = [(*card, level) for card, level in sorted(levels.items())]
    return replace(one, precision=exact.in_words(position, cards), bases=one.bases)


def rules_of(rules: Rules) -> dict[str, Any]:
    """Return rules as the JSON of a certificate, without options that have Woods' value."""
    plain = "suits", "cells", "kings_on_aces", "automatic_removal", "short_last_deal"
    values = {key: getattr(rules, key) for key in plain}
    values["deal_over_spaces"] = str(rules.deal_over_spaces)
    values["suits"] = rules.suits_value
    return {key: values[key] for key in values if getattr(rules, key) != getattr(WOODS, key)}


def position_of(position: Position, hidden: frozenset[Place] = frozenset()) -> dict[str, Any]:
    """Return a position as the JSON of a certificate; a card in a ``hidden`` place has a star.

    Rows of places are counted from the top of the column, face-down cards included, because a
    relaxed question may have more face-down cards.
    """
    starred = {
        number: {row for column, row in hidden if column == number}
        for number in range(len(position.columns) + 1)
    }
    return {
        "columns": [
            f"{_cards(column.down, starred[number])} | {_cards(column.up)}".strip()
            for number, column in enumerate(position.columns, 1)
        ],
        "hand": _cards(position.hand, starred[0]),
        "in_cells": _cells(position),
        "removed_before": ["?" if suit is None else str(suit) for suit in position.removed],
    }


def _columns(position: Position | brute.Met) -> list[str]:
    return [f"{_cards(c.down)} | {_cards(c.up)}".strip() for c in position.columns]


def _cells(position: Position | brute.Met) -> str:
    return _cards(card for card in position.cells if card is not None)


def _cards(cards: Iterable[Card], starred: Container[int] = ()) -> str:
    return " ".join(
        (str(card) if card else "??") + "*" * (row in starred) for row, card in enumerate(cards)
    )


def _suits(suits: Iterable[Suit]) -> list[str]:
    return [str(suit) for suit in suits]


def goal_of(goal: Goal, start: Position) -> dict[str, Any]:
    """Return a goal as the JSON of a certificate, with all its requirements."""
    limits = goal.limits
    named, number = goal.suits_to_remove()
    node: dict[str, Any] = {
        "remove": _suits(named.elements()),
        "remove_any": number,
        "no_dealing": limits.no_dealing,
        "no_turning_up": limits.no_turning_up,
        "no_removing": _suits(limits.no_removing_suits),
        "no_making_a_space": limits.no_making_a_space,
        "whatever_turns_up": goal.whatever,
    }
    node = {key: value for key, value in node.items() if value}
    if limits.other_suits is not None:
        node["other_suits"] = limits.other_suits
    if limits.moves is not None:
        node["moves"] = limits.moves

    numbers = goal.requirements(start)
    order = [[a, b] for b in Suit for a in Suit if numbers.first[b.code] >> a.code & 1]
    turned: list[list[int | None]] = [[n, column] for column, n in numbers.turned_in.items()]
    turned += [[numbers.turned, None]] if numbers.turned else []
    objectives = {
        "remove_first": [_suits(pair) for pair in order],
        "spaces": numbers.spaces,
        "space_in": numbers.empty,
        "turn_up": turned,
        "uncover": [[str(card), column or None] for card, column in numbers.uncovered],
        "dig_down": [[str(o.card), o.column] for o in goal.objectives if isinstance(o, DigDown)],
        "complete": _suits(numbers.complete.elements()),
        "complete_any": numbers.complete_any,
        "reach": [_columns(position) for position in numbers.reach],
    }
    node |= {key: value for key, value in objectives.items() if value}
    if numbers.win is not None:
        node |= {"win": numbers.win, "win_in_tableau": numbers.none_removed}
    return node


def _classes(position: Position, goal: Goal, searched: Searched, budget: Budget) -> dict[str, Any]:
    query = request(position, goal)
    position, goal = query.relaxed.position, query.relaxed.goal
    precision = exact.of_words(position, searched.precision)
    members = native.classes(
        query.text,
        budget=budget,
        bases=searched.bases,
        precision=precision,
    )
    if members is None:
        raise NoCertificate("repeating the last search took too much time or memory")
    numbers = goal.requirements(position)
    named = sorted({*numbers.empty, *(column for _, column in numbers.uncovered if column)})
    levels = {1: "shallow", 2: "kept", 3: "deep"}
    sizes = len(position.columns), len(precision), len(named) * searched.bases
    listed = len(members) <= _MOST_LISTED
    return {
        "exact": [
            [str(Card(card)), column, row, levels[level]]
            for column, row, card, level in sorted(precision)
        ],
        "bases": named if searched.bases else [],
        "classes": [*_members(members, *sizes)] if listed else len(members),
    }


def _members(
    members: Sequence[bytes], columns: int, exact_cards: int, bases: int
) -> Iterator[list[list[int]]]:
    """Yield each class, packed by ``Game::pack``, as lists.

    The lists are: segments left in each column, cards on the table, removed cards, bases, values.
    """
    for packed in sorted(members):
        start, end = columns + 1, len(packed) - exact_cards
        table = packed[start : start + packed[columns]]
        removed = int.from_bytes(packed[start + columns : end - bases], "little")
        yield [
            list(packed[:columns]),
            [c if c < _BLIND else c - _BLIND + 200 for c in table],
            [card for card in range(removed.bit_length()) if removed >> card & 1],
            [_VALUES.get(c, c) for c in packed[end - bases : end]],
            [_VALUES.get(c, c) for c in packed[end:]],
        ]


def _heads(position: Position, budget: Budget) -> dict[str, Any]:
    proof = blocked.blocked(position, Clock(budget))
    if proof is None:
        raise NoCertificate("repeating the search took too much time")
    return {
        "ranks": [RANK_NAMES[rank] for rank in proof.ranks],
        "states": [[*state[:-1], sorted(state.joined)] for state in proof.states],
    }


def _positions(position: Position, goal: Goal, budget: Budget) -> dict[str, Any]:
    """Return the positions that brute force visits, even if another search proved the answer."""
    if not native.available():
        raise NoCertificate("the compiled core isn't installed")
    try:
        met = brute.closed_set(position, replace(goal, whatever=False), budget=budget)
    except Unsupported as why:
        raise NoCertificate(f"brute force doesn't support {why}") from None
    if met is None:
        raise NoCertificate("listing the positions took too much time or memory")
    return {"positions": _listed(met)}


def _strategy(position: Position, goal: Goal, budget: Budget) -> dict[str, Any]:
    """Return a closed set of states of play from which no strategy reaches the goal.

    For every move that breaks no condition, some cards that may turn up lead to a state in it.
    """
    result = strategy.search(position, goal, budget=budget, listed=True)
    if result.sure is not False:
        raise NoCertificate("repeating the search of all play took too much time or memory")
    return {"positions": _listed(result.closed)}


def _listed(met: Sequence[brute.Met]) -> list[list[Any]]:
    return [
        [_columns(now), _cells(now), now.hand, _suits(now.removed)]
        + ([] if now.moves is None else [now.moves])
        for now in met
    ]
