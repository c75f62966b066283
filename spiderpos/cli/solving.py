"""The command ``solve``: is a goal possible, and how?"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

import click

from .. import scripts
from ..catalogue import proving
from ..game.position import Position
from ..game.replay import ReplayError, replay
from ..game.script import ScriptFormat
from ..games import save
from ..games import save as saved_games
from ..goals import plans
from ..goals.goal import Goal, parse
from ..goals.judge import Verdict, judge
from ..scripts import words
from ..solver import Answer, Budget, Outcome, Progress, Searched, evidence, winning
from ..solver import solve as find_answer
from ..solver.prover import native_core
from ..solver.prover.answer import MIB
from ..text.wording import count_phrase, harmless, join_words
from .batches import Batch, batch_options
from .errors import (
    DOES_NOT_HOLD,
    HOLDS,
    UNDECIDED,
    UNREADABLE,
    complain,
    note,
    told_beside,
    what_went_wrong,
)
from .inputs import (
    FileName,
    Seconds,
    note_assumed,
    position_options,
    read_position,
    read_text,
)
from .output import tell_rules
from .recording import (
    CertificateFile,
    OutputFile,
    RecordFile,
    SaveFile,
    write_all,
)
from .scripting import read_script
from .writing import check_new, force_option

__all__ = ["solve"]

_EXIT: Final = {
    Outcome.SOLVED: HOLDS,
    Outcome.IMPOSSIBLE: DOES_NOT_HOLD,
    Outcome.UNDECIDED: UNDECIDED,
}


#: What goes with --recheck.
_WITH_RECHECK: Final = frozenset({"recheck_file", "seconds", "mebibytes"})
#: What goes with --deals, where the first argument is the goal; and with --batch beside that.
_WITH_DEALS: Final = frozenset(
    {
        *("position", "shorten", "seconds", "mebibytes", "rules_name", "rule_options"),
        *("deals", "batch_file", "scheme", "output", "jobs"),
    }
)
_OF_A_POSITION: Final = frozenset(
    {"from_format", "partial", "strict", "hand", "removed", "number"}
)


def _memory() -> int:
    """The default for --memory: 2048 MiB, or half of the machine's memory if that is less."""
    try:
        whole = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MIB
    except (AttributeError, OSError, ValueError):
        return 2048
    return max(64, min(2048, whole // 2))


# What is too many is told by the command itself: it may be a goal without quotes.
@click.command(context_settings={"allow_extra_args": True})
@click.argument("position", required=False)
@click.argument("goal", required=False)
@click.argument("line", required=False)
@position_options
@click.option("--shortest", is_flag=True, help="Find a line with the fewest moves, if it can.")
@click.option(
    "--time",
    "seconds",
    type=Seconds(),
    default=60,
    show_default=True,
    metavar="SECONDS",
    help="How long to search.",
)
@click.option(
    "--memory",
    "mebibytes",
    type=click.IntRange(1, 1 << 20),
    default=_memory,
    metavar="MIB",
    help="What the search's tables may take (default: 2048, or half of the machine's memory).",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
@click.option(
    "--evidence",
    "record_file",
    type=FileName(),
    metavar="FILE",
    help="Write the same object to FILE: a record of the answer.",
)
@click.option(
    "--certificate",
    "certificate_file",
    type=FileName(),
    metavar="FILE",
    help='Write to FILE how "impossible" can be checked without this program; compressed if FILE'
    " ends with .gz.",
)
@click.option(
    "--recheck",
    "recheck_file",
    type=FileName(),
    metavar="RECORD",
    help="Check the answers in a record again, in place of a POSITION and a GOAL.",
)
@click.option(
    "--save",
    "save_file",
    type=FileName(),
    metavar="FILE",
    help="Keep how far the search is in FILE, and go on from there if FILE is there already.",
)
@click.option(
    "--shorten",
    is_flag=True,
    help="Make LINE, or the line that is found, shorter, and say what that saves; only for a win"
    " is more tried than to cut out detours.",
)
@force_option
@batch_options
@click.option(
    "--as",
    "script_format",
    metavar="FORMAT",
    default="words",
    help="The notation for the line: words (default), letters or log.",
)
def solve(
    position: str | None,
    goal: str | None,
    line: str | None,
    shortest: bool,
    seconds: float,
    mebibytes: int,
    as_json: bool,
    record_file: str | None,
    certificate_file: str | None,
    recheck_file: str | None,
    save_file: str | None,
    shorten: bool,
    force: bool,
    script_format: str,
    **told: Any,
) -> None:
    """Can GOAL be reached from POSITION? Print a line, or that it is impossible.

    GOAL is a stipulation such as "get a space without dealing"; a catalogue problem's own goal
    if it isn't given.  A line is printed as a script that 'replay' and 'verify' accept.
    "impossible" means that the search was complete.  Face-down cards that POSITION names are
    used.

    If the goal has to be reached whatever turns up and no single line does it, a plan is
    printed: lines that branch by the card.  'replay' and 'verify' accept that too.

    A record (--json, --evidence) says all that is needed to check the answer again: --recheck
    replays a line, and repeats the search that found nothing.

    A long search can be stopped at any moment, and gone on with, by --save FILE: the same
    command goes on after the last round of the search that came to its end.  FILE is a record.

    To win a whole deal, every card has to be known, as 'spiderpos deal NUMBER --as fen' writes
    it.  --deals and --batch solve many, and want no POSITION; their GOAL is "win" if it isn't
    given.  LINE goes with --shorten: a file with a script ('-': standard input).

    \b
    Exit codes: 0 solved; 1 impossible; 2 unreadable; 3 undecided.
    With --recheck: 0 reproduced; 1 not; 3 undecided.

    \b
    Examples:
      spiderpos solve woods-7 "win"
      spiderpos solve woods-7 "win" line.txt --shorten --time 10
      spiderpos solve --deals 1-100
      spiderpos solve woods-5 "get a space without dealing, removing"
      spiderpos solve woods-6-swapped "remove spades without dealing, making a space"
      spiderpos solve --from fen --partial "KhQs/Jh - -" "get a space" --shortest
      spiderpos solve woods-5 "get a space without dealing, removing" --evidence proof.json
      spiderpos solve --recheck proof.json
      spiderpos solve woods-5 "get a space without dealing, removing" --certificate proof.json
      spiderpos solve woods-6 "remove hearts without dealing, removing spades" --save hearts.json
    """
    notation = scripts.find(script_format)
    budget = Budget(seconds, mebibytes)
    if recheck_file is not None:
        recheck(recheck_file, budget)
    many = Batch.of(told)
    _refuse_too_many(goal, line, None if many is None else position, shorten=shorten)
    if many is not None:
        _solve_many(many, position, budget, shorten=shorten, **told)
    asked = _question(position, goal, line, shorten=shorten, **told)
    for file in filter(None, (record_file, certificate_file)):
        check_new(Path(file), force=force)
    files = _files(asked, record_file, save_file)
    if certificate_file is not None:
        path = Path(certificate_file)
        files.append(CertificateFile(path, asked.position, asked.goal, budget))
    if not native_core():
        note("the compiled core is not installed: searching in Python, which is slow")
    answer = _answer(asked, files, budget, shortest=shortest, shorten=shorten)
    if answer.plan is not None and (unheeded := _for_a_line(notation, shorten=shorten)):
        note(f"this is a plan, in words: {unheeded} for a single line only")
    record = evidence.facts(asked.position, asked.goal, answer)
    if asked.assumed:
        record["assumed"] = list(asked.assumed)
    text = json.dumps(record, indent=2)
    unwritten = write_all(files, answer, text)
    if as_json:
        click.echo(text)
    elif answer.outcome is Outcome.SOLVED or asked.line is not None:
        click.echo(_script(answer, notation).rstrip("\n"))
        if answer.plan is None and answer.steps and notation is saved_games.SCRIPT_FORMAT:
            tell_rules(asked.position.rules, save.FORMAT)
        note(_summary(answer))
    else:
        click.echo(_report(answer, asked.assumed))
    for error in unwritten[:-1]:
        complain(what_went_wrong(error))
    if unwritten:
        raise unwritten[-1]
    sys.exit(_EXIT[answer.outcome])


def _refuse_too_many(
    goal: str | None, line: str | None, first: str | None, *, shorten: bool
) -> None:
    """Raise UsageError for more arguments than can be meant, as of a goal without quotes.

    ``first`` is the word before them if that belongs to the goal, too.
    """
    too_many = click.get_current_context().args
    if too_many or (line is not None and not shorten):
        words = " ".join(filter(None, (first, goal, line, *too_many)))
        if " " in (goal or "") or line == "-" or os.path.lexists(line or ""):
            raise click.UsageError("a LINE goes with --shorten, and nothing follows it")
        raise click.UsageError(f'a goal of several words goes in quotes: "{words}"')


def _solve_many(
    many: Batch, goal: str | None, budget: Budget, *, shorten: bool, **told: Any
) -> NoReturn:
    """Solve the deals of --deals or --batch, and exit; the first argument is the goal."""
    heeded = _WITH_DEALS if many.batch_file is None else _WITH_DEALS | _OF_A_POSITION
    if told_too := told_beside(heeded):
        raise click.UsageError(
            "with --deals and --batch there are only a GOAL and --shorten: not "
            f"{join_words(told_too, 'or')}"
        )
    sys.exit(many.run(goal, budget, shorten=shorten, **told))


class _Question(NamedTuple):
    """What is asked of a position; ``line`` names the script that is to be shortened.

    ``assumed`` is what the text of the position doesn't say.
    """

    position: Position
    goal: Goal
    line: str | None
    assumed: tuple[str, ...] = ()


def _question(
    position: str | None, goal: str | None, line: str | None, *, shorten: bool, **told: Any
) -> _Question:
    """What the command line asks.  Raises UsageError if that isn't one question, NotationError."""
    if position is None:
        raise click.UsageError("name a POSITION, or --deals, --batch or --recheck")
    loaded = read_position(position, **told)
    if shorten and line is None and goal is not None and os.path.lexists(goal):
        goal, line = None, goal
    if goal is not None:
        found = parse(goal, name="GOAL", position=loaded.position)
        return _Question(loaded.position, found, line, loaded.assumed)
    asked = loaded.problem.goal if loaded.problem else None
    if asked is None:
        raise click.UsageError(f'{loaded.asks_nothing}: say what is asked, such as "get a space"')
    return _Question(loaded.position, asked, line, loaded.assumed)


def _files(asked: _Question, record_file: str | None, save_file: str | None) -> list[OutputFile]:
    """The files that are to be written; what can't be is refused before the search."""
    if save_file is not None and (asked.line is not None or winning.asks_for_a_win(asked.goal)):
        raise click.UsageError("--save is for the search by classes: not for a LINE, or a win")
    files: list[OutputFile] = []
    if save_file is not None:
        files.append(SaveFile.open(Path(save_file), asked.position, asked.goal))
    if record_file is not None:
        files.append(RecordFile(Path(record_file)))
    return files


def _answer(
    asked: _Question,
    files: Sequence[OutputFile],
    budget: Budget,
    *,
    shortest: bool,
    shorten: bool,
) -> Answer:
    """The answer of a search, or that of the given line; shortened if that is asked for."""
    position, goal, line, _ = asked
    saved = next((file for file in files if isinstance(file, SaveFile)), None)
    with _display() as progress:
        if line is not None:
            answer = _given(position, goal, line)
        else:
            answer = find_answer(
                position,
                goal,
                budget=budget,
                shortest=shortest,
                progress=progress,
                begin=saved.begin if saved else None,
                after_round=saved.after_round if saved else None,
            )
        if shorten and answer.steps and not answer.interrupted:
            answer = _shortened(position, goal, answer, budget, progress)
        return answer if line is None else _as_shown(position, goal, answer)


def _script(answer: Answer, notation: ScriptFormat) -> str:
    """The line of an answer as a script, or its plan in words."""
    if answer.plan is not None:
        return plans.dumps(answer.plan)
    return scripts.dumps(answer.steps, notation) if answer.steps else evidence.NO_MOVE


def _for_a_line(notation: ScriptFormat, *, shorten: bool) -> str:
    """Which options a plan can't heed, with their verb; empty if none were given."""
    options = [f"--as {notation.name}"] if notation.dumps is not words.dumps else []
    options += ["--shorten"] if shorten else []
    return f"{join_words(options)} {'is' if len(options) == 1 else 'are'}" if options else ""


def _given(position: Position, goal: Goal, spec: str) -> Answer:
    """The line of a script up to the goal, as if it had been found; exits if it can't be."""
    script = read_script(spec, command="'solve --shorten'")
    name = script.name
    try:
        played = replay(position, script)
    except ReplayError as error:
        # Exit code 1 says "impossible" here.
        complain(str(error))
        sys.exit(UNREADABLE)
    note_assumed(played.assumed)
    steps = played.steps
    judgement = judge(goal, position, steps)
    if judgement.verdict is not Verdict.HOLDS:
        raise click.UsageError(f"the line in {name} doesn't reach the goal '{goal}'")
    at = judgement.reached_at
    said = ""
    if at != len(steps):
        said = f"the line in {name} reaches the goal after {count_phrase(at or 0, 'move')}"
    return Answer(Outcome.SOLVED, steps[:at], Searched(), said)


def _as_shown(position: Position, goal: Goal, answer: Answer) -> Answer:
    """The answer of a given line: undecided if it only says that the cards it needs come up."""
    assumption = judge(goal, position, answer.steps).assumption
    if not assumption:
        return answer
    said = "; ".join(filter(None, (answer.reason, f"the line reaches the goal {assumption}")))
    return replace(answer, outcome=Outcome.UNDECIDED, reason=said)


def _shortened(
    position: Position, goal: Goal, answer: Answer, budget: Budget, progress: Progress | None
) -> Answer:
    """The answer with a shorter line; its reason says what that saved."""
    found = winning.shorten(position, answer.steps, goal, budget=budget, progress=progress)
    sure = judge(goal, position, answer.steps).surely
    if sure and judge(goal, position, found.steps).assumption:
        # It was got by a card that only the script names, and the line did without.
        if found.interrupted:
            found = replace(found, steps=sure)
        else:
            found = winning.shorten(position, sure, goal, budget=budget, progress=progress)
    said = f"shortened from {found.before} to {len(found.steps)} moves, {found.saved} saved"
    if not found.saved:
        said = "no shorter line was found"
    if not (found.finished or found.interrupted or found.fault):
        wanting = "memory" if found.out_of_memory else "time"
        said += f"; with more {wanting} there may be more"
    if found.detours_only:
        which = "without the compiled core" if winning.asks_for_a_win(goal) else "for this goal"
        said += f"; {which} only detours are cut out"
    reason = f"{answer.reason}; {said}" if answer.reason else said
    return replace(answer, reason=reason).shortened(found)


def recheck(spec: str, budget: Budget) -> NoReturn:
    """Check the records of a file again, say what came of each, and exit."""
    if told_too := told_beside(_WITH_RECHECK):
        raise click.UsageError(
            "--recheck takes the position and the goal from the record alone, and writes "
            f"nothing: not with {join_words(told_too, 'or')}"
        )
    text, name = read_text(spec, evidence.LARGEST)
    verdicts = set()
    for record in evidence.loads_all(text, name=name):
        with _display() as progress:
            found = proving.recheck(record, budget=budget, progress=progress, name=name)
        verdicts.add(found.verdict)
        click.echo(harmless(str(found)))
    if Verdict.FAILS in verdicts:
        sys.exit(DOES_NOT_HOLD)
    sys.exit(UNDECIDED if Verdict.UNDECIDED in verdicts else HOLDS)


def _summary(answer: Answer) -> str:
    reason = f"; {answer.reason}" if answer.reason else ""
    searched = f" ({_size(answer.searched)})" if answer.searched.method != "start" else ""
    most = "at most " if answer.plan is not None else ""
    solved = "solved in" if answer.outcome is Outcome.SOLVED else "undecided, a line of"
    return f"{solved} {most}{count_phrase(answer.moves, 'move')}{searched}{reason}"


def _size(searched: Searched) -> str:
    classes = searched.method in ("classes", "plan")
    what, plural = ("class", "classes") if classes else ("position", "positions")
    if searched.method == "beam":
        rounds = f"a beam of {count_phrase(searched.rounds, 'position')}, "
    else:
        rounds = f"{count_phrase(searched.rounds, 'round')}, " if searched.rounds else ""
    return (
        f"{rounds}{count_phrase(searched.classes, what, plural)}, "
        f"{count_phrase(searched.steps, 'step')}, {searched.seconds:.2f} s, "
        f"{searched.bytes / MIB:.1f} MiB"
    )


def _report(answer: Answer, assumed: tuple[str, ...] = ()) -> str:
    searched = answer.searched
    rows = [click.style(str(answer.outcome), bold=True), answer.reason]
    rows += (f"assumed: {words}" for words in assumed)
    rows.append(f"searched: {_size(searched)}")
    if searched.precision:
        rows.append("exact cards: " + "; ".join(searched.precision))
    if searched.digest:
        rows.append(f"digest: {searched.digest}")
    return "\n".join(rows)


@contextmanager
def _display() -> Iterator[Progress | None]:
    """How far the search is, in one line of the terminal that is gone at the end."""
    if not sys.stderr.isatty():
        yield None
        return

    def show(searched: Searched) -> None:
        sys.stderr.write(f"\r\x1b[K{_size(searched)}")
        sys.stderr.flush()

    try:
        yield show
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
