"""``problems list`` and ``problems show``."""

import json
import re
import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner

from spiderpos import formats
from spiderpos.catalogue import find_problem, loads_problem, problem_ids
from spiderpos.cli import main
from spiderpos.text.resources import shipped_folder


def run(*arguments):
    return CliRunner().invoke(main, ["problems", *arguments])


def listed(done):
    return [line.split()[0] for line in done.stdout.splitlines()]


def test_list_names_every_problem_of_the_catalogue_once():
    done = run("list")
    assert done.exit_code == 0
    assert sorted(listed(done)) == sorted(problem_ids())
    assert re.search(r"^woods-1 +The opening +\(Don Woods, 1989\)$", done.output, re.M)


def test_list_of_a_folder(tmp_path):
    assert run("list", str(tmp_path / "none")).exit_code == 2
    text = problem_file("woods-4")
    (tmp_path / "mine.yaml").write_text(text.replace("id: woods-4", "id: mine", 1))
    done = run("list", str(tmp_path))
    assert (done.exit_code, listed(done)) == (0, ["mine"])
    (tmp_path / "bad.yaml").write_text("id: [")
    done = run("list", str(tmp_path))
    assert (done.exit_code, listed(done)) == (2, ["mine"])
    assert "bad.yaml" in done.stderr


def problem_file(name):
    return (shipped_folder("problems") / f"{name}.yaml").read_text()


@pytest.mark.parametrize("name", ["woods-2", "woods-4", "woods-6"])
def test_show_tells_all_of_a_problem(name):
    problem = find_problem(name)
    done = run("show", name)
    assert done.exit_code == 0
    assert done.output.startswith(f"{name}: {problem.title}\n")
    words = " ".join(done.output.split())
    assert " ".join(problem.data.stipulation.split()) in words
    assert (f"Goal: {problem.goal}" in words) == (problem.goal is not None)
    assert all(each.id in words for each in (*problem.lines, *problem.claims))


def test_what_is_shown_can_be_pasted():
    """The position of a mined problem in one piece, and the command for where a line ends."""
    start = formats.dumps(find_problem("mined-two-jacks").start, "fen")
    path = shipped_folder("problems") / "mined" / "mined-two-jacks.yaml"
    for name in ("mined-two-jacks", str(path)):
        text = run("show", name).output
        assert start.strip() in text.splitlines()
        assert f"'spiderpos show {name}:solution' shows" in text
    shown = [
        CliRunner().invoke(main, ["show", f"{name}:solution"])
        for name in ("mined-two-jacks", path)
    ]
    assert shown[0].exit_code == 0
    assert shown[0].output == shown[1].output
    for wrong, right in ((f"{path}:soltion", "'solution'"), ("woods-22", "'woods-2'")):
        done = CliRunner().invoke(main, ["show", wrong])
        assert done.exit_code == 2
        assert f"did you mean {right}" in done.output


def test_verify_of_a_file_of_ones_own(tmp_path):
    (tmp_path / "mine.yaml").write_text(problem_file("woods-4").replace("woods-4", "mine"))
    for name, whose in (("woods-4", "the catalogue's"), (tmp_path / "mine.yaml", "its own")):
        done = CliRunner().invoke(main, ["verify", str(name)], color=False)
        assert done.exit_code == 0
        assert f": {whose} line 'clubs'" in done.stderr
        assert "  without dealing" in done.stdout
        assert all(line == line.rstrip() for line in done.stdout.splitlines())


LUCKY = """\
id: lucky
title: Lucky
author: Nobody
source: {text: Nowhere, year: 2026}
partial: true
stipulation: Get a space.
goal: get a space without dealing
position: {text: "x:5h/6c/7d - -"}
lines:
  - id: solution
    title: A guess
    origin: found
    solves: true
    script: |
      5h from 1 to 2, turning up 6s
      6s from 1 to 3
claims:
  - id: space
    statement: A space can be had.
    goal: get a space without dealing
    verdict: solved
    line: solution
"""


def test_what_a_line_assumes_is_open(tmp_path):
    file = tmp_path / "lucky.yaml"
    file.write_text(LUCKY)
    found = run("check", str(file))
    said = found.output
    assert found.exit_code == 0
    assert "lucky: 1 as expected, 2 open\n" in said
    assumed = "if the cards come up as the line assumes: 6s in column 1"
    assert f"  open: line solution: solves the problem: {assumed}\n" in said
    assert f"  open: claim space: {assumed}\n" in said
    site = CliRunner().invoke(main, ["site", str(tmp_path), "-o", str(tmp_path / "public")])
    assert site.exit_code == 0, site.output
    page = (tmp_path / "public" / "lucky.html").read_text()
    assert f"Solved by move 2, {assumed}." in page
    assert f"shows one case: {assumed}." in page
    assert f"Solved in 2 moves, {assumed}" in (tmp_path / "public" / "index.html").read_text()
    proved = run("check", "--prove", str(file))
    assert proved.exit_code == 3
    assert "2 open" in proved.stderr


def test_a_line_that_names_a_card_and_does_without_it_shows_its_claim(tmp_path):
    file = tmp_path / "sure.yaml"
    file.write_text(LUCKY.replace("get a space without dealing", "turn up a card"))
    found = run("check", "--prove", str(file))
    assert (found.exit_code, "come up" in found.output) == (0, False)


def test_files_that_can_not_be_read_are_in_the_summary(tmp_path):
    (tmp_path / "bad.yaml").write_text("id: [")
    said = "no problems: nothing to check; 1 file can't be read\n"
    for _ in range(2):
        found = run("check", str(tmp_path))
        assert found.exit_code == 2
        assert found.stderr.endswith(said)
        (tmp_path / "lucky.yaml").write_text(LUCKY)
        said = "1 check: all as expected, 2 open; 1 file can't be read\n"


# What a text of a problem file doesn't say

HEAD = "title: A\nauthor: B\nsource:\n  text: C\n  year: 2026\nstipulation: D\n"
BARE = f"""\
id: bare
{HEAD}partial: true
position:
  text: |
    Kd 9h 8d
goal: get a space
"""


@pytest.mark.parametrize(
    "command",
    [
        ["show", "bare.yaml"],
        ["problems", "check", "bare.yaml"],
        ["author", "lint", "bare.yaml"],
        ["author", "sheet", "bare.yaml", "-o", "sheet.html"],
        ["page", "bare.yaml", "-o", "page.html"],
        ["site", ".", "-o", "book"],
    ],
)
def test_every_command_tells_what_had_to_be_assumed(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("bare.yaml").write_text(BARE, encoding="utf-8")
    lines = CliRunner().invoke(main, command).output.splitlines()
    (said,) = (line for line in lines if "bare.yaml:10:" in line)
    assert "assumed: no cards in the hand, no suits removed" in said


def test_a_diagram_beside_a_line_leaves_no_doubt():
    start = find_problem("woods-1").start
    said = formats.dumps(start, "line")
    rows = textwrap.indent(formats.dumps(start, "diagram"), "    ")
    quoted = json.dumps(said.split("\n")[0])
    text = f"id: a\n{HEAD}position:\n  line: {quoted}\n  diagram: |2\n{rows}"
    assert loads_problem(text).doubts == ()


def test_the_catalogue_as_json():
    problems = json.loads(run("list", "--json").stdout)
    assert {"id", "title", "author", "year", "goal"} == set(problems[0])
    done = run("check", "woods-4", "--json")
    facts = json.loads(done.stdout)
    assert (done.exit_code, facts["proofs"]) == (0, [])
    assert {"ok", "open"} == {each["outcome"] for each in facts["checks"]}
