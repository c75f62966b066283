"""Small random questions about cards that nobody knows, and what is true of them.

A *filling* puts a card into every unknown place and names every removed suit so that the census
has nothing against it.  Whatever is said of a position has to be true of its fillings.
"""

from dataclasses import replace
from itertools import product

from spiderpos import engine, plans, prover
from spiderpos.cards import UNKNOWN, card
from spiderpos.census import by_elimination, deck, faults, playing_suits
from spiderpos.errors import IllegalMove
from spiderpos.goals import (
    Complete,
    Conditions,
    GetSpaces,
    Goal,
    RemoveNumber,
    RemoveSuits,
    SpaceIn,
    TurnUp,
    Uncover,
)
from spiderpos.judge import Verdict, as_played, judge
from spiderpos.position import Column, Position
from spiderpos.prover import Budget, Outcome, brute
from spiderpos.rules import Rules

BUDGET = Budget(seconds=3)


def random_position(rng):
    """A few short columns, perhaps one with a run that lacks little of a suit."""
    while True:
        automatic = rng.random() < 0.6
        rules = Rules(
            suits=rng.choice((1, 2, 4)), automatic_removal=automatic, short_last_deal=True
        )
        suits = playing_suits(rules)
        columns = [_short(rng, suits) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.7:
            columns.append(_run(rng, suits))
        if rng.random() < 0.4:
            columns.append(_pile(rng, suits))
        rng.shuffle(columns)
        removed = tuple(
            rng.choice((None, None, None, *suits)) for _ in range(rng.choice((0, 0, 1, 1, 1)))
        )
        hand = tuple(_some(rng, suits) for _ in range(rng.choice((0, 0, 0, 1, 2))))
        position = Position(tuple(columns), hand, removed, (), rules)
        if places(position) <= 3 and not faults(position, partial=True):
            return position


def _some(rng, suits):
    return UNKNOWN if rng.random() < 0.5 else card(rng.randint(1, 13), rng.choice(suits))


def _short(rng, suits):
    up = [card(rng.choice((1, 2, 3, 4, 5, 12, 13)), rng.choice(suits))]
    while rng.random() < 0.4:
        up.append(card(rng.randint(1, 13), rng.choice(suits)))
    if rng.random() < 0.3:
        up[-1] = card(1, rng.choice(suits))
    if rng.random() < 0.1:
        up[rng.randrange(len(up))] = UNKNOWN
    down = tuple(_some(rng, suits) for _ in range(rng.choice((0, 1, 1, 2))))
    return Column(down, tuple(up))


def _run(rng, suits):
    suit = rng.choice(suits)
    up = [card(rank, suit) for rank in range(13, rng.choice((0, 1, 1, 2)), -1)]
    if rng.random() < 0.5:
        up[rng.choice((0, 0, rng.randrange(len(up))))] = UNKNOWN
    down = tuple(_some(rng, suits) for _ in range(rng.choice((0, 0, 1))))
    return Column(down, tuple(up))


def _pile(rng, suits):
    """Nearly all copies of some cards, so that they must have gone with a removed suit."""
    copies = 8 // len(suits)
    pile = []
    for rank in rng.sample((1, 2, 3, 4, 5, 12, 13), rng.randint(1, 3)):
        most = copies if rng.random() < 0.6 else copies - 1
        pile += [card(rank, suit) for suit in suits for _ in range(most)]
        if rng.random() < 0.7:
            pile.remove(card(rank, rng.choice(suits)))
    rng.shuffle(pile)
    pile.append(card(13, rng.choice(suits)))
    return Column((), tuple(pile))


def random_goal(rng, position):
    """A goal that fits the position, often with conditions."""
    suits = playing_suits(position.rules)
    column = rng.randint(1, len(position.columns))
    objective = rng.choice(
        (
            GetSpaces(rng.randint(1, 2)),
            GetSpaces(1),
            SpaceIn(column),
            TurnUp(1),
            TurnUp(rng.randint(1, 2), column),
            RemoveNumber(1),
            RemoveSuits((rng.choice(suits),)),
            Uncover(card(rng.randint(1, 13), rng.choice(suits))),
            Complete(()),
        )
    )
    conditions = Conditions(
        no_dealing=rng.random() < 0.5,
        no_removing=rng.random() < 0.3,
        no_turning_up=rng.random() < 0.1 and not isinstance(objective, TurnUp),
        no_making_a_space=rng.random() < 0.15,
        no_removing_suits=(rng.choice(suits),) if rng.random() < 0.15 else (),
        moves=rng.choice((None, 2, 3)),
    )
    return Goal((objective,), conditions, whatever=rng.random() < 0.5)


def places(position):
    """How many places hold a card that isn't known."""
    columns = (cards for c in position.columns for cards in (c.down, c.up))
    return sum(cards.count(UNKNOWN) for cards in (*columns, position.hand))


def fillings(rng, position, most):
    """All fillings, or ``most`` of them at random, rather those that complete a run."""
    count, unnamed = places(position), position.removed.count(None)
    kinds = sorted(deck(position.rules))
    suits = playing_suits(position.rules)
    wanted = _completing(position)
    every = len(kinds) ** count * len(suits) ** unnamed <= most
    if every:
        tried = product(product(kinds, repeat=count), product(suits, repeat=unnamed))
    else:
        tried = (
            (
                tuple(
                    rng.choice(wanted) if wanted and rng.random() < 0.4 else rng.choice(kinds)
                    for _ in range(count)
                ),
                tuple(rng.choice(suits) for _ in range(unnamed)),
            )
            for _ in range(most)
        )
    for cards, names in tried:
        filled = _filled(position, cards, names)
        if not faults(filled, partial=True):
            yield filled


def _completing(position):
    """The cards that would continue a run, upwards or downwards."""
    kinds = set(deck(position.rules))
    near = {known + step for c in position.columns for known in c.up if known for step in (-4, 4)}
    return sorted(kind for kind in kinds if int(kind) in near)


def _filled(position, cards, names):
    cards, names = iter(cards), iter(names)

    def fill(places):
        return tuple(found or next(cards) for found in places)

    return replace(
        position,
        columns=tuple(Column(fill(c.down), fill(c.up)) for c in position.columns),
        hand=fill(position.hand),
        removed=tuple(next(names) if suit is None else suit for suit in position.removed),
    )


def holds(goal, position, moves):
    """Whether moves can be played from a position of which all is known, and reach the goal."""
    steps = []
    try:
        for move in moves:
            now = steps[-1].after if steps else position
            steps.append(engine.do(now, move))
    except IllegalMove:
        pass  # What was played may do.
    return judge(replace(goal, whatever=False), position, steps).verdict is Verdict.HOLDS


def plan_holds(plan, goal, position):
    """Whether a plan that is played from a position of which all is known reaches the goal."""
    steps = []
    now = position
    try:
        while True:
            for instruction in plan.script.instructions:
                for call in instruction.resolve(now):
                    steps.append(engine.do(now, call.move))
                    now = steps[-1].after
            if not plan.branches:
                break
            branch = plan.branch(steps[-1].turned[0].card)
            if branch is None:
                break
            plan = branch.plan
    except IllegalMove:
        pass
    return judge(replace(goal, whatever=False), position, steps).verdict is Verdict.HOLDS


def wrong_answer(rng, position, goal, most=60):
    """What is wrong with the solver's answer, None if nothing is found; and the answer."""
    answer = prover.solve(position, goal, budget=BUDGET)
    root = as_played(position, goal)
    plain = replace(goal, whatever=False)
    ways = fillings(rng, root, most)
    if answer.outcome is Outcome.SOLVED:
        moves = [step.move for step in answer.steps]
        for filled in ways:
            if answer.plan is not None:
                done = plan_holds(answer.plan, goal, filled)
            else:
                done = holds(goal, filled, moves)
            if not done:
                return f"solved, but not in {filled}", answer
    elif answer.outcome is Outcome.IMPOSSIBLE:
        outcomes = [brute.solve(filled, plain, budget=BUDGET).outcome for filled in ways]
        if goal.whatever and "it can't be done if" in answer.reason:
            # One way for the cards to lie is enough; it may not be among those that were tried.
            if outcomes and set(outcomes) == {Outcome.SOLVED}:
                return "impossible, but each filling that was tried can be solved", answer
        elif Outcome.SOLVED in outcomes:
            return "impossible, but a filling can be solved", answer
    return None, answer


def wrong_judgement(rng, position, goal, most=60):
    """What is wrong with what is said of a random line, None if nothing is found; the verdict."""
    steps = []
    root = as_played(position, goal)
    for _ in range(rng.randint(1, 4)):
        now = by_elimination(steps[-1].after if steps else root)
        moves = list(engine.legal_moves(now))
        if not moves:
            break
        steps.append(engine.do(steps[-1].after if steps else root, rng.choice(moves)))
    said = judge(goal, root, steps).verdict
    moves = [step.move for step in steps]
    truths = {holds(goal, filled, moves) for filled in fillings(rng, root, most)}
    if said is Verdict.HOLDS and False in truths:
        return f"holds, but not always: {moves}", said
    if said is Verdict.FAILS and True in truths:
        return f"fails, but may hold: {moves}", said
    return None, said


def wrong_plan(rng, position, goal, most=60):
    """What is wrong with what is said of a random plan, None if nothing is found; the verdict."""
    from spiderpos.scripts import words

    goal = replace(goal, whatever=True)
    root = as_played(position, goal)

    def make(now, depth):
        steps = []
        for _ in range(rng.randint(1, 3)):
            moves = list(engine.legal_moves(now))
            if not moves:
                break
            steps.append(engine.do(now, rng.choice(moves)))
            now = steps[-1].after
            if steps[-1].turned:
                break
        script = words.loads(words.dumps(steps)) if steps else words.loads("")
        branches = ()
        if steps and len(steps[-1].turned) == 1 and depth:
            last = steps[-1]
            shown = last.turned[0].card
            kinds = [shown] if shown else sorted(deck(position.rules))
            named = rng.sample(kinds, min(2, len(kinds)))
            branches = [plans.Branch((), make(now, depth - 1))]
            for kind in named:
                try:
                    then = engine.do(last.before, last.move, (kind,)).after
                except IllegalMove:
                    continue
                branches.append(plans.Branch((kind,), make(then, depth - 1)))
            if rng.random() < 0.2:
                branches = branches[1:]
            branches = tuple(branches)
        return plans.Plan(script, branches)

    plan = make(root, 2)
    if "??" in plans.dumps(plan):
        return None, "it names a card that isn't known"
    said = plans.check(plan, position, goal).verdict
    truths = {plan_holds(plan, goal, filled) for filled in fillings(rng, root, most)}
    if said is Verdict.HOLDS and False in truths:
        return f"the plan holds, but not always:\n{plans.dumps(plan)}", said
    return None, said
