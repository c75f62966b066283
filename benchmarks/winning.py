"""Winning whole deals: how many, how fast, in how much memory, in how many moves.

    python -m benchmarks winning                      # deals 1 to 100
    python -m benchmarks.winning --deals 1-1000 --jobs 2 --output build/deals.jsonl

The second form solves any deals; "python -m benchmarks winning" then tells what is in that file.

Each deal is solved in a process of its own, one after the other unless --jobs says otherwise:
the memory is the most that such a process had resident, Python and all.  Each line is replayed
by the rules engine and held against the goal, by this script, from its text.  The run can be
interrupted: with the same --output it goes on where it stopped.

The search was tuned on deals 1001 to 1400.  None of its figures was chosen by looking at deals
1 to 1000.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import resource
import statistics
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.report import Benchmark, Figures, Row, table
from spiderpos import scripts
from spiderpos.game import replay
from spiderpos.game.deals import deal
from spiderpos.game.rules import parse_rules
from spiderpos.goals.goal import parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.solver.prover import Budget
from spiderpos.solver.winning import solve

#: Where `python -m benchmarks` keeps the results deal by deal; it goes on where it stopped.
KEPT = Path(__file__).parents[1] / "build" / "deals.jsonl"
DEALS, QUICK_DEALS = 100, 5
#: Seconds for each deal.
TIME = 60.0


def solve_one(task: tuple[int, str, str, float]) -> dict[str, object]:
    number, rules, goal_text, seconds = task
    position = deal(number, rules=parse_rules(rules))
    goal = parse(goal_text)
    began, cpu = time.perf_counter(), time.process_time()
    answer = solve(position, goal, budget=Budget(seconds, 1024))
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


def solved(
    numbers: Iterable[int], rules: str, goal: str, seconds: float, jobs: int, output: Path | None
) -> Iterator[dict[str, object]]:
    """The results of those deals, those that are in the file first; new ones are added to it."""
    done = kept(output)
    yield from (done[number] for number in numbers if number in done)
    tasks = [(number, rules, goal, seconds) for number in numbers if number not in done]
    with multiprocessing.get_context("spawn").Pool(jobs, maxtasksperchild=1) as pool:
        for result in pool.imap_unordered(solve_one, tasks):
            if output is not None:
                with output.open("a") as file:
                    file.write(json.dumps(result) + "\n")
            yield result


def kept(path: Path | None) -> dict[int, dict[str, object]]:
    """The results in a file, by deal."""
    if path is None or not path.exists():
        return {}
    results = [json.loads(line) for line in path.read_text().splitlines()]
    return {result["deal"]: result for result in results}


def measure(quick: bool) -> Figures:
    if quick:
        results = list(solved(range(1, QUICK_DEALS + 1), "woods", "win", TIME, 1, None))
    else:
        KEPT.parent.mkdir(exist_ok=True)
        for _ in solved(range(1, DEALS + 1), "woods", "win", TIME, 1, KEPT):
            pass
        results = list(kept(KEPT).values())
    return summed(results)


def summed(results: list[dict[str, object]]) -> Figures:
    """What the results come to."""

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
    return []  # the duel has them beside its rivals


def section(figures: Figures) -> str:
    cpu, clock, moves = figures["cpu"], figures["clock"], figures["moves"]
    lost = ", ".join(map(str, figures["not won"]))
    told = table(
        ["", ""],
        [
            ["won", f"{figures['won']} of {figures['of']}" + f" (not {lost})" * bool(lost)],
            ["processor time", f"median {cpu['median']:.2f} s, at most {cpu['most']:.1f} s"],
            ["by the clock", f"median {clock['median']:.2f} s, at most {clock['most']:.1f} s"],
            ["memory of a process, Python and all", f"at most {figures['mebibytes']} MiB"],
            ["moves", f"{moves['mean']} on average, {moves['least']} to {moves['most']}"],
        ],
        right=2,
    )
    return f"""\
Deals {figures["deals"]} (`classic` numbers), four suits, Woods' rules, {TIME:g} seconds each.
Each line was replayed from its text and held against the goal.

{told}

On which deals the weights were tuned, and more figures: [winning whole deals](winning.md).
"""


BENCHMARK = Benchmark("winning", "Winning whole deals", measure, rows, section)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", default="1-100")
    parser.add_argument("--rules", default="woods")
    parser.add_argument("--goal", default="win")
    parser.add_argument("--time", type=float, default=TIME)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--output", type=Path)
    told = parser.parse_args()
    first, _, last = told.deals.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    results = []
    for result in solved(numbers, told.rules, told.goal, told.time, told.jobs, told.output):
        results.append(result)
        print(json.dumps(result), flush=True)
    print(f"\nrules {told.rules}\n{section(summed(results))}")


if __name__ == "__main__":
    main()
