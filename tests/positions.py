"""Random deals, random positions from the middle of a game, and random play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from spiderpos.game import engine
from spiderpos.game.cards import Card, card
from spiderpos.game.census import deck
from spiderpos.game.engine import Step
from spiderpos.game.moves import Deal, FromCell, Move, Remove, Shift, ToCell
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import PRESETS, WOODS, DealOverSpaces, Rules, ScoredSuits

from .reference import Reference


def any_rules() -> st.SearchStrategy[Rules]:
    """Draw house rules with any options, not only presets."""
    uniform = st.integers(2, 7).map(lambda n: (n,) * 10)
    mixed = st.tuples(*[st.integers(2, 7)] * 10)
    named = st.sampled_from([rules.start for rules in PRESETS.values()])
    return st.builds(
        lambda start, **rest: Rules(
            start=start, **(rest | {"short_last_deal": True} if sum(start) % 10 != 4 else rest)
        ),
        start=st.one_of(named, uniform, mixed),
        suits=st.sampled_from((1, 2, 4)),
        cells=st.integers(0, 4),
        deal_over_spaces=st.sampled_from(DealOverSpaces),
        short_last_deal=st.booleans(),
        kings_on_aces=st.booleans(),
        automatic_removal=st.booleans(),
        scored_suits=st.sampled_from(ScoredSuits),
    )


def random_deal(random: Random, rules: Rules = WOODS) -> Position:
    """Return a shuffled deck, dealt by the rules."""
    pack = sorted(deck(rules).elements())
    random.shuffle(pack)
    columns = []
    for count in rules.start:
        here, pack = pack[:count], pack[count:]
        columns.append(Column(tuple(here[:-1]), tuple(here[-1:])))
    return Position(tuple(columns), tuple(pack), rules=rules)


def random_middle(random: Random, rules: Rules = WOODS) -> Position:
    """Return a position as in the middle or at the end of a game, with long runs and spaces."""
    suits = [suit for suit in rules.suits for _ in range(rules.copies)]
    random.shuffle(suits)
    gone = random.randrange(8) if random.random() < 0.7 else 0
    removed, suits = suits[:gone], suits[gone:]
    cut = random.choice((0.05, 0.15, 0.4))
    runs: list[list[Card]] = []
    for suit in suits:
        run: list[Card] = []
        for rank in range(13, 0, -1):
            run.append(card(rank, suit))
            if random.random() < cut:
                runs.append(run)
                run = []
        if run:
            runs.append(run)
    random.shuffle(runs)
    loose: list[Card] = []
    while runs and len(loose) < random.choice((0, 10, 30, 60)):
        loose += runs.pop()
    random.shuffle(loose)
    hand = 0
    if loose and random.random() < 0.6:
        hand = random.randrange(len(loose) + 1)
        if not rules.short_last_deal:
            hand -= hand % 10
    down: list[list[Card]] = [[] for _ in range(10)]
    up: list[list[Card]] = [[] for _ in range(10)]
    for c in loose[hand:]:
        down[random.randrange(10)].append(c)
    used = random.sample(range(10), random.choice((10, 10, 9, 8, 6)))
    for run in runs:
        up[random.choice(used)] += run
    cells: list[Card | None] = [None] * rules.cells
    columns = []
    for covered, bare in zip(down, up, strict=True):
        if bare and None in cells and random.random() < 0.2:
            cells[cells.index(None)] = bare.pop()
        if covered and not bare:
            bare.append(covered.pop())
        columns.append(Column(tuple(covered), tuple(bare)))
    position = Position(tuple(columns), tuple(loose[:hand]), tuple(removed), tuple(cells), rules)
    if rules.automatic_removal:
        while complete := engine.complete_columns(position):
            position = engine.do(position, Remove(complete[0])).after
    return position


def random_play(position: Position, random: Random, moves: int) -> Iterator[Step]:
    """Yield the steps of up to ``moves`` random moves; removals and joins in suit are likelier.

    A deal is unlikely, so that the hand lasts for some moves.
    """
    for _ in range(moves):
        choices = list(engine.legal_moves(position))
        if len(choices) > 1 and random.random() < 0.8:
            choices = [move for move in choices if type(move) is not Deal]
        if not choices:
            return
        natural = [move for move in choices if joins_suit(position, move)]
        step = engine.do(
            position, random.choice(natural or choices if random.random() < 0.6 else choices)
        )
        yield step
        position = step.after


def joins_suit(position: Position, move: Move) -> bool:
    """Return True if a move puts cards onto a card of the same suit, or removes a suit."""
    if isinstance(move, Remove):
        return True
    if not isinstance(move, Shift):
        return False
    source, target = position.column(move.source).up, position.column(move.target).up
    return bool(target) and target[-1].suit is source[-move.count].suit


def reference(position: Position) -> Reference:
    """Convert a position to a game of the reference engine."""
    rules = position.rules
    return Reference(
        [
            [[c, False] for c in column.down] + [[c, True] for c in column.up]
            for column in position.columns
        ],
        list(position.hand),
        position.removed,
        position.cells,
        deal_over_spaces=str(rules.deal_over_spaces),
        short_last_deal=rules.short_last_deal,
        kings_on_aces=rules.kings_on_aces,
        automatic_removal=rules.automatic_removal,
    )


def plain(move: Move) -> tuple[object, ...]:
    """Convert a move to the tuple that the reference engine uses."""
    match move:
        case Shift(source, target, count):
            return "shift", source, target, count
        case Remove(number):
            return "remove", number
        case ToCell(number, cell):
            return "to cell", number, cell
        case FromCell(cell, number):
            return "from cell", cell, number
        case _:
            return ("deal",)


def state(of: Position | Reference) -> tuple[object, ...]:
    """Return the place of every card, in a form that is the same for engine and reference."""
    if isinstance(of, Position):
        of = reference(of)
    return of.columns, of.hand, sorted(of.removed), of.cells
