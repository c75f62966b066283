"""Errors for names that aren't there: one mechanism for attributes, arguments and commands.

An error names something only if ``synonyms.txt`` says that it does the same, or if the two are
spelled nearly alike.  It always lists what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final, NoReturn, ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")
_T = TypeVar("_T", bound=type)

#: How alike two names are, as ``difflib`` measures it, if one is a misspelling of the other.
_ALIKE: Final = 0.8
#: The constructors of other libraries: attributes of classes, which ``__getattr__`` doesn't see.
_CONSTRUCTORS: Final = (
    *("from_fen", "from_text", "from_str", "from_string", "from_file", "from_json", "from_dict"),
    *("from_uci", "from_diagram", "parse", "load", "loads", "empty"),
)


@cache
def synonyms() -> Mapping[str, Mapping[str, str]]:
    """Return the rows of ``synonyms.txt``: for each heading the words, and what to write."""
    tables: dict[str, dict[str, str]] = {}
    heading = ""
    for line in Path(__file__).with_name("synonyms.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            heading = line.strip("[]")
        elif not line.startswith("#"):
            words, _, meant = line.partition(" = ")
            for word in words.split():
                tables.setdefault(heading, {})[word] = meant.replace("{0}", word)
    return tables


def meant_by(name: str, *headings: str) -> str:
    """Return what to write for a word of other programs; empty if none of the headings has it."""
    tables = synonyms()
    return next((tables[h][name] for h in headings if name in tables.get(h, ())), "")


def misspelled(name: str, known: Collection[str]) -> str:
    """Return the known name that a name is a misspelling of; empty if none.

    A word of other programs is not a misspelling: it has a meaning of its own.
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only errors need it

    if any(name in table for table in synonyms().values()):
        return ""
    spelled = {word.lower(): word for word in known}
    letters = sorted(name.lower())
    # In a short word, two letters that changed places make the ratio too small.
    close = [word for word in spelled if sorted(word) == letters]
    close += get_close_matches(name.lower(), list(spelled), n=1, cutoff=_ALIKE)
    return spelled[close[0]] if close else ""


def advice(name: str, known: Collection[str], *headings: str) -> str:
    """Return what to write for a name, if that is known, and the list of what there is."""
    meant = meant_by(name, *headings)
    if not meant and (close := misspelled(name, known)):
        meant = f"did you mean '{close}'?"
    return "; ".join(filter(None, (meant, f"there are {', '.join(known)}")))


class _Constructor:
    """An attribute that a class doesn't have: AttributeError says what to write."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, value: object, kind: type) -> NoReturn:
        raise _no_attribute(kind, self._name, dir(kind))


def answer_names(kind: _T) -> _T:
    """Make a class and its values answer the names of attributes that they don't have."""
    own = dict(vars(kind))
    added = {name: _Constructor(name) for name in _CONSTRUCTORS if not hasattr(kind, name)}
    for name, attribute in {**added, "__getattr__": missing, "__dir__": _names}.items():
        if name not in own:
            setattr(kind, name, attribute)
    return kind


def _names(value: object) -> list[str]:
    return sorted({*object.__dir__(value)} - {*_CONSTRUCTORS})


def missing(value: object, name: str) -> Any:
    """Raise AttributeError for a name that a value doesn't have, with those that it has."""
    kind = type(value)
    if name.startswith("_"):
        raise AttributeError(f"'{kind.__name__}' object has no attribute '{name}'")
    if any(name in vars(base) for base in kind.__mro__):
        # The attribute is there and has raised this error: raise its own again.
        return object.__getattribute__(value, name)
    raise _no_attribute(kind, name, dir(value))


def _no_attribute(kind: type, name: str, names: Iterable[str]) -> AttributeError:
    builtin = next(base for base in kind.__mro__ if base.__module__ == "builtins")
    foreign = {*_CONSTRUCTORS, *dir(builtin)}
    names = {*names, *getattr(kind, "__dataclass_fields__", ())}
    known = sorted(n for n in names if not n.startswith("_") and n not in foreign)
    text = advice(name, known, *(base.__name__ for base in kind.__mro__), "any")
    error = AttributeError(f"{a(kind.__name__)} has no '{name}': {text}")
    # With an object and no name, the interpreter adds no guess of its own to the message.
    error.obj = kind
    return error


def a(noun: str) -> str:
    """Return a noun with its article."""
    return f"{'an' if noun[:1] in 'AEIOUaeiou' else 'a'} {noun}"


def named_arguments(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Decorate a function to say what to write for a keyword that it doesn't take."""
    code = function.__code__
    known = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @wraps(function)
    def call(*args: _P.args, **given: _P.kwargs) -> _R:
        for name in given:
            if name not in known:
                text = advice(name, known, "arguments")
                raise TypeError(f"{code.co_name}() has no argument '{name}': {text}")
        return function(*args, **given)

    return call
