"""Problem files: those that ship with the package, and one's own.

Of a problem that ships no more is read than is asked for.  Its position, its goal and what a list
tells of it stand in what was compiled at the build (:mod:`spiderpos.catalogue.compiled`).  The
rest is read from its YAML when it is needed.
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

#: Bytes that are read of a file: more than those of any that is taken.
_MOST_BYTES: Final = 1024 * 1024 + 1


def problem_ids() -> tuple[str, ...]:
    """Return the names of the problems that ship with the package, in order."""
    return tuple(_shipped())


def find_problem(name: str) -> Problem:
    """Return the problem that ships under this name.  Raises NotationError if there is none."""
    path = _shipped().get(name)
    if path is None:
        raise NotationError(
            f"there is no problem '{name}' in the catalogue{did_you_mean(name, _shipped())}"
        )
    start = compiled.start(path)
    if start is None:
        return load_problem(path)
    goal = partial(compiled.goal, path, start)
    read = partial(load_problem, path)
    return Problem.compiled(name, start, goal, compiled.solution(path), read)


def listed_problems() -> list[compiled.ListedProblem]:
    """Return the list entries of the problems that ship, in order."""
    return [
        compiled.listed(path) or compiled.ListedProblem.of(load_problem(path))
        for path in _shipped().values()
    ]


@cache
def _shipped() -> dict[str, Path]:
    return {path.stem: path for path in problem_files(shipped_folder("problems"))}


def problem_files(path: Path) -> list[Path]:
    """Return the problem files in a folder and its folders, those with numbers in their order.

    A path that is no folder stands for itself.  Raises NotationError for a folder without any.
    """
    if not path.is_dir():
        return [path]
    files = [p for p in path.rglob("*") if p.suffix in (".yaml", ".yml") and p.is_file()]
    if not files:
        raise NotationError(
            f"{printable(str(path))}: there are no problem files (*.yaml) in this folder"
        )
    return sorted(files, key=lambda p: (p.parent.parts, _natural(p.stem)))


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(w), "") if w.isdecimal() else (-1, w) for w in name.split("-")]


def load_problems(
    path: str | Path, *, on_error: Callable[[NotationError], None] | None = None
) -> list[Problem]:
    """Return the problem in a file, or all those in a folder and its folders.

    Raises OSError if the path can't be read, NotationError for a bad file, for a folder without
    problems, and for two problems of one name.  With ``on_error`` a bad file is handed to it
    and left out.
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
    """Raise NotationError for two problems of one name."""
    first: dict[str, Problem] = {}
    for problem in problems:
        other = first.setdefault(problem.id, problem)
        if other is not problem:
            raise NotationError(
                f"id: the problem '{problem.id}' is in {printable(other.name)} too",
                problem.document.place(("id",)),
            )


def load_problem(path: str | Path) -> Problem:
    """Return the problem in a file.

    Raises OSError if it can't be read, otherwise NotationError.
    """
    return loads_problem(file_text(path), name=str(path))


def file_text(path: str | Path) -> str:
    """Return the text of a problem file, line ends as one character.

    Raises OSError, or NotationError if it isn't UTF-8.
    """
    content = read_head(Path(path), _MOST_BYTES)
    return text_of(content, str(path)).replace("\r\n", "\n")


def loads_problem(text: str, *, name: str = "<text>") -> Problem:
    """Read a problem from the text of a file; ``name`` is what errors call it.

    Raises NotationError with the place of what is wrong; never another exception.  *Not*
    checked: whether the lines can be played, and whether anything expected or claimed is so
    (see :mod:`spiderpos.catalogue.checking`).
    """
    from .reading import read  # noqa: PLC0415 - it needs grammars and YAML

    return read(text, name)
