"""The compiled core (``native/``), a shared library that is built when spiderpos is installed."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Final

_LIBRARY: Final = Path(__file__).parents[1] / "solver/prover/_core.so"


def library() -> ctypes.CDLL | None:
    """Return the library; None if it isn't there, or is switched off with ``SPIDERPOS_PURE=1``."""
    if os.environ.get("SPIDERPOS_PURE") == "1":
        return None
    try:
        return ctypes.CDLL(str(_LIBRARY))
    except OSError:
        return None
