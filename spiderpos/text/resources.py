"""The files that ship with the package: grammars and problems.

In an installed copy they lie inside the package, in a checkout beside it; nothing else needs
to know.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lark import Lark
from lark.lexer import PatternRE, TerminalDef

__all__ = ["grammar", "shipped_folder"]

_PACKAGE = Path(__file__).resolve().parents[1]


def shipped_folder(name: str) -> Path:
    """The folder of shipped files called ``name`` (``grammars`` or ``problems``).

    Raises FileNotFoundError if it is in neither place: the installation is broken.
    """
    for folder in (_PACKAGE / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the folder '{name}' that ships with spiderpos is missing")


@cache
def grammar(
    name: str,
    start: str = "start",
    *,
    positions: bool = True,
    terminals: tuple[tuple[str, str], ...] = (),
) -> Lark:
    """The LALR parser for ``grammars/<name>.lark``, built once.

    ``terminals`` are names of terminals and the patterns that are put in the place of theirs.

    Without ``positions`` the trees have no ``meta``, which takes a good third off the time of
    parsing; tokens have their positions all the same.
    """
    patterns = dict(terminals)

    def put_in(terminal: TerminalDef) -> None:
        if terminal.name in patterns:
            terminal.pattern = PatternRE(patterns[terminal.name])

    return Lark.open(
        str(shipped_folder("grammars") / f"{name}.lark"),
        parser="lalr",
        start=start,
        propagate_positions=positions,
        maybe_placeholders=False,
        edit_terminals=put_in if patterns else None,
    )
