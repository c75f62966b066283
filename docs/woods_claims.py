"""Writes ``woods-claims.md`` from the catalogue: ``python docs/woods_claims.py``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from spiderpos.catalogue import Problem, find_problem, problem_ids
from spiderpos.catalogue.problem import Claim
from spiderpos.catalogue.proving import evidence_of

PAGE: Final = Path(__file__).with_name("woods-claims.md")

HEAD: Final = """\
---
hide: [toc]
---

# What Don Woods claims, and how each claim stands

Don Woods' documentation of 1990 says of its positions what can be done and what can't. This table
holds every such claim, in our words, as the catalogue has it. It's written from the catalogue by
`docs/woods_claims.py`; a test keeps the two together.

*Verdict* is what is so. *Evidence* is one of

- a **line** of the catalogue that shows it, which `spiderpos problems check` plays,
- a **plan**: lines that branch by the card that turns up,
- a **record** of a complete search, in `problems/evidence/`, which `spiderpos recheck`
  repeats; *suits ignored* or the number of exact cards say how much of the position mattered (see
  [prover.md](prover.md)),
- **none yet**: {undecided} claims are undecided, after 200 seconds each. From the position
  `space`, where Woods' own argument begins, all of them are [decided](prover.md#9-what-is-open).

"""

TAIL: Final = """
## What the text says besides

Some sentences are steps of an argument, or advice. They stand for no goal, and aren't here:

- what cards are in sight, free or missing, such as five eights against three nines in `woods-2`:
  counting shows that;
- in `woods-6`, why the spades need a space. The claim that this argument serves is decided as a
  whole, by searching all play;
- which of two ways is the better one, what is likely to turn up, and how to fill spaces before a
  deal;
- that a tableau is as natural as it can be made (`woods-5`, the end). No goal says that.
"""


def page() -> str:
    """The whole page."""
    problems = [find_problem(name) for name in problem_ids() if name.startswith("woods-")]
    rows = [row for problem in problems for row in _rows(problem)]
    undecided = sum(row.endswith("none yet |") for row in rows)
    head = HEAD.format(undecided=undecided)
    table = ["| problem | claim | in words | goal | from | verdict | evidence |", "|---" * 7 + "|"]
    return head + "\n".join(table + rows) + "\n" + TAIL


def _rows(problem: Problem) -> Iterator[str]:
    for claim in problem.claims:
        evidence = _evidence(problem, claim)
        verdict = str(claim.data.verdict)
        if evidence == "none yet":
            verdict = f"undecided ({verdict} is claimed)"
        elif claim.data.claimed is not None:
            verdict += f" ({claim.data.claimed} is claimed)"
        words = " ".join(claim.data.statement.split())
        cells = [
            problem.id,
            claim.id,
            words,
            f"`{claim.goal}`",
            claim.data.position,
            verdict,
            evidence,
        ]
        yield f"| {' | '.join(cells)} |"


def _evidence(problem: Problem, claim: Claim) -> str:
    if claim.data.line is not None:
        return f"line `{claim.data.line}`"
    if claim.data.plan is not None:
        return "plan"
    record = evidence_of(problem).get(claim.id)
    if record is None:
        return "none yet"
    searched = record.searched
    if searched.method != "classes":
        return f"record: {searched.classes} positions"
    exact = len(searched.precision)
    cards = f"{exact} exact card{'s' * (exact > 1)}" if exact else "suits ignored"
    return f"record: {searched.classes} class{'es' * (searched.classes != 1)}, {cards}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
