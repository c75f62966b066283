"""A position in the shapes in which people print it: rows, a column a line.

Each shape is a function of a position and the way in which its cells are spelled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from spiderpos.game.cards import RANK_NAMES, Card
from spiderpos.game.position import Column, Position

SYMBOLS = "♣♦♥♠"


def plain(card: Card) -> str:
    """``10h``"""
    return str(card)


def capital(card: Card) -> str:
    """``TH``"""
    return str(card).upper().replace("10", "T")


def zero(card: Card) -> str:
    """``0h``"""
    return str(card).replace("10", "0")


def suit_first(card: Card) -> str:
    """``h10``"""
    return card.suit.letter + RANK_NAMES[card.rank]


def symbol(card: Card) -> str:
    """``10♥``"""
    return RANK_NAMES[card.rank] + SYMBOLS[card.suit]


def emoji(card: Card) -> str:
    """The same with the sign that makes an emoji of it."""
    return symbol(card) + "\ufe0f"


def picture(card: Card) -> str:
    """The playing-card character."""
    row = {"s": 0, "h": 1, "d": 2, "c": 3}[card.suit.letter]
    return chr(0x1F0A0 + 16 * row + card.rank + (card.rank > 11))


@dataclass(frozen=True)
class Spelling:
    """How cells are spelled: a face-up card, a face-down one (known or not), an empty column."""

    up: Callable[[Card], str] = plain
    down: Callable[[Card], str] = field(default=lambda _: "--")
    empty: str = "(sp)"
    filler: str = ""

    def column(self, column: Column) -> list[str]:
        """The cells of a column."""
        return [*map(self.down, column.down), *map(self.up, column.up)]

    def rows(self, position: Position) -> list[list[str]]:
        """The cells of each row."""
        columns = [self.column(column) or [self.empty] for column in position.columns]
        return [list(row) for row in zip_longest(*columns, fillvalue=self.filler)]


SPELLINGS = {
    **{up.__name__: Spelling(up) for up in (plain, capital, zero, suit_first, symbol, emoji)},
    "picture": Spelling(picture, lambda _: "🂠", "empty"),
    **{
        f"down {sign}": Spelling(down=lambda _, sign=sign: sign)
        for sign in ("##", "xx", "x", "XX", "?", "??", "*", "**", "[]", "[ ]", "■", "..", "::")
    },
    **{
        f"empty {sign}": Spelling(down=lambda _: "xx", empty=sign)
        for sign in ("---", "__", ".", "-", "empty", "[sp]", "( )", "")
    },
    "filled with -": Spelling(down=lambda _: "::", empty="-", filler="-"),
    "filled with ..": Spelling(down=lambda _: "xx", empty="..", filler=".."),
}
KNOWN = {
    "in brackets": Spelling(down=lambda card: f"({card})"),
    "in square brackets": Spelling(down=lambda card: f"[{card}]"),
    "in small letters": Spelling(capital, lambda card: capital(card).lower()),
}


def grid(rows: Sequence[Sequence[str]], align: str = ">") -> str:
    """Rows aligned by blanks."""
    width = max(len(cell) for row in rows for cell in row) + 1
    lines = ("".join(f"{cell:{align}{width}}" for cell in row).rstrip() for row in rows)
    return "\n".join(lines) + "\n"


def parted(rows: Sequence[Sequence[str]], by: str, ends: str = "") -> str:
    """Rows parted by a sign."""
    return "".join(f"{ends}{by.join(row)}{ends[::-1]}".rstrip() + "\n" for row in rows)


def in_rows(position: Position, spelling: Spelling) -> Iterator[tuple[str, str]]:
    """The shapes that print rows, with their names."""
    rows = spelling.rows(position)
    numbers = [str(n) for n in range(1, 11)]
    yield "blanks", grid(rows)
    yield "blanks, to the left", grid(rows, "<")
    yield "tabs", parted([[f"{cell:>3}" for cell in row] for row in rows], "\t")
    yield "bars", parted(rows, " | ", "| ")
    yield "commas", parted(rows, ",")
    yield "semicolons", parted(rows, ";")
    yield "heads", grid([numbers, *rows])
    yield "heads C1", grid([[f"C{n}" for n in numbers], ["---"] * 10, *rows])
    yield "heads from 0", grid([[str(n) for n in range(10)], *rows])
    rule = "|" + "---|" * 10 + "\n"
    yield "Markdown", parted([numbers], " | ", "| ") + rule + parted(rows, " | ", "| ")
    yield "rows numbered", grid([[f"{n}:", *row] for n, row in enumerate(rows)])
    yield "quoted", "".join(f"> {line}\n" for line in grid(rows).splitlines())
    yield "fence", f"My position:\n\n```\n{grid(rows)}```\n\nWhat would you do next?\n"
    hand = len(position.hand)
    yield "stock", f"{grid(rows)}\nStock: {hand} cards\nRemoved: {len(position.removed)}\n"


def in_lines(position: Position, spelling: Spelling) -> Iterator[tuple[str, str]]:
    """The shapes that print a column a line, with their names."""

    def lines(form: Callable[[int, Column], str]) -> str:
        return "".join(form(n, column).rstrip() + "\n" for n, column in enumerate(columns, 1))

    columns = position.columns
    cells = [" ".join(spelling.column(column)) for column in columns]
    up = [" ".join(map(spelling.up, column.up)) for column in columns]
    for label in (
        "Column {}: ",
        "{}: ",
        "{}. ",
        "{}) ",
        "T{}: ",
        "Pile {} - ",
        "col{} = ",
        "- {}: ",
    ):
        yield label, lines(lambda n, _, label=label: label.format(n) + cells[n - 1])
    yield "letters", lines(lambda n, _: f"{'abcdefghij'[n - 1]}: {cells[n - 1]}")
    yield "commas", lines(lambda n, _: f"{n}: " + ", ".join(cells[n - 1].split()))
    yield "tabs", lines(lambda n, _: f"{n}\t" + "\t".join(cells[n - 1].split()))
    yield (
        "table",
        "| Column | Cards |\n|---|---|\n" + lines(lambda n, _: f"| {n} | {cells[n - 1]} |"),
    )
    yield "no labels", lines(lambda n, _: cells[n - 1] or "(empty)")
    for form in ("({})", "[{}]", "{} down:", "{}x", "({} face down)"):
        yield form, lines(lambda n, c, form=form: f"{n}: {form.format(len(c.down))} {up[n - 1]}")
    yield "xxx", lines(lambda n, c: f"{n}: {'x' * len(c.down)} {up[n - 1]}")
    yield "xxx7d", lines(lambda n, c: f"{n}: {'x' * len(c.down)}{up[n - 1]}")
    yield "quoted", "Hi,\n\n" + lines(lambda n, _: f"> {n}: {cells[n - 1]}") + "\nany hints?\n"
    backwards = lines(lambda n, _: f"{n}: " + " ".join(reversed(cells[n - 1].split())))
    yield "bottom card first", backwards
