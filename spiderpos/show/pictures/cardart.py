"""The cards as SVG symbols: 52 faces, the back, an unknown card, an empty place.

Everything, including the ranks, is drawn with paths, so that a card looks the same in every
viewer.  A card is ``WIDTH`` by ``HEIGHT`` units; the symbols have ``viewBox="0 0 100 140"``.  The
index of a card is in its top ``INDEX`` units, so overlapping cards can be identified if that part
is visible.

The symbols have these ids, after the prefix (``sp-`` by default):

=================  =====================================================================
``Ac`` ... ``Ks``  a face, by the card's name (``10h``)
``back``           a face-down card
``unknown``        an unknown face-up card
``veil``           an overlay on a face, for a known face-down card
``space``          the outline of an empty column or cell
``none``           an outline with a cross, for an empty hand or pile
``c d h s``        the shapes of suits: paths around the origin, in the box -9 -9 18 18
=================  =====================================================================

Colours are set by the CSS classes in :data:`COLOURS`.  :func:`style` returns their rules, with
fixed colours or with variables (``--sp-paper``) that a page can set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from ...game.cards import ALL_CARDS, RANK_NAMES, Card, Suit

#: The size of a card, in the units of the symbols' view box.
WIDTH: Final = 100
HEIGHT: Final = 140
#: The maximum extent of the digits and ranks ``r0`` ... ``rK`` from their centre.
DIGIT: Final = 13
#: The height of the index of a face, in the same units.
INDEX: Final = 31
#: The default prefix of ids and classes.
PREFIX: Final = "sp-"

# The shapes

_SUITS: Final[Mapping[Suit, str]] = {
    Suit.CLUBS: (
        "M4.1-4.9C4.1-2.6 2.3-.8"
        " 0-.8-2.3-.8-4.1-2.6-4.1-4.9-4.1-7.2-2.3-9 0-9 2.3-9 4.1-7.2 4.1-4.9z"
        "M8.6 1.7C8.6 4 6.8 5.8 4.5 5.8 2.2 5.8 .4 4 .4 1.7"
        " .4-.6 2.2-2.4 4.5-2.4 6.8-2.4 8.6-.6 8.6 1.7z"
        "M-.4 1.7C-.4 4-2.2 5.8-4.5 5.8-6.8 5.8-8.6 4-8.6"
        " 1.7-8.6-.6-6.8-2.4-4.5-2.4-2.2-2.4-.4-.6-.4 1.7z"
        "M1.4-2L.7 1.6C.9 5.6 1.6 7.9 3.4 9H-3.4C-1.6 7.9-.9 5.6-.7 1.6L-1.4-2z"
    ),
    Suit.DIAMONDS: (
        "M0-9.4C1.9-6.1 4.6-2.6 7.2 0 4.6 2.6 1.9 6.1 0 9.4-1.9"
        " 6.1-4.6 2.6-7.2 0-4.6-2.6-1.9-6.1 0-9.4z"
    ),
    Suit.HEARTS: (
        "M0 9C-2.2 5.6-8.4 1.4-8.4-3.7-8.4-6.8-6.2-8.7-4-8.7-2-8.7-.6-7.5 0-5.7"
        "C.6-7.5 2-8.7 4-8.7 6.2-8.7 8.4-6.8 8.4-3.7 8.4 1.4 2.2 5.6 0 9z"
    ),
    Suit.SPADES: (
        "M0-9.2C2.2-5.9 8.3-2.2 8.3 2.7 8.3 5.2 6.5 6.8 4.5 6.8 2.8 6.8 1.4 5.9.7 4.4"
        "C.9 6.4 1.7 8 3.4 9H-3.4C-1.7 8-.9 6.4-.7 4.4-1.4 5.9-2.8 6.8-4.5 6.8"
        "-6.5 6.8-8.3 5.2-8.3 2.7-8.3-2.2-2.2-5.9 0-9.2z"
    ),
}

# The ranks are lines, in a box of about 13 by 22 around the origin.
_RANKS: Final = (
    "M0-10.5C-4.2-10.5-6-7-6 0S-4.2 10.5 0 10.5 6 7 6 0 4.2-10.5 0-10.5z",
    "M-7 10.5L0-10.5 7 10.5M-4.4 3.5H4.4",
    "M-5.6-5.2C-5.6-8.6-3.2-10.5 0-10.5 3.4-10.5 5.6-8.5 5.6-5.4 5.6-2.8 4.2-1 2 1.6"
    "L-5.6 10.5H6.2",
    "M-5.6-10.5H5.2L-1-2.6C3.6-2.6 6 .2 6 3.8 6 7.8 3.4 10.5-.2 10.5-3 10.5-5.2 9.2-6.2 6.8",
    "M3.2 10.5V-10.5L-6.8 4.4H7",
    "M5.2-10.5H-4.4L-5.2-1.6C-3.8-2.8-2-3.4 0-3.4 3.6-3.4 6-.8 6 3.4"
    "S3.6 10.5 0 10.5C-2.8 10.5-5 9.3-6.1 7",
    "M3.6-10.5C-2.4-5.6-6 .4-6 4.2-6 8-3.6 10.5 0 10.5S6 8 6 4.2 3.6-1.9 0-1.9-4.6-.4-5.4 1.6",
    "M-6-10.5H6L-1.8 10.5",
    "M0-1C-3-1-5.1-2.8-5.1-5.7S-3-10.5 0-10.5 5.1-8.6 5.1-5.7 3-1 0-1C-3.6-1-6 1.4-6 4.7"
    "S-3.6 10.5 0 10.5 6 8 6 4.7 3.6-1 0-1z",
    "M-3.6 10.5C2.4 5.6 6-.4 6-4.2 6-8 3.6-10.5 0-10.5S-6-8-6-4.2-3.6 1.9 0 1.9 4.6.4 5.4-1.6",
    "M-8.6-7.3L-5-10.5V10.5M4.4-10.5C1.6-10.5.2-7 .2 0"
    "S1.6 10.5 4.4 10.5 8.6 7 8.6 0 7.2-10.5 4.4-10.5z",
    "M4.2-10.5V4.8C4.2 8.6 2.2 10.5-.8 10.5-3.6 10.5-5.3 8.8-5.6 5.8",
    "M0-10.5C-4.2-10.5-6.6-6.8-6.6 0"
    "S-4.2 10.5 0 10.5 6.6 6.8 6.6 0 4.2-10.5 0-10.5zM1.4 4.6L7 11.4",
    "M-5.6-10.5V10.5M6.2-10.5L-5.6 3M-1.6-1.6L6.8 10.5",
    "M-4.4-7L1-10.5V10.5",
)

#: Coordinates of the pips of each rank: those of the upper half, repeated upside down in the lower
#: half, and those that are drawn once, upright.
_PIPS: Final[Mapping[int, tuple[str, str]]] = {
    2: ("50,40", ""),
    3: ("50,40", "50,70"),
    4: ("30,40 70,40", ""),
    5: ("30,40 70,40", "50,70"),
    6: ("30,40 70,40", "30,70 70,70"),
    7: ("30,40 70,40", "30,70 70,70 50,55"),
    8: ("30,40 70,40 50,55", "30,70 70,70"),
    9: ("30,40 70,40 30,60 70,60", "50,70"),
    10: ("30,40 70,40 30,60 70,60 50,50", ""),
}

#: The upper halves of the court cards, as (class, path) from back to front.  Paths without a class
#: have the colour of the suit.
_FIGURES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "J": (
        ("gold", "M23 70C26 62 37 60 44 60H64C70 60 75 63 77 70z"),
        ("", "M45 60L54 70 63 60zM43 47V59C47 62 61 62 65 59V47z"),
        ("paper", "M47 47H61V55C61 61 58 64 54 64S47 61 47 55z"),
        ("gold", "M42 48C41 40 47 36 56 36 63 36 67 41 66 48z"),
        ("line", "M42 48H66M63 40C66 34 70 33 74 36 71 37 68 40 66 44"),
    ),
    "Q": (
        ("gold", "M23 70C26 62 37 61 44 61H64C70 61 75 63 77 70z"),
        (
            "",
            "M46 61L54 70 62 61zM42 65C44 61 42 52 43 47 44 42 48 41 54 41"
            "S64 42 65 47C66 52 64 61 66 65z",
        ),
        (
            "paper",
            "M47.5 50C47.5 46 50 45 54 45S60.5 46 60.5 50V55"
            "C60.5 60.5 58 63.5 54 63.5S47.5 60.5 47.5 55z",
        ),
        ("gold", "M45 44L43.5 37 49.5 40 54 35 58.5 40 64.5 37 63 44z"),
        ("line", "M45 44H63"),
    ),
    "K": (
        ("gold", "M23 70C26 62 37 60 44 60H64C70 60 75 63 77 70z"),
        ("", "M43 59V47H65V59z"),
        ("paper", "M47 46H61V57H47z"),
        (
            "",
            "M45.5 54C49 58 51 56.5 54 56.5S59 58 62.5 54V58"
            "C62.5 64 58 68.5 54 68.5S45.5 64 45.5 58z",
        ),
        ("gold", "M43.5 47L41.5 36 48.5 41 54 34.5 59.5 41 66.5 36 64.5 47z"),
        ("line", "M43.5 47H64.5"),
    ),
}

# The colours

#: The CSS of each class, with `{0}` for the colour.  Classes are suits and parts of a card.
COLOURS: Final[Mapping[str, str]] = {
    "c": "fill:{0};stroke:{0}",
    "d": "fill:{0};stroke:{0}",
    "h": "fill:{0};stroke:{0}",
    "s": "fill:{0};stroke:{0}",
    "paper": "fill:{0}",
    "edge": "stroke:{0}",
    "back": "fill:{0}",
    "web": "stroke:{0}",
    "gold": "fill:{0}",
    "faint": "stroke:{0}",
    "mark": "fill:{0};stroke:{0}",
}

#: The colours of the light theme, and the changes for the dark theme and for four colours.
LIGHT: Final[Mapping[str, str]] = {
    "c": "#1c1b22",
    "d": "#c3142d",
    "h": "#c3142d",
    "s": "#1c1b22",
    "paper": "#fffefb",
    "edge": "#857f75",
    "back": "#31507f",
    "web": "#a9bddb",
    "gold": "#e9b949",
    "faint": "#8d8d8d",
    "mark": "#e07b00",
}
DARK: Final[Mapping[str, str]] = {
    "paper": "#e6e2d9",
    "edge": "#4d4a45",
    "back": "#2a4269",
    "web": "#7f97bb",
    "gold": "#d3a43a",
}
FOUR_COLOURS: Final[Mapping[str, str]] = {"c": "#12753a", "d": "#1259b8"}


def colours(*, four_colours: bool = False, theme: str = "light") -> Mapping[str, str]:
    """Return the colour of each class of :data:`COLOURS`, in the theme ``light`` or ``dark``."""
    dark = DARK if theme == "dark" else {}
    return {**LIGHT, **dark, **(FOUR_COLOURS if four_colours else {})}


def style(
    *,
    four_colours: bool = False,
    theme: str = "auto",
    variables: bool = False,
    prefix: str = PREFIX,
) -> str:
    """Return the CSS of the classes that the symbols use.

    ``four_colours``: clubs are green and diamonds blue.
    ``theme``: ``light``, ``dark``, or ``auto``: dark if the viewer prefers it, otherwise light.
    ``variables``: colours are CSS variables, named by the prefix and a class of :data:`COLOURS`
    (``--sp-paper``).

    Raises ValueError for another theme.
    """
    if theme not in ("auto", "light", "dark"):
        raise ValueError(f"a theme is auto, light or dark, not {theme!r}")
    base = colours(four_colours=four_colours, theme=theme)
    text = "".join(_rule(name, base[name], variables, prefix) for name in COLOURS)
    if theme == "auto":
        dark = "".join(_rule(name, DARK[name], variables, prefix) for name in DARK)
        text += "@media(prefers-color-scheme:dark){" + dark + "}"
    return text


def _rule(name: str, colour: str, variables: bool, prefix: str) -> str:
    value = f"var(--{prefix}{name},{colour})" if variables else colour
    return f".{prefix}{name}{{{COLOURS[name].format(value)}}}"


# The symbols


@cache
def shapes(prefix: str = PREFIX) -> Mapping[str, str]:
    """Return all definitions by name, without the prefix; a definition follows those it uses.

    In addition to the symbols there are: ``card``, the paper; ``c d h s``, the suits; ``rA`` ...
    ``rK``, the ranks; ``r0 r1``, the digits that are not ranks; ``fJ fQ fK``, halves of court
    cards; ``tAc`` ... ``tKs``, faces with only an index, for covered cards.
    """
    return MappingProxyType(dict(_shapes(prefix)))


def sprite(prefix: str = PREFIX) -> str:
    """Return the symbols and the definitions that they use, without an enclosing element."""
    return "".join(text for name, text in shapes(prefix).items() if name[0] != "t")


@lru_cache(maxsize=256)
def definitions(names: frozenset[str], prefix: str = PREFIX) -> str:
    """Return definitions, and those that they use, as groups instead of symbols.

    A group keeps its size where it is used; a symbol would be scaled.  Raises KeyError for a name
    that isn't in :func:`shapes`.
    """
    symbols = shapes(prefix)
    all_names: set[str] = set()
    waiting = set(names)
    while waiting:
        all_names |= waiting
        uses = (_USES.findall(symbols[name].replace(f'"#{prefix}', '"#')) for name in waiting)
        waiting = {name for names in uses for name in names} - all_names
    text = "".join(text for name, text in symbols.items() if name in all_names)
    return text.replace(f' viewBox="{_BOX}"', "").replace("symbol", "g")


_BOX: Final = f"0 0 {WIDTH} {HEIGHT}"
#: Matches references to other definitions, except to halves of faces, whose ids contain a "-".
_USES: Final = re.compile(r'href="#(\w+)"')


def _shapes(p: str) -> Iterable[tuple[str, str]]:
    outline = 'x=".5" y=".5" width="99" height="139" rx="8"'
    yield "card", f'<rect id="{p}card" class="{p}paper {p}edge" {outline}/>'
    for suit, d in _SUITS.items():
        yield suit.letter, f'<path id="{p}{suit.letter}" stroke="none" d="{d}"/>'
    for name, d in zip(("0", *RANK_NAMES[1:], "1"), _RANKS, strict=True):
        yield (
            f"r{name}",
            f'<path id="{p}r{name}" fill="none" stroke-width="3.2" stroke-linejoin="round" '
            f'd="{d}"/>',
        )
    for name, parts in _FIGURES.items():
        yield f"f{name}", _figure(name, parts, p)
    for card in ALL_CARDS:
        yield str(card), _face(card, p)
        top = f'<use href="#{p}card"/><g class="{p}{card.suit.letter}">{_index(card, p)}</g>'
        yield f"t{card}", _symbol(f"t{card}", top, p)
    empty = 'x="1.5" y="1.5" width="97" height="137" rx="8" fill="none" stroke-width="1.5"'
    others = {
        "back": f'<rect class="{p}paper {p}edge" {outline}/>'
        f'<rect class="{p}back" x="5" y="5" width="90" height="130" rx="5"/>'
        f'<path class="{p}web" fill="none" stroke-width="1.2" d="{_web()}"/>',
        "unknown": f'<use href="#{p}card"/><g class="{p}faint" fill="none"><path stroke-width="5" '
        'd="M36 54C36 44 42 39 50 39S64 45 64 53C64 66 50 65 50 80M50 92V98"/>'
        '<path stroke-width="3" d="M8 12C8 8 11 6.5 14.5 6.5S21 9 21 12.5C21 18 14.5 17 '
        '14.5 22M14.5 25.5V28.5"/></g>',
        "veil": f'<rect class="{p}back {p}edge" {outline} opacity=".45"/>',
        "space": f'<rect class="{p}faint" {empty} stroke-dasharray="5 4"/>',
        "none": f'<g class="{p}faint"><rect {empty}/>'
        '<path stroke-width="3" d="M35 55L65 85M65 55L35 85"/></g>',
    }
    for name, drawn in others.items():
        yield name, _symbol(name, drawn, p)


def _face(card: Card, p: str) -> str:
    suit = card.suit.letter
    pip = f'<use href="#{p}{suit}" '
    rank = RANK_NAMES[card.rank]
    half = [_index(card, p)]
    once = ""
    if card.rank in _PIPS:
        turned, upright = _PIPS[card.rank]
        half += [_placed(pip, place) for place in turned.split()]
        once = "".join(_placed(pip, place) for place in upright.split())
    elif card.rank == 1:
        once = f'{pip}transform="translate(50 70)scale(2.8)"/>'
    else:
        half.append(f'<use href="#{p}f{rank}"/>{_placed(pip, "33,46")}')
        once = '<path fill="none" d="M22 33H78V107H22zM22 70H78"/>'
    half_id = f"{p}{card}-"
    return _symbol(
        str(card),
        f'<use href="#{p}card"/><g class="{p}{suit}"><g id="{half_id}">{"".join(half)}</g>'
        f'<use href="#{half_id}" transform="rotate(180 50 70)"/>{once}</g>',
        p,
    )


def _index(card: Card, p: str) -> str:
    rank, suit = f"{p}r{RANK_NAMES[card.rank]}", f"{p}{card.suit.letter}"
    return f'<use href="#{rank}" x="14" y="17.5"/><use href="#{suit}" x="35" y="17.5"/>'


def _figure(name: str, parts: Iterable[tuple[str, str]], p: str) -> str:
    drawn = "".join(
        f'<path fill="none" stroke-width="1.6" d="{d}"/>'
        if part == "line"
        else f'<path class="{p}{part}" d="{d}"/>'
        if part
        else f'<path d="{d}"/>'
        for part, d in parts
    )
    mouth = f'<path class="{p}paper" stroke="none" d="M52 59H56V60.5H52z"/>'
    if name != "K":
        mouth = '<path fill="none" d="M52 59.5H56"/>'
    eyes = '<path fill="none" stroke-width="1.8" d="M50.5 51V52.5M57.5 51V52.5"/>'
    return f'<g id="{p}f{name}" stroke-linejoin="round">{drawn}{eyes}{mouth}</g>'


def _placed(pip: str, place: str) -> str:
    x, y = place.split(",")
    return f'{pip}x="{x}" y="{y}"/>'


def _symbol(name: str, content: str, p: str) -> str:
    return f'<symbol id="{p}{name}" viewBox="{_BOX}">{content}</symbol>'


def _web() -> str:
    """Return a spider's web in the rectangle 5 5 90 130: threads from the centre, and rings."""
    ends = (
        (50, 5), (77, 5), (95, 23), (95, 50), (95, 70), (95, 90), (95, 117), (77, 135),
        (50, 135), (23, 135), (5, 117), (5, 90), (5, 70), (5, 50), (5, 23), (23, 5),
    )  # fmt: skip
    lines = [f"M50 70L{x} {y}" for x, y in ends]
    for ring in (0.16, 0.34, 0.54, 0.76):
        knots = [(50 + (x - 50) * ring, 70 + (y - 70) * ring) for x, y in ends]
        path = f"M{knots[0][0]:.3g} {knots[0][1]:.4g}"
        for (x1, y1), (x2, y2) in zip(knots, (*knots[1:], knots[0]), strict=True):
            # The rings sag towards the centre between the threads.
            sag_x, sag_y = (
                50 + ((x1 + x2) / 2 - 50) * 0.86,
                70 + ((y1 + y2) / 2 - 70) * 0.86,
            )
            path += f"Q{sag_x:.3g} {sag_y:.4g} {x2:.3g} {y2:.4g}"
        lines.append(path)
    return "".join(lines)
