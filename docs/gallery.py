"""The first page of the site, with a card for each of Woods' problems, and their pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from docs.claims import standing, woods
from spiderpos.catalogue import Problem, load_problems
from spiderpos.show.pages import site
from spiderpos.show.pages.markup import join, tag
from spiderpos.show.pictures import svg
from spiderpos.text.resources import shipped_folder
from spiderpos.text.wording import count_phrase

__all__ = ["files", "page"]

PAGE: Final = Path(__file__).with_name("index.md")
#: Placeholder for the problems in the page.
_HERE: Final = "<!-- the problems -->\n"


def page() -> str:
    """Return the first page, with a card for each of Woods' problems."""
    text = PAGE.read_text(encoding="utf-8")
    assert _HERE in text  # noqa: S101 - our own page
    cards = tag("div", *map(_card, woods()), class_="problems")
    return text.replace(_HERE, f"{cards}\n")


def files() -> Iterator[tuple[str, str | bytes]]:
    """Yield the files of ``spiderpos site``, and pictures of Woods' problems."""
    problems = load_problems(shipped_folder("problems"))
    for name, text in site.build(problems, title="Spider problems").files():
        yield f"gallery/{name}", text
    for problem in woods():
        yield f"gallery/{problem.id}.svg", svg.draw(problem.start)


def _card(problem: Problem) -> str:
    counts = Counter(standing(problem, claim).verdict for claim in problem.claims)
    words = {"possible": "can be done", "impossible": "can't", "": "open"}
    content = [f"{counts[name]} {text}" for name, text in words.items() if counts[name]]
    return tag(
        "section",
        tag(
            "a",
            tag("img", src=f"gallery/{problem.id}.svg", alt=""),
            tag("strong", problem.data.title),
            href=f"gallery/{problem.id}.html",
        ),
        tag("p", " ".join(problem.data.stipulation.split())),
        tag(
            "a", count_phrase(len(problem.claims), "claim"), href=f"woods-claims.html#{problem.id}"
        ),
        join(": ", ", ".join(content)),
    )
