"""Finds as problem files: title, stipulation, lines and claims in plain words.

What is written can be read by :mod:`spiderpos.catalogue`, and holds: the lines play, and every
claim without a line was proved.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Sequence
from typing import Final, assert_never

from ... import formats, scripts
from ...game.cards import KING
from ...game.engine import Step
from ...game.position import Position
from ...goals.goal import Goal
from ...solver.difficulty import rate
from ...text.errors import NotWritable
from ...text.wording import count_phrase, join_words
from .criteria import Claimed, Find, Kind, Try

__all__ = ["stipulation", "title", "written"]

_WIDTH: Final = 90
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def written(find: Find, full: Position, origin: str, name: str, year: int) -> str:
    """The problem file.

    ``full`` is the find's position with the hidden cards that are known, which its save line
    has (the problem hides them); ``origin`` says in words where it comes from; ``name`` is the
    problem's id."""
    parts = [
        f"id: {name}",
        f"title: {title(find)}",
        "author: spiderpos",
        "source:",
        _folded("text", f"Mined from {origin}", "  "),
        f"  year: {year}",
    ]
    if find.kind is Kind.SPACE_BACK:
        parts.append("partial: true")
    parts.append(_folded("stipulation", stipulation(find)))
    if find.swapped is None:
        parts.append(f"goal: {find.goal}")
    parts += ["position:", *_position(full, find.position, "  ")]
    others = _others(find)
    if others:
        parts.append("positions:")
        for other, said, position in others:
            parts += [f"  - id: {other}", f"    title: {said}"]
            parts += _position(position, position, "    ")
    parts += ["lines:", *_lines(find), "claims:", *_claims(find)]
    rated = rate(find.swapped or find.position, find.goal, find.line)
    parts += ["difficulty:", f"  rating: {rated.rating}", _folded("note", rated.note, "  ")]
    notes = f"As FEN: {formats.dumps(find.position, 'fen')}"
    if find.swapped is not None:
        notes = (
            f"Of the {find.subject} exchanges of two cards of one rank in the tableau this is the "
            f"only one that helps: each other was tried and proved impossible. {notes}"
        )
    return "\n".join(parts) + "\n" + _folded("notes", notes) + "\n"


def _folded(key: str, text: str, indent: str = "") -> str:
    """A key with text that is wrapped."""
    lines = textwrap.wrap(
        text, _WIDTH - len(indent), break_long_words=False, break_on_hyphens=False
    )
    body = "\n".join(f"{indent}  {line}" for line in lines)
    return f"{indent}{key}: >-\n{body}"


def _block(key: str, text: str, indent: str) -> str:
    """A key with text whose lines stay as they are."""
    body = "\n".join(f"{indent}  {line}".rstrip() for line in text.rstrip("\n").split("\n"))
    return f"{indent}{key}: |2\n{body}"


def _position(full: Position, seen: Position, indent: str) -> list[str]:
    """A position in the notations that have room for it."""
    parts = []
    try:
        line = formats.dumps(full, "line")
        parts.append(f"{indent}line: '{line.replace(chr(39), chr(39) * 2)}'")
    except NotWritable:
        pass
    parts.append(_block("diagram", formats.dumps(seen, "diagram"), indent))
    hidden = bool(seen.face_down or seen.hand)
    if len(parts) == 1:
        parts.append(f"{indent}hand: {len(seen.hand)}")
        if seen.removed:
            removed = ", ".join(str(suit) for suit in seen.removed)
            parts.append(f"{indent}removed: [{removed}]")
    elif hidden:
        parts.append(f"{indent}hide: true")
    return parts


def _others(find: Find) -> list[tuple[str, str, Position]]:
    if find.swapped is not None:
        return [("swapped", f"The two {_rank(find)} exchanged", find.swapped)]
    return [
        ("without-the-space", "The position without the empty column", fact.position)
        for fact in find.facts
        if fact.position is not None
    ]


def _rank(find: Find) -> str:
    names = {1: "Aces", 11: "Jacks", 12: "Queens", KING: "Kings"}
    rank = find.cards[0][0].rank
    return names.get(rank, f"{rank}s")


def _script(steps: Sequence[Step], indent: str) -> str:
    text = ", ".join(scripts.dumps(steps, "words").splitlines())
    lines = textwrap.wrap(
        text.replace(" ", "\0").replace(",\0", ", "),
        _WIDTH - len(indent),
        break_long_words=False,
        break_on_hyphens=False,
    )
    body = "\n".join(f"{indent}  {line}".replace("\0", " ").rstrip(",") for line in lines)
    return f"{indent}script: |\n{body}"


def _lines(find: Find) -> list[str]:
    parts = ["  - id: solution", "    title: The solution", "    origin: found"]
    if find.swapped is not None:
        parts.append("    from: swapped")
    else:
        parts.append("    solves: true")
    parts.append(_script(find.line, "    "))
    for number, attempt in enumerate(find.tries, 1):
        move = scripts.dumps(attempt.steps[:1], "words").strip()
        parts += [
            f"  - id: try-{number}",
            f"    title: {_quoted(attempt.title or move)}",
            "    origin: found",
            _script(attempt.steps, "    "),
        ]
    return parts


def _after(attempt: Try) -> str:
    """Which moves a refutation is about, in words."""
    first = scripts.dumps(attempt.steps[:1], "words").strip()
    if len(attempt.steps) == 1:
        return f"After {first}"
    more = count_phrase(len(attempt.steps) - 1, "move")
    return f"After {first} and {more} more, as in that try,"


def _quoted(text: str) -> str:
    """A text of one line as YAML: in quotes if it has characters that mean something there."""
    return text if re.fullmatch(r"[A-Za-z][A-Za-z0-9 ,()+-]*", text) else json.dumps(text)


def _claims(find: Find) -> list[str]:
    parts: list[str] = []

    def claim(
        name: str, statement: str, goal: Goal, verdict: str, at: str = "", line: str = ""
    ) -> None:
        parts.extend([f"  - id: {name}", f"    statement: {statement}", f"    goal: {goal}"])
        if at:
            parts.append(f"    position: {at}")
        parts.append(f"    verdict: {verdict}")
        if line:
            parts.append(f"    line: {line}")

    if find.swapped is None:
        claim("solvable", "The solution does it.", find.goal, "solved", line="solution")
    else:
        claim("impossible", "As the cards lie it can't be done.", find.goal, "impossible")
        claim(
            "exchanged",
            "With the two cards exchanged it can be done.",
            find.goal,
            "solved",
            "swapped",
            "solution",
        )
    for number, fact in enumerate(find.facts, 1):
        at = "without-the-space" if fact.position is not None else ""
        verdict = "solved" if fact.solved else "impossible"
        line = "try-1" if fact.solved and find.tries else ""
        claim(f"fact-{number}", fact.statement, fact.goal, verdict, at, line)
    for number, attempt in enumerate(find.tries, 1):
        claim(
            f"refuted-{number}",
            f"{_after(attempt)} it can't be done any more.",
            attempt.left,
            "impossible",
            f"try-{number}",
        )
    return parts


# Words


def _asked(goal: Goal) -> str:
    """What a goal asks, as an order."""
    *before, last = (objective.order for objective in goal.objectives)
    text = f"{', '.join(before)} and {last}" if before else last
    said = text[0].upper() + text[1:] + _without(goal)
    return f"{said}, whatever turns up" if goal.whatever else said


def _without(goal: Goal) -> str:
    limits = goal.limits
    acts = ["dealing"] * limits.no_dealing
    acts += ["turning up a card"] * limits.no_turning_up
    acts += ["removing a suit"] * (limits.other_suits == 0)
    acts += ["making a space on the way"] * limits.no_making_a_space
    return f", without {join_words(acts, 'or')}" if acts else ""


def stipulation(find: Find) -> str:
    """What is asked, in words, with the hint that belongs to the kind."""
    asked = _asked(find.goal)
    match find.kind:
        case Kind.ONLY_MOVE:
            others = _NUMBERS[len(find.tries)] if len(find.tries) < 10 else str(len(find.tries))
            return (
                f"{asked}. Of the {_count(len(find.tries) + 1)} ways to begin only one works; the "
                f"other {others} lose."
            )
        case Kind.POISONED if "on offer" in find.tries[0].title:
            suit = find.tries[0].steps[0].removals[0].suit
            return f"A set of {suit} is there for the taking; taking it now loses. {asked}."
        case Kind.POISONED:
            return f"{asked}. One natural move asks to be made at once; it loses."
        case Kind.ONE_ORDER:
            if find.tries:
                return f"{asked}. Either can be had first, but only one order gets both."
            return f"{asked}. It goes in one order only: which?"
        case Kind.SPACE_BACK:
            return f"{asked}. It can't be done without using the space; mind how you use it."
        case Kind.SWAP:
            return (
                f"{asked}: that can't be done. Which two {_rank(find)} have to change places so "
                "that it can?"
            )
        case Kind.ONE_COLUMN:
            return f"{asked}. Only one column can be emptied: which?"
        case Kind.ONE_DIG:
            return f"{asked}. Only one column gives one: which?"
        case Kind.ONE_SUIT:
            suits = [str(o) for fact in find.facts for o in _suits(fact)] + [find.subject]
            return (
                f"{asked}. The {join_words(sorted(suits))} are all in sight, but only one of "
                "these suits comes off: which?"
            )
    assert_never(find.kind)


def _suits(fact: Claimed) -> list[str]:
    return [str(suit) for suit in fact.goal.suits_to_remove().named.elements()]


def _count(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def title(find: Find) -> str:
    """A short name, from what is asked and the kind."""
    thing = find.goal.objectives[0].thing
    thing = thing[0].upper() + thing[1:]
    match find.kind:
        case Kind.ONLY_MOVE:
            return f"{thing}, by one door"
        case Kind.POISONED if "on offer" in find.tries[0].title:
            return f"{thing}, and a poisoned gift"
        case Kind.POISONED:
            return f"{thing}, against nature"
        case Kind.ONE_ORDER:
            return f"{thing}, in the right order"
        case Kind.SPACE_BACK:
            return f"{thing}, with a space on loan"
        case Kind.SWAP:
            return f"{thing}, but for two {_rank(find)}"
        case Kind.ONE_COLUMN:
            return "The one column that empties"
        case Kind.ONE_DIG:
            return "The one column that gives a card"
        case Kind.ONE_SUIT:
            return f"One of {_count(len(find.facts) + 1)} suits"
    assert_never(find.kind)
