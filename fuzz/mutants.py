"""Mutation tests: plant mistakes in the sources, one at a time, and run the tests.

    python -m fuzz.mutants engine 60
    python -m fuzz.mutants goals 60 --seed 2
    python -m fuzz.mutants core 20 --of steps.hpp
    python -m fuzz.mutants planted 100 --of check.py

Each mistake is a change in one place, such as another comparison, ``and`` for ``or``, a number
plus one, a negated condition, a missing statement; with ``planted``, it is one from
``planted.txt``.  The file's tests run in a copy of the checkout; they must pass without the
mistake.  Mistakes that no test detects are printed, and at the end how many are detected.  A
mistake without any effect, such as a change to a limit that is never reached, can't be detected.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]

#: Files, as patterns, and their tests.
TARGETS = {
    "engine": (
        ["spiderpos/game/engine.py", "spiderpos/game/position.py"],
        ["test_engine", "test_engine_properties"],
    ),
    "goals": (
        ["spiderpos/goals/*.py"],
        ["test_goals", "test_judge", "test_remainder", "test_plans", "test_unknown_cards"],
    ),
    "formats": (
        ["spiderpos/formats/*.py"],
        ["test_formats", "test_reading", "test_layouts", "test_line", "test_windows7"],
    ),
    "scripts": (
        ["spiderpos/scripts/*.py"],
        [
            *("test_script_words", "test_script_letters", "test_script_numbers"),
            *("test_script_prose", "test_log", "test_supermove", "test_reading"),
        ],
    ),
    "core": (
        [f"native/{folder}/*.hpp" for folder in ("game", "prover", "winning")],
        ["test_native", "test_certificates", "test_winning", "test_prover"],
    ),
}
#: The tests for mistakes of planted.txt, by file; those for the core are in planted().
PLANTED = {
    "certificates/check.py": ["test_checker", "test_blocked", "test_certificates"],
    "spiderpos/solver/prover/blocked.py": ["test_blocked"],
    "spiderpos/goals/judge.py": ["test_judge", "test_unknown_cards", "test_plans", "test_goals"],
}
SECONDS = 900


class Mutant(NamedTuple):
    """A replacement for the text between two offsets of a file."""

    path: Path
    start: int
    stop: int
    text: str


_COMPARED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">",
    ast.Eq: "!=", ast.NotEq: "==", ast.In: "not in", ast.NotIn: "in",
    ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip


def python_mutants(path: Path) -> Iterator[Mutant]:
    """Yield possible mistakes in the functions of a Python file."""
    text = path.read_text(encoding="utf-8")
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def offset(line: int, column: int) -> int:
        # ast counts columns in bytes.
        before = text[starts[line - 1] :].encode()[:column]
        return starts[line - 1] + len(before.decode())

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno
        assert node.end_col_offset is not None
        return (
            offset(node.lineno, node.col_offset),
            offset(node.end_lineno, node.end_col_offset),
        )

    functions = (n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef))
    for node in {id(n): n for f in functions for b in f.body for n in ast.walk(b)}.values():
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = span(node.left)[1], span(node.comparators[0])[0]
            between = text[left:right]
            old = re.sub(r"[()\s]+", " ", between).strip()
            new = _COMPARED[type(node.ops[0])]
            if old and between.count(old) == 1:
                yield Mutant(path, left, right, between.replace(old, new))
        elif isinstance(node, ast.BoolOp):
            word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            first, second = span(node.values[0])[1], span(node.values[1])[0]
            between = text[first:second]
            yield Mutant(path, first, second, re.sub(rf"\b{word}\b", other, between, count=1))
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield Mutant(path, span(node)[0], span(node.operand)[0], "")
        elif isinstance(node, ast.If | ast.While | ast.IfExp):
            start, stop = span(node.test)
            yield Mutant(path, start, stop, f"not ({text[start:stop]})")
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            yield Mutant(path, *span(node), str(node.value + 1))
        elif isinstance(node, ast.Expr | ast.AugAssign) and not isinstance(
            getattr(node, "value", None), ast.Constant
        ):
            yield Mutant(path, *span(node), "pass")
        elif isinstance(node, ast.Return) and not isinstance(node.value, ast.Constant | None):
            yield Mutant(path, *span(node.value), "None")


_CPP = [
    (r"(?<=[\w)\]] )<(?= [\w(])", "<="), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r" == ", " != "), (r" != ", " == "), (r" && ", " || "), (r" \|\| ", " && "),
    (r" \+ 1\b", " + 2"), (r" - 1\b", " - 2"), (r"\bcontinue;", ";"), (r"\bbreak;", ";"),
    (r"(?<=return )(?:true|false)(?=;)", "!"),
]  # fmt: skip


def cpp_mutants(path: Path) -> Iterator[Mutant]:
    """Yield possible mistakes in a C++ header, outside of comments, templates and directives."""
    text = path.read_text(encoding="utf-8")
    for pattern, new in _CPP:
        for match in re.finditer(pattern, text):
            line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
            if "//" not in line and "template" not in line and "#" not in line:
                other = {"true": "false", "false": "true"}.get(match[0], new)
                yield Mutant(path, *match.span(), other)


def mistakes() -> Iterator[Mutant]:
    """Parse planted.txt and yield its mistakes: a file, a text in it, and the wrong text."""
    for entry in Path(__file__).with_name("planted.txt").read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in entry.splitlines() if line and not line.startswith("#")]
        if lines:
            name, right, wrong = lines
            text = (ROOT / name).read_text(encoding="utf-8")
            assert text.count(right) == 1, entry
            start = text.index(right)
            wrong = wrong.replace("(nothing)", "")
            yield Mutant(ROOT / name, start, start + len(right), wrong)


def planted() -> list[tuple[Mutant, list[str]]]:
    """Return the mistakes of planted.txt with their tests."""
    core = ["test_native", "test_certificates", "test_prover"]
    return [
        (mutant, PLANTED.get(mutant.path.relative_to(ROOT).as_posix(), core))
        for mutant in mistakes()
    ]


def compile_core(native: Path, library: Path) -> str:
    """Compile the core in a copy of the sources; return the compiler's errors."""
    compiler = shlex.split(os.environ.get("CXX", "c++"))
    flags = ["-O1", "-w", "-std=c++17", "-fPIC", "-fvisibility=hidden", "-shared"]
    # The sources that hatch_build.py compiles; player.cpp is for pages only.
    sources = [str(native / name) for name in ("door.cpp", "page.cpp")]
    command = [*compiler, *flags, *sources, "-o", str(library)]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    return (process.stderr or "the compiler fails") if process.returncode else ""


def copied(folder: Path) -> Path:
    """Make a checkout in which to plant mistakes: copies of sources, links to other files."""
    for entry in ROOT.iterdir():
        if entry.name in ("spiderpos", "native", "certificates", "tests"):
            shutil.copytree(entry, folder / entry.name)
        elif not entry.name.startswith("."):
            (folder / entry.name).symlink_to(entry)
    return folder


def failure(mutant: Mutant, tests: list[str], folder: Path) -> str:
    """Return why a mistake is detected (output of a test, compiler's errors, timeout), or ""."""
    path = folder / mutant.path.relative_to(ROOT)
    right = path.read_text(encoding="utf-8")
    path.write_text(right[: mutant.start] + mutant.text + right[mutant.stop :], encoding="utf-8")
    try:
        library = next((folder / "spiderpos").rglob("native.py")).with_name("_core.so")
        if path.suffix == ".hpp" and (errors := compile_core(folder / "native", library)):
            return errors
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
        process = subprocess.run(
            [*command, *(f"tests/{name}.py" for name in tests)],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        return (process.stdout[-3000:] or "no test ran") if process.returncode else ""
    except subprocess.TimeoutExpired:
        return f"timeout after {SECONDS} seconds"
    finally:
        path.write_text(right, encoding="utf-8")


def main() -> None:
    """Plant mistakes, and print the undetected ones and the number of the others."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", choices=[*TARGETS, "planted"])
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--of", default="", help="only mistakes in paths with this ending")
    options = parser.parse_args()
    if options.target == "planted":
        mutants = planted()
    else:
        patterns, tests = TARGETS[options.target]
        paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
        mutants = [
            (mutant, tests)
            for path in paths
            for mutant in (python_mutants if path.suffix == ".py" else cpp_mutants)(path)
        ]
        random.Random(options.seed).shuffle(mutants)
    mutants = [planned for planned in mutants if str(planned[0].path).endswith(options.of)]
    mutants = mutants[: options.count]
    detected = 0
    with tempfile.TemporaryDirectory() as name:
        folder = copied(Path(name))
        for path, tests in {tuple(tests): (m.path, tests) for m, tests in mutants}.values():
            if why := failure(Mutant(path, 0, 0, ""), tests, folder):
                parser.error(f"without a mistake these fail: {', '.join(tests)}\n{why}")
        for mutant, tests in mutants:
            if failure(mutant, tests, folder):
                detected += 1
                continue
            text = mutant.path.read_text(encoding="utf-8")
            line = text.count("\n", 0, mutant.start) + 1
            original = " ".join(text[mutant.start : mutant.stop].split())
            place = mutant.path.relative_to(ROOT)
            print(f"{place}:{line}: '{original}' -> '{mutant.text}'", flush=True)
    print(f"{options.target}: {detected} of {len(mutants)} detected")


if __name__ == "__main__":
    main()
