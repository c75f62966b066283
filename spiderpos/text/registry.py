"""A table of things by name, each in a module that is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Generic, TypeVar

from .errors import UnknownFormat

T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """Things by name, in the order of the table: a name, and ``module:attribute``.

    Names and their number are known without an import.  Rooms that stand above the table's own
    add to it with :meth:`register`.
    """

    def __init__(self, rows: Mapping[str, str]) -> None:
        self._rows = dict(rows)
        self._loaded: dict[str, T] = {}

    def register(self, name: str, where: str, *, before: str | None = None) -> None:
        """Add a thing, before the one called ``before`` if it is given; raises ValueError."""
        names = list(self._rows)
        names.insert(names.index(before) if before else len(names), name)
        self._rows = {n: where if n == name else self._rows[n] for n in names}

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            module, _, attribute = self._rows[name].partition(":")
            self._loaded[name] = getattr(import_module(module), attribute)
        return self._loaded[name]

    def find(self, name: str) -> T:
        """Return the thing called ``name``, in either case.  Raises UnknownFormat."""
        if name.lower() not in self._rows:
            raise UnknownFormat(name, tuple(self._rows))
        return self[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
