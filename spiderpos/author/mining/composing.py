"""Small problems, composed: cards are changed one at a time as long as that makes a better one.

What is climbed to is a problem by a composer's criteria (:func:`examined`): the shortest length
is proved, one first move begins a line of that length, it is quiet, and another one tempts,
loses, and shows it late.  What it comes to is a function of the seed and of the options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Final

from ...advice import suggest
from ...game.cards import UNKNOWN, Card, Suit, card
from ...game.engine import Step
from ...game.moves import Shift
from ...game.position import Column, Position
from ...goals.goal import Goal, SpaceBack, TurnUp, Uncover, parse
from ...solver.prover import brute
from ...solver.prover.answer import Budget
from ..ideas import duals, ideas_of
from ..profile import Ply, Profile, Wrong, profile
from ..reduce import size, smaller, tries_of
from ..themes import Solved, themes_of
from ..tries import first_steps, goal_after, tempts
from .asking import Asker, Try, aims
from .constructing import natural_pieces, whole_suit
from .find import Find, Options

#: What is asked for, where no goals are given.
GOALS: Final = (
    "get a space",
    "get 2 spaces",
    "get a space in column 1",
    "turn up a card",
    "turn up a card without making a space",
    "uncover Kh in column 1 and get a space",
    "uncover Kh in column 1",
    "uncover Ks in column 1 and get the space back",
    "uncover Kh in column 1 and uncover Ks in column 2",
    "remove spades",
    "remove spades and get the space back",
    "remove spades without making a space",
    "remove hearts and spades",
)
#: So many changes are tried, and each climb begins anew if so many in a row were no good.
_CHANGES: Final = 3000
_FRUITLESS: Final = 300
#: The best of so many drafts is begun with; of more of them where themes are required.
_DRAFTS: Final = 50
_DRAFTS_FOR_THEMES: Final = 1000
#: Of so few cards none is dropped.
_FEWEST: Final = 4
#: What so many positions don't decide is no problem for a head, and changes are tried the faster.
_WORK: Final = 5_000
#: The ranks of a small problem lie so near to each other.
_RANKS: Final = 6
#: Until a problem stands, no line is better for more moves than so many.
_ENOUGH_MOVES: Final = 6
#: So many questions are asked about a move of a line.
_QUESTIONS: Final = 10
#: What a decision is worth.
_DECISION: Final = 7
#: What a theme that is required is worth: more than any one stage.
_THEME: Final = 20


@dataclass(frozen=True, slots=True)
class Merit:
    """How good a problem a position is: the more the better; the find if it's good enough.

    ``harmless``: the moves beside the line that lose and don't tempt, as far as it was followed.
    """

    score: float
    find: Find | None = None
    harmless: tuple[Step, ...] = ()


def quiet_key(position: Position, asker: Asker, options: Options) -> Iterator[Find]:
    """Yield the find, if just one first move is shortest, and quiet, and another tempts."""
    for goal in aims(position, asker):
        find = examined(position, goal, options, asker.budget).find
        if find is not None and _is_quiet(find := _forward(find, options, asker.budget)):
            yield find


def examined(position: Position, goal: Goal, options: Options, budget: Budget) -> Merit:
    """Return how far a position and a goal go towards a problem, stage by stage.

    ``budget`` is for each search; what one of them doesn't decide counts as failed.
    """
    answer = brute.solve(position, goal, budget=budget).uninterrupted()
    line = answer.steps
    if not options.least_moves <= len(line) <= options.most_moves:
        return Merit(min(len(line), options.least_moves))
    score = 10.0 + min(len(line), _ENOUGH_MOVES)
    score += _bias(position, goal, line, (), options)
    firsts = first_steps(position, goal)
    if tempts(line[0]) or not options.least_tries < len(firsts) <= options.most_choices:
        return Merit(score)
    score += 5
    losing = [Wrong(step, tempts(step), life) for step, life in tries_of(position, goal, budget)]
    score += _bias(position, goal, line, losing, options)
    life = max((wrong.lives for wrong in losing), default=-1)
    if not losing or life < options.least_life:
        return Merit(score + 2 * (1 + life))
    whole = _of_a_line(budget, len(line))
    profiled = profile(position, goal, line, whole)
    score += 12 + _DECISION * min(profiled.decisions, options.least_decisions + 2)
    harmless = tuple(w.step for ply in profiled.plies for w in ply.wrong if not w.tempting)
    others = list(islice(duals(position, goal, line, whole), 1))
    if others or not ideas_of(position, goal, line, whole).sound:
        return Merit(score - 2, harmless=harmless)
    score += 10
    if not profiled.finished or profiled.decisions < options.least_decisions:
        return Merit(score, harmless=harmless)
    themes = themes_of(Solved(position, goal, line, profiled))
    score += 6 * len(themes) + min(life, 6)
    if options.themes and not set(options.themes) & set(themes):
        return Merit(score, harmless=harmless)
    step = next(wrong.step for wrong in losing if wrong.lives == life)
    left = goal_after(goal, position, step).goal
    assert left is not None  # noqa: S101 - a try leaves a goal, which is refuted
    thing = goal.objectives[0].thing
    title = f"{thing[0].upper()}{thing[1:]}, quietly"
    hint = "The move that asks to be made loses."
    attempt = Try((step,), "The try", left)
    find = Find("quiet-key", position, goal, line, title, hint, (attempt,))
    find = replace(find, themes=themes, decisions=profiled.decisions)
    return Merit(score + 20 + min(len(line), 12) - size(position) / 3, find, harmless)


def _of_a_line(budget: Budget, moves: int) -> Budget:
    """Return the budget of all the questions about a line, whose work is that of each."""
    return replace(budget, work=budget.work and budget.work * moves * _QUESTIONS)


def _bias(
    position: Position, goal: Goal, line: Sequence[Step], losing: Sequence[Wrong], options: Options
) -> int:
    """Return what a line with these first moves that lose is worth for the themes required."""
    begin = Profile((Ply(line[0], 1 + len(losing), 1, tuple(losing), 0),))
    themes = themes_of(Solved(position, goal, line, begin)) if options.themes else ()
    return _THEME * bool(set(options.themes) & set(themes))


def composed(seed: str, options: Options, budget: Budget) -> Find | None:
    """Return the best problem that changing cards comes to, with no card too many, or None."""
    random = Random(seed)  # noqa: S311 - no secret
    goal = parse(random.choice(options.goals or GOALS))
    budget = replace(budget, work=min(budget.work or _WORK, _WORK))
    best = Merit(0)
    changes = 0
    while changes < _CHANGES and best.find is None:
        count = _DRAFTS_FOR_THEMES if options.themes else _DRAFTS
        drafts = (_drafted(goal, options, random) for _ in range(count))
        position = max(drafts, key=lambda draft: examined(draft, goal, options, budget).score)
        merit = Merit(0)
        fruitless = 0
        while changes < _CHANGES and fruitless < _FRUITLESS:
            changed = None
            while changed is None or size(changed) > max(options.most_cards, size(position)):
                changed = _changed(position, goal, random, merit.harmless)
            changes += 1
            other = examined(changed, goal, options, budget)
            fruitless = 0 if other.score > merit.score else fruitless + 1
            if other.score >= merit.score - random.expovariate(1):
                position, merit = changed, other
            if merit.find is not None and merit.score > best.score:
                best = merit
    find = best.find
    if find is not None:
        find = _forward(_bare(find, options, budget), options, budget)
    return find if find is not None and _is_quiet(find) else None


def _is_quiet(find: Find) -> bool:
    """Return True if the key isn't what 'suggest' would do."""
    return suggest.suggest(find.position).move != find.line[0].move


def _bare(find: Find, options: Options, budget: Budget) -> Find:
    """Return the problem without the columns and cards that it can do without."""
    for less in smaller(find.position):
        if _sound(less, find.goal) and len(less.columns) == len(find.position.columns):
            other = examined(less, find.goal, options, budget).find
            if other and len(other.line) == len(find.line) and other.themes == find.themes:
                return _bare(other, options, budget)
    return find


def _forward(find: Find, options: Options, budget: Budget) -> Find:
    """Return the problem with a goal that is reached before the moves that play themselves.

    If that is one as well: where the try is refuted by those moves alone, they stay.
    """
    whole = _of_a_line(budget, len(find.line))
    tail = profile(find.position, find.goal, find.line, whole).tail
    if tail < 2:
        return find
    last = find.line[-tail]
    for number, column in enumerate(last.after.columns, 1):
        if column.bottom and len(column.up) < len(last.before.column(number).up):
            goal = Goal((Uncover(column.bottom, number),), find.goal.conditions)
            other = examined(find.position, goal, options, budget).find
            if other is not None and len(other.line) == len(find.line) - tail + 1:
                return other
    return find


def _drafted(goal: Goal, options: Options, random: Random) -> Position:
    """Return a position to begin with: what goal and themes need, cards of neighbouring ranks."""
    suits = _suits(goal)
    low = random.randint(1, 13 - _RANKS + 1)
    pool = [card(rank, suit) for rank in range(low, low + _RANKS) for suit in Suit] * 2
    pieces = natural_pieces(suits, random)
    if "poisoned-suit" in options.themes:
        pieces.append(whole_suit(random.choice(tuple(Suit))))
    pieces += [[one] for one in random.sample(pool, random.randint(7, 12))]
    random.shuffle(pieces)
    named = max(objective.in_column or 0 for objective in goal.objectives)
    columns: list[list[Card]] = [[] for _ in range(max(named + 1, random.randint(4, 7)))]
    kings = {o.column - 1: o.card for o in goal.objectives if isinstance(o, Uncover) and o.column}
    for number, king in kings.items():
        columns[number].append(king)
    spaces = _spaces(goal)
    for number, piece in enumerate(pieces):
        columns[number % (len(columns) - spaces)] += piece
    down = 1 if any(isinstance(o, TurnUp) for o in goal.objectives) else 0
    position = Position(
        tuple(
            Column((UNKNOWN,) * (down if number == 0 else 0), tuple(column))
            for number, column in enumerate(columns)
        )
    )
    # Three cards of a kind may have come up.
    return position if _sound(position, goal) else _drafted(goal, options, random)


def _suits(goal: Goal) -> tuple[Suit, ...]:
    return tuple(goal.suits_to_remove().named)


def _spaces(goal: Goal) -> int:
    """Return how many spaces the goal needs at the start."""
    return int(any(isinstance(o, SpaceBack) for o in goal.objectives))


def _changed(
    position: Position, goal: Goal, random: Random, harmless: Sequence[Step] = ()
) -> Position | None:
    """Return the position with a change, or None if that isn't sound.

    One of three changes makes a move that loses, and is ``harmless``, tempt.
    """
    ups = [list(column.up) for column in position.columns]
    places = [(i, j) for i, up in enumerate(ups) for j in range(len(up))]
    (i, j), (k, m) = random.sample(places, 2)
    near = card(
        min(13, max(1, ups[k][m].rank + random.randint(-2, 2))), random.choice(tuple(Suit))
    )
    match random.randrange(8 if len(places) > _FEWEST else 7):
        case 0 | 1 if harmless:
            if not _made_natural(ups, random.choice(harmless), random):
                return None
        case 0 | 1 | 2:
            ups[i][j], ups[k][m] = ups[k][m], ups[i][j]
        case 3:
            tail = ups[i][j:]
            del ups[i][j:]
            random.choice(ups).extend(tail)
        case 4:
            ups[i][j] = near
        case 5:
            ups[i].insert(j + random.randint(0, 1), near)
        case 6:
            if not _taken_back(ups, random):
                return None
        case _:
            del ups[i][j]
    columns = (Column(c.down, tuple(up)) for c, up in zip(position.columns, ups, strict=True))
    changed = replace(position, columns=tuple(columns))
    return changed if _sound(changed, goal) else None


def _made_natural(ups: list[list[Card]], step: Step, random: Random) -> bool:
    """Make a shift one onto a card of its suit, by changing that of either; False if it can't."""
    onto = step.before.column(step.move.target).bottom if isinstance(step.move, Shift) else None
    if onto is None:
        return False
    changed, kept = random.sample((onto, step.cards[0]), 2)
    places = [(i, j) for i, up in enumerate(ups) for j, one in enumerate(up) if one == changed]
    i, j = random.choice(places)
    ups[i][j] = card(changed.rank, kept.suit)
    return True


def _taken_back(ups: list[list[Card]], random: Random) -> bool:
    """Take a move of one card back; False if none can have led to where it lies."""
    source, target = random.sample(ups, 2)
    if not source or (len(source) > 1 and source[-2].rank - source[-1].rank != 1):
        return False
    target.append(source.pop())
    return True


def _sound(position: Position, goal: Goal) -> bool:
    """Return True if the cards are of two decks, and all is there that the goal speaks of."""
    columns = position.columns
    counts = Counter(one for column in columns for one in column.up)
    return (
        max(counts.values(), default=0) <= 2
        and all(counts[card(rank, suit)] for suit in _suits(goal) for rank in range(1, 14))
        and all(column.up or not column.down for column in columns)
        and len(position.spaces) >= _spaces(goal)
        and all(
            o.column is None or columns[o.column - 1].up[:1] == (o.card,)
            for o in goal.objectives
            if isinstance(o, Uncover)
        )
    )
