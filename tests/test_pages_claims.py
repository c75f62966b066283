"""Pages with plans, claims and certificates."""

import gzip
import re
import subprocess
import sys
from html import unescape

import pytest

from spiderpos.catalogue import find_problem, load_problem, loads_problem
from spiderpos.catalogue.proving import Proof
from spiderpos.goals import plans
from spiderpos.goals.goal import parse
from spiderpos.scripts import words
from spiderpos.show.pages import content, site
from spiderpos.show.pages.problem import render
from spiderpos.solver import certificate_files
from spiderpos.solver.prover.answer import Answer, Budget, Searched
from spiderpos.solver.prover.answer import Outcome as Answered

from .boards import board
from .browsing import button, moves_done, shown
from .checking import question
from .documents import document
from .test_pages import Elements, run

# Plans

PLAN = """\
5h from 1 to 2
if it's Kd:
    Kd from 1 to 3
if it's 4s or 4h:
    4s from 1 to 2
otherwise:
    5h from 2 to 3
"""


def test_a_plan_is_a_line_that_branches():
    start = board("-- 5h", "6s", "")
    page = content.of_position(start, plans.loads(PLAN), title="A plan")
    (line,) = page.lines
    keys = [(s.key, s.begin.before, s.number, s.title) for s in line.segments]
    assert keys == [
        ("plan", None, 0, ""),
        ("plan/1", "plan", 0, "If it's K♦"),
        ("plan/2", "plan", 0, "If it's 4♠ or 4♥"),
        ("plan/3", "plan", 0, "If it's another card"),
    ]
    assert line.segments[0].steps == ()
    texts = [[words.describe(step) for step in s.steps] for s in line.segments[1:]]
    assert texts[0] == ["5h from 1 to 2, turning up Kd", "Kd from 1 to 3"]
    assert texts[1][0] == "5h from 1 to 2, turning up 4h"
    assert texts[2][1] == "5h from 2 to 3"
    assert page.faults == (
        "<text>:5:5: the plan: move 2, '4s from 1 to 2': the bottom of column 1 is 4h, not 4s\n"
        "    5 |     4s from 1 to 2\n"
        "      |     ^^^^^^^^^^^^^^",
    )


def test_branches_within_branches():
    plan = plans.loads(
        "5h from 1 to 2\notherwise:\n    6s from 3 to 4\n    if it's Kd:\n        Kd from 3 to 5\n"
    )
    page = content.of_position(board("-- 5h", "6s", "-- 6s", "7d", ""), plan, title="Deep")
    titles = [(s.key, s.number, s.title) for s in page.lines[0].segments]
    assert titles == [
        ("plan", 0, ""),
        ("plan/1", 0, "If it's another card"),
        ("plan/1/1", 1, "If it's another card, then K♦"),
    ]
    assert len(page.lines[0].segments[2].steps) == 2
    assert page.lines[0].moves == 3


ONE = PLAN.replace("4s or 4h", "4s")


@pytest.mark.parametrize(
    ("plan", "goal", "expected"),
    [
        (ONE, "turn up a card whatever turns up", "it reaches the goal in at most 1 move"),
        (ONE, "get 2 spaces whatever turns up", "does not reach the"),
        (ONE.partition("otherwise")[0], None, "can't be played"),
        (ONE.partition("otherwise")[0], "get a space in column 2", "no branch for"),
    ],
)
def test_page_of_a_plan(tmp_path, plan, goal, expected):
    script, file = tmp_path / "plan.txt", tmp_path / "p.html"
    script.write_text(plan)
    query = ("--goal", goal) if goal else ()
    done = run("page", "x:5h/6s/- - -", script, "-o", file, "--partial", *query)
    assert expected in unescape(file.read_text())
    if expected.startswith("it reaches"):
        assert done.exit_code == 0, done.output
    else:
        assert done.exit_code == 1
        assert "<h2>Lines of play</h2>" in file.read_text()
        assert "error: the plan: it " in done.stderr
        assert expected in done.stderr


CLAIMED = document("claimed.yaml")


def test_a_claims_own_plan_is_on_its_page():
    page = content.of_problem(loads_problem(CLAIMED))
    assert page.faults == ()
    assert page.solution.id == "plan.plan"
    assert [s.title for s in page.solution.segments[1:]] == ["If it's K♦", "If it's another card"]
    html = render(page)
    assert "1 claim, 1 shown by plans that were played in every case." in html
    assert 'Known: possible, by <a href="#plan.plan:0">a plan</a>.' in html
    assert "it reaches the goal in at most 1 move" in html
    assert "5♥ from 1 to 2, turning up K♦</a>" in html
    # One of several cards is shown, and marked as an example.
    assert "5♥ from 1 to 2, turning up A♣ (for example)</a>" in html
    assert 'data-move="5h from 1 to 2, turning up Ac"' in html


def test_a_failing_plan_of_a_claim_is_reported_with_its_place():
    problem = loads_problem(CLAIMED.replace("    goal: turn up a card", "    goal: get 2 spaces"))
    page = content.of_problem(problem)
    (fault,) = page.faults
    assert fault.startswith("claim plan: if column 1 turns up Ac: get 2 spaces")
    html = render(page)
    assert "1 claim, 1 not shown by the given line or plan." in html
    assert '<a href="#plan.plan:0">The plan</a> does not show it: if column 1 turns up Ac' in html
    assert page.solution is None


def test_a_claims_own_plan_can_be_stepped_through(visit):
    page = visit(content.of_problem(loads_problem(CLAIMED)), "#plan.plan:0")
    status = page.locator("#status")
    status.get_by_text("The start", exact=True).first.wait_for()
    here = page.locator("#variations")
    assert here.inner_text().startswith("It branches here: ")
    here.get_by_role("link", name="If it's another card").click()
    button(page, "To the end").click()
    assert shown(page)[2] == ["5h"]
    button(page, "To the start").click()
    here.get_by_role("link", name="If it's K♦").click()
    status.get_by_text("The start: 2 moves to come", exact=True).first.wait_for()
    button(page, "To the end").click()
    assert shown(page) == [[], ["6s", "5h"], ["Kd"]]
    page.locator("#claims > summary").click()
    page.get_by_role("link", name="a plan").click()
    assert moves_done(page) == 0


def answered(problem, claim, **answer):
    """Return a Proof: a claim with an answer of the solver."""
    searched = Searched("classes", 5, 9, 0.1, 1000)
    result = Answer(Answered.SOLVED, answer.pop("steps", ()), searched, **answer)
    return Proof(problem, problem.claim(claim), result, Budget())


def test_lines_that_a_solver_found_are_shown_with_the_claim():
    problem = find_problem("woods-6")
    steps = problem.replayed("clubs").steps[len(problem.replayed("diamonds").steps) :]
    proof = answered(problem, "diamonds-clubs", steps=steps)
    page = content.of_problem(problem, [proof])
    segment = page.segment("for.diamonds-clubs")
    assert (segment.begin.before, segment.number) == ("diamonds", 24)
    assert segment.after.position == problem.position("clubs")
    assert 'data-line="for.diamonds-clubs"' in render(page)


def test_a_plan_of_the_solver_begins_with_the_position_as_the_player_sees_it():
    problem = find_problem("woods-6")
    plan = plans.loads("9s from 5 to 3\n")
    page = content.of_problem(problem, [answered(problem, "order-does-not-matter", plan=plan)])
    segment = page.segment("for.order-does-not-matter")
    root = next(root for root in page.roots if root.name == segment.begin.root)
    assert not any(any(column.down) for column in root.position.columns)
    assert "does not reach the goal" in page.lines[-1].note
    assert "A search finds a plan of 1 move" in render(page)


@pytest.mark.parametrize(("goal", "solves"), [("turn up a card", True), ("get a space", False)])
def test_a_plan_solves_the_problem_only_if_it_reaches_its_goal(goal, solves):
    text = CLAIMED.replace("\ngoal: turn up a card", f"\ngoal: {goal}")
    problem = loads_problem(text)
    plan = problem.claim("plan").plan
    page = content.of_problem(problem, [answered(problem, "plan", plan=plan)])
    lines = {each.id: each.solves for each in page.lines}
    assert lines == {"plan.plan": solves, "for.plan": solves}


# Shipped evidence


def test_a_claim_with_a_certificate_is_known():
    page = content.of_problem(find_problem("woods-4"))
    (clubs,) = (shown for shown in page.claims if shown.claim.id == "clubs-first")
    assert clubs.how is content.How.CERTIFIED
    html = render(page)
    assert "Source: impossible. Known: impossible, by a certificate." in html
    assert "which <code>python3 check.py woods-4.CLAIM.json.gz</code> checks." in html
    assert "5 proved by certificates" in html


def test_a_claim_that_is_refuted_says_so():
    html = render(content.of_problem(find_problem("woods-6")))
    item = re.search('<li id="claim-two-others">(.*?)</li>', html)[1]
    assert 'class="chip possible">possible</span> <span class="chip error">refuted<' in item
    known = 'Known: possible, by the line <a href="#hearts-without-diamonds:141">'
    assert f"Source: the least number is 3. {known}" in item
    item = re.search('<li id="claim-hearts-need-clubs">(.*?)</li>', html)[1]
    assert 'class="chip open">open<' in item
    assert "Source: impossible. Known: open." in item


def test_certificates_are_published_with_their_checker(tmp_path):
    public = tmp_path / "public"
    site.write(site.build([find_problem("woods-4")]), public)
    name = "woods-4.clubs-first.json.gz"
    linked = f'<a href="{name}">certificate</a> is checked by <code>python3 check.py {name}</code>'
    assert linked in (public / "woods-4.html").read_text()
    command = [sys.executable, "-I", "check.py", name]
    done = subprocess.run(command, cwd=public, capture_output=True, text=True, check=False)
    assert "accepted: " in done.stdout


FORGED = """\
id: forged
title: Forged
author: Nobody
source: {text: Nowhere, year: 2026}
partial: true
stipulation: Get a space.
goal: get a space without dealing
position: {text: "6h/7s - -"}
claims:
  - id: no-space
    statement: No space can be had.
    goal: get a space without dealing
    verdict: impossible
"""


def test_an_undecided_claim_is_shown_as_a_claim(tmp_path):
    path = tmp_path / "forged.yaml"
    path.write_text(FORGED.replace("impossible", "solved"))
    run("site", tmp_path, "-o", tmp_path / "public")
    for name in ("index.html", "forged.html"):
        text = (tmp_path / "public" / name).read_text()
        assert 'class="chip open"' in text
        assert 'class="chip possible"' not in text
    assert "Claims marked “open” were not shown" in (tmp_path / "public/index.html").read_text()
    run("page", path, "-o", tmp_path / "proved.html", "--prove")
    proved = (tmp_path / "proved.html").read_text()
    assert 'class="chip possible">possible<' in proved
    assert 'class="chip open"' not in proved


def forged(tmp_path, goal):
    """Return a problem with a forged certificate that ``goal`` is impossible."""
    (tmp_path / "forged.yaml").write_text(FORGED)
    (tmp_path / "certificates").mkdir()
    problem = load_problem(tmp_path / "forged.yaml")
    made = question(problem.start, parse(goal)) | {"words": {"proof": "so I say"}}
    made |= {"proof": "classes", "exact": [], "bases": [], "classes": []}
    path = tmp_path / "certificates" / "forged.no-space.json.gz"
    path.write_bytes(gzip.compress(certificate_files.dumps(made).encode()))
    return problem


def test_a_forged_certificate_proves_nothing(tmp_path):
    (claim,) = content.of_problem(forged(tmp_path, "get a space without dealing")).claims
    assert claim.how is content.How.NOT_SHOWN
    assert not claim.decided
    page, file = tmp_path / "f.html", tmp_path / "forged.yaml"
    done = run("page", file, "-o", page)
    assert done.exit_code == 1
    assert "forged.no-space.json.gz' is refused: the goal may be met" in done.stderr
    run("site", tmp_path, "-o", tmp_path / "public")
    for html in (page.read_text(), (tmp_path / "public" / "forged.html").read_text()):
        assert "Proved" not in Elements(html).visible_text
        assert "decided by a search" not in html
        assert "python3 check.py forged.no-space.json.gz" not in html
    done = run("page", file, "-o", page, "--prove", "--force")
    assert done.exit_code == 1
    assert "claim no-space: 'get a space without dealing' is claimed to be impo" in done.stderr
    assert "A search contradicts it: solved." in page.read_text()


def test_a_certificate_of_another_question_is_an_error(tmp_path):
    forged(tmp_path, "get 2 spaces without dealing")
    done = run("page", tmp_path / "forged.yaml", "-o", tmp_path / "f.html")
    assert done.exit_code == 1
    assert "no-space: " in done.stderr


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ("origin: found", None),
        ("origin: found, by: A. Friend", "found by A. Friend"),
        ("origin: printed", "printed in the source"),
        ("origin: described, by: A. Friend", "described in the source, by A. Friend"),
    ],
)
def test_the_origin_of_a_line(facts, expected):
    line = f"lines: [{{id: a, title: A, {facts}, script: 6h from 1 to 2}}]\nclaims:"
    html = render(content.of_problem(loads_problem(FORGED.replace("claims:", line))))
    result = re.search('<p class="origin">(.*?)</p>', html)
    assert (result and result[1]) == expected
