"""HTML of public values for notebooks: a picture, the result, the moves."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..catalogue import Problem
from ..game.engine import Step
from ..game.position import Position
from ..game.replay import Replay
from ..goals.judge import Judgement
from ..scripts.words import describe
from ..solver.prover.answer import Answer
from .pages.markup import Content, Html, join, tag


def html(value: Any) -> Html:
    """Return an answer, a judgement, a problem or a replay as HTML.

    Raises TypeError for other values.
    """
    match value:
        case Answer(steps=steps):
            start = steps[0].before if steps else None
            return _shown(repr(value).strip("<>"), start, _moves(steps))
        case Replay(start=start):
            return _shown(repr(value).strip("<>"), start, _moves(value.steps))
        case Judgement(goal=goal):
            rows = [
                tag("tr", tag("td", part.phrase), tag("td", part.verdict), tag("td", part.found))
                for part in value.findings
            ]
            return _shown(f"{goal}: {value.shown}", None, tag("table", rows), value.assumption)
        case Problem():
            task = value.stipulation or str(value.goal or "")
            return _shown(f"{value.id}: {value.title}", value.start, tag("p", task))
    raise TypeError(f"cannot show this value as HTML: {value!r:.60}")


def _shown(heading: str, start: Position | None, *rest: Content) -> Html:
    picture = None if start is None else Html(start.svg())
    return tag("div", tag("p", tag("b", heading)), picture, join(*rest))


def _moves(steps: Iterable[Step]) -> Html:
    return tag("ol", [tag("li", describe(step)) for step in steps])
