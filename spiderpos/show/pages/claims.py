"""HTML of a problem's claims, and of findings after its publication."""

from __future__ import annotations

from collections import Counter
from typing import Final

from ...catalogue.checking import By, CheckResult, Relation
from ...catalogue.problem import START
from ...catalogue.schema import FindingText
from ...solver.prover.answer import Outcome as Answered
from ...text.wording import count_phrase
from .content import ClaimShown, How, Page
from .lines import found_line, plan_line
from .markup import Content, Html, join, paragraphs, prose, signs, tag

_KINDS: Final = {
    "error": "The source errs",
    "shorter": "A shorter line",
    "cook": "Another solution",
    "more": "Further fact",
}


def claims(page: Page, *, in_book: bool) -> Html | None:
    """Return the section of claims of a page.

    Pages of a book (``in_book``) have the certificates as files next to them; others have none.
    """
    if not page.claims:
        return None
    shown = Counter(claim.how for claim in page.claims)
    counts = [count_phrase(len(page.claims), "claim")]
    counts += (f"{shown[how]} {how}" for how in How if shown[how])
    certificates = None
    if shown[How.CERTIFIED] and not in_book:
        check = tag("code", f"python3 check.py {page.id}.CLAIM.json.gz")
        certificates = join(" The certificates are files of spiderpos, which ", check, " checks.")
    return tag(
        "details",
        tag("summary", tag("h2", "What can be done, and what can't")),
        tag("p", f"{', '.join(counts)}.", certificates, class_="note"),
        tag("ul", (_claim(page, claim, in_book) for claim in page.claims), class_="claims"),
        id="claims",
        class_="more",
    )


def verdict_chip(verdict: str, count: int = 0) -> Html:
    """Return a verdict (``open`` if empty) as a label, with the number of its claims if given."""
    verdict = verdict or "open"
    return tag("span", f"{count} {verdict}" if count else verdict, class_=f"chip {verdict}")


def _claim(page: Page, shown: ClaimShown, in_book: bool) -> Html:
    data = shown.claim.data
    goal = tag("code", signs(str(shown.claim.goal)))
    position = None
    if data.position != START:
        position = tag("p", "In the position ", _where(page, data.position), class_="evidence")
    standing = shown.comparison
    verdict = _known(page, shown)
    source = tag("p", f"Source: {standing.source}. Known: ", verdict, ".", class_="evidence")
    relation = None
    if standing.relation is Relation.REFUTED:
        relation = join(" ", tag("span", "refuted", class_="chip error"))
    evidence = _evidence(page, shown, in_book)
    return tag(
        "li",
        paragraphs(data.statement, class_="statement"),
        tag("p", goal, " ", verdict_chip(standing.verdict), relation),
        position,
        source,
        tag("p", evidence, class_="evidence") if evidence else None,
        paragraphs(data.argument, class_="argument") if data.argument else None,
        id=f"claim-{shown.claim.id}",
    )


def _where(page: Page, reference: str) -> Html:
    """Return the title of a named position, or a link to the end of a line."""
    title = next((root.title for root in page.roots if root.name == reference), None)
    named = page.problem.positions if page.problem else ()
    title = title or next((p.data.title or p.id for p in named if p.id == reference), None)
    return tag("span", prose(f"“{title}”")) if title else join("after ", link(page, reference))


def link(page: Page, reference: str, base: str = "", words: str = "") -> Html:
    """Return a link to the end of a line or of a part of it.

    ``base`` is the address of the page if the link is on another one; ``words`` is the text of
    the link (default: the line's title).
    """
    named = reference.partition("/")[0]
    title = next((line.title for line in page.lines if line.id == named), reference)
    try:
        segment = page.segment(reference)
    except KeyError:
        return tag("span", words or prose(f"“{title}”"))
    if segment.title:
        title = f"{title}: {segment.title}"
    end = segment.number + len(segment.steps)
    return tag("a", words or prose(f"“{title}”"), href=f"{base}#{segment.key}:{end}")


def _known(page: Page, shown: ClaimShown) -> Content:
    """Return the proved verdict, with a link to the line or plan that proves it."""
    standing, claim = shown.comparison, shown.claim
    if standing.by is By.LINE and claim.data.line is not None:
        return f"{standing.verdict}, by the line ", link(page, claim.data.line)
    if standing.by is By.PLAN:
        return f"{standing.verdict}, by ", link(page, plan_line(claim), words="a plan")
    return standing.known


def _evidence(page: Page, shown: ClaimShown, in_book: bool) -> Content:
    """Return a sentence about a certificate, a search, or a line or plan that proves nothing."""
    claim, proof, message = shown.claim, shown.proof, shown.message
    missing = shown.shown is not CheckResult.OK
    if claim.data.line is not None and missing:
        shows = "shows one case" if shown.shown is CheckResult.OPEN else "does not show it"
        return "The line ", link(page, claim.data.line), f" {shows}: {message}."
    if claim.plan is not None and proof is None and missing:
        shows = "does not decide it" if shown.shown is CheckResult.OPEN else "does not show it"
        return link(page, plan_line(claim), words="The plan"), f" {shows}: {message}."
    if shown.how is How.CERTIFIED:
        return _certificate(page, shown) if in_book else None
    if proof is None and shown.shown is CheckResult.WRONG:
        return tag("b", f"{message[:1].upper()}{message[1:]}.")
    if proof is None:
        return None
    if proof.answer is None:
        return f"It can't be decided by a search: {proof.fault}."
    if proof.contradicts:
        return tag("b", f"A search contradicts it: {proof.answer.outcome}.")
    if proof.answer.outcome is Answered.UNDECIDED:
        return f"A search could not decide it: {proof.answer.reason}."
    if proof.answer.outcome is Answered.SOLVED:
        kind = "line" if proof.answer.plan is None else "plan"
        moves = count_phrase(proof.answer.length, "move")
        return f"A search finds a {kind} of {moves}: ", link(page, found_line(claim)), "."
    return f"Proved: {proof.answer.reason}."


def _certificate(page: Page, shown: ClaimShown) -> Content:
    """Return a sentence about the certificate of a claim, a file next to the page."""
    name = f"{page.id}.{shown.claim.id}.json.gz"
    words = tag("a", "certificate", href=name)
    return "The ", words, " is checked by ", tag("code", f"python3 check.py {name}"), "."


def findings(page: Page) -> Html | None:
    """Return the section of discoveries after the problem's publication, or None."""
    if not page.findings:
        return None
    return tag(
        "details",
        tag("summary", tag("h2", "Found out later")),
        tag("ul", (finding(page, entry) for entry in page.findings), class_="claims"),
        id="findings",
        class_="more",
    )


def finding(page: Page, entry: FindingText, base: str = "") -> Html:
    """Return a discovery as a list item; ``base`` is the address of the problem's page."""
    line = claim = None
    if entry.line is not None:
        line = "Shown by the line ", link(page, entry.line, base), ". "
    if entry.claim is not None and page.problem is not None:
        statement = page.problem.claim(entry.claim).data.statement
        address = f"{base}#claim-{entry.claim}"
        claim = "About the claim ", tag("a", prose(f"“{statement}”"), href=address)
    by = tag("span", f" by {entry.by}", class_="evidence") if entry.by else None
    return tag(
        "li",
        paragraphs(entry.statement, class_="statement"),
        tag("p", tag("span", _KINDS[entry.kind], class_=f"chip {entry.kind}"), by),
        tag("p", line, claim, class_="evidence") if line or claim else None,
    )
