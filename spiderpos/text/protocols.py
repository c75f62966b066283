"""Python's protocols, for all public classes in one place.

Every public class is decorated with :func:`public`, which fills in the protocols that the class
doesn't define: a protocol that would give a wrong answer raises an error that says what to write.
``docs/api.md`` has the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from .instead import a, answer_names, missing
from .registry import Registry

#: Methods of public classes that need a room above theirs, by name; the package fills it in.
ANSWERS: Final = Registry[Callable[..., Any]]({})

_T = TypeVar("_T", bound=type)

#: The protocols of containers, as an error names them.
_CONTAINER = {
    "__len__": "len()",
    "__iter__": "iteration",
    "__getitem__": "[...]",
    "__contains__": "'in'",
    "__reversed__": "reversed()",
}
_ORDER = ("__lt__", "__le__", "__gt__", "__ge__")


def public(
    parts: str = "",
    *,
    truth: str = "",
    text: str = "compare it with str(value)",
    shown: bool = False,
) -> Callable[[_T], _T]:
    """Return a decorator that gives a public class the protocols that it doesn't define.

    Args:
        parts: The attributes that have the parts, for errors of ``len``, iteration, ``[]`` and
            ``in``.
        truth: The question to ask in place of ``bool``; without it every value is true.
        text: How to compare a value with a text, for the error of ``==``.
        shown: True if a notebook shows more of a value than ``repr``.
    """

    def decorate(kind: _T) -> _T:
        own = dict(vars(kind))
        equals: Callable[..., Any] = kind.__eq__

        def add(method: str, function: Callable[..., Any]) -> None:
            if method not in own:
                setattr(kind, method, function)

        def refuse(methods: Iterable[str], message: str) -> None:
            def refusal(self: object, *_: object) -> NoReturn:
                raise TypeError(f"{a(type(self).__name__)} {message}")

            for method in methods:
                add(method, refusal)

        def equal(self: object, other: object) -> Any:
            result = equals(self, other)
            if result is NotImplemented and isinstance(other, str):
                raise TypeError(f"{a(type(self).__name__)} never equals a text: {text}")
            return result

        if truth:
            refuse(["__bool__"], f"is neither true nor false: {truth}")
        elif "__len__" not in own:
            # Otherwise bool() would ask the len() that is refused.
            add("__bool__", _true)
        for method, words in _CONTAINER.items():
            if method != "__contains__" or "__iter__" not in own:
                refuse([method], f"has no {words}: {parts}")
        refuse(_ORDER, "has no order: sorted(values, key=str) sorts by the text")
        add("__format__", _format)
        setattr(kind, "__eq__", equal)  # noqa: B010 - mypy wants no assignment to a method
        if shown:
            add("_repr_html_", _html)
        return answer_names(kind)

    return decorate


def _true(_: object) -> bool:
    return True


def _format(value: object, spec: str) -> str:
    return format(str(value), spec)


def _html(value: object) -> str:
    return str(ANSWERS["html"](value))


def equals_name(noun: str, value: str, other: str, meant: object) -> bool:
    """Return True if a text is the name of a value.

    Raises TypeError if it is another spelling of one (``meant``, or None): such a text never
    equals a value, and whoever compares the two means that it could.
    """
    if str.__eq__(value, other):
        return True
    if meant is None or str.__eq__(str(meant), other):
        return False
    raise TypeError(f"{a(noun)} is compared with its name: write '{meant}' for {other!r}")


class Word(StrEnum):
    """A word of a closed list: equal to its text, and an error next to another spelling of it."""

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, type(self)) or not isinstance(other, str):
            return False
        return equals_name(type(self).__name__.lower(), self, other, self._spelled(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    if not TYPE_CHECKING:
        __getattr__ = missing

    @classmethod
    def _spelled(cls, text: str) -> Word | None:
        """Return the word that a text means, in capitals or not, or by a name in Python."""
        folded = text.casefold()
        return next((w for w in cls if folded in (w.value, w.name.casefold())), None)


class Verdicts(Word):
    """A word of a closed list that answers a question: it is neither true nor false."""

    def __bool__(self) -> bool:
        raise TypeError(
            f"{a(type(self).__name__)} is neither true nor false: compare it, as in "
            f"{type(self).__name__.lower()} == '{self.value}'; there are {', '.join(type(self))}"
        )
