"""The public names at the top of the package, and the methods of positions."""

import ast
import copy
import inspect
import io
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import spiderpos

PAGE = Path(__file__).resolve().parents[1] / "docs" / "api.md"


def test_every_name_is_there_and_hides_no_room():
    rooms = {module.name for module in pkgutil.iter_modules(spiderpos.__path__)}
    for name in spiderpos.__all__:
        assert hasattr(spiderpos, name)
    assert rooms & set(spiderpos.__all__) == {"formats", "scripts"}
    assert len(spiderpos.__all__) <= 80
    assert dir(spiderpos) == spiderpos.__all__


def test_the_type_checker_sees_the_same_names():
    stub = Path(spiderpos.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
    names = [(alias.name, alias.asname) for node in ast.parse(stub).body for alias in node.names]
    assert all(name == public for name, public in names)
    assert sorted(name for name, _ in names) == spiderpos.__all__


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        (lambda: spiderpos.Position("5h/6s"), "spiderpos.read"),
        (lambda: spiderpos.solve(7, "get a space"), "expected a position, a text"),
        (lambda: spiderpos.replay(spiderpos.deal(1), 7), "script"),
    ],
)
def test_the_error_for_a_wrong_type_names_the_function_to_call(wrong, expected):
    with pytest.raises(TypeError, match=expected):
        wrong()


def run_alone(program):
    """Return the output of a program that runs in another process."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize(
    ("program", "most"),
    [
        ("import spiderpos; spiderpos.read('KdQs9h/Jh8s - -', partial=True)", 40),
        ("from spiderpos.cli import main; main(['show', 'deal.fen'], standalone_mode=False)", 74),
    ],
)
def test_no_more_is_imported_than_is_needed(program, most, tmp_path):
    (tmp_path / "deal.fen").write_text(spiderpos.deal(1).fen())
    counted = "print(sum(name.partition('.')[0] == 'spiderpos' for name in sys.modules))"
    assert "cli" in program or not run_alone(f"{program}; assert 'lark' not in sys.modules")
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {program}; {counted}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout.split()[-1]) <= most


def test_a_position_is_shown_in_one_line():
    deals = [spiderpos.deal(1, rules=rules) for rules in spiderpos.PRESETS]
    starts = [problem.start for problem in spiderpos.problems()]
    wide = spiderpos.Position((deals[0].columns[0],) * 200)
    for position in (*deals, *starts, wide, deals[0].play("deal"), deals[0].hide()):
        assert len(repr(position)) <= 200
        assert "\n" not in repr(position)


def test_errors_are_one_tree_and_can_be_sent():
    kinds = [vars(spiderpos).get(name) or getattr(spiderpos, name) for name in spiderpos.__all__]
    errors = [k for k in kinds if isinstance(k, type) and issubclass(k, Exception)]
    errors.remove(spiderpos.Assumed)
    assert all(issubclass(kind, spiderpos.SpiderError) for kind in errors)
    assert issubclass(spiderpos.SpiderError, ValueError)
    assert issubclass(spiderpos.ReplayError, spiderpos.IllegalMove)
    with pytest.raises(spiderpos.IllegalMove) as caught:
        spiderpos.deal(1).play("deal, deal, deal, deal, deal, deal")
    assert str(copy.deepcopy(caught.value)) == str(caught.value)


def test_assumptions_are_warnings():
    with pytest.warns(spiderpos.Assumed, match="10 cards in the hand"):
        position = spiderpos.read(str(spiderpos.problem("woods-4").start))
    assert position.columns == spiderpos.problem("woods-4").start.hide().columns


MINE = "KdQs9h/Jh8s/10c7h4d/Kc6h/Jc10h5s - -"
#: Accepted forms of an argument (a position, moves, a goal, rules), by the parameter's name.
FORMS = {
    "position": ["woods-4", "problem", "path", "file", "bytes", "text", "session", "position"],
    "moves": ["move", "script", "answer", "replay", "list", "words", "moves path"],
    "goal": ["get a space", "goal"],
    "rules": ["modern", "rules"],
}
FORMS |= {"start": FORMS["position"], "steps": FORMS["moves"], "solution": FORMS["moves"]}
#: Public functions in which no parameter accepts several forms.
OTHERS = ("problem", "problems", "card", "parse_card", "parse_rules", "read_many")
#: Other arguments that a call of a function requires.
REST = {
    "solve": {"goal": "get a space", "work": 1000},
    "hint": {"goal": "get a space", "work": 1000},
    "replay": {"moves": []},
    "verify": {"moves": [], "goal": "get a space"},
    "can": {"move": "5s from 5 to 4"},
    "do": {"move": "8s from 2 to 1"},
    "parse_goal": {"text": "get a space"},
    "write_moves": {"moves": []},
    "suggest": {"effort": 1},
}


@pytest.fixture(scope="module")
def forms(tmp_path_factory):
    path = tmp_path_factory.mktemp("forms") / "start.fen"
    problem = spiderpos.problem("woods-4")
    path.write_text(problem.start.fen())
    script = path.with_name("moves.txt")
    script.write_text("5s from 5 to 4")
    mine = spiderpos.read(MINE, partial=True)
    answer = spiderpos.solve(mine, "get 2 spaces")
    return {
        "woods-4": lambda: "woods-4",
        "problem": lambda: problem,
        "path": lambda: path,
        "file": lambda: io.BytesIO(path.read_bytes()),
        "bytes": path.read_bytes,
        "text": problem.start.fen,
        "session": lambda: spiderpos.Session(problem.start),
        "position": lambda: problem.start,
        "move": lambda: answer.moves[0],
        "script": lambda: spiderpos.read_moves("5s from 5 to 4"),
        "answer": lambda: answer,
        "replay": lambda: spiderpos.replay(mine, answer),
        "list": lambda: ["5s from 5 to 4", "9h from 1 to 5"],
        "words": lambda: "5s from 5 to 4",
        "moves path": lambda: script,
        "get a space": lambda: "get a space",
        "goal": lambda: spiderpos.parse_goal("get a space"),
        "modern": lambda: "modern",
        "rules": lambda: spiderpos.PRESETS["modern"],
        "mine": mine,
        "start": problem.start,
    }


def parameters():
    """Yield each public function with its parameters that accept several forms."""
    for name in spiderpos.__all__:
        function = getattr(spiderpos, name)
        if inspect.isfunction(function) and name not in OTHERS:
            for parameter in inspect.signature(function).parameters:
                if parameter in FORMS:
                    yield name, parameter


@pytest.mark.parametrize(("name", "parameter"), list(parameters()))
def test_each_argument_has_all_its_forms(name, parameter, forms):
    function = getattr(spiderpos, name)
    rest = {key: value for key, value in REST.get(name, {}).items() if key != parameter}
    of_position = FORMS[parameter] is FORMS["position"]
    if not of_position:
        if first := {"position", "start"} & set(inspect.signature(function).parameters):
            rest |= {first.pop(): forms["mine"]}
        elif name == "deal":
            rest |= {"number": 1}
        elif name == "read":
            rest |= {"text": forms["start"].fen()}
    for form in FORMS[parameter]:
        moves = form in ("session",) and name == "hint"
        given = rest | ({"goal": "get a space"} if moves else {})
        if name in ("can", "do") and of_position:
            given = {"move": forms["start"].legal_moves[0]}
        assert function(**given, **{parameter: forms[form]()}) is not NotImplemented


@pytest.mark.parametrize("form", FORMS["position"])
def test_a_game_begins_with_each_form_of_a_position(form, forms):
    assert spiderpos.Session(forms[form]()).start == forms["start"]
    assert spiderpos.MoveTree(forms[form]()).position == forms["start"]


def test_a_search_is_logged(caplog):
    mine = spiderpos.read(MINE, partial=True)
    with caplog.at_level("INFO", logger="spiderpos"):
        spiderpos.solve(mine, "get 2 spaces")
    assert [record.getMessage() for record in caplog.records] == [
        "solve get 2 spaces",
        "solve get 2 spaces: <Answer solved in 7 moves>",
    ]


def test_errors_in_a_text_have_its_line_and_column():
    with pytest.raises(spiderpos.NotationError) as caught:
        spiderpos.read_moves("5s from 5 to 4\n  xyzzy\n")
    assert (caught.value.line, caught.value.column) == (2, 3)
    with pytest.raises(spiderpos.ReplayError) as illegal:
        spiderpos.replay(spiderpos.read(MINE, partial=True), "5s from 5 to 4\n5s from 4 to 1")
    assert (illegal.value.line, illegal.value.column) == (2, 1)
    assert spiderpos.NotationError("nowhere").line is None


@pytest.mark.long
@pytest.mark.slow
def test_user_code_passes_a_strict_type_checker(tmp_path):
    api = pytest.importorskip("mypy.api")
    program = tmp_path / "program.py"
    program.write_text(
        "from pathlib import Path\n"
        "import spiderpos\n"
        "start: spiderpos.Position = spiderpos.read(Path('x.fen'))\n"
        "text: str = spiderpos.draw(start)\n"
        "data: bytes = spiderpos.draw('woods-4', 'png')\n"
        "hint: spiderpos.Hint = spiderpos.hint('woods-4', 'get a space')\n"
        "answer = spiderpos.solve(start, 'win', seconds=1)\n"
        "after: spiderpos.Position = start.play(['5s from 5 to 4']).play(answer)\n"
        "cards: list[spiderpos.Card] = list(start.columns[0])\n"
        "names: list[str] = [problem.title for problem in spiderpos.problems().values()]\n"
    )
    out, err, code = api.run(["--strict", "--cache-dir", str(tmp_path), str(program)])
    assert code == 0, out + err
