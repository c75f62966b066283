"""Take the pictures of pages in ``docs/pictures/``: ``python docs/screenshots.py``.

They are taken of the program itself, in the browser that the tests use (Chromium, or what
``SPIDERPOS_BROWSER`` names), and need the extra ``dev``.  Each is a PNG of few colours, so small.
"""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

__all__ = ["main"]

_FOLDER = Path(__file__).parent / "pictures"
_BROWSER = os.environ.get("SPIDERPOS_BROWSER") or shutil.which("chromium")
#: Number of colours.  More make no visible difference, but larger files.
_COLOURS = 64


def main() -> None:
    """Take all pictures."""
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as driver,
        driver.chromium.launch(executable_path=_BROWSER, args=["--no-sandbox"]) as browser,
    ):
        work = Path(folder)
        page = browser.new_page(
            viewport={"width": 1100, "height": 720},
            reduced_motion="reduce",
            bypass_csp=True,  # to give the sheet a printer's margin
        )
        _play(page, work)
        _problem(page, work)
        _sheet(page, work)
        _board(work)


def _play(page: Page, work: Path) -> None:
    """Take a picture of a deal after eight moves, with a hint for the next one."""
    _spiderpos("play", "woods-4", "--no-browser", "-o", str(work / "pages"))
    page.goto((work / "pages/game.html").as_uri() + "#deal=3&rules=modern")
    page.wait_for_selector("body[data-track]")
    play = page.get_by_role("button", name="Play it")
    for number in range(9):
        if number:
            play.click()
        while not play.count():
            page.click("#hint")
            page.wait_for_timeout(700)
    _save(page.screenshot(), "play")


def _problem(page: Page, work: Path) -> None:
    """Take a picture of a problem's page, some moves into its solution."""
    _spiderpos("page", "woods-4", "-o", str(work / "woods-4.html"))
    page.goto(f"{(work / 'woods-4.html').as_uri()}#clubs:3")
    page.wait_for_timeout(700)
    _save(page.screenshot(), "page")


def _sheet(page: Page, work: Path) -> None:
    """Take a picture of the first problems of a book."""
    folder = str(_FOLDER.parents[1] / "problems" / "composed")
    _spiderpos("author", "sheet", folder, "-o", str(work / "sheet.html"))
    page.set_viewport_size({"width": 794, "height": 1123})
    page.emulate_media(media="print")
    page.goto((work / "sheet.html").as_uri())
    page.evaluate("document.querySelector('main').scrollIntoView()")
    page.wait_for_timeout(300)
    _save(page.screenshot(), "sheet")


def _board(work: Path) -> None:
    """Draw a position with ``spiderpos show``."""
    path = work / "board.png"
    options = ["--show-hidden", "--background", "#e4ebe1", "--arrow", "2 from 5 to 9"]
    _spiderpos("show", "woods-4", "--as", "png", "--size", "1100", *options, "-o", str(path))
    _save(path.read_bytes(), "board")


def _spiderpos(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "spiderpos", *arguments], check=True)  # noqa: S603


def _save(data: bytes, name: str) -> None:
    picture = (
        Image.open(io.BytesIO(data)).convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
    )
    path = _FOLDER / f"{name}.png"
    picture.save(path, optimize=True)
    print(f"{path.name}: {picture.width} x {picture.height}, {path.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
