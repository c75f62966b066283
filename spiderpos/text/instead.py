"""Names that people look for where they aren't: an error that says what to type instead."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn, ParamSpec, TypeVar

from .wording import did_you_mean

_T = TypeVar("_T", bound=type)
_P = ParamSpec("_P")
_R = TypeVar("_R")


class Instead:
    """An attribute that isn't there, of a class and of its values: AttributeError says so."""

    __slots__ = ("_message",)

    def __init__(self, message: str) -> None:
        self._message = message

    def __get__(self, value: Any, kind: type) -> NoReturn:
        raise AttributeError(self._message)


def instead(**sentences: str) -> Callable[[_T], _T]:
    """Return a decorator of a class: for each name that it doesn't have, what to type instead.

    A name that nobody thought of is answered with the one that is close, or with all.
    """

    def decorate(kind: _T) -> _T:
        for name, sentence in sentences.items():
            setattr(kind, name, Instead(f"a {kind.__name__} has no '{name}': {sentence}"))
        own = kind.__dir__

        def names(self: Any) -> list[str]:
            return [name for name in own(self) if name not in sentences]  # type: ignore[call-arg]

        kind.__dir__ = names  # type: ignore[method-assign,assignment]
        if not hasattr(kind, "__getattr__"):
            kind.__getattr__ = missing  # type: ignore[attr-defined]
        return kind

    return decorate


def missing(value: Any, name: str) -> Any:
    """Raise AttributeError for a name that a value doesn't have, with those that it has."""
    kind = type(value).__name__
    if name.startswith("_"):
        raise AttributeError(f"'{kind}' object has no attribute '{name}'")
    if any(name in base.__dict__ for base in type(value).__mro__):
        # It has said what is to be typed, or is there, and what it is worked out by has failed.
        return object.__getattribute__(value, name)
    names = [known for known in dir(value) if not known.startswith("_")]
    article = "an" if kind[0] in "AEIO" else "a"
    advice = did_you_mean(name, names) or f"; it has {', '.join(names)}"
    raise AttributeError(f"{article} {kind} has no '{name}'{advice}")


def keywords(**meant: str) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Return a decorator of a function: for each keyword that it doesn't take, what to type."""

    def decorate(function: Callable[_P, _R]) -> Callable[_P, _R]:
        @wraps(function)
        def call(*args: _P.args, **given: _P.kwargs) -> _R:
            for name, words in meant.items():
                if name in given:
                    raise TypeError(f"{function.__name__}() takes no '{name}': {words} is meant")
            return function(*args, **given)

        return call

    return decorate
