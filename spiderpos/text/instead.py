"""Names that people look for where they aren't: an error that says what to type instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

_T = TypeVar("_T", bound=type)


class Instead:
    """An attribute that isn't there, of a class and of its values: AttributeError says so."""

    __slots__ = ("_message",)

    def __init__(self, message: str) -> None:
        self._message = message

    def __get__(self, value: Any, kind: type) -> NoReturn:
        raise AttributeError(self._message)


def instead(**sentences: str) -> Callable[[_T], _T]:
    """Return a decorator of a class: for each name that it doesn't have, what to type instead."""

    def decorate(kind: _T) -> _T:
        for name, sentence in sentences.items():
            setattr(kind, name, Instead(f"a {kind.__name__} has no '{name}': {sentence}"))
        own = kind.__dir__

        def names(self: Any) -> list[str]:
            return [name for name in own(self) if name not in sentences]  # type: ignore[call-arg]

        kind.__dir__ = names  # type: ignore[method-assign,assignment]
        return kind

    return decorate
