"""Colours for positions and moves, in Pygments and in editors, from one table."""

import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from spiderpos import formats, scripts
from spiderpos.show import highlight

pygments = pytest.importorskip("pygments")
ROOT = Path(__file__).resolve().parents[1]


def lexer():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    module, _, name = project["entry-points"]["pygments.lexers"]["spiderpos"].partition(":")
    return getattr(import_module(module), name)()


def test_the_grammar_for_editors_is_up_to_date():
    written = (ROOT / "editors" / "spiderpos.tmLanguage.json").read_text(encoding="utf-8")
    assert written == highlight.textmate() + "\n"


def test_the_names_are_those_of_notations():
    assert {*highlight.NAMES} - {*formats.FORMATS, *scripts.SCRIPT_FORMATS} == {"spiderpos"}


def test_each_word_has_its_colour():
    moves = "9-6s from 7 to 3, turning up 10h  # Kd\nAs the Kings: remove the hearts"
    position = "--\t10♥\t(sp)\nKhQs/??"
    text = f"{moves}\n{position}\n"
    tokens = list(lexer().get_tokens(text))
    assert "".join(word for _, word in tokens) == text
    colours = {word: str(kind) for kind, word in tokens}
    assert {w for w, k in colours.items() if k.endswith("String")} == {"10h", "10♥", "Kh"}
    assert {w for w, k in colours.items() if k.endswith("Number")} == {"9-6s", "As", "Qs"}
    assert {w for w, k in colours.items() if k.endswith("Builtin")} == {"--", "(sp)", "??"}
    assert {w for w, k in colours.items() if "Keyword" in k} == {
        *("from", "to", "turning up", "remove")
    }
    assert colours["# Kd"].endswith("Comment.Single")
    assert colours["hearts"].endswith("Class")
