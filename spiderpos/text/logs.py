"""The logger ``spiderpos``, which reports searches."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

_LOG = logging.getLogger("spiderpos")


@dataclass(slots=True)
class Log:
    """The callback to pass to a search, and the result to be logged, which the caller sets."""

    progress: Callable[[Any], None] | None
    result: object = None


@contextmanager
def logged(task: str, progress: Callable[[Any], None] | None) -> Iterator[Log]:
    """Log the beginning and the result of a task (level INFO), and its progress (DEBUG).

    The block must pass the ``progress`` of the yielded log to the search, and set its
    ``result``.  If the block raises an error, no result is logged.
    """

    def report(searched: Any) -> None:
        _LOG.debug("%s: %s, %s, %.1f s", task, searched.method, searched.met, searched.seconds)
        if progress is not None:
            progress(searched)

    _LOG.info("%s", task)
    log = Log(report if _LOG.isEnabledFor(logging.DEBUG) else progress)
    yield log
    _LOG.info("%s: %r", task, log.result)
