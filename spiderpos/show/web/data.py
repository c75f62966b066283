"""Positions as JSON data for pages (``docs/pages.md``).

They are in the JSON notation (:mod:`spiderpos.formats.json_format`).
"""

from __future__ import annotations

import json
from typing import Any

from ...formats import json_format
from ...game.position import Position


def position_data(position: Position) -> dict[str, Any]:
    """Return a position in the JSON notation, limited to the data that a board shows.

    The hand is a number of cards; rules and history are left out.
    """
    data: dict[str, Any] = json.loads(json_format.dumps(position))
    for key in ("spiderpos", "rules", "dealt"):
        data.pop(key, None)
    return data | {"hand": len(position.hand)}
