"""The cards as SVG symbols: 52 faces, the back, an unknown card, an empty place.

Everything is drawn with paths, ranks too, so that a card looks the same wherever it is shown.
A card is ``WIDTH`` by ``HEIGHT`` units; the symbols have ``viewBox="0 0 100 140"``.  The index
of a card lies in its uppermost ``INDEX`` units, so cards that overlap by showing that much of
each can be told apart.

The symbols have these ids, after the prefix (``sp-`` unless told otherwise):

=================  =====================================================================
``Ac`` ... ``Ks``  a face, by the card's name (``10h``)
``back``           a face-down card
``unknown``        a card that lies face up, but isn't known
``veil``           laid over a face: a face-down card that is known
``space``          the outline of an empty column or cell
``none``           the same, crossed: a hand or pile with nothing left in it
``c d h s``        the suits' shapes: a path around the origin, in the box -9 -9 18 18
=================  =====================================================================

Colours come from classes (:data:`COLOURS` lists them), which :func:`style` gives as CSS: plain
colours, or variables (``--sp-paper``) that a page can set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ..cards import ALL_CARDS, RANK_NAMES, Card, Suit

__all__ = [
    "COLOURS",
    "DARK",
    "FOUR_COLOURS",
    "HEIGHT",
    "INDEX",
    "LIGHT",
    "PREFIX",
    "WIDTH",
    "shapes",
    "sprite",
    "style",
    "symbol_id",
]

#: The size of a card, in the units of the symbols' view box.
WIDTH: Final = 100
HEIGHT: Final = 140
#: The height of the part of a face that tells which card it is, in the same units.
INDEX: Final = 31
#: What ids and classes begin with.
PREFIX: Final = "sp-"

# The shapes

_SUITS: Final[Mapping[Suit, str]] = {
    Suit.CLUBS: (
        "M4.1-4.9a4.1 4.1 0 1 1-8.2 0a4.1 4.1 0 1 1 8.2 0z"
        "M8.6 1.7a4.1 4.1 0 1 1-8.2 0a4.1 4.1 0 1 1 8.2 0z"
        "M-.4 1.7a4.1 4.1 0 1 1-8.2 0a4.1 4.1 0 1 1 8.2 0z"
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
    "",
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
)

#: Of each rank: the places of the suit in the upper half, which are turned for the lower one,
#: and those that stand upright once.
_PIPS: Final[Mapping[int, tuple[str, str]]] = {
    2: ("50,43", ""),
    3: ("50,43", "50,70"),
    4: ("30,43 70,43", ""),
    5: ("30,43 70,43", "50,70"),
    6: ("30,43 70,43", "30,70 70,70"),
    7: ("30,43 70,43", "30,70 70,70 50,56.5"),
    8: ("30,43 70,43 50,56.5", "30,70 70,70"),
    9: ("30,43 70,43 30,61 70,61", "50,70"),
    10: ("30,43 70,43 30,61 70,61 50,52", ""),
}

_CROWNS: Final[Mapping[int, str]] = {
    11: "M31 66V50C31 44 36 40 43 40H57C64 40 69 44 69 50V66H61V54H39V66z",
    12: "M30 66L27 46 39 55 50 41 61 55 73 46 70 66z",
    13: "M29 66V44L39 53 45 41 50 50 55 41 61 53 71 44V66z",
}

# The colours

#: What can be coloured, by the class that does it: the fill and stroke of suits, and the parts of
#: a card.
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
}

#: The colours on a light ground, and what differs on a dark one and with four colours.
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
}
DARK: Final[Mapping[str, str]] = {
    "paper": "#e6e2d9",
    "edge": "#4d4a45",
    "back": "#2a4269",
    "web": "#7f97bb",
    "gold": "#d3a43a",
}
FOUR_COLOURS: Final[Mapping[str, str]] = {"c": "#12753a", "d": "#1259b8"}


def style(
    *,
    four_colours: bool = False,
    theme: str = "auto",
    variables: bool = False,
    prefix: str = PREFIX,
) -> str:
    """The CSS of the classes that the symbols use.

    ``four_colours``: clubs are green and diamonds blue.
    ``theme``: ``light``, ``dark``, or ``auto``, which is light and goes by the reader's
    preference where the viewer knows it.
    ``variables``: colours can be set from outside with ``--sp-paper`` and so on, the prefix
    and a class of :data:`COLOURS`.

    Raises ValueError for another theme.
    """
    if theme not in ("auto", "light", "dark"):
        raise ValueError(f"a theme is auto, light or dark, not {theme!r}")
    own = FOUR_COLOURS if four_colours else {}
    base = {**LIGHT, **(DARK if theme == "dark" else {}), **own}
    text = "".join(_rule(name, base[name], variables, prefix) for name in COLOURS)
    if theme == "auto":
        dark = "".join(_rule(name, DARK[name], variables, prefix) for name in DARK)
        text += "@media(prefers-color-scheme:dark){" + dark + "}"
    return text


def _rule(name: str, colour: str, variables: bool, prefix: str) -> str:
    value = f"var(--{prefix}{name},{colour})" if variables else colour
    return f".{prefix}{name}{{{COLOURS[name].format(value)}}}"


# The symbols


def symbol_id(card: Card, prefix: str = PREFIX) -> str:
    """The id of a face, or of the unknown card for ``UNKNOWN``."""
    return f"{prefix}{card}" if card else f"{prefix}unknown"


def shapes(prefix: str = PREFIX) -> dict[str, str]:
    """Every definition by its name without the prefix; a card needs those it refers to.

    ``card`` is the paper, ``c d h s`` are the suits, ``rA`` ... ``rK`` the ranks.
    """
    return dict(_shapes(prefix))


def sprite(prefix: str = PREFIX, *, only: Iterable[str] | None = None) -> str:
    """The definitions, one after the other, without an element around them.

    ``only``: the names of the symbols that are wanted; what they refer to is added.
    """
    found = shapes(prefix)
    if only is None:
        return "".join(found.values())
    wanted = set(only)
    for name in tuple(wanted):
        wanted.update(_needed(name))
    return "".join(text for name, text in found.items() if name in wanted)


def _needed(name: str) -> tuple[str, ...]:
    """The names of the definitions that a symbol refers to."""
    if name == "back":
        return ()
    if name == "unknown":
        return ("card",)
    if name[-1:] in "cdhs" and name[:-1] in RANK_NAMES[1:]:
        return ("card", name[-1], f"r{name[:-1]}")
    return ()


def _shapes(p: str) -> Iterable[tuple[str, str]]:
    outline = 'x=".5" y=".5" width="99" height="139" rx="8"'
    yield "card", f'<rect id="{p}card" class="{p}paper {p}edge" {outline}/>'
    for suit, d in _SUITS.items():
        yield suit.letter, f'<path id="{p}{suit.letter}" stroke="none" d="{d}"/>'
    for rank, d in enumerate(_RANKS):
        if rank:
            name = f"r{RANK_NAMES[rank]}"
            yield (
                name,
                f'<path id="{p}{name}" fill="none" stroke-width="3.2" stroke-linejoin="round" '
                f'd="{d}"/>',
            )
    for card in ALL_CARDS:
        yield str(card), _face(card, p)
    yield (
        "back",
        _symbol(
            "back",
            f'<rect class="{p}paper {p}edge" {outline}/>'
            f'<rect class="{p}back" x="5" y="5" width="90" height="130" rx="5"/>'
            f'<path class="{p}web" fill="none" stroke-width="1.2" d="{_lattice()}"/>',
            p,
        ),
    )
    yield (
        "unknown",
        _symbol(
            "unknown",
            f'<use href="#{p}card"/><path class="{p}faint" fill="none" stroke-width="5" '
            'd="M36 54C36 44 42 39 50 39S64 45 64 53C64 66 50 65 50 80M50 92V98"/>'
            f'<path class="{p}faint" fill="none" stroke-width="3" '
            'd="M8 12C8 8 11 6.5 14.5 6.500S21 9 21 12.500C21 18 14.5 17 14.5 22'
            'M14.5 25.500V28.5"/>',
            p,
        ),
    )
    yield (
        "veil",
        _symbol("veil", f'<rect class="{p}back {p}edge" {outline} opacity=".45"/>', p),
    )
    empty = 'x="1.5" y="1.5" width="97" height="137" rx="8" fill="none" stroke-width="1.5"'
    yield (
        "space",
        _symbol("space", f'<rect class="{p}faint" {empty} stroke-dasharray="5 4"/>', p),
    )
    yield (
        "none",
        _symbol(
            "none",
            f'<g class="{p}faint"><rect {empty}/>'
            '<path stroke-width="3" d="M35 55L65 85M65 55L35 85"/></g>',
            p,
        ),
    )


def _face(card: Card, p: str) -> str:
    suit = card.suit.letter
    pip = f'<use href="#{p}{suit}" '
    half = [f'<use href="#{p}r{RANK_NAMES[card.rank]}" x="14" y="17.5"/>{pip}x="34" y="17.5"/>']
    once = ""
    if card.rank in _PIPS:
        turned, upright = _PIPS[card.rank]
        half += [_at(pip, place) for place in turned.split()]
        once = "".join(_at(pip, place) for place in upright.split())
    elif card.rank == 1:
        once = f'{pip}transform="translate(50 70)scale(2.6)"/>'
    else:
        half.append(f'<path class="{p}gold" d="{_CROWNS[card.rank]}"/>{_at(pip, "50,58")}')
    half_id = f"{p}{card}-"
    return _symbol(
        str(card),
        f'<use href="#{p}card"/><g class="{p}{suit}"><g id="{half_id}">{"".join(half)}</g>'
        f'<use href="#{half_id}" transform="rotate(180 50 70)"/>{once}</g>',
        p,
    )


def _at(pip: str, place: str) -> str:
    x, y = place.split(",")
    return f'{pip}x="{x}" y="{y}"/>'


def _symbol(name: str, content: str, p: str) -> str:
    return f'<symbol id="{p}{name}" viewBox="0 0 100 140">{content}</symbol>'


def _lattice() -> str:
    """Diagonal lines, both ways, in the rectangle 10 10 80 120."""
    left, top, wide, high, gap = 10, 10, 80, 120, 10
    lines = []
    for offset in range(gap, wide + high, gap):
        x1, y1 = left + min(offset, wide), top + max(0, offset - wide)
        x2, y2 = left + max(0, offset - high), top + min(offset, high)
        lines.append(f"M{x1} {y1}L{x2} {y2}M{100 - x1} {y1}L{100 - x2} {y2}")
    return "".join(lines)
