"""Run the benchmarks and write the page of results."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks import duel, notations, pictures, prover, report, starting, winning

BENCHMARKS = [
    module.BENCHMARK for module in (notations, pictures, prover, winning, duel, starting)
]
#: Benchmarks that run only if they are named: the duel downloads and builds other programs.
APART = (duel.BENCHMARK.name,)


def written() -> str:
    """Return the Markdown page with the stored results of all benchmarks."""
    stored = {one.name: report.load(one.name) for one in BENCHMARKS}
    return report.page(BENCHMARKS, {name: result for name, result in stored.items() if result})


def main() -> None:
    names = [one.name for one in BENCHMARKS]
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Measure, store each result in benchmarks/results, and write docs/benchmarks.md.",
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"of {', '.join(names)}; default: all but the duel",
    )
    parser.add_argument(
        "--quick", action="store_true", help="short versions; print the page, store nothing"
    )
    parser.add_argument(
        "--page", action="store_true", help="only write the page, from the stored results"
    )
    parser.add_argument("-o", "--output", type=Path, help="write the page here")
    options = parser.parse_args()
    if unknown := set(options.names) - set(names):
        parser.error(f"no benchmark is called {', '.join(sorted(unknown))}")
    results = {}
    for one in BENCHMARKS:
        if options.page or one.name not in (options.names or set(names).difference(APART)):
            continue
        print(f"{one.name} ...", flush=True)
        results[one.name] = report.take(one, quick=options.quick)
        if not options.quick:
            report.save(one.name, results[one.name])
    if options.quick:
        page = report.page(BENCHMARKS, results)
        if options.output is None:
            print(page)
            return
    else:
        page = written()
    (options.output or report.PAGE).write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
