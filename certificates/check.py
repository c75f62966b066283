"""Checks certificates of spiderpos: that a goal of Spider solitaire can't be reached.

    python3 certificates/check.py FILE...

For each file it draws the position and states the goal, as it understood them, and says "accepted"
(exit code 0), "refused" and by which move (1), or "unreadable" (2).  It uses nothing of spiderpos,
and trusts nothing in a file but what is asked there.

That a goal can't be reached is shown by an *inductive* set (Eriksson, Roeger and Helmert,
"Unsolvability certificates for classical planning", 2017; "A proof system for unsolvable planning
tasks", 2018): the start is in it (I1); with a state all that a move leads to from there (I2); and
no state that meets the goal (I3).  So no line leaves it, and none reaches the goal.  States are
positions (`Positions`: brute force), or *classes* (`Classes`), each for all positions that *fit*
it.  Then (I2) says: if a position fits a class of the set, a move leads to a position that fits a
class of the set; and (I3): no position that fits one meets the goal.  `Classes` argues why what
is checked is enough for both.  Two proofs need no set: there are too few cards (`too_few`), or
the question is settled by another (`follows`).  A move against the conditions is no move.
"""

import gzip
import json
import sys
from collections import Counter, defaultdict
from functools import cache
from itertools import chain, combinations, product

SUITS = ["clubs", "diamonds", "hearts", "spades"]
RANKS = ["??", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
RULES = "suits, cells, kings on aces, automatic removal, deal over spaces, short last deal"
CONDITIONS = "no dealing, no turning up, no removing, no making a space, other suits, moves"
PROOFS = "counting", "order", "implied", "classes", "positions"
OBJECTIVES = "remove, before, remove any, spaces, space in, turn up, uncover, complete, reach, win"


class Unreadable(Exception):
    """The file is no certificate that this program knows."""


class Refused(Exception):
    """The certificate proves nothing."""


def known(keys, found):
    """The values of these keys.  Others could mean anything: they are not passed over."""
    keys = keys.split(", ")
    if not isinstance(found, dict) or set(found) - set(keys):
        raise Unreadable(f"{found!r:.80} has other keys than {keys}")
    return [found.get(key) for key in keys]


def cards(text):
    """Cards as 4 * rank + suit; 0 for one that isn't known."""
    found = [(word[:-1], "cdhs".find(word[-1])) for word in text.split()]
    if any((rank not in RANKS or suit < 0) and (rank, suit) != ("?", -1) for rank, suit in found):
        raise Unreadable(f"these are no cards: {text!r:.80}")
    return tuple(0 if suit < 0 else 4 * RANKS.index(rank) + suit for rank, suit in found)


def name(c):
    return RANKS[c >> 2] + "cdhs"[c & 3] * (c > 0)


def columns(texts):
    """Columns as the face-down and the face-up cards, each from the top down."""
    return tuple((cards(text.partition("|")[0]), cards(text.partition("|")[2])) for text in texts)


class Question:
    """The position, the rules and the goal: all that is claimed is read here."""

    def __init__(self, node):
        self.said = [node["goal"], node["rules"]]
        suits, self.cells, self.wraps, self.automatic, self.over, self.short = known(
            RULES, node["rules"]
        )
        self.suits = {4: (0, 1, 2, 3), 2: (2, 3), 1: (3,)}[suits]
        texts, hand, held, self.removed = known("columns, hand, cells, removed", node["position"])
        self.columns, self.hand, self.held = columns(texts), cards(hand), cards(held)
        if any(down and not up for down, up in self.columns) or len(self.held) > self.cells:
            raise Unreadable("a column has no face-up card, or there are too few cells")
        asked, conditions, self.whatever = known("all of, conditions, whatever", node["goal"])
        self.no_deal, self.no_turn, unwanted, self.no_space, self.others, self.moves = known(
            CONDITIONS, conditions
        )
        self.unwanted, want = {SUITS.index(suit) for suit in unwanted or ()}, defaultdict(list)
        for objective in asked:
            want[objective[0]].append(objective[1:])
        if set(want) - set(OBJECTIVES.split(", ")):
            raise Unreadable(f"a goal other than: {OBJECTIVES}")
        self.need = [want["remove"].count([suit]) for suit in SUITS]
        self.before = [(SUITS.index(a), SUITS.index(b)) for a, b in want["before"]]
        self.any = max((n for (n,) in want["remove any"]), default=0)
        self.spaces = max((n for (n,) in want["spaces"]), default=0)
        self.empty = sorted({i - 1 for (i,) in want["space in"]})
        self.turn = [(n, i and i - 1) for n, i in want["turn up"]]
        self.uncover = sorted({(*cards(c), i and i - 1) for c, i in want["uncover"]}, key=str)
        self.stand = [want["complete"].count([suit]) for suit in SUITS]
        self.any_stand, self.all_stay = [None] in want["complete"], [None] in want["win"]
        self.reach = [columns(texts) for (texts,) in want["reach"]]
        self.win = max((n or 0 for (n,) in want["win"]), default=None)
        self.named = sorted({*self.empty, *(i for _, i in self.uncover if i is not None)})
        if not {*self.named, *(i or 0 for _, i in self.turn)} <= set(range(len(self.columns))):
            raise Unreadable("the goal names a column that there isn't")

    def drawing(self):
        shown = [[f"({name(c)})" for c in d] + [name(c) for c in u] for d, u in self.columns]
        yield "".join(f"{i:>6}" for i in range(1, len(shown) + 1))
        for row in range(max(map(len, shown), default=0)):
            yield "".join(f"{c[row] if row < len(c) else '':>6}" for c in shown)
        held = " ".join(map(name, self.held)) or "nothing"
        yield f"in the hand: {len(self.hand)}; removed: {len(self.removed)}; in cells: {held}"
        for what, part in zip(("can't be done", "rules"), self.said):
            yield f"{what}: {json.dumps(part)}"

    def may_remove(self, suit, removed):
        """Whether a suit may go off if so many of each have.

        Once too many "others" have, that stays so: the next one adds no more than one to those
        that are asked for.  A suit that goes off before the one that is to be the first loses.
        """
        after = [n + (q == suit) for q, n in enumerate(removed)]
        asked_for = max(sum(map(min, after, self.need)), min(sum(after), self.any))
        few = self.others is None or sum(after) - asked_for <= self.others
        lost = any(b == suit and not removed[a] for a, b in self.before)
        return few and not lost and suit not in self.unwanted

    def enough(self, removed, spaces, turned):
        """What of the goal depends on these alone; `turned` has a number for each column."""
        turn = all((sum(turned) if i is None else turned[i]) >= n for n, i in self.turn)
        first = all(removed[a] for a, _ in self.before)
        suits = sum(removed) >= self.any and all(map(int.__ge__, removed, self.need))
        return turn and suits and first and spaces >= self.spaces


def too_few(q):
    """Why the goal asks for more than there is, whatever the moves are; None if it doesn't.

    A suit that goes off takes thirteen cards, one that stands complete has thirteen others; no
    card is turned face down; a column has one bottom card; a win leaves complete suits alone.
    """
    left, down = [*q.hand, *q.held, *chain(*chain(*q.columns))], [len(d) for d, _ in q.columns]
    need = [n or any(a == suit for a, _ in q.before) for suit, n in enumerate(q.need)]
    suits = max(sum(need), q.any) + max(sum(q.stand), q.win or 0)
    bottoms = [len({c for c, k in q.uncover if k == i}) for i in range(len(down))]
    full = sum(max(left.count(4 * r + s) for r in range(1, 14)) for s in range(4))
    stays = q.hand and (q.no_deal or (len(q.hand) < len(down) and not q.short))
    reasons = {
        f"{suits} suits, {len(left)} cards": 13 * suits > len(left),
        f"face-down cards in the columns: {down}": not q.enough([8] * 4, 99, down),
        "two bottom cards of a column": max(bottoms, default=0) > 1,
        "more bottom cards than columns": len({c for c, _ in q.uncover}) > len(down),
        "a suit is removed already": q.all_stay and q.removed,
        "the cards are no suits": q.win is not None and (len(left) % 13 or 13 * full > len(left)),
        "cards stay in the hand": q.win is not None and stays,
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def follows(node, role):
    """Refuses if "impossible" for the question of `node["case"]` doesn't settle that of `node`.

    "order": whoever has a plan for all orders of the hidden cards has one for this order.  The
    other question is the same with hidden cards named, such as the decks still have.
    "implied": who has won can remove the suits that stand complete.  The other question is
    whether that many can be removed, where nothing is left to be dealt.
    "no card turns up": then it makes no difference what the hidden cards are.  A line for this
    goal that turned one up would reach the other goal, under conditions no stricter.
    """
    q, other = Question(node), Question(node["case"])
    same = {key for key in vars(q) if vars(q)[key] == vars(other)[key]}
    differ = vars(q).keys() - same - {"said", "whatever"}
    if role == "order":
        there = Counter(4 * r + SUITS.index(suit) for suit in q.removed for r in range(1, 14))
        there.update(c for c in chain(*chain(*other.columns), other.hand, other.held) if c)
        stacks = (*chain(*q.columns), q.hand), (*chain(*other.columns), other.hand)
        for now, then in zip(*stacks, strict=True):
            if len(now) != len(then) or any(c not in (0, n) for c, n in zip(now, then)):
                raise Refused("another card than a hidden one is changed")
        if any(n > 8 // len(q.suits) or c & 3 not in q.suits for c, n in there.items()):
            raise Refused("the hidden cards are such as the decks don't have")
        hidden = q.whatever and not other.whatever and not any(0 in up for _, up in q.columns)
        if differ - {"columns", "hand"} or not hidden:
            raise Refused("the other question isn't the same for an order of the hidden cards")
        return
    goal = {**node["case"]["goal"], "all of": [["turn up", 1, None]]}
    if role == "implied" and q.win is not None and not q.hand and not q.held:
        suits = sum(len(down) + len(up) for down, up in q.columns) // 13
        goal = {**goal, "all of": [["remove any", suits]], "conditions": {"no dealing": True}}
    elif role != "no card turns up" or not (
        (q.no_deal or not other.no_deal)
        and (q.no_space or not other.no_space)
        and (other.no_turn, other.others, other.moves) == (None, None, None)
        and other.unwanted <= q.unwanted
    ):
        raise Refused("the other question has conditions that this one doesn't have")
    expected = vars(Question({**node, "goal": {**goal, "whatever": False}}))
    if any(vars(other)[key] != expected[key] for key in expected if key != "said"):
        raise Refused("the other question is about something else")


class Positions:
    """A set of positions: columns, cells, cards in the hand, suits that the line has removed.

    The order of the columns is forgotten if the goal names none and no row can be dealt: no other
    rule knows it.  So is that of the removals, if the goal doesn't ask which was first.  If the
    number of moves counts, each position has that of the shortest line to it.
    """

    def __init__(self, node):
        self.q = q = Question(node)
        self.in_place = q.named or q.reach or any(i is not None for _, i in q.turn)
        self.in_place = self.in_place or (q.hand and not q.no_deal)
        self.depth = {}
        for texts, held, hand, gone, depth in node["positions"]:
            gone = [SUITS.index(suit) for suit in gone]
            self.depth[self.state(columns(texts), cards(held), hand, gone)] = depth
        self.size = len(self.depth)

    def state(self, pairs, held, hand, gone):
        pairs, gone = tuple(pairs), tuple(gone if self.q.before else sorted(gone))
        return pairs if self.in_place else tuple(sorted(pairs)), tuple(sorted(held)), hand, gone

    def check(self):
        q, start = self.q, self.state(self.q.columns, self.q.held, len(self.q.hand), ())
        if self.depth.get(start) != 0 or self.reached(start):
            raise Refused("the start isn't in the set, or meets the goal")
        for state, depth in self.depth.items():
            for words, *after, off, turned in self.moves(state) if depth != q.moves else ():
                gone = [*state[3]]
                allowed = not (turned and q.no_turn)
                for suit in off:
                    allowed = allowed and q.may_remove(suit, [gone.count(s) for s in range(4)])
                    gone.append(suit)
                now, at = self.state(*after, gone), f"{words} from {self.text(state)}"
                made = self.spaces(now) > self.spaces(state)
                if allowed and (any(0 in up for _, up in now[0]) or 0 in now[1]):
                    raise Refused(f"a card that isn't known comes up: {at}")
                if allowed and self.reached(now):
                    raise Refused(f"the goal is reached: {at}")
                if allowed and not (q.no_space and made):
                    late = q.moves is not None and self.depth.get(now, depth) > depth + 1
                    if now not in self.depth or late:
                        raise Refused(f"the set is left: {at} to {self.text(now)}")

    @staticmethod
    def spaces(state):
        return sum(not up for _, up in state[0])

    @staticmethod
    def text(state):
        shown = [[f"({name(c)})" for c in down] + [name(c) for c in up] for down, up in state[0]]
        return " / ".join(" ".join(column) or "space" for column in shown)

    def fits(self, c, onto, suited=False):
        step = (onto >> 2) - (c >> 2) == 1 or (self.q.wraps and (onto >> 2, c >> 2) == (1, 13))
        return bool(c and onto and step) and not (suited and (c ^ onto) & 3)

    @staticmethod
    def complete(up):
        """The suit whose King to Ace are the last cards; -1 if none is."""
        ace = up[-1] if up else 0
        return ace & 3 if ace >> 2 == 1 and up[-13:] == tuple(range(ace + 48, 0, -4))[:13] else -1

    def moves(self, state):
        """All moves: words; columns, cells, cards in the hand; suits that go off; if cards turn."""
        q, (pairs, held, hand, _) = self.q, state
        for i, (_, up) in enumerate(pairs):
            run = min(1, len(up))
            while 0 < run < len(up) and self.fits(up[-run], up[-run - 1], suited=True):
                run += 1
            for n, (j, (_, onto)) in product(range(1, run + 1), enumerate(pairs)):
                if i != j and (not onto or self.fits(up[-n], onto[-1])):
                    change = {i: up[:-n], j: onto + up[-n:]}
                    yield self.play(f"{n} from {i + 1} to {j + 1}", state, change)
            if up and len(held) < q.cells:
                yield self.play(f"{i + 1} to a cell", state, {i: up[:-1]}, (*held, up[-1]))
            for k, c in enumerate(held):
                if not up or self.fits(c, up[-1]):
                    rest = held[:k] + held[k + 1 :]
                    yield self.play(f"{name(c)} to {i + 1}", state, {i: (*up, c)}, rest)
            if self.complete(up) >= 0:
                yield self.play(f"{i + 1} off", state, {i: up[:-13]}, off=[self.complete(up)])
        ordered = q.over in ("if-in-suit", "if-in-rank") and all(
            not down and all(self.fits(b, a, q.over == "if-in-suit") for a, b in zip(up, up[1:]))
            for down, up in pairs
        )
        over = not self.spaces(state) or q.over == "always" or ordered
        if hand and not q.no_deal and (hand >= len(pairs) or q.short) and over:
            row = q.hand[len(q.hand) - hand :][: len(pairs)]
            change = {i: (*pairs[i][1], c) for i, c in enumerate(row)}
            yield self.play("a row", state, change, hand=hand - len(row))

    def play(self, words, state, change, held=None, off=(), hand=None):
        """`change`: the face-up cards of columns, before suits go off and cards are turned up."""
        pairs, off, turned = list(state[0]), list(off), False
        for i, up in change.items():
            while self.q.automatic and self.complete(up) >= 0:
                off.append(self.complete(up))
                up = up[:-13]
            down = pairs[i][0]
            turned |= bool(down and not up)
            pairs[i] = (down, up) if up or not down else (down[:-1], down[-1:])
        held, hand = state[1] if held is None else held, state[2] if hand is None else hand
        return words, pairs, held, hand, off, turned

    def reached(self, state):
        q, (pairs, held, hand, gone) = self.q, state
        turned = [len(a[0]) - len(b[0]) for a, b in zip(q.columns, pairs)]
        bottoms = [up[-1:] for _, up in pairs]
        stand = [self.complete(up) for _, up in pairs]
        suits = sum(self.complete(up[:n]) >= 0 for _, up in pairs for n in range(len(up) + 1))
        left = sum(len(up) for _, up in pairs) + 99 * any(down for down, _ in pairs)
        won = left == 13 * suits and not hand and not held and suits >= (q.win or 0)
        return (
            q.enough([gone.count(suit) for suit in range(4)], self.spaces(state), turned)
            and all(pairs[i] == ((), ()) for i in q.empty)
            and all((c,) in (bottoms if i is None else bottoms[i : i + 1]) for c, i in q.uncover)
            and all(stand.count(suit) >= n for suit, n in enumerate(q.stand))
            and (not q.any_stand or max(stand) >= 0)
            and (q.win is None or (won and not (q.all_stay and (gone or q.removed))))
            and all(
                len(a) == len(b) and all(not x or not y or x == y for x, y in zip(a, b))
                for wanted in q.reach
                for a, b in zip(chain(*wanted), chain(*pairs))
            )
        )


FREE, NATURAL, UNNATURAL, OUT = -1, -2, -3, -4
AWAY, LINKED, ANCHORED, TABLE = range(4)  # where a card is; AWAY: not in play
BLIND = 200  # a blind card on the table is this plus its rank


class Shape:
    """What a class says but values and bases, and what follows from it."""

    def __init__(self, game, left, table, gone):
        self.left, self.table, self.gone, self.members = left, table, gone, set()
        self.place = place = [LINKED] * len(game.rank)
        for segments, k in zip(game.segments, left):
            for c in chain(*segments[: max(0, k - 1)]):
                place[c] = AWAY
            if k:
                place[segments[k - 1][0]] = ANCHORED
        for c in chain(table, gone):
            if c < BLIND:
                place[c] = AWAY if c in gone else TABLE
        self.here = [[c for c in some if place[c]] for some in game.of_rank]
        linked = [[c for c in some if place[c] == LINKED] for some in game.of_rank]
        self.exact = [[c for c in some if game.exact[c]] for some in linked]
        self.linked = [len(some) - table.count(BLIND + r) for r, some in enumerate(linked)]
        self.open = [1] + [len(self.here[r + 1]) - self.linked[r] for r in range(1, 13)] + [0]
        self.spaces = left.count(0) - len(table)
        kings = [game.suit[c] for c in gone if game.rank[c] == 13]
        self.removed = [kings.count(suit) for suit in range(4)]
        turned = [n - min(k - 1, n) if k else n for k, n in zip(left, game.down)]
        self.enough = game.q.enough(self.removed, self.spaces, turned)


class Classes:
    """A set of classes: docs/prover.md as a program.  Numbers in brackets are its sections.

    Columns are cut into *segments* (1).  A card in play is *anchored* on what isn't in play,
    first in a column (*on the table*), or *linked*: on a card of the next higher rank, its *slot*.
    Level r are the slots of rank r + 1; `open[r]` of them are uncovered.  The level is fluid if
    any is, otherwise frozen.  Some cards are *exact*, the others blind.  A class says how many
    segments are left, what is removed, and what is on the table (of blind cards the rank); and of
    each exact card in play what lies on it: FREE (nothing is said), NATURAL (maybe a natural
    card), UNNATURAL (none), or an exact card.  When a position *fits*, and what is *movable*: (3).

    Lemma 1.  Nothing above the head of a segment changes before the head leaves (1).  So what is
    left, removed and on the table tells which cards are in play, and `open`.
    Lemma 2.  What can be picked up is movable in each class that the position fits (3).
    Lemma 3.  After a slide (from slot to slot of a level, from the table into a space) a position
    fits the same class: no value at a fluid level is a card that can be picked up.
    Lemma 4.  Every other move is a step (`steps`, `removals`), after which the position fits one
    of the classes that are tried: a level of which the last open slot is covered freezes in any
    way (`freeze`); a card that is stuck from then on is on any slot of its level (`settle`).  To
    forget (`thaw`) excludes no position.  Of equal blind cards one is tried: they can be renamed.
    Lemma 5.  A blind card that leaves the table, where more slots are open than are kept, takes
    nothing from what can follow (5): so it does (`normal`), and none is brought there in vain.
    Lemma 6.  If a position that fits meets the goal, the numbers do (`enough`), and cards can be
    laid so (`Layout`, 4).  A last step that makes a space against the condition is judged in the
    class before it, as no slide can follow.
    Lemma 7.  Bases (4) tell which exact card is stuck as the first of a column that the goal names.
    After a step that fixes a card, its column is among those that are tried (`locate`).
    Lemma 8.  Where suits go off by themselves a line is one with removals by choice in between,
    but for the number of its moves and the spaces on the way.
    By 1 to 5 and 7 the set is inductive; by 6 no position that fits meets the goal.
    """

    def __init__(self, node, still):
        self.q, self.still = q, _ = Question(node), still
        other = q.cells or q.wraps or (q.hand and not q.no_deal) or q.reach
        other = other or (q.automatic and (q.no_space or q.moves is not None))
        if other or any(0 in up for _, up in q.columns):
            raise Refused("classes don't know these rules or conditions, or a face-up card")
        self.rank, self.suit, self.segments, self.down = [], [], [], [len(d) for d, _ in q.columns]
        for down, up in q.columns:
            self.segments.append([])
            for k, (above, c) in enumerate(zip((0, *down, *up), down + up)):
                if k <= len(down) or above >> 2 != (c >> 2) + 1:
                    self.segments[-1].append([])
                self.segments[-1][-1].append(len(self.rank))
                self.rank.append(c >> 2)
                self.suit.append(c & 3)
        self.exact = [0] * len(self.rank)
        for entry in node["exact"]:
            text, column, row, level = known("card, column, row, level", entry)
            x = list(chain(*self.segments[column - 1]))[row - 1]
            if cards(text) != (4 * self.rank[x] + self.suit[x],) or not self.rank[x]:
                raise Unreadable(f"{entry} isn't there")
            self.exact[x] = ["blind", "shallow", "kept", "deep"].index(level)
        self.of_rank = [[c for c, r in enumerate(self.rank) if r == k] for k in range(15)]
        exact = [c for c, level in enumerate(self.exact) if level]
        self.at = {c: k for k, c in enumerate(exact)}
        self.upward = sorted(exact, key=self.rank.__getitem__)
        self.bases = q.named if node["bases"] else []
        levels = {r for c in exact for r in (self.rank[c], self.rank[c] - 1)}
        asked = [(c >> 2) - 1 for c, _ in q.uncover]
        self.keep = [max(r in levels, asked.count(r)) for r in range(14)]
        self.puts_back, self.shapes = not (q.no_space or self.bases), {}
        for left, table, gone, bases, values in node["classes"]:
            shape = self.shape(tuple(left), tuple(table), frozenset(gone))
            shape.members.add((tuple(values), tuple(bases)))
        self.size = sum(len(shape.members) for shape in self.shapes.values())

    def shape(self, left, table, gone):
        key = left, tuple(sorted(table)), gone
        if key not in self.shapes:
            self.shapes[key] = Shape(self, *key)
        return self.shapes[key]

    def normal(self, left, table, gone):
        """The shape in normal form (lemma 5)."""
        shape = self.shape(left, table, gone)
        for c in shape.table if self.puts_back else ():
            if 0 < c - BLIND < 13 and shape.open[c - BLIND] > self.keep[c - BLIND]:
                return self.normal(left, without(table, c), gone)
        return shape

    def thaw(self, shape, values):
        """The values without what is forgotten at fluid levels; and what is movable, from below."""
        values = list(values)
        movable = [bool(place and not x) for x, place in zip(self.exact, shape.place)]
        for x in self.upward:
            v, fluid = values[self.at[x]], shape.open[self.rank[x] - 1] > 0
            if not shape.place[x]:
                v = OUT
            elif v < 0:
                movable[x] = fluid or v == NATURAL
            else:
                movable[x] = movable[v] and (fluid or self.suit[v] == self.suit[x])
            values[self.at[x]] = FREE if fluid and movable[x] else v
        return values, movable

    def code(self, c):
        return c if self.exact[c] else BLIND + self.rank[c]

    def exposed(self, left, table, values, i):
        """What a class says after the last segment of column i has gone."""
        k, values = left[i] - 1, list(values)
        segment = self.segments[i][k - 1] if k else []
        for x, c in zip(segment, [*segment[1:], None]):
            if self.exact[x] and c is None:
                values[self.at[x]] = FREE
            elif self.exact[x]:
                value = NATURAL if self.suit[c] == self.suit[x] else UNNATURAL
                values[self.at[x]] = c if self.exact[x] > 1 and self.exact[c] else value
        table = (*table, self.code(segment[0])) if k == 1 else table
        return (*left[:i], k if k > 1 else 0, *left[i + 1 :]), table, values

    def start(self):
        left, table = tuple(len(s) + 1 if s else 0 for s in self.segments), ()
        values = [OUT] * len(self.at)
        for i in range(len(left)):
            if left[i]:
                left, table, values = self.exposed(left, table, values, i)
        shape = self.normal(left, table, frozenset())
        values, movable = self.thaw(shape, values)
        heads = [self.segments[i][0][0] if self.segments[i] else -1 for i in self.bases]
        held = [c in table and not (movable[c] and shape.spaces > 0) for c in heads]
        return shape, (tuple(values), tuple(c if h else FREE for c, h in zip(heads, held)))

    def steps(self, shape, values, movable):
        """All steps but removals: words, the shape that follows, values, how they are in it, the
        column that is exposed (or None), what has left the table (or None), no removed cards.
        """
        left, table, gone = shape.left, shape.table, shape.gone
        moved = [(self.segments[i][k - 1][0], i, None) for i, k in enumerate(left) if k > 1]
        moved += [(c, None, c) for c in table]
        for r in range(1, 13):
            blind = shape.linked[r] > len(shape.exact[r])
            blind = blind and (not self.puts_back or shape.open[r] < self.keep[r])
            moved += [(c, None, None) for c in shape.exact[r] + [BLIND + r] * blind]
        for c, i, code in moved:
            r = self.rank[c] if c < BLIND else c - BLIND
            if (c < BLIND and not movable[c]) or (i is not None and not self.may_expose(shape, i)):
                continue
            now, onto, way, words = left, without(table, code), values, f"{name(4 * r)[:-1]} "
            if i is not None:
                now, onto, way = self.exposed(left, table, values, i)
                words += f"from column {i + 1} "
            if 0 < r < 13 and shape.open[r] > 0 and (i, code) != (None, None):
                to, ways = self.normal(now, onto, gone), [way]
                below = self.rank[self.segments[i][left[i] - 2][-1]] if i is not None else 0
                if shape.open[r] == 1 and below != r + 1:
                    ways = self.freeze(shape, way, movable, r, c)
                for way in ways:
                    yield words + "onto a slot", to, way, i, code, ()
            if shape.spaces > 0 and code is None:
                to = self.normal(now, (*onto, self.code(c) if c < BLIND else c), gone)
                yield words + "into a space", to, way, i, code, ()

    def may_expose(self, shape, i):
        """Whether a line may bring the next segment of column i into play."""
        k = shape.left[i] - 2
        turns = 0 <= k < self.down[i]
        unknown = turns and not self.rank[self.segments[i][k][0]]
        if unknown and not self.q.no_turn and not self.still:
            raise Refused(f"a card that isn't known turns up in column {i + 1}")
        return not unknown and not (turns and self.q.no_turn)

    def removals(self, shape, values, movable):
        """The same for suits that go off, with the cards that do."""
        heads = {s[k - 1][0]: i for i, (s, k) in enumerate(zip(self.segments, shape.left)) if k}
        tried = set()
        for king in shape.here[13] if all(shape.here[1:14]) else ():
            suit, i, code = self.suit[king], heads.get(king), self.code(king)
            if not movable[king] or not self.q.may_remove(suit, shape.removed):
                continue
            left, table, way = shape.left, without(shape.table, code), values
            if i is not None:
                if not self.may_expose(shape, i):
                    continue
                left, table, way = self.exposed(left, shape.table, values, i)
                code = None
            elif code not in shape.table or (suit, code) in tried:
                continue
            tried.add((suit, code))
            for run in self.runs(shape, values, movable, [king]):
                to = self.normal(left, table, shape.gone | set(run))
                yield f"{SUITS[suit]} go off", to, way, i, code, run

    def runs(self, shape, values, movable, run):
        """The ways to go on with a run of a suit, down to the Ace, of which all may be natural."""
        x, r = run[-1], self.rank[run[-1]] - 1
        if r == 0:
            yield run
            return
        value, named = (
            values[self.at[x]] if self.exact[x] else FREE,
            self.slots(shape, values, r)[0],
        )
        some = [c for c in shape.here[r] if shape.place[c] == LINKED and movable[c]]
        some = [c for c in some if self.suit[c] == self.suit[x] and named.get(c, x) == x]
        blind = [c for c in some if not self.exact[c]][: shape.linked[r] > len(shape.exact[r])]
        if value >= 0:
            some, blind = [c for c in some if c == value], []
        elif shape.open[r] <= 0 and (value == UNNATURAL or self.exact[x] == 3):
            some, blind = [], blind if value != UNNATURAL else []
        for c in [c for c in some if self.exact[c]] + blind:
            yield from self.runs(shape, values, movable, [*run, c])

    def slots(self, shape, values, r):
        """Of level r: the cards that slots name, with these; deep slots, and others, that don't."""
        here = [x for x in shape.here[r + 1]]
        named = {values[self.at[x]]: x for x in here if self.exact[x] and values[self.at[x]] >= 0}
        rest = [x for x in here if x not in named.values()]
        return (
            named,
            [x for x in rest if self.exact[x] == 3],
            [x for x in rest if self.exact[x] < 3],
        )

    def freeze(self, shape, values, movable, r, h):
        """Values after h has covered the last open slot of level r: in every way.

        Exact cards that were movable, and h, lie on deep slots or on plain ones; stuck ones stay.
        A set of slots that no exact card is said to lie on may be NATURAL if there are cards for
        it: blind ones for the deep slots, and for plain ones also exact ones that are on no deep
        slot.  Only largest sets are tried, as NATURAL allows more.
        """
        named, deep, plain = self.slots(shape, values, r)
        here = [c for c in shape.here[r] if shape.place[c] == LINKED or c == h]
        exact = [c for c in here if self.exact[c]]
        loose = [c for c in exact if movable[c]]
        stuck = [c for c in exact if not movable[c] and c not in named]
        for where in placings(loose, deep, len(plain) - len(stuck)):
            bare = [x for x in deep if x not in where]
            unnamed = [c for c, x in zip(loose, where) if x is None] + stuck
            if len(bare) > shape.linked[r] + 1 - len(exact):
                continue  # each of them holds a blind card
            free = bare + [x for x in plain if self.exact[x]]
            blind = [sum(not self.exact[c] and self.suit[c] == q for c in here) for q in range(4)]
            more = [sum(self.suit[c] == q for c in unnamed) for q in range(4)]

            def may_be(some):
                suits = [[x for x in some if self.suit[x] == q] for q in range(4)]
                return all(
                    len(s) <= n + m and len([x for x in s if x in bare]) <= n
                    for s, n, m in zip(suits, blind, more)
                )

            some = [s for n in range(len(free) + 1) for s in combinations(free, n) if may_be(s)]
            for natural in some:
                if any(may_be((*natural, x)) for x in free if x not in natural):
                    continue
                frozen, after = list(values), movable[:]
                for x in free:
                    frozen[self.at[x]] = NATURAL if x in natural else UNNATURAL
                    after[x] = x in natural
                for c, x in [*named.items(), *zip(loose, where)]:
                    if x is not None:
                        frozen[self.at[x]] = c
                        after[x] = movable[c] and self.suit[c] == self.suit[x]
                yield from self.settle(shape, frozen, movable, after, r + 1)

    def settle(self, shape, values, before, movable, r):
        """The same after cards of rank r and above have become stuck, each where it may lie."""
        fell = [c for c in shape.here[r] if before[c] and not movable[c]]
        named, deep, plain = self.slots(shape, values, r) if fell else ({}, [], [])
        if not fell or r == 13:
            yield values
            return
        loose, room = [c for c in fell if shape.place[c] == LINKED], len(plain)
        room -= sum(not before[c] and c not in named for c in shape.exact[r])
        ways = placings(loose, deep, room) if shape.open[r] > 0 else [[None] * len(loose)]
        for where in ways:
            placed, now = list(values), movable[:]
            for c, x in zip(loose, where):
                if x is not None:
                    placed[self.at[x]], now[x] = c, False
            for c, x in named.items():
                now[x] = now[x] and now[c]
            yield from self.settle(shape, placed, before, now, r + 1)

    def locate(self, shape, bases, before, to, movable, i, code):
        """The bases after a step which exposed column i, if any, and took `code` off the table."""
        fixed = [c for c in to.table if c < BLIND and not (movable[c] and to.spaces > 0)]
        were = [c for c in shape.table if c < BLIND and not (before[c] and shape.spaces > 0)]
        head = self.segments[i][0][0] if i is not None and not to.left[i] else None
        now = [c if c in fixed and c != code else FREE for c in bases]
        now = [head if k == i and head in fixed else c for k, c in zip(self.bases, now)]
        fixed = [c for c in fixed if c not in now]
        new = [c for c in fixed if c not in were and c != head]
        mine = [k for k, column in enumerate(self.bases) if not to.left[column]]
        slots = [k for k in mine if now[k] == FREE and self.bases[k] != i]
        room = to.spaces + len(to.table) - len(mine) - len(fixed) + len(new)
        for where in placings(new, slots, room):
            placed = [new[where.index(k)] if k in where else c for k, c in enumerate(now)]
            blind = sum(c >= BLIND for c in to.table)
            if to.spaces > 0 or sum(placed[k] == FREE for k in mine) <= blind:
                yield tuple(placed)

    def check(self):
        shape, start = self.start()
        if start not in shape.members:
            raise Refused("the start isn't in the set")
        for shape in [s for s in self.shapes.values() if s.members and not s.here[0]]:
            for values, bases in shape.members:
                at = f"the class {[shape.left, shape.table, sorted(shape.gone), bases, values]}"
                movable = self.thaw(shape, values)[1]
                if shape.enough and self.meets(shape, shape, values, movable, bases):
                    raise Refused(f"the goal may be met in {at}")
                steps = self.steps(shape, values, movable), self.removals(shape, values, movable)
                for words, to, way, i, code, run in chain(*steps):
                    way, after = self.thaw(to, way)
                    some = [bases]
                    if self.bases:
                        some = self.locate(shape, bases, movable, to, after, i, code)
                    for now in some:
                        if self.q.no_space and to.spaces > shape.spaces:
                            last = shape, values, movable, bases, code, run
                            if to.enough and self.meets(to, *last):
                                raise Refused(f"{words} may meet the goal from {at}")
                        elif (tuple(way), now) not in to.members:
                            there = [to.left, to.table, sorted(to.gone), now, way]
                            raise Refused(f"{words} leads from {at} to {there}, out of the set")

    def meets(self, shape, *layout):
        """Whether a position may meet the goal, of which the numbers are those of a shape."""
        left = [s for ss, k in zip(self.segments, shape.left) for s in ss[: max(0, k - 1)]]
        whole = all(len(s) == 13 and len({self.suit[c] for c in s}) == 1 for s in left)
        kings, alike = len(shape.here[13]), len(set(map(len, shape.here[1:14]))) == 1
        if self.q.win is not None and not (
            whole
            and alike
            and kings + len(left) >= self.q.win
            and not (self.q.all_stay and shape.gone)
        ):
            return False
        return any(True for _ in Layout(self, *layout).all(0))


class Layout:
    """Cards laid as in some position that fits a class ("Places", 4).

    Generators lay a card, yield, and take it back.  With `code` or `run` it is the position right
    after a step that takes a card (so written) off the table, or these cards off altogether.
    """

    def __init__(self, game, shape, values, movable, bases, code=None, run=()):
        self.game, self.shape, self.values, self.movable = game, shape, values, movable
        self.bases, self.leaving = dict(zip(game.bases, bases)), code
        self.spaces = shape.spaces + (code is not None)
        self.below, self.first = {}, {}  # what lies on slots, and in open columns; None: nothing
        self.used, self.gone, self.bare = set(), set(run), [0] * 14
        q, stand = game.q, [*game.q.stand]
        for suit in range(4) if q.win is not None else ():
            kings = [c for c in shape.here[13] if game.suit[c] == suit and c not in run]
            stand[suit] = max(stand[suit], len(kings))
        demands = [(self.put, x, c) for x, c in zip(run, run[1:])]
        demands += [(self.arrive, code)] * (code is not None and not run)
        demands += [(self.emptied, i) for i in q.empty]
        demands += [(self.standing, [suit]) for suit in range(4) for _ in range(stand[suit])]
        demands += [(self.standing, range(4))] * (q.any_stand and not any(stand))
        last = q.uncover[-1:]
        self.demands = demands + [(self.uncovered, *u, [u] == last) for u in q.uncover]

    def all(self, k):
        """All ways to meet the demands from the k-th on."""
        if k == len(self.demands):
            yield
        else:
            demand, *what = self.demands[k]
            for _ in demand(*what):
                yield from self.all(k + 1)

    def may_lie(self, x, c):
        """Whether c (None: nothing) lies on x in some position that fits the class."""
        game, shape, r = self.game, self.shape, self.game.rank[x] - 1
        v = self.values[game.at[x]] if game.exact[x] else FREE
        if c is None:
            return x not in self.gone and (r == 0 or (v == FREE and shape.open[r] > self.bare[r]))
        blind = not game.exact[c] and shape.linked[r] <= len(shape.exact[r])
        if shape.place[c] != LINKED or not shape.place[x] or c in self.used or blind:
            return False
        named = game.slots(shape, self.values, r)[0]
        if c in named or v >= 0:
            return named.get(c) == x
        if shape.open[r] > 0 or not game.exact[x]:
            return game.exact[x] < 3 or self.movable[c]
        natural = game.suit[c] == game.suit[x]
        return not (v == UNNATURAL and natural) and not (game.exact[x] == 3 and game.exact[c])

    def put(self, x, c):
        """c lies on x, or nothing."""
        if x in self.below:
            if self.below[x] == c:
                yield
        elif self.shape.place[x] and self.may_lie(x, c):
            self.below[x] = c
            self.bare[self.game.rank[x] - 1] += c is None
            self.used.add(c)
            yield
            del self.below[x]
            self.bare[self.game.rank[x] - 1] -= c is None
            self.used.discard(c)

    def natural(self, x, whole):
        """A natural run lies on x: down to the Ace, or else also none, or one of blind cards."""
        game = self.game
        if game.rank[x] == 1 or not (whole or game.exact[x]):
            yield
            return
        if not whole:
            yield from self.put(x, None)
        for c in self.shape.here[game.rank[x] - 1]:
            if game.suit[c] == game.suit[x] and self.movable[c]:
                for _ in self.put(x, c):
                    yield from self.natural(c, whole)

    def arrive(self, code):
        """A card from the table, with a natural run, comes onto a slot that was open."""
        game, shape = self.game, self.shape
        rank = game.rank[code] if code < BLIND else code - BLIND
        for c in shape.here[rank]:
            if c != code and (code < BLIND or game.exact[c] or shape.place[c] != LINKED):
                continue
            for x in shape.here[rank + 1]:
                for _ in self.put(x, None):
                    self.below[x] = c
                    self.used.add(c)
                    yield from self.natural(c, False)
                    self.used.discard(c)
                    self.below[x] = None

    def emptied(self, i):
        """Column i is a space."""
        base, left = self.bases.get(i, FREE), self.leaving
        may = base == FREE
        if left is not None and self.shape.spaces <= 0:
            may = base == left or (base == FREE and (left >= BLIND or not self.bases))
        if may and not self.shape.left[i] and self.spaces > 0:
            self.first[i] = None
            self.spaces -= 1
            yield
            del self.first[i]
            self.spaces += 1

    def standing(self, suits):
        """One of these suits stands complete, on a King that isn't linked."""
        game, shape = self.game, self.shape
        for king in shape.here[13]:
            there = shape.place[king] != LINKED or BLIND + 13 in shape.table
            if game.suit[king] in suits and there and self.movable[king]:
                if king not in self.used | self.gone:
                    self.used.add(king)
                    yield from self.natural(king, True)
                    self.used.discard(king)

    def uncovered(self, wanted, i, last):
        """The card lies bare, in column i if that isn't None."""
        game, shape, dead = self.game, self.shape, set() if last else None
        if i is None:
            for x in shape.here[wanted >> 2]:
                if game.suit[x] == wanted & 3:
                    yield from self.put(x, None)
        elif shape.left[i]:
            yield from self.hangs(game.segments[i][shape.left[i] - 1][0], wanted, dead)
        elif i in self.first:
            if self.first[i] is not None:
                yield from self.hangs(self.first[i], wanted, dead)
        else:
            for c in chain(*shape.here):
                if self.may_be_first(i, c):
                    self.first[i] = c
                    self.used.add(c)
                    yield from self.hangs(c, wanted, dead)
                    self.used.discard(c)
                    del self.first[i]

    def may_be_first(self, i, c):
        """Whether c may be the first card of the open column i."""
        game, shape, r = self.game, self.shape, self.game.rank[c]
        base = self.bases.get(i, FREE)
        if c in self.gone | self.used | set(self.first.values()):
            return False
        if not game.exact[c]:
            back = game.puts_back and shape.spaces > 0 and shape.linked[r] > len(shape.exact[r])
            return shape.place[c] == LINKED and base == FREE and (BLIND + r in shape.table or back)
        mine = (
            not self.bases or base == c or (base == FREE and self.movable[c] and shape.spaces > 0)
        )
        return shape.place[c] == TABLE and c != self.leaving and mine

    def hangs(self, x, wanted, dead):
        """The wanted card hangs from x, bare.

        Of the last demand: whether it can depends on lower ranks only, so each x is tried once.
        """
        game = self.game
        if 4 * game.rank[x] + game.suit[x] == wanted:
            yield from self.put(x, None)
        elif game.rank[x] > wanted >> 2 and x not in (dead or ()):
            for c in self.shape.here[game.rank[x] - 1]:
                for _ in self.put(x, c):
                    yield from self.hangs(c, wanted, dead)
            if dead is not None:
                dead.add(x)


def without(some, item):
    """A tuple without one item of it."""
    at = some.index(item) if item in some else len(some)
    return some[:at] + some[at + 1 :]


def placings(some, slots, room):
    """All ways to give each of some a slot of its own, or None, which `room` of them may have."""
    if not some:
        yield from [()] * (room >= 0)
        return
    for where in [*slots, *[None] * (room > 0)]:
        rest = [x for x in slots if x != where]
        for more in placings(some[1:], rest, room - (where is None)):
            yield (where, *more)


def check(node):
    """What was checked, in words.  Raises Refused."""
    if node["proof"] == "counting":
        reason = too_few(Question(node))
        if reason is None:
            raise Refused("there are enough cards")
        return reason
    below = ""
    if "case" in node:
        role = "no card turns up" if node["proof"] == "classes" else node["proof"]
        follows(node, role)
        below = f"{role}: {check(node['case'])}"
    if node["proof"] in ("order", "implied"):
        return below
    made = Classes(node, bool(below)) if node["proof"] == "classes" else Positions(node)
    made.check()
    return f"{made.size} {node['proof']}" + f"; {below}" * bool(below)


def main(files):
    worst = 0
    for file in files:
        try:
            with (gzip.open if file.endswith(".gz") else open)(file, "rt") as text:
                node = json.load(text)
            print(file, *Question(node).drawing(), sep="\n    ")
            if node["certificate"] != 1 or node["proof"] not in PROOFS:
                raise Unreadable("another version of the format")
            print("accepted:", check(node))
        except Refused as refused:
            print("refused:", refused)
            worst = max(worst, 1)
        except (
            Unreadable,
            OSError,
            EOFError,
            ArithmeticError,
            LookupError,
            TypeError,
            ValueError,
        ) as why:
            print(f"unreadable: {file}: {why!r}")
            worst = 2
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
