"""Forge certificates, and hold those that the checker accepts against every line:
``python -m fuzz.forged [-n CERTIFICATES] [--seed SEED] [--most POSITIONS] [--planted]``, in the
checkout.

A certificate of a small board is written with the checker's own moves: the set is closed, whether
it meets the goal or not.  Boards are of few cards or of whole suits, where all that is counted is
there exactly; many goals may take as many moves as the shortest line has, or one less.  Then it's
damaged in up to two places: rules, conditions, cards and suits of the question changed, values of
other types and out of range, keys that can't stand there, members left out.  Most sets are closed
anew for the damaged question.  What is accepted is read once more, by a reader that shares nothing
with the checker, and has to be a question of which the plainest search finds no line; a whole set
of positions has to be accepted where that finds none.

``--planted``: which of the mistakes for the checker in planted.txt do so many certificates show?
Exit code 1 if a verdict is wrong, which is printed with its seed.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from spiderpos.game.cards import UNKNOWN, Card, Suit, card
from spiderpos.game.position import Position
from spiderpos.goals.goal import Goal, parse
from tests.checking import check, closed, question, random_precision, verdict
from tests.questions import (
    CONDITIONS,
    FEW,
    any_question,
    random_question,
    stacked,
    suit_pieces,
)
from tests.reference import Reference

from .mutants import planted as mutants_of
from .questions import Played, fewest_moves, suits_standing

Node = dict[str, Any]
#: More positions than these are too many for the plain search, and members for a set.
_MOST = 1500
_MEMBERS = 300
#: The ways of proof, the richer ones more often.
_PROOFS = ["positions", "positions", "classes", "classes", "heads", "counting"]
#: What is asked for of whole suits.
_OF_SUITS = ["remove hearts", "remove any suit", "complete hearts", "complete any suit", "win"]
_OF_SUITS += ["win", "win with all suits in the tableau", "remove hearts and get 2 spaces"]
#: In how many ways cards that aren't known are drawn.
_DRAWS = 6


# What is claimed, read by the letter


def _is(*kinds: type) -> Callable[[Any], bool]:
    return lambda value: type(value) in kinds


def _number(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and low <= value <= high


def _one_of(*values: object) -> Callable[[Any], bool]:
    return lambda value: any(type(value) is type(v) and value == v for v in values)


def _list(kind: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: type(value) is list and all(map(kind, value))


def _pair(*kinds: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: (
        type(value) is list
        and len(value) == len(kinds)
        and all(kind(each) for kind, each in zip(kinds, value, strict=True))
    )


_SUITS = ("clubs", "diamonds", "hearts", "spades")
_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_NAMES = {r + s: card(i, Suit(k)) for i, r in enumerate(_RANKS, 1) for k, s in enumerate("cdhs")}
_SUIT, _CARD, _COLUMN, _YES = _one_of(*_SUITS), _one_of(*_NAMES), _number(1, 10), _is(bool)
_ANY_COLUMN = _one_of(None, *range(1, 11))
_OF_GAMES = [1, 2, 4, *_SUITS, *(f"{a}+{b}" for a in _SUITS for b in _SUITS if a < b)]
_KEYS: dict[str, dict[str, Callable[[Any], bool]]] = {
    "rules": {
        "suits": _one_of(*_OF_GAMES, "+".join(_SUITS)),
        "cells": _number(0, 4),
        "kings_on_aces": _YES,
        "automatic_removal": _YES,
        "short_last_deal": _YES,
        "deal_over_spaces": _one_of("never", "if-in-suit", "if-in-rank", "always"),
    },
    "position": {
        "columns": _list(_is(str)),
        "hand": _is(str),
        "in_cells": _is(str),
        "removed_before": _list(_one_of("?", *_SUITS)),
    },
    "goal": {
        "remove": _list(_SUIT),
        "remove_any": _number(0, 8),
        "remove_first": _list(_pair(_SUIT, _SUIT)),
        "spaces": _number(0, 14),
        "space_in": _list(_COLUMN),
        "reach": _list(_list(_is(str))),
        "turn_up": _list(_pair(_number(0, 104), _ANY_COLUMN)),
        "uncover": _list(_pair(_CARD, _ANY_COLUMN)),
        "dig_down": _list(_pair(_CARD, _COLUMN)),
        "complete": _list(_SUIT),
        "complete_any": _YES,
        "win": _one_of(None, *range(9)),
        "win_in_tableau": _YES,
        "moves": _one_of(None, *range(10_000)),
        "other_suits": _one_of(None, *range(9)),
        "no_removing": _list(_SUIT),
        "no_dealing": _YES,
        "no_turning_up": _YES,
        "no_making_a_space": _YES,
        "whatever_turns_up": _YES,
    },
}


def _cards(text: str, *, stars: bool = False) -> list[Card]:
    names = text.split(" ") if text else []
    names = [name.removesuffix("*") if stars else name for name in names if name]
    return [UNKNOWN if name == "??" else _NAMES[name] for name in names]


def _column(text: str, *, stars: bool = False) -> list[list[Any]]:
    down, up = text.split("|")
    cards = [[c, False] for c in _cards(down, stars=stars)]
    return cards + [[c, True] for c in _cards(up)]


def started(node: Node, rng: random.Random) -> Played:
    """Return the game at the start, with cards that aren't known drawn from the decks.

    Raises ValueError or LookupError for what is no question.
    """
    for part, keys in _KEYS.items():
        for key, value in node[part].items():
            if not keys[key](value):
                raise ValueError(f"{part}, {key}: {value!r}")
    rules, lie = node["rules"], node["position"]
    columns = [_column(text, stars=True) for text in lie.get("columns", [])]
    hand, held = _cards(lie.get("hand", ""), stars=True), _cards(lie.get("in_cells", ""))
    if any(column and not column[-1][1] for column in columns) or not columns:
        raise ValueError("a column without a face-up card, or none")
    if len(held) > rules.get("cells", 0):
        raise ValueError("more cards than cells")
    removed = lie.get("removed_before", [])
    suits = {1: "spades", 2: "hearts+spades", 4: "+".join(_SUITS)}
    names = suits.get(rules.get("suits", 4), rules.get("suits", 4)).split("+")
    pool = Counter(
        {card(r, Suit(_SUITS.index(s))): 8 // len(names) for s in names for r in range(1, 14)}
    )
    pool.subtract(c for column in columns for c, _ in column if c)
    pool.subtract(c for c in [*hand, *held] if c)
    pool.subtract(
        card(r, Suit(_SUITS.index(s))) for s in removed if s != "?" for r in range(1, 14)
    )
    if min(pool.values()) < 0 or pool.total() < 13 * removed.count("?"):
        raise ValueError("more cards than the decks have")
    left = [*pool.elements()]
    rng.shuffle(left)
    for column in columns:
        for entry in column:
            entry[0] = entry[0] or left.pop()
    game = Reference(
        columns,
        [c or left.pop() for c in hand],
        [Suit(_SUITS.index(s)) if s != "?" else Suit(0) for s in removed],
        [*(c or left.pop() for c in held), *[None] * (rules.get("cells", 0) - len(held))],
        deal_over_spaces=rules.get("deal_over_spaces", "never"),
        short_last_deal=rules.get("short_last_deal", False),
        kings_on_aces=rules.get("kings_on_aces", False),
        automatic_removal=rules.get("automatic_removal", False),
    )
    return Played(game)


def _suits(goal: Node, key: str) -> Counter[Suit]:
    return Counter(Suit(_SUITS.index(suit)) for suit in goal.get(key, []))


def holds(goal: Node, start: Played, now: Played) -> bool:
    """Return True if all that is asked for holds."""
    columns, game = now.game.columns, now.game
    cards = [[c for c, _ in column] for column in columns]
    was = [[c for c, _ in column] for column in start.game.columns]
    bottoms = [column[-1:] for column in cards]
    stand = Counter(c[-1][0].suit for c in columns if game.is_complete(c))
    return (
        not _suits(goal, "remove") - Counter(now.removed)
        and len(now.removed) >= goal.get("remove_any", 0)
        and now.spaces() >= goal.get("spaces", 0)
        and all(not columns[i - 1] for i in goal.get("space_in", []))
        and all(
            (now.turned[i] if i else now.turned.total()) >= n for n, i in goal.get("turn_up", [])
        )
        and all(
            [_NAMES[c]] in (bottoms[i - 1 : i] if i else bottoms)
            for c, i in goal.get("uncover", [])
        )
        and all(
            cards[i - 1] == was[i - 1][: was[i - 1].index(_NAMES[c]) + 1]
            for c, i in goal.get("dig_down", [])
        )
        and not _suits(goal, "complete") - stand
        and (not goal.get("complete_any") or bool(stand))
        and all(_is_like(target, columns) for target in goal.get("reach", []))
        and (goal.get("win") is None or (suits_standing(game) or 0) >= goal["win"])
        and (goal.get("win") is None or suits_standing(game) is not None)
        and not (goal.get("win_in_tableau") and game.removed)
    )


def _is_like(target: list[str], columns: list[list[list[Any]]]) -> bool:
    expected = [_column(text) for text in target]
    return len(expected) == len(columns) and all(
        len(some) == len(others)
        and all(
            a[1] == b[1] and a[0] in (UNKNOWN, b[0]) for a, b in zip(some, others, strict=True)
        )
        for some, others in zip(expected, columns, strict=True)
    )


def is_broken(goal: Node, was: Played, move: tuple[Any, ...], now: Played, *, last: bool) -> bool:
    """Return True if a move breaks a condition; ``last``: it reaches the goal."""
    gone = now.removed
    others = len(gone) - max(
        (Counter(gone) & _suits(goal, "remove")).total(), min(len(gone), goal.get("remove_any", 0))
    )
    late = any(
        a != b
        and Suit(_SUITS.index(b)) in gone
        and Suit(_SUITS.index(a)) not in gone[: gone.index(Suit(_SUITS.index(b)))]
        for a, b in goal.get("remove_first", [])
    )
    return bool(
        late
        or (goal.get("no_dealing") and move[0] == "deal")
        or (goal.get("no_turning_up") and now.turned != was.turned)
        or (goal.get("no_making_a_space") and now.spaces() > was.spaces() and not last)
        or any(suit in gone for suit in _suits(goal, "no_removing"))
        or (goal.get("other_suits") is not None and others > goal["other_suits"])
    )  # fmt: skip


def fewest_of(node: Node, start: Played, most: int) -> int | None:
    """Return how many moves the shortest line has: -1 if there is none, None if it can't say."""
    goal = node["goal"]
    reached, breaks = partial(holds, goal, start), partial(is_broken, goal)
    return fewest_moves(start, reached, breaks, goal.get("moves"), most)


def wrong(node: Node, rng: random.Random, most: int) -> str | None:
    """Return what is wrong with a certificate that is accepted: nothing, if it's a proof.

    None if the plain search can't say.
    """
    try:
        starts = [started(node, rng) for _ in range(_DRAWS if "??" in json.dumps(node) else 1)]
        lines = [fewest_of(node, start, most) for start in starts]
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        return f"it's no question: {error!r}"
    if any(moves is not None and moves >= 0 for moves in lines):
        return "there is a line"
    return None if None in lines else ""


# Certificates that are closed


def claim(rng: random.Random) -> Node:
    """Return a certificate without its set: a random question, and how it would be shown."""
    few_cards = partial(random_question, size=FEW)
    position, goal = rng.choice([any_question, of_whole_suits, few_cards])(rng)
    if rng.random() < 0.1:
        number, column = rng.choice([*enumerate(position.columns, 1)])
        if cards := [*column.down, *column.up]:
            goal = parse(f"dig down to {rng.choice(cards)} in column {number}")
    node = question(position, goal)
    if rng.random() < 0.3:
        # As many moves as it takes, or one less.
        fewest = fewest_of(node, started(node, rng), 300) or 0
        node["goal"]["moves"] = max(0, fewest - rng.randint(0, 1))
    node["proof"] = rng.choice(_PROOFS)
    if node["proof"] == "classes":
        exact = random_precision(rng, position)
        node |= {"exact": exact, "bases": _named(node["goal"]) if rng.random() < 0.3 else []}
    elif node["proof"] == "heads":
        node["ranks"] = rng.sample(_RANKS, rng.randint(0, 4))
    if rng.random() < 0.3:
        node["wider"] = widened(rng, node)
    return node


def of_whole_suits(rng: random.Random) -> tuple[Position, Goal]:
    """Return a question of one or two whole suits: what has to be there is there, and no more."""
    suits = [Suit.HEARTS, Suit.SPADES][: rng.choice([1, 1, 2])]
    pieces = [piece for suit in suits for piece in suit_pieces(rng, suit, rng.randint(0, 3))]
    hand = tuple(piece.pop() for piece in pieces if len(piece) > 1 and rng.random() < 0.15)
    columns = stacked(rng, pieces, rng.randint(2, 4), rng.randint(0, 1), rng.choice([0, 0, 0.4]))
    text = rng.choice(_OF_SUITS) + rng.choice(["", f" without {rng.choice(CONDITIONS)}"])
    return replace(any_question(rng)[0], columns=columns, hand=hand), parse(text)


def _named(goal: Node) -> list[int]:
    return sorted({*goal.get("space_in", []), *(i for _, i in goal.get("uncover", []) if i)})


def widened(rng: random.Random, node: Node) -> Node:
    """Return a question that may allow more: as spiderpos asks it, or nearly so."""
    wider = copy.deepcopy({key: node[key] for key in ("rules", "position", "goal")})
    rules, lie, goal = wider["rules"], wider["position"], wider["goal"]
    if rules.get("automatic_removal") and rng.random() < 0.8:
        del rules["automatic_removal"]
        if goal.get("no_making_a_space") and rng.random() < 0.7:
            goal["space_before_removal"] = True
    if rules.get("cells") and rng.random() < 0.8:
        held = [name for name in lie.get("in_cells", "").split(" ") if name]
        lie["columns"] += [f"| {name}" for name in held] + ["|"] * (rules["cells"] - len(held))
        lie["in_cells"] = ""
        del rules["cells"]
    for key in ("moves", "no_making_a_space"):
        if rng.random() < 0.5:
            goal.pop(key, None)
    if "win" in goal and rng.random() < 0.7:
        goal.clear()
        goal |= rng.choice([{"remove_any": 1}, {"remove_any": 2}, {"turn_up": [[1, None]]}])
        goal |= {"no_dealing": True} if rng.random() < 0.5 else {}
    if goal.get("dig_down") and rng.random() < 0.9:
        ((name, number),) = goal.pop("dig_down")[:1]
        down, up = (half.split() for half in lie["columns"][number - 1].split("|"))
        above = (down + up).index(name) + 1
        turned = max(above, len(down)) - (rng.random() < 0.1)
        lie["columns"][number - 1] = " ".join([*(down + up)[:turned], "|", *(down + up)[turned:]])
        goal["turn_up"] = [[turned - above + 1, number]]
    return wider


# Damage

_HOSTILE: list[Any] = [0, 1, -1, 2, 13, 15, 104, 105, 10**9, 10**400, 1.0, 0.0, True, False, None]
_HOSTILE += ["", "yes", "Always", "always", "heаrts", "hearts ", "HEARTS", "hearts", "?", "|"]
_HOSTILE += [[], {}, ["hearts"], [["hearts"]], [[1, 1]], [[True, None]], [["5h", 0]], [[]]]
_HOSTILE += [float("nan"), float("inf"), -0.0, "5h*", "5h\u2009", "５h", "1", "1+1"]

_DAMAGE = ["value", "near", "near", "drop", "part", "proof", "order", "removed", "cell", "key"]
_DAMAGE += ["key", *["add", "card"] * 3]
_NO_KEYS = [("goal", "space_before_removal"), ("goal", "no_undoing"), ("rules", "turn_at_will")]
_ADDED: list[tuple[str, str, Any]] = [("rules", "suits", 1), ("rules", "suits", 2)]
_ADDED += [("rules", "cells", 1), ("rules", "cells", 2)]
_ADDED += [("rules", "automatic_removal", True), ("rules", "kings_on_aces", True)]
_ADDED += [("rules", "deal_over_spaces", value) for value in ("if-in-suit", "always")]
_ADDED += [("goal", "no_" + key, True) for key in ("dealing", "turning_up", "making_a_space")]
_ADDED += [("goal", key, 1) for key in ("moves", "spaces", "remove_any", "win", "other_suits")]


def _places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All places in a certificate, as ways to them."""
    items = (
        value.items() if type(value) is dict else enumerate(value) if type(value) is list else ()
    )
    for key, each in items:
        yield (*path, key)
        yield from _places(each, (*path, key))


def _within(node: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        node = node[key]
    return node


def damage(rng: random.Random, node: Node, other: Node) -> None:
    """Change a certificate in one place; ``other`` is one of another question.

    KeyError, TypeError, IndexError, ValueError or AttributeError: there is nothing to change.
    """
    asked = rng.choice([node, node.get("wider", node)])
    match rng.choice(_DAMAGE):
        case "value" | "near" | "drop" as kind:
            within = rng.choice([node, *(asked[part] for part in _KEYS)])
            *path, last = rng.choice([*_places(within)])
            within = _within(within, tuple(path))
            if kind == "drop":
                del within[last]
            else:
                hostile = copy.deepcopy(rng.choice(_HOSTILE))
                within[last] = hostile if kind == "value" else near(rng, within[last])
        case "part":
            part = rng.choice([*_KEYS])
            asked[part] = copy.deepcopy(other[part])
        case "proof":
            node["proof"] = rng.choice([*_PROOFS, "win"])
            for key in ("classes", "positions", "states", "exact", "bases"):
                node.setdefault(key, copy.deepcopy(other.get(key, [])))
            node["ranks"] = rng.sample([*_RANKS, "?", "?"], rng.randint(1, 3))
        case "order":
            rng.shuffle(asked["position"]["columns"])
            hand = asked["position"]["hand"].split(" ")
            asked["position"]["hand"] = " ".join(rng.sample(hand, len(hand)))
        case "add":
            added = [("goal", *item) for item in other["goal"].items()]
            part, key, value = rng.choice([*added, *_ADDED])
            asked[part][key] = copy.deepcopy(value)
        case "key":
            part, key = rng.choice(_NO_KEYS)
            asked[part][key] = True
        case "cell":
            # One card more than there are cells.
            names = rng.sample([*_NAMES], asked["rules"].get("cells", 0) + 1)
            asked["position"]["in_cells"] = " ".join(names)
        case "removed":
            # One suit more than the decks have.
            left = sum(len(_column(text, stars=True)) for text in asked["position"]["columns"])
            asked["position"]["removed_before"] = ["?"] * ((104 - left) // 13 + 1)
        case "card":
            columns = asked["position"]["columns"]
            names = [name for text in columns for name in text.split(" ") if name in _NAMES]
            new = rng.choice([rng.choice(names), rng.choice([*_NAMES])])
            i = rng.randrange(len(columns))
            columns[i] = columns[i].replace(rng.choice(names), new, 1)


def near(rng: random.Random, old: Any) -> Any:
    """Return a value beside this one: of another type, one more or less, a letter changed."""
    if type(old) is bool:
        return rng.choice([not old, int(old), str(old), None])
    if type(old) is int:
        return rng.choice([old + 1, old - 1, float(old), bool(old), str(old), -old])
    if not old:
        return rng.choice(["|", " ", "5h"])
    place = rng.randrange(len(old))
    alike = {"h": "һ", "s": "ѕ", "c": "с", "d": "ԁ", "a": "а", "e": "е", "K": "К", "1": "１"}
    letter = rng.choice([alike.get(old[place], "*"), "", " ", "\t", "h", "5", "|", old[place] * 2])
    return rng.choice([old[:place] + letter + old[place + 1 :], old.upper(), [old], old.split()])


_KINDS = {"": ", a proof", None: ", too large to search"}


def forge(seed: int, most: int) -> tuple[str, str]:
    """Forge a certificate; what the checker says of it, and what is wrong if it's accepted."""
    rng = random.Random(seed)
    try:
        node, other = closed(claim(rng), _MEMBERS), claim(rng)
    except (check.Refused, ValueError, LookupError):
        return "no certificate", ""
    if node is None:
        return "no certificate", ""
    for _ in range(rng.choice([0, 1, 1, 1, 2])):
        with suppress(KeyError, TypeError, AttributeError, IndexError, ValueError):
            damage(rng, node, other)
    whole = False
    if rng.random() < 0.8:
        with suppress(check.Refused, ValueError, LookupError, TypeError, AttributeError):
            again = closed(node, _MEMBERS)
            whole, node = again is not None, again or node
    node = json.loads(json.dumps(node))
    said = verdict(node)
    facts = json.dumps({k: node[k] for k in node if k != node.get("proof")})
    if said == "accepted":
        why = wrong(node, rng, most)
        return "accepted" + _KINDS.get(why, ""), f"{why}: {facts}" if why else ""
    kind = said.partition(":")[0]
    whole &= node.get("proof") == "positions" and "wider" not in node and "??" not in facts
    if whole and said.startswith("refused: the ") and wrong(node, rng, most) == "":
        return kind, f"a proof, but {said}: {facts}"
    return kind, ""


def forged(seed: int, count: int, most: int) -> Iterator[tuple[int, str, str]]:
    """Yield of so many certificates the seed and what comes of it."""
    while count:
        said, why = forge(seed, most)
        count -= said != "no certificate"
        yield seed, said, why
        seed += 1


def planted(seed: int, count: int, most: int) -> None:
    """Print which of the mistakes for the checker in planted.txt so many certificates show."""
    mutants = [mutant for mutant, _ in mutants_of("check.py")]
    seen = 0
    for mutant in mutants:
        text = mutant.path.read_text(encoding="utf-8")
        text = text[: mutant.start] + mutant.text + text[mutant.stop :]
        exec(compile(text, mutant.path, "exec"), vars(check))  # noqa: S102 - our own
        why = next((why for _, _, why in forged(seed, count, most) if why), "")
        seen += bool(why)
        print(
            "seen    " if why else "not seen", mutant.text.strip(), why[:60], sep=" | ", flush=True
        )
    print(f"{seen} of {len(mutants)} are seen")


def main() -> int:
    parser = argparse.ArgumentParser(description="Forge certificates; is one accepted?")
    parser.add_argument("-n", "--certificates", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--most", type=int, default=_MOST, help="positions for the plain search")
    parser.add_argument("--planted", action="store_true", help="which mistakes in it are seen?")
    options = parser.parse_args()
    asked = options.seed * 1_000_000, options.certificates, options.most
    if options.planted:
        planted(*asked)
        return 0
    counts: Counter[str] = Counter()
    bad = 0
    for seed, said, why in forged(*asked):
        counts[said] += 1
        if why:
            bad += 1
            print(f"seed {seed}: {why}", flush=True)
    for said, count in sorted(counts.items()):
        print(f"{said:30} {count:6}")
    print(f"{counts.total() - counts['no certificate']} certificates, {bad} wrong verdicts")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
