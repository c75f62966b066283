"""Print requests for requests.cpp: to the compiled core, or with "page" to the core for pages."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from unittest import mock

from spiderpos.game.deals import deal
from spiderpos.scripts import words
from spiderpos.solver import solve, winning
from spiderpos.solver.prover import Budget, brute, native
from tests import test_pages_grammars, wasm_vectors
from tests.questions import any_question


def core_requests() -> Iterator[str]:
    """Yield the requests of the solver and of brute force, for 5 deals and 60 random questions."""
    with mock.patch.object(native, "call", wraps=native.call) as call:
        for number in range(1, 6):
            winning.solve(deal(number), budget=Budget(work=20_000))
        for seed in range(60):
            position, goal = any_question(random.Random(seed))
            for ask in (solve, brute.solve):
                with suppress(winning.Unsupported):
                    ask(position, goal, budget=Budget(work=20_000))
    yield from (each.args[0] for each in call.call_args_list)


def page_requests() -> Iterator[str]:
    """Yield requests of each kind to the core for pages, from random positions and lines."""
    for text, _ in wasm_vectors.random_vectors(80):
        verb, _, rest = text.partition("\n")
        kind, *numbers = verb.split()
        if kind == "read":
            yield f"fen\n{rest}"
        elif kind == "script":
            position, _, moves = text.rpartition("\n\n\n")
            instructions = map(test_pages_grammars.move, words.loads(moves).instructions)
            yield "\n".join([position, "", "", *instructions])
        else:
            yield text
        if kind == "state":
            made = numbers[0]
            for other in (f"ask {made}", f"sure {made}", f"lost {made} 0", f"tell {made} 3 1 Kh"):
                yield f"{other}\n{rest}"
    yield "tableau 1 0 4\nKd/2x:9s8s - - cells=Ah,-\nthe last card of each line is the bottom one"


if __name__ == "__main__":
    print("\n---\n".join((page_requests if "page" in sys.argv else core_requests)()))
