"""A book of problems: a page for each, and an index with difficulty, verdicts and findings.

:func:`build` makes a site from problems, :func:`write` writes it to a folder, page by page.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ...catalogue import Problem
from ...catalogue.checking import certificate_path
from ...catalogue.loading import check_names
from ...catalogue.order import HasGoal, Section, order, section_of
from ...catalogue.proving import Proof
from ...game.rules import PRESETS
from ...text.errors import SpiderError
from ...text.files import replace_file
from ...text.resources import shipped_folder
from ...text.wording import count_phrase
from ...version import __version__
from .. import web
from ..pictures import draw
from . import book, content, problem
from .claims import finding, verdict_chip
from .document import SHEET, document, footer, shared
from .game import GAME, render_game
from .markup import Content, Html, fill, join, prose, signs, tag
from .problem import BOOK, INDEX
from .thumbnail import thumbnail
from .tools import settings

#: Settings for deals: the numbers of suits that have a button, with its label, and the values of
#: the list of suits.
_SUITS: Final = ((1, "One suit"), (2, "Two suits"), (4, "Four suits"))
_WHICH: Final = (
    *("4", "2", "1", "clubs", "diamonds", "hearts", "clubs+diamonds", "clubs+hearts"),
    *("clubs+spades", "diamonds+hearts", "diamonds+spades"),
)
#: Ranges of the difficulty, from 0 to 10: lower bound, upper bound (not included), label.
_DIFFICULTIES: Final = ((0, 3, "under 3"), (3, 6, "3 to under 6"), (6, 11, "6 and more"))
#: The background of preview pictures.
_FELT: Final = "#1f6b45"
#: The maximum number of problems in the index page, and in each file with further entries.
_PIECE: Final = 50
#: Addresses of the page for each day and of the service worker.
DAILY: Final = "daily.html"
WORKER: Final = "worker.js"
#: The maximum number of files that a browser stores when a site is installed; it stores others
#: when they are visited.
_MOST_STORED: Final = 250
ICON: Final = "icon.svg"
_ICON: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">'
    f'<path fill="{_FELT}" d="M0 0h64v64H0z"/>'
    '<path fill="#fff" d="M32 8C22 22 12 27 12 38a10 10 0 0 0 17 7c0 6-2 8-5 11h16c-3-3-5-5-5-11'
    'a10 10 0 0 0 17-7C52 27 42 22 32 8z"/></svg>\n'
)
#: Matches a word that could be the name of a problem.
_NAME: Final = re.compile(r"[\w-]+")


class SiteError(SpiderError):
    """Raised if a site can't be built from the problems."""


@dataclass(slots=True)
class _Index:
    """The entries of the index page: for each problem the HTML to add, by the element's id."""

    entries: list[list[tuple[str, Html]]] = field(default_factory=list)
    lines: int = 0
    has_open_claims: bool = False


@dataclass(slots=True)
class Site:
    """A site of problems, from easy to hard, with the faults of the pages made so far."""

    problems: Sequence[Problem]
    title: str
    prove: Callable[[Problem], Sequence[Proof]] | None
    address: str
    faults: list[str] = field(default_factory=list)

    def files(self) -> Iterator[tuple[str, str | bytes]]:
        """Yield each file of the site, as its name and content; the index is the last one.

        Raises OSError if a certificate can't be read, DrawingError if a picture can't be drawn.
        """
        problems, index = self.problems, _Index()
        scripts = [
            f"{name}.js"
            for name in ("core", "player", "page", "play", "tools", "setup", "index", "daily")
        ]
        yield from shared(*scripts).items()
        yield DAILY, _daily_page()
        yield GAME, render_game()
        yield BOOK, _book(problems)
        related = _related(problems)
        printed: list[book.Parts] = []
        neighbours = zip([None, *problems], [*problems[1:], None], strict=False)
        for entry, (before, after) in zip(problems, neighbours, strict=False):
            proofs = self.prove(entry) if self.prove is not None else ()
            page = content.of_problem(entry, proofs)
            self.faults += (f"{page.id}: {fault}" for fault in page.faults)
            yield from _certificates(page).items()
            first = before is None and section_of(page) is Section.FIRST
            of = {other.id: other.title for other in related[page.id]}
            links = problem.Book(_link(before), _link(after), of, self.address, first)
            if self.address:
                picture = draw(page.start, "png", size=800, background=_FELT)
                yield f"{page.id}.png", picture
            yield f"{page.id}.svg", thumbnail(page.start)
            yield f"{page.id}.html", problem.render(page, links)
            _add(index, page)
            printed.append(book.parts(len(printed) + 1, book.Entry(entry, page)))
        yield "book.html", book.html(printed, title=self.title)
        own = content.to_set_up()
        yield f"{own.id}.html", problem.render(own, problem.Book())
        pieces = [f"index-{number}.js" for number in range(2, -(-len(problems) // _PIECE) + 1)]
        names = [f"{name}.html" for name in (own.id, *(each.id for each in problems))]
        yield from _installing([GAME, DAILY, BOOK, SHEET, *scripts, *pieces, *names], self.title)
        yield from _index_files(self, index)


def build(
    problems: Iterable[Problem],
    *,
    title: str = "Spider problems",
    prove: Callable[[Problem], Sequence[Proof]] | None = None,
    address: str = "",
) -> Site:
    """Return a site of problems, with the certificates of their claims and the checker.

    ``prove`` decides the claims that no line of the problem proves; without it they are shown as
    unproved.  If the future ``address`` of the site is given, link previews have PNG pictures.
    Raises SiteError if a problem's name can't be the name of a page, NotationError if two problems
    have the same name.  This function is fast: :meth:`Site.files` makes pages and proves claims.
    """
    problems = tuple(problems)
    check_names(problems)
    for entry in problems:
        if re.fullmatch(
            rf"(?:index|game|book|daily|icon|{content.to_set_up().id})(?:-\d+)?", entry.id
        ):
            raise SiteError(f"a problem can't be called '{entry.id}': that page is the book's own")
    address = address and f"{address.rstrip('/')}/"
    return Site(by_difficulty(problems), title, prove, address)


def _book(problems: Iterable[Problem]) -> str:
    """Return the script with what all pages share: dialogs, phrases of goals, and problems.

    A problem is a list: its name, title and theme, 1 if it can be the problem of the day or else
    0, and its difficulty, 0 if it has none.
    """
    entries = [
        [
            *(each.id, each.title, theme(each), int(section_of(each) is Section.PROBLEMS)),
            content.difficulty(each) or 0,
        ]
        for each in problems
    ]
    data = {"book": entries, "phrases": problem.phrases_data()}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    dialogs = f'document.body.insertAdjacentHTML("beforeend", {json.dumps(settings(tools=True))});'
    return f"window.spiderposBook = {text};\n{dialogs}\n"


def _related(problems: Iterable[Problem]) -> dict[str, list[Problem]]:
    """Return for each problem the problems named in its texts, and those whose texts name it."""
    by_name = {each.id: each for each in problems}
    related: dict[str, dict[str, Problem]] = defaultdict(dict)
    for each in by_name.values():
        for name in _NAME.findall(_texts(each)):
            if name in by_name and name != each.id:
                related[each.id][name] = by_name[name]
                related[name][each.id] = each
    return defaultdict(list, {name: list(others.values()) for name, others in related.items()})


def _texts(entry: Problem) -> str:
    claims = (claim.data for claim in entry.claims)
    claim_texts = [text for claim in claims for text in (claim.statement, claim.argument or "")]
    finding_texts = [finding.statement for finding in entry.findings]
    return " ".join((entry.data.stipulation, entry.data.notes or "", *claim_texts, *finding_texts))


def _certificates(page: content.Page) -> dict[str, bytes]:
    """Return the files of certificates for a page's claims, and the checker, by name."""
    claims = [shown.claim for shown in page.claims if shown.how is content.How.CERTIFIED]
    paths = [certificate_path(page.problem, claim) for claim in claims if page.problem]
    checker = [shipped_folder("certificates") / "check.py"] if paths else []
    return {path.name: path.read_bytes() for path in paths + checker}


def _daily_page() -> str:
    """Return the page with the problem of the day and its calendar."""
    return document(
        fill("daily.html", footer=footer(0)),
        title="Problem of the day",
        description="A Spider problem for each day",
        scripts=(BOOK, "daily.js"),
        in_book=True,
        icon=ICON,
    )


def _installing(names: Sequence[str], title: str) -> Iterator[tuple[str, str]]:
    """Yield the files that let a browser install the site: manifest, icon, service worker."""
    manifest = {
        "name": title,
        "short_name": "Spider",
        "start_url": INDEX,
        "display": "standalone",
        "background_color": _FELT,
        "theme_color": _FELT,
        "icons": [{"src": ICON, "sizes": "any", "type": "image/svg+xml"}],
    }
    yield "manifest.json", json.dumps(manifest, ensure_ascii=False)
    yield ICON, _ICON
    stored = [name for name in names if name.endswith((".html", ".js", ".css"))][:_MOST_STORED]
    store = f"spiderpos-{__version__}-{len(names)}"
    script = web.bare(web.asset("worker.js")).replace("$store", store)
    yield WORKER, script.replace('["$files"]', json.dumps([INDEX, *stored]))


# Order


def by_difficulty(problems: Iterable[Problem]) -> list[Problem]:
    """Sort problems from easy to hard: beginners' problems, other problems, whole games."""
    return sorted(problems, key=lambda each: order(each, content.difficulty(each)))


def theme(asking: HasGoal) -> str:
    """Return the kind of a problem's goal in a few words, for the list of problems."""
    if asking.goal is None:
        return "a question"
    numbers = asking.goal.requirements(asking.start)
    if numbers.win is not None:
        return "a win"
    if numbers.need or numbers.any or numbers.complete or numbers.complete_any:
        return "suits"
    if numbers.turned or numbers.turned_in or numbers.uncovered:
        return "hidden cards"
    return "spaces"


def _link(entry: Problem | None) -> tuple[str, str] | None:
    return (f"{entry.id}.html", entry.title) if entry is not None else None


# The index


def _add(index: _Index, page: content.Page) -> None:
    """Add the entries for a page to the index, so that the page can be removed from memory."""
    section = f"part-{section_of(page).name.lower()}"
    entry = [(section, _entry(page))]
    if chips := _verdicts(page):
        title = tag("a", page.title, href=f"{page.id}.html#claims")
        entry.append(("claims", tag("li", title, " ", chips)))
    if page.findings:
        entry.append(("findings", _findings(page)))
    index.entries.append(entry)
    index.lines += len(page.lines)
    index.has_open_claims |= any(not shown.comparison.verdict for shown in page.claims)


def _index_files(site: Site, index: _Index) -> Iterator[tuple[str, str]]:
    """Yield the files with the entries that the index page loads later, then the index page."""
    pieces = [
        index.entries[start : start + _PIECE] for start in range(0, len(index.entries), _PIECE)
    ]
    for number, piece in enumerate(pieces[1:], 2):
        data = json.dumps([part for entry in piece for part in entry], ensure_ascii=False)
        yield f"index-{number}.js", f"window.spiderposPiece({data});\n"
    contents: dict[str, list[Html]] = defaultdict(list)
    for place, html in (part for entry in pieces[:1] for parts in entry for part in parts):
        contents[place].append(html)
    count = count_phrase(len(site.problems), "problem")
    open_claims = " Claims marked “open” were not shown here." * index.has_open_claims
    authors = dict.fromkeys(each.data.author for each in site.problems)
    themes = dict.fromkeys(map(theme, site.problems))
    more = site.problems[_PIECE] if len(pieces) > 1 else None
    yield (
        INDEX,
        document(
            fill(
                "index.html",
                title=site.title,
                count=count,
                **_deals(),
                difficulties=(
                    tag("option", name, value=f"{least}-{most}")
                    for least, most, name in _DIFFICULTIES
                ),
                authors=(tag("option", author, value=author) for author in authors),
                themes=(tag("option", name, value=name) for name in themes),
                pieces=str(len(pieces)),
                parts=(_part(part, contents) for part in Section),
                more=_more(more),
                claims=_folded("Claims and their verdicts", "ul", "claims", contents),
                findings=_folded("Found out later", "div", "findings", contents),
                footer=footer(index.lines, open_claims),
            ),
            title=site.title,
            description=f"{count} in Spider solitaire, from easy to hard",
            scripts=(BOOK, "index.js"),
            in_book=True,
            icon=ICON,
            address=site.address,
        ),
    )


def _deals() -> dict[str, Html]:
    """Return the form elements of the index for choosing a deal to play, by name."""

    def options(values: Iterable[str]) -> Html:
        usual = tag("option", "as the rules say", value="")
        return join(usual, (tag("option", value) for value in values))

    def buttons(**attributes: bool | str) -> Html:
        return join(
            tag("button", words, type="button", data_suits=suits, **attributes)
            for suits, words in _SUITS
        )

    return {
        "choice": buttons(class_="first"),
        "day": buttons(data_day=True),
        "rules": join(
            tag("option", "Microsoft's" if name == "modern" else name, value=name)
            for name in sorted(PRESETS, key=lambda name: name != "modern")
        ),
        "suits": options(_WHICH),
        "start": options("234567"),
        "cells": options("01234"),
    }


def _part(part: Section, contents: dict[str, list[Html]]) -> Html:
    """Return a section of the list of problems, hidden while it is empty."""
    place = f"part-{part.name.lower()}"
    entries = tag("ul", *contents[place], class_="book", id=place)
    heading = tag("h2", part.value, class_="part")
    return tag("section", heading, entries, hidden=not contents[place])


def _folded(title: str, element: str, place: str, contents: dict[str, list[Html]]) -> Html:
    """Return a collapsed section of the index, hidden while it is empty."""
    parts = tag(element, *contents[place], id=place, class_="claims" if element == "ul" else None)
    summary = tag("summary", tag("h2", title))
    return tag("details", summary, parts, class_="more", hidden=not contents[place])


def _more(after: Problem | None) -> Html | None:
    """Return a link to the first problem that the index omits, for browsers without scripts."""
    if after is None:
        return None
    link = tag("a", after.title, href=f"{after.id}.html")
    return tag("noscript", tag("p", "The other problems, from one to the next: ", link))


def _verdicts(page: content.Page) -> Html:
    verdicts = Counter(shown.comparison.verdict for shown in page.claims)
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
    task = signs(str(page.goal)) if page.goal else prose(" ".join(page.stipulation.split()))
    return tag(
        "li",
        tag("img", src=f"{page.id}.svg", alt="", loading="lazy"),
        tag("h3", tag("a", page.title, href=f"{page.id}.html")),
        tag("p", task, class_="asked"),
        tag("ul", *(tag("li", fact) for fact in facts), class_="facts"),
        data_id=page.id,
        data_author=page.author,
        data_theme=theme(page),
        data_difficulty=f"{page.difficulty:g}" if page.difficulty is not None else "",
    )


def _findings(page: content.Page) -> Html:
    base = f"{page.id}.html"
    items = (finding(page, entry, base) for entry in page.findings)
    return join(tag("h3", tag("a", page.title, href=base)), tag("ul", *items, class_="claims"))


# Writing


def write(site: Site, folder: Path) -> None:
    """Write a site to a folder, which is created if necessary.

    Each file is replaced atomically as soon as it is made, the index last; other files in the
    folder stay.  Raises the errors of :meth:`Site.files`, and OSError if writing fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in site.files():
        replace_file(folder / name, data.encode() if isinstance(data, str) else data)
