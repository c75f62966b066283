"""The files that ship with the package: grammars, problems and certificates.

In an installed copy they lie inside the package, in a checkout beside it; nothing else needs
to know.
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
    """Return the folder of shipped files of this name.

    ``name`` is ``grammars``, ``problems`` or ``certificates``.  Raises FileNotFoundError if it
    is in neither place: the installation is broken.
    """
    for folder in (_PACKAGE / name, _PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the folder '{name}' that ships with spiderpos is missing")


@cache
def grammar(
    name: str,
    *,
    positions: bool = True,
    start: tuple[str, ...] = ("start",),
    transformer: Transformer[Any, Any] | None = None,
) -> Lark:
    """Return the LALR parser for ``grammars/<name>.lark``, built once.

    ``start`` are the rules that a text may be.  The methods of a ``transformer`` are called while
    a text is parsed: no tree is made, and what they raise comes out as it is.

    Without ``positions`` the trees have no ``meta``, which takes a good third off the time of
    parsing; tokens have their positions all the same.

    Its tables are taken from a file if the build has left one that was made of the same.
    """
    import lark  # noqa: PLC0415 - most commands need no grammar

    folder = shipped_folder("grammars")
    text = (folder / f"{name}.lark").read_bytes()
    made_of = repr((lark.__version__, text, positions, start)).encode()
    path = folder / f"{name}-{crc32(made_of):08x}.tables"
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
    # As the parsers that `python -m lark.tools.standalone` writes take their transformer.
    data = pickle.loads(tables)  # noqa: S301 - written by the build or above
    return Lark._load_from_dict(**data, transformer=transformer)  # type: ignore


#: The parsers that were built here, by the files where their tables are looked for.
_built: Final[dict[Path, Lark]] = {}


def save_grammars() -> list[Path]:
    """Write the tables of all parsers that were built in this process; the files."""
    for path, parser in _built.items():
        with path.open("wb") as file:
            parser.save(file)
    return list(_built)
