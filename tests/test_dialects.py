"""Games in the notation of other programs and of players: each is read as it was played, or
refused.

Every log is one of our games, written in a dialect.  Some dialects don't distinguish equal cards;
there, ambiguous games must be refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

import pytest

from spiderpos import scripts
from spiderpos.advice.pointing import move_between
from spiderpos.game import engine
from spiderpos.game.cards import RANK_WORDS
from spiderpos.game.engine import Step
from spiderpos.game.illegal import AmbiguousMove
from spiderpos.game.moves import Deal, Remove, Shift
from spiderpos.game.position import Position
from spiderpos.game.replay import ReplayError, replay
from spiderpos.game.rules import WOODS
from spiderpos.text.errors import SpiderError

from .boards import board
from .positions import random_deal
from .shapes import symbol


@dataclass(frozen=True)
class Dialect:
    """The notation of a program's log: templates for a move, a deal and a removed suit.

    ``leaves_open``: logs may be ambiguous.
    """

    move: str
    deal: str = "deal"
    gone: str = "remove {a}"
    leaves_open: bool = False


DIALECTS = {
    # The output of JStateson's solver for Windows' Spider.
    "Windows": Dialect("{H} {a0}-{b0}    31", "Deal# 1", "S{S}1BS"),
    "Windows numbered": Dialect("  7 {H} {a0}-{b0}    10", "Deal# 1", "S{S}1BS"),
    # Notes by a player of MobilityWare's program, who names both cards: the one that moves, and
    # the one that it goes onto.
    "MobilityWare": Dialect("{H} col {a} -> {O} col {b}", "deal", "remove col {a}"),
    "MobilityWare, runs": Dialect("{H}+ run col {a} -> {O} col {b}", "deal", "remove col {a}"),
    # KPatience's author.
    "KPatience": Dialect("1 Move {n} cards from {z} to {y} - {H}->{O2}", "Draw another talon"),
    # The solvers of mavhawk and dfsmith.
    "mavhawk": Dialect("Move ({z}, {y}, {n})", "Draw"),
    "dfsmith": Dialect("{n} from {z}->{y}"),
    # plspider, whose moves have the place of the card in its column.
    "plspider": Dialect("{a}:{i1}>{b}", "D", "{a}C"),
    # Lists of numbers.
    "two numbers": Dialect("{a} {b}"),
    "three numbers": Dialect("move {z} {y} {n}"),
    "a place": Dialect("move {z} {y} {i}"),
    "a console": Dialect("{a} {b}", "take"),
    "a count behind": Dialect("T{a} -> T{b} ({n} cards)"),
    "a count with x": Dialect("{a}->{b} x{n}"),
    # YAML and JSON lists of bots.
    "data": Dialect("- from: {a}\n  to: {b}\n  count: {n}", "- deal: true", "- remove: {a}"),
    "data, places": Dialect("- from: {z}\n  to: {y}\n  index: {i}", "", ""),
    # fc-solve's words, and PySol's.
    "stacks": Dialect("Move {n} cards from stack {z} to stack {y}"),
    "a card": Dialect("Move {some} from stack {z} to stack {y}"),
    # Woods, and variants of his notation in posts.
    "Woods": Dialect("{r} from {a} to {b}", gone="remove the {suit} from column {a}"),
    "Woods, an arrow": Dialect("{r} {a}->{b}", gone="remove the {suit} from column {a}"),
    "signs": Dialect("{sign} from {a} to {b}"),
    "in words": Dialect("Move the {words} from column {a} to column {b}"),
    # AisleRiot's hints.
    "onto": Dialect("Move the {words} onto {onto}.", "Deal another round", leaves_open=True),
    "onto, short": Dialect("{r} -> {o}", leaves_open=True),
    "to a column": Dialect("{r} → column {b}", leaves_open=True),
    # Letters.
    "letters": Dialect("{A}{B}", gone="off {A}"),
    "letters apart": Dialect("{A} {B}", gone="off {A}"),
    "letters, arrow": Dialect("{A}->{B}", gone="off {A}"),
}
#: No program is known to write these; none may be misread as anything else.
OTHERS = {
    "dots": "{a}.{b}",
    "slash": "{a}/{b}",
    "count first": "{n} {a} {b}",
    "count or number first": "{n}: {a}-{b}",
    "place from 1": "{a} {b} {i1}",
    "capitals": "{AB}",
    "joined": "{a},{b},",
}


def game(seed: int, suits: int, length: int) -> tuple[Position, list[Step]]:
    """Return a game in which each shift moves as many cards as possible between its columns."""
    random = Random(seed)
    start = position = random_deal(random, replace(WOODS, suits=suits))
    steps: list[Step] = []
    while len(steps) < length:
        moves = list(engine.legal_moves(position))
        gone = [move for move in moves if isinstance(move, Remove)]
        shifts = [
            move
            for move in moves
            if isinstance(move, Shift) and move_between(position, move.source, move.target) == move
        ]
        deals = [move for move in moves if isinstance(move, Deal)]
        if shifts and deals and random.random() < 0.93:
            deals = []
        choice = gone[:1] or deals or shifts
        if not choice:
            break
        steps.append(engine.do(position, random.choice(choice)))
        position = steps[-1].after
    return start, steps


#: The end of a game, in which two suits are removed.
END = board("K-2c", "2d Ac", "K-2h", "Qs Ah")
LAST_MOVES = engine.play(END, [Shift(2, 1), Remove(1), Shift(4, 3), Remove(3)])
GAMES = [game(1, 4, 12), game(2, 4, 40), game(3, 2, 60), game(4, 1, 80)]


def word(step: Step, dialect: Dialect) -> str:
    """Return a step in a dialect; "" if the dialect doesn't record such a step."""
    move = step.move
    if isinstance(move, Deal):
        return dialect.deal.format()
    cards = step.cards
    if isinstance(move, Remove):
        suit = cards[-1].suit
        return dialect.gone.format(
            a=move.column, A="abcdefghij"[move.column - 1], suit=suit, S=suit.letter.upper()
        )
    assert isinstance(move, Shift)
    head, tail, source, target = cards[0], cards[-1], move.source, move.target
    column = step.before.column(source)
    place = len(column) - move.count
    onto = step.before.column(target).bottom
    letters = "abcdefghij"[source - 1], "abcdefghij"[target - 1]

    return dialect.move.format(
        **{"a": source, "b": target, "z": source - 1, "y": target - 1, "n": move.count},
        **{"a0": source % 10, "b0": target % 10, "i": place, "i1": place + 1},
        **{"A": letters[0], "B": letters[1], "AB": "".join(letters).upper()},
        H=str(head).upper().replace("10", "T"),
        O=str(onto).upper().replace("10", "T") if onto else "open",
        O2=str(onto).upper().replace("10", "T") if onto else "Empty",
        o=onto or "the space",
        r=str(head) if head == tail else f"{str(head)[:-1]}-{tail}",
        sign=symbol(head),
        some="a card" if move.count == 1 else f"{move.count} cards",
        words=f"{RANK_WORDS[head.rank - 1]} of {head.suit}",
        onto=f"the {RANK_WORDS[onto.rank - 1]} of {onto.suit}" if onto else "an empty slot",
    )


def logs(dialect: Dialect) -> Iterator[tuple[Position, list[Step], str]]:
    """Yield games that a dialect can express: start, steps, and the log."""
    for start, steps in GAMES:
        first = next((n for n, s in enumerate(steps) if isinstance(s.move, Deal)), len(steps))
        written = steps if dialect.deal else steps[:first]
        lines = [word(step, dialect) for step in written]
        yield start, written, "".join(f"{line}\n" for line in lines if line)


@pytest.mark.slow
@pytest.mark.parametrize("name", DIALECTS)
def test_a_log_is_read_as_it_was_played(name: str) -> None:
    dialect = DIALECTS[name]
    for start, steps, text in logs(dialect):
        try:
            end = replay(start, scripts.loads(text)).end
        except ReplayError as error:
            if not (dialect.leaves_open and isinstance(error.reason, AmbiguousMove)):
                raise
        else:
            assert end.columns == steps[-1].after.columns, text


@pytest.mark.parametrize("name", ["Windows", "MobilityWare", "two numbers", "data"])
def test_suits_are_removed_by_a_line_or_automatically(name: str) -> None:
    text = "".join(f"{word(step, DIALECTS[name])}\n" for step in LAST_MOVES)
    for automatic, moves in ((False, 4), (True, 2)):
        start = replace(END, rules=replace(WOODS, automatic_removal=automatic))
        again = replay(start, scripts.loads(text))
        assert again.end.columns == LAST_MOVES[-1].after.columns
        assert len(again.played) == moves


@pytest.mark.parametrize("name", OTHERS)
def test_unknown_dialects_are_refused(name: str) -> None:
    for start, _, text in logs(Dialect(OTHERS[name])):
        with pytest.raises(SpiderError):
            replay(start, scripts.loads(text))
