"""Holding a line of play against a goal: which parts hold, which don't, and why.

The line is judged up to the first position in which all objectives hold; moves after it are
after the fact.  Where they hold there only by cards that nobody knew, and after more moves
whatever those are, it is judged up to the latter.  If there is no such position, all of it is
judged.  A goal that already holds at the start is reached by no move at all.

Hidden cards that can only be one are known, whoever asks: :func:`judge` tells them itself, at the
start and once a line has shown so many that only one is left.

What counts (see ``docs/goals.md``): suits are removed and cards turned up *by the line*, not
before it.  Dealing, turning up and removing are acts, and forbidden to the last move too; having
made a space is a fact about the positions before the goal, so the move that reaches the goal
may make one (Woods asks for a suit "without first getting a space").
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from operator import or_
from typing import Final, assert_never

from ..game import engine
from ..game.cards import UNKNOWN, Card, Suit
from ..game.census import by_elimination, can_be_hidden, hides_unknown
from ..game.difference import ColumnDifference, difference
from ..game.engine import Step, TurnedUp
from ..game.illegal import IllegalMove
from ..game.moves import Deal
from ..game.position import Position
from ..game.replay import redo, retrace, shown_by
from ..game.score import complete_suits, is_won
from ..text.wording import columns_phrase, count_phrase, join_words
from .goal import (
    Complete,
    Conditions,
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

__all__ = [
    "UNKNOWN_CARDS",
    "Finding",
    "Judgement",
    "Verdict",
    "as_played",
    "asked_for",
    "judge",
]

#: The words of the finding that cards which nobody knows leave something open.
UNKNOWN_CARDS: Final = "unknown cards"
_NO_SPACE: Final = str(Conditions(no_making_a_space=True))


class Verdict(StrEnum):
    """What can be said of a part of a goal."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of a goal: its words, the verdict, and what was found.

    ``move``: the number (from 1) of the first move that broke it, if one did.
    """

    phrase: str
    verdict: Verdict
    found: str
    move: int | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """A line held against a goal.

    ``reached_at`` is how many moves it took until all objectives held (whatever cards come up, if
    the line gets that far), or None.  ``assumed`` are the cards up to there that the script says
    come face up and the position doesn't know; none if the same moves reach the goal whatever
    those cards are.  ``surely`` are the steps that do, up to the goal; None if the line doesn't
    hold, or only if the cards are those.
    """

    goal: Goal
    findings: tuple[Finding, ...]
    reached_at: int | None
    assumed: tuple[TurnedUp, ...] = ()
    surely: tuple[Step, ...] | None = None

    @property
    def assumption(self) -> str:
        """On which cards a line that holds depends, as a clause that begins with "if".

        Empty if on none, and for a line that doesn't hold.
        """
        if not self.assumed or self.verdict is not Verdict.HOLDS:
            return ""
        cards = join_words(f"{turned.card} in column {turned.column}" for turned in self.assumed)
        return f"if the cards come up as the line assumes: {cards}"

    @property
    def verdict(self) -> Verdict:
        """FAILS if any part fails, otherwise UNDECIDED if any is, otherwise HOLDS."""
        verdicts = {finding.verdict for finding in self.findings}
        for verdict in (Verdict.FAILS, Verdict.UNDECIDED):
            if verdict in verdicts:
                return verdict
        return Verdict.HOLDS

    @property
    def shown(self) -> Verdict:
        """What the line shows by itself: a goal reached only with certain cards is UNDECIDED."""
        return Verdict.UNDECIDED if self.assumption else self.verdict


def as_played(position: Position, goal: Goal) -> Position:
    """What is known when ``goal`` is played for.

    Hidden cards that can only be one are known.  Beyond that only ``whatever turns up`` makes a
    difference: if the position knows all its face-down cards, as one from a save line does,
    they and the hand are forgotten.  If it doesn't know some of them, it says itself what is
    known, and is taken as it is.
    """
    if goal.whatever and all(all(column.down) for column in position.columns):
        position = position.hide()
    return by_elimination(position)


def judge(goal: Goal, start: Position, steps: Sequence[Step]) -> Judgement:
    """Hold the line ``steps``, played from ``start``, against ``goal``.

    The steps are taken as legal; they follow one another from ``start``.  Hidden cards that can
    only be one are known, though ``start`` and the steps may not say so; where they keep a move
    from being played, the line ends before it.  Where a complete suit goes off by itself, and
    whether it is one depends on a face-up card that isn't known, the line is played as if it
    weren't, and undecided.  So is a line that only such a card may have brought to the goal.
    """
    told, line = _with_all_known(start, steps)
    reached_at = _reached_at(goal.objectives, told, line)
    assumed = tuple(_assumed(line[:reached_at]))
    if not assumed and not goal.whatever:
        judgement = _judged(goal, told, line, reached_at)
        if judgement.verdict is not Verdict.HOLDS:
            return judgement
        return replace(judgement, surely=_from(start, line[:reached_at], told, as_said=True))
    known = as_played(start, goal)
    blind = tuple(_blindly(known, line))
    # What certain cards bring about may come later, or not at all, if they are others.
    reached_blindly = _reached_at(goal.objectives, known, blind)
    plain = _judged(replace(goal, whatever=False), known, blind, reached_blindly)
    if reached_blindly is not None and plain.verdict is Verdict.HOLDS:
        sure = _judged(goal, told, line, reached_blindly, blind, known)
        if sure.verdict is Verdict.HOLDS:
            # Without the cards that the line says, if it says any.
            seen = known if assumed else told
            sure_line = _from(start, line[:reached_blindly], seen, as_said=not assumed)
            return replace(sure, surely=sure_line)
    return replace(_judged(goal, told, line, reached_at, blind, known), assumed=assumed)


def _with_all_known(start: Position, steps: Sequence[Step]) -> tuple[Position, Sequence[Step]]:
    """A line, with hidden cards told that can only be one, as far as it can be played then."""
    if not hides_unknown(start):
        return start, steps
    now = told = by_elimination(start)
    line: list[Step] = []
    for step in steps:
        again = step
        if step.before != now:
            try:
                again = redo(now, step.move, shown_by(start, steps))
            except IllegalMove:
                break
        now = again.after
        if engine.made_known(again):
            now = by_elimination(now)
            again = replace(again, after=now)
        line.append(again)
    return told, line


def _from(
    start: Position, line: Sequence[Step], known: Position, *, as_said: bool
) -> tuple[Step, ...]:
    """A line as it is played from ``start``, announcing what ``known`` knows beyond it."""
    if as_said and known == start:
        return tuple(line)
    return retrace(start, [step.move for step in line], known)


def _blindly(start: Position, steps: Sequence[Step]) -> Iterator[Step]:
    """The moves of a line without the cards that it says, as far as they can be played so."""
    for step in steps:
        try:
            blind = engine.do(start, step.move)
        except IllegalMove:
            return
        yield blind
        start = blind.after


def _judged(
    goal: Goal,
    start: Position,
    steps: Sequence[Step],
    reached_at: int | None,
    blind: Sequence[Step] = (),
    root: Position | None = None,
) -> Judgement:
    """What is found of a line, taken as it says, up to the goal.

    ``blind``: the same moves without the cards that it says, if the goal has ``whatever``, from
    ``root``, which is what is known then.
    """
    line = steps[:reached_at]
    reached = reached_at is not None
    findings = [_objective(o, start, line) for o in goal.objectives]
    findings += _conditions(goal, line, reached=reached)
    findings = _with_doubts(goal, start, line, findings)
    if goal.whatever and root is not None:
        findings.append(_whatever(goal, root, blind[: len(line)], len(line), reached=reached))
    return Judgement(goal, tuple(findings), reached_at)


def _with_doubts(
    goal: Goal, start: Position, line: Sequence[Step], findings: list[Finding]
) -> list[Finding]:
    """The findings, with those undecided that a face-up card that nobody knows leaves open.

    What fails may hold from the first move on that may remove a suit, and after the first
    position that may have reached the goal.  What surely failed before that stands.
    """
    doubts = [
        (number, 0, f"move {number} may remove a suit, depending on a card that isn't known")
        for number, step in enumerate(line, 1)
        if engine.depends_on_unknown(step)
    ][:1]
    if any(finding.verdict is Verdict.FAILS for finding in findings):
        doubts += [
            (
                count + 1,
                count,
                f"after {count_phrase(count, 'move')} a card that isn't known may do it",
            )
            for count, told, now in _along(start, line)
            if _may_be_reached(goal.objectives, start, told, now)
        ][:1]
    if not doubts:
        return findings
    # Of two that begin with the same move, the one that leaves more open.
    move, reaching, found = min(doubts, key=lambda doubt: (doubt[0], -doubt[1]))
    open_now = [
        replace(finding, verdict=Verdict.UNDECIDED)
        if finding.verdict is Verdict.FAILS and not _surely_broken(finding, move, reaching)
        else finding
        for finding in findings
    ]
    if any(finding.verdict is Verdict.FAILS for finding in open_now):
        return findings
    return [*open_now, Finding(UNKNOWN_CARDS, Verdict.UNDECIDED, found)]


def _surely_broken(finding: Finding, move: int, reaching: int) -> bool:
    """Whether a condition was broken before ``move``, though the one before may reach the goal."""
    if finding.move is None or finding.move >= move:
        return False
    # The move that reaches the goal may make a space.
    return finding.move != reaching or finding.phrase != _NO_SPACE


def _may_be_reached(
    objectives: Sequence[Objective], start: Position, line: Sequence[Step], now: Position
) -> bool:
    """Whether all objectives hold after a line if cards that aren't known are right for some."""
    may_hold = [_may_hold(o, now) for o in objectives]
    if not any(may_hold):
        return False
    holds = [_holds(o, start, line, now) for o in objectives]
    return all(map(or_, may_hold, holds))


def _may_hold(objective: Objective, now: Position) -> bool:
    """Whether cards that aren't known may be those that an objective needs to lie there."""
    match objective:
        case Uncover(card, column):
            return any(
                found.bottom == UNKNOWN and column in (None, number)
                for number, found in enumerate(now.columns, 1)
            ) and can_be_hidden(now, (card,))
        case Complete():
            return any(map(engine.may_be_complete, now.columns))
        case Reach(position):
            return len(position.columns) == len(now.columns) and all(
                _may_be(wanted.down, found.down) and _may_be(wanted.up, found.up)
                for wanted, found in zip(position.columns, now.columns, strict=True)
            )
        case Win():
            return (
                any(UNKNOWN in column.up for column in now.columns)
                and not now.hand
                and not now.face_down
            )
        case RemoveSuits() | RemoveNumber() | RemoveBefore() | TurnUp():
            # What a line has removed and turned up shows in its steps.
            return False
        case GetSpaces() | SpaceIn() | SpaceBack():
            return False
    assert_never(objective)


def _may_be(wanted: Sequence[Card], found: Sequence[Card]) -> bool:
    return len(wanted) == len(found) and all(
        not a or not b or a == b for a, b in zip(wanted, found, strict=True)
    )


def _assumed(line: Sequence[Step]) -> Iterator[TurnedUp]:
    """The cards that came face up as the script says, though nobody could know them."""
    for step in line:
        said: list[TurnedUp] = []
        if isinstance(step.move, Deal):
            row = zip(step.before.hand, step.cards, strict=False)
            said += (TurnedUp(number, c) for number, (known, c) in enumerate(row, 1) if not known)
        said += (t for t in step.turned if not step.before.column(t.column).down[-1])
        yield from (turned for turned in said if turned.card)


# Objectives


def _reached_at(
    objectives: Sequence[Objective], start: Position, steps: Sequence[Step]
) -> int | None:
    for count, told, now in _along(start, steps):
        if all(_holds(objective, start, told, now) for objective in objectives):
            return count
    return None


def _along(
    start: Position, steps: Sequence[Step]
) -> Iterator[tuple[int, Sequence[Step], Position]]:
    """The positions of a line, each behind how many moves, and which of these tell something.

    That is, removed a suit or turned up a card; no line has many of them.
    """
    told: list[Step] = []
    yield 0, told, start
    for count, step in enumerate(steps, 1):
        if step.removals or step.turned:
            told.append(step)
        yield count, told, step.after


def _holds(objective: Objective, start: Position, line: Sequence[Step], now: Position) -> bool:
    """Whether it holds in ``now``; of ``line`` only removals and cards turned up count."""
    match objective:
        case RemoveSuits(suits):
            return not Counter(suits) - _removed(line)
        case RemoveNumber(count):
            return _removed(line).total() >= count
        case RemoveBefore(first, second):
            order = [removal.suit for step in line for removal in step.removals]
            return first in order and second not in order[: order.index(first)]
        case GetSpaces(count):
            return len(now.spaces) >= count
        case SpaceIn(column):
            return column in now.spaces
        case SpaceBack():
            return len(now.spaces) >= len(start.spaces)
        case TurnUp(count, column):
            return _turned(line, column) >= count
        case Uncover(card, column):
            where = _uncovered(now, card)
            return column in where if column else bool(where)
        case Complete(suits):
            standing = _complete_at_bottom(now)
            return not Counter(suits) - standing if suits else bool(standing)
        case Reach(position):
            return not _different_columns(position, now)
        case Win(in_tableau):
            return is_won(now) and (
                not now.removed if in_tableau is None else len(complete_suits(now)) >= in_tableau
            )
    assert_never(objective)


def _objective(objective: Objective, start: Position, line: Sequence[Step]) -> Finding:
    now = line[-1].after if line else start
    holds = _holds(objective, start, line, now)
    return Finding(
        str(objective),
        Verdict.HOLDS if holds else Verdict.FAILS,
        _found(objective, start, line, now),
    )


def _found(objective: Objective, start: Position, line: Sequence[Step], now: Position) -> str:
    match objective:
        case RemoveSuits() | RemoveNumber() | RemoveBefore():
            order = [removal.suit for step in line for removal in step.removals]
            return f"removed: {join_words(order)}" if order else "no suit is removed"
        case GetSpaces() | SpaceBack():
            most = max(len(p.spaces) for p in (start, *(step.after for step in line)))
            return (
                f"{count_phrase(len(now.spaces), 'space')} at the end, {most} at most on the way, "
                f"{len(start.spaces)} at the start"
            )
        case TurnUp():
            turned = [turned for step in line for turned in step.turned]
            if not turned:
                return "no card is turned up"
            return "turned up: " + join_words(f"{t.card} in column {t.column}" for t in turned)
        case SpaceIn():
            return f"empty: {columns_phrase(now.spaces) or 'no column'}"
        case Uncover(card):
            where = _uncovered(now, card)
            if not where:
                return f"no {card} is at the bottom of a column"
            return f"{card} is at the bottom of {columns_phrase(where)}"
        case Complete():
            standing = _complete_at_bottom(now)
            return (
                f"complete at the bottom of a column: {join_words(standing.elements())}"
                if standing
                else "no suit is complete at the bottom of a column"
            )
        case Reach(position):
            different = _different_columns(position, now)
            if not different:
                return "the tableau is the same"
            return f"{columns_phrase(different)} differ{'s' * (len(different) == 1)}"
        case Win():
            return (
                f"{count_phrase(len(now.removed), 'suit')} removed, {len(complete_suits(now))} "
                f"complete in the tableau, {count_phrase(len(now.hand), 'card')} in the hand"
            )
    assert_never(objective)


def _removed(line: Sequence[Step]) -> Counter[Suit]:
    return Counter(removal.suit for step in line for removal in step.removals)


def _turned(line: Sequence[Step], column: int | None) -> int:
    return sum(1 for step in line for turned in step.turned if column in (None, turned.column))


def _uncovered(position: Position, wanted: Card) -> tuple[int, ...]:
    """The columns that have this card at the bottom."""
    return tuple(n for n, column in enumerate(position.columns, 1) if column.bottom == wanted)


def _complete_at_bottom(position: Position) -> Counter[Suit]:
    """The suits that are complete at the bottom of a column, King to Ace, as counts."""
    return Counter(
        position.column(number).up[-1].suit for number in engine.complete_columns(position)
    )


def _different_columns(wanted: Position, found: Position) -> list[int]:
    """The numbers of the columns in which the tableau isn't the wanted one."""
    return [d.column for d in difference(wanted, found) if isinstance(d, ColumnDifference)]


# Conditions


def _conditions(goal: Goal, line: Sequence[Step], *, reached: bool) -> Iterator[Finding]:
    c = goal.conditions
    if c.no_dealing:
        deals = (n for n, step in enumerate(line, 1) if isinstance(step.move, Deal))
        yield _forbidden("without dealing", "a row is dealt", next(deals, None))
    if c.no_turning_up:
        turns = (n for n, step in enumerate(line, 1) if step.turned)
        yield _forbidden("without turning up", "a card is turned up", next(turns, None))
    if c.no_removing:
        allowed = _others_allowed(goal, line, 0)
        yield _forbidden("without removing", "another suit is removed", allowed)
    for suit in c.no_removing_suits:
        times = (
            n
            for n, step in enumerate(line, 1)
            if any(removal.suit is suit for removal in step.removals)
        )
        yield _forbidden(f"without removing {suit}", f"{suit} are removed", next(times, None))
    if c.no_making_a_space:
        before_goal = line[:-1] if reached else line
        made = (
            n
            for n, step in enumerate(before_goal, 1)
            if len(step.after.spaces) > len(step.before.spaces)
        )
        yield _forbidden(_NO_SPACE, "a space is made", next(made, None))
    yield from _limits(goal, c, line)


def _limits(goal: Goal, c: Conditions, line: Sequence[Step]) -> Iterator[Finding]:
    if c.other_suits is not None:
        broken = _others_allowed(goal, line, c.other_suits)
        others = max(0, sum(len(step.removals) for step in line) - asked_for(goal, line))
        phrase = str(Conditions(other_suits=c.other_suits))
        found = f"{count_phrase(others, 'other suit')} removed"
        yield Finding(phrase, Verdict.FAILS if broken else Verdict.HOLDS, found, broken)
    if c.moves is not None:
        too_many = c.moves + 1 if len(line) > c.moves else None
        verdict = Verdict.FAILS if too_many else Verdict.HOLDS
        found = count_phrase(len(line), "move")
        yield Finding(str(Conditions(moves=c.moves)), verdict, found, too_many)


def _forbidden(phrase: str, act: str, move: int | None) -> Finding:
    if move is None:
        return Finding(phrase, Verdict.HOLDS, "")
    return Finding(phrase, Verdict.FAILS, f"{act} by move {move}", move)


def asked_for(goal: Goal, line: Sequence[Step]) -> int:
    """How many of the line's removals are ones that the goal itself asks for."""
    removed = _removed(line)
    named, number = goal.suits_to_remove()
    return max((removed & named).total(), min(removed.total(), number))


def _others_allowed(goal: Goal, line: Sequence[Step], most: int) -> int | None:
    """The number of the first move by which more than ``most`` other suits are removed."""
    removing: list[Step] = []
    for number, step in enumerate(line, 1):
        if step.removals:
            removing.append(step)
            if sum(len(s.removals) for s in removing) - asked_for(goal, removing) > most:
                return number
    return None


def _whatever(
    goal: Goal, start: Position, blind: Sequence[Step], moves: int, *, reached: bool
) -> Finding:
    """Whether a line's moves work without knowing any hidden card: all of them, to the goal.

    ``blind`` are its moves from ``start``, which is what is known, as far as they work.
    """
    phrase = "whatever turns up"
    if not reached:
        return Finding(phrase, Verdict.UNDECIDED, "the line does not get there")
    for number, step in enumerate(blind, 1):
        if engine.depends_on_unknown(step):
            found = f"move {number} may remove a suit, depending on a card that isn't known"
            return Finding(phrase, Verdict.UNDECIDED, found)
    if len(blind) < moves:
        found = (
            f"move {len(blind) + 1} depends on which card turned up, so this line shows one case "
            "only"
        )
        return Finding(phrase, Verdict.UNDECIDED, found)
    if _reached_at(goal.objectives, start, blind) is None:
        return Finding(
            phrase, Verdict.UNDECIDED, "whether it gets there depends on which card turned up"
        )
    return Finding(phrase, Verdict.HOLDS, "nothing depends on which card turns up")
