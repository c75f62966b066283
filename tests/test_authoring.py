"""Authoring: templates, lint, proofs of problems, explanations, sheets."""

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import spiderpos
from spiderpos import scripts
from spiderpos.advice import tries
from spiderpos.advice.tries import Fate, first_moves, goal_after, reversible
from spiderpos.author import ideas, template, themes
from spiderpos.author.check import check, report
from spiderpos.author.lint import lint
from spiderpos.author.profile import profile
from spiderpos.author.reduce import point_of, reduced, size
from spiderpos.catalogue import find_problem, load_problem, loads_problem
from spiderpos.cli import main
from spiderpos.cli.printing import browser
from spiderpos.game import engine
from spiderpos.game.cards import Suit, card
from spiderpos.game.moves import Shift
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import Rules
from spiderpos.goals.goal import parse
from spiderpos.goals.remainder import GoalStatus
from spiderpos.solver.difficulty import rate
from spiderpos.solver.prover import Answer, Budget, Outcome, Searched, brute
from spiderpos.text.errors import NotationError
from spiderpos.text.wording import join_words

from . import tables
from .boards import COMPLETE, board, read
from .documents import TWO_BIRDS, changed, document
from .running import needs_core
from .test_pages_claims import CLAIMED as PLANNED

pytestmark = pytest.mark.slow

SOON = Budget(work=5_000_000)
NOTHING = Searched("positions")
DATA = Path(__file__).parent / "data"


def run(*args, code=0):
    done = CliRunner().invoke(main, [str(arg) for arg in args])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    assert done.exit_code == code, done.output
    return done.output


def codes(text, *, work=5_000_000, name="two-birds.yaml"):
    result = lint(text, name=name, budget=Budget(work=work)).findings
    return {finding.code: finding for finding in result}


# New


@pytest.mark.parametrize("name", [None, "woods-1", "woods-4", "woods-7", "game-two-suits"])
def test_a_new_file_loads_with_the_position_that_it_begins_with(name):
    position = find_problem(name).start if name else None
    problem = loads_problem(template.new("My idea!.yaml", 2026, position))
    assert problem.id == "my-idea"
    if position is not None:
        assert problem.start == position
        assert problem.start.rules == position.rules


def test_a_new_file_lists_its_tasks_and_has_an_open_goal():
    result = codes(template.new("x.yaml", 2026), name="x.yaml")
    assert {"todo", "no-solution"} <= result.keys()
    assert "already" not in result
    assert "already" not in codes(
        template.new("x.yaml", 2026, find_problem("woods-4").start), work=100_000
    )


# Lint


@tables.of("lint")
def test_lint_findings(*edits):
    """Return the findings of lint but doubts, without the time and size of searches."""
    result = lint(changed(TWO_BIRDS, *edits), name="f", budget=SOON).findings
    lines = [str(finding).removeprefix("f:") for finding in result if finding.code != "doubt"]
    return [
        re.sub(r" \(no classes.*?MiB\)|(?<=be reached): .*?(?= \[)", "", each) for each in lines
    ] or ("nothing")


def test_no_time_means_no_proofs():
    assert "claim" not in codes(changed(TWO_BIRDS, "remove any suit", "get a space"), work=0)


# Goals after a move


def small_position(random):
    cards = [card(rank, suit) for rank in range(1, 6) for suit in (2, 3)]
    random.shuffle(cards)
    columns = []
    for _ in range(4):
        here = [cards.pop() for _ in range(random.randrange(0, 3))]
        down = here[:1] if len(here) > 1 and random.random() < 0.4 else []
        columns.append(Column(tuple(down), tuple(here[len(down) :])))
    return Position(tuple(columns))


GOALS = [
    "get 2 spaces", "get 3 spaces without turning up", "turn up a card and get the space back",
    "turn up 2 cards without making a space", "uncover 5s in column 1", "get a space in column 2",
    "turn up a card in column 1 in at most 3 moves", "uncover 4h and get 2 spaces",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_a_goal_is_reachable_if_and_only_if_some_first_move_keeps_it_reachable(seed):
    random = Random(seed)
    for text in GOALS:
        position, goal = small_position(random), parse(text)
        whole = brute.solve(position, goal, budget=SOON)
        if whole.outcome is Outcome.UNDECIDED or (
            not whole.steps and whole.reason.startswith("the g")
        ):
            continue
        result = False
        for move in engine.legal_moves(position):
            left = goal_after(goal, position, engine.do(position, move))
            assert left.status is not GoalStatus.UNCLEAR
            result |= left.status is GoalStatus.REACHED
            if left.goal is not None:
                after = engine.do(position, move).after
                result |= brute.solve(after, left.goal, budget=SOON).outcome is Outcome.SOLVED
        assert result == (whole.outcome is Outcome.SOLVED), (position, text)


# Check


@needs_core
@tables.of("checked")
def test_reports_of_check(position, goal):
    """Return the report of ``author check``, and the verdict on each first move."""
    start, question = read(position), parse(goal)
    lines = [
        re.sub(r" \(digest.*\)", "", line.strip())
        for line in report(check(start, question, SOON))
        if not line.startswith("difficulty")
    ]
    return [*lines, *(f"{f.words}: {f.fate.name}" for f in first_moves(start, question, SOON))]


def test_moving_the_same_cards_back_may_remove_a_suit():
    # A complete suit that stood from the start is removed when its Ace returns.
    for automatic in (False, True):
        rules = Rules(automatic_removal=automatic)
        position = board(COMPLETE[Suit.SPADES], "2h", "9d", rules=rules)
        assert reversible(engine.do(position, Shift(1, 2, 1)), parse("win")) is not automatic


@pytest.mark.parametrize("seed", range(4))
def test_reversible_moves_keep_the_goal_reachable(seed):
    random = Random(seed)
    waiting = 0
    for _ in range(12):
        position = small_position(random)
        for text in ("turn up a card without making a space", "get 2 spaces without turning up",
                     "get the space back and turn up a card", "uncover 5s without making a space",
                     "get 3 spaces without making a space"):  # fmt: skip
            goal = parse(text)
            if brute.solve(position, goal, budget=SOON).outcome is not Outcome.SOLVED:
                continue
            for first in first_moves(position, goal, SOON):
                if first.fate is Fate.WAITS:
                    left = goal_after(goal, position, first.step).goal
                    answer = brute.solve(first.step.after, left, budget=SOON)
                    assert answer.outcome is Outcome.SOLVED
                    waiting += 1
    assert waiting > 10


def test_check_prints_json(tmp_path):
    path = tmp_path / "two-birds.yaml"
    path.write_text(TWO_BIRDS)
    printed = run("author", "check", path, "--json", "--work", 1_000_000)
    data = json.loads("{" + printed.partition("{")[2])
    assert (data["outcome"], data["sound"], len(data["line"])) == ("solved", True, 2)
    assert {first["fate"] for first in data["first_moves"]} <= set(Fate)


#: A problem with a line that assumes the value of a hidden card.
ASSUMED = document("assumed.yaml")


def test_a_line_that_names_a_card_and_does_without_it_solves():
    text = ASSUMED.replace("remove spades without dealing\n", "turn up a card\n")
    problem = loads_problem(text)
    steps = problem.replayed("solution").steps
    checked = check(problem.start, problem.goal, SOON, line=steps)
    assert (checked.solved, checked.given, checked.assumption) == (True, 1, "")
    assert "hidden" not in codes(text)


@pytest.mark.parametrize("number", [0, 1])
def test_control_c_ends_lint(number, tmp_path, monkeypatch):
    """Ctrl-C ends lint, in the search for a shorter line or for other solutions."""
    path = tmp_path / "two-birds.yaml"
    path.write_text(TWO_BIRDS)
    answers = [Answer(Outcome.IMPOSSIBLE, (), NOTHING)] * number
    answers += [Answer.cut_short(NOTHING)] * 9
    monkeypatch.setattr(ideas.brute, "solve", lambda *_, **__: answers.pop(0))
    assert "interrupted" in run("author", "lint", path, code=130)


def test_the_first_move_of_a_known_line_is_not_undecided(monkeypatch):
    problem = loads_problem(TWO_BIRDS)
    a, b = problem.replayed("solution").steps
    line = engine.play(problem.start, [b.move, a.move])
    undecided = Answer(Outcome.UNDECIDED, (), NOTHING, "the time ran out")
    monkeypatch.setattr(tries, "solve", lambda *_, **__: undecided)
    for lines, fate in (((), Fate.UNDECIDED), ((line,), Fate.SOLVES)):
        firsts = first_moves(problem.start, problem.goal, SOON, lines=lines)
        assert next(first.fate for first in firsts if first.step.move == b.move) is fate


# Difficulty


def test_moves_after_the_goal_and_the_order_of_columns_do_not_count():
    problem = loads_problem(TWO_BIRDS)
    steps = problem.replayed("solution").steps
    more = engine.do(steps[-1].after, Shift(1, 2, 1))
    assert rate(problem.start, problem.goal, (*steps, more)) == rate(
        problem.start, problem.goal, steps
    )
    assert rate(problem.start, problem.goal, (), naive=1000).rating == 0


# Sheets


def sheet_of(tmp_path, *texts, options=(), code=0):
    """Run ``author sheet`` on problems with these texts; return the sheet and the output."""
    folder, out = tmp_path / "problems", tmp_path / "book.html"
    folder.mkdir(exist_ok=True)
    for number, text in enumerate(texts):
        named = text.replace("id: two-birds", f"id: problem-{number}")
        (folder / f"problem-{number}.yaml").write_text(named)
    result = run("author", "sheet", folder, "-o", out, *options, code=code)
    return out.read_text() if out.exists() else "", result


def test_a_sheet_as_html(tmp_path):
    claim = """\
  - id: nine-spaces
    statement: Nine spaces can be had.
    goal: get 9 spaces
    verdict: solved
"""
    example = TWO_BIRDS.replace("A space and", "<b>&amp; a space and")
    example = example.replace("claims:\n", "claims:\n" + claim)
    text, _ = sheet_of(tmp_path, example, options=["--title", "Ten for the train"])
    assert "<h1>Ten for the train</h1>" in text
    assert "&lt;b&gt;" in text
    assert "<style" not in text.split("</head>")[1]
    problems, solutions = text.split("<h2>Solutions</h2>")
    assert "9-8♠ from 2 to 1" not in problems
    assert "9-8♠ from 2 to 1" in solutions
    output = "Nine spaces can be had. (open, not shown here)"
    assert f"<li>{output}</li>" in solutions
    sheet_of(tmp_path, code=2)
    bad = changed(TWO_BIRDS, "9-8s from 2 to 1", "9-8s from 2 to 4")
    text, _ = sheet_of(tmp_path, bad, options=["--force"], code=1)
    assert "The solution can&#x27;t be played" in text
    _, output = sheet_of(tmp_path, template.new("mine.yaml", 2026), options=["--force"], code=2)
    assert "mine: fill in each TODO first: title, author, source.text and stipulation" in output
    run("site", tmp_path / "problems", "-o", tmp_path / "site", code=2)
    run("author", "sheet", tmp_path / "problems", "-o", tmp_path / "book.txt", code=2)


@pytest.mark.long
@pytest.mark.skipif(not browser(), reason="no browser prints here")
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_sheet_as_pdf(tmp_path, paper):
    sheet_of(tmp_path, TWO_BIRDS, TWO_BIRDS, TWO_BIRDS, TWO_BIRDS, TWO_BIRDS)
    path = tmp_path / "a.pdf"
    run("author", "sheet", tmp_path / "problems", "-o", path, "--paper", paper)
    data = path.read_bytes()
    width = {"a4": b"59[45]", "letter": b"612"}[paper]
    # Rules, contents, two pages with up to four problems each, and solutions.
    assert len(re.findall(rb"/Type /Page\b", data)) == 5
    assert len(re.findall(rb"/MediaBox \[0 0 " + width, data)) == 5


def test_the_error_for_a_pdf_without_a_browser_names_the_remedy(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    result = run("author", "sheet", "woods-4", "-o", tmp_path / "a.pdf", code=2)
    assert "a PDF needs Chromium" in result


def test_a_book_explains_the_notation_and_keeps_hints_from_solutions(tmp_path):
    named = TWO_BIRDS.replace("goal:", "hints: [Look left., Dig., The 9s first.]\ngoal:", 1)
    text, _ = sheet_of(tmp_path, named)
    places = [text.index(f"<h2>{name}") for name in ("Rules", "Contents", "Hints", "Solutions")]
    assert places == sorted(places)
    assert "<i>bottom</i> card of a column is the last one" in text
    assert "<li>Look left.</li>" in text[places[2] : places[3]]
    assert "<b>Idea:</b> Dig." in text[places[3] :]
    # A move is followed by its explanation.
    assert re.search(r"<li><b>9-8♠ from 2 to 1</b>: .{10,}</li>", text[places[3] :])
    # On a page without margins the browser has no room for its date and address.
    assert "@page{margin:0}" in text


def test_a_plan_that_solves_is_on_the_sheet(tmp_path):
    text = unescape(sheet_of(tmp_path, PLANNED)[0]).partition("<h2>Solutions</h2>")[2]
    assert "Played in each of 52 cases, it reaches the goal in at most 1 move." in text
    assert "5h from 1 to 2\nif it's Kd:\n    Kd from 1 to 3\notherwise:\n    5h from 2" in text
    fails = PLANNED.replace("turn up a card whatever", "get 2 spaces whatever")
    text = sheet_of(tmp_path, fails, options=["--force"])[0].partition("<h2>Solutions</h2>")[2]
    assert "The file has an unconfirmed plan. " in text
    assert "It does not reach the goal if column 1 turns up A♣" in text
    assert "It can be done. (open, not shown here)" in text
    assert "<pre" not in text
    claimed = PLANNED[: PLANNED.index("    plan:")].replace("solved", "impossible")
    text = sheet_of(tmp_path, claimed, options=["--force"])[0]
    assert "It can be done. (open, not shown here)</li>" in text


def test_undecided_first_moves_are_reported_together():
    position = board("10h", "(2c) 9s", "(2d) 9c")
    goal = parse("turn up a card in column 2 without making a space")
    checked = check(position, goal, SOON)
    open_ = {"fate": Fate.UNDECIDED, "why": "no time", "answer": None}
    firsts = tuple(replace(first, **open_) for first in checked.firsts)
    lines = list(report(replace(checked, firsts=firsts)))
    words = join_words(first.words for first in firsts)
    index = lines.index(f"undecided: {len(firsts)} first moves: {words}")
    assert lines[index + 1] == "  the first of them: no time"
    assert str(lines).count("no time") == 1


# Decisions, themes, economy


@needs_core
def test_a_decision_is_a_move_at_which_something_else_tempts_and_loses():
    problem = load_problem(DATA / "two-kinds-of-ten.yaml")
    steps = problem.replayed("solution").steps
    result = profile(problem.start, problem.goal, steps, SOON)
    assert result.finished
    for ply in result.plies:
        for wrong in ply.wrong:
            assert ply.legal == ply.keeping + len(ply.wrong)
            left = goal_after(problem.goal, ply.step.before, wrong.step).goal
            answer = brute.solve(wrong.step.after, left, budget=SOON)
            assert answer.outcome is Outcome.IMPOSSIBLE
    assert [bool(ply.tempting) for ply in result.plies] == [True, *[False] * 5]
    solved = themes.Solved(problem.start, problem.goal, steps, result)
    assert themes.themes_of(solved) == ("waiting-room",)


@needs_core
@pytest.mark.long
def test_economy_keeps_the_point():
    problem = find_problem("mined-two-moves-or-more")
    before = point_of(problem.start, problem.goal)
    assert before is not None
    small = reduced(problem.start, problem.goal, SOON)
    assert point_of(small, problem.goal) == before
    assert size(small) <= size(problem.start)
    assert run("author", "reduce", DATA / "two-kinds-of-ten.yaml", code=1)


def test_ids_that_are_not_the_files_are_named(tmp_path):
    text = (DATA / "there-and-back.yaml").read_text()
    for name in ("there-and-back", "other"):
        (tmp_path / f"{name}.yaml").write_text(text)
    result = run("author", "lint", tmp_path, "--time", 0, code=1)
    assert result.count("[id]") == 2
    assert "the file is called 'other.yaml'" in result


def test_a_rating_that_check_does_not_give_is_named():
    text = (DATA / "rated-9.yaml").read_text()
    finding = codes(text, name="f")["rating"].text
    assert finding.startswith("'author check' gives another difficulty: {rating: 3.3, effort: ")
    right = text.replace("rating: 9", "rating: 3.3")
    assert "rating" not in codes(right, name="f")
    assert "rating" in codes(right.replace("3.3", "3.3\n  naive: 999"), name="f")
    wrong = text.replace("difficulty", "themes: [lent-twice]\ndifficulty")
    assert codes(wrong, name="f")["theme"].text == "the solution doesn't have the theme lent-twice"


@tables.of("misindented")
def test_a_yaml_error_suggests_a_correction(was, now):
    text = document("there-and-back.yaml")
    assert was in text
    return [str(finding) for finding in lint(text.replace(was, now, 1), name="f").findings]


@needs_core
def test_a_new_file_keeps_the_diagram_and_takes_a_goal_with_its_line(tmp_path):
    rows = (" As   2s   5d   4h   Js", "10s   4d   2h  10d", "      Ah   3d")
    (tmp_path / "t.txt").write_text("\n".join(rows) + "\n")
    path = tmp_path / "ten.yaml"
    run("author", "new", path, "--from", tmp_path / "t.txt", "--partial", "--goal", "get a space")
    problem = loads_problem(path.read_text())
    assert str(problem.goal) == "get a space"
    assert len(problem.replayed("solution").steps) == 6
    assert problem.data.position.text is None
    assert "10s" in problem.data.position.diagram
    assert not {"no-solution", "shorter"} & codes(path.read_text(), name="f").keys()


@needs_core
def test_check_without_a_goal_suggests_goals(tmp_path):
    text = (DATA / "two-kinds-of-ten.yaml").read_text()
    path = tmp_path / "two-kinds-of-ten.yaml"
    path.write_text(text.replace("goal: get a space without dealing\n", "").partition("lines:")[0])
    result = run("author", "check", path, "--work", 300_000)
    assert "could be asked: get a space without dealing (6 moves, proved)" in result
    # The same holds for any text with a position.
    bare = tmp_path / "bare.txt"
    bare.write_text(run("show", DATA / "two-kinds-of-ten.yaml"))
    assert "(6 moves, proved)" in run("author", "check", bare, "--partial", "--work", 300_000)
    checked = ("author", "check", bare, "--partial", "--goal", "get a space", "--work", 300_000)
    assert "shortest line: 6 moves, proved" in run(*checked)


def test_a_stipulation_that_names_something_else_than_the_goal_is_named():
    text = (DATA / "there-and-back.yaml").read_text()
    wrong = changed(text, "complete spades without making a space", "get a space in column 1")
    wrong = wrong.replace("Bring the spades together, King to Ace,", "Get a space in column 4")
    finding = codes(wrong, name="f", work=0)["stipulation"]
    assert finding.text == "the stipulation names column 4, the goal column 1"


def test_a_new_file_has_the_author_of_the_one_before(tmp_path):
    run("author", "new", tmp_path / "first.yaml")
    assert 'author: "TODO: your name"' in (tmp_path / "first.yaml").read_text()
    (tmp_path / "mine.yaml").write_text(TWO_BIRDS)
    run("author", "new", tmp_path / "next.yaml")
    problem = loads_problem((tmp_path / "next.yaml").read_text())
    assert problem.data.author == loads_problem(TWO_BIRDS).data.author


def test_all_errors_of_a_file_are_reported_together():
    text = changed(TWO_BIRDS, "10h\t", "1xh\t", "9-8s from", "9-8s form")
    with pytest.raises(NotationError) as caught:
        loads_problem(text)
    assert "'1xh' is neither" in str(caught.value)
    assert "'form' is not understood" in str(caught.value)


@needs_core
def test_a_problem_is_made_checked_written_and_read(tmp_path):
    start = board("9d", "Ac 6c", "6-5s 8-7c")
    moves = "8-7c from 3 to 1, 6-5s from 3 to 1"
    problem = spiderpos.Problem(
        start, "get a space", {"solution": moves, "try": "6c from 2 to 3"}, title="Mine", id="mine"
    )
    assert (problem.start, str(problem.goal), problem.title) == (start, "get a space", "Mine")
    assert [line.solves for line in problem.lines.values()] == [True, False]
    assert problem.solution.problem is problem
    checked = problem.check(work=1_000_000)
    assert checked.sound
    assert problem.solutions(work=1_000_000) == (checked.line,)
    path = tmp_path / "mine.yaml"
    problem.write(path)
    with pytest.raises(FileExistsError):
        problem.write(path)
    assert spiderpos.verify(path).verdict == "holds"
    assert [each.id for each in spiderpos.problems(tmp_path)] == ["mine"]
    again = spiderpos.problems(tmp_path)["mine"]
    assert (again.start, again.goal) == (problem.start, problem.goal)
    assert again in spiderpos.problems(tmp_path)
    with pytest.raises(NotationError):
        spiderpos.Problem(start, "get a spice")


def test_a_problem_keeps_comments_marks_and_variations(tmp_path):
    start = board("9d", "Ac 6c", "6-5s 8-7c")
    text = """\
{Two runs.}
1. 8-7c from 3 to 1! {The only card.}
   (1. 6c from 2 to 3? {It covers the 7c.} => lost)
2. 6-5s from 3 to 1
=> solved
"""
    for number, moves in enumerate((text, scripts.loads(text), spiderpos.MoveTree(start, text))):
        path = tmp_path / f"mine-{number}.yaml"
        spiderpos.Problem(start, "get a space", moves, id=f"mine-{number}").write(path)
        again = load_problem(path)
        assert str(spiderpos.MoveTree(again.start, again.solution.script)) == text
        assert again.solution.solves
