"""The positions of the catalogue, as they were read when the package was built.

``hatch_build.py`` has :func:`write` make ``problems/compiled.json``.  A file that has changed
since is read from its YAML.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final
from zlib import crc32

from .. import formats
from ..formats.base import ReadOptions
from ..game.position import Position
from ..text.resources import shipped_folder
from .problem import Problem

__all__ = ["start", "write"]

_FILE: Final = "compiled.json"


def start(path: Path) -> Position | None:
    """The position of a problem that ships; None if the file isn't the one that was compiled."""
    found = _starts().get(path.stem)
    if found is None or found[0] != _fingerprint(path):
        return None
    return formats.loads(found[1], "json", options=ReadOptions(partial=True))


@cache
def _starts() -> dict[str, tuple[str, str]]:
    try:
        text = (shipped_folder("problems") / _FILE).read_text(encoding="ascii")
    except FileNotFoundError:
        return {}
    starts: dict[str, tuple[str, str]] = json.loads(text)
    return starts


def _fingerprint(path: Path) -> str:
    data = path.read_bytes()
    return f"{len(data)}-{crc32(data):08x}"


def write(problems: Iterable[Problem]) -> Path:
    """Write the positions of the problems that ship, and say where."""
    starts = {
        problem.id: (_fingerprint(Path(problem.name)), formats.dumps(problem.start, "json"))
        for problem in problems
    }
    path = shipped_folder("problems") / _FILE
    path.write_text(json.dumps(starts), encoding="ascii")
    return path
