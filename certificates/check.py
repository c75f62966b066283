"""Check certificates of spiderpos: proofs that a goal of Spider solitaire can't be reached.

    python3 certificates/check.py FILE...

Prints the question of each FILE (position, rules and goal), and then "accepted" (exit code 0),
"refused" and the reason (1), or "unreadable" (2).  It shares no code with spiderpos.  It doesn't
know which question you mean: compare the printed one with the claim.

A *line* is a sequence of moves that reaches the goal.  There are these kinds of proof:

- An *inductive* set of states (Eriksson, Roeger and Helmert, "Unsolvability certificates for
  classical planning", 2017) contains the start and every state that a move leads to from a state
  in it, but no state that meets the goal.  A state is a position (`Positions`), a class of
  positions (`Classes`), or the first cards of sequences (`Heads`).
- The goal requires more than the position has, such as cards, columns or suits (`too_few`).
- For a player who doesn't see all cards: whatever the player does, the cards may turn up so that
  play never leaves a set of positions that don't meet the goal (`Strategy`).

Each may be a proof for a `wider` question, which has a line if the given question has one."""

import gzip
import json
import os
import signal
import sys
from collections import Counter
from copy import copy
from functools import lru_cache, partial
from itertools import chain, combinations, count, pairwise, product, zip_longest

SUITS = ["clubs", "diamonds", "hearts", "spades"]
WHOLE = [tuple(range(52 + suit, 3, -4)) for suit in range(4)]  # the cards of each suit
RANKS = ["?", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
HIDDEN = 64  # a card is 4 * rank + suit, 0 if unknown; plus HIDDEN if the player doesn't see it
CODES = {r + s: 4 * RANKS.index(r) + k for r in RANKS[1:] for k, s in enumerate("cdhs")}
KNOWN, CODES = {*CODES}, CODES | {"??": 0}
STARS = CODES | {f"{name}*": HIDDEN + CODES[name] for name in KNOWN}
NAMES = {c: name for name, c in STARS.items()}
most_bytes = lambda size: 10**6 + 50 * size  # noqa: E731 - limit for an unpacked file


class Refused(Exception):
    """The certificate is not a proof."""


def ensure(holds, why, error=Refused):
    """Raise an error with a reason unless a condition holds."""
    if not holds:
        raise error(why)


def cards(text, codes=CODES):
    """Parse cards; with STARS as `codes`, a star marks a card that is hidden from the player."""
    return tuple(codes[word] for word in text.split(" ") if word)


@lru_cache(10_000)
def column(text, stars=False):
    """Parse a column; return its face-down and its face-up cards, each from the top down."""
    down, up = text.split("|")
    pair = cards(down, STARS if stars else CODES), cards(up)
    ensure(pair[1] or not pair[0], "a column without a face-up card", ValueError)
    return pair


def read(kind, node):
    """Return the value of a JSON node, with tuples for lists.  Raise ValueError if it isn't of the
    kind: a range or set that has the value, `[kind]` for a list of up to 104 values, a tuple of
    kinds for a list of that length, a dict that has all keys of the object, or a function that
    parses a text."""
    if isinstance(kind, list | tuple) and type(node) is list:
        if len(kinds := kind * len(node) if type(kind) is list else kind) == len(node) <= 104:
            return tuple(map(read, kinds, node))
    elif callable(kind) and type(node) is str:
        return kind(node)
    elif isinstance(kind, range | set) and type(node) in map(type, kind) and node in kind:
        return node
    elif isinstance(kind, dict) and type(node) is dict:
        ensure(node.keys() <= kind.keys(), f"other keys than {', '.join(kind)}", ValueError)
        return node
    raise ValueError(f"unexpected value: {ascii(node)[:99]}")


def read_all(kind, node):
    """Yield the values of a list of any length, which is emptied meanwhile to save memory."""
    while read({True}, type(node) is list) and node:
        yield read(kind, node.pop())


def names(*columns):
    """Return the text of columns, in the notation of the file."""
    return " / ".join(" | ".join(" ".join(NAMES[c] for c in part) for part in c) for c in columns)


# The keys of each part of the file, each with its default and its kind (see `read`).
YES, SUIT, SOME = (False, {False, True}), {*SUITS}, (None, {None, *range(9)})
COLUMN, OVER = {None, *range(1, 15)}, {"never", "if-in-suit", "if-in-rank", "always"}
WHICH = {1: "spades", 2: "hearts+spades", 4: "+".join(SUITS)}
WHICH |= {"+".join(some): "+".join(some) for n in (1, 2) for some in combinations(SUITS, n)}
RULES = dict(suits=(4, {*WHICH}), cells=(0, range(5)), kings_on_aces=YES, automatic_removal=YES)
RULES |= dict(deal_over_spaces=("never", OVER), short_last_deal=YES)
POSITION = dict(columns=((), [partial(column, stars=True)]), in_cells=((), cards))
POSITION |= dict(hand=((), partial(cards, codes=STARS)), removed_before=((), [{"?", *SUITS}]))
GOAL = dict(remove=((), [SUIT]), remove_any=(0, range(9)), remove_first=((), [(SUIT, SUIT)]))
GOAL |= dict(spaces=(0, range(15)), space_in=((), [range(1, 15)]), reach=((), [[column]]))
GOAL |= dict(turn_up=((), [(range(105), COLUMN)]), uncover=((), [(KNOWN, COLUMN)]))
GOAL |= dict(complete=((), [SUIT]), complete_any=YES, win=SOME, win_in_tableau=YES)
GOAL |= dict(dig_down=((), [(KNOWN, range(1, 15))]))
OBJECTIVES = {*GOAL}
GOAL |= dict(moves=(None, {None, *range(10_000)}), other_suits=SOME, no_removing=((), [SUIT]))
GOAL |= dict(no_dealing=YES, no_turning_up=YES, no_making_a_space=YES, whatever_turns_up=YES)
GOAL |= dict(space_before_removal=YES)  # only in a wider question; see `wider`
PARTS = dict(rules=RULES, position=POSITION, goal=GOAL)
KEYS = dict(PARTS, certificate=1, spiderpos=0, words=0, wider=0, proof=0, exact=0, bases=0)
KEYS |= dict(classes=0, positions=0, ranks=0, states=0)
WORDS = dict(remove_any="remove {} suits or more", remove_first="remove no {1} before {0}")
WORDS |= dict(spaces="{} spaces or more", space_in="a space in column {}", win_in_tableau="all 8")
WORDS |= dict(turn_up="turn up {} or more in column {}", uncover="uncover {} in column {}")
WORDS |= dict(dig_down="dig down to the first {} of column {}", moves="{} moves at most")
WORDS |= dict(win="win with {} suits or more left", other_suits="remove {} others at most")
WORDS |= dict(no_making_a_space="make no space before the last move")


def alike(some, others):
    """Return True if these may be the same cards; an unknown card may be any card."""
    return len(some) == len(others) and all(a == b or not (a and b) for a, b in zip(some, others))


def complete(up):
    """Return the suit if a column ends in its King to Ace, else None.  Unknown cards may fit."""
    return next((suit for suit, run in zip(SUITS, WHOLE) if alike(up[-13:], run)), None)


def within(up):
    """Count the complete suits, King to Ace, anywhere in a column.  Unknown cards may fit."""
    return sum(bool(complete(up[:n])) for n in range(13, len(up) + 1))


class Question:
    """The position, rules and goal of the claim.

    The cards with a star are one possible order of the cards that the player doesn't see.  A plan
    for whatever turns up must work for each order, so a proof for one order is enough."""

    def __init__(self, node, size, most=10):
        self.work = 10**5 + 10 * size
        for part, keys in PARTS.items():
            given = read(keys, node[part])
            for key, (default, kind) in keys.items():
                vars(self)[key] = read(kind, given[key]) if key in given else default
        self.drawing, below = [*self.draw()], chain(self.hand, *(d for d, _ in self.columns))
        stars, self.hand = max(below, default=0) >= HIDDEN, tuple(c % HIDDEN for c in self.hand)
        seen = [[*chain(*pair)] for pair in self.columns]
        self.columns = tuple((tuple(c % HIDDEN for c in d), up) for d, up in self.columns)
        self.set_bottoms(((CODES[name], i) for name, i in self.uncover), self.space_in)
        self.named = sorted({*self.space_in, *(i for _, i in self.uncover if i)})
        self.left = [*chain(*chain(*self.columns)), *self.hand, *self.in_cells]
        self.deals = self.may_deal(len(self.hand))
        tops = [(CODES[name], i, [*chain(*self.columns[i - 1])]) for name, i in self.dig_down]
        self.dug = [(i, cards[: cards.index(c) + 1]) for c, i, cards in tops]  # down to the card
        in_sight = all(seen[i - 1][len(cards) - 1] < HIDDEN for i, cards in self.dug)
        ensure(in_sight, "a hidden card can't be named", ValueError)
        numbers, width = {*self.named, *(i for _, i in self.turn_up if i)}, len(self.columns)
        few = len(self.left) + 13 * len(self.removed_before) <= 104
        few = few and min(self.unseen(self.left, ()).values()) >= 0
        hidden = self.whatever_turns_up and "?" not in self.removed_before
        exist = max(numbers, default=1) <= width <= most and {*map(len, self.reach)} <= {width}
        ensure(few, "more cards than the decks have", ValueError)
        ensure(len(self.in_cells) <= self.cells, "more cards than the cells hold", ValueError)
        ensure(hidden or not stars, "stars need known suits, and whatever_turns_up", ValueError)
        ensure(exist, "no such column, or too many columns", ValueError)
        ensure(self.win is not None or not self.win_in_tableau, "this requires 'win'", ValueError)
        ensure(most > 10 or not self.space_before_removal, "no such condition", ValueError)

    def set_bottoms(self, uncover, space_in):
        """Set the bottom cards and the spaces that the goal requires, sorted and without repeats.

        A bottom card is a card and its column, or None for any column."""
        bare = {*uncover}
        self.uncover = tuple(sorted(bare - {(c, None) for c, i in bare if i}))
        self.space_in = tuple(sorted({*space_in}))

    def spend(self):
        self.work -= 1
        ensure(self.work >= 0, "it takes more work than is allowed for a file of this size")

    def may_deal(self, hand):
        """Return True if a row may be dealt, now or later, from a hand of this size.  Only a deal
        adds cards to the tableau and cells.  If these have fewer cards than there are columns,
        there is always a space."""
        few = len(self.left) - len(self.hand) < len(self.columns)
        row = hand >= (1 if self.short_last_deal else len(self.columns))
        return row and not (self.no_dealing or (few and self.deal_over_spaces == "never"))

    def with_cells(self, tableau, in_cells):
        """Return the columns, followed by the cells as columns."""
        cells = (*(((), (c,)) for c in in_cells), *[((), ())] * (self.cells - len(in_cells)))
        return (*tableau, *cells)

    def unseen(self, seen, gone):
        """Count the cards of the decks that are neither seen nor in a removed suit."""
        suits = [SUITS.index(suit) for suit in WHICH[self.suits].split("+")]
        some = Counter({c: 8 // len(suits) for c in range(4, 56) if c & 3 in suits})
        gone = [SUITS.index(suit) for suit in (*self.removed_before, *gone) if suit in SUITS]
        some.subtract([*filter(None, seen), *(4 * r + s for s in gone for r in range(1, 14))])
        return some

    def draw(self):
        """Yield the text that shows the question, as it was parsed."""
        shown = [[*(f"({NAMES[c]})" for c in d), *map(NAMES.get, up)] for d, up in self.columns]
        for row in (range(1, len(shown) + 1), *zip_longest(*shown, fillvalue="")):
            yield "".join(f"{each:>7}" for each in row)
        yield f"in the cells: {names([self.in_cells]) or 'nothing'}"
        yield f"in the hand, the next card first: {names([self.hand]) or 'nothing'}"
        yield f"removed before: {', '.join(self.removed_before) or 'nothing'}"
        yield f"rules: {'; '.join(self.describe(RULES)) or 'as Woods has them'}"
        yield f"goal: {'; '.join(self.describe(GOAL)) or 'none'}"

    def describe(self, keys):
        """Yield a description of each value that differs from its default."""
        for key, (default, kind) in keys.items():
            value, words = vars(self)[key], WORDS.get(key, key.replace("_", " ") + ": {}")
            for each in (value if type(kind) is list else [value]) if value != default else ():
                each = names(*each) if key == "reach" else each
                text = words.format(*(each if type(each) is tuple else [each]))
                yield text.replace("column None", "any column").removesuffix(": True")

    def may_remove(self, suit, removed):
        """Return True if a suit may be removed after the suits in `removed`.

        If not, the goal can't be reached after that removal.  This is also true of the limit on
        other suits: a further suit adds at most one to the suits that the goal requires, and one
        to all removed suits, so the number of other suits never falls."""
        after = Counter([*removed, suit])
        required = [(after & Counter(self.remove)).total(), min(after.total(), self.remove_any)]
        few = self.other_suits is None or after.total() - max(required) <= self.other_suits
        late = any(suit == b != a and a not in removed for a, b in self.remove_first)
        stand = 13 * (after.total() + (self.win or 0)) <= len(self.left)
        return few and not late and stand and not (suit in self.no_removing or self.win_in_tableau)

    def enough(self, removed, spaces, turned):
        """Return True if the clauses of the goal hold that depend only on the removed suits, the
        number of spaces, and the number of cards turned up in each column."""
        turn = all((turned[i - 1] if i else sum(turned)) >= n for n, i in self.turn_up)
        missing = Counter(self.remove) - Counter(removed)
        few = spaces < max(self.spaces, len({*self.space_in}))
        return turn and not missing and len(removed) >= self.remove_any and not few


def too_few(q):
    """Return the reason why the goal needs more of something than the position has.

    A suit *stands* if it is complete, but still in its column.  Each removed or standing suit has
    thirteen cards, which no other suit has.  An unknown card is one of the `unseen` ones.  No card
    is ever turned face down.  A space has no bottom card.  A win leaves nothing but complete
    suits.  If suits are removed automatically, a suit stands only if it did so at the start, in a
    column that no move has changed."""
    left, down = q.left, [len(d) for d, _ in q.columns]
    stood = sum(bool(complete(up)) for _, up in q.columns)
    of_a_win = len(left) // 13 if q.win_in_tableau else q.win or 0
    lacking = stood < max(len(q.complete), q.complete_any)
    lacking |= sum(within(up) for _, up in q.columns) < of_a_win
    suits = max(len(q.remove), q.remove_any) + max(len(q.complete), q.win or 0)
    full = sum(max(left.count(4 * r + s) for r in range(1, 14)) for s in range(4))
    named = Counter(c for s in (*q.remove, *q.complete) for c in WHOLE[SUITS.index(s)])
    named = (named | Counter({c for c, _ in q.uncover})) - Counter(left)
    bottoms = Counter(i for _, i in q.uncover if i)
    few = {
        "cards": 13 * suits > len(left) or named.total() > left.count(0),
        "cards of a kind": not named <= q.unseen(left, ()),
        "cards face down": any((down[i - 1] if i else sum(down)) < n for n, i in q.turn_up),
        "bottom cards": any(n > (i not in q.space_in) for i, n in bottoms.items()),
        "columns": len({c for c, _ in q.uncover}) > len(down),
        "standing suits": q.automatic_removal and lacking,
        "suits left": q.win_in_tableau and q.removed_before,
        "whole suits": q.win is not None and (len(left) % 13 or 13 * full > len(left)),
        "rows left to be dealt": q.win is not None and q.hand and not q.deals,
    }
    ensure(any(few.values()), "nothing is missing")
    return f"too few {next(filter(few.get, few))}"


def as_turned(q):
    """Return a question about turning up cards for one about digging down to a card.  That card
    and those above it become face-down cards: they can't move before the card below them leaves.
    This requires that the card below doesn't continue a run with them."""
    (i, above), *more = q.dug
    column, n, hidden = [*chain(*q.columns[i - 1]), 0], len(above), len(q.columns[i - 1][0])
    apart = n <= hidden or (column[n] and (column[n] >> 2) + 1 != above[-1] >> 2)
    other = [key for key in OBJECTIVES if key != "dig_down" and vars(q)[key] != GOAL[key][0]]
    ensure(apart and not (more or other or q.kings_on_aces), "to dig down isn't to turn up here")
    q, k = copy(q), max(n, hidden)
    q.columns = (*q.columns[: i - 1], (tuple(column[:k]), tuple(column[k:-1])), *q.columns[i:])
    q.dig_down, q.turn_up, q.no_turning_up = (), ((k - n + 1, i),), False
    return q


def bottoms(q):
    """Return a question about bottom cards and spaces for one about whole columns."""
    ends = [(cards[-1:], i) for i, cards in q.dug]
    ends += [(up[-1:], i) for tableau in q.reach for i, (_, up) in enumerate(tableau, 1)]
    q, spaces = copy(q), [i for end, i in ends if not end]
    q.reach, q.dig_down, q.dug = (), (), []
    known = [(*end, i) for end, i in ends if any(end)]
    q.set_bottoms([*q.uncover, *known], [*q.space_in, *spaces])
    return q


def wider(q, w):
    """Raise Refused unless w has a line whenever q has one.

    - w may lack the condition to make no space and the limit on moves.
    - w may have no *automatic removal*: the player then removes each suit after the move that
      completes it (`may_remove` allows it).  Such a line has more moves and makes spaces in
      between, so w must not limit either, with one exception.  If no column has a complete suit at
      the start, each suit is removed where its last cards arrived.  If move and removal together
      make no space, neither makes one alone.  If they make one, the line ends there: w must allow
      that the last move but one makes a space if the last is a removal (`space_before_removal`).
    - w may have *columns for cells* if no row is dealt and no space is forbidden: a card can go
      into such a column as into a space.
    - If q asks for *whole columns*, w may ask for their bottom cards, and for those without cards.
    - If q asks for *a win*, w may ask for anything that every win includes: all cards have been
      turned up, and the player can remove all suits, in each column the last one first."""
    keep = {*RULES, *POSITION, *GOAL} - {"columns", "in_cells", "automatic_removal", "cells"}
    if (q.dug or q.reach) and not (w.dug or w.reach):
        q = as_turned(q) if q.dug and not (w.uncover or w.space_in) else bottoms(q)
    if q.win is not None and w.win is None:
        part = {key: vars(w)[key] for key in ("remove_any", "turn_up", "no_dealing")}
        part["whatever_turns_up"], down = q.whatever_turns_up, sum(len(d) for d, _ in q.columns)
        less = all(n <= down and not i for n, i in w.turn_up) and w.remove_any <= len(q.left) // 13
        implied = all(vars(w)[key] == part.get(key, GOAL[key][0]) for key in GOAL)
        ensure(implied and less and not (w.no_dealing and q.deals), "not implied by a win")
        keep -= {*GOAL}
    keep -= {"space_before_removal"} if w.automatic_removal < q.automatic_removal else {*()}
    keep -= {key for key in ("no_making_a_space", "moves") if vars(w)[key] == GOAL[key][0]}
    other = [key for key in keep if vars(q)[key] != vars(w)[key]]
    ensure(not other and w.automatic_removal <= q.automatic_removal, f"another question: {other}")
    same = (q.cells, q.columns, q.in_cells) == (w.cells, w.columns, w.in_cells)
    as_columns = (0, q.with_cells(q.columns, q.in_cells), ()) == (w.cells, w.columns, w.in_cells)
    ensure(same or (as_columns and not q.deals), "the columns or cells differ")
    others = not same or q.automatic_removal != w.automatic_removal
    whole = any(within(up) for _, up in q.columns) or not same or q.kings_on_aces
    spaces = w.no_making_a_space and (whole or not w.space_before_removal)
    ensure(not others or (not spaces and w.moves is None), "by other rules it isn't shown")


class Inductive:
    """A set of states, searched breadth-first from the start: a state is reached first by the
    fewest moves.  A *last* step is one after which the line must end; the state after it needn't
    be in the set.  A file may have a number instead of `members`: then the set is everything
    reachable, at most that many states."""

    most_members = float("inf")

    def check(self):
        now, met, depth = [None], set(), -1
        while now and depth != vars(self).get("most"):
            before, now, depth = now, [], depth + 1
            for state in before:
                for words, after, last in self.after(state) if state else self.start():
                    self.q.spend()
                    if after not in met and self.reached(after):
                        raise Refused(f"the goal may be met: {words} in {state}, to {after}")
                    if not last and self.members is not None and after not in self.members:
                        raise Refused(f"the set is left: {words} in {state}, to {after}")
                    if not last and after not in met:
                        ensure(len(met) < self.most_members, "the set is larger than stated")
                        met.add(after)
                        now.append(after)
        return len(met if self.members is None else self.members)


class Positions(Inductive):
    """A set of positions.  If no row can be dealt, the order of the columns that the goal doesn't
    name is ignored; the order of the removals is always ignored (see `may_remove`).  An unknown
    card may turn up as any card that is left."""

    def __init__(self, q, node, counted=False):
        self.q, self.width, self.most = q, len(q.columns), q.moves
        ensure(not q.space_before_removal, "positions don't support space_before_removal")
        self.fixed = {*q.named, *(i for i, _ in q.dug), *(i for _, i in q.turn_up if i)}
        self.fixed |= {*range(1, self.width + 1)} if q.reach else {*()}
        kinds = ([column], cards, range(105), [SUIT], *[range(10_000)] * counted)
        some = ((a, held, [*more]) for a, held, *more in read_all(kinds, node["positions"]))
        self.members = {
            (*self.state(q.with_cells(a, held), *more[:2]), *more[2:]) for a, held, more in some
        }

    def state(self, pairs, hand, gone):
        """Return the state of a position: its columns and cells, hand, removed suits.

        Cells and suits are sorted; so are the columns whose order doesn't matter.
        """
        tableau, cells = pairs[: self.width], sorted(pairs[self.width :])
        if not self.q.may_deal(hand):
            free = iter(sorted(c for i, c in enumerate(tableau, 1) if i not in self.fixed))
            tableau = [c if i in self.fixed else next(free) for i, c in enumerate(tableau, 1)]
        return (*tableau, *cells), hand, tuple(sorted(gone))

    def start(self):
        hand = len(self.q.hand)
        for pairs in self.fillings(self.q.with_cells(self.q.columns, self.q.in_cells), hand, ()):
            yield "the start", self.state(pairs, hand, ()), False

    def fillings(self, pairs, hand, gone):
        """Yield the columns and cells with each choice for their unknown face-up cards."""
        for i, (down, up) in enumerate(pairs):
            if 0 in up:
                k, q = up.index(0), self.q
                seen = [*chain(*chain(*pairs)), *q.hand[len(q.hand) - hand :]]
                for c in [c for c, n in q.unseen(seen, gone).items() if n > 0]:
                    self.q.spend()
                    now = (down, (*up[:k], c, *up[k + 1 :]))
                    yield from self.fillings((*pairs[:i], now, *pairs[i + 1 :]), hand, gone)
                return
        yield pairs

    def spaces(self, state):
        return sum(not up for _, up in state[0][: self.width])

    def fits(self, c, onto, suited=False):
        step = (onto >> 2) - (c >> 2) == 1 or (onto >> 2, c >> 2) == (1, 13 * self.q.kings_on_aces)
        return bool(c and onto and step) and not (suited and (c ^ onto) & 3)

    def moves(self, state):
        """Yield all moves: a description, the face-up cards of the changed columns, the number of
        removed suits, the number of cards dealt."""
        q, (pairs, hand, _) = self.q, state
        for i, (_, up) in enumerate(pairs):
            run = min(1, len(up))
            while 0 < run < len(up) and self.fits(up[-run], up[-run - 1], suited=True):
                run += 1
            for n, (j, (_, onto)) in product(range(1, run + 1), enumerate(pairs)):
                fits = not onto or (j < self.width and self.fits(up[-n], onto[-1]))
                if i != j and fits and (j < self.width or (n == 1 and i < self.width)):
                    yield f"{n} from {i + 1} to {j + 1}", {i: up[:-n], j: onto + up[-n:]}, 0, 0
            if complete(up):
                yield f"{i + 1} off", {i: up}, 1, 0
        rule, tableau = q.deal_over_spaces, pairs[: self.width]
        suited, faces = rule == "if-in-suit", [up for _, up in tableau]
        links = [self.fits(b, a, suited) for up in faces for a, b in pairwise(up)]
        in_order = rule[:2] == "if" and all(links) and not any(down for down, _ in tableau)
        if q.may_deal(hand) and (rule == "always" or in_order or not self.spaces(state)):
            row = q.hand[len(q.hand) - hand :][: self.width]
            yield "a row", {i: (*pairs[i][1], c) for i, c in enumerate(row)}, 0, len(row)

    def after(self, state):
        """Yield the states after the moves that the goal allows."""
        for words, change, off, row in self.moves(state):
            for may, new, last in self.played(state, change, off, row):
                if may:
                    yield words, new, last

    def played(self, state, change, off, row):
        """Play a move; yield for each card that may turn up: True if the goal allows the move, the
        state, True if the line must end there.  Suits are removed before cards are turned up."""
        q, hand = self.q, state[1] - row
        lie = tuple((down, change.get(i, up)) for i, (down, up) in enumerate(state[0]))
        for columns in self.fillings(lie, hand, state[2]):
            pairs, gone, may = list(columns), state[2], True
            for i in change:
                down, up = pairs[i]
                for _ in range(len(up) // 13 if q.automatic_removal else off):
                    if complete(up):
                        may = may and q.may_remove(complete(up), gone)
                        gone, up = (*gone, complete(up)), up[:-13]
                if down and not up:
                    may = may and not q.no_turning_up
                    down, up = down[:-1], down[-1:]
                pairs[i] = (down, up)
            for now in self.fillings(tuple(pairs), hand, gone):
                new = self.state(now, hand, gone)
                last = q.no_making_a_space and self.spaces(new) > self.spaces(state)
                yield may, new, last

    def reached(self, state):
        q, (pairs, hand, gone) = self.q, state
        turned = [len(a[0]) - len(b[0]) for a, b in zip(q.columns, pairs)]
        bottoms = [up[-1:] for _, up in pairs[: self.width]]
        stand = [complete(up) for _, up in pairs if complete(up)]
        suits = sum(within(up) for _, up in pairs)
        left = hand + sum(len(up) + 99 * len(down) for down, up in pairs)
        return (
            q.enough(gone, self.spaces(state), turned)
            and all(not pairs[i - 1][1] for i in q.space_in)
            and all((c,) in (bottoms[i - 1 : i] if i else bottoms) for c, i in q.uncover)
            and all(alike([*chain(*pairs[i - 1])], cards) for i, cards in q.dug)
            and not Counter(q.complete) - Counter(stand)
            and not (q.complete_any and not stand)
            and not (q.win is not None and (left != 13 * suits or suits < q.win))
            and not (q.win_in_tableau and (gone or q.removed_before))
            and all(all(map(alike, chain(*columns), chain(*pairs))) for columns in q.reach)
        )


class Strategy(Positions):
    """A set of positions, as a player sees them who doesn't see the hidden cards.  It proves that
    there is no plan for whatever turns up.  None of the positions meets the goal.  For every move
    from each of them, some cards that may turn up lead to a position of the set, or the move
    breaks a condition.  A hidden card may be any unseen card until it turns up, so for each plan
    there is an order of the cards with which play never leaves the set.  If the goal limits the
    moves, a position includes the number of moves made, and no move follows after the last one."""

    def __init__(self, q, node):
        super().__init__(q, node, counted=q.moves is not None)

    def check(self):
        q = self.q
        ensure(q.whatever_turns_up, "the goal isn't for whatever turns up")
        ensure(all(map(all, (up for _, up in q.columns))), "a face-up card isn't known")
        unknown = sum(c == 0 for c in (*chain(*chain(*q.columns)), *q.hand))
        ensure(0 not in q.in_cells and "?" not in q.removed_before, "unknown cards don't matter")
        ensure(unknown <= sum(q.unseen(q.left, ()).values()), "too few cards are unseen")
        counted = q.moves is not None
        members = self.members if counted else {(*state, 0) for state in self.members}
        for _, state, _ in self.start():
            ensure((*state, 0) in members, "the start isn't in the set")
        for *state, made in members:
            ensure(not self.reached(state), f"the goal is met in {state}")
            for words, change, off, row in self.moves(state) if made != q.moves else ():
                for may, new, last in self.played(state, change, off, row):
                    q.spend()
                    after = (*new, made + counted)
                    if not may or (not self.reached(new) and (last or after in members)):
                        break
                else:
                    raise Refused(f"no card refutes it: {words} in {state}")
        return len(self.members)


FREE, NATURAL, UNNATURAL, OUT = -1, -2, -3, -4  # see `Classes`; OUT: the card isn't in play
AWAY, LINKED, ANCHORED, TABLE = range(4)  # the place of a card; AWAY: not in play
BLIND = 200  # the code of a blind card on the table is BLIND plus its rank


class Shape:
    """A class without its values: the number of segments `left` in each column, the cards on the
    `table`, the cards `gone`; and the quantities that follow from these."""

    def __init__(self, game, left, table, gone):
        self.key, self.left, self.table, self.gone = (left, table, gone), left, table, {*gone}
        self.place = place = [LINKED] * len(game.rank)
        for column, segments, k in zip(game.of_rank[14], game.segments, left):
            if k:
                for c in (column, *chain(*segments[: k - 1])):
                    place[c] = AWAY
                place[segments[k - 1][0]] = ANCHORED
        for c in (c for c in chain(table, gone) if c < BLIND):
            place[c] = AWAY if c in gone else TABLE
        self.here = [[c for c in some if place[c]] for some in game.of_rank]
        linked = [[c for c in some if place[c] == LINKED] for some in game.of_rank[:13]]
        exact = [[c for c in some if c < BLIND and game.exact[c]] for some in (*linked, table)]
        number = [*(len(c) - table.count(BLIND + r) for r, c in enumerate(linked)), len(table)]
        self.open = [104, *(len(self.here[r + 1]) - number[r] for r in range(1, 14))]  # Aces: all
        self.blind = [n - len(some) for n, some in zip(number, exact)]  # linked ones
        self.spaces, self.exact = self.open[13], exact
        self.removed = [SUITS[game.suit[c]] for c in gone if game.rank[c] == 13]
        self.turned = [n - min(k - 1, n) if k else n for k, n in zip(left, game.down)]
        bare = all(self.open[r] >= n for r, n in game.required.items())
        self.enough = bare and game.q.enough(self.removed, self.spaces, self.turned)


class Classes(Inductive):
    """A set of classes: the proof of docs/prover.md as a program.  Numbers in brackets are its
    sections.  A *segment* is a part of a column that was a sequence at the start, whatever the
    suits; its first card is its *head*.  A card of rank r + 1 in play is a *slot* of *level* r.
    `open[r]` slots of level r are uncovered; if none is, the level is *frozen*, else *fluid*.

    A class records the number of segments left in each column, the removed cards, the cards on the
    table (of *blind* cards only ranks), and for each other card, called *exact*, its value, the
    card on it: FREE (any or none), NATURAL (maybe a natural card), UNNATURAL (no natural card), or
    an exact card.  The values of *deep* cards omit least, those of *shallow* ones most (3).

    Lemma 1.  Nothing above the head of a segment changes before it leaves (1), if no row is dealt,
    no King comes onto an Ace, no card into a cell.  So a class determines which cards are in play,
    and `open`.
    Lemma 2.  Cards that can be picked up are movable where they fit (3), if all face-up cards are
    known.
    Lemma 3.  A slide (from slot to slot of a level, or from the table into a space) doesn't change
    the class: no value at a fluid level is a card that can be picked up.
    Lemma 4.  Any other move is one of `steps`, if suits are only removed by choice, and the class
    after it is one of those yielded: for a level whose last open slot is covered, each possible
    way to freeze (`freeze`); for cards that get stuck, each possible slot (`settle`).  No position
    is lost by forgetting values (`thaw`), or by trying only one of several equal cards.
    Lemma 5.  If spaces may be made and no base is named, blind cards leave the table (5; `shape`).
    Lemma 6.  If the goal is met, and doesn't ask for a tableau, the numbers are right (`enough`),
    and a card that it names can lie where it must (4; `reached`).  After a last step, which makes
    a space against the condition, the places of cards are judged by the class before it.
    Lemma 7.  Level 13 is the table: columns without segments are slots of no suit, for any card,
    and `open[13]` is the number of spaces.  The value of a column in `bases` is its first card.
    Lemma 8.  If the game is won and the hand is empty, the cards in play are complete suits that
    can be picked up and have no card in common, and no card is face down."""

    def __init__(self, q, node):
        relies = {1: q.deals or q.kings_on_aces or q.cells, 2: any(0 in up for _, up in q.columns)}
        relies |= {4: q.automatic_removal, 6: q.reach or q.dug, 8: q.win is not None and q.hand}
        broken = [lemma for lemma, is_broken in relies.items() if is_broken]
        ensure(not broken, f"classes don't support this question: see lemma {broken}")
        self.q, self.segments, self.down = q, [], [len(down) for down, _ in q.columns]
        faces, number = [*chain(*chain(*q.columns))], count()
        self.face = faces + [0] * len(q.columns)
        self.rank = [c >> 2 for c in faces] + [14] * len(q.columns)
        self.suit = [c & 3 for c in faces] + [4] * len(q.columns)
        for down, up in q.columns:
            self.segments.append([])
            for k, (above, c) in enumerate(zip((0, *down, *up), down + up)):
                if k <= len(down) or above >> 2 != (c >> 2) + 1:
                    self.segments[-1].append([])
                self.segments[-1][-1].append(next(number))
        levels, bases = ["shallow", "kept", "deep"], read([range(1, 15)], node["bases"])
        self.exact = [0] * len(faces) + [3 * (i + 1 in bases) for i in range(len(q.columns))]
        kind = [(KNOWN, range(1, 15), range(1, 105), {*levels})]
        for text, i, row, level in read(kind, node["exact"]):
            x = [*chain(*self.segments[i - 1])][row - 1]
            ensure(CODES[text] == faces[x], f"no {text} in column {i}, row {row}", ValueError)
            self.exact[x] = 1 + levels.index(level)
        ensure([*bases] in ([], q.named), "the bases aren't the goal's columns", ValueError)
        self.cards = [x for x, level in enumerate(self.exact) if level]
        self.upward = sorted(self.cards, key=self.rank.__getitem__)
        self.of_rank = [[c for c, r in enumerate(self.rank) if r == k] for k in range(15)]
        self.code = [c if self.exact[c] else BLIND + r for c, r in enumerate(self.rank)]
        levels = [r for c in self.cards for r in (self.rank[c], self.rank[c] - 1)]
        self.required = Counter((c >> 2) - 1 for c, _ in q.uncover)  # open slots, by level
        self.keep = [max(r in levels, self.required[r]) for r in range(14)]
        self.puts_back, self.made = not (q.no_making_a_space or bases), lru_cache(5000)(Shape)
        kind = [range(105)], [range(256)], [range(104)], [range(-1, 104)], [range(-4, 104)]
        if type(node["classes"]) is int:
            self.members, self.most_members = None, read(range(1, 10**6), node["classes"])
            q.work += 2000 * self.most_members
            return
        some = read_all(kind, node["classes"])
        self.members = {(tuple(shape), values + first) for *shape, first, values in some}

    def shape(self, left, table, gone):
        """Return the shape with these segments, table and removed cards, in normal form: blind
        cards go from the table onto open slots, but for `keep` of each level (5)."""
        shape = self.made(self, left, tuple(sorted(table)), tuple(sorted(gone)))
        for k, c in enumerate(shape.table if self.puts_back else ()):
            if 0 < c - BLIND < 13 and shape.open[c - BLIND] > self.keep[c - BLIND]:
                return self.shape(left, shape.table[:k] + shape.table[k + 1 :], gone)
        return shape

    def thaw(self, shape, values):
        """Return the values without those forgotten at fluid levels, and for each card True if it
        is movable.  Both are computed from the lowest rank up."""
        values, suit, _ = dict(values), self.suit, self.q.spend()
        movable = [bool(place and not x) for x, place in zip(self.exact, shape.place)]
        for x in self.upward:
            v, fluid = values[x], shape.open[self.rank[x] - 1] > 0
            may = movable[v] and (fluid or suit[v] == suit[x]) if v >= 0 else fluid or v == NATURAL
            movable[x] = bool(shape.place[x] and may)
            free = (fluid and movable[x]) or (self.rank[x] == 14 and v < 0)
            values[x] = FREE if free else v if shape.place[x] else OUT
        return values, movable

    def exposed(self, left, table, values, i):
        """Return the class after the last segment of column i has left."""
        k, values = left[i] - 1, dict(values)
        segment = self.segments[i][k - 1]
        values |= {x: FREE for x in segment[-1:] if self.exact[x]}
        for x, c in pairwise([self.of_rank[14][i]] * (k == 1) + segment):
            if self.exact[x]:
                natural = NATURAL if self.suit[c] == self.suit[x] else UNNATURAL
                values[x] = c if self.exact[x] > 1 and self.exact[c] else natural
        table = (*table, self.code[segment[0]]) if k == 1 else table
        return (*left[:i], k if k > 1 else 0, *left[i + 1 :]), table, values

    def start(self):
        left, table = tuple(len(s) + 1 if s else 0 for s in self.segments), ()
        values = {x: FREE if self.rank[x] == 14 else OUT for x in self.cards}
        for i in [i for i, k in enumerate(left) if k]:
            left, table, values = self.exposed(left, table, values, i)
        shape = self.shape(left, table, frozenset())
        yield "the start", (shape.key, tuple(self.thaw(shape, values)[0].values())), False

    def after(self, state):
        q, (_, _, gone), spaces = self.q, state[0], self.shape(*state[0]).spaces
        for words, now, code in self.steps(state):
            last = q.no_making_a_space and self.shape(*now[0]).spaces > spaces
            yield words, (*state, now[0], code) if last else now, last
            both = last and q.space_before_removal and now[0][2] == gone
            for more, end, _ in self.steps(now, shifts=False) if both else ():
                yield f"{words}, {more}", end, True

    def steps(self, state, shifts=True):
        """Yield all steps, or only removals if not `shifts`: a description, the class after it,
        and the card that left the table (None if none did)."""
        q, shape = self.q, self.shape(*state[0])
        left, table, gone, moved = shape.left, shape.table, shape.gone, []
        values, movable = self.thaw(shape, zip(self.cards, state[1]))
        for i, k in enumerate(left):
            if k > 1 and not (q.no_turning_up and k - 2 < self.down[i]):
                moved.append((self.segments[i][k - 1][0], [i], None))
        moved += [(c, [], c) for c in dict.fromkeys(table)]
        for r in range(1, 13):
            blind = shape.blind[r] and (not self.puts_back or shape.open[r] < self.keep[r])
            moved += [(c, [], None) for c in shape.exact[r] + [BLIND + r] * bool(blind)]
        for c, dug, code in [move for move in moved if move[0] >= BLIND or movable[move[0]]]:
            r = self.rank[c] if c < BLIND else c - BLIND
            now, onto, way, below = left, table, values, -1
            for i in dug:
                now, onto, way = self.exposed(left, table, values, i)
                below = self.rank[self.segments[i][left[i] - 2][-1]]
            if code is not None:
                way = {x: FREE if v == code else v for x, v in values.items()}
                onto = table[: table.index(c)] + table[table.index(c) + 1 :]
            ends = []
            if shifts and 0 < r < 13 and shape.open[r] > 0 and (dug or code is not None):
                freezes, to = shape.open[r] == 1 and below != r + 1, self.shape(now, onto, gone)
                ends.append(("onto a slot", to, r if freezes else None))
            if shifts and shape.spaces > 0 and code is None:
                to = self.shape(now, (*onto, c if c >= BLIND else self.code[c]), gone)
                ends.append(("into a space", to, 13 if shape.spaces == 1 else None))
            kings = {self.suit[k]: k for k in shape.here[13][::-1] if shape.place[k] == LINKED}
            for king in (kings.values() if c >= BLIND else [c]) if r == 13 else ():
                allowed = q.may_remove(SUITS[self.suit[king]], shape.removed)
                for run in self.runs(shape, values, movable, [king]) if allowed else ():
                    ends.append(("with its suit", self.shape(now, onto, gone | {*run}), None))
            if ends and not below:
                raise Refused(f"an unknown card turns up: column {dug[0] + 1} in {state}")
            where = f"{RANKS[r]} from " + (f"column {dug[0] + 1}" if dug else "elsewhere")
            for words, to, level in ends:
                ways = self.freeze(shape, to, way, movable, level, c) if level else None
                for after in ways or [self.thaw(to, way)[0]]:
                    yield f"{where} {words}", (to.key, tuple(after.values())), code

    def may_lie(self, shape, values, movable, x, c, code=None):
        """Return True if card c may lie on x; for c None, if x may be uncovered.  With `code`, a
        last step has moved that card from the table, with natural cards only."""
        self.q.spend()
        r, v, level = self.rank[x] - 1, values.get(x, FREE), self.exact[x]
        if x == code and c is not None and self.suit[c] != self.suit[x]:
            return False
        bare = v == FREE and shape.open[r] > 0
        if c is None or (r < 13 and bare and self.code[c] == code):
            return bare and (c is None or shape.place[c] != ANCHORED)
        if v >= 0 or c in values.values() or c == code:
            return v == c != code
        there = shape.place[c] == LINKED and (self.exact[c] or shape.blind[r])
        if r == 13:
            back = self.puts_back and shape.spaces > 0 and shape.blind[self.rank[c]]
            some = shape.table.count(self.code[c])
            there = some > (self.code[c] == code) or (back and not self.exact[c])
        if not there or shape.place[c] == ANCHORED:
            return False
        if shape.open[r] > 0 or not level:
            return level < 3 or movable[c]
        natural = self.suit[c] == self.suit[x]
        return not (v == UNNATURAL and natural) and not (level == 3 and self.exact[c])

    def runs(self, shape, values, movable, run, code=None, others=(), part=False):
        """Yield each continuation of a natural run down to the Ace; with `part`, down to a card
        that may be uncovered, so that the first card of the run can move."""
        x = run[-1]
        bare = not self.exact[x] or self.may_lie(shape, values, movable, x, None)
        if self.rank[x] == 1 or (part and bare):
            yield run
            return
        some = [c for c in shape.here[self.rank[x] - 1] if self.suit[c] == self.suit[x]]
        some = [c for c in some if movable[c] and c not in others]
        some = [c for c in some if self.may_lie(shape, values, movable, x, c, code)]
        for c in [c for c in some if self.exact[c]] + [c for c in some if not self.exact[c]][:1]:
            yield from self.runs(shape, values, movable, [*run, c], code, others, part)

    def freeze(self, shape, to, values, movable, r, h):
        """Yield the values, in every way, after card h has covered the last open slot of level r.

        Each exact card that was movable, and h if exact, lies on a deep slot or on another one.
        Each slot that names no card becomes NATURAL or UNNATURAL.  NATURAL requires a card of the
        suit, for a deep slot a blind one.  Only maximal sets of NATURAL slots are tried: smaller
        ones allow less."""
        here = [c for c in shape.here[r] if shape.place[c] == LINKED or c == h]
        exact = [h] if h < BLIND and self.exact[h] else []
        loose = [c for c in shape.exact[r] if movable[c]] + exact
        blind = shape.blind[r] + (not exact)
        for now in self.laid(shape, values, movable, r, loose):
            bare = [x for x in shape.here[r + 1] if now.get(x, 0) < 0]
            deep, choices = {x for x in bare if self.exact[x] == 3}, []
            others = [c for c in here if c not in now.values()]
            for suit in range(4) if len(deep) <= blind else ():
                mine = [self.exact[c] for c in others if self.suit[c] == suit]
                slots = [x for x in bare if self.suit[x] == suit]
                sets = chain(*(combinations(slots, n) for n in range(len(mine) + 1)))
                sets = [s for s in sets if len(deep & {*s}) <= mine.count(0)]
                choices.append([s for s in sets if len(s) == len(sets[-1])])
            for natural in product(*choices) if choices else ():
                natural = {*chain(*natural)}
                frozen = {x: NATURAL if x in natural else UNNATURAL for x in bare}
                yield from self.settle(shape, to, now | frozen, movable, r + 1)

    def settle(self, shape, to, values, before, r):
        """Yield the values after cards of rank r and above have got stuck, for each slot on which
        they may lie.  No value is forgotten before all cards are placed: one may still get stuck
        on the slot in question."""
        after, movable = self.thaw(to, values)
        if r > 13:
            yield after
            return
        fell = [c for c in shape.exact[r] if before[c] and not movable[c]]
        lay = fell and shape.open[r]
        for now in self.laid(shape, values, before, r, fell) if lay else [values]:
            yield from self.settle(shape, to, now, before, r + 1 if fell or r == 13 else 13)

    def laid(self, shape, values, movable, r, loose):
        """Yield the values for each way to place loose cards on deep or plain slots of level r."""
        free = [x for x in shape.here[r + 1] if values.get(x, FREE) < 0]
        deep = [x for x in free if self.exact[x] == 3]
        stuck = [c for c in shape.exact[r] if not movable[c] and c not in values.values()]
        for where in placings(loose, deep, len(free) - len(deep) - len(stuck)):
            yield values | where

    def reached(self, state):
        """Return True if the cards may lie as the goal requires.  After a last step, `state` is
        the class before it, the shape after it, and the card that left the table."""
        before, values, to, code = state if len(state) == 4 else (*state, state[0], None)
        shape, to = self.shape(*before), self.shape(*to)
        if not to.enough:
            return False
        values, movable = self.thaw(shape, zip(self.cards, values))
        q, exact, loose = self.q, code is not None and code < BLIND, movable.__getitem__
        first = [values.get(self.of_rank[14][i - 1]) for i in q.space_in]
        left = [code] if exact and not shape.spaces else [FREE]  # the values of an empty column
        may_lie = partial(self.may_lie, shape, values, movable, code=code)
        here = [c for c in chain(*shape.here[:14]) if c not in to.gone]
        in_play, named = Counter(self.face[c] for c in here), Counter(c for c, _ in q.uncover)
        kings = [k for k in here if self.rank[k] == 13]
        above = {}  # the card above the other cards of a column, or the column itself
        for i in q.named:
            k = shape.left[i - 1]
            above[i] = self.segments[i - 1][k - 1][0] if k else self.of_rank[14][i - 1]
        covered = {above[i] for card, i in q.uncover if i and self.rank[above[i]] > card >> 2}

        def bottoms(card, roots, bare=()):
            """Return the copies of a card that may be uncovered at the end of a sequence from one
            of the roots.  None of the bare cards has a card below it."""
            hang = {*roots}
            for r in range(14, card >> 2, -1):
                slots = [x for x in hang if self.rank[x] == r and x not in bare]
                below = shape.here[r - 1] if r < 14 else chain(*shape.here[:14])
                hang |= {c for c in below if any(may_lie(x, c) for x in slots)}
            hang -= to.gone | covered
            return [x for x in hang if self.face[x] == card and may_lie(x, None)]

        def are_uncovered(pairs, bare=()):
            # Pairs with higher ranks come first: a card of lower rank covers none of them.
            for card, i in pairs[:1]:
                some = {*bottoms(card, [above[i]] if i else chain(*shape.here), bare)}
                return any(are_uncovered(pairs[1:], (*bare, x)) for x in some - {*bare})
            return True

        def have_bases():
            """Return True if the columns can have different first cards (Hall's theorem)."""
            bare = [x for x in here if in_play[self.face[x]] <= named[self.face[x]]]
            columns = [(c, i) for c, i in q.uncover if i and not shape.left[i - 1]]
            choices = []
            for card, i in [] if self.puts_back else columns:
                some = [b for b in chain(*shape.here[:14]) if may_lie(above[i], b)]
                codes = {self.code[b] for b in some if bottoms(card, [b], bare)}
                choices.append([k for k, code in enumerate(to.table) if code in codes])
            sets = chain(*(combinations(choices, n) for n in range(1, len(choices) + 1)))
            return all(len({*chain(*some)}) >= len(some) for some in sets)

        def are_complete(kings, others=()):
            runs = self.runs(shape, values, movable, kings[:1], code, others) if kings else ()
            return not kings or any(are_complete(kings[1:], (*others, *run)) for run in runs)

        def stand(suit, n):
            some = [k for k in kings if movable[k] and SUITS[self.suit[k]] == suit]
            return any(map(are_complete, combinations(some, n)))

        def are_left(suits):
            # The Ace of a complete suit is uncovered, its other cards aren't.
            suits |= Counter(SUITS[self.suit[k]] for k in kings if q.win is not None)
            not_bare = Counter({c: suits[SUITS[c & 3]] for c in named if c >> 2 > 1})
            return named + not_bare <= in_play

        complete = Counter(q.complete)
        whole = sum(to.turned) == sum(self.down) and 13 * len(kings) == len(here)
        return (
            (not exact or any(self.runs(shape, values, movable, [code], code, part=True)))
            and not any(shape.left[i - 1] for i in q.space_in)
            and all(c is None or c in left for c in first)
            and not {*q.space_in} & {i for _, i in q.uncover}
            and are_uncovered(q.uncover[::-1])
            and all(stand(suit, n) for suit, n in complete.items())
            and any(
                are_left(complete | Counter(any_suit)) and all(stand(s, 1) for s in any_suit)
                for any_suit in ([[suit] for suit in SUITS] if q.complete_any else [[]])
            )
            and (q.win is None or (whole and all(map(loose, kings)) and are_complete(kings)))
            and have_bases()
        )


class Heads(Inductive):
    """A set of states proving that no space is ever made and no suit completed: section 8 of
    docs/prover.md as a program.

    A segment is a sequence in a column, whatever the suits; its first card is its *head*.  Without
    a space, a head can only go onto the last card of another segment, and the two segments become
    one: the rank of the head has *joined*.  A move of fewer cards changes neither the heads nor
    the number of last cards of each rank.  The proof names some ranks.  A state is the number of
    rows dealt, each column's heads of these ranks and its number of face-down cards, an upper
    limit for the last cards that these heads can go onto, and the ranks that have joined.  Heads
    of other ranks are supposed to move at once.  If a suit is complete, a King is the last head of
    a column, and all ranks have joined."""

    def __init__(self, q, node):
        ranks = {RANKS.index(rank) for rank in read([{*RANKS[1:]}], node["ranks"])} | {13}
        self.q, self.ranks, self.onto = q, ranks, {rank + 1 for rank in ranks}
        self.down = [[c >> 2 for c in down] for down, _ in q.columns]
        width, hand = len(q.columns), [c >> 2 for c in q.hand]
        rows = [hand[i : i + width] for i in range(0, len(hand) * q.deals, width)]
        self.rows = [row for row in rows if len(row) == width or q.short_last_deal]
        full = all(map(all, (*chain(*q.columns), q.hand))) and all(up for _, up in q.columns)
        ensure(full and not (q.cells or q.kings_on_aces), "unsupported cards, spaces or rules")
        clauses = q.spaces, q.space_in, q.remove, q.remove_any, q.complete, q.complete_any
        ensure(any(clauses) or q.win is not None, "the goal needs no space and no suit")
        some = [range(105)]
        states = read_all((range(105), [some], some, some, some), node["states"])
        self.members = {(*state, frozenset(joined)) for *state, joined in states}

    def state(self, dealt, heads, down, ends, joined):
        heads, down = [*map(list, heads)], [*down]
        for i, column in enumerate(heads):
            while not column and down[i]:
                down[i] -= 1
                turned = self.down[i][down[i]]
                column += [turned] if turned in self.ranks else []
                ends[turned] += 1
        counts = tuple(ends[r] if r in self.onto else 0 for r in range(14))
        return dealt, tuple(map(tuple, heads)), tuple(down), counts, frozenset(joined & self.ranks)

    def start(self):
        heads, ends, joined = [], [], set()
        for _, up in self.q.columns:
            pairs = [*pairwise([99, *(c >> 2 for c in up), 99])]
            joined |= {b for a, b in pairs if a == b + 1}
            ends += [a for a, b in pairs if a != b + 1]
            heads.append([b for a, b in pairs if a != b + 1 and b in self.ranks])
        yield "the start", self.state(0, heads, map(len, self.down), Counter(ends), joined), False

    def after(self, state):
        dealt, heads, down, counts, joined = state
        ends = Counter(dict(enumerate(counts)))
        for i, (*above, last) in enumerate(heads):
            if ends[last + 1] > 0:
                now, left = [*heads[:i], above, *heads[i + 1 :]], ends - Counter([last + 1])
                yield f"{i + 1}", self.state(dealt, now, down, left, joined | {last}), False
        for row in self.rows[dealt : dealt + 1]:
            may = [i for i, r in enumerate(row) if r in self.ranks and ends[r + 1] > 0]
            for fit in chain(*(combinations(may, n) for n in range(len(may) + 1))):
                self.q.spend()
                now, left = [*heads], ends - Counter(row[i] + 1 for i in fit) + Counter(row)
                for i in [i for i, r in enumerate(row) if r in self.ranks and i not in fit]:
                    now[i] = (*now[i], row[i])
                if Counter(row[i] + 1 for i in fit) <= ends:
                    joins = joined | {row[i] for i in fit}
                    yield "a row", self.state(dealt + 1, now, down, left, joins), False

    def reached(self, state):
        kings = any(column[-1:] == (13,) for column in state[1])
        return not all(state[1]) or (kings and self.ranks - {13} <= state[4])


def placings(some, slots, room):
    """Yield each way to give every card a slot, without sharing; up to `room` cards get none."""
    for x in ([None] * (room > 0) + slots) * bool(some):
        for more in placings(some[1:], [y for y in slots if y != x], room - (x is None)):
            yield more if x is None else {x: some[0], **more}
    if not some:
        yield {}


def prove(q, node, size):
    """Check the proof of a question and return its description.  Raise Refused if it isn't a
    proof, or any other exception if it is unreadable."""
    read({1}, node["certificate"])
    w = Question(read(PARTS, node["wider"]), size, most=14) if "wider" in node else q
    wider(q, w)
    if node["proof"] == "counting":
        return too_few(w)
    ensure(w is q or node["proof"] != "strategy", "a strategy is for the question itself")
    sets = dict(positions=Positions, classes=Classes, heads=Heads, strategy=Strategy)
    number = sets[node["proof"]](w, node).check()
    return f"{number} {'states of ' * (node['proof'] in ('heads', 'strategy'))}{node['proof']}"


def load(data, size):
    """Parse the JSON of a file; the file's size bounds the memory and time that this takes."""
    few = len(data) <= most_bytes(size) and sum(map(data.count, b'[{"')) <= 10**5 + 2 * size
    ensure(few, "it unfolds to more than is allowed for a file of this size", ValueError)
    once = lambda pairs: [dict(pairs), read({len(pairs)}, len(dict(pairs)))][0]  # noqa: E731
    return read(KEYS, json.loads(data.decode(), object_pairs_hook=once))


def main(files):
    """Check all files; return the exit code."""
    codes = [0 if files else 2]
    for file in files:
        name = file if file.isascii() and file.isprintable() else ascii(file)
        try:
            size = os.path.getsize(file)
            with (gzip.open if file.endswith(".gz") else open)(file, "rb") as opened:
                data = opened.read(most_bytes(size) + 1)
            node = load(data, size)
            question = Question(node, len(data))
            print(name, *question.drawing, sep="\n    ")
            print("accepted:", prove(question, node, len(data)))
        except Exception as why:  # a file may contain anything
            codes.append(1 if isinstance(why, Refused) else 2)
            print(f"refused: {why}" if codes[-1] == 1 else f"unreadable: {name}: {why!a}")
    return max(codes)


if __name__ == "__main__":
    if hasattr(signal, "SIGPIPE"):  # end quietly when the reader of a pipe does
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:]))
