"""Starting processes of Python that find modules only where they are installed."""

from __future__ import annotations

import os
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

__all__ = ["safe_path"]

_VARIABLE: Final = "PYTHONSAFEPATH"
_lock = threading.RLock()


@contextmanager
def safe_path() -> Generator[None, None, None]:
    """Processes of Python that are begun meanwhile don't look for modules in the current folder.

    ``python -c`` and ``python -m``, which :mod:`multiprocessing` uses, look there first: a file
    ``signal.py`` that lies beside a problem would be run.  What they get of this process's own
    ``sys.path`` stays as it is.
    """
    with _lock:
        before = os.environ.get(_VARIABLE)
        os.environ[_VARIABLE] = "1"
        try:
            yield
        finally:
            if before is None:
                del os.environ[_VARIABLE]
            else:
                os.environ[_VARIABLE] = before
