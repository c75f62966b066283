"""Write ``tests/data/stable.txt``: the interface that stays the same until the next major version.

The file has the exit codes, the versions of formats, the names of ``spiderpos.__all__`` with their
signatures, the members of classes that the examples of docs/api.md use, all members of enums, and
the commands with their arguments and options (``=``: takes a value).  ``python -m tests.stable``
rewrites it.
"""

import enum
import inspect
import re
import subprocess
import sys
from pathlib import Path

import click

import spiderpos
from spiderpos.cli import errors, main
from spiderpos.formats import json_format
from spiderpos.solver import certificates
from spiderpos.text.unknown_names import _Constructor

FILE = Path(__file__).parent / "data" / "stable.txt"
_PAGE = Path(__file__).parents[1] / "docs" / "api.md"
_SHOWN = " ".join(re.findall(r"^```python\n(.*?)^```$", _PAGE.read_text(), re.M | re.S))


def written():
    """Return the text of the file for the current interface."""
    numbers = {
        name: value
        for name, value in sorted(vars(errors).items())
        if name.isupper() and name[0] != "_"
    }
    numbers |= {"certificate": certificates.FORMAT}
    numbers |= {"position as JSON": json_format.VERSION}
    lines = [
        *(f"{name} {number}" for name, number in numbers.items()),
        "",
        *_names(spiderpos, set(spiderpos.__all__) - {"__version__"}),
        "",
        *_commands(main, "spiderpos"),
    ]
    return "\n".join(lines) + "\n"


def _names(module, names):
    for name in sorted(names):
        value = getattr(module, name)
        if inspect.isclass(value):
            made = _signature(value) if re.search(rf"spiderpos\.{name}\(", _SHOWN) else ""
            members = _members(value)
            yield f"class {name}{made}{': ' if members else ''}{', '.join(members)}"
        elif inspect.isfunction(value):
            yield name + _signature(value)
        elif inspect.ismodule(value):
            functions = {n for n in value.__all__ if inspect.isfunction(getattr(value, n))}
            yield from (f"{name}.{line}" for line in _names(value, functions))
        else:
            yield name


def _signature(value):
    parameters = inspect.signature(value).parameters.values()
    shown = (
        f"{'*' * p.kind.name.startswith('VAR_')}{p.name}{'=' * (p.default is not p.empty)}"
        for p in parameters
    )
    keywords = [p.kind is p.KEYWORD_ONLY for p in parameters]
    shown = list(shown)
    if any(keywords):
        shown.insert(keywords.index(True), "*")
    return f"({', '.join(shown)})"


def _members(kind):
    if issubclass(kind, enum.Enum):
        return [f"{member.name} {member.value}" for member in kind]
    names = {*vars(kind), *vars(kind).get("__annotations__", ())}
    return [
        name
        + (_signature(getattr(kind, name)) if inspect.isfunction(vars(kind).get(name)) else "")
        for name in sorted(names)
        if not name.startswith("_")
        and not isinstance(vars(kind).get(name), _Constructor)
        and re.search(rf"\b{name}\b", _SHOWN)
    ]


def _commands(command, path):
    context = click.Context(command, info_name=path)
    if isinstance(command, click.Group):
        for name in sorted(command.list_commands(context)):
            yield from _commands(command.get_command(context, name), f"{path} {name}")
        return
    options = (option for option in command.params if isinstance(option, click.Option))
    names = sorted(
        name + "=" * (not option.is_flag)
        for option in options
        for name in (*option.opts, *option.secondary_opts)
    )
    yield " ".join([path, *command.collect_usage_pieces(context)[1:], *names])


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
    sys.exit(subprocess.call(["git", "diff", "--stat", str(FILE)]))
