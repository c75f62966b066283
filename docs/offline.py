"""The site asks nothing of any other machine: the build fails if one of its pages would."""

from __future__ import annotations

import logging
import re
from typing import Any

__all__ = ["on_post_page"]

_ASKED = re.compile(
    r"""<(?:script|img|iframe|source|link)\b[^>]*\b(?:src|href)=["']?((?:https?:)?//[^"' >]*)"""
)
_LOG = logging.getLogger("mkdocs.hooks.offline")


def on_post_page(output: str, *, page: Any, **_: Any) -> str:
    """Look a page over that is about to be written; links to follow are free to lead elsewhere."""
    for address in _ASKED.findall(output):
        _LOG.warning("%s asks for %s", page.file.src_uri, address)
    return output
