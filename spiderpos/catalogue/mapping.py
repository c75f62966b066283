"""A read-only mapping of the problems of the catalogue, or of a folder, by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .loading import find_problem, problem_ids
from .problem import Problem


class Problems:
    """An ordered mapping from names to problems.  Iterating yields the problems.

    Without ``problems``, it contains the shipped problems, which are loaded on access.
    """

    def __init__(self, problems: Iterable[Problem] | None = None) -> None:
        self._own = None if problems is None else {problem.id: problem for problem in problems}

    def __getitem__(self, name: str) -> Problem:
        if not isinstance(name, str):
            raise TypeError(f"expected a name, as in problems()['woods-4'], not {name!r}")
        if name not in self.keys():
            raise KeyError(name)
        return find_problem(name) if self._own is None else self._own[name]

    def __contains__(self, problem: object) -> bool:
        return getattr(problem, "id", problem) in self.keys()

    def __iter__(self) -> Iterator[Problem]:
        return map(self.__getitem__, self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __repr__(self) -> str:
        return f"<Problems: {', '.join(self.keys())}>"

    def keys(self) -> tuple[str, ...]:
        """Return the names, in order."""
        return problem_ids() if self._own is None else tuple(self._own)

    def values(self) -> Iterator[Problem]:
        """Return an iterator over the problems, in order."""
        return iter(self)

    def items(self) -> Iterator[tuple[str, Problem]]:
        """Return an iterator over the names with their problems, in order."""
        return ((problem.id, problem) for problem in self)

    def get(self, name: str, default: Problem | None = None) -> Problem | None:
        """Return the problem with this name, or ``default``."""
        return self[name] if name in self.keys() else default
