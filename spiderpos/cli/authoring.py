"""``spiderpos author``: write problems, from the empty file to the printed sheet."""

from __future__ import annotations

import datetime
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Final

import click

from .. import formats
from ..author import template
from ..author.best import best_line
from ..author.check import as_json, report
from ..author.check import check as find_out
from ..author.composing import Spec, compose
from ..author.lint import Linted, Severity, lint_file, same_ids
from ..author.mining.asking import Asker, aims
from ..author.mining.find import Find
from ..author.mining.jobs import class_key
from ..author.mining.writing import written
from ..author.reduce import point_of, reduced, size
from ..catalogue import loads_problem
from ..catalogue.loading import problem_files
from ..catalogue.themes import THEMES, Theme
from ..game.engine import Step
from ..game.position import Position
from ..goals.goal import Goal, parse
from ..show.pages.book import PAPERS, entries, html, parts
from ..solver.difficulty import DifficultyRating
from ..solver.prover.answer import Budget, Clock
from ..text.files import new_file
from ..text.wording import count_phrase, harmless
from .budget import EXITS, budget_options
from .errors import DOES_NOT_HOLD, HOLDS, UNREADABLE, Group, complain_of_all, note
from .inputs import Loaded, read_position, read_problems
from .mining import mine
from .options import A_POSITION, PositionOptions, file_name, title_option
from .output import print_json
from .pages import proofs_of, proving_options, refuse_unfilled
from .printing import pdf
from .writing import check_new, check_parent, output_option, put

#: The limit of the search for the solution of a new problem, about ten seconds.
_FOR_A_LINE: Final = Budget(work=10_000_000)


@click.group(cls=Group)
def author() -> None:
    """Write problems: create a file, find its errors, prove, explain and print it.

    \b
    The usual steps:
      spiderpos author new swap.yaml --from woods-4
      spiderpos author lint swap.yaml
      spiderpos author check swap.yaml
      spiderpos author sheet my-problems/ -o book.html
    """


author.add_command(mine)


@author.command()
@click.argument("file", type=file_name)
@click.option(
    "--from",
    "start",
    type=A_POSITION,
    metavar="POSITION",
    help="Position of the new problem: a file, a problem's name, or the position itself.",
)
@click.option("--partial", is_flag=True, help="POSITION has fewer cards than two decks.")
@click.option(
    "--goal",
    "goal_text",
    metavar="GOAL",
    help="Goal of the problem; a solution is added if found.",
)
def new(file: str, start: str | None, partial: bool, goal_text: str | None) -> None:
    """Write a problem file with comments that explain what to fill in.

    FILE must not exist yet.  It can be loaded at once; 'author lint FILE' lists what is missing.

    \b
    Examples:
      spiderpos author new swap.yaml
      spiderpos author new clubs.yaml --from woods-4 --goal "get a space without dealing"
      spiderpos author new mine.yaml --from my-game.save
    """
    path = Path(file)
    check_parent(path)
    position = None
    if start is not None:
        position = read_position(start, PositionOptions(partial=partial)).position
    goal = parse(goal_text) if goal_text is not None else None
    if goal is not None and position is None:
        raise click.UsageError("--goal needs a position, such as --from mine.txt")
    steps: tuple[Step, ...] = ()
    if goal is not None and position is not None:
        steps = best_line(position, goal, _FOR_A_LINE).steps
        if not steps:
            note("no solution found; 'author check' searches longer")
    year = datetime.datetime.now(datetime.UTC).year
    text = template.new(path.name, year, position, goal, steps, template.author_of(path.parent))
    loads_problem(text, name=file)
    try:
        new_file(path, text.encode())
    except FileExistsError:
        raise click.UsageError(f"'{file}' already exists and was not changed") from None
    note(f"'{file}': fill in each TODO, then run 'spiderpos author lint {file}'")


# Lint

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.HINT: "cyan"}


@author.command()
@click.argument("files", type=file_name, nargs=-1, required=True, metavar="FILE...")
@budget_options(20, ", for each file; 0 omits the findings that need a proof", none=True)
def lint(files: tuple[str, ...], budget: Budget) -> None:
    """List errors and weaknesses of problem files.

    Each finding is printed as 'file:line: severity: text [code]'; docs/authoring.md explains
    the codes.  A folder stands for the problem files in it.

    \b
    Exit codes: 0 only hints, or no findings; 1 errors or warnings; 2 a file can't be read.
    """
    worst = HOLDS
    count = hints = 0
    paths = [path for name in files for path in problem_files(Path(name))]
    twice = same_ids(paths)
    for path in paths:
        result = lint_file(path, budget=budget)
        if path in twice:
            result = Linted((*result.findings, twice[path]), result.readable)
        for finding in result.findings:
            click.echo(click.style(harmless(str(finding)), fg=_COLOURS[finding.severity]))
        counted = sum(finding.counts for finding in result.findings)
        count += counted
        hints += len(result.findings) - counted
        if not result.clean:
            worst = max(worst, DOES_NOT_HOLD if result.readable else UNREADABLE)
    text = count_phrase(count, "finding") if count else "nothing wrong was found"
    note(f"{text}, {count_phrase(hints, 'hint')}" if hints else text)
    sys.exit(worst)


# Check


def _loaded(file: str, goal_text: str | None, *, partial: bool) -> tuple[Loaded, Goal | None]:
    """Load the position or problem of a file, and its goal, or None.

    With ``goal_text`` this is the goal, and the problem is left out.
    """
    loaded = read_position(file, PositionOptions(partial=partial))
    if goal_text is not None:
        return loaded._replace(problem=None), parse(goal_text, name="--goal")
    return loaded, loaded.problem.goal if loaded.problem is not None else None


_goal_option = click.option(
    "--goal", "goal_text", metavar="GOAL", help="Goal that replaces the one in FILE."
)
_partial_option = click.option(
    "--partial", is_flag=True, help="FILE has fewer cards than two decks."
)


@author.command()
@click.argument("file", type=A_POSITION)
@_goal_option
@_partial_option
@click.option("--json", "machine", is_flag=True, help="Print the result as JSON.")
@budget_options(60, ", for the whole check")
def check(file: str, goal_text: str | None, partial: bool, machine: bool, budget: Budget) -> None:
    """Prove the properties of a problem: solvable, shortest solution, soundness, tries.

    FILE is a problem file, the name of a catalogue problem, or any other position.  If it has no
    goal, goals that can be reached are listed.  Properties that are not decided within the time
    are reported as undecided.

    \b
    Exit codes: 0 solvable; 1 impossible; 2 unreadable; 3 undecided.
    """
    loaded, goal = _loaded(file, goal_text, partial=partial)
    if goal is None:
        _tell_aims(loaded.position, budget)
        note(f"{loaded.name} has no goal; give one, such as --goal 'get a space'")
        sys.exit(HOLDS)
    problem = loaded.problem
    solution = problem.solution if problem is not None else None
    line = problem.replayed(solution.id).steps if problem and solution is not None else ()
    checked = find_out(loaded.position, goal, budget, line=line)
    if machine:
        print_json({"name": loaded.name, "goal": str(goal)} | as_json(checked))
    else:
        click.echo(click.style(harmless(f"{loaded.name}: {goal}"), bold=True))
        for text in report(checked):
            click.echo(text)
    sys.exit(EXITS[checked.answer.outcome])


def _tell_aims(position: Position, budget: Budget) -> None:
    """Print goals that can be reached from a position, with the length of the best known line."""
    asker = Asker(budget.limited(1))
    for aim in aims(position.hide(), asker):
        line = best_line(position.hide(), aim, budget.limited(1))
        proof = "proved" if line.proved else "the shortest known"
        click.echo(f"could be asked: {aim} ({count_phrase(len(line.steps), 'move')}, {proof})")


# Compose


def _span(_context: click.Context, option: click.Parameter, text: str) -> tuple[float, float]:
    """Parse a range such as '6-9', or a single number such as '4', as minimum and maximum."""
    least, _, most = text.partition("-")
    try:
        span = float(least), float(most or least)
    except ValueError:
        span = (1.0, 0.0)
    if span[0] > span[1]:
        raise click.BadParameter(
            f"expected a number or a range, as 6-9, not '{text}'", param=option
        )
    return span


@author.command(name="compose")
@click.option(
    "--from", "matrix", required=True, type=A_POSITION, metavar="POSITION", help="Matrix."
)
@click.option("--goal", "goals", multiple=True, metavar="GOAL", help="Goal to try.")
@click.option(
    "--theme", "themes", multiple=True, type=click.Choice(THEMES), help="Theme of the solution."
)
@click.option(
    "--moves", default="3-12", show_default=True, callback=_span, help="Number of moves."
)
@click.option("--rating", default="0-10", show_default=True, callback=_span, help="Rating.")
@click.option(
    "--most-cards",
    type=click.IntRange(4),
    default=25,
    show_default=True,
    help="Maximum number of cards.",
)
@click.option("--seed", default="1", show_default=True, help="Random seed.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="End after N problems.")
@click.option(
    "-o",
    "--output",
    "folder",
    default="composed",
    show_default=True,
    type=file_name,
    metavar="FOLDER",
    help="Folder for the problem files.",
)
@budget_options(600, ", for the whole run")
def compose_problems(
    matrix: str,
    goals: tuple[str, ...],
    themes: tuple[Theme, ...],
    moves: tuple[float, float],
    rating: tuple[float, float],
    most_cards: int,
    seed: str,
    limit: int | None,
    folder: str,
    budget: Budget,
) -> None:
    """Vary a matrix: add, remove and exchange cards; keep the variations that are sound problems.

    The matrix is a position or a problem.  The goal is that of --goal, else that of the problem,
    else any that can be reached.  Each problem is printed when it is found, and written to FOLDER.
    Ctrl-C ends the run.  At the end the reasons why variations were rejected are counted.

    \b
    Example:
      spiderpos author compose --from matrix.txt --theme switchback --moves 6-9 --rating 4-6

    Exit codes: 0 problems were found; 1 none were found.
    """
    loaded = read_position(matrix, PositionOptions(partial=True))
    candidates = tuple(parse(goal, name="--goal") for goal in goals)
    if not candidates and loaded.problem is not None and loaded.problem.goal is not None:
        # Of a matrix with too many cards only a part is used, which may lack the goal's cards.
        candidates = (loaded.problem.goal,) * (size(loaded.position) <= most_cards)
    spec = Spec(candidates, themes, (int(moves[0]), int(moves[1])), rating, most_cards)
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    clock = Clock(budget)
    reasons: Counter[str] = Counter()
    keys: set[str] = set()
    attempts = compose(loaded.position.hide(), spec, seed)
    with suppress(KeyboardInterrupt):
        for attempt in attempts:
            if attempt.find is None or attempt.rating is None:
                reasons[attempt.reason] += 1
            elif (key := class_key(attempt.find)) in keys:
                reasons["equivalent to another problem found"] += 1
            else:
                keys.add(key)
                _put_composed(attempt.find, attempt.rating, f"composed-{key[:8]}", target, matrix)
            if clock.over or len(keys) == limit:
                break
    note(f"{count_phrase(len(keys), 'problem')}; rejected: {reasons.total():,} variations")
    for reason, count in reasons.most_common():
        note(f"{count:8,d}  {reason}")
    sys.exit(HOLDS if keys else DOES_NOT_HOLD)


def _put_composed(
    find: Find, rating: DifficultyRating, name: str, folder: Path, matrix: str
) -> None:
    year = datetime.datetime.now(datetime.UTC).year
    origin = f"variations of {Path(matrix).name if Path(matrix).exists() else matrix}"
    path = folder / f"{name}.yaml"
    with suppress(FileExistsError):
        new_file(path, written(find, find.position, origin, name, year, rating).encode())
    moves = count_phrase(len(find.line), "move")
    themes = ", ".join(find.themes)
    click.echo(harmless(f"{path}  {find.goal}: {moves}, {rating.rating:g}, {themes}"))


# Reduce


@author.command(name="reduce")
@click.argument("file", type=A_POSITION)
@_goal_option
@_partial_option
@budget_options(60, "")
def reduce_problem(file: str, goal_text: str | None, partial: bool, budget: Budget) -> None:
    """Remove the cards that a problem doesn't need, and print the resulting position.

    Columns and top cards are removed as long as the shortest solution keeps its length and its
    unique first move.  If a tempting first move loses, one still must.

    \b
    Exit codes: 0 cards were removed; 1 none can be removed, or no unique first move is proved.
    """
    loaded, goal = _loaded(file, goal_text, partial=partial)
    start = loaded.position
    if goal is None:
        raise click.UsageError(
            f"{loaded.name} has no goal; give one, such as --goal 'get a space'"
        )
    point = point_of(start, goal)
    if point is None:
        note("not reduced: no shortest solution with a unique first move is proved")
        sys.exit(DOES_NOT_HOLD)
    small = reduced(start, goal, budget)
    click.echo(formats.dumps(small, "diagram").expandtabs(8).rstrip())
    click.echo(formats.dumps(small, "fen").strip())
    note(
        f"{size(start)} cards before, {size(small)} now; {count_phrase(point.moves, 'move')}, "
        f"a unique first move{', a tempting first move that loses' * point.tried}"
    )
    sys.exit(HOLDS if size(small) < size(start) else DOES_NOT_HOLD)


# Sheet


@author.command()
@click.argument("folder", type=file_name)
@output_option("Output file, .pdf or .html.", required=True)
@title_option("Title of the book.", "Spider problems")
@click.option(
    "--paper", type=click.Choice(PAPERS), default="a4", show_default=True, help="Paper size."
)
@click.option(
    "--by-difficulty", is_flag=True, help="Order the problems from the easiest to the hardest."
)
@proving_options
def sheet(
    folder: str,
    output: str,
    force: bool,
    title: str,
    paper: str,
    by_difficulty: bool,
    prove: bool,
    budget: Budget,
) -> None:
    """Write a book of problems to print: rules, problems, hints, and solutions at the end.

    FOLDER is a folder of problem files, a file, or the name of a catalogue problem.  The book
    is an HTML page, which any browser can print, or a PDF, which requires Chromium, Chrome or
    Edge.  'spiderpos site' makes the same page.

    Nothing is written if a problem can't be read or isn't filled in (exit code 2).  If a solution
    can't be played, the book reports it and the exit code is 1.

    \b
    Examples:
      spiderpos author sheet my-problems/ -o book.pdf
      spiderpos author sheet my-problems/ -o book.html --title "Ten for the train"
    """
    path = Path(output)
    kind = path.suffix.lower()
    if kind not in (".pdf", ".html"):
        raise click.UsageError(f"'{output}' is neither a .pdf nor a .html file")
    check_new(path, force=force)
    problems = read_problems(folder)
    refuse_unfilled(problems)
    items = entries(
        problems,
        by_difficulty=by_difficulty,
        prove=lambda problem: proofs_of(problem, budget) if prove else (),
    )
    printed = [parts(number, entry) for number, entry in enumerate(items, 1)]
    text = html(printed, title=title, paper=paper)
    put(path, pdf(text) if kind == ".pdf" else text.encode())
    note(f"'{output}': {count_phrase(len(items), 'problem')}")
    complain_of_all(
        (f"{entry.problem.id}: {entry.fault}" for entry in items if entry.fault), DOES_NOT_HOLD
    )
