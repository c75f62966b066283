"""What Woods claims, on the site: each position as a picture, and beside it what is said of it.

``woods-claims.md`` has the text and a table of figures; ``python docs/claims.py`` writes the table
anew.  The claims come from the catalogue when the site is built.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from spiderpos.catalogue import Problem, find_problem, problem_ids
from spiderpos.catalogue.problem import START, Claim
from spiderpos.catalogue.proving import evidence_of
from spiderpos.formats import dumps
from spiderpos.game.position import Position
from spiderpos.show.pages import content
from spiderpos.show.pages.lines import plan_line
from spiderpos.show.pages.markup import Content, Html, join, tag
from spiderpos.show.pictures import svg
from spiderpos.show.pictures.drawing import Drawing
from spiderpos.text.wording import count_phrase

__all__ = ["figures", "page", "pictures", "standing", "woods"]

PAGE: Final = Path(__file__).with_name("woods-claims.md")
#: Where in the page the claims stand: after the table.
_HERE: Final = "<!-- the claims -->\n"
_HEAD: Final = (
    "| problem | claims | shown by a line or a plan | by a search | open |\n" + "|---" * 5
)
_CHECKER: Final = """\
To check a certificate, download it, and <a href="certificates/check.py">the checker</a>, which
wants Python and nothing else: `python3 check.py FILE`.
"""
_CERTIFICATES: Final = Path(__file__).resolve().parents[1] / "certificates"


@cache
def woods() -> tuple[Problem, ...]:
    """The problems that Don Woods published."""
    return tuple(find_problem(name) for name in problem_ids() if name.startswith("woods-"))


def figures() -> str:
    """The table: of each problem how many claims there are, and how they are decided."""
    rows = [(problem, [_how(problem, claim) for claim in problem.claims]) for problem in woods()]
    lines = [
        f"| `{problem.id}` {problem.data.title} | {len(how)} | {how.count('line')} "
        f"| {how.count('search')} | {how.count('open')} |"
        for problem, how in rows
    ]
    every = [how for _, found in rows for how in found]
    counts = " | ".join(f"**{every.count(how)}**" for how in ("line", "search", "open"))
    return "\n".join([f"{_HEAD}|", *lines, f"| all | **{len(every)}** | {counts} |"]) + "\n"


def page() -> str:
    """The whole page for the site."""
    text = PAGE.read_text(encoding="utf-8")
    assert _HERE in text  # noqa: S101 - of our own page
    return text.replace(_HERE, "\n".join([_CHECKER, *map(_problem, woods())]))


def pictures() -> Iterator[tuple[str, str]]:
    """A picture of each position that claims are about, by its address."""
    for problem in woods():
        for reference in dict.fromkeys(claim.data.position for claim in problem.claims):
            position = problem.position(reference)
            yield _picture(problem, reference), svg.draw(position, _drawing(problem, reference))


def _how(problem: Problem, claim: Claim) -> str:
    if claim.shown:
        return "line"
    return "search" if claim.id in evidence_of(problem) else "open"


def standing(problem: Problem, claim: Claim) -> str:
    """What is so: the verdict, or "undecided"."""
    return "undecided" if _how(problem, claim) == "open" else str(claim.data.verdict)


def _picture(problem: Problem, reference: str) -> str:
    return f"claims/{problem.id}.{reference.replace('/', '.')}.svg"


def _drawing(problem: Problem, reference: str) -> Drawing:
    return Drawing(title=f"{problem.id}: {_where(problem, reference)}", theme="light")


def _problem(problem: Problem) -> str:
    """A problem's part of the page, as Markdown: its positions in the order of their claims."""
    about = tag("p", " ".join(problem.data.stipulation.split()), class_="asked")
    claims = sorted(problem.claims, key=lambda claim: _order(problem).index(claim.data.position))
    parts = [
        _position(problem, reference, list(group))
        for reference, group in groupby(claims, lambda claim: claim.data.position)
    ]
    title = f"## {problem.id}: {problem.data.title} {{#{problem.id}}}"
    return "\n\n".join([title, about, *parts]) + "\n"


def _order(problem: Problem) -> list[str]:
    return list(dict.fromkeys(claim.data.position for claim in problem.claims))


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
        tag("ul", *(_claim(problem, claim, position) for claim in claims)),
        class_="claims",
    )


def _where(problem: Problem, reference: str) -> str:
    """What a position is, in words."""
    if reference == START:
        return "The problem"
    for named in problem.positions:
        if named.id == reference:
            return named.data.title or named.id
    name = reference.partition("/")[0]
    return f"After “{next(line.title for line in problem.lines if line.id == name)}”"


@cache
def _told(name: str) -> content.Page:
    return content.of_problem(find_problem(name))


def _claim(problem: Problem, claim: Claim, position: Position) -> Html:
    data = claim.data
    verdict = standing(problem, claim)
    said = data.claimed or (data.verdict if verdict == "undecided" else None)
    return tag(
        "li",
        tag("strong", data.statement),
        " ",
        tag("span", verdict, class_=f"verdict {verdict}"),
        tag("em", f" Woods says: {said}.") if said else None,
        tag("br"),
        tag("code", str(claim.goal)),
        tag("p", " ".join(data.argument.split())) if data.argument else tag("br"),
        *(join(part, " ") for part in _evidence(problem, claim, position)),
        id=f"{problem.id}.{claim.id}",
    )


def _evidence(problem: Problem, claim: Claim, position: Position) -> Iterator[Content]:
    """What shows a claim, with links to it."""
    data = claim.data
    gallery = f"gallery/{problem.id}.html"
    if data.line is not None:
        part = _told(problem.id).segment(data.line)
        address = f"{gallery}#{part.key}:{part.number + len(part.steps)}"
        yield join("By ", tag("a", "this line", href=address), ".")
        return
    if claim.plan is not None:
        yield join(
            "By a ", tag("a", "plan", href=f"{gallery}#{plan_line(claim)}"), " for each card."
        )
        return
    record = evidence_of(problem).get(claim.id)
    if record is None:
        yield "Nobody knows yet."
    elif record.searched.method == "classes":
        exact = len(record.searched.precision)
        cards = (
            f"The suits of {exact} cards matter" if exact > 1 else "The suit of one card matters"
        )
        searched = count_phrase(record.searched.classes, "class", "classes")
        yield f"Searched: {searched}. {cards if exact else 'No suit matters'}."
    else:
        yield f"Searched: {record.searched.classes:,} positions."
    certificate = f"{problem.id}.{claim.id}.json.gz"
    if (_CERTIFICATES / certificate).exists():
        yield tag("a", "Certificate", href=f"certificates/{certificate}")
    elif record is not None:
        yield tag("a", "Record", href=f"gallery/{problem.id}.json")
    yield tag("a", "Check it", href=f"{gallery}#claim-{claim.id}")
    if not claim.goal.whatever:
        yield tag("a", "Try it", href=_game(problem, position, claim.id))


def _game(problem: Problem, position: Position, goal: str = "") -> str:
    """The address of a page on which the position can be played, for a claim's goal."""
    told = {"position": dumps(position, "fen").strip(), "moves": ""}
    if goal:
        told["goal"] = goal
    return f"gallery/{problem.id}.html#{urlencode(told, safe='/:')}"


if __name__ == "__main__":
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(_HEAD)
    after = rest.partition("\n\n")[2]
    PAGE.write_text(f"{before}{figures()}\n{after}", encoding="utf-8")
