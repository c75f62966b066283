"""The page of Woods' claims on the site: a picture of each position, with the claims about it.

``woods-claims.md`` has the text and two tables, of figures and of his counts.  ``python
docs/claims.py`` updates these tables, and the sentence with the figures in the README.  The claims
are generated from the catalogue when the site is built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from spiderpos.catalogue import Problem, Report, check_problem, find_problem, problem_ids
from spiderpos.catalogue.checking import By, Relation, Standing
from spiderpos.catalogue.line import Claim
from spiderpos.catalogue.problem import START
from spiderpos.formats import dumps
from spiderpos.game.position import Position
from spiderpos.show.pages import content
from spiderpos.show.pages.lines import plan_line
from spiderpos.show.pages.markup import Content, Html, join, tag
from spiderpos.show.pictures import svg
from spiderpos.show.pictures.drawing import Drawing

__all__ = [
    "README",
    "SENTENCES",
    "beside",
    "counts",
    "figures",
    "page",
    "pictures",
    "sentences",
    "standing",
    "summary",
    "with_sentences",
    "woods",
    "write",
]

SENTENCES: Final = Path(__file__).with_name("woods.md")
PAGE: Final = Path(__file__).with_name("woods-claims.md")
#: Placeholder for the claims in the page.
_HERE: Final = "<!-- the claims -->\n"
_HEAD: Final = (
    "| problem | claims | known by a line or a plan | by a certificate | open |\n" + "|---" * 5
)
README: Final = PAGE.parents[1] / "README.md"
_COUNTED: Final = "| position | he counts | free by his word | where |\n" + "|---" * 4
#: His statements about free cards: problem, position, rank, quotation, and number.
_QUOTATIONS: Final = (
    ("woods-3", START, 13, "three free Kings", 3),
    ("woods-3", START, 12, "no free Queen", 0),
    ("woods-3", START, 6, "one free six", 1),
    ("woods-3", START, 4, "one free four", 1),
    ("woods-3", START, 3, "no free three", 0),
    ("woods-4", START, 12, "no free Queen", 0),
    ("woods-4", START, 11, "one free Jack", 1),
    ("woods-4", START, 9, "no free nine", 0),
    ("woods-4", START, 6, "no free six", 0),
    ("woods-5", START, 12, "two free Queens", 2),
    ("woods-5", START, 9, "two free nines", 2),
    ("woods-5", START, 7, "one free seven", 1),
    ("woods-5", START, 2, "one free deuce", 1),
    ("woods-5", "diamonds", 7, "no free seven", 0),
    ("woods-6", START, 12, "one free Queen", 1),
    ("woods-6", START, 10, "one free ten", 1),
    ("woods-6", START, 5, "no free five", 0),
    ("woods-6", START, 3, "one free three", 1),
    ("woods-6", START, 2, "one free deuce", 1),
    ("woods-6", "space", 10, "no free ten", 0),
    ("woods-6", "space", 5, "one free five", 1),
    ("woods-6", "space", 2, "no free deuce", 0),
    ("woods-6", "diamonds", 8, "one free eight", 1),
    ("woods-6", "diamonds", 6, "one free six", 1),
    ("woods-6", "clubs", 8, "no free eight", 0),
)
_CHECKER: Final = """\
To check a certificate, download it and <a href="gallery/check.py">the checker</a>, which
needs only Python: `python3 check.py FILE`.
"""


@cache
def woods() -> tuple[Problem, ...]:
    """Return the problems that Don Woods published."""
    return tuple(find_problem(name) for name in problem_ids() if name.startswith("woods-"))


def figures() -> str:
    """Return the table with the number of claims of each problem, by the kind of proof."""
    rows = [(problem, [_how(problem, claim) for claim in problem.claims]) for problem in woods()]
    lines = [
        f"| `{problem.id}` {problem.data.title} | {len(how)} | {how.count('line')} "
        f"| {how.count('certificate')} | {how.count('open')} |"
        for problem, how in rows
    ]
    every = [how for _, kinds in rows for how in kinds]
    counts = " | ".join(f"**{every.count(how)}**" for how in ("line", "certificate", "open"))
    return "\n".join([f"{_HEAD}|", *lines, f"| all | **{len(every)}** | {counts} |"]) + "\n"


def sentences(problem: Problem) -> str:
    """Return the table of a problem's claims in the order of the text, a row for each sentence."""
    rows = []
    for _, group in groupby(problem.claims, lambda claim: claim.path):
        claims = list(group)
        result = standing(problem, claims[0])
        statement = " ".join(claims[0].data.statement.split())
        if len(claims) > 1:
            statement = f"{statement.rpartition(' Here')[0]} ({len(claims)} cards)"
        file, proof = f"../problems/{problem.id}.yaml", f"{problem.id}.{claims[0].id}"
        proof = {
            By.LINE: f", by [`{problem.id}:{claims[0].data.line}`]({file})",
            By.PLAN: f", by [a plan]({file})",
            By.CERTIFICATE: f", by [`{proof}`](../certificates/{proof}.json.gz)",
        }.get(result.by, "")
        source = "-" if result.source == "nothing" else result.source
        verdict = (
            f"**{result.verdict}**" if result.relation is Relation.REFUTED else result.verdict
        )
        rows.append(f"| {statement} | {source} | {verdict or 'open'}{proof} |")
    return "\n".join(["| sentence | source | known |", "|---|---|---|", *rows]) + "\n"


def with_sentences(text: str) -> str:
    """Return the page on Woods' section IV with updated tables of claims."""
    for problem in woods():
        mark = f"<!-- {problem.id} -->\n"
        before, marker, rest = text.partition(mark)
        assert marker, problem.id  # noqa: S101 - our own page
        after = rest.partition("<!-- end -->")[2]
        text = f"{before}{mark}{sentences(problem)}<!-- end -->{after}"
    return text


def free(position: Position, rank: int) -> list[str]:
    """Return the free cards of a rank: face up, not covered by a card of the next lower rank."""
    places = []
    for number, column in enumerate(position.columns, 1):
        for card, below in zip(column.up, (*column.up[1:], None), strict=False):
            covered = below is not None and bool(below) and below.rank == rank - 1
            if card and card.rank == rank and not covered:
                places.append(f"{card} in {number}")
    return places


def counts() -> str:
    """Return the table of his counts, with the numbers by his own definition."""
    lines = []
    for name, reference, rank, quotation, number in _QUOTATIONS:
        cards = free(find_problem(name).position(reference), rank)
        mark = "" if len(cards) == number else "**"
        place = name if reference == START else f"{name}:{reference}"
        lines.append(
            f"| `{place}` | {quotation} | {mark}{len(cards)}{mark} | {', '.join(cards) or '-'} |"
        )
    return "\n".join([f"{_COUNTED}|", *lines]) + "\n"


def summary() -> str:
    """Return the sentence with the figures for the README."""
    every = [_how(problem, claim) for problem in woods() for claim in problem.claims]
    line, certificate, unknown = (every.count(how) for how in ("line", "certificate", "open"))
    return (
        f"The catalogue has {len(every)} claims about Don Woods' positions, nearly all his\n"
        f"  own; {line + certificate} of them are [known](docs/woods-claims.md): {line} by a line "
        f"or a plan that is\n  played out, {certificate} by a certificate of a complete search; "
        f"{unknown} are open."
    )


def beside(problem: Problem, claim: Claim) -> str:
    """Return the position next to which a claim is shown.

    For a claim with ``turning`` this is the position before the card turns up.
    """
    reference = claim.data.position
    if claim.data.turning is None:
        return reference
    return next(p.data.start or START for p in problem.positions if p.id == reference)


def page() -> str:
    """Return the complete page for the site."""
    text = PAGE.read_text(encoding="utf-8")
    assert _HERE in text  # noqa: S101 - our own page
    return text.replace(_HERE, "\n".join([_CHECKER, *map(_problem, woods())]))


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the address and the picture of each position with claims."""
    for problem in woods():
        for reference in dict.fromkeys(beside(problem, claim) for claim in problem.claims):
            position = problem.position(reference)
            yield _picture(problem, reference), svg.draw(position, _drawing(problem, reference))


@cache
def _report(name: str) -> Report:
    return check_problem(find_problem(name))


def standing(problem: Problem, claim: Claim) -> Standing:
    """Return the verdicts of the source and of the proof of a claim."""
    return _report(problem.id).claims[claim.id]


def _how(problem: Problem, claim: Claim) -> str:
    how = {By.LINE: "line", By.PLAN: "line", By.OPEN: "open"}
    return how.get(standing(problem, claim).by, "certificate")


def _picture(problem: Problem, reference: str) -> str:
    return f"claims/{problem.id}.{reference.replace('/', '.')}.svg"


def _drawing(problem: Problem, reference: str) -> Drawing:
    return Drawing(title=f"{problem.id}: {_where(problem, reference)}", theme="light")


def _problem(problem: Problem) -> str:
    """Return the section of a problem as Markdown, with its positions in the order of claims."""
    about = tag("p", " ".join(problem.data.stipulation.split()), class_="asked")
    order = list(dict.fromkeys(beside(problem, claim) for claim in problem.claims))
    claims = sorted(problem.claims, key=lambda claim: order.index(beside(problem, claim)))
    parts = [
        _position(problem, reference, list(group))
        for reference, group in groupby(claims, lambda claim: beside(problem, claim))
    ]
    title = f"## {problem.id}: {problem.data.title} {{#{problem.id}}}"
    return "\n\n".join([title, about, *parts]) + "\n"


def _position(problem: Problem, reference: str, claims: list[Claim]) -> Html:
    position = problem.position(reference)
    width, height = svg.size_of(position, _drawing(problem, reference))
    picture = tag(
        "img",
        src=_picture(problem, reference),
        alt=svg.describe(position),
        width=width,
        height=height,
        loading="lazy",
    )
    address = _game(problem, position)
    shown = tag(
        "figure",
        tag("a", picture, href=address),
        tag("figcaption", _where(problem, reference), ". ", tag("a", "Play it", href=address)),
    )
    return tag(
        "div",
        shown,
        tag("ul", *(_claim(problem, claim) for claim in claims)),
        class_="claims",
    )


def _where(problem: Problem, reference: str) -> str:
    """Return the title of a position."""
    if reference == START:
        return "The problem"
    for named in problem.positions:
        if named.id == reference:
            return named.data.title or named.id
    name = reference.partition("/")[0]
    return f"After “{problem.lines[name].title}”"


@cache
def _page_content(name: str) -> content.Page:
    return content.of_problem(find_problem(name))


def _claim(problem: Problem, claim: Claim) -> Html:
    data, position = claim.data, problem.position(claim.data.position)
    result = standing(problem, claim)
    return tag(
        "li",
        tag("strong", data.statement),
        " ",
        tag("span", result.verdict or "open", class_=f"verdict {result.verdict or 'open'}"),
        tag("br"),
        tag(
            "em",
            f"Source: {result.source}. Known: {result.known}. {str(result.relation).title()}.",
        ),
        tag("br"),
        tag("code", str(claim.goal)),
        tag("p", " ".join(data.argument.split())) if data.argument else tag("br"),
        *(join(part, " ") for part in _evidence(problem, claim, position)),
        id=f"{problem.id}.{claim.id}",
    )


def _evidence(problem: Problem, claim: Claim, position: Position) -> Iterator[Content]:
    """Yield the evidence for a claim, with links."""
    data = claim.data
    gallery = f"gallery/{problem.id}.html"
    if data.line is not None:
        part = _page_content(problem.id).segment(data.line)
        address = f"{gallery}#{part.key}:{part.number + len(part.steps)}"
        yield join("By ", tag("a", "this line", href=address), ".")
        return
    if claim.plan is not None:
        yield join(
            "By a ", tag("a", "plan", href=f"{gallery}#{plan_line(claim)}"), " for each card."
        )
        return
    if standing(problem, claim).by is By.CERTIFICATE:
        certificate = f"gallery/{problem.id}.{claim.id}.json.gz"
        yield tag("a", "Certificate", href=certificate)
    else:
        yield "Nobody knows yet."
    yield tag("a", "Check it", href=f"{gallery}#claim-{claim.id}")
    if not claim.goal.whatever:
        yield tag("a", "Try it", href=_game(problem, position, claim.id))


def _game(problem: Problem, position: Position, goal: str = "") -> str:
    """Return the address of the problem's page with this position to play, for a claim's goal."""
    fields = {"position": dumps(position, "fen").strip(), "moves": ""}
    if goal:
        fields["goal"] = goal
    return f"gallery/{problem.id}.html#{urlencode(fields, safe='/:')}"


def write(text: str, head: str, table: str) -> str:
    """Replace the table in a page that begins with ``head`` and ends at an empty line."""
    before, _, rest = text.partition(head)
    return f"{before}{table}\n{rest.partition(chr(10) * 2)[2]}"


def _with_summary(text: str) -> str:
    return re.sub(
        r"The catalogue has \d+ claims.*? open\.", lambda _: summary(), text, flags=re.DOTALL
    )


if __name__ == "__main__":
    pages = write(PAGE.read_text(encoding="utf-8"), _HEAD, figures())
    PAGE.write_text(write(pages, _COUNTED, counts()), encoding="utf-8")
    SENTENCES.write_text(with_sentences(SENTENCES.read_text("utf-8")), encoding="utf-8")
    README.write_text(_with_summary(README.read_text(encoding="utf-8")), encoding="utf-8")
