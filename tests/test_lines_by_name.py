"""Lines of problems by name: ``woods-6:space`` where a command takes a script or a position."""

import copy
import pickle

import pytest
from click.testing import CliRunner

import spiderpos
from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.cli import main
from spiderpos.text.errors import UnknownName

SPACE = "get a space without dealing, removing"


def run(*args):
    done = CliRunner().invoke(main, list(args))
    return done.exit_code, done.stdout, done.stderr


#: A command, its exit code, and a text that it prints.
COMMANDS = [
    (("replay", "woods-6:hearts-without-diamonds"), 0, "141 moves, all legal"),
    (("replay", "woods-6", "woods-6:space"), 0, "11 moves, all legal"),
    # Only the moves after the position are played.
    (("replay", "woods-6:space", "woods-6:diamonds"), 0, "13 moves, all legal"),
    (("replay", "woods-5:sketch", "woods-6:space"), 1, "move 1"),
    (("replay", "woods-3:contingency-printed"), 1, "the run at its bottom is 8-4c"),
    (("replay", "woods-6:spaec"), 2, "did you mean 'space'"),
    (("replay", "woods-3:unseen"), 2, "expected a SCRIPT"),
    (("verify", "woods-6:space"), 0, "claim first-space-in-5: Column 5 gives the first space."),
    (("verify", "woods-6:space", "--json"), 0, '"claim": "first-space"'),
    (("verify", "woods-4:clubs"), 0, "solved by move 36"),
    (("verify", "woods-6:space", "--goal", SPACE), 0, "solved by move 11"),
    (("verify", "woods-6:space", "--goal", "get 2 spaces"), 1, "not solved"),
    (("verify", "woods-6", "woods-6:space", "--goal", SPACE), 0, "solved by move 11"),
    (("verify", "woods-6:spades-first-5a"), 1, "not solved"),
    (("show", "woods-6:space", "--as", "fen"), 0, "/9dQ-8h/QcKc"),
    (("convert-script", "woods-6:space", "--as", "letters"), 0, "<ec,gd,eg,eh,ej,ei,jg,fg,ef"),
    (("convert-script", "woods-6", "woods-6:space", "--as", "letters"), 0, "<ec,gd,eg"),
    (("explain", "woods-6:space"), 0, "In all 11 moves; no space before, 1 after."),
    (("explain", "woods-6", "woods-6:space"), 0, "In all 11 moves"),
    (("lost", "woods-4:hearts"), 0, "not lost"),
    (("page", "woods-6:space", "-o", "-"), 0, "Qh from 5 to 10"),
    (("page", "woods-6", "woods-6:space", "--goal", SPACE, "-o", "-"), 0, "Qh from 5 to 10"),
    (("problems", "lines", "woods-6"), 0, "woods-6:space  11 moves: A space, in column 5\n"),
    (("problems", "lines", "woods-3"), 0, "shows that the next move is illegal"),
    (("problems", "lines", "woods-6", "--json"), 0, '"line": "woods-6:space"'),
]


@pytest.mark.slow
@pytest.mark.parametrize(("command", "code", "text"), COMMANDS)
def test_a_line_is_named_where_a_script_or_a_position_is_expected(command, code, text):
    exit_code, out, err = run(*command)
    assert exit_code == code, err
    assert text in out + err


def test_a_game_begins_with_the_moves_of_a_line(tmp_path):
    file = str(tmp_path / "game.json")
    assert run("session", "new", file, "woods-6:space")[0] == 0
    assert "11 moves made" in run("info", file)[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in problem_ids() if n.startswith("woods-")])
def test_every_line_is_replayed_and_verified_by_name(name):
    problem = find_problem(name)
    for line in problem.lines.values():
        if any(part.expect and part.expect.fails for part in line.parts):
            continue
        assert [step.after for step in line][-1:] == [line.end][: len(line)]
        assert line.end == problem.position(line.id)
        if line.shows:
            assert run("verify", f"{name}:{line.id}")[0] == 0, line.id


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
