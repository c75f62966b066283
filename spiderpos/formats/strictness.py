"""Strict reading: a text is accepted only as the notation's own writer would write it."""

from __future__ import annotations

import re

from ..errors import NotationError
from ..source import SourceText

__all__ = ["refuse_unwritten"]

_SHOWN = 30
_FIELD_END = re.compile(r"[\t\n]")


def refuse_unwritten(
    source: SourceText, written: str, start: int = 0, stop: int | None = None
) -> None:
    """Raise NotationError, at the first difference, if ``source`` isn't what is ``written``.

    ``start`` and ``stop`` are the offsets of the part that counts.  A final line end may be
    missing.
    """
    text = source.text[start:stop]
    if text in (written, written.removesuffix("\n")):
        return
    pairs = zip(text, written, strict=False)
    at = next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(text), len(written)))
    line = _FIELD_END.split(written[at:], maxsplit=1)[0][:_SHOWN]
    if at == len(written):
        message, expected = "there is more text than the position takes", "nothing more"
    else:
        message = "this is not how it is written strictly"
        expected = (
            f"'{line}'" if line else "a tab" if written[at] == "\t" else "the end of the line"
        )
    raise NotationError(message, source.place(start + at), expected)
