"""Benchmarks of the prover: search by classes against brute force; Woods' questions and claims.

"Positions" is brute force, within its time limit; "classes" is the search that `docs/prover.md`
describes.  Both are compiled if the core is installed.
"""

from __future__ import annotations

import resource
import time
from collections import Counter

from benchmarks.report import Benchmark, Figures, Row, table
from spiderpos.catalogue import load_problems, proving
from spiderpos.catalogue.loading import find_problem
from spiderpos.game.position import Column, Position
from spiderpos.goals.goal import parse
from spiderpos.solver import prover
from spiderpos.solver.prover import Answer, Budget, Outcome, brute
from spiderpos.text.resources import shipped_folder

#: Time limits in seconds: of brute force for a question, and of the search by classes for a claim.
PLAIN, CLAIM = 30.0, 20.0
QUICK_PLAIN, QUICK_CLAIM = 3.0, 0.5
#: The target time for each of Woods' questions, in seconds.
AIM = 1.0

QUESTIONS = [
    ("woods-5", "get a space without dealing, removing"),
    ("woods-6", "remove spades without dealing, making a space"),
]


def measure(quick: bool) -> Figures:
    plain = QUICK_PLAIN if quick else PLAIN
    figures: Figures = {
        "core": prover.native_core(),
        "brute": "compiled" if prover.native_core() else "in plain Python",
        "plain": plain,
        "growth": growth(plain),
        "questions": [question(name, text, plain) for name, text in QUESTIONS],
        "claims": claims(QUICK_CLAIM if quick else CLAIM),
    }
    figures["mebibytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return figures


def part(position: Position, cards: int) -> Position:
    """Return a part of a position: the last ``cards`` face-up cards, from all columns in turn."""
    rows, more = divmod(cards, len(position.columns))
    return Position(
        tuple(
            Column((), column.up[-taken:] if (taken := rows + (number < more)) else ())
            for number, column in enumerate(position.columns)
        )
    )


def counted(answer: Answer) -> Figures:
    """Return the figures of an answer: outcome, classes or positions, time and memory."""
    searched = answer.searched
    return {
        "outcome": str(answer.outcome),
        "count": searched.classes,
        "seconds": round(searched.seconds, 3),
        "bytes": searched.bytes,
    }


def growth(seconds: float) -> list[Figures]:
    whole = find_problem("woods-5").start
    goal = parse("get 9 spaces without dealing, removing")
    figures: list[Figures] = []
    ended = True
    for cards in (10, 11, 12, 13, 14, 15, 16, 18, 20, 30, 40, 50, 60, 80):
        start = part(whole, cards)
        plain = brute.solve(start, goal, budget=Budget(seconds, 1024)) if ended else None
        ended = plain is not None and plain.outcome is Outcome.IMPOSSIBLE
        figures.append(
            {
                "cards": sum(len(column) for column in start.columns),
                "positions": counted(plain) if plain is not None else None,
                "classes": counted(prover.solve(start, goal, budget=Budget(60))),
            }
        )
    return figures


def question(name: str, text: str, seconds: float) -> Figures:
    start, goal = find_problem(name).start, parse(text)
    plain = brute.solve(start, goal, budget=Budget(seconds, 1024))
    return {
        "problem": name,
        "goal": text,
        "positions": counted(plain),
        "classes": counted(prover.solve(start, goal)),
    }


def claims(seconds: float) -> Figures:
    began = time.monotonic()
    standing: Counter[str] = Counter()
    slowest = (0.0, "")
    undecided: list[Figures] = []
    for problem in load_problems(shipped_folder("problems")):
        for claim in proving.unshown(problem):
            proof = proving.prove_claim(problem, claim, Budget(seconds))
            standing[str(proof.standing)] += 1
            if proof.answer is None:
                continue
            name = f"{problem.id}:{claim.id}"
            searched = proof.answer.searched
            if proof.answer.outcome is Outcome.UNDECIDED:
                undecided.append({"claim": name, "classes": searched.classes})
            else:
                slowest = max(slowest, (round(searched.seconds, 2), name))
    return {
        "each": seconds,
        "all": round(time.monotonic() - began),
        "standing": dict(sorted(standing.items())),
        "slowest": {"claim": slowest[1], "seconds": slowest[0]},
        "undecided": undecided,
    }


def rows(figures: Figures) -> list[Row]:
    questions = [
        Row(
            f"{one['problem']}: `{one['goal']}`",
            f"{one['classes']['outcome']}, {one['classes']['seconds']:.2f} s",
            f"aim: {AIM:g} s; positions: {one['positions']['outcome']} after "
            f"{one['positions']['seconds']:.0f} s",
            f"{AIM / max(one['classes']['seconds'], 0.01):.0f}",
        )
        for one in figures["questions"]
    ]
    both = [one for one in figures["growth"] if ended(one["positions"])]
    last = max(both, key=lambda one: one["cards"])
    fewer = last["positions"]["count"] / last["classes"]["count"]
    return [
        *questions,
        Row(
            f"states of a complete search, {last['cards']} cards",
            f"{last['classes']['count']:,} classes",
            f"{last['positions']['count']:,} positions",
            f"{fewer:,.0f}",
        ),
    ]


def ended(searched: Figures | None) -> bool:
    return searched is not None and searched["outcome"] != str(Outcome.UNDECIDED)


def count_and_time(searched: Figures | None) -> list[str]:
    if searched is None:
        return ["", ""]
    over = "" if ended(searched) else "over "
    return [f"{over}{searched['count']:,}", f"{searched['seconds']:.2g} s"]


def section(figures: Figures) -> str:
    sizes = table(
        ["cards", "positions", "time", "classes", "time"],
        [
            [one["cards"], *count_and_time(one["positions"]), *count_and_time(one["classes"])]
            for one in figures["growth"]
            if one["cards"] not in (11, 13, 15)
        ],
        right=0,
    )
    questions = table(
        ["problem", "goal", "positions", "time", "classes", "time", "memory"],
        [
            [one["problem"], f"`{one['goal']}`", *count_and_time(one["positions"])]
            + [*count_and_time(one["classes"]), f"{one['classes']['bytes'] / 2**20:.2g} MiB"]
            for one in figures["questions"]
        ],
        right=2,
    )
    claims = figures["claims"]
    standing = ", ".join(f"{count} {word}" for word, count in claims["standing"].items())
    undecided = "".join(
        f"\n- undecided: {one['claim']} ({one['classes']:,} classes)"
        for one in claims["undecided"]
    )
    # Results without this entry are older than the compiled brute force.
    brute_force = figures.get("brute", "in plain Python, before it was compiled")
    return f"""\
[The solver](prover.md) explains the classes, and why the answers are right. All searches ran on one processor
core, {"with" if figures["core"] else "without"} the compiled core of the solver.

The last cards of `woods-5`, taken from all columns in turn. The answer to the question, `get 9 spaces without
dealing, removing`, is "impossible", so everything is searched. *Positions* is brute force ({brute_force}),
stopped after {figures["plain"]:g} s.

{sizes}

The number of positions at first doubles with each card, and soon grows faster. The number of classes doubles
about every ten cards.

Woods' own questions, both impossible:

{questions}

All claims of the catalogue that no line proves, at most {claims["each"]:g} s for each, {claims["all"]} s for all
(at most {figures["mebibytes"]} MiB of memory, Python and brute force included):

- {standing}
- the slowest of those decided: {claims["slowest"]["claim"]}, {claims["slowest"]["seconds"]:.2f} s{undecided}
"""


BENCHMARK = Benchmark("prover", "Proving", measure, rows, section)
