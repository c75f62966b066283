"""Many positions at once are read as one by one, whoever reads them."""

from dataclasses import replace
from random import Random

import pytest

import spiderpos
from spiderpos import formats
from spiderpos.formats import Reading, bulk
from spiderpos.game.rules import PRESETS, WOODS
from spiderpos.text.core import library
from spiderpos.text.errors import NotWritable, SpiderError

from . import reading
from .positions import random_deal, random_middle

#: The notations that the core reads.
NATIVE = ("fen", "line", "letters", "diagram")


def written(seed):
    """Positions of games in those notations, as they are and as a player sees them."""
    rng = Random(seed)
    for rules in (*PRESETS.values(), WOODS, replace(WOODS, suits=2), replace(WOODS, suits=1)):
        for position in (random_deal(rng, rules), random_middle(rng, rules)):
            for known in (position, position.hide(), replace(position, dealt=())):
                for name in NATIVE:
                    try:
                        yield formats.dumps(known, name)
                    except NotWritable:
                        assert name != "fen"


def damaged(texts, seed):
    """Each text with a character more, less, or another."""
    rng = Random(seed)
    for text in texts:
        at = rng.randrange(len(text))
        put = rng.choice(["", "x", "7", "K", "d", "/", " ", "-", "\n", "\t", "?", "=", "é", "\0"])
        yield text[:at] + put + text[at + rng.randrange(2) :]


def alone(text, number):
    try:
        return formats.read(text, name=f"<text>:{number}")
    except SpiderError as error:
        return error


def told(found):
    """All that a reading or an error says."""
    if isinstance(found, Reading):
        return found.position, found.position.dealt, found.format, found.assumed
    return type(found), str(found)


def differing(texts):
    found = spiderpos.read_many(texts)
    pairs = zip(texts, found, strict=True)
    return [
        text
        for number, (text, one) in enumerate(pairs, 1)
        if told(one) != told(alone(text, number))
    ]


def test_what_is_written_is_read_as_one_by_one():
    texts = list(written(1))
    assert differing(texts) == []
    if library() is not None:
        taken = sum(map(bool, bulk._answers(texts)))
        assert taken > 0.9 * len(texts)


def test_damaged_texts_are_read_as_one_by_one():
    assert differing(list(damaged(written(2), 2))) == []


def test_all_kinds_of_texts_are_read_as_one_by_one():
    names = ("deck", "fen", "json", "kpat", "layouts", "letters", "line", "solvitaire")
    cases = [case for name in names for case in reading.cases(f"{name}.cases")]
    texts = [case.text for case in cases if not case.told]
    assert differing(["", "\0", "\ud800", *texts]) == []


def test_a_notation_can_be_named():
    texts = [formats.dumps(spiderpos.deal(1), name) for name in ("fen", "line")]
    first, second = spiderpos.read_many(texts, "fen", name="deals.txt")
    assert first.position == spiderpos.deal(1)
    assert str(second).startswith("deals.txt:2:1:1: ")
    with pytest.raises(spiderpos.UnknownFormat):
        next(spiderpos.read_many(texts, "pgn"))


def test_without_the_core_all_is_read_in_python(monkeypatch):
    texts = list(written(3))[:40]
    monkeypatch.setattr(bulk, "_function", lambda: None)
    assert differing(texts) == []
