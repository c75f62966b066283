"""The shipped problems: they pass lint, have one answer each, and their texts don't reveal it."""

import re
import statistics
from collections import Counter
from pathlib import Path

import pytest

from spiderpos.advice.tries import Fate, first_moves
from spiderpos.author.check import check
from spiderpos.author.difficulty import measured_problem
from spiderpos.author.lint import lint_file
from spiderpos.author.mining.find import Find
from spiderpos.author.mining.jobs import class_key
from spiderpos.author.profile import profile
from spiderpos.author.reduce import point_of, reduced, size
from spiderpos.author.themes import Solved, themes_of
from spiderpos.catalogue import find_problem, load_problem, problem_ids
from spiderpos.catalogue.loading import listed_problems, problem_files
from spiderpos.game.engine import joins_naturally
from spiderpos.goals.goal import Goal, Win
from spiderpos.scripts.words import describe
from spiderpos.show.pages.book import Entry, entries, html, parts
from spiderpos.show.pages.content import of_problem
from spiderpos.show.pages.markup import signs
from spiderpos.show.pages.site import build
from spiderpos.solver.prover import Budget
from spiderpos.text.resources import shipped_folder

from .documents import document
from .running import needs_core

pytestmark = pytest.mark.slow

MINED = problem_files(shipped_folder("problems") / "mined")
COMPOSED = problem_files(shipped_folder("problems") / "composed")
#: Words that reveal the solution, and are allowed only in hints.
TELLING = re.compile(
    r"only one|of the \w+ ways|one order|natural move|it loses|poison|bait|friend|\bfirst one\b",
    re.I,
)


def complaints(path, work):
    result = lint_file(path, budget=Budget(work=work)).findings
    return [str(finding) for finding in result if finding.counts]


@needs_core
@pytest.mark.sweep
@pytest.mark.parametrize("path", MINED, ids=lambda path: path.stem)
def test_the_shipped_folder_is_clean(path):
    assert complaints(path, 300_000) == []


@needs_core
@pytest.mark.sweep
@pytest.mark.parametrize("path", COMPOSED, ids=lambda path: path.stem)
def test_a_composed_problem_keeps_to_the_criteria(path):
    """Proved shortest; one first move, which is quiet; a tempting try; no cook.

    Everything is measured again: with so few cards every search ends.  Lint measures the rating.
    """
    assert complaints(path, 20_000_000) == []
    problem = find_problem(path.stem)
    data, goal, start = problem.data, problem.goal, problem.start
    steps = problem.replayed("solution").steps
    point = point_of(start, goal)
    assert point is not None
    assert point.moves == len(steps)
    assert not steps[0].is_event
    assert not joins_naturally(steps[0])
    keeping = [
        first.step.move
        for first in first_moves(start, goal, Budget(work=10_000_000), lines=[steps])
        if first.fate in (Fate.SOLVES, Fate.WAITS)
    ]
    assert keeping == [steps[0].move]
    profiled = profile(start, goal, steps, Budget(work=10_000_000))
    assert profiled.finished
    assert profiled.decisions == data.difficulty.decisions >= 1
    assert problem.replayed("solution-1a").steps[0] in [
        wrong.step for wrong in profiled.plies[0].tempting
    ]
    assert data.themes
    assert set(data.themes) <= set(themes_of(Solved(start, goal, steps, profiled)))
    assert size(start) <= 25


def kinds_of_moves(steps):
    return tuple(
        (type(step.move).__name__, joins_naturally(step), len(step.after.spaces)) for step in steps
    )


def is_twin(problem, other):
    """Return True if a problem's stipulation contains the title of another, whose twin it is."""
    return f'"{find_problem(other).data.title}"' in problem.data.stipulation


def test_no_two_problems_are_alike():
    """Only twins share their position, their source, or goal, themes and kinds of moves."""
    alike = {}
    for path in MINED + COMPOSED:
        problem = find_problem(path.stem)
        line = problem.lines["solution"]
        steps = problem.replayed(line.id).steps
        keys = [
            (stipulation(problem), problem.data.themes, kinds_of_moves(steps)),
            class_key(Find("", problem.start, problem.goal or Goal((Win(),)), steps, "", "")),
        ]
        if path in MINED:
            keys.append(problem.data.source.text.partition(" --kind")[0])
        for key in keys:
            other = alike.setdefault(key, path.stem)
            assert other == path.stem or is_twin(problem, other)


@pytest.mark.long
@needs_core
@pytest.mark.parametrize("paths", [COMPOSED, pytest.param(MINED, marks=pytest.mark.overnight)])
def test_no_two_problems_are_equal_after_reduction(paths):
    """Only twins are equal after reduction if suits and the order of columns are ignored."""
    alike = {}
    for path in paths:
        problem = find_problem(path.stem)
        if problem.goal is not None:
            less = reduced(problem.start, problem.goal, Budget(work=2_000_000))
            key = class_key(Find("", less, problem.goal, (), "", ""))
            other = alike.setdefault(key, path.stem)
            assert other == path.stem or is_twin(problem, other)


def stipulation(problem):
    """Return a problem's goal with "x" for its cards, its suits and a number at its end."""
    return re.sub(
        r"\b(10|[2-9AJQK])[cdhs]\b|\b(clubs|diamonds|hearts|spades)\b|\d+$", "x", str(problem.goal)
    )


def test_no_stipulation_and_no_theme_is_there_too_often():
    problems = [find_problem(path.stem) for path in MINED + COMPOSED]
    goals = Counter(stipulation(problem) for problem in problems if problem.goal)
    assert {goal: count for goal, count in goals.items() if count > 4} == {}
    themes = Counter(theme for problem in problems for theme in problem.data.themes or ())
    assert {theme: count for theme, count in themes.items() if count > 8} == {}


@needs_core
@pytest.mark.overnight
@pytest.mark.parametrize("path", MINED, ids=lambda path: path.stem)
def test_the_shipped_folder_is_clean_after_a_long_search(path):
    assert complaints(path, 30_000_000) == []


@pytest.mark.sweep
@pytest.mark.parametrize("path", MINED + COMPOSED, ids=lambda path: path.stem)
def test_title_and_stipulation_do_not_reveal_the_solution(path):
    problem = load_problem(path)
    data = problem.data
    assert not problem.doubts
    assert not TELLING.search(f"{data.title} {data.stipulation}")
    assert len(data.hints) == 3
    # A refutation must say more than that the goal is lost.
    assert not any("it can't be done any more" in claim.statement for claim in data.claims)


RUN = r"(?:the )?((?:[2-9AJQK]|10)(?:-(?:[2-9AJQ]|10))?[cdhs])(?: of column \d+)?"
TIMES = {"one": 1, "twice": 2, "two": 2, "three": 3, "four": 4}
MOVES_TO = re.compile(
    RUN + r"(?: goes| steps)? (?:in|on)?to (?:a|one|the) (space|\w+[cdhs])\b", re.I
)
MOVES_TIMES = re.compile(RUN + r"(?: moves| has to move)? (twice|three|four)(?: times|\b)", re.I)
WAITS = re.compile(MOVES_TO.pattern + r",? for (one|two|three) moves?", re.I)


@pytest.mark.sweep
@pytest.mark.parametrize("path", problem_files(shipped_folder("problems")), ids=lambda p: p.stem)
def test_hints_agree_with_the_solution(path):
    """Moves that a hint names are in the solution, and the numbers of moves are right.

    "For two moves" means: two other moves come before the next move of these cards.
    """
    problem = load_problem(path)
    if not problem.data.hints:
        return
    moves = []
    for step in problem.replayed("solution").steps:
        run, _, words = describe(step).partition(" ")
        if words.startswith("from"):
            moves.append((run, str(step.before.column(step.move.target).bottom or "space")))
    runs = [run for run, _ in moves]
    for hint in problem.data.hints:
        for run, onto in MOVES_TO.findall(hint):
            assert (run, onto) in moves, hint
        for run, times in MOVES_TIMES.findall(hint):
            assert runs.count(run) == TIMES[times], hint
        for run, onto, times in WAITS.findall(hint):
            number = moves.index((run, onto))
            assert runs[number + 1 :].index(run) == TIMES[times], hint


@pytest.mark.long
def test_a_book_has_an_answer_to_every_problem():
    items = entries(map(find_problem, problem_ids()))
    text = html([parts(n, entry) for n, entry in enumerate(items, 1)], title="All")
    assert "The file has no line that solves it" not in text
    # Tries are printed with their refutations; a line like the solution is shortened to the moves
    # that differ.
    assert "<b>Try:</b> <span>5♣ from 5 to 1.</span> This six has to take the 5♥." in text
    assert "As the solution up to move 35, then <span><b>36.</b>" in text
    assert "As the solution up to move 20.</p>" in text
    for entry in items:
        problem = entry.problem
        answered = problem.data.answer or entry.solution or problem.claims
        assert answered or problem.id.startswith("game-"), problem.id
    answer = find_problem("mined-exchange").data.answer.split(".")[0]
    assert signs(answer) in text.partition("Solutions</h2>")[2]


@pytest.mark.long
@needs_core
def test_no_line_reported_by_check_is_shorter_than_its_shortest():
    problem = load_problem(Path(__file__).parent / "data" / "check-shorter.yaml")
    checked = check(problem.start, problem.goal, Budget(work=1_500_000))
    lengths = [len(first.line) for first in checked.firsts if first.line]
    assert lengths
    assert len(checked.line) <= min(lengths)


#: To measure one of Woods' problems, or a game, takes seconds.
RATED = [
    pytest.param(name, marks=[pytest.mark.long] * name.startswith(("woods-", "game-")))
    for name in problem_ids()
]


@needs_core
@pytest.mark.sweep
@pytest.mark.parametrize("name", RATED)
def test_a_rating_is_the_same_in_all_places(name):
    """The file, the page, the index and the book have the same rating as a new measurement.

    ``check``, too, for the problems ``first-*``.  Lint measures the mined and composed problems,
    in the tests above.
    """
    problem = find_problem(name)
    rating = problem.data.difficulty.rating
    if not name.startswith(("mined-", "composed-")):
        assert measured_problem(problem).rating == rating
    page = of_problem(problem)
    index = dict(build([problem]).files())["index.html"]
    contents = parts(1, Entry(problem, page)).contents
    assert page.difficulty == rating
    assert next(each for each in listed_problems() if each.id == name).difficulty == rating
    assert f"<li>difficulty {rating:g}</li>" in index
    assert f"<span>{rating:g}</span>" in contents
    if name.startswith("first-"):
        line = problem.solution.steps
        checked = check(problem.start, problem.goal, Budget(work=3_000_000), line=line)
        assert checked.difficulty.rating == rating


#: Names of problems from the easiest to the hardest, in the order of a person: by the moves to see
#: in advance, the number of other options, and how well the point is hidden.
IN_ORDER = document("from-easy-to-hard.txt").split()


def test_the_rating_puts_problems_in_the_order_of_a_person():
    assert len(set(IN_ORDER)) == 27
    ratings = [find_problem(name).data.difficulty.rating for name in IN_ORDER]
    ranks = [sum(other < r for other in ratings) + ratings.count(r) / 2 for r in ratings]
    assert statistics.correlation(range(27), ranks) >= 0.85
