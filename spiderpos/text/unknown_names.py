"""Suggestions for unknown attributes, arguments, commands and options.

An error suggests a name only if ``synonyms.txt`` lists it as an equivalent, or if the spelling is
similar.  It always lists the valid names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache, wraps
from pathlib import Path
from typing import Any, Final, NoReturn, ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")
_T = TypeVar("_T", bound=type)

#: The similarity, as defined by ``difflib``, from which a name counts as a misspelling.
_SIMILAR: Final = 0.8
#: Constructors of other libraries.  They are looked up on the class, as in ``Position.from_fen``;
#: ``__getattr__`` is called only for names that are looked up on an instance.
_CONSTRUCTORS: Final = (
    *("from_fen", "from_text", "from_str", "from_string", "from_file", "from_json", "from_dict"),
    *("from_uci", "from_diagram", "parse", "load", "loads", "empty"),
)


@cache
def synonyms() -> Mapping[str, Mapping[str, str]]:
    """Parse ``synonyms.txt``: return for each heading a mapping from words to advice."""
    tables: dict[str, dict[str, str]] = {}
    heading = ""
    for line in Path(__file__).with_name("synonyms.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            heading = line.strip("[]")
        elif not line.startswith("#"):
            words, _, text = line.partition(" = ")
            for word in words.split():
                tables.setdefault(heading, {})[word] = text.replace("{0}", word)
    return tables


def meant_by(name: str, *headings: str) -> str:
    """Return the advice for a word that other libraries use; empty if no heading lists it."""
    tables = synonyms()
    return next((tables[h][name] for h in headings if name in tables.get(h, ())), "")


def misspelled(name: str, names: Collection[str]) -> str:
    """Return the name in ``names`` with the most similar spelling; empty if none is similar.

    A word that other libraries use is not a misspelling, because it has another meaning.
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only errors need it

    if any(name in table for table in synonyms().values()):
        return ""
    spelled = {word.lower(): word for word in names}
    letters = sorted(name.lower())
    # In a short word, two transposed letters make the ratio too small.
    close = [word for word in spelled if sorted(word) == letters]
    close += get_close_matches(name.lower(), list(spelled), n=1, cutoff=_SIMILAR)
    return spelled[close[0]] if close else ""


def advice(name: str, names: Collection[str], *headings: str) -> str:
    """Return a suggestion for a name, if there is one, and the list of valid names."""
    suggestion = meant_by(name, *headings)
    if not suggestion and (close := misspelled(name, names)):
        suggestion = f"did you mean '{close}'?"
    return "; ".join(filter(None, (suggestion, f"there are {', '.join(names)}")))


class _Constructor:
    """A class attribute that raises AttributeError with a suggestion."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, value: object, kind: type) -> NoReturn:
        raise _no_attribute(kind, self._name, dir(kind))


def answer_names(kind: _T) -> _T:
    """Decorate a class so that unknown attributes raise AttributeError with a suggestion."""
    own = dict(vars(kind))
    # Not hasattr(): it would call the _Constructor of a base class, which collects suggestions.
    taken = {name for base in kind.__mro__ for name in vars(base)}
    added = {name: _Constructor(name) for name in _CONSTRUCTORS if name not in taken}
    for name, attribute in {**added, "__getattr__": missing, "__dir__": _names}.items():
        if name not in own:
            setattr(kind, name, attribute)
    return kind


def _names(value: object) -> list[str]:
    return sorted({*object.__dir__(value)} - {*_CONSTRUCTORS})


def missing(value: object, name: str) -> Any:
    """Raise AttributeError for an unknown attribute, with a suggestion and the valid names."""
    kind = type(value)
    if name.startswith("_"):
        raise AttributeError(f"'{kind.__name__}' object has no attribute '{name}'")
    if any(name in vars(base) for base in kind.__mro__):
        # The attribute is a property that raised AttributeError: raise that error again.
        return object.__getattribute__(value, name)
    raise _no_attribute(kind, name, dir(value))


def _no_attribute(kind: type, name: str, names: Iterable[str]) -> AttributeError:
    builtin = next(base for base in kind.__mro__ if base.__module__ == "builtins")
    foreign = {*_CONSTRUCTORS, *dir(builtin)}
    names = {*names, *getattr(kind, "__dataclass_fields__", ())}
    names = sorted(n for n in names if not n.startswith("_") and n not in foreign)
    text = advice(name, names, *(base.__name__ for base in kind.__mro__), "any")
    error = AttributeError(f"{a(kind.__name__)} has no '{name}': {text}")
    # With ``obj`` but without ``name``, the interpreter does not append its own suggestion.
    error.obj = kind
    return error


def a(noun: str) -> str:
    """Return a noun with the indefinite article."""
    return f"{'an' if noun[:1] in 'AEIOUaeiou' else 'a'} {noun}"


def named_arguments(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Decorate a function so that unknown keyword arguments raise TypeError with a suggestion."""
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @wraps(function)
    def call(*args: _P.args, **given: _P.kwargs) -> _R:
        for name in given:
            if name not in names:
                text = advice(name, names, "arguments")
                raise TypeError(f"{code.co_name}() has no argument '{name}': {text}")
        return function(*args, **given)

    return call
