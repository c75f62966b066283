"""Rewritten questions: every line that reaches a goal has an image that reaches the rewritten
goal."""

import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace

import pytest

from spiderpos.game import engine
from spiderpos.game.moves import Deal, Remove
from spiderpos.game.rules import parse_rules
from spiderpos.goals.conditions import Condition
from spiderpos.goals.goal import Goal, NoMakingASpace, TurnUp, parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.goals.objectives import Objective
from spiderpos.goals.remainder import GoalStatus, what_is_left
from spiderpos.goals.rewriting import FORMS, Form, NotRewritten, Rewriting, form, rewrite
from spiderpos.goals.terms import LineProgress
from spiderpos.solver import solve, winning
from spiderpos.solver.prover import native
from spiderpos.solver.prover.answer import Budget, Clock, Outcome
from spiderpos.solver.prover.blocked import blocked, needs_a_space_or_suit
from spiderpos.solver.prover.question import Unsupported, relax, request
from tests import rewritten
from tests.boards import board
from tests.running import needs_core

pytestmark = pytest.mark.slow


#: The number of cases in each part; 16,000 in total.
CASES, PARTS = 2000, 8


# The table


def test_the_table_has_every_clause_and_every_rewriting():
    assert set(FORMS) == {*Objective.kinds.values(), *Condition.kinds.values()}
    for row in FORMS.values():
        assert set(row) == set(Rewriting)


def test_clauses_with_a_remainder_declare_it():
    for kind, row in FORMS.items():
        base = Objective if issubclass(kind, Objective) else Condition
        own = kind.rest is not base.rest
        assert row[Rewriting.BEGUN] is (Form.REST if own else Form.SAME), kind


def test_a_clause_that_is_not_in_the_table_is_refused(monkeypatch):
    monkeypatch.setattr(Objective, "kinds", dict(Objective.kinds))
    monkeypatch.setattr(Condition, "kinds", dict(Condition.kinds))

    @dataclass(frozen=True)
    class Toy(Objective):
        def holds(self, progress):
            return False

        def report(self, progress, line):
            return ""

    @dataclass(frozen=True, order=True)
    class NoToys(Condition):
        def broken_by(self, step, progress, to_remove):
            return False

        def report(self, progress, to_remove, move):
            return ""

    start = board("9s", "10s", rules=parse_rules("modern;cells=1"))
    for goal in (Goal((Toy(),)), Goal((TurnUp(),), (NoToys(),))):
        for rewriting in Rewriting:
            with pytest.raises(NotRewritten):
                rewrite(goal, rewriting, LineProgress(start, start))
        with pytest.raises(Unsupported):
            request(start, goal)
        assert what_is_left(goal, start, ()).status is GoalStatus.UNCLEAR
        assert not needs_a_space_or_suit(goal)


# The property


def cases(rng, count):
    """Yield random positions, lines from them, and goals that these lines reach."""
    made = 0
    while made < count:
        start = rewritten.random_board(rng)
        line = rewritten.random_line(rng, start)
        for _ in range(4 if line else 0):
            goal = rewritten.random_goal(rng, start, line)
            judgement = judge(goal, start, line)
            if judgement.verdict is Verdict.HOLDS and judgement.reached_at:
                made += 1
                yield start, line[: judgement.reached_at], goal


def holds(goal, start, line):
    return judge(goal, start, line).verdict is Verdict.HOLDS


def begun(rng, start, line, goal):
    """Return True if the rest of a line reaches what a part of it leaves of the goal.

    If no goal remains, the status must be UNCLEAR.
    """
    count = rng.randrange(len(line))
    left = what_is_left(goal, start, line[:count])
    if left.goal is None:
        return left.status is GoalStatus.UNCLEAR
    return holds(left.goal, line[count].before, line[count:])


def exception(steps):
    """Return True if no move but the last, or the one before a last removal, makes a space."""
    making = [s for s in steps[:-1] if len(s.after.spaces) > len(s.before.spaces)]
    return not making or (making == [steps[-2]] and isinstance(steps[-1].move, Remove))


def space_before_removal(start, goal):
    """Return True if the relaxed goal allows a space before the last removal."""
    try:
        return relax(start, goal).space_before_removal
    except Unsupported:
        return False


def allows_more(rewriting, start, line, goal):
    """Return True if the image of ``line`` reaches the rewritten goal, None if that is empty."""
    made = rewrite(goal, rewriting, LineProgress(start, start))
    if not made.objectives:
        return None
    position, moves = rewritten.image(start, line, rewriting)
    steps = engine.play(position, moves)
    if form(NoMakingASpace(), rewriting) is Form.BUT_ONE and made.limits.no_making_a_space:
        made = made.free_of(NoMakingASpace)
        if space_before_removal(start, goal):
            reached = judge(made, position, steps).reached_at
            assert exception(steps[:reached]), (start, goal)
    return holds(made, position, steps)


def first_card(start, line, goal):
    """Return True if the line up to its first turned-up card meets the rewritten goal.

    Return None if the line turns up no card, or the goal forbids that.
    """
    count = next((n for n, step in enumerate(line, 1) if step.turned), None)
    if count is None or goal.limits.no_turning_up:
        return None
    stored = rewrite(goal, Rewriting.FIRST_CARD, LineProgress(start, start))
    return holds(replace(stored, objectives=(TurnUp(),)), start, line[:count])


def ranks(start, line, goal):
    """Return True if the line makes a space or completes a suit, None if it needs neither."""
    if start.spaces or not needs_a_space_or_suit(goal):
        return None
    after = [step.after for step in line]
    return any(step.removals for step in line) or any(
        position.spaces or engine.complete_columns(position) for position in (start, *after)
    )


def won(start, line, goal):
    """Return True if each part of a win holds after all standing suits are removed.

    Return None if the goal isn't a win.
    """
    if goal.win is None:
        return None
    steps = list(line)
    position = line[-1].after
    while columns := engine.complete_columns(position):
        steps.append(engine.do(position, Remove(columns[0])))
        position = steps[-1].after
    return all(holds(part, start, steps) for part in winning._parts(start, goal))


@needs_core
@pytest.mark.sweep
@pytest.mark.parametrize("part", range(PARTS))
def test_the_image_of_a_line_reaches_the_rewritten_goal(part):
    rng = random.Random(f"rewritten {part}")
    met, clauses = Counter(), Counter()

    def check(rewriting, result):
        if result is not None:
            met[rewriting] += 1
            clauses.update((rewriting, type(c)) for c in (*goal.objectives, *goal.conditions))
            moves = [step.move for step in line]
            assert result, f"{rewriting}: {start!r} {start.rules} '{goal}' {moves}"

    for start, line, goal in cases(rng, CASES):
        rules, dealt = start.rules, any(isinstance(step.move, Deal) for step in line)
        check(Rewriting.BEGUN, begun(rng, start, line, goal))
        check(Rewriting.FIRST_CARD, first_card(start, line, goal))
        check(Rewriting.RANKS, ranks(start, line, goal))
        if dealt:
            with suppress(Unsupported):
                assert request(start, goal).deals_left_out
            continue
        check(Rewriting.WON, won(start, line, goal))
        for rewriting, applies in {
            Rewriting.BOTTOMS: True,
            Rewriting.CELLS: rules.cells,
            Rewriting.STAY: rules.automatic_removal,
            Rewriting.KINGS: rules.kings_on_aces,
        }.items():
            if applies:
                try:
                    check(rewriting, allows_more(rewriting, start, line, goal))
                except NotRewritten:
                    met["refused", rewriting] += 1
        try:
            text = request(start, goal).text
        except Unsupported:
            met["refused", Rewriting.CLASSES] += 1
            continue
        # Classes would prove that the goal is impossible, but the line reaches it.
        proof = native.classes(text, budget=Budget(work=10_000_000, mebibytes=1))
        check(Rewriting.CLASSES, proof is None)
    assert all(met[rewriting] >= 25 for rewriting in Rewriting if rewriting != "won"), met
    assert met[Rewriting.WON] >= 2, met
    for kind, row in FORMS.items():
        for rewriting, became in row.items():
            if became in (Form.SAME, Form.REST, Form.BUT_ONE) and rewriting is not Rewriting.WON:
                assert clauses[rewriting, kind], (rewriting, kind)


@needs_core
def test_a_line_that_makes_a_space_is_not_blocked():
    rng = random.Random("ranks")
    seen = 0
    while seen < 100:
        start = rewritten.random_board(rng)
        line = rewritten.random_line(rng, start)
        if start.spaces or not any(step.after.spaces for step in line):
            continue
        seen += 1
        assert blocked(start, Clock(Budget(seconds=None))) is None


# Goals that were once wrongly called impossible


@needs_core
@pytest.mark.parametrize("rules", ["woods;cells=1", "modern;cells=1", "xpat2;cells=2"])
@pytest.mark.parametrize(
    "goal",
    [
        "turn up a card and get the space back",
        "uncover 5c and get the space back",
        "get the space back and uncover 5c in column 1 without dealing",
    ],
)
def test_a_space_that_a_cell_is_does_not_have_to_come_back(rules, goal):
    start = board("(5c) 7c", "9c", rules=parse_rules(rules))
    assert solve(start, parse(goal)).outcome is Outcome.SOLVED
