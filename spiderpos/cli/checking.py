"""The command ``problems check``: replay the lines of problems and check their claims."""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

import click

from ..catalogue import Problem, Report, check_problem, problem_ids
from ..catalogue.checking import Check, CheckKind, Standing, known_summary
from ..catalogue.loading import check_names
from ..catalogue.proving import (
    ClaimStanding,
    Proof,
    prove_all,
    unshown,
    write_certificates,
)
from ..solver.jobs import cores
from ..solver.prover.answer import Budget
from ..text.errors import NotationError
from ..text.wording import count_phrase
from .budget import budget_options
from .errors import (
    DOES_NOT_HOLD,
    UNDECIDED,
    UNREADABLE,
    complain,
    given_options,
    note,
)
from .inputs import note_doubts, read_problems
from .options import file_name, file_option, jobs_option
from .output import json_option, print_json
from .progress import counted
from .writing import check_folder

#: Parameters that require --prove.
_WITH_PROVE: Final = frozenset({"seconds", "work", "jobs", "folder"})
_COLOURS: Final = {ClaimStanding.WRONG: "red", ClaimStanding.UNDECIDED: "yellow"}


@click.command()
@click.argument("names", type=file_name, nargs=-1, metavar="[ID|FILE|FOLDER]...")
@click.option("-v", "--verbose", is_flag=True, help="List every check.")
@json_option
@click.option("--prove", is_flag=True, help="Also solve the claims without a line or plan.")
@budget_options(60, ", with --prove: for each claim")
@jobs_option("With --prove: number of claims to solve")
@file_option(
    "--certificates",
    "folder",
    metavar="FOLDER",
    help="With --prove: write a certificate for each claim proved impossible to FOLDER, which "
    "can be checked without this program.",
)
def check(
    names: tuple[str, ...],
    verbose: bool,
    as_json: bool,
    prove: bool,
    budget: Budget,
    jobs: int | None,
    folder: str | None,
) -> None:
    """Replay the lines of problems and compare the results with what the files expect.

    Without arguments, check all problems of the catalogue.  Exit 1 if anything is not as expected.
    The proof of a claim is a line or a plan, which is replayed, or a certificate (the file
    certificates/ID.CLAIM.json.gz next to the problem).  A certificate must be about the same
    question as the claim, and certificates/check.py checks its proof.  All other claims are open.

    With --prove the solver decides the open claims.  Exit 3 if nothing is wrong, but a claim
    remains undecided or a line proves its claim only if certain cards turn up.
    """
    for option in given_options(_WITH_PROVE).values() if not prove else ():
        raise click.UsageError(f"{option} requires --prove")
    bad: list[NotationError] = []
    problems = [
        problem
        for name in dict.fromkeys(names or problem_ids())
        for problem in read_problems(name, on_error=bad.append)
    ]
    for error in bad:
        complain(str(error))
    for problem in problems:
        note_doubts(problem)
    if folder is not None:
        check_names(problems)
        check_folder(Path(folder))
    reports = [check_problem(problem) for problem in counted(problems, len(problems), "checking")]
    wrong = sum(len(report.wrong) for report in reports)
    still_open = sum(len(_open_checks(report, prove=prove)) for report in reports)
    if not as_json:
        for report in reports:
            _print_report(report, prove=prove, verbose=verbose)
    to_decide = sum(len(unshown(problem)) for problem in problems) if prove else 0
    unread = f"; {count_phrase(len(bad), 'file')} can't be read" if bad else ""
    note(_summary(reports, wrong, still_open, to_decide) + unread)
    proofs: list[Proof] = []
    if prove:
        proofs = _prove(problems, budget, jobs, verbose=None if as_json else verbose)
        if folder is not None:
            written = write_certificates(proofs, Path(folder), on_none=note)
            note(f"{count_phrase(written, 'certificate')} written to {folder}")
        note(_proof_summary(proofs))
    if as_json:
        print_json({"checks": _facts(reports), "proofs": [_proof_facts(each) for each in proofs]})
    standings = {proof.standing for proof in proofs}
    if bad:
        sys.exit(UNREADABLE)
    if wrong or ClaimStanding.WRONG in standings:
        sys.exit(DOES_NOT_HOLD)
    if prove and (ClaimStanding.UNDECIDED in standings or still_open):
        sys.exit(UNDECIDED)


def _prove(
    problems: list[Problem], budget: Budget, jobs: int | None, *, verbose: bool | None
) -> list[Proof]:
    """Decide the claims without a line or plan.

    ``verbose``: print all results (True), only those that aren't as expected (False), or none
    (None).
    """
    proofs: list[Proof] = []
    with closing(prove_all(problems, budget, jobs=jobs or cores())) as results:
        for proof in results:
            proofs.append(proof)
            if verbose or (verbose is not None and proof.standing is not ClaimStanding.OK):
                colour = _COLOURS.get(proof.standing)
                click.echo(click.style(f"{proof.problem.id}: {proof}", fg=colour))
    return proofs


def _facts(reports: Iterable[Report]) -> list[dict[str, str]]:
    return [
        {
            "problem": report.problem.id,
            "kind": item.kind.name.lower(),
            "about": item.about,
            "outcome": item.outcome.name.lower(),
            "found": str(item),
            **(_standing_facts(item.standing) if item.standing is not None else {}),
        }
        for report in reports
        for item in report.checks
    ]


def _standing_facts(standing: Standing) -> dict[str, str]:
    return {
        "source": standing.source,
        "known": standing.known,
        "verdict": standing.verdict,
        "relation": str(standing.relation),
    }


def _proof_facts(proof: Proof) -> dict[str, str]:
    standing = proof.standing.name.lower()
    return {"problem": proof.problem.id, "standing": standing, "found": str(proof)}


def _open_checks(report: Report, *, prove: bool) -> list[Check]:
    """Return the open checks; if ``prove``, omit claims that the solver will decide."""
    without = {claim.id for claim in unshown(report.problem)} if prove else ()
    return [
        item
        for item in report.open
        if item.kind is not CheckKind.CLAIM or item.about not in without
    ]


def _summary(reports: list[Report], wrong: int, still_open: int, to_decide: int) -> str:
    """Return a summary of the replayed checks.

    ``to_decide`` is the number of claims left to the solver, which are summarised separately.
    """
    checks = sum(len(report.checks) - len(report.open) for report in reports)
    text = count_phrase(len(reports), "problem")
    if checks:
        result = f"{wrong} wrong" if wrong else "all as expected"
        text += f", {count_phrase(checks, 'check')}: {result}"
    elif not (still_open or to_decide):
        return f"{text}: nothing to check"
    claims = known_summary(reports)
    lines_open = sum(check.kind is not CheckKind.CLAIM for r in reports for check in r.open)
    text += f", {count_phrase(lines_open, 'line')} undecided" * bool(lines_open)
    return text if claims.startswith("no ") else f"{text}; {claims}"


def _proof_summary(proofs: list[Proof]) -> str:
    standings = Counter(proof.standing for proof in proofs)
    return (
        f"{count_phrase(len(proofs), 'claim')} without a line: "
        f"{standings[ClaimStanding.OK]} decided as expected, "
        f"{standings[ClaimStanding.WRONG]} wrong, {standings[ClaimStanding.UNDECIDED]} undecided"
    )


def _print_report(report: Report, *, prove: bool, verbose: bool) -> None:
    """Print the result of a problem, and each check that is wrong or that its line leaves open.

    With ``verbose``, print all checks.
    """
    still_open = _open_checks(report, prove=prove)
    right = len(report.checks) - len(report.wrong) - len(report.open)
    expected = f"{right} as expected" if report.checks else "nothing to check"
    text = f"{report.problem.id}: {expected}"
    if still_open:
        text += f", {len(still_open)} open"
    if report.wrong:
        text += f", {len(report.wrong)} wrong"
    click.echo(click.style(text, fg="green" if report.ok else "red"))
    by_a_line = _open_checks(report, prove=True)
    for item in report.checks:
        if verbose or not item.ok or item in by_a_line:
            click.echo(textwrap.indent(str(item), "  "))
