"""Plain data checked against dataclasses, with faults that say where.

A dataclass says by its annotations what a mapping may hold: ``str``, ``int``, ``float``, ``bool``,
``Literal``, other dataclasses, tuples and dicts of these, or None.  Marks in ``Annotated`` say
more: :class:`Pattern`, :class:`Range`, and :class:`Read` for what a function reads.  A field's
metadata may have the ``key`` that it goes by.  ``__post_init__`` may raise ValueError.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from ..text.wording import did_you_mean, join_words

Path: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """Text that a regular expression is found in; ``fault`` says of another one what it isn't."""

    regex: str
    fault: str = ""
    longest: int | None = None

    def faults(self, value: str) -> Iterator[str]:
        """Yield the faults of a text, in words."""
        # "$" is the end in JSON Schema, and not before a line end there.
        if re.search(self.regex.replace("$", r"\Z"), value) is None:
            yield self.fault.format(value) if value.strip() else "there is no text here"
        elif self.longest is not None and len(value) > self.longest:
            yield f"this is too long: at most {self.longest} characters"


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the most that a number may be."""

    least: int
    most: int | None = None

    def faults(self, value: float) -> Iterator[str]:
        """Yield the faults of a number, in words."""
        if value < self.least:
            yield f"expected at least {self.least}, not {value}"
        elif self.most is not None and value > self.most:
            yield f"expected at most {self.most}, not {value}"


@dataclass(frozen=True, slots=True)
class Read:
    """A value that ``read`` makes of the data; it raises ValueError.

    ``text``: it is made of a text, which this says what it is.
    """

    read: Callable[[Any], Any]
    text: str = ""


class DataFault(NamedTuple):
    """What is wrong at ``path``.

    ``on_key``: it is about the key that stands there, or about the group below it.  For a key
    that is missing, ``missing``, the path leads to where it should be.  ``unknown``: a key that
    isn't taken there.
    """

    path: Path
    text: str
    on_key: bool = False
    missing: bool = False
    unknown: bool = False


#: What plain types are called.
_PLAIN: Final[dict[Any, str]] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}


def kind_of(value: object) -> str:
    """Return the kind of a value, in words: ``text``, ``the number 5``, ``a list``, ..."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, (list, tuple)) else "a group of keys"


@cache
def keys_of(model: type) -> dict[str, tuple[Field[Any], Any]]:
    """Return the fields of a dataclass and their types, by the keys that they go by."""
    hints = get_type_hints(model, include_extras=True)
    return {f.metadata.get("key", f.name): (f, hints[f.name]) for f in fields(model)}


@cache
def homes_of(model: type) -> dict[str, tuple[str, ...]]:
    """Return the places of each key in a file of this kind, in words: as in ``in 'position'``."""
    homes: dict[str, dict[str, None]] = {
        key: {"at the top of the file": None} for key in keys_of(model)
    }

    def walk(kind: Any, where: str) -> None:
        for argument in get_args(kind):
            walk(argument, where)
        if isinstance(kind, type) and is_dataclass(kind):
            for key, (_, below) in keys_of(kind).items():
                homes.setdefault(key, {}).setdefault(where)
                walk(below, f"in '{key}'")

    for key, (_, kind) in keys_of(model).items():
        walk(kind, f"in '{key}'")
    return {key: tuple(places) for key, places in homes.items()}


def misplaced(model: type, fault: DataFault) -> DataFault:
    """Return the fault of a key that isn't taken where it stands, with where it would be."""
    places = homes_of(model).get(str(fault.path[-1])) if fault.unknown else None
    return fault._replace(text=f"this key belongs {join_words(places, 'or')}") if places else fault


def build(kind: Any, value: object, path: Path, faults: list[DataFault]) -> Any:
    """Return the value that data stand for; what is wrong with them is added to ``faults``.

    After a fault what is returned means nothing.
    """

    def wrong(text: str) -> None:
        faults.append(DataFault(path, text, isinstance(value, dict)))

    if isinstance(kind, type) and is_dataclass(kind):
        if isinstance(value, dict):
            return _model(kind, value, path, faults)
        keys = ", ".join(keys_of(kind))
        return wrong(f"expected a group of keys ({keys}), not {kind_of(value)}")
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _marked(arguments, value, path, faults)
    if origin in (Union, UnionType):
        return None if value is None else build(arguments[0], value, path, faults)
    if origin is Literal:
        if value in arguments:
            return value
        return wrong(f"expected {join_words(map(repr, arguments), 'or')}, not '{value}'")
    if origin is tuple:
        if not isinstance(value, tuple):
            return wrong(f"expected a list, not {kind_of(value)}")
        return tuple(build(arguments[0], v, (*path, n), faults) for n, v in enumerate(value))
    if origin is dict:
        if not isinstance(value, dict):
            return wrong(f"expected a group of keys, not {kind_of(value)}")
        return _mapping(arguments, value, path, faults)
    if type(value) is kind:
        return value
    if kind is float and type(value) is int:
        return float(value)
    quotes = " (put it in quotes)" if kind is str and isinstance(value, (int, float)) else ""
    return wrong(f"expected {_PLAIN[kind]}, not {kind_of(value)}{quotes}")


def _marked(arguments: tuple[Any, ...], value: object, path: Path, faults: list[DataFault]) -> Any:
    base, *marks = arguments
    for mark in marks:
        if isinstance(mark, Read):
            try:
                if mark.text and not isinstance(value, str):
                    raise ValueError(f"expected {mark.text}, not {kind_of(value)}")
                return mark.read(value)
            except ValueError as error:
                return faults.append(DataFault(path, str(error), isinstance(value, dict)))
    before = len(faults)
    made = build(base, value, path, faults)
    if len(faults) == before and made is not None:
        faults += (DataFault(path, text) for mark in marks for text in mark.faults(made))
    return made


def _mapping(
    arguments: tuple[Any, ...], value: dict[Any, Any], path: Path, faults: list[DataFault]
) -> dict[Any, Any]:
    made = {}
    for key, item in value.items():
        of_key: list[DataFault] = []
        name = build(arguments[0], key, (*path, key), of_key)
        faults += (fault._replace(on_key=True) for fault in of_key)
        made[name] = build(arguments[1], item, (*path, key), faults)
    return made


def _model(model: Any, value: dict[Any, Any], path: Path, faults: list[DataFault]) -> Any:
    known = keys_of(model)
    before = len(faults)
    made = {}
    for key, item in value.items():
        if key not in known:
            meant = did_you_mean(str(key), known)
            text = f"there is no such key here{meant}; the keys are {', '.join(known)}"
            faults.append(DataFault((*path, key), text, True, unknown=True))
            continue
        field, kind = known[key]
        made[field.name] = build(kind, item, (*path, key), faults)
    for key, (field, _) in known.items():
        required = field.default is MISSING and field.default_factory is MISSING
        if required and key not in value:
            faults.append(DataFault((*path, key), "this key is missing", True, missing=True))
    if len(faults) > before:
        return None
    try:
        return model(**made)
    except ValueError as error:
        return faults.append(DataFault(path, str(error), True))
