"""The classic deals 1 to 32000: packs the lines that win them, and replays them all.

    spiderpos solve-deals 1-32000 --as-found --time 20 --output results.jsonl
    python certificates/classic_deals.py pack results.jsonl
    python certificates/classic_deals.py check

The packed file, ``classic-deals.txt.xz``, is text: a line for each deal, its number and the moves
that win it, or ``lost`` or ``undecided``.  Columns are a to j.  ``ab`` moves as many cards from a
to b as the ranks allow, into a space the longest natural run; ``ab2`` moves two.  ``deal`` deals a
row.  A complete suit goes off at once, unless ``keep`` follows the move; ``off c`` takes it off
later.  ``spiderpos replay --script-from letters`` reads such moves.

The first command takes some two hours of one core, can be stopped, and goes on where it was.  What
it leaves undecided is tried again by the same command with a longer ``--time``.

``winnable-deals.txt`` has the numbers of the deals that are won, easiest first: by how wide a beam
found the line, then by how many positions were looked at.

``check`` needs the package for its dealing and its rules, not for its solver.  ``lost`` is checked
by ``check.py``, with the certificates that lie beside it.
"""

from __future__ import annotations

import json
import lzma
import re
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from spiderpos import scripts
from spiderpos.game import deals
from spiderpos.game.replay import replay
from spiderpos.game.survey import is_won

FILE = Path(__file__).parent / "classic-deals.txt.xz"
WINNABLE = FILE.with_name("winnable-deals.txt")
_HEAD = """\
# Deals (classic numbering, four suits) that can be won under Woods' rules, easiest first.
"""
_SAID = {"impossible": "lost", "undecided": "undecided"}
#: What the notation writes, without the cards that are turned up or dealt.
_PARTS = re.compile(r"<(?P<moves>[^>]*)>|(?P<deal>deal(?: keep)?|off [a-j])")


def best_of(files: Iterable[str]) -> dict[int, dict[str, Any]]:
    """The results in files of JSON lines, by number; of several for a deal one that decides."""
    best: dict[int, dict[str, Any]] = {}
    for name in files:
        for text in Path(name).read_text(encoding="utf-8").splitlines():
            result = json.loads(text)
            number = int(result["deal"])
            if number not in best or best[number]["outcome"] == "undecided":
                best[number] = result
    return dict(sorted(best.items()))


def pack(files: Iterable[str]) -> None:
    """Write the packed file and the list of the deals that are won."""
    results = best_of(files)
    lines = (
        f"{number} {_SAID.get(result['outcome']) or _moves(number, result['line'])}\n"
        for number, result in results.items()
    )
    FILE.write_bytes(lzma.compress("".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))
    won = [number for number, result in results.items() if result["outcome"] == "solved"]
    won.sort(key=lambda number: (results[number]["beam"] or 0, results[number]["positions"]))
    WINNABLE.write_text(_HEAD + "".join(f"{number}\n" for number in won), encoding="utf-8")


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
        pack(arguments[1:])
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
