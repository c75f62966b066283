"""Files that ship with the package: grammars, problems and certificates.

They are inside the package if it is installed, and next to it in a checkout.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from zlib import crc32

if TYPE_CHECKING:
    from lark import Lark, Transformer

_PACKAGE = Path(__file__).resolve().parents[1]


def shipped_folder(name: str) -> Path:
    """Return the path of the folder ``grammars``, ``problems`` or ``certificates``.

    Raises FileNotFoundError if it doesn't exist, which means that the installation is broken.
    """
    for folder in (_PACKAGE / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the folder '{name}' of spiderpos is missing")


@cache
def grammar(
    name: str,
    *,
    positions: bool = True,
    start: tuple[str, ...] = ("start",),
    transformer: Transformer[Any, Any] | None = None,
) -> Lark:
    """Return the LALR parser for ``grammars/<name>.lark``, built once.

    Args:
        name: The name of the grammar.
        positions: Give trees their positions.  Without them parsing takes a third less time;
            tokens have positions in any case.
        start: The start rules.
        transformer: An object whose methods are called during parsing, so that no tree is built.
            Errors that they raise are not wrapped.

    The tables are loaded from a file if the build created one from the same grammar, version of
    lark, ``positions`` and ``start``.
    """
    import lark  # noqa: PLC0415 - most commands need no grammar

    folder = shipped_folder("grammars")
    text = (folder / f"{name}.lark").read_bytes()
    key = repr((lark.__version__, text, positions, start)).encode()
    path = folder / f"{name}-{crc32(key):08x}.tables"
    if path.is_file():
        return _loaded(path.read_bytes(), transformer)
    parser = lark.Lark.open(
        str(folder / f"{name}.lark"),
        parser="lalr",
        start=list(start),
        propagate_positions=positions,
        maybe_placeholders=False,
    )
    _built[path] = parser
    if transformer is None:
        return parser
    tables = io.BytesIO()
    parser.save(tables)
    return _loaded(tables.getvalue(), transformer)


def _loaded(tables: bytes, transformer: Transformer[Any, Any] | None) -> Lark:
    import pickle  # noqa: PLC0415 - most commands need no grammar

    from lark import Lark  # noqa: PLC0415

    if transformer is None:
        return Lark.load(io.BytesIO(tables))
    # Lark.load() takes no transformer.  The parsers written by `python -m lark.tools.standalone`
    # pass it like this.
    data = pickle.loads(tables)  # noqa: S301 - written by the build or above
    return Lark._load_from_dict(**data, transformer=transformer)  # type: ignore


#: The parsers built in this process, by the paths of their tables.
_built: Final[dict[Path, Lark]] = {}


def save_grammars() -> list[Path]:
    """Write the tables of all parsers built in this process, and return the paths."""
    for path, parser in _built.items():
        with path.open("wb") as file:
            parser.save(file)
    return list(_built)
