"""The shipped problems as a mapping from names to problems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .loading import find_problem, problem_ids
from .problem import Problem


class Problems(Mapping[str, Problem]):
    """The shipped problems by name.  Each is loaded on access."""

    def __getitem__(self, name: str) -> Problem:
        if not isinstance(name, str):
            raise TypeError(f"expected a name, as in problems()['woods-4'], not {name!r}")
        if name not in self:
            raise KeyError(name)
        return find_problem(name)

    def __contains__(self, name: object) -> bool:
        return name in problem_ids()

    def __iter__(self) -> Iterator[str]:
        return iter(problem_ids())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<Problems: {', '.join(self)}>"
