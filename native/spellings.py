"""Writes ``native/page/spellings.hpp``: ``python native/spellings.py``.

The characters that pages take for others come from :mod:`spiderpos.text.source`, which says how
the package's readers take them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from spiderpos.text.source import SPELLINGS

HEADER: Final = Path(__file__).parent / "page/spellings.hpp"


def text() -> str:
    """Return the header."""
    rows = "\n".join(
        f'    {{0x{ord(sign):04x}, "{meant}"}},' for sign, meant in sorted(SPELLINGS.items())
    )
    return f"""\
// What readers take a character for (spiderpos/text/source.py).
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

}}  // namespace spiderpos::page
"""


if __name__ == "__main__":
    HEADER.write_text(text(), encoding="utf-8")
