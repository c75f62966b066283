"""The JSON of the Solvitaire solver: its own test games, errors, round trips."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from spiderpos import engine, formats
from spiderpos.cards import Suit
from spiderpos.deals import deal
from spiderpos.errors import NotationError, NotWritable, PositionError
from spiderpos.formats import ReadOptions, line, solvitaire
from spiderpos.moves import Deal
from spiderpos.rules import Rules
from tests.boards import board, cards
from tests.strategies import full_positions, partial_positions

PARTIAL = ReadOptions(partial=True)
LINES = (Path(__file__).parent / "data" / "woods-lines.txt").read_text().splitlines()
STRICT = ReadOptions(strict=True)

# Its test games for Spider, of three ranks and four piles (src/test/resources/spider).
SIMPLE_SOLVABLE = """\
{
  "tableau piles": [
    ["3C","2C","AC"],
    ["3D","2D","AD"],
    ["3H","2H","AH"],
    ["3S","2S","AS"]
  ],
  "stock": [
    "3C","2C","AC",
    "3D","2D","AD",
    "3H","2H","AH",
    "3S","2S","AS"
  ]
}
"""
COMPLEX_SOLVABLE = """\
{
  "tableau piles": [
    ["2D","AD","3D"],
    ["AC","2C","3C"],
    ["AS","2S","3S"],
    ["AH","2H","3H"]
  ],
  "stock": [
    "2C","2D","2H","2S",
    "AC","AD","AH","AS",
    "3C","3D","3H","3S"
  ]
}
"""


def error(text, **options):
    with pytest.raises(NotationError) as caught:
        solvitaire.loads(text, name="deal.json", options=ReadOptions(**options))
    return caught.value


def changed(position, **changes):
    """The JSON of a position with some keys changed."""
    return json.dumps(json.loads(solvitaire.dumps(position)) | changes)


def test_published_games():
    position = solvitaire.loads(SIMPLE_SOLVABLE, options=PARTIAL)
    assert position.columns == board("3-Ac", "3-Ad", "3-Ah", "3-As").columns
    position = solvitaire.loads(COMPLEX_SOLVABLE, options=PARTIAL)
    assert position.columns == board("2d Ad 3d", "Ac 2c 3c", "As 2s 3s", "Ah 2h 3h").columns
    assert formats.recognise(COMPLEX_SOLVABLE) is solvitaire.FORMAT


def test_the_last_card_of_the_stock_is_dealt_first():
    position = solvitaire.loads(COMPLEX_SOLVABLE, options=PARTIAL)
    row = engine.do(position, Deal()).cards
    assert row == cards("3s 3h 3d 3c")


def test_face_down_cards_have_a_small_suit():
    position = deal(14934)
    text = solvitaire.dumps(position)
    assert '    ["10s", "3c", "Ks", "4c", "Jh", "5S"],\n' in text
    # The first row from the hand is 6d Ah ..., and stands at the end.
    assert text.splitlines()[-3].split(", ")[-2:] == ['"AH"', '"6D"']
    assert solvitaire.loads(text, options=STRICT) == position
    assert (
        solvitaire.loads(
            text.upper().replace("TABLEAU PILES", "tableau piles").replace("STOCK", "stock")
        ).face_down
        == 0
    )


def test_foundations():
    position = board("4d", removed=(Suit.SPADES, Suit.HEARTS))
    text = solvitaire.dumps(position)
    assert json.loads(text)["foundations"][:3] == ["AS", "2S", "3S"]
    assert solvitaire.loads(text, options=replace(PARTIAL, strict=True)) == position
    # As the program had it in its first versions: a list for each foundation.
    gone = json.loads(text)["foundations"]
    nested = changed(position, foundations=[gone[:13], [], gone[13:], []])
    assert solvitaire.loads(nested, options=PARTIAL) == position
    twice = changed(position, foundations=gone[:13] * 2)
    assert solvitaire.loads(twice, options=PARTIAL).removed == (Suit.SPADES, Suit.SPADES)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: json.dumps(json.loads(text)),
        lambda text: json.dumps(dict(reversed(json.loads(text).items()))),
        lambda text: text.replace("A", "a").replace("K", "k"),
        lambda text: text.replace('"A', '"1').replace('"J', '"11').replace('"K', '"13'),
        lambda text: text.replace("\n", "\r\n"),
    ],
)
def test_what_is_tolerated(change):
    position = deal(14934)
    text = change(solvitaire.dumps(position))
    assert solvitaire.loads(text) == position
    assert solvitaire.recognises(text)
    with pytest.raises(NotationError):
        solvitaire.loads(text, options=STRICT)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "this is not JSON"),
        ("[]", 1, 1, "this is not a position"),
        ("{}", 1, 1, "the key 'tableau piles' is missing"),
        ('{"tableau piles": [],', 1, 22, "this is not JSON"),
        ('{"tableau piles": [], "stock": [], "stock": []}', 1, 36, "a second time"),
        ('{"tableau piles": [], "stok": []}', 1, 23, "no such key (did you mean 'stock'?)"),
        ('{"tableau piles": [], "waste": []}', 1, 23, "there is no such thing in Spider"),
        ('{"tableau piles": 3}', 1, 19, "this is no list"),
        ('{"tableau piles": [3]}', 1, 20, "tableau piles[0] (column 1): this is no list"),
        ('{"tableau piles": [["9X"]]}', 1, 21, 'tableau piles[0][0] (column 1): "9X" is not a'),
        ('{"tableau piles": [["9C", 9]]}', 1, 27, "this is not a card"),
        ('{"tableau piles": [["9C"],\n["8D","7d"]]}', 2, 7, "a face-down card below the 8d"),
        ('{"tableau piles": [["9C"]], "stock": ["14S"]}', 1, 39, '"14S" is not a card'),
        ('{"tableau piles": [["9C"]], "foundations": ["AS"]}', 1, 44, "the 2s is missing"),
        ('{"tableau piles": [' + "[]," * 10 + "[]]}", 1, 50, "11 entries; there can be 10"),
        ('{"tableau piles": [["0C"]]}', 1, 21, '"0C" is not a card'),
    ],
)
def test_what_cannot_be_read(text, line, column, message):
    found = error(text)
    assert message in found.message
    assert (found.place.name, found.place.line, found.place.column) == ("deal.json", line, column)


def test_cards_that_make_no_position():
    with pytest.raises(PositionError, match="1 column; a tableau has 10"):
        solvitaire.loads('{"tableau piles": [["9C"]]}')
    with pytest.raises(PositionError, match="bottom card of column 1 is face down"):
        solvitaire.loads('{"tableau piles": [["9c"]]}', options=PARTIAL)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 500_000,
        '{"tableau piles": ' * 50_000,
        '{"tableau piles": [' + "[]," * 100_000 + "[]]}",
        '{"tableau piles": [[' + '"9C",' * 150_000 + '"9C"]]}',
        '{"tableau piles": [["' + "9" * 500_000 + '"]]}',
        '{"tableau piles": ' + "9" * 500_000 + "}",
        '{"' + "a" * 900_000 + '": 1}',
        '"' + "\\u0041" * 150_000 + '"',
        "9-" * 500_000,
    ],
)
def test_hostile_texts_are_refused(text):
    solvitaire.recognises(text)
    found = error(text)
    assert len(str(found)) < 2000


@pytest.mark.parametrize(
    "text", ["", "{}", '{"spiderpos": 1, "columns": []}', '{"stock": "AAPL"}', "[[]]"]
)
def test_other_texts_are_not_recognised(text):
    assert not solvitaire.recognises(text)


@pytest.mark.parametrize(
    ("position", "what"),
    [
        (board("-- 4d"), "cards in the tableau that aren't known"),
        (board("4d ??"), "cards in the tableau that aren't known"),
        (board("4d", hand="??"), "cards in the hand that aren't known"),
        (board("4d", cells=cards("5h"), rules=Rules(cells=1)), "cards in free cells"),
        (board("4d", removed=(None,)), "a removed suit that isn't known"),
        (board("4d", removed=(Suit.CLUBS, Suit.CLUBS)), "clubs removed twice"),
    ],
)
def test_what_can_not_be_written(position, what):
    with pytest.raises(NotWritable, match=what):
        solvitaire.dumps(position)


def check_reads_back(position, options):
    position = replace(position, removed=tuple(dict.fromkeys(position.removed)))
    text = solvitaire.dumps(position)
    again = solvitaire.loads(text, options=replace(options, partial=True))
    assert again == position


@pytest.mark.parametrize("text", LINES)
def test_woods_positions(text):
    position = line.loads(text)
    assert solvitaire.loads(solvitaire.dumps(position), options=STRICT) == position


@given(full_positions(knowledge="everything"))
def test_full_positions_read_back(position):
    check_reads_back(position, STRICT)


@given(partial_positions(knowledge="everything"))
def test_partial_positions_read_back(position):
    check_reads_back(position, STRICT)
