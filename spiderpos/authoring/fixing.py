"""Mending what is mechanical in a problem file; comments and layout stay as they are."""

from __future__ import annotations

from collections.abc import Sequence

from ..catalogue import loads_problem
from ..errors import NotationError
from .findings import Edit, Finding

__all__ = ["fixed"]


def fixed(
    text: str, findings: Sequence[Finding], *, name: str = "<text>"
) -> tuple[str, tuple[Finding, ...]]:
    """The text with the edits of the findings made, and the findings that are mended by it.

    An edit after which the file couldn't be read is left out; so is one of two that change the
    same line, for another time.
    """
    done: list[Finding] = []
    edits: dict[int, Edit] = {}
    for finding in findings:
        if not finding.edits or any(edit.line in edits for edit in finding.edits):
            continue
        tried = edits | {edit.line: edit for edit in finding.edits}
        if _reads(_edited(text, tried), name) or not _reads(text, name):
            edits = tried
            done.append(finding)
    return _edited(text, edits), tuple(done)


def _edited(text: str, edits: dict[int, Edit]) -> str:
    lines = text.split("\n")
    kept = []
    for number, line in enumerate(lines, 1):
        edit = edits.get(number)
        if edit is None:
            kept.append(line)
        elif edit.text is not None:
            kept.append(edit.text)
    return "\n".join(kept)


def _reads(text: str, name: str) -> bool:
    try:
        loads_problem(text, name=name)
    except NotationError:
        return False
    return True
