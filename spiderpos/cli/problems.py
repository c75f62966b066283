"""``spiderpos problems``: the catalogue, and one's own folders of problems."""

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
from ..catalogue.checking import Check, Kind
from ..catalogue.loading import check_names
from ..catalogue.proving import (
    Proof,
    Standing,
    prove_all,
    unshown,
    write_certificates,
    write_evidence,
)
from ..solver.jobs import cores
from ..solver.prover.answer import Budget
from ..text.errors import NotationError
from ..text.wording import count_phrase
from .errors import (
    DOES_NOT_HOLD,
    UNDECIDED,
    UNREADABLE,
    complain,
    complain_of_all,
    given_options,
    note,
    what_went_wrong,
)
from .inputs import (
    file_name,
    file_option,
    jobs_option,
    note_doubts,
    read_problem,
    read_problems,
    time_option,
)
from .output import json_option, print_json, print_position
from .progress import counted
from .writing import check_folder

__all__ = ["problems"]

_WIDTH: Final = 96
#: The parameters of 'check' that go with --prove.
_WITH_PROVE: Final = frozenset({"seconds", "jobs", "folder", "certificates_folder"})
_COLOURS: Final = {Standing.WRONG: "red", Standing.UNDECIDED: "yellow"}
#: What stands before a position in the notes of a mined problem; it's to be copied in one piece.
_FEN: Final = "As FEN: "


@click.group()
def problems() -> None:
    """The catalogue of problems: list them, show one, check what they expect.

    FOLDER stands for a folder (or file) of problems of your own, in the same YAML format.
    """


@problems.command(name="list")
@click.argument("folder", type=file_name, required=False)
@json_option
def list_problems(folder: str | None, as_json: bool) -> None:
    """List the problems of the catalogue, or of FOLDER.

    Files that can't be read are named after those that can (exit 2).
    """
    bad: list[NotationError] = []
    found = read_problems(folder, on_error=bad.append)
    if as_json:
        print_json(
            [
                {
                    "id": problem.id,
                    "title": problem.title,
                    "author": problem.data.author,
                    "year": problem.data.source.year,
                    "goal": None if problem.goal is None else str(problem.goal),
                }
                for problem in found
            ]
        )
    width = max((len(problem.id) for problem in found), default=0)
    for problem in [] if as_json else found:
        source = f"{_one_line(problem.data.author)}, {problem.data.source.year}"
        click.echo(f"{problem.id:{width}}  {problem.title}  ({source})")
    complain_of_all(bad, UNREADABLE)


@problems.command(name="show")
@click.argument("problem")
def show_problem(problem: str) -> None:
    """Show a problem: its position, what it asks, its lines and claims.

    PROBLEM is the name of a catalogue problem or a problem file.
    """
    found = read_problem(problem)
    data = found.data
    click.echo(click.style(f"{found.id}: {found.title}", bold=True))
    click.echo(_one_line(f"{data.author}, {data.source.text} ({data.source.year})"))
    click.echo()
    print_position(found.start)
    click.echo()
    _paragraph(data.stipulation)
    if found.goal is not None:
        click.echo(f"\nGoal: {found.goal}")
    _items(
        "Lines",
        [
            (line.id, line.title + (" (solves the problem)" if line.solves else ""))
            for line in found.lines
        ],
    )
    if found.lines:
        named = found.id if problem in problem_ids() else found.name
        name = f"{named}:{found.lines[0].id}"
        click.echo(f"\n  'spiderpos show {name}' shows where a line ends.")
    _items(
        "Claims",
        [(c.id, f"{c.data.statement} [{c.goal}: {c.data.verdict}]") for c in found.claims],
    )
    _items("Findings", [(f.id, f.statement) for f in found.findings])
    if data.notes:
        click.echo()
        _paragraph(data.notes)


def _paragraph(text: str) -> None:
    prose, mark, fen = _one_line(text).partition(_FEN)
    click.echo(_filled(prose + mark))
    if fen:
        click.echo(fen)


def _items(title: str, items: list[tuple[str, str]]) -> None:
    if not items:
        return
    click.echo(f"\n{title}:")
    for name, text in items:
        click.echo(_filled(_one_line(f"{name}: {text}"), "  ", "      "))


def _one_line(text: str) -> str:
    """A text of a problem file without its line ends, as its next line could look like ours."""
    return " ".join(text.split())


def _filled(text: str, first: str = "", indent: str = "") -> str:
    return textwrap.fill(
        text,
        _WIDTH,
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


@problems.command()
@click.argument("names", type=file_name, nargs=-1, metavar="[ID|FILE|FOLDER]...")
@click.option("-v", "--verbose", is_flag=True, help="Name every single check.")
@json_option
@click.option("--prove", is_flag=True, help="Decide the claims that no line shows, too.")
@time_option(60, ", with --prove: for each claim")
@jobs_option("With --prove: claims to decide")
@file_option(
    "--evidence",
    "folder",
    metavar="FOLDER",
    help="With --prove: write a record of each claim that is proved impossible to FOLDER, a file "
    "for each problem; one that is solved gets none. Records of other claims there are kept.",
)
@file_option(
    "--certificates",
    "certificates_folder",
    metavar="FOLDER",
    help="With --prove: write to FOLDER how each claim that is proved impossible can be checked "
    "without this program, a file for each.",
)
def check(
    names: tuple[str, ...],
    verbose: bool,
    as_json: bool,
    prove: bool,
    seconds: float,
    jobs: int | None,
    folder: str | None,
    certificates_folder: str | None,
) -> None:
    """Replay every line and compare every expected outcome.

    Without arguments, all problems of the catalogue.  Exit 1 if anything is not as expected.
    Claims that no line can show are counted as open: they need a proof, not a replay.

    With --prove the solver decides those claims, and compares each proof with the record of it
    that lies beside the problem (evidence/ID.json), if there is one.  Exit 3 if nothing is
    wrong, but it could not decide a claim in the time that it had, or a line shows only what
    happens if certain cards come up.
    """
    for option in given_options(_WITH_PROVE).values() if not prove else ():
        raise click.UsageError(f"{option} goes with --prove")
    bad: list[NotationError] = []
    found = [
        problem
        for name in dict.fromkeys(names or problem_ids())
        for problem in read_problems(name, on_error=bad.append)
    ]
    for error in bad:
        complain(str(error))
    for problem in found:
        note_doubts(problem)
    for where in filter(None, (folder, certificates_folder)):
        check_names(found)
        check_folder(Path(where))
    with counted(found, len(found), "checking") as progress:
        reports = [check_problem(problem) for problem in progress]
    wrong = sum(len(report.wrong) for report in reports)
    still_open = sum(len(_left_open(report, prove=prove)) for report in reports)
    if not as_json:
        for report in reports:
            _print_report(report, prove=prove, verbose=verbose)
    to_decide = sum(len(unshown(problem)) for problem in found) if prove else 0
    unread = f"; {count_phrase(len(bad), 'file')} can't be read" if bad else ""
    note(_summary(reports, wrong, still_open, to_decide) + unread)
    proofs: list[Proof] = []
    unwritten = False
    if prove:
        proofs, unwritten = _proved(
            found, Budget(seconds=seconds), jobs, folder, tell=None if as_json else verbose
        )
        if certificates_folder is not None:
            there = write_certificates(proofs, Path(certificates_folder), on_none=note)
            note(f"{count_phrase(there, 'certificate')} written to {certificates_folder}")
        note(_proof_summary(proofs))
    if as_json:
        print_json({"checks": _facts(reports), "proofs": [_proof_facts(each) for each in proofs]})
    standings = {proof.standing for proof in proofs}
    if bad or unwritten:
        sys.exit(UNREADABLE)
    if wrong or Standing.WRONG in standings:
        sys.exit(DOES_NOT_HOLD)
    if prove and (Standing.UNDECIDED in standings or still_open):
        sys.exit(UNDECIDED)


def _proved(
    problems: list[Problem],
    budget: Budget,
    jobs: int | None,
    folder: str | None,
    *,
    tell: bool | None,
) -> tuple[list[Proof], bool]:
    """Decide the claims that no line shows; whether their records could not be written.

    ``tell``: print all of them, or only those that aren't as expected; None prints none.
    """
    proofs: list[Proof] = []
    decided: list[Proof] = []
    asked = prove_all(problems, budget, jobs=jobs or cores(), decided=decided.append)
    try:
        with closing(asked):
            for proof in asked:
                proofs.append(proof)
                if tell or (tell is not None and proof.standing is not Standing.OK):
                    colour = _COLOURS.get(proof.standing)
                    click.echo(click.style(f"{proof.problem.id}: {proof}", fg=colour))
    except BaseException:
        # After Ctrl-C, or where nobody reads on, what was proved is kept.
        if folder is not None and decided:
            _write(decided, folder)
        raise
    return proofs, folder is not None and not _write(proofs, folder)


def _facts(reports: Iterable[Report]) -> list[dict[str, str]]:
    return [
        {
            "problem": report.problem.id,
            "kind": item.kind.name.lower(),
            "about": item.about,
            "outcome": item.outcome.name.lower(),
            "found": str(item),
        }
        for report in reports
        for item in report.checks
    ]


def _proof_facts(proof: Proof) -> dict[str, str]:
    standing = proof.standing.name.lower()
    return {"problem": proof.problem.id, "standing": standing, "found": str(proof)}


def _write(proofs: list[Proof], folder: str) -> bool:
    """Write the records, and say what can't be written; whether all could be."""
    try:
        written = write_evidence(proofs, Path(folder))
    except (OSError, NotationError) as error:
        complain(what_went_wrong(error))
        return False
    note(f"{count_phrase(written, 'record')} written to {folder}")
    return True


def _left_open(report: Report, *, prove: bool) -> list[Check]:
    """The checks that stay open; with ``prove`` claims that no line shows don't."""
    without = {claim.id for claim in unshown(report.problem)} if prove else ()
    return [
        item for item in report.open if item.kind is not Kind.CLAIM or item.about not in without
    ]


def _summary(reports: list[Report], wrong: int, still_open: int, to_decide: int) -> str:
    """What the replayed checks came to; those that need a proof are counted apart.

    ``to_decide`` claims are proved after this, and said then.
    """
    checks = sum(len(report.checks) - len(report.open) for report in reports)
    text = count_phrase(len(reports), "problem")
    if checks:
        result = f"{wrong} wrong" if wrong else "all as expected"
        text += f", {count_phrase(checks, 'check')}: {result}"
    elif not (still_open or to_decide):
        return f"{text}: nothing to check"
    return f"{text}, {still_open} open" if still_open else text


def _proof_summary(proofs: list[Proof]) -> str:
    standings = Counter(proof.standing for proof in proofs)
    return (
        f"{count_phrase(len(proofs), 'claim')} without a line: "
        f"{standings[Standing.OK]} decided as expected, "
        f"{standings[Standing.WRONG]} wrong, {standings[Standing.UNDECIDED]} undecided"
    )


def _print_report(report: Report, *, prove: bool, verbose: bool) -> None:
    """What was found; checks are named that are wrong, or that a line leaves open."""
    still_open = _left_open(report, prove=prove)
    right = len(report.checks) - len(report.wrong) - len(report.open)
    expected = f"{right} as expected" if report.checks else "nothing to check"
    text = f"{report.problem.id}: {expected}"
    if still_open:
        text += f", {len(still_open)} open"
    if report.wrong:
        text += f", {len(report.wrong)} wrong"
    click.echo(click.style(text, fg="green" if report.ok else "red"))
    by_a_line = _left_open(report, prove=True)
    for item in report.checks:
        if verbose or not item.ok or item in by_a_line:
            click.echo(textwrap.indent(str(item), "  "))
