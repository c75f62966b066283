"""The solver: brute force against a plainer check still, all else against brute force."""

import random
import time
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest
from click.testing import CliRunner

from spiderpos import formats
from spiderpos.catalogue import find_problem, load_problems, proving
from spiderpos.cli import main
from spiderpos.formats import ReadOptions
from spiderpos.game import engine
from spiderpos.game.cards import ALL_CARDS, Suit, card
from spiderpos.game.census import validate
from spiderpos.game.moves import Deal
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import WOODS, DealOverSpaces, parse_rules
from spiderpos.goals.goal import Goal, Moves, NoMakingASpace, Objective, parse
from spiderpos.goals.judge import Verdict, judge
from spiderpos.solver import prover
from spiderpos.solver.prover import brute, native, plain
from spiderpos.solver.prover.answer import Budget, Outcome
from spiderpos.solver.prover.problem import request
from tests.boards import COMPLETE, board, cards

C, D, H, S = Suit
SOLVED, IMPOSSIBLE, UNDECIDED = Outcome

needs_core = pytest.mark.skipif(not native.available(), reason="the core is not installed")

#: Enough for some ten thousand positions; memory, not time, so that no machine differs.
SMALL = Budget(seconds=None, mebibytes=8)

# Random positions


def stacked(rng, pieces, columns, spaces, face_down):
    """Pieces (lists of cards) thrown onto columns, some of the upper cards face down."""
    piles = [[] for _ in range(columns - spaces)]
    rng.shuffle(pieces)
    for i, piece in enumerate(pieces):
        (piles[i] if i < len(piles) else rng.choice(piles)).extend(piece)
    made = [Column()] * spaces
    for pile in piles:
        down = rng.randrange(len(pile)) if pile and rng.random() < face_down else 0
        made.append(Column(tuple(pile[:down]), tuple(pile[down:])))
    rng.shuffle(made)
    return tuple(made)


def run_pieces(rng, pool, count):
    """Cards of a pool as short natural runs, ``count`` cards in all."""
    pool = list(pool)
    pieces = []
    while count > 0 and pool:
        head = rng.choice(pool)
        piece = [head]
        pool.remove(head)
        while len(piece) < count and rng.random() < 0.4 and piece[-1] - 4 in pool:
            pool.remove(piece[-1] - 4)
            piece.append(card(piece[-1].rank - 1, piece[-1].suit))
        count -= len(piece)
        pieces.append(piece)
    return pieces


def random_position(rng, *, cards, columns):
    """A few suits, a few ranks: cards that have to do with one another."""
    suits = rng.sample(list(Suit), rng.randint(1, 4))
    low = rng.randint(1, 9)
    ranks = range(low, low + rng.randint(4, 5 if len(suits) > 2 else 8))
    pool = [card(rank, suit) for suit in suits for rank in ranks if rank <= 13] * 2
    count = min(rng.randint(*cards), len(pool))
    pieces = run_pieces(rng, pool, count)
    wide = rng.randint(*columns)
    spaces = min(rng.choice([0, 0, 1, 1, 2]), wide - 1)
    position = Position(stacked(rng, pieces, wide, spaces, rng.choice([0, 0, 0.5, 1])))
    validate(position, partial=True)
    return position


def random_suit_position(rng, *, others, columns):
    """A whole suit in pieces, with a few other cards on and between them."""
    suit = rng.choice(list(Suit))
    cuts = sorted(rng.sample(range(2, 14), rng.randint(1, 5)), reverse=True)
    edges = [14, *cuts, 1]
    pieces = [
        [card(rank, suit) for rank in range(high - 1, low - 1, -1)]
        for high, low in pairwise(edges)
    ]
    if rng.random() < 0.2:
        pool = [c for c in ALL_CARDS if c.suit is suit] + list(ALL_CARDS)
        pool = [c for i, c in enumerate(pool) if c not in pool[:i]]
    else:
        pool = [c for c in ALL_CARDS if c.suit is not suit] * 2
    pool = [c for c in pool if c.rank in range(3, 3 + rng.randint(3, 11))]
    pieces += run_pieces(rng, pool, rng.randint(*others))
    wide, spaces = rng.randint(*columns), rng.choice([0, 0, 0, 1])
    position = Position(stacked(rng, pieces, wide, spaces, rng.choice([0, 0, 0.5])))
    validate(position, partial=True)
    return position, suit


CONDITIONS = ["turning up", "making a space", "removing", "removing hearts", "removing spades"]


def conditions(rng):
    text = " without dealing" + "".join(f", {c}" for c in CONDITIONS if rng.random() < 0.2)
    return text + rng.choice(["", "", "", ", removing at most 1 other suit"])


COUNTS = [
    "get {more} spaces",
    "get the space back and turn up a card",
    "turn up {n} cards",
    "turn up {n} cards in column {column}",
]
SUITS = [
    "remove {suit}",
    "remove any suit",
    "remove {suit} before {other}",
    "remove {other} before {suit}",
]
PLACES = [
    "get a space in column {column}",
    "uncover {card}",
    "uncover {card} in column {column}",
    "uncover {card} and uncover {twin}",
]
SUIT_PLACES = ["complete {suit}", "complete any suit", "win", "win with all suits in the tableau"]


#: How many cards and columns the questions to both have: few enough that both decide nearly all.
FEW = {"cards": (6, 18), "others": (1, 8), "columns": (3, 5)}
MORE = {"cards": (8, 26), "others": (1, 12), "columns": (4, 6)}


def random_question(rng, size):
    """A small position, and a goal of every form, alone or with others."""
    if rng.random() < 0.35:
        position, suit = random_suit_position(rng, others=size["others"], columns=size["columns"])
        forms = rng.choice([SUITS, SUITS + SUIT_PLACES, COUNTS + SUITS + PLACES + SUIT_PLACES])
    else:
        position = random_position(rng, cards=size["cards"], columns=size["columns"])
        suit = Suit.SPADES
        forms = rng.choice([COUNTS, PLACES, COUNTS + PLACES])
    cards_there = [c for column in position.columns for c in (*column.down, *column.up)]
    wanted = rng.choice(cards_there)
    twins = [c for c in cards_there if c.rank == wanted.rank and c != wanted] or [wanted]
    clauses = [
        rng.choice(forms).format(
            more=len(position.spaces) + rng.randint(1, 2),
            n=rng.randint(1, 3),
            column=rng.randint(1, len(position.columns)),
            card=wanted,
            twin=rng.choice(twins),
            suit=suit,
            other=rng.choice([s for s in Suit if s is not suit]),
        )
        for _ in range(rng.choice([1, 1, 1, 2, 3]))
    ]
    return position, parse(" and ".join(clauses) + conditions(rng))


def narrow_question(rng, size):
    """Cards to be turned up without making a space, on boards where hardly any suit matters.

    A card that is put back from a space makes one: such searches know no normal form.
    """
    wide, low = rng.randint(*size["columns"]), rng.choice([1, 5, 10])
    suits = rng.sample(list(Suit), 2)
    pool = [card(rank, suit) for rank in range(low, low + 4) for suit in suits] * 2
    pieces = run_pieces(rng, pool, rng.randint(2 * wide, 2 * wide + 3))
    position = Position(stacked(rng, pieces, wide, 0, 1))
    down = max(1, sum(len(column.down) for column in position.columns))
    count = rng.randint(min(2, down), min(4, down))
    return position, parse(f"turn up {count} cards without dealing, making a space")


def confirm(position, goal, answer):
    """That a line is what the engine plays, and that the judge says it reaches the goal."""
    steps = []
    for step in answer.steps:
        steps.append(engine.do(steps[-1].after if steps else position, step.move))
        assert steps[-1] == step
    judgement = judge(goal, position, steps)
    assert judgement.verdict is Verdict.HOLDS
    assert judgement.reached_at == len(steps)


# Brute force


def forbidden(goal, step):
    """Whether a step does what the goal forbids at any time."""
    limits = goal.limits
    return (
        (limits.no_dealing and isinstance(step.move, Deal))
        or (limits.no_turning_up and bool(step.turned))
        or any(removal.suit in limits.no_removing_suits for removal in step.removals)
    )


def first_reached(position, goal, depth, line=(), *, all_lines=True):
    """The least number of moves of any line of up to ``depth`` moves that the judge accepts.

    The lines are tried one by one, and the judge sees each of them from its beginning.  Those
    with a forbidden step are left out, or else, with ``all_lines``, gone on with too.
    """
    if depth < 0:
        return None
    if judge(goal, position, line).verdict is Verdict.HOLDS:
        return len(line)
    if depth == 0:
        return None
    now = line[-1].after if line else position
    best = None
    for move in engine.legal_moves(now):
        step = engine.do(now, move)
        if not all_lines and forbidden(goal, step):
            continue
        found = first_reached(position, goal, depth - 1, (*line, step), all_lines=all_lines)
        if found is not None and (best is None or found < best):
            best = found
            depth = best - len(line)
            if depth <= 1:
                break
    return best


EASY_DEALS = replace(WOODS, deal_over_spaces=DealOverSpaces.ALWAYS, short_last_deal=True)
RULES = [
    WOODS,
    parse_rules("modern"),
    parse_rules("woods;cells=1"),
    parse_rules("woods;kings_on_aces=yes"),
    EASY_DEALS,
]

OBJECTIVES = [
    "get {n} spaces",
    "get a space in column {column}",
    "get the space back and turn up a card",
    "turn up {n} cards",
    "turn up a card in column {column}",
    "uncover {card}",
    "uncover {card} in column {column}",
    "uncover {card} and get {n} spaces",
    "remove any suit",
    "remove {suit}",
    "remove {suit} before {other}",
    "remove {suit} and get {n} spaces",
    "complete {suit}",
    "win",
    "win with all suits in the tableau",
]
ALL_CONDITIONS = ["dealing", *CONDITIONS]


def tiny_question(rng, sort):
    """A position of two to four columns, any rules, and any goal."""
    rules = rng.choice(RULES)
    if sort == "suit":
        position, suit = random_suit_position(rng, others=(0, 4), columns=(3, 4))
    else:
        position, suit = random_position(rng, cards=(2, 8), columns=(2, 4)), rng.choice(list(Suit))
    hand = ()
    if rng.random() < 0.4:
        near = [c for column in position.columns for c in (*column.down, *column.up)]
        ranks = {c.rank + step for c in near for step in (-1, 0, 1)}
        fitting = [c for c in ALL_CARDS if c.rank in ranks]
        hand = tuple(rng.choices(fitting, k=rng.choice([1, 2, 3, len(position.columns)])))
        if rng.random() < 0.5:
            rules = EASY_DEALS
    position = replace(position, hand=hand, rules=rules, cells=(None,) * rules.cells)
    cards_there = [c for column in position.columns for c in (*column.down, *column.up)]
    cards_there += hand
    other = rng.choice([s for s in Suit if s is not suit])
    text = rng.choice(OBJECTIVES).format(
        n=rng.randint(1, 3),
        column=rng.randint(1, len(position.columns)),
        card=rng.choice(cards_there),
        suit=suit,
        other=other,
    )
    kept = [c for c in ALL_CONDITIONS if rng.random() < 0.2]
    text += " without " + ", ".join(kept) if kept else ""
    return position, parse(text)


@pytest.mark.parametrize("search", [plain.solve, brute.solve], ids=["plain", "compiled"])
@pytest.mark.parametrize("sort", ["few", "suit"])
@pytest.mark.parametrize("seed", range(4))
def test_brute_force_finds_what_trying_all_lines_finds(sort, seed, search):
    rng = random.Random(f"{sort} {seed}")
    all_lines = seed == 0
    depth = 3 if sort == "suit" or all_lines else 4
    outcomes = set()
    for _ in range(25):
        position, goal = tiny_question(rng, sort)
        limited = goal.under(Moves(depth))
        answer = search(position, limited, budget=SMALL)
        outcomes.add(answer.outcome)
        assert answer.outcome is not UNDECIDED
        tried = depth
        if answer.outcome is SOLVED:
            confirm(position, limited, answer)
            tried = len(answer.steps) - 1
        shorter = first_reached(position, limited, tried, all_lines=all_lines)
        assert shorter is None, f"{position} {goal}"
        # How far it goes beyond the depth makes no difference to what is asked of it here.
        whole = search(position, goal, budget=Budget(seconds=None, mebibytes=1))
        if answer.outcome is SOLVED:
            assert whole.outcome is SOLVED
            assert len(whole.steps) == len(answer.steps)
        elif whole.outcome is SOLVED:
            assert len(whole.steps) > depth
            confirm(position, goal, whole)
    assert outcomes == {SOLVED, IMPOSSIBLE}


@needs_core
@pytest.mark.parametrize("seed", range(4))
def test_both_kinds_of_brute_force_meet_the_same_positions(seed):
    """To the last one: so their digests are the same."""
    rng = random.Random(f"both {seed}")
    outcomes = Counter()
    for number in range(60):
        if number % 2:
            position, goal = tiny_question(rng, rng.choice(["few", "suit"]))
        else:
            position, goal = random_question(rng, FEW)
            position = replace(position, rules=rng.choice(RULES), cells=())
        slow = plain.solve(position, goal, budget=Budget(seconds=None, mebibytes=2))
        quick = brute.solve(position, goal, budget=Budget(seconds=None, mebibytes=64))
        if slow.outcome is UNDECIDED:
            continue
        assert (slow.outcome, len(slow.steps)) == (quick.outcome, len(quick.steps))
        if slow.outcome is IMPOSSIBLE:
            for figure in ("classes", "depth", "digest"):
                assert getattr(slow.searched, figure) == getattr(quick.searched, figure)
        outcomes[slow.outcome] += 1
    assert min(outcomes[SOLVED], outcomes[IMPOSSIBLE]) >= 5


def test_a_goal_that_holds_needs_no_move():
    answer = brute.solve(board("", "9s"), parse("get a space without dealing"))
    assert (answer.outcome, answer.steps) == (SOLVED, ())


def test_the_order_of_columns_counts_where_a_column_is_named():
    start = board("9s", "10s", "(2h) 2c")
    assert len(brute.solve(start, parse("get a space in column 1")).steps) == 1
    assert len(brute.solve(start, parse("get a space in column 2")).steps) == 2
    named = brute.solve(start, parse("get a space in column 3"))
    anywhere = brute.solve(start, parse("get 3 spaces"))
    assert named.outcome is anywhere.outcome is IMPOSSIBLE
    assert named.searched.classes > anywhere.searched.classes


def test_the_order_of_columns_counts_where_a_row_can_be_dealt():
    """The 3 has to lie on the 4 for the 5 to go: a short row is dealt from the left."""
    start = board("5h", "", hand="3h 4c", rules=EASY_DEALS)
    answer = brute.solve(start, parse("uncover 3h and get a space"))
    assert (answer.outcome, len(answer.steps)) == (SOLVED, 3)


def test_the_order_of_removals_counts_where_the_goal_asks_for_it():
    start = board(COMPLETE[S], COMPLETE[H])
    answer = brute.solve(start, parse("remove hearts before spades and remove spades"))
    assert (answer.outcome, len(answer.steps)) == (SOLVED, 2)


def test_an_objective_is_a_class_and_no_search_has_to_hear_of_it(monkeypatch):
    """Here, that the 9 lies in the second column; brute force asks the class itself."""
    monkeypatch.setattr(Objective, "kinds", dict(Objective.kinds))

    @dataclass(frozen=True)
    class Toy(Objective):
        names_a_column = True

        def holds(self, deeds):
            return deeds.now.columns[1].up == cards("9s")

        def found(self, deeds, line):
            return ""

    start = board("9s", "")
    assert len(brute.solve(start, Goal((Toy(),))).steps) == 1
    assert len(prover.solve(start, Goal((Toy(),))).steps) == 1


@pytest.mark.parametrize(
    "budget",
    [
        *({"mebibytes": 2048.0}, {"mebibytes": -1}, {"mebibytes": 10**13}, {"mebibytes": True}),
        *({"seconds": float("nan")}, {"seconds": 10**400}, {"seconds": "60"}, {"seconds": True}),
        {"seconds": float("inf")},
    ],
)
def test_a_budget_is_in_numbers(budget):
    with pytest.raises(ValueError, match=rf"^{next(iter(budget))}: a "):
        Budget(**budget)


def test_the_last_move_may_make_a_space():
    start = board(COMPLETE[S], "9h", "10h")
    answer = brute.solve(start, parse("remove spades without making a space"))
    assert answer.outcome is SOLVED
    assert len(answer.steps) == 1
    # The spades can't be joined without emptying column 2 or 3.
    parts = board("(2c) K-9s", "8-5s", "4-As", "9h")
    assert brute.solve(parts, parse("remove spades")).outcome is SOLVED
    answer = brute.solve(parts, parse("remove spades without making a space"))
    assert answer.outcome is IMPOSSIBLE


def test_a_forbidden_way_to_a_position_does_not_close_another():
    # 9h onto 10h leaves the position that 9h onto 10c and on to 10h leaves, which is not the
    # only way to make it: the goal is reached without ever making a space.
    start = board("10h", "(3c) 9h", "(2d) 10c", "2h", "")
    answer = brute.solve(start, parse("turn up 2 cards without making a space"))
    assert answer.outcome is SOLVED
    confirm(start, parse("turn up 2 cards without making a space"), answer)


def test_a_position_that_a_forbidden_move_leads_to_may_be_met_later_all_the_same():
    # A line that makes a space on its way has it sooner, by another order of the 4s and 3s.
    start = board("3s 3s", "2s 5s 4s 2s 5s", "", "4s")
    goal = parse("uncover 4s in column 1 and uncover 3s in column 2 without making a space")
    answer = brute.solve(start, goal)
    assert answer.outcome is SOLVED
    assert len(answer.steps) == 6
    confirm(start, goal, answer)


def test_cards_that_are_not_known_leave_it_undecided():
    start = board("-- 9s", "10s", "Jh", "2c")
    assert brute.solve(start, parse("get 2 spaces")).outcome is UNDECIDED
    answer = brute.solve(start, parse("get 2 spaces without dealing, removing"))
    assert answer.outcome is UNDECIDED
    assert "aren't known" in answer.reason
    assert brute.solve(start, parse("get 2 spaces without turning up")).outcome is IMPOSSIBLE
    assert brute.solve(start, parse("turn up a card")).outcome is SOLVED
    dealt = board("9s", "2c", hand="?? ??")
    assert brute.solve(dealt, parse("get a space")).outcome is UNDECIDED
    assert brute.solve(dealt, parse("get a space without dealing")).outcome is IMPOSSIBLE


@needs_core
@pytest.mark.parametrize(
    ("columns", "goal", "outcome"),
    [
        # The 9 goes onto the 10, a hidden 8 onto the 9, or a hidden 3 onto the other card.
        (("-- 9s", "10s", "2c"), "get a space", UNDECIDED),
        (("-- 9s", "10s", "2c"), "get 2 spaces", IMPOSSIBLE),
        (("-- 9s", "2c", "2c"), "get a space", IMPOSSIBLE),
        # Both hearts of the rank are seen.
        (("-- 9s", "10s", "3h", "3h"), "uncover 3h and uncover 9s and get 2 spaces", IMPOSSIBLE),
        (("-- 9s", "10s", "??"), "get 2 spaces", UNDECIDED),
        (("-- 9s", "2d", "??"), "get 3 spaces", IMPOSSIBLE),
        (("9s", "2d", "??"), "get a space", UNDECIDED),
        (("9s", "2d", "??"), "get 2 spaces", IMPOSSIBLE),
    ],
)
def test_what_no_card_could_do_is_impossible(columns, goal, outcome):
    for search in (brute.solve, prover.solve):
        answer = search(board(*columns), parse(goal))
        assert answer.outcome is outcome


def test_a_dealt_card_that_may_complete_a_suit_leaves_it_undecided():
    rules = replace(EASY_DEALS, automatic_removal=True)
    start = board("K-2s", "5h", hand="??", rules=rules)
    assert brute.solve(start, parse("remove spades")).outcome is UNDECIDED
    assert brute.solve(start, parse("remove spades without dealing")).outcome is IMPOSSIBLE


def test_an_unknown_card_below_the_one_that_makes_a_space_counts():
    start = board("-- 9s", "10s", "2c")
    goal = parse("uncover 5h without making a space")
    assert brute.solve(start, goal).outcome is UNDECIDED


def test_a_hidden_card_that_the_goal_names_may_be_that_one():
    """Nobody sees it, so neither search may say that it isn't."""
    at_once = board("-- 9s", "6h 5h")
    one_move = board("-- 9s 5h", "6h")
    for start, wanted, outcome in (
        (at_once, "2h:9s/6h5h", Outcome.UNDECIDED),
        (at_once, "2h:9s/6h4h", IMPOSSIBLE),
        (one_move, "2h:9s/6h5h", Outcome.UNDECIDED),
        (one_move, "x:9s/6h5h", SOLVED),
        (one_move, "2h2c:9s/6h5h", IMPOSSIBLE),
    ):
        goal = parse(f'reach "{wanted} - -"')
        assert brute.solve(start, goal).outcome is outcome, wanted
        assert prover.solve(start, goal).outcome is outcome, wanted
    # With another card below it can't be so, and it is asked for whatever lies there.
    goal = parse('reach "2h:9s/6h5h - -" whatever turns up')
    assert prover.solve(one_move, goal).outcome is IMPOSSIBLE


def test_whatever_turns_up_may_not_look():
    start = board("(4h) 9s", "10s", "5h", "2c")
    goal = "get a space and turn up a card"
    assert brute.solve(start, parse(goal)).outcome is SOLVED
    answer = brute.solve(start, parse(f"{goal} whatever turns up"))
    assert answer.outcome is UNDECIDED
    answer = brute.solve(start, parse("turn up a card whatever turns up"))
    assert answer.outcome is SOLVED
    answer = brute.solve(start, parse(f"{goal} without turning up whatever turns up"))
    assert answer.outcome is IMPOSSIBLE


LARGE = board("K-9s", "8-5h 5c", "4-As", "9h", "10h 3c", "", "", "", "Qh", "Jd 10d")


def test_budgets_are_kept_to():
    goal = parse("win")
    answer = brute.solve(LARGE, goal, budget=Budget(seconds=None, mebibytes=1))
    assert answer.outcome is UNDECIDED
    assert "1 MiB" in answer.reason
    assert 1 << 19 < answer.searched.bytes <= 1 << 20
    answer = brute.solve(LARGE, goal, budget=Budget(seconds=0))
    assert answer.outcome is UNDECIDED
    assert "0 s" in answer.reason


@pytest.mark.parametrize("search", [plain.solve, brute.solve], ids=["plain", "compiled"])
def test_an_interrupt_leaves_it_undecided(monkeypatch, search):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(engine, "legal_moves", interrupt)
    monkeypatch.setattr(native, "call", interrupt)
    answer = search(LARGE, parse("win"))
    assert (answer.outcome, answer.reason) == (UNDECIDED, "the search was interrupted")


def test_impossible_comes_with_a_digest_that_can_be_had_again():
    start, goal = board("9s", "10s", "2c"), parse("get 2 spaces")
    digests = {brute.solve(start, goal).searched.digest for _ in range(2)}
    assert len(digests) == 1
    other = brute.solve(board("9s", "10h", "2c"), goal).searched
    assert other.digest not in digests


@needs_core
def test_the_positions_of_a_search_that_ended_can_be_listed():
    """The start is among them, and so is what any move leads to."""
    start, goal = board("9s", "10s", "2c", "Kh 10h"), parse("get 2 spaces without dealing")
    met = brute.closed_set(start, goal)
    assert len(met) == len(set(met)) == brute.solve(start, goal).searched.classes
    columns = {found.columns for found in met}
    assert tuple(sorted(start.columns, key=_packed)) in columns
    for found in met:
        now = Position(found.columns)
        for move in engine.legal_moves(now):
            after = engine.do(now, move).after
            assert tuple(sorted(after.columns, key=_packed)) in columns
    assert brute.closed_set(start, parse("get a space")) is None
    # A card that comes up is each that isn't seen.
    hidden = brute.closed_set(board("-- 9s", "10s", "2c"), parse("get 2 spaces"))
    shown = {column.up[0] for found in hidden for column in found.columns if len(column) == 1}
    assert len(shown) == 52


def _packed(column):
    return bytes((len(column.down), len(column), *column.down, *column.up))


# Other rules


MODERN = parse_rules("modern")
#: Where a suit goes off by itself, the King's column and the Ace's are emptied by one move.
TWO_AT_ONCE = ("K-2s", "As", "9h", "9d")


@needs_core
@pytest.mark.parametrize(
    ("columns", "goal", "rules", "outcome"),
    [
        (TWO_AT_ONCE, "get 2 spaces without dealing, making a space", "woods", IMPOSSIBLE),
        (TWO_AT_ONCE, "get 2 spaces without dealing, making a space", "modern", SOLVED),
        (TWO_AT_ONCE, "get 3 spaces without dealing, making a space", "modern", IMPOSSIBLE),
        (TWO_AT_ONCE, "complete spades without dealing", "woods", SOLVED),
        (TWO_AT_ONCE, "complete spades without dealing", "modern", IMPOSSIBLE),
        (("K-2s", "As"), "get a space without dealing, removing", "woods", SOLVED),
        (("K-2s", "As"), "get a space without dealing, removing", "modern", IMPOSSIBLE),
        (("9h 9s", "2c"), "get a space without dealing", "woods", IMPOSSIBLE),
        (("9h 9s", "2c"), "get a space without dealing", "woods;cells=1", SOLVED),
        (("9h 9s", "2c"), "get 2 spaces without dealing", "woods;cells=1", IMPOSSIBLE),
        (("4d Kh", "As", "5s"), "get a space without dealing", "woods", IMPOSSIBLE),
        (("4d Kh", "As", "5s"), "get a space without dealing", "woods;kings_on_aces=yes", SOLVED),
        (("4d Kh", "As"), "get a space without dealing", "woods;kings_on_aces=yes", IMPOSSIBLE),
    ],
)
def test_other_rules(columns, goal, rules, outcome):
    start = board(*columns, rules=parse_rules(rules))
    for search in (prover.solve, brute.solve, plain.solve):
        assert search(start, parse(goal)).outcome is outcome


@needs_core
def test_an_answer_says_which_rules_were_searched():
    start = find_problem("woods-5").start.under(MODERN)
    answer = prover.solve(start, parse("get a space without dealing, removing"))
    assert answer.outcome is IMPOSSIBLE
    assert answer.reason.startswith("even if complete suits may stay and suits matter only for ")
    assert answer.searched.rules == "woods-leftmost"
    assert answer.searched.goal == ""
    answer = prover.solve(start, parse("get 3 spaces without dealing, in at most 3 moves"))
    assert answer.searched.goal in ("", "get 3 spaces without dealing")


def classes_alone(monkeypatch):
    """The solver with what classes say, and nothing else."""
    monkeypatch.setattr(prover.brute, "solve", lambda *_, **__: prover.Answer(
        UNDECIDED, (), prover.Searched("positions", 0, 0, 0.0, 0)
    ))  # fmt: skip


@needs_core
@pytest.mark.parametrize(
    "rules", ["modern", "two-suits", "woods;cells=1", "modern;cells=2", "woods;kings_on_aces=yes"]
)
def test_classes_under_other_rules_against_brute_force(monkeypatch, rules):
    by_force = brute.solve
    classes_alone(monkeypatch)
    rng = random.Random(rules)
    outcomes = Counter()
    for number in range(250):
        position, goal = random_question(rng, FEW)
        if number % 2:
            goal = goal.under(NoMakingASpace())
        position = replace(position, rules=parse_rules(rules), cells=())
        answer = prover.solve(position, goal, budget=Budget(0.1))
        outcomes[answer.outcome] += 1
        if answer.outcome is not UNDECIDED:
            found = by_force(position, goal, budget=Budget(seconds=None, mebibytes=64))
            assert found.outcome in (answer.outcome, UNDECIDED), f"{position} {goal}"
    assert min(outcomes[SOLVED], outcomes[IMPOSSIBLE]) >= 20


def kings_board(rng):
    """Kings and Aces, and cards that lie next to them."""
    suits = rng.sample(list(Suit), rng.randint(1, 3))
    ranks = rng.choice([(12, 13, 1, 2), (13, 1, 2), (11, 12, 13, 1), (13, 1, 2, 3)])
    pool = [card(rank, suit) for rank in ranks for suit in suits] * 2
    pieces = run_pieces(rng, pool, rng.randint(5, 13))
    columns = stacked(rng, pieces, rng.randint(3, 6), rng.choice([0, 0, 1]), rng.choice([0, 0.5]))
    return Position(columns, rules=parse_rules("woods;kings_on_aces=yes"))


@needs_core
def test_what_only_kings_on_aces_reach_no_choice_of_exact_cards_calls_impossible():
    rng = random.Random("Kings")
    asked = 0
    while asked < 40:
        position = kings_board(rng)
        text = rng.choice(
            ["get {n} spaces", "turn up {n} cards", "turn up {n} cards and get {n} spaces"]
        )
        text = text.format(n=len(position.spaces) + rng.randint(1, 3))
        goal = parse(
            text.replace(" 1 spaces", " a space").replace(" 1 cards", " a card")
            + " without dealing"
        )
        if brute.solve(position, goal, budget=SMALL).outcome is not SOLVED:
            continue
        if brute.solve(position.under(WOODS), goal, budget=SMALL).outcome is not IMPOSSIBLE:
            continue
        places = [
            (number, row, value)
            for number, column in enumerate(position.columns, 1)
            for row, value in enumerate((*column.down, *column.up), 1)
        ]
        for share in (0, 0.3, 0.7, 1):
            exact = [(*place, rng.randint(1, 3)) for place in places if rng.random() < share]
            reply = native.search(
                request(position, goal).words, seconds=0.2, size=1 << 26, precision=exact
            )
            assert reply.status is not native.Status.IMPOSSIBLE, f"{position} {goal} {exact}"
        asked += 1


# The solver against brute force


@pytest.mark.skipif(not prover.native_core(), reason="the compiled core is not installed")
def test_a_card_is_sought_in_a_column_without_trying_all_ways_to_hang_it_there():
    problem = find_problem("woods-6")
    claim = problem.claim("space-no-five")
    answer = prover.solve(problem.position("space"), claim.goal, budget=Budget(seconds=60))
    assert answer.outcome is IMPOSSIBLE
    assert answer.searched.precision == ()
    assert answer.searched.steps < 10_000


@pytest.mark.skipif(not prover.native_core(), reason="the compiled core is not installed")
@pytest.mark.parametrize("forms", [("5s", "5h"), ("5h", "5s")])
def test_two_cards_of_a_rank_can_be_uncovered_at_once(forms):
    """Both have to stay uncovered: the normal form keeps as many of a rank as are asked for."""
    start = board("5s 4c", "5h 4d", "", "")
    goal = parse(" and ".join(f"uncover {text}" for text in forms) + " without dealing")
    answer = prover.solve(start, goal)
    assert (answer.outcome, answer.searched.method) == (SOLVED, "classes")
    assert len(answer.steps) == 2
    confirm(start, goal, answer)


@pytest.mark.skipif(not prover.native_core(), reason="the compiled core is not installed")
def test_a_card_of_the_normal_form_may_be_the_first_of_a_column():
    """Where a space lets a linked card stand on the table, though none of its kind lies there."""
    for text in ("3d5d/5h:4h/Ad:3-As/- - -", "5d:6d/7d5d6dTd:9d/-/-/Td:9-7d - -"):
        start = formats.loads(text, "fen", options=ReadOptions(partial=True))
        card, column = ("3d", 4) if text.startswith("3d") else ("7d", 3)
        goal = parse(f"uncover {card} in column {column} without dealing, turning up, removing")
        answer = prover.solve(start, goal)
        assert (answer.outcome, answer.searched.method) == (SOLVED, "classes"), text
        confirm(start, goal, answer)


@pytest.mark.skipif(not prover.native_core(), reason="the compiled core is not installed")
def test_a_long_search_refutes_many_paths_in_a_round():
    """One path a round, with cards lowered again after it, came to no end in 250 rounds."""
    problem = find_problem("woods-6")
    position, goal = problem.position("space"), problem.claim("space-hearts-need-diamonds").goal
    found = prover.solve(position, goal, budget=Budget(seconds=None)).searched
    assert found.rounds < 50
    assert found.steps < 10_000_000
    again = prover.solve(position, goal, begin=replace(found, rounds=0))
    assert again.outcome is IMPOSSIBLE
    assert (again.searched.digest, again.searched.precision) == (found.digest, found.precision)
    assert again.searched.rounds == 1


def test_two_clauses_about_the_same_both_count():
    """The stricter of two limits, and the larger of two numbers of spaces."""
    start = board(f"9h {COMPLETE[S]}", "10h")
    for limit in ("without removing", "removing at most 1 other suit"):
        goal = parse(f"get a space {limit} and removing at most 1 other suit")
        outcome = IMPOSSIBLE if limit == "without removing" else SOLVED
        assert prover.solve(start, goal).outcome is outcome
    start = board("9s", "10s", "5h", "6h", "")
    answer = prover.solve(start, parse("get 3 spaces and get the space back without dealing"))
    assert (answer.outcome, answer.moves) == (SOLVED, 2)


def test_a_line_of_classes_that_is_too_long_is_no_error():
    """The core knows no limit of moves: brute force is asked where its line breaks one."""
    start = board("9s", "10s", "5h", "6h", "")
    answer = prover.solve(start, parse("get 3 spaces without dealing, in at most 1 move"))
    assert (answer.outcome, answer.searched.method) == (IMPOSSIBLE, "positions")
    answer = prover.solve(start, parse("get 3 spaces without dealing, in at most 2 moves"))
    assert (answer.outcome, answer.moves) == (SOLVED, 2)


def compare(rng, count, size, budget, question=random_question):
    """Ask both ``count`` questions; returns how many both decided, by outcome."""
    both = {SOLVED: 0, IMPOSSIBLE: 0}
    for _ in range(count):
        position, goal = question(rng, size)
        plain = brute.solve(position, goal, budget=budget)
        answer = prover.solve(position, goal, budget=Budget(seconds=10, mebibytes=64))
        if answer.outcome is SOLVED:
            confirm(position, goal, answer)
        if UNDECIDED in (plain.outcome, answer.outcome):
            continue
        assert answer.outcome is plain.outcome, f"{position} {goal}"
        assert len(answer.steps) >= len(plain.steps)
        # Brute force against itself would be no test.
        both[answer.outcome] += answer.searched.method == "classes"
    return both


core = pytest.mark.skipif(not prover.native_core(), reason="the compiled core is not installed")


@core
@pytest.mark.parametrize("seed", range(5))
def test_the_solver_says_what_brute_force_says(seed):
    both = compare(random.Random(seed), 42, FEW, Budget(seconds=None, mebibytes=1))
    assert min(both.values()) >= 8


@core
def test_the_solver_says_what_brute_force_says_of_making_no_space():
    small = Budget(seconds=None, mebibytes=1)
    both = compare(random.Random(1), 40, FEW, small, narrow_question)
    assert min(both.values()) >= 5
    start = formats.loads("3c5d:Ad/4h:2c/3d:4h3c - -", "fen", options=ReadOptions(partial=True))
    goal = parse("turn up 3 cards without making a space")
    answer = prover.solve(start, goal)
    assert (answer.outcome, answer.searched.method) == (SOLVED, "classes")
    confirm(start, goal, answer)


@core
@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1040))
def test_the_solver_says_what_brute_force_says_thousands_of_times(seed):
    both = compare(random.Random(seed), 100, MORE, Budget(seconds=None, mebibytes=32))
    assert min(both.values()) >= 5


@core
def test_a_row_in_the_hand_may_be_what_is_wanting():
    """Classes don't deal: that they know no line is no proof."""
    start = board("9s", "2c", hand="8s 10s")
    answer = prover.solve(start, parse("get a space without dealing"))
    assert (answer.outcome, answer.searched.method) == (IMPOSSIBLE, "classes")
    answer = prover.solve(start, parse("get a space"))
    assert answer.outcome is SOLVED
    confirm(start, parse("get a space"), answer)


def test_a_row_in_the_hand_is_not_dealt_by_a_line_without_dealing():
    start = board("(5h) 9s", "10s", "2c", hand="As As As")
    answer = prover.solve(start, parse("turn up a card without dealing"), budget=SMALL)
    assert answer.outcome is SOLVED
    assert not any(isinstance(step.move, Deal) for step in answer.steps)


# Claims of the catalogue

PROBLEM = """\
id: two-nines
title: Two Nines
author: Nobody
source: {text: A test, year: 2026}
partial: true
stipulation: Get spaces.
position: {text: 9s/Ts/2c - -, format: fen}
lines:
  - {id: one, title: One space, origin: found, script: 9s from 1 to 2}
claims:
  - {id: shown, statement: A line shows it., goal: get a space, verdict: solved, line: one}
  - {id: right, statement: It can., goal: get a space without dealing, verdict: solved}
  - {id: too, statement: It can't., goal: get 2 spaces without dealing, verdict: impossible}
  - {id: mad, statement: It can., goal: get 3 spaces without dealing, verdict: solved}
"""


def run(*arguments):
    return CliRunner().invoke(main, ["problems", "check", *map(str, arguments)])


@pytest.fixture
def problem_file(tmp_path):
    path = tmp_path / "two-nines.yaml"
    path.write_text(PROBLEM)
    return path


def test_claims_that_no_line_shows_are_decided(problem_file):
    (problem,) = load_problems(problem_file)
    proofs = list(proving.prove_problem(problem, SMALL))
    assert [(p.claim.id, str(p.standing)) for p in proofs] == [
        ("right", "ok"),
        ("too", "ok"),
        ("mad", "WRONG"),
    ]
    assert "claimed to be solved, but is impossible" in str(proofs[-1])


def test_check_prove_says_what_is_wrong(problem_file):
    assert run(problem_file).exit_code == 0
    result = run("--prove", problem_file)
    assert result.exit_code == 1
    assert "WRONG: claim mad" in result.output
    assert "claim right" not in result.output
    assert "claim right" in run("--prove", "-v", problem_file).output
    assert "3 claims without a line: 2 decided as expected, 1 wrong, 0 undecided" in result.output


def test_check_prove_lists_what_it_could_not_decide(problem_file):
    text = PROBLEM.replace("9s/Ts/2c", "x:9s/Ts/2c")
    text = text.replace("goal: get a space, ", "goal: turn up a card, ")
    text = text.replace("goal: get a space without", "goal: turn up a card without")
    for count in (2, 3):
        text = text.replace(f"goal: get {count} spaces without", "goal: get a space without")
    problem_file.write_text(text)
    result = run("--prove", problem_file)
    assert result.exit_code == 3
    assert "undecided: claim too" in result.output
    assert "1 decided as expected, 0 wrong, 2 undecided" in result.output


def test_check_counts_claims_as_open_unless_it_decides_them(problem_file):
    problem_file.write_text(PROBLEM.partition("  - {id: mad")[0])
    lines = run(problem_file).output.splitlines()
    assert lines[0].endswith(": 2 as expected, 2 open")
    assert lines[1] == "1 problem, 2 checks: all as expected, 2 open"
    lines = run("--prove", problem_file).output.splitlines()
    assert lines[0].endswith(": 2 as expected")
    assert lines[1] == "1 problem, 2 checks: all as expected"
    problem_file.write_text(PROBLEM.partition("lines:")[0])
    result = run(problem_file)
    assert result.output.splitlines()[1] == "1 problem: nothing to check"
    assert result.exit_code == 0


def test_check_prove_is_as_expected(problem_file):
    problem_file.write_text(PROBLEM.partition("  - {id: mad")[0])
    result = run("--prove", problem_file)
    assert result.exit_code == 0
    assert "2 decided as expected, 0 wrong, 0 undecided" in result.output


def test_a_suit_that_is_asked_for_twice_is_one():
    position = formats.loads("K-2h/Ah/-", "fen", options=ReadOptions(partial=True))
    answer = prover.solve(position, parse("complete hearts and win with 1 suit in the tableau"))
    assert answer.outcome is Outcome.SOLVED


def test_a_card_that_turns_up_may_help_with_what_else_is_asked():
    start = board("-- 5h", "6s", "9d")
    assert prover.solve(start, parse("turn up a card")).outcome is SOLVED
    for goal in ("turn up a card and get a space", "get a space and turn up a card"):
        assert prover.solve(start, parse(goal)).outcome is UNDECIDED


def test_a_line_is_the_shortest_only_if_all_shorter_ones_were_tried():
    start, goal = board("9s", "8s", "7s", "2c"), parse("get 2 spaces")
    line = brute.solve(start, goal)
    assert len(line.steps) == 2
    for depth, shortest in ((0, False), (1, True)):
        tried = replace(line, outcome=UNDECIDED, searched=replace(line.searched, depth=depth))
        solver = prover._Solver(start, goal, Budget(), None, began=time.monotonic())
        assert solver._shorter(replace(line, shortest=False), tried).shortest is shortest
