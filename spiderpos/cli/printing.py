"""Print an HTML page to PDF with a locally installed browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

import click

#: Commands of browsers that can print without a window.
_BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome", "microsoft-edge")
#: The time limit for printing a book, in seconds.
_SECONDS: Final = 300


def browser() -> str | None:
    """Return the path of a browser that can print, or None."""
    return next(filter(None, map(shutil.which, _BROWSERS)), None)


def pdf(html: str) -> bytes:
    """Convert a page, which must not need scripts or other files, to PDF.

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
        # Chromium refuses to run as root with its sandbox.
        command += ["--no-sandbox"] * (hasattr(os, "geteuid") and os.geteuid() == 0)
        command += [f"--user-data-dir={folder}/profile", f"--print-to-pdf={out}", page.as_uri()]
        try:
            # The command line contains no user input.
            subprocess.run(command, check=True, capture_output=True, timeout=_SECONDS)  # noqa: S603
            return out.read_bytes()
        except (OSError, subprocess.SubprocessError) as error:
            raise click.UsageError(
                f"{program} failed to print: write .html instead ({error})"
            ) from None
