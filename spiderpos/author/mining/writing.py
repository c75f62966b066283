"""Finds as problem files: title, stipulation, lines and claims in plain words.

What is written can be read by :mod:`spiderpos.catalogue`, and holds: the lines play, and every
claim without a line was proved.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, Final, assert_never

import yaml

from ... import formats, scripts
from ...game.cards import KING
from ...game.engine import Step
from ...game.position import Position
from ...goals.goal import Goal
from ...solver.difficulty import rate
from ...text.errors import NotWritable
from ...text.wording import count_phrase, join_words
from .criteria import Find, Kind, Try

__all__ = ["stipulation", "title", "written"]

_WIDTH: Final = 90
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class _Dumper(yaml.SafeDumper):
    """YAML in which a text of several lines stays as it is."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


_Dumper.add_representer(str, _text)


def written(find: Find, full: Position, origin: str, name: str, year: int) -> str:
    """The problem file.

    ``full`` is the find's position with the hidden cards that are known, which its save line
    has (the problem hides them); ``origin`` says in words where it comes from; ``name`` is the
    problem's id."""
    rated = rate(find.swapped or find.position, find.goal, find.line)
    notes = f"As FEN: {formats.dumps(find.position, 'fen')}"
    if find.swapped is not None:
        notes = (
            f"Of the {find.subject} exchanges of two cards of one rank in the tableau this is the "
            f"only one that helps: each other was tried and proved impossible. {notes}"
        )
    problem = {
        "id": name,
        "title": title(find),
        "author": "spiderpos",
        "source": {"text": f"Mined from {origin}", "year": year},
        "partial": find.kind is Kind.SPACE_BACK or None,
        "stipulation": stipulation(find),
        "goal": str(find.goal) if find.swapped is None else None,
        "position": _position(full, find.position),
        "positions": list(_others(find)) or None,
        "lines": list(_lines(find)),
        "claims": list(_claims(find)),
        "difficulty": {"rating": rated.rating, "note": rated.note},
        "notes": notes,
    }
    said = {key: value for key, value in problem.items() if value is not None}
    return yaml.dump(said, Dumper=_Dumper, sort_keys=False, width=_WIDTH, allow_unicode=True)


def _position(full: Position, seen: Position) -> dict[str, Any]:
    """A position in the notations that have room for it."""
    # A text with tabs couldn't stay as it is in YAML.
    lines = formats.dumps(seen, "diagram").expandtabs(8).splitlines()
    diagram = "".join(f"{line.rstrip()}\n" for line in lines)
    try:
        made = {"line": formats.dumps(full, "line").strip(), "diagram": diagram}
    except NotWritable:
        removed = {"removed": [str(suit) for suit in seen.removed]} if seen.removed else {}
        return {"diagram": diagram, "hand": len(seen.hand)} | removed
    return made | ({"hide": True} if seen.face_down or seen.hand else {})


def _others(find: Find) -> Iterator[dict[str, Any]]:
    """The positions besides the problem's own."""
    if find.swapped is not None:
        said = f"The two {_rank(find)} exchanged"
        yield {"id": "swapped", "title": said} | _position(find.swapped, find.swapped)
        return
    for fact in find.facts:
        if fact.position is not None:
            said = "The position without the empty column"
            bare = _position(fact.position, fact.position)
            yield {"id": "without-the-space", "title": said} | bare


def _rank(find: Find) -> str:
    names = {1: "Aces", 11: "Jacks", 12: "Queens", KING: "Kings"}
    rank = find.cards[0][0].rank
    return names.get(rank, f"{rank}s")


def _lines(find: Find) -> Iterator[dict[str, Any]]:
    begins = {"from": "swapped"} if find.swapped is not None else {"solves": True}
    yield (
        {"id": "solution", "title": "The solution", "origin": "found"}
        | begins
        | {"script": _script(find.line)}
    )
    for number, attempt in enumerate(find.tries, 1):
        yield {
            "id": f"try-{number}",
            "title": attempt.title or _first(attempt.steps),
            "origin": "found",
            "script": _script(attempt.steps),
        }


def _script(steps: Sequence[Step]) -> str:
    """The moves with several on a line, which ends after one of them."""
    moves = [move.replace(" ", "\0") for move in scripts.dumps(steps, "words").splitlines()]
    lines = textwrap.wrap(
        ", ".join(moves), _WIDTH - 4, break_long_words=False, break_on_hyphens=False
    )
    return "".join(f"{line.rstrip(',')}\n" for line in lines).replace("\0", " ")


def _first(steps: Sequence[Step]) -> str:
    """The first move in words."""
    return scripts.dumps(steps[:1], "words").strip()


def _after(attempt: Try) -> str:
    """Which moves a refutation is about, in words."""
    if len(attempt.steps) == 1:
        return f"After {_first(attempt.steps)}"
    more = count_phrase(len(attempt.steps) - 1, "move")
    return f"After {_first(attempt.steps)} and {more} more, as in that try,"


def _claims(find: Find) -> Iterator[dict[str, Any]]:
    goal = find.goal
    if find.swapped is None:
        yield _claim("solvable", "The solution does it.", goal, True, line="solution")
    else:
        yield _claim("impossible", "As the cards lie it can't be done.", goal, False)
        said = "With the two cards exchanged it can be done."
        yield _claim("exchanged", said, goal, True, position="swapped", line="solution")
    for number, fact in enumerate(find.facts, 1):
        more = {"position": "without-the-space"} if fact.position is not None else {}
        if fact.solved and find.tries:
            more["line"] = "try-1"
        yield _claim(f"fact-{number}", fact.statement, fact.goal, fact.solved, **more)
    for number, attempt in enumerate(find.tries, 1):
        said = f"{_after(attempt)} it can't be done any more."
        yield _claim(f"refuted-{number}", said, attempt.left, False, position=f"try-{number}")


def _claim(name: str, statement: str, goal: Goal, solved: bool, **more: str) -> dict[str, str]:
    verdict = "solved" if solved else "impossible"
    return {"id": name, "statement": statement, "goal": str(goal), "verdict": verdict} | more


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
    return _words(find)[1]


def title(find: Find) -> str:
    """A short name, from what is asked and the kind."""
    return _words(find)[0]


def _words(find: Find) -> tuple[str, str]:
    """The title and the stipulation."""
    thing = find.goal.objectives[0].thing
    thing = thing[0].upper() + thing[1:]
    asked = _asked(find.goal)
    match find.kind:
        case Kind.ONLY_MOVE:
            others = len(find.tries)
            hint = (
                f"Of the {_count(others + 1)} ways to begin only one works; the other "
                f"{_count(others)} lose."
            )
            return f"{thing}, by one door", f"{asked}. {hint}"
        case Kind.POISONED if "on offer" in find.tries[0].title:
            suit = find.tries[0].steps[0].removals[0].suit
            hint = f"A set of {suit} is there for the taking; taking it now loses."
            return f"{thing}, and a poisoned gift", f"{hint} {asked}."
        case Kind.POISONED:
            hint = "One natural move asks to be made at once; it loses."
            return f"{thing}, against nature", f"{asked}. {hint}"
        case Kind.ONE_ORDER:
            hint = "It goes in one order only: which?"
            if find.tries:
                hint = "Either can be had first, but only one order gets both."
            return f"{thing}, in the right order", f"{asked}. {hint}"
        case Kind.SPACE_BACK:
            hint = "It can't be done without using the space; mind how you use it."
            return f"{thing}, with a space on loan", f"{asked}. {hint}"
        case Kind.SWAP:
            rank = _rank(find)
            hint = f"Which two {rank} have to change places so that it can?"
            return f"{thing}, but for two {rank}", f"{asked}: that can't be done. {hint}"
        case Kind.ONE_COLUMN:
            hint = "Only one column can be emptied: which?"
            return "The one column that empties", f"{asked}. {hint}"
        case Kind.ONE_DIG:
            hint = "Only one column gives one: which?"
            return "The one column that gives a card", f"{asked}. {hint}"
        case Kind.ONE_SUIT:
            named = [fact.goal.suits_to_remove().named for fact in find.facts]
            suits = sorted([find.subject, *(str(suit) for each in named for suit in each)])
            hint = (
                f"The {join_words(suits)} are all in sight, but only one of these suits comes "
                "off: which?"
            )
            return f"One of {_count(len(find.facts) + 1)} suits", f"{asked}. {hint}"
    assert_never(find.kind)


def _count(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)
