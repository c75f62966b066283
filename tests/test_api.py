"""The front door: the names at the top of the package, and what a position answers."""

import ast
import pkgutil
import re
from pathlib import Path

import pytest

import spiderpos

PAGE = Path(__file__).resolve().parents[1] / "docs" / "api.md"


def test_every_name_is_there_and_hides_no_room():
    rooms = {module.name for module in pkgutil.iter_modules(spiderpos.__path__)}
    for name in spiderpos.__all__:
        assert hasattr(spiderpos, name)
    assert rooms & set(spiderpos.__all__) == {"formats", "scripts"}
    assert len(spiderpos.__all__) <= 60


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
        (lambda: spiderpos.solve("5h/6s", "get a space"), "spiderpos.read"),
        (lambda: spiderpos.replay(spiderpos.deal(1), 7), "script"),
    ],
)
def test_a_wrong_type_says_what_to_call(wrong, said):
    with pytest.raises(TypeError, match=said):
        wrong()


def test_what_a_text_does_not_say_is_a_warning():
    with pytest.warns(spiderpos.Assumed, match="10 cards in the hand"):
        position = spiderpos.read(str(spiderpos.problem("woods-4").start))
    assert position.columns == spiderpos.problem("woods-4").start.hide().columns
