"""How many positions are screened a second on one core and on two, and problems found an hour.

The same constructions are mined with each number of processes, from nothing each time.
"""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from spiderpos.author.mining.store import Store

from benchmarks.report import Benchmark, Figures, Row, table
from spiderpos.author.mining import running
from spiderpos.author.mining.jobs import Job, Options

#: How many constructions, and with how many processes.
CONSTRUCTIONS, QUICK = 10, 2
PROCESSES = (1, 2)


def measure(quick: bool) -> Figures:
    kinds = tuple(kind for kind in Options().kinds if kind != "swap")
    options = Options(kinds, "greedy")
    number = QUICK if quick else CONSTRUCTIONS
    jobs = [Job("random", f"benchmark:{n}", options).dumps() for n in range(number)]
    runs: list[Figures] = []
    keys = set()
    for count in PROCESSES:
        with TemporaryDirectory() as folder, Store(Path(folder) / "mined.sqlite") as store:
            began = time.monotonic()
            counted = running.mine(jobs, store, running.on_cores(count))
            spent = time.monotonic() - began
            positions, questions, _ = store.figures(counted)
            found = store.problems(counted)
        keys.add(tuple(sorted(mined.key for mined in found)))
        runs.append(
            {
                "processes": count,
                "seconds": round(spent, 1),
                "positions": round(positions / spent, 1),
                "questions": round(questions / spent, 1),
                "problems": round(3600 * len(found) / spent),
            }
        )
    assert len(keys) == 1, "other problems were found with another number of processes"
    return {"constructions": number, "runs": runs}


def rows(figures: Figures) -> list[Row]:
    one, two = figures["runs"]
    return [
        Row(
            "problems mined an hour, two processes",
            f"{two['problems']:,}",
            f"one process: {one['problems']:,}",
            f"{two['problems'] / max(one['problems'], 1):.1f}",
        )
    ]


def section(figures: Figures) -> str:
    told = table(
        ["processes", "positions a second", "questions a second", "problems an hour"],
        [
            [run["processes"], run["positions"], run["questions"], f"{run['problems']:,}"]
            for run in figures["runs"]
        ],
        right=0,
    )
    return f"""\
[Mining](mining.md) {figures["constructions"]} constructions, each of which is screened for questions that the prover is
then asked. All runs find the same problems; the work scales with the processes.

{told}
"""


BENCHMARK = Benchmark("mining", "Mining problems", measure, rows, section)
