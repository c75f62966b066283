"""The Pygments lexer for positions and moves, which Pygments loads through its entry point."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from pygments.lexer import RegexLexer  # type: ignore[import-untyped]
from pygments.token import string_to_tokentype  # type: ignore[import-untyped]

from .highlight import NAMES, PATTERNS


class SpiderLexer(RegexLexer):  # type: ignore[misc]
    """Lexer for positions (diagrams and FEN) and moves in words."""

    name = "Spider positions and moves"
    aliases: ClassVar = list(NAMES)
    filenames: ClassVar = ["*.spider"]
    flags = re.MULTILINE
    tokens: ClassVar[dict[str, Any]] = {
        "root": [(pattern, string_to_tokentype(kind)) for pattern, kind, _ in PATTERNS]
        + [(r"\s+", string_to_tokentype("Text.Whitespace")), (r".", string_to_tokentype("Text"))]
    }
