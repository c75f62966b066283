"""The solver: classes beside plain positions, Woods' questions, all his claims, steps a second.

    python benchmarks/prover.py                 # about ten minutes
    python benchmarks/prover.py --time 5        # seconds for each claim, in place of 60

Everything is measured in one run.  "Positions" is brute force, as far as it gets in the time.
Results are in benchmarks/prover.md.
"""

from __future__ import annotations

import argparse
import platform
import resource
import time
from collections import Counter

from spiderpos import prover
from spiderpos.catalogue import load_problems, proving
from spiderpos.catalogue.loading import find_problem
from spiderpos.goals import parse
from spiderpos.position import Column, Position
from spiderpos.prover import Answer, Budget, Outcome, brute
from spiderpos.resources import shipped_folder

#: What brute force may take for each question.
PLAIN = Budget(seconds=30, mebibytes=1024)

QUESTIONS = [
    ("woods-5", "get a space without dealing, removing"),
    ("woods-6", "remove spades without dealing, making a space"),
]


def part(position: Position, cards: int) -> Position:
    """The last so many face-up cards, taken from all columns in turn, and nothing else."""
    rows, more = divmod(cards, len(position.columns))
    return Position(
        tuple(
            Column((), column.up[-taken:] if (taken := rows + (number < more)) else ())
            for number, column in enumerate(position.columns)
        )
    )


def told(answer: Answer) -> str:
    searched = answer.searched
    count = (
        f"{searched.classes:,}"
        if answer.outcome is Outcome.IMPOSSIBLE
        else "> " * (answer.outcome is Outcome.UNDECIDED) + f"{searched.classes:,}"
    )
    return f"{count:>12} | {searched.seconds:8.3f} s"


def growth() -> None:
    print("\n## Classes against positions\n")
    print("The last cards of woods-5, from all columns in turn; 'get 9 spaces without dealing,")
    print("removing', which is impossible, so that everything is searched.\n")
    print("| cards | positions | time | classes | time |")
    print("|---:|---:|---:|---:|---:|")
    whole = find_problem("woods-5").start
    goal = parse("get 9 spaces without dealing, removing")
    ended = True
    for cards in (10, 11, 12, 13, 14, 15, 16, 18, 20, 30, 40, 50, 60, 80):
        start = part(whole, cards)
        plain = brute.solve(start, goal, budget=PLAIN) if ended else None
        ended = plain is not None and plain.outcome is Outcome.IMPOSSIBLE
        classes = prover.solve(start, goal, budget=Budget(60))
        beside = told(plain) if plain is not None else f"{'-':>12} | {'-':>10}"
        total = sum(len(column) for column in start.columns)
        print(f"| {total} | {beside} | {told(classes)} |", flush=True)


def questions() -> None:
    print("\n## Woods' questions\n")
    print("| problem | goal | positions | time | answer | classes | time | table |")
    print("|---|---|---:|---:|---|---:|---:|---:|")
    for name, text in QUESTIONS:
        start, goal = find_problem(name).start, parse(text)
        plain = brute.solve(start, goal, budget=PLAIN)
        answer = prover.solve(start, goal)
        size = f"{answer.searched.bytes / 2**20:.1f} MiB"
        print(
            f"| {name} | {text} | {told(plain)} | {answer.outcome} | {told(answer)} | {size} |",
            flush=True,
        )


def claims(seconds: float) -> None:
    print("\n## All claims without a line\n")
    began = time.monotonic()
    standing: Counter[str] = Counter()
    steps, spent, slowest = 0, 0.0, (0.0, "")
    undecided: list[str] = []
    for problem in load_problems(shipped_folder("problems")):
        for claim in proving.unshown(problem):
            proof = proving.prove_claim(problem, claim, Budget(seconds))
            standing[str(proof.standing)] += 1
            if proof.answer is None:
                continue
            searched = proof.answer.searched
            name = f"{problem.id}:{claim.id}"
            if searched.method == "classes":
                steps += searched.steps
                spent += searched.seconds
            if proof.answer.outcome is Outcome.UNDECIDED:
                undecided.append(f"{name} ({searched.classes:,} classes, {proof.answer.reason})")
            else:
                slowest = max(slowest, (searched.seconds, name))
    counts = ", ".join(f"{count} {word}" for word, count in sorted(standing.items()))
    print(f"- {counts}; {time.monotonic() - began:.0f} s for all, {seconds:g} s at most for each")
    print(f"- the slowest of those decided: {slowest[1]}, {slowest[0]:.2f} s")
    for line in undecided:
        print(f"- undecided: {line}")
    print(f"- {steps / max(spent, 1e-9):,.0f} steps a second while searching by classes, refining")
    print("  and playing included")


def steps_a_second() -> None:
    print("\n## Steps a second\n")
    start = find_problem("woods-6").start
    for text in (
        "remove hearts without dealing, removing at most 1 other suit",
        "remove hearts without dealing, removing clubs",
    ):
        found = prover.solve(start, parse(text), budget=Budget(10)).searched
        print(
            f"- classes, woods-6, '{text}': {found.steps / max(found.seconds, 1e-9):,.0f} "
            f"({found.steps:,} steps, refining included)"
        )
    small = part(find_problem("woods-5").start, 13)
    goal = parse("get 9 spaces without dealing, removing")
    found = brute.solve(small, goal, budget=PLAIN).searched
    print(f"- positions, in Python: {found.steps / found.seconds:,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--time", type=float, default=60, help="seconds for each claim")
    options = parser.parse_args()
    print(
        f"Python {platform.python_version()}, {platform.machine()}, one core, the compiled core "
        f"{'there' if prover.native_core() else 'missing'}"
    )
    growth()
    questions()
    steps_a_second()
    claims(options.time)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\nThe most memory of the whole run, Python and brute force included: {peak:.0f} MiB")


if __name__ == "__main__":
    main()
