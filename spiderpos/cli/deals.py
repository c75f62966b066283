"""The command ``deal``."""

from __future__ import annotations

import click

from ..game import deals
from ..game.rules import PRESETS
from .inputs import house_rules
from .output import Output, Written, format_option, hide_option, picture_options

__all__ = ["deal"]


@click.command()
@click.argument("number", type=int, required=False)
@click.option(
    "--scheme",
    metavar="NAME",
    help=f"Whose numbers: {', '.join(deals.SCHEMES)} (default: classic).",
)
@click.option("--seed", metavar="TEXT", help="Deal from any text instead of a number.")
@click.option(
    "--suits",
    type=click.Choice(["1", "2", "4"]),
    help="How many different suits (default: as the rules say).",
)
@click.option(
    "--rules",
    "rules_name",
    metavar="NAME",
    help=f"House rules: {', '.join(PRESETS)} (default: the scheme's).",
)
@click.option(
    "--rule",
    "rule_options",
    multiple=True,
    metavar="KEY=VALUE",
    help="Change one rule (repeat for several), e.g. cells=2.",
)
@hide_option
@format_option
@picture_options
def deal(
    number: int | None,
    scheme: str | None,
    seed: str | None,
    suits: str | None,
    rules_name: str | None,
    rule_options: tuple[str, ...],
    hide: bool,
    format: Written,
    output: Output,
) -> None:
    """Print the deal that has this NUMBER, or that a --seed stands for.

    'classic' numbers are those of PySol and plspider; docs/deals.md says how each scheme
    deals.  A seed deals the same cards on every machine and in every version.  The diagram
    hides what lies face down; '--as line' and '--as fen' keep it.

    \b
    Examples:
      spiderpos deal 14934
      spiderpos deal 1 --scheme kpat --suits 2
      spiderpos deal --seed "my game" --as fen
      spiderpos deal 14934 --as svg -o deal.svg
    """
    output.check(format)
    if (number is None) == (seed is None):
        raise click.UsageError("give either a NUMBER or --seed TEXT")
    if seed is not None and scheme is not None:
        raise click.UsageError("--scheme goes with a NUMBER, not with --seed")
    name = scheme or "classic"
    found = deals.SCHEMES.get(name.lower())
    rules = found.rules if found and not seed else PRESETS["woods"]
    if rules_name or rule_options:
        rules = house_rules(rules_name or str(rules), rule_options)
    many = None if suits is None else int(suits)
    if many not in (None, rules.suits) and any("suits" in pair for pair in rule_options):
        raise click.UsageError(
            f"--suits {many} and --rule suits={rules.suits} contradict each other"
        )
    if number is not None:
        position = deals.deal(number, scheme=name, suits=many, rules=rules)
    else:
        position = deals.seeded(seed or "", suits=many, rules=rules)
    output.write(position.hide() if hide else position, format)
