"""Plans: lines of play that branch by the card that turns up.

::

    Jd from 9 to 1
    if it's Kh:
        Q-Jh from 8 to 9
        K-Jh from 9 to 2
    if it's 5h:
        4-Ah from 6 to 9

The moves are in strict words.  A plan branches after a move that turns up a card: each branch
names the cards that it is for, ``otherwise:`` is for all others, and its moves are indented.
``docs/plans.md`` says what is tolerated; :func:`check` holds a plan against a goal.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from ..game import engine
from ..game.cards import Card, parse_card
from ..game.census import by_elimination, hidden_kinds
from ..game.engine import Step, TurnedUp
from ..game.illegal import IllegalMove
from ..game.moves import Deal
from ..game.position import Position
from ..game.script import Instruction, Script, text_source
from ..scripts import words
from ..text.errors import NotationError
from ..text.source import Place
from ..text.wording import count_phrase, join_words
from .goal import Goal
from .judge import Verdict, as_played, judge

__all__ = [
    "MOST_CASES",
    "Branch",
    "Case",
    "Checked",
    "Plan",
    "as_played",
    "cases",
    "check",
    "dumps",
    "loads",
    "no_plan",
    "recognises",
    "turned_by",
    "turning_up",
]

#: How deep branches may lie in one another: more than there are face-down cards.
_DEEPEST: Final = 64
#: How many cases are played at most.
MOST_CASES: Final = 20_000


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves, and then perhaps branches by the card that the last of them turned up."""

    script: Script
    branches: tuple[Branch, ...] = ()

    @property
    def moves(self) -> int:
        """How many moves the longest way through it has, as instructions are counted."""
        return len(self.script.instructions) + max(
            (b.plan.moves for b in self.branches), default=0
        )

    @property
    def notes(self) -> tuple[str, ...]:
        """What its moves may have meant otherwise, in sentences, from the first branch on."""
        later = (note for branch in self.branches for note in branch.plan.notes)
        return (*self.script.notes, *later)

    def branch(self, card: Card) -> Branch | None:
        """The branch for a card: the one that names it, or else the one for all others."""
        rest = None
        for branch in self.branches:
            if card in branch.cards:
                return branch
            rest = rest if branch.cards else branch
        return rest


@dataclass(frozen=True, slots=True)
class Branch:
    """What to do if one of these cards turns up (of all others, if none is named).

    ``place`` is that of its header, if it was read from a text.
    """

    cards: tuple[Card, ...]
    plan: Plan
    place: Place | None = field(default=None, compare=False)


# Reading

_HEADER: Final = re.compile(
    r"[ \t]*(?:(?:if|when)\s+(?:it(?:['\u2019]s|\s+is)|(?:it\s+)?turn(?:s|ing)\s+up)\s+"
    r"(?P<cards>[^\s:#][^:#]*)|(?:otherwise|else)\s*):[ \t]*(?:#.*)?",
    re.IGNORECASE,
)
_CARD: Final = re.compile(r"(?:(?:an?|the|or|and)\s+)*([^\s,]+)", re.IGNORECASE)
_NO_MOVE: Final = "# no move is needed\n"


def recognises(text: str) -> bool:
    """Whether a line of ``text`` begins a branch.  Never raises."""
    return any(_HEADER.fullmatch(line.rstrip()) for line in text.split("\n"))


class _Line(NamedTuple):
    """A line of a plan with a move or a header: where it is, and how far it is indented."""

    text: str
    number: int
    place: Place
    width: int


def loads(text: str, *, name: str = "<text>") -> Plan:
    """Read a plan; a script without branches is one too.

    Raises NotationError with the place and what was expected.  *Not* checked: anything that a
    position is needed for.
    """
    source = text_source(text, name, longest=None)
    lines: deque[_Line] = deque()
    offset = 0
    # What ends other lines (a form feed) is a blank in these.
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        if bare and not bare.startswith("#"):
            blanks = line[: len(line) - len(line.lstrip())]
            place = source.place(offset + len(blanks), len(bare))
            lines.append(_Line(line, number, place, len(blanks.expandtabs(8))))
        offset += len(line) + 1
    return _read(lines, name, -1, 0)


def _read(lines: deque[_Line], name: str, above: int, depth: int) -> Plan:
    """The plan that the next lines are, as far as they are indented further than ``above``."""
    moves: list[_Line] = []
    branches: list[Branch] = []
    width = lines[0].width if lines else 0
    while lines and lines[0].width > above:
        line = lines.popleft()
        if line.width < width:
            raise NotationError(
                "this line is indented like no other one before it",
                line.place,
                "the indentation of the moves that it goes with",
            )
        header = _HEADER.fullmatch(line.text.rstrip())
        if header is None:
            if branches:
                raise NotationError(
                    "the plan has branched here, and moves follow the branches",
                    line.place,
                    "them in each branch that they belong to, indented",
                )
            moves.append(line)
            continue
        if depth > _DEEPEST:
            raise NotationError("the branches lie too deep in one another", line.place)
        cards = _cards(header, line.place)
        for branch in branches:
            twice = set(cards) & set(branch.cards)
            if twice or (not cards and not branch.cards):
                what = f"for {join_words(sorted(twice))}" if twice else "for all other cards"
                raise NotationError(f"there is a branch {what} already", line.place)
        if not moves:
            expected = "a move that turns up the card"
            raise NotationError("no move comes before this branch", line.place, expected)
        inner = _read(lines, name, line.width, depth + 1)
        branches.append(Branch(cards, inner, line.place))
    return Plan(_script(moves, name), tuple(branches))


def _cards(header: re.Match[str], place: Place) -> tuple[Card, ...]:
    found: list[Card] = []
    for word in _CARD.finditer(header["cards"] or ""):
        try:
            found.append(parse_card(word[1]))
        except ValueError:
            column = header.start("cards") + word.start(1) + 1
            place = replace(place, column=column, width=len(word[1]))
            raise NotationError(f"'{word[1][:40]}' is not a card", place, "as 9h or Kd") from None
    return tuple(dict.fromkeys(found))


def _script(lines: list[_Line], name: str) -> Script:
    """The moves of some lines, with their places in the whole text."""
    if not lines:
        return Script((), name)
    first = lines[0].number
    text = [""] * (lines[-1].number - first + 1)
    for line in lines:
        text[line.number - first] = line.text

    def moved(place: Place) -> Place:
        return replace(place, line=place.line + first - 1)

    try:
        script = words.loads("\n".join(text), name=name)
    except NotationError as error:
        place = error.place and moved(error.place)
        raise NotationError(error.message, place, error.expected) from None
    instructions = (replace(i, place=moved(i.place)) for i in script.instructions)
    return replace(script, instructions=tuple(instructions))


# Writing


def no_plan(plan: Plan, taker: str) -> NotationError:
    """The error for a plan where ``taker`` takes only a single line."""
    return NotationError(
        f"this is a plan with branches, and {taker} takes a single line",
        plan.branches[0].place,
        "a script without branches ('replay', 'verify' and 'page' take a plan)",
    )


def dumps(plan: Plan) -> str:
    """Write a plan, a move a line, as :func:`loads` reads it."""
    return "".join(f"{line}\n" for line in _lines(plan, "")) or _NO_MOVE


def _lines(plan: Plan, indentation: str) -> Iterator[str]:
    for instruction in plan.script.instructions:
        yield indentation + instruction.in_one_line
    for branch in plan.branches:
        named = f"if it's {join_words(branch.cards, 'or')}:" if branch.cards else "otherwise:"
        yield indentation + named
        within = list(_lines(branch.plan, indentation + "    "))
        yield from within or [f"{indentation}    {_NO_MOVE.strip()}"]


# Playing


@dataclass(frozen=True, slots=True)
class Case:
    """A plan played for certain cards: those ``turned`` up, the steps, and how it stopped.

    ``stopped`` is empty if all moves could be played, and the plan has a branch for each card.
    ``instruction`` is the move that couldn't be played, if it was one.  ``unclear``: it branches
    where several cards turn up that aren't known, and doesn't say which one it goes by.
    ``unbranched``: all moves could be played, and it has no branch for the card that turned up.
    """

    turned: tuple[TurnedUp, ...]
    steps: tuple[Step, ...]
    stopped: str = ""
    instruction: Instruction | None = None
    unclear: bool = False
    unbranched: bool = False

    def __str__(self) -> str:
        if not self.turned:
            return "in any case"
        return "if " + join_words(f"column {t.column} turns up {t.card}" for t in self.turned)


def cases(plan: Plan, position: Position) -> Iterator[Case]:
    """Play a plan from ``position`` in every case: for each card that may turn up.

    A card that the position knows is the only one; an unknown one may be any that can still be
    hidden (a last one that is left is known).  Nothing is raised: a case that can't be played
    says why it stopped.
    """
    waiting: list[tuple[Plan, Position, tuple[TurnedUp, ...], tuple[Step, ...]]] = [
        (plan, position, (), ())
    ]
    while waiting:
        here, now, turned, before = waiting.pop()
        steps, stopped, instruction = _play(here, by_elimination(now), before)
        if stopped or not here.branches:
            yield Case(turned, steps, stopped, instruction)
            continue
        last = steps[-1]
        by = turned_by(last)
        if by is None:
            what = "no card" if not last.turned else count_phrase(len(last.turned), "card")
            found = f"the plan branches after a move that turns up {what}"
            yield Case(turned, steps, found, unclear=bool(last.turned))
            continue
        further = []
        for card in [by.card] if by.card else hidden_kinds(last.before):
            branch = here.branch(card)
            known = (*turned, TurnedUp(by.column, card))
            step = turning_up(last, card)
            path = (*steps[:-1], step)
            if branch is None:
                yield Case(known, path, f"the plan has no branch for {card}", unbranched=True)
            else:
                further.append((branch.plan, step.after, known, path))
        waiting += reversed(further)


def turned_by(step: Step) -> TurnedUp | None:
    """What a step turns up that branches after it go by; None if there can't be any.

    That is the one card that it turns up, or of several the only one that isn't known.
    """
    unknown = [turned for turned in step.turned if not turned.card]
    by = unknown if len(step.turned) > 1 else step.turned
    return by[0] if len(by) == 1 else None


def turning_up(step: Step, card: Card) -> Step:
    """The step, with this card where it turns up one that isn't known."""
    if all(turned.card for turned in step.turned):
        return step
    row = step.cards if isinstance(step.move, Deal) else ()
    cards = (turned.card or card for turned in step.turned)
    return engine.do(step.before, step.move, (*row, *cards))


def _play(
    plan: Plan, position: Position, before: tuple[Step, ...]
) -> tuple[tuple[Step, ...], str, Instruction | None]:
    """Play the moves before the branches; all steps, what stopped it, and at which move."""
    steps = [*before]
    for instruction in plan.script.instructions:
        text = f"move {len(steps) + 1}, '{instruction.in_one_line}'"
        try:
            for call in instruction.resolve(position):
                step = engine.do(position, call.move, call.reveal)
                if call.reveal and step != engine.do(position, call.move):
                    why = f"{text}: it takes for granted which card turns up"
                    return tuple(steps), why, instruction
                steps.append(step)
                position = step.after
        except IllegalMove as reason:
            return tuple(steps), f"{text}: {reason}", instruction
    return tuple(steps), "", None


@dataclass(frozen=True, slots=True)
class Checked:
    """A plan held against a goal.

    ``cases`` is how many there are, ``moves`` the most that one takes; ``failed`` the first one
    that doesn't reach the goal, and ``found`` why not.
    """

    verdict: Verdict
    cases: int
    moves: int
    failed: Case | None = None
    found: str = ""


def check(plan: Plan, position: Position, goal: Goal) -> Checked:
    """Whether a plan reaches ``goal`` in every case, played from what is known (`as_played`).

    UNDECIDED if there are too many cases to play, or if it isn't clear which of several cards the
    branches go by.  Once the goal is reached branches may be missing, but no move may be illegal,
    and the plan may branch only where it can.
    """
    root = as_played(position, goal)
    plain = replace(goal, whatever=False)
    count = most = 0
    for case in cases(plan, root):
        if count >= MOST_CASES:
            found = f"there are more than {MOST_CASES} cases"
            return Checked(Verdict.UNDECIDED, count, most, found=found)
        count += 1
        judgement = judge(plain, root, case.steps)
        holds = judgement.verdict is Verdict.HOLDS
        most = max(most, judgement.reached_at or 0 if holds else len(case.steps))
        if holds and (not case.stopped or case.unbranched):
            continue
        found = case.stopped or "; ".join(
            f"{f.phrase}: {f.found or f.verdict}"
            for f in judgement.findings
            if f.verdict is not Verdict.HOLDS
        )
        verdict = judgement.verdict
        if case.unclear:
            verdict = Verdict.UNDECIDED
        elif case.stopped and not case.unbranched:
            verdict = Verdict.FAILS
        return Checked(verdict, count, most, case, found)
    return Checked(Verdict.HOLDS, count, most)
