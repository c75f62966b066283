"""Checking records of answers again.

A line is played by the engine and held against the goal; of "impossible" the last search is made
again and has to come to the same set of classes (``docs/evidence.md``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from .. import formats, scripts
from ..formats.base import ReadOptions
from ..game.illegal import PositionError
from ..game.position import Position
from ..game.replay import ReplayError, replay
from ..game.script import Script
from ..goals import plans
from ..goals.goal import Goal, parse
from ..goals.judge import Verdict, judge, known_to_player
from ..goals.plans import Plan
from ..text.errors import NotationError
from ..text.wording import count_phrase, join_words
from . import solve
from .drawing import can_be_draw
from .evidence import Record, engine_of
from .prover import brute
from .prover.answer import Answer, Budget, Clock, Outcome, Progress, Searched
from .prover.exact_cards import of_words
from .prover.question import relax_position

#: So much of a claim's name is quoted.
_SHOWN: Final = 100


@dataclass(frozen=True, slots=True)
class Recheck:
    """What came of checking a record again.

    ``verdict``: HOLDS if the record is right, FAILS if it isn't, UNDECIDED if the search did not
    end within the budget or the record itself decides nothing.  ``found`` says it in a sentence.
    ``answer`` is the new answer, if one was compared; UNDECIDED if the record refutes it.
    """

    record: Record
    verdict: Verdict
    found: str
    answer: Answer | None = None

    def __str__(self) -> str:
        word = {
            Verdict.HOLDS: "reproduced",
            Verdict.FAILS: "not reproduced",
            Verdict.UNDECIDED: "undecided",
        }[self.verdict]
        claim = f"{self.record.claim}: " if self.record.claim else ""
        return f"{claim}{word}: {self.found}"


def _fails(record: Record, message: str, answer: Answer | None = None) -> Recheck:
    return Recheck(record, Verdict.FAILS, message, answer)


def recheck(
    record: Record,
    *,
    budget: Budget | None = None,
    progress: Progress | None = None,
    name: str = "record",
) -> Recheck:
    """Check a record again.

    Raises NotationError if its position, goal or line can't be read.
    """
    alone, _ = by_itself(record, name)
    if record.outcome is Outcome.POSSIBLE and alone.verdict is Verdict.HOLDS:
        return _lost_draws_again(record, alone, budget, progress, name)
    if alone.verdict is not Verdict.HOLDS or not (
        record.outcome is Outcome.IMPOSSIBLE or record.shortest
    ):
        return alone
    return compare(record, _search_again(record, budget, progress, name), name=name)


def compare(record: Record, answer: Answer, *, name: str = "record") -> Recheck:
    """Compare a record with an answer to its question that was found without it.

    All that the record says is looked at: its line or plan is played, of "impossible" the search
    is compared.  Both searches were complete then, so another engine, or other cards taken
    exactly, confirm the verdict; the same search with another set of classes doesn't.  *Not*
    looked for is a line shorter than one that is said to be the shortest: that is UNDECIDED
    unless ``answer`` says so.  "Impossible" where the record's line was played and reaches the
    goal can only be an error of the search: that is UNDECIDED, as its ``answer`` is then.
    Raises as :func:`recheck`.
    """
    alone, moves = by_itself(record, name)
    if alone.verdict is not Verdict.HOLDS:
        return alone
    if record.outcome is Outcome.POSSIBLE:
        return alone
    if record.outcome is Outcome.IMPOSSIBLE:
        return _same_search(record, answer)
    if answer.outcome is Outcome.IMPOSSIBLE:
        shown = alone.found.removeprefix("solved: ")
        message = f"internal error: a search says 'impossible', but {shown}; please report it"
        unsure = replace(answer, outcome=Outcome.UNDECIDED, reason=message)
        return Recheck(record, Verdict.UNDECIDED, message, unsure)
    return _none_shorter(record, moves, answer) if record.shortest else alone


def question(record: Record, *, name: str = "record") -> tuple[Position, Goal]:
    """Return the position and the goal of a record.

    Raises NotationError if they can't be read.
    """
    position = _position(record.position, _part(record, name, "position"))
    where = _part(record, name, "goal")
    try:
        goal = parse(record.goal, name=where, position=position)
    except PositionError as error:
        raise NotationError(str(PositionError(error.faults, where))) from None
    if str(position.rules) != record.rules:
        where = _part(record, name, "rules")
        message = f"they are '{record.rules}', those of the position '{position.rules}'"
        raise NotationError(f"{where}: {message}")
    return position, goal


def _position(text: str, where: str) -> Position:
    try:
        return formats.loads(text, "fen", name=where, options=ReadOptions(partial=True))
    except PositionError as error:
        raise NotationError(str(PositionError(error.faults, where))) from None


def check_question(record: Record, position: Position, goal: Goal, *, name: str) -> None:
    """Raise NotationError if a record is about another position (or its rules) or goal."""
    record_position, record_goal = question(record, name=name)
    if record_goal != goal:
        raise NotationError(
            f"{name}: this is about another question: '{record_goal}', not '{goal}'"
        )
    if record_position != position:
        raise NotationError(
            f"{name}: this is about another question: the goal is this one, the position not"
        )


def check_texts(record: Record, *, name: str = "record") -> None:
    """Raise NotationError if the position, the goal or the line of a record can't be read."""
    question(record, name=name)
    if record.line is not None:
        _line(record, record.line, name)


def _line(record: Record, text: str, name: str) -> Script | Plan:
    read = plans.loads if plans.recognises(text) else scripts.loads
    return read(text, name=_part(record, name, "line"))


def _part(record: Record, name: str, key: str) -> str:
    """Return the name of a record's text for errors in it: a file may have many records."""
    claim = f", {record.claim[:_SHOWN]}" if record.claim else ""
    return f"{name}{claim}, {key}"


def by_itself(record: Record, name: str = "record") -> tuple[Recheck, int]:
    """Return what a record comes to without a search, and its number of moves.

    The moves are those of its line or plan.  A line is played and judged, "impossible" stands as
    it is written.  Raises NotationError if the record's position, goal or line can't be read.
    """
    position, goal = question(record, name=name)
    line = _line(record, record.line, name) if record.line is not None else None
    if record.outcome == "undecided":
        return Recheck(record, Verdict.UNDECIDED, "the record itself is undecided"), 0
    if record.outcome is Outcome.POSSIBLE:
        return _draws_again(record, position, goal, name)
    if record.outcome is Outcome.IMPOSSIBLE:
        if (record.line, record.moves, record.shortest) != (None, None, False):
            return _fails(record, "the record says 'impossible' and has a line"), 0
        return Recheck(record, Verdict.HOLDS, "impossible"), 0
    if line is None:
        return _fails(record, "the record says 'solved' and has no line"), 0
    if isinstance(line, Plan):
        return _plan_again(record, position, goal, line), line.moves
    return _line_again(record, position, goal, line)


def _draws_again(record: Record, position: Position, goal: Goal, name: str) -> tuple[Recheck, int]:
    """Return the line of a goal that is possible, and those of all draws, played again."""
    moves = 0
    solved = [draw for draw in record.draws if draw.outcome is Outcome.SOLVED]
    if record.line is None or not solved:
        return _fails(record, "the record says 'possible' and has no line for a draw"), 0
    for number, draw in enumerate(record.draws, 1):
        start = _position(draw.position, _part(record, name, f"draw {number}"))
        if not can_be_draw(position, start):
            return _fails(
                record, f"draw {number} isn't this position with its hidden cards known"
            ), 0
        if draw.outcome is not Outcome.SOLVED:
            continue
        for text in [draw.line] + [record.line] * (draw is solved[0]):
            script = _line(record, text or "", name)
            if isinstance(script, Plan):
                return _fails(record, "the line of a draw is a plan"), 0
            again, length = _line_again(replace(record, moves=None), start, goal, script)
            if again.verdict is not Verdict.HOLDS:
                return replace(again, record=record, found=f"draw {number}: {again.found}"), 0
            moves = moves or length
    if record.moves not in (None, moves):
        return _other_moves(record, f"the line has {moves}"), moves
    message = (
        f"possible: the line of {count_phrase(moves, 'move')} reaches the goal in a draw of the "
        f"hidden cards; in {len(solved)} of {count_phrase(len(record.draws), 'draw')} there is one"
    )
    return Recheck(record, Verdict.HOLDS, message), moves


def _lost_draws_again(
    record: Record, alone: Recheck, budget: Budget | None, progress: Progress | None, name: str
) -> Recheck:
    """Return the draws of which the record says that they are impossible, searched again."""
    clock = Clock(budget or Budget())
    _, goal = question(record, name=name)
    lost = [d for d in enumerate(record.draws, 1) if d[1].outcome is Outcome.IMPOSSIBLE]
    for left, (number, draw) in zip(range(len(lost), 0, -1), lost, strict=True):
        start = _position(draw.position, _part(record, name, f"draw {number}"))
        answer = solve(start, goal, budget=clock.left(1 / left), progress=progress)
        if answer.outcome is Outcome.SOLVED:
            return _fails(record, f"draw {number}: there is {_solution(answer)}", answer)
        if answer.outcome is not Outcome.IMPOSSIBLE:
            message = f"{alone.found}; that draw {number} is impossible could not be shown again"
            return Recheck(record, Verdict.UNDECIDED, f"{message}: {answer.reason}", answer)
    return replace(alone, found=f"{alone.found}, in {len(lost)} none") if lost else alone


def _line_again(
    record: Record, position: Position, goal: Goal, script: Script
) -> tuple[Recheck, int]:
    try:
        steps = replay(position, script).steps
    except ReplayError as error:
        return _fails(record, f"the line can't be played: {error.reason}"), 0
    judgement = judge(goal, position, steps)
    moves = count_phrase(len(steps), "move")
    verdict, message = Verdict.HOLDS, f"solved: the line of {moves} reaches the goal"
    if judgement.verdict is not Verdict.HOLDS:
        broken = "; ".join(
            f"{f.phrase}: {f.found or f.verdict}"
            for f in judgement.findings
            if f.verdict is not Verdict.HOLDS
        )
        verdict, message = judgement.verdict, f"the line of {moves} doesn't reach it: {broken}"
    elif record.moves not in (None, len(steps)):
        return _other_moves(record, f"the line has {moves}"), len(steps)
    elif judgement.assumption:
        message = f"the line of {moves} reaches the goal {judgement.assumption}"
        verdict = Verdict.UNDECIDED
    return Recheck(record, verdict, message), len(steps)


def _plan_again(record: Record, position: Position, goal: Goal, plan: Plan) -> Recheck:
    checked = plans.check(plan, position, goal)
    if checked.verdict is not Verdict.HOLDS:
        where = f" {checked.failed}" if checked.failed else ""
        message = f"the plan doesn't reach it{where}: {checked.found}"
        return Recheck(record, checked.verdict, message)
    if record.moves not in (None, plan.moves):
        return _other_moves(record, f"the plan takes up to {count_phrase(plan.moves, 'move')}")
    message = f"the plan reaches the goal in each of {checked.cases} cases"
    if record.shortest:
        message += "; that none is shorter is nothing that a search can show"
        return Recheck(record, Verdict.UNDECIDED, message)
    return Recheck(record, Verdict.HOLDS, f"solved: {message}")


def _other_moves(record: Record, message: str) -> Recheck:
    claim = f"the record says {count_phrase(record.moves or 0, 'move')}"
    return _fails(record, f"{claim}, and {message}")


def _search_again(
    record: Record, budget: Budget | None, progress: Progress | None, name: str
) -> Answer:
    """Search once more for a line, or for a shorter one than the record has.

    Of "impossible" only the last search is repeated, with the recorded exact cards.  That is
    enough, since "impossible" is true whatever cards are exact.  If those cards don't do (the
    record may be wrong, or of another version), the search goes on from them.  Brute force is
    repeated as that, with half of the time; what it doesn't decide the other searches may.
    """
    position, goal = question(record, name=name)
    if record.outcome == "solved":
        return solve(position, goal, budget=budget, shortest=True, progress=progress)
    budget = budget or Budget()
    if record.searched.method == "positions":
        half = budget.share(1 / 2)
        answer = brute.solve(position, goal, budget=half, progress=progress)
        if answer.outcome is not Outcome.UNDECIDED or answer.interrupted:
            return answer
        budget = half
    begin = None
    if record.searched.method == "classes":
        exact = record.searched
        begin = Searched("classes", precision=exact.precision, bases=exact.bases)
        where = _part(record, name, "precision")
        of_words(relax_position(known_to_player(position, goal)), exact.precision, name=where)
    return solve(position, goal, budget=budget, progress=progress, begin=begin)


def _none_shorter(record: Record, moves: int, answer: Answer) -> Recheck:
    """Recheck by an answer that no line has fewer moves than the record's."""
    line = f"the line of {count_phrase(moves, 'move')} reaches the goal"
    if answer.outcome is Outcome.SOLVED and answer.plan is None:
        if answer.length < moves:
            shorter = f"{count_phrase(answer.length, 'move')}: {'; '.join(_words(answer))}"
            return _fails(record, f"{line}, and so does one of {shorter}", answer)
        if answer.shortest and answer.length == moves:
            message = f"solved: {line}, and no line has fewer moves"
            return Recheck(record, Verdict.HOLDS, message, answer)
    why = f": {answer.reason}" if answer.reason else ""
    message = f"{line}; that none has fewer moves could not be shown again{why}"
    return Recheck(record, Verdict.UNDECIDED, message, answer)


def _same_search(record: Record, answer: Answer) -> Recheck:
    """Return what an answer says of a record that says "impossible" and nothing else."""
    if answer.outcome is Outcome.UNDECIDED:
        return Recheck(record, Verdict.UNDECIDED, answer.reason, answer)
    if answer.outcome is Outcome.SOLVED:
        return _fails(record, f"there is {_solution(answer)}", answer)
    then, now = record.searched, answer.searched
    # How many searches there are for a plan depends on how quick the machine is.
    if not now.digest or now.method == then.method == "plan":
        return Recheck(record, Verdict.HOLDS, f"impossible: {answer.reason}", answer)
    engine = engine_of(now.method)
    message = f"impossible, {_size(now)}"
    was = _size(then)
    other_cards = (then.precision, then.bases) != (now.precision, now.bases)
    other_question = (then.rules, then.goal) != (now.rules, now.goal)
    figures = ["method", "classes", "digest", *["depth"] * bool(then.depth)]
    wrong = [key for key in figures if getattr(then, key) != getattr(now, key)]
    if not wrong:
        message += ", as recorded"
    elif (engine, now.method) != (record.engine, then.method):
        message += f" by '{engine}' (recorded by '{record.engine}': {was})"
    elif other_cards or other_question:
        message += f", by another choice of exact cards than recorded ({was})"
    else:
        claims = join_words(f"{key} {getattr(then, key) or 'none'}" for key in wrong)
        return _fails(record, f"{message}; the record says {claims}", answer)
    return Recheck(record, Verdict.HOLDS, message, answer)


def _solution(answer: Answer) -> str:
    """Return what a solved answer has, as a phrase."""
    moves = count_phrase(answer.length, "move")
    if answer.plan is not None:
        return f"a plan of up to {moves}"
    return f"a line of {moves}" + (f": {'; '.join(_words(answer))}" if answer.steps else "")


def _words(answer: Answer) -> list[str]:
    return scripts.dumps(answer.steps).splitlines()


def _size(searched: Searched) -> str:
    return f"{searched.met}, digest {searched.digest or 'none'}"
