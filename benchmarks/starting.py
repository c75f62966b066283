"""Measure the processor time of a command that shows one position of the catalogue.

``spiderpos show woods-4`` is compared to a program that shows a board with python-chess.  Both
run in turn, with cached files and compiled modules; the result is the quickest run of each, in
processor time (user and system).
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys

from benchmarks.report import Benchmark, Figures, Row
from spiderpos.catalogue import compiled, load_problems
from spiderpos.text.resources import shipped_folder

OURS, THEIRS = "show woods-4", "print(chess.Board())"
COMMANDS = {
    name: ("-m", "spiderpos", *name.split())
    for name in ("--version", OURS, "verify woods-4", "show --help", "--help")
} | {THEIRS: ("-c", f"import chess; {THEIRS}")}


def seconds(*arguments: str) -> float:
    """Return the processor time of one run."""
    keep = {key: v for key, v in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=keep,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def measure(quick: bool) -> Figures:
    compiled.write(load_problems(shipped_folder("problems")))
    runs: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(2 if quick else 15):
        for name, arguments in COMMANDS.items():
            runs[name].append(seconds(*arguments))
    least = {name: min(times) for name, times in runs.items()}
    return {
        "milliseconds": {name: round(1000 * took) for name, took in least.items()},
        "ratio": round(least[THEIRS] / least[OURS], 2),
    }


def rows(figures: Figures) -> list[Row]:
    took = figures["milliseconds"]
    return [
        Row(
            f"starting: `{OURS}`",
            f"{took[OURS]} ms",
            f"python-chess, `{THEIRS}`: {took[THEIRS]} ms",
            f"{figures['ratio']:.2f}",
        )
    ]


def section(figures: Figures) -> str:
    took = figures["milliseconds"]
    ours = ", ".join(f"`{name}` {took[name]} ms" for name in took if name != THEIRS)
    return (
        "The quickest of 15 runs, in processor time, with the catalogue compiled as in a build: "
        f"{ours}. With python-chess, `{THEIRS}` {took[THEIRS]} ms.\n"
    )


BENCHMARK = Benchmark("starting", "Starting", measure, rows, section)
