"""Mistakes planted in the sources, one at a time: do the tests see them?

    python -m fuzz.mutants engine 60
    python -m fuzz.mutants goals 60 --seed 2
    python -m fuzz.mutants planted 100 --of check.py

Each mistake is a change of one place: a comparison, ``and`` for ``or``, a number one higher, a
condition turned round, a statement left out; or, with ``planted``, what ``planted.txt`` says.  In
a copy of the checkout the tests that concern the file are run; they have to pass without it.  What
no test sees is printed; the score is the share that one does.  A mistake that changes nothing (a
limit that is never met) survives, too: it is for the reader to tell.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .compiling import compile_core

ROOT = Path(__file__).resolve().parents[1]

#: What can be asked for: files, as patterns, and the tests that concern them.
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
        [
            *("test_formats", "test_reading", "test_layouts", "test_line", "test_windows7"),
        ],
    ),
    "scripts": (
        ["spiderpos/scripts/*.py"],
        [
            *("test_script_words", "test_script_letters", "test_script_numbers"),
            *("test_script_prose", "test_log", "test_supermove", "test_reading"),
        ],
    ),
    "core": (
        ["native/**/*.hpp"],
        ["test_native", "test_certificates", "test_winning", "test_prover"],
    ),
}
#: The tests that concern a file of which planted.txt has mistakes.
PLANTED = {
    "certificates/check.py": ["test_checker", "test_blocked", "test_certificates"],
    "spiderpos/solver/prover/blocked.py": ["test_blocked"],
    "spiderpos/solver/prover/planning.py": ["test_planning", "test_plans"],
    "spiderpos/goals/judge.py": ["test_judge", "test_unknown_cards", "test_plans", "test_goals"],
}
SECONDS = 900


class Mutant(NamedTuple):
    """In a file, from one offset to another, other text."""

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
    """The mistakes that can be made in a Python file, outside of its declarations."""
    text = path.read_text(encoding="utf-8")
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def at(line: int, column: int) -> int:
        whole = text[starts[line - 1] :].encode()[:column]
        return starts[line - 1] + len(whole.decode())

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno
        assert node.end_col_offset is not None
        return at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)

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
    """The mistakes that can be made in a C++ header, outside of comments and templates."""
    text = path.read_text(encoding="utf-8")
    for pattern, new in _CPP:
        for match in re.finditer(pattern, text):
            line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
            if "//" not in line and "template" not in line and "#" not in line:
                told = {"true": "false", "false": "true"}.get(match[0], new)
                yield Mutant(path, *match.span(), told)


def planted(of: str) -> list[tuple[Mutant, list[str]]]:
    """The mistakes of planted.txt in files with this ending, and the tests that concern them."""
    from .planted import mistakes  # noqa: PLC0415 - it needs the compiled core

    result = []
    for mistake in mistakes():
        path = ROOT / mistake.path
        text = path.read_text(encoding="utf-8")
        assert text.count(mistake.right) == 1, mistake
        start = text.index(mistake.right)
        tests = PLANTED.get(mistake.path, ["test_native", "test_certificates", "test_prover"])
        mutant = Mutant(path, start, start + len(mistake.right), mistake.wrong)
        if mistake.path.endswith(of):
            result.append((mutant, tests))
    return result


def copied(folder: Path) -> Path:
    """A checkout to change: copies of the sources, links to everything else."""
    for entry in ROOT.iterdir():
        if entry.name in ("spiderpos", "native", "certificates", "tests"):
            shutil.copytree(entry, folder / entry.name)
        elif not entry.name.startswith("."):
            (folder / entry.name).symlink_to(entry)
    return folder


def failure(mutant: Mutant, tests: list[str], folder: Path) -> str:
    """Return how a test fails with this mistake, or that it can't be compiled; or nothing."""
    path = folder / mutant.path.relative_to(ROOT)
    right = path.read_text(encoding="utf-8")
    path.write_text(right[: mutant.start] + mutant.text + right[mutant.stop :], encoding="utf-8")
    try:
        library = next((folder / "spiderpos").rglob("native.py")).with_name("_core.so")
        if path.suffix == ".hpp" and (errors := compile_core(folder / "native", library)):
            return errors
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
        command += [f"tests/{name}.py" for name in tests if (ROOT / f"tests/{name}.py").exists()]
        environment = os.environ | {"PYTHONPATH": str(folder)}
        ended = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        return (ended.stdout[-3000:] or "no test runs") if ended.returncode else ""
    except subprocess.TimeoutExpired:
        return f"no end after {SECONDS} seconds"
    finally:
        path.write_text(right, encoding="utf-8")


def main() -> None:
    """Plant mistakes, and print what no test sees, and the score."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", choices=[*TARGETS, "planted"])
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--of", default="", help="of the planted ones those in files called so")
    asked = parser.parse_args()
    if asked.target == "planted":
        found = planted(asked.of)
    else:
        patterns, tests = TARGETS[asked.target]
        paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern))
        found = [
            (mutant, tests)
            for path in paths
            for mutant in (python_mutants if path.suffix == ".py" else cpp_mutants)(path)
        ]
        random.Random(asked.seed).shuffle(found)
    seen = tried = 0
    with tempfile.TemporaryDirectory() as name:
        folder = copied(Path(name))
        for path, tests in {tuple(tests): (m.path, tests) for m, tests in found}.values():
            if why := failure(Mutant(path, 0, 0, ""), tests, folder):
                parser.error(f"without a mistake these fail: {', '.join(tests)}\n{why}")
        for mutant, tests in found[: asked.count]:
            tried += 1
            if failure(mutant, tests, folder):
                seen += 1
                continue
            text = mutant.path.read_text(encoding="utf-8")
            line = text.count("\n", 0, mutant.start) + 1
            was = " ".join(text[mutant.start : mutant.stop].split())
            where = f"{mutant.path.relative_to(ROOT)}:{line}"
            print(f"{where}: '{was}' -> '{mutant.text}'", flush=True)
    print(f"{asked.target}: {seen} of {tried} seen, {seen / max(1, tried):.0%}")


if __name__ == "__main__":
    main()
