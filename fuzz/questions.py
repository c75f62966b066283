"""Compare the solver with an independent engine on random questions:
``python -m fuzz.questions [-n QUESTIONS] [--seed SEED] [--work STEPS] [--most POSITIONS]``, in the
checkout.

The engine is that of ``tests/reference.py``; this module adds independent definitions of the
goals, and a search that tries every line.

A question has a small board (half of them have ten columns) under a preset, some with free cells
or Kings on Aces, some with unknown cards, and a goal of up to three clauses with conditions.

- The solver's line is played in the reference, and must reach the goal.
- For "impossible" the reference must find no line, and ``certificates/check.py`` must accept the
  certificate.
- A line that the solver calls shortest must be as long as the reference's shortest.
- Unknown cards are drawn at random several times.
- For goals with ``whatever turns up`` an AND-OR search in the reference decides whether the goal
  can be reached for every order of the cards: "solved" requires that, "impossible" excludes it.
- Such questions about endgames must be decided.

Questions with too many positions for the reference aren't counted, nor are those that need no
search.

Exit code 1 if there is a disagreement, which is printed with its seed.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from typing import Any

from spiderpos import formats
from spiderpos import solver as solving
from spiderpos.game import engine
from spiderpos.game.cards import UNKNOWN, Card, Suit, card
from spiderpos.game.census import (
    by_elimination,
    filled,
    hides_unknown,
    shows_unknown,
    unseen,
)
from spiderpos.game.engine import complete_columns
from spiderpos.game.position import Column, Position
from spiderpos.game.rules import PRESETS, Rules, parse_rules
from spiderpos.goals.goal import Goal, parse
from spiderpos.solver import certificates, sure
from spiderpos.solver.prover import Answer, Budget, Outcome, brute
from spiderpos.text.errors import NotationError
from tests.checking import verdict
from tests.positions import plain, reference
from tests.questions import stacked, suit_pieces
from tests.reference import Reference

#: The maximum number of positions that the reference searches for a question.
_MOST = 1500
#: The same for each part of an AND-OR search: with one or two hidden cards, and in endgames.
_MOST_OF_A_CASE = 60
_MOST_OF_AN_ENDGAME = 300
#: The number of random draws of the unknown cards.
_WAYS = 4
#: The number of disagreements is printed each time this number of questions has been answered.
_ROUND = 200


# Questions


@dataclass
class RandomGoal:
    """A random goal: its clauses and conditions, each a word with its arguments, and its text."""

    clauses: list[tuple[Any, ...]] = field(default_factory=list)
    conditions: list[tuple[Any, ...]] = field(default_factory=list)
    text: str = ""

    @property
    def most(self) -> int | None:
        """The maximum number of moves that the goal allows, or None."""
        return dict(self.conditions).get("moves", {"most": None})["most"]


_CLAUSES = {
    "spaces": "get {n} spaces",
    "space in": "get a space in column {column}",
    "spaces back": "get the space back",
    "turned": "turn up {n} cards",
    "turned in": "turn up {n} cards in column {column}",
    "uncovered": "uncover {card}",
    "uncovered in": "uncover {card} in column {column}",
    "dug": "dig down to {dug} in column {dug_in}",
    "reach": 'reach "{tableau} - -"',
}
_SUIT_CLAUSES = {
    "removed": "remove {suit}",
    "number removed": "remove {n} suits",
    "removed before": "remove {suit} before {other}",
    "complete": "complete {suit}",
    "any complete": "complete any suit",
    "won": "win",
    "won standing": "win with {n} suits in the tableau",
    "all standing": "win with all suits in the tableau",
}
_CONDITIONS = {
    "deal": "dealing",
    "turn": "turning up",
    "remove": "removing",
    "remove suit": "removing {suit}",
    "space": "making a space",
}


def random_tableau(rng: random.Random, position: Position) -> Position:
    """Return a tableau after a few moves, sometimes with two cards exchanged."""
    for _ in range(rng.randint(1, 8)):
        moves = list(engine.legal_moves(position))
        if not moves:
            break
        position = engine.do(position, rng.choice(moves)).after
    places = [(n, k) for n, c in enumerate(position.columns) for k in range(len(c.up))]
    if len(places) > 1 and rng.random() < 0.3:
        columns = [[list(c.down), list(c.up)] for c in position.columns]
        (a, i), (b, k) = rng.sample(places, 2)
        columns[a][1][i], columns[b][1][k] = columns[b][1][k], columns[a][1][i]
        position = replace(position, columns=tuple(Column(*map(tuple, c)) for c in columns))
    return position


def random_goal(rng: random.Random, position: Position, suit: Suit) -> RandomGoal:
    goal = RandomGoal()
    cards = [c for column in position.columns for c in (*column.down, *column.up) if c]
    places = [
        (number, c)
        for number, column in enumerate(position.columns, 1)
        for c in (*column.down, *column.up)
        if c
    ]
    forms = _CLAUSES | (_SUIT_CLAUSES if rng.random() < 0.5 else {})
    if rng.random() < 0.2:
        forms = {word: _SUIT_CLAUSES[word] for word in ("won", "won standing", "all standing")}
    texts = []
    for word in rng.sample(sorted(forms), min(len(forms), rng.choice((1, 1, 1, 2, 2, 3)))):
        target = random_tableau(rng, position) if word == "reach" else position
        dug_in, dug = rng.choice(places)
        about = {
            "n": rng.choice((1, 1, 2, 2, 3)),
            "column": rng.randint(1, len(position.columns)),
            "card": rng.choice(cards),
            "suit": suit,
            "other": rng.choice([other for other in Suit if other is not suit]),
            "dug": dug,
            "dug_in": dug_in,
            "columns": [(list(c.down), list(c.up)) for c in target.columns],
            "tableau": formats.dumps(target, "fen").split()[0],
        }
        if word == "spaces":
            about["n"] = min(about["n"] + len(position.spaces), len(position.columns))
        goal.clauses.append((word, about))
        texts.append(forms[word].format(**about).replace(" 1 spaces", " a space"))
    acts = []
    for word, text in _CONDITIONS.items():
        if rng.random() < (0.8 if word == "deal" else 0.15):
            about = {"suit": rng.choice((suit, Suit.HEARTS))}
            goal.conditions.append((word, about))
            acts.append(text.format(**about))
    text = " and ".join(texts) + (" without " + ", ".join(acts) if acts else "")
    for word, most in (("others", 1), ("moves", rng.randint(1, 6))):
        if rng.random() < 0.1:
            goal.conditions.append((word, {"most": most}))
            others = f"removing at most {most} other suits" if word == "others" else ""
            text += ", " + (others or f"in at most {most} moves")
    goal.text = text.replace(" 1 cards", " 1 card").replace("1 suits", "1 suit")
    return goal


# The reference's answer


@dataclass
class Played:
    """A game of the reference engine, and the events of the line played so far."""

    game: Reference
    removed: list[Suit] = field(default_factory=list)
    turned: Counter[int] = field(default_factory=Counter)

    def key(self) -> object:
        columns = tuple(tuple(map(tuple, column)) for column in self.game.columns)
        cells = tuple(sorted(card or UNKNOWN for card in self.game.cells))
        return columns, cells, len(self.game.hand), tuple(self.removed)

    def spaces(self) -> int:
        return sum(not column for column in self.game.columns)

    def moves(self) -> Iterator[tuple[Any, ...]]:
        """Yield the legal moves."""
        game = self.game
        numbers = range(1, len(game.columns) + 1)
        for source in numbers:
            for count in range(1, len(game.columns[source - 1]) + 1):
                cards = game.columns[source - 1][-count:]
                if not cards[0][1] or not game.in_order(cards, of_suit=True):
                    break  # longer ones aren't runs either
                for target in numbers:
                    if game.is_legal("shift", source, target, count):
                        yield "shift", source, target, count
            cells = range(1, len(game.cells) + 1)
            others = [("remove", source), *(("to cell", source, cell) for cell in cells)]
            others += [("from cell", cell, source) for cell in cells]
            yield from (move for move in others if game.is_legal(*move))
        if game.is_legal("deal"):
            yield ("deal",)

    def after(self, move: tuple[Any, ...]) -> Played:
        game = copy_of(self.game)
        game.play(*move)
        down = [_face_down(column) for column in self.game.columns]
        turned = self.turned.copy()
        for number, column in enumerate(game.columns, 1):
            turned[number] += down[number - 1] - _face_down(column)
        gone = game.removed[len(self.game.removed) :]
        return Played(game, self.removed + gone, turned)


def copy_of(game: Reference) -> Reference:
    """Copy a game with its state."""
    copy = object.__new__(Reference)
    copy.__dict__.update(game.__dict__)
    copy.columns = [[list(entry) for entry in column] for column in game.columns]
    copy.hand, copy.removed, copy.cells = list(game.hand), list(game.removed), list(game.cells)
    return copy


def _face_down(column: list[list[Any]]) -> int:
    return next((n for n, (_, face_up) in enumerate(column) if face_up), len(column))


def holds(question: RandomGoal, start: Played, now: Played) -> bool:
    """Return True if all clauses hold at the end of a line."""
    return all(_clause(word, about, start, now) for word, about in question.clauses)


def _clause(word: str, about: dict[str, Any], start: Played, now: Played) -> bool:
    game, n, suit = now.game, about["n"], about["suit"]
    column = game.columns[about["column"] - 1]
    bottoms = [other[-1][0] for other in game.columns if other]
    complete = [other[-1][0].suit for other in game.columns if game.is_complete(other)]
    before = now.removed.index(suit) if suit in now.removed else 0
    match word:
        case "spaces":
            return now.spaces() >= n
        case "space in":
            return not column
        case "spaces back":
            return now.spaces() >= start.spaces()
        case "turned":
            return now.turned.total() >= n
        case "turned in":
            return now.turned[about["column"]] >= n
        case "uncovered":
            return about["card"] in bottoms
        case "reach":
            tableau = [
                ([c for c, up in pile if not up], [c for c, up in pile if up])
                for pile in game.columns
            ]
            return tableau == about["columns"]
        case "uncovered in":
            return bool(column) and column[-1][0] == about["card"]
        case "dug":
            cards = [c for c, _ in game.columns[about["dug_in"] - 1]]
            first = [c for c, _ in start.game.columns[about["dug_in"] - 1]]
            return cards == first[: about["depth"]]
        case "removed":
            return suit in now.removed
        case "number removed":
            return len(now.removed) >= n
        case "removed before":
            return suit in now.removed and about["other"] not in now.removed[:before]
        case "complete":
            return suit in complete
        case "any complete":
            return bool(complete)
        case "won" | "won standing" | "all standing":
            standing = suits_standing(game)
            if word == "all standing":
                return standing is not None and not game.removed
            return standing is not None and standing >= (n if word == "won standing" else 0)
    raise ValueError(word)


def suits_standing(game: Reference) -> int | None:
    """Return the number of complete suits in the tableau; None if other cards are left."""
    if game.hand or any(card is not None for card in game.cells):
        return None
    count = 0
    for column in game.columns:
        for end in range(len(column), 0, -13):
            if not game.is_complete(column[:end]):
                return None
            count += 1
    return count


def broken(
    question: RandomGoal, was: Played, move: tuple[Any, ...], now: Played, *, last: bool
) -> bool:
    """Return True if a move breaks a condition; ``last``: the move reaches the goal."""
    for word, about in question.conditions:
        match word:
            case "deal" if move[0] == "deal":
                return True
            case "turn" if now.turned != was.turned:
                return True
            case "remove suit" if about["suit"] in now.removed:
                return True
            case "space" if now.spaces() > was.spaces() and not last:
                return True
            case "remove" | "others" if _others(question, now.removed) > about.get("most", 0):
                return True
    return False


def _others(question: RandomGoal, removed: list[Suit]) -> int:
    """Return the number of removed suits that the goal doesn't require."""
    words = dict(question.clauses)
    named = {words[word]["suit"] for word in ("removed", "removed before") if word in words}
    number = words["number removed"]["n"] if "number removed" in words else 0
    by_name = sum(suit in removed for suit in named)
    return len(removed) - max(by_name, min(number, len(removed)))


def fewest_moves(
    start: Played,
    reached: Callable[[Played], bool],
    breaks: Callable[..., bool],
    most: int | None,
    largest: int,
) -> int | None:
    """Return the number of moves of the shortest line to a goal, up to ``most``.

    Args:
        breaks: True if a move breaks a condition: (before, move, after, last=).

    Returns:
        -1 if there is no line; None if there are more positions than ``largest``.
    """
    if reached(start):
        return 0
    met, waiting = {start.key()}, deque([(start, 0)])
    while waiting:
        was, moves = waiting.popleft()
        if most is not None and moves >= most:
            continue
        for move in was.moves():
            now = was.after(move)
            if now.key() in met:
                continue
            last = reached(now)
            if breaks(was, move, now, last=last):
                continue
            if last:
                return moves + 1
            met.add(now.key())
            waiting.append((now, moves + 1))
        if len(met) > largest:
            return None
    return -1


class TooMany(Exception):  # noqa: N818 - not an error
    """Raised if a question has more positions than the reference searches."""


def is_sure(
    start: Played,
    now: Played,
    question: RandomGoal,
    pool: Counter[Card],
    most: int = _MOST_OF_A_CASE,
    moves: int = 0,
) -> bool:
    """Return True if the goal can be reached for all values of the unknown face-down cards (0).

    ``moves``: the number of moves made before.

    An AND-OR search: lines that turn up no unknown card (OR), and after each move that does, the
    same for each value of that card (AND).  Raise TooMany if one part has more than ``most``
    positions.
    """
    if holds(question, start, now):
        return True
    met, waiting = {now.key()}, deque([(now, moves)])
    while waiting:
        was, moves = waiting.popleft()
        if moves == question.most:
            continue
        for move in was.moves():
            after = was.after(move)
            shown = [n for n, pile in enumerate(after.game.columns) if pile and not pile[-1][0]]
            if not shown:
                if after.key() in met:
                    continue
                reached = holds(question, start, after)
                if broken(question, was, move, after, last=reached):
                    continue
                if reached:
                    return True
                met.add(after.key())
                waiting.append((after, moves + 1))
            elif all(
                _sure_after(start, was, move, after, question, pool, shown[0], c, most, moves + 1)
                for c in pool
                if pool[c]
            ):
                return True
        if len(met) > most:
            raise TooMany
    return False


def _sure_after(
    start: Played,
    was: Played,
    move: tuple[Any, ...],
    after: Played,
    question: RandomGoal,
    pool: Counter[Card],
    column: int,
    c: Card,
    most: int,
    moves: int,
) -> bool:
    seen = Played(copy_of(after.game), after.removed, after.turned)
    seen.game.columns[column][-1][0] = c
    reached = holds(question, start, seen)
    if broken(question, was, move, seen, last=reached):
        return False
    return reached or is_sure(start, seen, question, pool - Counter([c]), most, moves)


# Boards


def random_rules(rng: random.Random, name: str) -> Rules:
    """Return a preset, sometimes with one to three cells, or the other rule for Kings on Aces."""
    rules = PRESETS[name]
    if rng.random() < 0.3:
        rules = replace(rules, cells=rng.randint(1, 3))
    if rng.random() < 0.2:
        rules = replace(rules, kings_on_aces=not rules.kings_on_aces)
    return rules


def random_board(rng: random.Random, rules: Rules) -> tuple[Position, Suit]:
    suits = rules.suits
    suit = rng.choice(suits)
    deck = [card(rank, s) for s in suits for rank in range(1, 14)] * rules.copies
    low = rng.randint(1, 13)
    window = {(low + step - 1) % 13 + 1 for step in range(rng.randint(3, 6))}
    pool = [c for c in deck if c.rank in window]
    columns = 10 if rng.random() < 0.5 else rng.randint(3, 6)
    pieces: list[list[Card]] = []
    ending = rng.random() < 0.15
    if ending:
        # Only whole suits, in a few pieces.
        for one in rng.choices(suits, k=rng.choice((1, 1, 2))):
            cuts = sorted(rng.sample(range(2, 14), rng.randint(0, 2)), reverse=True)
            for high, low in pairwise((14, *cuts, 1)):
                pieces.append([card(rank, one) for rank in range(high - 1, low - 1, -1)])
        pool, count = [], 0
        suit = pieces[0][0].suit
    elif rng.random() < 0.35:
        cuts = sorted(rng.sample(range(2, 14), rng.randint(1, 4)), reverse=True)
        for high, low in pairwise((14, *cuts, 1)):
            pieces.append([card(rank, suit) for rank in range(high - 1, low - 1, -1)])
        pool = [c for c in pool if c.suit is not suit or len(suits) == 1]
        count = rng.randint(0, columns)
    else:
        count = rng.randint(columns, columns + 6)
    rng.shuffle(pool)
    in_cells = [pool.pop() for _ in range(rng.randint(0, rules.cells)) if pool]
    hand = rng.choice((0, 0, 0, 1, columns, columns)) if columns < 7 else 0
    hand_cards = [pool.pop() for _ in range(hand) if len(pool) > 4]
    pieces += runs(rng, pool[:count])
    rng.shuffle(pieces)
    if not ending and rng.random() < 0.25:
        # A sequence from a King down, of any suits, which may lie on other cards.
        ranks = range(13, 13 - rng.randint(2, 5), -1)
        used = in_cells + hand_cards + [c for piece in pieces for c in piece]
        left = Counter(deck) - Counter(used)
        under = [
            rng.choice([c for c in left if c.rank == rank])
            for rank in ranks
            if any(c.rank == rank for c in left)
        ]
        pieces.append(under)
    spaces = rng.choice((0, 0, 0, 1))
    piles: list[list[Card]] = [[] for _ in range(columns - spaces)]
    for number, piece in enumerate(pieces):
        (piles[number] if number < len(piles) else rng.choice(piles)).extend(piece)
    made = [Column() for _ in range(spaces)]
    for pile in piles:
        down = rng.randrange(len(pile)) if pile and rng.random() < 0.4 else 0
        made.append(Column(tuple(pile[:down]), tuple(pile[down:])))
    rng.shuffle(made)
    cells: tuple[Card | None, ...] = (*in_cells, *[None] * (rules.cells - len(in_cells)))
    return Position(tuple(made), tuple(hand_cards), (), cells, rules), suit


def runs(rng: random.Random, cards: list[Card]) -> list[list[Card]]:
    """Divide cards into natural runs of random lengths, where they have any."""
    left, pieces = list(cards), []
    while left:
        run = [left.pop()]
        while rng.random() < 0.4 and run[-1].rank > 1 and Card(run[-1].code - 4) in left:
            left.remove(Card(run[-1].code - 4))
            run.append(Card(run[-1].code - 4))
        pieces.append(run)
    return pieces


def hidden(rng: random.Random, position: Position) -> Position:
    """Return the position with some of its cards made unknown: face down, in the hand, in cells.

    Without automatic removal, which could then remove a suit at the start, a few face-up cards
    are unknown too.
    """
    up = 0.1 if rng.random() < 0.3 and not position.rules.automatic_removal else 0.0

    def some(cards: tuple[Card, ...], part: float = 0.6) -> tuple[Card, ...]:
        return tuple(UNKNOWN if rng.random() < part else c for c in cards)

    columns = tuple(Column(some(column.down), some(column.up, up)) for column in position.columns)
    cells = tuple(c if c is None else some((c,))[0] for c in position.cells)
    return replace(position, columns=columns, hand=some(position.hand), cells=cells)


# A question


def parsed(question: RandomGoal, position: Position, more: str = "") -> Goal:
    """Return the goal as the solver reads it, and set the depth of each card to dig down to.

    A hidden card is not named, even if it is equal to the named one.
    """
    for _, about in question.clauses:
        column = position.column(about["dug_in"])
        cards = (*column.down, *column.up)
        about["depth"] = cards.index(about["dug"]) + 1 if about["dug"] in cards else 0
    return parse(question.text + more, position=position)


@dataclass(frozen=True)
class Result:
    """The result of a random question: preset, outcome, search method, and a fault or ""."""

    preset: str
    outcome: str
    method: str = ""
    wrong: str = ""


def ask_whatever(seed: int, work: int = 10_000_000) -> Result:
    """Ask a question with ``whatever turns up``, with one or two hidden cards."""
    rng = random.Random(f"whatever {seed}")
    name = sorted(PRESETS)[seed % len(PRESETS)]
    rules = random_rules(rng, name)
    position, suit = random_board(rng, rules)
    if rng.random() < 0.7:
        position = replace(position, hand=())
    places = [(n, k) for n, c in enumerate(position.columns) for k in range(len(c.down))]
    if not places or (rules.automatic_removal and complete_columns(position)):
        return Result(name, "too large")
    columns = [[list(c.down), c.up] for c in position.columns]
    for n, k in rng.sample(places, min(len(places), rng.choice((1, 1, 2)))):
        columns[n][0][k] = UNKNOWN
    position = replace(position, columns=tuple(Column(tuple(d), u) for d, u in columns))
    question = random_goal(rng, position, suit)
    if any(word == "reach" for word, _ in question.clauses):
        return Result(name, "too large")
    goal = parsed(question, position, " whatever turns up")
    pool = +unseen(position)
    start = Played(reference(position))
    try:
        sure = is_sure(start, start, question, pool)
    except TooMany:
        return Result(name, "too large")
    answer = solving.solve(position, goal, budget=Budget(work=work))
    wrong = ""
    if (answer.outcome is Outcome.SOLVED and not sure) or (
        answer.outcome is Outcome.IMPOSSIBLE and sure
    ):
        wrong = (
            f"{formats.dumps(position, 'fen').strip()!r} '{goal}': called {answer.outcome} "
            f"({answer.reason}); by the reference it is {'sure' if sure else 'not sure'}"
        )
    elif fault := certificate_fault(position, goal, answer):
        wrong = f"{formats.dumps(position, 'fen').strip()!r} '{goal}': {fault}"
    return Result(name, f"{answer.outcome} (whatever)", answer.searched.method, wrong)


def certificate_fault(position: Position, goal: Goal, answer: Answer) -> str:
    """Return the reason why the certificate of "impossible" is rejected; empty if it isn't."""
    if answer.outcome is not Outcome.IMPOSSIBLE:
        return ""
    try:
        certificate = certificates.certificate(position, goal, answer)
    except certificates.NoCertificate as why:
        return f"impossible, without a certificate: {why}"
    result = verdict(certificate)
    return "" if result == "accepted" else f"impossible, with a certificate that is {result}"


def endgame(rng: random.Random) -> tuple[Position, Suit]:
    """Return a position with one suit in pieces, and the suit; some cards are unknown.

    All other suits are removed.
    """
    suit = rng.choice([*Suit])
    rules = parse_rules(rng.choice(("woods", "woods", "modern", "cells=1")))
    gone = (Counter([*Suit] * 2) - Counter([suit])).elements()
    left, columns = rng.choice((2, 3)), []
    pieces = suit_pieces(rng, suit, rng.randint(4, 7))
    for pile in stacked(rng, pieces, rng.choice((3, 3, 4)), 0, 0):
        down = min(left, max(0, len(pile) - 1), rng.randint(0, 2))
        left -= down
        columns.append(Column((UNKNOWN,) * down, pile.up[down:]))
    cells = (None,) * rules.cells
    return Position(tuple(columns), removed=tuple(gone), cells=cells, rules=rules), suit


def ask_sure(seed: int, work: int = 10_000_000) -> Result:
    """Compare the answer to a question "whatever turns up" about a random endgame.

    It must be decided.
    """
    rng = random.Random(f"sure {seed}")
    position, suit = endgame(rng)
    question = random_goal(rng, position, suit)
    goal = parsed(question, position, " whatever turns up")
    seen = by_elimination(position)
    name = str(position.rules)
    # An unknown card in a target tableau matches any card; in the reference it matches none.
    if not sure.is_supported(seen, goal) or "?" in question.text:
        return Result(name, "too large")
    start = Played(reference(position))
    try:
        expected = is_sure(start, start, question, +unseen(position), _MOST_OF_AN_ENDGAME)
    except TooMany:
        return Result(name, "too large")
    answer = solving.solve(position, goal, budget=Budget(work=work))
    decided = Outcome.SOLVED if expected else Outcome.IMPOSSIBLE
    wrong = certificate_fault(position, goal, answer)
    if answer.outcome is not decided:
        wrong = f"called {answer.outcome}; it is {'sure' if expected else 'not sure'}"
    if wrong:
        wrong = f"{formats.dumps(position, 'fen').strip()!r} '{goal}': {wrong}"
    return Result(name, f"{answer.outcome} (endgame)", answer.searched.method, wrong)


def ask(seed: int, work: int = 10_000_000, largest: int = _MOST) -> Result:
    """Compare the answers to the random question with this seed.

    The outcome is "too large" if the reference can't answer it.
    """
    rng = random.Random(seed)
    name = sorted(PRESETS)[seed % len(PRESETS)]
    if (kind := rng.random()) < 0.1:
        return ask_sure(seed, work) if kind < 0.05 else ask_whatever(seed, work)
    position, suit = random_board(rng, random_rules(rng, name))
    if position.rules.automatic_removal and complete_columns(position):
        return Result(name, "too large")  # the reference removes complete suits at once
    question = random_goal(rng, position, suit)
    if rng.random() < 0.25:
        position = hidden(rng, position)
    all_known = not (hides_unknown(position) or shows_unknown(position))
    ways = [filled(position, rng) for _ in range(1 if all_known else _WAYS)]
    try:
        goal = parsed(question, position)
    except NotationError:  # it names a card that is now hidden
        return Result(name, "too large")
    shortest = all_known and rng.random() < 0.2
    answer = solving.solve(position, goal, budget=Budget(work=work), shortest=shortest)
    moves = [plain(step.move) for step in answer.steps]
    wrong = ""
    if answer.outcome is Outcome.SOLVED:
        wrong = next(filter(None, (not_reached(way, question, moves) for way in ways)), "")
    if answer.outcome is Outcome.IMPOSSIBLE or (answer.shortest and all_known):
        enough = Budget(work=10 * largest)
        for way in ways:
            if brute.solve(way, goal, budget=enough).outcome is Outcome.UNDECIDED:
                return Result(name, "too large")  # the core detects this faster than the reference
            start = Played(reference(way))
            reached, breaks = partial(holds, question, start), partial(broken, question)
            fewest = fewest_moves(start, reached, breaks, question.most, largest)
            if fewest is None:
                return Result(name, "too large")
            if answer.outcome is Outcome.IMPOSSIBLE and fewest >= 0:
                wrong = f"called impossible ({answer.reason}); the reference has a line"
            elif answer.shortest and len(moves) != fewest:
                wrong = f"called the shortest: {len(moves)} moves; there is a line of {fewest}"
    if answer.outcome is Outcome.IMPOSSIBLE and not wrong:
        wrong = certificate_fault(position, goal, answer)
    if wrong:
        wrong = f"{formats.dumps(position, 'fen').strip()!r} {question.text!r}: {wrong}"
    return Result(name, str(answer.outcome), answer.searched.method, wrong)


def not_reached(position: Position, question: RandomGoal, moves: list[tuple[Any, ...]]) -> str:
    """Describe a fault of a line; empty if it reaches the goal."""
    start = now = Played(reference(position))
    if question.most is not None and len(moves) > question.most:
        return f"a line of {len(moves)} moves"
    for number, move in enumerate(moves, 1):
        if move not in now.moves():
            return f"move {number}, {move}, is illegal"
        was, now = now, now.after(move)
        last = number == len(moves) and holds(question, start, now)
        if broken(question, was, move, now, last=last):
            return f"move {number}, {move}, breaks a condition"
    return "" if holds(question, start, now) else "the line doesn't reach the goal"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("-n", "--questions", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--work", type=int, default=10_000_000, help="for each answer")
    parser.add_argument("--most", type=int, default=_MOST, help="positions for the reference")
    options = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    easy = skipped = wrong = 0
    for seed in itertools.count(options.seed * 1_000_000):
        result = ask(seed, options.work, options.most)
        skipped += result.outcome == "too large"
        easy += result.method == "start"
        if result.wrong:
            wrong += 1
            print(f"seed {seed}, {result.preset}: {result.wrong}", flush=True)
        if result.outcome != "too large" and result.method != "start":
            counts[result.preset, f"{result.outcome} by {result.method}"] += 1
            answered = counts.total()
            if answered % _ROUND == 0 or answered == options.questions:
                more = f"{easy} more needed no search, {skipped} were too large"
                print(f"{answered} questions ({more}), {wrong} disagreements", flush=True)
            if answered == options.questions:
                break
    for (preset, what), count in sorted(counts.items()):
        print(f"{preset:16} {what:28} {count:6}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
