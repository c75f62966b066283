"""Parse and write plans (see :mod:`spiderpos.goals.plans`)."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from ..game.cards import Card, parse_card
from ..game.script import Script, text_source
from ..scripts import words
from ..text.errors import NotationError
from ..text.source import Place
from ..text.wording import join_words

#: The maximum nesting depth of branches: more than the 44 face-down cards of a deal.
_DEEPEST: Final = 64


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves, optionally followed by branches for the card that the last move turns up."""

    script: Script
    branches: tuple[Branch, ...] = ()

    @property
    def moves(self) -> int:
        """The number of moves on the longest path through the plan."""
        longest: dict[int, int] = {}
        for plan in self.parts():
            rest = (longest[id(branch.plan)] for branch in plan.branches)
            longest[id(plan)] = len(plan.script.instructions) + max(rest, default=0)
        return longest[id(self)]

    @property
    def notes(self) -> tuple[str, ...]:
        """The notes of the scripts in all parts of the plan, its first moves first."""
        return tuple(note for plan in reversed(self.parts()) for note in plan.script.notes)

    def parts(self) -> list[Plan]:
        """Return the plan and all sub-plans, each once, every plan after its own sub-plans."""
        parts: dict[int, Plan] = {}

        def add(plan: Plan) -> None:
            if id(plan) not in parts:
                for branch in reversed(plan.branches):
                    add(branch.plan)
                parts[id(plan)] = plan

        add(self)
        return list(parts.values())

    def branch(self, card: Card) -> Branch | None:
        """Return the branch for a card: the one that names it, else the ``otherwise`` branch."""
        otherwise = None
        for branch in self.branches:
            if card in branch.cards:
                return branch
            otherwise = otherwise if branch.cards else branch
        return otherwise


@dataclass(frozen=True, slots=True)
class Branch:
    """The plan to follow if one of these cards turns up; without cards, for all other cards.

    ``place`` is the place of the header, if the plan was read from a text.
    """

    cards: tuple[Card, ...]
    plan: Plan
    place: Place | None = field(default=None, compare=False)


# Parsing

_HEADER: Final = re.compile(
    r"\A[ \t]*(?:(?:if|when)\s+(?:it(?:['\u2019]s|\s+is)|(?:it\s+)?turn(?:s|ing)\s+up)\s+"
    r"(?P<cards>[^\s:#][^:#]*)|(?:otherwise|else)\s*):"
    r"[ \t]*(?:plan\s+(?P<plan>\d{1,6}))?[ \t]*(?:#.*)?",
    re.IGNORECASE,
)
#: The header of a numbered plan, to which branches refer.
_NUMBERED: Final = re.compile(r"plan\s+(?P<plan>\d{1,6})[ \t]*:[ \t]*(?:#.*)?", re.IGNORECASE)
_CARD: Final = re.compile(r"(?:(?:an?|the|or|and)\s+)*([^\s,]+)", re.IGNORECASE)
_NO_MOVE: Final = "# no move is needed\n"


def recognises(text: str) -> bool:
    """Return True if a line of ``text`` begins a branch.  Never raises."""
    return any(_HEADER.fullmatch(line.rstrip()) for line in text.split("\n"))


class _Line(NamedTuple):
    """A line of a plan's text: moves, or the header of a branch; ``width`` is its indentation."""

    text: str
    number: int
    place: Place
    width: int


def loads(text: str, *, name: str = "<text>") -> Plan:
    """Parse a plan; a script without branches is a plan too.

    Raises NotationError with the place and the expected text.  Nothing that depends on a position
    is checked.
    """
    source = text_source(text, name, longest=None)
    #: The main plan, then each numbered plan: header, number and lines.
    sections: list[tuple[_Line | None, int, deque[_Line]]] = [(None, 0, deque())]
    offset = 0
    # str.splitlines() would also split at form feeds, which count as blanks here.
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        if bare and not bare.startswith("#"):
            blanks = line[: len(line) - len(line.lstrip())]
            place = source.place(offset + len(blanks), len(bare))
            read = _Line(line, number, place, len(blanks.expandtabs(8)))
            if numbered := _NUMBERED.fullmatch(bare):
                sections.append((read, int(numbered["plan"]), deque()))
            else:
                sections[-1][2].append(read)
        offset += len(line) + 1
    return _Reader(name).plan(sections)


class _Reader:
    """Parses the sections of a plan, the last one first, as branches refer to later sections."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.numbered: dict[int, Plan] = {}
        self.places: dict[int, Place] = {}
        self.used: set[int] = set()

    def plan(self, sections: list[tuple[_Line | None, int, deque[_Line]]]) -> Plan:
        for header, number, lines in reversed(sections):
            plan = self.read(lines, -1, 0)
            if header is None:
                for unused in self.numbered.keys() - self.used:
                    place = self.places[unused]
                    raise NotationError(f"no branch leads to plan {unused}", place)
                return plan
            if number in self.numbered:
                raise NotationError(f"there are two plans {number}", header.place)
            self.numbered[number] = plan
            self.places[number] = header.place
        raise AssertionError  # the first has no header

    def read(self, lines: deque[_Line], above: int, depth: int) -> Plan:
        """Parse the next lines that are indented more than ``above``."""
        moves: list[_Line] = []
        branches: list[Branch] = []
        width = lines[0].width if lines else 0
        while lines and lines[0].width > above:
            line = lines.popleft()
            if line.width < width:
                raise NotationError(
                    "the indentation of this line matches no earlier line",
                    line.place,
                    "the indentation of the moves that it belongs to",
                )
            header = _HEADER.fullmatch(line.text.rstrip())
            if header is None:
                if branches:
                    raise NotationError(
                        "a move can't follow the branches of a plan",
                        line.place,
                        "the move indented in each branch that it belongs to",
                    )
                moves.append(line)
                continue
            if depth > _DEEPEST:
                raise NotationError("the branches are nested too deeply", line.place)
            cards = _cards(header, line.place)
            for branch in branches:
                twice = set(cards) & set(branch.cards)
                if twice or (not cards and not branch.cards):
                    cards_text = join_words(sorted(twice)) if twice else "all other cards"
                    message = f"there is already a branch for {cards_text}"
                    raise NotationError(message, line.place)
            if not moves:
                expected = "a move that turns up the card"
                raise NotationError("no move comes before this branch", line.place, expected)
            branches.append(Branch(cards, self.branch(header, line, lines, depth), line.place))
        return Plan(_script(moves, self.name), tuple(branches))

    def branch(self, header: re.Match[str], line: _Line, lines: deque[_Line], depth: int) -> Plan:
        """Return the plan of a branch: the numbered one, or that of the lines after the header."""
        if header["plan"] is None:
            return self.read(lines, line.width, depth + 1)
        if lines and lines[0].width > line.width:
            raise NotationError(
                "the branch has both a plan number and moves",
                lines[0].place,
                "only one of them",
            )
        number = int(header["plan"])
        if number not in self.numbered:
            raise NotationError(
                f"there is no plan {number} below", line.place, f"'plan {number}:' below"
            )
        self.used.add(number)
        return self.numbered[number]


def _cards(header: re.Match[str], place: Place) -> tuple[Card, ...]:
    cards: list[Card] = []
    for word in _CARD.finditer(header["cards"] or ""):
        try:
            cards.append(parse_card(word[1]))
        except ValueError:
            column = header.start("cards") + word.start(1) + 1
            place = place._replace(column=column, width=len(word[1]))
            message = f"'{word[1][:40]}' is not a card"
            raise NotationError(message, place, "a card such as 9h or Kd") from None
    return tuple(dict.fromkeys(cards))


def _script(lines: list[_Line], name: str) -> Script:
    """Parse the moves of some lines of a plan; their places are those in the whole text."""
    if not lines:
        return Script((), name)
    first = lines[0].number
    text = [""] * (lines[-1].number - first + 1)
    for line in lines:
        text[line.number - first] = line.text

    def moved(place: Place) -> Place:
        return place._replace(line=place.line + first - 1)

    try:
        script = words.loads("\n".join(text), name=name)
    except NotationError as error:
        place = error.place and moved(error.place)
        raise NotationError(error.message, place, error.expected) from None
    instructions = (replace(i, place=moved(i.place)) for i in script.instructions)
    return replace(script, instructions=tuple(instructions))


# Writing


def no_plan(plan: Plan, taker: str) -> NotationError:
    """Return the error for a plan given to ``taker``, which accepts only a single line."""
    return NotationError(
        f"this is a plan with branches, but {taker} takes a single line",
        plan.branches[0].place,
        "a script without branches ('replay', 'verify' and 'page' take a plan)",
    )


def dumps(plan: Plan) -> str:
    """Write a plan, one move per line, as :func:`loads` parses it.

    A plan to which several branches lead is written once, at the end, with a number.
    """
    numbers = shared(plan)
    lines = list(_lines(plan, "", numbers)) or [_NO_MOVE.strip()]
    parts = {id(part): part for part in plan.parts()}
    for part, number in numbers.items():
        within = list(_lines(parts[part], "    ", numbers)) or [f"    {_NO_MOVE.strip()}"]
        lines += ["", f"plan {number}:", *within]
    return "".join(f"{line}\n" for line in lines)


def shared(plan: Plan) -> dict[int, int]:
    """Number the sub-plans to which several branches lead; return the numbers by Python ``id``.

    A sub-plan leads only to sub-plans with higher numbers.
    """
    parts = plan.parts()
    references = Counter(id(branch.plan) for part in parts for branch in part.branches)
    several = [id(part) for part in reversed(parts) if references[id(part)] > 1]
    return {part: number for number, part in enumerate(several, 1)}


def _lines(plan: Plan, indentation: str, numbers: dict[int, int]) -> Iterator[str]:
    for instruction in plan.script.instructions:
        yield indentation + instruction.in_one_line
    for branch in plan.branches:
        header = f"if it's {join_words(branch.cards, 'or')}:" if branch.cards else "otherwise:"
        if number := numbers.get(id(branch.plan)):
            yield f"{indentation}{header} plan {number}"
            continue
        yield indentation + header
        within = list(_lines(branch.plan, indentation + "    ", numbers))
        yield from within or [f"{indentation}    {_NO_MOVE.strip()}"]
