"""Mistakes planted in the compiled core, one at a time: does the checker of certificates see them?

    python -m fuzz.planted [QUESTIONS]

Each mistake is compiled into a core of its own, which is asked small random questions and claims
of the catalogue.  For each "impossible" the certificate is checked; small questions are answered
by brute force, too.  A mistake is *found* if a certificate is refused, *harmless* if none is and
no answer was wrong, and *MISSED* if a wrong answer came with a certificate that is accepted.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from spiderpos.catalogue import find_problem
from spiderpos.catalogue.proving import unshown
from spiderpos.game.cards import parse_card
from spiderpos.game.position import Position
from spiderpos.goals.goal import Goal
from spiderpos.solver import certificates, prover
from spiderpos.solver.prover import Budget, Outcome, Searched, brute, native
from spiderpos.solver.prover.exact_cards import in_words
from tests.checking import random_precision, verdict
from tests.questions import FEW, random_question

from .compiling import compile_core

ROOT = Path(__file__).parent.parent
CLAIMS = ["woods-4", "woods-5", "mined-one-column", "mined-bait"]
WORK = 2_000_000


class Mistake(NamedTuple):
    """What is written in place of what, in which file of the checkout."""

    path: str
    right: str
    wrong: str


def _places(position: Position, goal: Goal) -> int:
    """In how many places something is wanted at once: it is judged place by place, or refused."""
    return sum(Goal((objective,)).asked(position).places for objective in goal.objectives)


def mistakes() -> list[Mistake]:
    text = (Path(__file__).parent / "planted.txt").read_text()
    found = []
    for entry in text.split("\n\n"):
        lines = [line for line in entry.splitlines() if line and not line.startswith("#")]
        if lines:
            path, right, wrong = lines
            found.append(Mistake(path, right, wrong.replace("(nothing)", "")))
    return found


@contextmanager
def planted(mistake: Mistake | None, folder: Path) -> Iterator[Path]:
    """Plant a mistake in a copy of the sources; the core that comes of it, until it's mended."""
    path = folder / mistake.path if mistake else folder / "native" / "door.cpp"
    right = path.read_text(encoding="utf-8")
    if mistake is not None:
        assert right.count(mistake.right) == 1, (mistake, right.count(mistake.right))
        path.write_text(right.replace(mistake.right, mistake.wrong), encoding="utf-8")
    library = folder / "core.so"
    library.unlink(missing_ok=True)
    errors = compile_core(folder / "native", library)
    try:
        if errors:
            raise RuntimeError(errors)
        yield library
    finally:
        path.write_text(right, encoding="utf-8")


def started(rng: random.Random, position: Position) -> Searched:
    """A search that begins with exact cards."""
    levels = {"shallow": 1, "kept": 2, "deep": 3}
    cards = [
        (column, row, parse_card(card), levels[level])
        for card, column, row, level in random_precision(rng, position)
    ]
    words = in_words(position, cards)
    return Searched("classes", precision=words, bases=rng.random() < 0.3)


def asked(library: str, count: int) -> None:
    """In a process of its own: print what came of the questions, as JSON."""
    native._LIBRARY = Path(library)
    native._library.cache_clear()
    assert native.available()
    rng = random.Random(7)
    questions = [(*random_question(rng, FEW), True) for _ in range(count)]
    questions = [q for q in questions if _places(*q[:2]) < 2]
    for name in CLAIMS:
        problem = find_problem(name)
        for claim in unshown(problem):
            if claim.expected == "impossible" and not claim.goal.whatever:
                start = problem.position(claim.data.position)
                questions.append((start, claim.goal, False))
    came = {"accepted": 0, "refused": 0, "wrong": 0, "missed": 0, "none": 0}
    for position, goal, small in questions:
        # Of small ones most need no exact card: so some are taken exactly from the start.
        begin = started(rng, position) if small else None
        answer = prover.solve(position, goal, budget=Budget(work=WORK), begin=begin)
        if answer.outcome is not Outcome.IMPOSSIBLE or answer.searched.method != "classes":
            came["none"] += 1
            continue
        made = certificates.certificate(position, goal, answer)
        if len(made.get("classes", ())) > 2000:
            came["none"] += 1
            continue
        said = "accepted" if verdict(made) == "accepted" else "refused"
        came[said] += 1
        if small:
            plain = brute.solve(position, goal, budget=Budget(seconds=None, mebibytes=1))
            if plain.outcome is Outcome.SOLVED:
                came["wrong"] += 1
                came["missed"] += said == "accepted"
    print(json.dumps(came))


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top)
        shutil.copytree(ROOT / "native", folder / "native")
        worst = 0
        in_the_core = [mistake for mistake in mistakes() if mistake.path.startswith("native/")]
        for mistake in [None, *in_the_core]:
            with planted(mistake, folder) as library:
                command = [
                    sys.executable,
                    "-m",
                    "fuzz.planted",
                    "--core",
                    str(library),
                    str(count),
                ]
                done = subprocess.run(
                    command, cwd=ROOT, capture_output=True, text=True, check=False
                )
            what = "no mistake" if mistake is None else f"{mistake.path}: {mistake.wrong.strip()}"
            if done.returncode:
                print(f"BROKE | {done.stderr.strip().splitlines()[-1]} | {what}", flush=True)
                continue
            came = json.loads(done.stdout.splitlines()[-1])
            found = "found" if came["refused"] else "harmless"
            if came["missed"] or (mistake is None and came["refused"]):
                found = "MISSED"
                worst = 1
            print(f"{found:8} | {came} | {what}", flush=True)
    sys.exit(worst)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--core"]:
        asked(sys.argv[2], int(sys.argv[3]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 600)
