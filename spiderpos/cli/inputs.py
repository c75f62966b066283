"""Arguments that several commands share: a POSITION, a SCRIPT, and how to read them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from .. import formats
from ..catalogue import Line, Problem, find_problem, load_problems, problem_ids
from ..catalogue.problem import START
from ..formats import diagram
from ..formats.base import ReadOptions
from ..game import census, deals, rules
from ..game.cards import Suit, parse_suit
from ..game.position import Position
from ..show.pictures import PICTURES
from ..text.errors import NotationError, UnknownName
from ..text.files import read_head, text_of
from ..text.source import Place, printable
from ..text.wording import did_you_mean
from .errors import UNREADABLE, complain_of_all, note
from .options import PositionOptions

if TYPE_CHECKING:
    from ..games.script_input import PlayedGame

#: The largest text that is read, in bytes; a game's worth of anything is far below it.
LARGEST: Final = 1024 * 1024

#: How a POSITION is read by commands without options for that.
_AS_IT_IS: Final = PositionOptions()

#: Where a command keeps whether standard input was read.
_READ: Final = f"{__name__}.read"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A position from the command line, and the problem it belongs to, if it is one's.

    ``reference`` is the name of the position, or of the line, in the problem.  ``format`` is the
    notation that it was read in, ``game`` the steps that led to it and where they began, for a
    file that holds a game.  Under other rules than its own a position is no problem, and has no
    game.  ``assumed`` is what its text doesn't say and had to be assumed.
    """

    position: Position
    name: str
    problem: Problem | None = None
    reference: str = START
    format: formats.Format | None = None
    game: PlayedGame | None = None
    assumed: tuple[str, ...] = ()

    @property
    def asks_nothing(self) -> str:
        """Words on why no goal and no lines go with it; for one whose problem states no goal."""
        return f"{self.name} {'states no goal' if self.problem else 'is no problem'}"

    @property
    def moves(self) -> int | None:
        """The number of moves that led to the position; None if the text doesn't say."""
        return None if self.game is None else len(self.game.steps)


def read_text(spec: str, largest: int = LARGEST) -> tuple[str, str]:
    """Return the text of a file, or of standard input for ``-``, and the name to report it under.

    Of a binary file in one of our notations it's the text within.  Raises OSError, or
    NotationError if it is larger than ``largest`` (bytes) or not UTF-8 text.
    """
    if spec == "-":
        context = click.get_current_context()
        if context.meta.get(_READ):
            raise click.UsageError("only one argument can be standard input ('-')")
        context.meta[_READ] = True
        name, data = "<stdin>", sys.stdin.buffer.read(largest + 1)
    else:
        name, data = spec, read_head(Path(spec), largest + 1)
    if len(data) > largest:
        raise NotationError(
            f"larger than {largest // 1024 // 1024} MiB", Place(name, 0, 0), "a text file"
        )
    text = formats.unpack(data) or text_of(data, name)
    return text.replace("\r\n", "\n").replace("\r", "\n"), name


def read_options(reading: PositionOptions) -> ReadOptions:
    """Return what the options of a command tell a reader.  Raises UsageError or RulesError."""
    changes = reading.rule_options
    suits_told = reading.rules_name or any(pair.strip().startswith("suits") for pair in changes)
    has_rules = bool(reading.rules_name or changes)
    return ReadOptions(
        rules=house_rules(reading.rules_name, changes) if has_rules else None,
        suits_open=not suits_told,
        partial=reading.partial,
        strict=reading.strict,
        hand=reading.hand,
        removed=_suits(reading.removed),
    )


def house_rules(name: str | None, pairs: tuple[str, ...]) -> rules.Rules:
    """Return the rules of ``--rules NAME`` and ``--rule KEY=VALUE``, Woods' if not named."""
    changes: list[tuple[str, str]] = []
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise click.UsageError(f"--rule {pair}: expected KEY=VALUE, as in cells=2")
        changes.append((key.strip(), value.strip()))
    return rules.parse_rules(name or "woods", changes)


def deal_rules(scheme: str, name: str | None, pairs: tuple[str, ...]) -> rules.Rules | None:
    """Return the rules that were told for deals of a scheme, its own if none was named.

    None if none.
    """
    if not (name or pairs):
        return None
    known_scheme = deals.SCHEMES.get(scheme.lower())
    return house_rules(name or str(known_scheme.rules if known_scheme else rules.WOODS), pairs)


def _suits(text: str | None) -> tuple[Suit, ...] | None:
    if text is None:
        return None
    try:
        return tuple(parse_suit(word) for word in text.replace(",", " ").split())
    except ValueError as error:
        raise click.UsageError(f"--removed: {error}") from None


def read_position(spec: str, how: PositionOptions = _AS_IT_IS) -> Loaded:
    """Return the position that an argument names.

    House rules that are told go over those that the text says.
    """
    if how.from_format and how.from_format.lower() in PICTURES:
        kind = how.from_format.lower()
        raise click.UsageError(f"{kind} is a picture: it is written (--as {kind}), never read")
    return _under_told_rules(_read(spec, how), how)


def _under_told_rules(loaded: Loaded, how: PositionOptions) -> Loaded:
    """Return the same under the rules that were told, if others were.

    A problem is none under others.
    """
    here = loaded.position
    if not (how.rules_name or how.rule_options):
        return loaded
    new_rules = house_rules(how.rules_name or str(here.rules), how.rule_options)
    if new_rules == here.rules:
        return loaded
    position = here.under(new_rules)
    census.validate(position, partial=bool(census.faults(here)), name=loaded.name)
    name = f"{loaded.name} under other rules"
    return replace(loaded, position=position, name=name, problem=None, game=None)


def _read(spec: str, how: PositionOptions) -> Loaded:
    options = read_options(how)
    if _names_a_problem(spec):
        return _of_problem(read_problem(spec), how)
    if (named := _in_a_problem(spec)) is not None:
        loaded, reference = _of_problem(named[0], how), named[1]
        position = _position_in(named[0], reference)
        return replace(loaded, position=position, name=spec, reference=reference)
    if spec == "-" or os.path.lexists(spec):
        text, name = read_text(spec)
    elif len(spec) > 40 or any(c in spec for c in " /\n\t"):
        text, name = spec if "\n" in spec else spec.strip(), "<argument>"
    else:
        raise no_such(spec, "a file nor a catalogue problem")
    if how.number is not None:
        one_diagram = diagram.nth_diagram(text, how.number, name=name, options=options)
        note_assumed(one_diagram.assumed, one_diagram.not_read)
        return Loaded(
            one_diagram.position, name, format=diagram.FORMAT, assumed=one_diagram.assumed
        )
    source_format = formats.find(how.from_format) if how.from_format else None
    from ..games.loading import parse_game  # noqa: PLC0415 - the catalogue doesn't need it

    try:
        contents = parse_game(text, source_format, name=name, options=options)
    except NotationError:
        if name == "<argument>" and (other := _other_argument(text)):
            raise click.UsageError(other) from None
        raise
    for remark in contents.notes:
        note(f"{printable(name)}: {remark}")
    note_assumed(contents.assumed, contents.not_read)
    game = None
    if contents.game is not None:
        from ..games.script_input import PlayedGame  # noqa: PLC0415 - few positions have a game

        game = PlayedGame(contents.game.start, tuple(contents.game.done), contents.game.goal)
    return Loaded(
        contents.position, name, format=contents.format, game=game, assumed=contents.assumed
    )


def _other_argument(text: str) -> str:
    """Return what an argument is that is no position; empty if not known."""
    from ..arguments import is_goal, is_url  # noqa: PLC0415 - for errors only

    if is_url(text):
        return f"'{text:.80}' is a URL, and nothing is downloaded: 'curl URL | spiderpos ... -'"
    return f"'{text:.80}' is a goal: POSITION comes before GOAL" if is_goal(text) else ""


def _names_a_problem(spec: str) -> bool:
    return spec in problem_ids() or (spec.endswith((".yaml", ".yml")) and os.path.lexists(spec))


def _in_a_problem(spec: str) -> tuple[Problem, str] | None:
    """Split ``woods-4:clubs`` into the problem and a name in it; None for anything else."""
    name, _, reference = spec.rpartition(":")
    if not _names_a_problem(name) or os.path.lexists(spec):
        return None
    return read_problem(name), reference


def find_line(spec: str) -> Line | None:
    """Return the line of a problem that ``woods-4:clubs`` names; None if it names none."""
    problem, reference = _in_a_problem(spec) or (None, "")
    if problem is None or reference.partition("/")[0] not in problem.lines:
        return None
    return problem.lines[reference]


def read_line(spec: str, how: PositionOptions = _AS_IT_IS) -> tuple[Loaded, Line] | None:
    """Return the line that ``woods-4:clubs`` names, and the position at its root.

    None if it names none.
    """
    line = find_line(spec)
    if line is None:
        return None
    root = line.problem.history(line.id).root
    loaded = replace(_of_problem(line.problem, how), position=line.root, reference=root)
    return _under_told_rules(loaded, how), line


def no_such(spec: str, kinds: str) -> click.UsageError:
    """Return the error of an argument that is neither of ``kinds``, "a file nor a problem"."""
    if spec.isascii() and spec.isdecimal():
        deal = f"'spiderpos deal {spec} --as fen' prints the deal of that number, with every card"
        return click.UsageError(f"'{spec}' is neither {kinds}; {deal}")
    if other := _other_argument(spec):
        return click.UsageError(other)
    return click.UsageError(
        f"'{spec}' is neither {kinds}{did_you_mean(spec, problem_ids())}; "
        "'spiderpos problems list' lists the problems"
    )


def _of_problem(problem: Problem, how: PositionOptions) -> Loaded:
    options = {
        "--from": how.from_format,
        "--strict": how.strict,
        "--hand": how.hand is not None,
        "--removed": how.removed,
        "--number": how.number,
    }
    for option in (option for option, value in options.items() if value):
        raise click.UsageError(
            f"{problem.id} is a problem, which says all of that itself: {option} doesn't apply"
        )
    return Loaded(problem.start, problem.id, problem)


def _position_in(problem: Problem, reference: str) -> Position:
    """Return the position that a problem reaches by one of its lines, or knows by a name."""
    try:
        return problem.position(reference)
    except UnknownName as error:
        raise click.UsageError(str(error)) from None


def read_expected(spec: str, rules: rules.Rules, *, partial: bool) -> tuple[Position, bool]:
    """Return the position that ``--expect`` names, and whether it says the tableau only.

    A diagram says nothing of the hand and the removed suits, so nothing is worked out for it.
    """
    if spec == "-" or not os.path.lexists(spec):
        return read_position(spec, PositionOptions(partial=partial)).position, False
    text, name = read_text(spec)
    format = formats.recognise(text)
    tableau_only = format.name in ("diagram", "letters-text")
    options = ReadOptions(rules=rules, partial=partial or tableau_only)
    reading = formats.read(text, format, name=name, options=options)
    note_assumed(reading.assumed, reading.not_read)
    return reading.position, tableau_only


def note_assumed(assumed: Iterable[str], not_read: Iterable[str] = ()) -> None:
    """Say what had to be assumed for a text, and what of it was not read, a line each."""
    for words in assumed:
        note(f"assumed: {words}")
    for words in not_read:
        note(f"not read: {words}")


def note_doubts(problem: Problem) -> None:
    """Say of the texts of a problem what may have been meant otherwise."""
    for doubt in problem.doubts:
        place = problem.document.place(doubt.path, key=True)
        note(f"{printable(problem.name)}:{place.line}: {doubt.text}")


def read_problem(spec: str) -> Problem:
    """Return the problem with this catalogue id, or the one in this YAML file."""
    if spec in problem_ids():
        return find_problem(spec)
    if not os.path.lexists(spec) and not spec.endswith((".yaml", ".yml")):
        raise no_such(spec, "a catalogue problem nor a file")
    problems = load_problems(Path(spec))
    if len(problems) != 1:
        raise click.UsageError(f"{spec} has {len(problems)} problems; name one file")
    note_doubts(problems[0])
    return problems[0]


def read_problems(
    spec: str | None, on_error: Callable[[NotationError], None] | None = None
) -> list[Problem]:
    """Return the problems of a folder or file, one of the catalogue's, or all of them for None.

    Without ``on_error`` a file that can't be read is complained of, and ends the command.
    """
    names = problem_ids() if spec is None else [spec] if spec in problem_ids() else []
    if names:
        return [find_problem(name) for name in names]
    if not os.path.lexists(spec or ""):
        raise no_such(spec or "", "a catalogue problem nor a file or folder")
    bad: list[NotationError] = []
    problems = load_problems(spec or "", on_error=on_error or bad.append)
    complain_of_all(bad, UNREADABLE)
    if on_error is None:
        for problem in problems:
            note_doubts(problem)
    return problems
