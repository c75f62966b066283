"""Judge a line of play by a goal: a verdict and its reason for each part of the goal.

The line is judged up to the first position in which all objectives hold; later moves are ignored.
If they hold there only because of cards assumed by the script, and later hold whatever those
cards are, the line is judged up to that later position.  If the objectives never all hold, the
whole line is judged.  A goal that holds at the start is reached by zero moves.

If all hidden cards must be the same card, they are known.  :func:`judge` names them at the start,
and again whenever the line has revealed enough cards.

``docs/goals.md`` has the definitions.  Suits removed and cards turned up count only if *the line*
removes and turns them up.  The conditions on dealing, turning up and removing apply to the last
move, too.  The move that reaches the goal may make a space, because Woods asks for a suit "without
first getting a space".
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

#: ``Finding.phrase`` of the finding that unknown cards leave the verdict undecided.
UNKNOWN_CARDS: Final = "unknown cards"


#: The maximum length of the findings in ``repr``, in characters.
_MOST_SHOWN: Final = 200


class Verdict(Verdicts):
    """The verdict on a part of a goal."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"


@public(
    "finding.phrase, .verdict and .found are its parts",
    truth="ask if finding.verdict == 'holds'",
)
@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one part of a goal.

    ``phrase``: the part as text.  ``found``: the facts that explain the verdict.  ``move``: the
    number (from 1) of the first move that broke a condition.  ``condition``: the condition, if
    the part is one.
    """

    phrase: str
    verdict: Verdict
    found: str
    move: int | None = None
    condition: Condition | None = None


@public(
    "judgement.findings are its parts",
    truth="ask if judgement.verdict == 'holds'; the others are 'fails' and 'undecided'",
    text="write judgement.verdict == 'holds'",
    shown=True,
)
@dataclass(frozen=True, slots=True, repr=False)
class Judgement:
    """The judgement of a line by a goal.

    ``reached_at``: the number of moves up to the position in which all objectives hold, or None.
    If possible, it is a position in which they hold for all values of the unknown cards.
    ``assumed``: the cards turned up on the way to the goal that only the script names, not the
    position; empty if the same moves reach the goal whatever those cards are.
    ``surely``: the steps up to the goal if they reach it without assumed cards, otherwise None.
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
        """The assumed cards on which success depends, as a clause that begins with "if".

        It is empty if there are none, and for a line that doesn't hold.
        """
        if not self.assumed or self.verdict is not Verdict.HOLDS:
            return ""
        cards = join_words(f"{turned.card} in column {turned.column}" for turned in self.assumed)
        return f"if the cards come up as the line assumes: {cards}"

    @property
    def verdict(self) -> Verdict:
        """FAILS if a part fails, else UNDECIDED if a part is undecided, else HOLDS."""
        verdicts = {finding.verdict for finding in self.findings}
        for verdict in (Verdict.FAILS, Verdict.UNDECIDED):
            if verdict in verdicts:
                return verdict
        return Verdict.HOLDS

    @property
    def about_conditions(self) -> tuple[Finding, ...]:
        """The findings about the goal's conditions, without those about objectives."""
        return tuple(finding for finding in self.findings if finding.condition)

    @property
    def shown(self) -> Verdict:
        """The verdict without assumptions: UNDECIDED if success depends on assumed cards."""
        return Verdict.UNDECIDED if self.assumption else self.verdict


def known_to_player(position: Position, goal: Goal) -> Position:
    """Return the position as a player who plays for ``goal`` sees it.

    Hidden cards are named if they must all be the same card.  For a goal with ``whatever turns
    up``: if all face-down cards are known, as in a position from a save line, they and the hand
    are hidden; if some are unknown, the player knows the others, and no card is hidden.
    """
    if goal.whatever and all(all(column.down) for column in position.columns):
        position = position.hide()
    return by_elimination(position)


def judge(goal: Goal, start: Position, steps: Sequence[Step]) -> Judgement:
    """Judge the line ``steps``, played from ``start``, by ``goal``.

    The steps must be legal and consecutive.  Hidden cards that must all be the same card are
    named; if a move is illegal with them, the line ends before it.

    If an unknown face-up card may complete a suit under ``automatic_removal``, the suit is not
    removed and the verdict is UNDECIDED.  It is also UNDECIDED if the goal is reached only for
    some values of such a card.
    """
    deduced, line = _with_all_known(start, steps)
    reached_at = _reached_at(goal, deduced, line)
    assumed = tuple(_assumed(line[:reached_at]))
    if not assumed and not goal.whatever:
        judgement = _judged(goal, deduced, line, reached_at)
        if judgement.verdict is not Verdict.HOLDS:
            return judgement
        sure_line = _replayed(start, line[:reached_at], deduced, as_is=True)
        return replace(judgement, surely=sure_line)
    player_view = known_to_player(start, goal)
    blind = tuple(_blindly(player_view, line))
    # Without the assumed cards the goal may be reached later, or not at all.
    reached_blindly = _reached_at(goal, player_view, blind)
    plain = _judged(replace(goal, whatever=False), player_view, blind, reached_blindly)
    if reached_blindly is not None and plain.verdict is Verdict.HOLDS:
        sure = _judged(goal, deduced, line, reached_blindly, blind, player_view)
        if sure.verdict is Verdict.HOLDS:
            # The result must not reveal assumed cards.
            seen = player_view if assumed else deduced
            sure_line = _replayed(start, line[:reached_blindly], seen, as_is=not assumed)
            return replace(sure, surely=sure_line)
    return replace(_judged(goal, deduced, line, reached_at, blind, player_view), assumed=assumed)


def _with_all_known(start: Position, steps: Sequence[Step]) -> tuple[Position, Sequence[Step]]:
    """Replay a line with cards named by elimination, up to the first move that is then illegal."""
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


def _replayed(
    start: Position, line: Sequence[Step], revealed: Position, *, as_is: bool
) -> tuple[Step, ...]:
    """Replay a line from ``start``, revealing the cards that ``revealed`` names.

    With ``as_is`` the line is returned unchanged if ``revealed`` adds nothing to ``start``.
    """
    if as_is and revealed == start:
        return tuple(line)
    return retrace(start, [step.move for step in line], revealed)


def _blindly(start: Position, steps: Sequence[Step]) -> Iterator[Step]:
    """Replay a line with the turned-up cards unknown, up to the first illegal move."""
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
    """Judge a line up to the goal, with the cards that its script names.

    For a goal with ``whatever``, ``blind`` is the same line with these cards unknown, and ``root``
    is the position before it.
    """
    line = steps[:reached_at]
    *_, progress = along(start, line)
    findings = [
        Finding(str(o), _verdict(holds=o.holds(progress)), o.report(progress, line))
        for o in goal.objectives
    ]
    broken = broken_by(goal, start, line, reached=reached_at is not None)
    to_remove = goal.suits_to_remove()
    for condition in goal.conditions:
        move = broken.get(condition)
        message = condition.report(progress, to_remove, move)
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
    """Return the conditions that a line breaks, each with the number of the first such move.

    ``reached``: True if the last move reaches the goal.
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
    """Change findings from FAILS to UNDECIDED if they depend on an unknown face-up card.

    They do so from the first position in which the card may complete the goal, or from the first
    move that may remove a suit.  A condition broken before that remains broken.
    """
    fails = any(finding.verdict is Verdict.FAILS for finding in findings)
    for progress in along(start, line):
        before = line[: progress.moves]
        reached = fails and may_be_reached(goal, progress)
        if reached:
            moves = count_phrase(progress.moves, "move")
            message = f"after {moves} the goal may be reached, depending on an unknown card"
            break
        if progress.moves < len(line) and engine.depends_on_unknown(line[progress.moves]):
            message = f"move {progress.moves + 1} may remove a suit, depending on an unknown card"
            break
    else:
        return findings
    if broken_by(goal, start, before, reached=reached):
        return findings
    undecided = [
        replace(f, verdict=Verdict.UNDECIDED) if f.verdict is Verdict.FAILS else f
        for f in findings
    ]
    return [*undecided, Finding(UNKNOWN_CARDS, Verdict.UNDECIDED, message)]


def may_be_reached(goal: Goal, progress: LineProgress) -> bool:
    """Return True if all objectives may hold for some values of the unknown face-up cards."""
    possible = [objective.may_hold(progress.now) for objective in goal.objectives]
    return any(possible) and all(
        may_hold or objective.holds(progress)
        for may_hold, objective in zip(possible, goal.objectives, strict=True)
    )


def _whatever(
    goal: Goal, root: Position, blind: Sequence[Step], reached_at: int | None
) -> tuple[str, bool]:
    """Return an explanation, and True if a line reaches the goal whatever turns up.

    ``blind`` is the line with its turned-up cards unknown, played from ``root`` as far as legal.
    """
    if reached_at is None:
        return "the line does not reach the goal", False
    for number, step in enumerate(blind, 1):
        if engine.depends_on_unknown(step):
            return f"move {number} may remove a suit, depending on an unknown card", False
    if len(blind) < reached_at:
        case = (
            f"move {len(blind) + 1} depends on which card turned up, so this line shows one case"
        )
        return f"{case} only", False
    if _reached_at(goal, root, blind) is None:
        return "whether the line reaches the goal depends on which card turned up", False
    return "nothing depends on which card turns up", True


def _assumed(line: Sequence[Step]) -> Iterator[TurnedUp]:
    """Yield the cards that came face up in a line and were known only from its script."""
    for step in line:
        cards: list[TurnedUp] = []
        if isinstance(step.move, Deal):
            row = zip(step.before.hand, step.cards, strict=False)
            cards += (
                TurnedUp(number, c) for number, (before, c) in enumerate(row, 1) if not before
            )
        cards += (t for t in step.turned if not step.before.column(t.column).down[-1])
        yield from (turned for turned in cards if turned.card)
