"""The same answers, whichever C++ standard library the core is compiled with."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from spiderpos.catalogue import find_problem, problem_ids
from spiderpos.catalogue.proving import evidence_of, unshown
from spiderpos.solver import prover

NATIVE = Path(__file__).parent.parent / "native"
#: In a process of its own, with another core: what comes of claims, as JSON.
ASK = """
import json, sys
from pathlib import Path
from spiderpos.solver import prover
from spiderpos.catalogue import find_problem
from spiderpos.solver.prover import Budget, native

native._LIBRARY = Path(sys.argv[1])
assert native.available()
found = {}
for name in sys.argv[2:]:
    problem = find_problem(name.partition(":")[0])
    (claim,) = (c for c in problem.claims if c.id == name.partition(":")[2])
    start = problem.position(claim.data.position)
    searched = prover.solve(start, claim.goal, budget=Budget(seconds=None)).searched
    found[name] = [searched.digest, searched.classes, list(searched.precision)]
print(json.dumps(found))
"""

pytestmark = [
    pytest.mark.skipif(
        importlib.util.find_spec("ziglang") is None,
        reason="ziglang, which compiles with libc++, is not installed ('.[libcxx]')",
    ),
    pytest.mark.skipif(not prover.native_core(), reason="the compiled core is not installed"),
]


@pytest.fixture(scope="module")
def libcxx(tmp_path_factory):
    """The core with LLVM's library."""
    library = tmp_path_factory.mktemp("libcxx") / "core.so"
    sources = [str(NATIVE / name) for name in ("spiderpos.cpp", "winning.cpp")]
    flags = ["-O2", "-std=c++17", "-shared", "-fPIC", "-fvisibility=hidden", "-DNDEBUG"]
    command = [sys.executable, "-m", "ziglang", "c++", *flags, "-o", str(library), *sources]
    subprocess.run(command, check=True)
    return library


def claims(most):
    """Claims that classes proved impossible, in no more than so many steps."""
    for name in problem_ids():
        problem = find_problem(name)
        records = evidence_of(problem)
        for claim in unshown(problem):
            record = records.get(claim.id)
            if (
                record is not None
                and record.searched.method == "classes"
                and record.searched.steps <= most
            ):
                yield f"{name}:{claim.id}"


def same(library, names):
    found = []
    for other in (library, prover.native._LIBRARY):
        command = [sys.executable, "-c", ASK, str(other), *names]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        found.append(json.loads(done.stdout))
    assert found[0] == found[1]
    assert len(found[0]) == len(names)


def test_searches_come_to_the_same_classes(libcxx):
    names = list(claims(20_000))
    assert len(names) > 80
    same(libcxx, names)


@pytest.mark.long
def test_all_searches_come_to_the_same_classes(libcxx):
    same(libcxx, list(claims(10**9)))
