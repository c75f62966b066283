"""Positions in letters: what is written comes back.  The rest is in ``reading/letters.cases``."""

from hypothesis import given

from spiderpos import formats
from spiderpos.formats import ReadOptions, letters
from spiderpos.text.errors import NotWritable

from .strategies import full_positions, partial_positions, rule_sets


@given(full_positions(rule_sets()))
def test_any_full_position_comes_back_but_for_what_is_hidden(position):
    shown = position.hide()
    for format in (letters.FORMAT, letters.HAND):
        try:
            text = format.dumps(position)
        except NotWritable:
            assert any(position.cells) or len(position.hand) % 10
            continue
        found = format.loads(text, options=ReadOptions(rules=position.rules, strict=True))
        assert found.columns == (position if format is letters.HAND else shown).columns
        assert len(found.removed) == len(position.removed)
        assert format is not letters.HAND or found.hand == position.hand


@given(partial_positions())
def test_a_partial_position_comes_back(position):
    options = ReadOptions(partial=True, rules=position.rules)
    try:
        text = letters.dumps(position)
    except NotWritable:
        return
    found = letters.loads(text, options=options)
    assert found.columns == position.hide().columns
    assert (len(found.hand), len(found.removed)) == (len(position.hand), len(position.removed))


def test_the_examples_are_recognised():
    text = "\n".join(["-9c -9s 8s", *["-2c 3d"] * 9])
    assert formats.recognise(text) is letters.HAND
    assert formats.recognise(letters.FORMAT.example.replace("...", "Ac")) is letters.FORMAT
