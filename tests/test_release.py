"""The version, the supported Pythons, and the figures of README and changelog are consistent."""

import re
import tomllib
from pathlib import Path

import yaml

import spiderpos
from spiderpos.catalogue import problem_ids

from . import stable

ROOT = Path(__file__).resolve().parents[1]


def test_version_and_date_are_the_same_everywhere():
    version = spiderpos.__version__
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    entries = re.findall(r"^## (\S+) - (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert (version, str(citation["date-released"])) == entries[0]
    assert citation["version"] == version


def test_supported_pythons_are_those_of_the_classifiers():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    versions = [
        line.rpartition(" ")[2]
        for line in project["project"]["classifiers"]
        if re.search(r":: 3\.\d+$", line)
    ]
    assert project["project"]["requires-python"] == f">={versions[0]}"
    assert project["tool"]["ruff"]["target-version"] == "py" + versions[0].replace(".", "")


def test_the_changelog_counts_problems_as_the_catalogue_has_them():
    unreleased = (ROOT / "CHANGELOG.md").read_text().partition("\n## 1.0.0")[0]
    problems = [spiderpos.problem(name) for name in problem_ids()]
    composed = [problem for problem in problems if problem.id.startswith("composed-")]
    cards = [sum(map(len, problem.start.columns)) for problem in composed]
    moves = [len(problem.replayed(problem.solution.id).steps) for problem in composed]
    assert (
        f"- Small problems of {min(cards)} to {max(cards)} cards "
        f"and {min(moves)} to {max(moves)} moves, `composed-...`"
    ) in unreleased
    assert len([problem for problem in problems if problem.id.startswith("first-")]) == 8
    assert "- Eight problems for beginners" in unreleased


def test_the_stable_interface_is_unchanged():
    output = stable.FILE.read_text(encoding="utf-8").splitlines()
    now = stable.written().splitlines()
    assert now == output, "python -m tests.stable writes it anew: what went is for a major version"


def test_readme_and_home_show_an_answer_on_the_first_screen():
    for name, most in (("README.md", 45), ("docs/index.md", 40)):
        lines = (ROOT / name).read_text().splitlines()
        headings = [line for line in lines if line.startswith("## ")]
        assert headings[:2] == ["## Install", "## Paste your position"], name
        answer = next(n for n, line in enumerate(lines) if line.startswith("$ spiderpos solve"))
        assert answer < most
        assert lines.index("## Paste your position") < next(
            n
            for n, line in enumerate(lines)
            if "woods-4.svg" in line or "the problems -->" in line
        )
