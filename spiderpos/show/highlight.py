"""Syntax highlighting for positions and moves: one table for Pygments and for editors.

``python -m spiderpos.show.highlight`` prints the TextMate grammar, which ``editors/`` contains.
The lexer for Pygments is :mod:`spiderpos.show.lexer`.
"""

from __future__ import annotations

import json
from typing import Final

from ..game.cards import RANK

#: Names for the language of fenced code blocks in Markdown: "spiderpos", and those of notations.
NAMES: Final = ("spiderpos", "diagram", "fen", "letters-text", "words", "prose")

_RUN: Final = f"(?:{RANK}-)?{RANK}"

#: Regular expression, Pygments token, and TextMate scope.  At each place of a text, the first
#: expression that matches is used.
PATTERNS: Final = (
    (r"#.*$", "Comment.Single", "comment.line.number-sign"),
    (rf"{_RUN}[dh♦♥](?![a-z])", "Literal.String", "string.unquoted.card.red"),
    (rf"{_RUN}[cs♣♠](?![a-z])", "Literal.Number", "constant.numeric.card.black"),
    (r"--|\(sp\)|\?\?", "Name.Builtin", "constant.language.no-card"),
    (r"(?:clubs?|diamonds?|hearts?|spades?)\b", "Name.Class", "entity.name.type.suit"),
    (
        r"(?:from|to|into|onto|deal(?:ing)?|mov(?:e|ing)|remov(?:e|ing)|turn(?:ing|s)? up)\b",
        "Keyword",
        "keyword.control.move",
    ),
    (r"(?:column|cell)\b", "Keyword.Type", "storage.type.place"),
    (r"\d+\b", "Name.Label", "entity.name.section.column"),
    (r"[A-Za-z]+", "Text", "source.word"),
)


def textmate() -> str:
    """Return the TextMate grammar as JSON."""
    grammar = {
        "name": "Spider positions and moves",
        "scopeName": "source.spiderpos",
        "fileTypes": ["spider"],
        "patterns": [
            {"match": pattern, "name": f"{scope}.spiderpos"} for pattern, _, scope in PATTERNS
        ],
    }
    return json.dumps(grammar, indent=2, ensure_ascii=False)


if __name__ == "__main__":
    print(textmate())
