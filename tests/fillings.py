"""Small random questions about unknown cards, and checks of the answers.

A *filling* of a position replaces every unknown card and names every removed suit, so that the
census accepts the result.  Every statement about a position must be true for all its fillings.
"""

from dataclasses import replace
from itertools import product

from spiderpos.formats import fen
from spiderpos.game import engine
from spiderpos.game.cards import UNKNOWN, Suit, card
from spiderpos.game.census import by_elimination, deck, faults
from spiderpos.game.illegal import IllegalMove
from spiderpos.game.moves import Deal
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import DealOverSpaces, Rules
from spiderpos.goals import plans
from spiderpos.goals.goal import (
    Complete,
    DigDown,
    GetSpaces,
    Goal,
    Moves,
    NoDealing,
    NoMakingASpace,
    NoRemoving,
    NoTurningUp,
    OtherSuits,
    Reach,
    RemoveBefore,
    RemoveNumber,
    RemoveSuits,
    SpaceBack,
    SpaceIn,
    TurnUp,
    Uncover,
    Win,
)
from spiderpos.goals.judge import Verdict, judge, known_to_player
from spiderpos.goals.remainder import GoalStatus, what_is_left
from spiderpos.scripts import words
from spiderpos.solver import prover
from spiderpos.solver.prover import Budget, Outcome, brute
from tests.questions import suit_pieces

BUDGET = Budget(work=3_000_000)


def random_position(rng):
    """Return a position with a few short columns, often with a nearly or fully complete suit."""
    while True:
        automatic = rng.random() < 0.6
        rules = Rules(
            suits=rng.choice((1, 2, 4)), automatic_removal=automatic, short_last_deal=True
        )
        suits = rules.suits
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


def nearly_all_known(rng):
    """Return a position with most suits removed, and up to four unknown cards among the rest.

    Often an unknown card has a single possible value, or will have one when another turns up.
    """
    rules = Rules(
        suits=rng.choice((1, 2, 4)),
        automatic_removal=rng.random() < 0.5,
        short_last_deal=True,
        deal_over_spaces=rng.choice(tuple(DealOverSpaces)),
    )
    sets = list(rules.suits) * rules.copies
    rng.shuffle(sets)
    left = [sets.pop() for _ in range(rng.choice((1, 1, 2)))]
    removed = [rng.choice((suit, suit, None)) for suit in sets]
    pieces = [piece for suit in left for piece in suit_pieces(rng, suit, rng.randint(2, 5))]
    rng.shuffle(pieces)
    hand = tuple(pieces.pop()[:1]) if len(pieces) > 2 and rng.random() < 0.3 else ()
    piles = [[] for _ in range(rng.randint(2, 3))]
    for number, piece in enumerate(pieces):
        (piles[number] if number < len(piles) else rng.choice(piles)).extend(piece)
    columns = []
    for pile in piles:
        down = rng.choice((0, 1, 1, 2)) if len(pile) > 2 else 0
        columns.append(Column(tuple(pile[:down]), tuple(pile[down:])))
    hidden = [(n, d) for n, c in enumerate(columns) for d in range(len(c.down))]
    for n, d in rng.sample(hidden, min(len(hidden), rng.randint(1, 3))):
        down = columns[n].down
        columns[n] = Column((*down[:d], UNKNOWN, *down[d + 1 :]), columns[n].up)
    if hand and rng.random() < 0.7:
        hand = (UNKNOWN,)
    return Position(tuple(columns), hand, tuple(removed), (), rules)


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
    """Return a column with all or nearly all copies of up to three ranks.

    A removed suit must then include one of the copies that are missing.
    """
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
    """Return a random goal of one to three clauses for the position, often with conditions."""
    suits = position.rules.suits
    objectives = tuple(
        _objective(rng, position, suits) for _ in range(rng.choice((1, 1, 1, 1, 2, 2, 3)))
    )
    turning = any(isinstance(objective, TurnUp) for objective in objectives)
    some = (
        (0.5, NoDealing()),
        (0.25, OtherSuits(0)),
        (0 if turning else 0.1, NoTurningUp()),
        (0.15, NoMakingASpace()),
        (0.15, NoRemoving(rng.choice(suits))),
        (0.15, OtherSuits(rng.choice((0, 1)))),
        (0.67, Moves(rng.choice((2, 3)))),
    )
    conditions = tuple(condition for share, condition in some if rng.random() < share)
    return Goal(objectives, conditions, whatever=rng.random() < 0.5)


def _objective(rng, position, suits):
    """Return a random objective, which may name a column or a card."""
    column = rng.randint(1, len(position.columns))
    suit = rng.choice(suits)
    other = rng.choice([s for s in Suit if s is not suit])
    there = list(position.known_cards())
    named = rng.choice(there) if there and rng.random() < 0.7 else card(rng.randint(1, 13), suit)
    choices = (
        GetSpaces(rng.randint(1, 2)),
        GetSpaces(1),
        SpaceIn(column),
        SpaceBack(),
        TurnUp(1),
        TurnUp(rng.randint(1, 2), column),
        RemoveNumber(rng.choice((1, 1, 2))),
        RemoveSuits((suit,)),
        RemoveBefore(*rng.choice(((suit, other), (other, suit)))),
        Uncover(named, rng.choice((None, column))),
        Uncover(named, rng.choice((None, column))),
        Complete(rng.choice(((), (suit,)))),
        Win(rng.choice((0, 0, 1, None))),
        Win(0),
    )
    in_column = [c for c in (*position.column(column).down, *position.column(column).up) if c]
    if in_column and rng.random() < 0.05:
        return DigDown(rng.choice(in_column), column)
    # A target tableau may name hidden cards.  Try more of them if a hidden card has a single
    # possible value, because it may then satisfy the goal.
    if rng.random() < (0.2 if by_elimination(position) == position else 0.5):
        return _tableau(rng, position, suits)
    return rng.choice(choices)


def _tableau(rng, position, suits):
    """Return a target tableau that may be reachable; it names some cards, maybe wrong ones.

    If it doesn't fit the position, return another objective.
    """
    now = next(fillings(rng, position, 20), position)
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        moves = list(engine.legal_moves(now))
        if moves:
            now = engine.do(now, rng.choice(moves)).after
    hidden, wrong = rng.choice((0, 0.3, 0.9)), rng.choice((0, 0, 0.05))

    def named(cards):
        return tuple(
            UNKNOWN
            if rng.random() < hidden
            else card(rng.randint(1, 13), rng.choice(suits))
            if rng.random() < wrong
            else result
            for result in cards
        )

    columns = tuple(Column(named(column.down), named(column.up)) for column in now.columns)
    expected = Reach(Position(columns, rules=position.rules), "")
    expected = replace(expected, text=fen.dumps(expected.position))
    fits = not expected.mismatch(position) and not faults(expected.position, partial=True)
    return expected if fits else SpaceBack()


def places(position):
    """Return the number of unknown cards in the columns and the hand."""
    columns = (cards for c in position.columns for cards in (c.down, c.up))
    return sum(cards.count(UNKNOWN) for cards in (*columns, position.hand))


def fillings(rng, position, most, goal=None):
    """Yield all fillings, or the valid ones of ``most`` random attempts if there are many.

    Cards one rank from a face-up card in its suit, or that ``goal`` names, are more likely.
    """
    count, unnamed = places(position), position.removed.count(None)
    kinds = sorted(deck(position.rules))
    suits = position.rules.suits
    expected = _completing(position) + _named(goal, kinds)
    every = len(kinds) ** count * len(suits) ** unnamed <= most
    if every:
        tried = product(product(kinds, repeat=count), product(suits, repeat=unnamed))
    else:
        tried = (
            (
                tuple(
                    rng.choice(expected) if expected and rng.random() < 0.4 else rng.choice(kinds)
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
    """Return the cards that are one rank above or below a face-up card, in the same suit."""
    kinds = set(deck(position.rules))
    codes = [card.code for c in position.columns for card in c.up if card]
    near = {code + step for code in codes for step in (-4, 4)}
    return sorted(kind for kind in kinds if kind.code in near)


def _named(goal, kinds):
    """Return the cards that a goal (if any) uncovers, or has in a target tableau."""
    results = set()
    for objective in goal.objectives if goal else ():
        if isinstance(objective, Uncover):
            results.add(objective.card)
        elif isinstance(objective, Reach):
            results.update(objective.position.known_cards())
    return sorted(results.intersection(kinds))


def _filled(position, cards, names):
    cards, names = iter(cards), iter(names)

    def fill(places):
        return tuple(result or next(cards) for result in places)

    return replace(
        position,
        columns=tuple(Column(fill(c.down), fill(c.up)) for c in position.columns),
        hand=fill(position.hand),
        removed=tuple(next(names) if suit is None else suit for suit in position.removed),
    )


def played(position, moves):
    """Return the steps of a line, up to its first illegal move."""
    steps = []
    try:
        for move in moves:
            steps.append(engine.do(steps[-1].after if steps else position, move))
    except IllegalMove:
        pass  # the moves so far may be enough
    return steps


def holds(goal, position, moves):
    """Return True if moves can be played from a fully known position, and reach the goal."""
    goal = replace(goal, whatever=False)
    return judge(goal, position, played(position, moves)).verdict is Verdict.HOLDS


def plan_holds(plan, goal, root, filled):
    """Return True if a plan for ``root`` reaches the goal from a filling of it."""
    steps = []
    now, seen = filled, by_elimination(root)
    try:
        while True:
            for instruction in plan.script.instructions:
                for call in instruction.resolve(now):
                    shown = engine.do(seen, call.move)
                    steps.append(engine.do(now, call.move))
                    now, seen = steps[-1].after, shown.after
            by = plans.turned_by(shown) if plan.branches else None
            if by is None:
                break
            (result,) = (t.card for t in steps[-1].turned if t.column == by.column)
            branch = plan.branch(result)
            if branch is None:
                break
            seen = by_elimination(plans.turning_up(shown, result).after)
            plan = branch.plan
    except IllegalMove:
        pass
    return judge(replace(goal, whatever=False), filled, steps).verdict is Verdict.HOLDS


def wrong_answer(rng, position, goal, most=60):
    """Compare the answers of brute force and of the solver with fillings.

    Return the first error, or None, and the solver's answer.
    """
    root = known_to_player(position, goal)
    ways = list(fillings(rng, root, most, goal))
    by_force = brute.solve(position, goal, budget=BUDGET)
    answer = prover.solve(position, goal, budget=BUDGET)
    for name, result in (("brute force", by_force), ("the solver", answer)):
        wrong = _wrong(root, goal, result, ways)
        if result.outcome is Outcome.UNDECIDED and not places(root):
            wrong = f"undecided, but all is known: {result.reason}"
        if wrong:
            return f"{name}: {wrong}", answer
    return None, answer


def _wrong(root, goal, answer, ways):
    if answer.outcome is Outcome.SOLVED:
        moves = [step.move for step in answer.steps]
        for filled in ways:
            if answer.plan is not None:
                done = plan_holds(answer.plan, goal, root, filled)
            else:
                done = holds(goal, filled, moves)
            if not done:
                return f"solved, but not in {filled}"
    elif answer.outcome is Outcome.IMPOSSIBLE:
        plain = replace(goal, whatever=False)
        outcomes = [brute.solve(filled, plain, budget=BUDGET).outcome for filled in ways]
        if goal.whatever and "it can't be done if" in answer.reason:
            # One filling without a line is enough, and may not be among those that were tried.
            if outcomes and set(outcomes) == {Outcome.SOLVED}:
                return "impossible, but each filling that was tried can be solved"
        elif Outcome.SOLVED in outcomes:
            return "impossible, but a filling can be solved"
    return None


def random_line(rng, root):
    """Play random moves; some of them name the cards that turn up, as in one filling."""
    truth = next(fillings(rng, root, 20), None) if rng.random() < 0.5 else None
    steps = []
    for _ in range(rng.randint(1, 4)):
        before = steps[-1].after if steps else root
        moves = list(engine.legal_moves(by_elimination(before)))
        if not moves:
            break
        move = rng.choice(moves)
        step = None
        if truth is not None:
            try:
                true = engine.do(truth, move)
                truth = true.after
                if rng.random() < 0.7:
                    turned = tuple(shown.card for shown in true.turned)
                    row = true.cards if isinstance(move, Deal) else ()
                    step = engine.do(before, move, (*row, *turned))
            except IllegalMove:
                truth = None  # an unknown card has changed the legal moves
        steps.append(step or engine.do(before, move))
    return steps


def _as_announced(steps, filled):
    """Return True if the cards that a line names turn up in a filling, while it is legal there."""
    for step, true in zip(steps, played(filled, [s.move for s in steps]), strict=False):
        shown = {turned.column: turned.card for turned in true.turned}
        if any(turned.card not in (UNKNOWN, shown.get(turned.column)) for turned in step.turned):
            return False
        if isinstance(step.move, Deal) and any(
            announced not in (UNKNOWN, dealt)
            for announced, dealt in zip(step.cards, true.cards, strict=False)
        ):
            return False
    return True


def wrong_judgement(rng, position, goal, most=60):
    """Judge a random line; return the error if the verdict is wrong, or None, and the verdict."""
    root = known_to_player(position, goal)
    start = rng.choice((position, root))
    steps = random_line(rng, start)
    judged = judge(goal, start, steps)
    output = judged.verdict
    moves = [step.move for step in steps]
    ways = list(fillings(rng, root, most, goal))
    if output is Verdict.HOLDS and not judged.assumption:
        sure = [step.move for step in judged.surely]
        for filled in ways:
            if not (holds(goal, filled, moves) and holds(goal, filled, sure)):
                return f"holds, but not in {filled}: {moves}", output
    truths = {holds(goal, filled, moves) for filled in ways if _as_announced(steps, filled)}
    if output is Verdict.UNDECIDED and not places(known_to_player(start, goal)):
        return f"undecided, but all is known: {moves}", output
    if output is Verdict.HOLDS and False in truths:
        return f"holds, but not always: {moves}", output
    if output is Verdict.FAILS and True in truths:
        return f"fails, but may hold: {moves}", output
    return None, output


def wrong_rest(rng, position, goal, most=60):
    """Check what is left of a goal after a part of a random line.

    Return the error, or None, and the status of the goal.
    """
    goal = replace(goal, whatever=False)
    root = known_to_player(position, goal)
    moves = [step.move for step in random_line(rng, root)]
    line = played(root, moves)
    begun = rng.randint(0, len(line))
    left = what_is_left(goal, root, line[:begun])
    if left.status is GoalStatus.OPEN:
        here = line[begun - 1].after if begun else root
        whole, rest = judge(goal, root, line), judge(left.goal, here, line[begun:])
        if (whole.verdict is Verdict.HOLDS) is not (rest.verdict is Verdict.HOLDS):
            return f"'{left.goal}' is left, but {whole} and {rest}: {moves}", left.status
    for filled in fillings(rng, root, most, goal):
        whole = holds(goal, filled, moves)
        if left.status is GoalStatus.REACHED and not whole:
            return f"reached, but not in {filled}: {moves}", left.status
        if left.status is GoalStatus.BROKEN and whole:
            return f"broken, but not in {filled}: {moves}", left.status
    return None, left.status


def wrong_plan(rng, position, goal, most=60):
    """Check a random plan; return the error if the verdict is wrong, or None, and the verdict."""
    goal = replace(goal, whatever=True)
    root = known_to_player(position, goal)

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
        script = words.loads(words.dumps(steps))
        by = plans.turned_by(steps[-1]) if steps and depth else None
        if by is None:
            return plans.Plan(script)
        last = steps[-1]
        kinds = [by.card] if by.card else sorted(deck(position.rules))
        branches = [plans.Branch((), make(now, depth - 1))]
        for kind in rng.sample(kinds, min(2, len(kinds))):
            try:
                then = plans.turning_up(last, kind).after
            except IllegalMove:
                continue
            branches.append(plans.Branch((kind,), make(then, depth - 1)))
        return plans.Plan(script, tuple(branches[rng.random() < 0.2 :]))

    plan = make(root, 2)
    if "??" in plans.dumps(plan):
        return None, "it names a card that isn't known"
    output = plans.check(plan, position, goal).verdict
    for filled in fillings(rng, root, most, goal):
        if output is Verdict.HOLDS and not plan_holds(plan, goal, root, filled):
            return f"the plan holds, but not in {filled}:\n{plans.dumps(plan)}", output
    return None, output
