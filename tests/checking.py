"""Import the checker of certificates, and compute sets of states that are closed under its steps.

A set that is closed under all steps is accepted, with any exact cards, if none of its states
reaches the goal.  Comparing these results to brute force tests the checker alone: a mistake in the
compiled core can't hide one in the checker.
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
    """Check the text of a certificate with the functions by which the checker checks a file."""
    node = check.load(text.encode(), len(text))
    return check.prove(check.Question(node, len(text)), node, len(text))


def verdict(node):
    """Return the checker's verdict on a certificate: accepted, refused or unreadable."""
    try:
        prove(json.dumps(node))
    except check.Refused as refused:
        return f"refused: {refused}"
    except Exception as error:
        return f"unreadable: {error!r}"
    return "accepted"


def question(position, goal):
    """Return the question part of a certificate, without a proof."""
    return {
        "certificate": 1,
        "rules": certificates.rules_of(position.rules),
        "position": certificates.position_of(position),
        "goal": certificates.goal_of(goal, position),
    }


def random_precision(rng, position):
    """Choose exact cards and their levels at random; return them as rows of a certificate."""
    share = rng.choice([0, 0.2, 0.5, 1])
    return [
        [str(card), number, row, rng.choice(LEVELS)]
        for number, column in enumerate(position.columns, 1)
        for row, card in enumerate((*column.down, *column.up), 1)
        if card and rng.random() < share
    ]


#: The class in the checker and the key in the file, for each kind of proof that has a set.
SETS = {
    "positions": ("Positions", "positions"),
    "classes": ("Classes", "classes"),
    "heads": ("Heads", "states"),
}


def closed(node, most=400):
    """Return the certificate with the set of all states that the checker's steps reach.

    The search doesn't go on from a state that reaches the goal.  The result is None if there are
    more than ``most`` states.  A certificate of another kind of proof is returned as it is.  If
    the certificate has a wider question, the set is for that one.
    """
    if node["proof"] not in SETS:
        return node
    kind, key = SETS[node["proof"]]
    query = check.Question(node.get("wider", node), 10**7, 14)
    game = vars(check)[kind](query, copy.deepcopy(node) | {key: []})
    met = {state for _, state, _ in game.start()}
    waiting = list(met)
    while waiting:
        before = waiting.pop()
        for _, state, last in () if game.reached(before) else game.after(before):
            if not last and state not in met:
                met.add(state)
                waiting.append(state)
        if len(met) > most:
            return None
    return node | {key: [_member(node, game, state) for state in sorted(met, key=repr)]}


def _member(node, game, state):
    """Return a state of the checker in the format of a certificate."""
    if node["proof"] == "positions":
        pairs, hand, gone = state
        cells = [up[0] for _, up in pairs[game.width :] if up]
        texts = [check.names(pair) for pair in pairs[: game.width]]
        return [texts, check.names([cells]), hand, [*gone]]
    if node["proof"] == "heads":
        return [*map(_listed, state[:-1]), sorted(state[-1])]
    shape, values = state
    first = len(values) - len(node["bases"])
    return [*map(_listed, shape), [max(v, -1) for v in values[first:]], [*values[:first]]]


def _listed(value):
    return [*map(_listed, value)] if isinstance(value, tuple) else value


def closed_classes(position, goal, exact, *, bases, most=3000):
    node = question(position, goal) | {"proof": "classes", "exact": exact}
    return closed(node | {"bases": check.Question(node, 0).named if bases else []}, most)


def closed_positions(position, goal, most=400):
    return closed(question(position, goal) | {"proof": "positions"}, most)


def compare(rng, count, ask, *, mebibytes=2, most=3000):
    """Compare the checker with brute force on ``count`` questions.

    Return numbers of certificates.  A key is the kind of proof ("positions" or "classes") and
    True for accepted ones, False for refused ones.  Questions without a certificate or an
    answer by brute force aren't counted.
    """
    budget = Budget(seconds=None, mebibytes=mebibytes)
    result = {(kind, answer): 0 for kind in ("positions", "classes") for answer in (True, False)}
    for _ in range(count):
        position, goal = ask(rng)
        plain = brute.solve(position, goal, budget=budget)
        if plain.outcome is Outcome.UNDECIDED:
            continue
        impossible = plain.outcome is Outcome.IMPOSSIBLE
        if impossible and plain.searched.method == "positions":
            made = certificates.certificate(position, goal, plain, budget=budget)
            assert verdict(made) == "accepted", f"{position} {goal}"
            result["positions", True] += 1
        exact, bases = random_precision(rng, position), rng.random() < 0.3
        try:
            made = closed_classes(position, goal, exact, bases=bases, most=most)
        except check.Refused:
            continue
        if made is not None:
            answer = verdict(made)
            assert not answer.startswith("unreadable"), answer
            assert impossible or answer != "accepted", f"{position} {goal} {exact} {bases}"
            result["classes", answer == "accepted"] += 1
    return result
