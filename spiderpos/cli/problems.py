"""``spiderpos problems``: the catalogue, and one's own folders of problems."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

import click

from ..catalogue import (
    Problem,
    Report,
    check_problem,
    find_problem,
    load_problems,
    problem_ids,
)
from ..catalogue.checking import Check, Kind, Outcome
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
from ..text.files import resolved
from ..text.wording import count_phrase, did_you_mean, join_words
from .errors import (
    DOES_NOT_HOLD,
    UNDECIDED,
    UNREADABLE,
    complain,
    note,
    told_beside,
    what_went_wrong,
)
from .inputs import FileName, note_doubts, read_problem, time_option
from .output import json_option, print_json, print_position
from .writing import check_folder

__all__ = ["problems"]

_WIDTH: Final = 96
#: What stands before a position in the notes of a mined problem; it's to be copied in one piece.
_FEN: Final = "As FEN: "


@click.group()
def problems() -> None:
    """The catalogue of problems: list them, show one, check what they expect.

    FOLDER stands for a folder (or file) of problems of your own, in the same YAML format.
    """


@problems.command(name="list")
@click.argument("folder", type=FileName(), required=False)
@json_option
def list_problems(folder: str | None, as_json: bool) -> None:
    """List the problems of the catalogue, or of FOLDER.

    Files that can't be read are named after those that can (exit 2).
    """
    bad: list[NotationError] = []
    if folder:
        found = _load(folder, on_error=bad.append)
    else:
        found = [find_problem(name) for name in problem_ids()]
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
    for error in bad:
        complain(str(error))
    if bad:
        sys.exit(UNREADABLE)


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
@click.argument("names", type=FileName(), nargs=-1, metavar="[ID|FILE|FOLDER]...")
@click.option("-v", "--verbose", is_flag=True, help="Name every single check.")
@json_option
@click.option("--prove", is_flag=True, help="Decide the claims that no line shows, too.")
@time_option(60, ", with --prove: for each claim")
@click.option(
    "--jobs",
    type=click.IntRange(1, 1024),
    metavar="N",
    help="With --prove: claims to decide at once (default: as many as there are cores).",
)
@click.option(
    "--evidence",
    "folder",
    type=FileName(),
    metavar="FOLDER",
    help="With --prove: write a record of each claim that is proved impossible to FOLDER, a file "
    "for each problem; one that is solved gets none. Records of other claims there are kept.",
)
@click.option(
    "--certificates",
    "certificates_folder",
    type=FileName(),
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
    if not prove and (told := told_beside({"names", "verbose", "as_json"})):
        goes = "goes" if len(told) == 1 else "go"
        raise click.UsageError(f"{join_words(told)} {goes} with --prove")
    bad: list[NotationError] = []
    found = _each_once(
        problem
        for name in dict.fromkeys(names or problem_ids())
        for problem in _load(name, on_error=bad.append)
    )
    for error in bad:
        complain(str(error))
    for problem in found:
        note_doubts(problem)
    if folder is not None:
        check_names(found)
        check_folder(Path(folder))
    if certificates_folder is not None:
        check_names(found)
        check_folder(Path(certificates_folder))
    wrong = checks = still_open = 0
    with click.progressbar(
        found, label="checking", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as progress:
        reports = [check_problem(problem) for problem in progress]
    for report in reports:
        wrong += len(report.wrong)
        left = _left_open(report, prove)
        still_open += left
        checks += len(report.checks) - len(report.open)
        if not as_json:
            _print_report(report, left, verbose)
    to_decide = sum(len(unshown(problem)) for problem in found) if prove else 0
    unread = f"; {count_phrase(len(bad), 'file')} can't be read" if bad else ""
    note(_summary(len(reports), checks, wrong, still_open, to_decide) + unread)
    undecided = 0
    unwritten = False
    proofs: list[Proof] = []
    if prove:
        decided: list[Proof] = []
        asked = prove_all(
            found, Budget(seconds=seconds), jobs=jobs or cores(), decided=decided.append
        )
        try:
            with closing(asked):
                for proof in asked:
                    proofs.append(proof)
                    if not as_json:
                        _tell(proof, verbose)
        except BaseException:
            # After Ctrl-C, or where nobody reads on, what was proved is kept.
            if folder is not None and decided:
                _write(decided, folder)
            raise
        contradicted = sum(1 for proof in proofs if proof.standing is Standing.WRONG)
        undecided = sum(1 for proof in proofs if proof.standing is Standing.UNDECIDED)
        wrong += contradicted
        if folder is not None:
            unwritten = not _write(proofs, folder)
        if certificates_folder is not None:
            there = write_certificates(proofs, Path(certificates_folder), on_none=note)
            note(f"{count_phrase(there, 'certificate')} written to {certificates_folder}")
        note(
            f"{count_phrase(len(proofs), 'claim')} without a line: "
            f"{len(proofs) - contradicted - undecided} decided as expected, "
            f"{contradicted} wrong, {undecided} undecided"
        )
    if as_json:
        print_json({"checks": _facts(reports), "proofs": [_proof_facts(each) for each in proofs]})
    if bad or unwritten:
        sys.exit(UNREADABLE)
    if wrong:
        sys.exit(DOES_NOT_HOLD)
    if undecided or (prove and still_open):
        sys.exit(UNDECIDED)


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


def _tell(proof: Proof, verbose: bool) -> None:
    if verbose or proof.standing is not Standing.OK:
        colour = {Standing.WRONG: "red", Standing.UNDECIDED: "yellow"}.get(proof.standing)
        click.echo(click.style(f"{proof.problem.id}: {proof}", fg=colour))


def _write(proofs: list[Proof], folder: str) -> bool:
    """Write the records, and say what can't be written; whether all could be."""
    try:
        written = write_evidence(proofs, Path(folder))
    except (OSError, NotationError) as error:
        complain(what_went_wrong(error))
        return False
    note(f"{count_phrase(written, 'record')} written to {folder}")
    return True


def _load(name: str, on_error: Callable[[NotationError], None] | None = None) -> list[Problem]:
    if name in problem_ids():
        return [find_problem(name)]
    if not Path(name).exists():
        raise click.UsageError(
            f"'{name}' is neither a catalogue problem nor a file or folder"
            f"{did_you_mean(name, problem_ids())}"
        )
    return load_problems(name, on_error=on_error)


def _each_once(problems: Iterable[Problem]) -> list[Problem]:
    """The problems without those of a file that was there before."""
    found: dict[Path, Problem] = {}
    for problem in problems:
        path = Path(problem.name)
        # A link to a file elsewhere has other records beside it.
        found.setdefault(resolved(path.parent) / path.name, problem)
    return list(found.values())


def _left_open(report: Report, prove: bool) -> int:
    """How many checks stay open; claims that are to be decided yet don't count."""
    decided = len(unshown(report.problem)) if prove else 0
    return max(0, len(report.open) - decided)


def _summary(problems: int, checks: int, wrong: int, still_open: int, to_decide: int) -> str:
    """What the replayed checks came to; those that need a proof are counted apart.

    ``to_decide`` claims are proved after this, and said then.
    """
    text = count_phrase(problems, "problem")
    if checks:
        result = f"{wrong} wrong" if wrong else "all as expected"
        text += f", {count_phrase(checks, 'check')}: {result}"
    elif not (still_open or to_decide):
        return f"{text}: nothing to check"
    return f"{text}, {still_open} open" if still_open else text


def _told(report: Report) -> list[Check]:
    """The checks that are named in any case: what is wrong, and what a line leaves open."""
    without = {claim.id for claim in unshown(report.problem)}
    return [
        item
        for item in report.checks
        if not item.ok
        or (
            item.outcome is Outcome.OPEN
            and not (item.kind is Kind.CLAIM and item.about in without)
        )
    ]


def _print_report(report: Report, still_open: int, verbose: bool) -> None:
    right = len(report.checks) - len(report.wrong) - len(report.open)
    expected = f"{right} as expected" if report.checks else "nothing to check"
    text = f"{report.problem.id}: {expected}"
    if still_open:
        text += f", {still_open} open"
    if report.wrong:
        text += f", {len(report.wrong)} wrong"
    click.echo(click.style(text, fg="green" if report.ok else "red"))
    for item in report.checks if verbose else _told(report):
        click.echo(textwrap.indent(str(item), "  "))
