"""Scripts in Woods' words: reading, errors, writing."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos import scripts
from spiderpos.game.replay import replay
from spiderpos.scripts import prose, words
from spiderpos.text.errors import NotationError, UnknownFormat
from spiderpos.text.resources import grammar
from spiderpos.text.source import SourceText
from tests.positions import any_rules, random_deal, random_middle, random_play
from tests.sampling import examples


def readings(text):
    return [instruction.words() for instruction in words.loads(text).instructions]


# Reading


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["9-6s", "As", "10h", "K-10d", "2s-As", "the Jh"]),
        st.integers(0, 12),
        st.sampled_from(["", ", turning up 6s", " turning up the 10h", ". Turning up ??"]),
        st.sampled_from([", ", "\n", ".", ";  ", "\r\n", " then ", ", then ", ",\n", " and\n"]),
    ),
    max_size=12,
)


@given(STEPS)
def test_a_move_number_changes_nothing_and_each_place_is_right(steps):
    plain = "".join(f"{run} from {n} to 3{turned}{end}" for run, n, turned, end in steps)
    numbered = "".join(f"1. {run} from {n} to 3{turned}{end}" for run, n, turned, end in steps)
    assert readings(plain) == readings(numbered)
    assert len(readings(plain)) == len(steps)
    result = words.loads(plain).instructions
    source = SourceText(plain)
    index = 0
    for instruction in result:
        index = plain.index(instruction.text, index)
        assert instruction.place == source.place(index, len(instruction.text))
        index += len(instruction.text)


# Errors


VOCABULARY = (
    "9-6s 10h 5-9d 1h ?? from to 7 deal remove move 12. , then and ( ) foo turning_up 4_cards "
    "cell_1 to_3 from_7 from_7_to_3 from_cell_1 to_cell_2 into_the_space the_clubs column_3 \n #_x"
)
TEXTS = (
    st.lists(st.sampled_from(VOCABULARY.split(" ")), max_size=12).map(
        lambda tokens: " ".join(tokens).replace("_", " ")
    )
    | st.text(max_size=40)
    | st.text("9-6s from7t3hdAK10,.()#\n", max_size=40)
)


@given(TEXTS)
@settings(max_examples=examples(400))
def test_any_text_is_read_or_refused_in_words(text):
    terminals = {t.name for t in grammar("script", positions=False).terminals} | {"END", "Token"}
    try:
        script = words.loads(text)
    except NotationError as error:
        refused = error
    else:
        again = "\n".join(instruction.words() for instruction in script.instructions)
        assert readings(again) == readings(text)
        return
    assert refused.place is not None
    output = f"{refused.message} {refused.expected}".replace(text, "")
    assert not set(re.findall(r"[A-Z_]{2,}\w*", output)) & terminals
    assert "Token" not in output


# Writing


@given(rules=any_rules(), seed=st.integers(0, 2**32), middle=st.booleans())
@settings(max_examples=examples(50))
def test_written_scripts_are_read_back_and_replay_to_the_same_position(rules, seed, middle):
    random = Random(seed)
    start = random_middle(random, rules) if middle else random_deal(random, rules)
    steps = tuple(random_play(start, random, 40))
    text = words.dumps(steps)
    read = words.loads(text)
    assert len(read.instructions) == len(steps) == text.count("\n")
    again = replay(start, read)
    assert [step.after for step in again.steps] == [step.after for step in steps]
    assert words.dumps(again.steps) == text
    # The text names every card that a player needs who can't see the hidden cards.
    blind = replay(start.hide(), read)
    assert [s.after.hide() for s in blind.steps] == [step.after.hide() for step in steps]
    assert words.dumps(blind.steps) == text


# The registry


def test_formats_by_name():
    assert scripts.find("Words") is words.SCRIPT_FORMAT
    assert scripts.find("prose") is prose.SCRIPT_FORMAT
    with pytest.raises(UnknownFormat, match="words"):
        scripts.loads("deal", "latin")
    assert len(scripts.loads("deal", words.SCRIPT_FORMAT).instructions) == 1
