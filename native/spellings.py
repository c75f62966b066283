"""Writes ``native/page/spellings.hpp``: ``python native/spellings.py``.

The characters that pages take for others come from :mod:`spiderpos.text.source`, words and signs
of tableaux from the terminals of ``grammars/tableau.lark``: all that a terminal matches, each
beside what it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from re import _constants as kinds  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any, Final

from spiderpos.formats import cells, tables
from spiderpos.formats.cells import MEANINGS, Meaning
from spiderpos.game.cards import parse_suit
from spiderpos.text.source import SPELLINGS

HEADER: Final = Path(__file__).parent / "page/spellings.hpp"
GRAMMAR: Final = (Path(__file__).parent.parent / "grammars/layouts.lark").read_text(
    encoding="utf-8"
)
#: Letters for signs with one meaning; for a card that isn't known, face up or face down.
_ONE_MEANING: Final = {Meaning.DOWN: "D", Meaning.NOTHING: "N"}
_QUESTIONS: Final = "Q"
#: Words of cards or columns in another order, which pages refuse.
_ANOTHER_ORDER: Final = (
    r"(?:right to left|bottom (?:card )?first|top (?:card )?last|bottom (?:to top|up)"
    r"|upside[- ]down|mirrored|reversed? order)"
)


def terminal(name: str) -> list[str]:
    """Return the patterns of a terminal that stand between slashes, one for each line of it."""
    match = re.search(rf"^{name}(?:\.-?\d+)?: (.*(?:\n +\|.*)*)", GRAMMAR, re.MULTILINE)
    assert match, name  # noqa: S101 - another grammar than this is for
    return [
        each[1] or re.escape(each[2])
        for line in match[1].split("\n")
        if (each := re.match(r'(?:    \| )?(?:/(.*?)(?<!\\)/[a-z]*(?= |$)|"(.*?)")', line))
    ]


def matched(pattern: str) -> list[str]:
    """Return all texts that a pattern matches, in small letters, what is repeated once."""
    return list(dict.fromkeys(text.lower() for text in _matched(_parser.parse(pattern))))


def _matched(nodes: Iterable[Any]) -> Iterator[str]:
    return map("".join, product(*[list(_of_node(*node)) for node in nodes]))


def _of_node(kind: Any, value: Any) -> Iterator[str]:
    if kind is kinds.LITERAL:
        yield chr(value)
    elif kind is kinds.IN:
        for part, of in value:
            yield from map(chr, range(of[0], of[1] + 1)) if part is kinds.RANGE else (chr(of),)
    elif kind is kinds.BRANCH:
        for branch in value[1]:
            yield from _matched(branch)
    elif kind is kinds.SUBPATTERN:
        yield from _matched(value[-1])
    elif kind is kinds.MAX_REPEAT:
        least, most, part = value
        for count in range(least, (most if most != kinds.MAXREPEAT else max(1, least)) + 1):
            yield from map("".join, product(list(_matched(part)), repeat=count))
    elif kind in (kinds.AT, kinds.ASSERT, kinds.ASSERT_NOT):
        yield ""  # what stands around it
    else:
        raise ValueError(f"{kind} has no texts of its own")


def signs() -> dict[str, str]:
    """Return the signs of cells with what they mean; a letter for each that may mean two things.

    Capital letters mean a face-down card first, small ones no card.
    """
    table: dict[str, str] = {}
    number = 0
    for name, meanings in MEANINGS.items():
        if name == "BACKS":
            continue
        texts = [text for each in terminal(name) for text in matched(each)]
        for text in texts:
            if len(set(text)) == len(text) == 2 and not text.isascii():
                continue  # two shades, for one card
            if name == "QUESTIONS":
                table[text] = _QUESTIONS
            elif len(meanings) == 1:
                table[text] = _ONE_MEANING[meanings[0]]
            else:
                table[text] = chr(ord("a") + number)
                number += 1
    return table


def ranks() -> dict[str, str]:
    """Return ranks in words and digits, as they stand before ``of``."""
    names = {text.partition(" of ")[0] for text in _named()}
    return {name: chr(ord("A") + cells._RANKS[name]) for name in names}


def suits() -> dict[str, str]:
    """Return suits in words."""
    names = {text.partition(" of ")[2] for text in _named()}
    return {name: "cdhs"[parse_suit(name)] for name in names}


def _named() -> list[str]:
    return matched(terminal("_NAMED")[0])


def small_numbers() -> dict[str, str]:
    """Return the words for small numbers."""
    words = terminal("_SMALL")[0].replace(r"\d{1,2}|", "")
    return {word: chr(ord("A") + cells.number_in(word)) for word in matched(words)}


def labels() -> dict[str, str]:
    """Return the words of labels: ``c`` for one that names a column, ``r`` for any other.

    A letter that stands right before the number is one of them.
    """
    pattern = terminal("LABEL")[0]
    words = re.search(r"\(\?:(columns\?[^()]*)\)", pattern)
    letters = re.search(r"\|\[(\S*?)\]\?\\d\{1,2\}", pattern)
    assert words  # noqa: S101
    assert letters  # noqa: S101
    names = tables.A_COLUMN
    return {
        word: "c" if names.search(f"{word}1") else "r"
        for word in [*matched(words[1]), *letters[1]]
    }


def piles() -> dict[str, str]:
    """Return what is said beside a tableau.

    ``h`` stands for the hand, ``g`` for the suits removed, ``r`` behind a number for rows.
    """
    gone = re.search(r"\(\?:(removed.*?filled.*?)\)\(", terminal("GONE")[0])
    assert gone  # noqa: S101
    return {
        **dict.fromkeys(matched(terminal("_PILE")[0]), "h"),
        **dict.fromkeys(matched(gone[1]), "g"),
        **dict.fromkeys(matched(terminal("ROWS")[0].removesuffix(r"\b")), "r"),
    }


def text() -> str:
    """Return the header."""
    rows = "\n".join(
        f'    {{0x{ord(sign):04x}, "{meant}"}},' for sign, meant in sorted(SPELLINGS.items())
    )
    tables = "\n".join(
        _table(name, entries)
        for name, entries in {
            "SIGNS": signs(),
            "RANK_WORDS": ranks(),
            "SUIT_WORDS": suits(),
            "NUMBER_WORDS": small_numbers(),
            "HIDDEN_WORDS": dict.fromkeys(matched(terminal("_HIDDEN")[0]), "D"),
            "LABEL_WORDS": labels(),
            "PILE_WORDS": piles(),
            "ORDER_WORDS": dict.fromkeys(matched(_ANOTHER_ORDER), "o"),
        }.items()
    )
    return f"""\
// What readers take a character for (spiderpos/text/source.py), and the words and signs of
// tableaux (grammars/tableau.lark), longest first, each behind the letter of what it stands for.
// `python native/spellings.py` writes this file.
#pragma once

namespace spiderpos::page {{

struct Spelling {{
  unsigned sign;
  const char* meant;
}};

inline constexpr Spelling SPELLINGS[] = {{
{rows}
}};

{tables}

}}  // namespace spiderpos::page
"""


def _table(name: str, entries: Mapping[str, str]) -> str:
    ordered = sorted(entries.items(), key=lambda entry: (-len(entry[0].encode()), entry[0]))
    lines = [f"{value}{text}\\n".replace('"', r"\"") for text, value in ordered]
    # Two question marks begin a trigraph.
    lines = [
        line.replace("\\/", "\\\\/").replace("??", r"?\?").replace("\t", r"\t") for line in lines
    ]
    parts, row = [], ""
    for line in lines:
        if len(row) + len(line) > 88:
            parts.append(row)
            row = ""
        row += line
    body = "\n".join(f'    "{part}"' for part in [*parts, row])
    return f"inline constexpr char {name}[] =\n{body};"


if __name__ == "__main__":
    HEADER.write_text(text(), encoding="utf-8")
