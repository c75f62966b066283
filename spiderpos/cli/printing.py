"""Print a page of HTML to PDF with a browser of this machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

import click

#: Commands of browsers that print without a window.
_BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome", "microsoft-edge")
#: The longest time for a book, in seconds.
_SECONDS: Final = 300


def browser() -> str | None:
    """Return the path of a browser that can print, or None."""
    return next(filter(None, map(shutil.which, _BROWSERS)), None)


def pdf(html: str) -> bytes:
    """Return a page, which has neither scripts nor links to other files, as PDF.

    Raises UsageError if no browser is found, or if it fails.
    """
    program = browser()
    if program is None:
        raise click.UsageError(
            "a PDF needs Chromium, Chrome or Edge: write .html, and print it from your browser"
        )
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page, out = Path(folder) / "book.html", Path(folder) / "book.pdf"
        page.write_text(html, encoding="utf-8")
        command = [program, "--headless", "--disable-gpu", "--no-pdf-header-footer"]
        # Chromium has no sandbox for root.
        command += ["--no-sandbox"] * (hasattr(os, "geteuid") and os.geteuid() == 0)
        command += [f"--user-data-dir={folder}/profile", f"--print-to-pdf={out}", page.as_uri()]
        try:
            # The command has no text of a user.
            subprocess.run(command, check=True, capture_output=True, timeout=_SECONDS)  # noqa: S603
            return out.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise click.UsageError(f"{program} printed nothing: write .html ({error})") from None
