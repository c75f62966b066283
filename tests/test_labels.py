"""Columns with labels: no label is misread as a card, and no card as a label.

Every way to label a column is combined with every way to write a face-down card.  Each text is
read as what it shows, or refused.
"""

from __future__ import annotations

from itertools import product

import pytest

from spiderpos import formats
from spiderpos.formats import ReadOptions
from spiderpos.game.position import Position
from spiderpos.text.errors import SpiderError

from .test_layouts import POSITIONS, shows

pytestmark = pytest.mark.slow

LABELS = {
    "Column 3:": lambda n: f"Column {n}: ",
    "Column 3": lambda n: f"Column {n}  ",
    "Col 3:": lambda n: f"Col {n}: ",
    "T3:": lambda n: f"T{n}: ",
    "T3": lambda n: f"T{n} ",
    "C3:": lambda n: f"C{n}: ",
    "C3": lambda n: f"C{n} ",
    "Pile 3 -": lambda n: f"Pile {n} - ",
    "3:": lambda n: f"{n}: ",
    "3.": lambda n: f"{n}. ",
    "3)": lambda n: f"{n}) ",
    "3": lambda n: f"{n} ",
    "3 -": lambda n: f"{n} - ",
    "#3": lambda n: f"#{n} ",
    "- 3:": lambda n: f"- {n}: ",
    "-": lambda _: "- ",
    "*": lambda _: "* ",
}
DOWN = {
    **{sign: lambda n, sign=sign: f"{sign} " * n for sign in ("X", "xx", "--", "-", "?", "*")},
    **{sign: lambda n, sign=sign: f"{sign} " * n for sign in ("##", "[]", "..", "::")},
    "(2)": lambda n: f"({n}) ",
    "2x": lambda n: f"{n}x ",
    "2 hidden": lambda n: f"{n} hidden ",
    "[2 down]": lambda n: f"[{n} down] ",
}
#: Pairs of a label and the sign of a face-down card in which the sign may belong to the label.
_NO_SIGN = ("Column 3", "T3", "C3", "Pile 3 -", "3", "3 -", "#3", "-")
ALIKE = {(label, "-") for label in _NO_SIGN} | {("*", "*")}


def written(position: Position, label: str, down: str, columns: slice = slice(None)) -> str:
    return "".join(
        f"{LABELS[label](n)}{DOWN[down](len(column.down))}{' '.join(map(str, column.up))}\n"
        for n, column in enumerate(position.columns[columns], 1)
    )


@pytest.mark.sweep
@pytest.mark.parametrize(("label", "down"), list(product(LABELS, DOWN)))
def test_whole_positions(label: str, down: str) -> None:
    for name, position in POSITIONS.items():
        text = written(position, label, down)
        try:
            reading = formats.read(text)
        except SpiderError:
            # A bullet alone, before an empty column, can't be recognised as a column.
            bare = label in ("-", "*") and "a suit" not in name
            assert (label, down) in ALIKE or bare, text
        else:
            assert shows(reading.position, position), text


@pytest.mark.sweep
@pytest.mark.parametrize(("label", "down"), list(product(LABELS, DOWN)))
@pytest.mark.parametrize("count", [3, 5, 9])
def test_partial_positions(label: str, down: str, count: int) -> None:
    position = POSITIONS["early"]
    text = written(position, label, down, slice(count))
    try:
        reading = formats.read(text, options=ReadOptions(partial=True))
    except SpiderError:
        rows = label in ("3:", "3.", "3)", "3", "- 3:", "#3", "-", "*", "3 -")
        assert (label, down) in ALIKE or rows, text
    else:
        assert reading.position.hide().columns == position.hide().columns[:count], text


@pytest.mark.parametrize("label", [label for label in LABELS if label not in ("-", "*")])
def test_a_column_that_is_left_out_is_named(label: str) -> None:
    lines = written(POSITIONS["early"], label, "xx").splitlines(keepends=True)
    for left_out in (2, 5, 7):
        text = "".join(lines[: left_out - 1] + lines[left_out:])
        for partial in (False, True):
            with pytest.raises(SpiderError, match=f"column {left_out} is left out"):
                formats.read(text, options=ReadOptions(partial=partial))


#: Labels whose numbers aren't consecutive, so that they label neither columns nor rows.
NOT_COUNTING_ON = [
    "\n".join(
        f"{label.format(n)} {c}" for n, c in zip(numbers, ("Kd Qs", "Jh", "9s"), strict=False)
    )
    for label in ("{}:", "{}.", "{})", "#{}", "T{}:", "Column {}:")
    for numbers in ((3, 3), (3, 4, 4), (1, 1, 2), (1, 3, 2))
]


@pytest.mark.parametrize("text", NOT_COUNTING_ON)
def test_labels_without_consecutive_numbers_are_refused(text: str) -> None:
    with pytest.raises(SpiderError):
        formats.read(text, options=ReadOptions(partial=True))


@pytest.mark.parametrize("above", ["", "Columns from right to left:\n", "(bottom card first)\n"])
def test_another_order_is_refused(above: str) -> None:
    with pytest.raises(SpiderError, match="the first card of each line seems to be the bottom"):
        formats.read(f"{above}T1: Qs Kd\nT2: (sp)\n", options=ReadOptions(partial=True))


def test_a_label_that_is_used_twice_is_named() -> None:
    text = written(POSITIONS["early"], "Column 3:", "xx").replace("Column 4", "Column 3")
    with pytest.raises(SpiderError, match="column 3 comes after column 3"):
        formats.read(text)
