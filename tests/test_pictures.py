"""Pictures: each card is drawn at the right place, as read back from the picture."""

import re
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.game.cards import ALL_CARDS, Suit, parse_card
from spiderpos.game.moves import FromCell, Remove, Shift, ToCell
from spiderpos.game.rules import parse_rules
from spiderpos.show.pictures import (
    PICTURES,
    Drawing,
    DrawingError,
    Mark,
    cardart,
    draw,
    parse_arrow,
    parse_mark,
    raster,
    svg,
    terminal,
    tex,
)

from . import tables
from .boards import board
from .positions import random_middle
from .sampling import examples

SVG = "{http://www.w3.org/2000/svg}"
CELLS = parse_rules("woods", [("cells", "2")])


def parsed(picture):
    """Parse a picture, which must be well-formed XML."""
    return ElementTree.fromstring(picture)  # noqa: S314 - our own


def positions():
    return st.integers(0, 2**32).map(lambda seed: random_middle(Random(seed)))


def placed(picture):
    """Yield the drawn elements, as (name, x, y, scale)."""
    for use in parsed(picture).findall(f"{SVG}use"):
        name = use.attrib["href"].rpartition("-")[2].removeprefix("t")
        if "transform" in use.attrib:
            numbers = re.findall(r"-?[\d.]+", use.attrib["transform"])
            yield name, *map(float, numbers)
        else:
            yield name, float(use.attrib["x"]), float(use.attrib["y"]), 1.0


def columns(picture):
    """Return the names of the cards in each column of a picture, from the top down."""
    result = {}
    for name, x, y, scale in placed(picture):
        if scale == 1:
            result.setdefault(x, []).append((y, name))
    for column in result.values():
        # A card that covers another is lower and drawn later; a veil has the place of its card.
        assert column == sorted(column, key=lambda place: place[0])
    return [[name for _, name in result[x]] for x in sorted(result)]


def shown(position, show_hidden=False):
    """Yield the expected names in each column."""
    for column in position.columns:
        names = ["space"] if column.is_space else []
        for card in column.down:
            names += [str(card), "veil"] if card and show_hidden else ["back"]
        names += [str(card) if card else "unknown" for card in column.up]
        yield names


@given(positions(), st.booleans())
def test_svg_shows_the_cards_in_their_columns(position, show_hidden):
    picture = draw(position, show_hidden=show_hidden)
    assert columns(picture) == list(shown(position, show_hidden))
    wide, high = map(float, parsed(picture).attrib["viewBox"].split()[2:])
    for _, x, y, scale in placed(picture):
        assert 0 <= x <= wide - scale * cardart.WIDTH
        assert 0 <= y <= high - scale * cardart.HEIGHT
    above = [name for name, _, _, scale in placed(picture) if scale != 1]
    assert above.count("back") == position.deals_left
    assert [n for n in above if n not in ("back", "none")] == [
        f"K{suit.letter}" for suit in position.removed
    ]


@pytest.mark.sweep
@pytest.mark.parametrize("name", problem_ids())
def test_svg_is_whole_and_small(name):
    position = find_problem(name).start
    picture = draw(position, show_hidden=True, marks=(Mark(1),))
    root = parsed(picture)
    defined = {e.attrib["id"] for e in root.iter() if "id" in e.attrib}
    used = {e.attrib["href"].removeprefix("#") for e in root.iter() if "href" in e.attrib}
    assert used <= defined
    # Only used symbols are included, except the halves, which are parts of a face.
    assert {d for d in defined - used if not d.endswith("-")} == set()
    classes = set(" ".join(e.attrib.get("class", "") for e in root.iter()).split())
    assert all(f".{name}{{" in picture for name in classes)
    assert len(draw(position)) < 22_000
    assert len(picture) < 22_000
    assert not {e.tag for e in root.iter()} & {f"{SVG}text", f"{SVG}image", f"{SVG}script"}
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


@pytest.fixture(scope="module")
def sprite():
    return parsed(f"<svg>{cardart.sprite()}</svg>")


def test_all_the_cards_are_in_the_sprite(sprite):
    symbols = {e.attrib["id"] for e in sprite.findall("symbol")}
    others = {"sp-back", "sp-unknown", "sp-veil", "sp-space", "sp-none"}
    assert symbols == {f"sp-{card}" for card in ALL_CARDS} | others
    assert {e.attrib["viewBox"] for e in sprite.findall("symbol")} == {"0 0 100 140"}
    assert len(cardart.sprite()) < 40_000


@pytest.mark.sweep
@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_a_face_has_as_many_suits_as_its_rank(card, sprite):
    def count(name):
        """Count the suit symbols in an element, including those in its halves."""
        (element,) = (e for e in sprite.iter() if e.attrib.get("id") == name)
        hrefs = [e.attrib["href"] for e in element.iter() if "href" in e.attrib]
        half = f"#sp-{card}-"
        halves = hrefs.count(half) and hrefs.count(half) * count(half[1:])
        return hrefs.count(f"#sp-{card.suit.letter}") + halves

    # Two of the signs belong to the indices.
    assert count(f"sp-{card}") - 2 == (card.rank if card.rank <= 10 else 2)


def test_cells_and_unknown_cards():
    position = board(
        "?? 5h",
        "-- 3c",
        hand="?? ??",
        cells=(parse_card("5h"), None),
        rules=CELLS,
        removed=(None, Suit.SPADES),
    )
    small = [name for name, _, _, scale in placed(draw(position)) if scale != 1]
    assert small == ["back", "5h", "space", "unknown", "Ks"]
    assert columns(draw(position)) == [["unknown", "5h"], ["back", "3c"]]
    output = parsed(draw(position)).findtext(f"{SVG}desc")
    assert output == (
        "Column 1: unknown 5h. Column 2: 1 face down, 3c. Cells: 5h, empty. "
        "Hand: 1 deal left. Removed: an unknown suit and spades."
    )


def test_text_for_people_is_escaped():
    nasty = 'a <b> & "c" \x00\x1b ]]> </title><script>'
    root = parsed(draw(board("5h"), title=nasty))
    assert root.findtext(f"{SVG}title") == nasty.replace("\x00", "\ufffd").replace(
        "\x1b", "\ufffd"
    )
    document = draw(board("5h"), "tex", title="x\n\\input{y}")
    assert "\n\\input" not in document


def test_size_is_the_width_in_pixels():
    root = parsed(draw(board("5h", "6h"), size=333))
    assert root.attrib["width"] == "333"
    wide, high = map(float, root.attrib["viewBox"].split()[2:])
    assert int(root.attrib["height"]) == round(333 * high / wide)


def boxes(picture):
    group = parsed(picture).findall(f"{SVG}g")[-1]
    return [
        tuple(float(r.attrib[k]) for k in ("x", "y", "width", "height"))
        for r in group.findall(f"{SVG}rect")
    ]


def test_marks():
    position = board("9s 8s 7s", "", "8s")
    x, y = next((x, y) for name, x, y, _ in placed(draw(position)) if name == "8s")
    [(left, top, _, high)] = boxes(draw(position, marks=(Mark(1, 2),)))
    assert (left + 2, top + 2) == (x, y)
    assert high - 4 == cardart.INDEX + cardart.HEIGHT
    assert len(boxes(draw(position, marks=(parse_card("8s"),)))) == 2
    assert len(boxes(draw(position, marks=(Mark(2), Mark(1))))) == 2


def test_arrows_go_from_card_to_card():
    position = board("9s 8s 7s", "", "8h", cells=(None, parse_card("5h")), rules=CELLS)
    for arrow in (Shift(1, 3, 1), ToCell(1, 1), FromCell(2, 2), Remove(1)):
        picture = draw(position, arrows=(arrow,))
        group = parsed(picture).findall(f"{SVG}g")[-1]
        assert [e.tag for e in group] == [f"{SVG}rect", f"{SVG}path"]
    path = parsed(draw(position, arrows=(Shift(1, 3, 1),)))
    points = re.findall(r"-?[\d.]+", path.findall(f"{SVG}g")[-1].find(f"{SVG}path").attrib["d"])
    tip = tuple(map(float, points[6:8]))
    x, y = next((x, y) for name, x, y, _ in placed(draw(position)) if name == "8h")
    assert tip == (x + 50, y + 70)


@tables.of("marks")
def test_marks_and_arrows(kind, text):
    """Parse a mark or an arrow in a small position."""
    position = board("9s 8s 7s", "", "8h", cells=(None, None), rules=CELLS)
    return str(parse_mark(text) if kind == "mark" else parse_arrow(text, position))


# The terminal

SAMPLE = """\
   1       2       3
  ░░      (sp)   ╭ K♣
   Q♦            ╰ Q♣
┄╭ 9♠           ┄  A♥
 ╰ 8♠

hand     ░░ ░░  2 deals left (6 cards)
cells    5♥  (sp)
removed  ♥ ?
"""


def test_a_position_for_a_terminal():
    position = board(
        "-- Qd 9s 8s",
        "",
        "Kc Qc Ah",
        hand="?? ?? ?? ?? ?? ??",
        cells=(parse_card("5h"), None),
        rules=CELLS,
        removed=(Suit.HEARTS, None),
    )
    assert terminal.draw(position) == SAMPLE


def cells_of(drawn, count):
    """Return the cards in each column of a picture for the terminal."""
    rows = drawn.split("\n\n")[0].splitlines()[1:]
    results = [[row[8 * i : 8 * i + 8] for row in rows] for i in range(count)]
    return [
        [re.sub(r"^[┄ ][╭│╰ ]", "", c).strip() for c in column if c.strip()] for column in results
    ]


@given(positions(), st.booleans())
def test_a_terminal_shows_the_cards_in_their_columns(position, show_hidden):
    drawn = terminal.draw(position, Drawing(show_hidden=show_hidden))
    assert max(map(len, drawn.splitlines())) <= 80
    assert not any(unicodedata.east_asian_width(c) in "WF" for c in drawn)

    def name(card):
        return str(card)[:-1] + "♣♦♥♠"[card.suit.code]

    expected = []
    for column in position.columns:
        down = [f"({name(c)})" if c and show_hidden else "░░" for c in column.down]
        expected.append(down + [name(c) for c in column.up] or ["(sp)"])
    assert cells_of(drawn, len(position.columns)) == expected


@settings(max_examples=examples(30))
@given(positions())
def test_colours_and_letters_change_nothing_else(position):
    plain = terminal.draw(position)
    assert "\x1b" not in plain
    coloured = terminal.draw(position, colour=True)
    assert re.sub(r"\x1b\[\d*m", "", coloured) == plain
    letters = terminal.draw(position, letters=True)
    assert letters.isascii()
    signs = str.maketrans("♣♦♥♠╭│╰┄░", "cdhs,|'--")
    assert plain.translate(signs) == letters


# Other kinds


def test_png_has_the_size_that_is_asked_for():
    pytest.importorskip("resvg_py", reason="resvg-py isn't installed")
    position = find_problem("woods-4").start
    data = draw(position, "png", size=300)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(data[16:20], "big") == 300
    assert data == draw(position, "png", size=300)
    assert data != draw(position, "png", size=300, theme="dark")
    with pytest.raises(DrawingError, match="at most 64 million"):
        draw(board("K-As " * 8), "png", size=10_000)


def test_a_png_is_the_same_whatever_was_drawn_before(monkeypatch):
    pytest.importorskip("resvg_py", reason="resvg-py isn't installed")
    position = find_problem("woods-4").start
    pictures = set()
    for before in (), ("woods-1",), ("game-one-suit", "woods-6"):
        monkeypatch.setattr(raster, "_RENDERED", {})
        for name in before:
            draw(find_problem(name).start, "png")
        pictures.add(draw(position, "png"))
    assert len(pictures) == 1


def test_a_png_says_what_it_shows(tmp_path):
    pytest.importorskip("resvg_py", reason="resvg-py isn't installed")
    image = pytest.importorskip("PIL.Image", reason="Pillow isn't installed")
    position = find_problem("woods-4").start
    path = tmp_path / "ours.png"
    path.write_bytes(draw(position, "png", size=300, title="Žofie’s"))
    with image.open(path) as shown:
        shown.load()
        assert shown.text["Title"] == "Žofie’s"
        assert shown.text["Description"] == svg.describe(position)
        assert shown.text["Software"] == "spiderpos"


def test_pdf_is_the_same_each_time():
    pytest.importorskip("fpdf", reason="fpdf2 isn't installed")
    position = board("9h 8h", "")
    data = draw(position, "pdf", arrows=(Shift(1, 2, 2),), background="white")
    assert data.startswith(b"%PDF")
    assert data == draw(position, "pdf", arrows=(Shift(1, 2, 2),), background="white")
    assert data != draw(position, "pdf")


@pytest.mark.parametrize(("kind", "library"), [("png", "resvg_py"), ("pdf", "fpdf")])
def test_a_missing_library_is_named(monkeypatch, kind, library):
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(DrawingError, match=r"the extra 'pictures', .*-m pip install '?fpdf2"):
        PICTURES[kind].draw(board("5h"), Drawing())


@pytest.mark.parametrize("name", ["woods-2", "woods-4", "woods-7"])
def test_tex_defines_what_it_uses(name):
    document = tex.draw(find_problem(name).start, Drawing(show_hidden=True, marks=(Mark(1),)))
    defined = set(re.findall(r"\\spiderDefine\{([^}]*)\}", document))
    used = set(re.findall(r"\\spiderUse\{([^#}]*)\}", document))
    used |= set(re.findall(r"\\spiderAt\{[^}]*\}\{[^}]*\}\{[^}]*\}\{([^}]*)\}", document))
    used |= set(re.findall(r"\\spiderTurned\{([^}]*)\}", document))
    assert used - {"#4", "#1"} == defined
    assert document.count("{") == document.count("}")
    assert document.count(r"\begin{") == document.count(r"\end{")
    colours = set(re.findall(r"\\definecolor\{([^}]*)\}", document))
    assert set(re.findall(r"(?:fill|draw)=(pl-\w+)", document)) <= colours
    assert document.isascii()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex")
def test_tex_compiles(tmp_path):
    position = find_problem("woods-4").start
    text = tex.draw(position, Drawing(show_hidden=True, arrows=(Shift(2, 9),), background="#efe"))
    (tmp_path / "w.tex").write_text(text)
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "w.tex"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout.decode()[-2000:]
    assert b"(1 page" in done.stdout
    assert b"Overfull" not in done.stdout


@pytest.mark.parametrize(
    ("name", "problem", "arrow", "title"),
    [
        ("woods-4", "woods-4", "from 2 to 9", "Woods' third problem"),
        ("tutorial", "woods-5", "from 4 to 1", ""),
    ],
)
def test_the_pictures_in_the_documents_are_ours(name, problem, arrow, title):
    path = Path(__file__).resolve().parents[1] / "docs" / "pictures" / f"{name}.svg"
    position = find_problem(problem).start
    assert path.read_text() == draw(position, arrows=(parse_arrow(arrow, position),), title=title)
