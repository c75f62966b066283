"""Read the arguments that several commands share: positions, problems and lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from .. import formats
from ..catalogue import Line, Problem, find_problem, load_problems, problem_ids
from ..catalogue.problem import START
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

#: Maximum size of a text in bytes, far more than any game needs.
LARGEST: Final = 1024 * 1024

#: Values for commands without options for reading a POSITION.
_DEFAULT_OPTIONS: Final = PositionOptions()

#: Key in ``Context.meta`` that is set after standard input has been read.
_READ: Final = f"{__name__}.read"


class Loaded(NamedTuple):
    """A position from the command line, with its problem or game, if any.

    ``reference`` is the name of the position or line in the problem.  ``format`` is the notation
    of the text.  ``game`` is the game of a save file or session: its start and the steps to the
    position.  If options change the rules, ``problem`` and ``game`` are None.  ``assumed`` lists
    the assumptions made for facts that the text leaves out.
    """

    position: Position
    name: str
    problem: Problem | None = None
    reference: str = START
    format: formats.Format | None = None
    game: PlayedGame | None = None
    assumed: tuple[str, ...] = ()

    @property
    def no_goal(self) -> str:
        """The start of a message about a missing goal; valid only if there is none."""
        return f"{self.name} {'states no goal' if self.problem else 'is not a problem'}"

    @property
    def moves(self) -> int | None:
        """The number of moves of ``game`` up to the position; None without a game."""
        return None if self.game is None else len(self.game.steps)


def read_text(spec: str, largest: int = LARGEST) -> tuple[str, str]:
    """Return the text of a file, or of standard input for ``-``, and its name for messages.

    A binary file in a supported format is unpacked to text.  Raises OSError, or NotationError if
    the file is larger than ``largest`` bytes or not UTF-8 text.
    """
    if spec == "-":
        context = click.get_current_context()
        if context.meta.get(_READ):
            raise click.UsageError("only one argument can be '-' (standard input)")
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


def input_waits() -> bool:
    """Return True if standard input is a file or pipe with data that has not been read.

    False on systems that can't tell.
    """
    try:
        import fcntl  # noqa: PLC0415 - not on Windows
        import termios  # noqa: PLC0415

        descriptor = sys.stdin.fileno()
        if not sys.stdin.isatty():
            size = fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4))
            return int.from_bytes(size, sys.byteorder) > 0
    except (ImportError, OSError, ValueError):
        pass
    return False


def read_options(reading: PositionOptions) -> ReadOptions:
    """Convert a command's options to those of the readers.  Raises UsageError or RulesError."""
    changes = reading.rule_options
    has_suits = reading.rules_name or any(pair.strip().startswith("suits") for pair in changes)
    has_rules = bool(reading.rules_name or changes)
    return ReadOptions(
        rules=house_rules(reading.rules_name, changes) if has_rules else None,
        suits_open=not has_suits,
        partial=reading.partial,
        strict=reading.strict,
        hand=reading.hand,
        removed=_suits(reading.removed),
    )


def house_rules(name: str | None, pairs: tuple[str, ...]) -> rules.Rules:
    """Return the rules given by ``--rules NAME`` (default: Woods') and ``--rule KEY=VALUE``."""
    changes: list[tuple[str, str]] = []
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise click.UsageError(f"--rule {pair}: expected KEY=VALUE, as in cells=2")
        changes.append((key.strip(), value.strip()))
    return rules.parse_rules(name or "woods", changes)


def deal_rules(scheme: str, name: str | None, pairs: tuple[str, ...]) -> rules.Rules | None:
    """Return the rules given by options for deals of a scheme, or None without such options.

    ``--rule`` without ``--rules`` changes the scheme's own rules.
    """
    if not (name or pairs):
        return None
    own_scheme = deals.SCHEMES.get(scheme.lower())
    return house_rules(name or str(own_scheme.rules if own_scheme else rules.WOODS), pairs)


def _suits(text: str | None) -> tuple[Suit, ...] | None:
    if text is None:
        return None
    try:
        return tuple(parse_suit(word) for word in text.replace(",", " ").split())
    except ValueError as error:
        raise click.UsageError(f"--removed: {error}") from None


def read_position(spec: str, how: PositionOptions = _DEFAULT_OPTIONS) -> Loaded:
    """Read the argument POSITION: a problem, a file, standard input or a text.

    Rules given by options take precedence over those in the text.
    """
    if how.from_format and how.from_format.lower() in PICTURES:
        kind = how.from_format.lower()
        raise click.UsageError(
            f"{kind} is a picture: it can be written (--as {kind}) but not read"
        )
    return _apply_rules(_read(spec, how), how)


def _apply_rules(loaded: Loaded, how: PositionOptions) -> Loaded:
    """Return the position under the rules given by options.

    If these differ from its own, the result has no problem and no game.  Raises UsageError or
    RulesError for invalid options, and PositionError for a position that doesn't fit the rules.
    """
    original = loaded.position
    if not (how.rules_name or how.rule_options):
        return loaded
    new_rules = house_rules(how.rules_name or str(original.rules), how.rule_options)
    if new_rules == original.rules:
        return loaded
    position = original.under(new_rules)
    census.validate(position, partial=bool(census.faults(original)), name=loaded.name)
    name = f"{loaded.name} under other rules"
    return loaded._replace(position=position, name=name, problem=None, game=None)


def _read(spec: str, how: PositionOptions) -> Loaded:
    options = read_options(how)
    if _names_a_problem(spec):
        return _of_problem(read_problem(spec), how)
    if (named := _in_a_problem(spec)) is not None:
        loaded, reference = _of_problem(named[0], how), named[1]
        position = _position_in(named[0], reference)
        return loaded._replace(position=position, name=spec, reference=reference)
    if spec == "-" or os.path.lexists(spec):
        text, name = read_text(spec)
    elif len(spec) > 40 or any(c in spec for c in " /\n\t"):
        text, name = spec if "\n" in spec else spec.strip(), "<argument>"
    else:
        raise unknown_argument(spec, "a file nor a catalogue problem")
    if how.number is not None:
        from ..formats import diagram  # noqa: PLC0415 - rarely needed

        one_diagram = diagram.nth_diagram(text, how.number, name=name, options=options)
        note_assumed(one_diagram.assumed, one_diagram.not_read)
        return Loaded(
            one_diagram.position, name, format=diagram.FORMAT, assumed=one_diagram.assumed
        )
    source_format = formats.find(how.from_format) if how.from_format else None
    from ..games.loading import parse_game  # noqa: PLC0415 - not needed for problems

    try:
        contents = parse_game(text, source_format, name=name, options=options)
    except NotationError:
        if other := _other_argument(text, "" if name == "<argument>" else name):
            raise click.UsageError(other) from None
        raise
    for remark in contents.notes:
        note(f"{printable(name)}: {remark}")
    note_assumed(contents.assumed, contents.not_read)
    game = None
    if contents.game is not None:
        from ..games.script_input import PlayedGame  # noqa: PLC0415 - rarely needed

        game = PlayedGame(contents.game.start, tuple(contents.game.done), contents.game.goal)
    return Loaded(
        contents.position, name, format=contents.format, game=game, assumed=contents.assumed
    )


def _other_argument(text: str, file: str = "") -> str:
    """Return advice for a text in place of a POSITION that is something else; otherwise empty.

    ``file`` is the name of the file that has the text; empty for an argument.
    """
    from ..arguments import kind_of_text  # noqa: PLC0415 - for errors only

    kind = kind_of_text(text)
    if file:
        message = f"{file}: these are moves, not a position: POSITION comes before SCRIPT"
        return message if kind == "moves" else ""
    return {
        "moves": "these are moves, not a position: POSITION comes before SCRIPT",
        "URL": f"'{text:.80}' is a URL: download it yourself, as in 'curl URL | spiderpos ... -'",
        "file": f"there is no file '{text:.80}'",
        "goal": f"'{text:.80}' is a goal: POSITION comes before GOAL",
    }.get(kind, "")


def _names_a_problem(spec: str) -> bool:
    return spec in problem_ids() or (spec.endswith((".yaml", ".yml")) and os.path.lexists(spec))


def _in_a_problem(spec: str) -> tuple[Problem, str] | None:
    """Split ``woods-4:clubs`` into the problem and a name in it; None for anything else."""
    name, _, reference = spec.rpartition(":")
    if not _names_a_problem(name) or os.path.lexists(spec):
        return None
    return read_problem(name), reference


def find_line(spec: str) -> Line | None:
    """Return the line of a problem for a name such as ``woods-4:clubs``; else None."""
    problem, reference = _in_a_problem(spec) or (None, "")
    if problem is None or reference.partition("/")[0] not in problem.lines:
        return None
    return problem.lines[reference]


def read_line(spec: str, how: PositionOptions = _DEFAULT_OPTIONS) -> tuple[Loaded, Line] | None:
    """Return the position at the root of a line such as ``woods-4:clubs``, and the line.

    None if there is no such line.
    """
    line = find_line(spec)
    if line is None:
        return None
    root = line.problem.history(line.id).root
    loaded = _of_problem(line.problem, how)._replace(position=line.root, reference=root)
    return _apply_rules(loaded, how), line


def unknown_argument(spec: str, kinds: str) -> click.UsageError:
    """Return the error for an unknown argument; ``kinds`` is such as "a file nor a problem"."""
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
            f"{option} can't be used with a problem: {problem.id} has a complete position"
        )
    return Loaded(problem.start, problem.id, problem)


def _position_in(problem: Problem, reference: str) -> Position:
    """Return the named position of a problem, or the position at the end of a line."""
    try:
        return problem.position(reference)
    except UnknownName as error:
        raise click.UsageError(str(error)) from None


def read_expected(spec: str, rules: rules.Rules, *, partial: bool) -> tuple[Position, bool]:
    """Return the position for ``--expect``, and True if it has no hand and no removed suits.

    That is so for a file in ``diagram`` or ``letters-text``.  Then only the tableau and the free
    cells can be compared.
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
    """Print each assumption made for a text, and each part of it that was not read."""
    for text in assumed:
        note(f"assumed: {text}")
    for text in not_read:
        note(f"not read: {text}")


def note_doubts(problem: Problem) -> None:
    """Print the doubts about the texts of a problem (see :class:`Doubt`)."""
    for doubt in problem.doubts:
        place = problem.document.place(doubt.path, key=True)
        note(f"{printable(problem.file)}:{place.line}: {doubt.text}")


def read_problem(spec: str) -> Problem:
    """Return the problem with this name in the catalogue, or in this YAML file."""
    if spec in problem_ids():
        return find_problem(spec)
    if not os.path.lexists(spec) and not spec.endswith((".yaml", ".yml")):
        raise unknown_argument(spec, "a catalogue problem nor a file")
    problems = load_problems(Path(spec))
    if len(problems) != 1:
        raise click.UsageError(f"expected one problem, but {spec} has {len(problems)}")
    note_doubts(problems[0])
    return problems[0]


def read_problems(
    spec: str | None, on_error: Callable[[NotationError], None] | None = None
) -> list[Problem]:
    """Return the problems of a folder or file, a catalogue problem, or all of them for None.

    Without ``on_error`` the command prints all errors of files and exits.
    """
    names = problem_ids() if spec is None else [spec] if spec in problem_ids() else []
    if names:
        return [find_problem(name) for name in names]
    if not os.path.lexists(spec or ""):
        raise unknown_argument(spec or "", "a catalogue problem nor a file or folder")
    bad: list[NotationError] = []
    problems = load_problems(spec or "", on_error=on_error or bad.append)
    complain_of_all(bad, UNREADABLE)
    if on_error is None:
        for problem in problems:
            note_doubts(problem)
    return problems
