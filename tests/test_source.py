"""Places in a text have the right line and column, in whatever order they are requested."""

from hypothesis import given
from hypothesis import strategies as st

from spiderpos.text.source import SourceText


@given(st.text(alphabet="ab\n\r\t", max_size=40), st.lists(st.integers(-2, 45), max_size=8))
def test_places_and_lines_in_any_order(text, offsets):
    source = SourceText(text, "file")
    lines = text.split("\n")
    for offset in offsets:
        index = max(0, min(offset, len(text)))
        place = source.place(offset)
        assert place.line == text.count("\n", 0, index) + 1
        assert place.column == index - (text.rfind("\n", 0, index) + 1) + 1
        assert place.text == lines[place.line - 1].rstrip("\r")
        number = offset % (len(lines) + 2)
        exists = 1 <= number <= len(lines)
        assert source.line(number) == (lines[number - 1].rstrip("\r") if exists else "")


def test_the_first_line_before_any_place():
    assert SourceText("one\ntwo").line(1) == "one"
    assert SourceText("").line(1) == ""
    assert str(SourceText("a\nb", "x").place(2)) == "x:2:1"
