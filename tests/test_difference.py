from hypothesis import given

from spiderpos.formats import diagram
from spiderpos.formats.base import ReadOptions
from spiderpos.game.difference import difference
from tests import strategies, tables
from tests.boards import board, read


@tables.of("differences")
def test_differences_from_the_expected_position(expected, result):
    differences = difference(read(expected), read(result))
    for each in differences:
        assert each.what.startswith("column") is bool(each.column)
    return [" ".join(str(each).split()) for each in differences] or "nothing"


@given(strategies.positions())
def test_a_position_fits_itself_and_its_hidden_self(position):
    assert difference(position, position) == []
    assert difference(position.hide(), position) == []


def test_a_diagram_fits_the_position_that_it_shows():
    shown = board("(5c) 9s", "", "10h", *[""] * 7)
    read = diagram.loads(diagram.dumps(shown), options=ReadOptions(partial=True))
    assert difference(read, shown) == []
