"""Names that users of python-chess or of other commands would try: they work, or the error helps.

``data/guesses-python.txt`` and ``data/guesses-commands.txt`` have a guess in each line, typed
before the name was looked up, and a pattern for the result, or for the error, after ``!``.
"""

# Guesses use these four modules.
import copy  # noqa: F401
import io  # noqa: F401
import json  # noqa: F401
import pickle  # noqa: F401
import pydoc
import re
import shlex
import warnings
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import spiderpos
from spiderpos.cli import main
from spiderpos.goals.goal import parse
from spiderpos.goals.phrases import GOALS, meant_by
from spiderpos.text import unknown_names
from spiderpos.text.unknown_names import synonyms

from .documents import DATA

MINE = "KdQs9h/Jh8s/10c7h4d/Kc6h/Jc10h5s - -"


def rows(name):
    """Return the guesses of a file, each with the pattern for its result."""
    lines = (DATA / f"guesses-{name}.txt").read_text(encoding="utf-8").splitlines()
    return [tuple(line.split(" => ")) for line in lines if not line.startswith("#")]


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    path = tmp_path_factory.mktemp("guesses") / "mine.txt"
    mine = spiderpos.read(MINE, partial=True)
    path.write_text(spiderpos.write(mine, "fen"))
    solved = spiderpos.solve(mine, "get 2 spaces")
    return globals() | {
        "path": path,
        "start": spiderpos.problem("woods-4").start,
        "mine": mine,
        "solved": solved,
        "lost": spiderpos.solve(mine, "get 3 spaces"),
        "judgement": spiderpos.verify("woods-4"),
    }


@pytest.mark.sweep
@pytest.mark.parametrize(("guess", "expected"), rows("python"))
def test_guesses_in_python(guess, expected, names):
    game = spiderpos.Session(names["mine"])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = eval(guess, dict(names, game=game))  # noqa: S307 - our own table
        shown = repr(value)
    except Exception as error:
        kinds = ", ".join(kind.__name__ for kind in type(error).__mro__)
        shown = f"!{kinds}: {error} {getattr(error, '__notes__', '')}".replace("\n", " ")
        if not isinstance(error, spiderpos.SpiderError | TypeError | AttributeError):
            raise
    pattern = expected.removeprefix("!")
    assert shown.startswith("!") == expected.startswith("!"), shown
    assert re.search(re.sub(r"(Error|Move): ", r"\1.*: ", pattern), shown, re.S), shown


@pytest.mark.sweep
@pytest.mark.parametrize(("line", "expected"), rows("commands"))
def test_guesses_of_commands(line, expected, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.txt").write_text("1: Kd Qs 9h\n2: Jh 8s\n3: 10c 7h 4d\n4: Kc 6h\n5: Jc 10h 5s\n")
    Path("moves.txt").write_text("9s from 5 to 4")
    done = CliRunner().invoke(main, shlex.split(line))
    codes = {"!!": (4,), "!": (2,), "": (0, 1)}
    assert done.exit_code in codes[re.match("!*", expected)[0]], done.output
    assert re.search(expected.lstrip("!"), done.output), done.output


def test_each_command_has_a_name_in_python_or_an_answer():
    names = {name.replace("-", "_") for name in main.list_commands(click.Context(main))}
    assert names <= {*spiderpos.__all__, *synonyms()["spiderpos"]}


def test_synonyms_name_things_that_exist():
    path = Path(unknown_names.__file__).with_name("synonyms.txt")
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 150
    tables = synonyms()
    for table in tables.values():
        for meant in table.values():
            for name in re.findall(r"spiderpos((?:\.[a-zA-Z_]\w*)+)", meant):
                assert pydoc.locate(f"spiderpos{name}") is not None, meant
    commands = main.list_commands(click.Context(main))
    for meant in tables["commands"].values():
        assert meant.startswith(("-", "_", "[")) or meant.split()[0] in commands, meant
    for heading in tables.keys() - {"any", "spiderpos", "arguments", "commands", "options"}:
        kind = spiderpos.Shift if heading == "Move" else getattr(spiderpos, heading)
        for word, meant in tables[heading].items():
            assert not hasattr(kind, word), f"{heading} has {word}"
            fields = getattr(kind, "__dataclass_fields__", ())
            names = {*dir(kind), *fields, *vars(spiderpos.Session(spiderpos.deal(1)))}
            for name in re.findall(rf"(?<!\.)\b{heading.lower()}\.(\w+)", meant):
                assert name in names, meant


def test_the_lists_of_goals_are_goals():
    start = spiderpos.problem("woods-4").start
    for phrase in GOALS:
        condition = phrase.startswith("...")
        text = phrase.replace("...", "get a space").replace("POSITION", start.fen().strip())
        assert str(parse(text)), phrase
        assert condition or not phrase.startswith("reach") or "reach" in str(parse(text))
    runner = CliRunner()
    shown = " ".join(runner.invoke(main, ["solve", "--help"]).output.split())
    assert all(phrase in shown for phrase in list(GOALS)[:10])
    for guess in ("empty column 3", "clear two columns", "flip a card", "reveal 3 cards"):
        assert str(parse(meant_by(guess))) == meant_by(guess).replace("two", "2")
