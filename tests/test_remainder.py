"""The rest of a goal: the rest of a line reaches it if and only if the whole line reaches the
goal."""

from collections import Counter
from random import Random

import pytest

from spiderpos.game.cards import Suit
from spiderpos.game.replay import replay
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.goals.remainder import GoalStatus, what_is_left
from spiderpos.scripts import words
from tests import tables
from tests.boards import COMPLETE, board, read
from tests.positions import random_play

REMOVALS = [
    "remove {a}", "remove {a}, {b}", "remove {a}, {a}", "remove {a} before {b}",
    "remove {c} before {a}", "remove any suit", "remove 2 suits", "remove 3 suits",
]  # fmt: skip
OTHERS = [
    "get a space", "get 2 spaces", "get 4 spaces", "get the space back", "turn up a card",
    "turn up 2 cards", "turn up a card in column 1", "get a space in column 2", "uncover 5c",
    "uncover 6c in column 3", "complete any suit", "complete {b}", "win",
]  # fmt: skip
CONDITIONS = [
    "", "", "without removing", "without removing {c}", "removing no other suits",
    "removing at most 1 other suit", "removing at most 2 other suits", "without turning up",
    "without making a space", "in at most 2 moves", "in at most 4 moves",
    "removing at most 1 other suit, in at most 5 moves",
]  # fmt: skip


def some_position(random):
    """Return a position with complete suits, some on face-down cards, and cards that fit on each
    other."""
    suits = [random.choice(list(Suit)[1:]) for _ in range(random.randint(2, 4))]
    columns = [random.choice(["", "(9d) ", "(9d) (3d) "]) + COMPLETE[suit] for suit in suits]
    columns += ["5c", "6c", random.choice(["", "(8d) 4c"])]
    random.shuffle(columns)
    return board(*columns)


def some_goal(random):
    a, b, c = random.sample(list(Suit), 3)
    clauses = random.choices(REMOVALS, k=random.randint(0, 3))
    clauses += random.choices(OTHERS, k=random.randint(not clauses, 2))
    text = f"{' and '.join(clauses)} {random.choice(CONDITIONS)}".format(a=a, b=b, c=c)
    return parse(text)


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(4))
def test_the_rest_of_a_line_is_judged_as_the_whole(seed):
    random = Random(seed)
    met = Counter()
    for _ in range(400):
        start, goal = some_position(random), some_goal(random)
        line = list(random_play(start, random, 7))
        whole = judge(goal, start, line).verdict
        for played in range(len(line) + 1):
            left = what_is_left(goal, start, line[:played])
            output = (str(goal), [str(step.move) for step in line], played, left)
            met[left.status, whole] += 1
            if left.status is GoalStatus.REACHED:
                assert whole is Verdict.HOLDS, output
            if left.status is GoalStatus.BROKEN:
                assert whole is Verdict.FAILS, output
            if left.goal is not None:
                here = line[played - 1].after if played else start
                assert judge(left.goal, here, line[played:]).verdict is whole, output
    assert min(met[GoalStatus.OPEN, verdict] for verdict in (Verdict.HOLDS, Verdict.FAILS)) > 50
    assert met[GoalStatus.REACHED, Verdict.HOLDS] > 50
    assert met[GoalStatus.BROKEN, Verdict.FAILS] > 50
    assert sum(n for (status, _), n in met.items() if status is GoalStatus.UNCLEAR) < 200


@tables.of("left")
def test_remainders_of_goals(position, script, goal):
    """Return the status of a goal after a script, and the goal that remains."""
    start = read(position)
    left = what_is_left(parse(goal), start, replay(start, words.loads(script)).steps)
    return f"{left.status.name}: {left.goal}" if left.goal else left.status.name
