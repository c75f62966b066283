"""A sheet of problems as PDF, set by fpdf2, which the extra ``pictures`` installs."""

from __future__ import annotations

import importlib
import io
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from ..text.errors import SpiderError
from ..text.extras import missing
from ..text.wording import count_phrase
from .sheet import PAPERS, Entry, picture_of

__all__ = ["SheetError", "pdf"]

#: What the fonts have that every PDF reader has.
_ENCODING: Final = "windows-1252"
_CREATOR: Final = "spiderpos author sheet"
_MARGIN: Final = 48.0
_TALLEST: Final = 350.0
#: The width of a blank that a line of a plan begins with.
_STEP: Final = 4.5


class SheetError(SpiderError):
    """A sheet that can't be made."""


def pdf(
    found: Sequence[Entry], *, title: str, paper: str = "a4", font: Path | None = None
) -> bytes:
    """The sheet as PDF, with an outline; the same problems give the same file.

    ``font``: a TrueType font for texts beyond Western European letters; without one, letters
    that the usual fonts lack are written as the nearest they have, or as '?'.  Raises SheetError
    if fpdf2 isn't installed or the font can't be read.
    """
    try:
        library = importlib.import_module("fpdf")
    except ImportError:
        needs = missing("pictures")
        raise SheetError(f"a PDF needs {needs} (a sheet as .html needs none)") from None
    return _Sheet(library, title, paper, font).made(found)


class _Sheet:
    def __init__(self, library: Any, title: str, paper: str, font: Path | None) -> None:
        self.width, self.height = PAPERS[paper]
        self.inner = self.width - 2 * _MARGIN
        self.title = title
        self.plain = font is None
        self.family = "Times"
        sheet = self

        class Numbered(library.FPDF):  # type: ignore[misc]
            def footer(self) -> None:
                self.set_y(-_MARGIN * 0.7)
                self.set_font(sheet.family, "", 9)
                self.cell(0, 10, str(self.page_no()), align="C")

        self.page = Numbered(orientation="portrait", unit="pt", format=PAPERS[paper])
        self.page.core_fonts_encoding = _ENCODING
        self.page.set_margin(_MARGIN)
        self.page.set_auto_page_break(True, _MARGIN)
        self.page.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
        self.page.set_creator(_CREATOR)
        self.page.set_title(self._text(title))
        if font is not None:
            self._take(font)

    def _take(self, font: Path) -> None:
        self.family = "sheet"
        try:
            for style in ("", "B", "I"):
                self.page.add_font(self.family, style, str(font))
        except Exception as error:  # whatever the font reader trips over
            raise SheetError(f"'{font}' can't be used as a font: {error}") from None

    def made(self, found: Sequence[Entry]) -> bytes:
        self.page.add_page()
        self._write(self.title, 24, "B", after=4)
        counted = count_phrase(len(found), "problem")
        self._write(f"{counted}. The solutions are at the end.", 10.5, grey=90, after=14)
        for number, entry in enumerate(found, 1):
            self._problem(number, entry)
        self.page.add_page()
        self.page.start_section("Solutions")
        self._write("Solutions", 18, "B", after=8)
        for number, entry in enumerate(found, 1):
            self._solution(number, entry)
        return bytes(self.page.output())

    def _text(self, text: str) -> str:
        """The text in letters that the font has, without control characters."""
        text = "".join(c if c.isprintable() else " " for c in text)
        if not self.plain:
            return text
        return "".join(map(_near, text))

    def _write(
        self,
        text: str,
        size: float,
        style: str = "",
        *,
        grey: int = 17,
        after: float = 3,
        indent: float = 0,
    ) -> None:
        self.page.set_font(self.family, style, size)
        self.page.set_text_color(grey)
        self.page.set_x(_MARGIN + indent)
        self.page.multi_cell(
            0, size * 1.3, self._text(text), align="L", new_x="LMARGIN", new_y="NEXT"
        )
        self.page.ln(after)

    def _problem(self, number: int, entry: Entry) -> None:
        picture, width, height = picture_of(entry)
        scale = min(self.inner / width, _TALLEST / height)
        high = height * scale
        heading = f"{number}. {entry.title}"
        facts = " \N{MIDDLE DOT} ".join(entry.facts)
        # A picture stays with its heading, and with a few lines of what is asked.
        if self.page.will_page_break(high + 150):
            self.page.add_page()
        self.page.start_section(self._text(heading))
        self._write(heading, 15, "B", after=0)
        self._write(entry.by, 10, grey=90, after=5)
        self.page.image(
            io.BytesIO(picture.encode()),
            x=_MARGIN + (self.inner - width * scale) / 2,
            y=self.page.get_y(),
            w=width * scale,
        )
        self.page.set_y(self.page.get_y() + high + 8)
        self._write(entry.stipulation, 12, after=2)
        if facts:
            self._write(facts, 10, grey=90, after=0)
        self.page.ln(20)

    def _solution(self, number: int, entry: Entry) -> None:
        if self.page.will_page_break(60):
            self.page.add_page()
        self._write(f"{number}. {entry.title}", 12, "B", after=1)
        if entry.fault:
            self._write(entry.fault, 10)
        if entry.summary:
            self._write(entry.summary, 10, grey=90, after=2)
        if entry.moves:
            moves = "; ".join(f"{n}. {move}" for n, move in enumerate(entry.moves, 1))
            self._write(moves, 9.5, after=3)
        for line in entry.plan.splitlines():
            self._write(
                line.lstrip(), 9.5, after=0, indent=_STEP * (len(line) - len(line.lstrip()))
            )
        if entry.plan:
            self.page.ln(3)
        for claim in entry.claims:
            self._write(f"\N{MIDDLE DOT} {claim}", 9.5, after=0)
        if entry.notes:
            self._write(entry.notes, 9.5, "I" if self.plain else "", after=2)
        self.page.ln(9)


def _near(character: str) -> str:
    """A character that the usual fonts have: itself, the nearest one, or a question mark."""
    plain = unicodedata.normalize("NFKD", character)
    for text in (character, plain):
        if known := text.encode(_ENCODING, "ignore").decode(_ENCODING):
            return known
    return "?"
