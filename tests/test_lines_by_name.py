"""Lines of problems by name, as in ``woods-6:space``, in place of a script or a position."""

import copy
import pickle

import pytest

import spiderpos
from spiderpos.catalogue import find_problem
from spiderpos.text.errors import UnknownName

from .running import run

SPACE = "get a space without dealing, removing"


def test_a_game_begins_with_the_moves_of_a_line(tmp_path):
    file = str(tmp_path / "game.json")
    assert run("session", "new", file, "woods-6:space").exit_code == 0
    assert "11 moves made" in run("info", file).stdout


def test_lines_are_a_mapping():
    problem = find_problem("woods-6")
    line = problem.lines["space"]
    assert (line.id, line.problem.id, len(line)) == ("space", "woods-6", 11)
    assert line.verify(SPACE).verdict is spiderpos.Verdict.HOLDS
    assert line.svg().startswith("<svg")
    assert "space" in problem.lines
    assert problem.lines.get("spaec") is None
    with pytest.raises(UnknownName, match=r"did you mean 'space'"):
        problem.lines["spaec"]
    with pytest.raises(KeyError):
        problem.lines["spaec"]


def test_a_line_can_end_with_one_of_its_parts():
    problem = find_problem("woods-1")
    line = problem.lines["commentary"]
    first = line.parts[0].id
    assert problem.lines[f"commentary/{first}"].end == problem.position(f"commentary/{first}")
    with pytest.raises(UnknownName):
        problem.lines["commentary/nowhere"]


def _pickled(problem):
    return pickle.loads(pickle.dumps(problem))  # noqa: S301 - of our own


@pytest.mark.parametrize("copied", [copy.deepcopy, _pickled])
def test_a_copy_of_a_problem_has_its_own_lines(copied):
    problem = copied(spiderpos.problem("woods-4"))
    assert all(line.problem.lines[name] == line for name, line in problem.lines.items())
