"""Benchmark of winning whole deals: success rate, time, memory, and number of moves.

    python -m benchmarks winning

Each deal is solved in a separate process; the memory is the largest resident size of such a
process, Python included.  The text of each line is replayed with the rules engine, and the goal
is checked.  An interrupted run can be resumed.

The search was tuned on deals 1001 to 1400.  None of its parameters was chosen by looking at deals
1 to 1000.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import statistics
import time
from collections.abc import Iterable
from pathlib import Path

from benchmarks.report import Benchmark, Figures, Row, table
from spiderpos import scripts
from spiderpos.game import replay
from spiderpos.game.deals import deal
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.solver.prover import Budget
from spiderpos.solver.winning import solve

#: The file of results per deal of `python -m benchmarks`, for resuming an interrupted run.
STORE = Path(__file__).parents[1] / "build" / "deals.jsonl"
DEALS, QUICK_DEALS = 100, 5
#: The time limit for each deal, in seconds.
TIME = 60.0


def solve_one(number: int) -> dict[str, object]:
    position = deal(number)
    goal = parse("win")
    began, cpu = time.perf_counter(), time.process_time()
    answer = solve(position, goal, budget=Budget(TIME, 1024))
    spent, cpu = time.perf_counter() - began, time.process_time() - cpu
    moves = None
    if answer.steps:
        script = scripts.loads(scripts.dumps(answer.steps, "words"))
        steps = replay.replay(position, script).steps
        assert judge(goal, position, steps).verdict is Verdict.HOLDS
        moves = len(steps)
    return {
        "deal": number,
        "outcome": str(answer.outcome),
        "seconds": round(spent, 3),
        "cpu": round(cpu, 3),
        "moves": moves,
        "beam": answer.searched.rounds,
        "mebibytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def solved(numbers: Iterable[int], output: Path | None) -> list[dict[str, object]]:
    """Solve the deals that have no result in the file yet; return these and all stored results."""
    results = []
    if output is not None and output.exists():
        results = [json.loads(line) for line in output.read_text().splitlines()]
    done = {result["deal"] for result in results}
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for result in pool.imap(solve_one, [number for number in numbers if number not in done]):
            if output is not None:
                with output.open("a") as file:
                    file.write(json.dumps(result) + "\n")
            results.append(result)
    return results


def measure(quick: bool) -> Figures:
    STORE.parent.mkdir(exist_ok=True)
    deals = range(1, 1 + (QUICK_DEALS if quick else DEALS))
    return summed(solved(deals, None if quick else STORE))


def summed(results: list[dict[str, object]]) -> Figures:
    """Return the totals of the results of all deals."""

    def sorted_numbers(key: str) -> list[float]:
        return sorted(float(str(result[key])) for result in results if result[key] is not None)

    cpu, clock, moves = map(sorted_numbers, ("cpu", "seconds", "moves"))
    deals = sorted_numbers("deal")
    return {
        "deals": f"{deals[0]:.0f} to {deals[-1]:.0f}",
        "of": len(results),
        "won": len(moves),
        "not won": [int(str(r["deal"])) for r in results if r["moves"] is None],
        "cpu": {"median": statistics.median(cpu), "most": cpu[-1]},
        "clock": {"median": statistics.median(clock), "most": clock[-1]},
        "moves": {
            "mean": round(statistics.mean(moves), 1),
            "least": int(moves[0]),
            "most": int(moves[-1]),
        },
        "mebibytes": max(int(str(result["mebibytes"])) for result in results),
    }


def rows(_figures: Figures) -> list[Row]:
    return []  # the duel lists them together with the rival's results


def section(figures: Figures) -> str:
    cpu, clock, moves = figures["cpu"], figures["clock"], figures["moves"]
    lost = ", ".join(map(str, figures["not won"]))
    facts = table(
        ["", ""],
        [
            ["won", f"{figures['won']} of {figures['of']}" + f" (not {lost})" * bool(lost)],
            ["processor time", f"median {cpu['median']:.2f} s, at most {cpu['most']:.1f} s"],
            ["wall-clock time", f"median {clock['median']:.2f} s, at most {clock['most']:.1f} s"],
            ["memory of a process, Python included", f"at most {figures['mebibytes']} MiB"],
            ["moves", f"{moves['mean']} on average, {moves['least']} to {moves['most']}"],
        ],
        right=2,
    )
    return f"""\
Deals {figures["deals"]} (`classic` numbers), four suits, Woods' rules, {TIME:g} seconds each.
The text of each line was replayed, and the goal checked.

{facts}

[Winning whole deals](winning.md) has more figures, and the deals on which the weights were tuned.
"""


BENCHMARK = Benchmark("winning", "Winning whole deals", measure, rows, section)
