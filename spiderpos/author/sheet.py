"""A printable sheet of problems, their solutions at the end: as HTML and as PDF.

:func:`entries` collects what the sheet tells of each problem, :func:`html` and
:mod:`.sheet_pdf` set it.  The HTML is one file that asks nothing of anybody, and prints.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..catalogue import Problem
from ..game.position import Position
from ..games.explain import summary
from ..goals import plans
from ..scripts.words import describe
from ..show.pages import document
from ..show.pages.content import ClaimShown, of_problem
from ..show.pages.markup import Content, Html, join, paragraphs, tag
from ..show.pictures import svg
from ..show.pictures.drawing import Drawing
from ..show.pictures.flat import flattened
from ..text.wording import count_phrase, join_words

__all__ = ["PAPERS", "Entry", "entries", "html", "picture_of"]

#: Sizes of paper in points, as PDF and CSS call them.
PAPERS: Final = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
_PICTURE: Final = Drawing(theme="light", size=680)
#: What a sheet says before a claim that nothing on it shows.
_STANDING: Final = {
    "claimed": "claimed, not shown here",
    "recorded": "by the record of a search, not shown here",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a sheet tells of a problem.

    ``facts`` stand under the picture (nothing that gives anything away); ``moves`` are those of
    the solution, or ``plan`` is a plan that solves it, as text; ``claims`` are further
    statements, with a word on those that nothing here shows;
    ``fault`` says why there is no solution to print, ``unplayable`` whether that is because it
    can't be played.
    """

    id: str
    title: str
    by: str
    position: Position
    stipulation: str
    facts: tuple[str, ...]
    difficulty: float | None
    moves: tuple[str, ...]
    summary: str
    claims: tuple[str, ...]
    notes: str
    plan: str = ""
    fault: str = ""
    unplayable: bool = False


def entries(problems: Iterable[Problem], *, by_difficulty: bool = False) -> list[Entry]:
    """What a sheet tells of these problems, in their order or from the easiest on.

    The difficulty is the file's, or else rated by the solution.
    """
    found = [_entry(problem) for problem in problems]
    if by_difficulty:
        found.sort(key=lambda entry: (entry.difficulty is None, entry.difficulty or 0.0))
    return found


def _entry(problem: Problem) -> Entry:
    data, page = problem.data, of_problem(problem)
    moves: tuple[str, ...] = ()
    plan = outcome = fault = ""
    planned = next(
        (s for s in page.lines if s.claim and problem.asks(problem.claim(s.claim))), None
    )
    solution = page.solution if problem.solution is not None else planned
    if solution is None:
        # A problem may ask what can be done and what can't, and say it by its claims.
        fault = "" if problem.claims else "The file has no line that solves it."
    elif solution.claim:
        said = problem.claim(solution.claim).plan
        plan = plans.dumps(said) if said is not None and solution.solves else ""
        outcome = solution.note if plan else f"The file has a plan. {solution.note}"
    elif solution.playable:
        steps = solution.segments[-1].after.past
        moves, outcome = tuple(map(describe, steps)), summary(steps)
        if solution.judgement is not None and solution.judgement.assumption:
            outcome += f" It reaches the goal only {solution.judgement.assumption}."
    else:
        fault = f"The solution can't be played: {solution.faults[0].splitlines()[0]}"
    return Entry(
        problem.id,
        problem.title,
        f"{data.author}, {data.source.year}",
        problem.start,
        " ".join(data.stipulation.split()),
        tuple(_facts(problem, page.difficulty)),
        page.difficulty,
        moves,
        outcome,
        tuple(
            _claim(shown)
            for shown in page.claims
            if not ((moves or plan) and problem.asks(shown.claim))
        ),
        " ".join((data.notes or "").split()),
        plan,
        fault,
        solution is not None and bool(fault),
    )


def _claim(shown: ClaimShown) -> str:
    """A claim as a statement; only one that a line shows is told as a fact."""
    data = shown.claim.data
    statement = " ".join(data.statement.split())
    if not shown.decided:
        said = f"{_STANDING[shown.standing]}: {statement}"
        return f"{said} (The file says: {data.verdict}.)"
    return statement + f" (It is {data.verdict}.)" * (data.claimed is not None)


def _facts(problem: Problem, difficulty: float | None) -> Iterable[str]:
    start = problem.start
    if difficulty is not None:
        yield f"Difficulty {difficulty:g} of 10"
    if start.deals_left:
        yield f"{count_phrase(start.deals_left, 'deal')} left"
    if start.face_down:
        yield f"{count_phrase(start.face_down, 'card')} face down"
    if start.removed:
        gone = [str(suit) for suit in start.removed if suit is not None]
        yield f"removed: {join_words(gone) or len(start.removed)}"
    if start.rules.name != "woods":
        yield f"rules: {start.rules}"


def picture_of(entry: Entry) -> tuple[str, int, int]:
    """The picture of an entry as SVG with plain attributes, its width and height in pixels."""
    width, height = svg.size_of(entry.position, _PICTURE)
    return flattened(svg.draw(entry.position, _PICTURE)), width, height


# HTML

_STYLE: Final = """\
:root{color-scheme:light}
body{font:11pt/1.45 Georgia,'Times New Roman',serif;color:#111;background:#fff;max-width:46em;
margin:2em auto;padding:0 1em}
h1{font-size:2em;margin:0 0 .2em}h2{font-size:1.35em;margin:2em 0 .1em}
h3{font-size:1.1em;margin:1.4em 0 .2em}
.by,.facts{color:#555;margin:.1em 0}.what{font-size:1.08em;margin:.6em 0}
figure{margin:.6em 0}figure svg{display:block;width:100%;height:auto;max-height:15cm}
.diagram{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.moves{columns:17.5em;column-gap:1.5em;font-size:.85em;line-height:1.35;padding-left:2em;
margin:.4em 0}
.plan{font:.85em/1.35 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;margin:.4em 0}
.moves li{break-inside:avoid}.claims{font-size:.9em}
a{color:inherit}
@media print{body{max-width:none;margin:0;padding:0}article{break-inside:avoid}
.solutions{break-before:page}nav{display:none}h2,h3{break-after:avoid}
@page{margin:1.6cm}}
"""


def html(found: Sequence[Entry], *, title: str, paper: str = "a4") -> str:
    """The sheet as one page of HTML.  ``paper`` is a key of :data:`PAPERS`."""
    counted = count_phrase(len(found), "problem")
    return document.document(
        tag(
            "header",
            tag("h1", title),
            tag("p", f"{counted}. The solutions are at the end.", class_="by"),
        ),
        tag("main", *(_problem(number, e) for number, e in enumerate(found, 1))),
        tag(
            "section",
            tag("h2", "Solutions"),
            *(_solution(number, e) for number, e in enumerate(found, 1)),
            class_="solutions",
        ),
        title=title,
        description=f"{counted}, with solutions",
        styles=_STYLE + f"@page{{size:{paper}}}\n",
    )


def _problem(number: int, entry: Entry) -> Html:
    # The picture has plain attributes only, so the page's policy lets it show.
    picture, _, _ = picture_of(entry)
    return tag(
        "article",
        tag("h2", f"{number}. {entry.title}"),
        tag("p", entry.by, class_="by"),
        tag("figure", Html(picture), tag("p", svg.describe(entry.position), class_="diagram")),
        tag("p", entry.stipulation, class_="what"),
        tag("p", " · ".join(entry.facts), class_="facts") if entry.facts else None,
        id=entry.id,
    )


def _solution(number: int, entry: Entry) -> Html:
    body: list[Content] = [
        tag("h3", tag("a", f"{number}. {entry.title}", href=f"#{entry.id}")),
    ]
    if entry.fault:
        body.append(tag("p", entry.fault))
    if entry.summary:
        body.append(tag("p", entry.summary, class_="by"))
    if entry.moves:
        body.append(tag("ol", *(tag("li", move) for move in entry.moves), class_="moves"))
    if entry.plan:
        body.append(tag("pre", entry.plan, class_="plan"))
    if entry.claims:
        body.append(tag("ul", *(tag("li", claim) for claim in entry.claims), class_="claims"))
    if entry.notes:
        body.append(paragraphs(entry.notes))
    return join(*body)
