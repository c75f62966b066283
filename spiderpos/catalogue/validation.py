"""Validate plain data against dataclasses, and report each fault with its path.

Supported annotations are ``str``, ``int``, ``float``, ``bool``, ``Literal``, other dataclasses,
tuples and dicts of these, and None.  ``Annotated`` adds constraints: :class:`Pattern`,
:class:`Range`, and :class:`Read` for a function that parses the value.  The key ``key`` in the
metadata of a field replaces the field's name in the data.  ``__post_init__`` may raise ValueError.
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
    """A constraint: text must match ``regex`` and have at most ``longest`` characters.

    ``fault`` is the message if it doesn't match (unless it is blank); ``{}`` stands for the text.
    """

    regex: str
    fault: str = ""
    longest: int | None = None

    def faults(self, value: str) -> Iterator[str]:
        """Yield a message for each fault of a text."""
        # In JSON Schema "$" matches only at the end; in Python also before a final line end.
        if re.search(self.regex.replace("$", r"\Z"), value) is None:
            yield self.fault.format(value) if value.strip() else "expected text, not nothing"
        elif self.longest is not None and len(value) > self.longest:
            yield f"too long: expected at most {self.longest} characters"


@dataclass(frozen=True, slots=True)
class Range:
    """A constraint: the minimum and maximum of a number, both included."""

    least: int
    most: int | None = None

    def faults(self, value: float) -> Iterator[str]:
        """Yield a message for each fault of a number."""
        if value < self.least:
            yield f"expected at least {self.least}, not {value}"
        elif self.most is not None and value > self.most:
            yield f"expected at most {self.most}, not {value}"


@dataclass(frozen=True, slots=True)
class Read:
    """A constraint: ``read`` parses the value, and raises ValueError if it is invalid.

    If ``text`` isn't empty, the data must be text, and ``text`` describes it in the error message.
    """

    read: Callable[[Any], Any]
    text: str = ""


class DataFault(NamedTuple):
    """An error in the data at ``path``.

    ``on_key``: the error concerns the key or its whole group, not a single value.
    ``missing``: a required key is missing; ``path`` includes that key.
    ``unknown``: the key is unknown at this place.
    """

    path: Path
    text: str
    on_key: bool = False
    missing: bool = False
    unknown: bool = False


#: Names of plain types in messages.
_PLAIN: Final[dict[Any, str]] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
}


def kind_of(value: object) -> str:
    """Describe the type of a value for a message: ``text``, ``the number 5``, ``a list``, ..."""
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
    """Return the fields of a dataclass and their types, by key."""
    hints = get_type_hints(model, include_extras=True)
    return {f.metadata.get("key", f.name): (f, hints[f.name]) for f in fields(model)}


@cache
def homes_of(model: type) -> dict[str, tuple[str, ...]]:
    """Map each key to the places where it is valid, as text such as ``in 'position'``."""
    homes: dict[str, dict[str, None]] = {
        key: {"at the top of the file": None} for key in keys_of(model)
    }

    def walk(kind: Any, place: str) -> None:
        for argument in get_args(kind):
            walk(argument, place)
        if isinstance(kind, type) and is_dataclass(kind):
            for key, (_, below) in keys_of(kind).items():
                homes.setdefault(key, {}).setdefault(place)
                walk(below, f"in '{key}'")

    for key, (_, kind) in keys_of(model).items():
        walk(kind, f"in '{key}'")
    return {key: tuple(places) for key, places in homes.items()}


def misplaced(model: type, fault: DataFault) -> DataFault:
    """Return ``fault`` with the right place in its message, if its key is valid elsewhere."""
    places = homes_of(model).get(str(fault.path[-1])) if fault.unknown else None
    return fault._replace(text=f"this key belongs {join_words(places, 'or')}") if places else fault


def build(kind: Any, value: object, path: Path, faults: list[DataFault]) -> Any:
    """Convert data to the type ``kind`` and append errors to ``faults``.

    The return value is meaningful only if no fault was added.
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
    faults_before = len(faults)
    result = build(base, value, path, faults)
    if len(faults) == faults_before and result is not None:
        faults += (DataFault(path, text) for mark in marks for text in mark.faults(result))
    return result


def _mapping(
    arguments: tuple[Any, ...], value: dict[Any, Any], path: Path, faults: list[DataFault]
) -> dict[Any, Any]:
    result = {}
    for key, item in value.items():
        key_faults: list[DataFault] = []
        name = build(arguments[0], key, (*path, key), key_faults)
        faults += (fault._replace(on_key=True) for fault in key_faults)
        result[name] = build(arguments[1], item, (*path, key), faults)
    return result


def _model(model: Any, value: dict[Any, Any], path: Path, faults: list[DataFault]) -> Any:
    valid = keys_of(model)
    faults_before = len(faults)
    result = {}
    for key, item in value.items():
        if key not in valid:
            hint = did_you_mean(str(key), valid)
            text = f"unknown key{hint}; expected one of {', '.join(valid)}"
            faults.append(DataFault((*path, key), text, True, unknown=True))
            continue
        field, kind = valid[key]
        result[field.name] = build(kind, item, (*path, key), faults)
    for key, (field, _) in valid.items():
        required = field.default is MISSING and field.default_factory is MISSING
        if required and key not in value:
            faults.append(DataFault((*path, key), "this key is missing", True, missing=True))
    if len(faults) > faults_before:
        return None
    try:
        return model(**result)
    except ValueError as error:
        return faults.append(DataFault(path, str(error), True))
