"""Loading of the compiled core (``native/``), a shared library built during installation."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Final

_LIBRARY: Final = Path(__file__).parents[1] / "solver/prover/_core.so"


def library() -> ctypes.CDLL | None:
    """Load the library; return None if it is missing or disabled with ``SPIDERPOS_PURE=1``."""
    if os.environ.get("SPIDERPOS_PURE") == "1":
        return None
    try:
        return ctypes.CDLL(str(_LIBRARY))
    except OSError:
        return None
