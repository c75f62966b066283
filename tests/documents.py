"""Problem files for tests, and what is changed in them."""

from pathlib import Path

DATA = Path(__file__).parent / "data"
#: One move makes a space; a claim that a line shows, and one that is to be proved.
SMALL = (DATA / "small.yaml").read_text(encoding="utf-8")
#: Nothing is wrong with it; its two moves may come in either order.
TWO_BIRDS = (DATA / "two-birds.yaml").read_text(encoding="utf-8")


def changed(text, *edits):
    """The text with others for parts of it, each of which is there once."""
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    return text
