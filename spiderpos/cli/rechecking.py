"""The command ``recheck``: does the record of an answer hold?"""

from __future__ import annotations

import sys

import click

from ..catalogue import proving
from ..goals.judge import Verdict
from ..solver import Budget, evidence
from ..text.wording import harmless
from .errors import DOES_NOT_HOLD, HOLDS, UNDECIDED
from .inputs import FileName, read_text
from .searching import budget_options, display

__all__ = ["recheck"]


@click.command()
@click.argument("record", type=FileName())
@budget_options
def recheck(record: str, budget: Budget) -> None:
    """Check the answers in a RECORD of 'solve' again: play its line, or repeat the search.

    RECORD is a file that 'solve --evidence' wrote, or '-'; it may hold several records.  The
    position and the goal are those of the record.

    \b
    Exit codes: 0 reproduced; 1 not; 2 unreadable; 3 undecided.

    \b
    Examples:
      spiderpos recheck proof.json
      spiderpos solve woods-2 "get a space" --json | spiderpos recheck -
    """
    text, name = read_text(record, evidence.LARGEST)
    verdicts = set()
    for each in evidence.loads_all(text, name=name):
        with display() as progress:
            found = proving.recheck(each, budget=budget, progress=progress, name=name)
        verdicts.add(found.verdict)
        click.echo(harmless(str(found)))
    if Verdict.FAILS in verdicts:
        sys.exit(DOES_NOT_HOLD)
    sys.exit(UNDECIDED if Verdict.UNDECIDED in verdicts else HOLDS)
