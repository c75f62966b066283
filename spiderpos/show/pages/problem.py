"""Render the page of a problem as HTML, from its content (see ``content``).

Without JavaScript the page shows all its text: the position as a diagram, and the solution in a
collapsed element.  The script draws the cards, and the core plays the moves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from ...advice.explain import explain
from ...catalogue import Claim, Problem
from ...catalogue.problem import START
from ...formats import dumps
from ...game.cards import Suit
from ...game.position import Column, Position
from ...game.rules import COLUMNS
from ...goals.clauses import game_data
from ...goals.goal import Goal, parse
from ...goals.judge import Verdict
from ...text.errors import NotWritable
from ...text.wording import count_phrase
from ..web.data import position_data
from .claims import claims, findings, link
from .content import Page
from .document import document, footer
from .lines import LineShown, Segment
from .markup import AS_FEN, Content, Html, data_block, fill, join, paragraphs, prose, signs, tag
from .rules import rules_folded, rules_words
from .tools import COPY, TOOLS, settings


@dataclass(frozen=True, slots=True)
class Book:
    """The links of a problem's page to other pages of its book.

    ``before`` and ``after`` are the address and title of the neighbouring pages, ``of`` the titles
    of problems that mention this one or are mentioned, by name.  ``address`` is the address of the
    book, ending in a slash, or empty.  ``first`` is True for the first problem, for beginners.
    """

    before: tuple[str, str] | None = None
    after: tuple[str, str] | None = None
    of: Mapping[str, str] = field(default_factory=dict)
    address: str = ""
    first: bool = False


#: The beginning of a source that is a command of spiderpos, not a publication.  Such a source is
#: shown in the notes, not below the title.
_COMMAND: Final = "'spiderpos "
#: Matches an answer that is a column.
_COLUMN: Final = re.compile(r"Column (\d+)\.?", re.ASCII)
#: Address of a book's index.
INDEX: Final = "index.html"
#: Script with the data that the pages of a book share.
BOOK: Final = "book.js"
_NOTATIONS: Final = (
    ("diagram", "Diagram", "{columns}, separated by tabs"),
    ("line", "Save line", "Includes the face-down cards and the hand if they are known"),
    ("fen", "One line", "The notation of spiderpos"),
)
_ORIGINS: Final = {
    "printed": "printed in the source",
    "described": "described in the source",
}
#: Objectives and conditions from which readers can compose a goal for any position.
OBJECTIVES: Final = (
    *("win", "remove any suit", "get a space", "turn up a card"),
    *(f"remove {suit}" for suit in Suit),
    *(f"remove {count} suits" for count in range(2, 9)),
    *(f"get {count} spaces" for count in range(2, 6)),
    *(f"turn up {count} cards" for count in range(2, 11)),
    *("complete any suit", *(f"complete {suit}" for suit in Suit)),
    *(f"get a space in column {number}" for number in range(1, 11)),
    *(f"turn up a card in column {number}" for number in range(1, 11)),
)
CONDITIONS: Final = ("without dealing", "without turning up", "without making a space")


def render(page: Page, book: Book | None = None) -> str:
    """Return the complete page as HTML.

    With a ``book`` it has links to other pages; its styles, scripts and certificates are separate
    files.  Without one it contains its styles and scripts, but no certificates.
    """
    source: Content = page.source
    if page.url.startswith(("https://", "http://")):
        source = tag("a", page.source, href=page.url)
    if _COMMAND in page.source:
        source = None
    peek = None
    if any(any(column.down) for root in page.roots for column in root.position.columns):
        box = tag("input", type="checkbox", id="peek")
        peek = tag("label", box, " Show the face-down cards", class_="scripted-only")
    solution = page.solution
    judged = solution.judgement if solution else None
    printed = solution is not None and solution.origin == "printed"
    goal = tag("li", tag("code", signs(str(page.goal))), class_="clause") if page.goal else None
    return document(
        fill(
            "page.html",
            navigation=_navigation(book),
            title=page.title,
            source=_source(page.author, source),
            player=fill(
                "player.html",
                stipulation=paragraphs(page.stipulation, class_="stipulation"),
                goal=goal,
                facts=_facts(page, book),
                diagram=dumps(page.start, "diagram"),
                controls=fill("controls.html"),
                printed=str(judged.reached_at or "") if judged is not None else "",
                line="the printed line" if printed else "the line on this page",
                tools=join(COPY, TOOLS if book else None, peek),
                settings=settings() if book is None else None,
                solution=_solution(page),
            ),
            claims=claims(page, in_book=book is not None),
            findings=findings(page),
            setting=fill("setting.html") if page.set_up else None,
            texts=(_as_text(page.start, *notation) for notation in _NOTATIONS),
            notes=join(_hints(page), _notes(page)),
            footer=footer(len(page.lines)),
            data=data_block("data", _data(page, book)),
        ),
        title=f"{page.title} ({page.id})" if page.problem else page.title,
        description=prose(" ".join(page.stipulation.split())),
        sheets=("set-up.css",) if page.set_up else (),
        scripts=_scripts(page, book),
        in_book=book is not None,
        address=f"{book.address}{page.id}.html" if book and book.address else "",
        picture=f"{book.address}{page.id}.png" if book and book.address else "",
    )


def _scripts(page: Page, book: Book | None) -> Sequence[str]:
    more = ("setup.js",) if page.set_up else ("tools.js",) if book is not None else ()
    return ("core.js", *more, "page.js") if book is None else (BOOK, "core.js", *more, "page.js")


def _data(page: Page, book: Book | None) -> dict[str, Any]:
    """Return the data for the script: lines, and games for the core to play and search.

    In a book, a file shared by all pages has the list of problems and the phrases of goals.
    """
    segments = [segment for line in page.lines for segment in line.segments]
    keys = [segment.key for segment in segments]
    answer = _exchange(page)
    goals = {START: page.goal} | ({answer.data.position: answer.goal} if answer else {})
    return {
        "id": page.id if page.problem else "",
        "start": position_data(page.start),
        "segments": [_segment_data(segment, keys) for segment in segments],
        "byHand": not page.start.rules.automatic_removal,
        "games": {
            root.name: game_data(root.position, goals.get(root.name)) for root in page.roots
        },
        "first": book is not None and book.first,
        "answer": answer.data.position if answer else "",
        "column": int(column[1]) if (column := _COLUMN.fullmatch(page.answer)) else 0,
        "claims": {
            shown.claim.id: _claim_data(page.problem, shown.claim)
            for shown in page.claims
            if page.problem is not None and not shown.decided and shown.claim.plan is None
        },
        **({"book": ()} if book is None else {}),
        **({"phrases": phrases_data()} if page.set_up and book is None else {}),
    }


def _exchange(page: Page) -> Claim | None:
    """Return the claim that answers the question "which two cards must be exchanged?", or None.

    That is a claim of possibility about a position that differs from the start by two cards.
    """
    if page.goal is not None:
        return None
    roots = {root.name: root.position for root in page.roots if root.name != START}
    claims = (shown.claim for shown in page.claims if shown.decided)
    return next(
        (
            claim
            for claim in claims
            if claim.expected == "possible"
            and claim.data.position in roots
            and _differing(page.start, roots[claim.data.position]) == 2
        ),
        None,
    )


def _differing(one: Position, other: Position) -> int:
    """Count the face-up cards that differ; return -1 if the columns differ in other ways."""
    pairs = list(zip(one.columns, other.columns, strict=True))
    if any((a.down, len(a.up)) != (b.down, len(b.up)) for a, b in pairs):
        return -1
    return sum(c != d for a, b in pairs for c, d in zip(a.up, b.up, strict=True))


@cache
def phrases_data() -> dict[str, dict[str, list[int]]]:
    """Return the encoding for the core of each phrase from which readers compose goals."""
    return {
        "objectives": {words: _numbers(words, 0) for words in OBJECTIVES},
        "conditions": {words: _numbers(f"win {words}", 1) for words in CONDITIONS},
    }


def _numbers(goal: str, clause: int) -> list[int]:
    data = game_data(Position((Column((), ()),) * COLUMNS), parse(goal))
    numbers: list[int] = data["goal"]["clauses"][clause]["numbers"]
    return numbers


def _claim_data(problem: Problem, claim: Claim) -> dict[str, Any]:
    """Return the data of a claim for a search in the page."""
    return {
        "game": game_data(problem.position(claim.data.position), claim.goal),
        "verdict": "solved" if claim.expected == "possible" else claim.expected,
    }


def _segment_data(segment: Segment, keys: list[str]) -> dict[str, Any]:
    """Return the data of a segment for the script, which reads the moves from the HTML."""
    before = segment.begin.before
    return {
        "key": segment.key,
        "root": segment.begin.root,
        "before": keys.index(before) if before is not None else None,
        "number": segment.number,
    }


# The head of the page


def _navigation(book: Book | None) -> Html | None:
    if book is None:
        return None
    links: list[Content] = [tag("li", tag("a", "All problems", href=INDEX, data_index=True))]
    if book.before is not None:
        address, title = book.before
        links.insert(0, tag("li", tag("a", f"← {title}", href=address, rel="prev")))
    if book.after is not None:
        address, title = book.after
        links.append(tag("li", tag("a", f"{title} →", href=address, rel="next")))
    return tag("nav", tag("ul", *links), aria_label="Problems")


def _facts(page: Page, book: Book | None) -> Html:
    facts: dict[str, Content] = {}
    if page.difficulty is not None:
        facts["Difficulty"] = f"{page.difficulty:g} of 10"
    rules = rules_words(page.start.rules)
    if rules:
        facts["Rules"] = rules
    if book is not None and book.of:
        others = [tag("a", title, href=f"{name}.html") for name, title in book.of.items()]
        facts["See also"] = join(others[0], *(join(", ", other) for other in others[1:]))
    return join(
        (tag("p", tag("b", name), " ", fact, class_="fact") for name, fact in facts.items()),
        rules_folded(page.start.rules),
    )


def _source(author: str, source: Content) -> Html | None:
    if not author:
        return None
    return tag("p", author, (". ", source) if source else None, class_="source")


def _hints(page: Page) -> Html | None:
    """Return the hints, each in a collapsed element."""
    if not page.hints:
        return None
    hints = [
        tag("details", tag("summary", f"Hint {number}"), paragraphs(hint), class_="hint")
        for number, hint in enumerate(page.hints, 1)
    ]
    return tag("section", hints, id="hints")


def _notes(page: Page) -> Html | None:
    """Return the notes and the origin, collapsed because they may reveal the solution."""
    blocks = page.notes.split("\n\n")
    notes = "\n\n".join(block for block in blocks if not block.startswith(AS_FEN))
    origin = [page.source] if _COMMAND in page.source else []
    origin += [block for block in blocks if block.startswith(AS_FEN)]
    small = paragraphs("\n\n".join(origin))
    rating = page.difficulty_note
    if not (small or notes or rating or page.answer or page.themes):
        return None
    return tag(
        "details",
        tag("summary", tag("h2", "Notes"), tag("span", " (they may tell the solution)")),
        paragraphs(f"Answer: {page.answer}") if page.answer else None,
        paragraphs(notes),
        tag("p", f"Themes: {', '.join(page.themes)}.") if page.themes else None,
        tag("p", f"Difficulty: {' '.join(rating.split())}.") if rating else None,
        tag("div", small, class_="note") if small else None,
        class_="more spoiler",
        id="notes",
    )


# The solution


def _solution(page: Page) -> Html | None:
    if not page.lines:
        return None
    solution = page.solution
    chosen = solution or page.lines[0]
    title = "Solution" if solution else "Lines of play"
    return tag(
        "details",
        tag("summary", tag("h2", title)),
        _choice(page) if len(page.lines) > 1 else None,
        tag("p", id="variations", class_="variations", hidden=True),
        tag("div", *(_line(page, line) for line in page.lines), id="moves", class_="moves"),
        id="solution",
        class_="solution panel",
        data_chosen=chosen.segments[-1].key if chosen.segments else "",
        data_solves=solution.id if solution is not None else None,
    )


def _judged(line: LineShown) -> Html | None:
    judgement = line.judgement
    if judgement is None:
        return None
    reached = judgement.reached_at
    if judgement.verdict is Verdict.HOLDS:
        text = f"Solved by move {reached}" if reached else "The goal holds at the start"
    elif judgement.verdict is Verdict.UNDECIDED:
        text = "The line reaches the goal, but alone it can't prove that this needs no luck"
        text = text if reached is not None else "This line alone doesn't prove it"
    else:
        text = "Not solved"
    if judgement.assumption:
        text += f", {judgement.assumption}"
    findings = (
        tag(
            "li",
            f"{signs(f.phrase)}: ",
            tag("b", str(f.verdict)),
            signs(f" ({f.found})") if f.found else None,
        )
        for f in judgement.findings
    )
    heading = tag("p", tag("strong", f"{text}."))
    return tag("div", heading, tag("ul", findings), class_=f"judged {judgement.verdict}")


def _choice(page: Page) -> Html:
    """Return the lines as a tree, each with the lines that continue it."""
    owner = {s.key: line for line in page.lines for s in line.segments}
    children: dict[str, list[LineShown]] = {}
    for line in page.lines:
        before = line.segments[0].begin.before if line.segments else None
        parent = owner[before].id if before is not None else ""
        children.setdefault(parent, []).append(line)

    def level(parent: str) -> Html | None:
        lines = children.get(parent)
        if not lines:
            return None
        return tag("ul", *(tag("li", _line_link(line), level(line.id)) for line in lines))

    return tag("nav", tag("h3", "Lines"), level(""), class_="lines", aria_label="Lines of play")


def _line_link(line: LineShown) -> Html:
    if not line.segments:
        return tag(
            "span", prose(line.title), " ", tag("span", "can't be played", class_="chip fails")
        )
    chips = [tag("span", "solves", class_="chip solved")] if line.solves else []
    if any(segment.stop for segment in line.segments):
        chips.append(tag("span", "stops", class_="chip fails"))
    # Link to the place where this line branches off from its parent line.
    address = f"#{line.segments[-1].key}:{line.segments[0].number}"
    link = tag("a", prose(line.title), href=address)
    return join(link, *(join(" ", chip) for chip in chips))


def _origin(line: LineShown) -> str:
    """Return a phrase about the origin of a line: the source, or the person who found it."""
    # Without a name "found" would be misleading: the problem's author may have known the line.
    if not line.by:
        return _ORIGINS.get(line.origin, "")
    by = f"found by {line.by}" if line.origin == "found" else f"by {line.by}"
    return ", ".join(filter(None, (_ORIGINS.get(line.origin), by)))


def _line(page: Page, line: LineShown) -> Html:
    origin = _origin(line)
    begins = fault = None
    # A line with a full stop in its name belongs to a claim, whose goal differs from the page's.
    goal = None if "." in line.id else page.goal
    if line.segments:
        first = line.segments[0]
        root = next(root for root in page.roots if root.name == first.begin.root)
        before = first.begin.before
        if before is not None:
            begins = tag("p", "Continues ", link(page, before), class_="note goes-on")
        elif root.position != page.start:
            begins = tag("p", f"Begins from another position: {prose(root.title)}", class_="note")
    if line.fault:
        fault = tag("p", f"This line can't be played: {line.fault}", class_="stop")
    return tag(
        "section",
        tag("h3", prose(line.title)),
        tag("p", origin, class_="origin") if origin else None,
        begins,
        paragraphs(line.note, class_="note"),
        fault,
        (_segment(segment, goal) for segment in line.segments),
        _judged(line),
        class_="line",
        data_line=line.id,
    )


def _segment(segment: Segment, goal: Goal | None) -> Html:
    goal = goal if segment.begin.root == START else None
    explanations = explain((*segment.begin.past, *segment.steps), goal)[segment.number :]
    remarks = segment.remarks or (("", ""),) * len(segment.steps)
    moves = [
        tag(
            "li",
            tag(
                "a",
                signs(each.words) + " (for example)" * (segment.example and not index),
                data_move=each.words if segment.example and not index else None,
            ),
            mark or None,
            tag("small", signs(each.text)),
            tag("em", prose(comment)) if comment else None,
        )
        for index, (each, (mark, comment)) in enumerate(zip(explanations, remarks, strict=False))
    ]
    stop = segment.stop
    if stop is not None:
        move = tag("b", f"Move {stop.number}, {signs(stop.words)}")
        stopped = tag("p", move, f", can't be played: {signs(stop.reason)}.", class_="stop")
    return tag(
        "div",
        tag("h4", prose(segment.title)) if segment.title else None,
        tag("ol", moves, start=segment.number + 1) if moves else None,
        stopped if stop is not None else None,
        class_="segment",
        data_segment=segment.key,
    )


# The position as text


def _as_text(position: Position, name: str, label: str, note: str) -> Html | None:
    text = _written(position, name)
    if not text:
        return None
    columns = count_phrase(len(position.columns), "column")
    copy = tag("button", "Copy", type="button", data_copy=name, class_="scripted-only")
    return tag(
        "div",
        tag("div", tag("h3", label), copy, class_="copy-head"),
        tag("p", note.format(columns=columns), class_="note"),
        tag("pre", text, id=f"text-{name}", tabindex="0"),
        class_="copy",
    )


def _written(position: Position, name: str) -> str:
    """Return the position in a notation; empty if the notation can't represent it."""
    try:
        return dumps(position, name).rstrip("\n")
    except NotWritable:
        return ""
