"""Python's protocols on every public class: they work as expected, or raise a helpful error."""

import copy
import json
import pickle
import re
from pathlib import Path

import pytest

import spiderpos
from spiderpos.text.protocols import Verdicts, Word

pytestmark = pytest.mark.sweep

PAGE = Path(__file__).resolve().parents[1] / "docs" / "api.md"
MINE = spiderpos.read("KdQs9h/Jh8s/10c7h4d/Kc6h/Jc10h5s - -", partial=True)
START = spiderpos.problem("woods-4").start
SOLVED = spiderpos.solve(MINE, "get 2 spaces")
REPLAY = spiderpos.replay(MINE, SOLVED)
PROBLEM = spiderpos.problem("woods-4")
SESSION = spiderpos.Session(MINE)
STEP = SOLVED.steps[0]

#: A value of each public class, except errors.
VALUES = [
    SOLVED,
    spiderpos.solve(MINE, "get 3 spaces"),
    SOLVED.outcome,
    SOLVED.searched,
    spiderpos.verify("woods-4"),
    spiderpos.verify("woods-4").findings[0],
    spiderpos.Verdict.FAILS,
    spiderpos.hint(MINE, "get 2 spaces"),
    spiderpos.Chance.OPEN,
    spiderpos.suggest(MINE),
    spiderpos.Prospect.MOVE,
    spiderpos.Card("9h"),
    spiderpos.Suit.CLUBS,
    START.columns[0],
    MINE,
    START.legal_moves,
    *(spiderpos.Shift(1, 2), spiderpos.Deal(), spiderpos.Remove(1)),
    *(spiderpos.ToCell(1, 1), spiderpos.FromCell(1, 1)),
    spiderpos.parse_goal("get a space"),
    PROBLEM,
    spiderpos.problems(),
    PROBLEM.solution,
    PROBLEM.claims[0],
    REPLAY,
    REPLAY.played[0],
    STEP,
    spiderpos.WOODS,
    spiderpos.read_moves("5s from 5 to 4"),
    SESSION,
    spiderpos.MoveTree(MINE, SOLVED),
    spiderpos.MoveTree(MINE, SOLVED).children[0],
    *(spiderpos.TurnedUp(1, spiderpos.Card("9h")), spiderpos.Removal(1, spiderpos.Suit.CLUBS)),
    *(spiderpos.Mark(1), spiderpos.Draw(MINE, SOLVED.outcome), spiderpos.ReadOptions()),
    spiderpos.formats.read(MINE.fen(), options=spiderpos.ReadOptions(partial=True)),
]
#: The classes that are sequences, those whose values equal their texts, and those whose values
#: raise TypeError for ``bool``.
SEQUENCES = ("Column", "LegalMoves", "Problems")
TEXTS = ("Card", "Suit", "Outcome", "Verdict", "Chance", "Prospect")
NO_TRUTH = ("Answer", "Outcome", "Judgement", "Verdict", "Finding", "Hint", "Chance", "Suggestion")
NO_TRUTH += ("Prospect", "Replay")
#: Mutable values, and collections; they are compared by identity.
BY_IDENTITY = ("Session", "MoveTree", "MoveNode", "Problems")


def kind(value):
    return type(value).__name__


def refused(call, value):
    """Return True if a call raises our error, which names the class and an alternative."""
    with pytest.raises(TypeError) as caught:
        call(value)
    message = str(caught.value)
    assert message.startswith((f"a {kind(value)} ", f"an {kind(value)} ")), message
    assert len(message) > len(kind(value)) + 25
    return True


every = pytest.mark.parametrize("value", VALUES, ids=kind)


@every
def test_values_can_be_copied_sent_and_hashed(value):
    again = pickle.loads(pickle.dumps(value))  # noqa: S301 - our own
    if kind(value) not in BY_IDENTITY:
        assert copy.copy(value) == copy.deepcopy(value) == again == value
        assert hash(again) == hash(value)
    assert repr(value)
    assert value in [value]
    assert value is not None
    assert value != object()


@every
def test_containers(value):
    calls = (len, list, lambda v: v[0], lambda v: "x" in v, reversed)
    if kind(value) in TEXTS:
        assert list(value) == list(str(value))
    elif kind(value) == "Line":
        assert [step.before for step in value][1:] == [step.after for step in value][:-1]
        assert len(value) == len(list(value)) > 1
        assert all(refused(call, value) for call in (calls[2], reversed))
    elif kind(value) == "Problems":
        assert len(value) == len(list(value)) > 40
        assert value["woods-4"].id == "woods-4"
        refused_index = pytest.raises(TypeError, match=r"problems\(\)\['woods-4'\]")
        with refused_index:
            value[0]
    elif kind(value) in SEQUENCES:
        items = list(value)
        assert len(value) == len(items) > 1
        assert [value[i] for i in range(len(items))] == items
        assert (value[0], value[-1]) == (items[0], items[-1])
        assert list(value[:2]) == items[:2]
        assert list(reversed(value)) == items[::-1]
        assert all(item in value for item in items)
        match value:
            case [first, *_]:
                assert first == items[0]
            case _:
                assert kind(value) == "Column"
    else:
        assert all(refused(call, value) for call in calls)


@every
def test_truth(value):
    if kind(value) in NO_TRUTH:
        assert refused(bool, value)
    else:
        assert bool(value)


@every
def test_equality_with_texts(value):
    if kind(value) in TEXTS:
        assert value == str(value)
        assert hash(value) == hash(str(value))
    elif kind(value) not in ("Problems", "LegalMoves"):
        for text in ("x", str(value), repr(value)):
            assert refused(lambda v, text=text: v == text, value)
            assert refused(lambda v, text=text: text != v, value)


@every
def test_order(value):
    if kind(value) in TEXTS:
        assert sorted([value, value]) == [value, value]
    elif kind(value) not in ("Problems", "LegalMoves"):
        assert refused(lambda v: sorted([v, v]), value)
        assert sorted([value, value], key=str) == [value, value]


@every
def test_texts(value):
    assert f"{value}" == str(value)
    if kind(value) == "Position":
        assert f"{value:fen}" == value.fen()
    elif kind(value) not in ("Problems", "LegalMoves"):
        assert f"{value:>300}" == str(value).rjust(300)
    if kind(value) in TEXTS:
        assert json.loads(json.dumps(value)) == str(value)
    elif kind(value) not in ("LegalMoves",):
        with pytest.raises(TypeError):
            json.dumps(value)
        assert json.loads(json.dumps(value, default=str)) == str(value)


@every
def test_attributes(value):
    if kind(value) == "Problems":
        return
    names = [name for name in dir(value) if not name.startswith("_")]
    with pytest.raises(AttributeError, match=rf"^an? {kind(value)} has no 'xyzzy': there are "):
        value.xyzzy  # noqa: B018
    assert all(hasattr(value, name) for name in names)
    shown = hasattr(value, "_repr_html_") or hasattr(value, "_repr_svg_")
    assert shown == (
        kind(value) in ("Position", "Answer", "Judgement", "Problem", "Replay", "Line")
    )
    if hasattr(value, "_repr_html_"):
        assert value._repr_html_().startswith("<div>")


def test_words_are_compared_with_their_own_spelling():
    for words in (spiderpos.Outcome, spiderpos.Verdict, spiderpos.Chance, spiderpos.Prospect):
        assert issubclass(words, Verdicts)
        for word in words:
            with pytest.raises(TypeError, match=f"write '{word}' for "):
                assert word == word.upper()
            with pytest.raises(TypeError, match=f"there are {', '.join(words)}"):
                assert word != "no such word"
            with pytest.raises(TypeError, match="is never True"):
                assert word == True  # noqa: E712
    assert issubclass(spiderpos.Suit, Word)


def test_numbers_are_no_texts():
    with pytest.raises(TypeError, match="write 13 for 'K'"):
        assert spiderpos.Card("Kh").rank == "K"
    with pytest.raises(TypeError, match=r"Shift\(source, target, count=1\)"):
        spiderpos.Shift("5", "4")
    assert json.dumps({spiderpos.Card("Kh").rank: 1}) == '{"13": 1}'


def test_every_public_class_is_here():
    classes = {name for name in spiderpos.__all__ if isinstance(getattr(spiderpos, name), type)}
    errors = {n for n in classes if issubclass(getattr(spiderpos, n), Exception)}
    assert classes - errors - {"Move", "Arrow"} <= {kind(value) for value in VALUES}
    table = PAGE.read_text(encoding="utf-8").split("## Protocols")[1].split("\n## ")[0]
    named = set(re.findall(r"`([A-Z]\w+)`", table))
    assert {kind(value) for value in VALUES} <= named
