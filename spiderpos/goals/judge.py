"""Holding a line of play against a goal: which parts hold, which don't, and why.

The line is judged up to the first position in which all objectives hold; moves after it are
after the fact.  Where they hold there only by cards that nobody knew, and after more moves
whatever those are, it is judged up to the latter.  If there is no such position, all of it is
judged.  A goal that already holds at the start is reached by no move at all.

Hidden cards that can only be one are known, whoever asks: :func:`judge` tells them itself, at the
start and once a line has shown so many that only one is left.

What counts (see ``docs/goals.md``): suits are removed and cards turned up *by the line*, not
before it.  Dealing, turning up and removing are acts, and forbidden to the last move too.  Having
made a space is a fact about the positions before the goal, so the move that reaches the goal
may make one (Woods asks for a suit "without first getting a space").
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..game import engine
from ..game.census import by_elimination, hides_unknown
from ..game.engine import Step, TurnedUp
from ..game.illegal import IllegalMove
from ..game.moves import Deal
from ..game.position import Position
from ..game.replay import redo, retrace, shown_by
from ..text.protocols import Verdicts, public
from ..text.wording import count_phrase, join_words
from .conditions import Condition
from .goal import Goal
from .terms import LineProgress, along

#: The words of the finding that cards which nobody knows leave something open.
UNKNOWN_CARDS: Final = "unknown cards"


#: How much of what was found is shown in one line.
_MOST_SHOWN: Final = 200


class Verdict(Verdicts):
    """What can be said of a part of a goal."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"


@public(
    "finding.phrase, .verdict and .found are its parts",
    truth="ask if finding.verdict == 'holds'",
)
@dataclass(frozen=True, slots=True)
class Finding:
    """One part of a goal: its words, the verdict, and what was found.

    ``move``: the number (from 1) of the first move that broke it, if one did; ``condition``: the
    condition that it is about, if it's about one.
    """

    phrase: str
    verdict: Verdict
    found: str
    move: int | None = None
    condition: Condition | None = None


@public(
    "judgement.findings are its parts",
    truth="ask if judgement.verdict == 'holds'; the others are 'fails' and 'undecided'",
    text="judgement.verdict == 'holds' compares the verdict",
    shown=True,
)
@dataclass(frozen=True, slots=True, repr=False)
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

    def __repr__(self) -> str:
        parts = "; ".join(f"{part.phrase}: {part.verdict}" for part in self.findings)
        shown = parts if len(parts) <= _MOST_SHOWN else f"{parts[:_MOST_SHOWN]}..."
        return f"<Judgement {self.verdict}: {shown}>"

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
    def about_conditions(self) -> tuple[Finding, ...]:
        """The findings about conditions."""
        return tuple(finding for finding in self.findings if finding.condition)

    @property
    def shown(self) -> Verdict:
        """The line's own verdict: a goal reached only with certain cards is UNDECIDED."""
        return Verdict.UNDECIDED if self.assumption else self.verdict


def known_to_player(position: Position, goal: Goal) -> Position:
    """Return the position as it is known when ``goal`` is played for.

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
    deduced, line = _with_all_known(start, steps)
    reached_at = _reached_at(goal, deduced, line)
    assumed = tuple(_assumed(line[:reached_at]))
    if not assumed and not goal.whatever:
        judgement = _judged(goal, deduced, line, reached_at)
        if judgement.verdict is not Verdict.HOLDS:
            return judgement
        return replace(judgement, surely=_from(start, line[:reached_at], deduced, as_said=True))
    known = known_to_player(start, goal)
    blind = tuple(_blindly(known, line))
    # What certain cards bring about may come later, or not at all, if they are others.
    reached_blindly = _reached_at(goal, known, blind)
    plain = _judged(replace(goal, whatever=False), known, blind, reached_blindly)
    if reached_blindly is not None and plain.verdict is Verdict.HOLDS:
        sure = _judged(goal, deduced, line, reached_blindly, blind, known)
        if sure.verdict is Verdict.HOLDS:
            # Without the cards that the line says, if it says any.
            seen = known if assumed else deduced
            sure_line = _from(start, line[:reached_blindly], seen, as_said=not assumed)
            return replace(sure, surely=sure_line)
    return replace(_judged(goal, deduced, line, reached_at, blind, known), assumed=assumed)


def _with_all_known(start: Position, steps: Sequence[Step]) -> tuple[Position, Sequence[Step]]:
    """Return a line with the hidden cards that can only be one, as far as it plays then."""
    if not hides_unknown(start):
        return start, steps
    now = deduced = by_elimination(start)
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
    return deduced, line


def _from(
    start: Position, line: Sequence[Step], known: Position, *, as_said: bool
) -> tuple[Step, ...]:
    """Return a line as it is played from ``start``, announcing what ``known`` knows beyond it."""
    if as_said and known == start:
        return tuple(line)
    return retrace(start, [step.move for step in line], known)


def _blindly(start: Position, steps: Sequence[Step]) -> Iterator[Step]:
    """Yield the moves of a line without the cards that it says, as far as they play so."""
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
    """Return the judgement of a line, taken as it says, up to the goal.

    ``blind``: the same moves without the cards that it says, if the goal has ``whatever``, from
    ``root``, which is what is known then.
    """
    line = steps[:reached_at]
    *_, progress = along(start, line)
    findings = [
        Finding(str(o), _verdict(holds=o.holds(progress)), o.found(progress, line))
        for o in goal.objectives
    ]
    broken = broken_by(goal, start, line, reached=reached_at is not None)
    to_remove = goal.suits_to_remove()
    for condition in goal.conditions:
        move = broken.get(condition)
        message = condition.found(progress, to_remove, move)
        verdict = _verdict(holds=move is None)
        findings.append(Finding(str(condition), verdict, message, move, condition))
    findings = _with_doubts(goal, start, line, findings)
    if goal.whatever and root is not None:
        message, sure = _whatever(goal, root, blind[: len(line)], reached_at)
        verdict = Verdict.HOLDS if sure else Verdict.UNDECIDED
        findings.append(Finding("whatever turns up", verdict, message))
    return Judgement(goal, tuple(findings), reached_at)


def _verdict(*, holds: bool) -> Verdict:
    return Verdict.HOLDS if holds else Verdict.FAILS


def broken_by(
    goal: Goal, start: Position, line: Sequence[Step], *, reached: bool
) -> dict[Condition, int]:
    """Return the conditions that a line breaks, each with the number of the first move that does.

    ``reached``: whether its last move reaches the goal.
    """
    broken: dict[Condition, int] = {}
    to_remove = goal.suits_to_remove()
    for step, progress in zip(line, list(along(start, line))[1:], strict=True):
        last = reached and progress.moves == len(line)
        for condition in goal.conditions:
            if condition in broken or (last and condition.last_move_may):
                continue
            if condition.broken_by(step, progress, to_remove):
                broken[condition] = progress.moves
    return broken


def _reached_at(goal: Goal, start: Position, steps: Sequence[Step]) -> int | None:
    for progress in along(start, steps):
        if all(objective.holds(progress) for objective in goal.objectives):
            return progress.moves
    return None


def _with_doubts(
    goal: Goal, start: Position, line: Sequence[Step], findings: list[Finding]
) -> list[Finding]:
    """Return the findings, with those undecided that a face-up card that nobody knows leaves open.

    What fails may hold after the first position that may have reached the goal, and from the
    first move on that may remove a suit.  What was broken before that stands.
    """
    fails = any(finding.verdict is Verdict.FAILS for finding in findings)
    for progress in along(start, line):
        before = line[: progress.moves]
        reached = fails and may_be_reached(goal, progress)
        if reached:
            moves = count_phrase(progress.moves, "move")
            message = f"after {moves} a card that isn't known may do it"
            break
        if progress.moves < len(line) and engine.depends_on_unknown(line[progress.moves]):
            message = (
                f"move {progress.moves + 1} may remove a suit, "
                "depending on a card that isn't known"
            )
            break
    else:
        return findings
    if broken_by(goal, start, before, reached=reached):
        return findings
    open_now = [
        replace(f, verdict=Verdict.UNDECIDED) if f.verdict is Verdict.FAILS else f
        for f in findings
    ]
    return [*open_now, Finding(UNKNOWN_CARDS, Verdict.UNDECIDED, message)]


def may_be_reached(goal: Goal, progress: LineProgress) -> bool:
    """Return True if all objectives hold after a line if unknown cards are right for some."""
    may = [objective.may_hold(progress.now) for objective in goal.objectives]
    return any(may) and all(
        m or objective.holds(progress) for m, objective in zip(may, goal.objectives, strict=True)
    )


def _whatever(
    goal: Goal, root: Position, blind: Sequence[Step], reached_at: int | None
) -> tuple[str, bool]:
    """Return the words on a line's moves if no hidden card is known, and True if they all work.

    ``blind`` are its moves from ``root``, which is what is known, as far as they work.
    """
    if reached_at is None:
        return "the line does not get there", False
    for number, step in enumerate(blind, 1):
        if engine.depends_on_unknown(step):
            return f"move {number} may remove a suit, depending on a card that isn't known", False
    if len(blind) < reached_at:
        case = (
            f"move {len(blind) + 1} depends on which card turned up, so this line shows one case"
        )
        return f"{case} only", False
    if _reached_at(goal, root, blind) is None:
        return "whether it gets there depends on which card turned up", False
    return "nothing depends on which card turns up", True


def _assumed(line: Sequence[Step]) -> Iterator[TurnedUp]:
    """Yield the cards that came face up as the script says, though nobody could know them."""
    for step in line:
        cards: list[TurnedUp] = []
        if isinstance(step.move, Deal):
            row = zip(step.before.hand, step.cards, strict=False)
            cards += (TurnedUp(number, c) for number, (known, c) in enumerate(row, 1) if not known)
        cards += (t for t in step.turned if not step.before.column(t.column).down[-1])
        yield from (turned for turned in cards if turned.card)
