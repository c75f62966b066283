"""Special methods that all public classes share.

Every public class is decorated with :func:`public`, which adds the special methods that the class
doesn't define.  Where a default would silently give a wrong result, such as comparing a value
with a string, the method raises an error with the expression to use.  ``docs/api.md`` has the
table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

from .registry import Registry
from .unknown_names import a, answer_names, missing

#: Functions of higher layers that methods of public classes call, by name.  ``spiderpos/__init__``
#: registers them, so that the lower layers need not import the higher ones.
ANSWERS: Final = Registry[Callable[..., Any]]({})

_T = TypeVar("_T", bound=type)

#: The special methods of containers, as errors name them.
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
    """Return a decorator that adds missing special methods to a public class.

    It also wraps ``__eq__``, which then raises TypeError for a string unless it handles strings.

    Args:
        parts: A clause that names the attributes to use instead of ``len``, iteration, ``[]`` and
            ``in``, for their errors.
        truth: The expression to use in place of ``bool``; without it every value is true, unless
            the class defines ``__bool__`` or ``__len__``.
        text: The comparison to write in place of ``==`` with a string.
        shown: True if notebooks display HTML for a value.
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
            # Without it bool() would call __len__, which raises an error.
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


def equals_name(noun: str, value: str, other: str, parsed: object) -> bool:
    """Return True if a string is the name of a value.

    ``parsed`` is the value that the string spells in any notation, or None.  Raises TypeError if
    the string spells a value but is not its name: the comparison would always be false, which the
    caller can't have intended.
    """
    if str.__eq__(value, other):
        return True
    if parsed is None or str.__eq__(str(parsed), other):
        return False
    raise TypeError(f"{a(noun)} is compared with its name: write '{parsed}' for {other!r}")


class Word(StrEnum):
    """A string enumeration.

    A member equals its value; comparing it with another spelling raises TypeError.
    """

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
        """Return the member with this value or name, ignoring case."""
        folded = text.casefold()
        return next((w for w in cls if folded in (w.value, w.name.casefold())), None)


class Verdicts(Word):
    """A string enumeration of verdicts.

    Its members are neither true nor false.  Comparing one with a bool, or with a text that isn't
    the value of any member, raises TypeError.
    """

    def __eq__(self, other: object) -> bool:
        if super().__eq__(other):
            return True
        kind = type(self)
        if type(other) is bool or (type(other) is str and other not in map(str.__str__, kind)):
            names = ", ".join(kind)
            raise TypeError(f"{a(kind.__name__)} is never {other!r:.40}: there are {names}")
        return False

    __hash__ = str.__hash__

    def __bool__(self) -> bool:
        raise TypeError(
            f"{a(type(self).__name__)} is neither true nor false: compare it, as in "
            f"{type(self).__name__.lower()} == '{self.value}'; there are {', '.join(type(self))}"
        )
