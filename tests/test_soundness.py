"""Soundness of the small problems, by a second, simple search without a limit on the line's
length."""

import re
from collections import deque

import pytest

from spiderpos import scripts
from spiderpos.author.check import act_text, check
from spiderpos.author.ideas import ideas_of
from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.game.cards import Card, parse_card
from spiderpos.game.replay import replay
from spiderpos.game.survey import act_of
from spiderpos.goals.goal import parse
from spiderpos.solver.prover import Budget, brute

from .boards import board
from .reference import Reference
from .running import needs_core, partial

BUDGET = Budget(work=30_000_000)
#: The simple search runs only if brute force visited at most this many positions.
MOST = 2000
RULES = {
    "deal_over_spaces": "never",
    "short_last_deal": False,
    "kings_on_aces": False,
    "automatic_removal": False,
}
SMALL = [name for name in problem_ids() if name.startswith(("composed-", "first-"))]


def game_of(position):
    columns = [
        [[c or Card(4), False] for c in column.down] + [[c, True] for c in column.up]
        for column in position.columns
    ]
    return Reference(columns, [], **RULES)


def reached(goal, game, start):
    """Return True if a game of the reference has reached a goal, given as text."""
    spaces = sum(not column for column in game.columns)
    for part in re.split(r" without | in at most ", goal)[0].split(" and "):
        if match := re.fullmatch(r"uncover (\w+)(?: in column (\d+))?", part):
            columns = [game.columns[int(match[2]) - 1]] if match[2] else game.columns
            done = any(c and c[-1] == [parse_card(match[1]), True] for c in columns)
        elif match := re.fullmatch(r"get a space in column (\d+)", part):
            done = not game.columns[int(match[1]) - 1]
        elif match := re.fullmatch(r"get (a|\d+) spaces?", part):
            done = spaces >= (1 if match[1] == "a" else int(match[1]))
        elif part == "get the space back":
            done = spaces >= len(start.spaces)
        elif match := re.fullmatch(r"turn up a card(?: in column (\d+))?", part):
            done = sum(not up for column in game.columns for _, up in column) < start.face_down
        else:
            raise ValueError(part)
        if not done:
            return False
    return True


def act(game, kind, source, target, count):
    cards = tuple(c for c, _ in game.columns[source - 1][-count:])
    column = game.columns[target - 1]
    return kind, cards, column[-1][0] if column else None


def shortest_without(start, goal, key):
    """Return the length of the shortest line without the move ``key``; None if there is none."""
    most = int(match[1]) if (match := re.search(r"in at most (\d+) moves?", goal)) else 10**9
    first = game_of(start)
    seen, queue = {str(first.columns)}, deque([(first.columns, 0)])
    while queue:
        columns, moves = queue.popleft()
        if moves >= most:
            return None
        for move in Reference(columns, [], **RULES).legal_moves():
            game = Reference([[[*card] for card in column] for column in columns], [], **RULES)
            if move[0] == "shift" and act(game, *move) == key:
                continue
            spaces = sum(not column for column in game.columns)
            game.play(*move)
            made = sum(not column for column in game.columns) > spaces
            if "without making a space" in goal and made and not reached(goal, game, start):
                continue
            if str(game.columns) in seen:
                continue
            if reached(goal, game, start):
                return moves + 1
            seen.add(str(game.columns))
            queue.append((game.columns, moves + 1))
    return None


@needs_core
@pytest.mark.slow
@pytest.mark.sweep
@pytest.mark.parametrize("name", SMALL)
def test_no_solution_is_without_the_key(name):
    """A solution without the key must be marked in the file.  The simple search agrees if there
    are few positions."""
    problem = find_problem(name)
    start, goal = problem.start, problem.goal
    line = problem.solution.steps
    ideas = ideas_of(start, goal, line, BUDGET)
    assert ideas.ideas[0].key == line[0]
    marked = any(finding.kind == "cook" for finding in problem.findings)
    assert ideas.sound is not None
    assert ideas.sound is not marked
    key = act_of(line[0])
    answer = brute.solve(start, goal, budget=BUDGET, avoid=[key])
    if start.hand or start.face_down > 1 or "remove" in str(goal):
        return
    if answer.searched.classes <= MOST and (goal.names_a_column or len(start.spaces) < 2):
        moves = shortest_without(start, str(goal), ("shift", key.cards, key.onto))
        assert moves == (answer.length if answer.steps else None)


@needs_core
def test_each_idea_is_a_solution_without_the_keys_before_it():
    start = board("Kh 5h", "Ks 3c Ah Ad 5c", "", "4c 2h 6h", "2c", "7c Ac 4c")
    goal = parse("uncover Kh in column 1 and uncover Ks in column 2")
    checked = check(start, goal, BUDGET)
    assert checked.sound is False
    assert checked.ideas.complete
    ideas = checked.ideas.ideas
    assert [(act_text(idea.key), len(idea.steps)) for idea in ideas] == [
        ("6h into a space", 8),
        ("Ac onto the 2c", 9),
    ]
    assert act_of(ideas[0].key) not in map(act_of, ideas[1].steps)
    # With a limit of the fewest moves the problem is sound, and the other idea is too slow.
    limited = check(start, parse(f"{goal} in at most 8 moves"), BUDGET)
    assert limited.sound
    slow = {first.words: first.why for first in limited.firsts}
    assert slow["4c from 6 to 2"] == "too slow: it takes 9 moves"


@needs_core
def test_the_key_does_not_depend_on_the_line_that_is_found_first():
    start, goal = partial("K-9s/8-2s/As"), parse("remove spades")
    runs = ["8-2s from 2 to 1, As from 3 to 1", "As from 3 to 2, 8-As from 2 to 1"]
    lines = [
        replay(start, scripts.loads(f"{run}, remove the spades from column 1")).steps
        for run in runs
    ]
    keys = [ideas_of(start, goal, line, BUDGET) for line in lines]
    for ideas in (*keys, check(start, goal, BUDGET).ideas):
        assert ideas.sound
        assert act_text(ideas.ideas[0].key) == "As onto the 2s"
    # The removal is in every line too, but it can't be the first move.
    start = partial("K-9s/8-2s/As/8-As")
    assert check(start, goal, BUDGET).sound is False


@needs_core
def test_both_searches_leave_the_same_acts_out(monkeypatch):
    start = board("Kh 5h", "Ks 3c Ah Ad 5c", "", "4c 2h 6h", "2c", "7c Ac 4c")
    goal = parse("uncover Kh in column 1 and uncover Ks in column 2")
    avoid = [act_of(idea.key) for idea in check(start, goal, BUDGET).ideas.ideas]
    for count in (1, 2):
        compiled = brute.solve(start, goal, budget=BUDGET, avoid=avoid[:count])
        monkeypatch.setattr(brute.native, "available", lambda: False)
        plain = brute.solve(start, goal, budget=BUDGET, avoid=avoid[:count])
        monkeypatch.undo()
        assert (plain.outcome, plain.length) == (compiled.outcome, compiled.length)
