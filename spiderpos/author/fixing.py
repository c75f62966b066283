"""Mending what is mechanical in a problem file; all else in it stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..catalogue import loads_problem
from ..catalogue.yamltext import Document, KeyPath, parse
from ..text.errors import NotationError
from . import layout
from .findings import Change, Edit, Finding

__all__ = ["fixed"]


def fixed(
    text: str, findings: Sequence[Finding], *, name: str = "<text>"
) -> tuple[str, tuple[Finding, ...]]:
    """The text with the edits of the findings made, and the findings that are mended by it.

    ``findings`` are those of this very text.  Edits are made only if the data are afterwards what
    they were but for the changes that the findings are about, the comments are the same, and the
    file can still be read if it could be before.  Those of which that isn't so are left out, and
    so is one of two that change the same stretch, for another time.
    """
    mechanical = [finding for finding in findings if finding.edits]
    if not mechanical:
        return text, ()
    try:
        before = parse(text, name)
    except NotationError:
        return text, ()
    readable = _reads(text, name)

    def tried(chosen: Sequence[Finding]) -> str | None:
        after = _edited(text, [edit for finding in chosen for edit in finding.edits])
        changes = [finding.change for finding in chosen if finding.change is not None]
        if after is None or not _as_meant(before, after, changes, name):
            return None
        return after if not readable or _reads(after, name) else None

    whole = tried(mechanical)
    if whole is not None:
        return whole, tuple(mechanical)
    mended, done = text, list[Finding]()
    for finding in mechanical:
        after = tried([*done, finding])
        if after is not None:
            mended, done = after, [*done, finding]
    return mended, tuple(done)


def _edited(text: str, edits: Sequence[Edit]) -> str | None:
    """The text with all edits made; None if two of them are about the same stretch."""
    parts = []
    at = -1
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.stop)):
        if edit.start <= at:
            return None
        parts += [text[max(at, 0) : edit.start], edit.text]
        at = edit.stop
    return "".join(parts) + text[max(at, 0) :]


def _as_meant(before: Document, text: str, changes: Sequence[Change], name: str) -> bool:
    """Whether nothing but these changes comes of a text, and its comments are what they were."""
    try:
        after = parse(text, name)
    except NotationError:
        return False
    meant = before.data
    for change in changes:
        meant = _changed(meant, change.path, change.value)
    return _exactly(after.data) == _exactly(meant) and (
        layout.comments(after) == layout.comments(before)
    )


def _changed(data: Any, path: KeyPath, value: str | bool | None) -> Any:
    """Data with another value at a path, or without it."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(data, tuple):
        return tuple(_changed(x, rest, value) if n == step else x for n, x in enumerate(data))
    if not rest and value is None:
        return {key: x for key, x in data.items() if key != step}
    return {**data, step: _changed(data.get(step), rest, value)}


def _exactly(data: Any) -> str:
    """Data as a text that tells 1 from True and from 1.0; the order of keys says nothing."""
    if isinstance(data, dict):
        items = sorted((repr(key), _exactly(value)) for key, value in data.items())
        return "{" + ", ".join(f"{key}: {value}" for key, value in items) + "}"
    if isinstance(data, tuple):
        return "(" + ", ".join(map(_exactly, data)) + ")"
    return repr(data)


def _reads(text: str, name: str) -> bool:
    try:
        loads_problem(text, name=name)
    except NotationError:
        return False
    return True
