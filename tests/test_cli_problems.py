"""``problems list`` and ``problems show``."""

import re

import pytest
from click.testing import CliRunner

from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.cli import main
from spiderpos.resources import shipped_folder


def run(*arguments):
    return CliRunner().invoke(main, ["problems", *arguments])


def test_list_names_every_problem_of_the_catalogue_once():
    done = run("list")
    assert done.exit_code == 0
    names = [line.split()[0] for line in done.output.splitlines()]
    assert sorted(names) == sorted(problem_ids())
    assert re.search(r"^woods-1 +The opening +\(Don Woods, 1989\)$", done.output, re.M)


def test_list_of_a_folder(tmp_path):
    assert run("list", str(tmp_path / "none")).exit_code == 2
    text = problem_file("woods-4")
    (tmp_path / "mine.yaml").write_text(text.replace("id: woods-4", "id: mine", 1))
    done = run("list", str(tmp_path))
    assert done.exit_code == 0
    assert [line.split()[0] for line in done.output.splitlines()] == ["mine"]


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
    for line in problem.lines:
        assert line.id in words
    for claim in problem.claims:
        assert claim.id in words


def test_show_of_what_is_not_there():
    done = run("show", "woods-22")
    assert done.exit_code == 2
    assert "did you mean" in done.output
