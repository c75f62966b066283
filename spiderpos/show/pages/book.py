"""A book of problems to print: rules, contents, problems, hints and solutions, in one HTML file.

``author sheet`` writes it, and each site has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final, TypeGuard

from ...advice.explain import explain, summary
from ...catalogue import Problem
from ...catalogue.checking import Relation
from ...catalogue.problem import START
from ...catalogue.proving import Proof
from ...game.engine import Step
from ...goals import plans
from ...goals.goal import Goal
from ...scripts.words import describe
from ...text.wording import count_phrase, join_words
from ..pictures import cardart, svg
from ..pictures.drawing import Drawing
from ..pictures.flat import flattened
from . import document
from .content import ClaimShown, Page, of_problem
from .lines import LineShown
from .markup import Content, Html, fill, join, paragraphs, prose, signs, tag

#: Paper sizes, by their names in CSS.
PAPERS: Final = ("a4", "letter")
_PICTURE: Final = Drawing(theme="light", size=680)
#: Matches the drawings of cards in a picture.
_DEFINITIONS: Final = re.compile(r"<defs>.*?</defs>", re.DOTALL)
#: Notes after claims that weren't verified for the book, by ``ClaimShown.qualifier``.
_NOTES: Final = {"claimed": "open, not shown here", "certified": "by a certificate"}
#: Problems with at most this many columns are four to a page, others three.
_SMALL: Final = 7
#: The book explains each move of a line if it has at most this number of moves.
_EXPLAINED: Final = 24


@dataclass(frozen=True, slots=True)
class Entry:
    """A problem in a book, with the content of its page."""

    problem: Problem
    page: Page

    @property
    def solution(self) -> LineShown | None:
        """The line that the file marks as the solution, or else the plan of a claim with its goal.

        None if there is neither.  The line may have a ``fault``.
        """
        if self.problem.solution is not None:
            return self.page.solution
        planned = (line for line in self.page.lines if line.claim)
        asks, claim = self.problem.asks, self.problem.claim
        return next((line for line in planned if asks(claim(line.claim))), None)

    @property
    def fault(self) -> str:
        """The reason why the solution can't be played; empty if it can, or for a plan or none."""
        solution = self.solution
        if solution is None or solution.claim or solution.playable:
            return ""
        return f"The solution can't be played: {solution.faults[0].splitlines()[0]}"


def entries(
    problems: Iterable[Problem],
    *,
    by_difficulty: bool = False,
    prove: Callable[[Problem], Iterable[Proof]] = lambda _: (),
) -> list[Entry]:
    """Return the entries of a book of these problems, in the given order or by difficulty.

    ``prove`` returns the solver's results for the open claims of a problem.
    """
    result = [Entry(problem, of_problem(problem, prove(problem))) for problem in problems]
    if by_difficulty:
        result.sort(key=lambda e: (e.page.difficulty is None, e.page.difficulty or 0.0))
    return result


# The page has no margins, so that browsers print no date and no address there.
_STYLE: Final = """\
:root{color-scheme:light}
body>svg{position:absolute}
body{font:10.5pt/1.4 Georgia,'Times New Roman',serif;color:#111;background:#fff;max-width:46em;
margin:2em auto;padding:0 1em}
h1{font-size:2em;margin:0 0 .2em}h2{font-size:1.35em;margin:1.6em 0 .4em}
h3{font-size:1.1em;margin:0 0 .1em}
.by,.facts{color:#555;margin:.1em 0;font-size:.9em}.what{margin:.3em 0}
dl{margin:.6em 0;columns:2;column-gap:2em}dt{font-weight:bold}dd{margin:0 0 .4em 1em}
dt{break-after:avoid}dd{break-inside:avoid}
.contents ol{columns:2;column-gap:2em;list-style:none;padding:0;margin:0}
.contents li{display:flex;justify-content:space-between;break-inside:avoid}
article{display:grid;grid-template-columns:11cm 1fr;column-gap:.7cm;break-inside:avoid;
box-sizing:border-box;padding-top:.4cm}
figure{margin:0}figure svg{display:block;width:100%;height:auto;max-height:7.9cm}
.small figure svg{max-height:5.7cm}
.diagram{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.two{columns:2;column-gap:1.5em;font-size:.88em;line-height:1.35}
.hints ol{margin:.1em 0 .7em;padding-left:1.4em}.hints div{break-inside:avoid}
.line{margin:.3em 0;padding-left:1.7em}.line li{break-inside:avoid}
.moves{orphans:1;widows:1;margin:.3em 0}.moves span{white-space:nowrap}
.plan{font:.9em/1.35 ui-monospace,Menlo,Consolas,monospace;white-space:pre-wrap;margin:.4em 0}
.claims{margin:.3em 0;padding-left:1.2em}.solutions p{margin:.3em 0}
.solutions h3{margin-top:1em;break-after:avoid}
a{color:inherit;text-decoration:none}
@media print{body{max-width:none;margin:0;padding:1.5cm;box-decoration-break:clone;
-webkit-box-decoration-break:clone}
article{height:8.7cm}article.small{height:6.5cm}
.contents,main,.hints,.solutions{break-before:page}h2,h3{break-after:avoid}
@page{margin:0}}
"""


@dataclass(frozen=True, slots=True)
class Parts:
    """The HTML of a problem in each section of a book: contents, problems, hints, solutions."""

    contents: Html
    problem: Html
    hints: Html | None
    solution: Html


def parts(number: int, entry: Entry) -> Parts:
    """Render the parts of a book about the problem with this number."""
    problem = entry.problem
    name = f"{number}. {problem.title}"
    rating = entry.page.difficulty
    mark = f"{rating:g}" if rating is not None else ""
    link = tag("a", name, href=f"#{problem.id}")
    hints = [tag("li", _prose(hint)) for hint in problem.data.hints or ()]
    return Parts(
        tag("li", link, tag("span", mark)),
        _problem(name, entry),
        tag("div", tag("h3", name), tag("ol", *hints)) if hints else None,
        _answers(tag("h3", link), entry),
    )


def html(items: Sequence[Parts], *, title: str, paper: str = "a4") -> str:
    """Return the book as one page of HTML.  ``paper`` is one of :data:`PAPERS`."""
    counted = count_phrase(len(items), "problem")
    hints = [each.hints for each in items if each.hints]
    body = fill(
        "book.html",
        art=_card_art(),
        title=title,
        counted=counted,
        contents=[each.contents for each in items],
        problems=[each.problem for each in items],
        hints=tag("section", tag("h2", "Hints"), tag("div", *hints, class_="two"), class_="hints")
        if hints
        else None,
        solutions=tag("div", *(each.solution for each in items), class_="two"),
    )
    description = f"{counted}, with hints and solutions"
    styles = _STYLE + f"@page{{size:{paper}}}\n"
    return document.document(body, title=title, description=description, styles=styles)


def _card_art() -> Html:
    """Return an empty picture with the drawings of all cards, which the other pictures use."""
    prefix = svg.prefix_of(_PICTURE)
    drawings = cardart.definitions(frozenset(cardart.shapes(prefix)), prefix)
    style = f"<style>{svg.style_of(_PICTURE)}</style>"
    text = f'<svg width="0" height="0" aria-hidden="true">{style}<defs>{drawings}</defs></svg>'
    return Html(flattened(text))


def _problem(name: str, entry: Entry) -> Html:
    data, start = entry.problem.data, entry.problem.start
    year = data.source.year if data.source else None
    # The page's content security policy forbids style sheets in pictures, but not attributes.
    picture = Html(_DEFINITIONS.sub("", flattened(svg.draw(start, _PICTURE))))
    figure = tag("figure", picture, tag("p", signs(svg.describe(start)), class_="diagram"))
    facts = " · ".join(_facts(entry))
    words = (
        tag("h3", name),
        tag("p", data.author if year is None else f"{data.author}, {year}", class_="by"),
        tag("p", _prose(data.stipulation), class_="what"),
        tag("p", facts, class_="facts") if facts else None,
    )
    size = "small" if len(start.columns) <= _SMALL else None
    return tag("article", figure, tag("div", *words), id=entry.problem.id, class_=size)


def _facts(entry: Entry) -> Iterator[str]:
    """Yield the facts below the stipulation, without hints to the solution."""
    start = entry.problem.start
    if entry.page.difficulty is not None:
        yield f"Difficulty {entry.page.difficulty:g} of 10"
    if start.deals_left:
        yield f"{count_phrase(start.deals_left, 'deal')} left"
    if start.face_down:
        yield f"{count_phrase(start.face_down, 'card')} face down"
    if start.removed:
        gone = [str(suit) for suit in start.removed if suit is not None]
        yield f"removed: {join_words(gone) or len(start.removed)}"
    if start.rules.name != "woods":
        yield f"rules: {start.rules}"


def _answers(heading: Html, entry: Entry) -> Html:
    """Return the solution of a problem, its other lines and its claims, as HTML."""
    problem = entry.problem
    solution, shown = _solution(entry)
    others = [line for line in entry.page.lines if _is_other(entry, line)]
    printed = {line.id for line in others}
    claims = [
        tag("li", _claim(claim))
        for claim in entry.page.claims
        if claim.claim.data.position not in printed and not (shown and problem.asks(claim.claim))
    ]
    claims += [tag("li", _prose(finding.statement)) for finding in entry.page.findings]
    answer = problem.data.answer
    # Print only the second hint, the idea: the first one tells where to look, the third the moves.
    ideas = (problem.data.hints or ())[1:2]
    return join(
        heading,
        paragraphs(_prose(answer)) if answer else None,
        *(tag("p", tag("b", "Idea:"), " ", _prose(idea)) for idea in ideas),
        solution,
        *(_other(entry, line) for line in others),
        tag("ul", claims, class_="claims") if claims else None,
    )


def _prose(text: str) -> str:
    return prose(" ".join(text.split()))


def _same(steps: Sequence[Step], like: Sequence[Step]) -> int:
    """Return the number of moves at the start that two lines share."""
    return sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(steps, like, strict=False))
    )


def _moves(steps: Sequence[Step], like: Sequence[Step] = (), goal: Goal | None = None) -> Html:
    """Return moves as HTML, without those at the start that ``like`` also has.

    Without ``like``, the moves of a short line are explained.
    """
    same = _same(steps, like)
    if not like and len(steps) <= _EXPLAINED:
        reasons = explain(steps, goal)
        items = (
            tag("li", tag("b", signs(each.words)), f": {signs(each.text)}") for each in reasons
        )
        return tag("ol", *items, class_="line")
    begin = f"As the solution up to move {same}" if same else ""
    begin += (", then " if same < len(steps) else ".") * bool(same)
    rest = enumerate(steps[same:], same + 1)
    numbered = (
        join(tag("span", tag("b", f"{n}."), f" {signs(describe(step))}"), " ") for n, step in rest
    )
    return tag("p", begin, *numbered, class_="moves")


def _is_other(entry: Entry, line: LineShown) -> bool:
    """Return True for a line from the start other than the solution, such as a try."""
    return _is_shown(line) and line is not entry.solution and not _elsewhere(line)


def _is_shown(line: LineShown | None) -> TypeGuard[LineShown]:
    """Return True for a line, not a plan, that can be played to its end."""
    return line is not None and bool(line.segments) and line.playable and not line.claim


def _other(entry: Entry, line: LineShown) -> Html:
    """Return a line other than the solution, with the claims about its end."""
    about = (c for c in entry.page.claims if c.claim.data.position == line.id)
    statements = " ".join(map(_claim, about))
    solution = entry.solution.segments[-1].after.past if _is_shown(entry.solution) else ()
    steps = line.segments[-1].after.past
    same = _same(steps, solution)
    words = [signs(describe(step)) for step in steps[same:]]
    if words[:1] == [prose(line.title)]:
        where = f"Try at move {same + 1}:" if same else "Try:"
        ends = [","] * (len(words) - 1) + ["."]
        pairs = zip(words, ends, strict=True)
        moves = (join(" ", tag("span", word + end)) for word, end in pairs)
        return tag("p", tag("b", where), *moves, f" {statements}", class_="moves")
    return join(tag("p", f"{prose(line.title)}: {statements}"), _moves(steps, solution))


def _solution(entry: Entry) -> tuple[Content, bool]:
    """Return the solution as HTML, and True if it was confirmed.

    If it is missing, the HTML has the lines from other positions, or the reason; None if claims or
    the answer replace it.
    """
    problem, solution = entry.problem, entry.solution
    if solution is None:
        # Claims may be the answer to the problem, or lines that begin from another position.
        lines = [line for line in entry.page.lines if _elsewhere(line)]
        if lines:
            return join(*(_moves_elsewhere(entry, line) for line in lines)), False
        statements = problem.claims or problem.data.answer
        return (None if statements else tag("p", "The file has no line that solves it.")), False
    if entry.fault:
        return tag("p", entry.fault), False
    if solution.claim:
        plan = problem.claim(solution.claim).plan
        if plan is None or not solution.solves:
            text = f"The file has an unconfirmed plan. {_prose(solution.note)}"
            return tag("p", text, class_="by"), False
        whole = tag("pre", plans.dumps(plan), class_="plan")
        return join(tag("p", _prose(solution.note), class_="by"), whole), True
    steps = solution.segments[-1].after.past
    outcome = signs(summary(steps))
    if solution.judgement is not None and solution.judgement.assumption:
        outcome += f" It reaches the goal only {solution.judgement.assumption}."
    moves = _moves(steps, goal=problem.goal) if steps else None
    return join(tag("p", outcome, class_="by"), moves), bool(steps)


def _elsewhere(line: LineShown) -> bool:
    """Return True if a line of the file begins from another position and is playable."""
    return _is_shown(line) and line.segments[-1].after.root != START


def _moves_elsewhere(entry: Entry, line: LineShown) -> Html:
    """Return the moves of a line from another position, with its title."""
    begin = line.segments[-1].after
    titles = [root.title for root in entry.page.roots if root.name == begin.root]
    return join(
        tag("p", f"{prose(titles[0])}: {signs(summary(begin.past))}", class_="by"),
        _moves(begin.past),
    )


def _claim(shown: ClaimShown) -> str:
    """Return a claim's statement, the proved verdict if that differs, and the evidence."""
    data = shown.claim.data
    standing = shown.comparison
    remarks = (
        [f"refuted: it is {standing.verdict}"] if standing.relation is Relation.REFUTED else []
    )
    remarks += [_NOTES[shown.qualifier]] if not shown.decided else []
    return _prose(data.statement) + f" ({', '.join(remarks)})" * bool(remarks)
