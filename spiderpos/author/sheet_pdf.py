"""Convert a sheet of problems to PDF with fpdf2, which the extra ``pictures`` installs."""

from __future__ import annotations

import importlib
import io
import re
import unicodedata
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import Any, Final

from ..text.errors import SpiderError
from ..text.extras import missing

#: The encoding of the fonts that every PDF reader has.
_ENCODING: Final = "windows-1252"
_MARGIN: Final = 48.0
#: The largest height of a picture, so that two problems fit on a page.
_TALLEST: Final = 235.0
_BETWEEN: Final = 14.0
#: Size, style and space after, in points, of each kind of text.
_SET: Final = {
    "h1": (24, "B", 4),
    "h2": (15, "B", 2),
    "h3": (12, "B", 1),
    "p": (11, "", 3),
    "li": (9.5, "", 0),
    "pre": (9.5, "", 3),
}
_ARTICLE: Final = re.compile(r"(<article.*?</article>)", re.DOTALL)
_PICTURE: Final = re.compile(r"(<svg.*?</svg>)", re.DOTALL)
_VIEW: Final = re.compile(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"')


class SheetError(SpiderError):
    """A sheet that can't be converted."""


def pdf(html: str, *, paper: str = "a4") -> bytes:
    """Convert a page of :func:`spiderpos.author.sheet.html` to PDF, reproducibly.

    Characters that the standard fonts lack are replaced by similar ones, or by '?'.  Raises
    SheetError if fpdf2 isn't installed.
    """
    try:
        library = importlib.import_module("fpdf")
    except ImportError:
        needs = missing("pictures")
        raise SheetError(f"a PDF needs {needs} (a sheet as .html needs none)") from None
    page = library.FPDF(orientation="portrait", unit="pt", format=paper)
    page.core_fonts_encoding = _ENCODING
    page.set_margin(_MARGIN)
    page.set_auto_page_break(True, _MARGIN)
    page.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    page.add_page()
    for part in _ARTICLE.split(html.partition("<body")[2].partition(">")[2]):
        if _ARTICLE.fullmatch(part) and not _fits(page, part):
            page.add_page()
        _Setter(page).set(part)
    return bytes(page.output())


def _fits(page: Any, article: str) -> bool:
    """Return True if a problem fits below the current place on the page."""
    with page.offset_rendering() as tried:
        _Setter(tried).set(article)
    return not tried.page_break_triggered


class _Setter(HTMLParser):
    """Typesets the few elements that a sheet contains."""

    def __init__(self, page: Any) -> None:
        super().__init__()
        self.page = page
        self.tag = ""
        self.text = ""
        #: The current number of text columns.
        self.columns = 1

    def set(self, html: str) -> None:
        """Typeset a part of the sheet."""
        for part in _PICTURE.split(html):
            if _PICTURE.fullmatch(part):
                self._picture(part)
            else:
                self.feed(part)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = dict(attrs).get("class")
        if tag == "section":
            self.page.add_page()
        # Skip the diagram: it is for screen readers, and the picture shows the same.
        if tag in _SET and classes != "diagram":
            self.tag, self.text = tag, ""
            self.columns = 2 if classes == "moves" else 1

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag != self.tag:
            return
        size, style, after = _SET[tag]
        text = self.text if tag == "pre" else " ".join(self.text.split())
        if tag == "li":
            text = f"\N{MIDDLE DOT} {text}"
        if tag == "h2" and self.page.get_y() > _MARGIN:
            self.page.ln(_BETWEEN)
        # Keep a heading on the same page as the beginning of its solution.
        if tag == "h3" and self.page.will_page_break(60):
            self.page.add_page()
        self.page.set_font("Times", style, size)
        columns = self.page.text_columns(
            _in_usual_letters(text), ncols=self.columns, balance=True, gutter=14, line_height=1.3
        )
        columns.render()
        self.page.ln(after)
        self.tag = ""

    def _picture(self, svg: str) -> None:
        """Place a picture, limited by the width of the page and the largest height."""
        view = _VIEW.search(svg)
        width, height = (float(view[1]), float(view[2])) if view else (1.0, 1.0)
        inner = self.page.w - 2 * _MARGIN
        scale = min(inner / width, _TALLEST / height)
        left = _MARGIN + (inner - width * scale) / 2
        self.page.image(io.BytesIO(svg.encode()), x=left, w=width * scale, h=height * scale)
        self.page.ln(8)


def _in_usual_letters(text: str) -> str:
    """Replace characters that the fonts lack by similar ones, or by question marks."""

    def near(character: str) -> str:
        for form in (character, unicodedata.normalize("NFKD", character)):
            if known := form.encode(_ENCODING, "ignore").decode(_ENCODING):
                return known
        return "?"

    return "".join(near(c) if c.isprintable() or c == "\n" else " " for c in text)
