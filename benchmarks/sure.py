"""Winning whatever turns up: endgames in which cards still lie face down.

    python -m benchmarks.sure --make lines   > benchmarks/sure-lines.txt
    python -m benchmarks.sure --make played  > benchmarks/sure-played.txt
    python -m benchmarks sure

``lines``: positions of winning lines of the classic deals (``certificates/``) with an empty hand
and 1 to 8 cards face down.  ``played``: the first position with an empty hand and 2 to 8 cards
face down of games that the player ``weighing`` plays, who sees only what a player sees; games
that never come there are left out.  In both the face-down cards are forgotten.

Each position is asked in the processor's time of one process, and each plan is checked by the
engine in every case (``spiderpos.goals.plans``).
"""

from __future__ import annotations

import argparse
import lzma
from collections.abc import Iterator
from pathlib import Path
from random import Random

from spiderpos import formats, scripts
from spiderpos.game import deals, engine
from spiderpos.game.position import Position
from spiderpos.game.replay import replay
from spiderpos.solver.winning.playout import completed, weighing

#: The sets: their names, and the seconds for each position.
SETS = {"lines": 2.0, "played": 10.0}
POSITIONS, QUICK_POSITIONS = 60, 8
MOST_HIDDEN = 8
GOAL = "win whatever turns up"
_HERE = Path(__file__).parent
_LINES = _HERE.parent / "certificates" / "classic-deals.txt.xz"


def from_lines() -> Iterator[Position]:
    """Positions of winning lines, with 1 to 8 cards face down in turn, one a deal."""
    hidden = 1
    for line in lzma.decompress(_LINES.read_bytes()).decode().splitlines():
        number, _, moves = line.partition(" ")
        if moves in ("lost", "undecided"):
            continue
        script = scripts.loads(moves, "letters")
        for step in replay(deals.deal(int(number)), script).steps:
            if not step.after.hand and step.after.face_down == hidden:
                yield step.after.hide()
                hidden = hidden % MOST_HIDDEN + 1
                break


def from_games() -> Iterator[Position]:
    """Positions that ``weighing`` reaches in random deals, one a deal."""
    seed = 0
    while True:
        seed += 1
        position = completed(deals.deal(1), Random(seed))
        while position.hand or position.face_down > MOST_HIDDEN:
            moves = weighing(position.hide())
            if not moves:
                break
            for move in moves:
                position = engine.do(position, move).after
        if not position.hand and 2 <= position.face_down <= MOST_HIDDEN:
            yield position.hide()


def make(name: str) -> None:
    """Print the positions of a set."""
    source = {"lines": from_lines, "played": from_games}[name]()
    for position in (next(source) for _ in range(POSITIONS)):
        print(formats.dumps(position, "fen").strip(), flush=True)


def positions(name: str) -> list[Position]:
    """The positions of a set."""
    text = (_HERE / f"sure-{name}.txt").read_text()
    return [formats.loads(line, "fen") for line in text.splitlines()]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--make", choices=SETS)
    make(parser.parse_args().make)
