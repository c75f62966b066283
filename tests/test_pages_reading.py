"""What a page reads of the texts that Python reads: the same position, or it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from spiderpos import formats
from spiderpos.formats import ReadOptions, fen
from spiderpos.text.errors import SpiderError

from . import reading, shapes, test_labels
from .test_layouts import POSITIONS, PRINTERS
from .test_wasm import in_node, needs_node

_READ = """
  const core = new Core(machine);
  console.log(JSON.stringify(given.map((text) => core.read(text))));
"""


def texts_of_cases() -> Iterator[str]:
    for path in sorted(reading.HERE.glob("*.cases")):
        for case in reading.cases(path.name):
            if "--start" not in case.told:
                yield case.text


def labelled_texts() -> Iterator[str]:
    for label, down in product(test_labels.LABELS, test_labels.DOWN):
        for position in POSITIONS.values():
            yield test_labels.written(position, label, down)
        for count in (3, 5, 9):
            yield test_labels.written(POSITIONS["early"], label, down, slice(count))


def shaped_texts() -> Iterator[str]:
    spelling = shapes.Spelling(down=lambda _: "xx", empty="")
    for printer, position in product(PRINTERS.values(), POSITIONS.values()):
        for _, text in printer(position, spelling):
            yield text


def positions(text: str) -> set[str]:
    """Return what Python reads in a text, as a whole position and as a part of one."""
    result = set()
    for partial in (False, True):
        try:
            position = formats.read(text, options=ReadOptions(partial=partial)).position
        except SpiderError:
            continue
        result.add(fen.dumps(replace(position, dealt=())).strip())
    return result


TEXTS = {"cases": texts_of_cases, "labels": labelled_texts, "shapes": shaped_texts}


@needs_node
@pytest.mark.parametrize("kind", TEXTS)
def test_no_text_is_read_as_another_position(kind: str) -> None:
    texts = list(TEXTS[kind]())
    readings = in_node(_READ, texts)
    assert isinstance(readings, list)
    misread = {
        text: found["data"]["position"]["fen"]
        for text, found in zip(texts, readings, strict=True)
        if "data" in found and found["data"]["position"]["fen"] not in positions(text)
    }
    assert misread == {}
