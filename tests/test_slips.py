"""Texts with a typing error: read as if without it, or refused at its place."""

from __future__ import annotations

from random import Random

import pytest

from spiderpos import formats, scripts
from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.formats import ReadOptions
from spiderpos.game.deals import deal
from spiderpos.text.errors import NotationError, SpiderError

from . import shapes
from .positions import random_play
from .test_labels import written
from .test_layouts import POSITIONS

#: Damage to a text: invisible characters, torn tags, signs of other notations.
DAMAGE = (
    *("\0", "\a", "\b", "\v", "\f", "\x1f", "\x7f", "\x85", "\u2028", "\r", "\x1b[3", "\x1b[31m"),
    *("\x1b]0;t\x07", "\u200b", "\u2060", "\xa0", "\xad", "\ufeff", "\u0301", "\ufe0f", "\ufffd"),
    *("<b>", "</b>", "<b", "b>", "<br>", "&nbsp;", "&", '<span class="c">', "<!--", "-->", "[b]"),
    *("**", "//", "~~", *"_`|\\\"'#{<>=+^@•"),
    *("…", "×", "\t", "\n", ",", ";", ".", ":", "(", ")", "[", "]"),
)


def damaged(random: Random, text: str, what: str) -> str:
    """Return a text with ``what`` inserted, or in place of a character, at random."""
    index = random.choice([n for n, c in enumerate(text) if not c.isspace()])
    return text[:index] + what + text[index + random.randrange(2) :]


def few(position, sign="xx"):
    """Return the first four columns of a position as rows of text."""
    rows = shapes.Spelling(down=lambda _: sign).rows(position)
    return shapes.grid([row[:4] for row in rows])


TEXTS = {
    "rows": (lambda p: shapes.grid(shapes.Spelling(down=lambda _: "xx").rows(p)), False),
    "tabs": (lambda p: formats.dumps(p, "diagram"), False),
    "lines": (lambda p: written(p, "Column 3:", "xx"), False),
    "few rows": (few, True),
    "few lines": (lambda p: written(p, "Column 3:", "xx", slice(3)), True),
    "few lines with counts": (lambda p: written(p, "Column 3", "(2)", slice(4)), True),
}


@pytest.mark.sweep
@pytest.mark.parametrize("form", TEXTS)
def test_damage_loses_no_card(form: str) -> None:
    write, partial = TEXTS[form]
    random = Random(form)
    options = ReadOptions(partial=partial)
    for what in DAMAGE:
        position = random.choice(list(POSITIONS.values()))
        text = write(position)
        whole = formats.read(text, options=options).position
        torn = damaged(random, text, what)
        try:
            reading = formats.read(torn, options=options)
        except SpiderError:
            continue
        assert reading.position.columns == whole.columns, (torn, reading)
        assert len(reading.position.hand) == len(whole.hand), (torn, reading)


def slip(random: Random, text: str) -> tuple[str, int]:
    """Return a text with a character lost, doubled, changed, moved or inserted, and its line."""
    index = random.choice([n for n, c in enumerate(text) if not c.isspace()])
    other = random.choice("0123456789acdehjkqstxAJQK-,.")
    rest = text[index + 1 :]
    changed = random.choice(
        (
            rest,
            2 * text[index] + rest,
            other + rest,
            rest[:1] + text[index] + rest[1:],
            other + text[index:],
        )
    )
    return text[:index] + changed, text.count("\n", 0, index) + 1


@pytest.mark.parametrize("name", [name for name in problem_ids() if name.startswith("woods")])
def test_a_slip_in_a_diagram_is_shown_where_it_is(name: str) -> None:
    random = Random(name)
    start = find_problem(name).start
    text = formats.dumps(start, "diagram")
    for _ in range(20):
        torn, line = slip(random, text)
        fault: SpiderError | None = None
        try:
            formats.read(torn, "diagram")
        except SpiderError as error:
            fault = error
        if isinstance(fault, NotationError):
            # A slip that moves a character to the next line may be detected there.
            assert fault.place.line in (line, line + 1), (torn, str(fault))


@pytest.mark.parametrize("notation", ["words", "numbers", "letters", "data"])
def test_a_slip_in_a_script_is_shown_where_it_is(notation: str) -> None:
    random = Random(notation)
    start = deal(random.randrange(1000))
    text = scripts.dumps(tuple(random_play(start, random, 25)), notation)
    for _ in range(60):
        torn, line = slip(random, text)
        fault: NotationError | None = None
        try:
            scripts.loads(torn, notation)
        except NotationError as error:
            fault = error
        if fault is not None:
            assert fault.place is not None, torn
            assert fault.place.line in (line, line + 1), (torn, str(fault))
