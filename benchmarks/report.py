"""Store the results of benchmarks as JSON files, and write the page with all results."""

from __future__ import annotations

import datetime
import json
import os
import platform
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

#: The figures of a benchmark, as JSON values.
Figures = dict[str, Any]

RESULTS = Path(__file__).with_name("results")
PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the page's first table: a figure, its reference, and the ratio of the two."""

    what: str
    ours: str
    reference: str
    ratio: str


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One benchmark.

    ``measure`` takes True for a quick run and returns the figures.  ``rows`` formats figures for
    the first table, ``section`` as the Markdown below the section's heading.
    """

    name: str
    title: str
    measure: Callable[[bool], Figures]
    rows: Callable[[Figures], list[Row]]
    section: Callable[[Figures], str]


@dataclass(frozen=True, slots=True)
class Result:
    """The figures of a benchmark, with their machine and day; ``quick``: True for a quick run."""

    date: str
    cpu: str
    cores: int
    python: str
    #: Other load of the machine, in words; empty if there was none.
    busy: str
    quick: bool
    figures: Figures

    def circumstances(self) -> str:
        """Describe the day and the machine of the figures in one line."""
        parts = [self.date, f"{self.cores} cores ({self.cpu})", f"Python {self.python}"]
        parts += [self.busy] * bool(self.busy) + ["the quick form"] * self.quick
        return "*" + ", ".join(parts) + "*"


def take(benchmark: Benchmark, *, quick: bool) -> Result:
    """Run a benchmark on this machine."""
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    cores = os.cpu_count() or 1
    # Ignore background load of up to half a program, which every machine has.
    busy = f"with {load:.0f} other programs running" if load >= 0.5 else ""
    figures = benchmark.measure(quick)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return Result(today, cpu(), cores, platform.python_version(), busy, quick, figures)


def cpu() -> str:
    """Return the processor's name, without trademarks."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    name = names[0] if names else platform.processor() or platform.machine()
    return name.replace("(R)", "").replace("(TM)", "")


def save(name: str, result: Result) -> None:
    """Store a result."""
    RESULTS.mkdir(exist_ok=True)
    text = json.dumps(asdict(result), indent=1, ensure_ascii=False)
    (RESULTS / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def load(name: str) -> Result | None:
    """Return the stored result, or None."""
    path = RESULTS / f"{name}.json"
    return Result(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None


def table(head: Sequence[str], rows: Sequence[Sequence[object]], *, right: int = 1) -> str:
    """Return a Markdown table; columns with an index of at least ``right`` are right-aligned."""
    rule = ["---" if number < right else "---:" for number in range(len(head))]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in [head, rule, *rows])


_BEGINNING = """\
# Benchmarks

Every figure has a reference: another program with a comparable task, an aim, or the simple method for
the same task. A ratio above 1 is in our favour.

    pip install -e '.[bench]'
    python -m benchmarks              # all but the duel, about an hour; writes this page
    python -m benchmarks --quick      # a few minutes; prints the page, stores nothing
    python -m benchmarks notations    # one of {names}

Each section begins with the day and the machine of its figures. On a busy machine, times are accurate
to a factor of two or three; ratios, measured in turn in one run, to about a fifth; counts are exact.
This page is generated from `benchmarks/results`, and a test compares the two.

## At a glance
"""


def page(benchmarks: Sequence[Benchmark], results: dict[str, Result]) -> str:
    """Return the page, in Markdown, of those benchmarks that have a result."""
    measured = [one for one in benchmarks if one.name in results]
    rows = [row for one in measured for row in one.rows(results[one.name].figures)]
    glance = table(
        ["", "spiderpos", "reference", "ratio"],
        [[row.what, row.ours, row.reference, row.ratio] for row in rows],
    )
    names = ", ".join(one.name for one in benchmarks)
    parts = [_BEGINNING.format(names=names), glance]
    for one in measured:
        result = results[one.name]
        parts += [f"\n## {one.title}\n", result.circumstances() + "\n"]
        parts.append(one.section(result.figures).strip())
    return "\n".join(parts) + "\n"
