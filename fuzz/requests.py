"""Print requests to the compiled core, for 5 deals and 60 random questions, for requests.cpp."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any
from unittest import mock

from spiderpos.game.deals import deal
from spiderpos.solver import solve, winning
from spiderpos.solver.prover import Budget, brute, native
from tests.questions import any_question


def main() -> None:
    """Print the requests of the solver and of brute force."""
    original = native.call

    def call(request: str, **options: Any) -> Any:
        print(request, end="\n---\n")
        return original(request, **options)

    with mock.patch.object(native, "call", call):
        for number in range(1, 6):
            winning.solve(deal(number), budget=Budget(work=20_000))
        for seed in range(60):
            position, goal = any_question(random.Random(seed))
            for ask in (solve, brute.solve):
                with suppress(winning.Unsupported):
                    ask(position, goal, budget=Budget(work=20_000))


if __name__ == "__main__":
    main()
