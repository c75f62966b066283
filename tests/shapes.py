"""Layouts in which people print positions: as rows, or with one column per line.

Each layout is a function of a position and the spelling of its cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from spiderpos.game.cards import RANK_NAMES, Card
from spiderpos.game.position import Column, Position

SYMBOLS = "♣♦♥♠"


def plain(card: Card) -> str:
    """Return a card as ``10h``."""
    return str(card)


def capital(card: Card) -> str:
    """Return a card as ``TH``."""
    return str(card).upper().replace("10", "T")


def zero(card: Card) -> str:
    """Return a card as ``0h``, with 0 for a ten."""
    return str(card).replace("10", "0")


def symbol(card: Card) -> str:
    """Return a card as ``10♥``."""
    return RANK_NAMES[card.rank] + SYMBOLS[card.suit.code]


def emoji(card: Card) -> str:
    """Return a card as ``10♥`` with the variation selector that makes the suit an emoji."""
    return symbol(card) + "\ufe0f"


def picture(card: Card) -> str:
    """Return a card as Unicode's playing-card character."""
    row = {"s": 0, "h": 1, "d": 2, "c": 3}[card.suit.letter]
    return chr(0x1F0A0 + 16 * row + card.rank + (card.rank > 11))


@dataclass(frozen=True)
class Spelling:
    """The text of a face-up card, a face-down one, an empty column, and a place below a column."""

    up: Callable[[Card], str] = plain
    down: Callable[[Card], str] = field(default=lambda _: "--")
    empty: str = "(sp)"
    filler: str = ""

    def column(self, column: Column) -> list[str]:
        """Return the cells of a column."""
        return [*map(self.down, column.down), *map(self.up, column.up)]

    def rows(self, position: Position) -> list[list[str]]:
        """Return the cells of each row."""
        columns = [self.column(column) or [self.empty] for column in position.columns]
        return [list(row) for row in zip_longest(*columns, fillvalue=self.filler)]


SPELLINGS = {
    **{up.__name__: Spelling(up) for up in (plain, capital, zero, symbol, emoji)},
    "picture": Spelling(picture, lambda _: "🂠", "empty"),
    **{
        f"down {sign}": Spelling(down=lambda _, sign=sign: sign)
        for sign in ("##", "xx", "x", "XX", "?", "??", "*", "**", "[]", "[ ]", "■", "..", "::")
    },
    **{
        f"empty {sign}": Spelling(down=lambda _: "xx", empty=sign)
        for sign in (".", "-", "empty", "[sp]", "( )")
    },
    "filled with -": Spelling(down=lambda _: "::", empty="-", filler="-"),
    "filled with ..": Spelling(down=lambda _: "xx", empty="..", filler=".."),
}
KNOWN = {
    "in brackets": Spelling(down=lambda card: f"({card})"),
    "in small letters": Spelling(capital, lambda card: capital(card).lower()),
}


def grid(rows: Sequence[Sequence[str]], align: str = ">") -> str:
    """Join rows of cells to a text in which columns are aligned with blanks."""
    width = max(len(cell) for row in rows for cell in row) + 1
    lines = ("".join(f"{cell:{align}{width}}" for cell in row).rstrip() for row in rows)
    return "\n".join(lines) + "\n"


def parted(rows: Sequence[Sequence[str]], by: str, ends: str = "") -> str:
    """Join rows of cells to a text in which a sign separates the cells."""
    return "".join(f"{ends}{by.join(row)}{ends[::-1]}".rstrip() + "\n" for row in rows)


def in_rows(position: Position, spelling: Spelling) -> Iterator[tuple[str, str]]:
    """Yield the name of each layout in rows, and the position in it."""
    rows = spelling.rows(position)
    numbers = [str(n) for n in range(1, 11)]
    yield "blanks", grid(rows)
    yield "blanks, to the left", grid(rows, "<")
    yield "tabs", parted([[f"{cell:>3}" for cell in row] for row in rows], "\t")
    yield "heads", grid([numbers, *rows])
    yield "heads C1", grid([[f"C{n}" for n in numbers], ["---"] * 10, *rows])
    yield "heads from 0", grid([[str(n) for n in range(10)], *rows])
    yield "rows numbered", grid([[f"{n}:", *row] for n, row in enumerate(rows)])
    yield "quoted", "".join(f"> {line}\n" for line in grid(rows).splitlines())
    yield "fence", f"My position:\n\n```\n{grid(rows)}```\n\nWhat would you do next?\n"
    hand = len(position.hand)
    yield "stock", f"{grid(rows)}\nStock: {hand} cards\nRemoved: {len(position.removed)}\n"


def in_lines(position: Position, spelling: Spelling) -> Iterator[tuple[str, str]]:
    """Yield the name of each layout with one column per line, and the position in it."""

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
    yield "tabs", lines(lambda n, _: f"{n}\t" + "\t".join(cells[n - 1].split()))
    yield (
        "table",
        "| Column | Cards |\n|---|---|\n" + lines(lambda n, _: f"| {n} | {cells[n - 1]} |"),
    )
    yield "no labels", lines(lambda n, _: cells[n - 1] or "(empty)")
    for form in ("({})", "{} down:", "{}x", "({} face down)"):
        yield form, lines(lambda n, c, form=form: f"{n}: {form.format(len(c.down))} {up[n - 1]}")
    yield "xxx7d", lines(lambda n, c: f"{n}: {'x' * len(c.down)}{up[n - 1]}")
    yield "quoted", "Hi,\n\n" + lines(lambda n, _: f"> {n}: {cells[n - 1]}") + "\nany hints?\n"


def in_other_ways(position: Position, spelling: Spelling) -> Iterator[tuple[str, str]]:
    """Yield the names of layouts with labels, numbers or frames, and the position in each."""
    rows, columns = spelling.rows(position), position.columns
    cells = [" ".join(spelling.column(column)) for column in columns]
    up = [" ".join(map(spelling.up, column.up)) for column in columns]
    numbers = [str(n) for n in range(1, 11)]
    for label in OTHER_LABELS:
        words = zip(numbers, ORDINALS, NUMBERS, cells, strict=True)
        yield (
            label,
            "".join(
                f"{label.format(n=n, o=o, w=w, m=int(n) - 1)} {text}".rstrip() + "\n"
                for n, o, w, text in words
            ),
        )
    for form in OTHER_COUNTS:
        texts = (
            form.format(n=n, d=len(c.down), t=len(c), up=u, all=a, listed=a.replace(" ", ", "))
            for n, (c, u, a) in enumerate(zip(columns, up, cells, strict=True), 1)
        )
        yield form, "".join(f"{text.rstrip(' ')}\n" for text in texts)
    for head in ("C{}", "T{}", "#{}", "[{}]", "({})", "Col {}"):
        yield f"heads {head}", grid([[head.format(n) for n in numbers], *rows])
    yield "heads below", grid([*rows, numbers])
    yield "heads above and below", grid([numbers, *rows, numbers])
    yield "heads in letters", grid([list("ABCDEFGHIJ"), *rows])
    yield "bars", parted(rows, " | ", "| ")
    yield "commas", parted(rows, ",")
    yield "semicolons", parted(rows, ";")
    rule = "|" + "---|" * 10 + "\n"
    yield "Markdown", parted([numbers], " | ", "| ") + rule + parted(rows, " | ", "| ")
    yield "Markdown without edges", parted([numbers, ["---"] * 10, *rows], " | ")
    yield "two halves", grid([row[:5] for row in rows]) + "\n" + grid([row[5:] for row in rows])
    yield "upside down", grid(rows[::-1])
    yield "row numbers", grid([[str(n), *row] for n, row in enumerate(rows, 1)])
    yield (
        "row numbers and heads",
        grid([["", *numbers], *([str(n), *r] for n, r in enumerate(rows))]),
    )
    yield "row labels", grid([[f"Row {n}:", *row] for n, row in enumerate(rows, 1)], "<")
    yield "line ends of Windows", grid(rows).replace("\n", "\r\n")
    yield "indented", "".join(f"      {line}\n" for line in grid(rows).splitlines())
    yield "blanks lost", "".join(f"{' '.join(line.split())}\n" for line in grid(rows).splitlines())
    edge = "+" + "-----+" * 10 + "\n"
    yield "box", edge + "".join("|" + "|".join(f"{c:^5}" for c in r) + "|\n" for r in rows) + edge
    body = "".join("│" + "".join(f"{c:>6}" for c in row) + "│\n" for row in rows)
    yield "frame", f"┌{'─' * 60}┐\n{body}└{'─' * 60}┘\n"
    yield "quoted cells", "".join(",".join(f'"{c}"' for c in row) + "\n" for row in rows)
    yield "comma at the end", "".join(",".join(row) + ",\n" for row in rows)
    yield "lists", str([text.split() for text in cells]).replace("], ", "],\n ") + "\n"
    yield "brackets", "".join(f"[{text}]\n" for text in cells)
    yield "slashes", " / ".join(cells) + "\n"
    yield "pre", f"<pre>\n{grid(rows)}</pre>\n"
    yield "no-break", grid(rows).replace(" ", "\xa0")
    yield "no width", grid(rows).replace("h", "h\u200b")
    hand, removed = len(position.hand), len(position.removed)
    for words in OTHER_STATUS:
        yield words, grid(rows) + words.format(hand=hand, deals=hand // 10, gone=removed) + "\n"


NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
ORDINALS = ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th", "10th"]
OTHER_LABELS = (
    *(
        "{n} ->",
        "{n} →",
        "Column {n} —",
        "No. {n}:",
        "{o} column:",
        "Column {w}:",
        "**Column {n}:**",
    ),
    *("{n}\t", "Column {n}:\n", "Column {n}\n ", "{n}.\n  ", "{m}:", "{m}"),
    *("Tableau {n}:", "Stack {n}:", "P{n}:", "{n} |", "* {n}:", "• Column {n}:"),
)
OTHER_COUNTS = (
    *("{n}: {d} {up}", "{d} {up}", "{n}: {d} | {up}", "{n}: {d} - {up}", "{n}: {d}: {up}"),
    *(
        "{n}: {d}/{up}",
        "{n}: {d}+ {up}",
        "{n}: {d} cards, {up}",
        "{n}: {d}* {up}",
        "{n}: -{d} {up}",
    ),
    *("Column {n}: {d} face-down, then {up}", "Column {n}: {d} face down, {up}"),
    *("Column {n}: {d} facedown cards: {up}", "{n}: [{d} unknown] {up}", "{n} ({d}): {up}"),
    *("Column {n} ({d} hidden): {up}", "Column {n} ({d}): {up}", "{n}: {up}, {d} hidden"),
    *(
        "{n}: {up} ({d})",
        "{n} ({t}): {all}",
        "{n}: {all} [{t}]",
        "{n}: [{listed}]",
        "{n}: ({all})",
    ),
    *("{n}: {listed}", "Column {n}:\n{all}\n", "{n}: {all}\n", "{n}: {up}"),
)
OTHER_STATUS = (
    *("Stock: {hand}", "{deals} deals left", "Deals remaining: {deals}", "Stock: {deals}/5"),
    *("Stock: {deals} piles of 10", "there are {hand} cards in the stock.", "What now?"),
    *("Completed: {gone}", "Foundations: {gone}/8", "Score: 480  Moves: 20"),
)
#: Layouts that a reader may refuse, always or in some spellings.
REFUSED = {
    *("bars", "commas", "semicolons", "Markdown", "Markdown without edges", "box"),
    *("quoted cells", "comma at the end", "two halves", "upside down", "blanks lost", "slashes"),
    *(
        "{n}: {d} - {up}",
        "{n}: {d}: {up}",
        "{n}: {d}/{up}",
        "{n}: {d}+ {up}",
        "{n}: {d} cards, {up}",
    ),
    *("{n}: {d}* {up}", "{n}: -{d} {up}", "{n}: {up} ({d})", "{n} ({t}): {all}"),
    *("{n}: {listed}", "{n}: {all} [{t}]", "{n}: ({all})", "{n}: {up}", "Foundations: {gone}/8"),
    *("No. {n}:", "{o} column:", "Column {w}:", "**Column {n}:**"),
    *("Column {n}:\n", "Column {n}\n ", "{n}.\n  ", "Column {n}:\n{all}\n"),
}
