"""Many positions and games at once are read as one by one, whoever reads them."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

import spiderpos
from spiderpos import formats, scripts
from spiderpos.formats import Reading, bulk
from spiderpos.game.replay import replay
from spiderpos.game.rules import PRESETS, WOODS
from spiderpos.text.core import library
from spiderpos.text.errors import NotWritable, SpiderError

from . import reading
from .positions import random_deal, random_middle, random_play

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


def games(seed):
    """Scripts of random games, each with its position, in words and letters, and damaged ones."""
    rng = Random(seed)
    for rules in (*PRESETS.values(), WOODS, replace(WOODS, suits=2), replace(WOODS, suits=1)):
        for start in (
            spiderpos.deal(rng.randrange(1, 10**6), rules=rules),
            random_middle(rng, rules),
        ):
            steps = tuple(random_play(start, rng, 50))
            for name in ("words", "letters", "log"):
                with suppress(NotWritable):
                    text = scripts.dumps(steps, name)
                    yield start, text
                    for less in damaged([text] * bool(text), rng.random()):
                        yield start, less
            yield start.hide(), scripts.dumps(steps, "words")


def replayed_alone(start, text, number):
    try:
        found = replay(start, scripts.loads(text, name=f"<text>:{number}"))
    except SpiderError as error:
        return type(error), str(error)
    return (
        start,
        tuple(step.move for step in found.steps),
        found.end,
        found.assumed,
        found.end.dealt,
    )


def test_games_are_replayed_as_one_by_one():
    given = list(games(4))
    found = [
        (type(one), str(one)) if isinstance(one, SpiderError) else (*one, one.end.dealt)
        for one in bulk.replay_many(given)
    ]
    assert found == [replayed_alone(*one, number) for number, one in enumerate(given, 1)]
    if library() is not None:
        texts = [f"{start.fen()}\n{text}" for start, text in given]
        assert sum(map(bool, bulk._answers(texts, games=True))) > 0.15 * len(given)


def test_a_notation_of_games_can_be_named():
    start = spiderpos.deal(1)
    text = scripts.dumps(tuple(random_play(start, Random(1), 20)))
    (game,) = bulk.replay_many([(start, text)], "words")
    assert len(game.moves) == 20
    (error,) = bulk.replay_many([(start, text)], "letters")
    assert isinstance(error, SpiderError)


def test_without_the_core_all_is_read_in_python(monkeypatch):
    texts = list(written(3))[:40]
    monkeypatch.setattr(bulk, "_function", lambda: None)
    assert differing(texts) == []
