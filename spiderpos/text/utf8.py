"""Bytes from a file or standard input as text: UTF-8, or an error that says where it isn't."""

from __future__ import annotations

from .errors import NotationError
from .source import Place

__all__ = ["text_of"]


def text_of(data: bytes, name: str) -> str:
    """The text that ``data`` says in UTF-8, without a byte order mark; line ends as they are.

    ``name`` is what errors call it.  Raises NotationError with the line and column (both from 1,
    the column in bytes) of the first byte that is no text, a NUL among them.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _not_text(name, data, error.start) from None
    if "\0" in text:
        raise _not_text(name, data, data.index(0))
    return text


def _not_text(name: str, data: bytes, at: int) -> NotationError:
    line = data.count(b"\n", 0, at) + 1
    column = at - data.rfind(b"\n", 0, at)
    stop = data.find(b"\n", at)
    text = data[at - column + 1 : stop if stop >= 0 else at + 40].decode("latin-1")
    return NotationError(
        f"this is not a text file (byte {data[at]:#04x})",
        Place(name, line, column, text),
        "a text in UTF-8",
    )
