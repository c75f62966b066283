"""Convert names in docstrings to links for the reference.

An extension of griffe, which reads the sources for mkdocstrings.  ``:func:`loads``` becomes a link
to the function if the reference has it, and ``docs/goals.md`` in double backticks to that page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import griffe

__all__ = ["Links"]

_ROLE: Final = re.compile(r":(?:mod|func|class|meth|data|attr):`(~?)([\w.]+)`")
_PAGE: Final = re.compile(r"``docs/([\w/-]+)\.md``")
_PAGES: Final = Path(__file__).parent


class Links(griffe.Extension):
    """Rewrites all docstrings after a package is loaded, and hides repetitions."""

    def on_package(self, *, pkg: griffe.Module, **kwargs: Any) -> None:
        """Rewrite every docstring of the package."""
        everything = list(_within(pkg))
        for here in everything:
            if here.docstring is not None:
                here.docstring.value = _linked(here, here.docstring.value)
        for here in everything:
            _without_what_is_imported(here)
            for name in [name for name, member in here.members.items() if _plain(here, member)]:
                here.del_member(name)


def _within(here: griffe.Object) -> Iterator[griffe.Object]:
    yield here
    for member in here.members.values():
        if isinstance(member, griffe.Object):
            yield from _within(member)


def _without_what_is_imported(here: griffe.Object) -> None:
    """Replace re-exports in a package's page by a list of links; their modules document them."""
    if here.docstring is None or not isinstance(here, griffe.Module) or not here.exports:
        return
    names = [str(name) for name in here.exports]
    taken = [name for name in names if name in here.members and here.members[name].is_alias]
    if taken:
        links = (_link(str(here.members[name].target_path), name) for name in taken)
        here.docstring.value += f"\n\nTo be imported from here, too: {', '.join(links)}."
        # An empty list would make everything public.
        here.exports = [name for name in names if name not in taken] or [""]


def _plain(here: griffe.Object, member: griffe.Object | griffe.Alias) -> bool:
    """Return True for a class member that needs no entry besides the signature of its class."""
    if not isinstance(here, griffe.Class) or member.is_alias or member.docstring is not None:
        return False
    if member.name == "__init__":
        return False
    values = any(str(base).endswith("Enum") for base in here.bases)
    return member.name.startswith("__") or (member.is_attribute and not values)


def _link(path: str, shown: str) -> str:
    """Return a link, which becomes plain text if the reference doesn't have the object."""
    return f'<autoref optional identifier="{path}"><code>{shown}</code></autoref>'


def _linked(here: griffe.Object, text: str) -> str:
    def name(match: re.Match[str]) -> str:
        short, target = match.groups()
        path = _path(here, target.lstrip("."))
        shown = target.rpartition(".")[2] if short else target.lstrip(".")
        if path is None:
            return f"`{shown}`"
        return _link(path, shown)

    def page(match: re.Match[str]) -> str:
        if not (_PAGES / f"{match[1]}.md").is_file():
            raise FileNotFoundError(f"{here.path} names {match[0]}, which isn't there")
        return f'<a href="../{match[1]}.html"><code>docs/{match[1]}.md</code></a>'

    return _PAGE.sub(page, _ROLE.sub(name, text))


def _path(here: griffe.Object, target: str) -> str | None:
    """Return the full name of ``target``, searching from the innermost scope outwards."""
    scope: griffe.Object | None = here
    while scope is not None:
        for prefix in ("", f"{scope.name}."):
            if (member := _member(scope, target.removeprefix(prefix))) is not None:
                return member
        parent = scope.parent
        scope = parent if isinstance(parent, griffe.Object) else None
    return None


def _member(scope: griffe.Object, target: str) -> str | None:
    try:
        member = scope[target]
        return str(member.target_path if member.is_alias else member.path)
    except (KeyError, ValueError, griffe.GriffeError):
        return None
