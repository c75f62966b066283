"""The page of a problem, in one file: :func:`render` makes HTML of what ``content`` found out.

The text is all there without a script: the position as a diagram, the solution folded away.  The
script draws the cards, and plays the moves from steps that were worked out here.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final

from ...catalogue.checking import Outcome
from ...catalogue.schema import FindingText
from ...formats import dumps
from ...game.position import Position
from ...goals.judge import Judgement, Verdict
from ...scripts.words import describe
from ...solver.prover.answer import Outcome as Answered
from ...text.errors import NotWritable
from ...text.wording import count_phrase
from .. import web
from ..web.data import position_data, step_data
from .content import ClaimShown, LineShown, Page, Segment, found_line, plan_line
from .document import document, footer
from .markup import Content, Html, data_block, join, paragraphs, tag

__all__ = ["Neighbours", "finding", "render", "verdict_chip"]

#: Links to the pages before and after this one in a book, as address and title; and the index's.
Neighbours = tuple[tuple[str, str] | None, tuple[str, str] | None, str]

_NOTATIONS: Final = (
    ("diagram", "Diagram", "{columns}, parted by tabs"),
    ("line", "Save line", "Holds the face-down cards and the hand too, as far as they are known"),
    ("fen", "One line", "spiderpos' own notation"),
)
_ORIGINS: Final = {
    "printed": "printed in the source",
    "described": "described in the source",
}
_KINDS: Final = {
    "error": "The source errs",
    "shorter": "A shorter line",
    "cook": "Another solution",
    "more": "Further fact",
}


def render(page: Page, neighbours: Neighbours | None = None, records_at: str = "") -> str:
    """The whole page as HTML.

    In a book it has links to its ``neighbours``, and to the records of searches if they are
    published at the address ``records_at``.
    """
    keys = [segment.key for line in page.lines for segment in line.segments]
    data = {
        "roots": {
            root.name: position_data(root.position) | {"fen": _written(root.position, "fen")}
            for root in page.roots
        },
        "segments": [_segment_data(s, keys) for line in page.lines for s in line.segments],
    }
    styles = "".join((web.card_style(), web.asset("board.css"), web.asset("page.css")))
    return document(
        tag("a", "To the position", href="#position", class_="skip"),
        Html(web.card_art()),
        tag("header", _navigation(neighbours), _heading(page), class_="top"),
        tag(
            "main",
            tag("div", _question(page), _stage(page), _solution(page), class_="player"),
            _claims(page, records_at),
            _findings(page),
            _as_text(page),
            _notes(page),
        ),
        footer(len(page.lines)),
        data_block("data", data),
        title=f"{page.title} ({page.id})" if page.problem else page.title,
        description=" ".join(page.stipulation.split()),
        styles=styles,
        script=web.joined("page.js"),
    )


def _segment_data(segment: Segment, keys: list[str]) -> dict[str, Any]:
    """A segment for the script: steps without their words, which stand in the page."""
    steps = []
    for step in segment.steps:
        data = step_data(step)
        del data["words"]
        data["fen"] = _changed_parts(_written(step.before, "fen"), _written(step.after, "fen"))
        steps.append(data)
    if segment.example:
        steps[0]["say"] += " This card is an example."
    return {
        "key": segment.key,
        "root": segment.root,
        "before": keys.index(segment.before) if segment.before is not None else None,
        "steps": steps,
    }


def _changed_parts(before: str, after: str) -> list[int | str] | str:
    """What changes in a text of parts with slashes and blanks between them.

    The number and the new text of each part that changes, where a slash or blank counts too; or
    the whole text, if it has another number of parts.
    """
    old, new = re.split("([ /])", before), re.split("([ /])", after)
    if len(old) != len(new):
        return after
    pairs = enumerate(zip(old, new, strict=True))
    return [item for number, (was, now) in pairs if was != now for item in (number, now)]


# The head of the page


def _navigation(neighbours: Neighbours | None) -> Html | None:
    if neighbours is None:
        return None
    before, after, index = neighbours
    links: list[Content] = [tag("li", tag("a", "All problems", href=index))]
    if before is not None:
        links.insert(0, tag("li", tag("a", f"← {before[1]}", href=before[0], rel="prev")))
    if after is not None:
        links.append(tag("li", tag("a", f"{after[1]} →", href=after[0], rel="next")))
    return tag("nav", tag("ul", *links), aria_label="Problems")


def _heading(page: Page) -> Html:
    where: Content = page.source
    if _is_web(page.url):
        where = tag("a", page.source, href=page.url)
    by = [page.author, ". ", where] if page.author else []
    return join(
        tag("h1", page.title),
        tag("p", *by, class_="source") if by else None,
    )


def _is_web(url: str) -> bool:
    """Whether an address from a file is one that may become a link."""
    return url.startswith(("https://", "http://"))


def _question(page: Page) -> Html:
    difficulty = None
    if page.difficulty is not None:
        note = f": {page.difficulty_note}" if page.difficulty_note else ""
        difficulty = tag(
            "p", tag("b", "Difficulty"), f" {page.difficulty:g} of 10{note}", class_="fact"
        )
    rules = page.start.rules.name
    house = None
    if rules != "woods":
        house = tag("p", tag("b", "Rules"), f" {page.start.rules}", class_="fact")
    return tag(
        "section",
        paragraphs(page.stipulation, class_="stipulation") if page.stipulation else None,
        tag("p", tag("b", "Goal"), " ", tag("code", str(page.goal)), class_="fact")
        if page.goal is not None
        else None,
        difficulty,
        house,
        class_="question",
        aria_label="What is asked",
    )


# The board and what steers it


def _stage(page: Page) -> Html:
    diagram = tag("pre", dumps(page.start, "diagram"), class_="diagram")
    peek = None
    if any(any(column.down) for root in page.roots for column in root.position.columns):
        box = tag("input", type="checkbox", id="peek")
        peek = tag("label", box, " Show the face-down cards", hidden=True)
    copy = tag("button", "Copy this position", type="button", id="copy-here", hidden=True)
    return tag(
        "section",
        tag("div", tag("noscript", diagram), id="position", tabindex="-1"),
        _controls() if page.lines else None,
        tag("p", peek, copy, class_="tools"),
        class_="stage",
        aria_label="Position",
    )


_ICONS: Final = {
    "first": "M6 5V19M18 5L11 12L18 19",
    "back": "M15 5L8 12L15 19",
    "play": "M8 5L19 12L8 19z",
    "forward": "M9 5L16 12L9 19",
    "last": "M18 5V19M6 5L13 12L6 19",
}


def _controls() -> Html:
    def button(name: str, label: str, **attributes: str) -> Html:
        icon = Html(
            f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{_ICONS[name]}"/></svg>'
        )
        return tag("button", icon, type="button", id=name, aria_label=label, **attributes)

    return tag(
        "div",
        tag("p", id="status", role="status"),
        tag(
            "div",
            button("first", "To the start"),
            button("back", "One move back"),
            button("play", "Play the moves", aria_pressed="false"),
            button("forward", "One move forward"),
            button("last", "To the end"),
            tag("input", type="range", id="jump", min=0, max=0, value=0, aria_label="Move"),
            class_="buttons",
            role="group",
            aria_label="Moves",
        ),
        id="controls",
        class_="controls",
        hidden=True,
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
        class_="solution",
        data_chosen=chosen.segments[-1].key if chosen.segments else "",
    )


def _judged(line: LineShown) -> Html | None:
    judgement = line.judgement
    if judgement is None:
        return None
    at = judgement.reached_at
    if judgement.verdict is Verdict.HOLDS:
        text = f"Solved by move {at}" if at else "The goal holds at the start"
    elif judgement.verdict is Verdict.UNDECIDED:
        text = "The line reaches the goal; that nothing depends on luck it can't show alone"
        text = text if at is not None else "This line alone doesn't show it"
    else:
        text = "Not solved"
    if judgement.assumption:
        text += f", {judgement.assumption}"
    return tag(
        "div",
        tag("p", tag("strong", f"{text}.")),
        tag("ul", *(_finding_item(judgement, n) for n in range(len(judgement.findings)))),
        class_=f"judged {judgement.verdict}",
    )


def _finding_item(judgement: Judgement, number: int) -> Html:
    finding = judgement.findings[number]
    found = f" ({finding.found})" if finding.found else ""
    return tag("li", f"{finding.phrase}: ", tag("b", str(finding.verdict)), found)


def _choice(page: Page) -> Html:
    """The lines as a tree: under each those that go on from it."""
    owner = {s.key: line for line in page.lines for s in line.segments}
    children: dict[str, list[LineShown]] = {}
    for line in page.lines:
        before = line.segments[0].before if line.segments else None
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
        return tag("span", line.title, " ", tag("span", "can't be played", class_="chip fails"))
    chips = [tag("span", "solves", class_="chip solved")] if line.solves else []
    if any(segment.stop for segment in line.segments):
        chips.append(tag("span", "stops", class_="chip fails"))
    # To where it leaves the line that it goes on from.
    address = f"#{line.segments[-1].key}:{line.segments[0].number}"
    link = tag("a", line.title, href=address, data_of=line.id)
    return join(link, *(join(" ", chip) for chip in chips))


def _origin(line: LineShown) -> str:
    """Where a line comes from; nothing if it's only that no source has it.

    Whoever made the problem may have found it, or somebody long after.
    """
    if not line.by:
        return _ORIGINS.get(line.origin, "")
    by = f"found by {line.by}" if line.origin == "found" else f"by {line.by}"
    return ", ".join(filter(None, (_ORIGINS.get(line.origin), by)))


def _line(page: Page, line: LineShown) -> Html:
    origin = _origin(line)
    root = next((r for r in page.roots if line.segments and r.name == line.segments[0].root), None)
    begins = None
    if root is not None and line.segments[0].before is None and root.position != page.start:
        begins = tag("p", f"Begins from another position: {root.title}", class_="note")
    elif line.segments and line.segments[0].before is not None:
        begins = tag(
            "p", "Goes on from ", _link(page, line.segments[0].before), class_="note goes-on"
        )
    return tag(
        "section",
        tag("h3", line.title),
        tag("p", origin, class_="origin") if origin else None,
        begins,
        paragraphs(line.note, class_="note") if line.note else None,
        tag("p", f"This line can't be played: {line.fault}", class_="stop")
        if line.fault
        else None,
        *(_segment(segment) for segment in line.segments),
        _judged(line),
        class_="line",
        data_line=line.id,
    )


def _segment(segment: Segment) -> Html:
    said = [describe(step) for step in segment.steps]
    if segment.example:
        said[0] += " (for example)"
    moves = [
        tag("li", tag("a", words, href=f"#{segment.key}:{number}"))
        for number, words in enumerate(said, segment.number + 1)
    ]
    stop = None
    if segment.stop is not None:
        stop = tag(
            "p",
            tag("b", f"Move {segment.stop.number}, {segment.stop.words}"),
            f", can't be played: {segment.stop.reason}.",
            class_="stop",
        )
    return tag(
        "div",
        tag("h4", segment.title) if segment.title else None,
        tag("ol", *moves, start=segment.number + 1) if moves else None,
        stop,
        class_="segment",
        data_segment=segment.key,
    )


# What is claimed and what was found


#: What comes of claims.
_HOW: Final = (
    "shown by lines that were replayed",
    "shown by plans that were played in every case",
    "decided by a search",
    "contradicted by a search",
    "not shown by what is given for it",
    "by the record of a search, not repeated here",
    "not decided here",
)


def _how(shown: ClaimShown) -> str:
    """What comes of a claim, as one of the above."""
    if shown.shown is Outcome.OK:
        by_plan = shown.claim.plan is not None or (shown.record and shown.record.plan is not None)
        return _HOW[1 if by_plan else 0]
    if shown.decided:
        return _HOW[2]
    if shown.contradicted:
        return _HOW[3]
    if shown.shown is Outcome.WRONG:
        return _HOW[4]
    return _HOW[5 if shown.recorded else 6]


def _claims(page: Page, records_at: str) -> Html | None:
    if not page.claims:
        return None
    shown = Counter(map(_how, page.claims))
    counts = [count_phrase(len(page.claims), "claim")]
    counts += (f"{shown[how]} {how}" for how in _HOW if shown[how])
    records = None
    if any(claim.record for claim in page.claims):
        there: Content = "with the problem"
        if records_at:
            there = tag("a", "beside this page", href=records_at)
        records = tag(
            "p",
            "The records are ",
            there,
            "; ",
            tag("code", _recheck(page, records_at)),
            " repeats the searches, and plays the lines.",
            class_="note",
        )
    return tag(
        "details",
        tag("summary", tag("h2", "What can be done, and what can't")),
        tag("p", f"{', '.join(counts)}.", class_="note"),
        records,
        tag("ul", *(_claim(page, claim, records_at) for claim in page.claims), class_="claims"),
        id="claims",
        class_="more",
    )


def _recheck(page: Page, records_at: str) -> str:
    """The command that repeats the searches of a page's records."""
    return f"spiderpos solve --recheck {records_at or f'evidence/{page.id}.json'}"


def verdict_chip(verdict: str, standing: str = "", count: int = 0) -> Html:
    """A verdict, as a label; perhaps with how many claims have it.

    It has its colour only if it was decided here, that is without a ``standing`` such as
    "claimed", which is said before it.
    """
    said = f"{count} {verdict}" if count else verdict
    if standing:
        return tag("span", f"{standing}: {said}", class_="chip")
    return tag("span", said, class_=f"chip {verdict}")


def _claim(page: Page, shown: ClaimShown, records_at: str) -> Html:
    claim = shown.claim
    data = claim.data
    parts: list[Content] = [
        tag("p", data.statement, class_="statement"),
        tag("p", tag("code", str(claim.goal)), " ", verdict_chip(data.verdict, shown.standing)),
    ]
    if data.position != "start":
        parts.append(tag("p", "In the position ", _where(page, data.position), class_="evidence"))
    if data.claimed is not None and data.claimed != data.verdict:
        parts.append(tag("p", f"The source says: {data.claimed}.", class_="evidence"))
    evidence = _evidence(page, shown, records_at)
    if evidence is not None:
        parts.append(tag("p", evidence, class_="evidence"))
    if data.argument:
        parts.append(paragraphs(data.argument, class_="argument"))
    return tag("li", *parts, id=f"claim-{claim.id}")


def _where(page: Page, reference: str) -> Html:
    """A position by its reference: a link to the end of a line, or a title."""
    root = next((root for root in page.roots if root.name == reference), None)
    if root is not None:
        return tag("span", f"“{root.title}”")
    named = page.problem and next((p for p in page.problem.positions if p.id == reference), None)
    if named:
        return tag("span", f"“{named.data.title or named.id}”")
    return join("after ", _link(page, reference))


def _link(page: Page, reference: str, base: str = "", words: str = "") -> Html:
    """A link to the end of a line, or of a part of one; ``base`` is the page's own address.

    It has the line's title, unless there are other ``words`` for it.
    """
    line = next((line for line in page.lines if line.id == reference.partition("/")[0]), None)
    title = line.title if line is not None else reference
    try:
        segment = page.segment(reference)
    except KeyError:
        return tag("span", words or f"“{title}”")
    if segment.title:
        title = f"{title}: {segment.title}"
    end = segment.number + len(segment.steps)
    return tag("a", words or f"“{title}”", href=f"{base}#{segment.key}:{end}")


def _evidence(page: Page, shown: ClaimShown, records_at: str) -> Html | None:
    claim = shown.claim
    data = claim.data
    if data.line is not None:
        link = _link(page, data.line)
        if shown.shown is Outcome.OK:
            return join("Shown by the line ", link, ", which was replayed.")
        if shown.shown is Outcome.OPEN:
            return join("The line ", link, f" shows one case: {shown.message}.")
        return join("The line ", link, f" does not show it: {shown.message}.")
    if claim.plan is not None and shown.proof is None:
        name = plan_line(claim)
        if shown.shown is Outcome.OK:
            plan = _link(page, name, words="the plan")
            return join("Shown by ", plan, ", which was played in every case.")
        doubt = "does not decide it" if shown.shown is Outcome.OPEN else "does not show it"
        return join(_link(page, name, words="The plan"), f" {doubt}: {shown.message}.")
    proof = shown.proof
    if proof is None and shown.shown is Outcome.WRONG:
        return tag("b", f"{shown.message[:1].upper()}{shown.message[1:]}.")
    if proof is None:
        return _recorded(page, shown, records_at)
    if proof.answer is None:
        return join(f"It can't be searched: {proof.fault}.")
    if proof.against_claim:
        return tag("b", f"A search says the contrary: {proof.answer.outcome}.")
    if proof.recorded is not None and proof.against_record:
        return tag("b", f"Its record is wrong: {proof.recorded.found}.")
    if proof.answer.outcome is Answered.UNDECIDED:
        return join(f"A search could not decide it: {proof.answer.reason}.")
    if proof.answer.outcome is Answered.SOLVED:
        what = "line" if proof.answer.plan is None else "plan"
        moves = count_phrase(proof.answer.moves, "move")
        return join(f"A search finds a {what} of {moves}: ", _link(page, found_line(claim)), ".")
    reason = proof.answer.reason
    return join("Proved by a complete search", f": {reason}." if reason else ".")


def _recorded(page: Page, shown: ClaimShown, records_at: str) -> Html | None:
    """What a record says, if there is one: its line was played, or there is none, which is not
    believed, but can be held against a search.
    """
    record = shown.record
    if record is None:
        return None
    if shown.message:
        return join(f"{shown.message[:1].upper()}{shown.message[1:]}.")
    if shown.shown is Outcome.OK:
        if record.plan is not None:
            return join("Its record has a plan, which was played in every case.")
        return join("Its record has a line, which was replayed.")
    reason = f" (“{record.reason}”)" if record.reason else ""
    command = tag("code", _recheck(page, records_at))
    return join(f"A record of a complete search says so{reason}; ", command, " repeats it.")


def _findings(page: Page) -> Html | None:
    if not page.findings:
        return None
    return tag(
        "details",
        tag("summary", tag("h2", "Found out later")),
        tag("ul", *(finding(page, found) for found in page.findings), class_="claims"),
        id="findings",
        class_="more",
    )


def finding(page: Page, finding: FindingText, base: str = "") -> Html:
    """A finding, as an item of a list; ``base`` is the address of the problem's page."""
    parts: list[Content] = [tag("span", _KINDS[finding.kind], class_=f"chip {finding.kind}")]
    if finding.by:
        parts.append(tag("span", f" by {finding.by}", class_="evidence"))
    evidence: list[Content] = []
    if finding.line is not None:
        evidence.append(join("Shown by the line ", _link(page, finding.line, base), ". "))
    if finding.claim is not None and page.problem is not None:
        statement = page.problem.claim(finding.claim).data.statement
        evidence.append(
            join(
                "About the claim ",
                tag("a", f"“{statement}”", href=f"{base}#claim-{finding.claim}"),
            )
        )
    return tag(
        "li",
        paragraphs(finding.statement, class_="statement"),
        tag("p", *parts),
        tag("p", *evidence, class_="evidence") if evidence else None,
    )


# The rest


def _as_text(page: Page) -> Html:
    columns = count_phrase(len(page.start.columns), "column")

    def box(name: str, label: str, note: str) -> Html | None:
        text = _written(page.start, name)
        if not text:
            return None
        return tag(
            "div",
            tag(
                "div",
                tag("h3", label),
                tag("button", "Copy", type="button", data_copy=name, hidden=True),
                class_="copy-head",
            ),
            tag("p", note.format(columns=columns), class_="note"),
            tag("pre", text, id=f"text-{name}", tabindex="0"),
            class_="copy",
        )

    return tag(
        "details",
        tag("summary", tag("h2", "The position as text")),
        *(box(*notation) for notation in _NOTATIONS),
        tag("p", id="copied", role="status", class_="note"),
        id="text",
        class_="more",
    )


def _written(position: Position, name: str) -> str:
    """The position in a notation; nothing if it can't hold this one."""
    try:
        return dumps(position, name).rstrip("\n")
    except NotWritable:
        return ""


def _notes(page: Page) -> Html | None:
    if not page.notes:
        return None
    return tag("section", tag("h2", "Notes"), paragraphs(page.notes), class_="notes")
