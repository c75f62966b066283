"""JSON data for pages: positions (``docs/pages.md``) and moves.

Positions are in the JSON notation (:mod:`spiderpos.formats.json_format`).
"""

from __future__ import annotations

import json
from typing import Any

from ...formats import json_format
from ...game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from ...game.position import Position


def position_data(position: Position, *, face_down: bool = True) -> dict[str, Any]:
    """Return a position in the JSON notation, limited to the data that a board shows.

    The hand is a number of cards; rules and history are left out.  Without ``face_down``, the
    face-down cards of a column are a number, too.
    """
    data: dict[str, Any] = json.loads(
        json_format.dumps(position if face_down else position.hide())
    )
    for key in ("spiderpos", "rules", "dealt"):
        data.pop(key, None)
    return data | {"hand": len(position.hand)}


def move_data(move: Move) -> dict[str, str | int]:
    """Return a move as JSON data for ``core.js``: columns and cells from 1, or 0 for none."""
    match move:
        case Shift(source, target, count):
            return {"kind": "shift", "from": source, "to": target, "count": count}
        case ToCell(column, cell):
            return {"kind": "to-cell", "from": column, "to": cell, "count": 1}
        case FromCell(cell, column):
            return {"kind": "from-cell", "from": cell, "to": column, "count": 1}
        case Remove(column):
            return {"kind": "remove", "from": column, "to": 0, "count": 0}
        case Deal():
            return {"kind": "deal", "from": 0, "to": 0, "count": 0}
