"""A book of problems: a page for each, and an index with difficulty, verdicts and findings.

:func:`build` makes all of it, :func:`write` puts it into a folder.  A folder is written to only
if it is empty or holds a site that was written here before, which a file in it says.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from ...catalogue import Problem
from ...catalogue.loading import check_names
from ...catalogue.proving import Proof
from ...solver import evidence
from ...text.errors import SpiderError
from ...text.files import read_head, replace_file
from ...text.wording import count_phrase, join_words
from .. import web
from ..pictures import svg
from ..pictures.drawing import Drawing
from . import content, problem
from .document import document, footer, is_ours
from .markup import Content, Html, join, paragraphs, tag

__all__ = ["MANIFEST", "Site", "SiteError", "build", "check_folder", "names_of", "write"]

#: The file by which a folder says that it is a site of ours, and which files are.
MANIFEST: Final = "spiderpos-site.json"
INDEX: Final = "index.html"
#: The longest list of files that is read, in bytes; no site comes near it.
_LONGEST_LIST: Final = 16 * 1024 * 1024
#: The width of the pictures in the index, in pixels.
_PICTURE: Final = 440

_OURS: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\.(html|svg|json)")
#: Names of pages that a problem may not have.
_TAKEN: Final = frozenset(("index", "spiderpos-site"))


class SiteError(SpiderError):
    """A site that can't be built from these problems, or not be written to this folder."""


@dataclass(frozen=True, slots=True)
class Site:
    """A site: its files by name, and what is wrong with its problems, by name."""

    files: Mapping[str, str]
    faults: tuple[str, ...]


def build(
    problems: Iterable[Problem],
    *,
    title: str = "Spider problems",
    prove: Callable[[Problem], Sequence[Proof]] | None = None,
) -> Site:
    """All pages of a book, and the records of searches that they rest on.

    ``prove`` decides the claims of a problem that no line shows; without it they are told as
    claims.  Raises SiteError if a problem has a name that a page can't have, NotationError if two
    have the same; nothing is proved then.
    """
    problems = tuple(problems)
    check_names(problems)
    for found in problems:
        if found.id in _TAKEN:
            raise SiteError(f"a problem can't be called '{found.id}': that page is the book's own")
    pages = [
        content.of_problem(found, prove(found) if prove is not None else ()) for found in problems
    ]
    files: dict[str, str] = {}
    for number, page in enumerate(pages):
        before = pages[number - 1] if number else None
        after = pages[number + 1] if number + 1 < len(pages) else None
        files[f"{page.id}.svg"] = svg.draw(page.start, _picture(page))
        records = _records(page)
        if records:
            files[f"{page.id}.json"] = records
        files[f"{page.id}.html"] = problem.render(
            page, (_link(before), _link(after), INDEX), f"{page.id}.json" if records else ""
        )
    files[INDEX] = _index(pages, title)
    faults = tuple(f"{page.id}: {fault}" for page in pages for fault in page.faults)
    return Site(files, faults)


def _records(page: content.Page) -> str:
    """The records of searches that a page's claims rest on, as JSON; empty if there are none."""
    records = [shown.record for shown in page.claims if shown.record is not None]
    if not records:
        return ""
    return json.dumps([asdict(record) for record in records], indent=1) + "\n"


def _picture(page: content.Page) -> Drawing:
    return Drawing(size=_PICTURE, column_numbers=False, title=page.title)


def _link(page: content.Page | None) -> tuple[str, str] | None:
    return (f"{page.id}.html", page.title) if page is not None else None


# The index


def _index(pages: Sequence[content.Page], title: str) -> str:
    findings = [page for page in pages if page.findings]
    lines = sum(len(page.lines) for page in pages)
    claims = sum(len(page.claims) for page in pages)
    counts = [
        count_phrase(len(pages), "problem"),
        f"{count_phrase(lines, 'line')} of play",
        count_phrase(claims, "claim"),
    ]
    standings = {shown.standing for page in pages for shown in page.claims} - {""}
    open_claims = ""
    if standings:
        marks = join_words([f"“{standing}”" for standing in sorted(standings)], "or")
        open_claims = f" Claims marked {marks} were not shown here."
    found = tag(
        "section",
        tag("h2", "Found out later"),
        *(_findings(page) for page in findings),
        class_="notes findings",
    )
    return document(
        tag("a", "To the problems", href="#problems", class_="skip"),
        tag(
            "header", tag("h1", title), tag("p", join_words(counts), class_="source"), class_="top"
        ),
        tag(
            "main",
            tag("ul", *(_entry(page) for page in pages), class_="book", id="problems"),
            found if findings else None,
        ),
        footer(lines, open_claims),
        title=title,
        description=join_words(counts),
        styles=web.asset("page.css"),
        pictures=True,
    )


def _entry(page: content.Page) -> Html:
    facts: list[Content] = []
    if page.difficulty is not None:
        facts.append(f"Difficulty {page.difficulty:g} of 10")
    if page.solution is not None:
        judged = page.solution.judgement
        depends = f", {judged.assumption}" if judged is not None and judged.assumption else ""
        facts.append(f"Solved in {count_phrase(page.solution.moves, 'move')}{depends}")
    if len(page.lines) > 1:
        facts.append(f"{count_phrase(len(page.lines), 'line')} of play")
    verdicts = Counter((shown.standing, shown.claim.data.verdict) for shown in page.claims)
    if verdicts:
        chips = (
            problem.verdict_chip(verdict, standing, count)
            # What was decided here comes first, then what is recorded, and what is only claimed.
            for standing in ("", "recorded", "claimed")
            for verdict in ("solved", "impossible")
            if (count := verdicts[standing, verdict])
        )
        facts.append(join("Claims: ", *(join(chip, " ") for chip in chips)))
    if page.findings:
        facts.append(count_phrase(len(page.findings), "finding"))
    width, height = svg.size_of(page.start, _picture(page))
    return tag(
        "li",
        tag("img", src=f"{page.id}.svg", alt="", loading="lazy", width=width, height=height),
        tag("h2", tag("a", page.title, href=f"{page.id}.html")),
        tag("p", page.author, class_="source"),
        paragraphs(page.stipulation),
        tag("ul", *(tag("li", fact) for fact in facts), class_="facts"),
    )


def _findings(page: content.Page) -> Html:
    base = f"{page.id}.html"
    items = (problem.finding(page, found, base) for found in page.findings)
    return join(tag("h3", tag("a", page.title, href=base)), tag("ul", *items, class_="claims"))


# Writing


def names_of(problems: Iterable[Problem]) -> tuple[str, ...]:
    """The files that a site of these problems has in any case; records of searches come to it."""
    each = (f"{found.id}{suffix}" for found in problems for suffix in (".html", ".svg"))
    return (*each, INDEX)


def check_folder(folder: Path, names: Iterable[str]) -> set[str]:
    """The files of ours in a folder that a site with files of these names may be written to.

    Raises SiteError if the folder is neither empty nor a site of ours, or has a file of somebody
    else's where one of ours belongs; OSError.
    """
    ours = {name for name in _ours(folder) if _is_ours(folder / name)}
    for name in names:
        if name not in ours and os.path.lexists(folder / name):
            raise SiteError(
                f"'{folder / name}' is not a page that spiderpos wrote; nothing was written"
            )
    return ours


def write(site: Site, folder: Path) -> None:
    """Write a site into a folder, which is made if it isn't there.

    Each file is put in place in one step, the index last.  Files of ours that the site no longer
    has are taken away; others are left alone, also those that the folder's list says to be ours,
    but what is in them doesn't.  Raises SiteError as :func:`check_folder`, before anything is
    written, or for what somebody puts in the way of a file meanwhile, which ends the writing
    there; OSError if it can't be written.
    """
    ours = check_folder(folder, site.files)
    folder.mkdir(parents=True, exist_ok=True)
    there = folder / MANIFEST
    was = _list_in(folder)
    # Should this be broken off, what is written is known as ours all the same.
    listed = _manifest({*ours, *site.files}).encode()
    replace_file(there, listed, check=lambda: _check_list(folder, was))
    for name in sorted(site.files, key=lambda name: (name == INDEX, name)):
        path = folder / name
        replace_file(path, site.files[name].encode(), check=partial(_check_file, path, ours))
    for name in ours - set(site.files):
        if _is_ours(folder / name):
            (folder / name).unlink(missing_ok=True)
    last = _manifest(site.files).encode()
    replace_file(there, last, check=lambda: _check_list(folder, listed))


def _check_file(path: Path, ours: Collection[str]) -> None:
    """Raise SiteError if a file isn't the one of ours any more that it was, or is new there."""
    if os.path.lexists(path) and not (path.name in ours and _is_ours(path)):
        raise SiteError(_changed(path))


def _check_list(folder: Path, was: bytes | None) -> None:
    if _list_in(folder) != was:
        raise SiteError(_changed(folder / MANIFEST))


def _changed(path: Path) -> str:
    return (
        f"'{path}' was written by another program meanwhile, and is left as it is; "
        "the site isn't complete"
    )


def _is_ours(path: Path) -> bool:
    """Whether a file is a page, a picture or records of a site, by what is in it."""
    if not path.is_file() or path.is_symlink():
        return False
    if path.suffix == ".html":
        return is_ours(path)
    if path.suffix == ".svg":
        return svg.is_ours(path)
    return evidence.is_ours(path)


def _ours(folder: Path) -> set[str]:
    """The files that a folder's list says to be ours; SiteError if it is somebody else's."""
    if not folder.exists():
        return set()
    if not folder.is_dir():
        raise SiteError(f"'{folder}' is not a folder")
    text = _list_in(folder)
    if text is None:
        if any(folder.iterdir()):
            raise SiteError(
                f"'{folder}' is not empty and holds no site that spiderpos wrote "
                f"(it has no {MANIFEST}); nothing was written"
            )
        return set()
    try:
        if len(text) > _LONGEST_LIST:
            raise ValueError
        data: Any = json.loads(text)
        names = data["files"]
        # Only names that a site has: the file may come from anywhere.
        return {name for name in names if _OURS.fullmatch(name) and name != MANIFEST}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise SiteError(f"'{folder / MANIFEST}' can't be read; nothing was written") from None


def _list_in(folder: Path) -> bytes | None:
    """The list of files in a folder, as it is; None if there is none.  Raises OSError."""
    try:
        return read_head(folder / MANIFEST, _LONGEST_LIST + 1)
    except FileNotFoundError:
        return None


def _manifest(names: Iterable[str]) -> str:
    return json.dumps({"spiderpos-site": 1, "files": sorted(names)}, indent=1) + "\n"
