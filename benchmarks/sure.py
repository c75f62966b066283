"""Winning whatever turns up: endgames in which cards still lie face down.

    python -m benchmarks.sure --make lines   > benchmarks/sure-lines.txt
    python -m benchmarks.sure --make played  > benchmarks/sure-played.txt
    python -m benchmarks sure

``lines``: positions of winning lines of the classic deals (``certificates/``) with an empty hand
and 1 to 8 cards face down.  ``played``: the first position with an empty hand and 2 to 8 cards
face down of games that the player ``weighing`` plays, who sees only what a player sees; games
that never come there are left out.  In both the face-down cards are forgotten.

Each position is decided within so many seconds of the processor, or isn't: a plan that was checked
in every case, or an order of the cards that is proved lost.  Searches are stopped when that much
of the processor's time is used, whatever the clock says: a machine may have other work.
"""

from __future__ import annotations

import argparse
import lzma
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from benchmarks.report import Benchmark, Figures, Row, table
from spiderpos import formats, scripts
from spiderpos.game import deals, engine
from spiderpos.game.position import Position
from spiderpos.game.replay import replay
from spiderpos.goals.goal import parse
from spiderpos.solver import Budget, Searched, solve
from spiderpos.solver.winning.playout import completed, weighing

#: The sets: their names, and the seconds of the processor for each position.
SETS = {"lines": 2.0, "played": 10.0}
POSITIONS, QUICK_POSITIONS = 60, 8
MOST_HIDDEN = 8
GOAL = parse("win whatever turns up")
WHAT = {"lines": "on winning lines", "played": "reached by `play-out`"}
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


def measure(quick: bool) -> Figures:
    return {name: of_set(name, QUICK_POSITIONS if quick else POSITIONS) for name in SETS}


class Late(Exception):
    """The time of the processor is used up."""


def decide(position: Position, seconds: float) -> tuple[str, float, float]:
    """The outcome of a position, the seconds that it took, and those of the search alone."""
    began = time.process_time()
    searched = [began]

    def progress(_searched: Searched) -> None:
        searched[0] = time.process_time()
        if searched[0] - began > seconds:
            raise Late

    try:
        answer = solve(position, GOAL, budget=Budget(None, 1024), progress=progress)
    except Late:
        return "undecided", seconds, seconds
    return str(answer.outcome), time.process_time() - began, searched[0] - began


def of_set(name: str, most: int) -> Figures:
    """What comes of the positions of a set."""
    rows = []
    for position in positions(name)[:most]:
        outcome, spent, _ = decide(position, SETS[name])
        late = spent > SETS[name]
        rows.append((position.face_down, "undecided" if late else outcome, spent))
        print(name, len(rows), *rows[-1], outcome, flush=True)
    decided = [spent for _, outcome, spent in rows if outcome != "undecided"]
    return {
        "of": len(rows),
        "seconds": SETS[name],
        "sure": sum(outcome == "solved" for _, outcome, _ in rows),
        "lost": sum(outcome == "impossible" for _, outcome, _ in rows),
        "median": round(statistics.median(decided), 3),
        "hidden": {
            hidden: [
                sum(h == hidden and outcome != "undecided" for h, outcome, _ in rows),
                sum(h == hidden for h, _, _ in rows),
            ]
            for hidden in sorted({h for h, _, _ in rows})
        },
    }


def rows(figures: Figures) -> list[Row]:
    return [
        Row(
            f"win whatever turns up: endgames {WHAT[name]}, {found['seconds']:g} s each",
            f"{found['sure'] + found['lost']} of {found['of']} decided",
            "no other program is known that answers it",
            "",
        )
        for name, found in figures.items()
    ]


def section(figures: Figures) -> str:
    lines = [
        [
            WHAT[name],
            str(found["of"]),
            f"{found['seconds']:g}",
            str(found["sure"]),
            str(found["lost"]),
            f"{found['median']:g} s",
            ", ".join(f"{n}: {a} of {b}" for n, (a, b) in found["hidden"].items()),
        ]
        for name, found in figures.items()
    ]
    heads = [
        "endgames",
        "",
        "seconds",
        "sure",
        "an order lost",
        "median",
        "decided by cards hidden",
    ]
    return (
        "Four suits, an empty hand, cards face down that nobody knows; the processor's time of a "
        "position, with the check of its plan in every case.\n\n" + table(heads, lines)
    )


BENCHMARK = Benchmark("sure", "Win whatever turns up", measure, rows, section)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--make", choices=SETS)
    parser.add_argument("--set", choices=SETS)
    told = parser.parse_args()
    if told.make:
        make(told.make)
    elif told.set:
        print(of_set(told.set, POSITIONS))
