"""Options and argument types that several commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, TypeVar

import click
from click.shell_completion import CompletionItem

from .. import formats
from ..catalogue.loading import problem_ids
from ..game import deals, rules
from ..game.cards import Card, parse_card
from ..text.wording import harmless

_F = TypeVar("_F", bound=Callable[..., Any])


class Completed(click.types.StringParamType):
    """A text for which the shell completes words, and file names if ``files``."""

    def __init__(self, words: Callable[[], Iterable[str]] = tuple, *, files: bool = False) -> None:
        self._words = words
        self._files = files

    def shell_complete(  # noqa: D102 - as click says
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        words = [word for word in self._words() if word.startswith(incomplete)]
        files = [CompletionItem(incomplete, type="file")] if self._files else []
        return [*map(CompletionItem, words), *files]


class _FileName(Completed):
    """The name of a file or folder.  It can't be empty, which would be the current folder."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not value:
            raise click.BadParameter("expected the name of a file or folder, not an empty text.")
        return value


A_GOAL: Final = Completed(lambda: ("complete", "get", "reach", "remove", "turn", "uncover", "win"))
A_POSITION: Final = Completed(problem_ids, files=True)
A_SCRIPT: Final = Completed(files=True)
file_name: Final = _FileName(files=True)


def options(*several: Callable[[_F], _F]) -> Callable[[_F], _F]:
    """Combine several options into one decorator, in the order of the help text."""

    def with_options(command: _F) -> _F:
        for option in reversed(several):
            command = option(command)
        return command

    return with_options


def gathered(name: str, kind: type[Any], *several: Callable[[Any], Any]) -> Callable[[_F], _F]:
    """Combine options whose values a command receives as one object of the NamedTuple ``kind``.

    ``name`` is the command's parameter for that object.
    """

    def with_options(command: _F) -> _F:
        @functools.wraps(command)
        def called(*args: Any, **others: Any) -> Any:
            values = {name: others.pop(name) for name in kind._fields}
            return command(*args, **{name: kind(**values)}, **others)

        return options(*several)(called)  # type: ignore[no-any-return]

    return with_options


def jobs_option(label: str) -> Callable[[_F], _F]:
    """Add ``--jobs N``, passed on as ``jobs``; ``label`` begins the help."""
    return click.option(
        "--jobs",
        type=click.IntRange(1, 1024),
        metavar="N",
        help=f"{label} at once (default: the number of cores).",
    )


def scheduler_option(command: _F) -> _F:
    """Add ``--scheduler ADDRESS``, passed on as ``scheduler``; it excludes ``--jobs``."""

    @functools.wraps(command)
    def checked(*args: Any, **others: Any) -> Any:
        if others["scheduler"] is not None and others["jobs"] is not None:
            raise click.UsageError("--jobs can't be combined with --scheduler")
        return command(*args, **others)

    option = click.option(
        "--scheduler", metavar="ADDRESS", help="Work on a Dask cluster, such as tcp://host:8786."
    )
    return option(checked)  # type: ignore[return-value]


def _print_goals(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value:
        from ..goals.phrases import GOALS  # noqa: PLC0415 - rarely needed

        width = max(map(len, GOALS))
        for phrase, meaning in GOALS.items():
            click.echo(f"{phrase:{width}}  {meaning}")
        click.echo(
            "\nJoin clauses by 'and', conditions by commas. docs/goals.md has the full syntax."
        )
        context.exit()


#: ``--goals``, which lists the phrases of goals and exits.
goals_option: Final = click.option(
    "--goals",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_goals,
    help="List the phrases of goals with their meanings.",
)


def file_option(*names: str, help: str, metavar: str = "FILE") -> Callable[[_F], _F]:
    """Return an option for the name of a file or folder, which can't be empty."""
    return click.option(*names, type=file_name, metavar=metavar, help=help)


def goal_option(text: str) -> Callable[[_F], _F]:
    """Add ``--goal GOAL``, passed on as ``goal``; ``text`` is its help."""
    return click.option("--goal", type=A_GOAL, metavar="GOAL", help=text)


def scheme_option(label: str) -> Callable[[_F], _F]:
    """Add ``--scheme NAME``, passed on as ``scheme`` or None."""
    return click.option(
        "--scheme",
        type=Completed(lambda: deals.SCHEMES),
        metavar="NAME",
        help=f"{label}: {', '.join(deals.SCHEMES)} (default: classic).",
    )


def as_card(text: str) -> Card:
    """Parse a card on the command line or in an answer.  Raises BadParameter."""
    try:
        return parse_card(text.strip())
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


def title_option(text: str, default: str | None = None) -> Callable[[_F], _F]:
    """Add ``--title TEXT``, with control characters replaced so that a page can contain it."""
    return click.option(
        "--title",
        type=harmless,
        metavar="TEXT",
        default=default,
        show_default=default is not None,
        help=text,
    )


rules_options = options(
    click.option(
        "--rules",
        "rules_name",
        type=Completed(lambda: rules.PRESETS),
        metavar="NAME",
        help=f"House rules: {', '.join(rules.PRESETS)} (default: those in the text, or woods).",
    ),
    click.option(
        "--rule",
        "rule_options",
        multiple=True,
        metavar="KEY=VALUE",
        help="Change one rule (repeat for several), e.g. cells=2.",
    ),
)


class PositionOptions(NamedTuple):
    """The values of ``position_options``; None, False or empty for those that aren't given."""

    from_format: str | None = None
    partial: bool = False
    strict: bool = False
    rules_name: str | None = None
    rule_options: tuple[str, ...] = ()
    hand: int | None = None
    removed: str | None = None
    number: int | None = None


#: Options for reading a POSITION, passed on as ``reading``.
position_options: Final = gathered(
    "reading",
    PositionOptions,
    click.option(
        "--from",
        "from_format",
        type=Completed(lambda: formats.FORMATS),
        metavar="FORMAT",
        help="Notation of POSITION (default: recognised).",
    ),
    click.option("--partial", is_flag=True, help="Accept fewer cards and fewer than ten columns."),
    click.option(
        "--strict",
        is_flag=True,
        help="Accept only text in exactly the form that spiderpos writes.",
    ),
    rules_options,
    click.option(
        "--hand",
        type=click.IntRange(0, 104),
        metavar="N",
        help="Number of cards in the hand, if the text omits it.",
    ),
    click.option(
        "--removed",
        metavar="SUITS",
        help="Suits removed, such as clubs,hearts, if the text omits them.",
    ),
    click.option(
        "--number",
        type=click.IntRange(1),
        metavar="N",
        help="Use the Nth diagram of a text with several.",
    ),
)
