"""Judgements of lines: whether a line reaches a goal, for sure or depending on unknown cards."""

from spiderpos.game.replay import replay
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.scripts import words

from . import tables
from .boards import board, read


@tables.of("judged")
def test_judgements(position, script, goal):
    """Judge a script by a goal; return the verdict, what doesn't hold, and the assumptions."""
    start = read(position)
    steps = replay(start, words.loads(script)).steps
    judged = judge(parse(goal), start, steps)
    results = [f for f in judged.findings if f.verdict is not Verdict.HOLDS]
    texts = [
        f"{judged.verdict}" + f" by move {judged.reached_at}" * (judged.reached_at is not None)
    ]
    texts += [f"{finding.phrase}: {finding.verdict} ({finding.found})" for finding in results]
    if judged.assumption:
        texts.append(f"shown {judged.shown} {judged.assumption}")
    elif judged.surely is not None and judged.surely != steps[: judged.reached_at]:
        texts.append(f"surely {', '.join(map(words.describe, judged.surely))}")
    return texts


# Unknown cards


def test_more_cards_than_lie_face_down_are_too_many():
    start = board("(5h) (6h) 9s", "(2c) Kd")
    for goal, output in (
        ("turn up 3 cards", ""),
        ("turn up 4 cards", "needs 4 cards face down, and there are 3"),
        ("turn up 2 cards in column 2", "needs 2 cards face down in column 2, and there is 1"),
    ):
        (objective,) = parse(goal).objectives
        assert objective.impossible_by_count(start) == (output and f"the goal {output}")
