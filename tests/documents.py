"""Problem files for tests, and a function to edit them."""

from pathlib import Path

DATA = Path(__file__).parent / "data"


def document(name):
    """Return the text of a file in ``tests/data``."""
    return (DATA / name).read_text(encoding="utf-8")


#: A problem: one move makes a space; one claim has a line as proof, another one has no proof.
SMALL = document("small.yaml")
#: A valid problem; its two moves may be played in either order.
TWO_BIRDS = document("two-birds.yaml")


def changed(text, *edits):
    """Replace parts of a text, each of which must occur exactly once."""
    for old, new in zip(edits[::2], edits[1::2], strict=True):
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    return text
