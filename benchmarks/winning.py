"""Winning whole deals: how many, how fast, in how much memory, in how many moves.

    python benchmarks/winning.py                    # deals 1 to 100
    python benchmarks/winning.py --deals 1-1000 --jobs 2 --output results.jsonl

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
import platform
import resource
import statistics
import time
from pathlib import Path

from spiderpos import replay, scripts
from spiderpos.deals import deal
from spiderpos.goals import parse
from spiderpos.judge import Verdict, judge
from spiderpos.prover import Budget
from spiderpos.rules import parse_rules
from spiderpos.winning import solve

#: What the open solver of KPatience's author took for 12 random deals on one such core, each win
#: replayed by another checker.
REFERENCE = "11 of 12 deals in 3.9-6.5 s each with under 60 MB, lines of 112-168 moves"


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", default="1-100")
    parser.add_argument("--rules", default="woods")
    parser.add_argument("--goal", default="win")
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--output", type=Path)
    told = parser.parse_args()
    first, _, last = told.deals.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    results = []
    if told.output and told.output.exists():
        results = [json.loads(line) for line in told.output.read_text().splitlines()]
    done = {result["deal"] for result in results}
    tasks = [(n, told.rules, told.goal, told.time) for n in numbers if n not in done]
    with multiprocessing.get_context("spawn").Pool(told.jobs, maxtasksperchild=1) as pool:
        for result in pool.imap_unordered(solve_one, tasks):
            results.append(result)
            if told.output:
                with told.output.open("a") as file:
                    file.write(json.dumps(result) + "\n")
            print(json.dumps(result), flush=True)
    results = [result for result in results if result["deal"] in numbers]
    report(results, told.rules)


def report(results: list[dict[str, object]], rules: str) -> None:
    seconds = sorted(float(str(r["seconds"])) for r in results)
    moves = [int(str(r["moves"])) for r in results if r["moves"]]
    memory = max(int(str(r["mebibytes"])) for r in results)
    print(f"\n{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    print(f"rules {rules}: won {len(moves)} of {len(results)}")
    print(f"median {statistics.median(seconds):.2f} s, worst {seconds[-1]:.2f} s by the clock")
    cpu = sorted(float(str(r["cpu"])) for r in results)
    print(f"median {statistics.median(cpu):.2f} s, worst {cpu[-1]:.2f} s of processor time")
    print(f"moves: {statistics.mean(moves):.1f} on average, {min(moves)} to {max(moves)}")
    print(f"memory: {memory} MiB at most")
    print(f"reference: {REFERENCE}")


if __name__ == "__main__":
    main()
