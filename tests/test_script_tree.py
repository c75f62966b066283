"""Lines as trees: reading, editing, writing; the claims of variations."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import NotationError, ReplayError, problem, read, scripts
from spiderpos.advice.outcomes import judge_outcome
from spiderpos.author.telling import annotated
from spiderpos.games.tree import MARKS, OUTCOMES, MoveTree, remarks
from spiderpos.solver import Budget

from .positions import any_rules, random_deal, random_play

SMALL = read("7d/8c - -", partial=True)
ROOT = Path(__file__).parents[1]


def grown(start, random, comments):
    """Return a tree of random moves with random comments."""
    tree = MoveTree(start)
    nodes = [tree]
    for _ in range(random.randint(0, 12)):
        node = random.choice(nodes)
        for step in random_play(node.position, random, random.randint(1, 3)):
            node = node.add(step)
            nodes.append(node)
            node.mark = random.choice(("", "", *MARKS))
            node.comment = random.choice(comments) if comments and random.random() < 0.4 else ""
    for node in nodes[1:]:
        if not node.children:
            node.outcome = random.choice(("", *OUTCOMES))
    if comments and random.random() < 0.3:
        tree.comment = comments[0]
    return tree


def shape(node):
    """Return everything that a node and its descendants have."""
    step = node.step and (node.step.move, node.step.after.hide())
    own = (step, node.mark, node.comment, node.outcome)
    return (*own, *map(shape, node.children))


COMMENTS = st.lists(
    st.text(st.characters(exclude_characters="}\0", codec="utf-8"), min_size=1, max_size=20)
    .map(lambda text: " ".join("".join(c for c in text if c.isprintable()).split()))
    .filter(lambda text: text and text.isascii() and not text.startswith('"')),
    max_size=3,
)


@given(rules=any_rules(), seed=st.integers(0, 2**32), comments=COMMENTS)
def test_a_tree_that_is_written_reads_back(rules, seed, comments):
    random = Random(seed)
    tree = grown(random_deal(random, rules), random, comments)
    again = MoveTree(tree.position, str(tree))
    assert shape(again) == shape(tree)
    assert str(again) == str(tree)
    # Programs without support for variations play the main line.
    main = scripts.loads(str(tree))
    assert [each.number for each in tree.main_line()] == [*range(1, len(main.instructions) + 1)]


def test_a_comment_alone_is_a_tree():
    tree = MoveTree(SMALL, "{0}")
    assert (tree.comment, str(tree)) == ("0", "{0}\n")
    with pytest.raises(NotationError):
        MoveTree(SMALL, '{"from": 3')


def test_the_documentation_prints_the_grammar():
    page = (ROOT / "docs" / "notations" / "scripts.md").read_text(encoding="utf-8")
    printed = page.partition("### The grammar\n")[2].partition("```text\n")[2].partition("```")[0]
    assert printed
    assert printed in (ROOT / "grammars" / "script.lark").read_text(encoding="utf-8")


START = problem("composed-both-kings").start
GOAL = problem("composed-both-kings").goal
SOLUTION = scripts.dumps(problem("composed-both-kings").solution.steps)


def test_editing():
    tree = MoveTree(START, SOLUTION)
    lost = tree.add("5h from 1 to 4", mark="?", comment="joins a suit")
    lost.outcome = "lost"
    assert tree.children[1] is lost
    assert lost.number == 1
    assert lost.steps == (lost.step,)
    assert tree.add("5h from 1 to 4") is lost
    assert "(1. 5h from 1 to 4? {joins a suit} => lost)" in str(tree)
    assert remarks(scripts.loads(str(tree))) == "1 comment, 1 mark, 1 variation, 1 outcome"
    lost.promote()
    assert tree.end is lost
    lost.remove()
    assert str(tree) == str(MoveTree(START, SOLUTION))


def test_a_variation_that_is_not_legal():
    text = "6h from 4 to 3, 5c from 2 to 3 (5c from 2 to 3, 5c from 2 to 4)"
    with pytest.raises(ReplayError, match="move 3, '5c from 2 to 4'"):
        MoveTree(START, text)


@pytest.mark.parametrize(
    ("line", "work", "answer"),
    [
        ("5h from 1 to 4 => lost", 10**6, "lost: proved (no line from here reaches the goal)"),
        ("5h from 1 to 4 => solved", 10**6, "solved: wrong (no line from here reaches the goal)"),
        ("6h from 4 to 3 => lost", 10**6, "lost: wrong (a line of "),
        ("6h from 4 to 3 => solved", 10**6, "solved: proved (a line of "),
        ("6h from 4 to 3 => lost", 1, "lost: not found"),
        ("6h from 4 to 3 => undecided", 1, "None"),
    ],
)
def test_claims_of_variations(line, work, answer):
    tree = MoveTree(START, line)
    assert str(judge_outcome(tree.end, START, GOAL, work=work)).startswith(answer)


def test_a_line_that_tells_its_idea():
    tree = annotated(
        START, MoveTree(START, SOLUTION).end.steps, GOAL, budget=Budget(None, work=10**6)
    )
    assert all(node.comment for node in tree.main_line())
    tries = [node for node in tree.children[1:] if node.outcome == "lost"]
    assert tries
    for node in tries:
        assert str(judge_outcome(node, START, GOAL)).startswith("lost: proved")
    assert shape(MoveTree(START, str(tree))) == shape(tree)
