"""How many positions are screened a second on one core and on two, and problems found an hour.

The same positions, played backwards, are mined with each number of processes, from nothing
each time.
"""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.report import Benchmark, Figures, Row, table
from spiderpos.author.mining.criteria import KINDS
from spiderpos.author.mining.find import Options
from spiderpos.author.mining.jobs import WANTED, Job, JobResult, mine, problems, read
from spiderpos.solver.results import ResultStore

#: How many positions played backwards, and with how many processes.
UNPLAYED, QUICK = 10, 2
PROCESSES = (1, 2)


def measure(quick: bool) -> Figures:
    kinds = tuple(kind for kind in KINDS if kind != "swap")
    options = Options(kinds, "greedy")
    number = QUICK if quick else UNPLAYED
    made = [Job("unplayed", f"benchmark:{n}", options) for n in range(1, number + 1)]
    jobs = {job.key: job for job in made}
    runs: list[Figures] = []
    keys = set()
    for count in PROCESSES:
        with TemporaryDirectory() as folder:
            store: ResultStore[JobResult] = ResultStore(Path(folder) / "mined.jsonl", read, WANTED)
            with store:
                began = time.monotonic()
                for _ in mine(jobs, store, processes=count):
                    pass
                spent = time.monotonic() - began
                outcomes = [outcome for key in jobs if (outcome := store.get(key)) is not None]
                found = problems(jobs, store)
        positions = sum(outcome.positions for outcome in outcomes)
        questions = sum(outcome.questions for outcome in outcomes)
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
    return {"made": number, "runs": runs}


def rows(figures: Figures) -> list[Row]:
    one, two = figures["runs"]
    return [
        Row(
            "problems mined an hour, two processes",
            _found(two),
            f"one process: {_found(one)}",
            f"{two['problems'] / max(one['problems'], 1):.1f}",
        )
    ]


def _found(run: Figures) -> str:
    return f"{run['problems']:,}" if run["problems"] else "none found"


def section(figures: Figures) -> str:
    told = table(
        ["processes", "positions a second", "questions a second", "problems an hour"],
        [
            [run["processes"], run["positions"], run["questions"], _found(run)]
            for run in figures["runs"]
        ],
        right=0,
    )
    return f"""\
[Mining](mining.md) {figures["made"]} made positions, each of which is screened for questions that the prover is
then asked. All runs find the same problems; the work scales with the processes.

{told}
"""


BENCHMARK = Benchmark("mining", "Mining problems", measure, rows, section)
