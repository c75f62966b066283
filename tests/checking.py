"""The checker of certificates as a module, and sets that are closed by its own steps.

A set that is closed under all steps, whatever its exact cards are, is accepted if none of its
classes meets the goal.  So what the checker accepts of such sets may be held against brute force:
no mistake of the compiled core can hide one of the checker.
"""

import copy
import importlib.util
import json
from pathlib import Path

from spiderpos.solver import certificates
from spiderpos.solver.prover import Budget, Outcome, brute

FILE = Path(__file__).parent.parent / "certificates" / "check.py"
_spec = importlib.util.spec_from_file_location("check", FILE)
check = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(check)

LEVELS = ["shallow", "kept", "deep"]


def prove(text):
    """Read and check a certificate as the checker does with a file that holds this."""
    node = check.load(text.encode(), len(text))
    return check.prove(check.Question(node, len(text)), node, len(text))


def verdict(node):
    """What the checker says: accepted, refused or unreadable."""
    try:
        prove(json.dumps(node))
    except check.Refused as refused:
        return f"refused: {refused}"
    except Exception as error:
        return f"unreadable: {error!r}"
    return "accepted"


def question(position, goal):
    """What a certificate says of a question, without a proof."""
    return {
        "certificate": 1,
        "rules": certificates.rules_of(position.rules),
        "position": certificates.position_of(position, position),
        "goal": certificates.goal_of(goal, position),
    }


def random_precision(rng, position):
    """Cards taken exactly, of ranks that the position has many of rather than few."""
    share = rng.choice([0, 0.2, 0.5, 1])
    return [
        [str(card), number, row, rng.choice(LEVELS)]
        for number, column in enumerate(position.columns, 1)
        for row, card in enumerate((*column.down, *column.up), 1)
        if card and rng.random() < share
    ]


def closed_classes(position, goal, exact, *, bases, most=3000):
    """A certificate with all classes that steps lead to, reached or not; None if too many."""
    node = question(position, goal) | {"proof": "classes", "exact": exact, "classes": []}
    asked = check.Question(node, 10**6)
    node["bases"] = asked.named if bases else []
    game = check.Classes(asked, copy.deepcopy(node))
    met = {state for _, state, _ in game.start()}
    waiting = list(met)
    while waiting:
        for _, state, last in game.after(waiting.pop()):
            if not last and state not in met:
                met.add(state)
                waiting.append(state)
        if len(met) > most:
            return None
    named = len(node["bases"])
    for shape, values in met:
        first = len(values) - named
        node["classes"].append([*shape, [max(v, -1) for v in values[first:]], values[:first]])
    return node


def compare(rng, count, ask, *, mebibytes=2):
    """Ask ``count`` questions; how many sets were accepted and refused of each outcome."""
    budget = Budget(seconds=None, mebibytes=mebibytes)
    found = {(kind, said): 0 for kind in ("positions", "classes") for said in (True, False)}
    for _ in range(count):
        position, goal = ask(rng)
        plain = brute.solve(position, goal, budget=budget)
        if plain.outcome is Outcome.UNDECIDED:
            continue
        impossible = plain.outcome is Outcome.IMPOSSIBLE
        if impossible and plain.searched.method == "positions":
            made = certificates.certificate(position, goal, plain, budget=budget)
            assert verdict(made) == "accepted", f"{position} {goal}"
            found["positions", True] += 1
        exact, bases = random_precision(rng, position), rng.random() < 0.3
        try:
            made = closed_classes(position, goal, exact, bases=bases)
        except check.Refused:
            continue
        if made is not None:
            said = verdict(made)
            assert not said.startswith("unreadable"), said
            assert impossible or said != "accepted", f"{position} {goal} {exact} {bases}"
            found["classes", said == "accepted"] += 1
    return found


def closed_positions(position, goal, most=400):
    """A certificate with all positions that moves lead to, reached or not; None if too many."""
    node = question(position, goal) | {"proof": "positions", "positions": []}
    return closed(node, most)


def closed(node, most=400):
    """The same of a question as a certificate has it."""
    node = node | {"proof": "positions", "positions": []}
    game = check.Positions(check.Question(node, 10**7, 14), copy.deepcopy(node))
    met = {state for _, state, _ in game.start()}
    waiting = list(met)
    while waiting:
        for _, state, last in game.after(waiting.pop()):
            if not last and state not in met:
                met.add(state)
                waiting.append(state)
        if len(met) > most:
            return None
    for pairs, hand, gone in sorted(met):
        cells = [up[0] for _, up in pairs[game.width :] if up]
        texts = [check.names(pair) for pair in pairs[: game.width]]
        node["positions"].append([texts, check.names([cells]), hand, gone])
    return node
