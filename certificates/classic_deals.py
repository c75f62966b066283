"""The classic deals 1 to 32000: packs the lines that win them, and replays them all.

    spiderpos solve-deals 1-32000 --output results.jsonl
    python certificates/classic_deals.py pack results.jsonl
    python certificates/classic_deals.py check

The packed file, ``classic-deals.txt.xz``, is text: a line for each deal, its number and the moves
that win it, or ``lost`` or ``undecided``.  Columns are a to j.  ``ab`` moves as many cards from a
to b as the ranks allow, into a space the longest natural run; ``ab2`` moves two.  ``deal`` deals a
row.  A complete suit goes off at once, unless ``keep`` follows the move; ``off c`` takes it off
later.  ``spiderpos replay --from letters`` reads such moves.

``check`` needs the package for its dealing and its rules, not for its solver.  ``lost`` is checked
by ``check.py``, with the certificates that lie beside it.
"""

from __future__ import annotations

import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from spiderpos import scripts
from spiderpos.game import deals
from spiderpos.game.replay import replay
from spiderpos.game.survey import is_won

FILE = Path(__file__).parent / "classic-deals.txt.xz"
_SAID = {"impossible": "lost", "undecided": "undecided"}
#: What the notation writes, without the cards that are turned up or dealt.
_PARTS = re.compile(r"<(?P<moves>[^>]*)>|(?P<deal>deal(?: keep)?|off [a-j])")


def packed(results: Iterable[str]) -> Iterator[str]:
    """The lines of the packed file, by number; of several results for a deal the best counts."""
    best: dict[int, str] = {}
    for text in results:
        result = json.loads(text)
        number = int(result["deal"])
        if best.get(number, "undecided") == "undecided":
            said = _SAID.get(result["outcome"])
            best[number] = said or _moves(number, result["line"])
    for number in sorted(best):
        yield f"{number} {best[number]}"


def _moves(number: int, line: str) -> str:
    done = replay(deals.deal(number), scripts.loads(line, "words"))
    written = scripts.dumps(done.steps, "letters")
    parts = (match["moves"] or match["deal"] for match in _PARTS.finditer(written))
    return ",".join(parts).replace(", ", ",")


def verdict(number: int, said: str) -> str:
    """What a packed line says of a deal, once its moves were replayed: won, lost or undecided.

    Raises SpiderError with the move that isn't legal, ValueError if they don't win.
    """
    if said in _SAID.values():
        return said
    done = replay(deals.deal(number), scripts.loads(said, "letters"))
    if not is_won(done.end):
        raise ValueError(f"deal {number}: the moves don't win")
    return "won"


def main(arguments: list[str]) -> None:
    """Pack the results that the files say, or check the packed file."""
    if arguments[:1] == ["pack"]:
        files = [Path(name).read_text(encoding="utf-8") for name in arguments[1:]]
        texts = (line for text in files for line in text.splitlines())
        text = "".join(f"{line}\n" for line in packed(texts))
        FILE.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    elif arguments != ["check"]:
        sys.exit(__doc__)
    counts: Counter[str] = Counter()
    with lzma.open(FILE, "rt", encoding="utf-8") as lines:
        for line in lines:
            number, said = line.rstrip("\n").split(" ", 1)
            counts[verdict(int(number), said)] += 1
    print(", ".join(f"{count} {said}" for said, count in counts.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
