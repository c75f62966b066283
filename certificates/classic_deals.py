"""The classic deals 1 to 32000: store the winning lines compressed, and replay all of them.

    spiderpos solve-deals 1-32000 --as-found --time 20 --output results.jsonl
    python certificates/classic_deals.py pack results.jsonl
    python certificates/classic_deals.py check

``classic-deals.txt.xz`` is compressed text with a line for each deal: its number and the moves
that win it, or ``lost`` or ``undecided``.  Columns are a to j.  ``ab`` moves as many cards from a
to b as the ranks require, or the longest natural run to a space; ``ab2`` moves two cards.
``deal`` deals a row.  A complete suit is removed at once, unless ``keep`` follows the move;
``off c`` removes it later.  ``spiderpos replay --script-from letters`` reads such moves.

The first command takes some two hours on one core.  It can be interrupted; the same command
continues.  With a longer ``--time`` it tries undecided deals again.

``winnable-deals.txt`` has the numbers of the deals that can be won, the easiest first: sorted by
the width of the beam that found the line, then by the number of positions visited.

``check`` uses the package to deal and to replay, but not its solver.  ``check.py`` checks the
certificates in this folder for the deals that are ``lost``.
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
_OUTCOMES = {"impossible": "lost", "undecided": "undecided"}
#: Matches the moves and deals of a script, without the cards that are turned up or dealt.
_PARTS = re.compile(r"<(?P<moves>[^>]*)>|(?P<deal>deal(?: keep)?|off [a-j])")


def best_of(files: Iterable[str]) -> dict[int, dict[str, Any]]:
    """Return the results in files of JSON lines by number of the deal, preferring decided ones."""
    best: dict[int, dict[str, Any]] = {}
    for name in files:
        for text in Path(name).read_text(encoding="utf-8").splitlines():
            result = json.loads(text)
            number = int(result["deal"])
            if number not in best or best[number]["outcome"] == "undecided":
                best[number] = result
    return dict(sorted(best.items()))


def pack(files: Iterable[str]) -> None:
    """Write the compressed file and the list of the deals that are won."""
    results = best_of(files)
    lines = (
        f"{number} {_OUTCOMES.get(result['outcome']) or _moves(number, result['line'])}\n"
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


def verdict(number: int, entry: str) -> str:
    """Return won, lost or undecided; ``entry`` is one of the last two, or moves to replay.

    Raises SpiderError for an illegal move, ValueError if the moves don't win.
    """
    if entry in _OUTCOMES.values():
        return entry
    done = replay(deals.deal(number), scripts.loads(entry, "letters"))
    if not is_won(done.end):
        raise ValueError(f"deal {number}: the moves don't win")
    return "won"


def main(arguments: list[str]) -> None:
    """Compress the results in the given files; then, or with ``check``, check all of them."""
    if arguments[:1] == ["pack"]:
        pack(arguments[1:])
    elif arguments != ["check"]:
        sys.exit(__doc__)
    counts: Counter[str] = Counter()
    with lzma.open(FILE, "rt", encoding="utf-8") as lines:
        for line in lines:
            number, entry = line.rstrip("\n").split(" ", 1)
            counts[verdict(int(number), entry)] += 1
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))


if __name__ == "__main__":
    main(sys.argv[1:])
