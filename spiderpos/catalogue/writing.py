"""Write problem files: positions, moves and texts as YAML that :mod:`.reading` reads back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import yaml

from .. import formats
from ..formats.base import ReadOptions
from ..game.census import faults
from ..game.position import Position
from ..text.errors import NotWritable, SpiderError

#: The maximum line length of written YAML.
WIDTH: Final = 90


def problem_text(
    position: Position,
    *,
    goal: str = "",
    lines: Mapping[str, str],
    solving: Sequence[str] = (),
    **texts: str,
) -> str:
    """Return the text of a problem file.

    Args:
        position: The problem's position; the problem is partial if it lacks cards of two decks.
        goal: The text of the goal; empty for none.
        lines: The script of each line from the position, by the line's name.
        solving: The names of the lines that reach the goal.
        texts: ``id``, ``title``, ``author``, ``stipulation``.
    """
    rules = {} if position.rules.name == "woods" else {"rules": str(position.rules)}
    entries = [
        {"id": name, "origin": "found", "solves": name in solving or None, "script": script}
        for name, script in lines.items()
    ]
    fields: dict[str, Any] = {key: value for key, value in texts.items() if value} | rules
    fields |= {"partial": bool(faults(position)) or None, "goal": goal or None}
    fields |= {"position": drawn(position), "lines": [_without_none(each) for each in entries]}
    return as_yaml(_without_none(fields))


def _without_none(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value not in (None, [])}


def drawn(position: Position) -> dict[str, Any]:
    """Return the keys of a problem file for a position, as a diagram in place of ``fen``.

    Known face-down cards, the size of the hand and the removed suits become separate keys.  If
    these can't represent the position, or a save line can, the result is that of :func:`stated`.
    """
    keys = stated(position)
    visible = replace(position.hide(), hand=(), removed=())
    rows = formats.dumps(position, "diagram")
    try:
        parsed = formats.loads(rows, "diagram", options=ReadOptions(partial=True))
    except SpiderError:
        return keys
    needs_text = any(position.hand) or None in position.removed or position.cells
    if "text" not in keys or needs_text or parsed.columns != visible.columns:
        return keys
    keys = {"diagram": "".join(f"{row.rstrip()}\n" for row in rows.splitlines())}
    down = {n: c.down for n, c in enumerate(position.columns, 1) if any(c.down)}
    if down:
        keys["face_down"] = {
            n: " ".join(str(c or "??") for c in cards) for n, cards in down.items()
        }
    removed = [str(suit) for suit in position.removed]
    return keys | {"hand": len(position.hand), "removed": removed}


def stated(position: Position, seen: Position | None = None) -> dict[str, Any]:
    """Return the keys of a problem file for a position, as a save line or in ``fen``.

    If a save line can store the position, the keys are that line and a diagram of ``seen`` (by
    default the position); otherwise a text in the notation ``fen``, which can store any position.
    """
    try:
        line = formats.dumps(position, "line").strip()
        if formats.loads(line, "line") != position or faults(position):
            raise NotWritable("line", "all of this")
    except SpiderError:
        return {"text": formats.dumps(position, "fen").strip(), "format": "fen"}
    # The save line defines the position, so the diagram need not be complete.
    rows = formats.dumps(seen or position, "diagram").expandtabs(8).splitlines()
    return {"line": line, "diagram": "".join(f"{row.rstrip()}\n" for row in rows)}


def as_yaml(data: Mapping[str, Any]) -> str:
    """Return keys and values as YAML, in their order; multi-line texts become literal blocks."""
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, width=WIDTH, allow_unicode=True)


class _Dumper(yaml.SafeDumper):
    """A YAML dumper that writes multi-line texts as literal blocks, even if they contain tabs."""

    def analyze_scalar(self, scalar: str) -> Any:
        """Return the styles allowed for a text; tabs in a multi-line text don't restrict them.

        PyYAML would otherwise write a text with tabs as a quoted string.
        """
        analysis = super().analyze_scalar(scalar.replace("\t", " ") if "\n" in scalar else scalar)
        analysis.scalar = scalar
        return analysis


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style)


_Dumper.add_representer(str, _text)
