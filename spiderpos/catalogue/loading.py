"""Load problem files: those that ship with the package, and your own.

Shipped problems are loaded lazily.  The position, goal, list entry and the script of the solution
come from the index written at build time (:mod:`spiderpos.catalogue.compiled`); the YAML is read
when anything else is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import Final

from ..text.errors import NotationError
from ..text.files import read_head, text_of
from ..text.resources import shipped_folder
from ..text.source import printable
from ..text.wording import did_you_mean
from . import compiled
from .problem import Problem

#: Maximum number of bytes to read of a file: more than a valid problem file can have.
_MOST_BYTES: Final = 1024 * 1024 + 1


def problem_ids() -> tuple[str, ...]:
    """Return the names of the problems that ship with the package, in order."""
    return tuple(_shipped())


def find_problem(name: str) -> Problem:
    """Return the shipped problem with this name.  Raises NotationError for an unknown name."""
    path = _shipped().get(name)
    if path is None:
        raise NotationError(
            f"there is no problem '{name}' in the catalogue{did_you_mean(name, _shipped())}"
        )
    start = compiled.start(path)
    if start is None:
        return load_problem(path)
    read = partial(load_problem, path)
    goal, solution = partial(compiled.goal, path, read), partial(compiled.solution, path, read)
    return Problem.compiled(name, start, goal, solution, read)


def listed_problems() -> list[compiled.ListedProblem]:
    """Return the list entries of the shipped problems, in order."""
    return [
        compiled.listed(path) or compiled.ListedProblem.of(load_problem(path))
        for path in _shipped().values()
    ]


@cache
def _shipped() -> dict[str, Path]:
    return {path.stem: path for path in problem_files(shipped_folder("problems"))}


def problem_files(path: Path) -> list[Path]:
    """Return the problem files in a folder and its subfolders, sorted naturally (2 before 10).

    For a path that isn't a folder, return that path.  Raises NotationError for a folder without
    problem files.
    """
    if not path.is_dir():
        return [path]
    files = [p for p in path.rglob("*") if p.suffix in (".yaml", ".yml") and p.is_file()]
    if not files:
        raise NotationError(f"{printable(str(path))}: no problem files (*.yaml) in this folder")
    return sorted(files, key=lambda p: (p.parent.parts, _natural(p.stem)))


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(w), "") if w.isdecimal() else (-1, w) for w in name.split("-")]


def load_problems(
    path: str | Path, *, on_error: Callable[[NotationError], None] | None = None
) -> list[Problem]:
    """Return the problem in a file, or all problems in a folder and its subfolders.

    Raises OSError if the path can't be read, NotationError for a bad file, for a folder without
    problems, and for two problems of the same name.  If ``on_error`` is given, it is called with
    the error of each bad file, and that file is skipped.
    """
    problems: list[Problem] = []
    for file in problem_files(Path(path)):
        try:
            problems.append(load_problem(file))
        except NotationError as error:
            if on_error is None:
                raise
            on_error(error)
    check_names(problems)
    return problems


def check_names(problems: Iterable[Problem]) -> None:
    """Raise NotationError if two problems have the same name."""
    first: dict[str, Problem] = {}
    for problem in problems:
        other = first.setdefault(problem.id, problem)
        if other is not problem:
            raise NotationError(
                f"id: the problem '{problem.id}' is in {printable(other.file)} too",
                problem.document.place(("id",)),
            )


def load_problem(path: str | Path) -> Problem:
    """Return the problem in a file.

    Raises OSError if the file can't be read, NotationError if its content is invalid.
    """
    return loads_problem(file_text(path), name=str(path))


def file_text(path: str | Path) -> str:
    r"""Return the text of a problem file, with each line end ``\r\n`` replaced by ``\n``.

    A byte order mark is omitted, and so is the part after ``_MOST_BYTES`` of a file that is too
    long to be valid.  Raises OSError, or NotationError if it isn't text in UTF-8.
    """
    content = read_head(Path(path), _MOST_BYTES)
    return text_of(content, str(path)).replace("\r\n", "\n")


def loads_problem(text: str, *, name: str = "<text>") -> Problem:
    """Read a problem from the text of a file; ``name`` is the file's name in error messages.

    Raises NotationError with the place of the error, and no other exception.  *Not* checked: that
    the lines can be played, and that expected outcomes and claims are correct (see
    :mod:`spiderpos.catalogue.checking`).
    """
    from .reading import read  # noqa: PLC0415 - loads grammars and YAML

    return read(text, name)
