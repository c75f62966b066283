"""Goals whatever turns up: positions in which cards still lie face down.

    python -m benchmarks.sure --make lines   > benchmarks/sure-lines.txt
    python -m benchmarks.sure --make played  > benchmarks/sure-played.txt
    python -m benchmarks.sure --make goals   > benchmarks/sure-goals.txt
    python -m benchmarks.sure --set lines        # and played, goals: each, then what they come to

``lines``: positions of winning lines of the classic deals (``certificates/``) with an empty hand
and 1 to 8 cards face down.  ``played``: the first position with an empty hand and 2 to 8 cards
face down of games that the player ``weighing`` plays, who sees only what a player sees; games
that never come there are left out.  In both the goal is to win.  ``goals``: other goals, of the first
position with 2 to 12 cards face down in turn of such games with four and two suits, whatever the
hand holds.  In all of them the hidden cards are forgotten.

Each position is decided, or isn't, by a search of so many seconds of the processor, whatever the
clock says: a machine may have other work.  What decides it is a plan, or an order of the cards that
is proved lost.  The engine's check of the plan in every case is told apart.
"""

from __future__ import annotations

import argparse
import lzma
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from unittest import mock

from benchmarks.report import Figures
from spiderpos import formats, scripts
from spiderpos.game import deals, engine
from spiderpos.game.position import Position
from spiderpos.game.replay import replay
from spiderpos.goals import plans
from spiderpos.goals.goal import Goal, parse
from spiderpos.solver import Budget, Searched, solve
from spiderpos.solver.budget import WORK_PER_SECOND
from spiderpos.solver.winning.players import completed, weighing

#: The sets: their names, and the seconds of the processor for each position.
SETS = {"lines": 2.0, "played": 10.0, "goals": 10.0}
POSITIONS = 60
MOST_HIDDEN = 8
WHATEVER = "whatever turns up"
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


def with_goals() -> Iterator[str]:
    """Positions that ``weighing`` reaches in random deals, one a deal, each with a goal."""
    seed = count = 0
    while True:
        seed += 1
        random = Random(seed)
        position = completed(deals.deal(seed, suits=4 if count % 2 else 2), random)
        while position.face_down > count % 11 + 2 and (moves := weighing(position.hide())):
            for move in moves:
                position = engine.do(position, move).after
        if not 2 <= position.face_down <= count % 11 + 2:
            continue
        goal = _goals(position, random)[count // 2 % 6]
        without = " without dealing" if position.hand and count % 3 else ""
        yield f"{formats.dumps(position.hide(), 'fen').strip()} | {goal}{without} {WHATEVER}"
        count += 1


def _goals(position: Position, random: Random) -> tuple[str, ...]:
    """What a player may ask for: a goal of each kind."""
    spaces, down = len(position.spaces), position.face_down
    buried = sorted({card for column in position.columns for card in column.up[:-1]})
    most = max(range(1, 11), key=lambda number: len(position.columns[number - 1].down))
    filled = random.choice([n for n, column in enumerate(position.columns, 1) if column.up])
    return (
        f"get {spaces + random.choice((1, 2))} spaces",
        f"uncover {random.choice(buried)}",
        f"turn up {len(position.columns[most - 1].down)} cards in column {most}",
        random.choice((f"remove {random.choice(position.rules.suits)}", "remove any suit")),
        f"turn up {random.randint(2, down)} cards",
        random.choice((f"get {spaces + 2} spaces", f"get a space in column {filled}")),
    )


def make(name: str) -> None:
    """Print a set."""
    texts = with_goals()
    if name != "goals":
        positions = from_lines() if name == "lines" else from_games()
        texts = (formats.dumps(position, "fen").strip() for position in positions)
    for text in (next(texts) for _ in range(POSITIONS)):
        print(text, flush=True)


def questions(name: str) -> Iterator[tuple[Position, Goal]]:
    """The positions of a set, each with its goal."""
    for line in (_HERE / f"sure-{name}.txt").read_text().splitlines():
        text, _, goal = line.partition(" | ")
        position = formats.loads(text, "fen")
        yield position, parse(goal or f"win {WHATEVER}", position=position)


class _Late(Exception):  # noqa: N818 - no error
    """The time of the processor is used up."""


def decide(position: Position, goal: Goal, seconds: float) -> tuple[str, float, float]:
    """The outcome of a position, the seconds of the search for it, and those of the check."""
    began = time.process_time()
    checking = 0.0

    def progress(_searched: Searched) -> None:
        if time.process_time() - began > seconds:
            raise _Late

    def check(*args: Any, **options: Any) -> plans.Checked:
        nonlocal checking
        before = time.process_time()
        checked = _check(*args, **options)
        checking += time.process_time() - before
        return checked

    _check, budget = plans.check, Budget(work=round(seconds * WORK_PER_SECOND))
    try:
        with mock.patch.object(plans, "check", check):
            answer = solve(position, goal, budget=budget, progress=progress)
    except _Late:
        return "undecided", seconds, checking
    return str(answer.outcome), time.process_time() - began - checking, checking


def of_set(name: str) -> Figures:
    """What comes of the positions of a set."""
    rows: list[tuple[int, str, float, float]] = []
    for position, goal in questions(name):
        outcome, search, check = decide(position, goal, SETS[name])
        late = search > SETS[name]
        rows.append((position.face_down, "undecided" if late else outcome, search, check))
        print(name, len(rows), *rows[-1], flush=True)
    decided = [(search, check) for _, outcome, search, check in rows if outcome != "undecided"]
    return {
        "of": len(rows),
        "seconds": SETS[name],
        "sure": sum(row[1] == "solved" for row in rows),
        "lost": sum(row[1] == "impossible" for row in rows),
        "checked too": sum(search + check <= SETS[name] for search, check in decided),
        "median": round(statistics.median(search for search, _ in decided), 3),
        "median check": round(statistics.median(check for _, check in decided), 3),
        "hidden": {
            str(hidden): [
                sum(row[0] == hidden and row[1] != "undecided" for row in rows),
                sum(row[0] == hidden for row in rows),
            ]
            for hidden in sorted({row[0] for row in rows})
        },
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--make", choices=SETS)
    parser.add_argument("--set", choices=SETS)
    told = parser.parse_args()
    if told.make:
        make(told.make)
    elif told.set:
        print(of_set(told.set))
