"""The samples of an ordinary run: some cases of the sweeps, other ones after each commit, and some
of the random cases."""

import os
import subprocess
from functools import cache
from pathlib import Path
from zlib import crc32

#: The sample has one out of this number of cases; ``.ci/run`` runs the rest.
SHARE = 8


@cache
def _commit():
    """Return the seed that selects the sample: $SPIDERPOS_SAMPLE, or the current commit."""
    if name := os.environ.get("SPIDERPOS_SAMPLE"):
        return name
    command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def sample(name, cases):
    """Return the set of cases of a parametrised test that an ordinary run tries.

    These are every eighth case, from a first one that depends on the commit, and all that
    have "woods-" in their names. At least one is in the sample.

    Args:
        name: The name of the test.
        cases: The names of its cases, in an order that doesn't change.
    """
    step = min(SHARE, len(cases))
    first = crc32(f"{_commit()} {name}".encode()) % step
    return {case for n, case in enumerate(cases) if n % step == first or "woods-" in case}


class Examples:
    """The share of random cases that a run tries: one out of ``share``."""

    #: An ordinary run tries one out of five; conftest.py sets 1 for the run of the long tests.
    share = 5


def examples(number):
    """Return how many of ``number`` random cases this run tries: a share, but at least 5."""
    return max(5, number // Examples.share)
