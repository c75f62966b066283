"""The commands of ``problems``: the catalogue, and your own folders of problems."""

from __future__ import annotations

import textwrap
from typing import Final

import click

from ..catalogue import Problem, problem_ids
from ..catalogue.compiled import ListedProblem
from ..catalogue.loading import listed_problems
from ..catalogue.problem import START
from ..catalogue.themes import THEMES
from ..text.errors import NotationError
from ..text.wording import count_phrase
from .errors import UNREADABLE, Group, complain_of_all
from .inputs import read_problem, read_problems
from .options import A_POSITION, file_name
from .output import json_option, print_json, print_position

_WIDTH: Final = 96
#: Label of a position in the notes of a mined problem.  Its line isn't wrapped, so that users can
#: copy the position.
_FEN: Final = "As FEN: "


class _Problems(Group):
    """A group that imports ``check``, and with it the solver, on first use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return ["list", "show", "lines", "check"]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "check":
            from .checking import check  # noqa: PLC0415

            return check
        return super().get_command(ctx, cmd_name)


@click.group(cls=_Problems)
def problems() -> None:
    """List problems, show one or its lines, check lines and claims.

    FOLDER is a folder (or file) of your own problems, in the same YAML format as the catalogue.
    """


@problems.command(name="list")
@click.argument("folder", type=file_name, required=False)
@click.option("--theme", type=click.Choice(THEMES), help="List only problems with this theme.")
@json_option
def list_problems(folder: str | None, theme: str | None, as_json: bool) -> None:
    """List the problems of the catalogue, or of FOLDER.

    woods-1 to woods-7 are from Don Woods' document: the game whose opening he plays, his first to
    fifth problem, and the deal at the end.

    Errors in files are reported after the list (exit code 2).
    """
    bad: list[NotationError] = []
    rows = (
        listed_problems()
        if folder is None
        else [ListedProblem.of(problem) for problem in read_problems(folder, on_error=bad.append)]
    )
    rows = [listed for listed in rows if theme is None or theme in listed.themes]
    if as_json:
        print_json([listed._asdict() for listed in rows])
    width = max((len(listed.id) for listed in rows), default=0)
    for listed in [] if as_json else rows:
        source = _one_line(", ".join(str(part) for part in (listed.author, listed.year) if part))
        click.echo(f"{listed.id:{width}}  {listed.title}  ({source})")
    complain_of_all(bad, UNREADABLE)


@problems.command(name="show")
@click.argument("problem", type=A_POSITION)
def show_problem(problem: str) -> None:
    """Show a problem: its position, stipulation, lines and claims.

    PROBLEM is the name of a catalogue problem or a problem file.
    """
    parsed = read_problem(problem)
    data = parsed.data
    click.echo(click.style(f"{parsed.id}: {parsed.title}", bold=True))
    click.echo(_one_line(", ".join(filter(None, (data.author, str(data.source or ""))))))
    click.echo()
    print_position(parsed.start)
    click.echo()
    _paragraph(data.stipulation)
    if parsed.goal is not None:
        click.echo(f"\nGoal: {parsed.goal}")
    _items(
        "Lines",
        [
            (line.id, line.title + (" (solves the problem)" if line.solves else ""))
            for line in parsed.lines.values()
        ],
    )
    if parsed.lines:
        name = f"{_name_of(problem, parsed)}:{next(iter(parsed.lines))}"
        click.echo(f"\n  'spiderpos replay {name}' replays a line, 'problems lines' lists more.")
    if parsed.claims:
        _print_claims(parsed)
    if data.answer is not None:
        click.echo()
        _paragraph(f"Answer: {data.answer}")
    _items("Findings", [(f.id, f.statement) for f in parsed.findings])
    if data.themes:
        click.echo(f"\nThemes: {', '.join(data.themes)}")
    if data.notes:
        click.echo()
        _paragraph(data.notes)


@problems.command(name="lines")
@click.argument("problem", type=A_POSITION)
@json_option
def list_lines(problem: str, as_json: bool) -> None:
    """List the lines of a problem: their names, lengths, and the claims that they prove.

    A name such as woods-6:space can be used with replay, verify, show, convert-script, explain,
    lost, page and play.  The length is the number of moves from the position where the line
    begins.

    \b
    Examples:
      spiderpos problems lines woods-6
      spiderpos replay woods-6:space
    """
    parsed = read_problem(problem)
    prefix = _name_of(problem, parsed)
    rows = []
    for line in parsed.lines.values():
        root = parsed.history(line.id).root
        row = {
            "line": f"{prefix}:{line.id}",
            "moves": len(line),
            "title": line.title,
            "from": root,
            "solves": line.solves,
            "shows": [claim.id for claim in line.shows],
        }
        rows.append(row)
        if as_json:
            continue
        begins = f", from {prefix}:{root}" if root != START else ""
        click.echo(f"{row['line']}  {count_phrase(len(line), 'move')}{begins}: {line.title}")
        shows = ["the problem's goal"] * line.solves
        if any(part.expect is not None and part.expect.fails for part in line.parts):
            shows.append("that the next move is illegal")
        shows += [f"{claim.id} ({_one_line(claim.data.statement)})" for claim in line.shows]
        for text in shows:
            click.echo(_filled(f"shows {text}", "    ", "      "))
    if as_json:
        print_json(rows)


def _name_of(spec: str, problem: Problem) -> str:
    """Return the name of a problem in commands: its id in the catalogue, or its file."""
    return problem.id if spec in problem_ids() else problem.file


def _print_claims(problem: Problem) -> None:
    """Print each claim with the verdict of its source, the proof, and a comparison of both."""
    from ..catalogue.checking import check_problem, known_summary  # noqa: PLC0415 - see _Problems

    report = check_problem(problem)
    click.echo("\nClaims:")
    for name, standing in report.claims.items():
        data = standing.claim.data
        click.echo(_filled(_one_line(f"{name}: {data.statement} [{data.goal}]"), "  ", "      "))
        click.echo(f"      {standing}")
    click.echo(f"\n{known_summary([report])}")


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
    """Return a text without line ends, so that it can't imitate other lines of the output."""
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
