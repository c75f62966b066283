"""How many positions are screened a second on one core and on two, and problems found an hour.

    python benchmarks/mining.py [--random N] [--jobs 1 2]

The same constructions are mined with each number of processes, from nothing each time.
"""

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from spiderpos.mining import running
from spiderpos.mining.jobs import Job, Options
from spiderpos.mining.store import Store


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--random", type=int, default=10, help="how many constructions")
    parser.add_argument("--seed", default="benchmark")
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    told = parser.parse_args()
    kinds = tuple(kind for kind in Options().kinds if kind != "swap")
    options = Options(kinds, "greedy")
    jobs = [Job("random", f"{told.seed}:{n}", options).dumps() for n in range(told.random)]
    print("processes  seconds  positions/s  questions/s  problems  problems/h")
    keys = set()
    for count in told.jobs:
        with TemporaryDirectory() as folder, Store(Path(folder) / "mined.sqlite") as store:
            began = time.monotonic()
            counted = running.mine(jobs, store, running.on_cores(count))
            spent = time.monotonic() - began
            positions, questions, _ = store.figures(counted)
            found = store.problems(counted)
        keys.add(tuple(sorted(mined.key for mined in found)))
        print(
            f"{count:9}  {spent:7.1f}  {positions / spent:11.1f}  {questions / spent:11.1f}"
            f"  {len(found):8}  {3600 * len(found) / spent:10.0f}"
        )
    assert len(keys) == 1, "other problems were found with another number of processes"


if __name__ == "__main__":
    main()
