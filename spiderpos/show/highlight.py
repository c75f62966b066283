"""Colours for positions and moves as text: one table, for Pygments and for editors.

``python -m spiderpos.show.highlight`` prints the TextMate grammar, ``editors/`` of the sources has
it; :mod:`spiderpos.show.lexer` is for Pygments.
"""

from __future__ import annotations

import json
from typing import Final

from ..game.cards import RANK

#: What the language is called where a block of text names it: its own name and the notations'.
NAMES: Final = ("spiderpos", "diagram", "fen", "letters-text", "words", "prose")

_RUN: Final = f"(?:{RANK}-)?{RANK}"

#: A regular expression, the token of Pygments and the scope of TextMate; the first that fits at
#: a place counts.
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
    """Return the grammar for editors that read TextMate's, as JSON."""
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
