"""The front door: the names at the top of the package, and what a position answers."""

import ast
import copy
import pkgutil
import re
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


def test_every_name_has_an_example():
    blocks = "".join(re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.M | re.S))
    missing = {n for n in spiderpos.__all__ if not re.search(rf"\b{n}\b", blocks)}
    missing |= {
        n
        for n in vars(spiderpos.Position)
        if not n.startswith("_") and hasattr(spiderpos.Position, n)
        if not re.search(rf"\.{n}\b", blocks)
    }
    assert not missing


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: spiderpos.Position("5h/6s"), "spiderpos.read"),
        (
            lambda: spiderpos.solve(7, "get a space"),
            "expected a position, a text",
        ),
        (lambda: spiderpos.replay(spiderpos.deal(1), 7), "script"),
    ],
)
def test_a_wrong_type_says_what_to_call(wrong, said):
    with pytest.raises(TypeError, match=said):
        wrong()


@pytest.mark.parametrize(
    ("program", "most"),
    [
        ("import spiderpos; spiderpos.read('KdQs9h/Jh8s - -', partial=True)", 55),
        ("from spiderpos.cli import main; main(['show', 'deal.fen'], standalone_mode=False)", 74),
    ],
)
def test_no_more_is_imported_than_is_needed(program, most, tmp_path):
    (tmp_path / "deal.fen").write_text(spiderpos.deal(1).fen())
    counted = "print(sum(name.partition('.')[0] == 'spiderpos' for name in sys.modules))"
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
    starts = [spiderpos.problem(name).start for name in spiderpos.problems()]
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


def test_what_a_text_does_not_say_is_a_warning():
    with pytest.warns(spiderpos.Assumed, match="10 cards in the hand"):
        position = spiderpos.read(str(spiderpos.problem("woods-4").start))
    assert position.columns == spiderpos.problem("woods-4").start.hide().columns
