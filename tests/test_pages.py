"""Pages without a browser: what they hold, that texts can do no harm, how they're written."""

import gzip
import json
import re
from html import unescape
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from spiderpos import formats
from spiderpos.catalogue import find_problem, load_problem, loads_problem, problem_ids
from spiderpos.catalogue.proving import Proof
from spiderpos.cli import main
from spiderpos.game import engine
from spiderpos.game.moves import Shift
from spiderpos.goals import plans
from spiderpos.scripts import words
from spiderpos.show.pages import content, site
from spiderpos.show.pages.markup import data_block, join
from spiderpos.show.pages.problem import render
from spiderpos.show.web.data import change_data, position_data, spoken
from spiderpos.solver import evidence
from spiderpos.solver.prover.answer import Answer, Budget, Searched
from spiderpos.solver.prover.answer import Outcome as Answered

from .boards import board

HOSTILE = """\
id: hostile
title: '</title></script><script>alert(1)</script>'
author: '<img src=x onerror=alert(2)>'
source:
  text: '"><b>'
  year: 2026
  url: 'javascript:alert(3)'
partial: true
stipulation: "</script><!-- <script> & ' \\u2028"
goal: turn up a card
position:
  text: 'x:5h/6s - -'
  face_down: {1: 4c}
lines:
  - id: solution
    title: '<svg onload=alert(4)>'
    note: '</section><script>alert(5)</script>'
    origin: found
    by: '<i>'
    solves: true
    script: 5h from 1 to 2
claims:
  - id: one
    statement: '<script>alert(6)</script>'
    goal: turn up a card
    verdict: solved
    line: solution
    argument: '<iframe src=https://example.org>'
findings:
  - id: two
    statement: '<a href=https://example.org>'
    kind: more
    by: '<u>'
notes: '</main>'
"""


def _fen(position):
    return formats.dumps(position, "fen").strip()


class Elements(HTMLParser):
    """Every element of a page, with its attributes, and the text of scripts and styles."""

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.texts = {}
        self.words = []
        self._in = None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self._in = (tag, dict(attrs).get("type")) if tag in ("script", "style", "title") else None

    def handle_endtag(self, tag):
        self._in = None

    def handle_data(self, data):
        if self._in:
            self.texts[self._in] = self.texts.get(self._in, "") + data
        else:
            self.words.append(data)

    @property
    def said(self):
        """What the page says, without scripts and styles."""
        return "".join(self.words)

    def data(self):
        return json.loads(self.texts["script", "application/json"])


#: Problems with everything that pages tell of.
NAMES = ("woods-3", "woods-4", "woods-6", "game-one-suit", "mined-sure-card")


@pytest.fixture(scope="module")
def pages():
    return {name: content.of_problem(find_problem(name)) for name in NAMES}


@pytest.fixture(scope="module")
def rendered(pages):
    return {name: render(page) for name, page in pages.items()}


def plain(position):
    """A position's data with all cards as lists."""

    def cards(value):
        return ["??"] * value if isinstance(value, int) else list(value)

    columns = [
        {key: cards(column.get(key, [])) for key in ("down", "up")}
        for column in position["columns"]
    ]
    return position | {"columns": columns}


def changed(position, change):
    """What ``board.js`` does with a change, in plain code."""
    after = plain(position)
    after |= {key: change[key] for key in ("hand", "removed", "cells") if key in change}
    for number, kept, *come in change["set"]:
        column = after["columns"][number - 1]
        down, up = column["down"], column["up"]
        column["down"] = down[:kept]
        column["up"] = up[: max(0, kept - len(down))] + come
    return after


# Data


@given(st.text())
def test_nothing_in_a_data_block_ends_it(text):
    block = data_block("data", {text: text})
    inner = re.fullmatch(r'<script type="application/json" id="data">(.*)</script>', block, re.S)
    assert inner
    assert not re.search("[<>&\u2028\u2029]", inner[1])
    assert json.loads(inner[1]) == {text: text}


def test_a_step_says_what_stays_and_what_comes():
    start = board("-- 5h", "6s", hand="")
    step = engine.do(start, Shift(1, 2, 1))
    assert change_data(step.before, step.after)["set"] == [[1, 0, "??"], [2, 1, "5h"]]


def test_a_player_is_not_told_the_face_down_cards():
    position = find_problem("woods-1").start
    assert position_data(position, face_down=False)["columns"][0]["down"] == 5
    assert len(position_data(position)["columns"][0]["down"]) == 5
    assert position_data(position)["hand"] == 50


@pytest.mark.parametrize(
    ("name", "number", "said"),
    [
        (
            "woods-1",
            1,
            "Jack of hearts from column 8 to column 9. Turned up: 6 of spades in column 8.",
        ),
        ("woods-4", 1, "3 to 2 of diamonds from column 5 to column 9."),
        ("woods-4", 20, "The hearts are removed from column 5."),
    ],
)
def test_what_a_voice_says(name, number, said):
    problem = find_problem(name)
    assert spoken(problem.replayed(problem.solution.id).steps[number - 1]) == said


# What a page holds


@pytest.mark.parametrize("name", NAMES)
def test_pages_are_small_and_hold_every_move_in_words(name, pages, rendered):
    text = rendered[name]
    assert len(gzip.compress(text.encode())) < 170_000
    for line in pages[name].lines:
        for segment in line.segments:
            for instruction in segment.steps:
                assert join(words.describe(instruction)) in text
    assert "reaches the goal</small>" in text or not pages[name].solution


@pytest.mark.parametrize("name", NAMES)
def test_a_page_asks_nothing_of_anybody(name, rendered):
    page = Elements(rendered[name])
    for element, attributes in page.elements:
        assert element not in ("link", "iframe", "img", "object", "embed", "base")
        assert "src" not in attributes
        assert "style" not in attributes
        assert not any(key.startswith("on") for key in attributes)
    assert "url(" not in page.texts["style", None]
    assert "@import" not in page.texts["style", None]


def test_texts_of_a_problem_can_do_no_harm():
    page = Elements(render(content.of_problem(loads_problem(HOSTILE))))
    names = [element for element, _ in page.elements]
    assert names.count("script") == 3
    for _, attributes in page.elements:
        assert not any(key.startswith("on") or key == "src" for key in attributes)
        assert not str(attributes.get("href")).startswith("javascript")
    assert "alert(" not in page.texts["script", None]
    assert page.texts["title", None].startswith("</title></script><script>alert(1)")
    # Nothing of the file made an element: as many as with harmless texts.
    harmless = re.sub(r"'[^'\n]*[<>][^'\n]*'", "'x'", HOSTILE)
    assert "<svg" not in harmless
    other = Elements(render(content.of_problem(loads_problem(harmless))))
    assert names == [element for element, _ in other.elements]


@pytest.mark.parametrize("name", NAMES)
def test_the_steps_on_a_page_lead_from_position_to_position(name, pages, rendered):
    data = Elements(rendered[name]).data()
    segments = (s for line in pages[name].lines for s in line.segments)
    for shown, segment in zip(data["segments"], segments, strict=True):
        position, text = position_data(segment.begin.position), _fen(segment.begin.position)
        for step, told in zip(segment.steps, shown["steps"], strict=True):
            position = changed(position, told)
            assert position == plain(position_data(step.after))
            # Each can be copied as a line.
            if isinstance(told["fen"], str):
                text = told["fen"]
            else:
                parts = re.split("([ /])", text)
                for number, part in zip(told["fen"][::2], told["fen"][1::2], strict=True):
                    parts[number] = part
                text = "".join(parts)
            assert text == _fen(step.after)


def test_a_known_slip_is_told_and_is_no_fault(pages):
    page = pages["woods-3"]
    printed = page.segment("contingency-printed")
    assert printed.stop is not None
    assert printed.stop.expected
    assert page.faults == ()
    assert "Move 28, 8-5c from 1 to 9" in render(page)


BROKEN = """\
id: broken
title: A line that breaks off
author: A
source: {text: T, year: 2026}
partial: true
stipulation: Turn up a card.
goal: turn up a card
position: {text: 'x:5h/6s/- - -'}
lines:
  - {id: first, title: First, origin: found, script: '5h from 1 to 2, 6s from 2 to 1'}
  - {id: second, title: Second, origin: found, from: first, script: 6s from 2 to 1}
  - {id: third, title: Third, origin: found, solves: true, script: 6s from 2 to 3}
claims:
  - {id: c, statement: S, goal: remove any suit, verdict: solved, line: third}
"""


def test_what_is_wrong_with_a_problem_is_told(tmp_path):
    (tmp_path / "broken.yaml").write_text(BROKEN)
    page = content.of_problem(load_problem(tmp_path / "broken.yaml"))
    first, second, third, claim = page.faults
    assert re.match(r".*broken\.yaml:\d+:\d+: line first: move 2, '6s from 2 to 1': ", first)
    assert first.endswith("^^^^^^^^^^^^^")
    assert second == "line second: it goes on from 'first', which can't be played"
    assert third == "line third: it doesn't solve the problem: turn up a card"
    assert claim.startswith("claim c")
    text = render(page)
    assert "Not solved." in text
    assert "This line can&#x27;t be played: it goes on from" in text
    assert str(tmp_path) not in text


def test_only_cards_that_are_known_can_be_looked_at():
    start = find_problem("woods-2").start
    for position, offered in ((start, True), (start.hide(), False)):
        page = render(content.of_position(position, title="A position"))
        assert ('id="peek"' in page) == offered


# Writing


def run(*arguments):
    return CliRunner().invoke(main, [str(a) for a in arguments])


def test_page_writes_a_file(tmp_path):
    file = tmp_path / "w.html"
    done = run("page", "woods-3", "-o", file)
    assert done.exit_code == 0, done.output
    assert file.read_text() == render(content.of_problem(find_problem("woods-3")))
    assert [p.name for p in tmp_path.iterdir()] == ["w.html"]
    assert run("page", "woods-4", "-o", file).exit_code == 2
    assert run("page", "woods-4", "-o", file, "--force", "--title", "Other").exit_code == 0
    assert "<h1>Other</h1>" in file.read_text()
    assert run("page", "woods-4", "-o", "-", "--title", "Other").stdout == file.read_text()


def test_page_of_a_position_with_a_script(tmp_path):
    script = tmp_path / "moves.txt"
    script.write_text("3-2d from 5 to 9\n4h from 5 to 6\n")
    file = tmp_path / "p.html"
    position = formats.dumps(find_problem("woods-4").start, "line").strip()
    done = run("page", position, script, "-o", file, "--goal", "get a space")
    assert done.exit_code == 0, done.output
    assert "get a space" in file.read_text()
    # The moves of one's own for a problem of the catalogue, which they don't solve.
    done = run("page", "woods-4", script, "-o", file, "--force")
    assert done.exit_code == 1
    assert "it doesn't solve the problem: remove clubs and hearts" in done.stderr
    assert "Clubs and hearts" in file.read_text()
    script.write_text("4h from 5 to 6\n")
    done = run("page", "woods-4", script, "-o", file, "--force")
    assert done.exit_code == 1
    assert f"{script}:1:1: the line: move 1, '4h from 5 to 6': " in done.stderr
    assert "    1 | 4h from 5 to 6\n      | ^^^^^^^^^^^^^^" in done.stderr


def test_page_proves_claims(tmp_path):
    file = tmp_path / "p.html"
    problem = tmp_path / "small.yaml"
    claim = "  - {id: no, statement: No, goal: remove any suit, verdict: impossible}\n"
    problem.write_text(HOSTILE.replace("findings:", f"{claim}findings:"))
    assert run("page", problem, "-o", file).exit_code == 0
    assert "Proved" not in Elements(file.read_text()).said
    assert run("page", problem, "-o", file, "--prove", "--force").exit_code == 0
    assert "Proved: " in Elements(file.read_text()).said


def test_site_has_a_page_for_each_problem(tmp_path):
    folder = tmp_path / "public"
    done = run("site", "-o", folder)
    assert done.exit_code == 0, done.output
    names = {path.name for path in folder.iterdir()}
    assert {f"{name}.html" for name in problem_ids()} < names
    assert {f"{name}.svg" for name in problem_ids()} < names
    index = Elements((folder / "index.html").read_text())
    links = [a["href"] for element, a in index.elements if element == "a" and "href" in a]
    for link in links:
        name = link.partition("#")[0]
        assert not name or (folder / name).exists()
    assert "Found out later" in (folder / "index.html").read_text()
    page = (folder / "woods-2.html").read_text()
    assert 'href="woods-1.html"' in page
    assert 'href="woods-3.html"' in page
    assert 'href="index.html"' in page


def test_a_site_is_written_over_what_is_there_by_force_only(tmp_path):
    (tmp_path / "CNAME").write_text("example.org")
    done = run("site", find_problem("woods-4").name, "-o", tmp_path)
    assert (done.exit_code, "is not empty (--force" in done.stderr) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["CNAME"]
    assert run("site", find_problem("woods-4").name, "-o", tmp_path, "--force").exit_code == 0
    assert {"index.html", "CNAME", "woods-4.html"} <= {path.name for path in tmp_path.iterdir()}


@pytest.mark.parametrize(
    ("text", "said"),
    [("id: bad\n", "p.yaml"), (BROKEN.replace("id: broken", "id: index"), "index")],
)
def test_a_bad_problem_leaves_nothing_written(tmp_path, text, said):
    (tmp_path / "p.yaml").write_text(text)
    done = run("site", tmp_path, "-o", tmp_path / "public")
    assert done.exit_code == 2
    assert said in done.stderr
    assert not (tmp_path / "public").exists()


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
        ("plan/1", "plan", 0, "If it's Kd"),
        ("plan/2", "plan", 0, "If it's 4s or 4h"),
        ("plan/3", "plan", 0, "If it's another card"),
    ]
    assert line.segments[0].steps == ()
    said = [[words.describe(step) for step in s.steps] for s in line.segments[1:]]
    assert said[0] == ["5h from 1 to 2, turning up Kd", "Kd from 1 to 3"]
    assert said[1][0] == "5h from 1 to 2, turning up 4h"
    assert said[2][1] == "5h from 2 to 3"
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
        ("plan/1/1", 1, "If it's another card, then Kd"),
    ]
    assert len(page.lines[0].segments[2].steps) == 2
    assert page.lines[0].moves == 3


ONE = PLAN.replace("4s or 4h", "4s")


@pytest.mark.parametrize(
    ("plan", "goal", "said"),
    [
        (ONE, "turn up a card whatever turns up", "it reaches the goal in at most 1 move"),
        (ONE, "get 2 spaces whatever turns up", "does not reach the"),
        (ONE.partition("otherwise")[0], None, "can't be played"),
        (ONE.partition("otherwise")[0], "get a space in column 2", "no branch for"),
    ],
)
def test_page_of_a_plan(tmp_path, plan, goal, said):
    script, file = tmp_path / "plan.txt", tmp_path / "p.html"
    script.write_text(plan)
    asked = ("--goal", goal) if goal else ()
    done = run("page", "x:5h/6s/- - -", script, "-o", file, "--partial", *asked)
    assert said in unescape(file.read_text())
    if said.startswith("it reaches"):
        assert done.exit_code == 0, done.output
    else:
        assert done.exit_code == 1
        assert "<h2>Lines of play</h2>" in file.read_text()
        assert "error: the plan: it " in done.stderr
        assert said in done.stderr


CLAIMED = """\
id: planned
title: A plan
author: Somebody
source: {text: An example, year: 2026}
partial: true
stipulation: Turn up a card, whatever turns up.
goal: turn up a card whatever turns up
position: {text: "x:5h/6s/- - -"}
claims:
  - id: plan
    statement: It can be done.
    goal: turn up a card whatever turns up
    verdict: solved
    plan: |
      5h from 1 to 2
      if it's Kd:
          Kd from 1 to 3
      otherwise:
          5h from 2 to 3
"""


def test_a_claims_own_plan_is_on_its_page():
    page = content.of_problem(loads_problem(CLAIMED))
    assert page.faults == ()
    assert page.solution.id == "plan.plan"
    assert [s.title for s in page.solution.segments[1:]] == ["If it's Kd", "If it's another card"]
    html = render(page)
    assert "1 claim, 1 shown by plans that were played in every case." in html
    assert 'Shown by <a href="#plan.plan:0">the plan</a>' in html
    assert "it reaches the goal in at most 1 move" in html
    assert "5h from 1 to 2, turning up Kd</a>" in html
    # For several cards one is shown, and said to be an example.
    assert "5h from 1 to 2, turning up Ac (for example)</a>" in html
    steps = Elements(html).data()["segments"][2]["steps"]
    assert steps[0]["say"].endswith("This card is an example.")


def test_a_claims_plan_that_fails_is_told_where_it_stands():
    problem = loads_problem(CLAIMED.replace("    goal: turn up a card", "    goal: get 2 spaces"))
    page = content.of_problem(problem)
    (fault,) = page.faults
    assert fault.startswith("claim plan: if column 1 turns up Ac: get 2 spaces")
    html = render(page)
    assert "1 claim, 1 not shown by what is given for it." in html
    assert '<a href="#plan.plan:0">The plan</a> does not show it: if column 1 turns up Ac' in html
    assert page.solution is None


def answered(problem, claim, **answer):
    """A solver's answer to a claim."""
    searched = Searched("classes", 5, 9, 0.1, 1000)
    found = Answer(Answered.SOLVED, answer.pop("steps", ()), searched, **answer)
    return Proof(problem, problem.claim(claim), found, Budget())


def test_lines_that_a_solver_found_are_shown_with_the_claim():
    problem = find_problem("woods-6")
    steps = problem.replayed("clubs").steps[len(problem.replayed("diamonds").steps) :]
    proof = answered(problem, "diamonds-clubs", steps=steps)
    page = content.of_problem(problem, [proof])
    segment = page.segment("for.diamonds-clubs")
    assert (segment.begin.before, segment.number) == ("diamonds", 24)
    assert segment.after.position == problem.position("clubs")
    assert 'data-line="for.diamonds-clubs"' in render(page)


def test_a_plan_that_a_solver_found_begins_with_what_the_player_sees():
    problem = find_problem("woods-6")
    plan = plans.loads("9s from 5 to 3\n")
    page = content.of_problem(problem, [answered(problem, "order-does-not-matter", plan=plan)])
    segment = page.segment("for.order-does-not-matter")
    root = next(root for root in page.roots if root.name == segment.begin.root)
    assert not any(any(column.down) for column in root.position.columns)
    assert "does not reach the goal" in page.lines[-1].note
    assert "A search finds a plan of 1 move" in render(page)


# Evidence that ships


def test_records_of_searches_are_shown_and_published(tmp_path):
    problem = find_problem("woods-4")
    page = content.of_problem(problem)
    (clubs,) = (shown for shown in page.claims if shown.claim.id == "clubs-first")
    assert clubs.record is not None
    assert clubs.how is content.How.RECORDED
    assert not clubs.decided
    assert "Proved" not in Elements(render(page)).said
    assert "spiderpos recheck evidence/woods-4.json" in render(page)
    site.write(site.build([problem]), tmp_path / "public")
    records = evidence.loads_all((tmp_path / "public" / "woods-4.json").read_text())
    assert clubs.record in records
    html = (tmp_path / "public" / "woods-4.html").read_text()
    assert 'href="woods-4.json"' in html
    assert f"A record of a complete search says so (“{clubs.record.reason}”); " in unescape(html)
    assert "spiderpos recheck woods-4.json" in html


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


def test_what_nothing_decides_is_told_as_a_claim(tmp_path):
    path = tmp_path / "forged.yaml"
    path.write_text(FORGED.replace("impossible", "solved"))
    run("site", tmp_path, "-o", tmp_path / "public")
    for name in ("index.html", "forged.html"):
        text = (tmp_path / "public" / name).read_text()
        assert 'class="chip">claimed: ' in text
        assert 'class="chip solved"' not in text
    assert "Claims marked “claimed” were not shown" in (tmp_path / "public/index.html").read_text()
    run("page", path, "-o", tmp_path / "proved.html", "--prove")
    proved = (tmp_path / "proved.html").read_text()
    assert 'class="chip solved">solved<' in proved
    assert "claimed: " not in proved


def forged(tmp_path, verdict, reason, **line):
    """A problem whose claim has a record that nobody made by a search."""
    (tmp_path / "forged.yaml").write_text(FORGED.replace("impossible", str(verdict)))
    (tmp_path / "evidence").mkdir()
    problem = load_problem(tmp_path / "forged.yaml")
    answer = Answer(verdict, (), Searched("classes", 1, 1, 0.0, 0, digest="0" * 16), reason)
    record = evidence.facts(problem.start, problem.goal, answer, claim="forged:no-space") | line
    (tmp_path / "evidence" / "forged.json").write_text(json.dumps(record))
    return problem


def test_a_forged_record_proves_nothing(tmp_path):
    problem = forged(tmp_path, Answered.IMPOSSIBLE, "so I say")
    (claim,) = content.of_problem(problem).claims
    assert claim.how is content.How.RECORDED
    assert not claim.decided
    page, file = tmp_path / "f.html", tmp_path / "forged.yaml"
    run("page", file, "-o", page)
    run("site", tmp_path, "-o", tmp_path / "public")
    for html in (page.read_text(), (tmp_path / "public" / "forged.html").read_text()):
        assert "Proved" not in Elements(html).said
        assert 'class="chip">recorded: impossible<' in html
        assert "decided by a search" not in html
        assert "1 claim, 1 by the record of a search, not repeated here." in html
    done = run("page", file, "-o", page, "--prove", "--force")
    assert done.exit_code == 1
    assert "claim no-space: 'get a space without dealing' is claimed to be impo" in done.stderr
    assert "A search says the contrary: solved." in page.read_text()


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ("origin: found", None),
        ("origin: found, by: A. Friend", "found by A. Friend"),
        ("origin: printed", "printed in the source"),
        ("origin: described, by: A. Friend", "described in the source, by A. Friend"),
    ],
)
def test_where_a_line_comes_from(facts, said):
    line = f"lines: [{{id: a, title: A, {facts}, script: 6h from 1 to 2}}]\nclaims:"
    html = render(content.of_problem(loads_problem(FORGED.replace("claims:", line))))
    found = re.search('<p class="origin">(.*?)</p>', html)
    assert (found and found[1]) == said


@pytest.mark.parametrize(
    ("line", "decided", "said"),
    [
        ("6h from 1 to 2\n", True, "Its record has a line, which was replayed."),
        ("7s from 2 to 1\n", False, "Its record is wrong: the line can't be played: "),
        (None, False, "Its record is wrong: the record says 'solved' and has no line."),
    ],
)
def test_the_line_of_a_record_is_played(tmp_path, line, decided, said):
    problem = forged(tmp_path, Answered.SOLVED, "trust me", line=line, moves=None)
    page = content.of_problem(problem)
    (claim,) = page.claims
    assert claim.how is (content.How.BY_LINE if decided else content.How.NOT_SHOWN)
    html = unescape(render(page))
    assert said in html
    assert "trust me" not in html
    assert ("1 shown by lines that were replayed" in html) == decided
