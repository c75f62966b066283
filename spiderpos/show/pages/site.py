"""A book of problems: a page for each, and an index with difficulty, verdicts and findings.

:func:`build` makes all of it, :func:`write` puts it into a folder.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Final

from ...catalogue import Problem
from ...catalogue.checking import certificate_path
from ...catalogue.loading import check_names
from ...catalogue.order import DIFFICULTIES, Section, order, section_of
from ...catalogue.proving import Proof
from ...text.errors import SpiderError
from ...text.files import replace_file
from ...text.resources import shipped_folder
from ...text.wording import count_phrase, join_words
from ..pictures import draw
from . import content, problem
from .claims import finding, verdict_chip
from .document import document, footer, shared
from .markup import Content, Html, fill, join, tag
from .problem import INDEX
from .thumbnail import thumbnail

#: The table in pictures for previews.
_FELT: Final = "#1f6b45"


class SiteError(SpiderError):
    """A site that can't be built from these problems."""


@dataclass(frozen=True, slots=True)
class Site:
    """A site: its files by name, and what is wrong with its problems, by name."""

    files: Mapping[str, str | bytes]
    faults: tuple[str, ...]


def build(
    problems: Iterable[Problem],
    *,
    title: str = "Spider problems",
    prove: Callable[[Problem], Sequence[Proof]] | None = None,
    address: str = "",
) -> Site:
    """Return all pages of a book, with the certificates of their claims and the checker.

    ``prove`` decides the claims of a problem that no line shows; without it they are told as
    claims.  With the ``address`` where the site will be, previews of links get pictures, as PNG.
    Raises DrawingError if these can't be drawn, SiteError if a problem has a name that a page
    can't have, NotationError if two have the same; nothing is proved then.
    """
    problems = tuple(problems)
    check_names(problems)
    own = content.to_set_up()
    for entry in problems:
        if entry.id in ("index", own.id):
            raise SiteError(f"a problem can't be called '{entry.id}': that page is the book's own")
    pages = [
        content.of_problem(entry, prove(entry) if prove is not None else ()) for entry in problems
    ]
    address = address and f"{address.rstrip('/')}/"
    files: dict[str, str | bytes] = {**shared("core.js", "page.js", "index.js")}
    ordered = by_difficulty(pages)
    titles = tuple((page.id, page.title, theme(page)) for page in ordered)
    for page, before, after in zip(ordered, [None, *ordered], [*ordered[1:], None], strict=False):
        files |= _certificates(page)
        related = _related(page, pages)
        first = before is None and section_of(page) is Section.FIRST
        book = problem.Book(_link(before), _link(after), related, titles, address, first)
        if address:
            files[f"{page.id}.png"] = draw(page.start, "png", size=800, background=_FELT)
        files[f"{page.id}.html"] = problem.render(page, book)
    files[f"{own.id}.html"] = problem.render(own, problem.Book())
    files[INDEX] = _index(pages, title, address)
    faults = tuple(f"{page.id}: {fault}" for page in pages for fault in page.faults)
    return Site(files, faults)


def _related(page: content.Page, pages: Sequence[content.Page]) -> dict[str, str]:
    """Return the titles of the problems that a page speaks of, or that speak of it, by name."""
    texts = {other.id: _texts(other) for other in pages}
    return {
        other.id: other.title
        for other in pages
        if other is not page and (_names(texts[page.id], other) or _names(texts[other.id], page))
    }


def _texts(page: content.Page) -> str:
    claims = (shown.claim.data for shown in page.claims)
    claim_texts = [text for claim in claims for text in (claim.statement, claim.argument or "")]
    finding_texts = [finding.statement for finding in page.findings]
    return " ".join((page.stipulation, page.notes, *claim_texts, *finding_texts))


def _names(text: str, page: content.Page) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(page.id)}(?![\w-])", text) is not None


def _certificates(page: content.Page) -> dict[str, bytes]:
    """Return the certificates of a page's claims, by their names, and the checker."""
    claims = [shown.claim for shown in page.claims if shown.how is content.How.CERTIFIED]
    paths = [certificate_path(page.problem, claim) for claim in claims if page.problem]
    checker = [shipped_folder("certificates") / "check.py"] if paths else []
    return {path.name: path.read_bytes() for path in paths + checker}


# In which order


def by_difficulty(pages: Iterable[content.Page]) -> list[content.Page]:
    """Return pages of problems from easy to hard, in the parts of a list."""
    return sorted(pages, key=lambda page: order(page, page.difficulty))


def theme(page: content.Page) -> str:
    """Return in a few words what kind of thing a page asks for."""
    if page.goal is None:
        return "a question"
    numbers = page.goal.asked(page.start)
    if numbers.win is not None:
        return "a win"
    if numbers.need or numbers.any or numbers.complete or numbers.complete_any:
        return "suits"
    if numbers.turned or numbers.turned_in or numbers.uncovered:
        return "hidden cards"
    return "spaces"


def _link(page: content.Page | None) -> tuple[str, str] | None:
    return (f"{page.id}.html", page.title) if page is not None else None


# The index


def _index(pages: Sequence[content.Page], title: str, address: str) -> str:
    findings = [page for page in pages if page.findings]
    lines = sum(len(page.lines) for page in pages)
    claims = sum(len(page.claims) for page in pages)
    counts = [
        count_phrase(len(pages), "problem"),
        f"{count_phrase(lines, 'line')} of play",
        count_phrase(claims, "claim"),
    ]
    open_claims = ""
    if any(not shown.known.verdict for page in pages for shown in page.claims):
        open_claims = " Claims marked “open” were not shown here."
    later = tag("summary", tag("h2", "Found out later")), *map(_findings, findings)
    authors = dict.fromkeys(page.author for page in pages)
    themes = dict.fromkeys(map(theme, by_difficulty(pages)))
    return document(
        fill(
            "index.html",
            title=title,
            counts=f"{join_words(counts)}.",
            difficulties=(
                tag("option", name, value=f"{least}-{most}") for least, most, name in DIFFICULTIES
            ),
            authors=(tag("option", author, value=author) for author in authors),
            themes=(tag("option", name, value=name) for name in themes),
            parts=_parts(pages),
            claims=_claims(pages),
            findings=tag("details", *later, class_="more") if findings else None,
            footer=footer(lines, open_claims),
        ),
        title=title,
        description=join_words(counts),
        scripts=("index.js",),
        in_book=True,
        address=address,
    )


def _parts(pages: Sequence[content.Page]) -> Html:
    """Return the problems as lists, a part each."""
    parts = groupby(by_difficulty(pages), key=section_of)
    return join(
        tag(
            "section",
            tag("h2", part.value, class_="part"),
            tag("ul", *map(_entry, listed), class_="book"),
        )
        for part, listed in parts
    )


def _claims(pages: Sequence[content.Page]) -> Html | None:
    """Return the number of claims of each problem, with their verdicts, folded away."""
    items = [
        tag("li", tag("a", page.title, href=f"{page.id}.html#claims"), " ", chips)
        for page in pages
        if (chips := _verdicts(page))
    ]
    if not items:
        return None
    head = tag("summary", tag("h2", "Claims and their verdicts"))
    return tag("details", head, tag("ul", *items, class_="claims"), class_="more")


def _verdicts(page: content.Page) -> Html:
    verdicts = Counter(shown.known.verdict for shown in page.claims)
    return join(
        (verdict_chip(verdict, verdicts[verdict]), " ")
        for verdict in ("possible", "impossible", "")
        if verdicts[verdict]
    )


def _entry(page: content.Page) -> Html:
    facts: list[Content] = []
    if page.difficulty is not None:
        facts.append(f"difficulty {page.difficulty:g}")
    if page.author:
        facts.append(page.author)
    if page.solution is not None:
        judged = page.solution.judgement
        depends = f", {judged.assumption}" if judged is not None and judged.assumption else ""
        length = f"{count_phrase(page.solution.moves, 'move')}{depends}"
        facts.append(tag("span", length, class_="length"))
    task = str(page.goal) if page.goal else " ".join(page.stipulation.split())
    return tag(
        "li",
        thumbnail(page.start),
        tag("h3", tag("a", page.title, href=f"{page.id}.html")),
        tag("p", task, class_="asked"),
        tag("ul", *(tag("li", fact) for fact in facts), class_="facts"),
        data_id=page.id,
        data_author=page.author,
        data_theme=theme(page),
        data_daily=section_of(page) is Section.PROBLEMS,
        data_difficulty=f"{page.difficulty:g}" if page.difficulty is not None else "",
    )


def _findings(page: content.Page) -> Html:
    base = f"{page.id}.html"
    items = (finding(page, entry, base) for entry in page.findings)
    return join(tag("h3", tag("a", page.title, href=base)), tag("ul", *items, class_="claims"))


# Writing


def write(site: Site, folder: Path) -> None:
    """Write a site into a folder, which is made if it isn't there.

    Each file is put in place in one step, the index last; what else is in the folder stays.
    Raises OSError if it can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in sorted(site.files, key=lambda name: (name == INDEX, name)):
        data = site.files[name]
        replace_file(folder / name, data.encode() if isinstance(data, str) else data)
