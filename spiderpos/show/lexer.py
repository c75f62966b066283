"""Pygments' lexer for positions and moves; Pygments finds it by itself, and alone imports it."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from pygments.lexer import RegexLexer  # type: ignore[import-untyped]
from pygments.token import string_to_tokentype  # type: ignore[import-untyped]

from .highlight import NAMES, PATTERNS


class SpiderLexer(RegexLexer):  # type: ignore[misc]
    """Positions as diagrams and in one line, and moves in words."""

    name = "Spider positions and moves"
    aliases: ClassVar = list(NAMES)
    filenames: ClassVar = ["*.spider"]
    flags = re.MULTILINE
    tokens: ClassVar[dict[str, Any]] = {
        "root": [(pattern, string_to_tokentype(kind)) for pattern, kind, _ in PATTERNS]
        + [(r"\s+", string_to_tokentype("Text.Whitespace")), (r".", string_to_tokentype("Text"))]
    }
