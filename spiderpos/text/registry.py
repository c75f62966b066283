"""A registry of objects by name, whose modules are imported on first access."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Generic, TypeVar

from .errors import UnknownFormat

T = TypeVar("T")


class Registry(Mapping[str, T], Generic[T]):
    """A read-only mapping from names to objects, given as ``module:attribute``.

    Names are available without importing modules.  Higher layers add entries with
    :meth:`register`.
    """

    def __init__(self, rows: Mapping[str, str]) -> None:
        self._rows = dict(rows)
        self._loaded: dict[str, T] = {}

    def register(self, name: str, target: str) -> None:
        """Add an entry."""
        self._rows[name] = target

    def __getitem__(self, name: str) -> T:
        if name not in self._loaded:
            module, _, attribute = self._rows[name].partition(":")
            self._loaded[name] = getattr(import_module(module), attribute)
        return self._loaded[name]

    def find(self, name: str) -> T:
        """Return the object called ``name``, ignoring case.  Raises UnknownFormat."""
        if name.lower() not in self._rows:
            raise UnknownFormat(name, tuple(self._rows))
        return self[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)
